//! Links that contain work: packing (`pack.rs`), compression by the browser, QR code (`qr.rs`). Each mode defines the content.
//!
//! All data is in the fragment of the address, which browsers do not send to any server.

mod form;
mod pack;
mod qr;

pub use form::{ShareForm, copy};
#[cfg(test)]
pub use pack::LARGEST;
pub use pack::{Fault, pack, unpack};
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
pub struct Link {
    /// The whole address.
    pub url: String,
    /// Its QR code, unless it is too long for one.
    pub code: Option<Code>,
}

#[wasm_bindgen]
extern "C" {
    /// The browser's compressor; `web-sys` lists it as unstable, but all browsers have it.
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;
}

/// The message with the reason of a fault.
pub fn fault_words(fault: Fault) -> &'static str {
    match fault {
        Fault::Later => "link-later",
        Fault::CutOff => "link-cut-off",
        Fault::Damaged => "link-damaged",
        Fault::TooLarge => "link-too-large",
    }
}

/// Makes a link with this content. `start` is the beginning of its fragment, up to the packed content.
///
/// # Errors
/// The message of the browser, which cannot compress.
pub async fn make(plain: &[u8], start: &str) -> Result<Link, String> {
    let packed = deflate(plain).await.map_err(|e| crate::fmt::explain(&e))?;
    let page = gloo_utils::window().location().href().unwrap_or_default();
    let base = page.split('#').next().unwrap_or_default();
    let url = format!("{base}#{start}{}", pack(plain, &packed));
    Ok(Link { code: Code::of(&url), url })
}

/// Replaces the fragment of the page's address, so that a reload does not open a link again.
pub fn forget(fragment: &str) {
    let window = gloo_utils::window();
    let (path, query) = (window.location().pathname(), window.location().search());
    if let (Ok(history), Ok(path), Ok(query)) = (window.history(), path, query) {
        // Fails for a page opened from a file in some browsers; then a reload opens the same content again.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("{path}{query}{fragment}")));
    }
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
