//! Export of tables and pictures as files.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Rows of cells as comma-separated values (RFC 4180). Starts with a byte order mark: without it spreadsheets misread
/// Japanese.
pub fn csv<'a, R: IntoIterator<Item = &'a str>>(rows: impl IntoIterator<Item = R>) -> String {
    let mut text = String::from("\u{feff}");
    for row in rows {
        for (i, cell) in row.into_iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            if cell.contains([',', '"', '\n', '\r']) {
                text.push('"');
                text.push_str(&cell.replace('"', "\"\""));
                text.push('"');
            } else {
                text.push_str(cell);
            }
        }
        text.push_str("\r\n");
    }
    text
}

/// Gives the user a file with this text.
pub fn save_text(name: &str, mime: &str, text: &str) {
    save_parts(name, mime, &Array::of1(&JsValue::from_str(text)));
}

/// Gives the user a file of these texts and byte arrays, concatenated.
pub fn save_parts(name: &str, mime: &str, parts: &Array) {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    // Fails only without memory for it.
    let Ok(blob) = Blob::new_with_str_sequence_and_options(parts, &options) else { return };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return };
    save_url(name, &url);
    let _ = Url::revoke_object_url(&url);
}

/// An address of the page's own for these bytes, until it is revoked.
pub fn address_of(mime: &str, bytes: &[u8]) -> Option<String> {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    Url::create_object_url_with_blob(&blob).ok()
}

/// Gives the user a file with the data at an address of this page's own.
pub fn save_url(name: &str, url: &str) {
    let link = gloo_utils::document().create_element("a").ok().and_then(|e| e.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(url);
        link.set_download(name);
        link.click();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let text = csv([["node", "what"], ["(1,1)", "says \"no\""]]);
        assert_eq!(text, "\u{feff}node,what\r\n\"(1,1)\",\"says \"\"no\"\"\"\r\n");
    }
}
