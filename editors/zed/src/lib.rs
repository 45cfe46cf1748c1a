//! Zed extension that starts the language server `carom lsp`.

use zed_extension_api::serde_json::{json, Value};
use zed_extension_api::settings::LspSettings;
use zed_extension_api::{
    register_extension, Command, Extension, LanguageServerId, Result, Worktree,
};

struct Carom;

/// Returns the user's settings under `lsp.carom`.
fn settings(server: &LanguageServerId, worktree: &Worktree) -> LspSettings {
    LspSettings::for_worktree(server.as_ref(), worktree).unwrap_or_default()
}

impl Extension for Carom {
    fn new() -> Self {
        Self
    }

    /// Returns the configured program, or `carom` from the `PATH`.
    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let set = settings(server, worktree).binary;
        let (path, arguments) = set.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path
            .or_else(|| worktree.which("carom"))
            .ok_or("`carom` is not in the PATH: install it with `cargo install --locked --path .` in carom's sources")?;
        Ok(Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".into()]),
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(settings(server, worktree).settings)
    }

    /// Returns the settings in the section `carom`, which the server requests.
    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<Value>> {
        Ok(settings(server, worktree).settings.map(|settings| json!({ "carom": settings })))
    }
}

register_extension!(Carom);
