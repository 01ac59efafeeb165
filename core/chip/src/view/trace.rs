//! The communication log as lines of text: the same in every language, one line per event, easy to search and to cut.

use crate::{Event, EventKind, Latencies, Machine, Mpi, MpiMessage, MpiNews, kinds};
use alloc::{format, string::String, vec::Vec};
use core::ops::Range;
use mcore_base::{Cycle, NodeId, Sink};
use mcore_net::{Flit, FlitKind, PacketTag, Port};
use serde::{Deserialize, Serialize};

/// The level of detail of a communication log. Each level includes the coarser ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LogLevel {
    /// Calls and messages of MPI, and marks.
    Message,
    /// DMAs too: started, sent, delivered.
    Dma,
    /// Packets too: injected, delivered with their latency.
    Packet,
    /// Each step of each flit too.
    Flit,
}

/// Writes the communication log: a line for each event of its level, and for each core that halts or traps.
///
/// A line is: cycle, node, name of the event, then its details as `key=value`, all separated by spaces. A packet is
/// written as its source and its number there, `(1,1)#0`.
pub struct Trace<W> {
    level: LogLevel,
    nodes: Vec<NodeId>,
    cycles: Range<Cycle>,
    latencies: Latencies,
    mpi: Mpi,
    write: W,
}

impl<W: FnMut(&str)> Trace<W> {
    /// A log of that level for a run of this machine from now on; `write` is given each line, without its end.
    pub fn new(level: LogLevel, machine: &Machine, write: W) -> Self {
        let (latencies, mpi) = (Latencies::default(), Mpi::new(machine));
        Self { level, nodes: Vec::new(), cycles: 0..Cycle::MAX, latencies, mpi, write }
    }

    /// Only events at these nodes and routers (none means all), and in these cycles.
    pub fn only(self, nodes: Vec<NodeId>, cycles: Range<Cycle>) -> Self {
        Self { nodes, cycles, ..self }
    }

    fn has(&self, event: &Event) -> bool {
        self.cycles.contains(&event.cycle) && (self.nodes.is_empty() || self.nodes.contains(&event.node))
    }

    /// The text after the node, if the event belongs to the log.
    fn text(&mut self, event: &Event) -> Option<String> {
        // Also for packets whose injection is filtered out, because their delivery may not be.
        let latency = self.latencies.take(event);
        if !self.has(event) {
            return None;
        }
        Some(match event.what {
            EventKind::Halted { code } => format!("halted code={}", code as i32),
            EventKind::Trapped { pc, .. } => format!("trapped pc={pc:#x}"),
            _ if self.level < LogLevel::Dma => return None,
            EventKind::DmaStarted { first, command } => {
                let (dst, words, local, remote) = (command.dst, command.words, command.local, command.remote);
                let (read, write) = (command.local_stride, command.remote_stride);
                let last = first.wrapping_add(command.packets() - 1);
                format!(
                    "dma-started to={dst} words={words} from={local:#x} into={remote:#x} read-stride={read} write-stride={write} packets={first}..{last}"
                )
            }
            EventKind::DmaSent { tag } => format!("dma-sent last={}", packet(tag)),
            EventKind::DmaDelivered { tag } => format!("dma-delivered last={}", packet(tag)),
            _ if self.level < LogLevel::Packet => return None,
            EventKind::PacketInjected { tag, dst, flits } => {
                format!("packet-injected packet={} to={dst} flits={flits}", packet(tag))
            }
            EventKind::PacketDelivered { tag } => match latency {
                Some(latency) => format!("packet-delivered packet={} latency={latency}", packet(tag)),
                None => format!("packet-delivered packet={}", packet(tag)),
            },
            _ if self.level < LogLevel::Flit => return None,
            EventKind::FlitEntered { flit } => format!("flit-moved from=buffer to=router {}", flit_text(&flit)),
            EventKind::FlitMoved { flit, from, to } => {
                format!("flit-moved from={} to={} {}", port(from), port(to), flit_text(&flit))
            }
            EventKind::HeldUp { .. }
            | EventKind::Executed { .. }
            | EventKind::Retired { .. }
            | EventKind::WordRead { .. }
            | EventKind::WordWritten { .. }
            | EventKind::Printed { .. }
            | EventKind::Marked { .. }
            | EventKind::Used { .. } => return None,
        })
    }
}

impl<W: FnMut(&str)> Sink<Event> for Trace<W> {
    const WANTS: u32 = kinds::DMA | kinds::PACKET | kinds::FLIT | kinds::HALTED | kinds::TRAPPED | Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        let mut lines = Vec::new();
        self.mpi.take(&event, &mut |mpi, node, news| lines.extend(message_text(mpi, node, &news)));
        for (rank, text) in lines {
            let at = Event { node: self.mpi.node(rank), ..event };
            if self.has(&at) {
                let node = format!("{}", at.node);
                (self.write)(&format!("{:>8} {node:<9} {text}", event.cycle));
            }
        }
        if let Some(text) = self.text(&event) {
            let node = format!("{}", event.node);
            (self.write)(&format!("{:>8} {node:<9} {text}", event.cycle));
        }
    }
}

/// The text of news of MPI, and the node's rank of the array. The news of a message are at its sender and at its receiver.
fn message_text(mpi: &Mpi, node: usize, news: &MpiNews) -> Option<(usize, String)> {
    let of = |message: &MpiMessage| {
        let tag = message.tag.map(|tag| format!(" tag={tag}")).unwrap_or_default();
        format!("{tag} bytes={}", message.bytes)
    };
    let text = match news {
        MpiNews::Began(call) => format!("call-began function={}", mpi.function(call.function)),
        MpiNews::Ended(call) => {
            let cycles = call.end - call.begin;
            format!("call-ended function={} cycles={cycles} waiting={}", mpi.function(call.function), call.waited)
        }
        MpiNews::Sent(message) => {
            format!(
                "message-sent to={}{} function={}",
                message.destination,
                of(message),
                mpi.function(message.function)
            )
        }
        MpiNews::Matched(message) => {
            let (function, _) = message.receive?;
            let (sender, receiver) = (message.late_sender(), message.late_receiver());
            let late = match (sender, receiver) {
                (0, 0) => String::new(),
                (0, _) => format!(" late-receiver={receiver}"),
                _ => format!(" late-sender={sender}"),
            };
            format!("message-matched from={}{} function={}{late}", message.source, of(message), mpi.function(function))
        }
        MpiNews::Delivered(message) => {
            let cycles = message.delivered? - message.posted();
            format!("message-delivered from={}{} cycles={cycles}", message.source, of(message))
        }
        MpiNews::Marked(word) => format!("marked word={word:#x}"),
        MpiNews::RegionBegan(name) => format!("region-began name={name:?}"),
        MpiNews::RegionEnded => "region-ended".into(),
        MpiNews::Halted => return None,
    };
    Some((node, text))
}

fn packet(tag: PacketTag) -> String {
    format!("{}#{}", tag.source, tag.number)
}

const fn port(port: Port) -> &'static str {
    match port {
        Port::North => "north",
        Port::East => "east",
        Port::South => "south",
        Port::West => "west",
        Port::Incc => "incc",
    }
}

fn flit_text(flit: &Flit) -> String {
    let kind = match flit.kind {
        FlitKind::Header => "header",
        FlitKind::Address => "address",
        FlitKind::Stride => "stride",
        FlitKind::Data => "data",
    };
    let tail = if flit.tail { " tail" } else { "" };
    format!("packet={} kind={kind} word={:08x}{tail}", packet(flit.tag), flit.word)
}
