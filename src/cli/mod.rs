//! The command line: one file for each command, each a thin shell over
//! [`analysis`](crate::analysis) and [`report`](crate::report).

mod cache;
mod census;
mod check;
mod completions;
mod config;
mod convert;
mod destination;
mod diff;
mod explain;
mod find;
mod fmt;
mod generate;
mod hardest;
mod input;
mod interrupt;
mod jsonl;
mod limits;
mod lint_flags;
mod lsp;
mod minimise;
mod new;
mod one_puzzle;
mod output;
mod output_file;
mod page;
mod pages;
mod parallel;
mod preview;
mod progress;
mod rate;
mod ratings;
mod render;
mod replace;
mod report_flags;
mod repository;
mod session;
mod share;
mod since;
mod solve;
mod stats;
mod swap;
mod tips;

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::games::Game;
use crate::project::reason;
use crate::words::join_list;
use output::{Color, Verbosity};

/// Check, solve and format sliding-robot puzzle files.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit status: 0 nothing wrong, 1 the input has errors, 2 the command could not do its work.

Example: carom check examples"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to colour the output
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// Print only results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Print also each file and puzzle, with its search time
    #[arg(short, long, global = true)]
    verbose: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::CheckOptions),
    Solve(solve::SolveOptions),
    Fmt(fmt::Arguments),
    New(new::Arguments),
    Generate(generate::Arguments),
    Hardest(hardest::Arguments),
    Census(census::Arguments),
    Rate(rate::Arguments),
    Minimise(minimise::MinimiseOptions),
    Render(render::RenderOptions),
    Page(page::PageOptions),
    Convert(convert::ConvertOptions),
    Stats(stats::StatsOptions),
    Find(find::Arguments),
    Config(config::Arguments),
    Explain(explain::Arguments),
    Cache(cache::Arguments),
    Completions(completions::Arguments),
    Preview(preview::Arguments),
    Lsp(lsp::Arguments),
}

impl Command {
    const fn is_server(&self) -> bool {
        matches!(self, Self::Lsp(_))
    }
}

/// The result of a command, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Nothing is wrong.
    #[default]
    Clean,
    /// The input has errors.
    Faulty,
    /// The command could not do all of its work.
    Failed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Clean => 0,
            Status::Faulty => 1,
            Status::Failed => 2,
        })
    }
}

/// Returns the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses the arguments and environment variables of the process.
fn parse() -> Cli {
    let command = without_empty(Cli::command());
    // Other programs call it `--json`.
    let has_json = has_json(&command);
    let arguments = env::args_os().map(|argument| match argument == "--json" && has_json {
        true => "--format=json".into(),
        false => argument,
    });
    let words = command
        .clone()
        .try_get_matches_from(arguments)
        .unwrap_or_else(|error| end(with_tip(error, &command)));
    Cli::from_arg_matches(&words).unwrap_or_else(|error| end(error.format(&mut Cli::command())))
}

/// Returns the command that the arguments of the process name.
fn subcommand(command: &clap::Command) -> Option<&clap::Command> {
    env::args_os().find_map(|argument| command.find_subcommand(argument))
}

/// Whether the command that the arguments name has `--format json`.
fn has_json(command: &clap::Command) -> bool {
    subcommand(command)
        .into_iter()
        .flat_map(clap::Command::get_arguments)
        .filter(|argument| argument.get_id() == "format")
        .flat_map(clap::Arg::get_possible_values)
        .any(|value| value.get_name() == "json")
}

/// Adds a tip to a usage error.
fn with_tip(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let word = error.get(ContextKind::InvalidSubcommand);
    let missing = error.get(ContextKind::InvalidArg);
    let tip = match (error.kind(), word, missing) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word)), _) => {
            let is_path = Path::new(word).exists();
            let check = is_path.then(|| format!("`carom check {word}` checks it"));
            tips::for_command(word, command).or(check)
        }
        (ErrorKind::UnknownArgument, _, Some(ContextValue::String(flag))) => {
            let mut built = command.clone();
            built.build();
            tips::for_flag(flag, subcommand(&built).unwrap_or(&built))
        }
        (ErrorKind::MissingRequiredArgument, _, Some(ContextValue::Strings(missing))) => {
            // An argument can be printed only when the command is built.
            let mut built = command.clone();
            built.build();
            // `<GAME>` is `[GAME]` where another option can replace it.
            let bare = |text: &str| text.trim_matches(['[', ']', '<', '>']).to_owned();
            let names: Vec<String> = missing.iter().map(|text| bare(text)).collect();
            let argument = subcommand(&built)
                .into_iter()
                .flat_map(clap::Command::get_arguments)
                .find(|argument| names.contains(&bare(&argument.to_string())));
            let values: Vec<_> = argument
                .into_iter()
                .flat_map(clap::Arg::get_possible_values)
                .map(|value| format!("`{}`", value.get_name()))
                .collect();
            (!values.is_empty()).then(|| format!("write {}", join_list(values, "or")))
        }
        (ErrorKind::InvalidValue, ..) => match error.get(ContextKind::InvalidValue) {
            // Only some games have a generator or a census.
            Some(ContextValue::String(value)) => {
                let known = Game::from_name(value).zip(subcommand(command));
                known.map(|(game, command)| {
                    format!("`carom {}` does not support {}", command.get_name(), game.title())
                })
            }
            _ => None,
        },
        _ => None,
    };
    tips::replace(&mut error, tip);
    error
}

/// Prints a usage error or the help, and ends the process. Output that does not go to a
/// terminal has no colours.
fn end(error: clap::Error) -> ! {
    let is_terminal = match error.use_stderr() {
        true => io::stderr().is_terminal(),
        false => io::stdout().is_terminal(),
    };
    let color = match is_terminal {
        true => clap::ColorChoice::Auto,
        false => clap::ColorChoice::Never,
    };
    error.with_cmd(&Cli::command().color(color)).exit()
}

/// Ignores environment variables that are set to the empty string.
fn without_empty(command: clap::Command) -> clap::Command {
    let is_empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    command
        .mut_args(|argument| {
            if argument.get_env().is_some_and(is_empty) {
                argument.env(Resettable::Reset)
            } else {
                argument
            }
        })
        .mut_subcommands(without_empty)
}

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    completions::answer();
    let cli = parse();
    cli.color.apply();
    let verbosity = match (cli.quiet, cli.verbose) {
        (true, _) => Verbosity::Quiet,
        (_, true) => Verbosity::Verbose,
        _ => Verbosity::Normal,
    };
    verbosity.apply();
    interrupt::survive_large_files();
    // The client ends a server.
    if !cli.command.is_server() {
        interrupt::prepare();
    }
    let result = match &cli.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Solve(arguments) => solve::run(arguments),
        Command::Fmt(arguments) => fmt::run(arguments),
        Command::New(arguments) => new::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Rate(arguments) => rate::run(arguments),
        Command::Census(arguments) => census::run(arguments),
        Command::Hardest(arguments) => hardest::run(arguments),
        Command::Minimise(arguments) => minimise::run(arguments),
        Command::Render(arguments) => render::run(arguments),
        Command::Page(arguments) => page::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Find(arguments) => find::run(arguments),
        Command::Config(arguments) => config::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Cache(arguments) => cache::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Preview(arguments) => preview::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
    };
    match result {
        Ok(status) => status.into(),
        // The reader closed the pipe: that is no error.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Status::Clean.into(),
        Err(error) => {
            output::error(&reason(&error));
            Status::Failed.into()
        }
    }
}
