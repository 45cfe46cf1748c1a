//! Completion at the cursor.

mod moves;

pub use self::moves::next_move;

use super::occurrences;
use crate::analysis::View;
use crate::analysis::model::vocabulary::{quests, words};
use crate::games::Game;
use crate::syntax::{Field, Key, ParsedSection, Shape};
use crate::text::Span;

/// Returns the completions in a puzzle, the best first. Completes in a board only on request,
/// because otherwise every blank would show a list.
pub fn completion(view: &View<'_>, offset: u32, is_asked: bool) -> Vec<Completion> {
    let cursor = Cursor::new(view.text, offset);
    if cursor.is_in_comment() {
        return Vec::new();
    }
    if let Some(games) = games(&cursor) {
        return games;
    }
    let section = &view.puzzle.section;
    let mut fields = section.fields.iter();
    let above = fields.rfind(|field| field.key_span.end < offset);
    if let Some(field) = above {
        let between = cursor.before.get(field.key_span.end as usize..).unwrap_or_default();
        if !between.contains(['\n', '\r']) {
            return value(view, field, &cursor);
        }
        let goes_on = matches!(field.key.map(Key::shape), Some(Shape::Board | Shape::Moves));
        let has_blank = between.replace("\r\n", "\n").replace('\r', "\n").contains("\n\n");
        if goes_on && !has_blank {
            if field.key == Some(Key::Board) && !is_asked {
                return Vec::new();
            }
            let mut found = value(view, field, &cursor);
            if cursor.is_first_word() {
                found.extend(keys(section, view.puzzle.game, &cursor));
            }
            return found;
        }
    }
    if cursor.is_first_word() {
        return keys(section, view.puzzle.game, &cursor);
    }
    Vec::new()
}

/// Returns the completions before the first puzzle.
pub fn completion_head(text: &str, section: &ParsedSection, offset: u32) -> Vec<Completion> {
    let cursor = Cursor::new(text, offset);
    if cursor.is_in_comment() {
        return Vec::new();
    }
    if let Some(games) = games(&cursor) {
        return games;
    }
    if cursor.is_first_word() {
        return keys(section, None, &cursor);
    }
    let key = cursor.line.split(':').next().unwrap_or_default().trim();
    if Key::from_text(key) == Some(Key::Rules) && cursor.line.contains(':') {
        return Game::ALL.iter().flat_map(|&game| rules(game, &cursor)).collect();
    }
    Vec::new()
}

/// Returns the games, after the word `puzzle`.
fn games(cursor: &Cursor<'_>) -> Option<Vec<Completion>> {
    let line = cursor.line.trim_start_matches([' ', '\t', '\u{feff}']);
    let rest = line.strip_prefix("puzzle")?;
    if !rest.starts_with([' ', '\t']) {
        return None;
    }
    let is_second_word = !rest.trim_start().contains([' ', '\t', '"', ':']);
    let games = Game::ALL
        .iter()
        .filter(|_| is_second_word)
        .map(|game| Completion::new(game.name(), cursor.word, CompletionKind::Game, game.title()));
    Some(games.collect())
}

fn keys(section: &ParsedSection, game: Option<Game>, cursor: &Cursor<'_>) -> Vec<Completion> {
    let is_puzzle = section.header.is_some();
    let is_free = |key: Key| key == Key::Notes || section.field(key).is_none();
    let is_of_use = |key: Key| match (is_puzzle, game) {
        (false, _) => key.may_be_of_file(),
        (true, None) => true,
        (true, Some(game)) => crate::analysis::model::setup::takes(game, key),
    };
    let keys = Key::ALL.into_iter().filter(|&key| is_of_use(key) && is_free(key));
    let mut found: Vec<Completion> = keys
        .map(|key| {
            let mut item =
                Completion::new(key.name(), cursor.word, CompletionKind::Key, key.meaning());
            item.insert = Some(match key.shape() {
                Shape::Board => "board:".to_owned(),
                _ => format!("{}: ", key.name()),
            });
            item
        })
        .collect();
    let mut puzzle = Completion::new("puzzle", cursor.word, CompletionKind::Key, "a new puzzle");
    puzzle.insert = Some("puzzle ".to_owned());
    found.push(puzzle);
    found
}

fn rules(game: Game, cursor: &Cursor<'_>) -> Vec<Completion> {
    entries(words(game, Key::Rules), CompletionKind::Rule, cursor)
}

fn entries(
    entries: Vec<(String, String)>,
    kind: CompletionKind,
    cursor: &Cursor<'_>,
) -> Vec<Completion> {
    let items = entries
        .into_iter()
        .map(|(word, meaning)| Completion::new(word, cursor.word, kind, meaning));
    items.collect()
}

fn value(view: &View<'_>, field: &Field, cursor: &Cursor<'_>) -> Vec<Completion> {
    let (Some(game), Some(key)) = (view.puzzle.game, field.key) else {
        return Vec::new();
    };
    match key {
        Key::Rules => rules(game, cursor),
        Key::Solution => moves::completion(view, cursor.token()),
        Key::Board => glyphs(view, game, cursor),
        Key::Moves | Key::Result => {
            let claims = view
                .answer()
                .and_then(crate::analysis::model::words::claim)
                .into_iter()
                .filter(|claim| claim.0 == key)
                .map(|(_, claim)| {
                    Completion::new(claim, cursor.word, CompletionKind::Value, "what is true")
                });
            let mut found: Vec<Completion> = claims.collect();
            let words = entries(words(game, key), CompletionKind::Value, cursor).into_iter();
            let is_other = |item: &Completion| found.iter().all(|known| known.label != item.label);
            let words: Vec<Completion> = words.filter(is_other).collect();
            found.extend(words);
            found
        }
        Key::Robots => pieces(view, game, cursor),
        Key::Target => {
            let mut found = targets(view, game, cursor.word);
            let mut words = words(game, key);
            // Symbols are printed on tiles.
            if view.puzzle.section.field(Key::Tiles).is_none() {
                words.retain(|(word, _)| occurrences::single(word).is_some());
            }
            found.extend(entries(words, CompletionKind::Value, cursor));
            found
        }
        Key::Diagonals => {
            let names =
                occurrences::pieces(view).into_iter().map(String::from).chain([String::new()]);
            let kinds = names.flat_map(|name| ['/', '\\'].map(|kind| format!("{name}{kind}"))).map(
                |kind| {
                    let meaning = match kind.chars().next() {
                        Some(name @ 'A'..='Z') => format!("a diagonal that {name} passes through"),
                        _ => "a diagonal that deflects every robot".to_owned(),
                    };
                    (kind, meaning)
                },
            );
            let mut found: Vec<_> = kinds.collect();
            if view.puzzle.section.field(Key::Tiles).is_some() {
                found.extend(words(game, key));
            }
            entries(found, CompletionKind::Value, cursor)
        }
        Key::Hand | Key::OpponentHand => shapes(game, cursor.word),
        Key::Quests => entries(quests(view), CompletionKind::Value, cursor),
        _ => entries(words(game, key), CompletionKind::Value, cursor),
    }
}

/// Returns the glyphs of the game that have names, by these names.
fn shapes(game: Game, at: Span) -> Vec<Completion> {
    let shapes = game.glyphs().iter().filter_map(|(glyph, meaning)| {
        let name = game.tile(*glyph)?.name();
        let mut item =
            Completion::new(name, at, CompletionKind::Glyph, format!("{glyph}  {meaning}"));
        item.insert = Some(glyph.to_string());
        Some(item)
    });
    shapes.collect()
}

/// Returns the typed part of the name of a glyph at the end of a row; `None` if it may be
/// glyphs itself.
fn shape_word(game: Game, cursor: &Cursor<'_>) -> Span {
    let is_of_name = |c: char| c == ' ' || c.is_ascii_lowercase();
    let head = cursor.line.trim_end_matches(is_of_name);
    let typed = cursor.line.get(head.len()..).unwrap_or_default().trim_start();
    let mut names = game.glyphs().iter();
    let is_start = names
        .any(|(glyph, _)| game.tile(*glyph).is_some_and(|tile| tile.name().starts_with(typed)));
    let length = if is_start { typed.len() } else { 0 };
    let start = Span::from_range(0..cursor.before.len() - length).end;
    Span::new(start, cursor.word.end)
}

/// Returns the glyphs of the game and the pieces of the puzzle.
fn glyphs(view: &View<'_>, game: Game, cursor: &Cursor<'_>) -> Vec<Completion> {
    let shapes = shapes(game, shape_word(game, cursor));
    if !shapes.is_empty() {
        return shapes;
    }
    // In a board every glyph is a word of its own.
    let at = Span::empty(cursor.word.end);
    let known = game
        .glyphs()
        .iter()
        .map(|(glyph, meaning)| Completion::new(*glyph, at, CompletionKind::Glyph, *meaning));
    let mut found: Vec<Completion> = known.collect();
    let names = occurrences::pieces(view);
    let free = ('A'..='Z').find(|name| !names.contains(name) && game.is_piece(*name));
    found.extend(free.map(|name| Completion::new(name, at, CompletionKind::Piece, "a new piece")));
    found.extend(targets(view, game, at));
    found
}

/// Returns the targets of the puzzle's pieces.
fn targets(view: &View<'_>, game: Game, at: Span) -> Vec<Completion> {
    let names = occurrences::pieces(view).into_iter();
    let items = names.filter_map(|name| {
        let target = game.target_of(name)?;
        let meaning = game.glyph_meaning(target).unwrap_or_default();
        Some(Completion::new(target, at, CompletionKind::Glyph, meaning))
    });
    items.collect()
}

fn pieces(view: &View<'_>, game: Game, cursor: &Cursor<'_>) -> Vec<Completion> {
    let names = occurrences::pieces(view).into_iter();
    let nameless =
        game.glyphs().iter().map(|(glyph, _)| *glyph).filter(|glyph| game.is_nameless(*glyph));
    let items = names.chain(nameless).map(|name| {
        let meaning = game.glyph_meaning(name).unwrap_or_default();
        Completion::new(name, cursor.word, CompletionKind::Piece, meaning)
    });
    items.collect()
}

/// The line up to the cursor, and the word that is being typed.
struct Cursor<'a> {
    before: &'a str,
    line: &'a str,
    word: Span,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str, offset: u32) -> Self {
        let before = text.get(..offset as usize).unwrap_or(text);
        let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
        let word = line.rsplit([' ', '\t', ',', ':']).next().unwrap_or_default();
        let end = Span::from_range(0..before.len()).end;
        let length = Span::from_range(0..word.len()).end;
        Self { before, line, word: Span::new(end.saturating_sub(length), end) }
    }

    /// Returns the word before the cursor.
    fn token(&self) -> Span {
        let token = self.line.rsplit([' ', '\t']).next().unwrap_or_default();
        let length = Span::from_range(0..token.len()).end;
        Span::new(self.word.end.saturating_sub(length), self.word.end)
    }

    /// Whether the line has nothing before the word.
    fn is_first_word(&self) -> bool {
        let length = self.line.trim_start_matches([' ', '\t', '\u{feff}']).len();
        Span::from_range(0..length).end == self.word.len()
    }

    fn is_in_comment(&self) -> bool {
        self.line.starts_with(';') || self.line.contains(" ;") || self.line.contains("\t;")
    }
}

/// A proposed completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The label, which is also the inserted text by default.
    pub label: String,
    /// The replaced part of the text.
    pub span: Span,
    /// The inserted text, if it differs from the label.
    pub insert: Option<String>,
    /// A description on one line.
    pub detail: String,
    /// A description in Markdown.
    pub documentation: Option<String>,
    /// Its kind.
    pub kind: CompletionKind,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum CompletionKind {
    Game,
    Key,
    Rule,
    Glyph,
    Piece,
    Move,
    Value,
}

impl Completion {
    fn new(
        label: impl Into<String>,
        span: Span,
        kind: CompletionKind,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            label: label.into(),
            span,
            insert: None,
            detail: detail.into(),
            documentation: None,
            kind,
        }
    }
}
