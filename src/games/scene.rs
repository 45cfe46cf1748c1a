//! What a picture shows of a position, the squares and walls aside. It is the
//! same data for every game, so that what draws it knows none.

use super::ricochet::Diagonal;
use super::rush::{Place, Tile};
use super::{Piece, Position, lunar, slider};
use crate::board::{Direction, Square};

/// Everything that lies or stands on a board, or beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The pieces, in the order of the text.
    pub figures: Vec<Figure>,
    /// The targets, each with its glyph.
    pub targets: Vec<(Square, char)>,
    /// The diagonals.
    pub diagonals: Vec<Diagonal>,
    /// The tiles, where the board is made of tiles.
    pub tiles: Vec<(Square, Tile)>,
    /// Who walks on the tiles.
    pub player: Option<Square>,
    /// The tiles beside the board.
    pub hands: Vec<Hand>,
    /// What lies on the tiles, or was collected.
    pub items: Vec<Token>,
    /// What the border does.
    pub border: Border,
    /// Of two sides, the one to move.
    pub to_move: Option<char>,
}

/// A piece and what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its letter and where it stands.
    pub piece: Piece,
    /// What it is.
    pub kind: Kind,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One that helps, or slides to a target.
    Robot,
    /// One that has to come home.
    Human,
    /// One of a side whose pieces leave the board in this direction.
    Man(Direction),
}

/// A tile that somebody holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// What it is called.
    pub name: &'static str,
    /// Where items on it are said to lie.
    pub place: Place,
    /// The tile.
    pub tile: Tile,
}

/// Something to be collected, or only carried about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its name.
    pub name: String,
    /// Where it lies; nowhere once it is collected.
    pub place: Option<Place>,
    /// Whether it is to be collected.
    pub is_quest: bool,
}

/// What the border of a board does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// It stops whatever comes.
    #[default]
    Stops,
    /// It stops nothing.
    Open,
    /// A side leaves the board there, a side of the board for each.
    Exits(Vec<(Direction, char)>),
}

impl Position {
    /// What a picture shows.
    pub fn scene(&self) -> Scene {
        let figures = self.pieces().into_iter();
        let figures = figures.map(|piece| Figure {
            piece,
            kind: self.kind(piece.name),
        });
        let scene = Scene {
            figures: figures.collect(),
            ..Scene::default()
        };
        match self {
            Self::Lunar(position) => {
                let targets = position.targets().iter();
                Scene {
                    targets: targets.map(|square| (square, '+')).collect(),
                    border: Border::Open,
                    ..scene
                }
            }
            Self::Ricochet(position) => {
                let square = position.target().square;
                Scene {
                    targets: vec![(square, self.ground(square))],
                    diagonals: position.diagonals().to_vec(),
                    ..scene
                }
            }
            Self::Slider(position) => Scene {
                border: Border::Exits(
                    slider::Side::ALL
                        .map(|side| (side.forward(), side.glyph()))
                        .to_vec(),
                ),
                to_move: Some(position.to_move().glyph()),
                ..scene
            },
            Self::Rush(position) => {
                let tiles = position.tiles();
                let squares = position.board().squares();
                let hand = |name, place, tile| Hand { name, place, tile };
                let own = hand("hand", Place::Hand, position.hand());
                let theirs = position.opponent_hand();
                let theirs = theirs.map(|tile| hand("opponent", Place::OpponentHand, tile));
                let items = position.items().map(|item| Token {
                    name: item.name.to_owned(),
                    place: (!item.is_collected).then_some(item.place),
                    is_quest: item.is_quest,
                });
                Scene {
                    tiles: squares.map(|square| (square, tiles.get(square))).collect(),
                    player: Some(position.player()),
                    hands: [own].into_iter().chain(theirs).collect(),
                    items: items.collect(),
                    ..scene
                }
            }
        }
    }

    /// What the piece of this name is.
    pub(super) fn kind(&self, name: char) -> Kind {
        match self {
            Self::Lunar(_) if lunar::is_human(name) => Kind::Human,
            Self::Lunar(_) | Self::Ricochet(_) | Self::Rush(_) => Kind::Robot,
            Self::Slider(_) => match slider::Side::from_glyph(name) {
                Some(side) => Kind::Man(side.forward()),
                None => Kind::Robot,
            },
        }
    }
}
