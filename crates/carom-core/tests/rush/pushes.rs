//! Pushes, with drawings of the board before and after.

use crate::rush::drawing::{draw, normal, position};
use carom::games::GameRules;

struct Case {
    what: &'static str,
    before: &'static str,
    opponent: &'static str,
    turn: &'static str,
    after: &'static str,
}

const CASES: &[Case] = &[
    Case {
        what: "a row to the right: tiles, item and player ride along",
        before: "╔═╗  hand ╬
                 ║·╣  player a2
                 ╚╩╝  KEY b2",
        opponent: "",
        turn: "2>",
        after: "╔═╗  hand ╣
                ╬║·  player b2
                ╚╩╝  KEY c2",
    },
    Case {
        what: "a row to the left: the hand tile enters on the right",
        before: "╔═╗  hand ╬
                 ║·╣  player c2
                 ╚╩╝  KEY b3",
        opponent: "",
        turn: "2<",
        after: "╔═╗  hand ║
                ·╣╬  player b2
                ╚╩╝  KEY b3",
    },
    Case {
        what: "a column up",
        before: "╔═╗  hand ╬
                 ║·╣  player b1
                 ╚╩╝  KEY b2",
        opponent: "",
        turn: "b^",
        after: "╔·╗  hand ═
                ║╩╣  player b2
                ╚╬╝  KEY b3",
    },
    Case {
        what: "a column down",
        before: "╔═╗  hand ╬
                 ║·╣  player c3
                 ╚╩╝  KEY b2",
        opponent: "",
        turn: "cv",
        after: "╔═╬  hand ╝
                ║·╗  player c2
                ╚╩╣  KEY b2",
    },
    Case {
        what: "a player that falls off comes in on the tile that entered",
        before: "╔═╗  hand ╬
                 ║·╣  player c3
                 ╚╩╝  KEY a1",
        opponent: "",
        turn: "3>",
        after: "╬╔═  hand ╗
                ║·╣  player a3
                ╚╩╝  KEY a1",
    },
    Case {
        what: "and collects the item on it",
        before: "╔═╗  hand ╬
                 ║·╣  player c3
                 ╚╩╝  KEY hand",
        opponent: "",
        turn: "3>",
        after: "╬╔═  hand ╗
                ║·╣  player a3
                ╚╩╝",
    },
    Case {
        what: "an item falls into the hand as another enters from it",
        before: "╔═╗  hand ╬
                 ║·╣  player b2  KEY hand
                 ╚╩╝  BOOK c3  CANE c1",
        opponent: "",
        turn: "cv",
        after: "╔═╬  hand ╝
                ║·╗  player b2  KEY c3
                ╚╩╣  BOOK c2  CANE hand",
    },
    Case {
        what: "a walk collects as it goes, and stops where it stops",
        before: "╔╗·  hand ═
                 ·╚╗  player a3  KEY b3
                 ···  BOOK c3  CANE b2",
        opponent: "",
        turn: "1>:>v",
        after: "╔╗·  hand ·
                ·╚╗  player b2
                ═··  BOOK c3",
    },
    Case {
        what: "my row before their column, though theirs is named first",
        before: "╔═╗  hand ╬
                 ║·╣  player a2  theirs ╦
                 ╚╩╝  KEY c2",
        opponent: "cv",
        turn: "2>",
        after: "╔═╦  hand ╣
                ╬║╗  player b2  theirs ╝
                ╚╩·  KEY hand",
    },
    Case {
        what: "their row before my column",
        before: "╔═╗  hand ╬
                 ║·╣  player a2  theirs ╦
                 ╚╩╝  KEY b2",
        opponent: "2>",
        turn: "cv",
        after: "╔═╬  hand ╝
                ╦║╗  player b2  theirs ╣
                ╚╩·  KEY c1",
    },
    Case {
        what: "two rows",
        before: "╔═╗  hand ╬
                 ║·╣  player c2  theirs ╦
                 ╚╩╝  KEY opponent  BOOK hand",
        opponent: "3<",
        turn: "2>",
        after: "═╗╦  hand ╣
                ╬║·  player a2  theirs ╔
                ╚╩╝  KEY c3",
    },
    Case {
        what: "two columns",
        before: "╔═╗  hand ╬
                 ║·╣  player b3  theirs ╦
                 ╚╩╝  KEY b1",
        opponent: "b^",
        turn: "a^",
        after: "║·╗  hand ╔
                ╚╩╣  player b1  theirs ═
                ╬╦╝  KEY b2",
    },
    Case {
        what: "the same line in the same direction: nothing moves",
        before: "╔═╗  hand ╬
                 ║·╣  player c2  theirs ╦
                 ╚╩╝  KEY hand  BOOK opponent",
        opponent: "2>",
        turn: "2>",
        after: "╔═╗  hand ╬
                ║·╣  player c2  theirs ╦
                ╚╩╝  KEY hand  BOOK opponent",
    },
    Case {
        what: "the same line in opposite directions: nothing moves",
        before: "╔═╗  hand ╬
                 ║·╣  player c2  theirs ╦
                 ╚╩╝  KEY c3",
        opponent: "c^",
        turn: "cv",
        after: "╔═╗  hand ╬
                ║·╣  player c2  theirs ╦
                ╚╩╝  KEY c3",
    },
    Case {
        what: "their push throws the player off, onto the tile from their hand",
        before: "╔═╗  hand ╬
                 ║·╣  player c1  theirs ╦
                 ╚╩╝  KEY opponent  BOOK a3",
        opponent: "1>",
        turn: "3<",
        after: "═╗╬  hand ╔
                ║·╣  player a1  theirs ╝
                ╦╚╩  BOOK hand",
    },
    Case {
        what: "an item is collected before the column push takes both away",
        before: "╔═╗  hand ╬
                 ║·╣  player a3  theirs ╦
                 ╚╩╝  KEY hand",
        opponent: "c^",
        turn: "3<",
        after: "═╗╣  hand ╔
                ║·╝  player c1  theirs ╬
                ╚╩╦",
    },
    Case {
        what: "an item from their hand is collected before my column push",
        before: "╔═╗  hand ╬
                 ║·╣  player c3  theirs ╦
                 ╚╩╝  KEY opponent  BOOK hand",
        opponent: "3>",
        turn: "av",
        after: "╬╔═  hand ╚
                ╦·╣  player a2  theirs ╗
                ║╩╝  BOOK a3",
    },
    Case {
        what: "one item after the row push, another after the column push",
        before: "╔═╗  hand ╬
                 ║·╣  player c3  theirs ╦
                 ╚╩╝  KEY hand  BOOK opponent",
        opponent: "a^",
        turn: "3>",
        after: "║╔═  hand ╗
                ╚·╣  player a1  theirs ╬
                ╦╩╝",
    },
    Case {
        what: "a board of one square",
        before: "║  hand ╬  player a1  KEY hand",
        opponent: "",
        turn: "av",
        after: "╬  hand ║  player a1",
    },
    Case {
        what: "one square, two pushes, and an item from each",
        before: "║  hand ╬  player a1  KEY hand  BOOK opponent  theirs ·",
        opponent: "1>",
        turn: "av",
        after: "╬  hand ·  player a1  theirs ║",
    },
];

#[test]
fn pushes_match_drawings() {
    for case in CASES {
        let before = position(case.before, case.opponent);
        let after = before.play(case.turn.parse().unwrap()).unwrap();
        assert_eq!(draw(&after), normal(case.after), "{}", case.what);
        assert_eq!(after.turns(), 1, "{}", case.what);
        assert!(after.opponent().is_empty(), "{}", case.what);
    }
}
