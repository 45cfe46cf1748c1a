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
    board_editor, insert_solution,
};
use carom::games::Game;
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
        game: setup.game(),
        is_drawn: puzzle.section.board().is_some(),
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
    solver.try_answer(&question, limits.max_positions, &Call::default()).unwrap()
}

fn view<'a>(text: &'a str, puzzle: &'a Puzzle, answer: Option<&'a Answer>) -> View<'a> {
    View::new(text, puzzle, answer.map_or(AnswerState::Nothing, AnswerState::Answer))
}

/// The claims of a puzzle: `moves` or `result`, and `solution`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Claims {
    value: Option<String>,
    solution: Option<String>,
    /// Whether the value is proved.
    is_right: bool,
    /// Whether the solution is legal and, except in a duel, solves the puzzle.
    is_solved: bool,
}

impl Claims {
    /// Reads the claims of a puzzle with this answer.
    fn of(text: &str, puzzle: &Puzzle, answer: Option<&Answer>) -> Self {
        let value_of = |key| {
            let field = puzzle.section.field(key);
            field.map(|field| field.value_span.slice(text).to_owned())
        };
        let value = value_of(Key::Moves).or_else(|| value_of(Key::Result));
        let played = puzzle.played.as_ref();
        Self {
            is_right: value.is_some() && value == answer.and_then(value_of_answer),
            value,
            solution: value_of(Key::Solution),
            is_solved: played.is_some_and(|played| played.solved_after.is_some()),
        }
    }
}

/// Returns the value of `moves` or `result` that claims an answer.
fn value_of_answer(answer: &Answer) -> Option<String> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some(solution.length.to_string()),
        Outcome::Unsolvable(_) => Some("none".to_owned()),
        Outcome::Unknown { .. } => None,
        Outcome::Evaluated { verdict, .. } => verdict.value().map(|value| value.to_string()),
    }
}

/// Adds claims to a text: right, partly missing, wrong, or `none`.
fn with_claims(text: &str, puzzle: &Puzzle, answer: Option<&Answer>, kind: usize) -> String {
    let is_duel = puzzle.game.is_some_and(Game::is_duel);
    let key = if is_duel { "result" } else { "moves" };
    let right = answer.and_then(value_of_answer);
    let value = match kind {
        0..=3 => right,
        4 => None,
        5 if is_duel => Some("win 19".to_owned()),
        5 => Some("19".to_owned()),
        _ if is_duel => Some("draw".to_owned()),
        _ => Some("none".to_owned()),
    };
    let mut edits: Vec<_> =
        value.map(|value| puzzle.insert_key(&format!("{key}: {value}"))).into_iter().collect();
    if kind != 3 {
        edits.extend(insert_solution(&view(text, puzzle, answer)));
    }
    edits.sort_unstable();
    let mut text = apply(text, &edits);
    if kind == 2 {
        // A line that is not finished, or is not legal.
        let read = Puzzle::read(&text, &FileHead::default());
        if let Some(tokens) = read.section.solution()
            && let [first, .., last] = tokens
        {
            let span = last.span;
            text.replace_range(
                span.start as usize..span.end as usize,
                first.span.slice(&text.clone()),
            );
        }
    }
    text
}

/// One edit of [`check_claims`]: its kind, its numbers, and whether the new answer comes too late.
type Step = (u8, [Index; 3], bool);

/// Returns an operation, and the one that reverses it, if there is one.
fn operation<S: Modelled>(
    text: &str,
    puzzle: &Puzzle,
    (kind, numbers, _): &Step,
) -> Option<(EditOperation, Option<EditOperation>)> {
    let side = ["top", "right", "bottom", "left"][numbers[0].index(4)].to_owned();
    let resize = |grows| EditOperation::Resize { side: side.clone(), grows, count: NonZeroU8::MIN };
    match kind {
        0..12 => {
            let model = read::<S>(text);
            let generator = Generator {
                game: puzzle.game?,
                is_drawn: puzzle.section.board().is_some(),
                model: &model,
                numbers,
            };
            let Operation { gesture, back, .. } = generator.operation(*kind);
            Some((gesture, back))
        }
        12 => Some((resize(true), Some(resize(false)))),
        // Walls of the removed squares are gone.
        13 => Some((resize(false), None)),
        _ => {
            let titles = board_editor(text, puzzle).unwrap().transforms;
            let title = titles.get(numbers[0].index(titles.len().max(1)))?.clone();
            let back = match title.as_str() {
                "turn the puzzle a quarter clockwise" => Some("turn the puzzle a quarter back"),
                "turn the puzzle a quarter back" => Some("turn the puzzle a quarter clockwise"),
                same if same.starts_with("turn") || same.starts_with("mirror") => Some(same),
                same if same.starts_with("exchange") => Some(same),
                _ => None,
            };
            let back = back.map(|back| EditOperation::Transform { transform: back.to_owned() });
            Some((EditOperation::Transform { transform: title }, back))
        }
    }
}

/// Each edit changes at most the claims that were proved, to others that are proved. After edits
/// and their reverse, the board and the claims are what they were, and there is a solution if there
/// was one.
fn check_claims<S: Modelled>(
    setup: &S,
    style: &Style,
    kind: usize,
    steps: &[Step],
) -> Result<(), TestCaseError> {
    let head = FileHead::default();
    let unclaimed = style.text(setup);
    let puzzle = Puzzle::read(&unclaimed, &head);
    let first = with_claims(&unclaimed, &puzzle, answer(&puzzle).as_deref(), kind);
    let mut backs = Vec::new();
    // A wrong claim that an edit makes true counts as true from then on.
    let mut by_chance = false;
    let start = Puzzle::read(&first, &head);
    let proved = answer(&start);
    let at_start = Claims::of(&first, &start, proved.as_deref());
    let mut now = (first.clone(), proved);
    let mut edit = |(text, known): &mut (String, Option<Arc<Answer>>),
                    made: &EditOperation,
                    is_late: bool| {
        let puzzle = Puzzle::read(text, &head);
        let before = known.clone();
        let Ok((edited, after)) = apply_and_read(text, &puzzle, &head, made) else {
            return Ok(false);
        };
        let moved = Puzzle::read(&apply(text, &edited.edits), &head);
        let proved = answer(&after);
        let found = proved.clone().filter(|_| !is_late);
        let edited =
            edited.with_claims(&view(text, &puzzle, before.as_deref()), &after, found.as_deref());
        let new = apply(text, &edited.edits);
        let read = Puzzle::read(&new, &head);
        prop_assert_eq!(&read.identity, &after.identity, "{:?} of\n{}\n{}", made, text, new);
        prop_assert_eq!(&rest(&new).1, &rest(text).1, "{:?} of\n{}\n{}", made, text, new);
        let old = Claims::of(text, &puzzle, before.as_deref());
        let now = Claims::of(&new, &read, proved.as_deref());
        let shown = format!("{made:?}, late: {is_late}, of\n{text}\nleads to\n{new}");
        // Nothing is added or deleted, and `none` is the author's.
        prop_assert_eq!(old.value.is_some(), now.value.is_some(), "{}", shown);
        prop_assert_eq!(old.solution.is_some(), now.solution.is_some(), "{}", shown);
        let none = Some("none".to_owned());
        prop_assert_eq!(old.value == none, now.value == none, "{}", shown);
        let kept = moved.played.as_ref().is_some_and(|played| played.solved_after.is_some());
        if now.value != old.value {
            prop_assert!(old.is_right && now.is_right && found.is_some(), "{}", shown);
            prop_assert!(edited.also.as_deref().is_some_and(|also| also.contains("changed `")));
        }
        if edited.also.as_deref().is_some_and(|also| also.ends_with("replaced the solution")) {
            let is_claimed = now.value.is_none() || old.is_right && now.is_right;
            prop_assert!(old.is_solved && now.is_solved && is_claimed, "{}", shown);
        } else {
            // Only transformations rename squares and directions.
            let is_renamed =
                matches!(made, EditOperation::Transform { .. } | EditOperation::Resize { .. });
            prop_assert!(is_renamed || now.solution == old.solution, "{}", shown);
            prop_assert_eq!(kept, now.is_solved, "{}", shown);
        }
        // What was right stays right, as far as it can.
        // A duel may be evaluated without a settled value.
        let new_value = found.as_deref().and_then(value_of_answer);
        if old.is_right && old.value != none && new_value.is_some() && new_value != none {
            prop_assert!(now.is_right, "{}", shown);
            let is_draw = now.value.as_deref() == Some("draw");
            prop_assert!(!old.is_solved || now.is_solved || is_draw, "{}", shown);
        }
        by_chance |= !at_start.is_right && now.is_right || !at_start.is_solved && now.is_solved;
        *text = new;
        *known = proved;
        Ok(true)
    };
    for step in steps {
        let puzzle = Puzzle::read(&now.0, &head);
        let Some((made, back)) = operation::<S>(&now.0, &puzzle, step) else {
            continue;
        };
        let Some(back) = back else {
            // It is only checked by itself.
            edit(&mut now.clone(), &made, step.2)?;
            continue;
        };
        if edit(&mut now, &made, step.2)? {
            backs.push(back);
        }
    }
    while let Some(back) = backs.pop() {
        let is_done = edit(&mut now, &back, false)?;
        prop_assert!(is_done, "{back:?} of\n{}", now.0);
    }
    let (text, proved) = now;
    prop_assert_eq!(read::<S>(&text), read::<S>(&first), "{}\n{}", first, text);
    let end = Puzzle::read(&text, &head);
    let at_end = Claims::of(&text, &end, proved.as_deref());
    if !by_chance {
        prop_assert_eq!(&at_end.value, &at_start.value, "{}\n{}", first, text);
        prop_assert!(at_start.is_solved || at_end.solution == at_start.solution, "{first}\n{text}");
    }
    prop_assert!(at_end.is_solved || !at_start.is_solved, "{first}\n{text}");
    Ok(())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec((0..16_u8, numbers(), proptest::bool::weighted(0.2)), 1..4)
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
    fn tilt_edits_match_model(setup in setups::tilt(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }

    #[test]
    fn rush_edits_match_model(setup in setups::rush(), style in style(), kind in 0..12_u8, n in numbers()) {
        check(&setup, &style, kind, &n)?;
    }
}

proptest! {
    // Each case has up to three edits and their reverse, in total 832 cases.
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn lunar_claims_follow_edits(setup in setups::lunar(), style in style(), kind in 0..7_usize, steps in steps()) {
        check_claims(&setup, &style, kind, &steps)?;
    }

    #[test]
    fn ricochet_claims_follow_edits(setup in setups::ricochet(), style in style(), kind in 0..7_usize, steps in steps()) {
        check_claims(&setup, &style, kind, &steps)?;
    }

    #[test]
    fn tilt_claims_follow_edits(setup in setups::tilt(), style in style(), kind in 0..7_usize, steps in steps()) {
        check_claims(&setup, &style, kind, &steps)?;
    }

    #[test]
    fn slider_claims_follow_edits(setup in setups::slider(), style in style(), kind in 0..7_usize, steps in steps()) {
        check_claims(&setup, &style, kind, &steps)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rush_claims_follow_edits(setup in setups::rush(), style in style(), kind in 0..7_usize, steps in steps()) {
        check_claims(&setup, &style, kind, &steps)?;
    }
}
