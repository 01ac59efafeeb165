//! One node in detail: registers, memory, disassembly, INCC, console.

use super::{CallView, ChainView, CoreRole};
use alloc::{string::String, vec::Vec};
use mcore_base::{NodeId, Text};
use serde::{Deserialize, Serialize};

/// The kind of a place of the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeKind {
    /// Core, node memory, INCC and router.
    Compute,
    /// 64-bit INCC, page buffer, main memory and router.
    Memory,
    /// Router only.
    Path,
}

/// One register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterView {
    /// `$t0`, `hi`, `pc` ...
    pub name: String,
    /// Eight hexadecimal digits.
    pub hex: String,
    /// Signed decimal.
    pub dec: String,
    /// The word as a number.
    pub value: u32,
    /// True if the last executed instruction wrote it.
    pub changed: bool,
}

/// One floating-point register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatRegisterView {
    /// `$f0` to `$f31`.
    pub name: String,
    /// Eight hexadecimal digits.
    pub hex: String,
    /// The shortest decimal text of the single-precision number, for example `0.1` or `1e30`; `inf`, `NaN`.
    pub single: String,
    /// The shortest decimal text of the double-precision number that an even register and the next one hold together.
    pub double: Option<String>,
    /// True if the last executed instruction wrote it.
    pub changed: bool,
}

/// Control and status of the floating-point unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatStatusView {
    /// FCSR: eight hexadecimal digits.
    pub hex: String,
    /// How results are rounded.
    pub rounding: Text,
    /// Condition codes 0 to 7.
    pub conditions: Vec<bool>,
    /// Exceptions of the last operation, collected, and enabled: letters out of `VZOUI` (invalid, division by zero,
    /// overflow, underflow, inexact).
    pub causes: String,
    /// See `causes`.
    pub flags: String,
    /// See `causes`.
    pub enables: String,
    /// True if the last executed instruction wrote it.
    pub changed: bool,
}

/// The part of a node's memory to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoryFocus {
    Address(u32),
    /// From a label of the program.
    Symbol(String),
    /// Around the value of a register, 0 to 31.
    Register(u8),
}

/// One word of memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryWord {
    /// Eight hexadecimal digits.
    pub hex: String,
    /// Signed decimal.
    pub dec: String,
    /// The word as a number.
    pub value: u32,
    /// True if it was written in the last cycle (by the core or by the INCC).
    pub changed: bool,
}

/// Four words of memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryRow {
    /// Address of the first word, for example `0x2470`.
    pub addr: String,
    /// The label that starts here, if any, else empty.
    pub label: String,
    /// The position of the row within labelled data if no label starts here, for example `A+32`, else empty.
    pub within: String,
    pub words: Vec<MemoryWord>,
    /// The bytes of the words as ASCII, with dots for unprintable ones.
    pub ascii: String,
}

/// A window of node memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryView {
    /// First address shown.
    pub base: u32,
    /// Size of the node memory in bytes.
    pub size: u32,
    pub rows: Vec<MemoryRow>,
}

/// The source line of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeLine {
    pub node: NodeId,
    /// The line of its next instruction; if that has none, the nearest line that called it.
    pub place: SourcePlace,
    /// The lines of the calls that led there, the innermost first.
    pub callers: Vec<SourcePlace>,
}

/// A place in the student's source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePlace {
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
}

impl NodeView {
    /// The nearest line of the user's own files: that of the next instruction, or of the call that led out of them.
    pub fn own_line(&self) -> Option<&SourcePlace> {
        self.calls.iter().find(|call| call.own).and_then(|call| call.place.as_ref())
    }
}

/// One instruction of the disassembly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisasmRow {
    /// For example `0x1040`.
    pub addr: String,
    /// The instruction word, eight hexadecimal digits.
    pub word: String,
    /// For example `addiu $t0, $t0, 1`.
    pub text: String,
    /// The label of this address, else empty.
    pub label: String,
    pub source: Option<SourcePlace>,
    /// True for the instruction that executes next.
    pub current: bool,
    /// The effect of the instruction, in a sentence.
    pub meaning: Text,
}

/// One of the memory-mapped registers through which a core drives its INCC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InccRegisterView {
    /// Its name, as in the library: `INCC_DST`.
    pub name: String,
    pub addr: u32,
    /// Eight hexadecimal digits.
    pub hex: String,
    /// The meaning of the word: a node, a label, a number of bytes.
    pub meaning: Text,
}

/// The communication controller of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InccView {
    /// Interface registers of a compute node; none for the memory node.
    pub registers: Vec<InccRegisterView>,
    /// Command that waits in the interface.
    pub waiting: Option<Text>,
    /// Command being sent.
    pub command: Option<Text>,
    /// How much of it has been sent.
    pub sent: Option<Text>,
    /// Packet being received.
    pub receiving: Option<Text>,
    /// The flit in the output buffer.
    pub output: Option<Text>,
    /// Flits in the input buffer: at most one, at the memory node four.
    pub input: Vec<Text>,
}

/// The use of a part of a node in the last cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartView {
    /// Core, INCC, router ...
    pub name: Text,
    /// `progress`, or the one reason why there was none.
    pub doing: Text,
    /// True if it made no progress.
    pub stalled: bool,
    /// True if it is blocked (not if it has nothing to do).
    pub held_back: bool,
}

/// One node at one cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeView {
    /// Its place.
    pub id: NodeId,
    pub kind: NodeKind,
    /// Rank of a compute node.
    pub rank: Option<u32>,
    /// The activity of its core.
    pub role: Option<CoreRole>,
    /// Exit code of a halted core.
    pub exit_code: Option<i32>,
    /// Why it waits, or why it trapped, in a sentence or two.
    pub why: Option<Text>,
    /// Instructions executed.
    pub executed: u64,
    /// Instructions executed in polling loops.
    pub polled: u64,
    /// 32 general registers, then `hi`, `lo`, `pc`.
    pub registers: Vec<RegisterView>,
    /// 32 floating-point registers.
    pub float_registers: Vec<FloatRegisterView>,
    /// FCSR of a compute node.
    pub float_status: Option<FloatStatusView>,
    /// The use of each part in the last cycle; empty at cycle 0.
    pub parts: Vec<PartView>,
    /// Which packet waits for which, from each head in the router that cannot move.
    pub chains: Vec<ChainView>,
    /// Communication controller.
    pub incc: InccView,
    /// Node memory.
    pub memory: Option<MemoryView>,
    /// Instructions around the next one.
    pub disasm: Vec<DisasmRow>,
    /// The instructions around those of the line that was asked for, if none of them is in `disasm`.
    pub elsewhere: Vec<DisasmRow>,
    /// The place of the next instruction in the source.
    pub source: Option<SourcePlace>,
    /// The functions that the core is in, the innermost first.
    pub calls: Vec<CallView>,
    /// The console output of the node (the last 16 KiB), divided where it changes between standard output and error.
    pub console: Vec<ConsolePart>,
}

/// Part of a node's output, on one of the two streams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsolePart {
    /// True: standard error; false: standard output.
    pub error: bool,
    pub text: String,
}
