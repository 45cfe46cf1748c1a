//! Families of puzzles: a standard board and a target of one robot, under `direct`.

use super::Face;
use super::tiles::{Symbol, standard_board};
use crate::board::Square;
use crate::games::{Family, FamilyOptions, Game};

/// Returns the families for each board, target and number of robots.
///
/// # Errors
///
/// A message if an option does not fit.
pub(super) fn families(game: Game, options: &FamilyOptions) -> Result<Vec<Family>, String> {
    if options.size.is_some() {
        return Err("this game has boards of tiles, 16x16 squares large".to_owned());
    }
    let boards = match options.tiles.as_slice() {
        [] => boards(),
        tiles => vec![named_board(tiles)?],
    };
    let mut families = Vec::new();
    for faces in boards {
        let (board, symbols) = standard_board(faces);
        let mut targets: Vec<Square> = match &options.target {
            None => {
                let of_robot = symbols.iter().filter(|(symbol, _)| symbol.robot().is_some());
                of_robot.map(|&(_, square)| square).collect()
            }
            Some(target) => vec![find_target(&symbols, target)?],
        };
        targets.sort_unstable();
        let name = faces.map(Face::name).join(" ");
        for target in targets {
            families.extend(options.robots(4, 4)?.map(|robots| Family {
                game,
                name: name.clone(),
                board: board.clone(),
                target,
                humans: 0,
                robots,
                rule: Some("direct"),
                counts_minimal: false,
            }));
        }
    }
    Ok(families)
}

/// Returns the board of four named faces.
fn named_board(tiles: &[String]) -> Result<[Face; 4], String> {
    let faces: Result<Vec<Face>, String> =
        tiles.iter().map(|name| name.parse().map_err(|_| format!("`{name}` is no face"))).collect();
    let faces: [Face; 4] = faces?.try_into().map_err(|_| "a board has four faces".to_owned())?;
    let mut numbers = faces.map(Face::tile);
    numbers.sort_unstable();
    if numbers != [1, 2, 3, 4] {
        return Err("a board has one face of each of the four tiles".to_owned());
    }
    match faces.iter().find(|face| !face.diagonals().is_empty()) {
        Some(face) => {
            Err(format!("face {} has diagonals, which a census cannot count", face.name()))
        }
        None => Ok(faces),
    }
}

/// Returns the square of a target: its own name, or that of a symbol of one robot.
fn find_target(symbols: &[(Symbol, Square)], target: &str) -> Result<Square, String> {
    if let Ok(square) = target.parse() {
        return Ok(square);
    }
    let symbol: Option<Symbol> = target.parse().ok();
    let found = symbols
        .iter()
        .find(|(known, _)| Some(*known) == symbol && known.robot().is_some())
        .map(|&(_, square)| square);
    found.ok_or_else(|| format!("expected a square or a symbol of one robot, found `{target}`"))
}

/// Returns the boards that are different even if they are rotated: sides A and B of the four tiles.
fn boards() -> Vec<[Face; 4]> {
    let sides = |tile: u8| {
        let faces = Face::ALL.into_iter();
        faces.filter(move |face| face.tile() == tile && matches!(face.side(), 'A' | 'B'))
    };
    let mut boards = Vec::new();
    // Tile 1 is top left, because every board can be rotated that way.
    for [second, third, fourth] in
        [[2, 3, 4], [2, 4, 3], [3, 2, 4], [3, 4, 2], [4, 2, 3], [4, 3, 2]]
    {
        for a in sides(1) {
            for b in sides(second) {
                for c in sides(third) {
                    boards.extend(sides(fourth).map(|d| [a, b, c, d]));
                }
            }
        }
    }
    boards
}
