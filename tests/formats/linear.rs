//! Reading takes time in proportion to the text, whatever it repeats.
//!
//! The hostile texts repeat the parts of samples, alone and where they stand in the sample. Each is
//! read in two sizes, of which the larger is eight times the smaller: linear work takes eight times
//! as long, quadratic work 64 times.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use carom::config::Layer;
use carom::exchange::{FORMATS, Format, SourceFile, recognise};
use rustix::time::{ClockId, clock_gettime};

use super::mutations::samples;
use crate::cases::is_thorough;

/// The factor that fails.
const MAX_FACTOR: f64 = 20.0;

/// A text that repeats a part, without a line end.
struct Hostile {
    head: String,
    part: String,
    tail: &'static str,
}

impl Hostile {
    /// Returns the text with this many bytes of repetitions.
    fn of_size(&self, size: usize) -> String {
        self.head.clone() + &self.part.repeat(size / self.part.len()) + self.tail
    }
}

/// Returns the characters, words, lines and punctuated parts of a text.
fn parts(sample: &str) -> BTreeSet<&str> {
    let characters = sample.split_inclusive(|_| true);
    let words = sample.split_whitespace();
    let lines = sample.split_inclusive('\n');
    let punctuated = sample.split_inclusive(|c: char| c.is_ascii_punctuation());
    let all = characters.chain(words).chain(lines).chain(punctuated);
    all.filter(|part| !part.is_empty()).collect()
}

/// Returns hostile texts of a format, some of them or all.
fn hostile_texts(format: &Format) -> Vec<Hostile> {
    let mut texts = Vec::new();
    for sample in samples(format) {
        for part in parts(&sample) {
            let end = sample.find(part).unwrap() + part.len();
            for head in ["", &sample[..end]] {
                for between in ["", "\n"] {
                    let (head, part) = (head.to_owned(), format!("{part}{between}"));
                    texts.push(Hostile { head, part, tail: "" });
                }
            }
        }
    }
    texts.extend(members(format));
    // A step without a common divisor with 4 varies the heads.
    let step = if is_thorough() { 1 } else { (texts.len() / 40) | 1 };
    texts.into_iter().step_by(step).collect()
}

/// Returns objects with a long list in each member of the formats in JSON.
fn members(format: &Format) -> Vec<Hostile> {
    let schema = include_str!("../../docs/schemas/puzzle.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    let names: Vec<&str> = match format.name {
        "json" => schema["properties"].as_object().unwrap().keys().map(String::as_str).collect(),
        "jsonl" => vec!["text", "id", "x"],
        _ => Vec::new(),
    };
    let values =
        ["1", "\"a1\"", "{}", "{\"square\":\"a1\",\"name\":\"R\",\"side\":\"up\"}", "[0,1]"];
    let mut texts = Vec::new();
    for name in names {
        let head = format!("{{\"game\":\"ricochet\",\"size\":[9,9],\"{name}\":");
        for value in values {
            let (head, part) = (format!("{head}[{value}"), format!(",{value}"));
            texts.push(Hostile { head, part, tail: "]}" });
        }
        for part in ["a", "\\n", "puzzle\\n", "puzzle lunar\\n", "\\u00e4", "zz: 1\\n"] {
            let (head, part) = (format!("{head}\""), part.to_owned());
            texts.push(Hostile { head, part, tail: "\"}" });
        }
        for part in [format!("\"{name}\":"), "[".to_owned(), "{\"a\":\n".to_owned()] {
            texts.push(Hostile { head: head.clone(), part, tail: "" });
        }
    }
    texts
}

/// Returns the processor time of this thread.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// Reads a text as every command does.
fn read(format: &Format, text: &str) {
    recognise(text);
    let file = SourceFile::split(text, Some(format));
    for section in &file.sections {
        section.read(text, &file.head);
    }
}

/// Returns by which factor it takes longer to read a text of eight times the size, the least times
/// of three.
fn factor(read: impl Fn(&str), hostile: &Hostile, size: usize) -> f64 {
    let texts = [hostile.of_size(size), hostile.of_size(8 * size)];
    let mut least = [Duration::MAX; 2];
    let mut factor = f64::INFINITY;
    for _ in 0..3 {
        for (least, text) in least.iter_mut().zip(&texts) {
            let start = processor_time();
            read(text);
            *least = (processor_time() - start).min(*least);
        }
        factor = least[1].as_secs_f64() / least[0].as_secs_f64();
        // More runs would not make it fail.
        if factor < MAX_FACTOR / 2.0 {
            break;
        }
    }
    factor
}

#[test]
fn readers_take_linear_time() {
    let readers = FORMATS.iter().filter(|format| format.read.is_some());
    let slow = readers.flat_map(|format| {
        let slow = hostile_texts(format).into_iter().filter_map(move |hostile| {
            let factor = factor(|text| read(format, text), &hostile, 2 << 10);
            (factor > MAX_FACTOR).then_some((format.name, hostile.part, hostile.head, factor))
        });
        slow.collect::<Vec<_>>()
    });
    assert_eq!(slow.collect::<Vec<_>>(), []);
}

#[test]
fn settings_take_linear_time() {
    let heads =
        ["", "x = ", "x = \"", "[lints]\n", "exclude = [", "exclude = [\"", "[[overrides]]\n"];
    let parts = [
        "a",
        "a.",
        "a = 1\n",
        "[a]\n",
        "[[a]]\n",
        "[a.a]\n",
        "[",
        "{",
        "{x=",
        "\"",
        "'",
        "#",
        "\n",
        "\r",
        " ",
        "=",
        "\\",
        "\\u",
        "1_",
        "\"a\",",
        "\"**/a\",",
        "\"{a,\",",
        "*",
        "{a,",
        "[a-",
        "exclude = [",
        "[[overrides]]\n",
        "[[overrides]]\npaths = [\"a\"]\n",
        "[[source]]\n",
        "é",
    ];
    let mut slow = Vec::new();
    for head in heads {
        for part in parts {
            for tail in ["", "\"]\n"] {
                let hostile = Hostile { head: head.to_owned(), part: part.to_owned(), tail };
                let read = |text: &str| {
                    let layer = Layer::parse(Path::new("/p"), text);
                    let _ = layer.map_err(|error| error.to_string());
                };
                // Just below the largest size of such a file.
                let factor = factor(read, &hostile, 7 << 10);
                if factor > MAX_FACTOR {
                    slow.push((head, part, tail, factor));
                }
            }
        }
    }
    assert_eq!(slow, []);
}
