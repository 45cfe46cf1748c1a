//! Globs of a configuration.

use std::borrow::Cow;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use globset::GlobBuilder;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::syntax;
use serde::{Serialize, Serializer};
use toml::Spanned;

use super::ConfigError;

/// Globs as in a `.gitignore` in the folder of the configuration. A glob without a slash matches at
/// any depth. A trailing slash matches a folder with all its files. A leading `!` excludes files
/// that an earlier glob matched.
#[derive(Clone, Debug)]
pub struct Globs {
    patterns: Arc<[String]>,
    folder: PathBuf,
    globs: Arc<[Glob]>,
}

impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        (&self.patterns, &self.folder) == (&other.patterns, &other.folder)
    }
}

impl Eq for Globs {}

impl Serialize for Globs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.patterns.serialize(serializer)
    }
}

impl Globs {
    /// Parses globs that are relative to `folder`.
    pub(super) fn new(folder: &Path, patterns: &[Spanned<String>]) -> Result<Self, ConfigError> {
        let globs = patterns.iter().map(|pattern| {
            let glob = pattern.get_ref();
            let invalid = |reason: String| ConfigError {
                span: Some(pattern.span()),
                ..ConfigError::new(format!("invalid glob `{glob}`: {reason}"))
            };
            if glob.trim().is_empty() {
                return Err(invalid("it is empty".to_owned()));
            }
            Glob::parse(glob).map_err(invalid)
        });
        Ok(Self {
            globs: globs.collect::<Result<_, _>>()?,
            patterns: patterns.iter().map(|one| one.get_ref().clone()).collect(),
            folder: folder.to_owned(),
        })
    }

    /// Whether the globs match the file at the absolute path `path`.
    pub fn is_match(&self, path: &Path) -> bool {
        let Ok(inner) = path.strip_prefix(&self.folder) else {
            return false;
        };
        let inner = inner.as_os_str().as_encoded_bytes();
        let inner = match MAIN_SEPARATOR {
            '\\' => Cow::from(
                inner
                    .iter()
                    .map(|&byte| if byte == b'\\' { b'/' } else { byte })
                    .collect::<Vec<_>>(),
            ),
            _ => Cow::from(inner),
        };
        // The last matching glob decides.
        let mut globs = self.globs.iter().rev();
        let last = globs.find(|glob| glob.is_match(&inner));
        last.is_some_and(|glob| !glob.is_negated)
    }

    /// Returns the folder that the globs are relative to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the globs as they are written.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }
}

/// Paths need not be UTF-8.
fn syntax_of_paths() -> syntax::Config {
    syntax::Config::new().utf8(false).dot_matches_new_line(true)
}

/// One glob. It is compiled only when a path begins like it: a branch of a stranger may have
/// thousands of globs, most of which match nothing.
#[derive(Debug)]
struct Glob {
    is_negated: bool,
    /// The literal text with which every matching path begins.
    start: String,
    regex: String,
    automaton: OnceLock<Option<PikeVM>>,
}

impl Glob {
    /// Parses a glob like git and the crate `ignore`. It also matches the files in a folder that it
    /// matches.
    fn parse(glob: &str) -> Result<Self, String> {
        let trimmed = glob.trim_end_matches(' ');
        let backslashes = trimmed.len() - trimmed.trim_end_matches('\\').len();
        // An escaped space stays.
        let escaped = glob.get(..trimmed.len() + backslashes % 2);
        let line = escaped.unwrap_or(trimmed);
        let (is_negated, line) = match line.strip_prefix('!') {
            Some(line) => (true, line),
            None => (false, line),
        };
        let (is_anchored, line) = match line.strip_prefix('/') {
            Some(line) => (true, line),
            None => (false, line),
        };
        let (is_of_folders, line) = match line.strip_suffix('/') {
            Some(line) => (true, line.strip_suffix('\\').unwrap_or(line)),
            None => (false, line),
        };
        // A mark without a glob matches nothing.
        let is_anchored = is_anchored || line.is_empty() || line.contains('/') || line == "**";
        let mut whole = if is_anchored { line.to_owned() } else { format!("**/{line}") };
        if whole.ends_with("/**") {
            whole.push_str("/*");
        }
        let parsed = GlobBuilder::new(&whole)
            .literal_separator(true)
            .backslash_escape(true)
            .allow_unclosed_class(true)
            .build()
            .map_err(|error| error.kind().to_string())?;
        let special = whole.find(['*', '?', '[', '{', '}', '\\']);
        let regex = parsed.regex();
        let inner = if is_of_folders { "/.*$" } else { "(?:/.*)?$" };
        let regex = regex.strip_suffix('$').unwrap_or(regex).to_owned() + inner;
        // Nothing else can fail later, when the glob is compiled.
        if whole.contains('{') && syntax::parse_with(&regex, &syntax_of_paths()).is_err() {
            return Err("its braces are nested too deeply".to_owned());
        }
        Ok(Self {
            is_negated,
            start: whole.get(..special.unwrap_or(whole.len())).unwrap_or_default().to_owned(),
            regex,
            automaton: OnceLock::new(),
        })
    }

    /// Whether the glob matches a path relative to its folder, or a folder above it.
    fn is_match(&self, path: &[u8]) -> bool {
        if !path.starts_with(self.start.as_bytes()) {
            return false;
        }
        let automaton = self
            .automaton
            .get_or_init(|| {
                let nfa = thompson::Config::new().utf8(false).which_captures(WhichCaptures::None);
                let built =
                    PikeVM::builder().syntax(syntax_of_paths()).thompson(nfa).build(&self.regex);
                built.ok()
            })
            .as_ref();
        automaton.is_some_and(|automaton| automaton.is_match(&mut automaton.create_cache(), path))
    }
}

#[cfg(test)]
mod tests {
    use ignore::Match;
    use ignore::gitignore::GitignoreBuilder;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn globs_match_like_gitignore() {
        let is_match = |globs: &[&str], path: &str| {
            let globs = globs.iter().map(|&glob| Spanned::new(0..0, glob.to_owned()));
            let globs = Globs::new(Path::new("/a/b"), &globs.collect::<Vec<_>>());
            globs.unwrap().is_match(Path::new(path))
        };
        assert!(is_match(&["puzzles/hard/**"], "/a/b/puzzles/hard/c/d.carom"));
        assert!(!is_match(&["puzzles/hard/**"], "/a/b/c/puzzles/hard/d.carom"));
        assert!(!is_match(&["puzzles/hard/**"], "/a/puzzles/hard/d.carom"));
        assert!(is_match(&["hard/"], "/a/b/c/hard/d.carom"));
        assert!(!is_match(&["hard/"], "/a/b/hard"));
        assert!(is_match(&["*.draft.carom"], "/a/b/c/x.draft.carom"));
        assert!(!is_match(&["*.carom", "!d.carom"], "/a/b/d.carom"));
        for globs in [&["!d.carom", "c/"][..], &["!c/", "*.carom"], &["!d.carom", "c/*"]] {
            assert!(is_match(globs, "/a/b/c/d.carom"), "{globs:?}: no glob before `!` matches");
        }
        for globs in [&["c/", "!d.carom"][..], &["*.carom", "!c/"], &["c/**", "!c/"]] {
            assert!(!is_match(globs, "/a/b/c/d.carom"), "{globs:?}: excluded");
        }
        assert!(is_match(&["c/", "!d.carom", "d*"], "/a/b/c/d.carom"));
        assert!(is_match(&["#1.carom"], "/a/b/#1.carom"));
        assert!(is_match(&["a\\  "], "/a/b/a "));
        assert!(is_match(&["a  "], "/a/b/a"));
        assert!(!is_match(&["!"], "/a/b/a") && !is_match(&["/"], "/a/b/a"));
        assert!(!is_match(&[], "/a/b/d.carom"));
    }

    #[test]
    fn every_accepted_glob_compiles() {
        for depth in [1, 10, 100, 300, 3_000] {
            let glob = format!("{}a{}", "{".repeat(depth), "}".repeat(depth));
            let spanned = [Spanned::new(0..0, glob)];
            if let Ok(globs) = Globs::new(Path::new("/p"), &spanned) {
                assert!(depth < 300 && globs.is_match(Path::new("/p/b/a")), "{depth}");
            } else {
                assert!(depth > 10, "{depth}");
            }
        }
    }

    #[test]
    fn globs_of_other_folders_are_not_compiled() {
        let globs = (0..1_000).map(|number| Spanned::new(0..0, format!("d{number}/*.carom")));
        let globs = Globs::new(Path::new("/p"), &globs.collect::<Vec<_>>()).unwrap();
        assert!(!globs.is_match(Path::new("/p/a/b/c.carom")));
        assert!(globs.is_match(Path::new("/p/d7/c.carom")));
        let compiled = globs.globs.iter().filter(|glob| glob.automaton.get().is_some());
        assert_eq!(compiled.count(), 1);
    }

    /// Matches like [`Globs`] with the compiler of `ignore`, which knows no files in folders.
    fn is_match_by_ignore(globs: &[String], path: &Path) -> Option<bool> {
        let mut builder = GitignoreBuilder::new("");
        for (index, glob) in globs.iter().enumerate() {
            let escape = if glob.starts_with('#') { "\\" } else { "" };
            let from = Some(PathBuf::from(format!("{index:08}")));
            builder.add_line(from, &format!("{escape}{glob}")).ok()?;
        }
        let matcher = builder.build().unwrap();
        let levels = path.ancestors().enumerate().filter(|(_, path)| *path != Path::new(""));
        let matches = levels.filter_map(|(level, path)| match matcher.matched(path, level > 0) {
            Match::None => None,
            Match::Ignore(glob) => Some((glob.from(), true)),
            Match::Whitelist(glob) => Some((glob.from(), false)),
        });
        Some(matches.max().is_some_and(|(_, is_included)| is_included))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn globs_match_like_the_walker(
            globs in vec("!?/?(a|b|é|[*]|[*][*]|[?]|/|/[*][*]/|\\[[!^]?[ab/-]{0,3}\\]|\\[|\\{a,b[*]?\\}|\\{|\\\\[a*?]| b|[.]){1,5}/?", 1..4),
            path in "[abé]{1,2}[.]?[ ab]?(/[abé]{1,2}[.]?b?){0,3}",
        ) {
            let spanned: Vec<_> = globs.iter().map(|glob| Spanned::new(0..0, glob.clone())).collect();
            prop_assume!(globs.iter().all(|glob| !glob.trim().is_empty()));
            let found = Globs::new(Path::new("/p"), &spanned).ok();
            let is_match = found.map(|globs| globs.is_match(&Path::new("/p").join(&path)));
            prop_assert_eq!(is_match, is_match_by_ignore(&globs, Path::new(&path)));
        }
    }
}
