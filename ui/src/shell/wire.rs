//! The messages between page and worker, and their encoding.

use js_sys::{Reflect, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast as _, JsValue};

/// A message of the worker.
#[derive(Debug)]
pub enum FromWorker<U> {
    /// Updates of the session, in order.
    Updates(Vec<U>),
    /// The worker has died for this reason.
    Fatal(String),
}

/// A form in which values are posted between page and worker.
pub trait Form: 'static {
    /// A value as it is posted.
    ///
    /// # Errors
    ///
    /// It cannot be written in this form.
    fn encode<T: Serialize>(value: &T) -> Result<JsValue, JsValue>;

    /// A value that was posted.
    ///
    /// # Errors
    ///
    /// It is not of this type.
    fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue>;
}

/// Bytes in postcard's form, which take less code and time than objects. Both sides must know the same types.
pub enum Bytes {}

/// Objects of the browser with named members, bytes as typed arrays. A side may leave out members that it does not need
/// ([`crate::shell::other`]).
pub enum Objects {}

impl Form for Bytes {
    fn encode<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
        let bytes = postcard::to_allocvec(value).map_err(|error| fault(&error))?;
        Ok(Uint8Array::from(bytes.as_slice()).into())
    }

    fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
        let bytes = value.dyn_into::<Uint8Array>()?.to_vec();
        postcard::from_bytes(&bytes).map_err(|error| fault(&error))
    }
}

impl Form for Objects {
    fn encode<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
        value.serialize(&Serializer::new().serialize_maps_as_objects(true)).map_err(JsValue::from)
    }

    fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
        serde_wasm_bindgen::from_value(value).map_err(JsValue::from)
    }
}

fn fault(error: &postcard::Error) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}

/// Decodes a message of a worker, in either form: `{ fatal: "…" }` is posted by `www/boot/early.js` if the worker's program
/// cannot be started, and by the program when it panics.
///
/// # Errors
///
/// As for [`Form::decode`].
pub fn decode_from_worker<F: Form, U: DeserializeOwned>(value: JsValue) -> Result<FromWorker<U>, JsValue> {
    let fatal = Reflect::get(&value, &"fatal".into()).ok().and_then(|fatal| fatal.as_string());
    fatal.map_or_else(|| F::decode(value).map(FromWorker::Updates), |why| Ok(FromWorker::Fatal(why)))
}

/// The text of a browser exception.
pub fn error_text(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => error.to_string().into(),
        None => format!("{error:?}"),
    }
}
