//! `carom check --since` and `--staged` in real repositories, compared with a plain definition.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::folder::{CLEAN, DIRTY, Ended, Folder, WARNED};
use crate::cases::cases;

/// Runs git with a neutral identity and without user settings.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=Anna", "-c", "user.email=anna@example.org"])
        .args(["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

fn commit(folder: &Folder) {
    git(&folder.path(""), &["add", "--all"]);
    git(&folder.path(""), &["commit", "--quiet", "--allow-empty", "--message", "."]);
}

/// Creates a repository with these files in its first commit.
pub(super) fn repository(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::of(files);
    git(&folder.path(""), &["init", "--quiet"]);
    commit(&folder);
    folder
}

fn codes(ended: &Ended) -> Vec<(String, String)> {
    let lines = ended.out.lines().map(|line| serde_json::from_str(line).unwrap());
    let reports = lines.filter(|line: &Value| line.get("code").is_some());
    let codes = reports.map(|report| {
        let text = |name: &str| report[name].as_str().unwrap_or_default().to_owned();
        (text("puzzle"), text("code"))
    });
    codes.collect()
}

fn since(folder: &Folder, arguments: &[&str]) -> Ended {
    folder.run(&[&["check", "--format", "json", "--since"], arguments].concat())
}

#[test]
fn unchanged_repository_succeeds() {
    let folder = repository(&[("a.carom", DIRTY)]);
    folder.run(&["check", "--since", "HEAD"]).is(
        0,
        "",
        "0 puzzles in 0 files of the current folder: 0 errors, 0 warnings\n",
    );
}

#[test]
fn branch_without_commits_is_empty() {
    let folder = Folder::of(&[]);
    let root = folder.path("");
    git(&root, &["init", "--quiet"]);
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        folder.run(&[&["check", "--allow-empty"], &arguments[..]].concat()).code
    };
    let kinds = ["--since HEAD", "--since @", "--staged", "--staged --since HEAD"];
    assert_eq!(kinds.map(run), [Some(0); 4]);
    folder.write("a.carom", DIRTY.as_bytes());
    assert_eq!(kinds.map(run), [Some(1), Some(1), Some(0), Some(0)]);
    git(&root, &["add", "a.carom"]);
    assert_eq!(kinds.map(run), [Some(1); 4]);
    // A name of the branch is no revision yet.
    assert_eq!(["--since main", "--since HEAD^"].map(run), [Some(2); 2]);
    commit(&folder);
    assert_eq!(kinds.map(run), [Some(0), Some(0), Some(1), Some(0)]);
    // A commit may remove all files.
    git(&root, &["rm", "--quiet", "a.carom"]);
    assert_eq!(kinds.map(run), [Some(0); 4]);
    // A damaged branch is not one without commits.
    commit(&folder);
    folder.write("a.carom", CLEAN.as_bytes());
    let head = git(&root, &["rev-parse", "HEAD"]);
    let (start, rest) = head.trim().split_at(2);
    std::fs::remove_file(folder.path(".git/objects").join(start).join(rest)).unwrap();
    assert_eq!(run("--since HEAD"), Some(2));
}

#[test]
fn duplicate_is_reported_at_the_changed_puzzle() {
    let old = DIRTY.replace("moves: 3", "moves: 1");
    let named = |name: &str| old.replace("Two off", name);
    let folder = repository(&[("b.carom", &old), ("c.carom", &named("Old"))]);
    let places = || -> Vec<(String, String)> {
        let ended = since(&folder, &["HEAD"]);
        let reports = ended.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let reports = reports.filter(|report| report.get("code").is_some());
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        reports
            .map(|report| (text(&report["puzzle"]), text(&report["related"][0]["file"])))
            .collect()
    };
    assert_eq!(places(), []);
    // Before the old files, and between their puzzles.
    folder.write("a.carom", named("New").as_bytes());
    folder.write("b.carom", format!("{}\n{old}", named("Inserted")).as_bytes());
    let at = |puzzle: &str| (puzzle.to_owned(), "b.carom".to_owned());
    assert_eq!(places(), [at("New"), at("Inserted")]);
}

#[test]
fn only_changed_puzzles_are_checked() {
    let folder = repository(&[("a.carom", DIRTY), ("b.carom", WARNED)]);
    let nothing = since(&folder, &["HEAD"]);
    assert_eq!((codes(&nothing), nothing.code), (vec![], Some(0)));
    assert!(nothing.out.contains("\"files\":0,\"puzzles\":0"), "{}", nothing.out);
    let longer = format!("{DIRTY}\n{}", CLEAN.replace("moves: 1", "moves: 2"));
    folder.write("a.carom", longer.as_bytes());
    let wrong = [("One slide".to_owned(), "moves-mismatch".to_owned())];
    let changed = since(&folder, &["HEAD"]);
    assert_eq!((codes(&changed), changed.code), (wrong.to_vec(), Some(1)));
    assert!(changed.out.contains("\"files\":1,\"puzzles\":1"), "{}", changed.out);
    folder.run(&["check", "--since", "HEAD", "--files"]).is(0, "a.carom\n", "");
    // The result does not depend on whether the change is staged or committed.
    git(&folder.path(""), &["add", "--all"]);
    assert_eq!(codes(&since(&folder, &["HEAD"])), wrong);
    commit(&folder);
    assert_eq!(codes(&since(&folder, &["HEAD"])), []);
    assert_eq!(codes(&since(&folder, &["HEAD^"])), wrong);
    // The same from another folder, and for some of the files.
    folder.write("sub/c.carom", b"puzzle lunar\n");
    assert_eq!(codes(&since(&folder, &["HEAD^", "b.carom"])), []);
    let mut command = folder.command(&["check", "--format=json", "--since=HEAD^", ".."]);
    command.current_dir(folder.path("sub"));
    assert_eq!(codes(&super::folder::end(command, b"")).len(), 2);
}

#[test]
fn changed_foreign_puzzles_are_checked() {
    const ONE: &str = "0000100100010000001000002s4";
    const OTHER: &str = "0010010000000100000002010s4";
    let source = "[[source]]\nformat = \"lunar-digits\"\ninclude = [\"*.txt\"]\n";
    let cards = format!("{OTHER}\n");
    let folder = repository(&[("carom.toml", source), ("a.txt", &cards), ("b.txt", &cards)]);
    let places = |folder: &Folder, arguments: &[&str]| -> Vec<(String, u64)> {
        let ended = since(folder, arguments);
        let lines = ended.out.lines().map(|line| serde_json::from_str(line).unwrap());
        let wrong = lines
            .filter(|line: &Value| line["code"] == "moves-mismatch" || line["code"] == "syntax");
        let places = wrong.map(|found| {
            let file = found["file"].as_str().unwrap().to_owned();
            (file, found["start"]["line"].as_u64().unwrap())
        });
        places.collect()
    };
    let at = |file: &str, line| (file.to_owned(), line);
    assert_eq!(places(&folder, &["HEAD"]), []);
    // A card added before another one does not change it.
    folder.write(
        "a.txt",
        format!("{ONE}\n# new\n\n{}\n{OTHER}\n", ONE.replace("s4", "s5")).as_bytes(),
    );
    assert_eq!(places(&folder, &["HEAD"]), [at("a.txt", 4)]);
    assert_eq!(since(&folder, &["HEAD", "--files"]).out, "a.txt\n");
    // An unreadable card does not change its neighbours.
    folder.write("a.txt", format!("{OTHER}\n000\n").as_bytes());
    assert_eq!(places(&folder, &["HEAD"]), [at("a.txt", 2)]);
    // A puzzle moved to another file is unchanged; the format may be given, too.
    folder.write("a.txt", ONE.as_bytes());
    folder.write("c.txt", cards.as_bytes());
    assert_eq!(places(&folder, &["HEAD"]), []);
    assert_eq!(places(&folder, &["HEAD", "--from", "lunar-digits", "."]), []);
    folder.write("c.txt", format!("{cards}{cards}").as_bytes());
    assert_eq!(places(&folder, &["HEAD"]).len(), 1);
}

/// Other systems do not allow such file names.
#[cfg(target_os = "linux")]
#[test]
fn file_name_may_be_invalid_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::of(&[]);
    let file = folder.path("").join(OsStr::from_bytes(b"l\xff.carom"));
    std::fs::write(&file, DIRTY).unwrap();
    git(&folder.path(""), &["init", "--quiet"]);
    commit(&folder);
    let nothing = since(&folder, &["HEAD"]);
    assert_eq!((codes(&nothing), nothing.code), (vec![], Some(0)));
    std::fs::write(&file, format!("{DIRTY}\n{WARNED}")).unwrap();
    let trailing = ("Long".to_owned(), "trailing-moves".to_owned());
    assert_eq!(codes(&since(&folder, &["HEAD"])), [trailing]);
}

#[test]
fn changed_configuration_rechecks_puzzles() {
    let files = [("one/a.carom", WARNED), ("two/b.carom", DIRTY)];
    let folder = repository(&files);
    folder.write("one/carom.toml", b"[lints]\ntrailing-moves = \"deny\"\n");
    let trailing = [("Long".to_owned(), "trailing-moves".to_owned())];
    let changed = since(&folder, &["HEAD"]);
    assert_eq!((codes(&changed), changed.code), (trailing.to_vec(), Some(1)));
    commit(&folder);
    assert_eq!(codes(&since(&folder, &["HEAD"])), []);
    std::fs::remove_file(folder.path("one/carom.toml")).unwrap();
    assert_eq!(codes(&since(&folder, &["HEAD"])), trailing);
}

#[test]
fn shallow_clone_works_if_deep_enough() {
    let origin = repository(&[("a.carom", DIRTY)]);
    origin.write("b.carom", WARNED.as_bytes());
    commit(&origin);
    let url = format!("file://{}", origin.path("").display());
    let folder = Folder::of(&[]);
    for depth in ["1", "2"] {
        git(&folder.path(""), &["clone", "--quiet", "--depth", depth, &url, depth]);
    }
    let run = |depth: &str| {
        let mut command = folder.command(&["check", "--format", "json", "--since", "HEAD^"]);
        command.current_dir(folder.path(depth));
        super::folder::end(command, b"")
    };
    let trailing = ("Long".to_owned(), "trailing-moves".to_owned());
    assert_eq!(codes(&run("2")), [trailing]);
    let refused = run("1");
    assert_eq!(refused.code, Some(2));
    for part in ["--since HEAD^", "it is shallow", "fetch-depth: 0"] {
        assert!(refused.err.contains(part), "{}", refused.err);
    }
}

#[test]
fn submodule_is_compared_with_recorded_commit() {
    let inner = repository(&[("b.carom", WARNED)]);
    let folder = repository(&[("a.carom", CLEAN)]);
    let url = inner.path("").display().to_string();
    let add = ["submodule", "--quiet", "add", &url, "inner"];
    git(&folder.path(""), &add);
    let trailing = [("Long".to_owned(), "trailing-moves".to_owned())];
    assert_eq!(codes(&since(&folder, &["HEAD"])), trailing);
    commit(&folder);
    assert_eq!(codes(&since(&folder, &["HEAD"])), []);
    assert_eq!(codes(&since(&folder, &["HEAD^"])), trailing);
    // A hook runs with the outer repository in its environment.
    let mut command = folder.command(&["check", "--format=json", "--since=HEAD^"]);
    command.env("GIT_INDEX_FILE", ".git/index").env("GIT_DIR", ".git");
    assert_eq!(codes(&super::folder::end(command, b"")), trailing);
    inner.write("c.carom", DIRTY.as_bytes());
    commit(&inner);
    git(&folder.path("inner"), &["pull", "--quiet"]);
    let mismatch = [("Two off".to_owned(), "moves-mismatch".to_owned())];
    assert_eq!(codes(&since(&folder, &["HEAD"])), mismatch);
}

/// Writes a program that leaves a trace when it runs.
#[cfg(unix)]
fn write_program(folder: &Folder) -> String {
    use std::os::unix::fs::PermissionsExt;
    let program = folder.path("program");
    let script = format!("#!/bin/sh\ntouch {}\ncat\n", folder.path("was-run").display());
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program.to_str().unwrap().to_owned()
}

/// Git runs programs that the configuration of a repository names.
#[cfg(unix)]
#[test]
fn git_runs_no_configured_program() {
    let folder = repository(&[
        ("a.carom", CLEAN),
        (".gitattributes", "*.carom filter=a=b diff=x merge=x\n"),
    ]);
    let root = folder.path("");
    let program = write_program(&folder);
    let keys = [
        "alias.cat-file",
        "alias.diff",
        "alias.ls-tree",
        "browser.x.cmd",
        "core.alternateRefsCommand",
        "core.askPass",
        "core.editor",
        "core.fsmonitor",
        "core.gitProxy",
        "core.pager",
        "core.sshCommand",
        "credential.helper",
        "diff.external",
        "diff.x.command",
        "diff.x.textconv",
        "difftool.x.cmd",
        "filter.a=b.clean",
        "filter.a=b.process",
        "filter.a=b.smudge",
        "gpg.program",
        "gpg.ssh.program",
        "interactive.diffFilter",
        "man.x.cmd",
        "merge.x.driver",
        "mergetool.x.cmd",
        "pager.cat-file",
        "pager.diff",
        "pager.ls-tree",
        "remote.origin.uploadpack",
        "sequence.editor",
        "trailer.x.command",
        "uploadpack.packObjectsHook",
    ];
    for key in keys {
        git(&root, &["config", key, &program]);
    }
    for name in ["post-index-change", "reference-transaction", "fsmonitor-watchman"] {
        std::fs::create_dir_all(folder.path("hooks")).unwrap();
        std::fs::copy(&program, folder.path("hooks").join(name)).unwrap();
    }
    let hooks = folder.path("hooks").display().to_string();
    git(&root, &["config", "core.hooksPath", &hooks]);
    folder.write("a.carom", DIRTY.as_bytes());
    let _ = std::fs::remove_file(folder.path("was-run"));
    let mismatch = [("Two off".to_owned(), "moves-mismatch".to_owned())];
    assert_eq!(codes(&since(&folder, &["HEAD"])), mismatch);
    assert_eq!(codes(&since(&folder, &["HEAD", "--staged"])), []);
    assert!(!folder.path("was-run").exists());
}

/// In a partial clone, git fetches missing objects with configured programs.
#[cfg(unix)]
#[test]
fn git_fetches_no_missing_object() {
    for (url, key) in [
        ("ssh://example.invalid/x", "core.sshCommand"),
        ("git://example.invalid/x", "core.gitProxy"),
        (".", "remote.origin.uploadpack"),
        ("file:///", "remote.origin.uploadpack"),
        ("ext::./program", "remote.origin.vcs"),
    ] {
        let folder = repository(&[("a.carom", CLEAN)]);
        let root = folder.path("");
        let program = write_program(&folder);
        let value = if key == "remote.origin.vcs" { "ext" } else { &program };
        let blob = git(&root, &["rev-parse", "HEAD:a.carom"]);
        let (start, rest) = blob.trim().split_at(2);
        for (key, value) in [
            ("core.repositoryFormatVersion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"),
            ("remote.origin.url", url),
            ("protocol.allow", "always"),
            ("protocol.ext.allow", "always"),
            (key, value),
        ] {
            git(&root, &["config", key, value]);
        }
        std::fs::remove_file(folder.path(".git/objects").join(start).join(rest)).unwrap();
        folder.write("a.carom", DIRTY.as_bytes());
        for arguments in [["--since", "HEAD"], ["--staged", "--no-cache"]] {
            let ended = folder.run(&[&["check"], &arguments[..]].concat());
            assert_eq!(ended.code, Some(2), "{key}: {}", ended.err);
            assert!(!folder.path("was-run").exists(), "{key}");
        }
    }
}

#[test]
fn replaced_object_hides_no_change() {
    let folder = repository(&[("a.carom", CLEAN)]);
    let root = folder.path("");
    folder.write("a.carom", DIRTY.as_bytes());
    commit(&folder);
    git(&root, &["replace", "HEAD^", "HEAD"]);
    let mismatch = [("Two off".to_owned(), "moves-mismatch".to_owned())];
    assert_eq!(codes(&since(&folder, &["HEAD^"])), mismatch);
}

/// The settings of a repository may name files without an end.
#[cfg(unix)]
#[test]
fn git_reads_no_configured_file() {
    let folder = repository(&[("a.carom", CLEAN)]);
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for key in ["core.attributesFile", "diff.orderFile"] {
        git(&folder.path(""), &["config", key, &pipe.display().to_string()]);
    }
    folder.write("a.carom", DIRTY.as_bytes());
    let found = [("Two off".to_owned(), "moves-mismatch".to_owned())];
    assert_eq!(codes(&since(&folder, &["HEAD"])), found);
}

#[test]
fn since_sees_changes_hidden_from_git() {
    let folder = repository(&[("a.carom", CLEAN), ("b.carom", CLEAN), ("c.carom", CLEAN)]);
    let root = folder.path("");
    git(&root, &["update-index", "--assume-unchanged", "a.carom"]);
    git(&root, &["update-index", "--skip-worktree", "b.carom", "c.carom"]);
    assert_eq!(codes(&since(&folder, &["HEAD"])), []);
    folder.write("a.carom", DIRTY.as_bytes());
    folder.write("b.carom", WARNED.as_bytes());
    std::fs::remove_file(folder.path("c.carom")).unwrap();
    let found = [("Two off", "moves-mismatch"), ("Long", "trailing-moves")]
        .map(|(puzzle, code)| (puzzle.to_owned(), code.to_owned()));
    assert_eq!(codes(&since(&folder, &["HEAD"])), found);
}

#[test]
fn nested_repository_is_compared_with_recorded_commit() {
    let folder = repository(&[("a.carom", CLEAN)]);
    let inner = folder.path("inner");
    folder.write("inner/b.carom", WARNED.as_bytes());
    git(&inner, &["init", "--quiet"]);
    let commit_inner = || {
        git(&inner, &["add", "--all"]);
        git(&inner, &["commit", "--quiet", "--message", "."]);
    };
    commit_inner();
    let trailing = ("Long".to_owned(), "trailing-moves".to_owned());
    assert_eq!(codes(&since(&folder, &["HEAD"])), [trailing]);
    // The outer repository records a commit of it, but it is no submodule.
    commit(&folder);
    assert_eq!(codes(&since(&folder, &["HEAD"])), []);
    folder.write("inner/c.carom", DIRTY.as_bytes());
    commit_inner();
    let mismatch = ("Two off".to_owned(), "moves-mismatch".to_owned());
    assert_eq!(codes(&since(&folder, &["HEAD"])), [mismatch]);
    // Inside, revisions are those of the inner repository.
    let mut command = folder.command(&["check", "--format=json", "--since=HEAD"]);
    command.current_dir(&inner);
    assert_eq!(codes(&super::folder::end(command, b"")), []);
}

fn staged(folder: &Folder, arguments: &[&str]) -> Ended {
    folder.run(&[&["check", "--format", "json", "--staged"], arguments].concat())
}

#[test]
fn staged_files_are_those_of_the_index() {
    let folder = repository(&[("a.carom", CLEAN), ("b.carom", CLEAN), ("sub/c.carom", WARNED)]);
    let root = folder.path("");
    let mismatch = ("Two off".to_owned(), "moves-mismatch".to_owned());
    let trailing = ("Long".to_owned(), "trailing-moves".to_owned());
    // The index is wrong, and the disk is right.
    folder.write("a.carom", DIRTY.as_bytes());
    git(&root, &["add", "a.carom"]);
    folder.write("a.carom", CLEAN.as_bytes());
    // The index is right, and the disk is wrong.
    folder.write("b.carom", DIRTY.as_bytes());
    // This file is not in the index, and that one not on disk.
    folder.write("untracked.carom", DIRTY.as_bytes());
    std::fs::remove_dir_all(folder.path("sub")).unwrap();
    let found = staged(&folder, &[]);
    assert_eq!(codes(&found), [mismatch.clone(), trailing.clone()]);
    let files = folder.run(&["check", "--staged", "--files"]);
    files.is(0, "a.carom\nb.carom\nsub/c.carom\n", "");
    assert_eq!(codes(&staged(&folder, &["sub/c.carom"])), [trailing]);
    for arguments in [["--exclude", "sub"], ["--since", "HEAD"]] {
        let found = codes(&staged(&folder, &arguments));
        assert_eq!(found.as_slice(), std::slice::from_ref(&mismatch), "{arguments:?}");
    }
    let missing = staged(&folder, &["untracked.carom"]);
    assert_eq!(missing.code, Some(2));
    let why = "untracked.carom: the file is not in the git index; `git add` stages it";
    assert!(missing.err.contains(why), "{}", missing.err);
    folder.write("a.carom", &vec![b';'; (16 << 20) + 1]);
    git(&root, &["add", "a.carom"]);
    let large = staged(&folder, &["a.carom", "b.carom"]);
    assert_eq!((codes(&large), large.code), (vec![], Some(2)));
    let why = "a.carom: the file is larger than 16 MiB; split it";
    assert!(large.err.contains(why), "{}", large.err);
    let outside = Folder::of(&[("a.carom", DIRTY)]);
    let refused = staged(&outside, &[]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("in no git repository"), "{}", refused.err);
}

#[test]
fn staged_configuration_applies() {
    let allow = "[lints]\ntrailing-moves = \"allow\"\n";
    let source = "[[source]]\nformat = \"lunar-digits\"\ninclude = [\"*.txt\"]\n";
    let folder = repository(&[("sub/a.carom", WARNED), ("b.txt", "no card\n")]);
    let trailing = [("Long".to_owned(), "trailing-moves".to_owned())];
    folder.write("sub/carom.toml", allow.as_bytes());
    assert_eq!(codes(&staged(&folder, &[])), trailing);
    git(&folder.path(""), &["add", "sub"]);
    folder.write("sub/carom.toml", b"");
    assert_eq!(codes(&staged(&folder, &[])), []);
    assert_eq!(codes(&staged(&folder, &["--isolated"])), trailing);
    // A changed configuration changes its puzzles.
    folder.write("sub/carom.toml", b"lints.trailing-moves = \"deny\"\n");
    git(&folder.path(""), &["add", "sub"]);
    folder.write("sub/carom.toml", allow.as_bytes());
    assert_eq!(codes(&staged(&folder, &["--since", "HEAD"])), trailing);
    folder.write("carom.toml", source.as_bytes());
    git(&folder.path(""), &["add", "carom.toml"]);
    std::fs::remove_file(folder.path("carom.toml")).unwrap();
    assert_eq!(staged(&folder, &["--isolated", "--allow", "trailing-moves"]).code, Some(0));
    let foreign = staged(&folder, &[]);
    assert!(foreign.out.contains("b.txt"), "{}", foreign.out);
}

/// Git gives hooks the index of the commit, which `git commit --all` and `git commit PATH`
/// do not write to `.git/index` before the hook has succeeded.
#[cfg(unix)]
#[test]
fn hook_checks_what_is_committed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = repository(&[("a.carom", CLEAN), ("b.carom", WARNED)]);
    let root = folder.path("");
    let hook = folder.path(".git/hooks/pre-commit");
    let script =
        format!("#!/bin/sh\nexec '{}' check --staged --since HEAD\n", env!("CARGO_BIN_EXE_carom"));
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(&hook, script).unwrap();
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
    let commit = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(["-c", "user.name=Anna", "-c", "user.email=anna@example.org"])
            .args(["commit", "--quiet", "--message", "."])
            .args(arguments)
            .current_dir(&root)
            .output();
        output.unwrap().status.success()
    };
    folder.write("a.carom", DIRTY.as_bytes());
    assert!(!commit(&["--all"]));
    assert!(!commit(&["a.carom"]));
    // Other changes are not committed.
    folder.write("b.carom", CLEAN.as_bytes());
    assert!(commit(&["b.carom"]));
    git(&root, &["add", "a.carom"]);
    folder.write("a.carom", CLEAN.as_bytes());
    assert!(!commit(&[]));
    assert!(commit(&["--all", "--allow-empty"]));
}

#[test]
fn unknown_revision_is_an_error() {
    let folder = repository(&[("a.carom", DIRTY)]);
    for (name, why) in [
        ("nobody", "the repository has no such revision"),
        ("--all", "that is no revision"),
        ("", "that is no revision"),
        ("HEAD:a.carom", "the repository has no such revision"),
    ] {
        let argument = format!("--since={name}");
        let refused = folder.run(&["check", &argument]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{name}");
        assert!(refused.err.contains(why), "{name}: {}", refused.err);
        let listed = folder.run(&["check", "--files", &argument]);
        assert_eq!(listed.code, Some(2));
    }
    let outside = Folder::of(&[("a.carom", DIRTY)]);
    let refused = outside.run(&["check", "--since", "HEAD"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("a.carom: --since HEAD: the file is in no git repository"));
}

/// Correct and wrong puzzles, some of them duplicates.
const PUZZLES: [&str; 9] = [
    CLEAN,
    DIRTY,
    WARNED,
    "puzzle lunar \"Mirrored\"\n  board:\n    A + . @\n",
    "puzzle lunar \"Two off\"\n  board:\n    A + . . @ ; carom: allow duplicate-puzzle\n",
    "puzzle lunar \"Silent\" ; carom: allow moves-mismatch\n  moves: 9\n  board:\n    @ . . + B\n",
    "puzzle lunar \"Idle\" ; carom: allow solvable\n  moves: 2\n  board:\n    @ . + Q . .\n",
    "puzzle ricochet\n  moves: 1\n  board:\n    R . r\n",
    "puzzle lunar \"Torn\"\n  board:\n    @ +\n    A\n",
];

const HEADS: [&str; 4] = [
    "",
    "title: A deck\n\n",
    "rules: bounce\n; carom: allow moves-mismatch\n\n",
    "titel: B\n; carom: allow no-robot\n\n",
];

const FILES: [&str; 6] =
    ["a.carom", "b.carom", "one/c.carom", "one/d.carom", "two/e f.carom", "two/ü.carom"];

const CONFIGURATIONS: [&str; 3] = ["carom.toml", "one/carom.toml", "two/carom.toml"];

const LEVELS: [&str; 4] = [
    "",
    "[lints]\ntrailing-moves = \"deny\"\n",
    "[lints]\ntrailing-moves = \"allow\"\n",
    "[limits]\nmax-positions = 1\n",
];

/// A file: its head, and the indices of its puzzles.
type File = (usize, Vec<usize>);

/// The files of a repository, and its configurations.
type Tree = (BTreeMap<usize, File>, BTreeMap<usize, usize>);

fn trees() -> impl Strategy<Value = Tree> {
    let file = (0..HEADS.len(), vec(0..PUZZLES.len(), 0..5));
    let files = proptest::collection::btree_map(0..FILES.len(), file, 0..5);
    let configuration_of = (0..CONFIGURATIONS.len(), 0..LEVELS.len());
    let configurations = prop_oneof![
        3 => Just(BTreeMap::new()),
        1 => configuration_of.prop_map(|(place, levels)| BTreeMap::from([(place, levels)])),
    ];
    (files, configurations)
}

/// A change to the files.
#[derive(Clone, Debug)]
enum Step {
    Remove(usize),
    Move(usize, usize),
    Copy(usize, usize),
    Add(usize, usize),
    Drop(usize),
    Pass(usize, usize),
    Head(usize, usize),
    Configure(usize, Option<usize>),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let file = || 0..FILES.len();
    let levels = proptest::option::of(0..LEVELS.len());
    let step = prop_oneof![
        1 => file().prop_map(Step::Remove),
        3 => (file(), file()).prop_map(|(from, to)| Step::Move(from, to)),
        2 => (file(), file()).prop_map(|(from, to)| Step::Copy(from, to)),
        2 => (file(), 0..PUZZLES.len()).prop_map(|(file, puzzle)| Step::Add(file, puzzle)),
        1 => file().prop_map(Step::Drop),
        3 => (file(), file()).prop_map(|(from, to)| Step::Pass(from, to)),
        1 => (file(), 0..HEADS.len()).prop_map(|(file, head)| Step::Head(file, head)),
        1 => (0..CONFIGURATIONS.len(), levels)
            .prop_map(|(place, levels)| Step::Configure(place, levels)),
    ];
    vec(step, 0..8)
}

fn after(mut tree: Tree, steps: &[Step]) -> Tree {
    let (files, configurations) = &mut tree;
    for step in steps {
        match *step {
            Step::Remove(file) => {
                files.remove(&file);
            }
            Step::Move(from, to) => {
                if let Some(file) = files.remove(&from) {
                    files.insert(to, file);
                }
            }
            Step::Copy(from, to) => {
                if let Some(file) = files.get(&from).cloned() {
                    files.insert(to, file);
                }
            }
            Step::Add(file, puzzle) => files.entry(file).or_default().1.insert(0, puzzle),
            Step::Drop(file) => {
                files.entry(file).or_default().1.pop();
            }
            Step::Pass(from, to) => {
                let passed = files.get_mut(&from).and_then(|file| file.1.pop());
                files.entry(to).or_default().1.extend(passed);
            }
            Step::Head(file, head) => files.entry(file).or_default().0 = head,
            Step::Configure(place, Some(levels)) => {
                configurations.insert(place, levels);
            }
            Step::Configure(place, None) => {
                configurations.remove(&place);
            }
        }
    }
    tree
}

fn write(folder: &Folder, (files, configurations): &Tree) {
    for name in FILES.iter().chain(&CONFIGURATIONS) {
        let _ = std::fs::remove_file(folder.path(name));
    }
    for (&file, (head, puzzles)) in files {
        let puzzles = puzzles.iter().map(|&puzzle| PUZZLES[puzzle]);
        let text = format!("{}{}", HEADS[*head], puzzles.collect::<Vec<_>>().join("\n"));
        folder.write(FILES[file], text.as_bytes());
    }
    for (&place, &levels) in configurations {
        folder.write(CONFIGURATIONS[place], LEVELS[levels].as_bytes());
    }
}

/// Returns whether the configuration of a file differs.
fn has_changed_configuration(file: &str, before: &Tree, now: &Tree) -> bool {
    (0..CONFIGURATIONS.len()).any(|place| {
        let folder = CONFIGURATIONS[place].trim_end_matches("carom.toml");
        file.starts_with(folder) && before.1.get(&place) != now.1.get(&place)
    })
}

/// Returns the effective configuration of a file, the nearest first: the level of a lint, and
/// whether there is a limit. An empty configuration has no effect.
fn configuration_of(file: &str, tree: &Tree) -> (Option<usize>, bool) {
    let above = tree.1.iter().rev().filter(|&(&place, _)| {
        file.starts_with(CONFIGURATIONS[place].trim_end_matches("carom.toml"))
    });
    let levels: Vec<usize> = above.map(|(_, &levels)| levels).collect();
    let of_lint = levels.iter().find(|&&levels| LEVELS[levels].contains("trailing-moves"));
    let is_limited = levels.iter().any(|&levels| LEVELS[levels].contains("limits"));
    (of_lint.copied(), is_limited)
}

/// A head, or a puzzle under a head.
type Unit = (usize, Option<usize>);

/// The plain definition: returns the changed units by file and index; the head has index 0.
///
/// A unit equal to one in the same file under the same head is unchanged. The remaining units are
/// paired in the order of their paths if their text and configuration are equal.
fn changed_units(before: &Tree, now: &Tree) -> BTreeSet<(usize, usize)> {
    let units = |tree: &Tree, file: usize| {
        let Some((head, puzzles)) = tree.0.get(&file) else {
            return Vec::new();
        };
        let first = (!HEADS[*head].is_empty()).then_some((*head, None));
        [first]
            .into_iter()
            .chain(puzzles.iter().map(|&puzzle| Some((*head, Some(puzzle)))))
            .collect::<Vec<Option<Unit>>>()
    };
    let mut changed_units = BTreeSet::new();
    let mut removed: Vec<(Unit, usize)> = Vec::new();
    let mut new: Vec<(Unit, usize, usize)> = Vec::new();
    for (file, name) in FILES.iter().enumerate() {
        let mut old_units: Vec<Unit> = units(before, file).into_iter().flatten().collect();
        let is_reconfigured = has_changed_configuration(name, before, now);
        for (number, unit) in units(now, file).into_iter().enumerate() {
            let Some(unit) = unit else {
                continue;
            };
            if is_reconfigured {
                changed_units.insert((file, number));
            } else if let Some(place) = old_units.iter().position(|&one| one == unit) {
                old_units.remove(place);
            } else {
                new.push((unit, file, number));
            }
        }
        if !is_reconfigured {
            removed.extend(old_units.into_iter().map(|unit| (unit, file)));
        }
    }
    let mut new_heads = BTreeSet::new();
    // Files are sorted by path: the files of a folder come before its siblings.
    let mut order: Vec<usize> = (0..FILES.len()).collect();
    order.sort_by_key(|&file| Path::new(FILES[file]));
    new.sort_by_key(|&(_, file, number)| (order.iter().position(|&one| one == file), number));
    for (unit, file, number) in new {
        let alike = removed.iter().position(|&(one, from)| {
            one == unit && configuration_of(FILES[from], now) == configuration_of(FILES[file], now)
        });
        match alike {
            Some(place) if !new_heads.contains(&file) => {
                removed.remove(place);
            }
            _ => {
                changed_units.insert((file, number));
                if number == 0 {
                    new_heads.insert(file);
                }
            }
        }
    }
    // Under a new head, every puzzle is new.
    for file in new_heads {
        for number in 0..units(now, file).len() {
            changed_units.insert((file, number));
        }
    }
    changed_units
}

/// Returns the index of the unit that contains a line, counted from 1.
fn unit_at(text: &str, line: u64) -> usize {
    let lines = text.lines().take(usize::try_from(line).unwrap());
    lines.filter(|line| line.starts_with("puzzle")).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(5)))]

    #[test]
    fn since_matches_full_check_of_changed_units(
        before in prop_oneof![1 => Just(None), 4 => trees().prop_map(Some)],
        steps in steps(),
        is_emptied in prop_oneof![1 => Just(true), 7 => Just(false)],
        staged in select(vec![true, false]),
    ) {
        let folder = Folder::of(&[("README", "")]);
        git(&folder.path(""), &["init", "--quiet"]);
        if let Some(before) = &before {
            write(&folder, before);
            commit(&folder);
        }
        // A branch without a commit has no files.
        let before = before.unwrap_or_default();
        let now = if is_emptied { Tree::default() } else { after(before.clone(), &steps) };
        write(&folder, &now);
        if staged {
            git(&folder.path(""), &["add", "--all"]);
        }
        let changed_units = changed_units(&before, &now);
        let unit_of = |place: &Value, report: &Value| {
            let name = place.get("file").unwrap_or(&report["file"]).as_str().unwrap();
            let file = FILES.iter().position(|file| *file == name).unwrap();
            (file, unit_at(&folder.read(name), place["start"]["line"].as_u64().unwrap()))
        };
        let reports = |arguments: &[&str]| {
            let always = ["check", "--format", "json", "--allow-empty", "--hints"];
            let ended = folder.run(&[&always, arguments].concat());
            assert_eq!(ended.err, "");
            let lines = ended.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            lines.filter(|line| line.get("code").is_some()).collect::<Vec<_>>()
        };
        let is_duplicate =
            |report: &Value| report["code"].as_str().unwrap().starts_with("duplicate-");
        let mut expected = reports(&[]);
        expected.retain(|report| {
            !is_duplicate(report) && changed_units.contains(&unit_of(report, report))
        });
        // The sets of equal puzzles, in order: the first is related to all others.
        let mut equal = BTreeMap::new();
        for report in reports(&["--ignore-suppressions"]).iter().filter(|one| is_duplicate(one)) {
            let first = unit_of(&report["related"][0], report);
            let of_code = (report["code"].as_str().unwrap().to_owned(), first);
            equal.entry(of_code).or_insert_with(|| vec![first]).push(unit_of(report, report));
        }
        // Unchanged puzzles count as the earlier ones.
        let mut duplicates = BTreeSet::new();
        for ((code, _), mut units) in equal {
            units.sort_by_key(|unit| changed_units.contains(unit));
            for &(file, unit) in units.get(1..).unwrap_or_default() {
                let puzzle = now.0[&file].1[unit - 1];
                let is_allowed = PUZZLES[puzzle].contains(&format!("allow {code}"));
                if changed_units.contains(&(file, unit)) && !is_allowed {
                    duplicates.insert((code.clone(), (file, unit), units[0]));
                }
            }
        }
        let mut kinds = vec![vec!["--since", "HEAD"]];
        if staged {
            kinds.push(vec!["--since", "HEAD", "--staged"]);
            prop_assert_eq!(reports(&["--staged"]), reports(&[]));
        }
        for kind in kinds {
            let (of_duplicates, others): (Vec<Value>, Vec<Value>) =
                reports(&kind).into_iter().partition(is_duplicate);
            prop_assert_eq!(&others, &expected, "{:?} {:?} {:?}", before, now, changed_units);
            let found: Vec<_> = of_duplicates
                .iter()
                .map(|report| {
                    let code = report["code"].as_str().unwrap().to_owned();
                    (code, unit_of(report, report), unit_of(&report["related"][0], report))
                })
                .collect();
            prop_assert_eq!(found.len(), duplicates.len());
            let found: BTreeSet<_> = found.into_iter().collect();
            prop_assert_eq!(&found, &duplicates, "{:?} {:?} {:?}", before, now, changed_units);
        }
    }
}

#[test]
fn since_uses_given_config() {
    let folder = repository(&[
        ("a.carom", WARNED),
        ("carom.toml", "[limits]\njobs = 1\n"),
        ("ci.toml", "[limits]\njobs = 1\n"),
    ]);
    let files = |arguments: &[&str]| {
        let arguments = [&["check", "--files", "--since", "HEAD"], arguments].concat();
        folder.run(&arguments).out
    };
    folder.write("carom.toml", b"[limits]\njobs = 2\n");
    assert_eq!(files(&[]), "a.carom\n");
    for unaffected in [&["--isolated"][..], &["--config", "ci.toml"]] {
        assert_eq!(files(unaffected), "", "{unaffected:?}");
    }
    folder.write("ci.toml", b"[limits]\njobs = 2\n");
    assert_eq!(files(&["--config", "ci.toml"]), "a.carom\n");
    assert_eq!(files(&["--isolated"]), "");
}
