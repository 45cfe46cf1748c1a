//! The states closed in each layer.

use crate::search::limits::{Budget, Limit, Reservation};
use crate::search::set_astar::placement::PlacementKey;
use crate::search::set_astar::state::Entry;
use crate::search::set_astar::state_set::StateSet;
use crate::search::tables::VEC_BYTES;

/// A log of the closed states, layer by layer, in about one byte for each state. It is read to
/// expand later layers, and to retrace a solution.
///
/// 1. An entry lies in one chunk: the squares of the blockers, one byte each, then the states.
/// 2. Layers are in the order of their numbers, and only the newest grows.
pub(super) struct ClosedLog<const N: usize, const C: usize> {
    chunks: Vec<Vec<u8>>,
    /// Where each layer begins.
    layers: Vec<(u32, Place)>,
    memory: Reservation,
}

/// A place in the log: a chunk and an offset in it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    chunk: usize,
    offset: usize,
}

/// Entries still to be read.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    next: Place,
    end: Place,
}

impl Span {
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.end
    }
}

const CHUNK_LEN: usize = 1 << 12;

impl<const N: usize, const C: usize> ClosedLog<N, C> {
    /// The most bytes of an entry.
    const MAX_ENTRY: usize = N + StateSet::<C>::MAX_BYTES;

    pub(super) fn begin_layer(&mut self, layer: u32, budget: &Budget<'_>) -> Result<(), Limit> {
        let bytes = 3 * size_of::<(u32, Place)>() as u64;
        self.memory.grow(bytes, budget)?;
        let place = self.end();
        self.layers.push((layer, place));
        Ok(())
    }

    fn end(&self) -> Place {
        match self.chunks.last() {
            None => Place::default(),
            Some(chunk) => Place { chunk: self.chunks.len() - 1, offset: chunk.len() },
        }
    }

    /// Adds an entry to the newest layer.
    pub(super) fn push(&mut self, entry: &Entry<C>, budget: &Budget<'_>) -> Result<(), Limit> {
        let last = self.chunks.last();
        if last.is_none_or(|chunk| chunk.len() + Self::MAX_ENTRY > CHUNK_LEN) {
            self.memory.grow(CHUNK_LEN as u64 + VEC_BYTES, budget)?;
            self.chunks.push(Vec::with_capacity(CHUNK_LEN));
        }
        let chunk = self.chunks.last_mut().expect("a chunk with room");
        chunk.extend_from_slice(&entry.key.to_bytes::<N>());
        entry.sets.write(chunk);
        Ok(())
    }

    /// Returns the entries that a layer has now.
    pub(super) fn layer(&self, layer: u32) -> Span {
        let mut later = self.layers.iter().skip_while(|(number, _)| *number != layer);
        let Some((_, next)) = later.next() else {
            return Span::default();
        };
        let end = later.next().map_or_else(|| self.end(), |(_, place)| *place);
        Span { next: *next, end }
    }

    /// Takes the next entry of a span.
    #[inline]
    pub(super) fn read(&self, span: &mut Span) -> Option<Entry<C>> {
        if span.is_empty() {
            return None;
        }
        let mut place = span.next;
        let mut bytes = &self.chunks[place.chunk][place.offset..];
        if bytes.is_empty() {
            place = Place { chunk: place.chunk + 1, offset: 0 };
            bytes = &self.chunks[place.chunk];
        }
        let (key, mut rest) = bytes.split_first_chunk().expect("a key of `N` bytes");
        let sets = StateSet::read(&mut rest);
        place.offset += bytes.len() - rest.len();
        span.next = place;
        Some(Entry { key: PlacementKey::from_bytes::<N>(key), sets })
    }
}

impl<const N: usize, const C: usize> Default for ClosedLog<N, C> {
    fn default() -> Self {
        Self { chunks: Vec::new(), layers: Vec::new(), memory: Reservation::default() }
    }
}
