//! Files of the browser as the session reads them, in the worker: in slices, so their size does not matter.

use super::unpack::{Trace, memory_of};
use mcore::modes::pmnet::PmnetFile;
use std::cell::RefCell;
use std::io::{self, Read};
use wasm_bindgen::JsCast as _;
use web_sys::{File, FileReaderSync};

thread_local! {
    /// The files: browser objects, which the session cannot hold itself.
    static FILES: RefCell<Vec<File>> = const { RefCell::new(Vec::new()) };
}

/// The files of a message (`File[]`); other values are skipped. Files of the previous message are dropped.
pub fn of(list: &js_sys::Array) -> Vec<PmnetFile> {
    let files: Vec<File> = list.iter().filter_map(|file| file.dyn_into().ok()).collect();
    let memory = memory_of(files.len());
    let described = files.iter().enumerate().map(|(number, file)| PmnetFile {
        name: file.name(),
        size: file.size() as u64,
        open: Box::new(move || Box::new(Trace::new(Slices { number, at: 0.0 }, memory))),
    });
    let described = described.collect();
    FILES.with(|cell| *cell.borrow_mut() = files);
    described
}

/// A file, read slice by slice.
struct Slices {
    number: usize,
    at: f64,
}

impl Read for Slices {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let gone = |_| io::Error::from(io::ErrorKind::NotFound);
        let file = FILES.with(|cell| cell.borrow().get(self.number).cloned()).ok_or(io::ErrorKind::NotFound)?;
        let end = (self.at + buffer.len() as f64).min(file.size());
        if end <= self.at {
            return Ok(0);
        }
        let slice = file.slice_with_f64_and_f64(self.at, end).map_err(gone)?;
        let bytes = FileReaderSync::new().and_then(|reader| reader.read_as_array_buffer(&slice)).map_err(gone)?;
        let bytes = js_sys::Uint8Array::new(&bytes);
        let count = bytes.length() as usize;
        // A file that has become shorter has been changed.
        if count as f64 != end - self.at {
            return Err(io::ErrorKind::NotFound.into());
        }
        bytes.copy_to(&mut buffer[..count]);
        self.at = end;
        Ok(count)
    }
}
