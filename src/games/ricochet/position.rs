//! A legal Ricochet Robots position and the moves from it.

use std::fmt;
use std::sync::Arc;

use crate::board::{Axes, Axis, Bitboard, Board, Direction, Square};
use crate::games::{Diagonal, Mover, Obstruction, Piece, Removable, Slide};
use crate::words::join_list;

/// The words of a `rules` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// `bounce`: the robot that ends on the target has made a horizontal and a
    /// vertical slide before. Without it, `direct`.
    pub bounce: bool,
    /// `no-rebound`: no robot sets off opposite to the direction in which it
    /// last came to rest.
    pub no_rebound: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            bounce: true,
            no_rebound: false,
        }
    }
}

/// Where a robot is to come to rest. Targets of the same robot are a choice, and
/// so are those of any robot; targets of different robots have to hold at the
/// same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Where.
    pub square: Square,
    /// Which robot; any of them without one.
    pub robot: Option<char>,
}

impl Target {
    /// How it is drawn: the small letter of its robot, or `*`.
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
}

/// What no move changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct FixedParts {
    board: Board,
    rules: Rules,
    targets: Vec<Target>,
    diagonals: Vec<Diagonal>,
}

/// A robot with its past.
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
    /// The robot has a name, and its moves have to give it.
    HasName(Piece),
    /// An obstacle stands next to the robot.
    Blocked(Slide, Obstruction),
    /// Diagonals would lead the robot round for ever.
    Endless(Slide),
    /// `no-rebound`: the robot came to rest in the opposite direction.
    Rebound(Slide),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRobot(Mover::Named(name)) => {
                write!(f, "there is no robot {name} on this board")
            }
            Self::NoSuchRobot(Mover::On(square)) => write!(f, "no robot is on {square} by then"),
            Self::HasName(Piece { name, square }) => {
                write!(f, "the robot on {square} has a name, {name}, that moves it")
            }
            Self::Blocked(Slide { piece, direction }, by) => {
                write!(f, "{} cannot slide {direction}: {by}", piece.in_words())
            }
            Self::Endless(Slide { piece, direction }) => write!(
                f,
                "{} cannot slide {direction}: the diagonals lead it round for ever",
                piece.in_words()
            ),
            Self::Rebound(Slide { piece, direction }) => write!(
                f,
                "{} cannot slide {direction}: it came to rest sliding {}, \
                 and `no-rebound` forbids the way straight back",
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
        }
    }

    /// The board with its blocks and walls.
    pub fn board(&self) -> &Board {
        &self.fixed.board
    }

    /// The rules in force.
    pub fn rules(&self) -> Rules {
        self.fixed.rules
    }

    /// The targets, in the order of the text.
    pub fn targets(&self) -> &[Target] {
        &self.fixed.targets
    }

    /// The squares that are a choice for `robot`, or for any robot without one.
    pub(super) fn choice(&self, robot: Option<char>) -> Bitboard {
        let targets = self.targets().iter();
        let targets = targets.filter(|target| target.robot == robot);
        targets.map(|target| target.square).collect()
    }

    /// The diagonals, in the order of the text.
    pub fn diagonals(&self) -> &[Diagonal] {
        &self.fixed.diagonals
    }

    /// The diagonal on `square`.
    pub fn diagonal_on(&self, square: Square) -> Option<Diagonal> {
        let diagonals = self.fixed.diagonals.iter();
        diagonals.copied().find(|d| d.square == square)
    }

    /// The robots, in the order of the text.
    pub fn robots(&self) -> impl ExactSizeIterator<Item = Piece> {
        self.robots.iter().map(|robot| robot.piece)
    }

    /// The robots with what the rules remember of their moves: the axes along
    /// which each has moved, and the direction it came to rest in.
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

    /// The squares the robots stand on.
    pub fn occupied(&self) -> Bitboard {
        self.robots().map(|piece| piece.square).collect()
    }

    /// The robot on `square`.
    pub fn robot_on(&self, square: Square) -> Option<Piece> {
        self.robots().find(|piece| piece.square == square)
    }

    /// Whether robots have come to rest on their targets as the rules want: on
    /// one of those that are a choice, and on all others at the same time.
    pub fn is_solved(&self) -> bool {
        self.targets().iter().all(|target| self.is_held(target))
    }

    /// Whether the target holds, or another one that is a choice with it.
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

    /// The robot on a target that it may hold.
    fn robot_for(&self, target: &Target) -> Option<&Robot> {
        let mut robots = self.robots.iter();
        let robot = robots.find(|robot| robot.piece.square == target.square)?;
        let is_its = target.robot.is_none_or(|name| name == robot.piece.name);
        is_its.then_some(robot)
    }

    /// What keeps the puzzle from being solved, as a clause.
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

    /// What keeps a target that does not hold from holding.
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

    /// What holds where a robot can never stop on a target that it has to be on,
    /// as a clause.
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

    /// The robots that no target waits for.
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

    /// The position without a robot, a block or a wall.
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

    /// The robot that a move names.
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

    /// The robot after `slide`, walked square by square; `visit` is called with
    /// each square it comes to.
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
                // Its own square is empty once it has set off.
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
            // Squares times directions: more steps than that repeat a step.
            if steps > 4 * 256 {
                return Err(Illegal::Endless(slide));
            }
        }
        Ok(robot)
    }

    /// Where the robot would come to rest.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if the move is against the rules.
    pub fn destination(&self, slide: Slide) -> Result<Square, Illegal> {
        self.slide(slide, |_| {}).map(|robot| robot.piece.square)
    }

    /// The squares of a slide, from the one the robot leaves to the one it
    /// comes to rest on; none where the slide is illegal.
    pub fn way(&self, slide: Slide) -> Vec<Square> {
        let robot = self.robot_of(slide.piece);
        let mut way: Vec<Square> = robot.iter().map(|robot| robot.piece.square).collect();
        match self.slide(slide, |square| way.push(square)) {
            Ok(_) => way,
            Err(_) => Vec::new(),
        }
    }

    /// The position after `slide`.
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
        Ok(next)
    }

    /// All legal moves, robot by robot, each direction clockwise from up.
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

/// What holds where no robots can ever stop on a target of each letter at once,
/// as a clause.
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
    // Each could stop on its own, and one robot be wanted on two.
    let wanted = robots.iter().map(|robot| match robot {
        Some(robot) => format!("a target of {robot}"),
        None => "one of any robot".to_owned(),
    });
    let wanted = join_list(wanted, "and");
    format!("robots can never stand on {wanted} at once")
}
