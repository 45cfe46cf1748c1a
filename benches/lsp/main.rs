//! Measures how long an author waits in a file of 10,000 puzzles, and while a puzzle is being
//! solved. The benchmark talks to the server over pipes like an editor. The server is the one built
//! with this benchmark, or `CAROM`. `cargo bench --bench lsp -- looking` runs one part.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    clippy::disallowed_methods
)]

#[path = "../../tests/lsp/client.rs"]
#[allow(unreachable_pub, clippy::expect_used, clippy::panic)]
mod client;
mod deck;
mod editor;
mod measure;
#[path = "../../tests/lsp/texts.rs"]
#[allow(unreachable_pub)]
mod texts;
mod typing;

fn main() {
    let parts: [(&str, fn()); 6] = [
        ("looking", editor::looking),
        ("findings", editor::findings),
        ("typing", typing::typing),
        ("telling", typing::telling),
        ("asking", typing::asking),
        ("stopping", typing::stopping),
    ];
    let selected: Vec<String> = std::env::args().skip(1).collect();
    let is_named = |name: &str| selected.iter().any(|selected| selected == name);
    let is_any = parts.iter().any(|(name, _)| is_named(name));
    for (name, part) in parts {
        if is_named(name) || !is_any {
            part();
        }
    }
}
