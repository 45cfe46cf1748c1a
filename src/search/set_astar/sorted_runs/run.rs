//! Runs: sorted entries, which never change once they are written.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, Read, Seek, SeekFrom, Write};

use rustc_hash::FxHasher;

use super::codec::{EntryCodec, MAX_ENTRY};
use crate::search::limits::{Budget, Limit, Reservation, Spill, Stop};
use crate::search::set_astar::placement::PlacementKey;
use crate::search::set_astar::state::Entry;
use crate::search::tables::VEC_BYTES;

/// The storage of runs: memory, or files from the second block on.
#[derive(Clone, Debug)]
pub(super) struct RunStorage {
    pub(super) spill: Option<Spill>,
    /// The bytes of a block.
    pub(super) block_len: usize,
}

impl RunStorage {
    /// The fewest bytes of a block, enough for any entry.
    pub(super) const MIN_BLOCK: usize = 1 << 8;

    /// Returns the bytes of memory that a block takes.
    pub(super) const fn block_bytes(&self) -> u64 {
        self.block_len as u64 + VEC_BYTES
    }
}

const _: () = assert!(MAX_ENTRY <= RunStorage::MIN_BLOCK);

/// Entries in the order of their keys, one for each placement.
///
/// 1. An entry lies in one block, and the first of a block is encoded as if there were no other
///    before it.
/// 2. `memory` holds the bytes of the blocks in memory, and of the information about those in a
///    file.
pub(super) struct Run {
    blocks: Blocks,
    entries: u64,
    /// The memory of the run. That of blocks is released one by one.
    memory: Reservation,
}

enum Blocks {
    Memory(Vec<Vec<u8>>),
    File(Spilled),
}

/// Consecutive blocks in a file, padded to the same length.
struct Spilled {
    file: File,
    storage: RunStorage,
    infos: Vec<BlockInfo>,
}

/// The length and checksum of a block, verified when it is read again.
#[derive(Clone, Copy, PartialEq, Eq)]
struct BlockInfo {
    len: usize,
    checksum: u64,
}

impl BlockInfo {
    fn of(block: &[u8]) -> Self {
        let mut hasher = FxHasher::default();
        hasher.write(block);
        Self {
            len: block.len(),
            checksum: hasher.finish(),
        }
    }
}

impl Spilled {
    fn seek(&self, block: usize) -> io::Result<u64> {
        let place = block as u64 * self.storage.block_len as u64;
        (&self.file).seek(SeekFrom::Start(place))
    }

    fn write(&mut self, block: &[u8]) -> io::Result<()> {
        self.seek(self.infos.len())?;
        (&self.file).write_all(block)?;
        self.infos.push(BlockInfo::of(block));
        Ok(())
    }

    /// Reads a block; returns whether there is one.
    fn read(&self, block: usize, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let Some(info) = self.infos.get(block) else {
            return Ok(false);
        };
        self.seek(block)?;
        bytes.resize(info.len, 0);
        (&self.file).read_exact(bytes)?;
        if BlockInfo::of(bytes) != *info {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(true)
    }

    fn fail(&self, error: &io::Error) -> Stop {
        match &self.storage.spill {
            Some(spill) => spill.fail(error),
            None => Stop::Limit(Limit::Memory),
        }
    }
}

impl Run {
    /// Returns whether it has no entries.
    pub(super) const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Returns the bytes of memory that it holds.
    pub(super) const fn held(&self) -> u64 {
        self.memory.bytes()
    }

    /// Returns the most bytes that it holds, while it is read, of what was already read.
    pub(super) fn held_when_read(&self) -> u64 {
        match &self.blocks {
            Blocks::Memory(blocks) => {
                let largest = blocks.iter().map(Vec::capacity).max().unwrap_or(0);
                largest as u64 + blocks.len() as u64 * VEC_BYTES
            }
            Blocks::File(_) => self.held(),
        }
    }

    /// Returns the lowest key of each block in memory, in their order.
    pub(super) fn block_keys<const C: usize>(&self) -> impl Iterator<Item = PlacementKey> {
        let blocks = match &self.blocks {
            Blocks::Memory(blocks) => blocks.as_slice(),
            Blocks::File(_) => &[],
        };
        blocks.iter().filter_map(|block| lowest_key::<C>(block))
    }

    /// Drops blocks in memory in which all keys are `end` or above.
    pub(super) fn truncate<const C: usize>(&mut self, end: PlacementKey) {
        let Blocks::Memory(blocks) = &mut self.blocks else {
            return;
        };
        while let Some(block) = blocks.last()
            && lowest_key::<C>(block).is_some_and(|key| key >= end)
        {
            let bytes = block.capacity() as u64 + VEC_BYTES;
            blocks.pop();
            self.memory.shrink(bytes);
        }
    }
}

fn lowest_key<const C: usize>(block: &[u8]) -> Option<PlacementKey> {
    let (entry, _) = EntryCodec::<C>::default().read(block)?;
    Some(entry.key)
}

/// Writes a run.
pub(super) struct Writer<const C: usize> {
    storage: RunStorage,
    codec: EntryCodec<C>,
    run: Run,
    /// The newest block, of capacity 0 before the first entry.
    block: Vec<u8>,
}

impl<const C: usize> Writer<C> {
    pub(super) fn new(storage: &RunStorage) -> Self {
        Self {
            storage: storage.clone(),
            codec: EntryCodec::default(),
            run: Run {
                blocks: Blocks::Memory(Vec::new()),
                entries: 0,
                memory: Reservation::default(),
            },
            block: Vec::new(),
        }
    }

    /// Adds an entry, whose key is above the one before.
    ///
    /// # Errors
    ///
    /// [`Stop`] if there is no memory for it, or if the search is to stop. It is not added then.
    pub(super) fn push(&mut self, entry: &Entry<C>, budget: &Budget<'_>) -> Result<(), Stop> {
        let len = self.block.len() + MAX_ENTRY;
        if self.block.capacity() == 0 || len > self.storage.block_len {
            self.begin_block(budget)?;
        }
        self.codec.write(entry, &mut self.block);
        self.run.entries += 1;
        Ok(())
    }

    fn begin_block(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        budget.poll()?;
        if self.block.capacity() > 0 && self.storage.spill.is_some() {
            self.write_block(budget)?;
        } else {
            self.run.memory.grow(self.storage.block_bytes(), budget)?;
            let block = Vec::with_capacity(self.storage.block_len);
            let block = std::mem::replace(&mut self.block, block);
            if let Blocks::Memory(blocks) = &mut self.run.blocks
                && !block.is_empty()
            {
                blocks.push(block);
            }
        }
        self.codec = EntryCodec::default();
        Ok(())
    }

    /// Writes the newest block to the file, and empties it.
    fn write_block(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        self.run
            .memory
            .grow(2 * size_of::<BlockInfo>() as u64, budget)?;
        if let (Blocks::Memory(_), Some(spill)) = (&self.run.blocks, &self.storage.spill) {
            self.run.blocks = Blocks::File(Spilled {
                file: spill.open()?,
                storage: self.storage.clone(),
                infos: Vec::new(),
            });
        }
        if let Blocks::File(spilled) = &mut self.run.blocks {
            let written = spilled.write(&self.block);
            written.map_err(|error| spilled.fail(&error))?;
        }
        self.block.clear();
        Ok(())
    }

    /// Returns the run.
    ///
    /// # Errors
    ///
    /// [`Stop`] if its end cannot be written.
    pub(super) fn finish(mut self, budget: &Budget<'_>) -> Result<Run, Stop> {
        if let Blocks::File(_) = self.run.blocks {
            self.write_block(budget)?;
            let bytes = self.block.capacity() as u64 + VEC_BYTES;
            drop(self.block);
            self.run.memory.shrink(bytes);
            return Ok(self.run);
        }
        let before = self.block.capacity();
        self.block.shrink_to_fit();
        let bytes = before - self.block.capacity();
        self.run.memory.shrink(bytes as u64);
        if let Blocks::Memory(blocks) = &mut self.run.blocks
            && !self.block.is_empty()
        {
            blocks.push(self.block);
        }
        Ok(self.run)
    }
}

/// The run that a reader reads: a borrowed one, or an owned one whose memory is released as it
/// is read.
pub(super) trait RunSource {
    fn run(&self) -> &Run;

    /// Releases a block after it was read for the last time.
    fn release(&mut self, _block: usize) {}
}

impl RunSource for &Run {
    fn run(&self) -> &Run {
        self
    }
}

impl RunSource for Run {
    fn run(&self) -> &Run {
        self
    }

    fn release(&mut self, block: usize) {
        if let Blocks::Memory(blocks) = &mut self.blocks
            && let Some(block) = blocks.get_mut(block)
        {
            let bytes = std::mem::take(block).capacity() as u64;
            self.memory.shrink(bytes);
        }
    }
}

/// Reads a run from its beginning.
pub(super) struct Reader<H, const C: usize> {
    held: H,
    /// The number of the block after the current one.
    next_block: usize,
    /// The offset of the next entry in the current block.
    at: usize,
    /// The current block, if it is from a file.
    bytes: Vec<u8>,
    codec: EntryCodec<C>,
    entry: Option<Entry<C>>,
    _memory: Reservation,
}

impl<H: RunSource, const C: usize> Reader<H, C> {
    /// Returns a reader that has read the first entry.
    pub(super) fn new(held: H, budget: &Budget<'_>) -> Result<Self, Stop> {
        let mut memory = Reservation::default();
        let mut bytes = Vec::new();
        if let Blocks::File(spilled) = &held.run().blocks {
            let len = spilled.storage.block_len;
            memory.grow(len as u64, budget)?;
            bytes.reserve_exact(len);
        }
        let mut reader = Self {
            held,
            next_block: 0,
            at: 0,
            bytes,
            codec: EntryCodec::default(),
            entry: None,
            _memory: memory,
        };
        reader.advance(budget)?;
        Ok(reader)
    }

    /// Returns the key of the current entry.
    #[inline]
    pub(super) fn key(&self) -> Option<PlacementKey> {
        self.entry.as_ref().map(|entry| entry.key)
    }

    /// Returns the current entry, or `None` after the last one.
    #[inline]
    pub(super) const fn entry(&self) -> Option<&Entry<C>> {
        self.entry.as_ref()
    }

    /// Returns the rest of the current block.
    fn rest(&self) -> &[u8] {
        let block = match &self.held.run().blocks {
            Blocks::Memory(blocks) => {
                let block = self.next_block.checked_sub(1);
                block.and_then(|block| blocks.get(block))
            }
            Blocks::File(_) => Some(&self.bytes),
        };
        let rest = block.and_then(|block| block.get(self.at..));
        rest.unwrap_or_default()
    }

    /// Advances to the next entry.
    ///
    /// # Errors
    ///
    /// [`Stop`] if it cannot be read, or if the search is to stop.
    #[inline]
    pub(super) fn advance(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        if self.rest().is_empty() && !self.open_block(budget)? {
            self.entry = None;
            return Ok(());
        }
        let mut codec = self.codec;
        let Some((entry, len)) = codec.read(self.rest()) else {
            return Err(Stop::Limit(Limit::Memory));
        };
        self.codec = codec;
        self.at += len;
        self.entry = Some(entry);
        Ok(())
    }

    /// Opens the next block; returns whether there is one.
    fn open_block(&mut self, budget: &Budget<'_>) -> Result<bool, Stop> {
        budget.poll()?;
        if let Some(block) = self.next_block.checked_sub(1) {
            self.held.release(block);
        }
        let block = self.next_block;
        let is_there = match &self.held.run().blocks {
            Blocks::Memory(blocks) => block < blocks.len(),
            Blocks::File(spilled) => {
                let read = spilled.read(block, &mut self.bytes);
                read.map_err(|error| spilled.fail(&error))?
            }
        };
        self.next_block += usize::from(is_there);
        self.at = if is_there { 0 } else { self.at };
        self.codec = EntryCodec::default();
        Ok(is_there)
    }
}
