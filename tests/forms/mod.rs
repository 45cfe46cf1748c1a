//! The forms of all games: what is written reads back, and what was read is written as it was.

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

/// Reads a text and writes it again, straight and by way of a puzzle file.
fn restores(name: &str, text: &str) {
    let read = drafts(name, text);
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(bare(&written(name, &read)), bare(text), "{name}");
    let again = through_carom(&read);
    assert_eq!(
        bare(&written(name, &again)),
        bare(text),
        "{name} through carom"
    );
    for (one, other) in read.iter().zip(&again) {
        assert_eq!(bare_text(one), bare_text(other));
    }
}

/// Where a form takes a puzzle, the text reads back as the same, and is
/// restored; says whether it takes it.
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
    restores(name, &written.text);
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
