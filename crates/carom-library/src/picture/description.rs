//! Descriptions of positions for screen readers.

use crate::board::Square;
use crate::games::{Figure, Game, ItemPlace, Piece, Position, Scene, TargetKind};
use crate::words::count;

/// Describes a position in sentences.
pub fn describe(position: &Position) -> String {
    let scene = position.scene();
    let board = position.board();
    let mut parts =
        vec![format!("{} and {}", count(board.columns(), "column"), count(board.rows(), "row"))];
    parts.extend(pieces(position.game(), &scene));
    let targets = scene.targets.iter().map(|(square, glyph)| {
        let is_choice = scene.targets.iter().filter(|(_, g)| g == glyph).count() > 1;
        let article = if is_choice { "a" } else { "the" };
        match glyph {
            'a'..='z' => {
                let robot = glyph.to_ascii_uppercase();
                format!("{article} target of {robot} is {square}")
            }
            '*' => format!("{article} target of any robot is {square}"),
            _ if scene.target_kind == TargetKind::Mark => format!("a target is {square}"),
            _ => format!("a {} is on {square}", scene.target_kind.word()),
        }
    });
    parts.extend(targets);
    if let Some(square) = scene.player {
        parts.push(format!("the player is on {square}"));
    }
    let hands = scene.hands.iter();
    parts.extend(hands.map(|hand| format!("{}: {}", hand.name, hand.tile.name())));
    let items = scene.items.iter().map(|state| {
        let name = &state.item.name;
        match state.place() {
            None => format!("{name} is collected"),
            Some(ItemPlace::Board(square)) => format!("{name} is on {square}"),
            Some(ItemPlace::Hand) => format!("{name} is in the hand"),
            Some(ItemPlace::OpponentHand) => format!("{name} is in the opponent's hand"),
        }
    });
    parts.extend(items);
    if let Some(side) = scene.to_move {
        parts.push(format!("{side} is to move"));
    }
    parts.join("; ")
}

/// Describes the pieces: one by one if each has a name, otherwise by side.
fn pieces(game: Game, scene: &Scene) -> Vec<String> {
    let mut parts: Vec<(char, Vec<Square>)> = Vec::new();
    for Figure { piece, .. } in &scene.figures {
        match parts.iter_mut().find(|(name, _)| *name == piece.name) {
            Some((_, squares)) if game.is_nameless(piece.name) => squares.push(piece.square),
            _ => parts.push((piece.name, vec![piece.square])),
        }
    }
    parts
        .into_iter()
        .map(|(name, squares)| {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let who = match name {
                Piece::NAMELESS if squares.len() == 1 => "a robot".to_owned(),
                Piece::NAMELESS => "robots".to_owned(),
                name => name.to_string(),
            };
            format!("{who} on {}", squares.join(", "))
        })
        .collect()
}
