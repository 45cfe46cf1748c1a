//! The words of a vocabulary.

/// A word that a key takes, and what it means.
pub(in crate::analysis) type Entry = (String, String);

/// An entry of these words.
pub(in crate::analysis) fn entry(word: &str, meaning: &str) -> Entry {
    (word.to_owned(), meaning.to_owned())
}
