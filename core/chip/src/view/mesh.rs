//! The mesh at one cycle: every core, every flit at its place, and the recent use of the links.

use super::chip_mesh::port_name;
use super::chip_stall::stall_name;
use super::crossbar::CrossbarView;
use crate::Stall;
use alloc::{format, vec::Vec};
use mcore_base::NodeId;
use mcore_base::Text;
use mcore_net::{PORTS, Port};
use serde::{Deserialize, Serialize};

/// Number of hues that distinguish packets.
pub const PACKET_HUES: u8 = 6;

/// The activity of a core, as the student sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum CoreRole {
    /// Executes instructions that change something.
    Computing,
    /// Repeats a loop that only reads, waiting for a word to change.
    Polling,
    /// Has stored its exit code.
    Halted,
    /// Has trapped: it did something that the machine does not allow.
    Trapped,
}

impl CoreRole {
    /// The role of a byte of [`MeshView::cores`].
    pub fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Computing,
            1 => Self::Polling,
            2 => Self::Halted,
            _ => Self::Trapped,
        }
    }
}

/// Kind of a flit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum FlitRole {
    /// Destination ID.
    Header,
    /// Write address (low or high word).
    Address,
    /// Write stride.
    Stride,
    /// One data word.
    Data,
}

/// Where a flit is, relative to a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlitPlace {
    /// In the input FIFO of a port (north 0, east 1, south 2, west 3, INCC 4), slot 0 being the head.
    Fifo {
        /// Input port.
        port: u8,
        /// 0 (head) to 3.
        slot: u8,
    },
    /// On the link that leaves the router by this output port; it arrives in the next cycle.
    Link {
        /// Output port.
        port: u8,
    },
    /// In the output buffer of the node's INCC, because the router said Xoff.
    OutBuffer,
    /// On the link from the output buffer to the node's own router.
    Entering,
    /// In the input buffer of the node's INCC.
    InBuffer {
        /// 0 (head) to 3.
        slot: u8,
    },
}

/// One flit at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlitView {
    /// The node or router.
    pub at: NodeId,
    pub place: FlitPlace,
    /// Kind.
    pub role: FlitRole,
    /// True for the last flit of its packet.
    pub tail: bool,
    /// Hue of its packet, 0..[`PACKET_HUES`].
    pub hue: u8,
    /// Node that sent it.
    pub source: NodeId,
    /// Number of its packet, counted by the source from 0.
    pub packet: u32,
}

impl FlitView {
    const SIZE: usize = 12;

    fn pack(self) -> [u8; Self::SIZE] {
        let place = match self.place {
            FlitPlace::Fifo { port, slot } => port * 4 + slot,
            FlitPlace::Link { port } => 20 + port,
            FlitPlace::OutBuffer => 25,
            FlitPlace::InBuffer { slot } => 26 + slot,
            FlitPlace::Entering => 30,
        };
        let p = self.packet.to_le_bytes();
        let kind = self.role as u8 | u8::from(self.tail) << 2;
        [self.at.x, self.at.y, place, kind, self.hue, self.source.x, self.source.y, 0, p[0], p[1], p[2], p[3]]
    }

    fn unpack(b: &[u8]) -> Self {
        let place = match b[2] {
            p @ 0..20 => FlitPlace::Fifo { port: p / 4, slot: p % 4 },
            p @ 20..25 => FlitPlace::Link { port: p - 20 },
            25 => FlitPlace::OutBuffer,
            30 => FlitPlace::Entering,
            p => FlitPlace::InBuffer { slot: p - 26 },
        };
        let role = match b[3] & 3 {
            0 => FlitRole::Header,
            1 => FlitRole::Address,
            2 => FlitRole::Stride,
            _ => FlitRole::Data,
        };
        Self {
            at: NodeId::new(b[0], b[1]),
            place,
            role,
            tail: b[3] & 4 != 0,
            hue: b[4],
            source: NodeId::new(b[5], b[6]),
            packet: u32::from_le_bytes([b[8], b[9], b[10], b[11]]),
        }
    }
}

/// A packet whose head cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockedView {
    /// Router.
    pub at: NodeId,
    /// Input port at whose head it waits.
    pub port: u8,
    /// Output port that it needs.
    pub wants: u8,
    /// Input port whose packet holds that output; without one, the FIFO that the output leads to is full (Xoff).
    pub holder: Option<u8>,
}

impl BlockedView {
    const SIZE: usize = 5;
    const NOBODY: u8 = u8::MAX;

    /// Why it waits.
    pub fn why(&self) -> Text {
        let name = |port: u8| port_name(Port::ALL[usize::from(port) % PORTS]);
        let wants = name(self.wants);
        match self.holder.map(name) {
            Some(by) => Text::new(
                format!("output {} is held by the packet from the {} input", wants.en, by.en),
                format!("{} の出力は {} の入力のパケットが使っています", wants.ja, by.ja),
            ),
            None => Text::new(
                format!("Xoff: the FIFO behind output {} is full", wants.en),
                format!("Xoff: {} の出力の先の FIFO が満杯です", wants.ja),
            ),
        }
    }

    fn pack(self) -> [u8; Self::SIZE] {
        [self.at.x, self.at.y, self.port, self.wants, self.holder.unwrap_or(Self::NOBODY)]
    }

    fn unpack(b: &[u8]) -> Self {
        let holder = (b[4] != Self::NOBODY).then_some(b[4]);
        Self { at: NodeId::new(b[0], b[1]), port: b[2], wants: b[3], holder }
    }
}

/// A DMA in flight, drawn as an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrowView {
    /// Source node.
    pub from: NodeId,
    /// Destination node.
    pub to: NodeId,
    /// Hue of the packet that is being sent.
    pub hue: u8,
}

impl ArrowView {
    const SIZE: usize = 5;

    fn pack(self) -> [u8; Self::SIZE] {
        [self.from.x, self.from.y, self.to.x, self.to.y, self.hue]
    }

    fn unpack(b: &[u8]) -> Self {
        Self { from: NodeId::new(b[0], b[1]), to: NodeId::new(b[2], b[3]), hue: b[4] }
    }
}

/// The memory node in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryNodeView {
    /// Page in the page buffer, ready to show, for example `0x4c`; empty if none has been touched.
    pub page: Text,
    /// True while a page is being copied.
    pub busy: bool,
    /// Waiting requests.
    pub queued: u32,
}

/// The whole mesh at one cycle. The bulky parts are packed bytes (they are sent to the page as typed arrays).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeshView {
    /// M, columns of compute nodes; the mesh has M+1.
    pub width: u8,
    /// N, rows of compute nodes; the mesh has N+1.
    pub height: u8,
    /// One [`CoreRole`] per rank.
    #[serde(with = "serde_bytes")]
    pub cores: Vec<u8>,
    /// Eight packed bars per rank; read them by [`MeshView::bars`].
    #[serde(with = "serde_bytes")]
    packed_bars: Vec<u8>,
    /// Four values per router (row order; outputs north, east, south, west): cycles of the last 64 in which the link
    /// was used, 0 to 64.
    #[serde(with = "serde_bytes")]
    pub warmth: Vec<u8>,
    /// Packed flits; read them by [`MeshView::flits`].
    #[serde(with = "serde_bytes")]
    packed_flits: Vec<u8>,
    /// Packed heads that cannot move; read them by [`MeshView::blocked`].
    #[serde(with = "serde_bytes")]
    packed_blocked: Vec<u8>,
    /// Packed DMAs in flight; read them by [`MeshView::arrows`].
    #[serde(with = "serde_bytes")]
    packed_arrows: Vec<u8>,
    /// Packed crossbars, one per router in row order; read them by [`MeshView::crossbar`].
    #[serde(with = "serde_bytes")]
    packed_crossbars: Vec<u8>,
    /// Why each core made no progress in the last cycle, one byte per rank; read them by [`MeshView::reason`].
    #[serde(with = "serde_bytes")]
    reasons: Vec<u8>,
    pub memory: MemoryNodeView,
    /// The rank of MPI of each node, if a rank map changes their order; else empty.
    #[serde(default)]
    pub ranks: Vec<u32>,
}

/// Bars of activity per core.
const BARS: usize = 8;

/// The work of a core in eight cycles; in the rest of them it was halted, or they are before the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoreBar {
    /// Cycles in which it computed, 0 to 8.
    pub computed: u8,
    /// Cycles in which it executed a polling loop, 0 to 8.
    pub polled: u8,
}

impl MeshView {
    /// An empty mesh of that size, all cores computing.
    pub fn new(width: u8, height: u8) -> Self {
        let nodes = width as usize * height as usize;
        let routers = (width as usize + 1) * (height as usize + 1);
        Self {
            width,
            height,
            cores: alloc::vec![0; nodes],
            packed_bars: alloc::vec![0; nodes * BARS],
            warmth: alloc::vec![0; routers * 4],
            packed_flits: Vec::new(),
            packed_blocked: Vec::new(),
            packed_arrows: Vec::new(),
            packed_crossbars: Vec::new(),
            reasons: Vec::new(),
            memory: MemoryNodeView { page: Text::default(), busy: false, queued: 0 },
            ranks: Vec::new(),
        }
    }

    /// Activity of a core in the last 64 cycles, oldest bar first.
    pub fn bars(&self, rank: usize) -> impl Iterator<Item = CoreBar> + '_ {
        let packed = self.packed_bars.chunks_exact(BARS).nth(rank).unwrap_or_default();
        packed.iter().map(|bar| CoreBar { computed: bar & 15, polled: bar >> 4 })
    }

    /// Cycles of the last 64 in which the core computed.
    pub fn computed(&self, rank: usize) -> u32 {
        self.bars(rank).map(|bar| u32::from(bar.computed)).sum()
    }

    /// Sets the activity of a core, oldest bar first.
    pub fn set_bars(&mut self, rank: usize, bars: [CoreBar; BARS]) {
        for (packed, bar) in self.packed_bars.iter_mut().skip(rank * BARS).zip(bars) {
            *packed = bar.computed.min(8) | bar.polled.min(8) << 4;
        }
    }

    /// Adds a flit.
    pub fn push_flit(&mut self, flit: FlitView) {
        self.packed_flits.extend_from_slice(&flit.pack());
    }

    /// Every flit on the chip.
    pub fn flits(&self) -> impl Iterator<Item = FlitView> + '_ {
        self.packed_flits.chunks_exact(FlitView::SIZE).map(FlitView::unpack)
    }

    /// Adds a head that cannot move.
    pub fn push_blocked(&mut self, blocked: BlockedView) {
        self.packed_blocked.extend_from_slice(&blocked.pack());
    }

    /// Every head that cannot move.
    pub fn blocked(&self) -> impl Iterator<Item = BlockedView> + '_ {
        self.packed_blocked.chunks_exact(BlockedView::SIZE).map(BlockedView::unpack)
    }

    /// Adds a DMA in flight.
    pub fn push_arrow(&mut self, arrow: ArrowView) {
        self.packed_arrows.extend_from_slice(&arrow.pack());
    }

    /// Every DMA in flight.
    pub fn arrows(&self) -> impl ExactSizeIterator<Item = ArrowView> + '_ {
        self.packed_arrows.chunks_exact(ArrowView::SIZE).map(ArrowView::unpack)
    }

    /// Adds the crossbar of the next router in row order.
    pub fn push_crossbar(&mut self, crossbar: &CrossbarView) {
        crossbar.pack(&mut self.packed_crossbars);
    }

    /// The crossbar of a router, if the picture contains it.
    pub fn crossbar(&self, at: NodeId) -> Option<CrossbarView> {
        if at.x > self.width || at.y > self.height {
            return None;
        }
        let index = usize::from(at.y) * (usize::from(self.width) + 1) + usize::from(at.x);
        let from = index * CrossbarView::SIZE;
        self.packed_crossbars.get(from..from + CrossbarView::SIZE).map(CrossbarView::unpack)
    }

    /// Adds the reason of the next rank.
    pub fn push_reason(&mut self, stall: Option<Stall>) {
        self.reasons.push(stall.map_or(u8::MAX, |s| s as u8));
    }

    /// Why the core of a rank made no progress in the last cycle; `None` if it did, or if it is unknown.
    pub fn reason(&self, rank: usize) -> Option<Text> {
        let byte = *self.reasons.get(rank)?;
        Stall::ALL.get(usize::from(byte)).map(|stall| stall_name(*stall))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_arrows_survive_packing() {
        let mut mesh = MeshView::new(2, 2);
        let at = NodeId::new(1, 2);
        let blocked = [
            BlockedView { at, port: 4, wants: 1, holder: Some(3) },
            BlockedView { at, port: 0, wants: 2, holder: None },
        ];
        blocked.iter().for_each(|b| mesh.push_blocked(*b));
        assert_eq!(mesh.blocked().collect::<Vec<_>>(), blocked);
        assert_eq!(blocked[0].why().en, "output east is held by the packet from the west input");
        assert_eq!(blocked[1].why().en, "Xoff: the FIFO behind output south is full");
        let arrow = ArrowView { from: at, to: NodeId::MEMORY, hue: 5 };
        mesh.push_arrow(arrow);
        assert_eq!(mesh.arrows().collect::<Vec<_>>(), [arrow]);
    }

    #[test]
    fn flits_survive_packing() {
        let mut mesh = MeshView::new(2, 2);
        let places = [
            FlitPlace::Fifo { port: 4, slot: 3 },
            FlitPlace::Fifo { port: 0, slot: 0 },
            FlitPlace::Link { port: 4 },
            FlitPlace::OutBuffer,
            FlitPlace::InBuffer { slot: 3 },
            FlitPlace::Entering,
        ];
        let roles = [FlitRole::Header, FlitRole::Address, FlitRole::Stride, FlitRole::Data];
        let flits: Vec<_> = (0..places.len())
            .map(|i| FlitView {
                at: NodeId::new(i as u8, 7),
                place: places[i],
                role: roles[i.min(3)],
                tail: i >= 4,
                hue: i as u8,
                source: NodeId::new(2, 1),
                packet: 0x0102_0304 + i as u32,
            })
            .collect();
        flits.iter().for_each(|f| mesh.push_flit(*f));
        assert_eq!(mesh.flits().collect::<Vec<_>>(), flits);
    }
}
