//! Travel in time, edits, stops and comparisons in words: refusals, and searches that found nothing.

use super::chip_outcome::address;
use crate::{EditError, MAX_WORDS, Place, Register};
use alloc::format;
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use mcore_cpu::isa::register_name;
use mcore_cpu::mem::AccessError;
use mcore_cpu::program::Program;

/// Why a command about the past, the state, the stops or the comparison of a run is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TravelFault {
    /// There is nothing before the start of a run.
    Start,
    /// The chip has no such compute node.
    Node(NodeId),
    /// The core of this node has stopped.
    Stopped(NodeId),
    /// The edit is impossible.
    Edit(EditError),
    /// A run takes at most this number of edits.
    Edits(usize),
    /// Going back needs at least this number of bytes.
    Memory(u64),
    /// There can be at most this number of stops.
    Stops(usize),
    /// This place has no writer.
    Writer(Text),
    /// No run has been kept to compare with.
    NothingKept,
    /// There is no run with a right result to compare with.
    NoRightRun,
    /// The kept run has an array of another size.
    OtherArray,
    /// The edits of a run to replay are not in the order of their cycles.
    EditOrder,
    /// The program does not use MPI.
    NoMpi,
}

impl TravelFault {
    /// The fault in words.
    pub fn text(self) -> Text {
        match self {
            Self::Start => text!("This is the begin of the run.", "実行の先頭です。"),
            Self::Node(node) => text!("There is no compute node {node}.", "計算ノード {node} はありません。"),
            Self::Stopped(node) => text!(
                "The core of {node} has stopped: it executes nothing any more.",
                "{node} のコアは停止していて、もう何も実行しません。"
            ),
            Self::Edit(error) => edit_error_text(error),
            Self::Edits(most) => text!(
                "A run takes at most {most} edits. Put these values into the program instead.",
                "1 回の実行で書き換えられるのは {most} 回までです。値をプログラムに書いてください。"
            ),
            Self::Memory(least) => {
                let least = least >> 20;
                text!(
                    "Going back needs at least {least} MiB of memory.",
                    "巻き戻しには少なくとも {least} MiB のメモリが必要です。"
                )
            }
            Self::NoMpi => text!(
                "The program uses no function of MPI, so there is no message to record.",
                "プログラムは MPI の関数を使っていないため、記録するメッセージがありません。"
            ),
            Self::Stops(most) => text!(
                "At most {most} breakpoints and watchpoints.",
                "ブレークポイントとウォッチポイントは {most} 個までです。"
            ),
            Self::Writer(place) => {
                let (en, ja) = (place.en, place.ja);
                text!(
                    "{en} has no writer: it is no register that is written, and no word of node memory.",
                    "{ja} に書き手はありません。書かれるレジスタでも、ノードメモリの語でもありません。"
                )
            }
            Self::NothingKept => {
                text!("No run has been kept to compare with.", "比べる実行がまだ保存されていません。")
            }
            Self::NoRightRun => {
                text!("There is no run with a right result to compare with.", "比べる正しい実行がありません。")
            }
            Self::OtherArray => text!(
                "The kept run has an array of another size.",
                "保存した実行は計算ノードの配列の大きさが違います。"
            ),
            Self::EditOrder => text!(
                "The edits of a run are in the order of their cycles.",
                "書き換えはサイクルの順に並んでいなければなりません。"
            ),
        }
    }
}

/// The place or event that a search did not find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// A stop before this cycle.
    Stop(Cycle),
    /// A communication before this cycle.
    Communication(Cycle),
    /// Another line, before the run ended.
    Line,
    /// A further communication, before the run ended.
    NextCommunication,
    /// A stop after this cycle.
    NextStop(Cycle),
    /// Any stop: none is set.
    NoStops,
    /// The core at a line, before this cycle.
    At(Cycle),
    /// The core at a line, after this cycle.
    NextAt(Cycle),
    /// The return of the function, before its core stopped or the run ended.
    Return,
    /// The call of the function, in this run.
    Call,
    /// A caller: the function was not called.
    NoCaller,
}

impl Missed {
    /// The result of the search in words.
    pub fn text(self) -> Text {
        match self {
            Self::Stop(now) => text!(
                "No breakpoint before this cycle ({now}).",
                "このサイクル ({now}) より前に、止まるブレークポイントはありません。"
            ),
            Self::Communication(now) => {
                text!("There is no communication before cycle {now}.", "サイクル {now} より前に通信はありません。")
            }
            Self::Line => text!(
                "The run ended before the core came to another line.",
                "コアが別の行に進む前に、実行が終わりました。"
            ),
            Self::NextCommunication => {
                text!("The run ended without any further communication.", "この後、通信がないまま実行が終わりました。")
            }
            Self::NextStop(from) => text!(
                "No breakpoint after cycle {from}: the run went to its end.",
                "サイクル {from} より後に止まるブレークポイントはなく、最後まで実行しました。"
            ),
            Self::At(now) => text!(
                "The core was not at this line before cycle {now}.",
                "サイクル {now} より前に、コアはこの行にいませんでした。"
            ),
            Self::NextAt(from) => text!(
                "The core is not at this line after cycle {from}: the run went to its end.",
                "サイクル {from} より後にコアはこの行に来ず、最後まで実行しました。"
            ),
            Self::NoStops => text!("No breakpoint is set.", "ブレークポイントがありません。"),
            Self::Return => {
                text!("The core stopped before this function returned.", "この関数から戻る前にコアが止まりました。")
            }
            Self::Call => text!("The call of this function was not found.", "この関数の呼び出しが見つかりません。"),
            Self::NoCaller => text!(
                "No line of the source called this function: there is nothing to go out to.",
                "この関数を呼び出した行はソースにないので、外へ出られません。"
            ),
        }
    }
}

/// A communication of a node, as the reason of a stop.
pub fn communication_text(node: NodeId) -> Text {
    text!("{node}: communication", "{node}: 通信")
}

/// The name of a register as a program writes it.
pub fn register_text(register: Register) -> Text {
    Text::same(match register {
        Register::General(n) if n < 32 => register_name(n).into(),
        Register::General(n) => format!("${n}"),
        Register::Float(n) => format!("$f{n}"),
        Register::Hi => "HI".into(),
        Register::Lo => "LO".into(),
        Register::Pc => "PC".into(),
    })
}

/// The name of a register or word; a word is named by its label if it has one.
pub fn place_text(place: Place, program: &Program) -> Text {
    match place {
        Place::Register(register) => register_text(register),
        Place::Word(addr) => Text::same(address(program, addr)),
    }
}

fn edit_error_text(error: EditError) -> Text {
    match error {
        EditError::Ended => text!("The run has ended.", "実行は終わっています。"),
        EditError::NoSuchNode(node) => text!(
            "There is no compute node {node}; only compute nodes can be edited.",
            "計算ノード {node} はありません。書き換えられるのは計算ノードだけです。"
        ),
        EditError::Words(words) => text!(
            "One edit writes 1 to {MAX_WORDS} words, not {words}.",
            "1 回に書けるのは 1 から {MAX_WORDS} 語です（{words} 語は書けません）。"
        ),
        EditError::Memory { addr, error } => match error {
            AccessError::Misaligned(bytes) => text!(
                "Address 0x{addr:x} is not a multiple of {bytes}.",
                "アドレス 0x{addr:x} は {bytes} の倍数ではありません。"
            ),
            AccessError::Unmapped => text!(
                "The words from 0x{addr:x} on do not lie in node memory.",
                "0x{addr:x} からの語はノードメモリに入りません。"
            ),
            AccessError::NullPage => {
                text!("0x{addr:x} lies in the guarded first KiB.", "0x{addr:x} は保護された先頭の 1 KiB の中です。")
            }
        },
        EditError::NoSuchRegister(Register::General(0)) => {
            text!("$zero is always 0.", "$zero は常に 0 です。")
        }
        EditError::NoSuchRegister(register) => {
            let name = register_text(register).en;
            text!("There is no register {name}.", "レジスタ {name} はありません。")
        }
        EditError::Halted(node) => text!(
            "The core of {node} has stopped; its registers can be edited at an earlier cycle.",
            "{node} のコアは停止しています。もっと前のサイクルなら書き換えられます。"
        ),
        EditError::Pc(value) => text!(
            "0x{value:x} is not the address of an instruction: it is not a multiple of 4.",
            "0x{value:x} は命令のアドレスではありません（4 の倍数ではありません）。"
        ),
    }
}
