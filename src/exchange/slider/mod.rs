//! Formats of Slider.

mod melbourne;

pub(super) use melbourne::FORMAT as MELBOURNE;
