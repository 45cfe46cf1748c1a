use std::num::NonZeroUsize;
use std::path::Path;

use super::*;
use crate::analysis::{Demands, Level, Lint};

fn layer(text: &str) -> Result<Layer, ConfigError> {
    Layer::parse(Path::new("/p"), text)
}

/// Returns the settings of a file below the folder `/p`.
fn of_file(layer: &Layer, path: &str) -> Config {
    let mut config = Config::default();
    layer.fill(&mut config, Path::new(path));
    config
}

/// Returns the configuration of a file in the same folder.
fn config(text: &str) -> Config {
    of_file(&layer(text).unwrap(), "/p/a.carom")
}

#[test]
fn file_and_editor_settings_are_equal() {
    let toml = "[lints]\nduplicate-name = \"allow\"\n[limits]\nmax-positions = 5\nmax-memory = \"1KiB\"\ntime-limit = \"2s\"\n";
    let settings = serde_json::json!({
        "lints": {"duplicate-name": "allow", "syntax": null},
        "limits": {"maxPositions": 5, "maxMemory": 1024, "timeLimit": "2s"},
    });
    let config = config(toml);
    assert_eq!(Config::from_editor(&settings), (config.clone(), Vec::new()));
    assert_eq!(config.limits.max_memory, Some(Size(1024)));
    assert_eq!(config.levels().get(Lint::DuplicateName), Level::Allow);
    assert_eq!(config.levels().get(Lint::Syntax), Level::Deny);
}

#[test]
fn each_setting_is_read_from_its_key() {
    let toml = "include = [\"a*\"]\nexclude = [\"ab*\"]\n\n[format]\nline-ending = \"lf\"\n\n[limits]\n\
                max-positions = 1\nmax-memory = \"2B\"\ntime-limit = \"3s\"\njobs = 4\ntotal-positions = 6\n\n[cache]\n\
                max-size = \"5B\"\n\n[require]\nkeys = [\"author\", \"x-a\"]\nmoves = \"5..\"\n\
                unique = true\nall-robots = true\n\n[lints]\nsyntax = \"warn\"\n";
    let config = config(toml);
    assert_eq!(toml::to_string(&config).unwrap(), toml);
    let demands = Demands {
        keys: vec!["author".to_owned(), "x-a".to_owned()],
        moves: "5..".parse().ok(),
        is_unique: true,
        all_robots: true,
    };
    assert_eq!(config.demands(), demands);
    let includes = |name: &str| config.includes(Path::new(name));
    assert!(includes("/p/a.carom") && !includes("/p/ab.carom") && !includes("/p/b.carom"));
    let settings = serde_json::json!({"log": "debug", "hoverMap": false, "answers": "hint"});
    let settings = Config::from_editor(&settings).0.editor;
    assert_eq!(settings.log.as_deref(), Some("debug"));
    assert_eq!(settings.hover_map, Some(false));
    assert_eq!(settings.answers, Some(AnswerPlaces::Hint));
}

#[test]
fn settings_with_defaults_can_be_read() {
    let defaults = Config::default().with_defaults();
    let text = toml::to_string(&defaults).unwrap();
    assert_eq!(config(&text), defaults);
    assert_eq!(defaults.lints.len(), Lint::ALL.len());
    let denied = config("require.all-robots = true").with_defaults();
    assert_eq!(denied.lints[&Lint::IdleRobot], Level::Deny);
}

#[test]
fn sizes_round_trip() {
    assert_eq!(Size(1 << 30).to_string(), "1GiB");
    for size in [0, 1, 1_500, 64 << 10, 3 << 29, 5 << 30] {
        assert_eq!(Size(size).to_string().parse(), Ok(Size(size)));
    }
}

#[test]
fn size_has_a_unit() {
    for (text, size) in [
        ("1GiB", 1 << 30),
        ("512 mib", 512 << 20),
        ("1.5kB", 1_500),
        ("1.5GiB", 3 << 29),
        ("0.1kib", 102),
        ("1.00000000000000000000009GiB", 1 << 30),
        ("64", 64),
    ] {
        assert_eq!(text.parse(), Ok(Size(size)), "{text}");
    }
    for text in ["", "GiB", "1TB?", "-1", "1.x", "1.2.3MB", "99999999999GiB"] {
        assert!(text.parse::<Size>().is_err(), "{text}");
    }
}

#[test]
fn last_override_of_a_file_wins() {
    let layer = layer(
        "[limits]\nmax-positions = 1\njobs = 2\n[[overrides]]\npaths = [\"hard/**\"]\n\
         limits.max-positions = 3\nlints.syntax = \"hint\"\n[[overrides]]\n\
         paths = [\"x.*\"]\n[overrides.limits]\nmax-positions = 4\n",
    )
    .unwrap();
    let of = |path: &str| {
        let config = of_file(&layer, path);
        let level = config.levels().get(Lint::Syntax);
        let jobs = config.limits.jobs.map(NonZeroUsize::get);
        (config.limits.max_positions, jobs, level)
    };
    assert_eq!(of("/p/a.carom"), (Some(1), Some(2), Level::Deny));
    assert_eq!(of("/p/hard/a.carom"), (Some(3), Some(2), Level::Hint));
    assert_eq!(of("/p/hard/x.carom"), (Some(4), Some(2), Level::Hint));
    assert_eq!(of("/p/x.carom"), (Some(4), Some(2), Level::Deny));
    assert_eq!(of("/hard/a.carom").0, Some(1));
}

#[test]
fn invalid_configurations_are_rejected() {
    for text in [
        "[lints]\nduplicate-nam = \"allow\"",
        "[lints]\nsyntax = \"loud\"",
        "[limits]\nmax-memory = \"much\"",
        "[limits]\njobs = 0",
        "[limit]",
        "[",
        "root = 1",
        "limits = 3",
        "log = \"debug\"",
        "exclude = \"a\"",
        "exclude = [\"{a\"]",
        "overrides = 1",
        "overrides = [1]",
        "[overrides]\npaths = []",
        "[[overrides]]\nlints.syntax = \"warn\"",
        "[[overrides]]\npaths = [\"a\"]\nexclude = [\"b\"]",
        "[[overrides]]\npaths = [\"a\"]\nroot = true",
        "[[overrides]]\npaths = [\"a\"]\nlimits.jobs = 2",
        "require.keys = \"author\"",
        "require.keys = [\"auhtor\"]",
        "require.moves = \"5...\"",
        "require.moves = 5000000000",
        "require.moves = \"6..5\"",
        "require.unique = \"yes\"",
    ] {
        assert!(layer(text).is_err(), "{text}");
    }
}

#[test]
fn error_has_a_place_and_help() {
    let error_of = |text: &str| {
        let error = layer(text).unwrap_err();
        let place = error.span.clone().map(|span| &text[span]);
        format!("{}: {error}", place.unwrap_or_default())
    };
    for (text, expected) in [
        (
            "colour = 1",
            "colour: unknown setting `colour`; expected one of `root`, `include`, `exclude`, \
             `lints`, `format`, `limits`, `cache`, `require`, `overrides`, `source`",
        ),
        ("[limit]", "limit: unknown setting `limit`; did you mean `limits`?"),
        (
            "include = [\"a\", \"{b\"]",
            "\"{b\": invalid glob `{b`: unclosed alternate group; missing '}' (maybe escape '{' \
             with '[{]'?)",
        ),
        ("include = [\"a\", 2]", "2: invalid type: integer `2`, expected a string"),
        ("lints.syntax = \"alow\"", "\"alow\": unknown variant `alow`; did you mean `allow`?"),
        (
            "lints.no-humans = \"allow\"",
            "no-humans: unknown lint `no-humans`; did you mean `no-human`?",
        ),
        ("limits.jobs = 0", "0: invalid value: integer `0`, expected a whole number of at least 1"),
        ("limits.max-memory = -1", "-1: expected a whole number or a string"),
        (
            "limits.max-memory = \"much\"",
            "\"much\": expected a number and a unit: B, kB, MB, GB, KiB, MiB or GiB, found \"much\"",
        ),
        (
            "require.keys = [\"x-a\", \"auhtor\"]",
            "[\"x-a\", \"auhtor\"]: unknown key `auhtor`; did you mean `author`?",
        ),
        (
            "require.moves = \"9..2\"",
            "\"9..2\": empty range \"9..2\"; write the smaller number first",
        ),
        (
            "[[overrides]]\npaths = []\nlimits.jobs = 2",
            "jobs: unknown setting `jobs`; expected one of `max-positions`, `max-memory`, \
             `time-limit`",
        ),
        (
            "[[source]]\nformat = \"skab\"\ninclude = []",
            "\"skab\": unknown format `skab`; did you mean `skub`?",
        ),
    ] {
        assert_eq!(error_of(text), expected, "{text}");
    }
}

#[test]
fn wrong_setting_of_an_editor_leaves_the_others() {
    let right = serde_json::json!({
        "log": "warn", "limits": {"maxPositions": 5}, "require": {"unique": true},
        "lints": {"duplicate-name": "allow"},
    });
    let wrong = serde_json::json!({
        "log": "warn", "answers": "below", "hoverMaps": true,
        "limits": {"maxPositions": 5, "maxMemory": "2 apples", "timeLimit": 3, "jobs": 0},
        "require": {"unique": true, "keys": ["author", "autor"], "moves": []},
        "lints": {"duplicate-name": "allow", "duplicate-names": "allow", "syntax": "maybe"},
        "format": "lf",
    });
    let (expected, none) = Config::from_editor(&right);
    assert_eq!(none, []);
    let (config, wrong) = Config::from_editor(&wrong);
    assert_eq!(config, expected);
    let mut found: Vec<String> =
        wrong.iter().map(|of| format!("{}: {}", of.setting, of.message)).collect();
    found.sort();
    let names: Vec<&str> = found.iter().filter_map(|one| one.split(": ").next()).collect();
    assert_eq!(
        names,
        [
            "carom.answers",
            "carom.format",
            "carom.hoverMaps",
            "carom.limits.jobs",
            "carom.limits.maxMemory",
            "carom.limits.timeLimit",
            "carom.lints.duplicate-names",
            "carom.lints.syntax",
            "carom.require.keys",
            "carom.require.moves",
        ]
    );
    assert_eq!(
        [found[2].as_str(), found[4].as_str()],
        [
            "carom.hoverMaps: unknown setting `hoverMaps`; did you mean `hoverMap`?",
            "carom.limits.maxMemory: expected a number and a unit: B, kB, MB, GB, KiB, MiB or \
             GiB, found \"2 apples\"",
        ]
    );
}

#[test]
fn size_and_globs_of_a_file_are_limited() {
    let globs = |number| format!("exclude = [{}]", "\"a\",".repeat(number));
    assert!(layer(&globs(1_000)).is_ok());
    let split = format!("{}\n[[overrides]]\npaths = [\"b\"]", globs(1_000));
    let message = layer(&split).unwrap_err().message;
    assert_eq!(message, "the file has 1001 globs, expected at most 1000");
    let padded = |size: usize| format!("#{}", " ".repeat(size - 1));
    assert!(layer(&padded(64 << 10)).is_ok());
    assert_eq!(
        layer(&padded((64 << 10) + 1)).unwrap_err().message,
        "the file is larger than 64 KiB"
    );
}

#[test]
fn merge_prefers_the_first_config_per_setting() {
    let mut both = config("[lints]\nsyntax = \"warn\"");
    let other = "[lints]\nsyntax = \"hint\"\nsolvable = \"hint\"\n[limits]\njobs = 3";
    both.fill(&config(other));
    assert_eq!(both.levels().get(Lint::Syntax), Level::Warn);
    assert_eq!(both.levels().get(Lint::Solvable), Level::Hint);
    assert_eq!(both.limits.jobs.unwrap().get(), 3);
}

#[test]
fn required_movement_of_all_robots_denies_idle_robot() {
    let level = |text: &str| config(text).levels().get(Lint::IdleRobot);
    assert_eq!(level(""), Level::Hint);
    assert_eq!(level("require.all-robots = true"), Level::Deny);
    let both = "require.all-robots = true\nlints.idle-robot = \"hint\"";
    assert_eq!(level(both), Level::Hint);
    let asks = |text: &str, shows_hints| config(text).policy(shows_hints).wants().movers;
    assert!(!asks("", true));
    assert!(asks("lints.idle-robot = \"warn\"", false));
    assert!(asks(both, true) && !asks(both, false));
    assert!(!asks("require.all-robots = true\nlints.idle-robot = \"allow\"", true));
}

#[test]
fn first_source_of_a_file_sets_its_format() {
    let read = layer(
        "[[source]]\nformat = \"lunar-digits\"\ninclude = [\"*.txt\"]\n\
         [[source]]\nformat = \"jsonl\"\ninclude = [\"a.*\"]\n",
    )
    .unwrap();
    let format = |path: &str| read.format_of(Path::new(path)).map(|format| format.name);
    assert_eq!(format("/p/x/a.txt"), Some("lunar-digits"));
    assert_eq!(format("/p/a.json"), Some("jsonl"));
    assert_eq!(format("/p/b.json"), None);
}
