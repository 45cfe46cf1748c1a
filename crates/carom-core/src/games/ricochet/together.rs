//! A check whether all targets can be held at the same time.

use super::{Setup, Target};
use crate::board::{Bitboard, Square};

/// The alternative targets of one robot.
struct Choice {
    robot: Option<char>,
    /// The index of the first of these targets.
    number: usize,
    squares: Bitboard,
}

impl Setup {
    /// Returns the first target that cannot be held at the same time as those before it, wherever
    /// the robots are.
    ///
    /// Each robot with a target of its own needs a square for itself, which is a bipartite
    /// matching. A target of any robot takes one of these squares, or a robot without targets.
    pub(super) fn too_many_targets(&self) -> Option<usize> {
        let (any, named): (Vec<Choice>, Vec<Choice>) =
            choices(&self.targets).into_iter().partition(|choice| choice.robot.is_none());
        let mut matching = Vec::new();
        for choice in &named {
            if !give_square(&named, choice.robot, &mut { Bitboard::EMPTY }, &mut matching) {
                return Some(choice.number);
            }
        }
        let any = any.first()?;
        let is_held = self.robots.len() > named.len()
            || named.iter().any(|choice| {
                let both = choice.squares & any.squares;
                both.iter().any(|square| {
                    let mut matching = vec![(choice.robot, square)];
                    let taken: Bitboard = [square].into_iter().collect();
                    let mut others = named.iter().filter(|other| other.robot != choice.robot);
                    others.all(|other| {
                        give_square(&named, other.robot, &mut { taken }, &mut matching)
                    })
                })
            });
        (!is_held).then_some(any.number)
    }
}

/// Returns the targets grouped by robot, in the order of the first target of each.
fn choices(targets: &[Target]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for (number, target) in targets.iter().enumerate() {
        let known = choices.iter_mut().find(|known| known.robot == target.robot);
        match known {
            Some(choice) => {
                choice.squares.insert(target.square);
            }
            None => choices.push(Choice {
                robot: target.robot,
                number,
                squares: [target.square].into_iter().collect(),
            }),
        }
    }
    choices
}

/// Gives a robot one of its squares that was not `tried`, by an augmenting path: the robot that
/// has the square takes another one if possible.
fn give_square(
    choices: &[Choice],
    robot: Option<char>,
    tried: &mut Bitboard,
    matching: &mut Vec<(Option<char>, Square)>,
) -> bool {
    let choice = choices.iter().find(|choice| choice.robot == robot);
    for square in choice.into_iter().flat_map(|choice| choice.squares.iter()) {
        if !tried.insert(square) {
            continue;
        }
        let owner = matching.iter().position(|&(_, other)| other == square);
        let is_free = match owner.map(|at| matching[at].0) {
            None => true,
            Some(owner) => give_square(choices, owner, tried, matching),
        };
        if is_free {
            matching.retain(|&(owner, other)| owner != robot && other != square);
            matching.push((robot, square));
            return true;
        }
    }
    false
}
