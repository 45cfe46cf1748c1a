//! Reads any text as a puzzle file: parsing, layout, fixes and editor features.
#![no_main]

use carom::analysis::{
    AnswerState, Author, FileHead, Fixes, Puzzle, Safety, View, board_editor, completion,
    completion_head, definition, folds, format, frames, handles, hints, hover, hover_head, lenses,
    links, occurrences, renamable, rename, selection, symbol, tokens, transforms,
};
use carom::syntax::{parse, sections, typed};
use carom::text::{Edit, LineEnding, Span, apply};
use libfuzzer_sys::fuzz_target;

/// Asserts that a span lies in a text, on character boundaries.
fn is_in(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
}

fn are_in(text: &str, edits: &[Edit]) {
    edits.iter().for_each(|edit| is_in(text, edit.span));
    apply(text, edits);
}

/// Asserts that each line that begins with `puzzle` at column 0 is the header of a section, and so
/// in the outline.
fn has_each_header(text: &str, puzzles: &[Span]) {
    let is_header = |line: &&str| *line == "puzzle" || line.starts_with("puzzle ");
    let headers = |text: &str| text.lines().filter(is_header).count();
    let read = puzzles.iter().filter(|part| parse(part.slice(text)).header.is_some());
    assert!(read.count() >= headers(text), "{text:?}");
    assert!(puzzles.iter().all(|part| headers(part.slice(text)) <= 1), "{text:?}");
}

/// A puzzle with a warning and an error.
const NEIGHBOUR: &str =
    "puzzle lunar \"One\"\n  moves: 7\n  autor: Ann\n  board:\n    @ . +\n    A . . .\n";

/// Returns the diagnostics of a section, and its entry in the outline.
fn found(text: &str) -> String {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let view = View::new(text, &puzzle, AnswerState::Nothing);
    format!("{:?} {:?}", puzzle.diagnostics(), symbol(&view))
}

/// Asserts that the text in a puzzle affects neither the puzzle above nor the one below.
fn keeps_neighbours(text: &str) {
    // Comments above a header belong to it.
    // A carriage return alone ends a line, too.
    let last = text.split(['\n', '\r']).rfind(|line| !line.trim().is_empty());
    let is_comment = |line: &str| {
        // A file that was appended to another may begin with a byte-order mark.
        line.strip_prefix('\u{feff}').unwrap_or(line).trim_start().starts_with(';')
    };
    if last.is_some_and(is_comment) {
        return;
    }
    let file = format!("{NEIGHBOUR}puzzle lunar\n{text}\n{NEIGHBOUR}");
    let parts = sections(&file);
    let of = |part: Option<&Span>| part.map(|part| found(part.slice(&file)));
    let expected = Some(found(NEIGHBOUR));
    assert_eq!(of(parts.get(1)), expected, "{file:?}");
    assert_eq!(of(parts.last()), expected, "{file:?}");
}

fuzz_target!(|input: (u16, &str)| {
    let (place, text) = input;
    keeps_neighbours(text);
    let parts = sections(text);
    // The sections cover the text.
    assert_eq!(parts.iter().map(|part| part.slice(text)).collect::<String>(), text);
    let Some((head, puzzles)) = parts.split_first() else {
        return;
    };
    has_each_header(text, puzzles);
    let offset_in = |text: &str| {
        let mut offset = usize::from(place) % (text.len() + 1);
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset as u32
    };
    for ending in [LineEnding::Lf, LineEnding::CrLf] {
        let once = format(text, ending);
        let again = format(&once.text, ending);
        assert_eq!(again.text, once.text);
    }
    are_in(text, &typed(text, 0, offset_in(text), place % 2 == 0));
    let head_text = head.slice(text);
    let head = FileHead::read(head_text);
    head.diagnostics().iter().for_each(|diagnostic| is_in(head_text, diagnostic.span));
    let section = parse(head_text);
    hover_head(&section, offset_in(head_text));
    completion_head(head_text, &section, offset_in(head_text));
    for part in puzzles {
        let text = part.slice(text);
        let offset = offset_in(text);
        let puzzle = Puzzle::read(text, &head);
        let mut fixes = Fixes::new(Safety::Safe);
        for diagnostic in puzzle.diagnostics() {
            is_in(text, diagnostic.span);
            for fix in &diagnostic.fixes {
                are_in(text, &fix.edits);
                if fix.safety == Safety::Safe {
                    fixes.take_edits(&fix.edits);
                }
            }
        }
        let view = View::new(text, &puzzle, AnswerState::Nothing);
        for token in tokens(text, &puzzle.section, puzzle.game) {
            is_in(text, token.span);
        }
        links(text, &puzzle.section).into_iter().for_each(|span| is_in(text, span));
        folds(text, &puzzle);
        let entry = symbol(&view);
        is_in(text, entry.span);
        is_in(text, entry.selection);
        lenses(&view, true);
        hints(&view, true);
        hover(&view, offset);
        completion(&view, offset, true);
        selection(&view, offset).into_iter().for_each(|span| is_in(text, span));
        definition(&view, offset).into_iter().for_each(|span| is_in(text, span));
        occurrences(&view, offset).into_iter().for_each(|found| is_in(text, found.span));
        if renamable(&view, offset).is_some()
            && let Ok(edits) = rename(&view, offset, "Z")
        {
            are_in(text, &edits);
        }
        for transform in transforms(&view, offset) {
            are_in(text, &transform.edits);
        }
        frames(&view, Author::Solver);
        board_editor(text, &puzzle);
        handles(&puzzle);
    }
});
