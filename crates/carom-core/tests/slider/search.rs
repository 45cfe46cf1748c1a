//! Compares the search with the plain reference.

use carom::board::{Board, Direction, SmallBitboard, Square};
use carom::games::slider::{Duel, Man, Move as SliderMove, Position, Setup, Side};
use carom::games::{GameRules, Move, Position as AnyPosition};
use carom::search::{
    Budget, CancelFlag, Census, Evaluation, Horizon, Limit, LineNode, Tablebase, Value, Verdict,
};

use crate::slider::draw::{Random, position, standard};
use crate::slider::reference::Reference;

const GIBIBYTE: u64 = 1 << 30;

/// Too little memory for any table.
const NO_MEMORY: u64 = 0;

fn evaluate_within(position: &Position, memory: u64, positions: u64) -> Evaluation {
    let mut budget = Budget::new(memory, positions).with_threads(2);
    let position = AnyPosition::Slider(position.clone());
    let evaluation = carom::search::evaluate(&position, &mut budget);
    assert_eq!(budget.reserved(), 0, "reserved memory must be released");
    assert!(budget.positions() <= positions);
    evaluation.unwrap()
}

fn evaluate(position: &Position) -> Evaluation {
    evaluate_within(position, GIBIBYTE, u64::MAX)
}

fn evaluate_line(position: &Position, line: &[Move]) -> Vec<LineNode> {
    let mut budget = Budget::new(GIBIBYTE, u64::MAX);
    let position = AnyPosition::Slider(position.clone());
    let nodes = carom::search::evaluate_line(&position, line, &mut budget);
    assert_eq!(budget.reserved(), 0);
    nodes.unwrap()
}

fn play(position: &Position, played: Move) -> Position {
    match played {
        Move::Slider(played) => position.play(played).unwrap(),
        Move::Slide(_) | Move::Turn(_) | Move::Tilt(_) => panic!("{played}"),
    }
}

/// Checks that the principal variation is as long as the value says, and ends with the right
/// winner.
fn check_line(position: &Position, evaluation: &Evaluation) {
    let (winner, plies) = match evaluation.verdict {
        Verdict::Settled(Value::Win(plies)) => (position.to_move(), plies),
        Verdict::Settled(Value::Loss(plies)) => (position.to_move().other(), plies),
        Verdict::Settled(Value::Draw) => return check_drawn_line(position, evaluation),
        Verdict::Unknown { .. } => {
            assert_eq!(evaluation.line, []);
            return;
        }
    };
    assert_eq!(u32::try_from(evaluation.line.len()).unwrap(), plies);
    let mut last = position.clone();
    for &played in &evaluation.line {
        last = play(&last, played);
    }
    assert!(last.men(winner).is_empty());
    assert!(!last.men(winner.other()).is_empty());
}

/// A drawn line ends in a repetition, or because neither side can move.
fn check_drawn_line(position: &Position, evaluation: &Evaluation) {
    let mut positions = vec![position.clone()];
    for &played in &evaluation.line {
        assert!(positions.last().unwrap().end().is_none());
        positions.push(play(positions.last().unwrap(), played));
    }
    let last = positions.pop().unwrap();
    assert!(positions.contains(&last) || last.end().is_some(), "{evaluation:?}");
    // No earlier position repeats.
    let is_new = |(number, one)| !positions[..number].contains(one);
    assert!(positions.iter().enumerate().all(is_new));
}

/// Returns random positions of a few pieces, every third its own mirror image.
fn random_positions(seed: u64, count: usize) -> impl Iterator<Item = Position> {
    let mut random = Random(seed);
    (0..count).map(move |number| {
        if number % 3 == 2 {
            let men = 1 + random.below(2);
            return random.mirrored_position(4, men, 3);
        }
        let men = [[1, 1], [2, 1], [1, 2], [2, 2], [3, 1]][random.below(5)];
        let side = if men == [1, 1] { 5 } else { 4 };
        random.position(side, men, 6)
    })
}

#[test]
fn values_match_reference() {
    let mut random = Random(3);
    let mut compared = 0;
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    for start in random_positions(4, 120) {
        let reference = Reference::new(&start);
        let mut positions = reference.positions();
        let mut some = vec![start];
        for _ in 0..40.min(positions.len()) {
            some.push(positions.swap_remove(random.below(positions.len())));
        }
        for position in some {
            let value = reference.value(&position);
            let evaluation = evaluate(&position);
            assert_eq!(evaluation.verdict, Verdict::Settled(value), "{position:?}");
            check_line(&position, &evaluation);
            if value == Value::Draw {
                // Neither side can force a win.
                let mut along = position.clone();
                for &played in &evaluation.line {
                    along = play(&along, played);
                    assert_eq!(reference.value(&along), Value::Draw);
                }
            }
            compared += 1;
            match value {
                Value::Win(_) => wins += 1,
                Value::Loss(_) => losses += 1,
                Value::Draw => draws += 1,
            }
        }
    }
    assert!(compared > 3000, "{compared}");
    assert!(wins.min(losses).min(draws) > 200, "{wins} {losses} {draws}");
}

#[test]
fn every_move_of_a_line_has_its_value() {
    let mut random = Random(5);
    let mut blunders = 0;
    for start in random_positions(6, 60) {
        let reference = Reference::new(&start);
        let mut line = Vec::new();
        let mut played = vec![start.clone()];
        for _ in 0..30 {
            let last = played.last().unwrap();
            let moves = last.legal_moves();
            if moves.is_empty() {
                break;
            }
            line.push(Move::Slider(moves[random.below(moves.len())]));
            played.push(play(last, *line.last().unwrap()));
        }
        let nodes = evaluate_line(&start, &line);
        assert_eq!(nodes.len(), played.len());
        for (number, (node, position)) in nodes.iter().zip(&played).enumerate() {
            let before = reference.value(position);
            assert_eq!(node.verdict, Verdict::Settled(before));
            assert_eq!(node.moves.len(), position.legal_moves().len());
            for &(played, verdict) in &node.moves {
                let next = reference.value(&play(position, played));
                assert_eq!(verdict, Verdict::Settled(next.before_move()));
            }
            let Some(&next) = line.get(number) else {
                continue;
            };
            let after = reference.value(&played[number + 1]).before_move();
            let blunder = node.blunder(next);
            assert_eq!(blunder.is_some(), !after.same_result(before));
            if let Some(blunder) = blunder {
                blunders += 1;
                assert_eq!((blunder.before, blunder.after), (before, after));
                let best = play(position, blunder.keeps[0]);
                assert_eq!(reference.value(&best).before_move(), before);
            }
        }
    }
    assert!(blunders > 50, "{blunders}");
}

#[test]
fn line_values_stop_at_illegal_move() {
    let start = standard(4, Side::H, &[]);
    let pass = evaluate_line(&start, &[Move::Slider(SliderMove::Pass)]);
    assert_eq!(pass.len(), 1);
    assert_eq!(pass[0].moves.len(), 4);
}

/// Returns whether a verdict agrees with a value.
fn agrees(verdict: Verdict, value: Value) -> bool {
    let (no_win, no_loss) = match verdict {
        Verdict::Settled(settled) => return settled == value,
        Verdict::Unknown { no_win_within, no_loss_within, .. } => (no_win_within, no_loss_within),
    };
    match value {
        Value::Win(plies) => no_win < Horizon::Plies(plies),
        Value::Loss(plies) => no_loss < Horizon::Plies(plies),
        Value::Draw => true,
    }
}

/// Checks a result within limits of positions: the value is right, a line is complete best play,
/// and the named limit was reached.
fn check_within_limits(reference: &Reference, start: &Position, evaluation: &Evaluation) {
    let value = reference.value(start);
    assert!(agrees(evaluation.verdict, value), "{evaluation:?} {value}");
    if let Verdict::Unknown { limit, .. } = evaluation.verdict {
        assert_eq!(limit, Limit::Positions);
        assert!(evaluation.line.is_empty());
    }
    if evaluation.line.is_empty() {
        return;
    }
    let plies = match value {
        Value::Win(plies) | Value::Loss(plies) => plies as usize,
        Value::Draw => return check_drawn_line(start, evaluation),
    };
    assert_eq!(evaluation.line.len(), plies, "{evaluation:?}");
    let mut next = start.clone();
    let mut left = value;
    for &played in &evaluation.line {
        next = play(&next, played);
        assert_eq!(reference.value(&next).before_move(), left);
        left = reference.value(&next);
    }
    assert_eq!(left, Value::Loss(0));
}

/// Holds for any limit, even one that is reached in the middle of the line.
#[test]
fn tiny_limits_give_no_wrong_or_partial_results() {
    let mut without_line = 0;
    let mut complete = 0;
    for start in random_positions(17, 60) {
        let reference = Reference::new(&start);
        let mut limits: Vec<u64> = (0..60).collect();
        limits.extend([80, 120, 200, 400, 800, 1_600, 5_000]);
        for memory in [NO_MEMORY, 200_000, GIBIBYTE] {
            for &positions in &limits {
                let evaluation = evaluate_within(&start, memory, positions);
                check_within_limits(&reference, &start, &evaluation);
                let ends = match evaluation.verdict {
                    Verdict::Settled(Value::Win(1..) | Value::Loss(1..)) => true,
                    Verdict::Settled(_) | Verdict::Unknown { .. } => false,
                };
                without_line += usize::from(ends && evaluation.line.is_empty());
                complete += usize::from(!evaluation.line.is_empty());
            }
        }
    }
    assert!(without_line > 50 && complete > 500, "{without_line} {complete}");
}

#[test]
fn search_without_memory_proves_bounds() {
    let mut settled = 0;
    let mut unknown = 0;
    for start in random_positions(7, 150) {
        let reference = Reference::new(&start);
        for positions in [0, 1, 100, 20_000] {
            let evaluation = evaluate_within(&start, NO_MEMORY, positions);
            check_within_limits(&reference, &start, &evaluation);
            match evaluation.verdict {
                Verdict::Unknown { .. } => unknown += 1,
                Verdict::Settled(_) => settled += 1,
            }
        }
    }
    assert!(settled > 150, "{settled}");
    assert!(unknown > 150, "{unknown}");
}

#[test]
fn search_with_table_proves_the_same() {
    // Enough memory for a transposition table, but not for a retrograde analysis.
    let start = position(
        Side::V,
        &[". . . . . .", ". . H . . .", ". . . V . .", ". . . . . .", ". . . . . .", ". . . . . ."],
    );
    for memory in [NO_MEMORY, 200_000, GIBIBYTE] {
        let evaluation = evaluate_within(&start, memory, 1_000_000);
        assert_eq!(evaluation.verdict, Verdict::Settled(Value::Win(5)));
        check_line(&start, &evaluation);
    }
}

#[test]
fn too_large_board_has_both_bounds() {
    let start = standard(8, Side::H, &[]);
    let evaluation = evaluate_within(&start, GIBIBYTE, 10_000);
    let Verdict::Unknown {
        no_win_within: Horizon::Plies(win),
        no_loss_within: Horizon::Plies(loss),
        limit: Limit::Positions,
    } = evaluation.verdict
    else {
        panic!("{evaluation:?}");
    };
    // Seven pieces with eight steps each.
    assert!(win >= 2 * 56 - 2 && loss >= 2 * 56 - 1);
    assert_eq!(evaluation.positions, 10_000);
}

#[test]
fn too_large_table_is_refused_early() {
    let start = standard(4, Side::H, &[]);
    let evaluation = evaluate_within(&start, GIBIBYTE, 276_599);
    assert!(matches!(evaluation.verdict, Verdict::Unknown { limit: Limit::Positions, .. }));
    let evaluation = evaluate_within(&start, GIBIBYTE, 276_600);
    assert_eq!(evaluation.verdict, Verdict::Settled(Value::Draw));
    assert_eq!(evaluation.positions, 276_600);
}

#[test]
fn cancelled_search_reports_bounds() {
    let cancel = CancelFlag::default();
    cancel.cancel();
    let mut budget = Budget::new(GIBIBYTE, u64::MAX).with_cancel(cancel);
    let start = AnyPosition::Slider(standard(5, Side::H, &[]));
    let evaluation = carom::search::evaluate(&start, &mut budget).unwrap();
    assert!(matches!(evaluation.verdict, Verdict::Unknown { limit: Limit::Cancelled, .. }));
}

#[test]
fn standard_starts_are_drawn() {
    for to_move in Side::ALL {
        for blocks in [&[][..], &["b2"], &["c3"], &["b3"], &["c2"], &["b2", "c3"], &["b3", "c2"]] {
            let start = standard(4, to_move, blocks);
            assert_eq!(evaluate(&start).verdict, Verdict::Settled(Value::Draw));
        }
    }
}

/// Returns the verdict of the start, and the census of all layers by the numbers of H's and V's
/// pieces.
fn analyse(position: &Position) -> (Verdict, Vec<([usize; 2], Census)>) {
    let mut budget = Budget::new(GIBIBYTE, 200_000_000);
    let field = Duel::<SmallBitboard>::new(position).unwrap();
    let start = field.start();
    let table = Tablebase::new(&field, &[start], &mut budget).unwrap();
    let men = |side| 1..=position.men(side).len();
    let layers = men(Side::H).flat_map(|h| men(Side::V).map(move |v| [h, v]));
    let censuses = layers.map(|men| (men, table.census(men))).collect();
    (table.verdict(&start), censuses)
}

#[test]
fn census_of_4x4_has_longest_win_of_63_plies() {
    let (verdict, layers) = analyse(&standard(4, Side::H, &[]));
    assert_eq!(verdict, Verdict::Settled(Value::Draw));
    let longest = layers.iter().map(|(_, census)| census.longest_win);
    assert_eq!(longest.max(), Some(63));
    let census = Census { states: 320_320, wins: 154_460, losses: 95_630, longest_win: 47 };
    assert!(layers.contains(&([3, 3], census)));
}

#[test]
fn census_of_5x5_has_longest_win_of_87_plies() {
    // The board is its own mirror image, so this is the start for both sides.
    let (verdict, layers) = analyse(&standard(5, Side::V, &[]));
    assert_eq!(verdict, Verdict::Settled(Value::Draw));
    let longest = layers.iter().map(|(_, census)| census.longest_win);
    assert_eq!(longest.max(), Some(87));
    let census =
        Census { states: 151_420_500, wins: 52_377_890, losses: 31_850_750, longest_win: 85 };
    assert!(layers.contains(&([4, 4], census)));
}

#[test]
fn mirror_images_have_same_value() {
    let mut random = Random(8);
    for _ in 0..100 {
        let start = random.position(5, [2, 2], 6);
        assert_eq!(evaluate(&start).verdict, evaluate(&start.mirrored()).verdict);
    }
}

#[test]
fn side_without_pieces_has_won() {
    for (to_move, value) in [(Side::H, Value::Win(0)), (Side::V, Value::Loss(0))] {
        let start = position(to_move, &[". . . .", ". V . .", ". . . .", ". . . ."]);
        let evaluation = evaluate(&start);
        assert_eq!(evaluation.verdict, Verdict::Settled(value));
        assert_eq!(evaluation.positions, 0);
    }
}

#[test]
fn games_longer_than_255_plies_are_solved() {
    // H winds its way up and down through all columns; V is walled in and passes.
    for side in [9, 16_u8] {
        let mut board = Board::new(side.into(), side.into()).unwrap();
        let prison = Square::new(side - 1, 5);
        for direction in Direction::ALL {
            board.add_wall(prison, direction);
        }
        for square in board.squares().collect::<Vec<_>>() {
            // H moves up in the first column and leaves the second at the bottom.
            let top = square.column() % 2 == 0;
            let gate = if top { side - 2 } else { 0 };
            if square.row() != gate && square.column() + 1 < side {
                board.add_wall(square, Direction::Right);
            }
        }
        let setup = Setup {
            board,
            to_move: Side::H,
            men: vec![
                Man { side: Side::H, square: Square::new(0, 0) },
                Man { side: Side::V, square: prison },
            ],
        };
        let start = setup.position().unwrap();
        // From bottom to top and back in all columns but the last, which H may leave where it
        // enters.
        let columns = u32::from(side);
        let moves = (columns - 1) * (columns - 2) + columns;
        let evaluation = evaluate(&start);
        let value = Value::Win(2 * moves - 1);
        assert_eq!(evaluation.verdict, Verdict::Settled(value));
        check_line(&start, &evaluation);
    }
}
