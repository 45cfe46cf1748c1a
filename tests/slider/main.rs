//! Slider: the rules, and the search held to a plain reference.

#[cfg(test)]
mod draw;
#[cfg(test)]
mod rules;
