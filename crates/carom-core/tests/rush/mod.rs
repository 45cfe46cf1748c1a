//! X-mas Rush: the rules, and the search compared with a plain reference.

mod boards;
mod drawing;
mod map;
use crate::maps;
mod pushes;
mod reference;
mod rules;
mod search;
