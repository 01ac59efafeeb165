//! The text of a program, with the facts about each instruction that the checks need.

use super::flow::{Flow, Set, flow};
use super::role::{Role, role};
use super::types::entries;
use crate::Image;
use alloc::{sync::Arc, vec::Vec};
use mcore_cpu::isa::{Class, Instr, Op, row};
use mcore_cpu::program::{Program, SegmentKind};
use mcore_toolchain::mpi::BELL;

/// How the names of MPIMC's units and of their headers begin.
const MPI_UNITS: [&str; 2] = ["lib/mpi_", "internal_mpi"];

/// `$ra`.
const RETURN_ADDRESS: usize = 31;

/// An instruction and what it reads and writes.
#[derive(Clone, Copy)]
struct Known {
    instr: Instr,
    flow: Flow,
    /// It is in a file of the library.
    library: bool,
    /// It has a line in a file of the program.
    own: bool,
    /// It is in a unit of MPIMC.
    mpi: bool,
    /// Determined when the load first executes.
    role: Option<Role>,
    /// It begins a function of MPI that is followed: the number of that function.
    begins: Option<u8>,
    /// It only computes: it is no access, no jump and no call, and writes no return address.
    computes: bool,
}

/// One program.
pub struct Code {
    pub program: Arc<Program>,
    /// The word of MPI that all ranks write, if the program has MPI.
    pub bell: Option<u32>,
    base: u32,
    known: Vec<Known>,
}

impl Code {
    /// The code of an image.
    pub fn new(image: &Image) -> Self {
        let texts = || image.program.segments.iter().filter(|s| s.kind == SegmentKind::Text && s.size > 0);
        let base = texts().map(|s| s.addr & !3).min().unwrap_or(0);
        let end = texts().map(|s| s.addr.saturating_add(s.size)).max().unwrap_or(0);
        let program = image.program.clone();
        let names = mcore_toolchain::mclib::library();
        let is_added = |index: u32| program.added.contains(&index);
        let of_library: Vec<bool> =
            (0u32..).zip(&program.files).map(|(i, f)| is_added(i) || names.iter().any(|l| l.name == *f)).collect();
        let is_mpi = |file: &str| MPI_UNITS.iter().any(|start| file.starts_with(start));
        let of_mpi: Vec<bool> = (0u32..).zip(&program.files).map(|(i, f)| is_added(i) && is_mpi(f)).collect();
        let known = |(pc, instr): (u32, Instr)| {
            let file = program.line_of(pc).map(|line| line.file as usize);
            let is_in = |files: &[bool]| file.is_some_and(|file| files.get(file) == Some(&true));
            Known {
                instr,
                flow: flow(&instr),
                library: is_in(&of_library),
                own: file.is_some() && !is_in(&of_library),
                mpi: is_in(&of_mpi),
                role: None,
                begins: None,
                computes: (matches!(row(instr.op).class, Class::Alu | Class::MulDiv | Class::Float)
                    || instr.op == Op::Nop)
                    && flow(&instr).writes >> RETURN_ADDRESS & 1 == 0,
            }
        };
        let text = (base..end).step_by(4).map_while(|pc| Some((pc, image.code.instr(pc)?)));
        let bell = program.symbol(BELL).map(|symbol| symbol.value);
        let mut code = Self { known: text.map(known).collect(), program, bell, base };
        for (pc, function) in entries(&image.program) {
            let index = code.index(pc);
            if let Some(known) = code.known.get_mut(index) {
                (known.begins, known.computes) = (Some(function), false);
            }
        }
        code
    }

    /// The number of the function of MPI that an instruction begins, if it is followed.
    #[inline]
    pub fn begins(&self, pc: u32) -> Option<u8> {
        self.known.get(self.index(pc)).and_then(|known| known.begins)
    }

    fn index(&self, pc: u32) -> usize {
        (pc.wrapping_sub(self.base) / 4) as usize
    }

    /// The instruction at an address, if it is text.
    pub fn instr(&self, pc: u32) -> Option<Instr> {
        self.known.get(self.index(pc)).map(|known| known.instr)
    }

    /// The registers that an instruction reads and writes.
    #[inline]
    pub fn flow(&self, pc: u32, instr: &Instr) -> Flow {
        match self.known.get(self.index(pc)) {
            Some(known) if known.instr == *instr => known.flow,
            // The text has been overwritten, or data is being executed.
            _ => flow(instr),
        }
    }

    /// For an instruction of the text that only computes: the registers that it reads or writes, and whether it has a line in a
    /// file of the program.
    #[inline]
    pub fn computes(&self, pc: u32, instr: &Instr) -> Option<(Set, bool)> {
        let known = self.known.get(self.index(pc)).filter(|known| known.computes && known.instr == *instr)?;
        Some((known.flow.reads | known.flow.writes, known.own))
    }

    /// True for an instruction of the library. A mistake there is blamed on the caller.
    #[inline]
    pub fn is_library(&self, pc: u32) -> bool {
        self.known.get(self.index(pc)).is_some_and(|known| known.library)
    }

    /// True for an instruction that has a line in a file of the program.
    #[inline]
    pub fn is_own(&self, pc: u32) -> bool {
        self.known.get(self.index(pc)).is_some_and(|known| known.own)
    }

    /// The role of the load at an address.
    ///
    /// MPIMC looks at counts and numbers that other nodes write in many places, not only in loops that wait, and reads
    /// other words of a message only after its number. So each of its loads counts as one that waits: what its senders
    /// knew is known afterwards, and a word that it looks at in vain is not yet in use.
    #[inline]
    pub fn role(&mut self, pc: u32) -> Role {
        let index = self.index(pc);
        if let Some(role) = self.known.get(index).and_then(|known| known.role) {
            return role;
        }
        let is_mpi = self.known.get(index).is_some_and(|known| known.mpi);
        let found = if is_mpi { Role::Wait } else { role(pc, |pc| self.instr(pc)) };
        if let Some(known) = self.known.get_mut(index) {
            known.role = Some(found);
        }
        found
    }
}
