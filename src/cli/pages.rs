//! The pages of the manual that the program carries.

/// A page of the manual.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    /// Its name for `carom explain`.
    pub(super) name: &'static str,
    /// Its topic.
    pub(super) summary: &'static str,
    /// The page, as Markdown.
    pub(super) text: &'static str,
}

macro_rules! pages {
    ($($name:literal $file:literal $summary:literal)*) => {
        /// All pages, in the order of the contents.
        pub(super) const PAGES: &[Page] = &[$(Page {
            name: $name,
            summary: $summary,
            text: include_str!(concat!("../../docs/", $file)),
        }),*];
    };
}

pages! {
    "installation" "installation.md" "How to install carom and set up an editor."
    "lunar" "first/lunar.md" "A first Lunar Lockout."
    "ricochet" "first/ricochet.md" "A first Ricochet Robots."
    "slider" "first/slider.md" "A first Slider."
    "rush" "first/rush.md" "A first X-mas Rush."
    "format" "format.md" "What a file may say: keys, boards, glyphs, moves."
    "bounce" "bounce.md" "What `bounce` asks for, and what it does not."
    "commands" "commands.md" "What each command does, with its output."
    "convert" "convert.md" "Foreign formats: what `carom convert` reads and writes."
    "configuration" "configuration.md" "What a `carom.toml` may set, and which one wins."
    "json" "json.md" "What `--format json` writes."
    "protocol" "protocol.md" "What `carom lsp` says, and how a client asks."
    "ci" "ci.md" "What CI, hooks and containers need."
    "cache" "cache.md" "What is kept between runs, and where."
    "glossary" "glossary.md" "The words of this manual."
    "proofs" "proofs.md" "How answers are proved."
    "search" "search.md" "How the search works, with measurements."
    "architecture" "architecture.md" "How the code is divided."
    "adding-a-game" "adding-a-game.md" "What a new game needs."
}

#[cfg(test)]
mod tests {
    use super::PAGES;

    #[test]
    fn the_page_of_the_commands_names_every_page() {
        let commands = PAGES.iter().find(|page| page.name == "commands").unwrap();
        let (_, explain) = commands.text.split_once("## explain").unwrap();
        let (explain, _) = explain.split_once("```").unwrap();
        for page in PAGES {
            assert!(
                explain.contains(&format!("`{}`", page.name)),
                "{}",
                page.name
            );
        }
    }
}
