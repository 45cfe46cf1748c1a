//! Reads any text in each foreign format, and writes what it finds there again.
#![no_main]

use carom::exchange::{SourceFile, FORMATS};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let format = &FORMATS[usize::from(number) % FORMATS.len()];
    let Some(read) = format.read else {
        return;
    };
    let _ = (format.recognises)(text);
    let reading = read(text);
    for note in reading.faults.iter().chain(&reading.warnings) {
        assert!(text.get(note.span.range()).is_some(), "{:?}", note.span);
    }
    for draft in &reading.drafts {
        assert!(text.get(draft.span.range()).is_some(), "{:?}", draft.span);
        if format.write.is_some()
            && let Ok(written) = format.written(draft)
        {
            let again = read(&written.text);
            assert_eq!(again.drafts.len(), 1, "{}", written.text);
        }
    }
    let deck = SourceFile::split(text, Some(format));
    for section in &deck.sections {
        section.read(text, &deck.head);
    }
});
