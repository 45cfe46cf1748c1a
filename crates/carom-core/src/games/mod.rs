//! The rules of the games.
//!
//! Each game has a folder with a `Setup`, a board as its author wrote it, and a `Position`, which
//! is legal and implements [`GameRules`] and [`GameNotation`]. [`Game`] and [`Position`] dispatch
//! to them through one table. Types that games
//! share, and the content of pictures, are in this folder. Games do not know text and spans: a
//! fault names the part of the board that it is about, and what is wrong.

mod active_robot;
mod active_robot_heuristic;
mod board_image;
mod diagonal;
mod duel;
mod family;
mod game;
mod grouping;
mod item;
pub mod lunar;
mod position;
mod push;
mod puzzle;
mod puzzle_layout;
mod removable;
pub mod ricochet;
mod rules;
pub mod rush;
mod scene;
mod setup;
mod slide;
pub mod slider;
mod sliding;
mod sorted;
mod stage;
mod standable;
mod table;
mod tile;
pub mod tilt;

pub use active_robot::ActiveRobotPuzzle;
pub use active_robot_heuristic::ActiveRobotHeuristic;
pub use diagonal::{Diagonal, DiagonalKind};
pub use duel::{ArmyPlacement, ArmyStep, DuelEnd, DuelPlacement};
pub use family::{Family, FamilyOptions, FindFamilies};
pub use grouping::Grouping;
pub use item::{Item, ItemPlace, ItemState};
pub use push::{ParsePushError, Push};
pub use puzzle::{GroupedPuzzle, SearchHints, SearchModel, Visitor};
pub use puzzle_layout::{
    Generation, HasRule, LayOut, PrintedBoards, PuzzleLayout, RandomPrintedPuzzle, ScoreWeights,
};
pub use removable::Removable;
pub use rules::{GameNotation, GameRules, Glyph, Meaning, Role};
pub use scene::{Border, Figure, FigureKind, HandTile, Scene, TargetKind};
pub use setup::{
    BoardObject, BoardSetup, Fault, FaultKind, Part, Placement, on_board, parts, pieces_of,
};
pub use slide::{Mover, Obstruction, ParseMoverError, ParseSlideError, Piece, Slide, SlideFrom};
pub use sliding::SlidingPuzzle;
pub use stage::{Motion, Moving, Stage};
pub use table::{Army, Duel, DuelState, Game, Illegal, Move, Position};
pub use tile::Tile;
