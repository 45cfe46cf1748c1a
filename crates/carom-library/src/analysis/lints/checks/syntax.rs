//! Diagnostics of syntax errors.

use crate::analysis::{Diagnostic, Lint, nearest, quoted};
use crate::board::{Direction, Square};
use crate::games::{Game, Move};
use crate::syntax::{Key, SyntaxError, SyntaxErrorKind, Word, invisible, without_invisible};
use crate::text::{Edit, Span};
use crate::words::{count, join_list, join_words};

/// The message and the help about letters and numbers at the edges of a board.
pub(crate) const LABELS: &str = "unexpected letters or numbers at the edge of the board";
pub(crate) const LABELS_HELP: &str = "remove what is not a square: a board has no coordinates";

/// Returns example headers of all games.
fn headers() -> String {
    let headers = Game::ALL.map(|game| format!("`puzzle {}`", game.name()));
    join_list(headers, "or")
}

/// Returns the diagnostics of the syntax errors in `text`, the section's own, of a puzzle of
/// `game`: one for each cause.
pub(crate) fn diagnostics(
    text: &str,
    faults: &[SyntaxError],
    game: Option<Game>,
) -> Vec<Diagnostic> {
    let causes = Causes::new(faults);
    let own = faults.iter().filter(|fault| !causes.explain_fault(fault));
    own.map(|fault| diagnostic(text, fault, game)).collect()
}

/// Returns the diagnostic of a syntax error in `text`, the section's own.
pub(crate) fn diagnostic(text: &str, fault: &SyntaxError, game: Option<Game>) -> Diagnostic {
    let found = fault.span.slice(text);
    match &fault.kind {
        SyntaxErrorKind::BadMove => return bad_move(fault.span, found, game),
        SyntaxErrorKind::MisplacedWall => return misplaced_wall(text, fault.span),
        SyntaxErrorKind::UnknownKey => return unknown_key(fault.span, found),
        SyntaxErrorKind::StrayLine { .. } => {
            if let Some(name) = found.chars().find_map(invisible) {
                return invisible_characters(fault.span, found, name);
            }
        }
        _ => {}
    }
    let diagnostic = Diagnostic::new(lint(&fault.kind), fault.span, message(fault, found));
    let diagnostic = match fault.kind {
        SyntaxErrorKind::DuplicateKey { first } => {
            diagnostic.with_related(first, "first given here")
        }
        _ => diagnostic,
    };
    let title = match fault.edits.is_empty() {
        true => None,
        false => fix_title(fault, found, game),
    };
    let diagnostic = match help(fault) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    };
    match title {
        Some(title) if is_safe(fault, found) => {
            diagnostic.with_safe_fix(title, fault.edits.clone())
        }
        Some(title) => diagnostic.with_unsafe_fix(title, fault.edits.clone()),
        None => diagnostic,
    }
}

const fn lint(kind: &SyntaxErrorKind) -> Lint {
    match kind {
        SyntaxErrorKind::KeyOutsidePuzzle(Key::Board) => Lint::Syntax,
        SyntaxErrorKind::KeyOutsidePuzzle(_) | SyntaxErrorKind::UnknownKey => Lint::UnknownKey,
        SyntaxErrorKind::DuplicateKey { .. } => Lint::DuplicateKey,
        SyntaxErrorKind::MissingValue(_)
        | SyntaxErrorKind::BadClaim
        | SyntaxErrorKind::BadMove
        | SyntaxErrorKind::MoveSeparator
        | SyntaxErrorKind::EmptyGroup => Lint::BadValue,
        SyntaxErrorKind::MisplacedWall => Lint::MisplacedWall,
        SyntaxErrorKind::Tab => Lint::TabInBoard,
        SyntaxErrorKind::Labels
        | SyntaxErrorKind::TileBits
        | SyntaxErrorKind::DrawnBorder
        | SyntaxErrorKind::Indentation
        | SyntaxErrorKind::Separator
        | SyntaxErrorKind::MissingCell
        | SyntaxErrorKind::BoardStyle
        | SyntaxErrorKind::CellCount { .. }
        | SyntaxErrorKind::WallOutside
        | SyntaxErrorKind::StrayWallRow => Lint::RaggedBoard,
        _ => Lint::Syntax,
    }
}

fn message(fault: &SyntaxError, found: &str) -> String {
    let fixed = match &fault.kind {
        SyntaxErrorKind::PuzzleWord if !found.eq_ignore_ascii_case("puzzle") => {
            return format!("expected `puzzle`, found {}", quoted(found));
        }
        SyntaxErrorKind::ForeignComment { .. } => {
            return format!("expected `;` before the comment, found {}", quoted(found));
        }
        SyntaxErrorKind::MissingColon => {
            return format!("expected `:` after the key {}", quoted(found));
        }
        SyntaxErrorKind::EqualsSign => {
            let key = found.trim_end_matches([' ', '\t', '=']);
            return format!("expected `:` after the key {}, found `=`", quoted(key));
        }
        SyntaxErrorKind::KeyCase(key) if found.eq_ignore_ascii_case(key.name()) => {
            return format!("`{}` must be lowercase", key.name());
        }
        SyntaxErrorKind::KeyCase(key) => {
            return format!("expected `{}`, found {}", key.name(), quoted(found));
        }
        SyntaxErrorKind::MissingBoardKey if !adds_line(fault) => {
            return format!("expected `board:` above the rows, found {}", quoted(found));
        }
        SyntaxErrorKind::Invisible => {
            let name = found.chars().find_map(invisible).unwrap_or_default();
            return format!("{name} in a board");
        }
        SyntaxErrorKind::KeyOutsidePuzzle(key) if *key != Key::Board => {
            return format!("`{}` belongs to a puzzle, not to the file", key.name());
        }
        SyntaxErrorKind::DuplicateKey { .. } => return format!("duplicate key {}", quoted(found)),
        SyntaxErrorKind::MissingValue(key) => return format!("missing value for `{}`", key.name()),
        SyntaxErrorKind::BadClaim => {
            return format!("expected a number or `none`, found {}", quoted(found));
        }
        SyntaxErrorKind::CellCount { found, expected } => {
            return format!("row has {}, expected {expected}", count(*found, "square"));
        }
        SyntaxErrorKind::Conflict => "unresolved merge conflict",
        SyntaxErrorKind::UnknownKey => "unknown key",
        SyntaxErrorKind::MissingBoardKey => "expected `board:` above the rows",
        SyntaxErrorKind::UnderscoreWalls => "expected `-` for walls below squares, found `_`",
        SyntaxErrorKind::StrayLine { .. } => "expected a key or a puzzle",
        SyntaxErrorKind::TooLong => {
            "expected at most 32 KiB of text for one puzzle; the lines from here on are not read"
        }
        SyntaxErrorKind::DamagedHeader => "malformed puzzle header",
        SyntaxErrorKind::PuzzleWord => "`puzzle` must be lowercase",
        SyntaxErrorKind::MissingGame => "missing game name after `puzzle`",
        SyntaxErrorKind::UnterminatedName => "missing closing quote after the name",
        SyntaxErrorKind::NameQuotes => "expected plain double quotes around the name",
        SyntaxErrorKind::UnquotedName => "expected double quotes around the name",
        SyntaxErrorKind::GluedComment => "expected a space before `;`",
        SyntaxErrorKind::TrailingText => "unexpected text after the name",
        SyntaxErrorKind::TextAfterBoard => "unexpected text after `board:`",
        SyntaxErrorKind::KeyOutsidePuzzle(_) => "board before the first puzzle",
        SyntaxErrorKind::BadMove => "expected a move",
        SyntaxErrorKind::MoveSeparator => "expected only spaces between moves",
        SyntaxErrorKind::EmptyGroup => "unexpected comma",
        SyntaxErrorKind::BlankLineInBoard => "blank line inside a board",
        SyntaxErrorKind::Labels => LABELS,
        SyntaxErrorKind::TileBits => "expected a tile, found four bits for its openings",
        SyntaxErrorKind::DrawnBorder => "unexpected border: the edge of a board is implied",
        SyntaxErrorKind::MisplacedWall => "wall is not below a square",
        SyntaxErrorKind::Tab => "tab in a board",
        SyntaxErrorKind::Indentation => "row is not aligned with the board",
        SyntaxErrorKind::Separator => "expected one space or `|` between two squares",
        SyntaxErrorKind::MissingCell => "expected a square, found a space",
        SyntaxErrorKind::BoardStyle => "row is spaced differently from the others",
        SyntaxErrorKind::WallOutside => "wall is not between two squares",
        SyntaxErrorKind::StrayWallRow => "line of walls in a compact board",
    };
    fixed.to_owned()
}

fn help(fault: &SyntaxError) -> Option<String> {
    let has_fix = !fault.edits.is_empty();
    let fixed = match fault.kind {
        SyntaxErrorKind::StrayLine { after_board: true, .. } => {
            "remove the blank line above: it ends the board"
        }
        SyntaxErrorKind::StrayLine { after_moves: true, .. } => {
            "write only moves on a line that continues a solution"
        }
        SyntaxErrorKind::StrayLine { .. } => {
            "write `key: value`, `puzzle game \"name\"`, or start a comment with `;`"
        }
        SyntaxErrorKind::Conflict => {
            "keep one side, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`"
        }
        SyntaxErrorKind::TooLong => "split or shorten it, or turn it into comments",
        SyntaxErrorKind::DamagedHeader => {
            return Some(format!("write {}, then a name in quotes", headers()));
        }
        SyntaxErrorKind::MissingGame => return Some(format!("write {}", headers())),
        SyntaxErrorKind::TrailingText => "start a comment with `;`",
        SyntaxErrorKind::TextAfterBoard => "start the rows on the next line",
        SyntaxErrorKind::KeyOutsidePuzzle(Key::Board) => {
            return Some(format!("write a line {} above it", headers()));
        }
        SyntaxErrorKind::KeyOutsidePuzzle(_) => "move it below a `puzzle` line",
        SyntaxErrorKind::Labels if !has_fix => LABELS_HELP,
        SyntaxErrorKind::DrawnBorder if !has_fix && fault.covers.is_some() => {
            "write only the squares, separated by spaces, and `.` for each empty one"
        }
        SyntaxErrorKind::DrawnBorder if !has_fix => "write only the squares, separated by spaces",
        SyntaxErrorKind::Tab => "use spaces: columns are counted in characters",
        SyntaxErrorKind::MissingCell if !fault.has_safe_fix => {
            "write one space between two squares"
        }
        SyntaxErrorKind::BoardStyle if !has_fix => {
            "separate all squares with spaces: a compact board has no walls"
        }
        SyntaxErrorKind::WallOutside => {
            "put `-` below the upper of the two squares that it separates"
        }
        SyntaxErrorKind::StrayWallRow => {
            "separate the squares with spaces first: a compact board has no walls"
        }
        _ => return None,
    };
    Some(fixed.to_owned())
}

/// Returns the title of the fix that makes the edits of `fault`.
fn fix_title(fault: &SyntaxError, found: &str, game: Option<Game>) -> Option<String> {
    let has_floor = game.is_some_and(Game::has_floor);
    let fixed = match fault.kind {
        SyntaxErrorKind::MissingColon => return Some(format!("write `{found}:`")),
        SyntaxErrorKind::EqualsSign => "write `:`",
        SyntaxErrorKind::KeyCase(key) => return Some(format!("write `{}`", key.name())),
        SyntaxErrorKind::MissingBoardKey if adds_line(fault) => "write `board:` above these rows",
        SyntaxErrorKind::MissingBoardKey => "write `board`",
        SyntaxErrorKind::UnderscoreWalls => "write `-` for each wall",
        SyntaxErrorKind::Invisible => "replace all invisible characters",
        SyntaxErrorKind::PuzzleWord => "write `puzzle`",
        SyntaxErrorKind::UnterminatedName => "add the closing quote",
        SyntaxErrorKind::NameQuotes => "write plain double quotes",
        SyntaxErrorKind::UnquotedName => "put the name in quotes",
        SyntaxErrorKind::GluedComment => "add a space before the comment",
        SyntaxErrorKind::ForeignComment { .. } => "write `;`",
        SyntaxErrorKind::MoveSeparator => "separate the moves with spaces",
        SyntaxErrorKind::EmptyGroup => "remove the comma",
        SyntaxErrorKind::BlankLineInBoard if fault.edits.len() == 1 => "remove the blank line",
        SyntaxErrorKind::BlankLineInBoard => "remove the blank lines",
        SyntaxErrorKind::Labels => "remove the letters and numbers",
        SyntaxErrorKind::TileBits => "write each tile as one digit",
        SyntaxErrorKind::DrawnBorder => "remove the border",
        SyntaxErrorKind::Tab => "replace the tab with spaces",
        SyntaxErrorKind::Indentation => "align the row with the others",
        SyntaxErrorKind::Separator => "separate the squares with one character",
        SyntaxErrorKind::MissingCell if fault.has_safe_fix => "write `.`",
        SyntaxErrorKind::MissingCell if has_floor => "write `.` for each empty square",
        SyntaxErrorKind::BoardStyle => "space the row like the others",
        SyntaxErrorKind::CellCount { .. } if has_floor => "fill the row with floor",
        _ => return None,
    };
    Some(fixed.to_owned())
}

fn is_safe(fault: &SyntaxError, found: &str) -> bool {
    match fault.kind {
        SyntaxErrorKind::PuzzleWord => found.eq_ignore_ascii_case("puzzle"),
        // Glued squares, such as those of `# RB .`, look like words.
        SyntaxErrorKind::ForeignComment { in_board } => !in_board,
        SyntaxErrorKind::NameQuotes
        | SyntaxErrorKind::KeyCase(_)
        | SyntaxErrorKind::GluedComment
        | SyntaxErrorKind::EmptyGroup => true,
        // A fix that formatting applies anyway is safe.
        _ => fault.has_safe_fix,
    }
}

/// Whether the fix of a missing `board:` adds a line. Otherwise it replaces another key.
fn adds_line(fault: &SyntaxError) -> bool {
    fault.edits.iter().any(|edit| edit.span.is_empty())
}

/// Returns the diagnostic of a line that is not readable because of invisible characters.
fn invisible_characters(span: Span, found: &str, name: &str) -> Diagnostic {
    Diagnostic::new(Lint::Syntax, span, format!("{name} in a line"))
        .with_help("use plain spaces")
        .with_unsafe_fix(
            "replace all invisible characters",
            without_invisible(found, span.start).collect(),
        )
}

/// Words that authors use for keys, as other formats do.
const SYNONYMS: &[(Key, &[&str])] = &[
    (Key::Title, &["name", "puzzle-name", "caption"]),
    (Key::Author, &["by", "creator", "designer", "maker"]),
    (Key::Source, &["url", "link", "origin", "from"]),
    (Key::Notes, &["comment", "comments", "description", "text"]),
    (Key::Difficulty, &["level", "rating", "hardness"]),
    (Key::Moves, &["par", "optimum", "optimal", "minimum", "best"]),
    (Key::Solution, &["answer", "walkthrough", "path", "line"]),
    (Key::Board, &["grid", "map", "field", "layout"]),
    (Key::Target, &["goal", "goals", "targets", "exit"]),
    (Key::Tags, &["keywords", "category", "labels"]),
];

/// Returns the diagnostic of a key that no game has.
fn unknown_key(span: Span, found: &str) -> Diagnostic {
    let message = format!("unknown key {}", quoted(found));
    let diagnostic = Diagnostic::new(Lint::UnknownKey, span, message);
    let lowercase = found.to_ascii_lowercase();
    let synonyms = SYNONYMS.iter();
    let mut meant = synonyms.filter(|(_, words)| words.contains(&lowercase.as_str()));
    let meant = meant.next().map(|(key, _)| key.name());
    let is_plural = |key: &&str| {
        key.strip_suffix('s') == Some(&lowercase) || lowercase.strip_suffix('s') == Some(key)
    };
    let plural = Key::ALL.iter().map(|key| key.name()).find(is_plural);
    match meant.or(plural).or_else(|| nearest(found, Key::ALL.iter().map(|key| key.name()))) {
        Some(key) => diagnostic.with_unsafe_word(key),
        None => diagnostic.with_help(match lowercase.as_str() {
            "game" | "type" => "name the game after `puzzle`, as in `puzzle lunar`",
            "size" | "width" | "height" | "columns" | "rows" => {
                "remove it: the rows of the board give its size"
            }
            _ => "start a key of your own with `x-`, as in `x-mood`",
        }),
    }
}

/// Returns the diagnostic of a wall in a wrong column, which may belong to the square on either
/// side.
fn misplaced_wall(text: &str, span: Span) -> Diagnostic {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let after = text.get(span.end as usize..).unwrap_or_default();
    let diagnostic = Diagnostic::new(Lint::MisplacedWall, span, "wall is not below a square")
        .with_help("put a wall right below its square");
    let left = Span::new(span.start.saturating_sub(1), span.end);
    let diagnostic = match before.chars().next_back() {
        Some(' ') => diagnostic.with_unsafe_fix(
            "move it under the square on the left",
            vec![Edit::replace(left, "- ")],
        ),
        Some('-') => diagnostic.with_unsafe_fix(
            "remove it and keep the wall on the left",
            vec![Edit::replace(span, " ")],
        ),
        _ => diagnostic,
    };
    let right = Span::new(span.start, span.end.saturating_add(1));
    let title = "move it under the square on the right";
    match after.chars().next() {
        Some(' ') => diagnostic.with_unsafe_fix(title, vec![Edit::replace(right, " -")]),
        // The wall on the right is already there.
        Some('-') => diagnostic.with_unsafe_fix(
            "remove it and keep the wall on the right",
            vec![Edit::replace(span, " ")],
        ),
        _ => diagnostic.with_unsafe_fix(title, vec![Edit::replace(span, " -")]),
    }
}

/// Returns the diagnostic of a token that is not a move of any game, in a puzzle of `game`.
pub(super) fn bad_move(span: Span, found: &str, game: Option<Game>) -> Diagnostic {
    let message = format!("expected a move, found {}", quoted(found));
    let diagnostic = Diagnostic::new(Lint::BadValue, span, message).with_help(move_help(game));
    let apart = found.chars().map(|word| game?.move_from_text(word.encode_utf8(&mut [0; 4])));
    if let Some(moves) = apart.collect::<Option<Vec<Move>>>() {
        return diagnostic.with_safe_word(&join_words(&moves));
    }
    let steps = game.is_some_and(Game::is_duel);
    match from_and_to(found).filter(|_| steps) {
        Some((from, direction)) => {
            diagnostic.with_unsafe_word(&format!("{from}{}", direction.symbol()))
        }
        None => diagnostic,
    }
}

/// Describes how a move of the game is written.
pub(crate) fn move_help(game: Option<Game>) -> String {
    let form =
        game.map_or("a move is a piece and a direction, as in `A>`", |game| game.move_syntax());
    format!("{form}; directions are ^ v < >")
}

/// Recognises a move in chess notation: the start square and the end square.
fn from_and_to(found: &str) -> Option<(Square, Direction)> {
    let (from, to) = found.split_once(['-', 'x', ':'])?;
    let (from, to): (Square, Square) = (from.parse().ok()?, to.parse().ok()?);
    let direction = match (from.column().cmp(&to.column()), from.row().cmp(&to.row())) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::Up,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::Down,
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::Right,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::Left,
        _ => return None,
    };
    Some((from, direction))
}

/// The faults of a text that explain others.
pub(crate) struct Causes {
    covered: Vec<Span>,
    /// Whether a cause hides which pieces are on the board.
    hide_pieces: bool,
}

impl Causes {
    /// Collects the causes among the faults of a section.
    pub(crate) fn new(faults: &[SyntaxError]) -> Self {
        Self {
            covered: faults.iter().filter_map(|fault| fault.covers).collect(),
            hide_pieces: faults.iter().any(|fault| {
                let stray_row =
                    SyntaxErrorKind::StrayLine { after_board: true, after_moves: false };
                fault.covers.is_some()
                    || [stray_row, SyntaxErrorKind::TooLong].contains(&fault.kind)
            }),
        }
    }

    /// Whether the fault is a consequence of another.
    pub(super) fn explain_fault(&self, fault: &SyntaxError) -> bool {
        let others = self.covered.iter().filter(|&&cover| match fault.covers {
            // A cause inside a larger one is its consequence.
            Some(own) => own != cover,
            None => true,
        });
        let span = fault.covers.unwrap_or(fault.span);
        others.into_iter().any(|cover| is_within(span, *cover))
    }

    /// Whether a diagnostic of the parsed text is a consequence of a syntax error.
    pub(crate) fn explain(&self, diagnostic: &Diagnostic) -> bool {
        let mut covered = self.covered.iter();
        covered.any(|cover| is_within(diagnostic.span, *cover))
            || self.hide_pieces && says_missing(diagnostic.lint)
    }
}

fn is_within(span: Span, cover: Span) -> bool {
    cover.start <= span.start && span.end <= cover.end
}

/// Whether the lint reports a missing object.
const fn says_missing(lint: Lint) -> bool {
    matches!(
        lint,
        Lint::NoHuman
            | Lint::NoRobot
            | Lint::NoTarget
            | Lint::MissingPieces
            | Lint::MissingBoard
            | Lint::TooFewTargets
            | Lint::BoardSize
    )
}

/// Reports two words of a `rules` line that contradict each other.
pub(crate) fn contradiction(game: Game, words: &[Word]) -> Option<Diagnostic> {
    let (one, other) = game.contradicting_rules()?;
    let find = |text: &str| words.iter().find(|word| word.text == text);
    let (one, other) = (find(one)?, find(other)?);
    let (first, second) = if one.span <= other.span { (one, other) } else { (other, one) };
    let message = format!("`{}` contradicts `{}`", second.text, first.text);
    let report = Diagnostic::new(Lint::UnknownRule, second.span, message);
    Some(report.with_related(first.span, "given here"))
}

/// Reports an unknown word of a `rules` line.
pub(crate) fn unknown_rule<'k>(
    word: &Word,
    message: String,
    known: impl Iterator<Item = &'k str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(Lint::UnknownRule, word.span, message);
    match nearest(&word.text, known) {
        Some(known) => diagnostic.with_unsafe_word(known),
        None => diagnostic,
    }
}
