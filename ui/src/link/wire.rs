//! What crosses between page and worker, and how.

use mcore::session::{Request, Update};
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast as _, JsValue};

/// A message of the worker. `www/worker.js` posts the same `{ fatal: "…" }` when the module cannot be started.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FromWorker {
    /// Updates of the session, in order.
    Updates(Vec<Update>),
    /// The worker has died of this.
    Fatal(String),
}

/// A value as the browser copies it between threads: plain objects, bytes as typed arrays.
pub fn encode<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&Serializer::new().serialize_maps_as_objects(true)).map_err(JsValue::from)
}

/// Reads a message of the worker.
pub fn decode(value: JsValue) -> Result<FromWorker, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(JsValue::from)
}

/// Reads a request of the page.
pub fn decode_request(value: JsValue) -> Result<Request, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(JsValue::from)
}

/// An exception of the browser in words.
pub fn error_text(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.to_string().into(),
        None => format!("{error:?}"),
    }
}
