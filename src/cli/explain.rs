//! `carom explain`: prints the page of a lint, or a page of the manual.

use std::io::{self, Write};

use clap::Args;
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

use super::pages::PAGES;
use super::{Status, completions, output};
use crate::analysis::{Lint, nearest};
use crate::report::lint_page;

/// Explain a lint, print a page of the manual, or list them
#[derive(Args, Clone, Debug)]
#[command(after_help = format!("Pages: {}

Examples:
  carom explain suboptimal-solution
  carom explain format", names()))]
pub(super) struct Arguments {
    /// Print this lint or page [default: list all]
    #[arg(value_name = "CODE|PAGE", value_parser = markdown, add = ArgValueCandidates::new(candidates))]
    page: Option<&'static str>,
}

fn names() -> String {
    let names: Vec<_> = PAGES.iter().map(|page| page.name).collect();
    names.join(", ")
}

/// Returns the text of a lint or page.
fn markdown(name: &str) -> Result<&'static str, String> {
    if let Some(page) = PAGES.iter().find(|page| page.name == name) {
        return Ok(page.text);
    }
    name.parse().map(lint_page).or_else(|_| {
        let codes = Lint::ALL.iter().map(|lint| lint.code());
        let mut parts = Lint::ALL.iter().filter(|lint| lint.code().contains(name));
        if let (Some(lint), None) = (parts.next(), parts.next()) {
            return Ok(lint_page(*lint));
        }
        Err(match nearest(name, codes.chain(PAGES.iter().map(|page| page.name))) {
            Some(meant) => format!("no lint or page has this name; did you mean `{meant}`?"),
            None => format!("no lint or page has this name; the pages are {}", names()),
        })
    })
}

/// Removes attributes of code blocks, such as `carom,picture=stay`, which only the book needs.
fn without_attributes(page: &str) -> String {
    let lines = page.split_inclusive('\n').map(|line| {
        let fence = line.strip_prefix("```").and_then(|rest| rest.split_once(','));
        fence.map_or_else(|| line.to_owned(), |(language, _)| format!("```{language}\n"))
    });
    lines.collect()
}

fn candidates() -> Vec<CompletionCandidate> {
    let pages = PAGES.iter();
    let pages =
        pages.map(|page| CompletionCandidate::new(page.name).help(Some(page.summary.into())));
    pages.chain(completions::lints()).collect()
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    match arguments.page {
        Some(page) => out.write_all(without_attributes(page).as_bytes())?,
        None => {
            for lint in Lint::ALL {
                let (code, level) = (lint.code(), lint.default_level().name());
                writeln!(out, "{code:<21} {level:<5} {}", lint.summary())?;
            }
            writeln!(out)?;
            for page in PAGES {
                writeln!(out, "{:<21} page  {}", page.name, page.summary)?;
            }
        }
    }
    out.flush()?;
    Ok(Status::Clean)
}
