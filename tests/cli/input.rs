//! Input of the command: files, folders, standard input, and unusual texts.

use super::folder::{CLEAN, DIRTY, Folder, WARNED};

const ONE: &str = "1 puzzle in 1 file: 0 errors, 0 warnings\n";

/// The summary if no path is given.
const IN_FOLDER: &str = "1 puzzle in 1 file of the current folder: 0 errors, 0 warnings\n";

#[test]
fn missing_file_is_reported() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let missing = "error: missing.carom: no such file or folder\n";
    let arguments = ["missing.carom", "clean.carom"];
    let run = |command: &str| folder.run(&[&[command][..], &arguments].concat());
    run("check").is(2, "", &format!("{missing}{ONE}"));
    run("solve").is(2, "clean.carom:1: One slide: 1 move  @>\n", missing);
    let none = "0 files changed, 1 unchanged\n";
    run("fmt").is(2, "", &format!("{missing}{none}"));
    // It outweighs wrong puzzles.
    folder.write("clean.carom", DIRTY.as_bytes());
    assert_eq!(run("check").code, Some(2));
}

/// A repository may have carom as a submodule.
#[test]
fn carom_checkout_is_skipped_in_subfolders() {
    let root = env!("CARGO_MANIFEST_DIR");
    let folder = Folder::of(&[]);
    let run = |path: &str| folder.run(&["fmt", "--check", path]);
    let none =
        format!("error: no .carom file found in {root}; add `--allow-empty` if that is fine\n");
    let all = run(root);
    assert!(all.err.starts_with(&none), "{all:?}");
    assert_eq!(all.out, "");
    // A folder named as an argument is read.
    let examples = run(&format!("{root}/examples"));
    assert_eq!(examples.code, Some(0), "{examples:?}");
}

#[test]
fn current_folder_is_read_in_fixed_order() {
    let text = |name: &str, side: usize| {
        CLEAN.replace("One slide", name).replace(". +", &format!("{}+", ". ".repeat(side)))
    };
    let folder = Folder::of(&[
        ("b.carom", &text("b", 1)),
        ("a/z.carom", &text("z", 2)),
        ("c/x.carom", &text("x", 3)),
        ("D.carom", &text("D", 4)),
        ("notes.txt", "no puzzle"),
    ]);
    let all = "D.carom:1: D: 1 move  @>\na/z.carom:1: z: 1 move  @>\n\
               b.carom:1: b: 1 move  @>\nc/x.carom:1: x: 1 move  @>\n";
    folder.run(&["solve"]).is(0, all, "");
    let two = "c/x.carom:1: x: 1 move  @>\na/z.carom:1: z: 1 move  @>\n";
    folder.run(&["solve", "c", "a"]).is(0, two, "");
}

#[test]
fn ignore_files_do_not_apply_to_named_files() {
    let folder = Folder::of(&[
        (".gitignore", "drafts/\n"),
        ("levels/.ignore", "old*.carom\n"),
        ("drafts/a.carom", "nonsense"),
        ("levels/old1.carom", "nonsense"),
        ("levels/new.carom", CLEAN),
    ]);
    // Ignore files of git apply only within a repository.
    assert_eq!(folder.run(&["check"]).code, Some(1));
    folder.write(".git/HEAD", b"ref: refs/heads/main\n");
    folder.run(&["check"]).is(0, "", IN_FOLDER);
    folder.run(&["check", "levels"]).is(0, "", ONE);
    assert_eq!(folder.run(&["check", "levels/old1.carom"]).code, Some(1));
    let listed = |arguments: &[&str]| {
        let ended = folder.run(&[&["check", "--files"], arguments].concat());
        assert_eq!(ended.code, Some(0));
        ended.out
    };
    let missing = folder.run(&["check", "--files", "levels/new.carom", "nowhere.carom"]);
    let error = "error: nowhere.carom: no such file or folder\n";
    missing.is(2, "levels/new.carom\n", error);
    assert_eq!(listed(&[]), "levels/new.carom\n");
    let all = "drafts/a.carom\nlevels/new.carom\nlevels/old1.carom\n";
    assert_eq!(listed(&["--no-ignore"]), all);
    let some = ["--no-ignore", "--exclude", "drafts/", "--exclude", "**/old*"];
    assert_eq!(listed(&some), "levels/new.carom\n");
    let named = ["levels/old1.carom", "levels/new.carom", "--exclude", "old*"];
    assert_eq!(listed(&named), "levels/new.carom\n");
    let named = ["levels/old1.carom", "drafts/a.carom"];
    for glob in ["levels/", "levels", "/levels", "levels/**"] {
        let listed = listed(&[&named[..], &["--exclude", glob]].concat());
        assert_eq!(listed, "drafts/a.carom\n", "{glob}");
    }
    let back = folder.run(&["check", "--exclude", "levels/", "--exclude", "!levels/new.carom"]);
    let error = "error: --exclude !levels/new.carom: nothing is taken back here; \
                 a name that begins with `!` is `\\!levels/new.carom`\n";
    assert_eq!((back.code, back.out), (Some(2), String::new()));
    assert!(back.err.starts_with(error), "{}", back.err);
    folder.write("!odd.carom", b"nonsense");
    let odd = listed(&["--exclude", "\\!odd.carom"]);
    assert_eq!(odd, "levels/new.carom\n");
    std::fs::remove_file(folder.path("!odd.carom")).unwrap();
    let empty = folder.run(&["check", "--exclude", ""]);
    let error = "error: --exclude: an empty glob means no file\n";
    assert_eq!((empty.code, empty.out), (Some(2), String::new()));
    assert!(empty.err.starts_with(error), "{}", empty.err);
}

#[cfg(unix)]
#[test]
fn each_regular_file_counts_once() {
    use std::os::unix::fs::symlink;
    let folder = Folder::of(&[("real/clean.carom", CLEAN)]);
    symlink("real/clean.carom", folder.path("link.carom")).unwrap();
    let fifo = folder.path("pipe.carom");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    folder.run(&["check"]).is(0, "", IN_FOLDER);
    let paths = ["check", "real", "./real/clean.carom", "link.carom", "real/../real"];
    folder.run(&paths).is(0, "", ONE);
    symlink("nowhere.carom", folder.path("lost.carom")).unwrap();
    let error = "error: lost.carom: the link leads nowhere\n";
    folder.run(&["check"]).is(2, "", &format!("{error}{IN_FOLDER}"));
}

#[cfg(target_os = "linux")]
#[test]
fn endless_device_is_an_error() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let error = "error: /dev/zero: the device gives more than 16 MiB\n";
    for command in ["check", "solve", "fmt --check", "stats"] {
        let command: Vec<&str> = command.split(' ').collect();
        let ended = folder.run(&[&command[..], &["/dev/zero"]].concat());
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.err.starts_with(error), "{ended:?}");
    }
    let ended = folder.run(&["check", "/dev/zero", "clean.carom"]);
    ended.is(2, "", &format!("{error}{ONE}"));
    let mut command = folder.command(&["check", "-"]);
    let zero = std::fs::File::open("/dev/zero").unwrap();
    let output = command.stdin(zero).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: <stdin>: the device"), "{message}");
    // A pipe ends.
    let answer = "/dev/stdin:1: One slide: 1 move  @>\n";
    let ended = folder.feed(&["solve", "/dev/stdin"], CLEAN.as_bytes());
    ended.is(0, answer, "");
    let none = "error: no puzzles found in 1 file; add `--allow-empty` if that is fine\n\
                0 puzzles in 1 file: 0 errors, 0 warnings\n";
    folder.run(&["check", "/dev/null"]).is(2, "", none);
}

#[cfg(unix)]
#[test]
fn configuration_applies_through_links() {
    use std::os::unix::fs::symlink;
    let folder = Folder::of(&[
        ("z/z.carom", DIRTY),
        ("z/carom.toml", "root = true\n"),
        ("carom.toml", "[lints]\nmoves-mismatch = \"allow\"\n"),
    ]);
    symlink("z/z.carom", folder.path("a.carom")).unwrap();
    for paths in [&[][..], &["z"], &["a.carom", "z/z.carom"], &["z/z.carom", "a.carom"]] {
        let ended = folder.run(&[&["check"][..], paths].concat());
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.out.contains("--> z/z.carom:2:10\n"), "{ended:?}");
    }
    // If the file is not covered, its link is.
    folder.run(&["check", "a.carom"]).is(0, "", ONE);
}

#[test]
fn quiet_and_verbose_change_output() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    folder.run(&["check", "-q"]).is(0, "", "");
    let ended = folder.run(&["check", "-v"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(0), ""));
    assert!(ended.err.starts_with("clean.carom\n  line 1: solved, "), "{ended:?}");
}

#[test]
fn folder_may_be_named_like_a_file() {
    let folder = Folder::of(&[("x.carom/clean.carom", CLEAN)]);
    folder.run(&["check", "x.carom"]).is(0, "", ONE);
    folder.run(&["check"]).is(0, "", IN_FOLDER);
}

#[test]
fn invalid_utf_8_is_reported_with_its_byte() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    folder.write("latin.carom", b"title: x\r\ntitle: caf\xe9\r\n");
    let error = "error: latin.carom: not UTF-8: byte 0xE9 at offset 20, in line 2; \
                 save the file as UTF-8\n";
    folder.run(&["check"]).is(2, "", &format!("{error}{IN_FOLDER}"));
    let none = "0 files changed, 0 unchanged\n";
    let failed = format!("{error}{none}");
    folder.run(&["fmt", "latin.carom"]).is(2, "", &failed);
    let name = ["solve", "-", "--stdin-name", "latin.carom"];
    let ended = folder.feed(&name, b"title: x\r\ntitle: caf\xe9\r\n");
    ended.is(2, "", error);
}

#[test]
fn standard_input_has_a_name() {
    let folder = Folder::of(&[]);
    folder.feed(&["check", "-"], CLEAN.as_bytes()).is(0, "", ONE);
    folder.feed(&["solve", "-"], CLEAN.as_bytes()).is(0, "<stdin>:1: One slide: 1 move  @>\n", "");
    folder.feed(&["solve", "-", "--stdin-name", "a b.carom"], CLEAN.as_bytes()).is(
        0,
        "a b.carom:1: One slide: 1 move  @>\n",
        "",
    );
}

#[test]
fn redirected_file_is_read() {
    let folder = Folder::of(&[("a.carom", DIRTY), ("b/b.carom", CLEAN), ("list.txt", "")]);
    let run = |arguments: &[&str], input: &str| {
        let mut command = folder.command(arguments);
        command.stdin(std::fs::File::open(folder.path(input)).unwrap());
        let output = command.output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let answer = "<stdin>:1: One slide: 1 move  @>\n";
    assert_eq!(run(&["solve"], "b/b.carom"), answer);
    assert_eq!(run(&["fmt"], "b/b.carom"), CLEAN);
    // Other paths win, and a pipe may never end.
    assert!(run(&["solve", "a.carom"], "b/b.carom").starts_with("a.carom:1: "));
    assert!(folder.feed(&["solve"], CLEAN.as_bytes()).out.starts_with("a.carom:1: "));
}

#[test]
fn line_selects_its_puzzle() {
    let text = format!("{CLEAN}\n{DIRTY}");
    let folder = Folder::of(&[("a.carom", &text)]);
    let answer = "a.carom:6: Two off: 1 move  @>\n";
    for line in ["6", "9"] {
        let place = format!("a.carom:{line}");
        folder.run(&["solve", &place]).is(0, answer, "");
        let checked = folder.run(&["check", &place]);
        assert_eq!(checked.code, Some(1));
        assert!(
            checked.err.ends_with(
                "1 puzzle in 1 file: 1 error, 0 warnings; 1 with `--fix=claims` can be corrected\n"
            ),
            "{}",
            checked.err
        );
    }
    folder.run(&["check", "a.carom:1"]).is(0, "", "1 puzzle in 1 file: 0 errors, 0 warnings\n");
    for command in ["solve", "check"] {
        let beyond = folder.run(&[command, "a.carom:99"]);
        assert_eq!(beyond.code, Some(2));
        assert!(
            beyond.err.contains("a.carom: no line 99: the file has 10 lines"),
            "{}",
            beyond.err
        );
    }
    folder.write("a.carom", format!("title: Deck\n\n{text}").as_bytes());
    let none = "error: a.carom: no puzzle at line 1\n";
    folder.run(&["solve", "a.carom:1"]).is(2, "", none);
    // Only this puzzle is fixed.
    let wrong = CLEAN.replace("moves: 1", "moves: 4");
    folder.write("a.carom", format!("{wrong}\n{DIRTY}").as_bytes());
    folder.run(&["check", "--fix=claims", "a.carom:6"]);
    assert_eq!(
        folder.read("a.carom"),
        format!("{wrong}\n{}", DIRTY.replace("moves: 3", "moves: 1"))
    );
}

#[test]
fn empty_file_has_no_puzzle() {
    let folder = Folder::of(&[("empty.carom", "")]);
    let none = "error: no puzzles found in 1 file; add `--allow-empty` if that is fine\n";
    for command in ["check", "solve", "stats", "rate"] {
        for arguments in [&[command][..], &[command, "-"]] {
            let ended = folder.run(arguments);
            assert_eq!(ended.code, Some(2), "{arguments:?}");
            assert!(ended.err.starts_with(none), "{arguments:?}: {}", ended.err);
        }
        let ended = folder.run(&[command, "--allow-empty"]);
        assert_eq!(ended.code, Some(0), "{command}: {}", ended.err);
    }
    let none = "0 files of the current folder changed, 1 unchanged\n";
    folder.run(&["fmt"]).is(0, "", none);
    assert_eq!(folder.read("empty.carom"), "");
}

#[test]
fn pipe_needs_a_path() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    folder.feed(&["check"], DIRTY.as_bytes()).is(0, "", IN_FOLDER);
    assert_eq!(folder.feed(&["check", "-"], DIRTY.as_bytes()).code, Some(1));
}

#[test]
fn any_line_ending_is_accepted() {
    let report = |text: &str| {
        let folder = Folder::of(&[("a.carom", text)]);
        let ended = folder.run(&["check", "a.carom"]);
        (ended.out, ended.code)
    };
    let both = format!("{DIRTY}\n{}", WARNED.trim_end());
    let expected = report(&both);
    assert_eq!(expected.1, Some(1));
    assert!(expected.0.contains("--> a.carom:2:10\n"));
    assert!(expected.0.contains("--> a.carom:10:16\n"));
    assert_eq!(report(&both.replace('\n', "\r\n")), expected);
    assert_eq!(report(&both.replace('\n', "\r")), expected);
    assert_eq!(report(&format!("{both}\r")), expected);
    assert_eq!(report(&format!("\u{feff}{both}")), expected);
}

#[test]
fn columns_count_characters_and_carets_align() {
    let folder = Folder::of(&[(
        "a.carom",
        "\u{feff}puzzle lunar \"日本e\u{301}\u{1f916}\" oops\n  board:\n    @ +\n",
    )]);
    let ended = folder.run(&["check"]);
    let out = "\
error[syntax]: unexpected text after the name
 --> a.carom:1:22
  |
1 | puzzle lunar \"日本e\u{301}\u{1f916}\" oops
  |                        ^^^^
  |
  = help: start a comment with `;`

";
    assert_eq!(ended.out, out);
    let json = folder.run(&["check", "--format", "json"]).out;
    let place = "\"start\":{\"line\":1,\"column\":22,\"byte\":32},\"end\":{\"line\":1,\"column\":26,\"byte\":36}";
    assert!(json.contains(place), "{json}");
    let github = folder.run(&["check", "--format", "github"]).out;
    assert!(github.contains(",line=1,endLine=1,col=22,endColumn=25,"), "{github}");
}

#[test]
fn first_puzzle_is_found_after_byte_order_mark() {
    let folder = Folder::of(&[("a.carom", &format!("\u{feff}{CLEAN}"))]);
    let out = "a.carom:1: One slide: 1 move  @>\n";
    folder.run(&["solve", "--puzzle", "One slide"]).is(0, out, "");
}

#[test]
fn control_characters_are_escaped() {
    let text = "puzzle lunar \"\u{1b}[31m\" \u{1b}]0;x\u{7}\n  mov\u{8}es: 1\n  tags: a\u{9b}31m,,\n\
         board:\n    @ \u{1b} +\n";
    let folder = Folder::of(&[("a.carom", text)]);
    for arguments in [
        &["check"][..],
        &["check", "--fix", "--diff"],
        &["solve"],
        &["fmt", "--diff"],
        &["check", "--format", "json"],
    ] {
        let ended = folder.run(arguments);
        let raw = |text: &str| text.chars().any(|c| c.is_control() && c != '\n');
        assert!(!raw(&ended.out) && !raw(&ended.err), "{ended:?}");
    }
}

/// An untrusted branch may contain links to secrets, whose lines must not appear in a log.
#[cfg(unix)]
#[test]
fn links_out_of_named_paths_are_skipped() {
    use std::os::unix::fs::symlink;
    let folder = Folder::of(&[
        ("secret.yml", "password: 1\n"),
        ("other/b.carom", DIRTY),
        ("levels/a.carom", CLEAN),
    ]);
    symlink("../secret.yml", folder.path("levels/s.carom")).unwrap();
    symlink("/proc/self/environ", folder.path("levels/e.carom")).unwrap();
    symlink("../other/b.carom", folder.path("levels/b.carom")).unwrap();
    symlink("../other", folder.path("levels/other")).unwrap();
    let summary = format!("warning: 4 files skipped; `-v` lists them\n{ONE}");
    folder.run(&["check", "levels"]).is(0, "", &summary);
    let skipped = ["b.carom", "e.carom", "other", "s.carom"]
        .map(|name| format!("levels/{name}: skipped: the link leads out of the given paths\n"));
    let strict = folder.run(&["check", "--no-ignore", "levels"]);
    assert_eq!(strict.code, Some(2));
    for skipped in &skipped {
        assert!(strict.err.contains(&format!("error: {skipped}")), "{strict:?}");
    }
    let verbose = folder.run(&["check", "-v", "levels"]);
    assert!(verbose.err.starts_with(&skipped.concat()), "{verbose:?}");
    folder.run(&["fmt", "levels"]);
    assert_eq!(folder.read("secret.yml"), "password: 1\n");
    // Other paths are named, or the link itself.
    let both = folder.run(&["check", "--files", "levels", "other"]);
    let warning = "warning: 2 files skipped; `-v` lists them\n";
    both.is(0, "levels/a.carom\nother/b.carom\n", warning);
    let named = folder.run(&["check", "levels/b.carom"]);
    assert!(named.out.contains("--> levels/b.carom:2:10\n"), "{named:?}");
    // Messages about a configuration quote its lines, too.
    symlink("../secret.yml", folder.path("levels/carom.toml")).unwrap();
    let configured = folder.run(&["check", "levels"]);
    assert_eq!(configured.code, Some(2));
    assert!(!configured.err.contains("password"), "{configured:?}");
}

#[cfg(unix)]
#[test]
fn capitals_in_the_extension_are_reported() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("x.CAROM", DIRTY), ("y.txt", DIRTY)]);
    let skipped = "x.CAROM: skipped: the extension is not `.carom` in lower case\n";
    let verbose = folder.run(&["check", "-v"]);
    assert!(verbose.err.starts_with(skipped), "{verbose:?}");
    assert_eq!(verbose.code, Some(0));
    let strict = folder.run(&["check", "--no-ignore"]);
    assert!(strict.err.contains(&format!("error: {skipped}")), "{strict:?}");
    assert_eq!(strict.code, Some(2));
    assert_eq!(folder.run(&["check", "x.CAROM"]).code, Some(1));
}

#[test]
fn force_exclude_applies_to_named_files() {
    let folder = Folder::of(&[
        ("carom.toml", "root = true\nexclude = [\"old/\"]\n"),
        ("old/a.carom", DIRTY),
        ("b.carom", CLEAN),
    ]);
    assert_eq!(folder.run(&["check", "old/a.carom"]).code, Some(1));
    let forced = ["check", "--force-exclude", "old/a.carom", "b.carom"];
    folder.run(&forced).is(0, "", ONE);
    // A hook names only the changed files.
    assert_eq!(folder.run(&forced[..3]).code, Some(0));
    let before = folder.read("old/a.carom");
    folder.write("old/a.carom", before.replace("moves: ", "moves:").as_bytes());
    let fmt = folder.run(&["fmt", "--check", "--force-exclude", "old/a.carom"]);
    assert_eq!(fmt.code, Some(0), "{fmt:?}");
}

/// Ignore files that never end, such as devices and pipes without a writer.
#[cfg(target_os = "linux")]
#[test]
fn ignore_file_must_be_a_regular_file() {
    use std::os::unix::fs::symlink;
    let folder = Folder::of(&[("a/dirty.carom", DIRTY), ("b/clean.carom", CLEAN)]);
    symlink("/dev/zero", folder.path("a/.ignore")).unwrap();
    let error = "error: a/.ignore: not a regular file, or more than 128 KiB with the other \
                 ignore \
                 files; its folder is skipped (`--no-ignore` reads no ignore files)\n";
    folder.run(&["check"]).is(2, "", &format!("{error}{IN_FOLDER}"));
    assert_eq!(folder.run(&["check", "--no-ignore"]).code, Some(1));
    let fifo = folder.path(".gitignore");
    let made = std::process::Command::new("mkfifo").arg(fifo).status();
    assert!(made.unwrap().success());
    let below = folder.run(&["check", "b"]);
    assert_eq!(below.code, Some(2));
    assert!(below.err.contains(".gitignore: not a regular file"), "{below:?}");
}

#[test]
fn ignore_files_are_limited_together() {
    let folder = Folder::of(&[("a/clean.carom", CLEAN), ("b/dirty.carom", DIRTY)]);
    for place in ["a", "b"] {
        folder.write(&format!("{place}/.ignore"), "#\n".repeat(40_000).as_bytes());
    }
    let ended = folder.run(&["check"]);
    assert_eq!(ended.code, Some(2));
    let error = "error: b/.ignore: not a regular file, or more than 128 KiB with the other";
    assert!(ended.err.starts_with(error), "{}", ended.err);
    assert!(ended.err.ends_with(IN_FOLDER), "{}", ended.err);
}

#[cfg(unix)]
#[test]
fn fmt_does_not_wait_for_a_pipe() {
    let folder = Folder::of(&[("clean.carom", CLEAN)]);
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.unwrap().success());
    let ended = folder.run(&["fmt", "pipe", "clean.carom"]);
    let error = "error: pipe: not a regular file, so it cannot be rewritten\n";
    assert!(ended.err.starts_with(error), "{ended:?}");
    assert_eq!(ended.code, Some(2));
}
