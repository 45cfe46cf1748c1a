//! `deflate FILE`: writes `FILE.deflate`, as small as zlib's format allows.

use std::env::args;
use std::fs;

fn main() {
    let file = args().nth(1).unwrap_or_else(|| panic!("usage: deflate FILE"));
    let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut packed = Vec::new();
    // The default of 15 blocks is for smaller files.
    let options = zopfli::Options { maximum_block_splits: 100, ..Default::default() };
    zopfli::compress(options, zopfli::Format::Zlib, bytes.as_slice(), &mut packed)
        .and_then(|()| fs::write(format!("{file}.deflate"), packed))
        .unwrap_or_else(|error| panic!("{file}: {error}"));
}
