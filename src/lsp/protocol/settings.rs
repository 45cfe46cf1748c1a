//! Changes of configuration files and of the editor's settings.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{ConfigurationItem, MessageType};

use crate::config::{Config, WrongSetting};
use crate::lsp::session::Server;

/// The parameters of `carom/settings`.
#[derive(Debug, Serialize, Deserialize)]
struct SettingsParams {
    /// The settings whose default applies because their value is wrong.
    wrong: Vec<WrongSetting>,
}

/// `carom/settings`
struct Settings;

impl Notification for Settings {
    type Params = SettingsParams;
    const METHOD: &'static str = "carom/settings";
}

impl Server {
    /// Reads all configuration files again and applies them.
    pub(super) fn reread_configs(&self) {
        let mut state = self.shared.lock();
        state.workspace.configs.forget();
        // `include` and `exclude` may have changed.
        state.reindex();
        drop(state);
        self.reconfigure();
        self.scan();
    }

    /// Applies its configuration to each document.
    pub(super) fn reconfigure(&self) {
        self.report_settings();
        self.shared.lock().reconfigure();
        self.shared.refresh.store(true, Ordering::Relaxed);
        self.shared.edited.notify_one();
    }

    /// Stores the editor's settings. `reconfigure` applies them.
    pub(super) fn set_settings(&self, settings: &Value) {
        let settings = settings.get("carom").unwrap_or(settings);
        let (config, wrong) = Config::from_editor(settings);
        if let Some(level) = &config.editor.log {
            (self.shared.log)(level);
        }
        let mut state = self.shared.lock();
        state.workspace.settings = config;
        state.workspace.wrong_settings = wrong;
    }

    /// Tells the client which settings are wrong, if that has changed.
    pub(super) fn report_settings(&self) {
        let mut state = self.shared.lock();
        let wrong = state.workspace.wrong_settings.clone();
        if state.published.wrong_settings == wrong {
            return;
        }
        state.published.wrong_settings.clone_from(&wrong);
        let shows_settings = state.client.capabilities.shows_settings();
        drop(state);
        if shows_settings {
            let client = self.client.clone();
            let params = SettingsParams { wrong };
            tokio::spawn(async move { client.send_notification::<Settings>(params).await });
        } else if !wrong.is_empty() {
            let lines = wrong.iter().map(|of| format!("{}: {}", of.setting, of.message));
            self.say(MessageType::WARNING, lines.collect::<Vec<_>>().join("\n"));
        }
    }

    /// Requests the settings from the client and applies them when they arrive.
    pub(super) fn fetch_settings(&self) {
        let (client, shared) = (self.client.clone(), Arc::clone(&self.shared));
        tokio::spawn(async move {
            let item = ConfigurationItem { scope_uri: None, section: Some("carom".to_owned()) };
            if let Ok(values) = client.configuration(vec![item]).await
                && let Some(settings) = values.first()
            {
                let server = Self::new(client, shared);
                server.set_settings(settings);
                server.reconfigure();
            }
        });
    }

    pub(super) fn can_fetch_settings(&self) -> bool {
        self.shared.lock().client.capabilities.has_settings()
    }
}
