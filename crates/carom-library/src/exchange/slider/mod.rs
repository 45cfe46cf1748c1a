//! Formats of Slider.

mod json;
mod melbourne;

pub(super) use json::JSON;
pub(super) use melbourne::FORMAT as MELBOURNE;
