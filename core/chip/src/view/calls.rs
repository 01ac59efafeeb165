//! The calls that a core is in, and the user's own line among them.
//!
//! A program calls the library, and a core waits or traps there. Its reader needs the line that called it: "in mc_signal,
//! called from matmul.s:93". The line in the library is given beside it.

use super::{SourcePlace, source_of};
use crate::{Image, Machine, calls};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{NodeId, Text};
use mcore_cpu::program::Program;
use serde::{Deserialize, Serialize};

/// Maximum number of calls in a [`NodeView`](super::NodeView).
const MAX_SHOWN: usize = 32;

/// A function that a core is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallView {
    /// Name of the function; empty if it has no label.
    pub function: String,
    /// Address of the next instruction, or of the call of the function before it in the list.
    pub pc: u32,
    /// Its line, if known.
    pub place: Option<SourcePlace>,
    /// The line is in a file of the user's.
    pub own: bool,
}

/// Where an instruction is, for messages: in the user's files, or in the library with the call that led there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whereabouts {
    /// The nearest line of the user's own files.
    pub own: Option<SourcePlace>,
    /// Outside these files: the function.
    pub function: Option<String>,
    /// Outside these files: the line, if known.
    pub inside: Option<SourcePlace>,
}

/// The calls that a rank is in, the innermost first.
pub fn call_views(machine: &Machine, rank: usize) -> Vec<CallView> {
    let image = machine.image(rank);
    let view = |call: &crate::Call| {
        let is_start = is_start(image, call.pc);
        let function = call.function.and_then(|start| function_name(&image.program, start));
        CallView {
            function: function.filter(|_| !is_start).unwrap_or_default(),
            pc: call.pc,
            place: source_of(&image.program, call.pc).filter(|_| !is_start),
            own: image.own_line(call.pc).is_some(),
        }
    };
    calls(machine, rank).iter().take(MAX_SHOWN).map(view).collect()
}

/// The name of the function that starts at an address.
fn function_name(program: &Program, start: u32) -> Option<String> {
    let labels = program.symbols.iter().filter(|s| s.is_label && s.value == start);
    labels.max_by_key(|s| s.global).map(|s| s.name.clone())
}

/// The name of the function that contains an instruction.
pub fn function_at(image: &Image, pc: u32) -> Option<String> {
    let (start, _) = image.function_of(pc)?;
    function_name(&image.program, start)
}

/// True in the instructions that a compiler adds to call `main` with arguments. They are no function of the program, and their text
/// is not shown, as those that call a `main` without arguments.
pub fn is_start(image: &Image, pc: u32) -> bool {
    let is_added = |file: u32| image.program.added.contains(&file);
    image.line(pc).is_some_and(|(file, _)| is_added(file)) && function_at(image, pc).as_deref() == Some("_start")
}

impl Whereabouts {
    /// Of the next instruction of a rank. A core that has trapped is at the instruction that trapped.
    pub fn of(machine: &Machine, rank: usize) -> Self {
        let image = machine.image(rank);
        let Some(node) = machine.state.nodes.get(rank) else { return Self::default() };
        let pc = node.core.processor.pc;
        if image.own_line(pc).is_some() {
            return Self { own: source_of(&image.program, pc), function: None, inside: None };
        }
        let found = calls(machine, rank);
        let own = found.iter().find(|call| image.own_line(call.pc).is_some());
        Self {
            own: own.and_then(|call| source_of(&image.program, call.pc)),
            function: function_at(image, pc),
            inside: source_of(&image.program, pc),
        }
    }

    /// The place in words, the user's line first: `matmul.s:93`, or `mc_signal (mc_sync.s:29), called from
    /// matmul.s:93`. `pc` is used if nothing else is known.
    pub fn text(&self, pc: u32) -> Text {
        let line = |place: &SourcePlace| format!("{}:{}", place.file, place.line);
        let inside = match (&self.function, &self.inside) {
            (Some(name), Some(place)) => Some(format!("{name} ({})", line(place))),
            (Some(name), None) => Some(name.clone()),
            (None, Some(place)) => Some(line(place)),
            (None, None) => None,
        };
        match (&self.own, inside) {
            (Some(own), None) => Text::same(line(own)),
            (Some(own), Some(inside)) => {
                let own = line(own);
                text!("{inside}, called from {own}", "{inside}（{own} から呼び出し）")
            }
            (None, Some(inside)) => Text::same(inside),
            (None, None) => Text::same(format!("0x{pc:x}")),
        }
    }
}

/// The place of a node's next instruction in words.
pub fn place_of_node(machine: &Machine, node: NodeId) -> Option<(Whereabouts, Text)> {
    let rank = machine.spec().array.rank(node)?;
    let place = Whereabouts::of(machine, rank);
    let text = place.text(machine.state.nodes[rank].core.processor.pc);
    Some((place, text))
}
