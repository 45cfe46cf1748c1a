//! What the JSON of a share carries of each report so that any other report
//! can be made of it, without the files.

use serde::{Deserialize, Serialize};

use crate::analysis::{FileText, RelatedPlace, Reported, Safety};
use crate::text::{LineIndex, Span};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Carried {
    /// The advice, if there is some for this report.
    pub(super) help: Option<String>,
    /// Of each related place, whether it is in the same puzzle.
    pub(super) here: Vec<bool>,
    /// Of each fix, who has to be asked.
    pub(super) safety: Vec<Asked>,
    /// The lines that it is about.
    pub(super) lines: Vec<CarriedLine>,
}

/// [`Safety`] in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Asked {
    Certain,
    Claim,
    Choice,
}

/// A line of a file with what ends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CarriedLine {
    /// From 1.
    line: u32,
    /// Where it starts.
    byte: u32,
    text: String,
}

impl Carried {
    pub(super) fn of(file: FileText<'_>, reported: &Reported) -> Self {
        let diagnostic = &reported.diagnostic;
        let related = diagnostic.related.iter();
        let here = related.clone().filter_map(|related| match related.place {
            RelatedPlace::Here(span) => Some(span),
            RelatedPlace::Elsewhere(_) => None,
        });
        let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
        let spans = here.chain(edits.map(|edit| edit.span));
        // A report shows what is between its places, too.
        let cover = spans.fold(diagnostic.span, Span::cover);
        Self {
            help: diagnostic.help.clone(),
            here: related
                .map(|related| matches!(related.place, RelatedPlace::Here(_)))
                .collect(),
            safety: diagnostic
                .fixes
                .iter()
                .map(|fix| Asked::of(fix.safety))
                .collect(),
            lines: lines(file, cover),
        }
    }
}

/// The lines that hold `span`.
fn lines(file: FileText<'_>, span: Span) -> Vec<CarriedLine> {
    let index = file.index;
    let numbers = index.line(span.start)..=index.line(span.end);
    let lines = numbers.filter_map(|number| {
        let start = index.line_start(number)?;
        let end = index.line_start(number + 1);
        let end = end.map_or(file.text.len(), |end| end as usize);
        Some(CarriedLine {
            line: number + 1,
            byte: start,
            text: file.text.get(start as usize..end)?.to_owned(),
        })
    });
    lines.collect()
}

impl Asked {
    const fn of(safety: Safety) -> Self {
        match safety {
            Safety::Certain => Self::Certain,
            Safety::Claim => Self::Claim,
            Safety::Choice => Self::Choice,
        }
    }

    pub(super) const fn safety(self) -> Safety {
        match self {
            Self::Certain => Safety::Certain,
            Self::Claim => Safety::Claim,
            Self::Choice => Safety::Choice,
        }
    }
}

/// A file of which these lines are known: they stand at their places, and
/// blanks and empty lines between them. None where the lines contradict each
/// other.
pub(super) fn known_text<'a>(lines: impl Iterator<Item = &'a CarriedLine>) -> Option<String> {
    let mut lines: Vec<&CarriedLine> = lines.collect();
    lines.sort_by_key(|line| line.byte);
    lines.dedup();
    let mut text = String::new();
    let mut number = 1;
    for line in lines {
        let gap = (line.byte as usize).checked_sub(text.len())?;
        let ends = line.line.checked_sub(number)? as usize;
        let blanks = gap.checked_sub(ends)?;
        if blanks > 0 && ends == 0 {
            return None;
        }
        text.extend(std::iter::repeat_n(' ', blanks));
        // A line feed would make one line end of a carriage return before it.
        let is_lone = blanks == 0 && text.ends_with('\r');
        let end = if is_lone { '\r' } else { '\n' };
        text.extend(std::iter::repeat_n(end, ends));
        text.push_str(&line.text);
        number = line.line + u32::from(line.text.ends_with(['\n', '\r']));
    }
    // What was damaged by hand may hold more lines than it says.
    let index = LineIndex::new(&text);
    let last = u32::try_from(text.len()).ok()?;
    (index.line(last) + 1 == number).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn known_lines_stand_where_they_stood() {
        check("\u{feff}one\r\n\ntwo two\rthree\n\n\n  four\n");
        check("one\r\r\rtwo\rthree\r\rfour\r");
    }

    /// Checks every choice of the eight lines of `text`.
    fn check(text: &str) {
        let (name, index) = (Arc::from("a"), LineIndex::new(text));
        let file = FileText {
            name: &name,
            text,
            index: &index,
        };
        let end = u32::try_from(text.len()).unwrap();
        for known in 0_u32..256 {
            let kept = (0..8).filter(|line| known >> line & 1 == 1);
            let kept = kept.flat_map(|line| {
                let start = index.line_start(line).unwrap();
                lines(file, Span::empty(start))
            });
            let kept: Vec<CarriedLine> = kept.collect();
            let again = known_text(kept.iter()).unwrap();
            let there = LineIndex::new(&again);
            for line in &kept {
                let start = line.byte as usize;
                assert_eq!(&again[start..start + line.text.len()], line.text);
                assert_eq!(there.line_start(line.line - 1), Some(line.byte));
            }
        }
        assert_eq!(
            known_text(lines(file, Span::new(0, end)).iter()).unwrap(),
            text
        );
    }
}
