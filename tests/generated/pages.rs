//! The pages of the manual, and the blocks on them.

use std::fs;
use std::path::{Path, PathBuf};

/// A fenced block of a page.
pub(crate) struct Block<'a> {
    pub(crate) language: &'a str,
    options: &'a str,
    pub(crate) body: &'a str,
}

impl<'a> Block<'a> {
    /// Returns the value of an option, such as `file` in ` ```carom,file=first.carom `.
    fn option(&self, key: &str) -> Option<&'a str> {
        let mut options = self.options.split(',');
        options.find_map(|option| option.strip_prefix(key)?.strip_prefix('='))
    }

    /// The name of the file for the later blocks of the page.
    pub(crate) fn file(&self) -> Option<&'a str> {
        self.option("file")
    }

    /// The name of the picture that shows the block.
    pub(crate) fn picture(&self) -> Option<&'a str> {
        self.option("picture")
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the pages of the manual, and the README.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Returns the name of a page for messages.
pub(crate) fn name(page: &Path) -> String {
    page.strip_prefix(root()).unwrap().display().to_string()
}

pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("\n```") {
        let (info, after) = after.split_once('\n').unwrap();
        let body = after.split_inclusive('\n');
        let length = body.take_while(|line| line.trim_end() != "```").map(str::len).sum();
        let (body, after) = after.split_at(length);
        let (language, options) = info.split_once(',').unwrap_or((info, ""));
        blocks.push(Block { language, options, body });
        rest = after.strip_prefix("```").unwrap_or(after);
    }
    blocks
}

/// Returns the targets of the links and pictures of a page.
pub(crate) fn links(text: &str) -> impl Iterator<Item = &str> {
    let links = text.split("](").skip(1);
    links.filter_map(|rest| rest.split(')').next())
}

/// Returns whether to write generated files instead of checking them.
pub(crate) fn is_update() -> bool {
    std::env::var_os("UPDATE_GENERATED").is_some()
}

/// Checks a generated file, or updates it.
pub(crate) fn check_or_update(path: &Path, now: impl AsRef<[u8]>) {
    let now = now.as_ref();
    let is_current = || fs::read(path).is_ok_and(|old| old == now);
    if is_update() && !is_current() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, now).unwrap();
    }
    assert!(
        is_current(),
        "{} is out of date: run UPDATE_GENERATED=1 cargo test --test all generated",
        name(path)
    );
}
