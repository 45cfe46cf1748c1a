//! `carom render`: pictures of puzzles.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::cache::{self, CacheFlags};
use super::input::{FromFlag, Paths, view};
use super::limits::Limits;
use super::output_file::{file_name, write_new};
use super::replace::{Replaced, replace_if_unchanged};
use super::run_configs::failures;
use super::session::{PuzzleSolver, configured_format, matches_puzzle};
use super::{Status, output};
use crate::analysis::{AnswerState, Author, View, frames, solution_line};
use crate::exchange::SourceFile;
use crate::picture::{Style, Theme, animation, styled};
use crate::project::{Configs, Failure, File, Source};
use crate::solving::{Call, Wants};
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
pub(super) struct Arguments {
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
    #[arg(long, value_enum, default_value_t = Colours::Light)]
    theme: Colours,
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
enum Colours {
    /// A light board, legible on any page
    Light,
    /// A dark board on a dark background
    Dark,
    /// Black and white, for paper
    Print,
}

impl From<Colours> for Theme {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Light => Self::Light,
            Colours::Dark => Self::Dark,
            Colours::Print => Self::Print,
        }
    }
}

/// A picture and the name of its file, without the extension.
struct Drawn {
    stem: String,
    svg: String,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let configs = arguments.paths.configs();
    let mut artist = Artist {
        arguments,
        drawn: Vec::new(),
        status: Status::Clean,
    };
    for source in arguments.paths.sources_of(arguments.from.format()) {
        let result = source.map_err(|failure| vec![failure]);
        if let Err(failures) = result.and_then(|source| artist.draw_file(source, &configs)) {
            failures
                .iter()
                .for_each(|failure| output::complain(failure));
            artist.status = Status::Failed;
        }
    }
    let Artist { drawn, status, .. } = artist;
    if drawn.is_empty() {
        let missing = match &arguments.puzzle {
            Some(puzzle) => format!("no puzzle with the name or number {puzzle:?}"),
            None => "no puzzles found".to_owned(),
        };
        if status == Status::Clean {
            output::complain(&missing);
        }
        return Ok(status.max(Status::Failed));
    }
    let extension = arguments.format.extension();
    write_all(&drawn, extension, arguments.output.as_deref())?;
    Ok(status)
}

/// The pictures of a run.
struct Artist<'a> {
    arguments: &'a Arguments,
    drawn: Vec<Drawn>,
    status: Status,
}

impl Artist<'_> {
    /// Draws the selected puzzles of a file.
    fn draw_file(&mut self, source: Source, configs: &Configs) -> Result<(), Vec<Failure>> {
        let config = configs.of(&source).map_err(|malformed| {
            let failures = malformed.iter().flat_map(|malformed| failures(malformed));
            failures.collect::<Vec<_>>()
        })?;
        let format = self.arguments.from.format();
        let format = format.or_else(|| configured_format(configs, &source));
        let file = self.arguments.paths.read(source);
        let file = file.map_err(|failure| vec![failure])?;
        let deck = SourceFile::split(&file.text, format);
        let store = self.arguments.cache.store(configs, cache::warn());
        let solver = PuzzleSolver::new(&self.arguments.limits, &config, store, None);
        for (number, section) in (1..).zip(&deck.sections) {
            let text = section.text(&file.text);
            if !matches_puzzle(self.arguments.puzzle.as_deref(), number, text) {
                continue;
            }
            let puzzle = section.read(&file.text, &deck.head);
            let line = view(&file).place(puzzle.place(section.offset()).start).line + 1;
            if puzzle.position().is_none() {
                let name = &file.name;
                output::complain(&format!(
                    "{name}:{line}: a malformed puzzle cannot be drawn"
                ));
                self.status = self.status.max(Status::Faulty);
                continue;
            }
            let solved = self.arguments.solution.then(|| {
                let solved = solver.solve(&puzzle, Wants::default(), &config, &Call::default());
                solved.answer.map(|(_, answer)| answer)
            });
            let answer = solved.flatten();
            let known = answer
                .as_deref()
                .map_or(AnswerState::Nothing, AnswerState::Answer);
            let view = View {
                text,
                puzzle: &puzzle,
                known,
                extras: None,
                time: None,
            };
            let solution = answer.as_deref().and_then(solution_line);
            if self.arguments.solution && solution.is_none() {
                let name = &file.name;
                output::say(&format!(
                    "{name}:{line}: no solution, so only the start is drawn"
                ));
            }
            let name = match puzzle.name().map(file_name) {
                Some(name) if !name.is_empty() => name,
                _ => number.to_string(),
            };
            let stem = format!("{}-{name}", stem(&file));
            let svg = self.picture(&view, solution.as_deref().unwrap_or_default());
            self.drawn.extend(svg.map(|svg| Drawn { stem, svg }));
        }
        Ok(())
    }

    /// Returns the picture of a puzzle with its solution, if one is known.
    fn picture(&self, view: &View<'_>, solution: &str) -> Option<String> {
        let style = Style {
            theme: self.arguments.theme.into(),
            width: self.arguments.size,
        };
        let frames = frames(view, Author::Solver);
        let first = frames.first()?;
        if frames.len() == 1 {
            return Some(styled(&first.picture(), style));
        }
        let moves = frames.last().map_or(0, |frame| frame.turn);
        let caption = |turn: usize, label: &str| match turn {
            0 => first.title.clone(),
            turn => format!("{turn} of {moves}: {label}"),
        };
        let frames = frames.iter();
        let pictures = frames.map(|frame| (frame.picture(), caption(frame.turn, &frame.label)));
        let pictures: Vec<_> = pictures.collect();
        Some(animation(&pictures, solution, style))
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

/// Writes the pictures.
fn write_all(drawn: &[Drawn], extension: &str, output: Option<&Path>) -> io::Result<()> {
    let count = drawn.len();
    match (drawn, output) {
        ([one], None) => {
            let (mut out, _) = output::results();
            out.write_all(one.svg.as_bytes())?;
            out.flush()
        }
        (_, None) => Err(io::Error::other(format!(
            "{count} pictures do not go to standard output; name a folder with `--output`"
        ))),
        ([one], Some(path)) if !is_folder(path) => write(path, &one.svg),
        (_, Some(path)) if !is_folder(path) => Err(io::Error::other(format!(
            "{count} pictures do not go into one file; name a folder such as {}/",
            display_path(&path.with_extension(""))
        ))),
        (_, Some(folder)) => {
            fs::create_dir_all(folder).map_err(|error| output::named(folder, &error))?;
            let mut names = HashSet::new();
            drawn.iter().try_for_each(|one| {
                let numbers = (2..).map(|number| format!("{}-{number}", one.stem));
                let mut names_of = std::iter::once(one.stem.clone()).chain(numbers);
                // Some systems take small letters and capitals for the same.
                let name = names_of.find(|name| names.insert(name.to_lowercase()));
                let name = name.unwrap_or_default();
                write(&folder.join(format!("{name}.{extension}")), &one.svg)
            })
        }
    }
}

/// Whether a path is a folder, or is meant to become one.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.extension().is_none()
}

/// Writes a picture to a new file, or in the place of a picture that carom drew.
fn write(path: &Path, svg: &str) -> io::Result<()> {
    let found = fs::read(path).ok();
    let Some(found) = found.filter(|found| found.starts_with(b"<svg class=\"carom-board\"")) else {
        return write_new(path, svg);
    };
    match replace_if_unchanged(path, &found, svg.as_bytes()) {
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
