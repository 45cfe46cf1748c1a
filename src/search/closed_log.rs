//! Which states were closed in which layer.

use super::chunks::VEC_BYTES;
use super::{Budget, Stop};
use crate::board::{Bitboard, Square};

/// States of one placement and the same axes, closed in one layer.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) slot: u32,
    pub(super) axes: usize,
    pub(super) set: Bitboard,
}

/// A log of the states that were closed, layer by layer, in as few bytes as
/// are needed: about one a state. It is read to expand a layer, and to find
/// the way back from a solution.
#[derive(Default)]
pub(super) struct ClosedLog {
    chunks: Vec<Vec<u8>>,
    /// Where each layer begins.
    layers: Vec<(u32, Place)>,
}

/// A place in the log: a chunk and an offset in it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    chunk: usize,
    offset: usize,
}

const CHUNK_LEN: usize = 1 << 12;
const HEADER: usize = 6;
const WHOLE: usize = 32;
/// An entry is never longer.
const MAX_ENTRY: usize = HEADER + WHOLE;

impl ClosedLog {
    /// Opens the log of a layer.
    pub(super) fn begin_layer(&mut self, layer: u32, budget: &mut Budget<'_>) -> Result<(), Stop> {
        budget.reserve(3 * size_of::<(u32, Place)>() as u64)?;
        let place = self.end();
        self.layers.push((layer, place));
        Ok(())
    }

    /// Whether nothing was closed yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    fn end(&self) -> Place {
        match self.chunks.last() {
            None => Place::default(),
            Some(chunk) => Place {
                chunk: self.chunks.len() - 1,
                offset: chunk.len(),
            },
        }
    }

    /// Adds an entry to the newest layer.
    pub(super) fn push(&mut self, entry: &Entry, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let last = self.chunks.last();
        if last.is_none_or(|chunk| chunk.len() + MAX_ENTRY > CHUNK_LEN) {
            budget.reserve(CHUNK_LEN as u64 + VEC_BYTES)?;
            self.chunks.push(Vec::with_capacity(CHUNK_LEN));
        }
        let Some(chunk) = self.chunks.last_mut() else {
            return Ok(());
        };
        // Axes are below 4.
        let [axes, ..] = entry.axes.to_le_bytes();
        chunk.extend_from_slice(&entry.slot.to_le_bytes());
        chunk.extend_from_slice(&[axes, 0]);
        let header = chunk.len();
        chunk.extend(entry.set.iter().map(Square::to_u8).take(WHOLE));
        match u8::try_from(chunk.len() - header) {
            Ok(squares) if usize::from(squares) < WHOLE => {
                if let Some(number) = chunk.get_mut(header - 1) {
                    *number = squares;
                }
            }
            _ => {
                chunk.truncate(header);
                chunk.extend_from_slice(&entry.set.to_bytes());
            }
        }
        Ok(())
    }

    /// The bounds of a layer; where it is not the newest, it is complete.
    pub(super) fn layer(&self, layer: u32) -> Option<(Place, Place)> {
        let mut later = self
            .layers
            .iter()
            .skip_while(|(number, _)| *number != layer);
        let (_, first) = later.next()?;
        let end = later.next().map_or_else(|| self.end(), |(_, place)| *place);
        Some((*first, end))
    }

    /// The entry at a place, and the place after it.
    pub(super) fn read(&self, mut place: Place) -> Option<(Entry, Place)> {
        let mut bytes = self.chunks.get(place.chunk)?.get(place.offset..)?;
        if bytes.is_empty() {
            place = Place {
                chunk: place.chunk + 1,
                offset: 0,
            };
            bytes = self.chunks.get(place.chunk)?;
        }
        let (&[a, b, c, d, axes, squares], rest) = bytes.split_first_chunk::<HEADER>()?;
        let (set, len) = if squares == 0 {
            (Bitboard::from_bytes(*rest.first_chunk::<WHOLE>()?), WHOLE)
        } else {
            let len = usize::from(squares);
            let set = rest.get(..len)?.iter().map(|&one| Square::from_index(one));
            (set.collect(), len)
        };
        place.offset += HEADER + len;
        let entry = Entry {
            slot: u32::from_le_bytes([a, b, c, d]),
            axes: usize::from(axes),
            set,
        };
        Some((entry, place))
    }
}
