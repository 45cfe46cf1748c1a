//! A position to solve, and its limits.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use web_time::Instant;

use crate::games::Position;
use crate::search::{Answer, CancelFlag};
use crate::solving::{Call, Identity, Limits, NoStore, Question, Solver};

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions searched.
    pub positions: u64,
    /// A lower bound: no solution has fewer moves.
    pub at_least: u32,
    /// The time since the start of the search.
    pub elapsed: Duration,
}

/// A position to solve, and the limits of the search.
///
/// ```
/// use carom::board::{Board, Direction};
/// use carom::games::ricochet::{Rules, Setup, Target};
/// use carom::games::{Piece, Position};
///
/// let mut board = Board::new(5, 5)?;
/// board.add_wall("c1".parse()?, Direction::Right);
/// let setup = Setup {
///     board,
///     rules: Rules { bounce: false, ..Rules::default() },
///     robots: vec![Piece { name: 'R', square: "a5".parse()? }],
///     targets: vec![Target { square: "c1".parse()?, robot: Some('R') }],
///     diagonals: Vec::new(),
/// };
/// let position = Position::from(setup.position().map_err(|mut faults| faults.remove(0))?);
/// assert_eq!(
///     carom::picture::board(&position),
///     ["R . . . .", ". . . . .", ". . . . .", ". . . . .", ". . r|. ."].join("\n"),
/// );
/// let answer = carom::Task::new(&position).max_positions(1_000).run();
/// assert_eq!(answer.outcome.solution().map(|solution| solution.to_string()).as_deref(), Some("Rv R>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Task<'a> {
    position: &'a Position,
    limits: Limits,
    threads: NonZeroUsize,
    cancel: CancelFlag,
}

impl<'a> Task<'a> {
    /// Returns a task with the limits of the command line: 200 million positions, one gibibyte
    /// of memory, no time limit, and all cores.
    pub fn new(position: &'a Position) -> Self {
        Self {
            position,
            limits: Limits { max_positions: 200_000_000, max_memory: 1 << 30, time: None },
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            cancel: CancelFlag::default(),
        }
    }

    /// Limits the number of searched positions. The answer within this limit is the same on
    /// every machine.
    pub const fn max_positions(mut self, positions: u64) -> Self {
        self.limits.max_positions = positions;
        self
    }

    /// Limits the memory, in bytes.
    pub const fn max_memory(mut self, bytes: u64) -> Self {
        self.limits.max_memory = bytes;
        self
    }

    /// Limits the time.
    pub const fn time_limit(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Limits the number of threads, which only Slider uses. It never changes the answer.
    pub const fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets a flag that ends the search from any thread, with what is proved until then.
    pub fn cancel(mut self, flag: &CancelFlag) -> Self {
        self.cancel = flag.clone();
        self
    }

    /// Runs the search and returns its answer. It is unknown only if a limit was reached or the
    /// flag was raised; see [`Outcome::limit`](crate::search::Outcome::limit).
    ///
    /// # Panics
    ///
    /// If the search stops at a fault of carom: better no answer than a wrong one.
    pub fn run(&self) -> Answer {
        self.answer(&Call { cancel: self.cancel.clone(), ..Call::default() })
    }

    /// Runs the search like [`run`](Self::run), and calls `see` on this thread after each
    /// `interval` until it breaks. A break ends the search like the flag. On WebAssembly, which
    /// has no threads, `see` is never called.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::time::Duration;
    ///
    /// let named = carom::read("puzzle lunar\n  board:\n    @ . + A\n")?;
    /// let task = carom::Task::new(&named[0].position);
    /// let answer = task.run_watched(Duration::from_millis(100), |progress| {
    ///     eprintln!("{} positions, at least {} moves", progress.positions, progress.at_least);
    ///     if progress.positions < 5_000_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// });
    /// assert_eq!(answer.outcome.solution().map(|solution| solution.moves.len()), Some(1));
    /// # Ok::<(), carom::Invalid>(())
    /// ```
    pub fn run_watched(
        &self,
        interval: Duration,
        mut see: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Answer {
        let since = Instant::now();
        let call = Call { cancel: self.cancel.clone(), ..Call::default() };
        if cfg!(target_family = "wasm") {
            return self.answer(&call);
        }
        thread::scope(|scope| {
            let (sender, receiver) = channel::<()>();
            let search = scope.spawn(|| {
                // Dropped when the search ends, however it ends.
                let _sender = sender;
                self.answer(&call)
            });
            while receiver.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                let progress = Progress {
                    positions: call.watch.positions(),
                    at_least: call.watch.at_least(),
                    elapsed: since.elapsed(),
                };
                if see(progress).is_break() {
                    call.cancel.cancel();
                    break;
                }
            }
            match search.join() {
                Ok(answer) => answer,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    fn answer(&self, call: &Call) -> Answer {
        let solver = Solver::new(self.threads, NoStore);
        let identity = Identity::of(self.position);
        let question = Question::new(self.position.clone(), identity, self.limits);
        let answer = solver.answer(&question, call).unwrap_or_else(|failed| failed.rethrow());
        (*answer).clone()
    }
}
