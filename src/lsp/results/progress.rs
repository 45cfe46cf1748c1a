//! Progress of long searches.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tower_lsp::Client;
use tower_lsp::jsonrpc::Error;
use tower_lsp::ls_types::notification::Progress;
use tower_lsp::ls_types::request::WorkDoneProgressCreate;
use tower_lsp::ls_types::{
    ExecuteCommandParams, NumberOrString, ProgressParams, ProgressParamsValue, ProgressToken,
    WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};

use crate::analysis::words::bound;
use crate::lsp::session::{CHANGED, Cancellable, Outcome, PuzzleSnapshot, Server, Shared};
use crate::solving::CancelFlag;
use crate::words::count;

/// The time after which the progress of a search is shown.
const LONG: Duration = Duration::from_millis(500);

/// The interval between two reports of a search.
const INTERVAL: Duration = Duration::from_millis(200);

/// The start of the tokens of the preview, to which the progress is sent.
const PAGE_TOKEN: &str = "carom/preview/";

/// The time for the client to accept a progress token.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reports the progress of searches until the end of the session.
pub(crate) async fn run(client: Client, shared: Arc<Shared>) {
    let mut shown: HashMap<u64, WorkProgress> = HashMap::new();
    let mut updated = shared.updated.subscribe();
    loop {
        let running = shared.service.running();
        if running.is_empty() && shown.is_empty() {
            if updated.changed().await.is_err() {
                return;
            }
        } else {
            // The counters of a running search change without notice.
            tokio::time::sleep(INTERVAL).await;
        }
        let is_wanted = shared.lock().client.capabilities.wants_progress();
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
            let progress = shown.entry(search.number()).or_insert_with(|| {
                let token = format!("carom/solve/{}", search.number());
                let cancel = Cancellable::Search(search.clone());
                WorkProgress::new(&client, &shared, "Solving", token, cancel)
            });
            let mut message = count(watch.positions(), "position");
            if watch.at_least() > 0 {
                message.push_str(&format!("; {}", bound(watch.at_least())));
            }
            progress.report(&client, &shared, message, None).await;
        }
        let ended: Vec<u64> = shown
            .iter()
            .filter(|(number, _)| {
                !running
                    .iter()
                    .any(|search| search.number() == **number && search.watch().is_some())
            })
            .map(|(number, _)| *number)
            .collect();
        for number in ended {
            if let Some(progress) = shown.remove(&number) {
                progress.end(&client, &shared).await;
            }
        }
    }
}

/// The progress of a command. It is shown if the work takes long, until it is dropped. The user can
/// cancel the work there. Dropping it also cancels the work.
pub(crate) struct LateProgress {
    client: Client,
    shared: Arc<Shared>,
    /// The start of the token.
    token: &'static str,
    title: &'static str,
    cancel: CancelFlag,
    due: Instant,
    shown: Option<WorkProgress>,
}

impl LateProgress {
    pub(crate) fn new(
        server: &Server,
        params: &ExecuteCommandParams,
        token: &'static str,
        title: &'static str,
    ) -> Self {
        let (client, shared) = (server.client.clone(), Arc::clone(&server.shared));
        let cancel = CancelFlag::default();
        // The client may cancel the work before the first report.
        let given = params.work_done_progress_params.work_done_token.clone();
        let shown = given.map(|token| {
            WorkProgress::accepted(&shared, title, token, Cancellable::Work(cancel.clone()))
        });
        Self { client, shared, token, title, cancel, due: Instant::now() + LONG, shown }
    }

    /// Returns the flag that cancels the work.
    pub(crate) fn cancel(&self) -> CancelFlag {
        self.cancel.clone()
    }

    /// Runs work on a thread of its own, and reports what `message` returns: the progress in words
    /// and in percent. Work on a puzzle that has changed is cancelled, and so is work whose request
    /// is cancelled.
    pub(crate) async fn run<T: Send + 'static>(
        mut self,
        puzzle: Option<&PuzzleSnapshot>,
        message: impl Fn() -> (String, Option<u32>),
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let mut work = tokio::task::spawn_blocking(work);
        loop {
            tokio::select! {
                result = &mut work => return result.map_err(|_| Error::internal_error().into()),
                () = tokio::time::sleep_until(self.due) => {}
            }
            if puzzle.is_some_and(|puzzle| !self.shared.lock().has(puzzle)) {
                return Err(CHANGED.into());
            }
            let (message, percentage) = message();
            self.report(message, percentage).await;
        }
    }

    async fn report(&mut self, message: String, percentage: Option<u32>) {
        self.due = Instant::now() + INTERVAL;
        if self.shown.is_none() {
            let mut state = self.shared.lock();
            if !state.client.capabilities.wants_progress() {
                return;
            }
            state.published.progress_count += 1;
            let token = format!("{}{}", self.token, state.published.progress_count);
            drop(state);
            let cancel = Cancellable::Work(self.cancel.clone());
            self.shown =
                Some(WorkProgress::new(&self.client, &self.shared, self.title, token, cancel));
        }
        if let Some(shown) = &mut self.shown {
            shown.report(&self.client, &self.shared, message, percentage).await;
        }
    }
}

impl Drop for LateProgress {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(progress) = self.shown.take() {
            let (client, shared) = (self.client.clone(), Arc::clone(&self.shared));
            tokio::spawn(async move { progress.end(&client, &shared).await });
        }
    }
}

/// Work whose progress the client shows.
struct WorkProgress {
    title: &'static str,
    token: ProgressToken,
    accepted: tokio::sync::watch::Receiver<bool>,
    has_begun: bool,
}

impl WorkProgress {
    /// Shows progress under a token of the client.
    fn accepted(
        shared: &Shared,
        title: &'static str,
        token: ProgressToken,
        stop: Cancellable,
    ) -> Self {
        shared.lock().published.progress.insert(token.clone(), stop);
        let (_, accepted) = tokio::sync::watch::channel(true);
        Self { title, token, accepted, has_begun: false }
    }

    /// Asks the client to show the progress of `work` under a new token.
    fn new(
        client: &Client,
        shared: &Shared,
        title: &'static str,
        token: String,
        stop: Cancellable,
    ) -> Self {
        let token = NumberOrString::String(token);
        shared.lock().published.progress.insert(token.clone(), stop);
        let (sender, accepted) = tokio::sync::watch::channel(false);
        let (client, created) = (client.clone(), token.clone());
        tokio::spawn(async move {
            let params = WorkDoneProgressCreateParams { token: created };
            let answer = client.send_request::<WorkDoneProgressCreate>(params);
            if let Ok(Ok(())) = tokio::time::timeout(PATIENCE, answer).await {
                let _ = sender.send(true);
            }
        });
        Self { title, token, accepted, has_begun: false }
    }

    /// Reports progress once the client has accepted the token.
    async fn report(
        &mut self,
        client: &Client,
        shared: &Shared,
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
                title: self.title.to_owned(),
                cancellable: Some(true),
                message: Some(message),
                percentage,
            })
        };
        self.send(client, shared, value).await;
    }

    async fn end(self, client: &Client, shared: &Shared) {
        shared.lock().published.progress.remove(&self.token);
        if self.has_begun {
            let end = WorkDoneProgress::End(WorkDoneProgressEnd { message: None });
            self.send(client, shared, end).await;
        }
    }

    async fn send(&self, client: &Client, shared: &Shared, value: WorkDoneProgress) {
        let params = ProgressParams {
            token: self.token.clone(),
            value: ProgressParamsValue::WorkDone(value),
        };
        match &self.token {
            NumberOrString::String(token) if token.starts_with(PAGE_TOKEN) => {
                shared.preview.progress.send_replace(Some(params));
            }
            _ => client.send_notification::<Progress>(params).await,
        }
    }
}
