//! Compares the animation of moves with the rules, on every puzzle of the fixtures and examples.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use carom::analysis::{FileHead, Puzzle};
use carom::board::Square;
use carom::games::{Figure, Game, Move, Moving, Piece, Position, rush};
use carom::picture::{Picture, describe, diagram, svg};
use carom::syntax;

/// Returns the positions of all fixtures and examples.
fn positions() -> Vec<Position> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut positions = Vec::new();
    for folder in ["tests/fixtures", "examples", "examples/broken"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "carom") {
                continue;
            }
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            let mut sections = syntax::sections(&text).into_iter();
            let head = FileHead::read(sections.next().unwrap().slice(&text));
            let puzzles = sections.map(|span| Puzzle::read(span.slice(&text), &head));
            positions.extend(puzzles.filter_map(|puzzle| puzzle.position().cloned()));
        }
    }
    positions
}

/// Returns the legal moves, for tiles each push with one walk.
fn moves(position: &Position) -> Vec<Move> {
    let walked = |played| match (position, played) {
        (Position::Rush(start), Move::Turn(turn)) => {
            let mut at = start.push(turn.push).unwrap();
            let mut steps = Vec::new();
            for direction in carom::board::Direction::ALL.repeat(2) {
                if let Ok(next) = at.step(direction) {
                    steps.push(direction);
                    at = next;
                }
            }
            let walk = rush::Walk::new(steps).unwrap();
            Move::Turn(rush::Turn { walk, ..turn })
        }
        _ => played,
    };
    position.legal_moves().into_iter().map(walked).collect()
}

#[test]
fn stages_of_a_move_end_in_its_position() {
    let positions = positions();
    for game in Game::ALL {
        assert!(positions.iter().any(|position| position.game() == game));
    }
    for position in positions {
        for played in moves(&position) {
            let stages = position.stages(played).unwrap();
            let after = position.play(played).unwrap();
            assert_eq!(stages.last().unwrap().position, after, "{played}");
            for (stage, motion) in stages
                .iter()
                .flat_map(|stage| stage.motions.iter().map(move |motion| (stage, motion)))
            {
                for step in motion.way.windows(2) {
                    let apart = |a: u8, b: u8| a.abs_diff(b);
                    let columns = apart(step[0].column(), step[1].column());
                    let rows = apart(step[0].row(), step[1].row());
                    assert_eq!(columns + rows, 1, "{played}: {:?}", motion.way);
                }
                let Moving::Figure(Figure { piece, .. }) = motion.moving else {
                    continue;
                };
                let stop = motion.way.last().unwrap();
                assert_eq!(motion.way[0], piece.square);
                assert!(position.pieces().contains(&piece));
                let names = [piece.square, *stop].map(|square| square.to_string());
                for name in names {
                    assert!(stage.description.contains(&name), "{}", stage.description);
                }
            }
            let of_pieces = stages.iter().flat_map(|stage| &stage.motions).filter_map(|motion| {
                let Moving::Figure(Figure { piece, .. }) = motion.moving else {
                    return None;
                };
                Some((piece, motion.end()))
            });
            let moved: HashMap<Piece, Option<Square>> = of_pieces.collect();
            // Each piece is at the end of its motion or gone; all others stay.
            let expected: HashSet<Piece> = position
                .pieces()
                .into_iter()
                .filter_map(|piece| match moved.get(&piece) {
                    Some(end) => Some(Piece { square: (*end)?, ..piece }),
                    None => Some(piece),
                })
                .collect();
            let after: HashSet<Piece> = after.pieces().into_iter().collect();
            assert!(after.is_subset(&expected), "{played}");
            let ends: HashSet<Square> = moved.values().flatten().copied().collect();
            let gone = expected.difference(&after);
            assert!(gone.into_iter().all(|piece| ends.contains(&piece.square)), "{played}");
        }
    }
}

#[test]
fn illegal_move_has_no_stages() {
    for position in positions() {
        let illegal = Move::Slide(carom::games::Slide {
            piece: carom::games::Mover::Named('?'),
            direction: carom::board::Direction::Up,
        });
        assert!(position.stages(illegal).is_err());
    }
}

#[test]
fn every_position_has_picture_text_and_description() {
    for position in positions() {
        let words = describe(&position);
        let picture = svg(&Picture {
            position: &position,
            motions: &[],
            title: "a picture",
            description: &words,
        });
        let document = roxmltree::Document::parse(&picture).unwrap();
        let count = |class: &str| {
            let classes = document
                .descendants()
                .filter_map(|n| n.attribute("class"))
                .filter(|all| all.split(' ').any(|one| one == class));
            classes.count()
        };
        let board = position.board();
        let squares = usize::from(board.columns()) * usize::from(board.rows());
        assert_eq!(count("carom-piece"), position.pieces().len());
        assert_eq!(count("carom-block"), board.blocks().iter().count());
        let sides = usize::from(board.columns()) + usize::from(board.rows());
        assert_eq!(count("carom-coordinate"), sides);
        let scene = position.scene();
        assert_eq!(count("carom-target"), scene.targets.len());
        assert_eq!(count("carom-diagonal"), scene.diagonals.len());
        if position.game() == Game::Rush {
            assert_eq!(count("carom-tile"), squares + scene.hands.len());
            assert_eq!(count("carom-player"), 1);
        }
        // The rows of the text are numbered and show their pieces.
        let diagram = diagram(&position);
        for piece in position.pieces() {
            let label = usize::from(piece.square.row()) + 1;
            let mut rows = diagram.lines();
            let row = rows.find(|row| row[..2].trim() == label.to_string()).unwrap();
            let column = 3 + 2 * usize::from(piece.square.column());
            assert_eq!(row.chars().nth(column), Some(piece.name), "{diagram}");
        }
    }
}
