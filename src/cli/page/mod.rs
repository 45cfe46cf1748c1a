//! `carom page`: puzzles to play in a browser.
//!
//! `npm run page` in `editors/web` builds the folder `assets`.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use toml::value::Datetime;

use super::cache::CacheFlags;
use super::input::{FromFlag, Paths, view};
use super::limits::LimitFlags;
use super::output::FileProblems;
use super::replace::write_own;
use super::session::{CheckedPuzzle, Event, Session};
use super::{Status, output};
use crate::analysis::{AnswerState, Diagnostic, View};
use crate::json::Answered;
use crate::page::{
    MALFORMED, Page, PagePuzzle, Program, errors, head_values, is_page, section_title,
};
use crate::project::File;
use crate::words::display_path;

const SCRIPT: &str = include_str!("assets/page.js");
/// WebAssembly, and the script that binds it.
type Core = (&'static [u8], &'static str);
const RULES: Core = (include_bytes!("assets/rules.wasm.deflate"), include_str!("assets/rules.js"));
const SOLVER: Core =
    (include_bytes!("assets/solver.wasm.deflate"), include_str!("assets/solver.js"));

/// Write a web page with puzzles to play, which works offline
#[derive(Args, Clone, Debug)]
#[command(after_help = "Pages that carom wrote are replaced. Other files are never overwritten.

Examples:
  carom page levels -o page.html
  carom page deck.carom --title 'Deck of May' -o may.html")]
pub(super) struct PageOptions {
    #[command(flatten)]
    paths: Paths,
    #[command(flatten)]
    from: FromFlag,
    /// Include only the puzzle with this name or number
    #[arg(long, value_name = "NAME|N")]
    puzzle: Option<String>,
    /// The title of the page [default: that of the first file]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The address of a picture, which chats show with a link to the page
    #[arg(long, value_name = "URL", value_parser = web_address)]
    image: Option<String>,
    /// Offer one puzzle a day: the first one on this date, and again after the last
    #[arg(
        long,
        value_name = "DATE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1970-01-01",
        value_parser = date
    )]
    daily: Option<String>,
    /// Leave the solver out: a smaller page, which knows the moves that remain only along the
    /// stored solution
    #[arg(long)]
    no_solver: bool,
    /// Include the solver, as by default
    #[arg(long, hide = true, conflicts_with = "no_solver")]
    solver: bool,
    /// Write to this file; `-` is standard output [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    cache: CacheFlags,
}

/// The puzzles of a run.
#[derive(Default)]
struct Collector {
    /// The title of the first file that has one.
    title: Option<String>,
    /// The author of all puzzles of the current file.
    author: Option<String>,
    /// The title or the name of the current file.
    section: String,
    puzzles: Vec<PagePuzzle>,
    problems: FileProblems,
    status: Status,
}

pub(super) fn run(options: &PageOptions) -> io::Result<Status> {
    match &options.output {
        Some(path) if path.is_dir() => {
            let folder = display_path(path);
            return Err(io::Error::other(format!(
                "{folder} is a folder; name a file, such as `-o {}`",
                display_path(&path.join("page.html"))
            )));
        }
        None if io::stdout().is_terminal() => {
            return Err(io::Error::other(
                "a page is for a browser; write it to a file, such as `-o page.html`",
            ));
        }
        _ => {}
    }
    let format = options.from.format();
    let cache = options.cache.cache(&options.paths.configs());
    let sources = options.paths.sources_of(format);
    let session = Session {
        puzzle: options.puzzle.as_deref(),
        ..Session::new(&options.paths, sources, format, &options.limits, cache)
    };
    let mut found = Collector::default();
    session.run(&mut |event| {
        match event {
            Event::Failure(failure) => {
                output::error(&failure);
                found.status = Status::Failed;
            }
            Event::BeginFile { file, head, .. } => {
                found.begin(&file);
                found.report(&file, 0, head.diagnostics());
            }
            Event::Puzzle(checked) => found.add(&checked),
            Event::EndFile { file, .. } => found.problems.end(&file.name),
        }
        Ok(())
    })?;
    if found.status != Status::Clean {
        return Ok(found.status);
    }
    if found.puzzles.is_empty() {
        return Err(io::Error::other("no puzzles found"));
    }
    let title = options.title.clone().or(found.title);
    let (core, bindings) = if options.no_solver { RULES } else { SOLVER };
    let program = Program {
        script: &[bindings, SCRIPT].concat(),
        core,
        style: include_str!("assets/page.css"),
        loader: include_str!("assets/loader.js"),
    };
    let page =
        Page::new(title, options.image.clone(), options.daily.as_deref(), found.puzzles, program)?;
    write(options, &page.to_string())?;
    Ok(Status::Clean)
}

/// Returns a date of the form `2026-12-31`.
fn date(text: &str) -> Result<String, &'static str> {
    let date = text.parse::<Datetime>().ok().and_then(|time| time.date);
    date.map(|date| date.to_string())
        .filter(|date| date == text)
        .ok_or("expected a date such as 2026-12-31")
}

/// Returns an absolute address on the web; programs that show a picture for a link need one.
fn web_address(text: &str) -> Result<String, &'static str> {
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| text.strip_prefix(scheme));
    let is_address = rest.is_some_and(|rest| !rest.starts_with('/') && !rest.is_empty())
        && !text.contains(char::is_whitespace);
    is_address
        .then(|| text.to_owned())
        .ok_or("expected an address such as https://example.org/board.png")
}

fn write(options: &PageOptions, page: &str) -> io::Result<()> {
    match &options.output {
        Some(path) if path.as_os_str() != "-" => {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder).map_err(|error| output::named(folder, &error))?;
            }
            write_own(path, page.as_bytes(), is_page)
        }
        _ => {
            let (mut out, _) = output::results();
            out.write_all(page.as_bytes())?;
            out.flush()
        }
    }
}

impl Collector {
    fn begin(&mut self, file: &File) {
        let (title, author) = head_values(&file.text);
        self.section = section_title(title.as_deref(), &file.name);
        self.title = self.title.take().or(title);
        self.author = author;
    }

    /// Prints the errors among diagnostics. Their spans are relative to `offset` in the file.
    fn report(&mut self, file: &File, offset: u32, diagnostics: &[Diagnostic]) {
        for wrong in errors(diagnostics) {
            let place = view(file).place(wrong.span.start + offset);
            let (line, column) = (place.line + 1, place.column + 1);
            let (name, message) = (&file.name, &wrong.message);
            self.problems.error(&format!("{name}:{line}:{column}: {message}"));
            self.status = self.status.max(Status::Faulty);
        }
    }

    fn add(&mut self, checked: &CheckedPuzzle) {
        let (file, offset) = (&checked.file, checked.section.offset());
        let line = || view(file).place(checked.puzzle.place(offset).start).line + 1;
        if checked.puzzle.position().is_none() {
            self.report(file, offset, checked.puzzle.diagnostics());
            if self.status == Status::Clean {
                let (name, line) = (&file.name, line());
                self.problems.error(&format!("{name}:{line}: {MALFORMED}"));
            }
            self.status = self.status.max(Status::Faulty);
            return;
        }
        let Answered { text, answer, failed, .. } = checked.answered();
        if failed.is_some() {
            return;
        }
        let answer = answer.map_or(AnswerState::Cancelled, AnswerState::Answer);
        let view = View::new(text, &checked.puzzle, answer);
        match PagePuzzle::new(&view, checked.number, &self.section, self.author.as_deref()) {
            Ok(puzzle) => {
                if let Some(why) = puzzle.without_par() {
                    self.problems.warn(&format!("{}:{}: {why}", file.name, line()));
                }
                self.puzzles.push(puzzle);
            }
            Err(why) => {
                self.problems.error(&format!("{}:{}: {why}", file.name, line()));
                self.status = self.status.max(Status::Faulty);
            }
        }
    }
}
