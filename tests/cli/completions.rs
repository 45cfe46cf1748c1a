//! Shell completion.

use std::process::Command;

use tempfile::tempdir;

fn carom() -> Command {
    Command::new(env!("CARGO_BIN_EXE_carom"))
}

/// Returns the completions of the last word.
fn completions(shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = carom();
    command
        .env("CAROM_COMPLETE", shell)
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env("_CLAP_COMPLETE_COMP_TYPE", "9")
        .env("_CLAP_COMPLETE_SPACE", "true")
        .arg("--")
        .args(words);
    let out = String::from_utf8(command.output().unwrap().stdout).unwrap();
    out.lines().map(str::to_owned).collect()
}

#[test]
fn each_shell_has_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = carom().args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && script.contains("CAROM_COMPLETE"), "{shell}");
    }
    let unknown = carom().args(["completions", "dash"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn lints_and_puzzle_names_are_completed() {
    assert_eq!(completions("bash", &["carom", "explain", "moves-m"]), ["moves-mismatch"]);
    assert_eq!(completions("bash", &["carom", "check", "--deny", "bad-gl"]), ["bad-glyph"]);
    let folder = tempdir().unwrap();
    let path = folder.path().join("deck.carom");
    std::fs::write(&path, "puzzle lunar \"A $100 door\"\npuzzle lunar \"Straight\"\n").unwrap();
    let words = ["carom", "solve", path.to_str().unwrap(), "--puzzle", "A"];
    assert_eq!(completions("fish", &words), ["A $100 door"]);
    // bash inserts the text as typed.
    assert_eq!(completions("bash", &words), ["A\\ \\$100\\ door"]);
}

/// Returns the completions that bash offers for a line split into these words.
#[cfg(unix)]
fn bash_completions(words: &str, at: usize, last: &str) -> Vec<String> {
    let line = words.replace(" = ", "=").replace(" =", "=");
    let script = format!(
        "source <(carom completions bash)
        complete -p carom | grep -q -- '-F _carom ' || exit 1
        COMP_WORDS=({words}) COMP_CWORD={at} COMP_LINE='{line}' COMP_TYPE=9
        _carom carom '{last}' ''
        printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_carom"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut command = Command::new("bash");
    let output = command.args(["-c", &script]).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let out = String::from_utf8(output.stdout).unwrap();
    out.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_after_equals_sign() {
    assert_eq!(bash_completions("carom check --fix = cl", 4, "cl"), ["claims"]);
    assert_eq!(bash_completions("carom check --format = sa x", 4, "sa"), ["sarif"]);
    assert_eq!(bash_completions("carom --color =", 2, ""), ["auto", "always", "never"]);
    assert_eq!(bash_completions("carom check --deny = synt", 4, "synt"), ["syntax"]);
    assert_eq!(bash_completions("carom check --fix = claims --qui", 5, "--qui"), ["--quiet"]);
    assert_eq!(bash_completions("carom check --deny synt", 3, "synt"), ["syntax"]);
}
