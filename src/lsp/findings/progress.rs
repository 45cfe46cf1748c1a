//! Telling the client about searches that take their time.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tower_lsp::Client;
use tower_lsp::ls_types::notification::Progress;
use tower_lsp::ls_types::request::WorkDoneProgressCreate;
use tower_lsp::ls_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};

use crate::analysis::words::bound;
use crate::lsp::session::{Shared, Stop};
use crate::words::count;

/// A search that takes longer is worth a word.
pub(in crate::lsp) const LONG: Duration = Duration::from_millis(500);

/// Between two looks at what runs.
pub(in crate::lsp) const INTERVAL: Duration = Duration::from_millis(200);

/// How long the client may take to accept a token.
const PATIENCE: Duration = Duration::from_secs(60);

/// Watches the searches, until the end of the session.
pub(in crate::lsp) async fn run(client: Client, shared: Arc<Shared>) {
    // Searches that are told of, with whether the client has accepted.
    let mut told: HashMap<u64, Told> = HashMap::new();
    loop {
        tokio::time::sleep(INTERVAL).await;
        let is_wanted = shared.lock().client.wants_progress();
        if !is_wanted {
            continue;
        }
        let running = shared.service.running();
        for search in &running {
            let Some(watch) = search.watch() else {
                continue;
            };
            if search.is_quick() || search.is_spare() || search.since().elapsed() < LONG {
                continue;
            }
            let told = told.entry(search.number()).or_insert_with(|| {
                let token = format!("carom/solve/{}", search.number());
                Told::new(&client, &shared, token, Stop::Search(search.clone()))
            });
            let mut message = count(watch.positions(), "position");
            if watch.at_least() > 0 {
                message.push_str(&format!("; {}", bound(watch.at_least())));
            }
            told.report(&client, message, None).await;
        }
        let ended: Vec<u64> = told
            .iter()
            .filter(|(number, _)| {
                let mut running = running.iter();
                !running.any(|search| search.number() == **number && search.watch().is_some())
            })
            .map(|(number, _)| *number)
            .collect();
        for number in ended {
            if let Some(told) = told.remove(&number) {
                told.end(&client, &shared).await;
            }
        }
    }
}

/// Work that the client is told of.
pub(in crate::lsp) struct Told {
    token: ProgressToken,
    accepted: tokio::sync::watch::Receiver<bool>,
    has_begun: bool,
}

impl Told {
    /// Asks the client to show the progress of what `stop` ends, by a token of
    /// its own.
    pub(in crate::lsp) fn new(client: &Client, shared: &Shared, token: String, stop: Stop) -> Self {
        let token = NumberOrString::String(token);
        shared.lock().progress.insert(token.clone(), stop);
        let (sender, accepted) = tokio::sync::watch::channel(false);
        let (client, own) = (client.clone(), token.clone());
        tokio::spawn(async move {
            let params = WorkDoneProgressCreateParams { token: own };
            let answer = client.send_request::<WorkDoneProgressCreate>(params);
            if let Ok(Ok(())) = tokio::time::timeout(PATIENCE, answer).await {
                let _ = sender.send(true);
            }
        });
        Self {
            token,
            accepted,
            has_begun: false,
        }
    }

    /// Says how far it is, once the client has accepted; in percent where that
    /// is known.
    pub(in crate::lsp) async fn report(
        &mut self,
        client: &Client,
        message: String,
        percentage: Option<u32>,
    ) {
        if !*self.accepted.borrow() {
            return;
        }
        let value = if self.has_begun {
            WorkDoneProgress::Report(WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(message),
                percentage,
            })
        } else {
            self.has_begun = true;
            WorkDoneProgress::Begin(WorkDoneProgressBegin {
                title: "Solving".to_owned(),
                cancellable: Some(true),
                message: Some(message),
                percentage,
            })
        };
        self.send(client, value).await;
    }

    /// Says that it has ended.
    pub(in crate::lsp) async fn end(self, client: &Client, shared: &Shared) {
        shared.lock().progress.remove(&self.token);
        if self.has_begun {
            let end = WorkDoneProgress::End(WorkDoneProgressEnd { message: None });
            self.send(client, end).await;
        }
    }

    async fn send(&self, client: &Client, value: WorkDoneProgress) {
        let params = ProgressParams {
            token: self.token.clone(),
            value: ProgressParamsValue::WorkDone(value),
        };
        client.send_notification::<Progress>(params).await;
    }
}
