//! The file of `mcore run --accesses`.

use crate::failure::Failure;
use mcore::chip::Machine;
use mcore::text;
use mcore::view::AccessTrace;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::rc::Rc;

/// What is written, and what went wrong first.
type Out = Rc<RefCell<(BufWriter<File>, io::Result<()>)>>;

/// Writes a line.
type Write = Box<dyn FnMut(&str)>;

/// A trace that goes to a file.
pub struct AccessFile {
    /// Takes the events of the run.
    pub trace: AccessTrace<Write>,
    out: Out,
    name: String,
}

impl AccessFile {
    /// Of a machine at cycle 0.
    pub fn new(path: &Path, machine: &Machine) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| failed(&name, &error))?;
        let out: Out = Rc::new(RefCell::new((BufWriter::new(file), Ok(()))));
        let to = out.clone();
        let write = move |line: &str| {
            let (file, result) = &mut *to.borrow_mut();
            // After the first error nothing more is written: a full disk stays full.
            if result.is_ok() {
                *result = writeln!(file, "{line}");
            }
        };
        Ok(Self { trace: AccessTrace::new(machine, Box::new(write)), out, name })
    }

    /// After the run.
    pub fn finish(self) -> Result<(), Failure> {
        self.trace.finish();
        let (file, result) = &mut *self.out.borrow_mut();
        let result = std::mem::replace(result, Ok(())).and_then(|()| file.flush());
        result.map_err(|error| failed(&self.name, &error))
    }
}

fn failed(name: &str, error: &io::Error) -> Failure {
    text!("cannot write {name}: {error}", "{name} に書けません: {error}").into()
}
