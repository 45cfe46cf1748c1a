//! The main loop of the server.

use std::num::NonZeroUsize;
use std::panic::AssertUnwindSafe;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use futures_util::{FutureExt, SinkExt, StreamExt, poll};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{Receiver, Sender};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::ls_types::Uri;
use tower_lsp::{Client, ExitedError, LspService};
use tower_service::Service;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry, reload};

use super::transport::{self, Incoming};
use crate::lsp::panel::{self, map};
use crate::lsp::preview::{self, PreviewOptions};
use crate::lsp::requests;
use crate::lsp::results::{self, progress, proofs, publish, status};
use crate::lsp::session::{ClientCapabilities, PreviewedFile, Server, Shared};
use crate::solving::{Memory, Solver};
use crate::store::Cache;

/// The time to answer requests that arrived before `exit`.
const GRACE: Duration = Duration::from_millis(700);

/// The time to store the last answers.
const KEEPING: Duration = Duration::from_millis(300);

/// The time to write the last messages.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Serves the client on standard input and output, then ends the process, with status 0 after
/// `shutdown` and 1 otherwise. Answers are also kept in `cache`.
///
/// # Errors
///
/// An error if the server cannot start.
pub(crate) fn run(cache: Option<Arc<Cache>>) -> std::io::Result<()> {
    let solver = Solver::new(cores(), Memory::default());
    let shared = Shared::new(log(), cores(), solver, cache);
    runtime()?.block_on(serve_client(Arc::clone(&shared)));
    // Threads may still be solving or reading; their results are not needed.
    shared.exit()
}

/// Returns the number of solver threads.
fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}

/// Serves the preview of a file without an editor. Answers are also kept in `cache`.
///
/// # Errors
///
/// An error if the server or the preview cannot start, or if `ready` fails.
pub(crate) fn preview_file(
    file: PreviewedFile,
    options: PreviewOptions,
    cache: Option<Arc<Cache>>,
    ready: impl FnOnce(&str) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let solver = Solver::new(cores(), Memory::default());
    let shared = Shared::new(log(), cores(), solver, cache);
    let can = json!({"workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}});
    shared.lock().client.capabilities = ClientCapabilities::of(&json!({"capabilities": can}));
    runtime()?.block_on(async {
        // There is no client: edits go to the file, and messages to the log.
        let (service, _) = LspService::new(|client| server(client, &shared));
        service.inner().preview_file(file, options, ready).await
    })
}

/// Starts logging to standard error, at the level of `CAROM_LOG` or of the settings.
fn log() -> Box<dyn Fn(&str) + Send + Sync> {
    let filter = |text: &str| EnvFilter::builder().parse_lossy(text);
    let level = std::env::var("CAROM_LOG").unwrap_or_else(|_| "warn".to_owned());
    let (layer, handle) = reload::Layer::new(filter(&level));
    let format = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    let set: Result<(), _> = Registry::default().with(layer).with(format).try_init();
    if set.is_err() {
        tracing::debug!("logging is already set up");
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    Box::new(move |level| {
        let _ = handle.reload(filter(level));
    })
}

/// Serves the client on standard input and output.
async fn serve_client(shared: Arc<Shared>) {
    let ending = Arc::clone(&shared);
    let input = transport::read(move || {
        // Earlier requests are still answered if the client reads.
        thread::sleep(GRACE);
        ending.exit();
    });
    let status = Arc::clone(&shared);
    let (done, written) = tokio::sync::oneshot::channel();
    let output = transport::write(move |result| {
        if result.is_err() {
            // The client has closed the pipe.
            status.exit();
        }
        let _ = done.send(());
    });
    serve(&shared, input, output).await;
    // Unfinished handlers hold the output; do not wait for them.
    let _ = tokio::time::timeout(LAST_WORDS, written).await;
}

/// Starts the tasks that report to the client, and returns its server.
fn server(client: Client, shared: &Arc<Shared>) -> Server {
    tokio::spawn(publish::run(client.clone(), Arc::clone(shared)));
    tokio::spawn(progress::run(client.clone(), Arc::clone(shared)));
    tokio::spawn(status::run(client.clone(), Arc::clone(shared)));
    tokio::spawn(map::run(client.clone(), Arc::clone(shared)));
    tokio::spawn(proofs::run(client.clone(), Arc::clone(shared)));
    Server::new(client, Arc::clone(shared))
}

/// Handles the messages of a client until there are no more.
async fn serve(shared: &Arc<Shared>, mut input: Receiver<Incoming>, output: Sender<Vec<u8>>) {
    let builder = LspService::build(|client| server(client, shared))
        .custom_method("window/workDoneProgress/cancel", Server::cancel_progress);
    let builder = requests::register(panel::register(results::register(builder)));
    let builder = preview::register(builder);
    let (mut service, socket) = builder.finish();
    let (mut requests, mut responses) = socket.split();
    let to_client = output.clone();
    let forward = tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            if let Ok(message) = serde_json::to_vec(&request)
                && to_client.send(message).await.is_err()
            {
                return;
            }
        }
    });
    while let Some(message) = input.recv().await {
        match message {
            Incoming::Request(request) => handle(&mut service, request, &output).await,
            Incoming::Response(response) => {
                let _ = responses.send(response).await;
            }
            Incoming::Malformed(error) => {
                let _ = output.send(error.to_string().into_bytes()).await;
            }
        }
    }
    forward.abort();
}

/// Calls the handler of a message. It runs up to its first `await` here, so that handlers of
/// later messages see its changes of the state; the rest runs as a task.
async fn handle(service: &mut LspService<Server>, request: Request, output: &Sender<Vec<u8>>) {
    if request.method() == "initialize"
        && let Some(params) = request.params()
    {
        service.inner().shared.lock().client.capabilities = ClientCapabilities::of(params);
    }
    if let Some(params) = request.params() {
        let shared = &service.inner().shared;
        shared.preview.follow(request.method(), params);
    }
    let request = versioned(bare(request), &service.inner().shared);
    let id = request.id().cloned();
    let handler = AssertUnwindSafe(service.call(request)).catch_unwind();
    let mut handler = Box::pin(handler.map(|result| answer(id, result)));
    match poll!(&mut handler) {
        Poll::Ready(message) => {
            if let Some(message) = message {
                let _ = output.send(message).await;
            }
        }
        Poll::Pending => {
            let output = output.clone();
            tokio::spawn(async move {
                if let Some(message) = handler.await {
                    let _ = output.send(message).await;
                }
            });
        }
    }
}

/// Removes the parameters of `shutdown`: some clients send an empty object.
fn bare(request: Request) -> Request {
    if request.method() != "shutdown" || request.params().is_none() {
        return request;
    }
    let (method, id, _) = request.into_parts();
    let bare = Request::build(method);
    match id {
        Some(id) => bare.id(id).finish(),
        None => bare.finish(),
    }
}

/// Adds the version that some clients do not send with changes: the one of the last message, so the
/// changes count in the order of their arrival.
fn versioned(request: Request, shared: &Shared) -> Request {
    if request.method() != "textDocument/didChange" {
        return request;
    }
    let (method, _, params) = request.into_parts();
    let mut params = params.unwrap_or_default();
    if let Some(document) = params.get_mut("textDocument").and_then(Value::as_object_mut)
        && document.get("version").is_none_or(Value::is_null)
        && let Some(uri) = document.get("uri").and_then(Value::as_str)
        && let Ok(uri) = uri.parse::<Uri>()
    {
        let state = shared.lock();
        let known = state.workspace.documents.get(&uri);
        let version = known.and_then(|known| known.version).unwrap_or_default();
        document.insert("version".to_owned(), version.into());
    }
    Request::build(method).params(params).finish()
}

/// Returns the response to a request. If its handler panicked, the response is an error.
fn answer(
    id: Option<Id>,
    result: thread::Result<Result<Option<Response>, ExitedError>>,
) -> Option<Vec<u8>> {
    let response = match result {
        Ok(response) => response.ok().flatten(),
        Err(_) => {
            tracing::error!("a panic while handling a message");
            id.map(|id| Response::from_error(id, Error::internal_error()))
        }
    };
    serde_json::to_vec(&response?).ok()
}

impl Shared {
    /// Stores the answers and ends the process.
    pub(super) fn exit(&self) -> ! {
        self.keep_answers();
        exit(i32::from(!self.is_shut_down.load(Ordering::Relaxed)))
    }

    /// Stores pending answers within a time limit.
    pub(super) fn keep_answers(&self) {
        if let Some(cache) = &self.cache {
            cache.flush(KEEPING);
        }
    }
}
