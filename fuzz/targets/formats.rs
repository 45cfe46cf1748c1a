//! Reads any text in each foreign format, and writes the result again.
#![no_main]

use carom::exchange::{FORMATS, SourceFile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let format = &FORMATS[usize::from(number) % FORMATS.len()];
    let Some(read) = format.read else {
        return;
    };
    let _ = (format.recognises)(text);
    let import = read(text);
    for note in import.faults.iter().chain(&import.warnings) {
        assert!(text.get(note.span.range()).is_some(), "{:?}", note.span);
    }
    for record in &import.records {
        assert!(text.get(record.span.range()).is_some(), "{:?}", record.span);
        if format.write.is_some()
            && let Ok(export) = format.export(record)
        {
            let again = read(&export.text);
            assert_eq!(again.records.len(), 1, "{}", export.text);
        }
    }
    let file = SourceFile::split(text, Some(format));
    for puzzle in &file.sections {
        puzzle.read(text, &file.head);
    }
});
