//! What makes two X-mas Rush positions the same puzzle.

use super::Position;
use crate::board::Symmetry;
use crate::games::ItemPlace;

impl Position {
    /// The position laid down by `symmetry`, without the items' names and
    /// without what no solution depends on. Two positions are the same puzzle
    /// if they can be laid down alike.
    ///
    /// Ranks are pushed before files where both sides push, so a board with a
    /// script keeps its sides; it is left as it is if they would be swapped.
    pub(super) fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let script = self.opponent();
        let symmetry = if symmetry.swaps_sides() && !script.is_empty() {
            Symmetry::IDENTITY
        } else {
            symmetry
        };
        let board = self.board();
        let has_item = |place| u8::from(self.remaining().any(|item| item.place == place)) << 4;
        let mut squares = [0; 256];
        for square in board.squares() {
            if let Some(at) = squares.get_mut(symmetry.square(board, square).index()) {
                let is_player = u8::from(square == self.player()) << 5;
                let tile = self.tiles().get(square).transformed(symmetry).bits();
                *at = tile | has_item(ItemPlace::Board(square)) | is_player;
            }
        }
        let theirs = self.opponent_hand().filter(|_| !script.is_empty());
        let theirs = theirs.unwrap_or_default().transformed(symmetry).bits()
            | has_item(ItemPlace::OpponentHand);
        let image = symmetry.board(board);
        let head = [
            image.columns(),
            image.rows(),
            self.hand().transformed(symmetry).bits() | has_item(ItemPlace::Hand),
            theirs,
        ];
        let squares = image
            .squares()
            .filter_map(|square| squares.get(square.index()));
        let pushes = script.iter().flat_map(|push| {
            let push = push.transformed(board, symmetry);
            [push.line(), push.direction() as u8]
        });
        let bytes = head.iter().chain(squares).copied();
        bytes.chain(pushes).collect()
    }
}
