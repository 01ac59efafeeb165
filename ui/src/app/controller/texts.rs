//! Files of text in whichever encoding an editor has saved them: the choice is the simulator's, the tables are the browser's.

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

/// The text of a file with `\n` at the ends of its lines, and its encoding. `None` if it is no text.
pub(super) fn text_of(bytes: &[u8]) -> Option<(String, Encoding)> {
    let encoding = Encoding::of(bytes)?;
    let text = match encoding {
        Encoding::Utf8 => std::str::from_utf8(without_mark(bytes)).ok()?.to_owned(),
        other => {
            let options = Object::new();
            // Bytes that mean nothing are an error, as in the command.
            Reflect::set(&options, &"fatal".into(), &JsValue::TRUE).ok()?;
            TextDecoder::new(other.name(), &options).and_then(|decoder| decoder.decode(bytes)).ok()?
        }
    };
    // A text with zero bytes is none, and an editor would show a mess.
    (!text.contains('\0')).then(|| (text.replace("\r\n", "\n"), encoding))
}
