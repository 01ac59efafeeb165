//! Assembly text: layout of blocks, delay slots, `.loc`. Both the lab's assembler and GNU as take it.

mod data;
mod layout;
mod liveness;
mod locations;
mod slots;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
mod tests_abi;
#[cfg(test)]
mod tests_cases;
#[cfg(test)]
mod tests_machine;
mod text;

use crate::ir::Module;
use crate::mir::{Label, Line, Plain, Pool};
use crate::opt::Level;
use crate::{isel, mir, regalloc};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use mcore_base::SourceFile;
use mcore_toolchain::{Origin, Unit};

/// A function that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the function.
    pub function: String,
    /// The reason, in English.
    pub reason: String,
}

/// One line of code: an instruction, a jump with its delay slot, or an `asm` statement.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Plain(Plain),
    Jump(Jump),
    Asm(alloc::boxed::Box<mir::Asm>),
}

/// A jump, branch or call with its delay slot.
#[derive(Clone, Debug)]
pub(crate) struct Jump {
    /// The instruction; the register of `jr` and `jalr` is in it.
    plain: Plain,
    /// It goes to the second instruction of its target, since the first one is in its slot.
    skips: bool,
    /// The instruction in its delay slot; `None` for `nop`.
    slot: Option<Plain>,
    /// The place of the instruction in the slot; none if it is that of the jump.
    slot_line: Line,
}

/// A block in its final place.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    label: Label,
    steps: Vec<(Step, Line)>,
    /// Something jumps to it.
    is_target: bool,
    /// Something jumps to its second instruction.
    is_second_target: bool,
    /// The first instruction was only needed in the slots of jumps, and is gone.
    lost_first: bool,
}

pub use locations::Locations;

/// Where the variables of a function are.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The objects on the stack: bytes from the stack pointer at its entry, by slot; `None` for unused ones.
    pub slots: Vec<Option<i32>>,
    /// The variables at each instruction; nothing for a function without marks.
    pub locations: Locations,
    /// From a line of the assembly on, the inlined call that the instructions belong to, as in [`crate::ir::Loc::inlined`].
    pub calls: Vec<(u32, u32)>,
}

/// The code of a module.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The assembly text.
    pub text: String,
    /// The places of variables, by function.
    pub places: Vec<Places>,
    /// Lines of instructions that check an index, with the name of the array.
    pub checks: Vec<(u32, String)>,
    /// Objects with their sizes in bytes.
    pub sizes: Vec<(String, u64)>,
}

impl Code {
    /// The code of a unit as a compiler gives it to its caller.
    pub fn unit(self, name: &str, origin: Origin) -> Unit {
        let assembly = SourceFile { name: format!("{name}.s"), text: self.text };
        Unit { assembly, origin, checks: self.checks, sizes: self.sizes }
    }
}

/// The code of a legal module.
///
/// # Errors
/// If a function cannot be compiled; the first one is named.
pub fn code(module: &Module, level: Level) -> Result<Code, Fault> {
    let mut writer = text::Writer::new(module);
    writer.begin();
    let mut pool = Pool::default();
    let mut places = Vec::with_capacity(module.functions.len());
    // Where the labels of each function begin, and the labels of its blocks whose address is in data.
    let mut named = BTreeMap::new();
    for f in &module.functions {
        let fault = |reason: String| Fault { function: module.symbols[f.symbol.index()].name.clone(), reason };
        let mut code = isel::function(f, level, &mut pool);
        regalloc::allocate(&mut code).map_err(fault)?;
        let frame = regalloc::frame::build(f, &mut code).map_err(fault)?;
        let mut laid = layout::lay_out(&mut code, level);
        slots::fill(&mut laid, level);
        let mut rows = Vec::new();
        writer.function(f, &code, &frame, &laid, &mut rows);
        let locations = match code.is_marked {
            true => locations::find((f, &code), &laid, &frame, &module.symbols, &rows),
            false => Locations::default(),
        };
        places.push(Places { slots: frame.places(), locations, calls: core::mem::take(&mut writer.calls) });
        for (block, label) in &code.named {
            named.insert((f.symbol, *block), writer.label(*label, false));
        }
        writer.end_function(f, &code);
    }
    data::write(&mut writer, module, &pool, &named);
    Ok(Code { places, ..writer.finish() })
}

/// The machine code of a function as text, for `--dump mir`.
pub fn dump(module: &Module, level: Level) -> String {
    let mut pool = Pool::default();
    let mut out = String::new();
    for f in &module.functions {
        let code = isel::function(f, level, &mut pool);
        out.push_str(&format!("function {}\n", module.symbols[f.symbol.index()].name));
        for (i, block) in code.blocks.iter().enumerate().filter(|(_, b)| b.end.is_some()) {
            out.push_str(&format!("L{i} {:?} depth {}\n", block.params, block.depth));
            for (inst, _) in &block.insts {
                out.push_str(&format!("  {inst:?}\n"));
            }
            out.push_str(&format!("  {:?}\n", block.end));
        }
    }
    out
}
