//! `carom convert --record`: adds missing claims.

use std::io;
use std::sync::Arc;

use crate::analysis::{claim, solution_line};
use crate::cli::cache;
use crate::cli::check::RecordedClaim;
use crate::cli::parallel::map_in_order;
use crate::cli::session::PuzzleSolver;
use crate::config::Config;
use crate::exchange::PuzzleRecord;
use crate::project::Source;
use crate::solving::{Call, Store};
use crate::store::{Cache, CacheFile};
use crate::syntax::Key;

/// Solves puzzles to add their missing claims.
pub(super) struct Recorder<'a> {
    pub(super) claims: &'a [RecordedClaim],
    pub(super) config: &'a Config,
    pub(super) solver: PuzzleSolver<'a>,
    pub(super) cache: Option<Arc<Cache>>,
}

impl Recorder<'_> {
    /// Adds missing claims to the puzzles of a source. Returns the puzzles, and the number of them that the limits left
    /// unsolved.
    pub(super) fn fill(
        &self,
        source: &Source,
        records: Vec<PuzzleRecord>,
    ) -> io::Result<(Vec<PuzzleRecord>, usize)> {
        let cache = cache::open(self.cache.as_ref(), source);
        let mut filled = Vec::new();
        let mut unsettled = 0;
        let work = |_, mut record: PuzzleRecord| {
            let is_settled = self.settle(cache.clone(), &mut record);
            (record, is_settled)
        };
        map_in_order(
            self.solver.jobs(),
            records.into_iter(),
            work,
            |(record, is_settled)| {
                filled.push(record);
                unsettled += usize::from(!is_settled);
                io::Result::Ok(())
            },
        )?;
        Ok((filled, unsettled))
    }

    /// Adds the missing claims of a puzzle. Returns whether it is complete.
    fn settle(&self, cache: Option<Arc<CacheFile>>, record: &mut PuzzleRecord) -> bool {
        let lacks = |key| record.key_value(key).is_none();
        let lacks_moves = lacks(Key::Moves) && lacks(Key::Result);
        let moves = lacks_moves && self.claims.contains(&RecordedClaim::Moves);
        let solution = lacks(Key::Solution) && self.claims.contains(&RecordedClaim::Solution);
        if !moves && !solution {
            return true;
        }
        let call = Call {
            cache: cache.map(|cache| cache as Arc<dyn Store>),
            ..Call::default()
        };
        let position = record.position.clone();
        let answer = self.solver.solve_position(position, self.config, &call);
        if moves && let Some((key, value)) = claim(&answer) {
            record.set_key(key, value, record.head);
        }
        if solution && let Some(line) = solution_line(&answer).filter(|line| !line.is_empty()) {
            record.set_key(Key::Solution, line, record.head);
        }
        answer.outcome.is_settled()
    }
}
