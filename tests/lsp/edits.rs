//! Applies the server's edits to texts.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::lsp::client::{Client, PATIENCE, range};
use crate::lsp::texts::URI;

/// Returns the byte offset of a position in UTF-16.
fn offset(text: &str, place: &Value) -> usize {
    let line = place["line"].as_u64().unwrap() as usize;
    let mut left = place["character"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut offset = start;
    for character in text[start..].chars() {
        if left == 0 {
            break;
        }
        left -= character.len_utf16();
        offset += character.len_utf8();
    }
    offset
}

/// Returns the text after the edits of one document.
pub fn applied(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let new = edit["newText"].as_str().unwrap();
            (offset(text, &range["start"]), offset(text, &range["end"]), new)
        })
        .collect();
    edits.sort_unstable();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

/// Returns the code actions at a position.
pub fn actions(client: &mut Client, line: u32, column: u32) -> Vec<Value> {
    let params = json!({
        "textDocument": {"uri": URI},
        "range": range(line, column, column),
        "context": {"diagnostics": []},
    });
    let actions = client.request("textDocument/codeAction", params);
    actions.as_array().unwrap().clone()
}

/// Applies the action with this title. Waits for it, because actions follow an answer with a delay.
pub fn act(client: &mut Client, text: &str, line: u32, column: u32, title: &str) -> String {
    let end = Instant::now() + PATIENCE;
    loop {
        let actions = actions(client, line, column);
        if let Some(action) = actions.iter().find(|action| action["title"] == title) {
            return applied(text, &action["edit"]["changes"][URI]);
        }
        assert!(Instant::now() < end, "{title} is not offered in {actions:#?}");
        sleep(Duration::from_millis(10));
    }
}
