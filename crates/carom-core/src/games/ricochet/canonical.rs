//! The canonical form of Ricochet Robots positions.

use super::Position;
use crate::board::Symmetry;
use crate::games::board_image::BoardImage;
use crate::games::{Diagonal, DiagonalKind, GameRules};

/// Returns the transformed position without the names of robots. Robots differ only by their
/// targets, by the diagonals they pass through, and by what the rules remember of their moves.
pub(super) fn image(position: &Position, symmetry: Symmetry) -> Vec<u8> {
    let mut image = BoardImage::new(position.board(), symmetry);
    for square in position.choice(None).iter() {
        image.mark(square, 1 << 3);
    }
    for diagonal in position.diagonals() {
        // A colour has no effect without its robot on the board.
        if !position.robots().any(|robot| diagonal.robot == Some(robot.name)) {
            image.mark(diagonal.square, 1 << 4 << kind(symmetry, diagonal));
        }
    }
    // Robots that differ from others, each with its own targets and diagonals.
    let mut unlike = Vec::new();
    for robot in position.robots() {
        let mut targets: Vec<u8> =
            position.choice(Some(robot.name)).iter().map(|at| image.square(at).to_u8()).collect();
        targets.sort_unstable();
        let own = position.diagonals().iter().filter(|diagonal| diagonal.robot == Some(robot.name));
        let mut own: Vec<[u8; 2]> = own
            .map(|diagonal| [image.square(diagonal.square).to_u8(), kind(symmetry, diagonal)])
            .collect();
        own.sort_unstable();
        if targets.is_empty() && own.is_empty() {
            image.mark(robot.square, 1 << 6);
            continue;
        }
        let count =
            |count: usize| u16::try_from(count).expect("at most one a square").to_be_bytes();
        let mut entry = vec![image.square(robot.square).to_u8()];
        entry.extend(count(targets.len()));
        entry.extend(count(own.len()));
        entry.extend(targets);
        entry.extend(own.as_flattened());
        unlike.push(entry);
    }
    unlike.sort_unstable();
    let pasts = image_of_pasts(position, symmetry);
    let has_pasts = !pasts.is_empty();
    let rules = position.rules();
    let last_moved = position.grouping().last_moved();
    let rules = [rules.bounce, rules.no_rebound, has_pasts, rules.is_grouped, last_moved.is_some()]
        .into_iter()
        .enumerate()
        .fold(0, |bits, (bit, holds)| bits | u8::from(holds) << bit);
    let mut bytes = image.bytes(&[rules]);
    // At the start no robot has moved.
    if has_pasts {
        bytes.push(u8::try_from(pasts.len()).expect("each robot has a letter"));
        bytes.extend(pasts.as_flattened());
    }
    bytes.extend(last_moved.map(|square| image.square(square).to_u8()));
    bytes.extend(unlike.concat());
    bytes
}

/// Returns what the rules remember of the moves of robots, as far as it matters: for each robot
/// its square, its axes and the direction of its last slide.
fn image_of_pasts(position: &Position, symmetry: Symmetry) -> Vec<[u8; 3]> {
    let (rules, any) = (position.rules(), position.choice(None));
    let mut pasts: Vec<[u8; 3]> = position
        .pasts()
        .filter_map(|(robot, axes, rested)| {
            let is_to_come_home = !any.is_empty() || !position.choice(Some(robot.name)).is_empty();
            let axes = match symmetry.swaps_sides() {
                _ if !(rules.bounce && is_to_come_home) => 0,
                true => axes.bits() >> 1 | (axes.bits() & 1) << 1,
                false => axes.bits(),
            };
            let rested = rested
                .filter(|_| rules.no_rebound)
                .map_or(0, |way| symmetry.direction(way) as u8 + 1);
            let square = symmetry.square(position.board(), robot.square).to_u8();
            (axes > 0 || rested > 0).then_some([square, axes, rested])
        })
        .collect();
    pasts.sort_unstable();
    pasts
}

fn kind(symmetry: Symmetry, diagonal: &Diagonal) -> u8 {
    u8::from((diagonal.kind == DiagonalKind::Slash) == symmetry.keeps_diagonals())
}
