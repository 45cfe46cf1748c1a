//! Tilt compared with a breadth-first search of its own, which moves the pieces step by step.

use std::collections::{HashMap, HashSet};

use carom::analysis::{FileHead, Puzzle};
use carom::board::{Board, Direction, Square};
use carom::games::tilt::{BLUE, GREEN, HOLE, Setup, Tilt};
use carom::games::{BoardObject, Game, Moving, Piece, Position};
use carom::search::{Budget, Outcome, optima, solve};
use carom::syntax::{Claim, sections};

use crate::cases::cases;

/// The boards that are compared.
const BOARDS: usize = 2_000;

/// More states than any of these boards has in practice.
const MOST_STATES: usize = 200_000;

/// The columns and rows of the pieces, each with its glyph, sorted.
type State = Vec<(u8, u8, char)>;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

struct Grid {
    columns: u8,
    rows: u8,
    blocks: HashSet<(u8, u8)>,
    holes: HashSet<(u8, u8)>,
    /// Pairs of neighbours with a wall between them, in both orders.
    walls: HashSet<((u8, u8), (u8, u8))>,
}

impl Grid {
    fn of(position: &Position) -> Self {
        let place = |square: Square| (square.column(), square.row());
        let board = position.board();
        let walls = board.all_walls().flat_map(|(square, side)| {
            let (from, to) = (place(square), place(board.beyond(square, side).unwrap()));
            [(from, to), (to, from)]
        });
        Self {
            columns: board.columns(),
            rows: board.rows(),
            blocks: board.blocks().iter().map(place).collect(),
            holes: position.scene().targets.into_iter().map(|(square, _)| place(square)).collect(),
            walls: walls.collect(),
        }
    }

    /// Returns the next square in a direction, unless something of the board is in the way.
    fn next(&self, (column, row): (u8, u8), direction: Direction) -> Option<(u8, u8)> {
        let next = match direction {
            Direction::Up => (column, row + 1),
            Direction::Right => (column + 1, row),
            Direction::Down => (column, row.checked_sub(1)?),
            Direction::Left => (column.checked_sub(1)?, row),
        };
        let is_free = next.0 < self.columns
            && next.1 < self.rows
            && !self.blocks.contains(&next)
            && !self.walls.contains(&((column, row), next));
        is_free.then_some(next)
    }

    /// Moves any piece that can by one square until none can.
    fn tilted(&self, state: &State, direction: Direction) -> Option<State> {
        let mut next = state.clone();
        let mut moves = true;
        while moves {
            moves = false;
            for number in 0..next.len() {
                let (column, row, glyph) = next[number];
                let Some(to) = self.next((column, row), direction) else {
                    continue;
                };
                if next.iter().any(|&(column, row, _)| (column, row) == to) {
                    continue;
                }
                moves = true;
                if self.holes.contains(&to) {
                    if glyph == BLUE {
                        return None;
                    }
                    next.remove(number);
                    break;
                }
                next[number] = (to.0, to.1, glyph);
            }
        }
        next.sort_unstable();
        (next != *state).then_some(next)
    }

    /// Returns the fewest tilts and the number of such solutions, or `None` if there is none.
    fn solve(&self, start: &State) -> Option<(u32, u64)> {
        let mut seen: HashSet<State> = [start.clone()].into();
        let mut layer: HashMap<State, u64> = [(start.clone(), 1)].into();
        for depth in 0.. {
            let solved = layer.iter().filter(|(state, _)| state.iter().all(|it| it.2 == BLUE));
            let solutions: u64 = solved.map(|(_, ways)| ways).sum();
            if solutions > 0 {
                return Some((depth, solutions));
            }
            let mut next: HashMap<State, u64> = HashMap::new();
            for (state, ways) in &layer {
                let tilted = Direction::ALL.into_iter().filter_map(|to| self.tilted(state, to));
                for state in tilted.filter(|state| !seen.contains(state)) {
                    *next.entry(state).or_insert(0) += ways;
                }
            }
            if next.is_empty() {
                return None;
            }
            seen.extend(next.keys().cloned());
            assert!(seen.len() < MOST_STATES);
            layer = next;
        }
        unreachable!("the states are finite");
    }
}

/// Returns a random board, as the reference and as the library have it.
fn random(random: &mut Random) -> (Grid, State, Position) {
    let (columns, rows) = (2 + random.below(7) as u8, 2 + random.below(7) as u8);
    let mut board = Board::new(columns.into(), rows.into()).unwrap();
    let mut free: Vec<(u8, u8)> =
        (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))).collect();
    let mut take =
        |random: &mut Random| (free.len() > 1).then(|| free.swap_remove(random.below(free.len())));
    let square = |(column, row): (u8, u8)| Square::new(column, row);
    let area = usize::from(columns) * usize::from(rows);
    let mut objects = Vec::new();
    let (mut holes, mut state) = (HashSet::new(), State::new());
    let greens = 1 + random.below(3);
    let blues = random.below(4);
    let holes_wanted = 1 + random.below(2);
    // The first two squares are for a green piece and a hole.
    let more = [(GREEN, greens - 1), (HOLE, holes_wanted - 1), (BLUE, blues)];
    for (glyph, count) in [(GREEN, 1), (HOLE, 1)].into_iter().chain(more) {
        for _ in 0..count {
            let Some(at) = take(random) else { continue };
            objects.push(BoardObject::from_glyph(Game::Tilt, glyph).unwrap().on(square(at)));
            if glyph == HOLE {
                holes.insert(at);
            } else {
                state.push((at.0, at.1, glyph));
            }
        }
    }
    let mut blocks = HashSet::new();
    for _ in 0..random.below(area / 5 + 1) {
        if let Some(at) = take(random) {
            blocks.insert(at);
            board.add_block(square(at));
        }
    }
    let mut walls = HashSet::new();
    for _ in 0..random.below(area / 3 + 1) {
        let at = (random.below(columns.into()) as u8, random.below(rows.into()) as u8);
        let (to, side) = match random.below(2) {
            0 => ((at.0 + 1, at.1), Direction::Right),
            _ => ((at.0, at.1 + 1), Direction::Up),
        };
        if to.0 < columns && to.1 < rows {
            walls.extend([(at, to), (to, at)]);
            board.add_wall(square(at), side);
        }
    }
    state.sort_unstable();
    let position = Setup { board, objects }.position().unwrap();
    (Grid { columns, rows, blocks, holes, walls }, state, position.into())
}

fn state_of(position: &Position) -> State {
    let pieces = position.pieces().into_iter();
    let mut state: State =
        pieces.map(|piece| (piece.square.column(), piece.square.row(), piece.name)).collect();
    state.sort_unstable();
    state
}

/// Checks the four tilts of a position, and that the motions of a tilt lead to its result.
fn check_tilts(grid: &Grid, position: &Position) {
    let state = state_of(position);
    for direction in Direction::ALL {
        let tilt = Tilt(direction).into();
        let next = position.play(tilt).ok();
        assert_eq!(next.as_ref().map(state_of), grid.tilted(&state, direction), "{position:?}");
        assert_eq!(position.legal_moves().contains(&tilt), next.is_some());
        let Some(next) = next else { continue };
        let [stage] = &position.stages(tilt).unwrap()[..] else {
            panic!("a tilt is one stage");
        };
        assert_eq!(stage.position, next);
        let mut pieces = position.pieces();
        for motion in &stage.motions {
            let Moving::Figure(figure) = motion.moving else {
                panic!("only pieces move");
            };
            pieces.retain(|piece| *piece != figure.piece);
        }
        let ends = stage.motions.iter().filter_map(|motion| {
            let Moving::Figure(figure) = motion.moving else { return None };
            let end = motion.end()?;
            let falls = grid.holes.contains(&(end.column(), end.row()));
            (!falls).then_some(Piece { square: end, ..figure.piece })
        });
        pieces.extend(ends);
        let key = |piece: &Piece| piece.square;
        pieces.sort_unstable_by_key(key);
        let mut expected = next.pieces();
        expected.sort_unstable_by_key(key);
        assert_eq!(pieces, expected, "{position:?} {direction}");
    }
}

fn budget() -> Budget<'static> {
    Budget::new(1 << 28, 1 << 22)
}

#[test]
fn search_agrees_with_reference() {
    let mut source = Random(62);
    let (mut solved, mut hardest, mut several, mut counted) = (0, 0, 0, 0);
    for _ in 0..cases(BOARDS) {
        let (grid, start, position) = random(&mut source);
        check_tilts(&grid, &position);
        let expected = grid.solve(&start);
        let answer = solve(&position, &mut budget());
        let found = match &answer.outcome {
            Outcome::Solved(solution) => {
                let end = solution.moves.iter().fold(position.clone(), |position, &played| {
                    check_tilts(&grid, &position);
                    position.play(played).unwrap()
                });
                assert!(end.is_solved());
                assert_eq!(solution.moves.len(), solution.length as usize);
                // Solutions are not counted if that costs much more than finding one.
                let all = optima(&position, solution.moves.len(), 8, &mut budget());
                let number = all.unwrap().unwrap().number;
                assert!(solution.optimal_solutions.is_none_or(|counted| counted == number));
                counted += usize::from(solution.optimal_solutions.is_some());
                Some((solution.length, number))
            }
            Outcome::Unsolvable(_) => None,
            other => panic!("{other:?}"),
        };
        assert_eq!(found, expected, "{position:?}");
        if let Some((length, number)) = expected {
            solved += 1;
            hardest = hardest.max(length);
            several += usize::from(number > 1);
        }
    }
    if cases(BOARDS) == BOARDS {
        assert!(solved > BOARDS / 2 && solved < BOARDS, "{solved} boards have a solution");
        assert!(hardest >= 12 && several > 100, "{hardest} tilts at most, {several} times several");
        assert!(counted > solved * 9 / 10, "{counted} of {solved}");
    }
}

#[test]
fn pinned_answers_agree_with_reference() {
    let file = include_str!("../../../tests/suite/tilt.carom");
    for section in sections(file).into_iter().skip(1) {
        let text = section.slice(file);
        let puzzle = Puzzle::read(text, &FileHead::default());
        let position = puzzle.position().unwrap();
        let Some((_, Claim::Moves(claim))) = puzzle.section.claim() else {
            panic!("no claim: {text}");
        };
        let (length, number) = Grid::of(position).solve(&state_of(position)).unwrap();
        assert_eq!(length, claim, "{text}");
        let all = optima(position, claim as usize, 8, &mut budget());
        assert_eq!(all.unwrap().unwrap().number, number, "{text}");
    }
}
