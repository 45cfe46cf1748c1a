//! What a game says about itself to whoever asks: its glyphs, its words, and
//! how its board may be laid down again.

use super::{Game, Piece, Position, rush, slider};
use crate::board::{Square, Symmetry};

/// A glyph of a board and what it stands for.
pub type Glyph = (char, &'static str);

/// The tiles by the directions they are open to.
const TILES: &[Glyph] = &[
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

impl Game {
    /// The glyphs of this game's boards that have one meaning each.
    pub const fn glyphs(self) -> &'static [Glyph] {
        match self {
            Self::Lunar => &[
                ('.', "floor"),
                ('#', "a block, which stops every slide"),
                (
                    '+',
                    "a target, where a human has to stop; passing over does not count",
                ),
                ('@', "a human, who has to come home"),
            ],
            Self::Ricochet => &[
                ('.', "floor"),
                ('#', "a block, which stops every slide"),
                ('*', "the target of any robot"),
                ('/', "a diagonal, which turns every robot that enters it"),
                ('\\', "a diagonal, which turns every robot that enters it"),
            ],
            Self::Slider => &[
                ('.', "floor"),
                ('#', "a block"),
                ('H', "a piece that goes right, up or down"),
                ('V', "a piece that goes up, left or right"),
            ],
            Self::Rush => TILES,
        }
    }

    /// What a glyph of a board stands for, a piece by its letter too.
    pub fn glyph_meaning(self, glyph: char) -> Option<String> {
        let glyph = self.standard_glyph(glyph);
        let known = self.glyphs().iter().find(|(known, _)| *known == glyph);
        if let Some((_, meaning)) = known {
            return Some((*meaning).to_owned());
        }
        match (self, glyph) {
            (Self::Lunar, '1'..='9') => Some(format!("the human {glyph}, who has to come home")),
            (Self::Lunar | Self::Ricochet, 'A'..='Z') => Some(format!("the robot {glyph}")),
            (Self::Ricochet, 'a'..='z') => {
                Some(format!("the target of the robot {}", glyph.to_uppercase()))
            }
            _ => None,
        }
    }

    /// What a word of a `rules` line asks for.
    pub fn rule_meaning(self, word: &str) -> Option<&'static str> {
        match (self, word) {
            (Self::Lunar, "exit") => Some(
                "A human that stops on a target leaves the board; the puzzle is solved when none is left. The default.",
            ),
            (Self::Lunar, "stay") => Some(
                "Humans stay on the board and stand in the way; solved when every human stands on a target at the same time.",
            ),
            (Self::Ricochet, "bounce") => Some(
                "The robot that ends on the target must have made at least one horizontal and one vertical slide before. The default.",
            ),
            (Self::Ricochet, "direct") => Some(
                "Any way to the target counts; a robot that starts on its target has solved the puzzle.",
            ),
            (Self::Ricochet, "no-rebound") => Some(
                "A robot may not set off in the direction opposite to the one in which it last came to rest.",
            ),
            _ => None,
        }
    }

    /// Whether `glyph` names a piece that moves.
    pub const fn is_piece(self, glyph: char) -> bool {
        match self {
            Self::Lunar => matches!(glyph, 'A'..='Z' | '1'..='9' | '@'),
            Self::Ricochet => glyph.is_ascii_uppercase(),
            Self::Slider | Self::Rush => false,
        }
    }

    /// Whether the piece `old` may be called `new` and remain what it is.
    pub const fn may_become(self, old: char, new: char) -> bool {
        match self {
            Self::Lunar => {
                self.is_piece(old)
                    && self.is_piece(new)
                    && old.is_ascii_uppercase() == new.is_ascii_uppercase()
            }
            Self::Ricochet | Self::Slider | Self::Rush => self.is_piece(old) && self.is_piece(new),
        }
    }

    /// Whether `glyph` marks a target.
    pub const fn is_target(self, glyph: char) -> bool {
        match self {
            Self::Lunar => glyph == '+',
            Self::Ricochet => matches!(glyph, 'a'..='z' | '*'),
            Self::Slider | Self::Rush => false,
        }
    }

    /// The target that belongs to the piece of this name alone.
    pub const fn target_of(self, piece: char) -> Option<char> {
        match self {
            Self::Ricochet if piece.is_ascii_uppercase() => Some(piece.to_ascii_lowercase()),
            _ => None,
        }
    }

    /// What `glyph` looks like on a board laid down again.
    pub fn glyph_after(self, symmetry: Symmetry, glyph: char) -> char {
        match (self, glyph) {
            (Self::Ricochet, '/') if !symmetry.keeps_diagonals() => '\\',
            (Self::Ricochet, '\\') if !symmetry.keeps_diagonals() => '/',
            (Self::Slider, _) if symmetry.swaps_sides() => {
                slider::Side::from_glyph(glyph).map_or(glyph, |side| side.other().glyph())
            }
            (Self::Rush, _) => {
                rush::Tile::from_glyph(glyph).map_or(glyph, |tile| tile.laid(symmetry).glyph())
            }
            _ => glyph,
        }
    }
}

impl Position {
    /// The pieces on the board, in the order of the text.
    pub fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Lunar(position) => position.pieces().to_vec(),
            Self::Ricochet(position) => position.robots().collect(),
            Self::Slider(position) => {
                let sides = [slider::Side::H, slider::Side::V].into_iter();
                let men = sides.flat_map(|side| {
                    let name = side.glyph();
                    position
                        .men(side)
                        .iter()
                        .map(move |square| Piece { name, square })
                });
                men.collect()
            }
            Self::Rush(_) => Vec::new(),
        }
    }

    /// The piece of this name, if it is on the board.
    pub fn piece(&self, name: char) -> Option<Piece> {
        self.pieces().into_iter().find(|piece| piece.name == name)
    }

    /// What is drawn on `square`: a piece before what lies under it.
    pub fn glyph(&self, square: Square) -> char {
        if let Self::Rush(position) = self {
            return position.tiles().get(square).glyph();
        }
        let piece = self
            .pieces()
            .into_iter()
            .find(|piece| piece.square == square);
        piece.map_or_else(|| self.ground(square), |piece| piece.name)
    }

    /// What is drawn on `square` where no piece stands.
    pub fn ground(&self, square: Square) -> char {
        if self.board().blocks().contains(square) {
            return '#';
        }
        match self {
            Self::Lunar(position) if position.targets().contains(square) => '+',
            Self::Lunar(_) | Self::Slider(_) => '.',
            Self::Rush(position) => position.tiles().get(square).glyph(),
            Self::Ricochet(position) => {
                let target = position.target();
                if target.square == square {
                    return target.robot.map_or('*', |robot| robot.to_ascii_lowercase());
                }
                match position.diagonal_on(square).map(|diagonal| diagonal.kind) {
                    Some(super::ricochet::DiagonalKind::Slash) => '/',
                    Some(super::ricochet::DiagonalKind::Backslash) => '\\',
                    None => '.',
                }
            }
        }
    }
}
