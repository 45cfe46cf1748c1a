//! Puzzles as objects: those of the format `json`, whose schema is `docs/schemas/puzzle.json`.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Invalid, NamedPosition, Problem};
use crate::exchange::{Import, PuzzleRecord, format};
use crate::text::{LineIndex, Span};

/// Returns the puzzles of a file as a JSON array of objects, with their claims and comments.
///
/// ```
/// let text = "puzzle lunar \"One\"\n  moves: 1\n  board:\n    @ . + A\n";
/// let json = carom::to_json(text)?;
/// assert_eq!(carom::from_json(&json)?, text);
/// # Ok::<(), carom::Invalid>(())
/// ```
///
/// # Errors
///
/// The problems of malformed puzzles.
pub fn to_json(text: &str) -> Result<String, Invalid> {
    let objects = converted(text, "carom", "json")?;
    Ok(format!("[\n{}]\n", objects.join(",\n")))
}

/// Returns the puzzles of a JSON text as a file: of an object, an array, or an object a line.
///
/// # Errors
///
/// The problems of the text. Each message begins with the JSON pointer of its value.
pub fn from_json(text: &str) -> Result<String, Invalid> {
    Ok(converted(text, "json", "carom")?.join("\n"))
}

/// Converts each puzzle of a text.
fn converted(text: &str, from: &str, to: &str) -> Result<Vec<String>, Invalid> {
    let read = format(from).and_then(|from| from.read);
    let Import { records, faults, .. } = read.map_or_else(Import::default, |read| read(text));
    let index = LineIndex::new(text);
    let problem = |span, message| Problem::new((text, &index), span, "syntax", message);
    let (mut texts, mut problems) = (
        Vec::new(),
        faults.into_iter().map(|fault| problem(fault.span, fault.message)).collect::<Vec<_>>(),
    );
    let write = format(to).and_then(|to| to.write);
    for record in &records {
        match write.map(|write| write(record)) {
            Some(Ok(text)) => texts.push(text),
            Some(Err(refusal)) => problems.push(problem(record.head, refusal.to_string())),
            None => {}
        }
    }
    match problems.is_empty() {
        true => Ok(texts),
        false => Err(Invalid { problems }),
    }
}

impl Serialize for NamedPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = PuzzleRecord {
            name: self.name.clone(),
            ..PuzzleRecord::new(Span::empty(0), self.position.clone())
        };
        let write = format("json").and_then(|json| json.write);
        let text = write
            .map_or_else(|| Ok(String::new()), |write| write(&record))
            .map_err(S::Error::custom)?;
        let object: Value = serde_json::from_str(&text).map_err(S::Error::custom)?;
        object.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for NamedPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Value::deserialize(deserializer)?;
        let text = from_json(&object.to_string()).map_err(D::Error::custom)?;
        super::read_one(&text).map_err(D::Error::custom)
    }
}
