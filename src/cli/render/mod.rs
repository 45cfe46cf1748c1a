//! `carom render`: pictures of puzzles.

mod format;
mod written;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::cache::CacheFlags;
use super::destination::Destination;
use super::input::{FromFlag, Paths, view};
use super::limits::LimitFlags;
use super::output::FileProblems;
use super::output_file::file_name;
use super::session::{CheckedPuzzle, Event, Session};
use super::{Status, output};
use crate::analysis::still_pictures;
use crate::analysis::{AnswerState, Frame, View, animated_picture, headline, solution_line, start};
use crate::games::Position;
use crate::page::head_values;
use crate::picture::{self, SheetEntry, Style, Theme};
use crate::project::{File, Source};
use format::Format;
use written::{HTML_START, PictureFile, write_all};

/// Draw puzzles as pictures
#[derive(Args, Clone, Debug)]
#[command(after_help = "Pictures that carom drew are replaced. Other files are never overwritten.

Examples:
  carom render level.carom -o level.png
  carom render deck.carom --puzzle 3 --solution --theme dark > solution.svg
  carom render levels --solution --format apng -o pictures/
  carom render deck.carom --sheet -o deck.html")]
pub(super) struct RenderOptions {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    from: FromFlag,
    /// Draw only the puzzle with this name or number
    #[arg(long, value_name = "NAME|N")]
    puzzle: Option<String>,
    /// The format of the pictures [default: as the extension of the output file says, or svg]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Draw a shortest solution, animated
    #[arg(long)]
    solution: bool,
    /// Draw A4 pages to print: puzzles with their number of moves, solutions last
    #[arg(long, conflicts_with = "solution")]
    sheet: bool,
    /// The colours [default: light; print with --sheet]
    #[arg(long, value_enum)]
    theme: Option<ThemeName>,
    /// The width in pixels
    ///
    /// Without it, SVG has the width of the place where it is shown, PNG has 80 pixels for each
    /// square, and a sheet as PNG 150 pixels to the inch.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=10_000))]
    size: Option<u32>,
    /// Write to this file or into this folder [default: standard output]
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    cache: CacheFlags,
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

pub(super) fn run(options: &RenderOptions) -> io::Result<Status> {
    let destination = Destination::new(options.output.as_deref());
    let format = Format::of(options, &destination)?;
    let from = options.from.format();
    let cache = options.cache.cache(&options.paths.configs());
    let sources = options.paths.sources_of(from);
    let session = Session {
        is_solving: options.solution || options.sheet,
        puzzle: options.puzzle.as_deref(),
        ..Session::new(&options.paths, sources, from, &options.limits, cache)
    };
    let mut renderer = Renderer {
        options,
        title: None,
        format,
        entries: Vec::new(),
        pictures: Vec::new(),
        problems: FileProblems::default(),
        status: Status::Clean,
    };
    let mut files = 0;
    session.run(&mut |event| {
        match event {
            Event::Failure(mut failure) => {
                // The picture to write may be parsed as a puzzle file.
                if options.output.is_none()
                    && let Some(file) = &failure.file
                    && [".svg", ".png", ".html"].iter().any(|end| file.ends_with(end))
                {
                    let suggestion = format!("; did you mean `-o {file}`?");
                    failure.reason.push_str(&suggestion);
                }
                output::error(&failure);
                renderer.status = Status::Failed;
            }
            Event::BeginFile { file, .. } => {
                files += 1;
                renderer.title = renderer.title.take().or_else(|| head_values(&file.text).0);
            }
            Event::Puzzle(checked) => renderer.draw(&checked)?,
            Event::EndFile { file, .. } => renderer.problems.end(&file.name),
        }
        Ok(())
    })?;
    renderer.draw_sheet()?;
    let Renderer { pictures, status, .. } = renderer;
    if !pictures.is_empty() {
        let noun = if options.sheet { "pages" } else { "pictures" };
        write_all(&pictures, noun, format.extension(), &destination)?;
        return Ok(status);
    }
    // Otherwise the reason is printed already, or `--allow-empty` is given.
    if files > 0 && status == Status::Clean {
        return Err(io::Error::other("no puzzles found"));
    }
    Ok(status)
}

/// Draws the puzzles of a run.
struct Renderer<'a> {
    options: &'a RenderOptions,
    format: Format,
    /// The title of the sheet, that of the first file that has one.
    title: Option<String>,
    /// The puzzles of the sheet.
    entries: Vec<Entry>,
    pictures: Vec<PictureFile>,
    problems: FileProblems,
    status: Status,
}

impl Renderer<'_> {
    /// Draws a puzzle, or adds it to the sheet.
    fn draw(&mut self, checked: &CheckedPuzzle) -> io::Result<()> {
        let CheckedPuzzle { file, section, number, puzzle, .. } = checked;
        let line = view(file).place(puzzle.place(section.offset()).start).line + 1;
        let name = &file.name;
        if puzzle.position().is_none() {
            self.problems.error(&format!("{name}:{line}: a malformed puzzle cannot be drawn"));
            self.status = self.status.max(Status::Faulty);
            return Ok(());
        }
        let answer = checked.answered().answer;
        let known = answer.map_or(AnswerState::Nothing, AnswerState::Answer);
        if let Some(answer) = answer
            && solution_line(answer).is_none()
        {
            let headline = headline(known);
            self.problems.warn(&format!(
                "{name}:{line}: there is no solution to draw ({headline}), only the start"
            ));
            if !answer.outcome.is_settled() {
                self.status = self.status.max(Status::Faulty);
            }
        }
        let view = View::new(section.text(&file.text), puzzle, known);
        let name = match puzzle.name().map(file_name) {
            Some(name) if !name.is_empty() => name,
            _ => number.to_string(),
        };
        if self.options.sheet {
            let moves = headline(known);
            let solution = answer.and_then(solution_line);
            self.entries.extend(start(&view).map(|start| Entry {
                solution: solution.unwrap_or_else(|| moves.clone()),
                start,
                moves,
                rules: puzzle.position().map_or_else(String::new, Position::rules_in_words),
            }));
            return Ok(());
        }
        let bytes = self.bytes(&view)?;
        self.pictures.push(PictureFile {
            folder: self.options.paths.folder_within(&file.source),
            stem: format!("{}-{name}", stem(file)),
            bytes,
        });
        Ok(())
    }

    fn style(&self) -> Style {
        let (theme, width) = match (self.options.sheet, self.format) {
            (true, Format::Png) => (Theme::Print, Some(SHEET_WIDTH)),
            (true, _) => (Theme::Print, None),
            (false, _) => (Theme::Light, None),
        };
        Style {
            theme: self.options.theme.map_or(theme, Theme::from),
            width: self.options.size.or(width),
        }
    }

    /// Draws a puzzle in the format.
    fn bytes(&self, view: &View<'_>) -> io::Result<Vec<u8>> {
        let style = self.style();
        if self.format == Format::Apng {
            let stills = still_pictures(view, style);
            return picture::apng(&stills, zoom(style)).map_err(unrenderable);
        }
        self.encoded(animated_picture(view, style).unwrap_or_default())
    }

    /// Returns an SVG document in the format, without animation.
    fn encoded(&self, svg: String) -> io::Result<Vec<u8>> {
        if self.format == Format::Png {
            return picture::png(&svg, zoom(self.style())).map_err(unrenderable);
        }
        Ok(svg.into_bytes())
    }

    /// Draws the sheet of the puzzles that were added.
    fn draw_sheet(&mut self) -> io::Result<()> {
        let entries = self.entries.iter().map(|entry| SheetEntry {
            picture: entry.start.picture(),
            moves: &entry.moves,
            rules: &entry.rules,
            solution: &entry.solution,
        });
        let mut pages =
            picture::sheet(self.title.as_deref(), &entries.collect::<Vec<_>>(), self.style());
        if self.format == Format::Html && !pages.is_empty() {
            pages = vec![format!("{HTML_START}{}", pages.concat())];
        }
        let digits = pages.len().to_string().len();
        for (number, page) in (1..).zip(pages) {
            let bytes = self.encoded(page)?;
            self.pictures.push(PictureFile {
                folder: PathBuf::new(),
                stem: format!("sheet-{number:0digits$}"),
                bytes,
            });
        }
        Ok(())
    }
}

/// A puzzle of a sheet.
struct Entry {
    start: Frame,
    moves: String,
    rules: String,
    solution: String,
}

/// The width of a page in pixels: 150 to the inch.
const SHEET_WIDTH: u32 = 1240;

/// Returns the pixels for each unit of an SVG document.
const fn zoom(style: Style) -> f32 {
    match style.width {
        Some(_) => 1.0,
        None => 2.0,
    }
}

fn unrenderable(error: picture::RasterError) -> io::Error {
    let help = match error {
        picture::RasterError::TooLarge { .. } => "; choose a smaller `--size`",
        _ => "",
    };
    io::Error::other(format!("{error}{help}"))
}

/// Returns the name of a file without its extension.
fn stem(file: &File) -> String {
    let name = match &file.source {
        Source::File(path) => path.file_stem().map(|stem| file_name(&stem.to_string_lossy())),
        Source::StandardInput => None,
    };
    name.unwrap_or_else(|| "puzzle".to_owned())
}
