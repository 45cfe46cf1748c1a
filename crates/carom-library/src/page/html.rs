//! The page as one HTML file.
//!
//! All parts but a small loader are compressed, and in base64 or base 85, so that no text of a
//! puzzle can end an element. The content security policy names the hash of each script and style.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::puzzle::PagePuzzle;
use crate::text::DistinctNames;

/// The program of a page, as `npm run page` in `editors/web` builds it.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// The script, which loads the core.
    pub script: &'a str,
    /// The rules, or also the solver, in WebAssembly, compressed by `deflate`.
    pub core: &'a [u8],
    /// The style sheet.
    pub style: &'a str,
    /// The script that unpacks the other parts. It is the only one that is not compressed.
    pub loader: &'a str,
}

/// The start of each page.
const START: &str = "<!DOCTYPE html>\n<html lang=\"en\" class=\"carom-page\">\n";

/// The number of puzzles whose pictures are in the page, so that they are on the screen before the
/// program is compiled.
const MOST_PICTURES: usize = 8;

/// The picture in the tab of the browser: a robot on its target.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3.5' fill='%230b5cb5'/%3E%3Ccircle cx='8' \
cy='8' r='5' fill='%23f07a35' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

/// Whether carom wrote a page.
pub fn is_page(bytes: &[u8]) -> bool {
    bytes.starts_with(START.as_bytes())
}

/// A page, which is written as HTML.
#[derive(Debug)]
pub struct Page<'a> {
    title: String,
    description: String,
    /// The address of a picture for previews of links.
    image: Option<String>,
    program: Program<'a>,
    /// The compressed program, in base 85.
    style: String,
    script: String,
    /// The compressed data, in base64.
    data: String,
}

/// What the script reads.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    /// The day of the first puzzle, if there is a puzzle of the day.
    daily: Option<&'a str>,
    puzzles: &'a [PagePuzzle],
}

impl<'a> Page<'a> {
    /// Creates a page with puzzles. `image` is the address of a picture for previews of links, and
    /// `daily` the day of the first puzzle, as `2026-12-31`, if there is a puzzle of the day.
    ///
    /// # Errors
    ///
    /// Only a failure to compress, which cannot happen in memory.
    pub fn new(
        title: Option<String>,
        image: Option<String>,
        daily: Option<&str>,
        mut puzzles: Vec<PagePuzzle>,
        program: Program<'a>,
    ) -> io::Result<Self> {
        name_fragments(&mut puzzles);
        for puzzle in puzzles.iter_mut().skip(MOST_PICTURES) {
            puzzle.svg = None;
        }
        let title = title.unwrap_or_else(|| "Sliding-robot puzzles".to_owned());
        let data = serde_json::to_vec(&Data { title: &title, daily, puzzles: &puzzles })?;
        Ok(Self {
            style: base85(&deflated(program.style.as_bytes())?),
            script: base85(&deflated(program.script.as_bytes())?),
            data: STANDARD.encode(deflated(&data)?),
            description: description(&puzzles),
            image,
            title,
            program,
        })
    }
}

/// Compresses a part of the page.
fn deflated(part: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(part)?;
    encoder.finish()
}

/// Describes a page in a sentence: "12 puzzles to play in the browser: Lunar Lockout."
fn description(puzzles: &[PagePuzzle]) -> String {
    let games: BTreeSet<_> = puzzles.iter().map(|puzzle| puzzle.game_title).collect();
    let games = games.into_iter().collect::<Vec<_>>().join(", ");
    match puzzles.len() {
        1 => format!("A puzzle to play in the browser: {games}."),
        number => format!("{number} puzzles to play in the browser: {games}."),
    }
}

/// Returns bytes in base 85, with digits that HTML never interprets: 6 % shorter than base64.
fn base85(bytes: &[u8]) -> String {
    let digits: Vec<char> = ('!'..='~').filter(|digit| !"\"&'<>\\`-/".contains(*digit)).collect();
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for chunk in bytes.chunks(4) {
        let mut padded = [0; 4];
        for (byte, given) in padded.iter_mut().zip(chunk) {
            *byte = *given;
        }
        let mut rest = u32::from_be_bytes(padded);
        let mut group = [0; 5];
        for digit in group.iter_mut().rev() {
            *digit = (rest % 85) as usize;
            rest /= 85;
        }
        // A last chunk of fewer bytes needs one digit more than it has bytes.
        text.extend(group.iter().take(chunk.len() + 1).filter_map(|digit| digits.get(*digit)));
    }
    text
}

/// Makes the fragments different: the second `skewb` is `skewb-2`.
fn name_fragments(puzzles: &mut [PagePuzzle]) {
    number(puzzles.iter_mut().map(|puzzle| &mut puzzle.fragment));
    number(puzzles.iter_mut().filter_map(|puzzle| puzzle.was.as_mut()));
    for puzzle in puzzles {
        puzzle.was.take_if(|was| *was == puzzle.fragment);
    }
}

fn number<'a>(fragments: impl Iterator<Item = &'a mut String>) {
    // The address of the puzzle of the day.
    let mut names = DistinctNames::default();
    names.reserve("today");
    for fragment in fragments {
        *fragment = names.name(fragment.clone(), |number| format!("{fragment}-{number}"));
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, description, image, program, style, script, data } = self;
        let (title, version) = (Escaped(title), env!("CARGO_PKG_VERSION"));
        let loader = program.loader;
        let [style_hash, loader_hash, script_hash] =
            [program.style, loader, program.script].map(hash);
        let image = image.as_ref().map_or_else(String::new, |address| {
            let address = Escaped(address);
            format!(
                "<meta property=\"og:image\" content=\"{address}\">\n\
                 <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
            )
        });
        let core = base85(program.core);
        write!(
            f,
            "{START}<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"generator\" content=\"carom {version}\">
<meta name=\"description\" content=\"{description}\">
<meta property=\"og:type\" content=\"website\">
<meta property=\"og:title\" content=\"{title}\">
<meta property=\"og:description\" content=\"{description}\">
{image}<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
script-src '{loader_hash}' '{script_hash}' 'wasm-unsafe-eval'; img-src data:; style-src '{style_hash}'; \
worker-src blob:; base-uri 'none'; form-action 'none'\">
<title>{title}</title>
<link rel=\"icon\" href=\"{ICON}\">
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<script type=\"text/plain\" id=\"carom-style\">{style}</script>
<script type=\"text/plain\" id=\"carom-script\">{script}</script>
<script type=\"text/plain\" id=\"carom-core\">{core}</script>
<script type=\"text/plain\" id=\"carom-data\">{data}</script>
<script>{loader}</script>
</body>
</html>
"
        )
    }
}

/// Returns the source of an inline element for a content security policy.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// A text as HTML.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            c => write!(f, "{c}"),
        })
    }
}
