//! The flags `--deny`, `--warn` and `--allow`.

use std::str::FromStr;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use clap_complete::engine::ArgValueCandidates;

use super::completions;
use crate::analysis::{Level, Levels, Lint};

/// The values of `--deny`, `--warn` and `--allow` in the order of the command
/// line. The last one for a lint wins.
#[derive(Clone, Debug, Default)]
pub(super) struct LintFlags(Vec<(LintSelector, Level)>);

/// A value of these flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LintSelector {
    Lint(Lint),
    /// All lints with the level `warn`.
    Warnings,
}

impl FromStr for LintSelector {
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
    ("deny", Level::Deny, "Report these lints as errors; `warnings` means every lint that warns"),
    ("warn", Level::Warn, "Report these lints as warnings"),
    ("allow", Level::Allow, "Disable these lints"),
];

impl LintFlags {
    /// Returns the levels with the flags applied.
    pub(super) fn apply_to(&self, mut levels: Levels) -> Levels {
        for &(selector, level) in &self.0 {
            match selector {
                LintSelector::Lint(lint) => levels.set(lint, level),
                LintSelector::Warnings => {
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

impl FromArgMatches for LintFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags = Vec::new();
        for (name, level, _) in FLAGS {
            let places = matches.indices_of(name).into_iter().flatten();
            let selectors = matches.get_many::<LintSelector>(name).into_iter().flatten();
            flags.extend(places.zip(selectors).map(|(at, &selector)| (at, selector, level)));
        }
        flags.sort_unstable_by_key(|&(at, ..)| at);
        Ok(Self(flags.into_iter().map(|(_, selector, level)| (selector, level)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}

impl Args for LintFlags {
    fn augment_args(command: Command) -> Command {
        command.args(FLAGS.map(|(name, _, help)| {
            Arg::new(name)
                .long(name)
                .value_name("LINT,…")
                .help(help)
                .action(ArgAction::Append)
                .value_delimiter(',')
                .value_parser(value_parser!(LintSelector))
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
        flags: LintFlags,
    }

    fn level_of(lint: Lint, arguments: &[&str]) -> Level {
        let line = Line::parse_from([&["check"], arguments].concat());
        line.flags.apply_to(Levels::default()).get(lint)
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
