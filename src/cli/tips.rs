//! Tips for unknown commands and flags. A tip names something that means the same, or that differs
//! by one typing error.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::analysis::is_typing_error;

/// Words that are typed for a command, the command or flag that is meant, and what it does.
const COMMANDS: &[(&[&str], &str, &str)] = &[
    (&["lint", "validate", "verify", "test", "run"], "check", "reports errors"),
    (&["fix", "autofix"], "check --fix", "applies safe fixes"),
    (&["watch"], "check --watch", "checks again whenever a file changes"),
    (&["diff"], "check --diff", "shows what fixes would change"),
    (&["answer", "solution", "solver"], "solve", "finds shortest solutions"),
    (&["hint", "steps", "walkthrough"], "solve --show=steps", "shows each step of a solution"),
    (&["format", "tidy", "pretty"], "fmt", "rewrites files in the standard layout"),
    (&["init", "create", "add", "template"], "new", "writes a puzzle to start with"),
    (&["gen", "random", "make"], "generate", "makes puzzles"),
    (&["minimize", "reduce", "shrink", "simplify"], "minimise", "removes what is not needed"),
    (&["hardness", "difficulty", "score", "rank", "grade"], "rate", "shows how hard puzzles are"),
    (&["harder", "hard"], "hardest", "finds the start that needs the most moves"),
    (&["count", "enumerate"], "census", "counts all boards of a size"),
    (&["png", "svg", "draw", "show", "picture", "image", "cat"], "render", "draws puzzles"),
    (&["print", "pdf", "sheet"], "render --sheet", "draws puzzles on pages to print"),
    (&["share", "html", "export-html", "site", "web", "publish"], "page", "writes a page to play"),
    (&["play", "open", "view", "serve"], "preview", "shows puzzles to play"),
    (&["import", "export", "from", "to"], "convert", "reads and writes foreign formats"),
    (&["levels", "list", "ls", "info", "summary"], "stats", "summarizes puzzles"),
    (&["search", "grep", "lookup"], "find", "finds a puzzle by its title or identity"),
    (&["settings", "options"], "config", "prints the settings of a folder"),
    (&["docs", "doc", "man", "manual", "lints", "rules"], "explain", "prints the manual"),
    (&["clean", "clear"], "cache clear", "deletes the kept answers"),
    (&["completion", "complete"], "completions", "prints a script for a shell"),
    (&["server", "language-server", "langserver"], "lsp", "is the language server"),
    (&["version"], "--version", "prints the version"),
];

/// Words that are typed for a flag, and the flag that is meant, where a command has it.
const FLAGS: &[(&[&str], &str)] = &[
    (&["out", "outfile", "out-file", "dest", "destination", "file"], "output"),
    (&["threads", "cores", "parallel", "workers"], "jobs"),
    (&["timeout", "time", "max-time"], "time-limit"),
    (&["memory", "mem", "memory-limit"], "max-memory"),
    (&["positions", "max-nodes", "nodes", "limit"], "max-positions"),
    (&["ignore", "skip", "disable", "off"], "allow"),
    (&["ignore", "skip", "not"], "exclude"),
    (&["error", "forbid", "strict"], "deny"),
    (&["input-format", "input", "in"], "from"),
    (&["output-format", "target-format"], "to"),
    (&["type", "reporter", "report"], "format"),
    (&["colour", "colors", "colours"], "color"),
    (&["dimensions", "dim"], "size"),
    (&["number", "amount", "n"], "count"),
    (&["name", "only", "id", "filter"], "puzzle"),
    (&["steps", "moves-shown", "boards"], "show"),
    (&["silent"], "quiet"),
    (&["debug"], "verbose"),
    (&["autofix", "write", "apply"], "fix"),
    (&["write", "in-place", "inplace"], "write"),
    (&["dry-run", "dry"], "diff"),
    (&["dry-run", "verify"], "check"),
    (&["staged-only", "cached"], "staged"),
    (&["from-ref", "base", "changed", "diff-base"], "since"),
    (&["shard", "split"], "partition"),
    (&["no-config"], "isolated"),
    (&["allow-none", "no-error-on-empty"], "allow-empty"),
    (&["print", "pdf"], "sheet"),
    (&["colourscheme", "colorscheme", "style"], "theme"),
    (&["clear-cache", "nocache"], "no-cache"),
];

/// Returns the tip for an unknown command.
pub(super) fn for_command(word: &str, command: &clap::Command) -> Option<String> {
    let mut rows = COMMANDS.iter();
    if let Some((_, meant, does)) = rows.find(|(words, ..)| words.contains(&word)) {
        return Some(format!("`carom {meant}` {does}"));
    }
    let mut names = command.get_subcommands().map(clap::Command::get_name);
    let similar = names.find(|name| is_typing_error(word, name))?;
    Some(format!("a similar subcommand exists: '{similar}'"))
}

/// Returns the tip for an unknown flag of a command.
pub(super) fn for_flag(flag: &str, command: &clap::Command) -> Option<String> {
    let word = flag.strip_prefix("--")?.split('=').next()?;
    let flags: Vec<&str> = command
        .get_arguments()
        .filter_map(clap::Arg::get_long)
        .chain(["help", "version"])
        .collect();
    let meant = FLAGS
        .iter()
        .filter(|(words, _)| words.contains(&word))
        .map(|(_, meant)| *meant)
        .find(|meant| flags.contains(meant))
        .or_else(|| flags.iter().find(|flag| is_typing_error(word, flag)).copied())?;
    Some(format!("a similar argument exists: '--{meant}'"))
}

/// Replaces the suggestions of the parser, which go by letters alone.
pub(super) fn replace(error: &mut clap::Error, tip: Option<String>) {
    error.remove(ContextKind::SuggestedSubcommand);
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Suggested);
    }
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}
