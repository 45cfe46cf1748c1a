//! What shells complete.

use std::process::Command;

use tempfile::tempdir;

fn carom() -> Command {
    Command::new(env!("CARGO_BIN_EXE_carom"))
}

/// What is offered for the last of these words.
fn offered(shell: &str, words: &[&str]) -> Vec<String> {
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
fn each_shell_has_its_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = carom().args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && script.contains("CAROM_COMPLETE"),
            "{shell}"
        );
    }
    let unknown = carom().args(["completions", "dash"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn lints_and_the_names_of_puzzles_are_completed() {
    assert_eq!(
        offered("bash", &["carom", "explain", "moves-m"]),
        ["moves-mismatch"]
    );
    assert_eq!(
        offered("bash", &["carom", "check", "--deny", "bad-gl"]),
        ["bad-glyph"]
    );
    let folder = tempdir().unwrap();
    let deck = folder.path().join("deck.carom");
    std::fs::write(
        &deck,
        "puzzle lunar \"A $100 door\"\npuzzle lunar \"Straight\"\n",
    )
    .unwrap();
    let words = ["carom", "solve", deck.to_str().unwrap(), "--puzzle", "A"];
    assert_eq!(offered("fish", &words), ["A $100 door"]);
    // What bash inserts is what would be typed.
    assert_eq!(offered("bash", &words), ["A\\ \\$100\\ door"]);
}

/// What bash offers for a line that it takes apart into these words.
#[cfg(unix)]
fn offered_by_bash(words: &str, at: usize, last: &str) -> Vec<String> {
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
    let output = command.args(["-c", &script]).env("PATH", path).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{output:?}");
    let out = String::from_utf8(output.stdout).unwrap();
    out.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_behind_an_equals_sign() {
    let offered = |words, at, last| offered_by_bash(words, at, last);
    assert_eq!(offered("carom check --fix = cl", 4, "cl"), ["claims"]);
    assert_eq!(offered("carom check --format = sa x", 4, "sa"), ["sarif"]);
    assert_eq!(
        offered("carom --color =", 2, ""),
        ["auto", "always", "never"]
    );
    assert_eq!(offered("carom check --deny = synt", 4, "synt"), ["syntax"]);
    assert_eq!(
        offered("carom check --fix = claims --qui", 5, "--qui"),
        ["--quiet"]
    );
    assert_eq!(offered("carom check --deny synt", 3, "synt"), ["syntax"]);
}
