//! Files that the user chooses.

use js_sys::Uint8Array;
use std::future::Future;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Event, File, HtmlInputElement};

/// Largest file that is opened, in bytes.
pub const MAX_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// The bytes of a file; `None` if it no longer exists.
pub async fn bytes_of(file: &File) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer.unchecked_into::<js_sys::ArrayBuffer>()).to_vec())
}

/// The text of a file; `None` if it no longer exists.
pub async fn text_of(file: &File) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
}

/// Lets `read` read the file that the user has chosen in an input. The input is empty afterwards, so the same file,
/// corrected, can be chosen again.
pub fn read_chosen<F: Future<Output = ()> + 'static>(event: &Event, read: impl FnOnce(File) -> F) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(file) = input.as_ref().and_then(|input| input.files()?.get(0)) else { return };
    let reading = read(file);
    spawn_local(async move {
        reading.await;
        if let Some(input) = input {
            input.set_value("");
        }
    });
}

/// Reads the name and the bytes of the file that the user has chosen in an input. If it cannot be read, or is larger than
/// [`MAX_BYTES`], nothing happens.
pub fn read_chosen_bytes(event: &Event, then: impl FnOnce(String, Vec<u8>) + 'static) {
    read_chosen(event, |file| async move {
        if file.size() <= MAX_BYTES
            && let Some(bytes) = bytes_of(&file).await
        {
            then(file.name(), bytes);
        }
    });
}

/// Reads the text of the file that the user has chosen in an input. If it cannot be read, nothing happens.
pub fn read_chosen_text(event: &Event, then: impl FnOnce(String) + 'static) {
    read_chosen(event, |file| async move {
        if let Some(text) = text_of(&file).await {
            then(text);
        }
    });
}
