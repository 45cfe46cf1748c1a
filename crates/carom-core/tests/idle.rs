//! Compares idle walls, idle pieces and unreachable squares with the plain reference.

use crate::cases::{cases, is_thorough};
use crate::reference;

use std::collections::HashSet;
use std::num::NonZeroUsize;

use carom::analysis::{
    AnswerState, FileHead, Puzzle, View, WritablePuzzle, setup_of, transforms, write_puzzle,
};
use carom::board::Square;
use carom::games::{Mover, Position, Removable};
use carom::solving::{Call, Extras, Limits, NoStore, Solver, Wants};
use carom::text::apply;
use reference::lunar::Lunar;
use reference::random::Random;
use reference::ricochet::Ricochet;
use reference::{Cell, Cells, Grid, Truth};

const WANTS: Wants = Wants {
    redundant_pieces: false,
    idle_walls: true,
    idle_pieces: true,
    minimal: true,
    changed_boards: true,
    unreachable_squares: true,
    line_values: false,
    move_values: false,
    uniqueness: false,
    movers: false,
};

const MOST_STATES: usize = 2_000;

fn cell(square: Square) -> Cell {
    (square.column().into(), square.row().into())
}

/// A board of the reference from which walls, blocks and pieces can be removed.
trait Board: Clone {
    fn position(&self) -> Position;
    fn truth(&self) -> Truth;
    fn reached_cells(&self) -> Option<HashSet<Cell>>;
    fn remove(&mut self, removed: Removable);
    /// Returns whether the squares that a piece can ever reach depend only on its own square.
    fn is_simple(&self) -> bool;

    fn without(&self, removed: &[Removable]) -> Self {
        let mut board = self.clone();
        // Remove the last named piece first, so that the others keep their names.
        let mut removed = removed.to_vec();
        removed.sort_by_key(|one| match one {
            Removable::Piece(Mover::Named(name)) => u32::MAX - u32::from(*name),
            _ => 0,
        });
        for one in removed {
            board.remove(one);
        }
        board
    }
}

fn remove_cell(cells: &mut Cells, removed: Cell) {
    let left: Vec<Cell> = cells.iter().filter(|&cell| cell != removed).collect();
    assert_ne!(left.len(), cells.iter().count());
    *cells = Cells::default();
    left.into_iter().for_each(|cell| cells.push(cell));
}

fn remove_ground(grid: &mut Grid, removed: Removable) {
    use carom::board::Direction::{Right, Up};
    match removed {
        Removable::Block(square) => remove_cell(&mut grid.blocks, cell(square)),
        Removable::Wall(square, Right) => remove_cell(&mut grid.walls_right, cell(square)),
        Removable::Wall(square, Up) => remove_cell(&mut grid.walls_above, cell(square)),
        other => panic!("{other:?}"),
    }
}

/// Returns the index of a robot, and whether it has a name.
fn number(mover: Mover, robots: &[Cell]) -> (usize, bool) {
    match mover {
        Mover::Named(name) => (usize::from(name as u8 - b'A'), true),
        Mover::At(square) => {
            let mut cells = robots.iter();
            (cells.position(|&at| at == cell(square)).unwrap(), false)
        }
    }
}

impl Board for Lunar {
    fn position(&self) -> Position {
        self.into()
    }
    fn truth(&self) -> Truth {
        Lunar::truth(self, MOST_STATES)
    }
    fn reached_cells(&self) -> Option<HashSet<Cell>> {
        Lunar::reached_cells(self, MOST_STATES)
    }
    fn remove(&mut self, removed: Removable) {
        match removed {
            Removable::Piece(mover) => {
                let (index, is_named) = number(mover, &self.robots);
                self.robots.remove(index);
                self.nameless -= usize::from(!is_named);
            }
            other => remove_ground(&mut self.grid, other),
        }
    }
    fn is_simple(&self) -> bool {
        self.humans.len() + self.robots.len() == 1
    }
}

impl Board for Ricochet {
    fn position(&self) -> Position {
        self.into()
    }
    fn truth(&self) -> Truth {
        Ricochet::truth(self, MOST_STATES)
    }
    fn reached_cells(&self) -> Option<HashSet<Cell>> {
        Ricochet::reached_cells(self, MOST_STATES)
    }
    fn remove(&mut self, removed: Removable) {
        let Removable::Piece(mover) = removed else {
            return remove_ground(&mut self.grid, removed);
        };
        let (index, is_named) = number(mover, &self.robots);
        self.robots.remove(index);
        self.nameless -= usize::from(!is_named);
        // The indices of later robots decrease; a diagonal may keep the colour of no robot.
        let other = |old: usize| match old {
            _ if old == index => 99,
            _ if old > index => old - 1,
            _ => old,
        };
        for (_, robot) in &mut self.targets {
            *robot = robot.map(other);
        }
        for (.., passes) in &mut self.diagonals {
            *passes = passes.map(other);
        }
    }
    fn is_simple(&self) -> bool {
        self.robots.len() == 1 && !self.no_rebound
    }
}

/// Solves a puzzle and passes its answer and extra results to `check`.
fn solve(text: &str, puzzle: &Puzzle, check: impl FnOnce(&View<'_>, &Extras)) {
    let solver = Solver::new(NonZeroUsize::MIN, NoStore);
    let limits = Limits { max_positions: 1_000_000, max_memory: 1 << 30, time: None };
    let question = puzzle.question(limits, WANTS).unwrap();
    let call = Call::default();
    let answer = solver.answer(&question, &call).unwrap();
    let extras = solver.extras(&question, &answer, &call).unwrap().unwrap();
    let view = View {
        text,
        puzzle,
        known: AnswerState::Answer(&answer),
        extras: Some(&extras),
        time: None,
    };
    check(&view, &extras);
}

/// Compares the idle things of a board. Returns their number, and whether two pieces can only be
/// removed together.
fn check_idle(board: &impl Board) -> (usize, bool) {
    let Truth::Solved(moves @ 1.., ways) = board.truth() else {
        return (0, false);
    };
    let truth = Truth::Solved(moves, ways);
    let text = write_puzzle(&WritablePuzzle::new(&*setup_of(&board.position()))).unwrap();
    let puzzle = Puzzle::read(&text, &FileHead::default());
    let position = puzzle.position().unwrap().clone();
    let mut found = (0, false);
    solve(&text, &puzzle, |view, extras| {
        let is_idle = |removed: &[Removable]| board.without(removed).truth() == truth;
        let (mut idle, mut needed) = (Vec::new(), Vec::new());
        for one in position.removable() {
            let alone = if is_idle(&[one]) { &mut idle } else { &mut needed };
            alone.push(one);
        }
        let (walls, mut pieces): (Vec<_>, Vec<_>) = idle.into_iter().partition(|one| one.is_wall());
        assert_eq!(extras.idle_walls, walls, "{text}");
        let mut expected: Vec<Vec<Removable>> = pieces.drain(..).map(|one| vec![one]).collect();
        needed.retain(|one| !one.is_wall());
        for (place, &first) in needed.iter().enumerate() {
            for &second in &needed[place + 1..] {
                let is_left = |without: Position| without.removable().contains(&second);
                let may_go = position.without(first).is_some_and(is_left);
                if may_go && is_idle(&[first, second]) {
                    expected.push(vec![first, second]);
                    found.1 = true;
                }
            }
        }
        assert_eq!(extras.idle_pieces, expected, "{text}");
        found.0 = walls.len() + expected.len();
        assert_eq!(extras.minimal.is_some(), found.0 > 0, "{text}");
        let Some(minimal) = &extras.minimal else {
            return;
        };
        // The minimal puzzle keeps the answer, and nothing more can be removed.
        assert!(is_idle(&minimal.gone), "{text}{minimal:?}");
        let removed = minimal.gone.iter();
        let left = removed.fold(position.clone(), |left, &one| left.without(one).unwrap());
        for one in left.removable() {
            let more = [&minimal.gone[..], &[one]].concat();
            assert!(!is_idle(&more), "{text}{minimal:?} {one:?}");
        }
        let mut played = left.clone();
        for &one in &minimal.solution {
            assert!(!played.is_solved());
            played = played.play(one).unwrap();
        }
        assert!(played.is_solved() && minimal.solution.len() == moves);
        // The rewritten text describes the minimal position.
        let transforms = transforms(view, 0);
        let mut transforms = transforms.iter();
        let minimise = transforms.find(|one| one.title.starts_with("minimise"));
        let after = apply(&text, &minimise.unwrap().edits);
        let read = Puzzle::read(&after, &FileHead::default());
        assert_eq!(read.diagnostics(), [], "{after}");
        assert_eq!(read.position(), Some(&left), "{text}{after}");
    });
    found
}

#[test]
fn idle_and_minimal_match_brute_force() {
    let mut random = Random(15);
    let (mut boards, mut things, mut pairs) = (0, 0, 0);
    for _ in 0..cases(50) {
        let diagonals = random.chance(30);
        let robots = random.range(1, 3);
        let lunar = random.lunar(4, 4).map(|board| check_idle(&board));
        let ricochet = random.ricochet(4, robots, diagonals).map(|board| check_idle(&board));
        for (number, has_pair) in [lunar, ricochet].into_iter().flatten() {
            boards += usize::from(number > 0);
            things += number;
            pairs += usize::from(has_pair);
        }
    }
    assert!(
        boards > cases(10) && things > cases(25) && (pairs > 1 || !is_thorough()),
        "{boards} {things} {pairs}"
    );
}

/// Returns the optimum of a puzzle, and with `is_counted` the number of optimal solutions.
fn optimum(board: &impl Board, is_counted: bool) -> Option<(usize, u64)> {
    match board.truth() {
        Truth::Solved(moves, ways) => Some((moves, if is_counted { ways } else { 0 })),
        _ => None,
    }
}

/// Checks that a minimised puzzle has the same optimum, and that no single thing and no two things
/// can be removed from it. Returns the number of removed things.
fn check_minimised(board: &impl Board, is_counted: bool) -> usize {
    let position = board.position();
    let Some(expected) = optimum(board, is_counted).filter(|(moves, _)| *moves > 0) else {
        return 0;
    };
    let solver = Solver::new(NonZeroUsize::MIN, NoStore);
    let limits = Limits { max_positions: 1_000_000, max_memory: 1 << 28, time: None };
    let identity = carom::solving::Identity::of(&position);
    let question = carom::solving::Question::new(position.clone(), identity, limits);
    let wants = Wants { changed_boards: true, ..Wants::default() };
    let reduction =
        solver.minimise(&question.wanting(wants, &[]), is_counted, true, &Call::default()).unwrap();
    assert!(reduction.is_complete);
    let minimal = reduction.minimal;
    let removed = minimal.map(|minimal| minimal.gone).unwrap_or_default();
    assert_eq!(optimum(&board.without(&removed), is_counted), Some(expected));
    let left =
        removed.iter().try_fold(position, |left, &one| left.without(one)).unwrap().removable();
    for (number, &one) in left.iter().enumerate() {
        let pairs = left[number + 1..].iter();
        let more = pairs.map(|&other| vec![one, other]).chain([vec![one]]);
        for more in more {
            let smaller = board.without(&[&removed[..], &more].concat());
            assert_ne!(optimum(&smaller, is_counted), Some(expected), "{removed:?} {more:?}");
        }
    }
    removed.len()
}

#[test]
fn minimise_keeps_optimum_and_is_minimal() {
    let (mut random, mut removed) = (Random(16), 0);
    for number in 0..cases(30) {
        let robots = random.range(1, 4);
        let lunar = random.lunar(4, 4);
        let ricochet = random.ricochet(4, robots, false);
        removed += lunar.map_or(0, |board| check_minimised(&board, number % 2 == 0));
        removed += ricochet.map_or(0, |board| check_minimised(&board, number % 2 == 0));
    }
    assert!(removed > cases(20), "{removed}");
}

/// Checks the squares that no piece can reach. Returns how many were named, and how many were
/// missed.
fn check_reachable(board: &impl Board) -> (usize, usize) {
    let Some(reached_cells) = board.reached_cells() else {
        return (0, 0);
    };
    let position = board.position();
    let standable = position.standable().unwrap();
    let free =
        position.board().squares().filter(|&square| !position.board().blocks().contains(square));
    let (mut named, mut missed) = (0, 0);
    for square in free {
        let is_reached = reached_cells.contains(&cell(square));
        if standable.contains(square) {
            missed += usize::from(!is_reached);
        } else {
            assert!(!is_reached, "{square} of {position:?}");
            named += 1;
        }
    }
    assert!(missed == 0 || !board.is_simple(), "{position:?}");
    (named, missed)
}

#[test]
fn unreachable_squares_match_plain_search() {
    let mut random = Random(4);
    let (mut named, mut missed) = (0, 0);
    for _ in 0..cases(200) {
        let diagonals = random.chance(50);
        let robots = random.range(1, 3);
        let lunar = random.lunar(4, 3).map(|board| check_reachable(&board));
        let ricochet = random.ricochet(4, robots, diagonals).map(|board| check_reachable(&board));
        for (one, other) in [lunar, ricochet].into_iter().flatten() {
            named += one;
            missed += other;
        }
    }
    assert!(named > cases(500) && missed < named / 10, "{named} named, {missed} missed");
}
