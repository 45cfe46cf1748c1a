//! The timing of animated pictures.

use std::fmt::Write;

/// The tenths of a second for which a frame is shown: the first, the others, and the last.
const TENTHS: (u16, u16, u16) = (15, 12, 30);

/// Returns the tenths of a second for which a frame of so many is shown.
pub(super) const fn tenths(frame: usize, frames: usize) -> u16 {
    let (first, others, last) = TENTHS;
    match frame {
        _ if frame + 1 == frames => last,
        0 => first,
        _ => others,
    }
}

/// Returns the rules of a style sheet that show so many frames one after the other.
pub(super) fn rules(frames: usize) -> String {
    let mut rules = ".carom-frame{visibility:hidden}.carom-frame-0{visibility:visible}".to_owned();
    if frames < 2 {
        return rules;
    }
    let start = |frame: usize| -> usize {
        let before = (0..frame).map(|frame| usize::from(tenths(frame, frames)));
        before.sum()
    };
    let all = start(frames);
    let percent = |tenths: usize| 100.0 * tenths as f64 / all as f64;
    for frame in 0..frames {
        let _ = write!(rules, "@keyframes carom-{frame}{{");
        if frame > 0 {
            let _ = write!(rules, "0%{{visibility:hidden}}");
        }
        let _ = write!(rules, "{:.3}%{{visibility:visible}}", percent(start(frame)));
        if frame + 1 < frames {
            let _ = write!(
                rules,
                "{:.3}%{{visibility:hidden}}",
                percent(start(frame + 1))
            );
        }
        let _ = write!(rules, "}}.carom-frame-{frame}{{animation:carom-{frame}");
        let _ = write!(rules, " {}.{}s step-end infinite}}", all / 10, all % 10);
    }
    rules + "@media(prefers-reduced-motion:reduce){.carom-frame{animation:none}}"
}
