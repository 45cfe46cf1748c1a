//! Names of generated puzzles.

/// The first words.
const FIRST: [&str; 48] = [
    "Amber", "Ancient", "Autumn", "Blind", "Broken", "Calm", "Clever", "Cold", "Copper", "Crooked",
    "Distant", "Double", "Early", "Empty", "Far", "Final", "Folded", "Frozen", "Gentle", "Golden",
    "Hidden", "Hollow", "Idle", "Inner", "Ivory", "Late", "Little", "Long", "Lost", "Lunar",
    "Narrow", "Northern", "Open", "Outer", "Pale", "Patient", "Quiet", "Restless", "Second",
    "Secret", "Silver", "Sleeping", "Slow", "Southern", "Steep", "Thin", "Turning", "Winter",
];

/// The second words.
const SECOND: [&str; 48] = [
    "Anchor",
    "Arch",
    "Avenue",
    "Bay",
    "Bridge",
    "Canal",
    "Castle",
    "Circle",
    "Corner",
    "Crossing",
    "Dance",
    "Detour",
    "Door",
    "Echo",
    "Exchange",
    "Ferry",
    "Fountain",
    "Garden",
    "Gate",
    "Harbour",
    "Hinge",
    "Island",
    "Key",
    "Ladder",
    "Lantern",
    "Lighthouse",
    "Loop",
    "Maze",
    "Mirror",
    "Needle",
    "Orbit",
    "Passage",
    "Path",
    "Pendulum",
    "Pivot",
    "Quay",
    "Relay",
    "Ring",
    "River",
    "Shortcut",
    "Signal",
    "Spiral",
    "Spring",
    "Staircase",
    "Station",
    "Tower",
    "Valley",
    "Window",
];

/// Returns the name with this number, which is one of many.
pub(super) fn name(number: u128) -> String {
    let word = |words: &[&'static str; 48], number: u128| {
        let index = usize::try_from(number % 48).unwrap_or_default();
        words.get(index).copied().unwrap_or_default()
    };
    let rounds = number / (48 * 48);
    let name = format!("{} {}", word(&FIRST, number), word(&SECOND, number / 48));
    match rounds {
        0 => name,
        _ => format!("{name} {}", rounds + 1),
    }
}
