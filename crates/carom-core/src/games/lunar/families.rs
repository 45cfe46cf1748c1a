//! Families of puzzles: an empty board with the target in the middle, one human and robots.

use crate::board::{Board, Square};
use crate::games::{Family, FamilyOptions, Game};

/// Returns the families for each number of robots.
///
/// # Errors
///
/// A message if an option does not fit.
pub(super) fn families(game: Game, options: &FamilyOptions) -> Result<Vec<Family>, String> {
    if !options.tiles.is_empty() || options.target.is_some() {
        return Err("this game has neither tiles nor another target than the middle".to_owned());
    }
    let (columns, rows) = options.size.unwrap_or((5, 5));
    let wrong = || format!("no board has {columns}x{rows} squares; the most are 16x16");
    let board = Board::new(columns, rows).map_err(|_| wrong())?;
    let middle = |side: u8| (side - 1) / 2;
    let target = Square::new(middle(board.columns()), middle(board.rows()));
    let most = u8::try_from((columns * rows - 1).min(26)).expect("at most 26");
    let robots = options.robots(1, most)?;
    let families = robots.map(|robots| Family {
        game,
        name: format!("{columns}x{rows}"),
        board: board.clone(),
        target,
        humans: 1,
        robots,
        rule: None,
        counts_minimal: true,
    });
    Ok(families.collect())
}
