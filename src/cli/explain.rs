//! `carom explain`: what a rule is about.

use std::io::{self, Write};

use clap::Args;
use clap_complete::engine::ArgValueCandidates;

use super::{Status, completions, output};
use crate::analysis::{Level, Rule};

/// Explain a rule, or list all of them
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: carom explain suboptimal-solution")]
pub(super) struct Arguments {
    /// The code of the rule [default: a list of all rules]
    #[arg(value_name = "CODE", add = ArgValueCandidates::new(completions::rules))]
    rule: Option<Rule>,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    if let Some(rule) = arguments.rule {
        out.write_all(rule.page().as_bytes())?;
    } else {
        for rule in Rule::ALL {
            let level = match rule.default_level() {
                Level::Deny => "deny",
                Level::Warn => "warn",
                Level::Hint => "hint",
                Level::Allow => "allow",
            };
            writeln!(out, "{:<21} {level:<5} {}", rule.code(), rule.summary())?;
        }
    }
    out.flush()?;
    Ok(Status::Clean)
}
