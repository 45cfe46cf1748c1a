//! The form of Slider.

mod melbourne;

pub(super) use melbourne::FORM as MELBOURNE;
