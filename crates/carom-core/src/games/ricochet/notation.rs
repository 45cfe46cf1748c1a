//! The notation of Ricochet Robots.

use super::tiles::{Symbol, standard_board};
use super::{Face, Position, Rules, Setup, Target, families};
use crate::board::{Square, Symmetry};
use crate::games::grouping::GROUPED;
use crate::games::slide::ROBOT;
use crate::games::{
    FigureKind, FindFamilies, Game, GameNotation, Generation, Glyph, Meaning, Piece,
    Position as AnyPosition, PrintedBoards, PuzzleLayout, Role, ScoreWeights,
};

impl GameNotation for Position {
    const NAME: &'static str = "ricochet";
    const TITLE: &'static str = "Ricochet Robots";
    const GUIDE: [&'static str; 3] = [
        "Slide the robots; a robot moves straight on until a wall, a block or another robot stops it.",
        "Bring the robot with the colour and letter of the target to rest on it.",
        "The other robots may move too: they stop yours where no wall does.",
    ];
    const RULES: &'static [Meaning<&'static str>] = &[
        (
            "bounce",
            "A robot that ends on its target must have made at least one horizontal and one vertical slide before. The default.",
        ),
        (
            "direct",
            "Any way to a target counts; a robot that starts on its target has solved the puzzle.",
        ),
        (
            "no-rebound",
            "A robot may not set off in the direction opposite to the one in which it last came to rest.",
        ),
        GROUPED,
    ];
    const CONTRADICTING_RULES: Option<(&'static str, &'static str)> = Some(("bounce", "direct"));
    const GENERATION: Option<Generation> = Some(Generation {
        humans: 0,
        robots: 4,
        has_walls: true,
        lay_out,
        printed: Some(PrintedBoards { puzzle: printed, targets: printed_targets }),
    });
    const FAMILIES: Option<FindFamilies> =
        Some(|options| families::families(Game::Ricochet, options));
    // Fitted to the labels `easy`, `medium` and `hard` of 39 levels of Skub, with 8 by 8 squares
    // and `direct`. On 40 other levels, the rank correlation is 0.77 (Spearman's);
    // `benches/difficulty/fit.py` computes it.
    const SCORE: Option<ScoreWeights> =
        Some(ScoreWeights { moves: 11.58, switches: 8.05, constant: -60.0 });
    const MOVE_SYNTAX: &'static str = "a move is a robot, or the square of one without a name, and a direction, as in `R>` or `c4>`";
    const GLYPHS: &'static [Glyph] = &[
        ('.', "floor"),
        ('#', "a block, which stops every slide"),
        ('*', "a target of any robot"),
        ('0', "a robot without a name, moved by its square"),
        ('/', "a diagonal, which turns every robot that enters it"),
        ('\\', "a diagonal, which turns every robot that enters it"),
    ];

    fn role(glyph: char) -> Role {
        match glyph {
            'A'..='Z' => Role::Piece(FigureKind::Robot),
            Piece::NAMELESS => Role::Alike(FigureKind::Robot, ROBOT),
            'a'..='z' => Role::Target(Some(glyph.to_ascii_uppercase())),
            '*' => Role::Target(None),
            _ => Role::Ground,
        }
    }

    fn transform_glyph(symmetry: Symmetry, glyph: char) -> char {
        match glyph {
            '/' if !symmetry.keeps_diagonals() => '\\',
            '\\' if !symmetry.keeps_diagonals() => '/',
            _ => glyph,
        }
    }
}

fn lay_out(layout: &PuzzleLayout, has_rule: &dyn Fn(&str) -> bool) -> Option<AnyPosition> {
    // The classic robots first.
    let names = "RGBYS".chars().chain("ACDEFHIJKLMNOPQTUVWXZ".chars());
    let robots = names.zip(&layout.pieces);
    let robots: Vec<Piece> = robots.map(|(name, &square)| Piece { name, square }).collect();
    let setup = Setup {
        board: layout.board.clone(),
        rules: Rules::of_words(has_rule),
        targets: vec![Target {
            square: layout.target,
            robot: robots.first().map(|robot| robot.name),
        }],
        robots,
        diagonals: Vec::new(),
    };
    Some(setup.position().ok()?.into())
}

fn printed(
    has_rule: &dyn Fn(&str) -> bool,
    below: &mut dyn FnMut(usize) -> usize,
) -> Option<AnyPosition> {
    let mut tiles = vec![1, 2, 3, 4];
    // Sides D have diagonals, which only some editions have.
    let mut faces = Vec::new();
    while !tiles.is_empty() {
        let tile = tiles.swap_remove(below(tiles.len()));
        let mut sides: Vec<Face> = Face::ALL.to_vec();
        sides.retain(|face| face.tile() == tile && face.diagonals().is_empty());
        faces.push(sides.swap_remove(below(sides.len())));
    }
    let (board, mut symbols) = standard_board(faces.try_into().ok()?);
    symbols.retain(|(symbol, _)| symbol.robot().is_some());
    let (symbol, square) = symbols.swap_remove(below(symbols.len()));
    let blocks = board.blocks();
    let mut free: Vec<Square> =
        board.squares().filter(|&at| !blocks.contains(at) && at != square).collect();
    let robots =
        "RGBY".chars().map(|name| Piece { name, square: free.swap_remove(below(free.len())) });
    let setup = Setup {
        robots: robots.collect(),
        board,
        rules: Rules::of_words(has_rule),
        targets: vec![Target { square, robot: symbol.robot() }],
        diagonals: Vec::new(),
    };
    Some(setup.position().ok()?.into())
}

fn printed_targets() -> Vec<&'static str> {
    let of_robot = Symbol::all().filter(|symbol| symbol.robot().is_some());
    of_robot.map(Symbol::name).collect()
}
