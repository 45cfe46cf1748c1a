//! What makes two Ricochet Robots positions the same puzzle.

use super::Position;
use crate::board::{Direction, Square, Symmetry};
use crate::games::{Diagonal, DiagonalKind};

impl Position {
    /// The position laid down by `symmetry`, without the robots' names. Robots
    /// differ only by the target and by the diagonals they pass through.
    pub(super) fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let board = self.board();
        let image = symmetry.board(board);
        let place = |square: Square| symmetry.square(board, square);
        let mut squares = [0u8; 256];
        let mut mark = |square: Square, bits: u8| {
            if let Some(at) = squares.get_mut(square.index()) {
                *at |= bits;
            }
        };
        for square in image.squares() {
            let walls = image.walls(square);
            mark(square, u8::from(image.blocks().contains(square)));
            mark(square, u8::from(walls.contains(Direction::Up)) << 1);
            mark(square, u8::from(walls.contains(Direction::Right)) << 2);
        }
        mark(place(self.target().square), 1 << 3);
        for diagonal in self.diagonals() {
            // Without its robot on the board, a colour means nothing.
            if !self
                .robots()
                .any(|robot| diagonal.robot == Some(robot.name))
            {
                mark(place(diagonal.square), 1 << 4 << kind(symmetry, diagonal));
            }
        }
        let mut coloured = Vec::new();
        for robot in self.robots() {
            let is_targets = self.target().robot == Some(robot.name);
            mark(
                place(robot.square),
                if is_targets { 1 << 6 } else { 1 << 7 },
            );
            let own = self.diagonals().iter();
            let own = own.filter(|diagonal| diagonal.robot == Some(robot.name));
            let mut own: Vec<[u8; 2]> = own
                .map(|diagonal| [place(diagonal.square).to_u8(), kind(symmetry, diagonal)])
                .collect();
            if !own.is_empty() {
                own.sort_unstable();
                let count = u8::try_from(own.len()).unwrap_or(u8::MAX);
                let mut entry = vec![place(robot.square).to_u8(), count];
                entry.extend(own.as_flattened());
                coloured.push(entry);
            }
        }
        coloured.sort_unstable();
        let rules = u8::from(self.rules().bounce) | u8::from(self.rules().no_rebound) << 1;
        let head = [
            image.files(),
            image.ranks(),
            rules,
            u8::from(self.target().robot.is_some()),
        ];
        let squares = image
            .squares()
            .filter_map(|square| squares.get(square.index()));
        let drawn = head.iter().chain(squares).copied();
        drawn.chain(coloured.concat()).collect()
    }
}

fn kind(symmetry: Symmetry, diagonal: &Diagonal) -> u8 {
    u8::from((diagonal.kind == DiagonalKind::Slash) == symmetry.keeps_diagonals())
}
