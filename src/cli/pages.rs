//! The pages of the manual in the program.

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
    "introduction" "introduction.md" "What carom does, and where to start."
    "installation" "installation.md" "How to install carom."
    "lunar" "first/lunar.md" "A first Lunar Lockout."
    "ricochet" "first/ricochet.md" "A first Ricochet Robots."
    "slider" "first/slider.md" "A first Slider."
    "rush" "first/rush.md" "A first X-mas Rush."
    "tilt" "first/tilt.md" "A first Tilt."
    "commands" "commands.md" "What each command does, with its output."
    "editors" "editors.md" "How to use carom in an editor."
    "making-puzzles" "making-puzzles.md" "How to generate, minimise, rate and find puzzles."
    "pages" "pages.md" "How to play puzzles in a browser."
    "ci" "ci.md" "How to check puzzles in CI, in hooks and in containers."
    "configuration" "configuration.md" "The settings of `carom.toml`."
    "convert" "convert.md" "The foreign formats that carom reads and writes."
    "cache" "cache.md" "Which answers are kept between runs, and where."
    "troubleshooting" "troubleshooting.md" "Common problems and their solutions."
    "format" "format.md" "The file format: keys, boards, glyphs, moves."
    "bounce" "bounce.md" "The rule `bounce` of Ricochet Robots."
    "json" "json.md" "The output of `--format json`."
    "library" "library.md" "The Rust library."
    "python" "python.md" "The Python module."
    "javascript" "javascript.md" "The npm package for browsers and Node."
    "protocol" "protocol.md" "The language server, for authors of clients."
    "proofs" "proofs.md" "How answers are proved."
    "glossary" "glossary.md" "The terms of this manual."
    "changelog" "../CHANGELOG.md" "What changed in each version."
    "architecture" "architecture.md" "How the code is divided."
    "search" "search.md" "How the search works."
    "experiments" "experiments.md" "What was tried in the searches, with measurements."
    "adding-a-game" "adding-a-game.md" "What a new game needs."
}

#[cfg(test)]
mod tests {
    use super::PAGES;

    #[test]
    fn table_lists_every_page_of_the_manual() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
        for folder in [docs.to_owned(), format!("{docs}/first")] {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                // Without a name, `explain` lists the lints.
                let is_page = path.extension().is_some_and(|extension| extension == "md")
                    && !matches!(name, "SUMMARY" | "lints");
                let is_known = PAGES.iter().any(|page| page.name == name);
                assert!(is_known || !is_page, "{name}");
            }
        }
    }

    #[test]
    fn commands_page_names_every_page() {
        let commands = PAGES.iter().find(|page| page.name == "commands").unwrap();
        let (_, explain) = commands.text.split_once("## explain").unwrap();
        let (explain, _) = explain.split_once("```").unwrap();
        for page in PAGES {
            assert!(explain.contains(&format!("`{}`", page.name)), "{}", page.name);
        }
    }
}
