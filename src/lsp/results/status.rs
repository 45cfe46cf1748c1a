//! `carom/solving`: the state of solving, for a status bar.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::Client;
use tower_lsp::ls_types::notification::Notification;

use crate::lsp::session::{Shared, State};

/// The delay after a change. Shorter searches are not shown.
const DELAY: Duration = Duration::from_millis(150);

/// The maximum number of titles.
const TITLES: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Solving {
    /// The number of puzzles without an answer.
    open: usize,
    /// The number of running searches.
    running: usize,
    /// The titles of the first few puzzles being solved.
    titles: Vec<String>,
}

impl Notification for Solving {
    type Params = Self;
    const METHOD: &'static str = "carom/solving";
}

/// Notifies the client of changes until the end of the session.
pub(crate) async fn run(client: Client, shared: Arc<Shared>) {
    let mut last = None;
    let mut updated = shared.updated.subscribe();
    while updated.changed().await.is_ok() {
        tokio::time::sleep(DELAY).await;
        let now = {
            let state = shared.lock();
            if !state.client.capabilities.wants_solving() {
                continue;
            }
            solving(&state, &shared)
        };
        if last.as_ref() != Some(&now) {
            last = Some(now.clone());
            client.send_notification::<Solving>(now).await;
        }
    }
}

fn solving(state: &State, shared: &Shared) -> Solving {
    let running = shared.service.running();
    let mut solving = Solving::default();
    for document in state.workspace.documents.values() {
        for (number, section) in document.sections.iter().enumerate() {
            let Some(handle) = &section.handle else {
                continue;
            };
            if section.is_found() || handle.result().is_some() {
                continue;
            }
            solving.open += 1;
            if running.iter().any(|search| search.is_of(handle)) {
                solving.running += 1;
                solving.titles.push(document.title(number));
            }
        }
    }
    // Documents have no order, so sort the titles.
    solving.titles.sort_unstable();
    solving.titles.truncate(TITLES);
    solving
}
