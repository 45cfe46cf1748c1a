//! Edit operations of the board editor change only what they state: the edited text reads back as
//! the expected position, which the test derives from the setup alone.

mod hand;
mod model;
use crate::setups;
mod style;

use carom::analysis::{FileHead, Puzzle, apply_operation, board_editor};
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
    let fields = section.fields.iter();
    let fields = fields.filter(|field| field.key.is_none_or(|key| !changes.contains(&key)));
    let fields = fields.map(|field| {
        field
            .key_span
            .cover(field.value_span)
            .slice(text)
            .to_owned()
    });
    let comments = section.comments.iter();
    let comments = comments.map(|span| span.slice(text).to_owned());
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
    prop_assert_eq!(
        &before,
        &setup.legal().unwrap().model().sorted(),
        "{}",
        text
    );
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

    let Operation {
        gesture: made,
        after,
        back,
    } = hand.operation(kind);
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
    prop_assert!(
        possible.contains(&Some(found)),
        "{made:?} of\n{text}\nleads to\n{new}"
    );
    prop_assert_eq!(rest(&new), rest(&text), "{:?} of\n{}\n{}", made, text, new);
    let read_again = Puzzle::read(&new, &FileHead::default());
    if let Some(now) = &edited.now {
        let handles = board_editor(&new, &read_again).unwrap().handles;
        prop_assert!(
            handles.iter().any(|handle| handle.id == *now),
            "{now}\n{new}"
        );
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
}
