//! From source texts to a machine at cycle 0 with a case's inputs in place.

use super::{Case, Exercise, MachineSize, Unit};
use crate::{Machine, Spec, SpecError};
use alloc::{string::String, sync::Arc, vec::Vec};
use mcore_base::{Array, Cycle, Severity, SourceFile, Text};
use mcore_cpu::program::Program;
use mcore_toolchain::{Compilers, build, mclib::library};

/// Why a program cannot run a case. `view` has its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadFault {
    /// The machine cannot be built: the error, and the size of node memory in KiB.
    Machine(SpecError, u32),
    /// The program has no label where this data is placed.
    NoLabel(Data),
    /// The data does not fit at its address.
    NoRoom {
        data: Data,
        /// The address in the program.
        addr: u64,
        /// Bytes of node memory.
        memory: u64,
    },
    /// The machine has no room for the data.
    NotPlaced {
        addr: u64,
        /// Its size.
        bytes: usize,
    },
    /// The reference of the exercise cannot be assembled: its file, and the first error.
    Reference(String, Text),
    /// The submission gives no program, for this reason.
    Program(Text),
}

/// Data that a case places in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// Its label or address.
    pub name: String,
    /// The type of its elements.
    pub unit: Unit,
    /// The number of elements.
    pub count: usize,
}

impl MachineSize {
    /// The specification of a chip of this size, whose runs end after at most `cycle_limit` cycles.
    pub fn spec(self, cycle_limit: Cycle) -> Spec {
        Spec {
            array: Array::new(self.width, self.height),
            node_memory: self.node_memory_kib.saturating_mul(1024),
            mirrored: self.mirrored,
            cycle_limit,
            ..Spec::default()
        }
    }
}

impl Exercise {
    /// The files of which the reference is assembled: its own, and those that the student may not change.
    pub fn reference_files(&self) -> Option<Vec<SourceFile>> {
        let reference = self.reference.clone()?;
        let fixed = |f: &&SourceFile| self.read_only.contains(&f.name) && f.name != reference.name;
        let fixed: Vec<SourceFile> = self.start.iter().filter(fixed).cloned().collect();
        Some(core::iter::once(reference).chain(fixed).collect())
    }

    /// The reference as a program for a case's machine, if the exercise has one.
    pub fn reference_program(&self, case: &Case, compilers: &Compilers) -> Option<Result<Arc<Program>, LoadFault>> {
        let files = self.reference_files()?;
        let options = self.build_options(&files, case.machine.node_memory_kib * 1024, compilers);
        let built = build(&files, &library(), &options);
        let error = built.diagnostics.iter().find(|d| d.severity == Severity::Error);
        let why = error.map(|d| d.message.clone()).unwrap_or_default();
        let program = built.program.map(Arc::new);
        Some(program.ok_or_else(|| LoadFault::Reference(files[0].name.clone(), why)))
    }
}

/// A machine at cycle 0 with the inputs of a case in place.
pub fn load(program: &Arc<Program>, case: &Case) -> Result<Machine, LoadFault> {
    let spec = case.machine.spec(case.cycle_limit);
    let mut machine =
        Machine::new(spec, program.clone()).map_err(|error| LoadFault::Machine(error, case.machine.node_memory_kib))?;
    case.place(&mut machine)?;
    Ok(machine)
}
