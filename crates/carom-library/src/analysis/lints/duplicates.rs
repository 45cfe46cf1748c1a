//! Finds boards that occur in several files. Duplicates within a file are found
//! by [`CheckRun`](crate::analysis::CheckRun).

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::solving::Identity;

/// The puzzles of all files, by identity. Files are keyed by `F`, in their order:
/// diagnostics name the first one. `P` is the first place of a puzzle in a file.
#[derive(Debug)]
pub struct Duplicates<F, P> {
    /// The files of each puzzle, in order: mostly one.
    sites: FxHashMap<Identity, Vec<Site<F, P>>>,
    /// The puzzles of each file that occur in others, too.
    shared: BTreeMap<F, FxHashSet<Identity>>,
}

/// A file that contains a puzzle.
#[derive(Debug)]
struct Site<F, P> {
    file: F,
    times: usize,
    first: P,
}

impl<F, P> Default for Duplicates<F, P> {
    fn default() -> Self {
        Self { sites: FxHashMap::default(), shared: BTreeMap::new() }
    }
}

impl<F: Clone + Ord, P> Duplicates<F, P> {
    /// Adds a puzzle of a file. `first` returns its place and is called for its
    /// first occurrence in the file.
    pub fn insert(&mut self, file: &F, identity: Identity, first: impl FnOnce() -> P) {
        let sites = self.sites.entry(identity).or_default();
        let place = sites.binary_search_by(|site| site.file.cmp(file));
        if let Some(site) = place.ok().and_then(|place| sites.get_mut(place)) {
            site.times += 1;
            return;
        }
        let site = Site { file: file.clone(), times: 1, first: first() };
        // Most lists never grow.
        sites.reserve_exact(1);
        sites.insert(place.unwrap_or_else(|place| place), site);
        if sites.len() < 2 {
            return;
        }
        // With the second file the first one shares it, too.
        let is_second = sites.len() == 2;
        for site in sites.iter().filter(|site| is_second || site.file == *file) {
            let shared = self.shared.entry(site.file.clone()).or_default();
            shared.insert(identity);
        }
    }

    /// Removes a puzzle of a file.
    pub fn remove(&mut self, file: &F, identity: Identity) {
        let Some(sites) = self.sites.get_mut(&identity) else {
            return;
        };
        let Ok(place) = sites.binary_search_by(|site| site.file.cmp(file)) else {
            return;
        };
        match sites.get_mut(place) {
            Some(site) if site.times > 1 => site.times -= 1,
            _ => {
                sites.remove(place);
                unshare(&mut self.shared, file, identity);
                if let [last] = sites.as_slice() {
                    unshare(&mut self.shared, &last.file, identity);
                }
            }
        }
        if sites.is_empty() {
            self.sites.remove(&identity);
        }
    }

    /// Returns the puzzles of a file that occur in others, too.
    pub fn shared(&self, file: &F) -> Option<&FxHashSet<Identity>> {
        self.shared.get(file)
    }

    /// Returns the first occurrence of a puzzle, if that is in another file.
    pub fn elsewhere(&self, file: &F, identity: Identity) -> Option<(&F, &P)> {
        if !self.shared.get(file)?.contains(&identity) {
            return None;
        }
        let first = self.sites.get(&identity)?.first()?;
        (first.file != *file).then_some((&first.file, &first.first))
    }

    /// Returns the other files that contain a puzzle.
    pub fn others<'a>(&'a self, file: &'a F, identity: Identity) -> impl Iterator<Item = &'a F> {
        let sites = self.sites.get(&identity).into_iter().flatten();
        let files = sites.map(|site| &site.file);
        files.filter(move |other| *other != file)
    }

    /// Returns the files that share a puzzle with this one.
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
    fn index_matches_the_files_after_any_changes() {
        let identities = identities();
        let mut random = 5_u64;
        let mut below = |limit: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % limit as u64) as usize
        };
        let mut duplicates = Duplicates::default();
        let mut model: Vec<(usize, Identity)> = Vec::new();
        for _ in 0..2_000 {
            if below(2) == 0 && !model.is_empty() {
                let (file, identity) = model.swap_remove(below(model.len()));
                duplicates.remove(&file, identity);
            } else if model.len() < 12 {
                let (file, identity) = (below(4), identities[below(3)]);
                duplicates.insert(&file, identity, || file);
                model.push((file, identity));
            }
            for file in 0..4 {
                let mut neighbours = BTreeSet::new();
                let mut shared = FxHashSet::default();
                for &identity in &identities {
                    let of = |wanted: usize| model.contains(&(wanted, identity));
                    let first = (0..4).find(|&other| of(other));
                    let elsewhere = first.filter(|&first| first != file && of(file));
                    let found = duplicates.elsewhere(&file, identity);
                    assert_eq!(found, elsewhere.as_ref().map(|first| (first, first)));
                    if of(file) && (0..4).any(|other| other != file && of(other)) {
                        shared.insert(identity);
                    }
                    neighbours.extend((0..4).filter(|&o| o != file && of(o) && of(file)));
                }
                assert_eq!(duplicates.neighbours(&file), neighbours);
                let found = duplicates.shared.get(&file).cloned();
                assert_eq!(found.unwrap_or_default(), shared);
            }
        }
        for (file, identity) in model {
            duplicates.remove(&file, identity);
        }
        assert!(duplicates.sites.is_empty() && duplicates.shared.is_empty());
    }
}
