//! The program for Node.js: `www/dist/editions.mjs` calls its function for each pack of the site.

use js_sys::{Array, Uint8Array};
use mcore::packs::PackFile;
use wasm_bindgen::prelude::*;

/// The files for students of a pack. `files` and the result are lists of pairs: the path of a file in the pack, and its bytes.
///
/// # Errors
///
/// A text that says what is wrong with the pack.
#[wasm_bindgen(js_name = studentEdition)]
pub fn student_edition(files: &Array) -> Result<Array, JsValue> {
    let file = |pair: JsValue| {
        let pair = Array::from(&pair);
        let name = pair.get(0).as_string().ok_or("the path of a file is no text")?;
        Ok(PackFile { name, bytes: Uint8Array::new(&pair.get(1)).to_vec() })
    };
    let files = files.iter().map(file).collect::<Result<Vec<_>, &str>>()?;
    let edition = mcore_edition::student_edition(&files).map_err(|why| JsValue::from(why.en))?;
    let pair =
        |file: &PackFile| Array::of2(&JsValue::from(&*file.name), &Uint8Array::from(file.bytes.as_slice()).into());
    Ok(edition.iter().map(pair).collect())
}

fn main() {}
