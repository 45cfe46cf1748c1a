//! The traits of Lunar Lockout.

use super::{Illegal, Position, Rule, Setup, families, is_human, state};
use crate::board::{Bitboard, Board, Obstacle, Square, Symmetry};
use crate::games::grouping::GROUPED;
use crate::games::standable::{Ahead, standable};
use crate::games::{
    Border, Family, FamilyOptions, Figure, FigureKind, Game, GameAnalysis, GameDrawing,
    GameNotation, GameRules, GameSymmetry, Generation, Glyph, Grouping, Meaning, Mover, Piece,
    PuzzleLayout, Removable, Scene, ScoreWeights, Slide, SlidingPuzzle, Stage, Visitor, stage,
};

/// The rules of Lunar Lockout.
#[derive(Clone, Copy, Debug)]
pub struct Lunar;

impl GameRules for Lunar {
    type Position = Position;
    type Move = Slide;
    type Illegal = Illegal;

    fn board(position: &Position) -> &Board {
        position.board()
    }

    fn grouping(position: &Position) -> Grouping {
        position.grouping()
    }

    fn is_solved(position: &Position) -> bool {
        position.is_solved()
    }

    fn unreachable_reason(position: &Position) -> String {
        position.unreachable_reason()
    }

    fn unsolved_reason(position: &Position) -> String {
        position.unsolved_reason()
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

    fn advance(position: &mut Position, slide: Slide) -> Result<(), Illegal> {
        position.advance(slide)
    }

    fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
        state::visit(position, visitor)
    }
}

impl GameNotation for Lunar {
    const NAME: &'static str = "lunar";
    const TITLE: &'static str = "Lunar Lockout";
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
    const GENERATION: Option<Generation> = Some(Generation {
        humans: 1,
        robots: 5,
        squares_per_wall: None,
    });
    // A linear regression on the numbers of the 20 odd cards of the printed game: 0 is the first
    // card, 100 the last. On held-back cards the rank correlation is 0.89 (Spearman's, mean of ten
    // tenfold cross-validations).
    const SCORE: Option<ScoreWeights> = Some(ScoreWeights {
        moves: 3.46,
        pieces: 19.75,
        switches: 0.0,
        constant: -33.2,
    });
    const MOVE_SYNTAX: &'static str = "a move is a piece, or the square of a robot without a name, and a direction, as in `A>`, `@^` or `c4>`";
    const GLYPHS: &'static [Glyph] = &[
        ('.', "floor"),
        ('#', "a block, which stops every slide"),
        (
            '+',
            "a target, where a human has to stop; passing over does not count",
        ),
        ('@', "a human, who has to reach a target"),
        ('0', "a robot without a name, moved by its square"),
    ];

    fn lay_out(layout: &PuzzleLayout, has_rule: &dyn Fn(&str) -> bool) -> Option<Position> {
        let names = std::iter::once('@').chain('A'..='Z');
        let pieces = names.zip(&layout.pieces);
        let (rule, is_grouped) = Rule::of_words(has_rule);
        let setup = Setup {
            board: layout.board.clone(),
            rule,
            is_grouped,
            pieces: pieces
                .map(|(name, &square)| Piece { name, square })
                .collect(),
            targets: vec![layout.target],
        };
        setup.position().ok()
    }

    fn families(options: &FamilyOptions) -> Result<Vec<Family>, String> {
        families::families(Game::Lunar, options)
    }

    fn letter_meaning(glyph: char) -> Option<String> {
        match glyph {
            '1'..='9' => Some(format!("the human {glyph}, who has to reach a target")),
            'A'..='Z' => Some(format!("the robot {glyph}")),
            _ => None,
        }
    }

    fn is_piece(glyph: char) -> bool {
        matches!(glyph, 'A'..='Z' | '1'..='9' | '@')
    }

    fn can_rename(old: char, new: char) -> bool {
        Self::is_piece(old) && Self::is_piece(new) && is_human(old) == is_human(new)
    }

    fn is_nameless(glyph: char) -> bool {
        glyph == Piece::NAMELESS
    }

    fn is_target(glyph: char) -> bool {
        glyph == '+'
    }
}

impl GameSymmetry for Lunar {
    fn canonical(position: &Position) -> Vec<u8> {
        let images = Symmetry::ALL.map(|symmetry| position.image(symmetry));
        images.into_iter().min().unwrap_or_default()
    }

    fn transform_move(position: &Position, slide: Slide, symmetry: Symmetry) -> Option<Slide> {
        Some(slide.transformed(position.board(), symmetry))
    }
}

impl GameDrawing for Lunar {
    fn pieces(position: &Position) -> Vec<Piece> {
        position.pieces().to_vec()
    }

    fn figure_kind(name: char) -> FigureKind {
        if is_human(name) {
            FigureKind::Human
        } else {
            FigureKind::Robot
        }
    }

    fn ground(position: &Position, square: Square) -> char {
        if position.targets().contains(square) {
            '+'
        } else {
            '.'
        }
    }

    fn scene(position: &Position) -> Scene {
        let targets = position.targets().iter();
        Scene {
            targets: targets.map(|square| (square, '+')).collect(),
            border: Border::Open,
            ..Scene::default()
        }
    }

    fn stages(position: &Position, slide: Slide) -> Result<Vec<Stage>, Illegal> {
        let next = position.play(slide)?;
        let mut pieces = position.pieces().iter();
        let piece = pieces.find(|&&piece| slide.piece.is(piece));
        let figure = piece.map(|&piece| Figure {
            piece,
            kind: Self::figure_kind(piece.name),
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

impl GameAnalysis for Lunar {
    fn removable(position: &Position) -> Vec<Removable> {
        Removable::pieces_and_board(position.removable(), position.board())
    }

    fn without(position: &Position, removable: Removable) -> Option<Position> {
        position.without(removable)
    }

    fn sliding(position: &Position) -> Result<SlidingPuzzle, &'static str> {
        let pieces = position.pieces();
        let is_human = |(_, piece): &(usize, &Piece)| is_human(piece.name);
        let mut humans = pieces.iter().enumerate().filter(is_human);
        let (Some((active, _)), None, []) = (humans.next(), humans.next(), position.departed())
        else {
            return Err("it does not have one human, who starts away from the targets");
        };
        Ok(SlidingPuzzle {
            board: position.board().clone(),
            border_stops: false,
            active_diagonals: Vec::new(),
            blocker_diagonals: Vec::new(),
            targets: position.targets(),
            active,
            needs_both_axes: false,
            is_grouped: position.grouping().is_grouped(),
            may_start_on_target: false,
        })
    }

    fn with_pieces_on(position: &Position, squares: &[Square]) -> Option<Position> {
        let mut setup = Setup::from(position);
        if setup.pieces.len() != squares.len() {
            return None;
        }
        for (piece, &square) in setup.pieces.iter_mut().zip(squares) {
            piece.square = square;
        }
        setup.position().ok()
    }

    /// No piece stops at the border, and under `exit` no human stays on a target.
    fn standable(position: &Position) -> Option<Bitboard> {
        let (board, pieces) = (position.board(), position.pieces());
        let starts: Vec<Square> = pieces.iter().map(|piece| piece.square).collect();
        let leaves = |piece: usize| {
            let piece = pieces.get(piece);
            position.rule() == Rule::Exit && piece.is_some_and(|piece| is_human(piece.name))
        };
        Some(standable(
            &starts,
            |_, square, to| match board.step(square, to) {
                Ok(next) => Ahead::Free(next, to),
                Err(Obstacle::Border) => Ahead::Away,
                Err(Obstacle::Wall | Obstacle::Block(_)) => Ahead::Stop,
            },
            |piece, square| !(leaves(piece) && position.targets().contains(square)),
        ))
    }
}

impl Position {
    /// Returns the transformed position without the names of pieces. Two positions are the same
    /// puzzle if they have an equal image.
    fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        let board = self.board();
        let image = symmetry.board(&board.without_idle_walls());
        let place = |square: Square| symmetry.square(board, square);
        let mut squares = [0u8; 256];
        let mut mark = |square: Square, bits: u8| {
            if let Some(at) = squares.get_mut(square.index()) {
                *at |= bits;
            }
        };
        let drawn = [image.blocks(), image.walls_above(), image.walls_right()];
        for (bit, squares) in drawn.into_iter().enumerate() {
            for square in squares.iter() {
                mark(square, 1 << bit);
            }
        }
        for square in self.targets().iter() {
            mark(place(square), 1 << 3);
        }
        for piece in self.pieces() {
            let bit = if is_human(piece.name) { 4 } else { 5 };
            mark(place(piece.square), 1 << bit);
        }
        if let Some(square) = self.grouping().last_moved() {
            mark(place(square), 1 << 6);
        }
        let (columns, rows) = (image.columns(), image.rows());
        let mut bytes = Vec::with_capacity(3 + usize::from(columns) * usize::from(rows));
        // The puzzle is solved when its only human is on a target, whether it stays there or not.
        let stays = u8::from(self.rule() == Rule::Stay && self.humans().len() > 1);
        let is_grouped = u8::from(self.grouping().is_grouped());
        bytes.extend([columns, rows, stays | is_grouped << 1]);
        for row in 0..rows {
            let first = Square::new(0, row).index();
            let row = squares.get(first..first + usize::from(columns));
            bytes.extend_from_slice(row.unwrap_or_default());
        }
        bytes
    }
}
