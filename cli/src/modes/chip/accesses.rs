//! The file of `mcore run --accesses`.

use crate::failure::Failure;
use mcore::modes::chip::Machine;
use mcore::modes::chip::view::AccessTrace;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// The output, and the first error in writing it.
pub struct Out {
    file: BufWriter<File>,
    result: io::Result<()>,
}

impl Out {
    /// Output to a file.
    pub fn new(file: File) -> Self {
        Self { file: BufWriter::new(file), result: Ok(()) }
    }

    /// Writes the rest; the first error of all.
    pub fn finish(self) -> io::Result<()> {
        let Self { mut file, result } = self;
        result.and_then(|()| file.flush())
    }
}

impl fmt::Write for Out {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // After the first error nothing more is written: a full disk stays full.
        if self.result.is_ok() {
            self.result = self.file.write_all(text.as_bytes());
        }
        Ok(())
    }
}

/// A trace that is written to a file.
pub struct AccessFile {
    /// Takes the events of the run.
    pub trace: AccessTrace<Out>,
    path: PathBuf,
}

impl AccessFile {
    /// A trace of a machine at cycle 0.
    pub fn new(path: &Path, machine: &Machine) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Failure::writing_file(path, &error))?;
        Ok(Self { trace: AccessTrace::new(machine, Out::new(file)), path: path.into() })
    }

    /// Ends the trace after the run.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.trace.finish();
        self.trace.out.finish().map_err(|error| Failure::writing_file(&self.path, &error))
    }
}
