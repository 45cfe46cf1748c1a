//! The traits of Ricochet Robots.

use super::{Illegal, Position, Rules, Setup, Target, families, state};
use crate::board::{Bitboard, Board, Square, Symmetry};
use crate::games::grouping::GROUPED;
use crate::games::standable::{Ahead, standable};
use crate::games::{
    Diagonal, Family, FamilyOptions, Figure, FigureKind, Game, GameAnalysis, GameDrawing,
    GameNotation, GameRules, GameSymmetry, Generation, Glyph, Grouping, Meaning, Mover, Piece,
    PuzzleLayout, Removable, Scene, ScoreWeights, Slide, SlidingPuzzle, Stage, Visitor, stage,
};

/// The rules of Ricochet Robots.
#[derive(Clone, Copy, Debug)]
pub struct Ricochet;

impl GameRules for Ricochet {
    type Position = Position;
    type Move = Slide;
    type Illegal = Illegal;

    const ONLY_UNDER_LAXER_RULES: &'static str =
        "it has one only without a ricochet, as `rules: direct` allows";

    fn board(position: &Position) -> &Board {
        position.board()
    }

    fn grouping(position: &Position) -> Grouping {
        position.grouping()
    }

    fn is_solved(position: &Position) -> bool {
        position.is_solved()
    }

    fn unsolved_reason(position: &Position) -> String {
        position.unsolved_reason()
    }

    fn unreachable_reason(position: &Position) -> String {
        position.unreachable_reason()
    }

    fn under_laxer_rules(position: &Position) -> Option<Position> {
        let mut setup = Setup::from(position);
        if !std::mem::replace(&mut setup.rules.bounce, false) {
            return None;
        }
        setup.position().ok()
    }

    fn rules_in_words(position: &Position) -> Vec<String> {
        position.rules_in_words()
    }

    fn legal_moves(position: &Position) -> Vec<Slide> {
        position.legal_moves()
    }

    fn play(position: &Position, slide: Slide) -> Result<Position, Illegal> {
        position.play(slide)
    }

    fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
        state::visit(position, visitor)
    }
}

impl GameNotation for Ricochet {
    const NAME: &'static str = "ricochet";
    const TITLE: &'static str = "Ricochet Robots";
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
        squares_per_wall: Some(6),
    });
    // A linear regression on the labels `easy`, `medium` and `hard` (0, 50 and 100) of 84 levels of
    // Skub, with 8 by 8 squares and `direct`. On held-back levels the rank correlation is 0.71
    // (Spearman's, mean of ten tenfold cross-validations).
    const SCORE: Option<ScoreWeights> = Some(ScoreWeights {
        moves: 12.99,
        pieces: 0.0,
        switches: 3.64,
        constant: -63.9,
    });
    const MOVE_SYNTAX: &'static str = "a move is a robot, or the square of one without a name, and a direction, as in `R>` or `c4>`";
    const GLYPHS: &'static [Glyph] = &[
        ('.', "floor"),
        ('#', "a block, which stops every slide"),
        ('*', "a target of any robot"),
        ('0', "a robot without a name, moved by its square"),
        ('/', "a diagonal, which turns every robot that enters it"),
        ('\\', "a diagonal, which turns every robot that enters it"),
    ];

    fn lay_out(layout: &PuzzleLayout, has_rule: &dyn Fn(&str) -> bool) -> Option<Position> {
        // The classic robots first.
        let names = "RGBYS".chars().chain("ACDEFHIJKLMNOPQTUVWXZ".chars());
        let robots = names.zip(&layout.pieces);
        let robots: Vec<Piece> = robots
            .map(|(name, &square)| Piece { name, square })
            .collect();
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
        setup.position().ok()
    }

    fn families(options: &FamilyOptions) -> Result<Vec<Family>, String> {
        families::families(Game::Ricochet, options)
    }

    fn letter_meaning(glyph: char) -> Option<String> {
        match glyph {
            'A'..='Z' => Some(format!("the robot {glyph}")),
            'a'..='z' => Some(format!("a target of the robot {}", glyph.to_uppercase())),
            _ => None,
        }
    }

    fn is_piece(glyph: char) -> bool {
        glyph.is_ascii_uppercase()
    }

    fn is_nameless(glyph: char) -> bool {
        glyph == Piece::NAMELESS
    }

    fn is_target(glyph: char) -> bool {
        matches!(glyph, 'a'..='z' | '*')
    }

    fn target_of(piece: char) -> Option<char> {
        piece
            .is_ascii_uppercase()
            .then(|| piece.to_ascii_lowercase())
    }
}

impl GameSymmetry for Ricochet {
    fn transform_glyph(symmetry: Symmetry, glyph: char) -> char {
        match glyph {
            '/' if !symmetry.keeps_diagonals() => '\\',
            '\\' if !symmetry.keeps_diagonals() => '/',
            _ => glyph,
        }
    }

    fn canonical(position: &Position) -> Vec<u8> {
        let images = Symmetry::ALL.map(|symmetry| position.image(symmetry));
        images.into_iter().min().unwrap_or_default()
    }

    fn transform_move(position: &Position, slide: Slide, symmetry: Symmetry) -> Option<Slide> {
        Some(slide.transformed(position.board(), symmetry))
    }
}

impl GameDrawing for Ricochet {
    fn pieces(position: &Position) -> Vec<Piece> {
        position.robots().collect()
    }

    fn ground(position: &Position, square: Square) -> char {
        let mut targets = position.targets().iter();
        if let Some(target) = targets.find(|target| target.square == square) {
            return target.glyph();
        }
        let diagonal = position.diagonal_on(square);
        diagonal.map_or('.', |diagonal| diagonal.kind.glyph())
    }

    fn scene(position: &Position) -> Scene {
        let targets = position.targets().iter();
        Scene {
            targets: targets
                .map(|target| (target.square, target.glyph()))
                .collect(),
            diagonals: position.diagonals().to_vec(),
            ..Scene::default()
        }
    }

    fn stages(position: &Position, slide: Slide) -> Result<Vec<Stage>, Illegal> {
        let next = position.play(slide)?;
        let piece = position.robots().find(|&robot| slide.piece.is(robot));
        let figure = piece.map(|piece| Figure {
            piece,
            kind: FigureKind::Robot,
        });
        let way = position.way(slide);
        Ok(vec![stage::slide(slide, figure, way, next.into())])
    }

    fn path(position: &Position, slide: Slide) -> Option<(Square, Option<Square>)> {
        match slide.piece {
            Mover::Named(_) => None,
            Mover::On(from) => Some((from, Some(position.destination(slide).ok()?))),
        }
    }
}

impl GameAnalysis for Ricochet {
    fn removable(position: &Position) -> Vec<Removable> {
        Removable::pieces_and_board(position.removable(), position.board())
    }

    fn without(position: &Position, removable: Removable) -> Option<Position> {
        position.without(removable)
    }

    fn sliding(position: &Position) -> Result<SlidingPuzzle, &'static str> {
        let rules = position.rules();
        if rules.no_rebound {
            return Err("`no-rebound` remembers the last slide of every robot");
        }
        let robot = position.targets().first().and_then(|target| target.robot);
        let is_other = |target: &Target| target.robot != robot;
        let Some(name) = robot.filter(|_| !position.targets().iter().any(is_other)) else {
            return Err("its targets are not all of one robot");
        };
        let robots = position.robots().enumerate();
        let (mut active, mut others) = (None, Vec::new());
        for (index, robot) in robots {
            match robot.name == name {
                true => active = Some(index),
                false => others.push(robot.name),
            }
        }
        let diagonals = position.diagonals().iter().copied();
        let of_other = |diagonal: &Diagonal| diagonal.robot.is_some_and(|of| others.contains(&of));
        if diagonals.clone().any(|diagonal| of_other(&diagonal)) {
            return Err("a diagonal lets only one of the other robots pass");
        }
        let active_diagonals = diagonals.clone();
        Ok(SlidingPuzzle {
            board: position.board().clone(),
            border_stops: true,
            active_diagonals: active_diagonals
                .filter(|diagonal| diagonal.robot != robot)
                .collect(),
            blocker_diagonals: diagonals.collect(),
            targets: position.choice(robot),
            active: active.ok_or("the robot of its target is not on the board")?,
            needs_both_axes: rules.bounce,
            is_grouped: position.grouping().is_grouped(),
            may_start_on_target: true,
        })
    }

    fn with_pieces_on(position: &Position, squares: &[Square]) -> Option<Position> {
        let mut setup = Setup::from(position);
        if setup.robots.len() != squares.len() {
            return None;
        }
        for (robot, &square) in setup.robots.iter_mut().zip(squares) {
            robot.square = square;
        }
        setup.position().ok()
    }

    /// Diagonals deflect a robot as in a slide. `no-rebound` is ignored.
    fn standable(position: &Position) -> Option<Bitboard> {
        let robots: Vec<Piece> = position.robots().collect();
        let starts: Vec<Square> = robots.iter().map(|robot| robot.square).collect();
        Some(standable(
            &starts,
            |robot, square, to| {
                let Ok(next) = position.board().step(square, to) else {
                    return Ahead::Stop;
                };
                let robot = robots.get(robot).map(|robot| robot.name);
                let diagonal = position.diagonal_on(next);
                let diagonal =
                    diagonal.filter(|diagonal| diagonal.robot.is_none() || diagonal.robot != robot);
                let on = diagonal.map_or(to, |diagonal| diagonal.kind.deflect(to));
                Ahead::Free(next, on)
            },
            |_, _| true,
        ))
    }
}
