//! The chip as a [`MeshView`].

use super::crossbar::CrossbarView;
use super::mesh::{ArrowView, BlockedView, CoreBar, CoreRole, FlitPlace, FlitRole, FlitView, MeshView, PACKET_HUES};
use super::mpi_ranks;
use crate::{ComputeNode, Machine, Processor};
use alloc::format;
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use mcore_net::{Flit, FlitKind, PORTS, PackedFlit, PacketTag, Port, neighbour};

/// The role of a core.
pub fn core_role(node: &ComputeNode) -> CoreRole {
    let p = &node.core.processor;
    if p.trapped {
        CoreRole::Trapped
    } else if p.halted.is_some() {
        CoreRole::Halted
    } else if p.polling().is_some() {
        CoreRole::Polling
    } else {
        CoreRole::Computing
    }
}

/// The hue of a packet: neighbouring sources and successive packets differ.
pub fn hue(tag: PacketTag) -> u8 {
    let n = u32::from(tag.source.x) * 5 + u32::from(tag.source.y) * 3 + tag.number;
    (n % u32::from(PACKET_HUES)) as u8
}

/// A port in words.
pub fn port_name(port: Port) -> Text {
    match port {
        Port::North => text!("north", "北"),
        Port::East => text!("east", "東"),
        Port::South => text!("south", "南"),
        Port::West => text!("west", "西"),
        Port::Incc => text!("INCC", "INCC"),
    }
}

fn flit_view(at: NodeId, place: FlitPlace, flit: &Flit) -> FlitView {
    let role = match flit.kind {
        FlitKind::Header => FlitRole::Header,
        FlitKind::Address => FlitRole::Address,
        FlitKind::Stride => FlitRole::Stride,
        FlitKind::Data => FlitRole::Data,
    };
    FlitView { at, place, role, tail: flit.tail, hue: hue(flit.tag), source: flit.tag.source, packet: flit.tag.number }
}

/// Bar `index` (0 to 7, oldest first) of a core's activity in the 64 cycles before `cycle`.
fn core_bar(core: &Processor, cycle: Cycle, index: u32) -> CoreBar {
    let live = core.halted.map_or(cycle, |(_, at)| cycle.min(at + 1));
    // The history ends with the last instruction.
    let bits = u32::try_from(cycle - live).ok().and_then(|n| core.recent.checked_shl(n)).unwrap_or(0);
    let computed = (bits >> (56 - 8 * index) & 0xff).count_ones() as u8;
    let begin = (cycle + u64::from(8 * index)).saturating_sub(64);
    let end = (cycle + u64::from(8 * index) + 8).saturating_sub(64);
    let executed = end.min(live).saturating_sub(begin) as u8;
    CoreBar { computed, polled: executed.saturating_sub(computed) }
}

impl MeshView {
    /// The current state of the chip.
    pub fn of(machine: &Machine) -> Self {
        let array = machine.spec().array;
        let mut view = Self::new(array.width, array.height);
        view.add_cores(machine);
        for index in 0..array.routers() {
            view.add_router(machine, index);
            view.push_crossbar(&CrossbarView::of(machine, index));
        }
        let (page, busy) = machine.state.memory_node.page();
        view.memory.page = page.map(|p| Text::same(format!("0x{p:x}"))).unwrap_or_default();
        view.memory.busy = busy;
        view.ranks = mpi_ranks(machine);
        view.memory.queued = machine.state.memory_node.queue.len() as u32;
        view
    }

    fn add_cores(&mut self, machine: &Machine) {
        let cycle = machine.state.cycle;
        for (rank, node) in machine.state.nodes.iter().enumerate() {
            self.cores[rank] = core_role(node) as u8;
            self.push_reason(if cycle == 0 { None } else { machine.core_stall(rank) });
            self.set_bars(rank, core::array::from_fn(|bar| core_bar(&node.core.processor, cycle, bar as u32)));
            if let Some(flit) = &node.incc.out.map(PackedFlit::flit) {
                self.push_flit(flit_view(node.id, FlitPlace::OutBuffer, flit));
            }
            if let Some(flit) = &node.incc.input.map(PackedFlit::flit) {
                self.push_flit(flit_view(node.id, FlitPlace::InBuffer { slot: 0 }, flit));
            }
            if let Some(sending) = &node.incc.current {
                let tag = PacketTag { source: node.id, number: node.incc.packets };
                self.push_arrow(ArrowView { from: node.id, to: sending.command.dst, hue: hue(tag) });
            }
        }
        let memory = &machine.state.memory_node;
        if let Some(flit) = &memory.out.map(PackedFlit::flit) {
            self.push_flit(flit_view(NodeId::MEMORY, FlitPlace::OutBuffer, flit));
        }
        for (slot, flit) in memory.input.iter().enumerate() {
            self.push_flit(flit_view(NodeId::MEMORY, FlitPlace::InBuffer { slot: slot as u8 }, flit));
        }
        if let Some((sending, _)) = &memory.current {
            let tag = PacketTag { source: NodeId::MEMORY, number: memory.packets };
            self.push_arrow(ArrowView { from: NodeId::MEMORY, to: sending.command.dst, hue: hue(tag) });
        }
    }

    fn add_router(&mut self, machine: &Machine, index: usize) {
        let array = machine.spec().array;
        let network = &machine.state.network;
        let at = array.router_id(index);
        let router = network.router(index);
        for port in 0..PORTS {
            for (slot, flit) in router.flits(port).enumerate() {
                self.push_flit(flit_view(at, FlitPlace::Fifo { port: port as u8, slot: slot as u8 }, &flit));
            }
        }
        if let Some(flit) = network.router(index).on_link(Port::Incc as usize) {
            self.push_flit(flit_view(at, FlitPlace::Entering, &flit));
        }
        for port in Port::ALL {
            let carried = match neighbour(array, at, port) {
                Some(next) => network.router(array.router(next)).on_link(port.opposite() as usize),
                None if port == Port::Incc => router.to_incc(),
                None => None,
            };
            if let Some(flit) = &carried {
                self.push_flit(flit_view(at, FlitPlace::Link { port: port as u8 }, flit));
            }
            if port != Port::Incc {
                let recent = network.link_use[index][port as usize].recent(machine.state.cycle);
                self.warmth[index * 4 + port as usize] = recent as u8;
            }
        }
        for input in 0..PORTS {
            if let Some(blocked) = blocked(machine, index, input) {
                self.push_blocked(blocked);
            }
        }
    }
}

/// Why the head of an input did not move in the last cycle, if it did not.
fn blocked(machine: &Machine, index: usize, input: usize) -> Option<BlockedView> {
    let at = machine.spec().array.router_id(index);
    let router = machine.state.network.router(index);
    let wants = router.wanted(input)?;
    let held = router.holder(wants as usize).filter(|h| *h != input);
    // Without Xoff the head is moving; a header that lost no arbitration will be granted in the next cycle.
    if held.is_none() && !machine.is_refused(at, wants) {
        return None;
    }
    Some(BlockedView { at, port: input as u8, wants: wants as u8, holder: held.map(|h| h as u8) })
}
