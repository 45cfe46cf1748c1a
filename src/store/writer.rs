//! The thread that writes, many entries at a time.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::database::Change;
use super::state::State;

/// So many changes are written at a time.
const BATCH: usize = 500;

/// No change waits longer than this, if others do not hold the file.
const INTERVAL: Duration = Duration::from_secs(1);

/// So many changes may wait. When the disk is slower than the searches,
/// further ones are not kept.
const WAITING: usize = 20_000;

/// How often a batch is tried while others hold the file.
const TRIES: usize = 3;

/// The thread that writes. What waits is written before it is dropped.
#[derive(Debug)]
pub(super) struct Writer {
    sender: Option<SyncSender<Change>>,
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
            let _ = sender.try_send(change);
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

fn write(state: &State, changes: &Receiver<Change>) {
    let mut database = None;
    while let Ok(first) = changes.recv() {
        let (batch, is_over) = batch(first, changes);
        if state.is_off() {
            continue;
        }
        if database.is_none() {
            database = state.open();
        }
        let Some(database) = &mut database else {
            continue;
        };
        let mut tries = 1..=TRIES;
        let written = loop {
            match database.write(&batch) {
                Err(fault) if fault.is_passing() && tries.next() != Some(TRIES) => {}
                result => break result,
            }
        };
        let written = written.and_then(|()| database.trim(state.max_size()));
        if let Err(fault) = written
            && !fault.is_passing()
        {
            state.give_up(&fault);
        }
        if is_over {
            return;
        }
    }
}

/// What is to be written together, and whether nothing will come after it.
fn batch(first: Change, changes: &Receiver<Change>) -> (Vec<Change>, bool) {
    let deadline = Instant::now() + INTERVAL;
    let mut batch = vec![first];
    while batch.len() < BATCH {
        let left = deadline.saturating_duration_since(Instant::now());
        match changes.recv_timeout(left) {
            Ok(change) => batch.push(change),
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return (batch, true),
        }
    }
    (batch, false)
}
