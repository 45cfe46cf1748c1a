//! Sizes with their units.

/// A number of bytes, with a unit of a thousand or of 1024.
///
/// # Errors
///
/// What is expected instead.
pub fn bytes(text: &str) -> Result<u64, String> {
    let advice = || "write a number and a unit: B, kB, MB, GB, KiB, MiB or GiB".to_owned();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        _ => return Err(advice()),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: u64 = whole.parse().map_err(|_| advice())?;
    let whole = whole.checked_mul(factor).ok_or("that is too much")?;
    // Further digits are no bytes.
    let (mut part, mut parts) = (0, 1);
    for digit in fraction.chars().take(18) {
        let digit = digit.to_digit(10).ok_or_else(advice)?;
        part = 10 * part + u128::from(digit);
        parts *= 10;
    }
    let part = u64::try_from(part * u128::from(factor) / parts).unwrap_or(u64::MAX);
    Ok(whole.saturating_add(part))
}

/// A number of bytes with the largest unit of which it is a multiple.
pub(super) fn with_unit(bytes: u64) -> String {
    let units = [
        (1 << 30, "GiB"),
        (1 << 20, "MiB"),
        (1 << 10, "KiB"),
        (1, "B"),
    ];
    let mut units = units.into_iter();
    match units.find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit)) {
        Some((unit, name)) => format!("{}{name}", bytes / unit),
        None => "0B".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, with_unit};

    #[test]
    fn a_size_reads_back_as_it_is_shown() {
        assert_eq!(with_unit(1 << 30), "1GiB");
        for size in [0, 1, 1_500, 64 << 10, 3 << 29, 5 << 30] {
            assert_eq!(bytes(&with_unit(size)), Ok(size));
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("1GiB", 1 << 30),
            ("512 mib", 512 << 20),
            ("1.5kB", 1_500),
            ("1.5GiB", 3 << 29),
            ("0.1kib", 102),
            ("1.00000000000000000000009GiB", 1 << 30),
            ("64", 64),
        ] {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for text in ["", "GiB", "1TB?", "-1", "1.x", "1.2.3MB", "99999999999GiB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
