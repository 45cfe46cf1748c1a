//! The annotated puzzle files under `tests/fixtures`, checked by the command.
//!
//! Under a line stand comments that say what is reported there: carets under
//! the columns, then the severity, the code and a part of the message. Carets
//! that touch the semicolon begin in its column; `;<` is that column alone. A
//! report that goes over several lines has `...` behind its carets, and its
//! last line an annotation `end`. A `note` is another place that a report
//! points at. Pictures of control characters, as `␉` for a tab, stand for
//! these. A comment `; flags:` in the first line gives flags for the command,
//! and one `; config:` what stands in the `carom.toml` of its folder. Squares
//! out of reach are told of by files alone that speak of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use carom::analysis::Lint;
use carom::text::{Edit, Span, apply};
use serde_json::Value;

/// A line and the columns from the first up to one behind the last, from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    start: (usize, usize),
    end: (usize, usize),
}

/// What an annotation says, or a report.
#[derive(Clone, Debug)]
struct Note {
    place: Place,
    /// Severity and code, or `note`.
    kind: String,
    /// The message, of an annotation a part of it.
    message: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The fixtures by name, with the characters that pictures stand for.
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

/// How the command is called for a fixture.
#[derive(Default)]
struct Call<'t> {
    flags: Vec<&'t str>,
    config: Option<&'t str>,
}

fn call(text: &str) -> Call<'_> {
    let first = text.lines().next().unwrap_or_default();
    let own = first.strip_prefix("; flags: ").into_iter();
    let own = own.flat_map(|flags| flags.split(' '));
    // On most boards whose border stops a slide some squares are out of reach.
    let out_of_reach = "unreachable-area";
    let has_border = ["puzzle ricochet", "puzzle slider"];
    let has_border = has_border.iter().any(|puzzle| text.contains(puzzle));
    let general = ["--allow", out_of_reach].into_iter();
    let general = general.filter(|_| has_border && !text.contains(out_of_reach));
    Call {
        flags: general.chain(own).collect(),
        config: first.strip_prefix("; config: "),
    }
}

/// The carets of an annotation, from column to column, and what follows them.
fn carets(line: &str) -> Option<(usize, usize, &str)> {
    let semicolon = line.find(';').filter(|&at| line[..at].trim().is_empty())?;
    let rest = &line[semicolon + 1..];
    if let Some(text) = rest.strip_prefix('<') {
        return Some((semicolon, semicolon + 1, text.strip_prefix(' ')?));
    }
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let carets = rest[blanks..].len() - rest[blanks..].trim_start_matches('^').len();
    let text = rest[blanks + carets..]
        .strip_prefix(' ')
        .filter(|_| carets > 0)?;
    let first = semicolon + 1 + blanks;
    let start = if blanks == 0 { semicolon } else { first };
    Some((start, first + carets, text))
}

fn annotations(name: &str, text: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut above = 0;
    for (number, line) in text.split('\n').enumerate() {
        let Some((start, end, said)) = carets(line) else {
            above = number;
            continue;
        };
        if said == "end" {
            notes[open.pop().unwrap()].place.end = (above, end);
            continue;
        }
        let (goes_on, said) = match said.strip_prefix("... ") {
            Some(said) => (true, said),
            None => (false, said),
        };
        if goes_on {
            open.push(notes.len());
        }
        let words = if said.starts_with("note: ") { 1 } else { 2 };
        let (end_of_kind, _) = said.match_indices(' ').nth(words - 1).unwrap_or_else(|| {
            panic!("{name}:{}: no message", number + 1);
        });
        notes.push(Note {
            place: Place {
                start: (above, start),
                end: (above, end),
            },
            kind: said[..end_of_kind].to_owned(),
            message: said[end_of_kind + 1..].to_owned(),
        });
    }
    assert!(open.is_empty(), "{name}: an annotation has no end");
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

/// The reports of a text as the command writes them for programs.
fn reports(call: &Call<'_>, text: &str) -> Vec<Value> {
    let (out, _) = carom(&["check", "--hints", "--format", "json"], call, text);
    let mut lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines.pop().unwrap()["summary"].is_object());
    lines
}

fn place(of: &Value) -> Place {
    let at = |member: &str| {
        let number = |key: &str| usize::try_from(of[member][key].as_u64().unwrap()).unwrap() - 1;
        (number("line"), number("column"))
    };
    Place {
        start: at("start"),
        end: at("end"),
    }
}

fn string(of: &Value, member: &str) -> String {
    of[member].as_str().unwrap().to_owned()
}

fn reported(reports: &[Value]) -> Vec<Note> {
    let notes = reports.iter().flat_map(|report| {
        let related = report["related"]
            .as_array()
            .unwrap()
            .iter()
            .map(|related| Note {
                place: place(related),
                kind: "note:".into(),
                message: string(related, "message"),
            });
        let kind = format!("{}: {}", string(report, "severity"), string(report, "code"));
        let own = Note {
            place: place(report),
            kind,
            message: string(report, "message"),
        };
        [own].into_iter().chain(related)
    });
    notes.collect()
}

#[test]
fn what_is_annotated_is_reported_and_nothing_else() {
    let mut wrong = String::new();
    for (name, text) in fixtures() {
        let mut expected = annotations(&name, &text);
        for note in reported(&reports(&call(&text), &text)) {
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
fn every_lint_has_its_fixture() {
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

/// What a report is known by when places move: how many there are of it.
fn count(reports: &[Value], report: &Value) -> usize {
    let key = |of: &Value| {
        (
            string(of, "code"),
            string(of, "message"),
            string_or(of, "puzzle"),
        )
    };
    let key_of = key(report);
    reports.iter().filter(|other| key(other) == key_of).count()
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
fn every_fix_mends_what_it_is_for() {
    let mut fixes = 0;
    for (name, text) in fixtures() {
        let before = reports(&call(&text), &text);
        for report in &before {
            for fix in report["fixes"].as_array().unwrap() {
                let edits = edits(fix);
                assert!(!edits.is_empty(), "{name}: {report}");
                let fixed = apply(&text, &edits);
                let after = reports(&call(&text), &fixed);
                assert!(
                    count(&after, report) < count(&before, report),
                    "{name}: {} is still there after {}\n{fixed}",
                    report["message"],
                    fix["title"]
                );
                fixes += 1;
            }
        }
    }
    assert!(fixes > 50, "the fixtures show only {fixes} fixes");
}

#[test]
fn all_safe_fixes_together_leave_nothing_to_fix() {
    let mut fixed_files = 0;
    for (name, text) in fixtures() {
        let call = call(&text);
        let (fixed, _) = carom(&["check", "--fix"], &call, &text);
        let is_safe = |report: &&Value| {
            let mut fixes = report["fixes"].as_array().unwrap().iter();
            fixes.any(|fix| fix["safe"] == true)
        };
        let before = reports(&call, &text);
        let after = reports(&call, &fixed);
        let left: Vec<_> = after.iter().filter(is_safe).collect();
        assert!(left.is_empty(), "{name}: {left:?}\n{fixed}");
        assert_eq!(
            fixed != text,
            before.iter().any(|report| is_safe(&report)),
            "{name}"
        );
        for report in before.iter().filter(is_safe) {
            // Of reports that read alike some may not be safe to fix.
            let unsafe_ones: Vec<Value> = before
                .iter()
                .filter(|other| !is_safe(other))
                .cloned()
                .collect();
            assert!(
                count(&after, report) <= count(&unsafe_ones, report),
                "{name}: {report}\n{fixed}"
            );
        }
        let (again, _) = carom(&["check", "--fix"], &call, &fixed);
        assert_eq!(again, fixed, "{name}");
        fixed_files += usize::from(fixed != text);
    }
    assert!(
        fixed_files > 5,
        "only {fixed_files} fixtures have safe fixes"
    );
}

#[test]
fn layout_changes_no_report_and_settles() {
    let mut formatted_files = 0;
    for (name, text) in fixtures() {
        // Puzzles whose layout cannot be told stay as they are.
        let (formatted, _) = carom(&["fmt"], &Call::default(), &text);
        let (again, _) = carom(&["fmt"], &Call::default(), &formatted);
        assert_eq!(again, formatted, "{name}");
        let known = |text: &str| {
            let reports = reports(&call(text), text).into_iter();
            let mut known: Vec<_> = reports
                .map(|report| (string_or(&report, "puzzle"), string(&report, "code")))
                // Aliases are what the layout replaces.
                .filter(|(_, code)| code != Lint::GlyphAlias.code())
                .collect();
            known.sort();
            known
        };
        let (old, new) = (known(&text), known(&formatted));
        // What of a board is certain is mended, and more is known of it then.
        let is_mended = |(_, code): &&(String, String)| {
            *code == Lint::RaggedBoard.code() || *code == Lint::TabInBoard.code()
        };
        let of_boards: Vec<_> = old.iter().filter(is_mended).collect();
        let ragged = |known: &[(String, String)]| known.iter().filter(is_mended).count();
        assert!(ragged(&new) <= ragged(&old), "{name}");
        let others = |known: &[(String, String)]| -> Vec<(String, String)> {
            let others = known.iter().filter(|(puzzle, _)| {
                let mut mended = of_boards.iter();
                !mended.any(|(other, _)| other == puzzle)
            });
            others.cloned().collect()
        };
        assert_eq!(others(&new), others(&old), "{name}");
        formatted_files += 1;
    }
    assert!(
        formatted_files > 20,
        "only {formatted_files} fixtures are formatted"
    );
}
