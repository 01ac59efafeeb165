//! The communication log as rows for a table: the events of a window of cycles, at four levels, filtered and bounded.

use super::LogLevel;
use super::chip_mesh::port_name;
use super::chip_stall::packet_name;
use super::mpi_news;
use crate::{Event, EventKind, Latencies, Mpi, kinds};
use alloc::{format, vec::Vec};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Sink, Text};
use mcore_net::{Flit, FlitKind, PacketTag};
use serde::{Deserialize, Serialize};

/// Maximum number of rows in one answer.
pub const MAX_ROWS: u32 = 10_000;

/// A packet: the node that sent it, and its number there, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacketId {
    /// The node that sent it.
    pub source: NodeId,
    pub number: u32,
}

impl From<PacketTag> for PacketId {
    fn from(tag: PacketTag) -> Self {
        Self { source: tag.source, number: tag.number }
    }
}

/// The events to include.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogFilter {
    /// The level of detail.
    pub level: LogLevel,
    /// Only events at this node or router.
    pub node: Option<NodeId>,
    /// Only events of this packet.
    pub packet: Option<PacketId>,
    /// Maximum number of rows; at most [`MAX_ROWS`].
    pub limit: u32,
}

/// The kind of a row, for symbols and for filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LogKind {
    /// A call of MPI.
    Call,
    /// A message of MPI.
    Message,
    /// A mark of the program.
    Mark,
    Dma,
    Packet,
    Flit,
    /// A core has printed.
    Console,
    /// A core has halted.
    Halt,
    /// A core or the memory node has trapped.
    Trap,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogRow {
    pub cycle: Cycle,
    /// The place.
    pub node: NodeId,
    pub kind: LogKind,
    /// The event as text.
    pub text: Text,
    /// The packet of the event.
    pub packet: Option<PacketId>,
}

/// The events of a window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogView {
    /// First cycle of the window.
    pub from: Cycle,
    /// The cycle after the window, or after the last row if the limit was reached first.
    pub until: Cycle,
    /// The events in order.
    pub rows: Vec<LogRow>,
    /// True if there were more rows than the limit; they start at `until` or in the cycle before it.
    pub more: bool,
}

/// Collects the rows of a log.
#[derive(Clone, Debug)]
pub struct Log {
    filter: LogFilter,
    latencies: Latencies,
    mpi: Option<Mpi>,
    /// The rows so far.
    pub rows: Vec<LogRow>,
    /// True if there would have been more rows than the limit.
    pub full: bool,
}

impl Log {
    /// An empty log. With `mpi` in the state at its start, it has the calls and messages of MPI.
    pub fn new(filter: LogFilter, mpi: Option<Mpi>) -> Self {
        let filter = LogFilter { limit: filter.limit.min(MAX_ROWS), ..filter };
        Self { filter, latencies: Latencies::default(), mpi, rows: Vec::new(), full: false }
    }

    /// Sets the calls and messages in progress, if they became known later.
    pub fn set_mpi(&mut self, mpi: Mpi) {
        self.mpi = Some(mpi);
    }

    fn add(&mut self, row: LogRow) {
        self.full |= self.rows.len() >= self.filter.limit as usize;
        if !self.full {
            self.rows.push(row);
        }
    }

    /// Adds the rows of calls and messages. They belong to no packet.
    fn take_mpi(&mut self, event: &Event) {
        let LogFilter { node: wanted, packet, .. } = self.filter;
        let mut found = Vec::new();
        if let Some(mpi) = &mut self.mpi {
            mpi.take(event, &mut |mpi, rank, news| {
                let node = mpi.node(rank);
                if packet.is_none()
                    && wanted.is_none_or(|wanted| wanted == node)
                    && let Some((kind, text)) = mpi_news::sentence(mpi, &news)
                {
                    found.push(LogRow { cycle: event.cycle, node, kind, text, packet: None });
                }
            });
        }
        found.into_iter().for_each(|row| self.add(row));
    }

    fn row(&mut self, event: &Event) -> Option<LogRow> {
        let latency = self.latencies.take(event);
        let level = self.filter.level;
        let finest = match event.what {
            EventKind::PacketInjected { .. } | EventKind::PacketDelivered { .. } => LogLevel::Packet,
            EventKind::FlitEntered { .. } | EventKind::FlitMoved { .. } => LogLevel::Flit,
            EventKind::DmaStarted { .. } | EventKind::DmaSent { .. } | EventKind::DmaDelivered { .. } => LogLevel::Dma,
            _ => LogLevel::Message,
        };
        if level < finest || self.filter.node.is_some_and(|node| node != event.node) {
            return None;
        }
        let (kind, text, packet) = described(event, latency)?;
        if self.filter.packet.is_some_and(|wanted| packet != Some(wanted)) {
            return None;
        }
        Some(LogRow { cycle: event.cycle, node: event.node, kind, text, packet })
    }
}

impl Sink<Event> for Log {
    const WANTS: u32 =
        kinds::DMA | kinds::PACKET | kinds::FLIT | kinds::PRINTED | kinds::HALTED | kinds::TRAPPED | Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        if self.full {
            return;
        }
        self.take_mpi(&event);
        if let Some(row) = self.row(&event) {
            self.add(row);
        }
    }
}

fn described(event: &Event, latency: Option<Cycle>) -> Option<(LogKind, Text, Option<PacketId>)> {
    let (kind, text, tag) = match event.what {
        EventKind::DmaStarted { first, command } => {
            let (dst, bytes, packets) = (command.dst, 4 * u64::from(command.words), command.packets());
            let (local, remote) = (command.local, command.remote);
            let text = text!(
                "DMA to {dst} started: {bytes} bytes, 0x{local:x} → 0x{remote:x}, packets from #{first} on: {packets}",
                "{dst} への DMA を開始：{bytes} バイト、0x{local:x} → 0x{remote:x}、パケットは #{first} から {packets} 個"
            );
            (LogKind::Dma, text, Some(PacketTag { source: event.node, number: first }))
        }
        EventKind::DmaSent { tag } => (
            LogKind::Dma,
            text!("DMA sent: its last flit has been formed", "DMA の送出完了：最後のフリットができた"),
            Some(tag),
        ),
        EventKind::DmaDelivered { tag } => {
            let source = tag.source;
            let text = text!(
                "DMA from {source} delivered: its last word has been written",
                "{source} からの DMA が到着：最後の語が書かれた"
            );
            (LogKind::Dma, text, Some(tag))
        }
        EventKind::PacketInjected { tag, dst, flits } => {
            let packet = packet_name(tag).en;
            let text = text!(
                "packet {packet} to {dst} formed, {flits} flits",
                "{dst} 行きパケット {packet} を生成、{flits} フリット"
            );
            (LogKind::Packet, text, Some(tag))
        }
        EventKind::PacketDelivered { tag } => {
            let packet = packet_name(tag).en;
            let text = match latency {
                Some(latency) => {
                    text!(
                        "packet {packet} delivered after {latency} cycles",
                        "パケット {packet} が {latency} サイクルで到着"
                    )
                }
                None => text!("packet {packet} delivered", "パケット {packet} が到着"),
            };
            (LogKind::Packet, text, Some(tag))
        }
        EventKind::FlitEntered { flit } => {
            let name = flit_name(&flit);
            let (en, ja) =
                (format!("{}: output buffer → router", name.en), format!("{}: 出力バッファ → ルータ", name.ja));
            (LogKind::Flit, Text::new(en, ja), Some(flit.tag))
        }
        EventKind::FlitMoved { flit, from, to } => {
            let (name, from, to) = (flit_name(&flit), port_name(from), port_name(to));
            let en = format!("{}: input {} → output {}", name.en, from.en, to.en);
            let ja = format!("{}: {} 入力 → {} 出力", name.ja, from.ja, to.ja);
            (LogKind::Flit, Text::new(en, ja), Some(flit.tag))
        }
        EventKind::Printed { bytes, .. } => {
            (LogKind::Console, text!("printed {bytes} bytes", "{bytes} バイトを出力"), None)
        }
        EventKind::Halted { code } => {
            let code = code as i32;
            (LogKind::Halt, text!("halted with code {code}", "コード {code} で停止"), None)
        }
        EventKind::Trapped { pc, .. } => (LogKind::Trap, text!("trapped at 0x{pc:x}", "0x{pc:x} でトラップ"), None),
        EventKind::HeldUp { .. }
        | EventKind::Executed { .. }
        | EventKind::Retired { .. }
        | EventKind::WordRead { .. }
        | EventKind::WordWritten { .. }
        | EventKind::Marked { .. }
        | EventKind::Used { .. } => return None,
    };
    Some((kind, text, tag.map(PacketId::from)))
}

fn flit_name(flit: &Flit) -> Text {
    let (en, ja) = match flit.kind {
        FlitKind::Header => ("header flit", "ヘッダフリット"),
        FlitKind::Address => ("address flit", "アドレスフリット"),
        FlitKind::Stride => ("stride flit", "ストライドフリット"),
        FlitKind::Data => ("data flit", "データフリット"),
    };
    let (packet, word) = (packet_name(flit.tag).en, flit.word);
    let (tail, last) = if flit.tail { (" (tail)", " (末尾)") } else { ("", "") };
    Text::new(format!("{packet} {en} 0x{word:08x}{tail}"), format!("{packet} {ja} 0x{word:08x}{last}"))
}
