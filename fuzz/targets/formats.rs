//! Reads any text in each foreign format, and writes what it finds there again.
#![no_main]

use carom::exchange::{Deck, FORMS};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let form = &FORMS[usize::from(number) % FORMS.len()];
    let Some(read) = form.read else {
        return;
    };
    let _ = (form.recognises)(text);
    let reading = read(text);
    for note in reading.faults.iter().chain(&reading.warnings) {
        assert!(text.get(note.span.range()).is_some(), "{:?}", note.span);
    }
    for draft in &reading.drafts {
        assert!(text.get(draft.span.range()).is_some(), "{:?}", draft.span);
        if form.write.is_some()
            && let Ok(written) = form.written(draft)
        {
            let again = read(&written.text);
            assert_eq!(again.drafts.len(), 1, "{}", written.text);
        }
    }
    let deck = Deck::cut(text, Some(form));
    for section in &deck.sections {
        section.read(text, &deck.head);
    }
});
