//! Names of generated puzzles.

/// The first and second words.
const FIRST: [&str; 48] = [
    "Amber", "Ancient", "Autumn", "Blind", "Broken", "Calm", "Clever", "Cold", "Copper", "Crooked",
    "Distant", "Double", "Early", "Empty", "Far", "Final", "Folded", "Frozen", "Gentle", "Golden",
    "Hidden", "Hollow", "Idle", "Inner", "Ivory", "Late", "Little", "Long", "Lost", "Lunar",
    "Narrow", "Northern", "Open", "Outer", "Pale", "Patient", "Quiet", "Restless", "Second",
    "Secret", "Silver", "Sleeping", "Slow", "Southern", "Steep", "Thin", "Turning", "Winter",
];

/// The last words.
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

/// Returns the name of the puzzle with this number: one of a hundred thousand, so that puzzles of
/// several runs rarely share a name. Further rounds give other names.
pub(super) fn name(number: u128, round: usize) -> String {
    let word = |words: &[&'static str; 48], number: u128| {
        words[usize::try_from(number % 48).expect("less than 48")]
    };
    // The second word is another one than the first.
    let (first, noun) = (number % 48, number / 48);
    let second = first + 1 + number / (48 * 48) % 47;
    let name = format!("{} {} {}", word(&FIRST, first), word(&FIRST, second), word(&SECOND, noun));
    match round {
        1 => name,
        _ => format!("{name} {round}"),
    }
}
