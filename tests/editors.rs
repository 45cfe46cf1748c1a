//! Checks that the editor plugins agree with the rest of the project.

use std::fs;
use std::path::{Path, PathBuf};

use carom::config::Config;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The oldest server version that the plugin accepts must exist.
#[test]
fn neovim_plugin_accepts_current_server() {
    let server = root().join("editors/nvim/lua/carom/server.lua");
    let server = fs::read_to_string(server).unwrap();
    let oldest = server.split("M.oldest = \"").nth(1).unwrap();
    let numbers = |version: &str| -> Vec<u32> {
        let parts = version.split('.').map(|part| part.parse().unwrap());
        parts.collect()
    };
    let oldest = numbers(oldest.split('"').next().unwrap());
    assert!(oldest <= numbers(env!("CARGO_PKG_VERSION")));
}

/// The extension contains everything that Zed's documentation requires.
#[test]
fn zed_extension_is_complete() {
    let read = |file: &str| -> toml::Table {
        let text = fs::read_to_string(root().join("editors/zed").join(file)).unwrap();
        text.parse().unwrap()
    };
    let text = |table: &toml::Table, key: &str| table[key].as_str().unwrap().to_owned();
    let manifest = read("extension.toml");
    for key in ["id", "name", "description"] {
        assert!(!text(&manifest, key).is_empty(), "{key}");
    }
    assert_eq!(manifest["schema_version"].as_integer(), Some(1));
    assert!(manifest["authors"].is_array());
    let language = read("languages/carom/config.toml");
    let servers = manifest["language_servers"].as_table().unwrap();
    assert_eq!(servers["carom"]["languages"][0].as_str(), language["name"].as_str());
    // `grammar` is the name of the grammar in the manifest.
    assert_eq!(text(&language, "grammar"), "carom");
    assert_eq!(language["path_suffixes"][0].as_str(), Some("carom"));
    let package = read("Cargo.toml");
    let package = package["package"].as_table().unwrap();
    for table in [&manifest, package] {
        assert_eq!(text(table, "version"), env!("CARGO_PKG_VERSION"));
    }
}

/// Setting up an editor takes at most three commands.
#[test]
fn installation_takes_three_commands() {
    let text = fs::read_to_string(root().join("editors/README.md")).unwrap();
    let mut blocks = 0;
    for block in text.split("```sh\n").skip(1) {
        let commands = block.split("```").next().unwrap().trim().lines();
        assert!(commands.count() <= 3, "{block}");
        blocks += 1;
    }
    assert!(blocks >= 5);
}

/// The server reads every setting that VS Code offers, except those of the extension itself.
#[test]
fn server_reads_settings_of_vscode() {
    let text = fs::read_to_string(root().join("editors/vscode/package.json")).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    let shown = &manifest["contributes"]["configuration"]["properties"];
    let of_extension = ["server", "trace", "updateClaims", "proofSigns", "nextMove"];
    let mut read = 0;
    for name in shown.as_object().unwrap().keys() {
        let keys: Vec<&str> = name.split('.').skip(1).collect();
        if of_extension.contains(&keys[0]) {
            continue;
        }
        // No setting has this value.
        let setting = keys.iter().rev().fold(json!([[]]), |value, key| json!({*key: value}));
        let (_, wrong) = Config::from_editor(&setting);
        assert_eq!(wrong.len(), 1, "{name}");
        assert_eq!(wrong[0].setting, *name);
        assert!(!wrong[0].message.contains("unknown setting"), "{name}: {wrong:?}");
        read += 1;
    }
    assert!(read > 10);
}
