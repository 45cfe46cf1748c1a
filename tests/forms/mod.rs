//! Foreign formats: each puzzle that is written reads back as the same puzzle.

use crate::setups;

mod beside;
mod codingame;
mod jsonl;
mod kept;
mod lunar;
mod melbourne;
mod mutations;
mod recognised;
mod ricochet;
mod told;

use carom::exchange::{Draft, Form, Lost, Reading, form};
use carom::games::Position;
use carom::text::Span;

fn the(name: &str) -> &'static Form {
    form(name).unwrap()
}

fn read(name: &str, text: &str) -> Reading {
    (the(name).read.unwrap())(text)
}

/// The puzzles of a text in which nothing is wrong.
fn drafts(name: &str, text: &str) -> Vec<Draft> {
    let reading = read(name, text);
    assert_eq!(reading.faults, [], "{text}");
    for draft in &reading.drafts {
        let is_inside = |span: Span| span.start <= span.end && span.end as usize <= text.len();
        assert!(is_inside(draft.span) && is_inside(draft.head), "{draft:?}");
        assert!(draft.keys.iter().all(|said| is_inside(said.span)));
        assert!(draft.squares.iter().all(|(_, span)| is_inside(*span)));
    }
    reading.drafts
}

/// All puzzles as one text.
fn written(name: &str, drafts: &[Draft]) -> String {
    let texts = drafts
        .iter()
        .map(|draft| the(name).written(draft).unwrap().text);
    texts
        .collect::<Vec<_>>()
        .join(the(name).between.unwrap_or_default())
}

/// The same puzzles by way of a puzzle file.
fn through_carom(drafts_in: &[Draft]) -> Vec<Draft> {
    let text = written("carom", drafts_in);
    drafts("carom", &text)
}

/// The position alone as a puzzle file says it, whatever the order of its pieces.
fn bare_text(draft: &Draft) -> String {
    written(
        "carom",
        &[Draft::new(Span::empty(0), draft.position.clone())],
    )
}

/// The puzzle and everything said about it.
fn content(draft: &Draft) -> impl PartialEq + std::fmt::Debug + use<> {
    let keys = draft.keys.iter();
    let mut keys: Vec<(String, String)> = keys
        .map(|said| (said.key.name().to_owned(), said.value.clone()))
        .chain(
            draft
                .own_keys
                .iter()
                .map(|said| (said.key.clone(), said.value.clone())),
        )
        .collect();
    keys.sort();
    let comments = draft.comments.iter().map(|line| line.trim().to_owned());
    let comments: Vec<String> = comments.filter(|line| !line.is_empty()).collect();
    (bare_text(draft), draft.name.clone(), keys, comments)
}

/// Asserts that the puzzles of a text, written directly and by way of a puzzle file, read back
/// with the same names, claims and comments, and are then written the same.
fn round_trips(name: &str, text: &str) {
    let read = drafts(name, text);
    let contents = |drafts: &[Draft]| drafts.iter().map(content).collect::<Vec<_>>();
    for puzzles in [through_carom(&read), read.clone()] {
        let text = written(name, &puzzles);
        let again = drafts(name, &text);
        assert_eq!(contents(&again), contents(&read), "{name}: {text}");
        assert_eq!(written(name, &again), text, "{name}");
    }
}

/// Returns whether a format can express a puzzle; if so, asserts that it reads back as the same.
fn reads_back(
    name: &str,
    position: &Position,
    same: impl Fn(&Position, &Position) -> bool,
) -> bool {
    let draft = Draft::new(Span::empty(0), position.clone());
    let Ok(written) = the(name).written(&draft) else {
        return false;
    };
    assert_eq!(written.lost, departed(name, position));
    let read = drafts(name, &written.text);
    assert_eq!(read.len(), 1, "{}", written.text);
    assert!(
        same(&read[0].position, position),
        "{}\n{position:?}",
        written.text
    );
    round_trips(name, &written.text);
    true
}

/// The humans that are home from the start, where a form has no place for them.
fn departed(name: &str, position: &Position) -> Vec<Lost> {
    let departed = match position {
        Position::Lunar(position) if name == "lunar-rows" => position.departed(),
        _ => &[],
    };
    let departed = departed.iter();
    departed
        .map(|human| Lost::Departed(human.name, human.square))
        .collect()
}

/// Why a form cannot say a puzzle of a puzzle file.
fn refusal(name: &str, puzzle: &str) -> String {
    let draft = drafts("carom", puzzle).remove(0);
    the(name).written(&draft).unwrap_err().to_string()
}

/// What is wrong with a text: each fault with what stands in its place.
fn faults(name: &str, text: &str) -> Vec<String> {
    let reading = read(name, text);
    let faults = reading.faults.iter();
    faults
        .map(|fault| format!("{:?}: {}", fault.span.slice(text), fault.message))
        .collect()
}
