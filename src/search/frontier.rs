//! Nodes to be expanded, by their bound.

use super::nodes::NodeId;
use super::{Budget, Stop};

/// Nodes waiting in layers: a layer holds the nodes no solution through which
/// is shorter than its number.
///
/// Within a layer the newest node is taken first. Memory is reserved before it
/// is allocated, and given back as a layer empties.
#[derive(Default)]
pub(super) struct Frontier {
    layers: Vec<Vec<Vec<NodeId>>>,
}

const CHUNK_LEN: usize = 1 << 10;
const CHUNK_BYTES: u64 = (CHUNK_LEN * size_of::<NodeId>() + 3 * size_of::<Vec<NodeId>>()) as u64;

impl Frontier {
    /// Adds `node` to a layer.
    ///
    /// # Errors
    ///
    /// [`Stop`] where there is no memory for it.
    pub(super) fn push(
        &mut self,
        bound: u32,
        node: NodeId,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let bound = bound as usize;
        if self.layers.len() <= bound {
            let more = bound + 1 - self.layers.len();
            budget.reserve(2 * (more * size_of::<Vec<Vec<NodeId>>>()) as u64)?;
            self.layers.resize_with(bound + 1, Vec::new);
        }
        let Some(layer) = self.layers.get_mut(bound) else {
            return Ok(());
        };
        match layer.last_mut() {
            Some(chunk) if chunk.len() < CHUNK_LEN => chunk.push(node),
            _ => {
                budget.reserve(CHUNK_BYTES)?;
                let mut chunk = Vec::with_capacity(CHUNK_LEN);
                chunk.push(node);
                layer.push(chunk);
            }
        }
        Ok(())
    }

    /// Takes a node from a layer.
    pub(super) fn pop(&mut self, bound: u32, budget: &mut Budget<'_>) -> Option<NodeId> {
        let layer = self.layers.get_mut(bound as usize)?;
        let chunk = layer.last_mut()?;
        let node = chunk.pop();
        if chunk.is_empty() {
            layer.pop();
            budget.release(CHUNK_BYTES);
        }
        node
    }

    /// The lowest layer from `bound` on that has a node.
    pub(super) fn next_layer(&self, bound: u32) -> Option<u32> {
        let layers = self.layers.iter().zip(0..).skip(bound as usize);
        let mut filled = layers.filter(|(layer, _)| !layer.is_empty());
        filled.next().map(|(_, bound)| bound)
    }
}
