//! Edit operations of the board editor change only what they state: the edited text reads back as
//! the expected position, which the test derives from the setup alone.

mod hand;
mod model;
use crate::setups;
mod style;

use std::num::{NonZeroU8, NonZeroUsize};
use std::sync::Arc;

use carom::analysis::{
    AnswerState, EditOperation, FileHead, Puzzle, View, apply_and_read, apply_operation,
    board_editor, insert_solution, record_moves, wrong_claims,
};
use carom::search::Outcome;
use carom::solving::{Answer, Call, Limits, NoStore, Solver, Wants};
use carom::syntax::{Key, parse};
use carom::text::apply;
use proptest::prelude::*;
use proptest::sample::Index;

use hand::{Generator, Operation};
use model::{Model, Modelled};
use style::{Style, style};

/// Returns the keys and comments that no edit operation changes.
fn rest(text: &str) -> (Vec<String>, Vec<String>) {
    let section = parse(text);
    let changes = [
        Key::Board,
        Key::Target,
        Key::Robots,
        Key::Diagonals,
        Key::Player,
        Key::Items,
        Key::Quests,
        Key::Hand,
    ];
    let fields = section
        .fields
        .iter()
        .filter(|field| field.key.is_none_or(|key| !changes.contains(&key)))
        .map(|field| field.key_span.cover(field.value_span).slice(text).to_owned());
    let comments = section.comments.iter().map(|span| span.slice(text).to_owned());
    (fields.collect(), comments.collect())
}

fn read<S: Modelled>(text: &str) -> Model {
    let puzzle = Puzzle::read(text, &FileHead::default());
    let position = puzzle.position();
    assert!(position.is_some(), "{text}\n{:?}", puzzle.diagnostics());
    S::of(position.unwrap()).model().sorted()
}

/// Applies an edit operation, and undoes it.
fn check<S: Modelled>(
    setup: &S,
    style: &Style,
    kind: u8,
    numbers: &[Index; 3],
) -> Result<(), TestCaseError> {
    let text = style.text(setup);
    let before = read::<S>(&text);
    prop_assert_eq!(&before, &setup.legal().unwrap().model().sorted(), "{}", text);
    let model = setup.model();
    let puzzle = Puzzle::read(&text, &FileHead::default());
    let hand = Generator {
        is_tiled: S::IS_TILED,
        is_drawn: puzzle.section.board().is_some(),
        is_nameless: S::is_nameless,
        model: &model,
        numbers,
    };
    let editor = board_editor(&text, &puzzle).unwrap();
    let mut ids: Vec<String> = editor.handles.iter().map(|h| h.id.clone()).collect();
    let mut expected: Vec<String> = model.things.iter().map(|(t, p)| hand.id(t, *p)).collect();
    if hand.is_drawn {
        let blocks = model.board.blocks();
        expected.extend(blocks.iter().map(|square| format!("block@{square}")));
    }
    ids.sort();
    expected.sort();
    expected.dedup();
    prop_assert_eq!(ids, expected, "{}", text);

    let Operation { gesture: made, after, back } = hand.operation(kind);
    let legal = |model: &Model| Some(setup.with(model).legal()?.model().sorted());
    let possible: Vec<Option<Model>> = after.iter().map(legal).collect();
    let edited = match apply_operation(&text, &puzzle, &FileHead::default(), &made) {
        Ok(edited) => edited,
        Err(why) => {
            let may_be = possible.is_empty() || possible.contains(&None);
            prop_assert!(may_be, "{made:?} is refused: {why}\n{text}");
            return Ok(());
        }
    };
    let new = apply(&text, &edited.edits);
    let found = read::<S>(&new);
    prop_assert!(possible.contains(&Some(found)), "{made:?} of\n{text}\nleads to\n{new}");
    prop_assert_eq!(rest(&new), rest(&text), "{:?} of\n{}\n{}", made, text, new);
    let read_again = Puzzle::read(&new, &FileHead::default());
    if let Some(now) = &edited.now {
        let handles = board_editor(&new, &read_again).unwrap().handles;
        prop_assert!(handles.iter().any(|handle| handle.id == *now), "{now}\n{new}");
    }
    if let Some(back) = back {
        let undone = apply_operation(&new, &read_again, &FileHead::default(), &back);
        let undone =
            undone.map_err(|why| TestCaseError::fail(format!("{back:?}: {why}\n{new}")))?;
        let old = apply(&new, &undone.edits);
        prop_assert_eq!(read::<S>(&old), before, "{:?} of\n{}\n{}", back, new, old);
        prop_assert_eq!(rest(&old), rest(&text));
    }
    Ok(())
}

/// Returns the answer of a puzzle, if it is settled after few positions.
fn answer(puzzle: &Puzzle) -> Option<Arc<Answer>> {
    let solver = Solver::new(NonZeroUsize::MIN, NoStore);
    let limits = Limits { max_positions: 2_000, max_memory: 1 << 28, time: None };
    let question = puzzle.question(limits, Wants::default())?;
    solver.try_answer(&question, limits.max_positions, &Call::default())
}

fn view<'a>(text: &'a str, puzzle: &'a Puzzle, answer: Option<&'a Answer>) -> View<'a> {
    View::new(text, puzzle, answer.map_or(AnswerState::Nothing, AnswerState::Answer))
}

/// Whether the puzzle claims a number of moves or a result.
fn is_claimed(puzzle: &Puzzle) -> bool {
    let mut keys = [Key::Moves, Key::Result].into_iter();
    keys.any(|key| puzzle.section.field(key).is_some())
}

/// An edit of a puzzle with right claims leaves right claims; without the answer of the new puzzle,
/// it removes them, unless the puzzle is equivalent.
fn check_claims<S: Modelled>(
    setup: &S,
    style: &Style,
    kind: u8,
    numbers: &[Index; 3],
) -> Result<(), TestCaseError> {
    let head = FileHead::default();
    let unclaimed = style.text(setup);
    let puzzle = Puzzle::read(&unclaimed, &head);
    let Some(solved) = answer(&puzzle) else {
        return Ok(());
    };
    let solved_view = view(&unclaimed, &puzzle, Some(&solved));
    let mut claims: Vec<_> = record_moves(&solved_view).into_iter().collect();
    claims.extend(insert_solution(&solved_view));
    claims.sort_unstable();
    let text = apply(&unclaimed, &claims);
    let puzzle = Puzzle::read(&text, &head);
    let model = setup.model();
    let operation = match kind {
        0..12 => {
            let generator = Generator {
                is_tiled: S::IS_TILED,
                is_drawn: puzzle.section.board().is_some(),
                is_nameless: S::is_nameless,
                model: &model,
                numbers,
            };
            generator.operation(kind).gesture
        }
        12..15 => EditOperation::Resize {
            side: ["top", "right", "bottom", "left"][numbers[0].index(4)].to_owned(),
            grows: kind == 12,
            count: NonZeroU8::MIN,
        },
        _ => {
            let titles = board_editor(&text, &puzzle).unwrap().transforms;
            if titles.is_empty() {
                return Ok(());
            }
            EditOperation::Transform(titles[numbers[0].index(titles.len())].clone())
        }
    };
    let Ok((edited, after)) = apply_and_read(&text, &puzzle, &head, &operation) else {
        return Ok(());
    };
    let is_same = after.identity == puzzle.identity;
    let found = answer(&after);
    for found in [found.as_deref(), None] {
        let new =
            apply(&text, &edited.clone().with_claims(&view(&text, &puzzle, found), &after).edits);
        let read = Puzzle::read(&new, &head);
        prop_assert_eq!(&read.identity, &after.identity, "{:?} of\n{}\n{}", operation, text, new);
        prop_assert_eq!(&rest(&new).1, &rest(&text).1, "{:?} of\n{}\n{}", operation, text, new);
        let is_known = found.is_some() || is_same;
        prop_assert!(is_known || !is_claimed(&read), "{operation:?} of\n{text}\n{new}");
        let Some(found) = answer(&read) else { continue };
        let view = view(&new, &read, Some(&found));
        prop_assert_eq!(wrong_claims(&view), None, "{:?} of\n{}\n{}", operation, text, new);
        let solves = read.played.as_ref().is_some_and(|played| played.solved_after.is_some());
        let has_solution = read.section.field(Key::Solution).is_some();
        let is_draw = matches!(found.outcome, Outcome::Evaluated { .. });
        prop_assert!(solves || !has_solution || is_draw, "{operation:?} of\n{text}\n{new}");
        if is_known && is_claimed(&puzzle) {
            prop_assert_eq!(record_moves(&view), None, "{:?} of\n{}\n{}", operation, text, new);
        }
    }
    Ok(())
}

fn numbers() -> impl Strategy<Value = [Index; 3]> {
    proptest::array::uniform3(any::<Index>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn lunar_edits_match_model(setup in setups::lunar(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn ricochet_edits_match_model(setup in setups::ricochet(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn slider_edits_match_model(setup in setups::slider(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn rush_edits_match_model(setup in setups::rush(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn lunar_claims_stay_right(setup in setups::lunar(), style in style(), kind in 0..18_u8, n in numbers()) {
        check_claims(&setup, &style, kind, &n)?;
    }

    #[test]
    fn ricochet_claims_stay_right(setup in setups::ricochet(), style in style(), kind in 0..18_u8, n in numbers()) {
        check_claims(&setup, &style, kind, &n)?;
    }

    #[test]
    fn slider_claims_stay_right(setup in setups::slider(), style in style(), kind in 0..18_u8, n in numbers()) {
        check_claims(&setup, &style, kind, &n)?;
    }

    #[test]
    fn rush_claims_stay_right(setup in setups::rush(), style in style(), kind in 0..18_u8, n in numbers()) {
        check_claims(&setup, &style, kind, &n)?;
    }
}
