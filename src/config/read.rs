//! From what is written to what is set; everything that is wrong is gathered.

use super::tree::{Entry, Value};
use super::{Broken, Config, Fault, bytes};
use crate::analysis::{Level, Rule, nearest};

/// The settings, and the limits among them: as `carom.toml` writes them and as
/// an editor does.
const SETTINGS: &[&str] = &["rules", "limits", "log"];
const LIMITS: &[[&str; 2]] = &[
    ["max-positions", "maxPositions"],
    ["max-memory", "maxMemory"],
    ["time-limit", "timeLimit"],
    ["jobs", "jobs"],
];
const LEVELS: &[&str] = &["deny", "warn", "hint", "allow"];

/// Reads a configuration, of which `faults` are known already.
///
/// # Errors
///
/// All that is wrong.
pub(super) fn config(entries: &[Entry], faults: Vec<Fault>) -> Result<Config, Broken> {
    let mut reader = Reader { faults };
    let mut config = Config::default();
    for entry in entries {
        match (entry.key.as_str(), &entry.value) {
            ("rules", Value::Table(rules)) => reader.rules(rules, &mut config),
            ("limits", Value::Table(limits)) => reader.limits(limits, &mut config),
            ("log", Value::Text(filter)) => config.log = Some(filter.clone()),
            ("rules" | "limits", _) => reader.wrong_kind(entry, "a table"),
            ("log", _) => reader.wrong_kind(entry, "a text"),
            _ => reader.unknown(entry, "setting", SETTINGS.iter().copied()),
        }
    }
    if reader.faults.is_empty() {
        return Ok(config);
    }
    let mut faults = reader.faults;
    faults.sort_by_key(|fault| fault.span.as_ref().map(|span| span.start));
    Err(Broken { faults })
}

struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn rules(&mut self, rules: &[Entry], config: &mut Config) {
        for entry in rules {
            let rule = entry.key.parse::<Rule>();
            if let Err(unknown) = &rule {
                let message = format!("no rule is called `{}`", entry.key);
                let fault = Fault::new(message, entry.key_span.clone());
                self.faults.push(match unknown.nearest {
                    Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
                    None => fault.with_help("`carom explain` lists the rules"),
                });
            }
            match (&entry.value, rule) {
                (Value::Text(text), rule) => match (text.parse::<Level>(), rule) {
                    (Ok(level), Ok(rule)) => config.rules.push((rule, level)),
                    (Ok(_), Err(_)) => {}
                    (Err(()), _) => self.no_level(entry, text),
                },
                _ => self.wrong_kind(entry, "a level"),
            }
        }
    }

    fn no_level(&mut self, entry: &Entry, text: &str) {
        let fault = Fault::new(format!("`{text}` is no level"), entry.span.clone());
        self.faults
            .push(match nearest(text, LEVELS.iter().copied()) {
                Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
                None => fault.with_help(format!("the levels are {}", LEVELS.join(", "))),
            });
    }

    fn limits(&mut self, limits: &[Entry], config: &mut Config) {
        for entry in limits {
            let known = LIMITS
                .iter()
                .find(|names| names.contains(&entry.key.as_str()));
            match known.map(|[name, _]| *name) {
                Some("max-positions") => config.max_positions = self.number(entry),
                Some("max-memory") => config.max_memory = self.size(entry),
                Some("time-limit") => config.time_limit = self.duration(entry),
                Some("jobs") => config.jobs = self.jobs(entry),
                _ => {
                    // An editor writes the second name.
                    let form = usize::from(entry.key_span.is_none());
                    let names = LIMITS.iter().filter_map(|names| names.get(form).copied());
                    self.unknown(entry, "limit", names);
                }
            }
        }
    }

    fn number(&mut self, entry: &Entry) -> Option<u64> {
        if let Value::Number(number) = entry.value {
            return Some(number);
        }
        self.wrong_kind(entry, "a whole number");
        None
    }

    fn jobs(&mut self, entry: &Entry) -> Option<usize> {
        let number = self.number(entry)?;
        let jobs = usize::try_from(number).ok().filter(|jobs| *jobs > 0);
        if jobs.is_none() {
            self.fault(entry, "`jobs` is at least 1");
        }
        jobs
    }

    fn size(&mut self, entry: &Entry) -> Option<u64> {
        match &entry.value {
            Value::Number(bytes) => return Some(*bytes),
            Value::Text(text) => match bytes(text) {
                Ok(bytes) => return Some(bytes),
                Err(advice) => {
                    let message = format!("`{text}` is no size");
                    let fault = Fault::new(message, entry.span.clone());
                    self.faults.push(fault.with_help(advice));
                }
            },
            _ => {
                let takes = "is a number of bytes, or a text such as \"1GiB\"";
                self.fault(entry, &format!("`{}` {takes}", entry.key));
            }
        }
        None
    }

    fn duration(&mut self, entry: &Entry) -> Option<std::time::Duration> {
        let Value::Text(text) = &entry.value else {
            let takes = "is a text such as \"10s\" or \"2min\"";
            self.fault(entry, &format!("`{}` {takes}", entry.key));
            return None;
        };
        match humantime::parse_duration(text) {
            Ok(duration) => Some(duration),
            Err(_) => {
                let message = format!("`{text}` is no time");
                let fault = Fault::new(message, entry.span.clone());
                let advice = "write a number and a unit, as in \"10s\" or \"2min\"";
                self.faults.push(fault.with_help(advice));
                None
            }
        }
    }

    fn fault(&mut self, entry: &Entry, message: &str) {
        self.faults.push(Fault::new(message, entry.span.clone()));
    }

    fn wrong_kind(&mut self, entry: &Entry, takes: &str) {
        let message = format!("`{}` is {takes}, not {}", entry.key, entry.value.kind());
        self.fault(entry, &message);
    }

    fn unknown<'k>(
        &mut self,
        entry: &Entry,
        kind: &str,
        known: impl Iterator<Item = &'k str> + Clone,
    ) {
        let message = format!("there is no {kind} `{}`", entry.key);
        let fault = Fault::new(message, entry.key_span.clone());
        self.faults.push(match nearest(&entry.key, known.clone()) {
            Some(nearest) => fault.with_help(format!("did you mean `{nearest}`?")),
            None => {
                let known: Vec<&str> = known.collect();
                fault.with_help(format!("the {kind}s are {}", known.join(", ")))
            }
        });
    }
}
