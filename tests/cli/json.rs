//! JSON output matches `docs/json.md`.

use std::collections::BTreeSet;

use carom::games::Game;
use serde_json::{Value, json};

use super::folder::{CLEAN, Folder, carom, end};
use super::schema::Schema;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

fn lines(arguments: &[&str]) -> Vec<Value> {
    let mut command = carom();
    command.args(arguments).args(["--format", "json", FIXTURES]);
    let out = end(command, b"").out;
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn reports_match_schema() {
    let schema = Schema::of("check");
    for flags in [&["--hints"][..], &["--hints", "--explain"]] {
        let lines = lines(&[&["check"][..], flags].concat());
        let (summary, reports) = lines.split_last().unwrap();
        schema.check_as("summary", summary).unwrap();
        let mut severities = BTreeSet::new();
        for report in reports {
            schema.check_as("diagnostic", report).unwrap();
            severities.insert(report["severity"].as_str().unwrap());
            let help = report["help"].as_str().unwrap();
            assert_eq!(help.contains('\n'), flags.contains(&"--explain"), "{help}");
        }
        assert_eq!(severities, BTreeSet::from(["error", "hint", "warning"]));
        let counted =
            |severity: &str| reports.iter().filter(|report| report["severity"] == severity).count();
        let summary = &summary["summary"];
        for (name, severity) in [("errors", "error"), ("warnings", "warning"), ("hints", "hint")] {
            assert_eq!(summary[name], counted(severity), "{name}");
        }
    }
}

#[test]
fn answers_match_schema() {
    let schema = Schema::of("solve");
    let mut kinds = BTreeSet::new();
    for limit in ["2", "100000"] {
        for answer in lines(&["solve", "--max-positions", limit]) {
            schema.check(&answer).unwrap();
            let kind = ["invalid", "solved", "unsolvable", "unknown", "valued", "unvalued"]
                .into_iter()
                .filter(|kind| schema.check_as(kind, &answer).is_ok());
            // Exactly one kind.
            let kind: Vec<_> = kind.collect();
            assert_eq!(kind.len(), 1, "{answer}: {kind:?}");
            kinds.extend(kind);
        }
    }
    assert_eq!(kinds.len(), 6, "{kinds:?}");
}

#[test]
fn copies_share_identity() {
    let mirrored = CLEAN.replace("@ . + A", "B + . 1");
    let other = CLEAN.replace("@ . + A", "@ . . + A");
    let folder = Folder::of(&[("a.carom", CLEAN), ("b.carom", &mirrored), ("c.carom", &other)]);
    let out = folder.run(&["solve", "--format", "json"]).out;
    let identities: Vec<String> = out
        .lines()
        .map(|line| {
            let object: Value = serde_json::from_str(line).unwrap();
            object["identity"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(identities[0], identities[1]);
    assert_ne!(identities[0], identities[2]);
    assert!(identities[0].chars().all(|c| c.is_ascii_hexdigit()));
}

#[test]
fn documented_examples_match_schema() {
    let page = include_str!("../../docs/json.md");
    let examples: Vec<Value> = page
        .split("```json\n")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split("```").next().unwrap()).unwrap())
        .collect();
    let [diagnostic, summary, solved] = &examples[..] else {
        panic!("{} examples", examples.len());
    };
    let check = Schema::of("check");
    check.check_as("diagnostic", diagnostic).unwrap();
    check.check_as("summary", summary).unwrap();
    Schema::of("solve").check_as("solved", solved).unwrap();
}

#[test]
fn schema_violation_is_detected() {
    let schema = Schema::of("check");
    let valid = json!({"file": "a", "puzzle": null, "code": "syntax", "severity": "error",
        "message": "no", "start": {"line": 1, "column": 1, "byte": 0},
        "end": {"line": 1, "column": 2, "byte": 1}, "related": [], "fixes": [], "help": "do"});
    schema.check(&valid).unwrap();
    for (name, wrong) in [
        ("severity", json!("fatal")),
        ("puzzle", json!(1)),
        ("start", json!({"line": 0, "column": 1, "byte": 0})),
        ("related", json!([{"file": "a"}])),
        ("unknown", json!(1)),
    ] {
        let mut broken = valid.clone();
        broken[name] = wrong;
        assert!(schema.check(&broken).is_err(), "{name}");
    }
    let mut short = valid;
    short.as_object_mut().unwrap().remove("help");
    assert!(schema.check(&short).is_err());
}

/// Fixtures and samples of every game, written as objects.
#[test]
fn puzzles_match_schema() {
    let schema = Schema::of("puzzle");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let mut games = BTreeSet::new();
    let samples = [
        crate::formats::json::LIST.to_owned(),
        crate::formats::json::LINES.to_owned(),
        convert_to_json(examples),
    ];
    for sample in samples {
        let values =
            serde_json::Deserializer::from_str(&sample).into_iter::<Value>().flat_map(|value| {
                match value.unwrap() {
                    Value::Array(values) => values,
                    value => vec![value],
                }
            });
        for value in values {
            schema.check(&value).unwrap();
            games.insert(value["game"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(games.len(), Game::ALL.len(), "{games:?}");
    let unknown = json!({"game": "lunar", "autor": "me"});
    assert!(schema.check(&unknown).is_err());
}

fn convert_to_json(folder: &str) -> String {
    let mut command = carom();
    command.args(["convert", "--to", "json", folder]);
    end(command, b"").out
}
