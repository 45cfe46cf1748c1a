//! Ratings are the same for rotated, mirrored and renamed copies of a puzzle.

use carom::Task;
use carom::board::Symmetry;
use carom::games::{Piece, Position, lunar, ricochet};
use carom::search::{MAX_STATES, Outcome};
use carom::solving::Difficulty;

use crate::cases::cases;
use crate::reference::random::Random;

/// Returns the pieces on the transformed board in reverse order. Robots exchange their names.
fn pieces(pieces: &[Piece], position: &Position, symmetry: Symmetry, humans: bool) -> Vec<Piece> {
    let is_renamed = |piece: &&Piece| !humans || piece.name.is_ascii_uppercase();
    let names: Vec<char> = pieces.iter().filter(is_renamed).map(|piece| piece.name).collect();
    let mut names = names.into_iter().rev();
    let mut renamed: Vec<Piece> = pieces
        .iter()
        .map(|piece| Piece {
            name: if is_renamed(&piece) { names.next().unwrap() } else { piece.name },
            square: symmetry.square(position.board(), piece.square),
        })
        .collect();
    renamed.reverse();
    renamed
}

fn copy(position: &Position, symmetry: Symmetry) -> Position {
    let place = |square| symmetry.square(position.board(), square);
    match position {
        Position::Lunar(lunar) => {
            let mut setup = lunar::Setup::from(lunar);
            setup.pieces = pieces(&setup.pieces, position, symmetry, true);
            setup.board = symmetry.board(&setup.board);
            setup.targets = setup.targets.into_iter().rev().map(place).collect();
            setup.position().unwrap().into()
        }
        Position::Ricochet(ricochet) => {
            let mut setup = ricochet::Setup::from(ricochet);
            let old = setup.robots;
            setup.robots = pieces(&old, position, symmetry, false);
            let new_name = |name: Option<char>| {
                let moved = old
                    .iter()
                    .find(|robot| Some(robot.name) == name)
                    .map(|robot| place(robot.square));
                let new = setup.robots.iter().find(|robot| Some(robot.square) == moved);
                new.map(|robot| robot.name)
            };
            for target in &mut setup.targets {
                target.square = place(target.square);
                target.robot = new_name(target.robot);
            }
            setup.board = symmetry.board(&setup.board);
            setup.position().unwrap().into()
        }
        other => panic!("{other:?}"),
    }
}

fn rating(position: &Position) -> Option<Difficulty> {
    match Task::new(position).run().outcome {
        Outcome::Solved(solution) => Some(Difficulty::of(position, &solution, MAX_STATES)),
        _ => None,
    }
}

#[test]
fn rating_survives_symmetry_and_renaming() {
    let mut random = Random(52);
    let (mut rated, mut with_features) = (0, 0);
    while rated < cases(40) {
        let robots = random.range(2, 4);
        let is_grouped = random.chance(30);
        let position: Option<Position> = match random.chance(50) {
            true => random.lunar(5, 4).map(|board| {
                let mut setup = lunar::Setup::from(&board);
                setup.is_grouped = is_grouped;
                setup.position().unwrap().into()
            }),
            false => random.ricochet(5, robots, false).map(|board| {
                let mut setup = ricochet::Setup::from(&board);
                setup.rules.is_grouped = is_grouped;
                setup.position().unwrap().into()
            }),
        };
        let Some(position) = position
            .filter(|position| position.pieces().iter().all(|piece| piece.name != Piece::NAMELESS))
        else {
            continue;
        };
        let Some(expected) = rating(&position) else {
            continue;
        };
        for symmetry in Symmetry::ALL {
            let copy = copy(&position, symmetry);
            assert_eq!(rating(&copy), Some(expected), "{position:?} {copy:?}");
        }
        rated += 1;
        with_features += u32::from(expected.paths.pieces.is_some_and(|pieces| pieces > 1));
    }
    assert!(with_features > rated / 4, "{with_features} of {rated}");
}
