//! The places of a piece or item in the text, for highlights, references and definitions.

use crate::analysis::View;
use crate::analysis::model::setup::{LocatedPosition, notation};
use crate::analysis::model::view::{holds, words_of};
use crate::board::Square;
use crate::syntax::{FieldValue, Key, MoveKind, Word};
use crate::text::Span;

/// A place in the text that refers to a piece or an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The place.
    pub span: Span,
    /// Its role.
    pub role: Role,
}

/// The way in which a place refers to a piece or an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It puts it on the board.
    Place,
    /// It names or draws its square, whatever is drawn there.
    Square,
    /// It is its target, or the quest for it.
    Target,
    /// It is a diagonal that it passes through.
    Diagonal,
    /// It moves it.
    Move,
}

/// A piece, item or player that several places of a puzzle can refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// A piece with a name.
    Piece(char),
    /// An item.
    Item(String),
    /// The player.
    Player,
    /// A piece without a name, by its start square.
    Nameless(Square),
}

impl Subject {
    /// Returns its name, if it can be renamed.
    pub(crate) fn name(&self) -> Option<String> {
        match self {
            Self::Piece(name) => Some(name.to_string()),
            Self::Item(name) => Some(name.clone()),
            Self::Player | Self::Nameless(_) => None,
        }
    }
}

pub(crate) fn subjects(view: &View<'_>) -> Vec<Subject> {
    let pieces = pieces(view).into_iter().map(Subject::Piece);
    let items = item_groups(view)
        .into_iter()
        .filter_map(|group| Some(Subject::Item(group.first()?.text.clone())));
    let section = &view.puzzle.section;
    let player = section.field(Key::Player).map(|_| Subject::Player);
    let game = view.puzzle.game;
    let placed = view.puzzle.placed.iter().flat_map(LocatedPosition::pieces);
    let nameless = placed
        .map(|(piece, _)| piece)
        .filter(|piece| game.is_some_and(|game| game.is_nameless(piece.name)))
        .map(|piece| Subject::Nameless(piece.square));
    pieces.chain(items).chain(player).chain(nameless).collect()
}

pub(crate) fn subject_at(view: &View<'_>, offset: u32) -> Option<Subject> {
    let subjects = subjects(view).into_iter();
    let places: Vec<_> = subjects
        .flat_map(|subject| {
            let found = occurrences_of(view, &subject).into_iter();
            found.map(move |occurrence| (subject.clone(), occurrence))
        })
        .collect();
    let within = places.iter().find(|(_, place)| holds(place.span, offset));
    let found = within.or_else(|| places.iter().find(|(_, o)| o.span.touches(offset)));
    found.map(|(subject, _)| subject.clone())
}

/// Returns the groups of words of an `items` line, each an item and its place.
pub(crate) fn item_groups<'a>(view: &View<'a>) -> Vec<&'a [Word]> {
    match view.puzzle.section.field(Key::Items).map(|field| &field.value) {
        Some(FieldValue::Groups(groups)) => groups.iter().map(Vec::as_slice).collect(),
        _ => Vec::new(),
    }
}

/// Returns the pieces of the puzzle, by the glyphs that place them.
pub(crate) fn pieces(view: &View<'_>) -> Vec<char> {
    let Some(game) = view.puzzle.game else {
        return Vec::new();
    };
    let section = &view.puzzle.section;
    let rows = section.board().into_iter().flat_map(|board| &board.rows);
    let cells = rows.flat_map(|row| &row.cells).map(|cell| cell.glyph);
    let words = words_of(section, Key::Robots).into_iter();
    let listed = words.filter_map(|word| single(&word.text));
    let mut names: Vec<char> = cells.chain(listed).filter(|&c| game.is_piece(c)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the only character of a word.
pub(crate) fn single(word: &str) -> Option<char> {
    let mut characters = word.chars();
    characters.next().filter(|_| characters.next().is_none())
}

pub(crate) fn occurrences_of(view: &View<'_>, subject: &Subject) -> Vec<Occurrence> {
    match subject {
        Subject::Piece(name) => of_piece(view, *name),
        Subject::Item(name) => of_item(view, name),
        Subject::Player => of_words(view, words_of(&view.puzzle.section, Key::Player)),
        Subject::Nameless(square) => of_nameless(view, *square),
    }
}

/// Returns the words that name squares, and the cells of these squares.
fn of_words(view: &View<'_>, words: Vec<&Word>) -> Vec<Occurrence> {
    let placed = view.puzzle.placed.as_ref();
    words
        .into_iter()
        .flat_map(|word| {
            let square = word.text.parse::<Square>().ok();
            let cell = square.and_then(|square| placed?.cell(square));
            let role = Role::Square;
            let cell = cell.map(|span| Occurrence { span, role });
            let span = word.span;
            [Occurrence { span, role }].into_iter().chain(cell)
        })
        .collect()
}

fn of_item(view: &View<'_>, name: &str) -> Vec<Occurrence> {
    let mut found = Vec::new();
    for group in item_groups(view) {
        if let [own, places @ ..] = group
            && own.text == name
        {
            let (span, role) = (own.span, Role::Place);
            found.push(Occurrence { span, role });
            found.extend(of_words(view, places.iter().collect()));
        }
    }
    for word in words_of(&view.puzzle.section, Key::Quests) {
        if word.text == name {
            let (span, role) = (word.span, Role::Target);
            found.push(Occurrence { span, role });
        }
    }
    found
}

/// Returns the place of a piece without a name, and its moves.
fn of_nameless(view: &View<'_>, start: Square) -> Vec<Occurrence> {
    let Some(placed) = &view.puzzle.placed else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut pieces = placed.pieces();
    if let Some((_, span)) = pieces.find(|(piece, _)| piece.square == start) {
        let role = Role::Place;
        found.push(Occurrence { span, role });
    }
    let played = view.puzzle.played.iter().flat_map(|played| &played.moves);
    let tokens = view.puzzle.section.solution().unwrap_or_default();
    let mut square = Some(start);
    let mut position = placed.position.clone();
    for (token, &played) in tokens.iter().zip(played) {
        if let MoveKind::Move { subject, .. } = &token.kind
            && let Some(from) = square
            && let Some(motion) = position.motion_from(from, played)
        {
            if !subject.text.is_empty() {
                let (span, role) = (subject.span, Role::Move);
                found.push(Occurrence { span, role });
            }
            square = motion.end();
        }
        match position.play(played) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    found
}

/// Returns all places that refer to the piece of this name.
fn of_piece(view: &View<'_>, name: char) -> Vec<Occurrence> {
    let section = &view.puzzle.section;
    let target = view.puzzle.game.and_then(|game| game.target_of(name));
    let mut found = Vec::new();
    let mut add = |span, role| found.push(Occurrence { span, role });
    let rows = section.board().into_iter().flat_map(|board| &board.rows);
    for cell in rows.flat_map(|row| &row.cells) {
        if cell.glyph == name {
            add(cell.span, Role::Place);
        } else if Some(cell.glyph) == target {
            add(cell.span, Role::Target);
        }
    }
    for word in words_of(section, Key::Robots) {
        if single(&word.text) == Some(name) {
            add(word.span, Role::Place);
        }
    }
    for word in words_of(section, Key::Target) {
        if target.is_some() && single(&word.text) == target {
            add(word.span, Role::Target);
        }
    }
    for word in words_of(section, Key::Diagonals) {
        let is_of_piece = word.text.starts_with(name) && word.text.ends_with(['/', '\\']);
        if is_of_piece {
            let end = word.span.start.saturating_add(1);
            add(Span::new(word.span.start, end), Role::Diagonal);
        }
    }
    for token in section.solution().unwrap_or_default() {
        if let MoveKind::Move { subject, .. } = &token.kind
            && single(&subject.text) == Some(name)
        {
            add(subject.span, Role::Move);
        }
    }
    found
}

/// Returns all places that refer to the subject at `offset`.
pub fn occurrences(view: &View<'_>, offset: u32) -> Vec<Occurrence> {
    let subject = subject_at(view, offset).or_else(|| {
        let (_, token) = view.move_at(offset)?;
        match &token.kind {
            MoveKind::Move { subject, .. } => single(&subject.text).map(Subject::Piece),
            _ => None,
        }
    });
    subject.map(|subject| occurrences_of(view, &subject)).unwrap_or_default()
}

/// Returns the place of the piece or item that `offset` refers to. For a push of a line, this is
/// the cell where the tile enters.
pub fn definition(view: &View<'_>, offset: u32) -> Option<Span> {
    let entry = || {
        let (_, token) = view.move_at(offset)?;
        let placed = view.puzzle.placed.as_ref()?;
        let played = (notation(view.puzzle.game?).read_move)(token).ok()?;
        let board = placed.position.board();
        let push = played.push().filter(|push| push.is_on(board))?;
        placed.cell(push.entry(board))
    };
    let places = occurrences(view, offset);
    let of_role = |role| places.iter().find(|occurrence| occurrence.role == role);
    let drawn = || of_role(Role::Square).and_then(|_| places.last());
    let place = of_role(Role::Place).or_else(drawn);
    place.map(|occurrence| occurrence.span).or_else(entry)
}
