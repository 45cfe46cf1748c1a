//! The settings: those of VS Code, and the schema of `carom.toml`.

use std::fs;

use carom::analysis::{Level, Lint};
use carom::config::schema;

use super::pages::{check_or_update, root};

/// Returns the settings of VS Code: each lint with its level and summary.
fn settings_of_lints() -> String {
    let lints = Lint::ALL.iter().map(|lint| {
        let level = match lint.default_level() {
            Level::Deny => "deny",
            Level::Warn => "warn",
            Level::Hint => "hint",
            Level::Allow => "allow",
        };
        let summary = serde_json::to_string(lint.summary()).unwrap();
        format!(
            r#"            "{}": {{
              "enum": [
                "deny",
                "warn",
                "hint",
                "allow"
              ],
              "default": "{level}",
              "markdownDescription": {summary}
            }}"#,
            lint.code()
        )
    });
    lints.collect::<Vec<_>>().join(",\n")
}

#[test]
fn vscode_has_a_setting_for_each_lint() {
    let path = root().join("editors/vscode/package.json");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("\"carom.lints\": {").unwrap();
    let (head, rest) = rest.split_once("\"properties\": {\n").unwrap();
    let (_, after) = rest.split_once("\n          }").unwrap();
    let expected = format!(
        "{before}\"carom.lints\": {{{head}\"properties\": {{\n{}\n          }}{after}",
        settings_of_lints()
    );
    check_or_update(&path, &expected);
}

/// The documented schema of `carom.toml` is the schema of the program.
#[test]
fn schema_matches_program() {
    let path = root().join("docs/schemas/config.json");
    check_or_update(&path, format!("{:#}\n", schema()));
}
