//! The communication log as lines of text: the same in every language, one line per event, easy to search and to cut.

use crate::base::{Cycle, NodeId, Sink};
use crate::modes::chip::{Event, EventKind, Latencies, kinds};
use crate::net::{Flit, FlitKind, PacketTag, Port};
use alloc::{format, string::String, vec::Vec};
use core::ops::Range;
use serde::{Deserialize, Serialize};

/// The level of detail of a communication log. Each level includes the coarser ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LogLevel {
    /// DMAs: started, sent, delivered.
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
    write: W,
}

impl<W: FnMut(&str)> Trace<W> {
    /// A log of that level; `write` is given each line, without its end.
    pub fn new(level: LogLevel, write: W) -> Self {
        Self { level, nodes: Vec::new(), cycles: 0..Cycle::MAX, latencies: Latencies::default(), write }
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
            EventKind::Halted { code } => format!("halted code={}", code as i32),
            EventKind::Trapped { pc, .. } => format!("trapped pc={pc:#x}"),
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
            | EventKind::Used { .. } => return None,
        })
    }
}

impl<W: FnMut(&str)> Sink<Event> for Trace<W> {
    const WANTS: u32 = kinds::DMA | kinds::PACKET | kinds::FLIT | kinds::HALTED | kinds::TRAPPED;

    fn emit(&mut self, event: Event) {
        if let Some(text) = self.text(&event) {
            let node = format!("{}", event.node);
            (self.write)(&format!("{:>8} {node:<9} {text}", event.cycle));
        }
    }
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
