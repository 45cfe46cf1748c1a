//! Checks of untrusted branches: their content must not weaken the check.

use super::folder::{CLEAN, DIRTY, Ended, Folder, WARNED};

/// A puzzle that needs more than one position.
const HARDER: &str =
    "puzzle ricochet \"Round\"\n  moves: 2\n  board:\n    R . .\n    . . .\n    . . r\n";

/// Returns a branch whose configuration and comments hide all errors.
fn branch() -> Folder {
    Folder::of(&[
        (
            "carom.toml",
            "root = true\nexclude = [\"excluded.carom\"]\n[lints]\nmoves-mismatch = \"allow\"\n",
        ),
        ("allowed.carom", DIRTY),
        ("excluded.carom", &DIRTY.replace(". .", ". . . . . .")),
        ("ignored.carom", &DIRTY.replace(". .", ". . . .")),
        (".ignore", "ignored.carom\n"),
        (
            "limited/carom.toml",
            "root = true\n[limits]\nmax-positions = 1\n[lints]\nunknown-answer = \"allow\"\n",
        ),
        ("limited/a.carom", &HARDER.replace("moves: 2", "moves: 9")),
        ("silenced.carom", &WARNED.replace("  moves", "  ; carom: allow trailing-moves\n  moves")),
        ("malformed/carom.toml", "root = true\n[lints]\nbad-glyph = \"allow\"\n"),
        ("malformed/a.carom", &CLEAN.replace('.', "?")),
    ])
}

fn codes(ended: &Ended) -> Vec<&str> {
    let mut codes: Vec<&str> = ended
        .out
        .split("\"code\":\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    codes.sort_unstable();
    codes
}

#[test]
fn branch_cannot_weaken_check() {
    let folder = branch();
    let lax = folder.run(&["check", "--format", "json"]);
    assert_eq!((codes(&lax), lax.code), (vec![], Some(0)));
    let strict = ["check", "--format=json", "--no-ignore", "--ignore-suppressions"];
    let ours = folder.path("../ours.toml");
    let ours = ours.parent().unwrap().join(format!("ours-{}.toml", std::process::id()));
    std::fs::write(&ours, "[lints]\ntrailing-moves = \"deny\"\n").unwrap();
    let ours_flag = format!("--config={}", ours.display());
    for (flag, warned) in [("--isolated", "warning"), (ours_flag.as_str(), "error")] {
        let ended = folder.run(&[&strict[..], &[flag]].concat());
        let mut expected = vec!["moves-mismatch"; 4];
        expected.extend(["bad-glyph", "trailing-moves"]);
        expected.sort_unstable();
        assert_eq!((codes(&ended), ended.code), (expected, Some(1)), "{flag}");
        let of_warned = ended.out.lines().find(|line| line.contains("trailing-moves"));
        let severity = format!("\"severity\":\"{warned}\"");
        assert!(of_warned.unwrap().contains(&severity), "{ended:?}");
    }
    std::fs::remove_file(ours).unwrap();
}

#[test]
fn summary_counts_malformed_puzzles() {
    let folder = branch();
    let summary = "1 puzzle in 1 file: 0 errors, 0 warnings; 1 malformed puzzle not solved\n";
    folder.run(&["check", "malformed"]).is(0, "", summary);
}

#[test]
fn globs_of_given_config_start_at_current_folder() {
    let folder = Folder::of(&[
        ("settings/ci.toml", "exclude = [\"old/\"]\n"),
        ("old/a.carom", DIRTY),
        ("new/a.carom", CLEAN),
        ("new/carom.toml", "not a configuration"),
    ]);
    let files = folder.run(&["check", "--config", "settings/ci.toml", "--files"]);
    files.is(0, "new/a.carom\n", "");
    let isolated = folder.run(&["check", "--isolated", "--files"]);
    isolated.is(0, "new/a.carom\nold/a.carom\n", "");
    let missing = folder.run(&["check", "--config", "none.toml", "new"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("--> none.toml"), "{missing:?}");
    let both = folder.run(&["check", "--isolated", "--config", "settings/ci.toml"]);
    assert_eq!(both.code, Some(2));
}

/// All commands that read configurations accept `--config`.
#[test]
fn every_command_accepts_config() {
    let folder = Folder::of(&[
        ("a.carom", HARDER),
        ("carom.toml", "not a configuration"),
        ("ci.toml", "[limits]\nmax-positions = 1\n"),
    ]);
    for command in [&["solve"][..], &["fmt", "--check"], &["stats"], &["check"], &["config"]] {
        assert_eq!(folder.run(command).code, Some(2), "{command:?}");
        let isolated = folder.run(&[command, &["--isolated"]].concat());
        assert_eq!(isolated.code, Some(0), "{isolated:?}");
    }
    let limited = folder.run(&["solve", "--config", "ci.toml"]);
    assert!(limited.out.contains("unknown"), "{limited:?}");
    let config = folder.run(&["config", "--config", "ci.toml"]);
    assert!(config.out.contains("max-positions = 1\n"), "{config:?}");
}

/// The limit counts the puzzles in order, so the number of threads does not matter.
#[test]
fn total_positions_limit_the_run() {
    let folder = Folder::of(&[
        ("a.carom", HARDER),
        ("b.carom", HARDER),
        ("c.carom", HARDER),
        ("d.carom", "puzzle lunar\n"),
    ]);
    let run = |jobs: &str, total: &str| {
        let limits = ["--jobs", jobs, "--total-positions", total];
        let ended = folder.run(&[&["check", "--format", "json"][..], &limits].concat());
        (ended.code, ended.out, ended.err)
    };
    let (code, out, err) = run("1", "1");
    assert_eq!(code, Some(2), "{out}{err}");
    let unsolved = "the run reached its limit of 1 position before this puzzle";
    assert_eq!(out.matches(unsolved).count(), 2, "{out}");
    let error = "error: the run reached its limit of 1 position, and left 2 puzzles unsolved; \
                 the slowest:\n  a.carom:";
    assert!(err.contains(error), "{err}");
    assert_eq!(run("4", "1"), (code, out, err));
    let (code, out, _) = run("4", "1000000");
    assert_eq!(code, Some(1), "{out}");
    assert!(!out.contains("unknown-answer"), "{out}");
    folder.write("carom.toml", b"limits.total-positions = 1\n");
    assert_eq!(folder.run(&["check"]).code, Some(2));
}

#[test]
fn reading_commands_write_nothing() {
    let folder = branch();
    folder.write("tabs.carom", CLEAN.replace("    @", "\t@").as_bytes());
    let texts = || {
        let names = folder.names().into_iter();
        let files = names.filter(|name| folder.path(name).is_file());
        files.map(|name| (folder.read(&name), name)).collect::<Vec<_>>()
    };
    let before = texts();
    for command in [
        "check",
        "check --no-ignore --isolated",
        "check --fix=claims --diff",
        "fmt --check",
        "fmt --diff",
        "solve",
        "stats",
        "config",
    ] {
        let command: Vec<&str> = command.split(' ').collect();
        let ended = folder.run(&command);
        assert!(ended.code.is_some(), "{ended:?}");
        assert_eq!(texts(), before, "{command:?}");
    }
}

#[cfg(unix)]
#[test]
fn linked_configuration_reveals_nothing() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("secret.txt", "password = \"1234\"\n")]);
    std::os::unix::fs::symlink("secret.txt", folder.path("carom.toml")).unwrap();
    let ended = folder.run(&["check"]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("not named carom.toml"), "{}", ended.err);
    assert!(!ended.err.contains("1234"), "{}", ended.err);
}
