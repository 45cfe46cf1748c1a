use std::path::Path;

use super::*;
use crate::analysis::{Demands, Level, Lint};
use crate::text::LineEnding;

fn layer(text: &str) -> Result<Layer, Broken> {
    Layer::read(Path::new("/p/carom.toml"), Path::new("/p"), text)
}

/// What a text says of a file beside it.
fn config(text: &str) -> Config {
    layer(text).unwrap().of(Path::new("/p/a.carom"))
}

/// Values without their places.
fn values(config: &Config) -> Vec<(Name, Value)> {
    let held = Name::of_files().filter_map(|name| Some((name, config.get(name)?.value.clone())));
    held.collect()
}

#[test]
fn a_file_and_settings_mean_the_same() {
    let toml = "[lints]\nduplicate-name = \"allow\"\n[limits]\nmax-positions = 5\nmax-memory = \"1KiB\"\ntime-limit = \"2s\"\n";
    let settings = serde_json::json!({
        "lints": {"duplicate-name": "allow"},
        "limits": {"maxPositions": 5, "maxMemory": 1024, "timeLimit": "2s"},
    });
    let config = config(toml);
    let of_editor = Config::from_settings(&settings).unwrap();
    assert_eq!(values(&of_editor), values(&config));
    assert_eq!(config.max_memory(), Some(1024));
    assert_eq!(config.levels().get(Lint::DuplicateName), Level::Allow);
    assert_eq!(config.levels().get(Lint::Syntax), Level::Deny);
    let place = config.get(Name::of_lint(Lint::DuplicateName)).unwrap();
    assert_eq!(place.place.as_ref().unwrap().line, 2);
}

#[test]
fn each_setting_is_read_by_its_own_name() {
    let toml = "include = [\"a*\"]\nexclude = [\"ab*\"]\n[format]\nline-ending = \"lf\"\n[limits]\nmax-positions = 1\n\
                max-memory = 2\ntime-limit = \"3s\"\njobs = 4\n[cache]\nmax-size = 5\n[require]\n\
                keys = [\"author\", \"x-a\"]\nmoves = \"5..\"\nunique = true\nall-robots = true\n";
    let config = config(toml);
    assert_eq!(config.line_ending(), LineEnding::Lf);
    assert_eq!(config.max_positions(), Some(1));
    assert_eq!(config.max_memory(), Some(2));
    assert_eq!(config.time_limit().unwrap().as_secs(), 3);
    assert_eq!(config.jobs(), Some(4));
    assert_eq!(config.cache_size(), Some(5));
    let demands = Demands {
        keys: vec!["author".to_owned(), "x-a".to_owned()],
        moves: "5..".parse().ok(),
        is_unique: true,
        all_robots: true,
    };
    assert_eq!(config.demands(), demands);
    let takes = |name: &str| config.takes(Path::new(name));
    assert!(takes("/p/a.carom") && !takes("/p/ab.carom") && !takes("/p/b.carom"));
    let settings = serde_json::json!({"log": "debug", "hoverMap": false});
    let settings = Config::from_settings(&settings).unwrap();
    assert_eq!(settings.log(), Some("debug"));
    assert_eq!(
        (settings.hover_map(), config.hover_map()),
        (Some(false), None)
    );
    // No setting is left out above.
    assert_eq!(values(&config).len() + 3, SETTINGS.len());
    let names = Name::of_files().filter(|name| config.get(*name).is_some());
    assert!(names.eq(Name::of_files().take(SETTINGS.len() - 3)));
}

#[test]
fn the_last_override_of_a_file_wins_and_the_rest_stands() {
    let layer = layer(
        "[limits]\nmax-positions = 1\njobs = 2\n[[overrides]]\npaths = [\"hard/**\"]\n\
         limits.max-positions = 3\nlints.syntax = \"hint\"\n[[overrides]]\n\
         paths = [\"x.*\"]\n[overrides.limits]\nmax-positions = 4\n",
    );
    let layer = layer.unwrap();
    let of = |path: &str| {
        let config = layer.of(Path::new(path));
        let level = config.levels().get(Lint::Syntax);
        (config.max_positions(), config.jobs(), level)
    };
    assert_eq!(of("/p/a.carom"), (Some(1), Some(2), Level::Deny));
    assert_eq!(of("/p/hard/a.carom"), (Some(3), Some(2), Level::Hint));
    assert_eq!(of("/p/hard/x.carom"), (Some(4), Some(2), Level::Hint));
    assert_eq!(of("/p/x.carom"), (Some(4), Some(2), Level::Deny));
    assert_eq!(of("/hard/a.carom").0, Some(1));
}

#[test]
fn what_cannot_be_meant_is_broken() {
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
fn all_that_is_wrong_is_told_at_once_with_its_place_and_what_was_meant() {
    let text = "colour = 1\ninclude = [\"a\", 2, \"{b\"]\n[lints]\nsyntax = \"loud\"\n\
                no-humans = \"allow\"\n[limit]\n[limits]\njobs = \"many\"\nmax-position = 3\n\
                max-memory = -1\n[[overrides]]\npaths = [\"{c\"]\npath = [\"d\"]\n\
                limits.jobs = 3\n[[overrides]]\n[require]\nkeys = [\"auhtor\", \"x-a\"]\n\
                moves = \"9..2\"\nunqiue = true\n";
    let broken = layer(text).unwrap_err();
    let told = broken.faults.iter().map(|fault| {
        let place = fault.span.clone().map(|span| &text[span]);
        let help = fault.help.as_deref().unwrap_or_default();
        format!("{}: {}; {help}", place.unwrap_or_default(), fault.message)
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "colour: there is no setting `colour`; the settings are root, overrides, source, lints, \
             include, exclude, format, limits, cache, require",
            "2: `include` holds texts, not a number; ",
            "\"loud\": `loud` is no level; the levels are deny, warn, hint, allow",
            "no-humans: unknown lint `no-humans`; did you mean `no-human`?",
            "limit: there is no setting `limit`; did you mean `limits`?",
            "\"many\": `jobs` is a whole number, not a text; ",
            "max-position: `limits` has no setting `max-position`; did you mean \
             `max-positions`?",
            "-1: `max-memory` is a number of bytes, or a text such as \"1GiB\", not such a \
             number; ",
            "\"{c\": `{c` is no glob: unclosed alternate group; missing '}' (maybe escape '{' \
             with '[{]'?); ",
            "path: there is no setting `path`; did you mean `paths`?",
            "jobs: `jobs` does not stand in an override; set it at the top of the file",
            "[[overrides]]: an override has no `paths`; say which files it is for, as in \
             `paths = [\"hard/**\"]`",
            "\"auhtor\": there is no key `auhtor`; did you mean `author`?",
            "\"9..2\": `9..2` is no range; the first number is the smaller one",
            "unqiue: `require` has no setting `unqiue`; did you mean `unique`?",
        ]
    );
    let settings = serde_json::json!({"limits": {"maxPosition": 3}, "exclude": []});
    let broken = Config::from_settings(&settings).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "there is no setting `exclude`: the settings are lints, log, answers, hoverMap, format, limits, require; `limits` \
         has no setting `maxPosition`: did you mean `maxPositions`?"
    );
}

#[test]
fn the_first_of_two_wins_key_by_key() {
    let one = config("[lints]\nsyntax = \"warn\"");
    let other = "[lints]\nsyntax = \"hint\"\nsolvable = \"hint\"\n[limits]\njobs = 3";
    let both = one.or(&config(other));
    assert_eq!(both.levels().get(Lint::Syntax), Level::Warn);
    assert_eq!(both.levels().get(Lint::Solvable), Level::Hint);
    assert_eq!(both.jobs(), Some(3));
}

#[test]
fn who_demands_that_all_robots_move_wants_more_than_a_hint_unless_he_says_so() {
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
fn files_are_of_the_form_that_is_said_of_them_first() {
    let read = layer(
        "[[source]]\nform = \"lunar-digits\"\ninclude = [\"*.txt\"]\n\
         [[source]]\nform = \"jsonl\"\ninclude = [\"a.*\"]\n",
    );
    let read = read.unwrap();
    let form = |path: &str| read.form_of(Path::new(path)).map(|form| form.name);
    assert_eq!(form("/p/x/a.txt"), Some("lunar-digits"));
    assert_eq!(form("/p/a.json"), Some("jsonl"));
    assert_eq!(form("/p/b.json"), None);
    let told = |text: &str| {
        let faults = layer(text).unwrap_err().faults;
        faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert!(
        told("[[source]]\nform = \"jsonl\"\n").contains("a source has a `form` and an `include`")
    );
    assert!(
        told("[source]\nform = \"jsonl\"\n")
            .contains("`source` is written `[[source]]`, not a table")
    );
    assert!(
        told("[[source]]\nform = \"pddl\"\ninclude = [\"*\"]\nfrom = 1\n")
            .contains("`source` has no setting `from`")
    );
}
