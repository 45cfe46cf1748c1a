//! The known word that is most similar to an unknown one.

/// Returns the candidate that is most similar to `word`. At most a third of the letters differ; a
/// difference of one letter is always allowed.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    // Longer words are not typos, and comparing them would be slow.
    if word.len() > 40 {
        return None;
    }
    let lower = word.to_lowercase();
    let distances =
        candidates.map(|candidate| (strsim::osa_distance(&lower, candidate), candidate));
    let (distance, candidate) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= (candidate.chars().count() / 3).max(1)).then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typos_are_matched_and_other_words_are_not() {
        let words = || ["moves", "board", "target"].into_iter();
        assert_eq!(nearest("move", words()), Some("moves"));
        assert_eq!(nearest("Baord", words()), Some("board"));
        assert_eq!(nearest("colour", words()), None);
        assert_eq!(nearest("", words()), None);
    }
}
