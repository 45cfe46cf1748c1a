//! The canonical form of Ricochet Robots positions.

use super::Position;
use crate::board::{Square, Symmetry};
use crate::games::{Diagonal, DiagonalKind};

impl Position {
    /// Returns the transformed position without the names of robots. Robots differ only by
    /// their targets, by the diagonals they pass through, and by what the rules remember of
    /// their moves.
    pub(super) fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let board = self.board();
        let image = symmetry.board(&board.without_idle_walls());
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
            // A colour has no effect without its robot on the board.
            if !self
                .robots()
                .any(|robot| diagonal.robot == Some(robot.name))
            {
                mark(place(diagonal.square), 1 << 4 << kind(symmetry, diagonal));
            }
        }
        // Robots that differ from others, each with its own targets and diagonals.
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
        let pasts = self.image_of_pasts(symmetry);
        let has_pasts = !pasts.is_empty();
        let rules = self.rules();
        let last_moved = self.grouping().last_moved();
        let rules = [
            rules.bounce,
            rules.no_rebound,
            has_pasts,
            rules.is_grouped,
            last_moved.is_some(),
        ];
        let rules = rules.into_iter().enumerate();
        let rules = rules.fold(0, |bits, (bit, holds)| bits | u8::from(holds) << bit);
        let (columns, rows) = (usize::from(image.columns()), usize::from(image.rows()));
        let mut bytes = Vec::with_capacity(3 + columns * rows);
        bytes.extend([image.columns(), image.rows(), rules]);
        for row in squares.chunks(16).take(rows) {
            bytes.extend(row.get(..columns).unwrap_or(row));
        }
        // At the start no robot has moved.
        if has_pasts {
            bytes.push(u8::try_from(pasts.len()).unwrap_or(u8::MAX));
            bytes.extend(pasts.as_flattened());
        }
        bytes.extend(last_moved.map(|square| symmetry.square(self.board(), square).to_u8()));
        bytes.extend(unlike.concat());
        bytes
    }

    /// Returns what the rules remember of the moves of robots, as far as it matters: for each robot
    /// its square, its axes and the direction of its last slide.
    fn image_of_pasts(&self, symmetry: Symmetry) -> Vec<[u8; 3]> {
        let (rules, any) = (self.rules(), self.choice(None));
        let pasts = self.pasts().filter_map(|(robot, axes, rested)| {
            let is_to_come_home = !any.is_empty() || !self.choice(Some(robot.name)).is_empty();
            let axes = match symmetry.swaps_sides() {
                _ if !(rules.bounce && is_to_come_home) => 0,
                true => axes.bits() >> 1 | (axes.bits() & 1) << 1,
                false => axes.bits(),
            };
            let rested = rested.filter(|_| rules.no_rebound);
            let rested = rested.map_or(0, |way| symmetry.direction(way) as u8 + 1);
            let square = symmetry.square(self.board(), robot.square).to_u8();
            (axes > 0 || rested > 0).then_some([square, axes, rested])
        });
        let mut pasts: Vec<[u8; 3]> = pasts.collect();
        pasts.sort_unstable();
        pasts
    }
}

fn kind(symmetry: Symmetry, diagonal: &Diagonal) -> u8 {
    u8::from((diagonal.kind == DiagonalKind::Slash) == symmetry.keeps_diagonals())
}
