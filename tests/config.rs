//! Tests `carom config`, and compares the merging of configurations with a simple model.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use carom::project::Configs;
use proptest::prelude::*;
use serde_json::Value;

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    let mut carom = Command::new(env!("CARGO_BIN_EXE_carom"));
    carom.args(arguments).current_dir(folder).output().unwrap()
}

/// `carom config --schema` prints the schema in the documentation.
#[test]
fn config_prints_the_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let written = fs::read_to_string(root.join("docs/schemas/config.json")).unwrap();
    let printed = carom(root, &["config", "--schema"]).stdout;
    let [printed, written] = [printed.as_slice(), written.as_bytes()]
        .map(|text| serde_json::from_slice::<Value>(text).unwrap());
    assert_eq!(printed, written);
}

#[test]
fn config_shows_settings_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("hard");
    fs::create_dir(&inner).unwrap();
    let outer = "root = true\nexclude = [\"old.*\"]\n[require]\nall-robots = true\n\
                 [[overrides]]\npaths = [\"hard/**\"]\nlimits.max-memory = \"1MiB\"\n";
    fs::write(folder.path().join("carom.toml"), outer).unwrap();
    fs::write(inner.join("carom.toml"), "\nlimits.max-positions = 7\n").unwrap();
    for file in ["a.carom", "old.carom"] {
        fs::write(inner.join(file), "").unwrap();
    }
    let shown = |path: &str| {
        let output = carom(folder.path(), &["config", path]);
        String::from_utf8(output.stdout).unwrap()
    };
    let text = shown("hard/a.carom");
    let title = "# Settings of hard/a.carom from hard/carom.toml and carom.toml\n\n";
    assert!(text.starts_with(title), "{text}");
    // The output is itself a configuration.
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(table["limits"]["max-positions"].as_integer(), Some(7));
    assert_eq!(table["limits"]["max-memory"].as_str(), Some("1MiB"));
    assert_eq!(table["limits"].get("time-limit"), None);
    assert_eq!(table["lints"]["idle-robot"].as_str(), Some("deny"));
    assert_eq!(table["lints"]["unknown-key"].as_str(), Some("warn"));
    assert!(shown("hard/old.carom").contains("# The settings exclude this file"));
    let of_folder = shown(".");
    assert!(of_folder.starts_with("# Settings of . from carom.toml\n"));
    assert!(of_folder.contains("max-memory = \"1GiB\""), "{of_folder}");
    let isolated = carom(folder.path(), &["config", "--isolated"]).stdout;
    assert!(isolated.starts_with(b"# Settings of . from the defaults\n"));

    // A fault of each file is reported.
    fs::write(inner.join("carom.toml"), "colour = 1\n").unwrap();
    fs::write(folder.path().join("carom.toml"), "[lints]\nsyntx = \"deny\"\n").unwrap();
    let output = carom(&inner, &["config"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    for fault in ["`colour`", "did you mean `syntax`?"] {
        assert!(errors.contains(fault), "{errors}");
    }
}

/// The table and key of each setting used in the trees. A value is a number, or the index of a
/// level.
const KEYS: [(&str, &str); 4] = [
    ("limits", "max-positions"),
    ("limits", "max-memory"),
    ("lints", "syntax"),
    ("lints", "blunder"),
];
const LEVELS: [&str; 4] = ["deny", "warn", "hint", "allow"];
/// The `paths` of overrides.
const GLOBS: [&str; 4] = ["a/**", "x.carom", "b/", "*.carom"];
/// The folders of a tree, parents first.
const FOLDERS: [&str; 5] = ["", "a", "a/b", "a/b/a", "b"];

/// Values of settings, by their index in `KEYS`.
type Values = BTreeMap<usize, u8>;

#[derive(Clone, Debug)]
struct File {
    is_root: bool,
    all: Values,
    overrides: Vec<(usize, Values)>,
}

fn values() -> impl Strategy<Value = Values> {
    prop::collection::btree_map(0..KEYS.len(), 0..4_u8, 0..3)
}

fn file() -> impl Strategy<Value = File> {
    let overrides = prop::collection::vec((0..GLOBS.len(), values()), 0..3);
    (prop::bool::weighted(0.2), values(), overrides).prop_map(|(is_root, all, overrides)| File {
        is_root,
        all,
        overrides,
    })
}

fn toml_of(values: &Values) -> String {
    let lines = values.iter().map(|(&key, &number)| {
        let (table, key) = KEYS[key];
        let value = match table {
            "lints" => format!("{:?}", LEVELS[usize::from(number)]),
            _ => number.to_string(),
        };
        format!("{table}.{key} = {value}\n")
    });
    lines.collect()
}

impl File {
    fn text(&self) -> String {
        let mut text = format!("root = {}\n{}", self.is_root, toml_of(&self.all));
        for (glob, values) in &self.overrides {
            text += &format!("[[overrides]]\npaths = [{:?}]\n{}", GLOBS[*glob], toml_of(values));
        }
        text
    }
}

/// Returns whether one of `GLOBS` matches a path relative to the folder of its configuration.
fn matches(glob: &str, inner: &str) -> bool {
    let folders = inner.rsplit_once('/').map_or("", |(folders, _)| folders);
    let name = inner.rsplit('/').next().unwrap();
    match glob {
        "a/**" => inner.starts_with("a/"),
        "x.carom" => name == "x.carom",
        "b/" => folders.split('/').any(|folder| folder == "b"),
        _ => name.ends_with(".carom"),
    }
}

/// Returns the value of a setting for a file, searching from the innermost folder outwards.
fn expected(tree: &BTreeMap<usize, File>, path: &str, key: usize) -> Option<u8> {
    for (number, folder) in FOLDERS.iter().enumerate().rev() {
        let inner = match folder.is_empty() {
            true => Some(path),
            false => path.strip_prefix(&format!("{folder}/")),
        };
        let (Some(inner), Some(file)) = (inner, tree.get(&number)) else {
            continue;
        };
        let overrides = file.overrides.iter().rev();
        let mut found = overrides
            .filter(|(glob, _)| matches(GLOBS[*glob], inner))
            .filter_map(|(_, values)| values.get(&key));
        if let Some(found) = found.next().or(file.all.get(&key)) {
            return Some(*found);
        }
        if file.is_root {
            return None;
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nearest_layer_wins_in_any_tree(
        tree in prop::collection::btree_map(0..FOLDERS.len(), file(), 0..5)
    ) {
        let top = tempfile::tempdir().unwrap();
        // Configurations above the tree do not apply.
        fs::write(top.path().join("carom.toml"), "root = true\n").unwrap();
        let place = |path: &str| -> PathBuf { top.path().join("tree").join(path) };
        for folder in FOLDERS {
            fs::create_dir_all(place(folder)).unwrap();
        }
        for (&folder, file) in &tree {
            fs::write(place(FOLDERS[folder]).join("carom.toml"), file.text()).unwrap();
        }
        let configs = Configs::default();
        for folder in FOLDERS {
            for name in ["x.carom", "y.carom", "z.txt"] {
                let path = Path::new(folder).join(name);
                let path = &path.to_str().unwrap().replace('\\', "/");
                let config = configs.of_file(&place(path)).unwrap();
                let config = serde_json::to_value(&*config).unwrap();
                for (number, &(table, key)) in KEYS.iter().enumerate() {
                    let found = &config[table][key];
                    let expected = expected(&tree, path, number).map_or(Value::Null, |value| match (table, key) {
                        ("lints", _) => LEVELS[usize::from(value)].into(),
                        (_, "max-memory") => format!("{value}B").into(),
                        _ => value.into(),
                    });
                    prop_assert_eq!(found, &expected, "{} of {} in {:?}", key, path, tree);
                }
            }
        }
    }
}
