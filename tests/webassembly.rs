//! The committed WebAssembly of pages is built from these sources, and knows every game.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use carom::games::Game;
use crc32fast::Hasher;
use flate2::read::ZlibDecoder;

/// The folders and files of the sources, as in `editors/web/page/sources.ts`.
const SOURCES: [&str; 9] = [
    "crates/carom-core/Cargo.toml",
    "crates/carom-core/src",
    "crates/carom-library/Cargo.toml",
    "crates/carom-library/src",
    "packaging/wasm/Cargo.lock",
    "packaging/wasm/Cargo.toml",
    "packaging/wasm/page/Cargo.toml",
    "packaging/wasm/page/src",
    "src/lib.rs",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn assets() -> PathBuf {
    root().join("src/cli/page/assets")
}

/// Adds the files of a folder, or a file, with `/` in their paths.
fn add(path: &str, files: &mut Vec<String>) {
    match fs::read_dir(root().join(path)) {
        Ok(entries) => {
            for entry in entries {
                let name = entry.unwrap().file_name().into_string().unwrap();
                add(&format!("{path}/{name}"), files);
            }
        }
        Err(_) => files.push(path.to_owned()),
    }
}

/// Returns the hash of the paths and contents, whatever their line endings.
fn hash_of_sources() -> String {
    let mut files = Vec::new();
    SOURCES.iter().for_each(|path| add(path, &mut files));
    files.sort_unstable();
    let mut hasher = Hasher::new();
    for path in files {
        let content = fs::read(root().join(&path)).unwrap();
        hasher.update(path.as_bytes());
        hasher.update(&[0]);
        for (at, &byte) in content.iter().enumerate() {
            if byte != b'\r' || content.get(at + 1) != Some(&b'\n') {
                hasher.update(&[byte]);
            }
        }
        hasher.update(&[0]);
    }
    format!("{:08x}", hasher.finalize())
}

#[test]
fn webassembly_is_built_from_these_sources() {
    let built = fs::read_to_string(assets().join("sources.crc32")).unwrap();
    assert_eq!(
        built.trim(),
        hash_of_sources(),
        "the WebAssembly of pages is old: `npm run page` in `editors/web` builds it"
    );
}

#[test]
fn webassembly_knows_every_game() {
    for name in ["rules.wasm.deflate", "solver.wasm.deflate"] {
        let packed = fs::read(assets().join(name)).unwrap();
        let mut program = Vec::new();
        ZlibDecoder::new(&packed[..]).read_to_end(&mut program).unwrap();
        for game in Game::ALL {
            let text = game.move_syntax().as_bytes();
            let is_there = program.windows(text.len()).any(|part| part == text);
            assert!(is_there, "{name} does not know {}", game.title());
        }
    }
}
