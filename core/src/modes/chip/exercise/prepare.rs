//! From source texts to a machine at cycle 0 with a case's inputs in place.

use super::{Case, Exercise, MachineSize};
use crate::base::{Array, Cycle, Severity, SourceFile, Text};
use crate::modes::chip::{Machine, Spec, SpecError};
use crate::program::Program;
use crate::text;
use crate::toolchain::{Compilers, Options, build, mclib::library};
use alloc::{sync::Arc, vec::Vec};

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
    pub fn reference_program(&self, case: &Case, compilers: &Compilers) -> Option<Result<Arc<Program>, Text>> {
        let files = self.reference_files()?;
        let built = build(&files, &library(), &Options::new(case.machine.node_memory_kib * 1024, compilers));
        let error = built.diagnostics.iter().find(|d| d.severity == Severity::Error);
        let why = error.map(|d| d.message.clone()).unwrap_or_default();
        let (name, en, ja) = (files[0].name.as_str(), why.en, why.ja);
        Some(built.program.map(Arc::new).ok_or_else(|| {
            text!(
                "{name}: the reference cannot be assembled: {en}",
                "{name}: 参照プログラムをアセンブルできません: {ja}"
            )
        }))
    }
}

/// A machine at cycle 0 with the inputs of a case in place.
pub fn load(program: &Arc<Program>, case: &Case) -> Result<Machine, Text> {
    let spec = case.machine.spec(case.cycle_limit);
    let mut machine =
        Machine::new(spec, program.clone()).map_err(|e| spec_error_text(&e, case.machine.node_memory_kib))?;
    case.place(&mut machine)?;
    Ok(machine)
}

/// Why a machine cannot be built, for a person.
pub fn spec_error_text(error: &SpecError, node_memory_kib: u32) -> Text {
    let kib = node_memory_kib;
    match error {
        SpecError::Array => {
            text!(
                "The array needs 1 to 255 columns and 1 to 255 rows.",
                "計算ノードの列と行はそれぞれ 1 から 255 です。"
            )
        }
        SpecError::NodeMemory => {
            text!(
                "Node memory must be a power of two from 64 KiB to 16384 KiB, not {kib} KiB.",
                "ノードメモリは 64 KiB から 16384 KiB までの 2 のべきです ({kib} KiB は使えません)。"
            )
        }
        SpecError::Memory { bytes, most } => {
            let (bytes, most) = (bytes >> 20, most >> 20);
            text!(
                "This chip would take {bytes} MB before its programs begin, and {most} MB is the most. Choose fewer nodes or a smaller node memory.",
                "このチップはプログラムの開始前だけで {bytes} MB を使いますが、上限は {most} MB です。ノード数かノードメモリを減らしてください。"
            )
        }
        SpecError::CycleLimit => text!("The cycle limit must not be 0.", "サイクル数の上限は 0 にできません。"),
        SpecError::ProgramTooLarge { end } => {
            text!(
                "The program ends at address 0x{end:x}, but node memory has {kib} KiB.",
                "プログラムの末尾は 0x{end:x} ですが、ノードメモリは {kib} KiB です。"
            )
        }
    }
}
