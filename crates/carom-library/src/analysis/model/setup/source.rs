//! The input of a game's reader: the tree of a puzzle and its drawn board.

use std::collections::HashMap;

use super::object::{PlacedObject, joined};
use crate::analysis::lints::checks::syntax::{LABELS, LABELS_HELP};
use crate::analysis::model::moves::Wrong;
use crate::analysis::{Diagnostic, FileHead, Lint, quoted};
use crate::board::{Board, Direction, Square};
use crate::games::{
    BoardObject, BoardSetup, Fault, FaultKind, Game, Move, Part, Piece, Placement, Position, parts,
};
use crate::syntax::{
    self, BoardStyle, Drawing, DrawnRow, Key, MoveText, ParsedSection, Row, edge_labels,
};
use crate::text::{Edit, LineEnd, Span, end_of_line, lines};
use crate::words::count;

/// A possible word of a key's value, and its meaning.
pub(crate) type Entry = (String, String);

pub(crate) fn entry(word: &str, meaning: &str) -> Entry {
    (word.to_owned(), meaning.to_owned())
}

/// A position and the spans of its objects in the text.
#[derive(Clone, Debug)]
pub struct LocatedPosition {
    /// The position.
    pub position: Position,
    /// The objects: pieces first, and only the blocks that are drawn.
    pub objects: Vec<PlacedObject>,
    /// The squares drawn on the board, with their cells.
    pub cells: Vec<(Square, Span)>,
}

impl LocatedPosition {
    /// Returns the pieces, with the spans that place them.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Span)> + Clone {
        self.objects.iter().filter_map(PlacedObject::piece)
    }

    /// Returns the cell that draws `square`, if the board is drawn.
    pub fn cell(&self, square: Square) -> Option<Span> {
        let mut cells = self.cells.iter();
        cells.find(|(at, _)| *at == square).map(|(_, span)| *span)
    }
}

/// The input of a game's reader.
pub(crate) struct Source<'a> {
    pub(crate) text: &'a str,
    pub(crate) section: &'a ParsedSection,
    pub(crate) file: &'a FileHead,
    pub(crate) game: Game,
    pub(crate) notation: &'static Notation,
    /// The span for faults of the whole puzzle.
    pub(crate) header: Span,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The objects found so far, with the text that places them unless they are there by default.
    pub(crate) objects: Vec<(Placement, Option<Span>)>,
    /// The squares drawn on the board, with their cells.
    pub(crate) cells: Vec<(Square, Span)>,
    /// The spans of parts that are no objects.
    pub(crate) spans: Vec<(Part, Span)>,
}

/// The notation of a game: its keys, its board and its moves.
pub(crate) struct Notation {
    /// The keys.
    pub(crate) keys: KeyNotation,
    /// The meanings of its glyphs, as help for an unknown one.
    pub(crate) glyph_help: &'static str,
    /// How to write right what a fault is about.
    pub(crate) fault_help: &'static [(FaultKind, &'static str)],
    /// The names of pieces, in the order in which a fix offers them. Empty if they have none.
    pub(crate) names: &'static str,
    /// A tiny puzzle and moves from its start, for a picture in its guide.
    pub(crate) example: (&'static str, &'static [&'static str]),
    /// The suggested sides of a new square board, the usual one first.
    pub(crate) usual_sizes: &'static [usize],
    /// Returns the rows of a solvable starter board with few pieces, from the top, or `None` if
    /// the game has no board of that size.
    pub(crate) start: fn(columns: usize, rows: usize) -> Option<Vec<Vec<char>>>,
    /// Reads a puzzle. Returns `None` if it has no position; the diagnostics of the source say why.
    pub(crate) read: fn(&mut Source<'_>) -> Option<LocatedPosition>,
    /// Returns the move of a token, legal or not, or the reason why the token is not a move of this
    /// game.
    pub(crate) read_move: fn(&MoveText) -> Result<Move, Wrong>,
}

/// The keys of a game, besides the keys of all games.
pub(crate) struct KeyNotation {
    /// The keys.
    pub(crate) known: &'static [Key],
    /// The keys that a new puzzle needs besides its board.
    pub(crate) start: &'static [(Key, &'static str)],
    /// Returns the key and its words that place an object on a square where it cannot be drawn, or
    /// `None` if no key does.
    pub(crate) keyed: fn(&BoardObject, Square) -> Option<(Key, String)>,
    /// Returns the words that a key of this game accepts, if they are few.
    pub(crate) words: fn(Key) -> Vec<Entry>,
    /// Draws the value of a key as text, if its words do not show it.
    pub(crate) shown: fn(&ParsedSection, Key) -> Option<String>,
}

impl KeyNotation {
    /// The keys of a game whose board shows everything.
    pub(super) const MOVES: Self = Self {
        known: &[Key::Moves],
        start: &[],
        keyed: |_, _| None,
        words: |_| Vec::new(),
        shown: |_, _| None,
    };
}

/// Returns the first character of a part of a text, which may have several bytes.
fn first_character(part: Span, text: &str) -> Option<Span> {
    let mut rest = part.slice(text).chars();
    rest.next()?;
    let left = Span::from_range(0..rest.as_str().len()).len();
    Some(Span::new(part.start, part.end.saturating_sub(left)))
}

/// Returns the glyph of the format that an author probably meant.
fn likely_glyph(glyph: char) -> Option<char> {
    match glyph {
        '·' | '•' | '∙' | '⋅' | '_' | '□' => Some('.'),
        '█' | '■' | '▓' | '▒' | '░' => Some('#'),
        '＊' | '∗' | '★' => Some('*'),
        '╱' | '⁄' | '∕' => Some('/'),
        '╲' | '∖' => Some('\\'),
        // Full-width characters have the order of ASCII.
        '！'..='～' => char::from_u32(u32::from(glyph) - u32::from('！') + u32::from('!')),
        _ => None,
    }
}

impl Source<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether a part of the value of `key` could not be read. Objects that it places must then not
    /// be reported as missing.
    fn is_misread(&self, key: Key) -> bool {
        self.section.field(key).is_some_and(|field| {
            let place = field.value_span;
            let mut spans = self.diagnostics.iter().map(|diagnostic| diagnostic.span);
            spans.any(|span| place.start <= span.start && span.end <= place.end)
        })
    }

    pub(super) fn fault(&mut self, lint: Lint, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(lint, span, message));
    }

    /// Adds an object that the text at `span` places.
    pub(super) fn add(&mut self, placement: Placement, span: Span) {
        self.objects.push((placement, Some(span)));
    }

    /// Returns the setup of the rules, of the drawn board and of the objects found.
    pub(super) fn setup<S: BoardSetup>(&mut self) -> Option<S> {
        let has_rule = self.rules();
        let board = self.board_with_objects()?;
        Some(S::new(board, &has_rule, &self.placements()))
    }

    pub(super) fn placements(&self) -> Vec<Placement> {
        self.objects.iter().map(|(placement, _)| placement.clone()).collect()
    }

    /// Returns the position of a setup with the spans of the objects, or reports its faults.
    pub(super) fn located<P: Into<Position>>(
        &mut self,
        position: Result<P, Vec<Fault>>,
    ) -> Option<LocatedPosition> {
        match position {
            Ok(position) => {
                let (position, cells) = (position.into(), std::mem::take(&mut self.cells));
                let blocks = position.board().blocks();
                let drawn = (cells.iter().filter(|(square, _)| blocks.contains(*square)))
                    .map(|&(at, span)| (BoardObject::Block.on(at), Some(span)));
                let objects = joined(self.objects.drain(..).chain(drawn));
                Some(LocatedPosition { position, objects, cells })
            }
            Err(faults) => {
                let parts = self.located_parts();
                for fault in faults {
                    let found = self.diagnostic(fault, &parts);
                    self.diagnostics.extend(found);
                }
                None
            }
        }
    }

    /// Returns the span of each part, and its glyph if it has one.
    fn located_parts(&self) -> HashMap<Part, (Span, Option<char>)> {
        let tiles = self.section.field(Key::Tiles);
        // Objects that are there by default are printed on the tiles.
        let default = tiles.map_or(self.header, |tiles| tiles.key_span);
        let placements = self.placements();
        let spans = self.objects.iter();
        let objects = parts(&placements)
            .zip(spans.map(|((object, _), span)| (span.unwrap_or(default), object.glyph())));
        let board = self.section.board().and_then(syntax::BoardText::span);
        let others = self.spans.iter().copied().chain(board.map(|span| (Part::Board, span)));
        objects.chain(others.map(|(part, span)| (part, (span, None)))).collect()
    }

    /// Returns the diagnostic of a fault, unless a value that cannot be read explains it.
    fn diagnostic(
        &self,
        fault: Fault,
        parts: &HashMap<Part, (Span, Option<char>)>,
    ) -> Option<Diagnostic> {
        let located = |part: Part| parts.get(&part).copied().unwrap_or((self.header, None));
        let lint = match (fault.kind, fault.part) {
            (FaultKind::NoRobot, _) if self.is_misread(Key::Robots) => return None,
            (FaultKind::NoTarget, _) if self.is_misread(Key::Target) => return None,
            (FaultKind::Size, _) => Lint::BoardSize,
            (FaultKind::NoHuman, _) => Lint::NoHuman,
            (FaultKind::NoRobot | FaultKind::NoRobotOfTarget, _) => Lint::NoRobot,
            (FaultKind::NoPiece, _) => Lint::MissingPieces,
            (FaultKind::NoTarget, _) => Lint::NoTarget,
            (FaultKind::TooFewTargets, _) => Lint::TooFewTargets,
            (FaultKind::TooManyTargets, _) => Lint::TooManyTargets,
            (FaultKind::SameName, Some(Part::Piece(_))) => Lint::DuplicatePiece,
            (FaultKind::OffBoard, Some(Part::Item(_))) => Lint::BadItem,
            (FaultKind::OffBoard, _) => Lint::BadSquare,
            (FaultKind::Occupied, _) => Lint::OccupiedSquare,
            (FaultKind::NoHand | FaultKind::NoOpponentHand, _) => Lint::MissingHand,
            (FaultKind::NoQuest, _) => Lint::MissingRequiredKey,
            (FaultKind::SameName | FaultKind::TooManyItems | FaultKind::NoItem, _) => Lint::BadItem,
            (FaultKind::Push, _) => Lint::BadValue,
        };
        let (span, glyph) = fault.part.map_or((self.header, None), located);
        let mut found = Diagnostic::new(lint, span, fault.message);
        let mut helps = self.notation.fault_help.iter();
        if let Some(&(_, help)) = helps.find(|(kind, _)| *kind == fault.kind) {
            found = found.with_help(help);
        }
        if let Some(first) = fault.first {
            let note = match (fault.kind, lint) {
                (FaultKind::SameName, Lint::DuplicatePiece) => "first placed here".to_owned(),
                (FaultKind::SameName, _) => "first named here".to_owned(),
                _ => format!("the {} is here", first.word()),
            };
            found = found.with_related(located(first).0, note);
        }
        Some(match glyph {
            Some(name) if lint == Lint::DuplicatePiece => self.with_free_name(found, name),
            _ => found,
        })
    }

    /// Adds a fix to the diagnostic of a piece with a duplicate name, which is its first character.
    /// The fix gives that piece the first free name.
    fn with_free_name(&self, report: Diagnostic, name: char) -> Diagnostic {
        let Some(place) = first_character(report.span, self.text) else {
            return report;
        };
        let role = self.game.role(name);
        let is_taken = |name| {
            let mut objects = self.objects.iter();
            objects.any(|((object, _), _)| *object == BoardObject::Piece(name))
        };
        let mut names = self.notation.names.chars();
        match names.find(|&free| self.game.role(free) == role && !is_taken(free)) {
            Some(free) => report
                .with_unsafe_fix(format!("call it `{free}`"), vec![Edit::replace(place, free)]),
            None => report,
        }
    }

    /// Returns the drawn board, and adds its objects.
    pub(super) fn board_with_objects(&mut self) -> Option<Board> {
        let (game, mut objects) = (self.game, Vec::new());
        let board = self.drawn_board(|glyph, square, span| {
            let object = BoardObject::from_glyph(game, glyph);
            let is_known = object.is_some();
            objects.extend(object.map(|object| (object.on(square), Some(span))));
            is_known
        });
        self.objects.extend(objects);
        board
    }

    /// Returns the board of the tree with its walls and blocks. `place` is called with every other
    /// glyph and its square, and returns whether the game knows it.
    pub(super) fn drawn_board(
        &mut self,
        mut place: impl FnMut(char, Square, Span) -> bool,
    ) -> Option<Board> {
        let Some(drawn) = self.section.board() else {
            let fields = self.section.fields.iter();
            let ends = fields.map(|field| field.key_span.end.max(field.value_span.end));
            let last = ends.fold(self.header.end, u32::max);
            let missing = Diagnostic::new(Lint::MissingBoard, self.header, "missing board");
            self.report(self.with_boards(missing, last, false));
            return None;
        };
        let Some(span) = drawn.span() else {
            let field = self.section.field(Key::Board);
            let span = field.map_or(self.header, |field| field.key_span);
            let missing = Diagnostic::new(Lint::MissingBoard, span, "expected rows below `board:`")
                .with_help("start the rows on the next line; a blank line ends them");
            self.report(self.with_boards(missing, span.end, true));
            return None;
        };
        if let Some(labels) = self.labels(drawn) {
            let report = Diagnostic::new(Lint::RaggedBoard, labels, LABELS);
            self.report(report.with_help(LABELS_HELP));
            return None;
        }
        let mut board = self.sized_board(drawn, span);
        let has_floor = self.game.has_floor();
        let drawn_cells = || drawn.rows.iter().flat_map(|row| &row.cells);
        let misses_floor = has_floor && drawn_cells().all(|cell| cell.glyph != '.');
        // On some boards, these letters are the targets of robots.
        let has_robot = |letter: char| {
            let robot = letter.to_ascii_uppercase();
            self.section.field(Key::Robots).is_some()
                || drawn_cells().any(|cell| cell.glyph == robot)
        };
        let mistaken_floor = ['o', 'x'].into_iter().find(|&letter| {
            let same = drawn_cells().filter(|cell| cell.glyph == letter).count();
            misses_floor && same * 2 > drawn_cells().count() && !has_robot(letter)
        });
        let mut unknown: Vec<(char, Vec<Span>)> = Vec::new();
        for (from_top, row) in drawn.rows.iter().enumerate() {
            let rank = drawn.rows.len() - 1 - from_top;
            for (file, cell) in row.cells.iter().enumerate() {
                // Cells beyond the sixteenth row or column have no square, but their glyphs are
                // checked.
                let square = match (u8::try_from(file), u8::try_from(rank)) {
                    (Ok(file @ 0..16), Ok(rank @ 0..16)) => Some(Square::new(file, rank)),
                    _ => None,
                };
                if let Some(square) = square {
                    self.cells.push((square, cell.span));
                }
                let at = square.unwrap_or(Square::new(0, 0));
                let mut is_known = |glyph| match glyph {
                    glyph if Some(glyph) == mistaken_floor => false,
                    '.' if has_floor => true,
                    '#' if has_floor => {
                        if let (Some(board), Some(square)) = (&mut board, square) {
                            board.add_block(square);
                        }
                        true
                    }
                    glyph => place(glyph, at, cell.span),
                };
                if !is_known(cell.glyph) {
                    // The likely piece counts as present, so that it is not reported as missing.
                    if let Some(likely) = likely_glyph(cell.glyph) {
                        is_known(likely);
                    }
                    match unknown.iter_mut().find(|(glyph, _)| *glyph == cell.glyph) {
                        Some((_, spans)) => spans.push(cell.span),
                        None => unknown.push((cell.glyph, vec![cell.span])),
                    }
                }
            }
            if !has_floor {
                let walls = row.right_walls.iter().chain(&row.lower_walls);
                for wall in walls {
                    self.fault(Lint::BadGlyph, wall.span, "there are no walls between tiles");
                }
            } else if let Some(board) = &mut board {
                for (wall, direction) in row
                    .right_walls
                    .iter()
                    .map(|wall| (wall, Direction::Right))
                    .chain(row.lower_walls.iter().map(|wall| (wall, Direction::Down)))
                {
                    if let (Ok(file), Ok(rank)) = (u8::try_from(wall.cell), u8::try_from(rank)) {
                        board.add_wall(Square::new(file, rank), direction);
                    }
                }
            }
        }
        for (glyph, spans) in unknown {
            let is_wall = matches!(glyph, '|' | '-');
            let is_floor = misses_floor && spans.len() > 1 && !is_wall;
            self.bad_glyph(glyph, &spans, is_floor);
        }
        board
    }

    /// Returns the first of the letters or numbers that count the rows or columns of a board, if
    /// they cannot all be pieces or targets.
    fn labels(&self, drawn: &syntax::BoardText) -> Option<Span> {
        let labels = edge_labels(drawn).filter(|_| self.game.has_floor())?;
        let drawn_glyphs = || drawn.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.glyph);
        let is_placed = |&letter: &char| {
            let robot = letter.to_ascii_uppercase();
            self.section.field(Key::Robots).is_some() || drawn_glyphs().any(|glyph| glyph == robot)
        };
        let is_known = |glyph: &char| self.game.glyph_meaning(*glyph).is_some();
        let are_squares = labels.glyphs.iter().all(is_known)
            && match labels.glyphs.iter().all(char::is_ascii_digit) {
                // A number is there once unless its piece is nameless, and `@` is hardly one of five
                // humans.
                true => {
                    let times = |glyph| drawn_glyphs().filter(|&other| other == glyph).count();
                    let is_short = labels.glyphs.len() < 4;
                    let is_piece = |&glyph: &char| {
                        times(glyph) == 1 || is_short && self.game.is_nameless(glyph)
                    };
                    labels.glyphs.iter().all(is_piece) && (is_short || times('@') == 0)
                }
                false => labels.glyphs.iter().all(is_placed),
            };
        (!are_squares).then_some(labels.first)
    }

    /// Adds fixes that add a board of each usual size below the line of `offset`.
    fn with_boards(&self, report: Diagnostic, offset: u32, has_key: bool) -> Diagnostic {
        let sizes = self.notation.usual_sizes.iter();
        let boards = sizes.filter_map(|&size| Some((size, (self.notation.start)(size, size)?)));
        boards.fold(report, |report, (size, rows)| {
            let drawing = drawing(rows, self.game.has_floor());
            let edit = added(self.text, &drawing, offset, has_key);
            report.with_unsafe_fix(format!("add a board of {size} by {size}"), vec![edit])
        })
    }

    /// Returns an empty board of the drawn size, if all rows have the same length.
    fn sized_board(&mut self, drawn: &syntax::BoardText, span: Span) -> Option<Board> {
        if !drawn.is_regular {
            return None;
        }
        match Board::new(drawn.width(), drawn.rows.len()) {
            Ok(board) => Some(board),
            Err(size) => {
                self.fault(
                    Lint::BoardSize,
                    span,
                    format!(
                        "the board has {} and {}, at most 16 of each are allowed",
                        count(size.columns, "column"),
                        count(size.rows, "row")
                    ),
                );
                None
            }
        }
    }

    /// Reports an unknown glyph at the first of its places. In a board without floor, repeated ones
    /// are probably floor.
    fn bad_glyph(&mut self, glyph: char, spans: &[Span], is_floor: bool) {
        let Some(&span) = spans.first() else {
            return;
        };
        let message = match glyph {
            '|' => "expected a square, found a wall".to_owned(),
            '-' => "unexpected `-` among squares: draw walls below squares on a line of their own"
                .to_owned(),
            _ => {
                let glyph = quoted(glyph.encode_utf8(&mut [0; 4]));
                match is_floor {
                    true => format!("expected `.` for floor, found {glyph}"),
                    false => format!("unknown glyph {glyph} on a {} board", self.game.name()),
                }
            }
        };
        let message = match spans.len() {
            0 | 1 => message,
            times => format!("{message}, {}", count(times, "time")),
        };
        let diagnostic = Diagnostic::new(Lint::BadGlyph, span, message);
        let replace = |likely: char| {
            let edits = spans.iter().map(|&span| Edit::replace(span, likely));
            (format!("write `{likely}`"), edits.collect())
        };
        let drawn = self.section.board().map(|board| board.style);
        self.report(match likely_glyph(glyph) {
            Some(likely) => {
                let (title, edits) = replace(likely);
                match self.may_be_walls(glyph) {
                    true => diagnostic.with_unsafe_fix(title, edits),
                    false => diagnostic.with_safe_fix(title, edits),
                }
            }
            None if is_floor => {
                let (title, edits) = replace('.');
                diagnostic.with_help(self.notation.glyph_help).with_unsafe_fix(title, edits)
            }
            None if drawn == Some(BoardStyle::Compact) && matches!(glyph, '|' | '-') => {
                diagnostic.with_help("separate the squares with spaces: walls need a spaced board")
            }
            None => diagnostic.with_help(self.notation.glyph_help),
        });
    }
}

impl Source<'_> {
    /// Whether a row holds nothing but underscores, and so may be a line of walls.
    fn may_be_walls(&self, glyph: char) -> bool {
        let rows = self.section.board().map_or(&[][..], |board| &board.rows);
        let has = |row: &Row, wanted| row.cells.iter().any(|cell| cell.glyph == wanted);
        let is_line = |row: &Row| row.cells.iter().all(|cell| cell.glyph == '_');
        let is_floor = rows.iter().any(|row| has(row, '_') && !is_line(row))
            && !rows.iter().any(|row| has(row, '.'));
        glyph == '_' && !is_floor && rows.iter().any(is_line)
    }
}

/// Returns a board with floor and glyphs, each given by its row from the top and its column, or
/// `None` if a side is shorter than in `smallest` or longer than 16.
pub(super) fn starter(
    (columns, rows): (usize, usize),
    smallest: (usize, usize),
    glyphs: impl FnOnce() -> Vec<(usize, usize, char)>,
) -> Option<Vec<Vec<char>>> {
    let is_allowed = (smallest.0..=16).contains(&columns) && (smallest.1..=16).contains(&rows);
    is_allowed.then(|| {
        let mut drawn = plain(columns, rows, '.');
        for (row, column, glyph) in glyphs() {
            if let Some(cell) = drawn.get_mut(row).and_then(|row| row.get_mut(column)) {
                *cell = glyph;
            }
        }
        drawn
    })
}

/// Returns a board filled with `glyph`.
pub(super) fn plain(columns: usize, rows: usize, glyph: char) -> Vec<Vec<char>> {
    vec![vec![glyph; columns]; rows]
}

/// Converts such a board to a drawing.
pub(crate) fn drawing(rows: Vec<Vec<char>>, has_floor: bool) -> Drawing {
    let rows = rows.into_iter().map(|cells| DrawnRow { cells, ..DrawnRow::default() });
    Drawing {
        style: match has_floor {
            true => BoardStyle::Spaced,
            false => BoardStyle::Compact,
        },
        rows: rows.collect(),
    }
}

/// Returns the edit that adds a board to a puzzle without one, below the line of `offset`. Also
/// adds the key if it is missing.
pub(super) fn added(text: &str, drawing: &Drawing, offset: u32, has_key: bool) -> Edit {
    let end = lines(text).find_map(|line| line.end).unwrap_or(LineEnd::Lf).as_str();
    let rows = drawing.lines().map(|row| format!("{end}    {row}"));
    let key = match has_key {
        true => String::new(),
        false => format!("{end}  board:"),
    };
    Edit::insert(end_of_line(text, offset), key + &rows.collect::<String>())
}
