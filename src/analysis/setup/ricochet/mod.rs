//! Reading a Ricochet Robots puzzle.

mod tiles;
mod write;

use super::source::{size, with_free_name};
use super::start::{plain, put};
use super::words::{parted, span_of, with_meant};
use super::{Entry, Mark, Notation, Placed, Source, Thing};
use crate::analysis::moves::{Wrong, slide};
use crate::analysis::{Diagnostic, Rule, quoted};
use crate::board::{Board, Square};
use crate::games::ricochet::{Fault, Rules, Setup, Symbol, Target};
use crate::games::{Diagonal, DiagonalKind, Game, Move, Piece, Place, Position};
use crate::syntax::{Key, MoveText, Section, Word};
use crate::text::Span;

/// What is gathered from the board and the keys, with the places it is from.
#[derive(Default)]
struct Parts {
    robots: Vec<Piece>,
    robot_spans: Vec<Span>,
    targets: Vec<Target>,
    target_spans: Vec<Span>,
    diagonals: Vec<Diagonal>,
    diagonal_spans: Vec<Span>,
}

/// The board, the cells it is drawn with, and the symbols of its tiles.
type Ground = (Board, Vec<(Square, Span)>, Vec<(Symbol, Square)>);

/// The notation of Ricochet Robots.
pub(super) struct Ricochet;

impl Notation for Ricochet {
    fn keys(&self) -> &'static [Key] {
        &[
            Key::Moves,
            Key::Target,
            Key::Tiles,
            Key::Robots,
            Key::Diagonals,
        ]
    }

    fn glyph_help(&self) -> &'static str {
        "`.` is floor, `#` a block, a capital letter a robot, `0` one without a name, \
         a small letter a robot's target, `*` one of any, `/` and `\\` diagonals"
    }

    fn usual_sizes(&self) -> &'static [usize] {
        &[8, 12, 16]
    }

    fn start(&self, size: usize) -> Option<Vec<Vec<char>>> {
        if !(2..=16).contains(&size) {
            return None;
        }
        let mut rows = plain(size, '.');
        put(&mut rows, 0, 0, 'R');
        put(&mut rows, size - 1, size - 1, 'r');
        Some(rows)
    }

    fn read(&self, source: &mut Source<'_>) -> Option<Placed> {
        read(source)
    }

    fn read_move(&self, token: &MoveText) -> Result<Move, Wrong> {
        slide(Game::Ricochet, token)
    }

    fn keyed(&self, thing: &Thing, square: Square) -> Option<(Key, String)> {
        let (key, words) = match *thing {
            Thing::Piece(name) => (Key::Robots, write::robot_words(&Piece { name, square })),
            Thing::Target(glyph) => {
                let robot = target_robot(glyph);
                let target = Target { square, robot };
                (Key::Target, write::target_words(&target, &[]))
            }
            Thing::Diagonal(kind, robot) => {
                let diagonal = Diagonal {
                    square,
                    kind,
                    robot,
                };
                (Key::Diagonals, write::diagonal_words(&diagonal))
            }
            Thing::Item(_) | Thing::Player | Thing::Block => return None,
        };
        Some((key, words.join(" ")))
    }

    fn words(&self, key: Key) -> Vec<Entry> {
        match key {
            Key::Tiles => tiles::words(),
            Key::Target => {
                let any = Game::Ricochet.glyphs().iter();
                let any = any.filter(|(glyph, _)| *glyph == '*');
                let any = any.map(|(glyph, meaning)| (glyph.to_string(), (*meaning).to_owned()));
                any.chain(Symbol::all().map(symbol)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn shown(&self, section: &Section, key: Key) -> Option<String> {
        (key == Key::Tiles).then(|| tiles::shown(section))?
    }
}

fn symbol(symbol: Symbol) -> Entry {
    let meaning = match symbol.robot() {
        Some(robot) => format!("the symbol on a tile, a target of the robot {robot}"),
        None => "the symbol on a tile, a target of any robot".to_owned(),
    };
    (symbol.name().to_owned(), meaning)
}

fn read(source: &mut Source<'_>) -> Option<Placed> {
    let rules = rules(source);
    let mut parts = Parts::default();
    let ground = if source.section.field(Key::Tiles).is_some() {
        tiles::read(source).map(|(board, symbols)| (board, Vec::new(), symbols))
    } else {
        let drawn = source.drawn_board(|glyph, square, span| parts.glyph(glyph, square, span));
        drawn.map(|(board, cells)| (board, cells, Vec::new()))
    };
    robots(source, &mut parts);
    diagonals(source, &mut parts);
    targets(source, &mut parts, ground.as_ref());
    let (board, cells, _) = ground?;
    let setup = Setup {
        board,
        rules,
        robots: parts.robots,
        targets: parts.targets,
        diagonals: parts.diagonals,
    };
    match setup.position() {
        Ok(position) => Some(Placed {
            position: Position::Ricochet(position),
            marks: marks(&setup, &parts.target_spans, &parts.diagonal_spans),
            pieces: setup.robots.into_iter().zip(parts.robot_spans).collect(),
            cells,
        }),
        Err(faults) => {
            let reporter = Reporter {
                setup: &setup,
                robots: &parts.robot_spans,
                targets: &parts.target_spans,
                diagonals: &parts.diagonal_spans,
                header: source.header,
            };
            for fault in faults {
                let misread = match fault {
                    Fault::NoRobot => source.is_misread(Key::Robots),
                    Fault::NoTarget => source.is_misread(Key::Target),
                    _ => false,
                };
                if misread {
                    continue;
                }
                source.report(reporter.report(fault));
            }
            None
        }
    }
}

/// The targets and the diagonals, with the places that put them on the board.
fn marks(setup: &Setup, targets: &[Span], diagonals: &[Span]) -> Vec<Mark> {
    let targets = setup.targets.iter().zip(targets).map(|(target, &span)| {
        let thing = Thing::Target(target.glyph());
        Mark::new(thing, Place::Board(target.square), span)
    });
    let diagonals = setup.diagonals.iter().zip(diagonals);
    let diagonals = diagonals.map(|(diagonal, &span)| {
        let thing = Thing::Diagonal(diagonal.kind, diagonal.robot);
        Mark::new(thing, Place::Board(diagonal.square), span)
    });
    targets.chain(diagonals).collect()
}

fn rules(source: &mut Source<'_>) -> Rules {
    let words = source.rule_words();
    let has = |text: &str| words.iter().any(|word| word == text);
    Rules {
        bounce: !has("direct"),
        no_rebound: has("no-rebound"),
    }
}

impl Parts {
    fn glyph(&mut self, glyph: char, square: Square, span: Span) -> bool {
        match glyph {
            name if is_robot(name) => self.robot(name, square, span),
            'a'..='z' | '*' => {
                self.target(target_robot(glyph), square, span);
            }
            '/' => self.diagonal(DiagonalKind::Slash, None, square, span),
            '\\' => self.diagonal(DiagonalKind::Backslash, None, square, span),
            _ => return false,
        }
        true
    }

    fn robot(&mut self, name: char, square: Square, span: Span) {
        self.robots.push(Piece { name, square });
        self.robot_spans.push(span);
    }

    fn target(&mut self, robot: Option<char>, square: Square, span: Span) {
        self.targets.push(Target { square, robot });
        self.target_spans.push(span);
    }

    fn diagonal(&mut self, kind: DiagonalKind, robot: Option<char>, square: Square, span: Span) {
        self.diagonals.push(Diagonal {
            square,
            kind,
            robot,
        });
        self.diagonal_spans.push(span);
    }
}

/// Whether `name` is that of a robot: a capital letter, or `0` for one without.
const fn is_robot(name: char) -> bool {
    name.is_ascii_uppercase() || name == Piece::NAMELESS
}

/// The robot of a target's glyph; none for `*`.
const fn target_robot(glyph: char) -> Option<char> {
    if glyph == '*' {
        None
    } else {
        Some(glyph.to_ascii_uppercase())
    }
}

/// The only character of a word.
fn single(word: &Word) -> Option<char> {
    let mut characters = word.text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// `robots: R e5, 0 k7`
fn robots(source: &mut Source<'_>, parts: &mut Parts) {
    for group in source.groups(Key::Robots) {
        let name = group
            .first()
            .and_then(single)
            .filter(|&name| is_robot(name));
        let (Some(name), [_, place]) = (name, group.as_slice()) else {
            let span = span_of(&group);
            let diagnostic =
                Diagnostic::new(Rule::BadValue, span, "this is no robot with its square")
                    .with_help(
                        "write a capital letter, or `0` for a robot without a name, and a \
                         square, as in `robots: R e5, 0 k7`",
                    );
            let meant = parted(span.slice(source.text), str::to_ascii_uppercase);
            source.report(with_meant(diagnostic, meant));
            continue;
        };
        if let Some(square) = source.square(place) {
            parts.robot(name, square, span_of(&group));
        }
    }
}

/// `diagonals: R/ c5, B\ d7`, and without a letter for every robot.
fn diagonals(source: &mut Source<'_>, parts: &mut Parts) {
    for group in source.groups(Key::Diagonals) {
        let read = group.first().and_then(|word| {
            let mut characters = word.text.chars().rev();
            let kind = match characters.next()? {
                '/' => DiagonalKind::Slash,
                '\\' => DiagonalKind::Backslash,
                _ => return None,
            };
            let robot = characters.next();
            let is_robot = robot.is_none_or(|robot| robot.is_ascii_uppercase());
            (is_robot && characters.next().is_none()).then_some((kind, robot))
        });
        let (Some((kind, robot)), [_, place]) = (read, group.as_slice()) else {
            source.report(
                Diagnostic::new(
                    Rule::BadValue,
                    span_of(&group),
                    "this is no diagonal with its square",
                )
                .with_help(
                    "write a robot's letter, `/` or `\\`, and a square, \
                     as in `diagonals: R/ c5, B\\ d7`",
                ),
            );
            continue;
        };
        if let Some(square) = source.square(place) {
            parts.diagonal(kind, robot, square, span_of(&group));
        }
    }
}

/// `target: r c5, * d7`, or the symbols of tiles; between targets, commas may be
/// left out.
fn targets(source: &mut Source<'_>, parts: &mut Parts, ground: Option<&Ground>) {
    let groups = source.groups(Key::Target).into_iter();
    for group in groups.flat_map(single_targets).collect::<Vec<_>>() {
        let span = span_of(&group);
        match group.as_slice() {
            [glyph, place] => {
                let read = single(glyph).filter(|glyph| matches!(glyph, 'a'..='z' | '*'));
                match read {
                    Some(glyph) => {
                        if let Some(square) = source.square(place) {
                            parts.target(target_robot(glyph), square, span);
                        }
                    }
                    None => bad_target(source, glyph.span, &glyph.text),
                }
            }
            [word] if is_symbol(word) => {
                let Some((_, _, symbols)) = ground else {
                    continue;
                };
                let mut symbols = symbols.iter();
                match symbols.find(|(symbol, _)| symbol.name() == word.text) {
                    Some((symbol, square)) => parts.target(symbol.robot(), *square, span),
                    None => source.report(
                        Diagnostic::new(
                            Rule::BadValue,
                            span,
                            format!("a drawn board has no symbol `{}`", word.text),
                        )
                        .with_help("symbols are on `tiles`; here, write `target: r c5`"),
                    ),
                }
            }
            _ => bad_target(source, span, span.slice(source.text)),
        }
    }
}

/// The targets of a group, each a group of its own: symbols, and words in pairs.
/// What cannot be parted so stays whole.
fn single_targets(group: Vec<Word>) -> Vec<Vec<Word>> {
    if group.len() == 2 && !group.iter().all(is_symbol) {
        return vec![group];
    }
    let mut targets = Vec::new();
    let mut rest = group.as_slice();
    while let Some(first) = rest.first() {
        let length = if is_symbol(first) { 1 } else { 2 };
        let Some((target, others)) = rest.split_at_checked(length) else {
            return vec![group];
        };
        targets.push(target.to_vec());
        rest = others;
    }
    targets
}

fn is_symbol(word: &Word) -> bool {
    word.text.parse::<Symbol>().is_ok()
}

fn bad_target(source: &mut Source<'_>, span: Span, found: &str) {
    let message = format!("{} is no target", quoted(found));
    let mut characters = found.chars();
    if let (Some(robot @ 'A'..='Z'), None) = (characters.next(), characters.next()) {
        let target = robot.to_ascii_lowercase();
        source.report(
            Diagnostic::new(Rule::BadValue, span, message)
                .with_help("a target is the small letter of its robot, or `*`")
                .with_safe_fix(
                    format!("write `{target}`"),
                    vec![crate::text::Edit::replace(span, target)],
                ),
        );
        return;
    }
    let symbols: Vec<&str> = Symbol::all().map(Symbol::name).collect();
    let diagnostic = Diagnostic::new(Rule::BadValue, span, message)
        .with_help("write `target: r c5`, `target: * c5`, or a symbol of the tiles");
    let meant = parted(found, str::to_ascii_lowercase);
    if meant.is_some() {
        source.report(with_meant(diagnostic, meant));
        return;
    }
    source.report(match crate::analysis::nearest(found, symbols.into_iter()) {
        Some(symbol) => diagnostic.with_unsafe_fix(
            format!("write `{symbol}`"),
            vec![crate::text::Edit::replace(span, symbol)],
        ),
        None => diagnostic,
    });
}

/// Maps faults of a setup to the text.
struct Reporter<'a> {
    setup: &'a Setup,
    robots: &'a [Span],
    targets: &'a [Span],
    diagonals: &'a [Span],
    header: Span,
}

impl Reporter<'_> {
    fn at(&self, spans: &[Span], number: usize) -> Span {
        spans.get(number).copied().unwrap_or(self.header)
    }

    /// The robot in words.
    fn name(&self, number: usize) -> String {
        let robot = self.setup.robots.get(number);
        robot.map_or_else(String::new, |robot| match robot.is_nameless() {
            true => "a robot without a name".to_owned(),
            false => robot.name.to_string(),
        })
    }

    fn target_robot(&self, number: usize) -> Option<char> {
        self.setup.targets.get(number)?.robot
    }

    fn off_board(&self, span: Span) -> Diagnostic {
        Diagnostic::new(
            Rule::BadSquare,
            span,
            format!(
                "this square is beyond the board, which has {}",
                size(&self.setup.board)
            ),
        )
    }

    fn report(&self, fault: Fault) -> Diagnostic {
        let robot = |number| self.at(self.robots, number);
        let target = |number| self.at(self.targets, number);
        let diagonal = |number| self.at(self.diagonals, number);
        let occupied = |span, message: &str| Diagnostic::new(Rule::OccupiedSquare, span, message);
        match fault {
            Fault::NoRobot => Diagnostic::new(Rule::NoRobot, self.header, "there is no robot")
                .with_help("place one as a capital letter, or with `robots: R e5`"),
            Fault::NoTarget => Diagnostic::new(Rule::NoTarget, self.header, "there is no target")
                .with_help("place one as a robot's small letter or as `*`, or with `target: r c5`"),
            Fault::TooManyTargets(number) => Diagnostic::new(
                Rule::TooManyTargets,
                target(number),
                match self.target_robot(number) {
                    Some(_) => {
                        "this target cannot hold with the others: two robots would have to \
                         stand on one square"
                    }
                    None => {
                        "this target cannot hold with the others: each robot has to stand on a \
                         target of its own"
                    }
                },
            )
            .with_help(
                "targets of one letter, or `*`, are a choice; all others must hold together",
            ),
            Fault::NoRobotForTarget(number) => {
                let name = self.target_robot(number);
                Diagnostic::new(
                    Rule::NoRobot,
                    target(number),
                    format!("there is no robot {} for this target", name.unwrap_or('?')),
                )
            }
            Fault::SameName { first, second } => {
                let report = Diagnostic::new(
                    Rule::DuplicatePiece,
                    robot(second),
                    format!("{} is on the board twice", self.name(second)),
                )
                .with_related(robot(first), "first placed here");
                // Those of the game first.
                let names = ['R', 'G', 'B', 'Y', 'S'].into_iter().chain('A'..='Z');
                let is_taken = |name| self.setup.robots.iter().any(|robot| robot.name == name);
                with_free_name(report, names, is_taken)
            }
            Fault::RobotOnRobot { first, second } => occupied(
                robot(second),
                &format!(
                    "{} and {} stand on one square",
                    self.name(first),
                    self.name(second)
                ),
            )
            .with_related(robot(first), "the other robot is here"),
            Fault::RobotOnBlock(number) => occupied(
                robot(number),
                &format!("{} stands on a block", self.name(number)),
            ),
            Fault::TargetOnBlock(number) => occupied(target(number), "the target lies on a block"),
            Fault::DiagonalOnBlock(number) => {
                occupied(diagonal(number), "the diagonal stands on a block")
            }
            Fault::DiagonalOnDiagonal { first, second } => {
                occupied(diagonal(second), "two diagonals stand on one square")
                    .with_related(diagonal(first), "the other diagonal is here")
            }
            Fault::RobotOffBoard(number) => self.off_board(robot(number)),
            Fault::TargetOffBoard(number) => self.off_board(target(number)),
            Fault::DiagonalOffBoard(number) => self.off_board(diagonal(number)),
        }
    }
}
