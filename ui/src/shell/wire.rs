//! The messages between page and worker, and their encoding.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast as _, JsValue};

/// A message of the worker. `www/boot/early.js` posts the same `{ fatal: "…" }` if the module cannot be started.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FromWorker<U> {
    /// Updates of the session, in order.
    Updates(Vec<U>),
    /// The worker has died for this reason.
    Fatal(String),
}

/// A value as the browser copies it between threads: plain objects, bytes as typed arrays.
///
/// Never inlined, like [`decode`]: the code that reads and writes messages is in the part of the page's program that is
/// loaded later (`www/dist/split.mjs`). Without a function of its own it would be placed with its callers.
#[inline(never)]
pub fn encode<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&Serializer::new().serialize_maps_as_objects(true)).map_err(JsValue::from)
}

/// Decodes a message of the other side.
#[inline(never)]
pub fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(JsValue::from)
}

/// The text of a browser exception.
pub fn error_text(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.to_string().into(),
        None => format!("{error:?}"),
    }
}
