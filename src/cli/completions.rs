//! `carom completions`: prints a completion script for a shell.
//!
//! The script calls carom for each completion, so completions match the installed version and the
//! files on the command line.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory};
use clap_complete::engine::CompletionCandidate;
use clap_complete::env::{CompleteEnv, Shells};

use super::{Cli, Status, output};
use crate::analysis::Lint;
use crate::project::{self, Configs, File, Selection};
use crate::syntax;

/// The environment variable that a shell sets when it requests completions.
const VARIABLE: &str = "CAROM_COMPLETE";

/// Bash splits words at `=`. This script joins them again, and removes the part before the last `=`
/// from the completions.
const BASH: &str = r#"
_carom() {
    local joined=() count=0 at=0 before='' last='' word i
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $last == --* && ($word == = || $last == *=) && $COMP_LINE == *"$last$word"* ]]; then
            if [[ $i == "$COMP_CWORD" ]]; then
                before=$last
                if [[ $word == = ]]; then before+="="; fi
            fi
            last+=$word
        else
            last=$word
            count=$((count + 1))
        fi
        joined[count - 1]=$last
        if [[ $i == "$COMP_CWORD" ]]; then at=$((count - 1)); fi
    done
    local end=$2
    if [[ $end == = ]]; then end=''; fi
    local COMP_WORDS=("${joined[@]}") COMP_CWORD=$at
    _clap_complete_carom "$1" "$before$end" "$3"
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
}
"#;

/// Whether bash has requested the completions.
static IS_BASH: OnceLock<bool> = OnceLock::new();

/// The maximum number of files to search for names of puzzles.
const FILES: usize = 200;

/// Print a completion script for a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  source <(carom completions bash)                                  in ~/.bashrc
  source <(carom completions zsh)                                   in ~/.zshrc
  carom completions fish | source                                   in config.fish
  carom completions powershell | Out-String | Invoke-Expression     in $PROFILE")]
pub(super) struct Arguments {
    /// Select the shell
    #[arg(value_name = "SHELL", value_parser = PossibleValuesParser::new(Shells::builtins().names()))]
    shell: String,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Status> {
    let (mut out, _) = output::results();
    let shells = Shells::builtins();
    let shell = shells
        .completer(&arguments.shell)
        .ok_or_else(|| io::Error::other("the shell is not known"))?;
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, "carom", "carom", "carom", &mut script)?;
    if arguments.shell == "bash" {
        let generated =
            String::from_utf8_lossy(&script).replace("-F _clap_complete_carom ", "-F _carom ");
        script = [BASH, &generated].concat().into_bytes();
    }
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Clean)
}

/// Prints the completions and ends the process, if a shell has requested them.
pub(super) fn answer() {
    let shell = std::env::var_os(VARIABLE);
    // Completing removes the variable, so read it first.
    let _ = IS_BASH.set(shell.is_some_and(|shell| shell == "bash"));
    CompleteEnv::with_factory(Cli::command).var(VARIABLE).complete();
}

/// Returns the lints with their summaries.
pub(super) fn lints() -> Vec<CompletionCandidate> {
    let lints = Lint::ALL.iter();
    lints
        .map(|lint| CompletionCandidate::new(lint.code()).help(Some(lint.summary().into())))
        .collect()
}

/// Returns the names of the puzzles in the files on the command line, or in the current folder if
/// there are none.
pub(super) fn puzzles() -> Vec<CompletionCandidate> {
    let words = std::env::args_os().skip_while(|word| word != "--").skip(1);
    let mut paths: Vec<PathBuf> = words.map(PathBuf::from).filter(|path| path.exists()).collect();
    if paths.is_empty() {
        paths.push(PathBuf::from("."));
    }
    let sources = project::sources(&paths, &Selection::default(), &Configs::default());
    let files = sources.sources.into_iter().flatten().take(FILES);
    let mut names = BTreeSet::new();
    for file in files.filter_map(|source| File::read(source, "").ok()) {
        let sections = syntax::sections(&file.text).into_iter();
        names.extend(sections.filter_map(|span| syntax::name(span.slice(&file.text))));
    }
    // Bash inserts completions without quoting them; other shells quote.
    let is_bash = IS_BASH.get() == Some(&true);
    names
        .into_iter()
        .map(|name| if is_bash { escaped(&name) } else { name })
        .map(CompletionCandidate::new)
        .collect()
}

/// Escapes a word as bash requires.
fn escaped(word: &str) -> String {
    let mut escaped = String::with_capacity(word.len());
    for character in word.chars() {
        if character.is_ascii_whitespace() || "\\\"'`$&|;<>(){}[]*?!#~".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
