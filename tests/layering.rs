//! Checks which modules of the crate use which, and that there are no import circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A top-level module and the modules it may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("words", &[]),
    ("text", &[]),
    ("board", &[]),
    ("syntax", &["text"]),
    ("games", &["words", "board"]),
    ("search", &["words", "board", "games"]),
    ("picture", &["words", "syntax", "board", "games"]),
    ("solving", &["words", "board", "games", "search"]),
    ("store", &["board", "games", "search", "solving"]),
    (
        "analysis",
        &[
            "words", "text", "syntax", "board", "games", "search", "solving", "picture",
        ],
    ),
    (
        "library",
        &["text", "syntax", "games", "search", "solving", "analysis"],
    ),
    (
        "exchange",
        &["words", "text", "syntax", "board", "games", "analysis"],
    ),
    (
        "generate",
        &[
            "words", "syntax", "board", "games", "search", "solving", "analysis",
        ],
    ),
    (
        "json",
        &[
            "words", "text", "games", "search", "picture", "solving", "analysis",
        ],
    ),
    ("page", &["syntax", "analysis"]),
    ("config", &["text", "analysis", "exchange"]),
    ("project", &["words", "text", "exchange", "config"]),
    (
        "lsp",
        &[
            "words", "text", "syntax", "picture", "solving", "store", "analysis", "json",
            "exchange", "generate", "config", "project",
        ],
    ),
    (
        "report",
        &[
            "words", "text", "games", "search", "picture", "analysis", "json", "config", "project",
        ],
    ),
    (
        "cli",
        &[
            "words", "text", "syntax", "picture", "games", "search", "solving", "store",
            "analysis", "json", "exchange", "config", "project", "generate", "board", "report",
            "lsp", "page",
        ],
    ),
];

/// The modules of `lsp`, and those of them that each may use.
const ALLOWED_IN_LSP: &[(&str, &[&str])] = &[
    ("guarded", &[]),
    ("documents", &["guarded"]),
    ("session", &["guarded", "documents"]),
    ("results", &["guarded", "documents", "session"]),
    ("requests", &["guarded", "documents", "session", "results"]),
    ("panel", &["documents", "session", "results", "requests"]),
    ("preview", &["documents", "session", "requests"]),
    (
        "protocol",
        &[
            "guarded",
            "documents",
            "session",
            "results",
            "requests",
            "panel",
            "preview",
        ],
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the top-level modules that a file names in paths from the crate's root.
fn modules_used(code: &str) -> BTreeSet<String> {
    let paths = code.split("crate::").skip(1);
    let paths = paths.flat_map(|path| match path.strip_prefix('{') {
        None => vec![path],
        Some(group) => group.split('}').next().unwrap_or("").split(',').collect(),
    });
    paths
        .map(|path| {
            let name = path.trim_start().chars();
            name.take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        })
        .collect()
}

#[test]
fn modules_use_only_allowed_modules() {
    for (module, allowed) in ALLOWED {
        for file in rust_files(&source().join(module)) {
            for used in modules_used(&fs::read_to_string(&file).unwrap()) {
                assert!(
                    used == *module || allowed.contains(&used.as_str()),
                    "{} uses {used}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn every_module_is_listed() {
    for entry in fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(ALLOWED.iter().any(|(module, _)| *module == name), "{name}");
        }
    }
}

#[test]
fn only_parsers_use_nom() {
    for file in rust_files(&source()) {
        let code = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(source()).unwrap().to_owned();
        if !path.starts_with("syntax") {
            assert!(!code.contains("nom::"), "{} uses nom", path.display());
        }
    }
}

/// Returns the name and the folder of each game in the table of games.
fn games() -> Vec<(String, String)> {
    let table = fs::read_to_string(source().join("games/table.rs")).unwrap();
    let rows = table.lines().filter_map(|line| {
        let row = line.trim().strip_suffix(';')?;
        let (name, folder) = row.split_once(" in ")?;
        let is_word = |text: &str| text.chars().all(char::is_alphanumeric);
        (is_word(name) && is_word(folder)).then(|| (name.to_owned(), folder.to_owned()))
    });
    rows.collect()
}

/// Returns whether a line of code names the game, as a module or as a variant.
fn names_game(line: &str, name: &str, folder: &str) -> bool {
    let is_code = !line.trim_start().starts_with("//");
    let spellings = [
        format!("{folder}::"),
        format!("::{folder}"),
        format!("{name}("),
        format!("::{name}"),
    ];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let stands_alone = |spelling: &String| {
        line.match_indices(spelling.as_str()).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + spelling.len()..]);
            let starts = !spelling.starts_with(is_part) || !before.ends_with(is_part);
            let ends = !spelling.ends_with(is_part) || !after.starts_with(is_part);
            starts && ends
        })
    };
    is_code && spellings.iter().any(stands_alone)
}

#[test]
fn only_its_folders_and_tables_name_a_game() {
    let games = games();
    assert!(games.len() >= 4, "{games:?}");
    // The tables of games, of their notations and of foreign formats.
    let tables = [
        "games/table.rs",
        "analysis/model/setup/mod.rs",
        "exchange/table.rs",
    ]
    .map(Path::new);
    for file in rust_files(&source()) {
        let path = file.strip_prefix(source()).unwrap();
        if tables.contains(&path) {
            continue;
        }
        let code = fs::read_to_string(&file).unwrap();
        for (name, folder) in &games {
            let own = ["games", "analysis/model/setup", "exchange"]
                .map(|module| Path::new(module).join(folder));
            if own.iter().any(|own| path.starts_with(own)) {
                continue;
            }
            for line in code.lines() {
                let is_free = !names_game(line, name, folder);
                assert!(is_free, "{} names {name}: {line}", path.display());
            }
        }
    }
}

/// The table of games. Its enums name the types of every game, and the games convert into them, so
/// uses of it within `games` do not count as import circles.
const TABLE_OF_GAMES: &str = "games::table";

/// Modules that still contain import circles. This list must become empty.
const WITH_CIRCLES: &[&str] = &["cli", "picture::svg"];

/// The path of a module from the crate's root.
type Module = Vec<String>;

/// The modules of some files and their uses of each other.
#[derive(Default)]
struct Modules {
    /// The code of each module, without comments and tests.
    code: BTreeMap<Module, String>,
    /// The names that a module re-exports, with their original paths.
    exports: BTreeMap<Module, BTreeMap<String, Module>>,
    /// The modules that are compiled for tests only.
    tests: BTreeSet<Module>,
}

impl Modules {
    /// Adds a module. Test modules are left out, inline or in their own files.
    fn add(&mut self, module: Module, code: &str) {
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: Vec<&str> = code.lines().filter(is_code).collect();
        let mut parts = code.join("\n");
        while let Some((before, test)) = parts.split_once("#[cfg(test)]\nmod ") {
            let (name, after) = test.split_once([';', ' ']).unwrap();
            let is_file = test[name.len()..].starts_with(';');
            if is_file {
                self.tests
                    .insert([module.clone(), vec![name.to_owned()]].concat());
            }
            // An inline test module is the last item of its file.
            parts = [before, if is_file { after } else { "" }].concat();
        }
        self.code.insert(module, parts);
    }

    fn of(module: &str) -> Self {
        let mut modules = Self::default();
        for file in rust_files(&source().join(module)) {
            let path = file.strip_prefix(source()).unwrap().with_extension("");
            let parts = path.iter().map(|part| part.to_str().unwrap().to_owned());
            let module = parts.filter(|part| part != "mod").collect();
            modules.add(module, &fs::read_to_string(&file).unwrap());
        }
        modules
    }

    /// Collects the re-exports of all modules.
    fn collect_exports(&mut self) {
        let tests = &self.tests;
        self.code.retain(|module, _| !tests.contains(module));
        for (module, code) in &self.code {
            let mut exports = BTreeMap::new();
            for statement in code.split(';') {
                let Some((before, tree)) = statement.rsplit_once("use ") else {
                    continue;
                };
                let line = before.rsplit('\n').next().unwrap().trim();
                if line.starts_with("pub") {
                    // A single name is a macro of this module.
                    for mut path in paths_of(tree).into_iter().filter(|path| path.len() > 1) {
                        let name = path.last().unwrap().clone();
                        if path[0] != "crate" {
                            path = [module.clone(), path].concat();
                        }
                        exports.insert(name, path);
                    }
                }
            }
            self.exports.insert(module.clone(), exports);
        }
    }

    /// Returns the module that defines the item at a path, if it is one of these.
    fn resolve(&self, from: &Module, path: &[String]) -> Option<Module> {
        let mut at = from.clone();
        for (number, part) in path.iter().enumerate() {
            let next = [at.clone(), vec![part.clone()]].concat();
            match part.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                _ if at.is_empty() || self.code.contains_key(&next) => at = next,
                _ => {
                    let export = self.exports.get(&at).and_then(|names| names.get(part));
                    if let Some(export) = export {
                        let rest = &path[number + 1..];
                        let absolute = [vec!["crate".to_owned()], export.clone()].concat();
                        return self.resolve(from, &[&absolute, rest].concat());
                    }
                    break;
                }
            }
        }
        self.code.contains_key(&at).then_some(at)
    }

    /// Returns the modules that `module` uses. A module uses the sources of its re-exports, so
    /// whoever imports the module uses them, too.
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let code = &self.code[module];
        let mut starts = vec!["crate", "super"];
        let inner = self.code.keys().filter(|inner| inner.starts_with(module));
        starts.extend(inner.filter_map(|inner| Some(inner.get(module.len())?.as_str())));
        starts.dedup();
        let mut used = BTreeSet::new();
        for start in starts {
            for (at, _) in code.match_indices(&format!("{start}::")) {
                let before = &code[..at];
                let is_end_of_name = |c: char| c.is_alphanumeric() || "_:".contains(c);
                let is_visibility = before.ends_with("(in ");
                if !before.ends_with(is_end_of_name) && !is_visibility {
                    let paths = paths_of(&code[at..]);
                    used.extend(paths.iter().filter_map(|path| self.resolve(module, path)));
                }
            }
        }
        used.remove(module);
        used
    }

    /// Returns an import circle: each module uses the next, and the last uses the first. Uses for
    /// which `is_ignored` holds do not count.
    fn circle(&self, is_ignored: impl Fn(&Module, &Module) -> bool) -> Option<Vec<Module>> {
        let uses = |module| {
            let mut used = self.used_by(module);
            used.retain(|used| !is_ignored(module, used));
            used
        };
        let modules = self.code.keys();
        let mut remaining: BTreeMap<&Module, BTreeSet<Module>> =
            modules.map(|module| (module, uses(module))).collect();
        // A module that uses none of the others is in no circle.
        while let Some(&leaf) = remaining
            .iter()
            .find_map(|(module, used)| used.is_empty().then_some(module))
        {
            remaining.remove(leaf);
            for used in remaining.values_mut() {
                used.remove(leaf);
            }
        }
        let mut circle = vec![(*remaining.keys().next()?).clone()];
        loop {
            let next = remaining[circle.last().unwrap()].first().unwrap().clone();
            if let Some(at) = circle.iter().position(|module| *module == next) {
                return Some(circle.split_off(at));
            }
            circle.push(next);
        }
    }
}

/// Splits the use tree at the beginning of a text into its paths.
fn paths_of(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    if text.starts_with('{') {
        let mut depth = 0;
        let end = text.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        let members = text[1..end.unwrap()].split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0 && c == ','
        });
        return members.flat_map(paths_of).collect();
    }
    if name.is_empty() {
        return Vec::new();
    }
    let rest = rest.strip_prefix("::").map(paths_of).unwrap_or_default();
    if rest.is_empty() {
        return vec![vec![name.to_owned()]];
    }
    let with_name = |path: Vec<String>| [vec![name.to_owned()], path].concat();
    rest.into_iter().map(with_name).collect()
}

/// Returns whether `module` is `other` or inside it.
fn is_within(module: &Module, other: &str) -> bool {
    let path = module.join("::");
    path == other || path.starts_with(&format!("{other}::"))
}

#[test]
fn import_circles_are_known() {
    for (module, _) in ALLOWED {
        let mut modules = Modules::of(module);
        modules.collect_exports();
        let circle = modules.circle(|user, used| {
            let mut known = WITH_CIRCLES.iter();
            used.join("::") == TABLE_OF_GAMES
                || known.any(|known| is_within(user, known) && is_within(used, known))
        });
        let circle: Vec<String> = circle
            .iter()
            .flatten()
            .map(|file| file.join("::"))
            .collect();
        assert!(
            circle.is_empty(),
            "import circle: {}",
            circle.join(" uses ")
        );
    }
}

#[test]
fn known_import_circles_exist() {
    for known in WITH_CIRCLES {
        let mut modules = Modules::of(known.split("::").next().unwrap());
        modules.collect_exports();
        let circle = modules.circle(|user, used| {
            let is_inside = is_within(user, known) && is_within(used, known);
            !is_inside
        });
        assert!(
            circle.is_some(),
            "{known} has no circle: remove it from the list"
        );
    }
}

#[test]
fn server_modules_use_only_allowed_modules() {
    let mut modules = Modules::of("lsp");
    modules.collect_exports();
    let rules: BTreeMap<&str, &[&str]> = ALLOWED_IN_LSP.iter().copied().collect();
    let mut seen = BTreeSet::new();
    for module in modules.code.keys().filter(|module| module.len() > 1) {
        let top = module[1].as_str();
        for used in modules.used_by(module) {
            let used = used.get(1).map_or("the whole server", String::as_str);
            assert!(
                used == top || rules[top].contains(&used),
                "{} uses {used}",
                module.join("::")
            );
            seen.insert((top, used.to_owned()));
        }
    }
    // Each permission is used.
    for (module, allowed) in ALLOWED_IN_LSP {
        for used in *allowed {
            let usage = (*module, (*used).to_owned());
            assert!(seen.contains(&usage), "{module} does not use {used}");
        }
    }
}

#[test]
fn circle_detection_works() {
    let modules = |files: &[(&str, &str)]| {
        let mut modules = Modules::default();
        for (path, code) in files {
            modules.add(path.split("::").map(str::to_owned).collect(), code);
        }
        modules.collect_exports();
        modules
            .circle(|_, _| false)
            .map_or(0, |circle| circle.len())
    };
    let module = (
        "a",
        "mod b;\nmod c;\nmod d;\npub use b::{B, X};\npub use d::D;",
    );
    let uses_c = ("a::b", "use super::c::{C, E};\nstruct B(C);");
    let uses_b_by_name = ("a::c", "use crate::a::{D, B};");
    let uses_b_in_tests = (
        "a::c",
        "struct C;\n#[cfg(test)]\nmod tests {\nuse crate::a::B;",
    );
    let (alone, inline) = ("struct D;", "fn f() -> super::b::B {}\n// super::c::C");
    assert_eq!(
        modules(&[module, uses_c, uses_b_by_name, ("a::d", alone)]),
        2
    );
    assert_eq!(
        modules(&[module, uses_c, uses_b_in_tests, ("a::d", inline)]),
        0
    );
    let uses_d = ("a::c", "use crate::{a::{D}, text};");
    assert_eq!(modules(&[module, uses_c, uses_d, ("a::d", inline)]), 3);
    let (whole, by_whole) = (("a::b", "pub(in a) use c::C;"), ("a::c", "use super::d;"));
    let (through, inner) = (("a::d", "use super::b;"), ("a::b::c", "use crate::a::c;"));
    assert_eq!(modules(&[module, whole, by_whole, through, inner]), 4);
    let own = ("a", "pub struct A;\nfn f(_: b::B) {}");
    assert_eq!(modules(&[own, ("a::b", "use super::A;")]), 2);
}

#[test]
fn names_game_finds_modules_and_variants() {
    let seen = |line| names_game(line, "Rush", "rush");
    for line in [
        "use crate::games::rush::Turn;",
        "use super::rush::{Turn, Walk};",
        "Position::Rush(position) => true,",
        "game == Game::Rush",
        "    use crate::games::rush;",
    ] {
        assert!(seen(line), "{line}");
    }
    for line in [
        "//! See rush::Turn.",
        "brush::paint(Crush(1))",
        "\"puzzle rush\"",
    ] {
        assert!(!seen(line), "{line}");
    }
}

#[test]
fn modules_used_finds_every_import() {
    let code = "use crate::board::Square;\nuse crate::{games, text};\nfn f(_: crate::cli::X) {}";
    let expected = ["board", "cli", "games", "text"].map(String::from);
    assert_eq!(modules_used(code), BTreeSet::from(expected));
}
