//! Checks the annotated puzzle files in `tests/fixtures` with the command.
//!
//! Comments below a line describe its diagnostics: carets under the columns, the severity, the code
//! and a part of the message. Carets that touch the semicolon begin in its column; `;<` is that
//! column alone. The annotation of a diagnostic over several lines has `...` after its carets, and
//! an annotation `end` below its last line. A `note` is a related place of the diagnostic above it.
//! Pictures of control characters, such as `␉` for a tab, stand for these characters. In the first
//! line, a comment `; flags:` adds flags to the command, and `; config:` gives the content of
//! `carom.toml`. Unless a file mentions `unreachable-area`, that lint is allowed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use carom::analysis::Lint;
use carom::text::{Edit, Span, apply};
use serde_json::Value;

/// A start and an end, each a line and a column from 0. The end is exclusive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Range {
    start: (usize, usize),
    end: (usize, usize),
}

/// An annotation, or a diagnostic in the same form.
#[derive(Clone, Debug)]
struct Note {
    place: Range,
    /// Severity and code, or `note`.
    kind: String,
    /// The message; in an annotation a part of it.
    message: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Returns the fixtures by name, with pictures replaced by control characters.
fn fixtures() -> Vec<(String, String)> {
    let mut fixtures: Vec<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let real = |c: char| match u32::from(c) {
                picture @ 0x2400..=0x241f => char::from_u32(picture - 0x2400).unwrap(),
                _ => c,
            };
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, text.chars().map(real).collect())
        })
        .collect();
    fixtures.sort();
    fixtures
}

/// The flags and the configuration for a fixture.
#[derive(Default)]
struct Call<'t> {
    flags: Vec<&'t str>,
    config: Option<&'t str>,
}

fn call(text: &str) -> Call<'_> {
    let first = text.lines().next().unwrap_or_default();
    let own = first.strip_prefix("; flags: ").into_iter().flat_map(|flags| flags.split(' '));
    // Most boards whose border stops slides have squares out of reach.
    let out_of_reach = "unreachable-area";
    let has_border =
        ["puzzle ricochet", "puzzle slider"].iter().any(|puzzle| text.contains(puzzle));
    let general = ["--allow", out_of_reach]
        .into_iter()
        .filter(|_| has_border && !text.contains(out_of_reach));
    Call { flags: general.chain(own).collect(), config: first.strip_prefix("; config: ") }
}

/// Splits an annotation into the columns of its carets and the text after them.
fn carets(line: &str) -> Option<(usize, usize, &str)> {
    let semicolon = line.find(';').filter(|&at| line[..at].trim().is_empty())?;
    let rest = &line[semicolon + 1..];
    if let Some(text) = rest.strip_prefix('<') {
        return Some((semicolon, semicolon + 1, text.strip_prefix(' ')?));
    }
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let carets = rest[blanks..].len() - rest[blanks..].trim_start_matches('^').len();
    let text = rest[blanks + carets..].strip_prefix(' ').filter(|_| carets > 0)?;
    let first = semicolon + 1 + blanks;
    let start = if blanks == 0 { semicolon } else { first };
    Some((start, first + carets, text))
}

fn annotations(name: &str, text: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut above = 0;
    for (number, line) in text.split('\n').enumerate() {
        let Some((start, end, text)) = carets(line) else {
            above = number;
            continue;
        };
        if text == "end" {
            notes[open.pop().unwrap()].place.end = (above, end);
            continue;
        }
        let (is_multiline, text) = match text.strip_prefix("... ") {
            Some(text) => (true, text),
            None => (false, text),
        };
        if is_multiline {
            open.push(notes.len());
        }
        let words = if text.starts_with("note: ") { 1 } else { 2 };
        let (end_of_kind, _) = text.match_indices(' ').nth(words - 1).unwrap_or_else(|| {
            panic!("{name}:{}: no message", number + 1);
        });
        notes.push(Note {
            place: Range { start: (above, start), end: (above, end) },
            kind: text[..end_of_kind].to_owned(),
            message: text[end_of_kind + 1..].to_owned(),
        });
    }
    assert!(open.is_empty(), "{name}: an annotation has no `end`");
    notes
}

fn carom(arguments: &[&str], call: &Call<'_>, input: &str) -> (String, String) {
    let here = tempfile::tempdir().unwrap();
    let config = format!("root = true\n{}\n", call.config.unwrap_or_default());
    fs::write(here.path().join("carom.toml"), config).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .current_dir(here.path())
        .args(arguments)
        .args(&call.flags)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// Returns the diagnostics of a text from the JSON report.
fn diagnostics(call: &Call<'_>, text: &str) -> Vec<Value> {
    let (out, _) = carom(&["check", "--hints", "--format", "json"], call, text);
    let mut lines: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.pop().unwrap()["summary"].is_object());
    lines
}

fn place(of: &Value) -> Range {
    let at = |member: &str| {
        let number = |key: &str| usize::try_from(of[member][key].as_u64().unwrap()).unwrap() - 1;
        (number("line"), number("column"))
    };
    Range { start: at("start"), end: at("end") }
}

fn string(of: &Value, member: &str) -> String {
    of[member].as_str().unwrap().to_owned()
}

fn notes(all: &[Value]) -> Vec<Note> {
    let notes = all.iter().flat_map(|diagnostic| {
        let related = diagnostic["related"].as_array().unwrap().iter().map(|related| Note {
            place: place(related),
            kind: "note:".into(),
            message: string(related, "message"),
        });
        let kind = format!("{}: {}", string(diagnostic, "severity"), string(diagnostic, "code"));
        let own = Note { place: place(diagnostic), kind, message: string(diagnostic, "message") };
        [own].into_iter().chain(related)
    });
    notes.collect()
}

#[test]
fn diagnostics_match_annotations() {
    let mut wrong = String::new();
    for (name, text) in fixtures() {
        let mut expected = annotations(&name, &text);
        for note in notes(&diagnostics(&call(&text), &text)) {
            let same = expected.iter().position(|other| {
                other.place == note.place
                    && other.kind == note.kind
                    && note.message.contains(&other.message)
            });
            match same {
                Some(at) => drop(expected.swap_remove(at)),
                None => wrong.push_str(&format!("{name}: unexpected {note:?}\n")),
            }
        }
        for note in expected {
            wrong.push_str(&format!("{name}: missing {note:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_lint_has_a_fixture() {
    let names: BTreeSet<String> = fixtures().into_iter().map(|(name, _)| name).collect();
    for &lint in Lint::ALL {
        let name = format!("{lint}.carom");
        assert!(names.contains(&name), "{lint}");
        let text = fs::read_to_string(folder().join(&name)).unwrap();
        let notes = annotations(&name, &text);
        let shows = |note: &Note| note.kind.split(' ').next_back() == Some(lint.code());
        assert!(notes.iter().any(shows), "{name} does not show {lint}");
    }
}

/// Counts the diagnostics equal to `diagnostic` apart from their places.
fn count(all: &[Value], diagnostic: &Value) -> usize {
    let key = |of: &Value| (string(of, "code"), string(of, "message"), string_or(of, "puzzle"));
    let key_of = key(diagnostic);
    all.iter().filter(|other| key(other) == key_of).count()
}

fn string_or(of: &Value, member: &str) -> String {
    of[member].as_str().unwrap_or_default().to_owned()
}

fn edits(fix: &Value) -> Vec<Edit> {
    let edits = fix["edits"].as_array().unwrap().iter().map(|edit| {
        let byte = |member: &str| u32::try_from(edit[member]["byte"].as_u64().unwrap()).unwrap();
        Edit::replace(Span::new(byte("start"), byte("end")), string(edit, "text"))
    });
    edits.collect()
}

#[test]
fn every_fix_removes_its_diagnostic() {
    let mut fixes = 0;
    for (name, text) in fixtures() {
        let before = diagnostics(&call(&text), &text);
        for diagnostic in &before {
            for fix in diagnostic["fixes"].as_array().unwrap() {
                let edits = edits(fix);
                assert!(!edits.is_empty(), "{name}: {diagnostic}");
                let fixed = apply(&text, &edits);
                let after = diagnostics(&call(&text), &fixed);
                assert!(
                    count(&after, diagnostic) < count(&before, diagnostic),
                    "{name}: {} is still there after {}\n{fixed}",
                    diagnostic["message"],
                    fix["title"]
                );
                fixes += 1;
            }
        }
    }
    assert!(fixes > 50, "the fixtures show only {fixes} fixes");
}

#[test]
fn fix_applies_all_safe_fixes() {
    let mut fixed_files = 0;
    for (name, text) in fixtures() {
        let call = call(&text);
        let (fixed, _) = carom(&["check", "--fix"], &call, &text);
        let is_safe = |diagnostic: &&Value| {
            let mut fixes = diagnostic["fixes"].as_array().unwrap().iter();
            fixes.any(|fix| fix["safe"] == true)
        };
        let before = diagnostics(&call, &text);
        let after = diagnostics(&call, &fixed);
        let left: Vec<_> = after.iter().filter(is_safe).collect();
        assert!(left.is_empty(), "{name}: {left:?}\n{fixed}");
        assert_eq!(fixed != text, before.iter().any(|diagnostic| is_safe(&diagnostic)), "{name}");
        for diagnostic in before.iter().filter(is_safe) {
            // Another diagnostic with the same message may have no safe fix.
            let without_safe_fix: Vec<Value> =
                before.iter().filter(|other| !is_safe(other)).cloned().collect();
            assert!(
                count(&after, diagnostic) <= count(&without_safe_fix, diagnostic),
                "{name}: {diagnostic}\n{fixed}"
            );
        }
        let (again, _) = carom(&["check", "--fix"], &call, &fixed);
        assert_eq!(again, fixed, "{name}");
        fixed_files += usize::from(fixed != text);
    }
    assert!(fixed_files > 5, "only {fixed_files} fixtures have safe fixes");
}

#[test]
fn fmt_keeps_diagnostics_and_is_idempotent() {
    let mut formatted_files = 0;
    for (name, text) in fixtures() {
        // Puzzles with malformed layout stay as they are.
        let (formatted, _) = carom(&["fmt"], &Call::default(), &text);
        let (again, _) = carom(&["fmt"], &Call::default(), &formatted);
        assert_eq!(again, formatted, "{name}");
        let codes = |text: &str| {
            let all = diagnostics(&call(text), text).into_iter();
            let mut codes: Vec<_> = all
                .map(|diagnostic| (string_or(&diagnostic, "puzzle"), string(&diagnostic, "code")))
                // The formatter replaces aliases.
                .filter(|(_, code)| code != Lint::GlyphAlias.code())
                .collect();
            codes.sort();
            codes
        };
        let (old, new) = (codes(&text), codes(&formatted));
        // Safe fixes of boards are applied, which may reveal more diagnostics.
        let is_fixed_by_fmt = |(_, code): &&(String, String)| {
            *code == Lint::RaggedBoard.code() || *code == Lint::TabInBoard.code()
        };
        let of_boards: Vec<_> = old.iter().filter(is_fixed_by_fmt).collect();
        let ragged = |codes: &[(String, String)]| codes.iter().filter(is_fixed_by_fmt).count();
        assert!(ragged(&new) <= ragged(&old), "{name}");
        let others = |codes: &[(String, String)]| -> Vec<(String, String)> {
            let others = codes.iter().filter(|(puzzle, _)| {
                let mut fixed = of_boards.iter();
                !fixed.any(|(other, _)| other == puzzle)
            });
            others.cloned().collect()
        };
        assert_eq!(others(&new), others(&old), "{name}");
        formatted_files += 1;
    }
    assert!(formatted_files > 20, "only {formatted_files} fixtures are formatted");
}
