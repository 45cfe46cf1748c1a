//! The thread that writes many entries at a time.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::database::{Change, Database};
use super::fault::Fault;
use super::state::State;

/// The maximum number of changes of one batch.
const BATCH: usize = 500;

/// The maximum time that a change waits, unless another process has locked the file.
const INTERVAL: Duration = Duration::from_secs(1);

/// The maximum number of waiting changes. If the disk is slower than the searches, further changes
/// are dropped.
const WAITING: usize = 20_000;

/// The number of attempts to write a batch while another process has locked the file.
const TRIES: usize = 3;

/// A message to the thread.
enum Message {
    /// A change to write.
    Change(Change),
    /// A request to report when everything before it is written.
    Flush(SyncSender<()>),
}

/// The thread that writes. Dropping it writes pending changes.
#[derive(Debug)]
pub(super) struct Writer {
    sender: Option<SyncSender<Message>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(state: Arc<State>) -> Self {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let thread = thread::Builder::new().name("cache writer".to_owned());
        let thread = thread.spawn(move || write(&state, &receiver));
        Self {
            sender: Some(sender),
            thread: thread.ok(),
        }
    }

    pub(super) fn send(&self, change: Change) {
        if let Some(sender) = &self.sender {
            let _ = sender.try_send(Message::Change(change));
        }
    }

    /// Waits until all sent changes are written, but at most this long.
    pub(super) fn flush(&self, most: Duration) {
        let (written, is_written) = mpsc::sync_channel(1);
        if let Some(sender) = &self.sender
            && sender.try_send(Message::Flush(written)).is_ok()
        {
            let _ = is_written.recv_timeout(most);
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write(state: &State, messages: &Receiver<Message>) {
    let mut database = None;
    while let Some(batch) = Batch::take(messages) {
        if !batch.changes.is_empty() {
            write_batch(state, &mut database, &batch.changes);
        }
        if let Some(waiting) = batch.waiting {
            let _ = waiting.try_send(());
        }
    }
}

/// Writes a batch, into a new file if this one is damaged.
fn write_batch(state: &State, database: &mut Option<Database>, batch: &[Change]) {
    loop {
        if database.is_none() {
            *database = state.open();
        }
        let Some(open) = database else {
            return;
        };
        match insist(open, batch).and_then(|()| open.trim(state.max_size())) {
            Err(fault) if !fault.is_passing() => {
                state.settle(open.file(), &fault);
                *database = None;
            }
            _ => return,
        }
    }
}

/// Writes a batch, and tries again while another process has locked the file.
fn insist(database: &mut Database, batch: &[Change]) -> Result<(), Fault> {
    let mut tries = 1..=TRIES;
    loop {
        match database.write(batch) {
            Err(fault) if fault.is_passing() && tries.next() != Some(TRIES) => {}
            result => return result,
        }
    }
}

/// Changes that are written together.
#[derive(Default)]
struct Batch {
    changes: Vec<Change>,
    /// The sender that waits until it is written.
    waiting: Option<SyncSender<()>>,
}

impl Batch {
    /// Returns the next batch, or `None` at the end.
    fn take(messages: &Receiver<Message>) -> Option<Self> {
        let mut batch = Self::default();
        let first = messages.recv().ok()?;
        let deadline = Instant::now() + INTERVAL;
        let mut next = Ok(first);
        loop {
            match next {
                Ok(Message::Change(change)) => batch.changes.push(change),
                Ok(Message::Flush(waiting)) => batch.waiting = Some(waiting),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
            if batch.waiting.is_some() || batch.changes.len() == BATCH {
                break;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            next = messages.recv_timeout(left);
        }
        Some(batch)
    }
}
