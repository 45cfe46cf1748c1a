//! Values of JavaScript and of Rust.

use js_sys::{Function, JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsError, JsValue};

/// Converts a value to JavaScript.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let text = serde_json::to_string(value)?;
    JSON::parse(&text).map_err(|_| JsError::new("the result is no JSON"))
}

/// Converts a value of JavaScript; one that is missing is read as `{}`.
pub(crate) fn from_js<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsError> {
    if value.is_undefined() || value.is_null() {
        return Ok(serde_json::from_str("{}")?);
    }
    let text: String =
        JSON::stringify(value).map_err(|_| JsError::new("an argument is no JSON"))?.into();
    Ok(serde_json::from_str(&text)?)
}

/// Returns the member `onProgress` of options.
pub(crate) fn observer(options: &JsValue) -> Option<Function> {
    let member = Reflect::get(options, &"onProgress".into()).ok()?;
    member.dyn_into().ok()
}
