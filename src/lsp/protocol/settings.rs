//! Changes of configuration files and of the editor's settings.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;
use tower_lsp::ls_types::{ConfigurationItem, MessageType};

use crate::config::Config;
use crate::lsp::session::Server;

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
        self.shared.lock().reconfigure();
        self.shared.refresh.store(true, Ordering::Relaxed);
        self.shared.edited.notify_one();
    }

    /// Stores the editor's settings. `reconfigure` applies them.
    pub(super) fn set_settings(&self, settings: &Value) {
        let settings = settings.get("carom").unwrap_or(settings);
        match Config::from_editor(settings) {
            Ok(config) => {
                if let Some(level) = &config.editor.log {
                    (self.shared.log)(level);
                }
                self.shared.lock().workspace.settings = config;
            }
            Err(invalid) => {
                let message = format!("cannot use the settings of carom: {invalid}");
                self.say(MessageType::ERROR, message);
            }
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
