//! Carom for JavaScript. Each function takes a text and returns plain objects, the same that
//! the command line and the language server write.
//!
//! A search runs on the calling thread. A page calls these functions in a worker, which it can
//! terminate.

mod convert;
mod file;
mod formats;
mod page;
mod puzzle;
mod search;
mod text;

use std::cell::RefCell;
use std::panic::set_hook;

use carom::solving::Failed;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Returns the version of carom.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

thread_local! {
    static FAILURE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the sentence of a panic. It ends the instance, since WebAssembly cannot catch it.
#[wasm_bindgen(start)]
fn start() {
    set_hook(Box::new(|panic| {
        FAILURE.set(Some(Failed::of(panic.payload()).to_string()));
    }));
}

/// Returns the sentence of the panic that ended this instance.
#[wasm_bindgen(skip_typescript)]
pub fn failure() -> Option<String> {
    FAILURE.take()
}
