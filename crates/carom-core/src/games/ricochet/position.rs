//! A legal Ricochet Robots position and the moves from it.

use std::fmt;
use std::sync::Arc;

use crate::board::{Axes, Axis, Bitboard, Board, Direction, Square};
use crate::games::{Diagonal, Grouping, Mover, Obstruction, Piece, Removable, Slide};
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
        Self {
            bounce: true,
            no_rebound: false,
            is_grouped: false,
        }
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
            Self::NoSuchRobot(Mover::On(square)) => {
                write!(f, "there is no robot on {square} at this point")
            }
            Self::HasName(Piece { name, square }) => {
                write!(
                    f,
                    "the robot on {square} is named {name}, which a move must use"
                )
            }
            Self::Blocked(Slide { piece, direction }, by) => {
                write!(f, "{} cannot slide {direction}: {by}", piece.in_words())
            }
            Self::Endless(Slide { piece, direction }) => write!(
                f,
                "{} cannot slide {direction}: the diagonals would send it in circles forever",
                piece.in_words()
            ),
            Self::Rebound(Slide { piece, direction }) => write!(
                f,
                "{} cannot slide {direction}: its last slide was {}, \
                 and `no-rebound` forbids sliding straight back",
                piece.in_words(),
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
            fixed: Arc::new(FixedParts {
                board,
                rules,
                targets,
                diagonals,
            }),
            robots: robots.iter().map(robot).collect(),
            grouping: Grouping::new(rules.is_grouped),
        }
    }

    /// Returns the board with its blocks and walls.
    pub fn board(&self) -> &Board {
        &self.fixed.board
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> Rules {
        self.fixed.rules
    }

    /// Returns how moves are counted.
    pub const fn grouping(&self) -> Grouping {
        self.grouping
    }

    /// Returns the targets, in the order of the text.
    pub fn targets(&self) -> &[Target] {
        &self.fixed.targets
    }

    /// Returns the alternative targets of `robot`, or of any robot if it is `None`.
    pub(super) fn choice(&self, robot: Option<char>) -> Bitboard {
        let targets = self.targets().iter();
        let targets = targets.filter(|target| target.robot == robot);
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

    /// Whether, for each robot with targets, one of them is held as the rules demand, all at the
    /// same time.
    pub fn is_solved(&self) -> bool {
        self.targets().iter().all(|target| self.is_held(target))
    }

    /// Whether the target or one of its alternatives is held.
    fn is_held(&self, of: &Target) -> bool {
        let choice = self.targets().iter();
        let mut choice = choice.filter(|target| target.robot == of.robot);
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

    /// Returns why the puzzle is not solved yet, as a clause.
    pub fn unsolved_reason(&self) -> String {
        let mut missing: Vec<String> = Vec::new();
        for target in self.targets().iter().filter(|target| !self.is_held(target)) {
            let clause = self.what_misses(target);
            if !missing.contains(&clause) {
                missing.push(clause);
            }
        }
        missing.join(", ")
    }

    /// Returns why a target is not held.
    fn what_misses(&self, of: &Target) -> String {
        let choice = self.choice(of.robot);
        let mut on_target = self.robots().filter(|robot| {
            choice.contains(robot.square) && of.robot.is_none_or(|name| name == robot.name)
        });
        if let Some(robot) = on_target.next() {
            let robot = robot.mover().in_words();
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

    /// Returns how this puzzle differs from the plain game, in sentences.
    pub fn rules_in_words(&self) -> Vec<String> {
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

    /// Returns a clause for a robot that can never stop on a target that it must hold.
    pub fn unreachable_reason(&self) -> String {
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

    /// Returns the robots without targets of their own.
    pub fn removable(&self) -> Vec<Mover> {
        if self.robots.len() < 2 {
            return Vec::new();
        }
        let is_waited_for = |robot: &Piece| {
            let mut targets = self.targets().iter();
            targets.any(|target| target.robot == Some(robot.name))
        };
        let robots = self.robots().filter(|robot| !is_waited_for(robot));
        robots.map(Piece::mover).collect()
    }

    /// Returns the position without a robot, a block or a wall.
    pub fn without(&self, removable: Removable) -> Option<Self> {
        let mut position = self.clone();
        match removable {
            Removable::Piece(mover) => {
                let at = self.robots().position(|robot| mover.is(robot))?;
                position.robots.remove(at);
            }
            Removable::Block(_) | Removable::Wall(..) => {
                removable.leave(&mut Arc::make_mut(&mut position.fixed).board)?;
            }
        }
        Some(position)
    }

    /// Returns the robot that a move refers to.
    fn robot_of(&self, mover: Mover) -> Result<&Robot, Illegal> {
        let mut robots = self.robots.iter();
        let named = robots.find(|robot| mover.is(robot.piece));
        named.ok_or_else(|| match mover {
            Mover::Named(_) => Illegal::NoSuchRobot(mover),
            Mover::On(square) => self
                .robot_on(square)
                .map_or(Illegal::NoSuchRobot(mover), Illegal::HasName),
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
                Ok(next) => self
                    .robot_on(next)
                    .filter(|other| other.square != from)
                    .map(Obstruction::Piece),
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

    /// Returns the position after `slide`.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn play(&self, slide: Slide) -> Result<Self, Illegal> {
        let moved = self.slide(slide, |_| {})?;
        let mut next = self.clone();
        for robot in &mut next.robots {
            if slide.piece.is(robot.piece) {
                *robot = moved;
            }
        }
        next.grouping.set_last_moved(Some(moved.piece.square));
        Ok(next)
    }

    /// Returns all legal moves, robot by robot, clockwise from up.
    pub fn legal_moves(&self) -> Vec<Slide> {
        let all = self.robots.iter().flat_map(|robot| {
            Direction::ALL.map(|direction| Slide {
                piece: robot.piece.mover(),
                direction,
            })
        });
        all.filter(|&slide| self.destination(slide).is_ok())
            .collect()
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
