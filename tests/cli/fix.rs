//! `carom check --fix`: what it fixes and which files it writes.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use super::folder::{CLEAN, DIRTY, Ended, Folder, WARNED};

fn fixed() -> String {
    DIRTY.replace("moves: 3", "moves: 1")
}

#[test]
fn fixed_diagnostics_are_not_reported() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    let err = "1 puzzle in 1 file of the current folder: 0 errors, 0 warnings; 1 fix applied\n";
    folder.run(&["check", "--fix=claims"]).is(0, "", err);
    assert_eq!(folder.read("dirty.carom"), fixed());
    assert_eq!(folder.names(), ["dirty.carom"], "temporary files remain");
    let err = "1 puzzle in 1 file of the current folder: 0 errors, 0 warnings; 0 fixes applied\n";
    folder.run(&["check", "--fix=claims"]).is(0, "", err);
}

#[test]
fn fix_keeps_all_other_bytes() {
    let odd = format!(
        "\u{feff}; 日本 e\u{301}\r\n\n{}\r; end \t",
        DIRTY.replace('\n', "\r\n").replace("board:", "board:  ; \u{1f916}")
    );
    let folder = Folder::of(&[("odd.carom", &odd)]);
    assert_eq!(folder.run(&["check", "--fix=claims"]).code, Some(0));
    assert_eq!(folder.read("odd.carom"), odd.replace("moves: 3", "moves: 1"));
}

#[test]
fn fix_filters_standard_input() {
    let folder = Folder::of(&[]);
    let input = format!("{DIRTY}{WARNED}");
    let ended =
        folder.feed(&["check", "--fix=claims", "-", "--stdin-name", "in.carom"], input.as_bytes());
    assert_eq!(ended.out, format!("{}{WARNED}", fixed()));
    assert!(ended.err.starts_with("warning[trailing-moves]: "), "{ended:?}");
    assert!(ended.err.contains("--> in.carom:9:16\n"), "{ended:?}");
    assert_eq!(ended.code, Some(0));
    folder.feed(&["check", "--fix=claims", "-"], CLEAN.as_bytes()).is(
        0,
        CLEAN,
        "1 puzzle in 1 file: 0 errors, 0 warnings; 0 fixes applied\n",
    );
}

#[test]
fn allowed_lint_is_not_fixed() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    let err = "1 puzzle in 1 file of the current folder: 0 errors, 0 warnings; 0 fixes applied\n";
    let arguments = ["check", "--fix=claims", "--allow", "moves-mismatch"];
    folder.run(&arguments).is(0, "", err);
    assert_eq!(folder.read("dirty.carom"), DIRTY);
}

#[cfg(unix)]
#[test]
fn fix_replaces_file_atomically_with_permissions() {
    let folder = Folder::of(&[("dirty.carom", DIRTY), ("clean.carom", CLEAN)]);
    let path = folder.path("dirty.carom");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    // A reader with the old file open still reads the old text.
    let mut old = fs::File::open(&path).unwrap();
    let number = |name: &str| fs::metadata(folder.path(name)).unwrap().ino();
    let (dirty, clean) = (number("dirty.carom"), number("clean.carom"));
    assert_eq!(folder.run(&["check", "--fix=claims"]).code, Some(0));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut old, &mut text).unwrap();
    assert_eq!(text, DIRTY);
    assert_eq!(folder.read("dirty.carom"), fixed());
    assert_ne!(number("dirty.carom"), dirty);
    assert_eq!(number("clean.carom"), clean, "an unchanged file was written");
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn fix_keeps_symbolic_links() {
    let folder = Folder::of(&[("real/dirty.carom", DIRTY)]);
    symlink("real/dirty.carom", folder.path("link.carom")).unwrap();
    assert_eq!(folder.run(&["check", "--fix=claims", "link.carom"]).code, Some(0));
    assert!(fs::symlink_metadata(folder.path("link.carom")).unwrap().is_symlink());
    assert_eq!(folder.read("real/dirty.carom"), fixed());
}

/// A puzzle with a misspelt key and a wrong claim.
const BOTH: &str = "puzzle lunar \"Both\"\n  moves: 3\n  board:\n    @ . . + A\n  solution: @→\n";

#[test]
fn claims_are_corrected_only_on_request() {
    let folder = Folder::of(&[("both.carom", BOTH)]);
    let ended = folder.run(&["check", "--fix"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.starts_with("error[moves-mismatch]: "), "{ended:?}");
    assert!(ended.err.contains("; 1 fix applied"), "{ended:?}");
    let certain = BOTH.replace('→', ">");
    assert_eq!(folder.read("both.carom"), certain);
    assert_eq!(folder.run(&["check", "--fix=claims"]).code, Some(0));
    assert_eq!(folder.read("both.carom"), certain.replace("moves: 3", "moves: 1"));
}

#[test]
fn misplaced_wall_prevents_claim_correction() {
    let text = "puzzle lunar \"Aside\"\n  moves: 9\n  board:\n    @ . + A\n     -\n    . . . .\n";
    let folder = Folder::of(&[("aside.carom", text)]);
    let ended = folder.run(&["check", "--fix"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("error[misplaced-wall]"), "{ended:?}");
    assert_eq!(folder.read("aside.carom"), text);
}

#[test]
fn diff_writes_no_file() {
    let folder = Folder::of(&[("both.carom", BOTH), ("clean.carom", CLEAN)]);
    let certain = "--- both.carom\n+++ both.carom\n@@ -2,4 +2,4 @@\n   moves: 3\n   board:\n     \
                   @ . . + A\n-  solution: @→\n+  solution: @>\n";
    let ended = folder.run(&["check", "--diff"]);
    ended.is(1, certain, "1 file would change by 1 fix\n");
    let ended = folder.run(&["check", "--diff", "--fix=claims"]);
    assert!(ended.out.contains("-  moves: 3\n+  moves: 1\n"), "{ended:?}");
    assert_eq!(ended.err, "1 file would change by 2 fixes\n");
    assert_eq!(ended.code, Some(1));
    assert_eq!(folder.read("both.carom"), BOTH);
    let fixed = "puzzle lunar\n  board:\n    @ +\n    . .\n    . A\n";
    let folder = Folder::of(&[("a.carom", fixed)]);
    folder.run(&["check", "--diff", "-q"]).is(1, "", "");
}

#[test]
fn separated_flag_value_gets_suggestion() {
    let folder = Folder::of(&[("dirty.carom", DIRTY)]);
    let missing = "error: claims: no such file or folder";
    for flags in [&["--fix"][..], &["--fix", "--diff"]] {
        let ended = folder.run(&[&["check"], flags, &["claims"]].concat());
        let hint = format!("{missing}; did you mean `--fix=claims`?\n");
        assert!(ended.err.contains(&hint), "{ended:?}");
        assert_eq!(ended.code, Some(2));
    }
    let ended = folder.run(&["check", "claims"]);
    assert!(ended.err.starts_with(&format!("{missing}\n")), "{ended:?}");
    folder.write("claims", DIRTY.as_bytes());
    let ended = folder.run(&["check", "--fix", "claims"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
}

#[test]
fn diff_excludes_reports() {
    let folder = Folder::of(&[("both.carom", BOTH)]);
    for format in ["short", "json", "rdjson", "sarif", "junit", "github", "gitlab"] {
        let error = format!("error: `--diff` cannot be combined with `--format {format}`\n");
        let ended = folder.run(&["check", "--fix=claims", "--diff", "--format", format]);
        ended.is(2, "", &error);
    }
    let text = folder.run(&["check", "--diff", "--format", "text"]);
    assert_eq!(text, folder.run(&["check", "--diff"]));
}

#[test]
fn record_adds_missing_claims() {
    let bare = CLEAN.replace("  moves: 1\n", "");
    let folder = Folder::of(&[("a/bare.carom", &bare), ("dirty.carom", DIRTY)]);
    let record = ["check", "--fix=claims", "--record", "moves,solution"];
    assert_eq!(folder.run(&record).code, Some(0));
    assert_eq!(folder.read("a/bare.carom"), format!("{CLEAN}  solution: @>\n"));
    assert_eq!(folder.read("dirty.carom"), format!("{}  solution: @>\n", fixed()));
    let usage = folder.run(&["check", "--fix", "--record", "moves"]);
    assert_eq!(usage.code, Some(2));
    assert!(usage.err.contains("--fix=claims"), "{usage:?}");
}

#[test]
fn only_the_author_says_that_a_puzzle_is_meant_to_be_unsolvable() {
    let past = "puzzle lunar \"Past\"\n  moves: 2\n  board:\n    @ . + .\n";
    let unclaimed = past.replace("  moves: 2\n", "");
    let solvable = past.replace(": 2", ": none").replace("+ .", "+ A");
    for text in [past, &unclaimed, &solvable] {
        let folder = Folder::of(&[("a.carom", text)]);
        let ended = folder.run(&["check"]);
        assert_eq!(ended.code, Some(1));
        assert!(ended.out.contains("record `moves: "), "{ended:?}");
        assert!(!ended.out.contains("(`--fix=claims` does it)"), "{ended:?}");
        let ended = folder.run(&["check", "--fix=claims", "--record", "moves"]);
        assert_eq!(ended.code, Some(1));
        assert_eq!(folder.read("a.carom"), text);
    }
}

/// Returns the report and the exit status of a check.
fn check_report(folder: &Folder, arguments: &[&str]) -> Ended {
    let json = ["check", "--hints", "--format", "json"];
    let mut ended = folder.run(&[&json, arguments].concat());
    // Only the number of fixes may differ.
    let mut lines: Vec<&str> = ended.out.lines().collect();
    lines.pop();
    ended.out = lines.join("\n");
    ended
}

#[test]
fn report_matches_written_files() {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let mut texts: Vec<String> = Vec::new();
    for entry in fs::read_dir(fixtures).unwrap() {
        texts.extend(fs::read_to_string(entry.unwrap().path()));
    }
    texts.sort();
    let mut seed = 1_u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let glyphs: Vec<char> = "@+A.#|-:; \t\n\"→^v<>19RrHV╬".chars().collect();
    // One folder with many mutants, so that the program is started only once.
    let folder = Folder::of(&[]);
    for (number, text) in texts.iter().enumerate() {
        for copy in 0..3 {
            let mut mutant: Vec<char> = text.chars().collect();
            for _ in 0..=next(4) {
                let (at, glyph) = (next(mutant.len()), glyphs[next(glyphs.len())]);
                match next(3) {
                    0 => mutant[at] = glyph,
                    1 => mutant.insert(at, glyph),
                    _ => drop(mutant.remove(at)),
                }
            }
            let name = format!("{number}-{copy}.carom");
            folder.write(&name, mutant.iter().collect::<String>().as_bytes());
        }
    }
    for fix in ["--fix", "--fix=claims"] {
        let limits = ["--max-positions", "20000"];
        let fixing = check_report(&folder, &[&[fix][..], &limits].concat());
        let fresh = check_report(&folder, &limits);
        assert_eq!(fixing, fresh, "{fix}");
    }
}

#[test]
fn concurrent_runs_fix_all_files() {
    let names: Vec<String> = (0..120).map(|number| format!("{number}.carom")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), DIRTY)).collect();
    let folder = Folder::of(&files);
    let fix = || {
        let mut command = folder.command(&["check", "--fix=claims", "--allow", "duplicate-puzzle"]);
        command.stdout(std::process::Stdio::null());
        command.stderr(std::process::Stdio::null());
        command.spawn().unwrap()
    };
    let mut runs = [fix(), fix()];
    for run in &mut runs {
        assert_eq!(run.wait().unwrap().code(), Some(0));
    }
    for name in &names {
        assert_eq!(folder.read(name), fixed(), "{name}");
    }
    assert_eq!(folder.names().len(), 120, "temporary files remain");
}
