//! `carom/solving`: how much is still being solved, for a status bar.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::Client;
use tower_lsp::ls_types::notification::Notification;

use crate::lsp::session::{Shared, State};

/// Between two looks; what takes no longer is not worth a word.
const INTERVAL: Duration = Duration::from_millis(150);

/// So many titles are told.
const TITLES: usize = 3;

/// What is being solved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Solving {
    /// Puzzles without an answer yet.
    open: usize,
    /// Searches that run now.
    running: usize,
    /// The first few puzzles that are searched.
    titles: Vec<String>,
}

impl Notification for Solving {
    type Params = Self;
    const METHOD: &'static str = "carom/solving";
}

/// Tells the client of every change, until the end of the session.
pub(in crate::lsp) async fn run(client: Client, shared: Arc<Shared>) {
    let mut told = None;
    loop {
        tokio::time::sleep(INTERVAL).await;
        let now = {
            let state = shared.lock();
            if !state.client.wants_solving() {
                continue;
            }
            solving(&state, &shared)
        };
        if told.as_ref() != Some(&now) {
            told = Some(now.clone());
            client.send_notification::<Solving>(now).await;
        }
    }
}

fn solving(state: &State, shared: &Shared) -> Solving {
    let running = shared.service.running();
    let mut solving = Solving::default();
    for document in state.documents.values() {
        for (number, section) in document.sections.iter().enumerate() {
            let Some(asked) = &section.asked else {
                continue;
            };
            if section.is_found() || asked.found().is_some() {
                continue;
            }
            solving.open += 1;
            if running.iter().any(|search| search.is_of(asked)) {
                solving.running += 1;
                solving.titles.push(document.title(number));
            }
        }
    }
    // Documents have no order, but what is told has one.
    solving.titles.sort_unstable();
    solving.titles.truncate(TITLES);
    solving
}
