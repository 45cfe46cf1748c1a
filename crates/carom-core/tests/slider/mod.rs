//! Slider: the rules, and the search compared with a plain reference.

#[cfg(test)]
mod draw;
#[cfg(test)]
mod map;
#[cfg(test)]
use crate::maps;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod search;
