//! The notation of Lunar Lockout.

use super::{Position, Rule, Setup, families};
use crate::games::grouping::GROUPED;
use crate::games::slide::ROBOT;
use crate::games::{
    FigureKind, FindFamilies, Game, GameNotation, Generation, Glyph, Meaning, Piece,
    Position as AnyPosition, PuzzleLayout, Role, ScoreWeights,
};

impl GameNotation for Position {
    const NAME: &'static str = "lunar";
    const TITLE: &'static str = "Lunar Lockout";
    const GUIDE: [&'static str; 3] = [
        "Slide humans and robots; a piece moves straight on until another piece stops it.",
        "The border stops nothing: a piece that would leave the board may not move that way.",
        "Bring every human to rest on a target with as few moves as you can.",
    ];
    const RULES: &'static [Meaning<&'static str>] = &[
        (
            "exit",
            "A human that stops on a target leaves the board; the puzzle is solved when none is left. The default.",
        ),
        (
            "stay",
            "Humans stay on the board and stand in the way; solved when every human stands on a target at the same time.",
        ),
        GROUPED,
    ];
    const CONTRADICTING_RULES: Option<(&'static str, &'static str)> = Some(("exit", "stay"));
    const GENERATION: Option<Generation> =
        Some(Generation { humans: 1, robots: 5, has_walls: false, lay_out, printed: None });
    const FAMILIES: Option<FindFamilies> = Some(|options| families::families(Game::Lunar, options));
    // Fitted to the numbers of the 20 odd cards of the printed game. On the 20 even cards, the rank
    // correlation is 0.86 (Spearman's); `benches/difficulty/fit.py` computes it.
    const SCORE: Option<ScoreWeights> =
        Some(ScoreWeights { moves: 5.00, switches: 12.46, constant: -12.0 });
    const MOVE_SYNTAX: &'static str = "a move is a piece, or the square of a robot without a name, and a direction, as in `A>`, `@^` or `c4>`";
    const GLYPHS: &'static [Glyph] = &[
        ('.', "floor"),
        ('#', "a block, which stops every slide"),
        ('+', "a target, where a human has to stop; passing over does not count"),
        ('@', "a human, who has to reach a target"),
        ('0', "a robot without a name, moved by its square"),
    ];

    fn role(glyph: char) -> Role {
        match glyph {
            '@' | '1'..='9' => Role::Piece(FigureKind::Human),
            'A'..='Z' => Role::Piece(FigureKind::Robot),
            Piece::NAMELESS => Role::Alike(FigureKind::Robot, ROBOT),
            '+' => Role::Target(None),
            _ => Role::Ground,
        }
    }
}

fn lay_out(layout: &PuzzleLayout, has_rule: &dyn Fn(&str) -> bool) -> Option<AnyPosition> {
    let names = std::iter::once('@').chain('A'..='Z');
    let pieces = names.zip(&layout.pieces);
    let (rule, is_grouped) = Rule::of_words(has_rule);
    let setup = Setup {
        board: layout.board.clone(),
        rule,
        is_grouped,
        pieces: pieces.map(|(name, &square)| Piece { name, square }).collect(),
        targets: vec![layout.target],
    };
    Some(setup.position().ok()?.into())
}
