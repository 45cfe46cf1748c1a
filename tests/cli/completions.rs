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
fn rules_and_the_names_of_puzzles_are_completed() {
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
