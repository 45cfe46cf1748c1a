//! Which puzzles stand in several files of a run.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::solving::Identity;

/// The puzzles of all files of a run, by what makes them the same. Files are
/// known by something in whose order they come: the first of them is the one
/// that reports name. With each goes where the puzzle stands in it first.
#[derive(Debug)]
pub struct Repeats<F, P> {
    /// For each puzzle the files it stands in, in their order: mostly one.
    stands: FxHashMap<Identity, Vec<Stand<F, P>>>,
    /// For each file, the puzzles that stand in others too.
    shared: BTreeMap<F, FxHashSet<Identity>>,
}

/// A file that a puzzle stands in.
#[derive(Debug)]
struct Stand<F, P> {
    file: F,
    times: usize,
    first: P,
}

impl<F, P> Default for Repeats<F, P> {
    fn default() -> Self {
        Self {
            stands: FxHashMap::default(),
            shared: BTreeMap::new(),
        }
    }
}

impl<F: Clone + Ord, P> Repeats<F, P> {
    /// Adds a puzzle of a file; `first` says where, if it is the first of its
    /// kind in the file.
    pub fn insert(&mut self, file: &F, identity: Identity, first: impl FnOnce() -> P) {
        let stands = self.stands.entry(identity).or_default();
        let place = stands.binary_search_by(|stand| stand.file.cmp(file));
        if let Some(stand) = place.ok().and_then(|place| stands.get_mut(place)) {
            stand.times += 1;
            return;
        }
        let stand = Stand {
            file: file.clone(),
            times: 1,
            first: first(),
        };
        // Most lists stay as short as they are.
        stands.reserve_exact(1);
        stands.insert(place.unwrap_or_else(|place| place), stand);
        if stands.len() < 2 {
            return;
        }
        // With the second file the first one shares it, too.
        let is_second = stands.len() == 2;
        for stand in stands
            .iter()
            .filter(|stand| is_second || stand.file == *file)
        {
            let shared = self.shared.entry(stand.file.clone()).or_default();
            shared.insert(identity);
        }
    }

    /// Takes a puzzle of a file out.
    pub fn remove(&mut self, file: &F, identity: Identity) {
        let Some(stands) = self.stands.get_mut(&identity) else {
            return;
        };
        let Ok(place) = stands.binary_search_by(|stand| stand.file.cmp(file)) else {
            return;
        };
        match stands.get_mut(place) {
            Some(stand) if stand.times > 1 => stand.times -= 1,
            _ => {
                stands.remove(place);
                unshare(&mut self.shared, file, identity);
                if let [last] = stands.as_slice() {
                    unshare(&mut self.shared, &last.file, identity);
                }
            }
        }
        if stands.is_empty() {
            self.stands.remove(&identity);
        }
    }

    /// The puzzles of a file that stand in others too, if there are any.
    #[cfg(feature = "lsp")]
    pub fn shared(&self, file: &F) -> Option<&FxHashSet<Identity>> {
        self.shared.get(file)
    }

    /// The first file that a puzzle stands in, and where, if that is another
    /// file than this one.
    pub fn elsewhere(&self, file: &F, identity: Identity) -> Option<(&F, &P)> {
        if !self.shared.get(file)?.contains(&identity) {
            return None;
        }
        let first = self.stands.get(&identity)?.first()?;
        (first.file != *file).then_some((&first.file, &first.first))
    }

    /// The other files that a puzzle stands in.
    pub fn others<'a>(&'a self, file: &'a F, identity: Identity) -> impl Iterator<Item = &'a F> {
        let stands = self.stands.get(&identity).into_iter().flatten();
        let files = stands.map(|stand| &stand.file);
        files.filter(move |other| *other != file)
    }

    /// The files that share a puzzle with this one.
    pub fn neighbours(&self, file: &F) -> BTreeSet<F> {
        let shared = self.shared.get(file).into_iter().flatten();
        let others = shared.flat_map(|&identity| self.others(file, identity));
        others.cloned().collect()
    }
}

fn unshare<F: Ord>(shared: &mut BTreeMap<F, FxHashSet<Identity>>, file: &F, identity: Identity) {
    let Some(of_file) = shared.get_mut(file) else {
        return;
    };
    of_file.remove(&identity);
    if of_file.is_empty() {
        shared.remove(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{FileHead, Puzzle};

    /// The identities of different boards.
    fn identities() -> Vec<Identity> {
        let boards =
            (1..4).map(|gap| format!("puzzle lunar\n  board:\n    @ {}+ A\n", ". ".repeat(gap)));
        let puzzles = boards.map(|text| Puzzle::read(&text, &FileHead::default()));
        puzzles.map(|puzzle| puzzle.identity.unwrap()).collect()
    }

    #[test]
    fn after_any_changes_it_knows_what_the_files_hold() {
        let identities = identities();
        let mut random = 5_u64;
        let mut below = |limit: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % limit as u64) as usize
        };
        let mut repeats = Repeats::default();
        let mut model: Vec<(usize, Identity)> = Vec::new();
        for _ in 0..2_000 {
            if below(2) == 0 && !model.is_empty() {
                let (file, identity) = model.swap_remove(below(model.len()));
                repeats.remove(&file, identity);
            } else if model.len() < 12 {
                let (file, identity) = (below(4), identities[below(3)]);
                repeats.insert(&file, identity, || file);
                model.push((file, identity));
            }
            for file in 0..4 {
                let mut neighbours = BTreeSet::new();
                let mut shared = FxHashSet::default();
                for &identity in &identities {
                    let of = |wanted: usize| model.contains(&(wanted, identity));
                    let first = (0..4).find(|&other| of(other));
                    let elsewhere = first.filter(|&first| first != file && of(file));
                    let found = repeats.elsewhere(&file, identity);
                    assert_eq!(found, elsewhere.as_ref().map(|first| (first, first)));
                    if of(file) && (0..4).any(|other| other != file && of(other)) {
                        shared.insert(identity);
                    }
                    neighbours.extend((0..4).filter(|&o| o != file && of(o) && of(file)));
                }
                assert_eq!(repeats.neighbours(&file), neighbours);
                let found = repeats.shared.get(&file).cloned();
                assert_eq!(found.unwrap_or_default(), shared);
            }
        }
        for (file, identity) in model {
            repeats.remove(&file, identity);
        }
        assert!(repeats.stands.is_empty() && repeats.shared.is_empty());
    }
}
