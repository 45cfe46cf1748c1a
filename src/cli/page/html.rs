//! The page as one HTML file. Its scripts and style are those of `editors/web/page`, and its rules
//! those of `packaging/wasm/page`; `npm run page` in `editors/web` builds both into `assets`.
//!
//! All parts but a small loader are compressed, and in base64, so that no text of a puzzle can end
//! an element. The content security policy names the hash of each script and style.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::puzzle::PagePuzzle;

const LOADER: &str = include_str!("assets/loader.js");
const STYLE: &str = include_str!("assets/page.css");

/// A script, and the WebAssembly that it loads, compressed by `deflate`.
struct Program {
    script: &'static str,
    core: &'static [u8],
}

const RULES: Program = Program {
    script: include_str!("assets/rules.js"),
    core: include_bytes!("assets/rules.wasm.deflate"),
};

const SOLVER: Program = Program {
    script: include_str!("assets/solver.js"),
    core: include_bytes!("assets/solver.wasm.deflate"),
};

/// The start of each page.
const START: &str = "<!DOCTYPE html>\n<html lang=\"en\" class=\"carom-page\">\n";

/// Whether carom wrote a page.
pub(super) fn is_page(bytes: &[u8]) -> bool {
    bytes.starts_with(START.as_bytes())
}

/// A page, which is written as HTML.
pub(super) struct Page {
    title: String,
    program: Program,
    /// The compressed parts, in base64.
    style: String,
    script: String,
    data: String,
}

/// What the script reads.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    puzzles: &'a [PagePuzzle],
}

impl Page {
    /// Creates a page with puzzles, and with the solver.
    ///
    /// # Errors
    ///
    /// Only a failure to compress, which cannot happen in memory.
    pub(super) fn new(
        title: Option<String>,
        mut puzzles: Vec<PagePuzzle>,
        has_solver: bool,
    ) -> io::Result<Self> {
        number_fragments(&mut puzzles);
        let title = title.unwrap_or_else(|| "Sliding-robot puzzles".to_owned());
        let data = serde_json::to_vec(&Data {
            title: &title,
            puzzles: &puzzles,
        })?;
        let program = if has_solver { SOLVER } else { RULES };
        Ok(Self {
            style: packed(STYLE.as_bytes())?,
            script: packed(program.script.as_bytes())?,
            data: packed(&data)?,
            title,
            program,
        })
    }
}

/// Compresses a part of the page.
fn packed(part: &[u8]) -> io::Result<String> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(part)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// Makes the fragments different: the second `skewb` is `skewb-2`.
fn number_fragments(puzzles: &mut [PagePuzzle]) {
    let mut taken = HashSet::new();
    for puzzle in puzzles {
        let plain = puzzle.fragment.clone();
        let mut number = 2;
        while !taken.insert(puzzle.fragment.clone()) {
            puzzle.fragment = format!("{plain}-{number}");
            number += 1;
        }
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            title,
            program,
            style,
            script,
            data,
        } = self;
        let (title, version) = (Escaped(title), env!("CARGO_PKG_VERSION"));
        let [style_hash, loader_hash, script_hash] = [STYLE, LOADER, program.script].map(hash);
        let core = STANDARD.encode(program.core);
        write!(
            f,
            "{START}<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"generator\" content=\"carom {version}\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
script-src '{loader_hash}' '{script_hash}' 'wasm-unsafe-eval'; style-src '{style_hash}'; \
worker-src blob:; base-uri 'none'; form-action 'none'\">
<title>{title}</title>
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<script type=\"text/plain\" id=\"carom-style\">{style}</script>
<script type=\"text/plain\" id=\"carom-script\">{script}</script>
<script type=\"text/plain\" id=\"carom-core\">{core}</script>
<script type=\"text/plain\" id=\"carom-data\">{data}</script>
<script>{LOADER}</script>
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
            c => write!(f, "{c}"),
        })
    }
}
