//! Stops in words: why a stop cannot stop anything, and why a run has stopped.

use super::travel_text::register_text;
use super::values::sentence;
use crate::{Fault, Place, Problem};
use alloc::{format, string::String};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use mcore_cpu::isa::parse_register;
use mcore_cpu::program::Program;
use serde::{Deserialize, Serialize};

/// The accesses that a watchpoint counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchHow {
    /// Read (memory only).
    Read,
    /// Written.
    Write,
    /// Written with another value than before.
    Change,
    /// Written with a value that passes a test such as `== 5` or `<u 0x80`.
    Value(String),
}

/// The place or event that stops a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopAt {
    /// Before the first instruction of a source line, or of the next line that has one.
    Line {
        /// File name.
        file: String,
        /// Line, from 1.
        line: u32,
    },
    /// Before the instruction at an address.
    Address(u32),
    /// Before the instruction at a label.
    Label(String),
    Cycle(Cycle),
    /// When a register or memory is used.
    Watch {
        /// A register (`$t0`, `$f2`, `hi`), a label with perhaps an offset (`sum+4`), or an address (`0x2000`).
        place: String,
        /// Words from there on, for memory; at least 1.
        words: u32,
        /// The accesses that count.
        how: WatchHow,
    },
    DmaStarted,
    /// The last word of a DMA has arrived.
    DmaArrived,
    /// A DMA or a packet starts or arrives.
    Communication,
    /// A core or the memory node traps.
    Trap,
    /// The chip is in a deadlock.
    Deadlock,
    /// A core halts.
    Halt,
}

/// Why a stop cannot stop anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopFault {
    /// The chip has no such compute node.
    Node(NodeId),
    /// It names more nodes than this.
    Nodes(usize),
    /// A file has no instruction in a line or after it.
    Line(String, u32),
    /// No instruction has this address.
    Address(u32),
    /// The label is one of data.
    Data(String),
    /// There is no such label; the label that is spelt most alike.
    Label(String, Option<String>),
    /// The PC cannot be watched.
    Pc,
    /// `$zero` cannot be watched.
    Zero,
    /// These bytes cannot be watched: an address and a length.
    Range(u32, u32),
    /// Reads of a register cannot be watched.
    RegisterRead,
    /// The condition, or the text of a place, has a fault.
    Condition(Problem),
    /// The condition has a fault as an expression of C.
    C(Fault),
}

impl StopFault {
    /// The fault in words.
    pub fn text(&self) -> Text {
        match self {
            Self::Node(node) => text!("There is no compute node {node}.", "計算ノード {node} はありません。"),
            Self::Nodes(most) => text!(
                "Name at most {most} nodes, or none for all.",
                "ノードの指定は {most} 個までです。すべてのノードなら空にしてください。"
            ),
            Self::Line(file, line) => text!(
                "There is no instruction in line {line} of {file} or after it.",
                "{file} の {line} 行目以降に命令がありません。"
            ),
            Self::Address(addr) => text!(
                "0x{addr:x} is not the address of an instruction of this program.",
                "0x{addr:x} はこのプログラムの命令のアドレスではありません。"
            ),
            Self::Data(name) => text!(
                "`{name}` labels data. Watch it instead.",
                "`{name}` はデータのラベルです。ウォッチポイントを使ってください。"
            ),
            Self::Label(name, Some(near)) => text!(
                "There is no label `{name}`; did you mean `{near}`?",
                "ラベル `{name}` はありません。`{near}` のことですか。"
            ),
            Self::Label(name, None) => no_label(name),
            Self::Pc => text!("The PC changes in every cycle.", "PC は毎サイクル変わります。"),
            Self::Zero => text!("$zero never changes.", "$zero は変わりません。"),
            Self::Range(addr, bytes) => text!(
                "0x{addr:x} and {bytes} bytes from there on cannot be watched: they do not lie in node memory, or are too many.",
                "0x{addr:x} から {bytes} バイトは監視できません。ノードメモリの外か、長すぎます。"
            ),
            Self::RegisterRead => {
                text!("Reading can be watched in memory only.", "読み出しを監視できるのはメモリだけです。")
            }
            Self::Condition(problem) => condition_text(problem),
            Self::C(fault) => sentence(fault),
        }
    }
}

fn no_label(name: &str) -> Text {
    text!("There is no label `{name}`.", "ラベル `{name}` はありません。")
}

/// A fault of a condition in words.
fn condition_text(problem: &Problem) -> Text {
    match problem {
        Problem::TooLong => text!("The condition is too long.", "条件が長すぎます。"),
        Problem::NoPlace => text!(
            "A register such as `$t0`, a label or an address is expected here.",
            "ここにはレジスタ（例 `$t0`）、ラベル、アドレスのどれかを書きます。"
        ),
        Problem::NoSuchRegister(name) => {
            let tip = parse_register(&name.to_lowercase()).map_or(Text::default(), |_| {
                text!(" Registers are written in small letters.", "小文字で書いてください。")
            });
            Text::new(
                format!("There is no register `{name}`.{}", tip.en),
                format!("レジスタ `{name}` はありません。{}", tip.ja),
            )
        }
        Problem::NoSuchLabel(name) => no_label(name),
        Problem::Misaligned(addr) => text!(
            "0x{addr:x} is not a multiple of 4; words are compared.",
            "0x{addr:x} は 4 の倍数ではありません。比べるのは語です。"
        ),
        Problem::NoComparison => text!(
            "A comparison is expected here: ==, !=, <, <=, > or >= (with u after it for unsigned numbers).",
            "ここには比較 ==、!=、<、<=、>、>= のどれかを書きます（符号なしなら後ろに u）。"
        ),
        Problem::NoNumber => text!(
            "A number of 32 bits is expected here: 100, -1, 0x2000.",
            "ここには 32 ビットの数を書きます（例 100、-1、0x2000）。"
        ),
        Problem::Rest => text!("The condition ends before this.", "条件はここより前で終わっています。"),
    }
}

/// Why a run has stopped: the stop that did it, the node, and the condition as it was written.
pub fn stop_text(at: &StopAt, node: Option<NodeId>, condition: &str, program: &Program) -> Text {
    let prefix = node.map_or(Text::default(), |node| text!("{node}: ", "{node}: "));
    let what = match at {
        StopAt::Line { file, line } => text!("breakpoint {file}:{line}", "ブレークポイント {file}:{line}"),
        StopAt::Address(addr) => text!("breakpoint 0x{addr:x}", "ブレークポイント 0x{addr:x}"),
        StopAt::Label(name) => text!("breakpoint `{name}`", "ブレークポイント `{name}`"),
        StopAt::Cycle(cycle) => text!("cycle {cycle}", "サイクル {cycle}"),
        StopAt::Watch { place, how, .. } => {
            let place = match Place::parse(place, program) {
                Ok(Place::Register(register)) => register_text(register).en,
                _ => place.clone(),
            };
            match how {
                WatchHow::Read => text!("{place} was read", "{place} が読まれました"),
                WatchHow::Write => text!("{place} was written", "{place} に書き込まれました"),
                WatchHow::Change => text!("{place} has changed", "{place} が変わりました"),
                WatchHow::Value(test) => text!("{place} {test}", "{place} {test}"),
            }
        }
        StopAt::DmaStarted => text!("a DMA was started", "DMA が開始されました"),
        StopAt::DmaArrived => text!("a DMA has arrived", "DMA が到着しました"),
        StopAt::Communication => text!("communication", "通信"),
        StopAt::Trap => text!("trap", "トラップ"),
        StopAt::Deadlock => text!("deadlock", "デッドロック"),
        StopAt::Halt => text!("the core has halted", "コアが停止しました"),
    };
    let given = condition.trim();
    let given = if given.is_empty() { String::new() } else { format!(" ({given})") };
    Text::new(format!("{}{}{given}", prefix.en, what.en), format!("{}{}{given}", prefix.ja, what.ja))
}
