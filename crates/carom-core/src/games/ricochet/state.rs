//! The search model of Ricochet Robots.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::Position;
use super::relaxed::RelaxedMoves;
use super::slides::{DeflectedSlides, Rest};
use crate::board::{Axes, Bitboard, Direction, OccupiedLines, SlideTable, Square};
use crate::games::{
    ActiveRobotHeuristic, ActiveRobotPuzzle, GameRules, GroupedPuzzle, Move, Piece,
    Position as AnyPosition, SearchHints, SearchModel, SlideFrom, Visitor, sorted,
};

/// A robot: its square, its axes if `bounce` needs them (else both), and under `no-rebound` the
/// direction of its last slide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Robot(u16);

impl Robot {
    const fn new(square: Square, axes: Axes, rested: Option<Direction>) -> Self {
        let rested = match rested {
            None => 0,
            Some(direction) => 1 + direction as u16,
        };
        Self(square.to_u8() as u16 | (axes.bits() as u16) << 8 | rested << 10)
    }

    const fn square(self) -> Square {
        let [low, _] = self.0.to_le_bytes();
        Square::from_index(low)
    }

    const fn axes(self) -> Axes {
        let [_, high] = self.0.to_le_bytes();
        Axes::from_bits(high)
    }

    const fn rested(self) -> Option<Direction> {
        match (self.0 >> 10).to_le_bytes() {
            [0, _] => None,
            [direction, _] => Some(Direction::from_index(direction - 1)),
        }
    }
}

/// A position of at most `N` robots without names, then zeros. Robots that are alike are
/// neighbours and sorted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State<const N: usize>([Robot; N]);

impl<const N: usize> Hash for State<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for robots in self.0.chunks(4) {
            let word = robots.iter().fold(0, |word, robot| word << 16 | u64::from(robot.0));
            hasher.write_u64(word);
        }
    }
}

/// The data that robots of one kind share: their slides and targets.
struct RobotKind {
    /// On a board with diagonals.
    turns: Option<DeflectedSlides>,
    /// The distances to its own targets, if it has any.
    own: Option<RelaxedMoves>,
    /// The distances to targets of any robot, if it can hold one.
    any: Option<RelaxedMoves>,
}

/// A puzzle of at most `N` robots.
struct RicochetPuzzle<const N: usize> {
    position: Position,
    start: State<N>,
    /// The number of robots.
    count: usize,
    stops: SlideTable,
    kinds: Vec<RobotKind>,
    /// The kind of each robot of a state, and the range of slots of that kind.
    kind_of: [usize; N],
    alike: [(usize, usize); N],
    /// The first slot of the robots that can hold a target. They come last.
    first_active: usize,
    /// Whether there is a target of any robot.
    has_any: bool,
    /// Whether all targets are alternatives.
    is_one_choice: bool,
    no_rebound: bool,
}

/// Up to this many robots there is a puzzle type of exactly that size.
const MAX_EXACT: usize = 8;

/// Calls `visitor` with the smallest states that hold the position.
pub(super) fn visit<V: Visitor>(position: &Position, visitor: V) -> V::Output {
    match position.robots().len() {
        0 | 1 => visit_of::<1, V>(position, visitor),
        2 => visit_of::<2, V>(position, visitor),
        3 => visit_of::<3, V>(position, visitor),
        4 => visit_of::<4, V>(position, visitor),
        5 => visit_of::<5, V>(position, visitor),
        6 => visit_of::<6, V>(position, visitor),
        7 => visit_of::<7, V>(position, visitor),
        8 => visit_of::<8, V>(position, visitor),
        9..=32 => visit_of::<32, V>(position, visitor),
        _ => visit_of::<256, V>(position, visitor),
    }
}

fn visit_of<const N: usize, V: Visitor>(position: &Position, visitor: V) -> V::Output {
    let puzzle = RicochetPuzzle::<N>::new(position);
    if position.grouping().is_grouped() {
        return visitor.visit_grouped(&puzzle);
    }
    match puzzle.active_robots() {
        Some(active_robots) => visitor.visit_active_robots(&puzzle, &active_robots),
        None => visitor.visit_puzzle(&puzzle),
    }
}

/// Robots with equal keys are alike. A key contains whether the robot can hold a target, its name
/// if it has targets of its own, and its name if there are diagonals that only it passes through.
type KindKey = (bool, Option<char>, Option<char>);

fn kind_key(position: &Position, name: char) -> KindKey {
    let mut targets = position.targets().iter();
    let mut diagonals = position.diagonals().iter();
    let has_own = !position.choice(Some(name)).is_empty();
    let has_diagonal = diagonals.any(|diagonal| diagonal.robot == Some(name));
    (
        has_own || targets.any(|target| target.robot.is_none()),
        Some(name).filter(|_| has_own),
        Some(name).filter(|_| has_diagonal),
    )
}

impl RobotKind {
    fn new(position: &Position, stops: &SlideTable, (_, own, passes): KindKey) -> Self {
        let has_turns = !position.diagonals().is_empty();
        let turns = has_turns.then(|| DeflectedSlides::new(position, passes));
        let relaxed = |goals: Bitboard| {
            let relaxed = || match &turns {
                Some(turns) => RelaxedMoves::turning(position, turns, goals),
                None => RelaxedMoves::straight(position, stops, goals),
            };
            (!goals.is_empty()).then(relaxed)
        };
        // A robot with a target of its own holds a target of any robot only on the same square.
        let own_goals = own.map(|name| position.choice(Some(name)));
        let any_goals = position.choice(None) & own_goals.unwrap_or(!Bitboard::EMPTY);
        let (own, any) = (own_goals.and_then(relaxed), relaxed(any_goals));
        Self { turns, own, any }
    }
}

// A position has at least one robot, and `visit` chooses an `N` that is large enough; slots are
// below it.
impl<const N: usize> RicochetPuzzle<N> {
    fn new(position: &Position) -> Self {
        let rules = position.rules();
        let mut robots: Vec<(KindKey, Robot)> = position
            .pasts()
            .map(|(piece, axes, rested)| {
                let key = kind_key(position, piece.name);
                let axes = if rules.bounce && key.0 { axes } else { Axes::BOTH };
                (key, Robot::new(piece.square, axes, rested.filter(|_| rules.no_rebound)))
            })
            .collect();
        robots.sort_unstable();

        let stops = SlideTable::new(position.board());
        let mut start = State([Robot(0); N]);
        let (mut kinds, mut kind_of, mut alike) = (Vec::new(), [0; N], [(0, 0); N]);
        let mut slot = 0;
        for group in robots.chunk_by(|(a, _), (b, _)| a == b) {
            let end = slot + group.len();
            for &(_, robot) in group {
                start.0[slot] = robot;
                kind_of[slot] = kinds.len();
                alike[slot] = (end - group.len(), end);
                slot += 1;
            }
            let keys = group.iter().take(1).map(|&(key, _)| key);
            kinds.extend(keys.map(|key| RobotKind::new(position, &stops, key)));
        }
        let mut targets = position.targets().iter().map(|target| target.robot);
        let first = targets.next();
        Self {
            position: position.clone(),
            start,
            count: robots.len(),
            stops,
            kinds,
            kind_of,
            alike,
            first_active: robots.partition_point(|((solves, ..), _)| !solves),
            has_any: !position.choice(None).is_empty(),
            is_one_choice: targets.all(|robot| Some(robot) == first),
            no_rebound: rules.no_rebound,
        }
    }

    #[inline]
    const fn count(&self) -> usize {
        if N <= MAX_EXACT { N } else { self.count }
    }

    fn kind(&self, slot: usize) -> &RobotKind {
        &self.kinds[self.kind_of[slot]]
    }

    /// Returns the state after the robot of `slot` has become `robot`.
    #[inline]
    fn moved(&self, state: &State<N>, slot: usize, robot: Robot) -> State<N> {
        let State(mut robots) = *state;
        let (first, end) = self.alike[slot];
        sorted::replace(&mut robots[first..end], slot - first, robot);
        State(robots)
    }

    /// Visits the slides of the robots whose slots satisfy `moves`.
    #[inline]
    fn slides_of<B>(
        &self,
        moves: impl Fn(usize) -> bool,
        state: &State<N>,
        mut visit: impl FnMut(SlideFrom, Square, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let robots = &state.0[..self.count()];
        let squares = robots.iter().map(|robot| robot.square());
        let lines: OccupiedLines = squares.clone().collect();
        let occupied: Bitboard = squares.collect();
        for (slot, &robot) in robots.iter().enumerate() {
            if !moves(slot) {
                continue;
            }
            let square = robot.square();
            let mut others = occupied;
            others.remove(square);
            for (direction, stop) in self.stops.slides(square, &lines) {
                if self.no_rebound && robot.rested() == Some(direction.opposite()) {
                    continue;
                }
                let rest = match &self.kind(slot).turns {
                    Some(turns) => turns.slide(square, direction, others),
                    None => (stop != square).then(|| Rest::straight(stop, direction)),
                };
                let Some(rest) = rest else {
                    continue;
                };
                let axes = robot.axes().union(rest.axes);
                let rested = self.no_rebound.then_some(rest.direction);
                let next = self.moved(state, slot, Robot::new(rest.square, axes, rested));
                visit(SlideFrom { square, direction }, rest.square, next)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the puzzles with one active robot each, any of which solves this one.
    fn active_robots(&self) -> Option<Vec<ActiveRobotPuzzle>> {
        // A position has a target, and a robot for each.
        let solver = self.kind(self.first_active);
        let heuristic = solver.own.as_ref().or(solver.any.as_ref())?.as_straight()?;
        active_robots(&self.position, &self.stops, heuristic)
    }
}

impl<const N: usize> SearchModel for RicochetPuzzle<N> {
    type State = State<N>;
    type Move = SlideFrom;

    fn start(&self) -> State<N> {
        self.start
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &State<N>,
        mut visit: impl FnMut(SlideFrom, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.slides_of(|_| true, state, |slide, _, next| visit(slide, next))
    }

    fn is_solved(&self, state: &State<N>) -> bool {
        // No obstacle matters to a robot on its target.
        self.lower_bound(state) == Some(0)
    }

    /// Each robot with targets of its own has to reach one of them, and a move shortens the
    /// distance of one robot by at most one. So the distances add up. If there is a target of
    /// any robot, too, the robot that holds it has to go there, in addition to its own target
    /// if it has one.
    #[inline]
    fn lower_bound(&self, state: &State<N>) -> Option<u32> {
        let mut sum = 0;
        let mut more = None;
        let robots = state.0.iter().take(self.count()).enumerate();
        for (slot, robot) in robots.skip(self.first_active) {
            let kind = self.kind(slot);
            let moves = |relaxed: &RelaxedMoves| relaxed.from(robot.square(), robot.axes());
            let own = match &kind.own {
                Some(relaxed) => moves(relaxed)?,
                None => 0,
            };
            sum += own;
            if let Some(any) = kind.any.as_ref().and_then(moves) {
                // The goals for both are among its own.
                let beside = any.checked_sub(own).expect("fewer goals are no nearer");
                more = Some(more.map_or(beside, |least: u32| least.min(beside)));
            }
        }
        if self.has_any {
            return Some(sum + more?);
        }
        Some(sum)
    }

    fn origin(played: &SlideFrom) -> Option<Square> {
        Some(played.square)
    }

    fn name_moves(&self, position: &AnyPosition, played: &[SlideFrom]) -> Vec<Move> {
        position.name_slides(played).expect("the slides of a search are legal")
    }
}

impl<const N: usize> SearchHints for RicochetPuzzle<N> {
    fn looks_ahead(&self) -> bool {
        // With several robots on targets at once there are too many orders of moves.
        self.is_one_choice
    }

    #[inline]
    fn may_bring_nearer<B>(
        &self,
        state: &State<N>,
        mut visit: impl FnMut(State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Only these robots have a distance.
        self.slides_of(|slot| slot >= self.first_active, state, |_, _, next| visit(next))
    }
}

impl<const N: usize> GroupedPuzzle for RicochetPuzzle<N> {
    fn last_moved(&self) -> Option<Square> {
        self.position.grouping().last_moved()
    }

    fn slides<B>(
        &self,
        state: &State<N>,
        mut visit: impl FnMut(SlideFrom, Option<Square>, State<N>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.slides_of(|_| true, state, |slide, stop, next| visit(slide, Some(stop), next))
    }

    /// Each robot with a target of its own that does not hold it yet has a group of its own.
    /// Without such a robot, one that can hold a target of any robot has a group.
    fn groups_left(&self, state: &State<N>, last_moved: Option<Square>) -> u32 {
        let robots = state.0.iter().take(self.count()).enumerate();
        let (mut groups, mut are_held, mut continues) = (0, true, false);
        for (slot, robot) in robots.skip(self.first_active) {
            let is_last = last_moved == Some(robot.square());
            continues |= is_last;
            let own = self.kind(slot).own.as_ref();
            if own.is_some_and(|own| own.from(robot.square(), robot.axes()) != Some(0)) {
                are_held = false;
                groups += u32::from(!is_last);
            }
        }
        if are_held && !continues && self.lower_bound(state) != Some(0) {
            groups = 1;
        }
        groups
    }
}

/// Returns one puzzle for each robot that can hold the target, any of which solves
/// `position`. `heuristic` is that of each of these robots.
///
/// Returns `None` where such a puzzle cannot express the rules (diagonals, `no-rebound`), where
/// targets have to be held at the same time, or where there are too many robots.
fn active_robots(
    position: &Position,
    stops: &SlideTable,
    heuristic: &Arc<ActiveRobotHeuristic>,
) -> Option<Vec<ActiveRobotPuzzle>> {
    let (rules, (target, others)) = (position.rules(), position.targets().split_first()?);
    if rules.no_rebound
        || !position.diagonals().is_empty()
        || others.iter().any(|other| other.robot != target.robot)
        || position.robots().len() > ActiveRobotPuzzle::MAX_BLOCKERS + 1
    {
        return None;
    }
    let active_robots =
        position.pasts().filter(|(piece, ..)| target.robot.is_none_or(|name| name == piece.name));
    let puzzle = |(active_robot, axes, _): (Piece, Axes, _)| {
        let blockers = position.robots().filter(|&robot| robot != active_robot);
        let axes = if rules.bounce { axes } else { Axes::BOTH };
        ActiveRobotPuzzle::new(
            stops.clone(),
            (active_robot.square, axes),
            blockers.map(|robot| robot.square).collect(),
            Arc::clone(heuristic),
        )
    };
    Some(active_robots.map(puzzle).collect())
}
