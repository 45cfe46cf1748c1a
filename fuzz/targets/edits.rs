//! Edits an open document, and compares it with a freshly opened document.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Change<'a> {
    start: u16,
    len: u8,
    text: &'a str,
}

fuzz_target!(|input: (&str, Vec<Change<'_>>)| {
    let (text, changes) = input;
    carom::assert_edits_equal_reopening(
        text,
        changes.iter().map(|change| (change.start, change.len, change.text)),
    );
});
