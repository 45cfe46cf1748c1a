//! The traits of X-mas Rush.

use super::{Illegal, Position, Turn, Walk, puzzle, stages};
use crate::board::{Bitboard, Board, Direction, Square, Symmetry};
use crate::games::{
    GameAnalysis, GameDrawing, GameNotation, GameRules, GameSymmetry, Glyph, HandTile, ItemPlace,
    Scene, Stage, Tile, Visitor,
};

/// The rules of X-mas Rush.
#[derive(Clone, Copy, Debug)]
pub struct Rush;

impl GameRules for Rush {
    type Position = Position;
    type Move = Turn;
    type Illegal = Illegal;

    fn board(position: &Position) -> &Board {
        position.board()
    }

    fn is_solved(position: &Position) -> bool {
        position.is_solved()
    }

    fn unreachable_reason(_: &Position) -> String {
        "an item stays in the opponent's hand".to_owned()
    }

    fn unsolved_reason(position: &Position) -> String {
        position.unsolved_reason()
    }

    fn legal_moves(position: &Position) -> Vec<Turn> {
        position.legal_moves()
    }

    fn play(position: &Position, turn: Turn) -> Result<Position, Illegal> {
        position.play(turn)
    }

    fn illegal_step(illegal: &Illegal) -> Option<usize> {
        match illegal {
            Illegal::Blocked(step, _) => usize::from(step.number).checked_sub(1),
            _ => None,
        }
    }

    fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
        puzzle::visit(position, visitor)
    }
}

impl GameNotation for Rush {
    const NAME: &'static str = "rush";
    const TITLE: &'static str = "X-mas Rush";
    const HAS_FLOOR: bool = false;
    const MOVE_SYNTAX: &'static str =
        "a move is a line, its direction, and the walk after it, as in `3>:^^`";
    const GLYPHS: &'static [Glyph] = &[
        ('·', "a tile that is closed"),
        ('╴', "a tile open to the left"),
        ('╷', "a tile open downward"),
        ('╗', "a tile open downward and to the left"),
        ('╶', "a tile open to the right"),
        ('═', "a tile open to both sides"),
        ('╔', "a tile open downward and to the right"),
        ('╦', "a tile open to both sides and downward"),
        ('╵', "a tile open upward"),
        ('╝', "a tile open upward and to the left"),
        ('║', "a tile open upward and downward"),
        ('╣', "a tile open upward, downward and to the left"),
        ('╚', "a tile open upward and to the right"),
        ('╩', "a tile open upward and to both sides"),
        ('╠', "a tile open upward, downward and to the right"),
        ('╬', "a tile open to all sides"),
    ];

    fn glyph_name(glyph: char) -> Option<&'static str> {
        Tile::from_glyph(glyph).map(Tile::name)
    }

    fn standard_glyph(glyph: char) -> char {
        Tile::from_glyph(glyph).map_or(glyph, Tile::glyph)
    }

    fn extensions(Turn { push, walk }: Turn) -> Vec<Turn> {
        let turns = Direction::ALL.into_iter().filter_map(|direction| {
            let walk = Walk::new(walk.iter().chain([direction])).ok()?;
            Some(Turn { push, walk })
        });
        turns.collect()
    }
}

impl GameSymmetry for Rush {
    fn transform_glyph(symmetry: Symmetry, glyph: char) -> char {
        Tile::from_glyph(glyph).map_or(glyph, |tile| tile.transformed(symmetry).glyph())
    }

    fn canonical(position: &Position) -> Vec<u8> {
        let images = Symmetry::ALL.map(|symmetry| position.image(symmetry));
        images.into_iter().min().unwrap_or_default()
    }

    /// A row push precedes a column push, so axes cannot be swapped if both sides push.
    fn is_kept_by(position: &Position, symmetry: Symmetry) -> bool {
        position.opponent().is_empty() || !symmetry.swaps_sides()
    }

    fn transform_move(position: &Position, turn: Turn, symmetry: Symmetry) -> Option<Turn> {
        let board = position.board();
        let steps = turn.walk.iter();
        let steps = steps.map(|direction| symmetry.direction(direction));
        Some(Turn {
            push: turn
                .push
                .is_on(board)
                .then(|| turn.push.transformed(board, symmetry))?,
            walk: Walk::new(steps).ok()?,
        })
    }
}

impl GameDrawing for Rush {
    fn ground(position: &Position, square: Square) -> char {
        position.tiles().get(square).glyph()
    }

    fn scene(position: &Position) -> Scene {
        let tiles = position.tiles();
        let squares = position.board().squares();
        let hand = |name, place, tile| HandTile { name, place, tile };
        let own = hand("hand", ItemPlace::Hand, position.hand());
        let theirs = position.opponent_hand();
        let theirs = theirs.map(|tile| hand("opponent", ItemPlace::OpponentHand, tile));
        Scene {
            tiles: squares.map(|square| (square, tiles.get(square))).collect(),
            player: Some(position.player()),
            hands: [own].into_iter().chain(theirs).collect(),
            items: position.items().to_vec(),
            ..Scene::default()
        }
    }

    fn stages(position: &Position, turn: Turn) -> Result<Vec<Stage>, Illegal> {
        stages::stages(position, turn)
    }

    fn entry(position: &Position, turn: Turn) -> Option<Square> {
        let board = position.board();
        turn.push.is_on(board).then(|| turn.push.entry(board))
    }
}

impl GameAnalysis for Rush {
    fn reachable(position: &Position) -> Option<Bitboard> {
        Some(position.reachable())
    }
}

impl Position {
    /// Returns the transformed position without item names and without what no solution depends
    /// on. Two positions are the same puzzle if they have an equal image.
    ///
    /// Rows are pushed before columns if both sides push, so a board with a script keeps its
    /// axes; it is not transformed if they would be swapped.
    fn image(&self, symmetry: Symmetry) -> Vec<u8> {
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
