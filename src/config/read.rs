//! From what is written to what is set; everything that is wrong is gathered.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::layer::{FormOf, Override};
use super::setting::{FORM, INCLUDE, LINTS, OVERRIDES, PATHS, Part, ROOT, SETTINGS, SOURCE, camel};
use super::tree::{self, Entry, Raw};
use super::value;
use super::{Broken, Config, Fault, Held, Kind, Layer, Name, Place};
use crate::analysis::{Lint, nearest};
use crate::exchange::{FORMS, form};
use crate::text::LineIndex;

impl Layer {
    /// Reads the text of the `carom.toml` at `path`, which is absolute.
    ///
    /// # Errors
    ///
    /// All that is wrong with it.
    pub fn read(path: &Path, folder: &Path, text: &str) -> Result<Self, Broken> {
        let (entries, faults) = tree::from_toml(text);
        let mut reader = Reader {
            source: Some((path.into(), LineIndex::new(text))),
            folder,
            faults,
        };
        let layer = reader.layer(&entries);
        reader.finish(layer)
    }
}

impl Config {
    /// Reads an editor's settings under `carom`.
    ///
    /// # Errors
    ///
    /// All that is wrong with them.
    pub fn from_settings(settings: &serde_json::Value) -> Result<Self, Broken> {
        let mut reader = Reader {
            source: None,
            folder: Path::new(""),
            faults: Vec::new(),
        };
        let mut config = Self::default();
        for entry in tree::from_json(settings) {
            reader.settings(&entry, Part::Editor, &mut config);
        }
        reader.finish(config)
    }
}

struct Reader<'a> {
    /// The file and its lines; an editor's settings come from none.
    source: Option<(Arc<Path>, LineIndex)>,
    /// What globs are relative to.
    folder: &'a Path,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn finish<T>(mut self, read: T) -> Result<T, Broken> {
        if self.faults.is_empty() {
            return Ok(read);
        }
        let start = |fault: &Fault| fault.span.as_ref().map(|span| span.start);
        self.faults.sort_by_key(start);
        Err(Broken {
            faults: self.faults,
        })
    }

    fn layer(&mut self, entries: &[Entry]) -> Layer {
        let mut layer = Layer::default();
        for entry in entries {
            match (entry.key.as_str(), &entry.item.value) {
                (ROOT, Raw::Flag(is_root)) => layer.is_root = *is_root,
                (ROOT, _) => self.wrong_kind(entry, "true or false"),
                (OVERRIDES, Raw::List(items)) => {
                    for item in items {
                        match &item.value {
                            Raw::Table(entries) => {
                                let read = self.overriding(entries, item.span.clone());
                                layer.overrides.extend(read);
                            }
                            _ => self.wrong_kind(entry, TABLES),
                        }
                    }
                }
                (OVERRIDES, _) => self.wrong_kind(entry, TABLES),
                (SOURCE, Raw::List(items)) => {
                    for item in items {
                        match &item.value {
                            Raw::Table(entries) => {
                                layer
                                    .sources
                                    .extend(self.source(entries, item.span.clone()));
                            }
                            _ => self.wrong_kind(entry, SOURCES),
                        }
                    }
                }
                (SOURCE, _) => self.wrong_kind(entry, SOURCES),
                _ => self.settings(entry, Part::Top, &mut layer.all),
            }
        }
        layer
    }

    fn overriding(&mut self, entries: &[Entry], span: Option<Range<usize>>) -> Option<Override> {
        let mut config = Config::default();
        let mut paths = None;
        for entry in entries {
            if entry.key == PATHS {
                paths = Some(value::globs(entry, self.folder));
            } else {
                self.settings(entry, Part::Override, &mut config);
            }
        }
        match paths {
            Some(Ok(paths)) => return Some(Override { paths, config }),
            Some(Err(faults)) => self.faults.extend(faults),
            None => {
                let fault = Fault::new("an override has no `paths`", span);
                let advice = "say which files it is for, as in `paths = [\"hard/**\"]`";
                self.faults.push(fault.with_help(advice));
            }
        }
        None
    }

    /// Reads which files are of another form.
    fn source(&mut self, entries: &[Entry], span: Option<Range<usize>>) -> Option<FormOf> {
        let (mut include, mut of_form) = (None, None);
        let before = self.faults.len();
        for entry in entries {
            match (entry.key.as_str(), &entry.item.value) {
                (INCLUDE, _) => match value::globs(entry, self.folder) {
                    Ok(globs) => include = Some(globs),
                    Err(faults) => self.faults.extend(faults),
                },
                (FORM, Raw::Text(name)) => {
                    of_form = form(name).filter(|form| form.read.is_some());
                    if of_form.is_none() {
                        self.unknown_form(name, entry);
                    }
                }
                (FORM, _) => self.wrong_kind(entry, "the name of a form"),
                _ => {
                    let message = format!("`{SOURCE}` has no setting `{}`", entry.key);
                    let fault = Fault::new(message, entry.key_span.clone());
                    let help = format!("the settings there are {FORM}, {INCLUDE}");
                    self.faults.push(fault.with_help(help));
                }
            }
        }
        match (include, of_form) {
            (Some(include), Some(form)) => return Some(FormOf { include, form }),
            _ if self.faults.len() > before => {}
            _ => {
                let fault = Fault::new("a source has a `form` and an `include`", span);
                let advice = "as in `form = \"skub\"` and `include = [\"puzzles/*.md\"]`";
                self.faults.push(fault.with_help(advice));
            }
        }
        None
    }

    fn unknown_form(&mut self, name: &str, entry: &Entry) {
        let readable = FORMS.iter().filter(|form| form.read.is_some());
        let names: Vec<&str> = readable.map(|form| form.name).collect();
        let message = format!("no form is called `{name}`");
        let fault = Fault::new(message, entry.item.span.clone());
        self.faults
            .push(match nearest(name, names.iter().copied()) {
                Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
                None => fault.with_help(format!("the forms are {}", names.join(", "))),
            });
    }

    /// Reads a setting, or a table of them.
    fn settings(&mut self, entry: &Entry, part: Part, config: &mut Config) {
        let key = entry.key.as_str();
        let is_table = key == LINTS || SETTINGS.iter().any(|one| one.table == Some(key));
        match &entry.item.value {
            Raw::Table(entries) if key == LINTS => {
                entries.iter().for_each(|entry| self.lint(entry, config));
            }
            Raw::Table(entries) if is_table => {
                for entry in entries {
                    self.setting(Some(key), entry, part, config);
                }
            }
            _ if is_table => self.wrong_kind(entry, "a table"),
            _ => self.setting(None, entry, part, config),
        }
    }

    fn setting(&mut self, table: Option<&str>, entry: &Entry, part: Part, config: &mut Config) {
        let is_this = |key: &str| match part {
            Part::Editor => camel(key) == entry.key,
            Part::Top | Part::Override => key == entry.key,
        };
        let mut settings = SETTINGS.iter().filter(|one| one.table == table);
        match settings.find(|one| is_this(one.key)) {
            Some(one) if one.scope.has(part) => {
                let name = Name {
                    table: one.table,
                    key: one.key,
                };
                self.value(name, entry, one.kind, config);
            }
            // What is known, but not here.
            Some(_) if part == Part::Override => {
                let message = format!("`{}` does not stand in an override", entry.key);
                let fault = Fault::new(message, entry.key_span.clone());
                self.faults
                    .push(fault.with_help("set it at the top of the file"));
            }
            _ => self.unknown(table, entry, part),
        }
    }

    fn value(&mut self, name: Name, entry: &Entry, kind: Kind, config: &mut Config) {
        match value::read(entry, kind, self.folder) {
            Ok(value) => {
                let place = self.place(entry);
                config.set(name, Held { value, place });
            }
            Err(faults) => self.faults.extend(faults),
        }
    }

    fn lint(&mut self, entry: &Entry, config: &mut Config) {
        let lint = entry.key.parse::<Lint>();
        if let Err(unknown) = &lint {
            let message = format!("unknown lint `{}`", entry.key);
            let fault = Fault::new(message, entry.key_span.clone());
            self.faults.push(match unknown.nearest {
                Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
                None => fault.with_help("run `carom explain` to list the lints"),
            });
        }
        // The level is looked at in any case.
        match (value::read(entry, Kind::Level, self.folder), lint) {
            (Ok(value), Ok(lint)) => {
                let place = self.place(entry);
                config.set(Name::of_lint(lint), Held { value, place });
            }
            (Ok(_), Err(_)) => {}
            (Err(faults), _) => self.faults.extend(faults),
        }
    }

    fn place(&self, entry: &Entry) -> Option<Place> {
        let (file, index) = self.source.as_ref()?;
        let start = entry.key_span.as_ref()?.start;
        Some(Place {
            file: Arc::clone(file),
            line: index.line(u32::try_from(start).unwrap_or(u32::MAX)) + 1,
        })
    }

    fn wrong_kind(&mut self, entry: &Entry, takes: &str) {
        let message = format!(
            "`{}` is {takes}, not {}",
            entry.key,
            entry.item.value.kind()
        );
        let span = entry.item.span.clone();
        self.faults.push(Fault::new(message, span));
    }

    fn unknown(&mut self, table: Option<&str>, entry: &Entry, part: Part) {
        let known = known(table, part);
        let (there_is, all) = match table {
            None => (format!("there is no setting `{}`", entry.key), "settings"),
            Some(table) => {
                let message = format!("`{table}` has no setting `{}`", entry.key);
                (message, "settings there")
            }
        };
        let fault = Fault::new(there_is, entry.key_span.clone());
        let nearest = nearest(&entry.key, known.iter().map(String::as_str));
        self.faults.push(match nearest {
            Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
            None => fault.with_help(format!("the {all} are {}", known.join(", "))),
        });
    }
}

const TABLES: &str = "written `[[overrides]]`";
const SOURCES: &str = "written `[[source]]`";

/// The keys that may stand in a part of a configuration, or in a table of it.
fn known(table: Option<&str>, part: Part) -> Vec<String> {
    let here = SETTINGS.iter().filter(|one| one.scope.has(part));
    let spelled = |key: &str| match part {
        Part::Editor => camel(key),
        Part::Top | Part::Override => key.to_owned(),
    };
    if table.is_some() {
        let keys = here.filter(|one| one.table == table);
        return keys.map(|one| spelled(one.key)).collect();
    }
    let own: &[&str] = match part {
        Part::Top => &[ROOT, OVERRIDES, SOURCE],
        Part::Override => &[PATHS],
        Part::Editor => &[],
    };
    let mut known: Vec<String> = own.iter().map(|&key| key.to_owned()).collect();
    known.push(LINTS.to_owned());
    for setting in here {
        let key = setting.table.map_or(spelled(setting.key), str::to_owned);
        if !known.contains(&key) {
            known.push(key);
        }
    }
    known
}
