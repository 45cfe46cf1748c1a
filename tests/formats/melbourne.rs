//! The Melbourne format of Slider.

use carom::games::slider::Side;
use carom::games::{Position, slider};
use proptest::prelude::*;

use super::{faults, reads_back, refusal, round_trips, setups};

use crate::cases::cases;

pub(super) const SAMPLE: &str = "5\nH + + + +\n+ H B + +\nH + + + V\n+ + + + +\n+ V + + V\n";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn boards_round_trip_or_are_refused(setup in setups::slider(), is_plain in any::<bool>()) {
        let mut setup = setup;
        if is_plain {
            let board = setup.board.clone();
            for square in board.squares() {
                board.walls(square).iter().for_each(|side| setup.board.remove_wall(square, side));
            }
            setup.to_move = Side::H;
        }
        let position = Position::from(setup.position().unwrap());
        let board = &setup.board;
        let can_be_said = setup.to_move == Side::H && board.squares().all(|s| board.walls(s).is_empty());
        let is_taken = reads_back("melbourne", &position, |one, other| match (one, other) {
            (Position::Slider(one), Position::Slider(other)) => {
                slider::Setup::from(one) == slider::Setup::from(other)
            }
            _ => false,
        });
        prop_assert_eq!(is_taken, can_be_said);
    }
}

#[test]
fn sample_round_trips() {
    round_trips("melbourne", SAMPLE);
    assert_eq!(carom::exchange::recognise(SAMPLE).unwrap().name, "melbourne");
}

#[test]
fn spaces_between_squares_are_optional() {
    let read = |text: &str| {
        let import = (carom::exchange::format("melbourne").unwrap().read.unwrap())(text);
        assert_eq!(import.faults, []);
        import.records[0].position.clone()
    };
    let rows = SAMPLE.split_once('\n').unwrap().1;
    let compact = format!("5\n{}", rows.replace(' ', ""));
    assert_eq!(read(&compact), read(SAMPLE));
    assert_eq!(carom::exchange::recognise(&compact).unwrap().name, "melbourne");
}

#[test]
fn errors_have_a_place() {
    assert_eq!(
        faults("melbourne", "4\nH + + +\n+ + X +\n+ + + +\n+ V + +\n"),
        ["\"X\": expected `H`, `V`, `B` or `+`, found `X`"]
    );
    assert_eq!(
        faults("melbourne", "4\nH + + +\n+ + + +\n+ V + +\n"),
        ["\"4\": expected 4 rows, found 3"]
    );
    assert_eq!(
        faults("melbourne", "3\nH + +\n+ + +\n+ V +\n"),
        ["\"3\": expected the side of the board, from 4 to 16, found `3`"]
    );
}

#[test]
fn inexpressible_setup_is_refused() {
    let puzzle = |keys: &str, row: &str| {
        format!("puzzle slider\n{keys}  board:\n    {row}\n    . . . .\n    . . . .\n    . V . .\n")
    };
    assert_eq!(refusal("melbourne", &puzzle("", "H .|. .")), "b4: the format has no walls");
    assert_eq!(
        refusal("melbourne", &puzzle("  to-move: V\n", "H . . .")),
        "in this format H moves first, but here it is V"
    );
}
