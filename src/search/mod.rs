//! Exact answers: the fewest moves, with proof, within a budget.
//!
//! [`solve`] takes a position of any game. Each game shows itself to the
//! search as a [`Puzzle`](crate::games::Puzzle), and the search is A* in
//! layers of equal bound over a table of nodes (`astar`). Where one piece runs
//! and the others only help, it is a
//! [`RunnerPuzzle`](crate::games::RunnerPuzzle), and the same layers hold sets
//! of states (`setastar`). What either finds is replayed by the rules.
//!
//! A *position* of the budget is a node that was expanded, or a part of the
//! work on a node as large as that. Equal runs expand equal nodes in equal
//! order, so the count is the same on every machine.
//!
//! # What was tried
//!
//! On boards of Ricochet Robots, against the crate `ricochetrobots` 0.0.0 in
//! the same run of `cargo bench --bench ricochet`; times are ratios to it.
//!
//! - A* over nodes, with a hash table and parents: 1.5 on standard boards with
//!   four robots, 2.2 on the published 24-mover. Still the search for boards
//!   with diagonals or `no-rebound`.
//! - Sets of states, 256 bits for each placement of the helpers: about six
//!   states of a set wait at a time, so a lookup of the table, which is what
//!   costs, is shared by six. The 24-mover takes 63 MB.
//! - A look ahead at the table in batches, so that loads overlap: two fifths
//!   of the time of the 24-mover.
//! - A look one move ahead as a layer is closed, so that the last layer is
//!   never filled: half the positions on boards of five robots. On the hardest
//!   boards layers hardly grow and it costs more than it saves, so it is left
//!   out where a layer is not half as large again as the one before.
//! - The same look for A* over nodes, where layers are of many nodes: two
//!   fifths to four fifths of the time under `no-rebound`, a third on large
//!   boards of Lunar Lockout, and one move more within the memory. On small
//!   layers it costs a twentieth more than it saves.
//! - A look ahead that misses nothing, so that the first solution it finds ends
//!   the search, and a layer ordered by what ends it soonest: less than half of
//!   the positions again, and three fifths of the time.
//! - Helpers followed in small parts, each closed before the next: nothing on
//!   standard boards, and half as much time again on the 24-mover, since the
//!   states of a placement come in more and smaller sets.
//! - Fills of whole sets (Kogge and Stone) to slide the runner: slower than
//!   squares one by one, since sets are small. They find the heuristic.
//! - A bit scan along ranks and files for slides instead of a comparison with
//!   each piece: a fifth of all instructions.
//! - Batches of 64, 128 or 192 puts: no difference that could be measured.
//! - The four slides of a piece at once instead of one by one, and placements
//!   put by a number that was looked up ahead: a tenth each.
//! - The last layer in the order of its making, by its slots, or by the sizes
//!   of its sets: no better than the newest first.
//! - A look at all four slides of a helper at once, which leaves out those that
//!   cannot give the runner a nearer square: a sixth of the time of standard
//!   boards.
//! - One set where axes do not matter instead of four: 3 %. What helps, added
//!   for all four slides of the runner at once: 6 %.
//! - The numbers of all placements looked up before the first is loaded: 8 % of
//!   the 24-mover. What is needed to put states in, in one line of the cache,
//!   and no look at the helpers where the hash tells them: 5 % more.
//! - Sleep sets: of slides of two helpers that do not touch each other one
//!   order, and no slide back along the line on which a helper has come. A
//!   third of the puts fewer with five robots, but those that lead to what is
//!   known are the cheap ones: 4 % of the time there, nothing on the harder
//!   boards, and 5 % more for the 24-mover.
//! - Helpers followed for runners near the goal first, in parts: a fifth more.
//!   The last layer by the nearest runner of a placement: nothing.
//! - Huge pages (`glibc.malloc.hugetlb`), instructions of newer processors
//!   (`x86-64-v3`): nothing.
//!
//! For a target that any robot may reach, one search for each robot goes on in
//! step with the others, each with a heuristic of its own robot: 0.28.

mod ahead;
mod astar;
mod budget;
mod chunks;
mod closed_log;
mod count;
mod evaluate;
mod expand;
mod frontier;
mod index;
mod nodes;
mod outcome;
mod placements;
mod proof;
mod retrace;
mod retrograde;
mod runners;
mod setastar;
mod solve;
mod transposition;
mod value;

pub use budget::{Budget, CancelFlag, Limit, MemoryPool, Stop, Watch};
pub use evaluate::{Blunder, Evaluation, LineNode, evaluate, evaluate_line};
pub use outcome::{Answer, Outcome, Solution};
pub use retrograde::{Census, Tablebase};
pub use solve::{Yielded, solve};
pub use value::{Horizon, Value, Verdict};
