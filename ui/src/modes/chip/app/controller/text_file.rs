//! Text files in any encoding that an editor saves: the simulator chooses the encoding, the browser has the tables.

use js_sys::{Object, Reflect};
use mcore::base::{Encoding, without_mark};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, options: &JsValue) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> Result<String, JsValue>;
}

/// The text of a file with `\n` as line ends, and its encoding. `None` if it is not text.
pub(super) fn text_of(bytes: &[u8]) -> Option<(String, Encoding)> {
    let encoding = Encoding::of(bytes)?;
    let text = match encoding {
        Encoding::Utf8 => std::str::from_utf8(without_mark(bytes)).ok()?.to_owned(),
        other => {
            let options = Object::new();
            // Invalid bytes are an error, as in the command.
            Reflect::set(&options, &"fatal".into(), &JsValue::TRUE).ok()?;
            TextDecoder::new(other.name(), &options).and_then(|decoder| decoder.decode(bytes)).ok()?
        }
    };
    // A file with zero bytes is not text, and an editor would show it as garbage.
    (!text.contains('\0')).then(|| (text.replace("\r\n", "\n"), encoding))
}
