//! `carom render`: pictures of puzzles.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::cache::{self, CacheFlags};
use super::destination::{Destination, NewPaths};
use super::input::{FromFlag, Paths, view};
use super::limits::Limits;
use super::output_file::{file_name, is_free_for, write_new};
use super::replace::{Replaced, replace_if_unchanged};
use super::session::{CheckedPuzzle, Event, Session, no_such_puzzle, puzzle_names};
use super::special_file::is_special;
use super::{Status, output};
use crate::analysis::{AnswerState, View, animated_picture, headline, solution_line};
use crate::picture::{Style, Theme};
use crate::project::{File, Source};
use crate::words::display_path;

/// Draw puzzles as SVG pictures
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "A picture that carom drew before is replaced; no other file is.

Examples:
  carom render level.carom -o level.svg
  carom render deck.carom --puzzle 3 --solution --theme dark > solution.svg
  carom render levels -o pictures/"
)]
pub(super) struct RenderOptions {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    from: FromFlag,
    /// Draw only the puzzle with this name or number
    #[arg(long, value_name = "NAME|N")]
    puzzle: Option<String>,
    /// The format of the pictures
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// Draw a shortest solution, animated
    #[arg(long)]
    solution: bool,
    /// The colours
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    theme: ThemeName,
    /// The width in pixels [default: that of the place where the picture is shown]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=10_000))]
    size: Option<u32>,
    /// Write to this file or into this folder [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    cache: CacheFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A vector graphic
    Svg,
}

impl Format {
    /// Returns the extension of a file.
    const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    /// A light board, legible on any page
    Light,
    /// A dark board on a dark background
    Dark,
    /// Black and white, for paper
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Print => Self::Print,
        }
    }
}

/// A picture and the name of its file.
struct PictureFile {
    /// The folder within that of the output.
    folder: PathBuf,
    /// The name without the extension.
    stem: String,
    svg: String,
}

pub(super) fn run(options: &RenderOptions) -> io::Result<Status> {
    let format = options.from.format();
    let configs = options.paths.configs();
    let store = Arc::new(options.cache.store(&configs, cache::warn()));
    let read = |source| options.paths.read(source).map(Arc::new);
    let sources = options.paths.sources_of(format);
    let session = Session {
        is_solving: options.solution,
        puzzle: options.puzzle.as_deref(),
        ..Session::new(sources, &read, format, &options.limits, store, configs)
    };
    let mut renderer = Renderer {
        options,
        pictures: Vec::new(),
        status: Status::Clean,
    };
    let (mut names, mut files) = (BTreeSet::new(), 0);
    session.run(&mut |event| {
        match event {
            Event::Failure(failure) => {
                output::complain(&failure);
                renderer.status = Status::Failed;
            }
            Event::BeginFile { file, .. } => {
                files += 1;
                names.extend(puzzle_names(&file));
            }
            Event::Puzzle(checked) => renderer.draw(&checked),
            Event::Start(_) | Event::CachedPuzzle(_) | Event::EndFile { .. } => {}
        }
        Ok(())
    })?;
    let Renderer {
        pictures, status, ..
    } = renderer;
    if !pictures.is_empty() {
        let destination = Destination::new(options.output.as_deref());
        write_all(&pictures, options.format.extension(), &destination)?;
        return Ok(status);
    }
    // Otherwise the reason is printed already, or `--allow-empty` is given.
    if files > 0 && status == Status::Clean {
        match &options.puzzle {
            Some(puzzle) => output::complain(&no_such_puzzle(puzzle, &names)),
            None => output::complain(&"no puzzles found"),
        }
        return Ok(Status::Failed);
    }
    Ok(status)
}

/// Draws the puzzles of a run.
struct Renderer<'a> {
    options: &'a RenderOptions,
    pictures: Vec<PictureFile>,
    status: Status,
}

impl Renderer<'_> {
    fn draw(&mut self, checked: &CheckedPuzzle) {
        let CheckedPuzzle {
            file,
            section,
            number,
            puzzle,
            answer,
            ..
        } = checked;
        let line = view(file).place(puzzle.place(section.offset()).start).line + 1;
        let name = &file.name;
        if puzzle.position().is_none() {
            output::complain(&format!(
                "{name}:{line}: a malformed puzzle cannot be drawn"
            ));
            self.status = self.status.max(Status::Faulty);
            return;
        }
        let answer = answer.as_deref();
        let known = answer.map_or(AnswerState::Nothing, AnswerState::Answer);
        if let Some(answer) = answer
            && solution_line(answer).is_none()
        {
            let headline = headline(known);
            output::warn(&format!(
                "{name}:{line}: there is no solution to draw ({headline}), only the start"
            ));
            if !answer.outcome.is_settled() {
                self.status = self.status.max(Status::Faulty);
            }
        }
        let view = View {
            text: section.text(&file.text),
            puzzle,
            known,
            extras: None,
            time: None,
        };
        let name = match puzzle.name().map(file_name) {
            Some(name) if !name.is_empty() => name,
            _ => number.to_string(),
        };
        let style = Style {
            theme: self.options.theme.into(),
            width: self.options.size,
        };
        let svg = animated_picture(&view, style);
        self.pictures.extend(svg.map(|svg| PictureFile {
            folder: self.options.paths.folder_within(&file.source),
            stem: format!("{}-{name}", stem(file)),
            svg,
        }));
    }
}

/// Returns the name of a file without its extension.
fn stem(file: &File) -> String {
    let name = match &file.source {
        Source::File(path) => path
            .file_stem()
            .map(|stem| file_name(&stem.to_string_lossy())),
        Source::StandardInput => None,
    };
    name.unwrap_or_else(|| "puzzle".to_owned())
}

/// Writes the pictures: all of them or, if a file is in the way, none.
fn write_all(
    pictures: &[PictureFile],
    extension: &str,
    destination: &Destination,
) -> io::Result<()> {
    let count = pictures.len();
    match (pictures, destination) {
        ([picture], Destination::Stdout) => {
            let (mut out, _) = output::results();
            out.write_all(picture.svg.as_bytes())?;
            out.flush()
        }
        ([picture], Destination::File(path)) => write(path, &picture.svg),
        (_, Destination::Stdout) => Err(io::Error::other(format!(
            "{count} pictures do not go to standard output; name a folder with `--output`"
        ))),
        (_, Destination::File(path)) => Err(io::Error::other(format!(
            "{count} pictures do not go into one file; name a folder such as {}/",
            display_path(&path.with_extension(""))
        ))),
        (_, Destination::Folder(output)) => {
            let mut paths = NewPaths::default();
            let files = pictures.iter().map(|picture| {
                let folder = output.join(&picture.folder);
                let path = paths.path(&folder, &picture.stem, extension);
                (folder, path, &picture.svg)
            });
            let files: Vec<_> = files.collect();
            for (_, path, svg) in &files {
                match old_picture(path) {
                    Some(_) => Ok(()),
                    None => is_free_for(path, svg),
                }?;
            }
            files.iter().try_for_each(|(folder, path, svg)| {
                fs::create_dir_all(folder).map_err(|error| output::named(folder, &error))?;
                write(path, svg)
            })
        }
    }
}

/// Writes a picture to a new file, or replaces a picture that carom drew.
fn write(path: &Path, svg: &str) -> io::Result<()> {
    let Some(old) = old_picture(path) else {
        return write_new(path, svg);
    };
    match replace_if_unchanged(path, &old, svg.as_bytes()) {
        Ok(Replaced::Yes) => Ok(()),
        Ok(Replaced::Changed) => {
            let reason = "the file was saved in the meantime; run again";
            Err(io::Error::other(format!(
                "{}: {reason}",
                display_path(path)
            )))
        }
        Err(error) => Err(output::named(path, &error)),
    }
}

/// Returns the bytes of a picture that carom drew.
fn old_picture(path: &Path) -> Option<Vec<u8>> {
    // Reading a pipe would wait for a writer.
    let is_file = !is_special(path);
    let bytes = is_file.then(|| fs::read(path).ok()).flatten();
    bytes.filter(|bytes| bytes.starts_with(b"<svg class=\"carom-board\""))
}
