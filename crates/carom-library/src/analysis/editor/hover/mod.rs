//! Hover texts, in Markdown.

use super::occurrences::single;
use crate::analysis::model::view::holds;
use crate::analysis::model::vocabulary;
use crate::analysis::model::words::{duration, headline, limit_clause, solution_line, summary};
use crate::analysis::{AnswerState, View};
use crate::board::Square;
use crate::games::{Game, Move, Position};
use crate::picture;
use crate::search::{Answer, Outcome};
use crate::solving::{Difficulty, Failed};
use crate::syntax::{Cell, Field, FieldValue, Key};
use crate::text::Span;
use crate::words::{count, escape_markdown};

/// A text about a part of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The span of its subject.
    pub span: Span,
    /// The text, in Markdown.
    pub markdown: String,
}

impl Hover {
    const fn new(span: Span, markdown: String) -> Self {
        Self { span, markdown }
    }
}

/// Returns the hover text at `offset`.
pub fn hover(view: &View<'_>, offset: u32) -> Option<Hover> {
    let header = view.puzzle.header_span();
    if header.touches(offset) {
        return Some(Hover::new(header, puzzle(view)));
    }
    if let Some((number, token)) = view.move_at(offset) {
        return Some(Hover::new(token.span, after_move(view, number)?));
    }
    if let Some(cell) = view.cell_at(offset) {
        return Some(Hover::new(cell.span, glyph(view, cell)?));
    }
    let field = view.field_at(offset)?;
    let found = match field.key {
        Some(key) if field.key_span.touches(offset) => {
            Some(Hover::new(field.key_span, about_key(key)))
        }
        key => word(view, field, offset).or_else(|| {
            Some(Hover::new(field.value_span, about_key(key.filter(|key| *key == Key::Moves)?)))
        }),
    };
    if let Some(mut found) = found {
        found.markdown.push_str(&shown(view, field));
        if matches!(field.key, Some(Key::Moves | Key::Result)) {
            found.markdown.push_str(&proof(view));
        }
        return Some(found);
    }
    if field.key_span.touches(offset) {
        return None;
    }
    // Between the cells of the board, the hover is about the whole puzzle.
    (field.key == Some(Key::Board)).then(|| Hover::new(field.value_span, puzzle(view)))
}

/// Describes how a claim was proved, or what is known instead.
fn proof(view: &View<'_>) -> String {
    let Some(answer) = view.answer() else {
        return String::new();
    };
    let known = summary(view.known);
    let mut searched = format!("{} searched", count(answer.positions, "position"));
    if let Some(time) = view.time {
        searched.push_str(&format!(" in {}", duration(time)));
    }
    let text = match answer.outcome.limit() {
        None => format!("Proved: {known}; {searched}."),
        Some(limit) => format!("Not proved: {known}; {searched}, then {}.", limit_clause(limit)),
    };
    format!("\n\n{text}")
}

/// Draws the value of a field, if its words do not show it.
fn shown(view: &View<'_>, field: &Field) -> String {
    let shown = view.puzzle.game.zip(field.key).and_then(|(game, key)| {
        let notation = crate::analysis::model::setup::notation(game);
        (notation.keys.shown)(&view.puzzle.section, key)
    });
    shown.map(|text| fenced(&text)).unwrap_or_default()
}

/// Describes a word of a value: a rule, or the name of a piece.
fn word(view: &View<'_>, field: &Field, offset: u32) -> Option<Hover> {
    let words = crate::analysis::model::view::words(field);
    let word = words.into_iter().find(|word| word.span.touches(offset))?;
    let game = view.puzzle.game?;
    let is_place =
        crate::analysis::model::view::places(field).iter().any(|place| place.span == word.span);
    let markdown = match field.key? {
        Key::Rules => rule(game, &word.text)?,
        key => match (word.text.parse::<Square>(), single(&word.text)) {
            (Ok(square), _) if is_place => about_square(view, square)?,
            (_, Some(name)) if is_place => match moves_of(view, name) {
                Some(moves) => moves,
                None => format!("`{name}`: {}", game.glyph_meaning(name)?),
            },
            _ => meaning_of(game, key, &word.text).or_else(|| item(view, &word.text))?,
        },
    };
    Some(Hover::new(word.span, markdown))
}

/// Returns the hover text before the first puzzle.
pub fn hover_head(section: &crate::syntax::ParsedSection, offset: u32) -> Option<Hover> {
    let field = crate::analysis::model::view::field_at(section, offset)?;
    if field.key_span.touches(offset) {
        return Some(Hover::new(field.key_span, about_key(field.key?)));
    }
    let FieldValue::Words(words) = &field.value else {
        return None;
    };
    let word = words.iter().find(|word| holds(word.span, offset))?;
    let mut games = Game::ALL.into_iter();
    let meaning = games.find_map(|game| rule(game, &word.text))?;
    Some(Hover::new(word.span, meaning))
}

/// Describes the whole puzzle and its answer, with a picture if the text does not show it.
fn puzzle(view: &View<'_>) -> String {
    let mut text = String::new();
    if let Some(game) = view.puzzle.game {
        text.push_str(&format!("**{}**", game.title()));
        if let Some(name) = view.puzzle.name() {
            text.push_str(&format!(" {}", escape_markdown(name)));
        }
        text.push_str("\n\n");
    }
    match view.known {
        AnswerState::Nothing => {
            text.push_str("The puzzle is malformed: there is nothing to solve yet.");
        }
        AnswerState::Working { positions, at_least } => {
            let searched = count(positions, "position");
            text.push_str(&format!("Solving… {searched} searched so far"));
            // In a game for two sides, nothing is proved before the end.
            if !view.puzzle.game.is_some_and(Game::is_duel) {
                let fewest = count(at_least, "move");
                text.push_str(&format!("; no solution has fewer than {fewest}"));
            }
            text.push('.');
        }
        AnswerState::Cancelled => text.push_str("The search was cancelled."),
        AnswerState::Failed(Failed(sentence)) => {
            text.push_str(&format!(
                "The solver failed on this puzzle, a fault of carom: {sentence}"
            ));
        }
        AnswerState::Answer(answer) => text.push_str(&answered(view, answer)),
    }
    if let Some(position) = view.puzzle.position() {
        text.push_str(&mobility(position));
        // The hover covers the board in the text, so it repeats none.
        let scene = picture::scene(position);
        if !scene.lines().all(|line| view.text.contains(line.trim())) {
            text.push_str(&fenced(&scene));
        }
    }
    text
}

/// Describes how many moves each side of a duel has, and in which directions.
fn mobility(position: &Position) -> String {
    let sides = position.mobility_by_direction().into_iter();
    let lines = sides.map(|(side, counts)| {
        let total: u32 = counts.iter().map(|(_, count)| count).sum();
        let counts: Vec<String> = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(direction, count)| format!("{count} {}", direction.name()))
            .collect();
        let detail = match counts.as_slice() {
            [] => String::new(),
            counts => format!(": {}", counts.join(", ")),
        };
        let turn = match position.to_move() == Some(side) {
            true => ", to move,",
            false => "",
        };
        format!("{side}{turn} has {}{detail}", count(total, "legal move"))
    });
    list(lines)
}

/// Returns a Markdown list after a blank line, or nothing without items.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: String = items.map(|item| format!("\n- {item}")).collect();
    match items.is_empty() {
        true => items,
        false => format!("\n{items}"),
    }
}

fn answered(view: &View<'_>, answer: &Answer) -> String {
    let mut text = format!("{}.", headline(view.known));
    if let Some(limit) = answer.outcome.limit() {
        text.push_str(&format!(" The answer is not known: {}.", limit_clause(limit)));
    }
    if let Outcome::Solved(solution) = &answer.outcome
        && let Some(number) = solution.optimal_solutions
    {
        text.push_str(&format!(" {}.", count(number, "optimal solution")));
    }
    text.push_str(&format!(" {} searched.", count(answer.positions, "position")));
    if let Some(line) = solution_line(answer).filter(|line| !line.is_empty()) {
        text.push_str(&format!("\n\n`{line}`"));
    }
    text.push_str(&difficulty(view, answer).unwrap_or_default());
    text
}

/// The most states of a search for the difficulty, which must not delay a hover.
const HOVER_STATES: usize = 20_000;

/// Describes the difficulty of a solved puzzle, in games with a score, if few states show it.
fn difficulty(view: &View<'_>, answer: &Answer) -> Option<String> {
    let solution = answer.outcome.solution()?;
    let difficulty = Difficulty::of(view.puzzle.position()?, solution, HOVER_STATES);
    let (score, pieces) = (difficulty.score()?, difficulty.paths.pieces?);
    let moving = if pieces == 1 { "moves" } else { "move" };
    Some(format!(
        "\n\nDifficulty {score} of 100: {} {moving}, with {} of piece; {:.1} legal moves at each step.",
        count(pieces, "piece"),
        count(difficulty.switches()?, "change"),
        difficulty.paths.branching?
    ))
}

/// Describes a glyph of the board, and the moves of a piece.
fn glyph(view: &View<'_>, cell: Cell) -> Option<String> {
    let game = view.puzzle.game?;
    if game.is_piece(cell.glyph)
        && let Some(moves) = moves_of(view, cell.glyph)
    {
        return Some(moves);
    }
    let mut text = format!("`{}`: {}", cell.glyph, game.glyph_meaning(cell.glyph)?);
    if let Some(placed) = &view.puzzle.placed
        && let Some((square, _)) = placed.cells.iter().find(|(_, span)| *span == cell.span)
    {
        text.push_str(&on_square(&placed.position, *square));
    }
    Some(text)
}

/// Describes a square and what is on it.
fn about_square(view: &View<'_>, square: Square) -> Option<String> {
    let position = view.puzzle.position()?;
    if !position.board().contains(square) {
        return None;
    }
    let glyph = position.glyph(square);
    if position.game().is_piece(glyph) {
        return moves_of(view, glyph);
    }
    let meaning = position.game().glyph_meaning(glyph)?;
    let more = on_square(position, square);
    Some(format!("{square}: `{glyph}`, {meaning}{more}"))
}

/// Describes a square without its glyph, and the moves from it.
fn on_square(position: &Position, square: Square) -> String {
    let mut lines = Vec::new();
    if position.player() == Some(square) {
        lines.push("the player stands here".to_owned());
    } else if position.scene().reachable.contains(square) {
        lines.push("the player can walk here".to_owned());
    }
    for (at, state) in position.scene().lying() {
        if at == square {
            let quest = if state.is_quest { ", to collect" } else { "" };
            lines.push(format!("`{}` lies here{quest}", state.item.name));
        }
    }
    if position.game().is_nameless(position.glyph(square)) {
        let moves = position.legal_moves().into_iter();
        let motions = moves.filter_map(|played| {
            Some((played, position.motion_from(square, played)?, position.play(played).ok()?))
        });
        let side = position.to_move();
        let mut can_move = false;
        for (played, motion, after) in motions {
            can_move = true;
            let stays = |end| after.glyph(end) == position.glyph(square);
            let end = match motion.end() {
                Some(end) if side.is_some() => format!("goes to {end}"),
                Some(end) if stays(end) => format!("stops on {end}"),
                Some(end) => format!("is gone on {end}"),
                None => "leaves the board".to_owned(),
            };
            lines.push(format!("`{played}` {end}"));
        }
        if side.is_some_and(|side| side != position.glyph(square)) {
            lines.push("the other side is to move".to_owned());
        } else if !can_move {
            lines.push("it cannot move".to_owned());
        }
    }
    list(lines.into_iter())
}

/// Describes an item and its place.
fn item(view: &View<'_>, name: &str) -> Option<String> {
    let position = view.puzzle.position()?;
    let scene = position.scene();
    let mut lying = scene.lying();
    if let Some((square, state)) = lying.find(|(_, state)| *state.item.name == *name) {
        let quest = if state.is_quest { ", to collect" } else { "" };
        return Some(format!("`{name}` lies on {square}{quest}"));
    }
    let hands = scene.hands_in_words();
    let hand = hands.iter().find(|hand| {
        let mut words = hand.split([' ', ',']);
        words.any(|word| word == name)
    });
    hand.map(|hand| format!("`{name}` is in a hand: {hand}"))
}

/// Describes a piece and the end of each of its moves.
fn moves_of(view: &View<'_>, name: char) -> Option<String> {
    let position = view.puzzle.position()?;
    if !position.game().is_piece(name) {
        return None;
    }
    let piece = position.piece(name)?;
    let meaning = position.game().glyph_meaning(name).unwrap_or_default();
    let ends = ends(position, name).into_iter();
    let moves = list(ends.map(|(played, end)| format!("`{played}` {end}")));
    let moves = match moves.is_empty() {
        true => "\n\nIt cannot move.",
        false => &moves,
    };
    Some(format!("`{name}` on {}: {meaning}{moves}", piece.square))
}

/// Returns the legal moves of a piece, each with its end.
pub(crate) fn ends(position: &Position, name: char) -> Vec<(Move, String)> {
    let moves = position.legal_moves().into_iter().filter(|played| played.piece() == Some(name));
    let ends = moves.filter_map(|played| {
        let after = position.play(played).ok()?;
        let end = match after.piece(name) {
            Some(piece) => format!("stops on {}", piece.square),
            None => "leaves the board".to_owned(),
        };
        Some((played, end))
    });
    ends.collect()
}

/// Draws the board after the moves of the solution up to this one.
fn after_move(view: &View<'_>, number: usize) -> Option<String> {
    let played = view.puzzle.played.as_ref()?;
    let moves = played.moves.get(..=number)?;
    let mut position = view.puzzle.position()?.clone();
    for &played in moves {
        position = position.play(played).ok()?;
    }
    let last = moves.last()?;
    let mut text = format!("Move {}: `{last}`", number + 1);
    if position.is_solved() {
        text.push_str(", and the puzzle is solved.");
    }
    text.push_str(&fenced(&picture::scene(&position)));
    Some(text)
}

fn about_key(key: Key) -> String {
    format!("`{}:` {}", key.name(), key.meaning())
}

/// Describes a word of a `rules` line.
fn rule(game: Game, word: &str) -> Option<String> {
    let meaning = game.rule_meaning(word)?;
    Some(format!("`{word}` ({}): {meaning}", game.title()))
}

/// Describes a word of another value, if it has a meaning in the game.
fn meaning_of(game: Game, key: Key, word: &str) -> Option<String> {
    let words = vocabulary::words(game, key);
    let (_, meaning) = words.into_iter().find(|(known, _)| known == word)?;
    Some(format!("`{word}`: {meaning}"))
}

/// Returns a Markdown code block.
fn fenced(text: &str) -> String {
    format!("\n\n```text\n{text}\n```\n")
}
