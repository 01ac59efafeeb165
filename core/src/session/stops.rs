//! Breakpoints and watchpoints as the page and the student know them, and what they mean for the machine.

use super::time::name_of;
use super::{Refused, Session, Update};
use crate::base::{Cycle, NodeId, Text, nearest};
use crate::chip::{
    Condition, ConditionError, How, MOST_STOPS, Machine, Place, Problem, Reason, Register, Stop, Stops, Test, Trigger,
    Watched,
};
use crate::isa::parse_register;
use crate::program::{Program, SegmentKind};
use crate::text;
use crate::view::{SourcePlace, source_of};
use alloc::{format, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Bytes that one watchpoint may watch.
const MOST_BYTES: u32 = 1 << 20;
/// Nodes that one stop may name; more are all.
const MOST_NODES: usize = 1024;

/// What counts for a watchpoint.
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

/// What stops a run.
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
    /// At a cycle.
    Cycle(Cycle),
    /// When a register or memory is used.
    Watch {
        /// A register (`$t0`, `$f2`, `hi`), a label with perhaps an offset (`sum+4`), or an address (`0x2000`).
        place: String,
        /// Words from there on, for memory; at least 1.
        words: u32,
        /// What counts.
        how: WatchHow,
    },
    /// A DMA is started.
    DmaStarted,
    /// The last word of a DMA has arrived.
    DmaArrived,
    /// A DMA or a packet begins or arrives.
    Communication,
    /// A core or the memory node traps.
    Trap,
    /// The chip is in a deadlock.
    Deadlock,
    /// A core halts.
    Halt,
}

/// One breakpoint, watchpoint or event to stop at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopSpec {
    /// A number of the sender's choice; comes back in [`StopView`] and [`StopReason`].
    pub id: u32,
    /// What stops.
    pub at: StopAt,
    /// At which nodes; empty: at all.
    pub nodes: Vec<NodeId>,
    /// Only if this holds at the node, for example `$t0 == 5` or `sum > 100`; empty: always.
    pub condition: String,
}

/// What has become of a [`StopSpec`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopView {
    /// Its number.
    pub id: u32,
    /// The address at which it stops, if it stops at one.
    pub addr: Option<u32>,
    /// Where it stands in the source.
    pub source: Option<SourcePlace>,
    /// Why it cannot stop anything; the position, in characters from 0, is that in the text that is wrong.
    pub error: Option<(u32, Text)>,
}

/// Why a run has stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopReason {
    /// Which stop; `None` for the goal of a search.
    pub id: Option<u32>,
    /// At which node.
    pub node: Option<NodeId>,
    /// In words.
    pub text: Text,
}

impl Session {
    /// Replaces the list of stops.
    pub(super) fn set_stops(&mut self, specs: Vec<StopSpec>, updates: &mut Vec<Update>) -> Result<(), Refused> {
        if specs.len() > MOST_STOPS {
            return Err(Refused::Impossible(text!(
                "At most {MOST_STOPS} breakpoints and watchpoints.",
                "ブレークポイントとウォッチポイントは {MOST_STOPS} 個までです。"
            )));
        }
        self.stop_specs = specs;
        self.resolve_stops(updates);
        Ok(())
    }

    /// Finds out what the stops mean for the loaded program.
    pub(super) fn resolve_stops(&mut self, updates: &mut Vec<Update>) {
        let Some(work) = &self.work else { return };
        let (mut stops, mut views) = (Vec::new(), Vec::new());
        for spec in &self.stop_specs {
            let mut view = StopView { id: spec.id, addr: None, source: None, error: None };
            match resolve(spec, &work.start) {
                Ok(stop) => {
                    if let Trigger::Pc(pc) = stop.trigger {
                        view.addr = Some(pc);
                        view.source = source_of(&work.start.image(0).program, pc);
                    }
                    stops.push(stop);
                }
                Err((at, text)) => view.error = Some((at as u32, text)),
            }
            views.push(view);
        }
        self.stops = Stops::new(stops).into();
        updates.push(Update::Stops(views));
    }

    /// Reasons in words.
    pub(super) fn reasons(&self, reasons: &[Reason]) -> Vec<StopReason> {
        let Some(work) = &self.work else { return Vec::new() };
        let machine = &work.start;
        let words = |reason: &Reason| {
            let spec = self.stop_specs.iter().find(|s| s.id == reason.id)?;
            let text = reason_text(spec, reason.node, machine);
            Some(StopReason { id: Some(spec.id), node: reason.node, text })
        };
        reasons.iter().filter_map(words).collect()
    }
}

type Wrong = (usize, Text);

fn resolve(spec: &StopSpec, machine: &Machine) -> Result<Stop, Wrong> {
    let program = &*machine.image(0).program;
    let wrong = |text| Err((0, text));
    for node in &spec.nodes {
        if *node != NodeId::MEMORY && machine.node(*node).is_none() {
            return wrong(text!("There is no compute node {node}.", "計算ノード {node} はありません。"));
        }
    }
    if spec.nodes.len() > MOST_NODES {
        return wrong(text!(
            "Name at most {MOST_NODES} nodes, or none for all.",
            "ノードの指定は {MOST_NODES} 個までです。すべてのノードなら空にしてください。"
        ));
    }
    let trigger = match &spec.at {
        StopAt::Line { file, line } => {
            let Some(addr) = addr_of_line(program, file, *line) else {
                return wrong(text!(
                    "There is no instruction in line {line} of {file} or after it.",
                    "{file} の {line} 行目以降に命令がありません。"
                ));
            };
            Trigger::Pc(addr)
        }
        StopAt::Address(addr) => {
            if addr % 4 != 0 || !machine.image(0).is_text(*addr) {
                return wrong(text!(
                    "0x{addr:x} is not the address of an instruction of this program.",
                    "0x{addr:x} はこのプログラムの命令のアドレスではありません。"
                ));
            }
            Trigger::Pc(*addr)
        }
        StopAt::Label(name) => match program.symbol(name).filter(|s| s.is_label) {
            Some(symbol) if machine.image(0).is_text(symbol.value) => Trigger::Pc(symbol.value),
            Some(_) => {
                return wrong(text!(
                    "`{name}` labels data. Watch it instead.",
                    "`{name}` はデータのラベルです。ウォッチポイントを使ってください。"
                ));
            }
            None => return wrong(no_label(name, program)),
        },
        StopAt::Cycle(cycle) => Trigger::Cycle(*cycle),
        StopAt::Watch { place, words, how } => {
            let watched = match Place::parse(place, program).map_err(|e| described(&e, program))? {
                Place::Register(Register::Pc) => {
                    return wrong(text!("The PC changes in every cycle.", "PC は毎サイクル変わります。"));
                }
                Place::Register(Register::General(0)) => {
                    return wrong(text!("$zero never changes.", "$zero は変わりません。"));
                }
                Place::Register(register) => Watched::Register(register),
                Place::Word(addr) => {
                    let bytes = words.max(&1).saturating_mul(4);
                    let map = machine.image(0).map;
                    if bytes > MOST_BYTES || map.resolve_range(addr, 4, bytes / 4).is_err() {
                        return wrong(text!(
                            "0x{addr:x} and {bytes} bytes from there on cannot be watched: they do not lie in node memory, or are too many.",
                            "0x{addr:x} から {bytes} バイトは監視できません。ノードメモリの外か、長すぎます。"
                        ));
                    }
                    Watched::Memory { addr: map.wrap(addr), bytes }
                }
            };
            let how = match how {
                WatchHow::Read if matches!(watched, Watched::Register(_)) => {
                    return wrong(text!(
                        "Reading can be watched in memory only.",
                        "読み出しを監視できるのはメモリだけです。"
                    ));
                }
                WatchHow::Read => How::Read,
                WatchHow::Write => How::Write,
                WatchHow::Change => How::Change,
                WatchHow::Value(test) => How::Value(Test::parse(test).map_err(|e| described(&e, program))?),
            };
            Trigger::Watch(watched, how)
        }
        StopAt::DmaStarted => Trigger::DmaStarted,
        StopAt::DmaArrived => Trigger::DmaArrived,
        StopAt::Communication => Trigger::Communication,
        StopAt::Trap => Trigger::Trap,
        StopAt::Deadlock => Trigger::Deadlock,
        StopAt::Halt => Trigger::Halt,
    };
    let condition = match spec.condition.trim() {
        "" => None,
        _ => Some(Condition::parse(&spec.condition, program).map_err(|e| described(&e, program))?),
    };
    Ok(Stop { id: spec.id, trigger, nodes: spec.nodes.clone(), condition })
}

/// The first instruction of a line, or of the nearest line behind it that has one.
fn addr_of_line(program: &Program, file: &str, line: u32) -> Option<u32> {
    let file = program.files.iter().position(|name| name == file)? as u32;
    let in_text = |addr: u32| {
        let text = program.segments.iter().filter(|s| s.kind == SegmentKind::Text);
        text.into_iter().any(|s| addr >= s.addr && addr - s.addr < s.size)
    };
    let entries = program.lines.iter().filter(|l| l.file == file && l.line >= line && in_text(l.addr));
    entries.min_by_key(|l| (l.line, l.addr)).map(|l| l.addr)
}

fn no_label(name: &str, program: &Program) -> Text {
    let labels = program.symbols.iter().filter(|s| s.is_label).map(|s| s.name.as_str());
    match nearest(name, labels).first() {
        Some(near) => text!(
            "There is no label `{name}`; did you mean `{near}`?",
            "ラベル `{name}` はありません。`{near}` のことですか。"
        ),
        None => text!("There is no label `{name}`.", "ラベル `{name}` はありません。"),
    }
}

/// What is wrong with a condition, and where.
fn described(error: &ConditionError, program: &Program) -> Wrong {
    let text = match &error.problem {
        Problem::TooLong => text!("The condition is too long.", "条件が長すぎます。"),
        Problem::NoPlace => text!(
            "A register such as `$t0`, a label or an address is expected here.",
            "ここにはレジスタ (例 `$t0`)、ラベル、アドレスのどれかを書きます。"
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
        Problem::NoSuchLabel(name) => no_label(name, program),
        Problem::Misaligned(addr) => text!(
            "0x{addr:x} is not a multiple of 4; words are compared.",
            "0x{addr:x} は 4 の倍数ではありません。比べるのは語です。"
        ),
        Problem::NoComparison => text!(
            "A comparison is expected here: ==, !=, <, <=, > or >= (with u after it for unsigned numbers).",
            "ここには比較 ==、!=、<、<=、>、>= のどれかを書きます (符号なしなら後ろに u)。"
        ),
        Problem::NoNumber => text!(
            "A number of 32 bits is expected here: 100, -1, 0x2000.",
            "ここには 32 ビットの数を書きます (例 100、-1、0x2000)。"
        ),
        Problem::Rest => text!("The condition ends before this.", "条件はここより前で終わっています。"),
    };
    (error.at, text)
}

fn reason_text(spec: &StopSpec, node: Option<NodeId>, machine: &Machine) -> Text {
    let at = node.map_or(Text::default(), |node| text!("{node}: ", "{node}: "));
    let what = match &spec.at {
        StopAt::Line { file, line } => text!("breakpoint {file}:{line}", "ブレークポイント {file}:{line}"),
        StopAt::Address(addr) => text!("breakpoint 0x{addr:x}", "ブレークポイント 0x{addr:x}"),
        StopAt::Label(name) => text!("breakpoint `{name}`", "ブレークポイント `{name}`"),
        StopAt::Cycle(cycle) => text!("cycle {cycle}", "サイクル {cycle}"),
        StopAt::Watch { place, how, .. } => {
            let program = &machine.image(0).program;
            let place = match Place::parse(place, program) {
                Ok(Place::Register(register)) => name_of(register).en,
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
    let given = spec.condition.trim();
    let given = if given.is_empty() { String::new() } else { format!(" ({given})") };
    Text::new(format!("{}{}{given}", at.en, what.en), format!("{}{}{given}", at.ja, what.ja))
}
