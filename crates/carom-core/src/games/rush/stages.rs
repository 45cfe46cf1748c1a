//! The stages of a turn: the push, then the walk step by step.

use super::{Illegal, Position, Turn};
use crate::board::Square;
use crate::games::{GameRules, Motion, Moving, Push, Stage};

/// Returns the stages of a turn: its push, and each of its steps.
///
/// # Errors
///
/// [`Illegal`] if the push or one of the steps is against the rules.
pub(super) fn stages(start: &Position, turn: Turn) -> Result<Vec<Stage>, Illegal> {
    let theirs = start.opponent().first().copied();
    let between = start.between_pushes(turn.push)?;
    let mut position = start.push(turn.push)?;
    let mut stages = vec![Stage {
        label: turn.push.to_string(),
        description: pushed(start, turn.push, theirs, between.as_ref(), &position),
        motions: [(turn.push, true)]
            .into_iter()
            .chain(theirs.map(|push| (push, false)))
            .map(|(push, is_own)| {
                let squares = |from: &Square| start.board().beyond(*from, push.direction());
                let way = std::iter::successors(Some(push.entry(start.board())), squares);
                Motion::new(Moving::Line { push, is_own }, way.collect())
            })
            .collect(),
        position: position.clone().into(),
    }];
    for direction in turn.walk.iter() {
        let next = position.step(direction)?;
        let (from, to) = (position.player(), next.player());
        stages.push(Stage {
            label: direction.symbol().to_string(),
            description: format!(
                "the player steps {direction} from {from} to {to}{}",
                collected(&position, &next)
                    .map(|collects| format!(" and {collects}"))
                    .unwrap_or_default()
            ),
            motions: vec![Motion::new(Moving::Player, vec![from, to])],
            position: next.clone().into(),
        });
        position = next;
    }
    Ok(stages)
}

fn pushed(
    before: &Position,
    own: Push,
    theirs: Option<Push>,
    between: Option<&Position>,
    after: &Position,
) -> String {
    let mut text = format!("{} is pushed {}", line(own), own.direction());
    match theirs {
        Some(theirs) if theirs.same_line(own) => {
            return format!("{text}; the opponent pushes it, too, so it stays where it is");
        }
        Some(theirs) => {
            text.push_str(&format!(
                ", and by the opponent {} {}",
                line(theirs),
                theirs.direction()
            ));
        }
        None => {}
    }
    text.push_str(&format!("; the hand tile is now {}", after.hand()));
    // The square between the pushes matters only if something is collected there.
    let rides =
        [Some(before), between.filter(|between| collected(before, between).is_some()), Some(after)];
    let rides: Vec<&Position> = rides.into_iter().flatten().collect();
    let fates = rides.windows(2).filter_map(|ends| rode(ends[0], ends[1]));
    let fates: Vec<String> = fates.collect();
    if !fates.is_empty() {
        text.push_str(&format!("; the player {}", fates.join(", then ")));
    }
    text
}

/// Describes the effect of a push on the player, as the end of a sentence.
fn rode(before: &Position, after: &Position) -> Option<String> {
    let to = after.player();
    let rides = (before.player() != to).then(|| format!("rides to {to}"));
    let collects = collected(before, after);
    let parts: Vec<String> = rides.into_iter().chain(collects).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

fn line(push: Push) -> String {
    let name = push.to_string();
    let name = name.trim_end_matches(push.direction().symbol());
    let kind = if push.is_row() { "row" } else { "column" };
    format!("{kind} {name}")
}

/// Describes what was collected in between, as the end of a sentence.
fn collected(before: &Position, after: &Position) -> Option<String> {
    let pairs = before.items().iter().zip(after.items());
    let new = pairs.filter(|(before, after)| after.is_collected && !before.is_collected);
    let names: Vec<&str> = new.map(|(_, state)| &*state.item.name).collect();
    (!names.is_empty()).then(|| format!("collects {}", names.join(", ")))
}
