//! The guide of a puzzle explains what is on its board and in its rules, and nothing else.

use std::collections::BTreeSet;

use crate::cases::cases;
use crate::setups;

use carom::games::lunar::Rule;
use carom::games::{Piece, Position};
use proptest::prelude::*;

/// Returns words of the guide, and whether the puzzle has what they explain.
fn special(position: &Position) -> Vec<(&'static str, bool)> {
    let (board, scene) = (position.board(), position.scene());
    let mut diagonals = scene.diagonals.iter();
    let mut special = vec![
        ("wall", board.has_walls()),
        ("block", !board.blocks().is_empty()),
        ("A diagonal turns", diagonals.clone().any(|diagonal| diagonal.robot.is_none())),
        ("A diagonal with a colour", diagonals.any(|diagonal| diagonal.robot.is_some())),
        ("the target *", scene.targets.iter().any(|(_, glyph)| *glyph == '*')),
        ("without a letter", position.pieces().iter().any(|piece| piece.name == Piece::NAMELESS)),
        ("count as one move", position.grouping().is_grouped()),
    ];
    let owners = |position: &carom::games::ricochet::Position| {
        let targets = position.targets().iter().map(|target| (target.robot, target.square));
        let targets: BTreeSet<_> = targets.collect();
        let owners: BTreeSet<_> = targets.iter().map(|(robot, _)| *robot).collect();
        (owners.len(), targets.len())
    };
    special.extend(match position {
        Position::Lunar(position) => vec![("Humans stay", position.rule() == Rule::Stay)],
        Position::Ricochet(position) => vec![
            ("must turn at least once", position.rules().bounce),
            ("straight back", position.rules().no_rebound),
            ("one is enough", owners(position).0 < owners(position).1),
            ("at the same time", owners(position).0 > 1),
        ],
        Position::Rush(position) => vec![("opponent", !position.opponent().is_empty())],
        _ => vec![],
    });
    special
}

fn check(position: &Position) -> Result<(), TestCaseError> {
    let (general, guide) = (position.game().guide().join(" "), position.guide().join(" "));
    prop_assert!(guide.starts_with(&general));
    for (words, is_there) in special(position) {
        let is_explained = guide.contains(words);
        prop_assert_eq!(is_explained, is_there || general.contains(words), "{}: {}", words, guide);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(128)))]

    #[test]
    fn guides_explain_what_is_there(positions in setups::positions()) {
        for position in &positions {
            check(position)?;
        }
    }
}
