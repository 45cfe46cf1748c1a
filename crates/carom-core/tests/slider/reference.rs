//! A plain retrograde analysis with hash maps. It shares only the start position with the solver.

use std::collections::HashMap;

use carom::board::{Direction, Square};
use carom::games::GameRules;
use carom::games::slider::{Man, Position, Setup, Side};
use carom::search::Value;

/// The sorted squares of H and of V, and whether V is to move.
type State = (Vec<(u8, u8)>, Vec<(u8, u8)>, bool);

pub(crate) struct Reference {
    position: Position,
    values: HashMap<State, Value>,
}

fn sorted(mut men: Vec<(u8, u8)>) -> Vec<(u8, u8)> {
    men.sort_unstable();
    men
}

fn state(position: &Position) -> State {
    let men = |side| {
        let men = position.men(side).iter();
        sorted(men.map(|man| (man.column(), man.row())).collect())
    };
    (men(Side::H), men(Side::V), position.to_move() == Side::V)
}

/// Returns the moves of the side to move, without passes.
fn steps(position: &Position, (h, v, v_moves): &State) -> Vec<State> {
    let side = position.board().columns();
    let own = if *v_moves { v } else { h };
    let mut next = Vec::new();
    for &(column, row) in own {
        let mut others = own.clone();
        others.retain(|&man| man != (column, row));
        let mut push = |men: Vec<(u8, u8)>| {
            next.push(if *v_moves {
                (h.clone(), sorted(men), false)
            } else {
                (sorted(men), v.clone(), true)
            });
        };
        let walls = position.board().walls(Square::new(column, row));
        let ways: [(Direction, bool, Option<u8>, Option<u8>); 4] = [
            (Direction::Up, true, Some(column), row.checked_add(1)),
            (Direction::Right, true, column.checked_add(1), Some(row)),
            (Direction::Down, !v_moves, Some(column), row.checked_sub(1)),
            (Direction::Left, *v_moves, column.checked_sub(1), Some(row)),
        ];
        for (direction, goes, to_file, to_rank) in ways {
            let (Some(to_file), Some(to_rank)) = (to_file, to_rank) else {
                continue;
            };
            if !goes || walls.contains(direction) {
                continue;
            }
            if to_file == side || to_rank == side {
                if (to_file == side && !v_moves) || (to_rank == side && *v_moves) {
                    push(others.clone());
                }
                continue;
            }
            let to = (to_file, to_rank);
            let block = position.board().blocks();
            if !block.contains(Square::new(to_file, to_rank))
                && !h.contains(&to)
                && !v.contains(&to)
            {
                let mut men = others.clone();
                men.push(to);
                push(men);
            }
        }
    }
    next
}

/// Returns the successors of a state, or none if the game is over.
fn successors(position: &Position, state: &State) -> Vec<State> {
    let (h, v, v_moves) = state;
    if h.is_empty() || v.is_empty() {
        return Vec::new();
    }
    let next = steps(position, state);
    if !next.is_empty() {
        return next;
    }
    let passed = (h.clone(), v.clone(), !v_moves);
    if steps(position, &passed).is_empty() { Vec::new() } else { vec![passed] }
}

impl Reference {
    pub(crate) fn new(start: &Position) -> Self {
        let mut numbers = HashMap::from([(state(start), 0)]);
        let mut states = vec![state(start)];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < states.len() {
            let mut numbered = Vec::new();
            for successor in successors(start, &states[next.len()]) {
                let number = *numbers.entry(successor.clone()).or_insert_with(|| {
                    states.push(successor);
                    states.len() - 1
                });
                numbered.push(number);
            }
            next.push(numbered);
        }
        let mut values: Vec<Option<Value>> = states
            .iter()
            .map(|(h, v, v_moves)| match (h.is_empty(), v.is_empty()) {
                (true, _) if *v_moves => Some(Value::Loss(0)),
                (true, _) => Some(Value::Win(0)),
                (_, true) if *v_moves => Some(Value::Win(0)),
                (_, true) => Some(Value::Loss(0)),
                _ => None,
            })
            .collect();
        for plies in 1.. {
            let mut settled = Vec::new();
            for (number, next) in next.iter().enumerate() {
                if values[number].is_some() || next.is_empty() {
                    continue;
                }
                let won = |&next: &usize| matches!(values[next], Some(Value::Win(_)));
                if next.iter().any(|&next| values[next] == Some(Value::Loss(plies - 1))) {
                    settled.push((number, Value::Win(plies)));
                } else if next.iter().all(won) {
                    settled.push((number, Value::Loss(plies)));
                }
            }
            if settled.is_empty() {
                break;
            }
            for (number, value) in settled {
                values[number] = Some(value);
            }
        }
        let values = values.into_iter().map(|value| value.unwrap_or(Value::Draw));
        Self { position: start.clone(), values: states.into_iter().zip(values).collect() }
    }

    pub(crate) fn value(&self, position: &Position) -> Value {
        self.values[&state(position)]
    }

    /// Returns all reachable positions in a fixed order.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut states: Vec<&State> = self.values.keys().collect();
        states.sort();
        let man =
            |side| move |&(column, row): &(u8, u8)| Man { side, square: Square::new(column, row) };
        let positions = states.into_iter().map(|(h, v, v_moves)| {
            let setup = Setup {
                board: self.position.board().clone(),
                to_move: if *v_moves { Side::V } else { Side::H },
                men: h.iter().map(man(Side::H)).chain(v.iter().map(man(Side::V))).collect(),
            };
            setup.position().unwrap()
        });
        positions.collect()
    }
}
