//! Writing a Ricochet Robots puzzle.

use super::keys::NONE;
use crate::analysis::model::setup::write::{Canvas, Unwritable, WriteSetup};
use crate::board::Square;
use crate::games::ricochet::{
    Face, Setup, Symbol, Target, faces_of, printed_diagonals, standard_board,
};
use crate::games::{Diagonal, Game, Piece};
use crate::syntax::{Draft, Key};

impl WriteSetup for Setup {
    fn game(&self) -> Game {
        Game::Ricochet
    }

    fn rules(&self) -> Vec<&'static str> {
        let direct = (!self.rules.bounce).then_some("direct");
        let no_rebound = self.rules.no_rebound.then_some("no-rebound");
        let grouped = self.rules.is_grouped.then_some("grouped");
        [direct, no_rebound, grouped].into_iter().flatten().collect()
    }

    /// A board of the printed game is written as its tiles, any other is drawn. The diagonals of
    /// the tiles are not written, unless one is missing.
    fn draft(&self, draft: &mut Draft) -> Result<(), Unwritable> {
        check_names(self)?;
        let faces = faces_of(&self.board);
        let symbols = faces.map_or_else(Vec::new, |faces| standard_board(faces).1);
        // A board of tiles is not drawn.
        let mut canvas = faces.is_none().then(|| Canvas::new(&self.board));
        let mut is_drawn = |square: Square, glyph: char| {
            let canvas = canvas.as_mut();
            canvas.is_some_and(|canvas| canvas.put(square, glyph))
        };
        let mut robots = Vec::new();
        for robot in &self.robots {
            if !is_drawn(robot.square, robot.name) {
                robots.push(robot_words(robot));
            }
        }
        let mut targets = Vec::new();
        for target in &self.targets {
            if !is_drawn(target.square, target.glyph()) {
                targets.push(target_words(target, &symbols));
            }
        }
        let mut printed = faces.map_or_else(Vec::new, printed_diagonals);
        let mut diagonals = Vec::new();
        if !printed.iter().all(|other| self.diagonals.contains(other)) {
            printed.clear();
            diagonals.push(vec![NONE.to_owned()]);
        }
        let unprinted = self.diagonals.iter();
        for diagonal in unprinted.filter(|diagonal| !printed.contains(diagonal)) {
            // A diagonal with a colour has no glyph.
            let has_glyph = diagonal.robot.is_none();
            if !(has_glyph && is_drawn(diagonal.square, diagonal.kind.glyph())) {
                diagonals.push(diagonal_words(diagonal));
            }
        }
        if let Some(faces) = faces {
            draft.set(Key::Tiles, faces.map(Face::name).join(" "));
        }
        for (key, groups) in
            [(Key::Robots, robots), (Key::Target, targets), (Key::Diagonals, diagonals)]
        {
            if !groups.is_empty() {
                draft.set_groups(key, groups);
            }
        }
        if let Some(canvas) = canvas {
            draft.set_board(canvas.drawing());
        }
        Ok(())
    }
}

/// Checks that the name of every robot is a capital letter or missing.
fn check_names(setup: &Setup) -> Result<(), Unwritable> {
    let robots =
        setup.robots.iter().filter(|robot| robot.name != Piece::NAMELESS).map(|robot| robot.name);
    let targets = setup.targets.iter().filter_map(|target| target.robot);
    let diagonals = setup.diagonals.iter().filter_map(|diagonal| diagonal.robot);
    let mut names = robots.chain(targets).chain(diagonals);
    match names.find(|name| !name.is_ascii_uppercase()) {
        Some(name) => Err(Unwritable::Name(name.to_string())),
        None => Ok(()),
    }
}

pub(super) fn robot_words(robot: &Piece) -> Vec<String> {
    vec![robot.name.to_string(), robot.square.to_string()]
}

/// Writes a target as its symbol, or as its robot and its square.
pub(super) fn target_words(target: &Target, symbols: &[(Symbol, Square)]) -> Vec<String> {
    let mut symbols = symbols.iter();
    let is_target = |(symbol, square): &&(Symbol, Square)| {
        *square == target.square && symbol.robot() == target.robot
    };
    match symbols.find(is_target) {
        Some((symbol, _)) => vec![symbol.name().to_owned()],
        None => vec![target.glyph().to_string(), target.square.to_string()],
    }
}

pub(super) fn diagonal_words(diagonal: &Diagonal) -> Vec<String> {
    let robot = diagonal.robot.map(String::from).unwrap_or_default();
    let kind = format!("{robot}{}", diagonal.kind.glyph());
    vec![kind, diagonal.square.to_string()]
}
