//! What makes two Ricochet Robots positions the same puzzle.

use super::Position;
use crate::board::{Square, Symmetry};
use crate::games::{Diagonal, DiagonalKind};

impl Position {
    /// The position laid down by `symmetry`, without the robots' names. Robots
    /// differ only by their targets and by the diagonals they pass through.
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
        let drawn = [image.blocks(), image.walls_above(), image.walls_right()];
        for (bit, squares) in drawn.into_iter().enumerate() {
            for square in squares.iter() {
                mark(square, 1 << bit);
            }
        }
        for square in self.choice(None).iter() {
            mark(place(square), 1 << 3);
        }
        for diagonal in self.diagonals() {
            // Without its robot on the board, a colour means nothing.
            if !self
                .robots()
                .any(|robot| diagonal.robot == Some(robot.name))
            {
                mark(place(diagonal.square), 1 << 4 << kind(symmetry, diagonal));
            }
        }
        // Robots that are unlike others, each with what it has of its own.
        let mut unlike = Vec::new();
        for robot in self.robots() {
            let targets = self.choice(Some(robot.name));
            let mut targets: Vec<u8> = targets.iter().map(|at| place(at).to_u8()).collect();
            targets.sort_unstable();
            let own = self.diagonals().iter();
            let own = own.filter(|diagonal| diagonal.robot == Some(robot.name));
            let mut own: Vec<[u8; 2]> = own
                .map(|diagonal| [place(diagonal.square).to_u8(), kind(symmetry, diagonal)])
                .collect();
            own.sort_unstable();
            if targets.is_empty() && own.is_empty() {
                mark(place(robot.square), 1 << 6);
                continue;
            }
            let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX).to_be_bytes();
            let mut entry = vec![place(robot.square).to_u8()];
            entry.extend(count(targets.len()));
            entry.extend(count(own.len()));
            entry.extend(targets);
            entry.extend(own.as_flattened());
            unlike.push(entry);
        }
        unlike.sort_unstable();
        let rules = u8::from(self.rules().bounce) | u8::from(self.rules().no_rebound) << 1;
        let head = [image.files(), image.ranks(), rules];
        let squares = image
            .squares()
            .filter_map(|square| squares.get(square.index()));
        let drawn = head.iter().chain(squares).copied();
        drawn.chain(unlike.concat()).collect()
    }
}

fn kind(symmetry: Symmetry, diagonal: &Diagonal) -> u8 {
    u8::from((diagonal.kind == DiagonalKind::Slash) == symmetry.keeps_diagonals())
}
