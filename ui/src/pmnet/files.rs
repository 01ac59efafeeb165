//! Files of the browser as the session reads them, in the worker: a slice at a time, so their size does not matter.

use super::unpack::Unpacked;
use mcore::base::Text;
use mcore::session::{PmnetBytes, PmnetFile};
use std::cell::RefCell;
use wasm_bindgen::JsCast as _;
use web_sys::{File, FileReaderSync};

/// Bytes of a slice.
const PIECE: f64 = 1_048_576.0;

thread_local! {
    /// The files: they belong to the browser's side and cannot be held by what the session holds.
    static FILES: RefCell<Vec<File>> = const { RefCell::new(Vec::new()) };
}

/// The files of a message (`File[]`); what is no file is left out. Those of the last one are forgotten.
pub fn of(list: &js_sys::Array) -> Vec<PmnetFile> {
    let files: Vec<File> = list.iter().filter_map(|file| file.dyn_into().ok()).collect();
    let described = files.iter().enumerate().map(|(number, file)| PmnetFile {
        name: file.name(),
        size: file.size() as u64,
        open: Box::new(move || Box::new(Unpacked::new(Slices { number, at: 0.0 }))),
    });
    let described = described.collect();
    FILES.with(|cell| *cell.borrow_mut() = files);
    described
}

/// A file, slice by slice.
struct Slices {
    number: usize,
    at: f64,
}

impl PmnetBytes for Slices {
    fn next(&mut self) -> Result<Vec<u8>, Text> {
        let failed = || {
            Text::new(
                "the file cannot be read any more; has it been changed or moved?",
                "ファイルが読めなくなりました。変更または移動しましたか",
            )
        };
        let file = FILES.with(|cell| cell.borrow().get(self.number).cloned()).ok_or_else(failed)?;
        let end = (self.at + PIECE).min(file.size());
        if end <= self.at {
            return Ok(Vec::new());
        }
        let slice = file.slice_with_f64_and_f64(self.at, end).map_err(|_| failed())?;
        let reader = FileReaderSync::new().map_err(|_| failed())?;
        let buffer = reader.read_as_array_buffer(&slice).map_err(|_| failed())?;
        self.at = end;
        Ok(js_sys::Uint8Array::new(&buffer).to_vec())
    }

    fn taken(&self) -> u64 {
        self.at as u64
    }
}
