//! Setup errors, illegal turns, and the end of a puzzle.

use carom::board::{Direction, Square};
use carom::games::rush::{Illegal, Setup, Turn};
use carom::games::{FaultKind, GameRules, Item, ItemPlace, Part};

use crate::rush::drawing::{draw, normal, position, setup};

const CORRIDOR: &str = "
    ╔═╗  hand ·
    ║·║  player a2
    ╚═·  KEY b1";

#[test]
fn illegal_turn_names_its_step() {
    let start = position(CORRIDOR, "");
    for (turn, reason) in [
        ("4>", "there is no row 4 on this board"),
        ("dv", "there is no column d on this board"),
        ("1>:<", "step 1 of the walk cannot go left from a2: the border is there"),
        (
            "bv:>",
            "step 1 of the walk cannot go right from a2: \
             the tile ║ under the player is closed on that side",
        ),
        (
            "1>:^>>vv",
            "step 5 of the walk cannot go down from c2: \
             the tile ═ on c1 is closed towards the player",
        ),
    ] {
        let turn: Turn = turn.parse().unwrap();
        assert_eq!(start.play(turn).unwrap_err().to_string(), reason);
    }
    assert_eq!(start.step(Direction::Up), Err(Illegal::StepBeforePush));
}

#[test]
fn walk_has_at_most_twenty_steps() {
    let start = position("══  hand ═  player a1  KEY hand", "");
    let turn: Turn = "av:><><><><><><><><><><".parse().unwrap();
    let walked = start.play(turn).unwrap();
    assert_eq!((walked.steps(), walked.player()), (20, Square::new(0, 0)));
    assert_eq!(walked.step(Direction::Right), Err(Illegal::TooManySteps));
    let pushed = walked.push(turn.push).unwrap();
    assert!(pushed.step(Direction::Right).is_ok());
}

#[test]
fn reachable_squares_match_walks() {
    let start = position(CORRIDOR, "");
    let names = |position: &carom::games::rush::Position| {
        let squares = position.reachable();
        let names: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
        names.join(" ")
    };
    assert_eq!(names(&start), "a1 b1 a2 c2 a3 b3 c3");
    let corridor = "═".repeat(16);
    let long = position(&format!("{corridor}  hand ═  player a1  KEY p1"), "");
    assert_eq!(long.reachable().len(), 16);
}

#[test]
fn only_quest_items_are_collected() {
    let mut setup = setup("╔╗  hand ·\n╚╝  player a2  KEY a2  BOOK b1", "");
    setup.quests = Some(vec!["BOOK".to_string()]);
    let pushed = setup.position().unwrap().push("av".parse().unwrap());
    assert_eq!(draw(&pushed.unwrap()), normal("·╗  hand ╚\n╔╝  player a1  KEY a1  BOOK b1"));
}

#[test]
fn item_under_player_is_collected_at_once() {
    let start = position("╔╗  hand ·\n╚╝  player a2  KEY a2", "");
    assert!(start.is_solved());
    // Without an item on it, the player starts on the top left square.
    assert!(position("╔╗  hand ·\n╚╝  KEY a2", "").is_solved());
}

#[test]
fn every_setup_error_is_reported() {
    let mut wrong = setup("╔╗\n╚╝  player c2  KEY c1  KEY a1  BOOK opponent", "3> av e^");
    let quests = ["KEY", "CANE", "KEY"].map(str::to_string);
    wrong.quests = Some(quests.to_vec());
    assert_eq!(
        faults(&wrong),
        [
            (FaultKind::NoHand, None),
            (FaultKind::OffBoard, Some(Part::Player)),
            (FaultKind::OffBoard, Some(Part::Item(0))),
            (FaultKind::NoOpponentHand, Some(Part::Push(0))),
            (FaultKind::Push, Some(Part::Push(0))),
            (FaultKind::Push, Some(Part::Push(2))),
            (FaultKind::SameName, Some(Part::Item(1))),
            (FaultKind::SameName, Some(Part::Quest(2))),
            (FaultKind::NoItem, Some(Part::Quest(1))),
        ]
    );
}

fn faults(wrong: &Setup) -> Vec<(FaultKind, Option<Part>)> {
    let faults = wrong.position().unwrap_err().into_iter();
    faults.map(|fault| (fault.kind, fault.part)).collect()
}

#[test]
fn opponent_items_need_an_opponent() {
    let wrong = setup("╔╗  hand ╬\n╚╝  BOOK opponent", "");
    assert_eq!(faults(&wrong), [(FaultKind::NoItem, Some(Part::Item(0)))]);
    assert!(setup("╔╗  hand ╬\n╚╝  BOOK opponent theirs ╬", "").position().is_ok());
}

#[test]
fn number_of_items_is_limited() {
    let mut none = setup("╔╗  hand ╬\n╚╝", "");
    assert_eq!(faults(&none), [(FaultKind::NoQuest, None)]);
    none.items = (0..25)
        .map(|number| Item {
            name: format!("ITEM{number}").into(),
            place: ItemPlace::Board(Square::new(0, 0)),
        })
        .collect();
    assert_eq!(faults(&none), [(FaultKind::TooManyItems, Some(Part::Item(24)))]);
    none.items.pop();
    assert!(none.position().is_ok());
    none.quests = Some(Vec::new());
    assert_eq!(faults(&none), [(FaultKind::NoQuest, None)]);
}
