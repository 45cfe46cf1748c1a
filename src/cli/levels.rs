//! The flags `--deny`, `--warn` and `--allow`.

use std::str::FromStr;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use clap_complete::engine::ArgValueCandidates;

use super::completions;
use crate::analysis::{Level, Levels, Lint};

/// The flags in the order of the command line: the last one for a lint wins.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelFlags(Vec<(Subject, Level)>);

/// The lints that a flag changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Lint(Lint),
    /// All lints whose level is `warn`.
    Warnings,
}

impl FromStr for Subject {
    type Err = <Lint as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "warnings" => Ok(Self::Warnings),
            _ => text.parse().map(Self::Lint),
        }
    }
}

/// Each flag with its level and its help.
const FLAGS: [(&str, Level, &str); 3] = [
    (
        "deny",
        Level::Deny,
        "Make lints errors; `warnings` means all lints that warn",
    ),
    ("warn", Level::Warn, "Make lints warnings"),
    ("allow", Level::Allow, "Turn lints off"),
];

impl LevelFlags {
    /// Returns `levels` changed by the flags.
    pub(super) fn over(&self, mut levels: Levels) -> Levels {
        for &(subject, level) in &self.0 {
            match subject {
                Subject::Lint(lint) => levels.set(lint, level),
                Subject::Warnings => {
                    for &lint in Lint::ALL {
                        if levels.get(lint) == Level::Warn {
                            levels.set(lint, level);
                        }
                    }
                }
            }
        }
        levels
    }
}

impl FromArgMatches for LevelFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags = Vec::new();
        for (name, level, _) in FLAGS {
            let places = matches.indices_of(name).into_iter().flatten();
            let subjects = matches.get_many::<Subject>(name).into_iter().flatten();
            flags.extend(
                places
                    .zip(subjects)
                    .map(|(at, &subject)| (at, subject, level)),
            );
        }
        flags.sort_unstable_by_key(|&(at, ..)| at);
        let flags = flags
            .into_iter()
            .map(|(_, subject, level)| (subject, level));
        Ok(Self(flags.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}

impl Args for LevelFlags {
    fn augment_args(command: Command) -> Command {
        command.args(FLAGS.map(|(name, _, help)| {
            Arg::new(name)
                .long(name)
                .value_name("LINT,…")
                .help(help)
                .action(ArgAction::Append)
                .value_delimiter(',')
                .value_parser(value_parser!(Subject))
                .add(ArgValueCandidates::new(completions::lints))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        flags: LevelFlags,
    }

    fn level_of(lint: Lint, arguments: &[&str]) -> Level {
        let line = Line::parse_from([&["check"], arguments].concat());
        line.flags.over(Levels::default()).get(lint)
    }

    #[test]
    fn the_last_flag_for_a_lint_wins() {
        let lint = Lint::UnknownKey;
        assert_eq!(level_of(lint, &[]), Level::Warn);
        let (deny, allow) = ("--deny=unknown-key", "--allow=blunder,unknown-key");
        assert_eq!(level_of(lint, &[deny, allow]), Level::Allow);
        assert_eq!(level_of(lint, &[allow, deny]), Level::Deny);
        assert_eq!(level_of(lint, &[allow, "--deny=warnings"]), Level::Allow);
        assert_eq!(level_of(lint, &["--deny=warnings"]), Level::Deny);
        let warn = "--warn=unknown-key";
        assert_eq!(level_of(lint, &["--deny=warnings", warn]), Level::Warn);
        assert_eq!(level_of(lint, &[warn, "--deny", "warnings"]), Level::Deny);
        assert_eq!(level_of(Lint::Syntax, &["--allow=warnings"]), Level::Deny);
    }
}
