//! A legal Ricochet Robots position and the moves from it.

use std::fmt;
use std::sync::Arc;

use super::{Setup, canonical, state};
use crate::board::{Axes, Axis, Bitboard, Board, Direction, Square, Symmetry};
use crate::games::rules::those_that_apply;
use crate::games::slide::{NAMELESS_ROBOTS, ROBOT};
use crate::games::sliding::{place, sliding_rules};
use crate::games::standable::{Ahead, standable};
use crate::games::{
    Diagonal, GameNotation, GameRules, Grouping, Mover, Obstruction, Piece, Removable, Scene,
    Slide, SlidingPuzzle, Visitor,
};
use crate::words::join_list;

/// The words of a `rules` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// `bounce`: the robot on the target has made a horizontal and a vertical slide before.
    /// Otherwise the rule is `direct`.
    pub bounce: bool,
    /// `no-rebound`: no robot may slide in the direction opposite to its last slide.
    pub no_rebound: bool,
    /// `grouped`: consecutive slides of one robot count as one move.
    pub is_grouped: bool,
}

impl Rules {
    /// Returns the rules of these words of a `rules` line.
    pub fn of_words(has_rule: &dyn Fn(&str) -> bool) -> Self {
        Self {
            bounce: !has_rule("direct"),
            no_rebound: has_rule("no-rebound"),
            is_grouped: has_rule("grouped"),
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self { bounce: true, no_rebound: false, is_grouped: false }
    }
}

/// Returns the name of a robot in a sentence: the colour that most boards give it.
fn named(robot: char) -> String {
    match robot {
        'R' => "Red".to_owned(),
        'G' => "Green".to_owned(),
        'B' => "Blue".to_owned(),
        'Y' => "Yellow".to_owned(),
        'S' => "Silver".to_owned(),
        _ => format!("Robot {robot}"),
    }
}

/// A target. Targets of the same robot are alternatives, and so are those of any robot. Targets
/// of different robots must be held at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Its square.
    pub square: Square,
    /// Its robot, or `None` for any robot.
    pub robot: Option<char>,
}

impl Target {
    /// Returns its glyph: the small letter of its robot, or `*`.
    pub fn glyph(self) -> char {
        self.robot.map_or('*', |robot| robot.to_ascii_lowercase())
    }
}

/// A legal position, with what the rules remember of the moves before it.
/// Cheap to clone: the board is shared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    fixed: Arc<FixedParts>,
    robots: Vec<Robot>,
    grouping: Grouping,
}

/// The parts that no move changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct FixedParts {
    board: Board,
    rules: Rules,
    targets: Vec<Target>,
    diagonals: Vec<Diagonal>,
}

/// A robot with the history that the rules need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Robot {
    piece: Piece,
    moved_horizontally: bool,
    moved_vertically: bool,
    came_to_rest: Option<Direction>,
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// There is no such robot.
    NoSuchRobot(Mover),
    /// The move gives the square of a robot that has a name.
    HasName(Piece),
    /// An obstacle is next to the robot.
    Blocked(Slide, Obstruction),
    /// Diagonals would deflect the robot in an endless loop.
    Endless(Slide),
    /// `no-rebound`: the last slide of the robot had the opposite direction.
    Rebound(Slide),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRobot(Mover::Named(name)) => {
                write!(f, "there is no robot {name} on this board")
            }
            Self::NoSuchRobot(Mover::At(square)) => {
                write!(f, "there is no robot on {square} at this point")
            }
            Self::HasName(Piece { name, square }) => {
                write!(f, "the robot on {square} is named {name}, which a move must use")
            }
            Self::Blocked(Slide { piece, direction }, by) => {
                write!(f, "{} cannot slide {direction}: {by}", piece.in_words(ROBOT))
            }
            Self::Endless(Slide { piece, direction }) => write!(
                f,
                "{} cannot slide {direction}: the diagonals would send it in circles forever",
                piece.in_words(ROBOT)
            ),
            Self::Rebound(Slide { piece, direction }) => write!(
                f,
                "{} cannot slide {direction}: its last slide was {}, \
                 and `no-rebound` forbids sliding straight back",
                piece.in_words(ROBOT),
                direction.opposite()
            ),
        }
    }
}

impl Robot {
    fn turns_to(&mut self, direction: Direction) {
        self.came_to_rest = Some(direction);
        match direction.axis() {
            Axis::Horizontal => self.moved_horizontally = true,
            Axis::Vertical => self.moved_vertically = true,
        }
    }
}

impl Position {
    pub(super) fn new(
        board: Board,
        rules: Rules,
        targets: Vec<Target>,
        diagonals: Vec<Diagonal>,
        robots: &[Piece],
    ) -> Self {
        let robot = |&piece: &Piece| Robot {
            piece,
            moved_horizontally: false,
            moved_vertically: false,
            came_to_rest: None,
        };
        Self {
            fixed: Arc::new(FixedParts { board, rules, targets, diagonals }),
            robots: robots.iter().map(robot).collect(),
            grouping: Grouping::new(rules.is_grouped),
        }
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> Rules {
        self.fixed.rules
    }

    /// Returns the targets, in the order of the text.
    pub fn targets(&self) -> &[Target] {
        &self.fixed.targets
    }

    /// Returns the alternative targets of `robot`, or of any robot if it is `None`.
    pub(super) fn choice(&self, robot: Option<char>) -> Bitboard {
        let targets = self.targets().iter().filter(|target| target.robot == robot);
        targets.map(|target| target.square).collect()
    }

    /// Returns the diagonals, in the order of the text.
    pub fn diagonals(&self) -> &[Diagonal] {
        &self.fixed.diagonals
    }

    /// Returns the diagonal on `square`.
    pub fn diagonal_on(&self, square: Square) -> Option<Diagonal> {
        let diagonals = self.fixed.diagonals.iter();
        diagonals.copied().find(|d| d.square == square)
    }

    /// Returns the robots, in the order of the text.
    pub fn robots(&self) -> impl ExactSizeIterator<Item = Piece> {
        self.robots.iter().map(|robot| robot.piece)
    }

    /// Returns the robots with the history that the rules need: the axes along which each has
    /// moved, and the direction of its last slide.
    pub(super) fn pasts(&self) -> impl Iterator<Item = (Piece, Axes, Option<Direction>)> {
        self.robots.iter().map(|robot| {
            let mut axes = Axes::NONE;
            if robot.moved_horizontally {
                axes = axes.union(Axes::HORIZONTAL);
            }
            if robot.moved_vertically {
                axes = axes.union(Axes::VERTICAL);
            }
            (robot.piece, axes, robot.came_to_rest)
        })
    }

    /// Returns the squares of the robots.
    pub fn occupied(&self) -> Bitboard {
        self.robots().map(|piece| piece.square).collect()
    }

    /// Returns the robot on `square`.
    pub fn robot_on(&self, square: Square) -> Option<Piece> {
        self.robots().find(|piece| piece.square == square)
    }

    /// Whether the target or one of its alternatives is held.
    fn is_held(&self, of: &Target) -> bool {
        let mut choice = self.targets().iter().filter(|target| target.robot == of.robot);
        choice.any(|target| {
            let robot = self.robot_for(target);
            robot.is_some_and(|robot| {
                !self.fixed.rules.bounce || (robot.moved_horizontally && robot.moved_vertically)
            })
        })
    }

    /// Returns the robot on a target that it may hold.
    fn robot_for(&self, target: &Target) -> Option<&Robot> {
        let mut robots = self.robots.iter();
        let robot = robots.find(|robot| robot.piece.square == target.square)?;
        let is_its = target.robot.is_none_or(|name| name == robot.piece.name);
        is_its.then_some(robot)
    }

    /// Returns why a target is not held.
    fn what_misses(&self, of: &Target) -> String {
        let choice = self.choice(of.robot);
        let mut on_target = self.robots().filter(|robot| {
            choice.contains(robot.square) && of.robot.is_none_or(|name| name == robot.name)
        });
        if let Some(robot) = on_target.next() {
            let robot = Self::mover(robot).in_words(ROBOT);
            return format!("{robot} is on its target, but has slid along one axis only");
        }
        let squares: Vec<String> = choice.iter().map(|square| square.to_string()).collect();
        let squares = squares.join(" or ");
        let robot = self.robots().find(|robot| of.robot == Some(robot.name));
        match robot {
            Some(robot) => format!("{} is on {}, not {squares}", robot.name, robot.square),
            None => format!("no robot is on {squares}"),
        }
    }

    fn robot_of(&self, mover: Mover) -> Result<&Robot, Illegal> {
        let mut robots = self.robots.iter();
        let named = robots.find(|robot| Self::mover(robot.piece) == mover);
        named.ok_or_else(|| match mover {
            Mover::Named(_) => Illegal::NoSuchRobot(mover),
            Mover::At(square) => {
                self.robot_on(square).map_or(Illegal::NoSuchRobot(mover), Illegal::HasName)
            }
        })
    }

    /// Returns the robot after `slide`, moved square by square, and calls `visit` with each
    /// square.
    fn slide(&self, slide: Slide, mut visit: impl FnMut(Square)) -> Result<Robot, Illegal> {
        let mut robot = *self.robot_of(slide.piece)?;
        let Piece { name, square: from } = robot.piece;
        if self.fixed.rules.no_rebound && robot.came_to_rest == Some(slide.direction.opposite()) {
            return Err(Illegal::Rebound(slide));
        }
        let mut direction = slide.direction;
        let mut steps = 0;
        loop {
            let blocker = match self.fixed.board.step(robot.piece.square, direction) {
                Err(obstacle) => Some(Obstruction::Board(obstacle)),
                // The start square is empty during the slide.
                Ok(next) => {
                    let others = self.robot_on(next).filter(|other| other.square != from);
                    others.map(|other| Obstruction::Piece(Self::mover(other), next))
                }
            };
            if let Some(blocker) = blocker {
                if steps == 0 {
                    return Err(Illegal::Blocked(slide, blocker));
                }
                break;
            }
            if steps == 0 {
                robot.turns_to(direction);
            }
            let Some(next) = robot.piece.square.step(direction) else {
                break;
            };
            robot.piece.square = next;
            visit(next);
            if let Some(diagonal) = self.diagonal_on(next)
                && diagonal.robot != Some(name)
            {
                direction = diagonal.kind.deflect(direction);
                robot.turns_to(direction);
            }
            steps += 1;
            // There are this many pairs of a square and a direction, so a longer slide repeats a
            // step.
            if steps > 4 * 256 {
                return Err(Illegal::Endless(slide));
            }
        }
        Ok(robot)
    }

    /// Returns the square where the robot would stop.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn destination(&self, slide: Slide) -> Result<Square, Illegal> {
        self.slide(slide, |_| {}).map(|robot| robot.piece.square)
    }

    /// Returns the squares of a slide from start to end, or none if it is illegal.
    pub fn way(&self, slide: Slide) -> Vec<Square> {
        let robot = self.robot_of(slide.piece);
        let mut way: Vec<Square> = robot.iter().map(|robot| robot.piece.square).collect();
        match self.slide(slide, |square| way.push(square)) {
            Ok(_) => way,
            Err(_) => Vec::new(),
        }
    }
}

impl GameRules for Position {
    sliding_rules!();

    fn board(&self) -> &Board {
        &self.fixed.board
    }

    fn is_solved(&self) -> bool {
        self.targets().iter().all(|target| self.is_held(target))
    }

    fn unsolved_reason(&self) -> String {
        let mut missing: Vec<String> = Vec::new();
        for target in self.targets().iter().filter(|target| !self.is_held(target)) {
            let clause = self.what_misses(target);
            if !missing.contains(&clause) {
                missing.push(clause);
            }
        }
        missing.join(", ")
    }

    fn rules_in_words(&self) -> Vec<String> {
        let rules = self.rules();
        let bounce = rules.bounce.then(|| {
            let robot = match self.targets() {
                [first, others @ ..] if others.iter().all(|other| other.robot == first.robot) => {
                    first.robot.map_or_else(|| "The robot".to_owned(), named)
                }
                _ => "Each robot".to_owned(),
            };
            format!("{robot} must turn at least once before it stops on its target.")
        });
        let no_rebound = rules
            .no_rebound
            .then(|| "No robot may slide straight back to where it came from.".to_owned());
        bounce.into_iter().chain(no_rebound).collect()
    }

    fn board_in_words(&self) -> Vec<&'static str> {
        let (targets, diagonals) = (self.targets(), self.diagonals());
        those_that_apply(&[
            (
                diagonals.iter().any(|diagonal| diagonal.robot.is_none()),
                "A diagonal turns every robot by a right angle.",
            ),
            (
                diagonals.iter().any(|diagonal| diagonal.robot.is_some()),
                "A diagonal with a colour lets the robot of that colour pass, and turns all others by a right angle.",
            ),
            (
                targets.iter().any(|target| target.robot.is_none()),
                "Any robot may come to rest on the target *.",
            ),
            (
                targets.iter().any(|target| self.choice(target.robot).len() > 1),
                "Of several equal targets, one is enough.",
            ),
            (
                targets.iter().any(|target| target.robot != targets[0].robot),
                "Different targets must be held at the same time.",
            ),
            (self.robots().any(|robot| robot.name == Piece::NAMELESS), NAMELESS_ROBOTS),
        ])
    }

    fn unreachable_reason(&self) -> String {
        let targets = self.targets();
        let Some(first) = targets.first() else {
            return String::new();
        };
        if targets.iter().any(|target| target.robot != first.robot) {
            return never_all(targets);
        }
        let place = match targets {
            [_] => "the target",
            _ => "any of the targets",
        };
        match first.robot {
            Some(robot) => format!("{robot} can never stop on {place}"),
            None => format!("no robot can ever stop on {place}"),
        }
    }

    fn play(&self, slide: Slide) -> Result<Self, Illegal> {
        let moved = self.slide(slide, |_| {})?;
        let mut next = self.clone();
        for robot in &mut next.robots {
            if Self::mover(robot.piece) == slide.piece {
                *robot = moved;
            }
        }
        next.grouping.set_last_moved(Some(moved.piece.square));
        Ok(next)
    }

    fn under_laxer_rules(&self) -> Option<(Self, &'static str)> {
        let mut setup = Setup::from(self);
        if !std::mem::replace(&mut setup.rules.bounce, false) {
            return None;
        }
        let clause = "it has one only without a ricochet, as `rules: direct` allows";
        Some((setup.position().ok()?, clause))
    }

    fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        state::visit(self, visitor)
    }

    fn image(&self, symmetry: Symmetry) -> Vec<u8> {
        canonical::image(self, symmetry)
    }

    fn pieces(&self) -> Vec<Piece> {
        self.robots().collect()
    }

    fn ground(&self, square: Square) -> char {
        let mut targets = self.targets().iter();
        if let Some(target) = targets.find(|target| target.square == square) {
            return target.glyph();
        }
        let diagonal = self.diagonal_on(square);
        diagonal.map_or('.', |diagonal| diagonal.kind.glyph())
    }

    fn scene(&self) -> Scene {
        let targets = self.targets().iter();
        Scene {
            targets: targets.map(|target| (target.square, target.glyph())).collect(),
            diagonals: self.diagonals().to_vec(),
            ..Scene::default()
        }
    }

    /// Each robot without a target of its own can be removed, but not the last robot.
    fn removable(&self) -> Vec<Removable> {
        let has_target = |robot: &Piece| {
            let mut targets = self.targets().iter();
            targets.any(|target| target.robot == Some(robot.name))
        };
        let robots = self.robots().filter(|robot| self.robots.len() > 1 && !has_target(robot));
        Removable::pieces_and_board(robots.map(Self::mover), self.board())
    }

    fn without(&self, removable: Removable) -> Option<Self> {
        let mut position = self.clone();
        if let Removable::Piece(mover) = removable {
            let at = self.robots().position(|robot| Self::mover(robot) == mover)?;
            position.robots.remove(at);
        } else {
            removable.leave(&mut Arc::make_mut(&mut position.fixed).board)?;
        }
        Some(position)
    }

    fn sliding(&self) -> Result<SlidingPuzzle, &'static str> {
        let rules = self.rules();
        if rules.no_rebound {
            return Err("`no-rebound` remembers the last slide of every robot");
        }
        let robot = self.targets().first().and_then(|target| target.robot);
        if self.targets().iter().any(|target| target.robot != robot) {
            return Err("its targets are not all of one robot, or all of any robot");
        }
        // Any robot is as good as the first if they share the target.
        let is_active = |piece: &Piece| robot.is_none_or(|name| piece.name == name);
        let active = self.robots().position(|piece| is_active(&piece));
        let robots = self.robots().enumerate();
        let others: Vec<char> = robots
            .filter(|(index, _)| robot.is_none() || Some(*index) != active)
            .map(|(_, robot)| robot.name)
            .collect();
        let diagonals = self.diagonals().iter().copied();
        let of_other = |diagonal: &Diagonal| diagonal.robot.is_some_and(|of| others.contains(&of));
        if diagonals.clone().any(|diagonal| of_other(&diagonal)) {
            return Err("a diagonal lets only one of the other robots pass");
        }
        let active_diagonals = diagonals.clone();
        Ok(SlidingPuzzle {
            board: self.board().clone(),
            border_stops: true,
            active_diagonals: active_diagonals
                .filter(|diagonal| diagonal.robot.is_none() || diagonal.robot != robot)
                .collect(),
            blocker_diagonals: diagonals.collect(),
            targets: self.choice(robot),
            active: active.ok_or("the robot of its target is not on the board")?,
            any_active: robot.is_none(),
            needs_both_axes: rules.bounce,
            is_grouped: self.grouping().is_grouped(),
            may_start_on_target: true,
        })
    }

    fn with_pieces_on(&self, squares: &[Square]) -> Option<Self> {
        let mut setup = Setup::from(self);
        place(&mut setup.robots, squares)?;
        setup.position().ok()
    }

    /// Diagonals deflect a robot as in a slide. `no-rebound` is ignored.
    fn standable(&self) -> Option<Bitboard> {
        let robots: Vec<Piece> = self.robots().collect();
        let starts: Vec<Square> = robots.iter().map(|robot| robot.square).collect();
        Some(standable(
            &starts,
            |robot, square, to| {
                let Ok(next) = self.board().step(square, to) else {
                    return Ahead::Stop;
                };
                let robot = Some(robots[robot].name);
                let diagonal = self.diagonal_on(next);
                let diagonal =
                    diagonal.filter(|diagonal| diagonal.robot.is_none() || diagonal.robot != robot);
                let on = diagonal.map_or(to, |diagonal| diagonal.kind.deflect(to));
                Ahead::Free(next, on)
            },
            |_, _| true,
        ))
    }
}

/// Returns a clause for targets of different robots that can never be held at the same time.
fn never_all(targets: &[Target]) -> String {
    let mut robots: Vec<Option<char>> = Vec::new();
    for target in targets {
        if !robots.contains(&target.robot) {
            robots.push(target.robot);
        }
    }
    robots.sort_by_key(Option::is_none);
    let named: Option<Vec<String>> = robots.iter().map(|robot| robot.map(String::from)).collect();
    if let Some(named) = named {
        let named = join_list(named, "or");
        return format!("{named} can never stop on a target of its own");
    }
    // Each robot could stop on its own target, but one robot would have to be on two.
    let wanted = robots.iter().map(|robot| match robot {
        Some(robot) => format!("a target of {robot}"),
        None => "one of any robot".to_owned(),
    });
    let wanted = join_list(wanted, "and");
    format!("robots can never stand on {wanted} at once")
}
