//! JSON about a puzzle whose lines count from its first one, so that it stays as
//! it is when lines come or go above.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// Stands before the four bytes of a line's number. JSON escapes it elsewhere.
const MARK: u8 = 0;

/// Values as JSON, parted by commas.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct Fragment(Box<[u8]>);

impl Fragment {
    /// The values, in which whatever is called a line counts from the first line
    /// of the puzzle.
    pub(in crate::lsp) fn of<T: Serialize>(values: impl IntoIterator<Item = T>) -> Self {
        let mut json = Vec::new();
        for value in values {
            let before = json.len();
            if before > 0 {
                json.push(b',');
            }
            let mut serializer = Serializer::with_formatter(&mut json, Marking::default());
            if let Err(error) = value.serialize(&mut serializer) {
                tracing::error!("no JSON: {error}");
                json.truncate(before);
            }
        }
        Self(json.into())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::lsp) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Adds the values to an array that was begun, for a puzzle that starts on
    /// this line.
    pub(in crate::lsp) fn write(&self, first_line: u32, array: &mut Vec<u8>) {
        if self.is_empty() {
            return;
        }
        part(array);
        let mut rest = &*self.0;
        while let Some(at) = memchr::memchr(MARK, rest) {
            let (before, marked) = rest.split_at(at);
            array.extend_from_slice(before);
            let number = marked.get(1..).and_then(<[u8]>::split_first_chunk);
            let Some((number, after)) = number else {
                return;
            };
            let line = u32::from_le_bytes(*number).saturating_add(first_line);
            write_value(&line, array);
            rest = after;
        }
        array.extend_from_slice(rest);
    }
}

/// Adds a comma where one is due in an array that was begun.
pub(in crate::lsp) fn part(array: &mut Vec<u8>) {
    if array.last() != Some(&b'[') {
        array.push(b',');
    }
}

/// Adds a value.
pub(in crate::lsp) fn write_value(value: &impl Serialize, json: &mut Vec<u8>) {
    if let Err(error) = serde_json::to_writer(json, value) {
        tracing::error!("no JSON: {error}");
    }
}

/// Writes a mark and the bytes of the number where JSON would have a line.
#[derive(Default)]
struct Marking {
    is_key: bool,
    is_line: bool,
}

impl Marking {
    fn number<W: ?Sized + Write>(&self, writer: &mut W, number: u64) -> Result<()> {
        match u32::try_from(number) {
            Ok(line) if self.is_line => {
                writer.write_all(&[MARK])?;
                writer.write_all(&line.to_le_bytes())
            }
            _ => CompactFormatter.write_u64(writer, number),
        }
    }
}

impl Formatter for Marking {
    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.is_key = true;
        CompactFormatter.begin_object_key(writer, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.is_key = false;
        Ok(())
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        text: &str,
    ) -> Result<()> {
        if self.is_key {
            self.is_line = matches!(text, "line" | "startLine" | "endLine");
        }
        CompactFormatter.write_string_fragment(writer, text)
    }

    fn write_u32<W: ?Sized + Write>(&mut self, writer: &mut W, number: u32) -> Result<()> {
        self.number(writer, number.into())
    }

    fn write_u64<W: ?Sized + Write>(&mut self, writer: &mut W, number: u64) -> Result<()> {
        self.number(writer, number)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn lines_are_shifted_and_nothing_else() {
        let values = |line: u32| {
            let place = json!({"line": line + 2, "character": 7});
            let name = "a \"line\": 0 \u{0} \u{1}";
            let range = json!({"start": place, "end": place});
            [
                json!({"name": name, "range": range, "arguments": ["line", 3, place]}),
                json!({"startLine": line, "endLine": line + 256, "kind": 4}),
            ]
        };
        for first in [0, 1, 9, 70_000] {
            let mut array = b"[".to_vec();
            Fragment::of(values(0)).write(first, &mut array);
            Fragment::default().write(first, &mut array);
            Fragment::of([1]).write(first, &mut array);
            array.push(b']');
            let found: Value = serde_json::from_slice(&array).unwrap();
            let [one, other] = values(first);
            assert_eq!(found, json!([one, other, 1]));
        }
    }
}
