//! The known word most like one that is not known.

/// The candidate that `word` was likely meant to be: at most a third of its
/// letters, and one in any case, differ.
pub(crate) fn nearest<'c>(
    word: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    // Longer words are no slips, and comparing them would be slow.
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
    fn a_slip_is_found_and_another_word_is_not() {
        let words = || ["moves", "board", "target"].into_iter();
        assert_eq!(nearest("move", words()), Some("moves"));
        assert_eq!(nearest("Baord", words()), Some("board"));
        assert_eq!(nearest("colour", words()), None);
        assert_eq!(nearest("", words()), None);
    }
}
