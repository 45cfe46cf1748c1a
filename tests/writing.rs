//! Round trips of written puzzles.

use crate::cases::cases;
use crate::setups;

use carom::analysis::{
    FileHead, Lint, Puzzle, Unwritable, WritablePuzzle, WriteSetup, format, setup_of, write_puzzle,
};
use carom::board::{Board, Direction, Square};
use carom::games::{Diagonal, DiagonalKind, Piece, Position, lunar, ricochet, rush, slider, tilt};
use carom::syntax::Key;
use carom::text::LineEnding;
use proptest::prelude::*;

/// Returns the position of a text without errors.
fn read(text: &str) -> Position {
    let puzzle = Puzzle::read(text, &FileHead::read(""));
    // A walled-in player is only a hint.
    let mut reports = puzzle.diagnostics().iter();
    let wrong = reports.find(|report| report.lint != Lint::ClosedTile);
    assert_eq!(wrong, None, "{text}");
    puzzle.position().unwrap().clone()
}

/// A setup that can be normalized, with its lists in a fixed order.
trait Sorted: WriteSetup + Clone {
    fn sorted(self) -> Self;
    fn of(position: &Position) -> Self;
    /// Returns the setup of the position that this one describes.
    fn legal(&self) -> Self;
}

fn row_by_row(square: Square) -> (u8, u8) {
    (square.row(), square.column())
}

macro_rules! sorted {
    ($game:ident, $variant:ident, $setup:ident => $sort:block) => {
        impl Sorted for $game::Setup {
            fn sorted(mut self) -> Self {
                let $setup = &mut self;
                $sort
                self
            }
            fn of(position: &Position) -> Self {
                match position {
                    Position::$variant(position) => position.into(),
                    other => panic!("{other:?}"),
                }
            }
            fn legal(&self) -> Self {
                (&self.position().unwrap()).into()
            }
        }
    };
}

sorted!(lunar, Lunar, setup => {
    setup.pieces.sort_by_key(|piece| row_by_row(piece.square));
    setup.targets.sort();
    setup.targets.dedup();
});
sorted!(ricochet, Ricochet, setup => {
    setup.robots.sort_by_key(|robot| row_by_row(robot.square));
    setup.targets.sort_by_key(|target| (row_by_row(target.square), target.robot));
    setup.diagonals.sort_by_key(|diagonal| row_by_row(diagonal.square));
});
sorted!(slider, Slider, setup => {
    setup.men.sort_by_key(|man| row_by_row(man.square));
});
sorted!(rush, Rush, _setup => {});
sorted!(tilt, Tilt, setup => {
    setup.objects.sort_by_key(|(_, place)| place.to_string());
});

/// Writes, reads and formats a setup. Returns the text.
fn check<S: Sorted + PartialEq + std::fmt::Debug>(setup: &S) -> Result<String, TestCaseError> {
    let text = write_puzzle(&WritablePuzzle::new(setup)).unwrap();
    let position = read(&text);
    prop_assert_eq!(S::of(&position).sorted(), setup.legal().sorted(), "{}", text);
    prop_assert_eq!(&format(&text, LineEnding::Auto).text, &text);
    // A solvable position is written as it would be read.
    if position.is_solved() {
        return Ok(text);
    }
    let again = write_puzzle(&WritablePuzzle::new(&*setup_of(&position))).unwrap();
    prop_assert_eq!(S::of(&read(&again)).sorted(), S::of(&position).sorted(), "{}", again);
    Ok(text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn lunar_round_trips(setup in setups::lunar()) {
        check(&setup)?;
    }

    #[test]
    fn ricochet_round_trips(setup in setups::ricochet()) {
        let text = check(&setup)?;
        let is_printed = ricochet::faces_of(&setup.board).is_some();
        prop_assert_eq!(text.contains("  tiles: "), is_printed);
    }

    #[test]
    fn slider_round_trips(setup in setups::slider()) {
        check(&setup)?;
    }

    #[test]
    fn tilt_round_trips(setup in setups::tilt()) {
        check(&setup)?;
    }

    #[test]
    fn rush_round_trips(setup in setups::rush()) {
        check(&setup)?;
    }

    #[test]
    fn keys_and_comments_round_trip(
        name in prop::option::of(any::<String>()),
        values in prop::collection::vec(prop_oneof![any::<String>(), "[ab;\" \n\r\t]{0,8}"], 8),
        comments in prop::collection::vec(any::<String>(), 0..3),
    ) {
        let board = Board::new(1, 1).unwrap();
        let setup = lunar::Setup { board, rule: lunar::Rule::Exit, is_grouped: false, pieces: Vec::new(), targets: Vec::new() };
        let keys = [
            Key::Title, Key::Author, Key::Source, Key::License, Key::Date, Key::Tags, Key::Notes,
            Key::Difficulty,
        ];
        let values: Vec<(Key, String)> = keys.into_iter().zip(values).collect();
        let written = WritablePuzzle { name: name.as_deref(), keys: &values, comments: &comments, ..WritablePuzzle::new(&setup) };
        let text = write_puzzle(&written).unwrap();
        prop_assert_eq!(&format(&text, LineEnding::Auto).text, &text);
        let section = carom::syntax::parse(&text);
        prop_assert_eq!(&section.errors, &[]);
        let read = section.header.unwrap().name.map(|name| name.value);
        let one_line = |text: &String| {
            text.trim_end_matches(['\r', '\n']).replace("\r\n", " ").replace(['\r', '\n'], " ")
        };
        prop_assert_eq!(read, name.as_ref().map(one_line));
        let fields = section.fields.iter().filter(|field| field.key != Some(Key::Notes));
        let values = values.iter().filter(|(key, _)| *key != Key::Notes);
        // Spaces avoid a semicolon that would start a comment.
        let bare = |text: &str| text.replace([' ', '\t'], "");
        for (field, (key, value)) in fields.zip(values) {
            prop_assert_eq!(field.key, Some(*key));
            prop_assert_eq!(bare(field.value_span.slice(&text)), bare(&one_line(value)));
        }
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn puzzle_layout_matches_format_page() {
    let mut board = Board::new(4, 3).unwrap();
    board.add_wall(square("a3"), Direction::Right);
    board.add_wall(square("b3"), Direction::Down);
    board.add_wall(square("c3"), Direction::Down);
    board.add_block(square("d1"));
    let robot = |name, at| Piece { name, square: square(at) };
    let diagonal = |robot, at| Diagonal { square: square(at), kind: DiagonalKind::Slash, robot };
    let setup = ricochet::Setup {
        board,
        rules: ricochet::Rules { bounce: false, no_rebound: true, is_grouped: false },
        robots: vec![robot('R', "a1"), robot('G', "b2")],
        targets: vec![ricochet::Target { square: square("b2"), robot: Some('R') }],
        diagonals: vec![diagonal(None, "a3"), diagonal(Some('G'), "c3"), diagonal(None, "a1")],
    };
    let keys = [
        (Key::Solution, "R^ R>".to_owned()),
        (Key::Moves, "2".to_owned()),
        (Key::Author, "me".to_owned()),
        (Key::Rules, "bounce".to_owned()),
    ];
    let own_keys = [("x-id".to_owned(), "7".to_owned())];
    let written = WritablePuzzle {
        name: Some("One"),
        keys: &keys,
        own_keys: &own_keys,
        comments: &["From a book.".to_owned()],
        ..WritablePuzzle::new(&setup)
    };
    let expected = "\
; From a book.
puzzle ricochet \"One\"
  author: me
  rules: direct no-rebound
  moves: 2
  target: r b2
  diagonals: G/ c3, / a1
  x-id: 7
  board:
    /|. . .
      - -
    . G . .
    R . . #
  solution: R^ R>
";
    assert_eq!(write_puzzle(&written).unwrap(), expected);
}

#[test]
fn default_rules_are_written_if_file_has_others() {
    let setup = lunar::Setup {
        board: Board::new(2, 1).unwrap(),
        rule: lunar::Rule::Exit,
        is_grouped: false,
        pieces: vec![Piece { name: '@', square: square("a1") }],
        targets: vec![square("a1")],
    };
    let written = WritablePuzzle { names_default_rules: true, ..WritablePuzzle::new(&setup) };
    let expected = "puzzle lunar\n  rules: exit\n  target: a1\n  board:\n    @ .\n";
    assert_eq!(write_puzzle(&written).unwrap(), expected);
}

#[test]
fn unwritable_setup_is_refused() {
    let mut setup = lunar::Setup {
        board: Board::new(2, 1).unwrap(),
        rule: lunar::Rule::Exit,
        is_grouped: false,
        pieces: vec![
            Piece { name: '@', square: square("a1") },
            Piece { name: 'A', square: square("a1") },
        ],
        targets: vec![square("b1")],
    };
    let refused = |setup: &lunar::Setup| write_puzzle(&WritablePuzzle::new(setup)).unwrap_err();
    let no_room = Unwritable::NoRoom { glyph: 'A', square: square("a1") };
    assert_eq!(refused(&setup), no_room);
    assert_eq!(no_room.to_string(), "there is no room to draw A on a1");
    setup.pieces[1].name = '?';
    assert_eq!(refused(&setup), Unwritable::Name("?".to_owned()));
    let written = WritablePuzzle {
        own_keys: &[("mine".to_owned(), String::new())],
        ..WritablePuzzle::new(&setup)
    };
    assert_eq!(write_puzzle(&written), Err(Unwritable::Name("mine".to_owned())));
}
