//! `llp`: a collection with one puzzle per line, on a board of 7×7 squares.
//!
//! `47|1|4|6|4,5 1,2 1,5 3,2 4,2|AU1`: the id, which is any text without a bar, how many robots have
//! to leave the board in the middle (exits) and how many help, the moves, the `row,column` of each
//! robot from the top left, exits first, and the solution. Newer files have three numbers more
//! behind the moves: the slides of a solution with so few moves, the fewest slides, and the
//! positions that can be reached. Consecutive slides of one robot count as one move.
//!
//! A word of the solution is a robot, a direction and the robot that stops it: exits are `A`, `B`
//! and so on, helpers `1` to `9`.
//!
//! The line `# Variant: NAME` says which squares are missing. Missing squares stop nothing, like
//! the border. No robot can stop on them or beyond them: a robot stops next to another one, and the
//! first of them would have to stop next to the border. So `french` and `solitaire` are read as
//! boards of 7×7 squares, and `ufo`, which has no outer ring, as one of 5×5.

use super::card::{self, Card, Pairs};
use crate::board::{Direction, Square};
use crate::exchange::format::Format;
use crate::exchange::parse::{Cursor, all, is_number};
use crate::exchange::record::add_notes;
use crate::exchange::{Import, Note, PuzzleRecord, Refusal, lines};
use crate::games::lunar::is_human;
use crate::games::{self, Game, GameRules, Move, Piece, Slide};
use crate::syntax::Key;
use crate::text::Span;
use crate::words::join_words;

/// The line that names the variant of the puzzles below it.
const HEADING: &str = "# Variant:";

pub(crate) const FORMAT: Format = Format {
    name: "llp",
    about: "one puzzle per line: `id|exits|helpers|moves|positions|solution`",
    game: Some(Game::Lunar),
    extensions: &["llp"],
    between: Some(""),
    heading: Some(HEADING),
    grouped: true,
    recognises,
    read: Some(read),
    write: Some(write),
    ..Format::TEXT
};

/// The numbers of newer files, behind the moves.
const SLIDES: [&str; 3] = ["x-raw-slides", "x-min-raw-slides", "x-forward-states"];

/// The number of columns and of rows.
const SIDE: u8 = 7;

/// The names of exits and of helpers in solutions.
const EXITS: &str = "ABCDEFGHIJ";
const HELPERS: &str = "123456789";

/// The letters of directions in solutions.
const DIRECTIONS: [(char, Direction); 4] =
    [('U', Direction::Up), ('R', Direction::Right), ('D', Direction::Down), ('L', Direction::Left)];

/// A board without some of its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Standard,
    Ufo,
    French,
    Solitaire,
}

impl Variant {
    const ALL: [Self; 4] = [Self::Standard, Self::Ufo, Self::French, Self::Solitaire];

    const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Ufo => "ufo",
            Self::French => "french",
            Self::Solitaire => "solitaire",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let mut variants = Self::ALL.into_iter();
        variants.find(|variant| variant.name().eq_ignore_ascii_case(name))
    }

    /// Whether it has this row and column of the board of 7×7 squares, from the top left.
    fn has(self, row: u8, column: u8) -> bool {
        // The distances from the nearest borders.
        let [row, column] = [row, column].map(|at| at.min(SIDE - 1 - at));
        match self {
            Self::Standard => true,
            Self::Ufo => row.min(column) > 0,
            Self::French => row + column > 1,
            Self::Solitaire => row.max(column) > 1,
        }
    }

    /// The number of missing rows and columns on each side.
    fn margin(self) -> u8 {
        u8::from(self == Self::Ufo)
    }

    fn square(self, (row, column): (u32, u32)) -> Option<Square> {
        let (row, column) = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
        let is_there = row < SIDE && column < SIDE && self.has(row, column);
        let margin = self.margin();
        is_there.then(|| Square::new(column - margin, SIDE - 1 - margin - row))
    }

    /// Returns the row and column of a square, if the board has it.
    fn place(self, square: Square) -> Option<(u8, u8)> {
        let margin = self.margin();
        let (row, column) = (SIDE - 1 - margin - square.row(), square.column() + margin);
        self.has(row, column).then_some((row, column))
    }
}

fn recognises(text: &str) -> bool {
    let first = lines::first(text).unwrap_or_default();
    let mut fields = first.split('|').map(str::trim).skip(1);
    let are_numbers = fields.by_ref().take(3).all(is_number);
    are_numbers && fields.any(|field| field.contains(','))
}

/// Whether a name can be the id of a line. `0` stands for a puzzle without a name.
fn is_id(name: &str) -> bool {
    let is_free = !name.contains(['|', '\n', '\r']) && !name.starts_with('#');
    is_free && name.trim() == name && !name.is_empty() && name != "0"
}

fn read(text: &str) -> Import {
    let mut import = Import::default();
    let mut comments = Vec::new();
    let mut variant = Some(Variant::Standard);
    for (span, line) in lines::content(text) {
        if let Some(name) = variant_of(line) {
            variant = Variant::named(name);
            if variant.is_none() {
                let note = unknown_variant(Span::of(text, name));
                add_notes(&mut import.faults, [note]);
            }
        } else if let Some(comment) = line.strip_prefix('#') {
            comments.push(comment.trim().to_owned());
        } else if let Some(variant) = variant {
            let read = all(text, line, |cursor| puzzle(cursor, span, variant));
            let record = read.map(|(mut record, warnings)| {
                record.comments = std::mem::take(&mut comments);
                add_notes(&mut import.warnings, warnings);
                record
            });
            import.add(record.map_err(Into::into));
        }
    }
    import.add_comments(comments);
    import
}

/// Returns the name of the variant, if a line is the heading that names one.
fn variant_of(line: &str) -> Option<&str> {
    let (key, name) = line.strip_prefix('#')?.split_once(':')?;
    let is_heading = key.trim().eq_ignore_ascii_case("variant");
    is_heading.then(|| name.trim())
}

fn unknown_variant(span: Span) -> Note {
    let [first @ .., last] = Variant::ALL.map(Variant::name);
    let message = format!("expected a board {} or {last}", first.join(", "));
    Note::new(span, message)
        .with_help("the puzzles below are skipped: carom has no boards with six directions")
}

fn bar(cursor: &mut Cursor<'_>) -> Result<(), Note> {
    cursor.mark("|", "a bar `|`")
}

/// Reads a field that is a number, with its place.
fn field(cursor: &mut Cursor<'_>) -> Result<(u32, Span), Note> {
    bar(cursor)?;
    cursor.spanned(|cursor| cursor.number("a number"))
}

fn count(cursor: &mut Cursor<'_>, least: usize, most: usize) -> Result<usize, Note> {
    let (number, place) = field(cursor)?;
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    match (least..=most).contains(&number) {
        true => Ok(number),
        false => Err(Note::new(place, format!("expected {least} to {most}"))),
    }
}

/// Reads the puzzle of a line, with notes on what a puzzle file cannot hold.
fn puzzle(
    cursor: &mut Cursor<'_>,
    span: Span,
    variant: Variant,
) -> Result<(PuzzleRecord, Vec<Note>), Note> {
    let id = cursor.take_while(|c| c != '|').trim();
    let exits = count(cursor, 1, card::HUMANS.len())?;
    let helpers = count(cursor, 0, 26)?;
    let (moves, moves_place) = field(cursor)?;
    let before = *cursor;
    let slides = [field(cursor), field(cursor), field(cursor)];
    let slides = match (slides, bar(cursor)) {
        ([Ok(some), Ok(fewest), Ok(states)], Ok(())) => vec![some, fewest, states],
        _ => {
            *cursor = before;
            bar(cursor)?;
            Vec::new()
        }
    };
    let (places, all_places) = cursor.spanned(positions)?;
    if places.len() != exits + helpers {
        let (expected, found) = (exits + helpers, places.len());
        let message = format!("expected {expected} positions, found {found}");
        return Err(Note::new(all_places, message));
    }
    let no_exit = Note::new(span, "expected an exit");
    let board = Card::new((SIDE - 2 * variant.margin()).into());
    let mut card = board.ok_or_else(|| no_exit.clone())?;
    card.is_grouped = true;
    let middle = card::middle(&card.board);
    for (number, (at, place)) in places.into_iter().enumerate() {
        let Some(square) = variant.square(at) else {
            let (name, (row, column)) = (variant.name(), at);
            let message = format!("the board `{name}` has no square {row},{column}");
            return Err(Note::new(place, message));
        };
        let is_exit = number < exits;
        if square == middle && is_exit {
            return Err(Note::new(place, "an exit cannot start in the middle"));
        }
        let pieces = match is_exit {
            true => &mut card.humans,
            false => &mut card.robots,
        };
        pieces.push((square, place));
    }
    let mut record = card.record(span, no_exit)?;
    record.name = Some(id.to_owned()).filter(|id| is_id(id));
    record.set_key(Key::Moves, moves.to_string(), moves_place);
    if !matches!(variant, Variant::Standard | Variant::Ufo) {
        record.set_own_key("x-variant", variant.name(), span);
    }
    for (key, (number, place)) in SLIDES.into_iter().zip(slides) {
        record.set_own_key(key, number.to_string(), place);
    }
    let warnings = match cursor.rest().trim() {
        "" => Vec::new(),
        _ => solution(cursor, &mut record)?,
    };
    Ok((record, warnings))
}

/// Reads positions with blanks between them.
fn positions(cursor: &mut Cursor<'_>) -> Result<Pairs, Note> {
    let mut places = Vec::new();
    loop {
        let start = *cursor;
        let pair = cursor.spanned(Cursor::comma_pair);
        let expected = |_| start.expected("a row and a column such as 4,3");
        places.push(pair.map_err(expected)?);
        let end = *cursor;
        if !cursor.skip_space() || matches!(cursor.rest().chars().next(), None | Some('|')) {
            *cursor = end;
            return Ok(places);
        }
    }
}

/// Returns the pieces of a position with their names in solutions, exits first.
fn names(position: &games::Position) -> Vec<(Piece, Option<char>)> {
    let pieces = position.pieces();
    let (exits, helpers): (Vec<Piece>, Vec<Piece>) =
        pieces.into_iter().partition(|piece| is_human(piece.name));
    let named = |pieces: Vec<Piece>, names: &'static str| {
        pieces.into_iter().zip(names.chars().map(Some).chain(std::iter::repeat(None)))
    };
    named(exits, EXITS).chain(named(helpers, HELPERS)).collect()
}

/// Reads a solution. Returns a note for each robot that is named as stopping another one but does
/// not.
fn solution(cursor: &mut Cursor<'_>, record: &mut PuzzleRecord) -> Result<Vec<Note>, Note> {
    bar(cursor)?;
    let names = names(&record.position);
    let (mut slides, mut named_stoppers) = (Vec::new(), Vec::new());
    while !cursor.rest().is_empty() {
        let start = *cursor;
        let what = "a move such as AU1: robot, U R D or L, robot";
        let robot = |c| (EXITS.contains(c) || HELPERS.contains(c)).then_some(c);
        let direction = |c| DIRECTIONS.iter().find(|(letter, _)| *letter == c);
        let word = cursor.spanned(|cursor| {
            let mover = cursor.one(what, robot)?;
            let (_, direction) = cursor.one(what, direction)?;
            Ok((mover, *direction, cursor.one(what, robot)?))
        });
        let ((mover, direction, stopper), place) = word.map_err(|_| start.expected(what))?;
        let Some((piece, _)) = names.iter().find(|(_, name)| *name == Some(mover)) else {
            let message = format!("the puzzle has no robot {mover}");
            return Err(Note::new(place, message));
        };
        let piece = Game::Lunar.mover(*piece);
        slides.push(Slide { piece, direction });
        named_stoppers.push(stopper);
        record.moves.push(place);
        if !cursor.skip_space() {
            break;
        }
    }
    if let Some(span) = record.moves.iter().copied().reduce(Span::cover) {
        record.set_key(Key::Solution, join_words(&slides), span);
    }
    // The solution is checked elsewhere. An illegal move has no robot that stops it.
    let stoppers = stoppers(&record.position, &names, &slides);
    let notes = stoppers.into_iter().zip(named_stoppers).zip(&record.moves).filter_map(
        |((stopper, named), place)| {
            let stopper = stopper.filter(|stopper| *stopper != named)?;
            let message = format!("expected {stopper}, which stops this move, found {named}");
            Some(Note::new(*place, message))
        },
    );
    Ok(notes.collect())
}

/// Returns the name of the robot that stops each of these slides, up to the first illegal one.
fn stoppers(
    start: &games::Position,
    names: &[(Piece, Option<char>)],
    slides: &[Slide],
) -> Vec<Option<char>> {
    let mut position = start.clone();
    let stopper = |&slide: &Slide| {
        let stage = position.stages(Move::Slide(slide)).ok()?.pop()?;
        let next = stage.motions.first()?.way.last()?.step(slide.direction)?;
        let mut pieces = position.pieces().into_iter();
        let stopper = pieces.find(|piece| piece.square == next)?.name;
        position = stage.position;
        Some(names.iter().find(|(piece, _)| piece.name == stopper)?.1)
    };
    slides.iter().map_while(stopper).collect()
}

fn write(record: &PuzzleRecord) -> Result<String, Refusal> {
    let position = card::without_walls(&record.position)?;
    let board = position.board();
    let variant = match (board.columns(), board.rows()) {
        (SIDE, SIDE) => {
            let name = record.own_value("x-variant");
            name.and_then(Variant::named).unwrap_or(Variant::Standard)
        }
        (5, 5) => Variant::Ufo,
        _ => return Err(Refusal::size("a board of 7×7 or 5×5 squares", board)),
    };
    let target = "the format has its target in the middle";
    card::with_middle(position, "the format has no blocks", target)?;
    if let Some(human) = position.departed().first() {
        let reason = "an exit cannot start in the middle";
        return Err(Refusal::at(human.square, reason));
    }
    if !position.grouping().is_grouped() {
        let reason =
            "the format counts consecutive slides of one robot as one move: add `rules: grouped`";
        return Err(Refusal::new(reason));
    }
    let Some(moves) = record.claimed_moves()? else {
        let reason = "the format needs the number of moves: add `moves`";
        return Err(Refusal::new(reason));
    };
    let robots = names(&record.position);
    let exits = robots.iter().filter(|(piece, _)| is_human(piece.name)).count();
    let id = record.name.as_deref().filter(|name| is_id(name));
    let mut fields = vec![
        id.unwrap_or("0").to_owned(),
        exits.to_string(),
        (robots.len() - exits).to_string(),
        moves.to_string(),
    ];
    let slides = SLIDES.map(|key| record.own_value(key).filter(|value| is_number(value)));
    if let [Some(some), Some(fewest), Some(states)] = slides {
        fields.extend([some, fewest, states].map(str::to_owned));
    }
    let places = robots.iter().map(|(piece, _)| {
        let reason = || format!("the board `{}` has no such square", variant.name());
        let place = variant.place(piece.square);
        let (row, column) = place.ok_or_else(|| Refusal::at(piece.square, reason()))?;
        Ok(format!("{row},{column}"))
    });
    fields.push(places.collect::<Result<Vec<String>, Refusal>>()?.join(" "));
    if let Some(slides) = record.slides()? {
        let mut stoppers = stoppers(&record.position, &robots, &slides).into_iter();
        let words = slides.iter().map(|slide| {
            let mover = robots.iter().find(|(piece, _)| Game::Lunar.mover(*piece) == slide.piece);
            let direction = DIRECTIONS.iter().find(|(_, known)| *known == slide.direction);
            let mut word = || {
                let (mover, stopper) = (mover?.1?, stoppers.next()??);
                Some(format!("{mover}{}{stopper}", direction?.0))
            };
            let reason = format!("the format cannot express the move {slide}");
            word().ok_or_else(|| Refusal::new(reason))
        });
        fields.push(words.collect::<Result<Vec<String>, Refusal>>()?.join(" "));
    }
    let heading = format!("{HEADING} {}\n", variant.name());
    Ok(heading + &lines::commented(record, &fields.join("|")))
}
