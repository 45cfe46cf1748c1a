//! Writes the manual pages of the command line into a folder:
//! `cargo run --example man -- FOLDER`.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args_os()
        .nth(1)
        .map(PathBuf::from)
        .ok_or_else(|| io::Error::other("name the folder to write to"))?;
    fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(carom::command(), &folder)
}
