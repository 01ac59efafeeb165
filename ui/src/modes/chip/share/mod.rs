//! Links that contain a program: their content (`codec.rs`), its compression by the browser, their QR code (`qr.rs`).
//!
//! All data is in the fragment of the address, which browsers do not send to any server.

mod codec;
mod qr;

pub use codec::{Fault, MAX_FILES, Reading, Shared, read};
pub use qr::Code;

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Length in characters beyond which some programs truncate addresses.
pub const LONG: usize = 2000;
/// Length in characters beyond which hardly any program accepts an address.
pub const VERY_LONG: usize = 32_000;

/// A finished link.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The whole address.
    pub url: String,
    /// Its QR code, unless it is too long for one.
    pub code: Option<Code>,
    /// Its content.
    pub shared: Shared,
}

#[wasm_bindgen]
extern "C" {
    /// The browser's compressor; `web-sys` lists it as unstable, but all browsers have it.
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;
}

/// Makes the address of a link from the page's own.
pub async fn make(shared: Shared, page: &str) -> Result<Made, String> {
    let packed = deflate(&codec::plain(&shared)).await.map_err(|e| crate::fmt::explain(&e))?;
    let base = page.split('#').next().unwrap_or_default();
    let url = format!("{base}#{}", codec::fragment(&shared, &packed));
    Ok(Made { code: Code::of(&url), url, shared })
}

/// Compresses bytes with the browser's compressor.
async fn deflate(bytes: &[u8]) -> Result<Vec<u8>, JsValue> {
    let blob = web_sys::Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let squeeze = CompressionStream::new("deflate-raw")?;
    let call = |on: &JsValue, name: &str, with: &JsValue| -> Result<JsValue, JsValue> {
        js_sys::Reflect::get(on, &name.into())?.dyn_into::<js_sys::Function>()?.call1(on, with)
    };
    let stream = call(&call(&blob, "stream", &JsValue::UNDEFINED)?, "pipeThrough", squeeze.as_ref())?;
    let response = js_sys::Reflect::get(&js_sys::global(), &"Response".into())?.dyn_into::<js_sys::Function>()?;
    let response = js_sys::Reflect::construct(&response, &Array::of1(&stream))?;
    let buffer = call(&response, "arrayBuffer", &JsValue::UNDEFINED)?.dyn_into::<Promise>()?;
    Ok(Uint8Array::new(&JsFuture::from(buffer).await?).to_vec())
}
