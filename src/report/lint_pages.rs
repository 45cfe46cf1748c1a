//! The pages of the lints.

use crate::analysis::Lint;

macro_rules! pages {
    ($($variant:ident $code:literal $level:ident $summary:literal)*) => {
        /// Returns the page of a lint: one screen of Markdown.
        pub const fn lint_page(lint: Lint) -> &'static str {
            match lint {
                $(Lint::$variant => include_str!(concat!("../../docs/lints/", $code, ".md"))),*
            }
        }
    };
}

carom_library::lint_table!(pages);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lint_has_a_page_of_one_screen() {
        for &lint in Lint::ALL {
            let page = lint_page(lint);
            assert!(page.starts_with(&format!("# {lint}\n")), "{lint}");
            // Two examples, the mistake in the first, and advice.
            assert!(page.lines().count() <= 50, "{lint} is longer than a screen");
            assert!(page.lines().all(|line| line.chars().count() <= 80), "{lint}");
        }
    }
}
