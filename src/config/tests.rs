use std::path::Path;

use super::*;
use crate::analysis::{Demands, Level, Lint};
use crate::text::LineEnding;

fn layer(text: &str) -> Result<Layer, ConfigError> {
    Layer::read(Path::new("/p/carom.toml"), Path::new("/p"), text)
}

/// Returns the configuration of a file in the same folder.
fn config(text: &str) -> Config {
    layer(text).unwrap().config(Path::new("/p/a.carom"))
}

/// Returns the values that are set, without their origins.
fn values(config: &Config) -> Vec<(String, Option<serde_json::Value>)> {
    let shown = config.shown().filter(|shown| shown.origin.is_some());
    shown.map(|shown| (shown.key, shown.json)).collect()
}

#[test]
fn file_and_editor_settings_are_equal() {
    let toml = "[lints]\nduplicate-name = \"allow\"\n[limits]\nmax-positions = 5\nmax-memory = \"1KiB\"\ntime-limit = \"2s\"\n";
    let settings = serde_json::json!({
        "lints": {"duplicate-name": "allow", "syntax": null},
        "limits": {"maxPositions": 5, "maxMemory": 1024, "timeLimit": "2s"},
    });
    let config = config(toml);
    let from_editor = Config::from_editor(&settings).unwrap();
    assert_eq!(values(&from_editor), values(&config));
    assert_eq!(config.max_memory.get(), Some(&Size(1024)));
    assert_eq!(config.levels().get(Lint::DuplicateName), Level::Allow);
    assert_eq!(config.levels().get(Lint::Syntax), Level::Deny);
    let line = |config: &Config| match config.lints[&Lint::DuplicateName].origin() {
        Some(Origin::File { line, .. }) => Some(*line),
        _ => None,
    };
    assert_eq!((line(&config), line(&from_editor)), (Some(2), None));
}

#[test]
fn each_setting_is_read_from_its_key() {
    let toml = "include = [\"a*\"]\nexclude = [\"ab*\"]\n[format]\nline-ending = \"lf\"\n[limits]\nmax-positions = 1\n\
                max-memory = 2\ntime-limit = \"3s\"\njobs = 4\n[cache]\nmax-size = 5\n[require]\n\
                keys = [\"author\", \"x-a\"]\nmoves = \"5..\"\nunique = true\nall-robots = true\n";
    let config = config(toml);
    assert_eq!(config.line_ending.get(), Some(&LineEnding::Lf));
    assert_eq!(config.max_positions.get(), Some(&1));
    assert_eq!(config.max_memory.get(), Some(&Size(2)));
    assert_eq!(config.time_limit.get().unwrap().0.as_secs(), 3);
    assert_eq!(config.jobs.get().unwrap().get(), 4);
    assert_eq!(config.cache_size.get(), Some(&Size(5)));
    let demands = Demands {
        keys: vec!["author".to_owned(), "x-a".to_owned()],
        moves: "5..".parse().ok(),
        is_unique: true,
        all_robots: true,
        origins: config.demands().origins,
    };
    assert_eq!(config.demands(), demands);
    let lines = demands
        .origins
        .values()
        .map(|origin| origin.rsplit(':').next());
    assert!(lines.eq([Some("13"), Some("14"), Some("15"), Some("16")].into_iter()));
    let includes = |name: &str| config.includes(Path::new(name));
    assert!(includes("/p/a.carom") && !includes("/p/ab.carom") && !includes("/p/b.carom"));
    let settings = serde_json::json!({"log": "debug", "hoverMap": false, "answers": "hint"});
    let settings = Config::from_editor(&settings).unwrap();
    assert_eq!(settings.log.get().map(String::as_str), Some("debug"));
    assert_eq!(settings.hover_map.get(), Some(&false));
    assert_eq!(settings.answers.get(), Some(&AnswerPlaces::Hint));
    // No setting is missing above; `idle-robot` follows from `all-robots`.
    let keys = values(&config).into_iter().map(|(key, _)| key);
    let file_settings = SETTINGS.iter().filter(|info| info.scope != Scope::Editor);
    let expected = file_settings
        .map(|info| info.key)
        .chain(["lints.idle-robot"]);
    assert!(keys.eq(expected));
}

/// Every value of a schema can be read.
#[test]
fn every_word_of_the_schema_can_be_read() {
    fn words<T: SettingValue>() {
        for word in T::schema()["enum"].as_array().unwrap() {
            let value: T = serde_json::from_value(word.clone()).unwrap();
            assert_eq!(value.to_json(), *word);
            assert!(T::EXPECTED.contains(&word.to_string()));
        }
    }
    words::<Level>();
    words::<LineEnding>();
    words::<AnswerPlaces>();
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
    );
    let layer = layer.unwrap();
    let of = |path: &str| {
        let config = layer.config(Path::new(path));
        let level = config.levels().get(Lint::Syntax);
        let jobs = config.jobs.get().map(|jobs| jobs.get());
        (config.max_positions.get().copied(), jobs, level)
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
fn all_errors_are_reported_with_location_and_help() {
    let text = "colour = 1\ninclude = [\"a\", 2, \"{b\"]\n[lints]\nsyntax = \"loud\"\n\
                no-humans = \"allow\"\n[limit]\n[limits]\njobs = \"many\"\nmax-position = 3\n\
                max-memory = -1\ntime-limit = [1]\n[[overrides]]\npaths = [\"{c\"]\npath = [\"d\"]\n\
                limits.jobs = 3\n[[overrides]]\n[require]\nkeys = [\"auhtor\", \"x-a\"]\n\
                moves = \"9..2\"\nunqiue = true\n";
    let invalid = layer(text).unwrap_err();
    let faults = invalid.faults.iter().map(|fault| {
        let place = fault.span.clone().map(|span| &text[span]);
        let help = fault.help.as_deref().unwrap_or_default();
        format!("{}: {}; {help}", place.unwrap_or_default(), fault.message)
    });
    assert_eq!(
        faults.collect::<Vec<_>>(),
        [
            "colour: unknown setting `colour`; the settings are root, overrides, source, lints, \
             include, exclude, format, limits, cache, require",
            "2: `include`: expected a list of globs, found 2; ",
            "\"{b\": `include`: invalid glob `{b`: unclosed alternate group; missing '}' (maybe \
             escape '{' with '[{]'?); ",
            "\"loud\": `syntax`: expected \"deny\", \"warn\", \"hint\" or \"allow\", found \"loud\"; ",
            "no-humans: unknown lint `no-humans`; did you mean `no-human`?",
            "limit: unknown setting `limit`; did you mean `limits`?",
            "\"many\": `jobs`: expected a whole number of at least 1, found \"many\"; ",
            "max-position: unknown setting `max-position` in `limits`; did you mean \
             `max-positions`?",
            "-1: `max-memory`: expected a number of bytes, or a string such as \"1GiB\", found -1; ",
            "[1]: `time-limit`: expected a string such as \"10s\" or \"2min\", found a list; ",
            "\"{c\": `paths`: invalid glob `{c`: unclosed alternate group; missing '}' (maybe \
             escape '{' with '[{]'?); ",
            "path: unknown setting `path`; did you mean `paths`?",
            "jobs: `jobs` is not allowed in `[[overrides]]`; set it at the top of the file",
            "[[overrides]]: missing `paths` in `[[overrides]]`; add the files it applies to, as in \
             `paths = [\"hard/**\"]`",
            "\"auhtor\": `keys`: unknown key `auhtor`; did you mean `author`?; ",
            "\"9..2\": `moves`: empty range \"9..2\"; write the smaller number first; ",
            "unqiue: unknown setting `unqiue` in `require`; did you mean `unique`?",
        ]
    );
    let settings = serde_json::json!({"limits": {"maxPosition": 3}, "exclude": []});
    let invalid = Config::from_editor(&settings).unwrap_err();
    assert_eq!(
        invalid.to_string(),
        "unknown setting `exclude`: the settings are lints, log, answers, hoverMap, format, \
         limits, require; unknown setting `maxPosition` in `limits`: did you mean \
         `maxPositions`?"
    );
}

#[test]
fn merge_prefers_the_first_config_per_setting() {
    let one = config("[lints]\nsyntax = \"warn\"");
    let other = "[lints]\nsyntax = \"hint\"\nsolvable = \"hint\"\n[limits]\njobs = 3";
    let both = one.or(&config(other));
    assert_eq!(both.levels().get(Lint::Syntax), Level::Warn);
    assert_eq!(both.levels().get(Lint::Solvable), Level::Hint);
    assert_eq!(both.jobs.get().unwrap().get(), 3);
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
    assert!(!asks(
        "require.all-robots = true\nlints.idle-robot = \"allow\"",
        true
    ));
}

#[test]
fn first_source_of_a_file_sets_its_format() {
    let read = layer(
        "[[source]]\nformat = \"lunar-digits\"\ninclude = [\"*.txt\"]\n\
         [[source]]\nformat = \"jsonl\"\ninclude = [\"a.*\"]\n",
    );
    let read = read.unwrap();
    let format = |path: &str| read.format_of(Path::new(path)).map(|format| format.name);
    assert_eq!(format("/p/x/a.txt"), Some("lunar-digits"));
    assert_eq!(format("/p/a.json"), Some("jsonl"));
    assert_eq!(format("/p/b.json"), None);
    let faults_of = |text: &str| {
        let faults = layer(text).unwrap_err().faults;
        faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert!(
        faults_of("[[source]]\nformat = \"jsonl\"\n").contains("missing `include` in `[[source]]`")
    );
    assert!(
        faults_of("[source]\nformat = \"jsonl\"\n")
            .contains("`source`: expected tables `[[source]]`, found a table")
    );
    assert!(
        faults_of("[[source]]\nformat = \"pddl\"\ninclude = [\"*\"]\nfrom = 1\n")
            .contains("unknown setting `from` in `source`")
    );
}
