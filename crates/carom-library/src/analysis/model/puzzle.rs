//! A parsed puzzle: its tree, its position, and its solution as played by the rules.

use siphasher::sip128::SipHasher13;

use crate::analysis::lints::checks::syntax::Causes;
use crate::analysis::lints::checks::{solution, syntax};
use crate::analysis::lints::diagnostic::keep_first;
use crate::analysis::lints::suppression::{self, Suppression};
use crate::analysis::model::setup::{self, LocatedPosition};
use crate::analysis::{Diagnostic, FileHead, Lint, Origin, PlayedSolution, nearest, quoted};
use crate::games::{Game, Position};
use crate::solving::{Identity, Limits, Question, Wants};
use crate::syntax::{FieldValue, Key, ParsedSection, SyntaxError, SyntaxErrorKind, parse};
use crate::text::{Edit, Line, LineEnd, Span, lines};
use crate::words::join_list;

/// A parsed puzzle, with everything that can be derived without solving it. All spans are relative
/// to its own text.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The tree, without its errors, which are among the diagnostics.
    pub section: ParsedSection,
    /// The game, if it is known.
    pub game: Option<Game>,
    /// The position, if the puzzle is well formed and of a supported game.
    pub placed: Option<LocatedPosition>,
    /// Its identity, equal for duplicates, if there is a position.
    pub identity: Option<Identity>,
    /// The played solution, if there are a position and a solution.
    pub played: Option<PlayedSolution>,
    /// The hash of its name, if it has one.
    pub(crate) name_hash: Option<u128>,
    pub(crate) suppressions: Vec<Suppression>,
    diagnostics: Vec<Diagnostic>,
    /// The number of further diagnostics that were not kept.
    pub(crate) dropped: usize,
    /// The spans of its parts in a text of a foreign format, if it comes from one.
    pub(crate) origin: Option<Box<Origin>>,
    /// The start of the line below the header, and the line ending.
    after_header: u32,
    line_end: &'static str,
}

impl Puzzle {
    /// Reads one section that starts with a `puzzle` line.
    pub fn read(text: &str, file: &FileHead) -> Self {
        let mut section = parse(text);
        // They become diagnostics.
        let mut errors = std::mem::take(&mut section.errors);
        let header = section.header.as_ref();
        let header_span = header.map_or(Span::empty(0), |header| header.span);
        let game = section.game();
        let known = game.and_then(|word| Game::from_name(&word.text.to_ascii_lowercase()));
        errors.retain(|error| !known.is_some_and(|game| is_read_by(game, &section, error)));
        let causes = Causes::new(&errors);
        let mut diagnostics = syntax::diagnostics(text, &errors, known);
        let suppressions = suppression::read(text, &section.comments, &mut diagnostics);
        let mut placed = None;
        if let (Some(known), Some(word)) = (known, game)
            && word.text != known.name()
        {
            diagnostics.push(game_case(word.span, known));
        }
        if let Some(game) = known {
            let (read, mut of_setup) = setup::read(text, &section, file, game, header_span);
            let is_whole = !errors.iter().any(spoils_setup)
                // Lints about unusual but valid setups leave the position clear.
                && !of_setup.iter().any(Diagnostic::is_error_by_default)
                && (section.field(Key::Rules).is_some() || !file.has_unknown_rule());
            placed = read.filter(|_| is_whole);
            of_setup.retain(|diagnostic| !causes.explain(diagnostic));
            diagnostics.append(&mut of_setup);
        } else if let Some(word) = game {
            diagnostics.push(unknown_game(word.span, &word.text));
        }
        let played = placed.as_ref().and_then(|placed| {
            let moves = section.solution()?;
            solution::play(&placed.position, moves, &mut diagnostics)
        });
        let dropped = keep_first(&mut diagnostics, text);
        let name_hash = section.name().map(|name| hash_of_name(&name.value));
        let first = lines(text).find(|line| line.span.touches(header_span.start));
        let end = first.and_then(|line| line.end);
        Self {
            section,
            game: known,
            identity: placed.as_ref().map(|placed| Identity::of(&placed.position)),
            placed,
            played,
            name_hash,
            suppressions,
            diagnostics,
            dropped,
            origin: None,
            after_header: first.map_or(0, Line::next_start),
            line_end: end.unwrap_or(LineEnd::Lf).as_str(),
        }
    }

    /// Returns its name, or `puzzle N` for the one with the number `N - 1` in its file.
    pub fn title(&self, number: usize) -> String {
        let name = self.name().map(ToOwned::to_owned);
        name.unwrap_or_else(|| format!("puzzle {}", number + 1))
    }

    /// Whether one of its comments allows a lint.
    pub fn allows(&self, lint: Lint) -> bool {
        let mut allowed = self.suppressions.iter();
        allowed.any(|suppression| suppression.lint == lint)
    }

    /// Returns the diagnostics that need no answer.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the diagnostics that need no answer and are errors by default.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let diagnostics = self.diagnostics.iter();
        diagnostics.filter(|diagnostic| diagnostic.is_error_by_default())
    }

    /// Replaces the diagnostics that need no answer.
    #[must_use]
    pub fn with_diagnostics(self, diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, ..self }
    }

    /// Whether it has neither diagnostics nor suppressions.
    pub(crate) fn is_silent(&self) -> bool {
        self.diagnostics.is_empty() && self.suppressions.is_empty()
    }

    /// Returns the position to solve.
    pub fn position(&self) -> Option<&Position> {
        self.placed.as_ref().map(|placed| &placed.position)
    }

    /// Returns the name, if the puzzle has one.
    pub fn name(&self) -> Option<&str> {
        self.section.name().map(|name| name.value.as_str())
    }

    /// Returns the span for diagnostics about the whole puzzle: its first line.
    pub fn header_span(&self) -> Span {
        let header = self.section.header.as_ref();
        header.map_or(Span::empty(0), |header| header.span)
    }

    /// Returns the edit that adds a key line directly below the first line.
    pub fn insert_key(&self, line: &str) -> Edit {
        Edit::insert(self.after_header, format!("  {line}{}", self.line_end))
    }

    /// Returns the line ending of the puzzle.
    pub const fn line_end(&self) -> &'static str {
        self.line_end
    }

    /// Returns the question to the solver, or `None` if the puzzle is malformed.
    pub fn question(&self, limits: Limits, wants: Wants) -> Option<Question> {
        let is_drawn = self.placed.as_ref().is_some_and(|placed| !placed.cells.is_empty());
        let wants = Wants {
            changed_boards: wants.changed_boards
                && is_drawn
                && (wants.redundant_pieces
                    || wants.idle_walls
                    || wants.idle_pieces
                    || wants.minimal),
            ..wants
        };
        let question = Question::new(self.position()?.clone(), self.identity?, limits);
        let played = self.played.as_ref();
        let line = played.map_or(&[][..], |played| &played.moves);
        Some(question.wanting(wants, line))
    }
}

fn hash_of_name(name: &str) -> u128 {
    SipHasher13::new().hash(name.as_bytes()).as_u128()
}

/// Whether a syntax error leaves open which board the author means.
fn spoils_setup(fault: &SyntaxError) -> bool {
    !matches!(
        fault.kind,
        SyntaxErrorKind::UnknownKey
            | SyntaxErrorKind::BadClaim
            | SyntaxErrorKind::BadMove
            | SyntaxErrorKind::MoveSeparator
            | SyntaxErrorKind::MissingColon
            | SyntaxErrorKind::EqualsSign
            | SyntaxErrorKind::KeyCase(_)
            | SyntaxErrorKind::GluedComment
            | SyntaxErrorKind::ForeignComment { .. }
            | SyntaxErrorKind::NameQuotes
            | SyntaxErrorKind::UnquotedName
    )
}

/// Whether an error is about a move that the reader of the game knows.
fn is_read_by(game: Game, section: &ParsedSection, error: &SyntaxError) -> bool {
    let moves = section.fields.iter().filter_map(|field| match &field.value {
        FieldValue::Moves(moves) => Some(moves),
        _ => None,
    });
    error.kind == SyntaxErrorKind::BadMove
        && moves.flatten().any(|token| {
            token.span == error.span && (setup::notation(game).read_move)(token).is_ok()
        })
}

fn game_case(span: Span, game: Game) -> Diagnostic {
    let message = format!("`{}` must be lowercase", game.name());
    Diagnostic::new(Lint::UnknownGame, span, message).with_safe_word(game.name())
}

fn unknown_game(span: Span, found: &str) -> Diagnostic {
    let message = format!("unknown game {}", quoted(found));
    let diagnostic = Diagnostic::new(Lint::UnknownGame, span, message);
    let games = || Game::ALL.into_iter().map(Game::name);
    match nearest(found, games()) {
        Some(game) => diagnostic.with_unsafe_word(game),
        None => diagnostic.with_help(format!("write {}", join_list(games(), "or"))),
    }
}
