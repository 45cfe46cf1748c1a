//! Numbers in the place of names.

use siphasher::sip128::SipHasher13;

/// A number that tells a name from others.
pub(in crate::analysis) fn hash_of_name(name: &str) -> u128 {
    SipHasher13::new().hash(name.as_bytes()).as_u128()
}
