//! A detailed view of one router: crossbar, arbiters, and the Xon and Xoff of the inputs.

use super::chip_mesh::port_name;
use crate::Machine;
use alloc::{format, vec::Vec};
use mcore_base::{NodeId, Text};
use mcore_net::{PORTS, Port};

/// The value of a three-bit field that holds no port.
const NOBODY: u8 = 7;

/// Crossbar and arbiters of one router. Ports are numbered north 0, east 1, south 2, west 3, INCC 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CrossbarView {
    /// For each output, the input whose packet holds it, from header to tail.
    pub holder: [Option<u8>; PORTS],
    /// For each output, the input that its round-robin arbiter asks first.
    pub first: [u8; PORTS],
    /// For each input, the output that its oldest flit goes to; `None` without a flit.
    pub wants: [Option<u8>; PORTS],
    /// For each input, whether it says Xoff, so that its neighbour must not send.
    pub xoff: [bool; PORTS],
    /// The node's INCC says Xoff to this router (only the memory node can).
    pub incc_xoff: bool,
}

impl CrossbarView {
    /// Bytes of a packed crossbar.
    pub(super) const SIZE: usize = 8;

    /// The current state of a router.
    pub fn of(machine: &Machine, index: usize) -> Self {
        let router = machine.state.network.router(index);
        let at = machine.spec().array.router_id(index);
        let mut view = Self::default();
        for port in 0..PORTS {
            view.holder[port] = router.holder(port).map(|input| input as u8);
            view.first[port] = router.arbiter(port).cursor();
            view.wants[port] = router.wanted(port).map(|output| output as u8);
            view.xoff[port] = router.xoff(port);
        }
        view.incc_xoff = at == NodeId::MEMORY && machine.is_refused(at, Port::Incc);
        view
    }

    /// True if nothing waits, is held or refused: then only the arbiters' turns are left to show.
    pub fn is_idle(&self) -> bool {
        self.holder.iter().chain(&self.wants).all(Option::is_none)
    }

    /// The state of an output: which input holds it, and which its arbiter asks first.
    pub fn output(&self, port: u8) -> Text {
        let name = |port: u8| port_name(Port::ALL[usize::from(port) % PORTS]);
        let (output, first) = (name(port), name(self.first[usize::from(port) % PORTS]));
        match self.holder[usize::from(port) % PORTS].map(name) {
            Some(by) => Text::new(
                format!("output {}: held by input {} · next turn begins at {}", output.en, by.en, first.en),
                format!("出力 {}: 入力 {} が使用中・次の調停は {} から", output.ja, by.ja, first.ja),
            ),
            None => Text::new(
                format!("output {}: free · next turn begins at {}", output.en, first.en),
                format!("出力 {}: 空き・次の調停は {} から", output.ja, first.ja),
            ),
        }
    }

    /// Packs the crossbar into few bytes: thousands of routers are sent to the page with each picture.
    pub(super) fn pack(&self, out: &mut Vec<u8>) {
        let bits = |flags: [bool; PORTS]| flags.iter().enumerate().fold(0, |all, (i, on)| all | u8::from(*on) << i);
        for port in 0..PORTS {
            out.push(self.holder[port].unwrap_or(NOBODY) | self.first[port] << 3);
        }
        let wants = (0..PORTS).fold(0u16, |all, i| all | u16::from(self.wants[i].unwrap_or(NOBODY)) << (3 * i));
        out.extend_from_slice(&wants.to_le_bytes());
        out.push(bits(self.xoff) | u8::from(self.incc_xoff) << PORTS);
    }

    /// Reads the bytes that [`CrossbarView::pack`] has written.
    pub(super) fn unpack(b: &[u8]) -> Self {
        let somebody = |v: u8| Some(v & 7).filter(|v| *v != NOBODY);
        let wants = u16::from_le_bytes([b[5], b[6]]);
        Self {
            holder: core::array::from_fn(|i| somebody(b[i])),
            first: core::array::from_fn(|i| b[i] >> 3 & 7),
            wants: core::array::from_fn(|i| somebody((wants >> (3 * i)) as u8)),
            xoff: core::array::from_fn(|i| b[7] >> i & 1 != 0),
            incc_xoff: b[7] >> PORTS & 1 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;

    #[test]
    fn crossbars_survive_packing() {
        let mut rng = Rng::new(7);
        for _ in 0..2_000 {
            let mut below = |n: u64| rng.below(n) as u8;
            let mut port = || Some(below(6)).filter(|p| *p < 5);
            let (holder, wants) = (core::array::from_fn(|_| port()), core::array::from_fn(|_| port()));
            let first = core::array::from_fn(|_| below(5));
            let xoff = core::array::from_fn(|_| below(2) == 1);
            let view = CrossbarView { holder, first, wants, xoff, incc_xoff: below(2) == 1 };
            let mut bytes = Vec::new();
            view.pack(&mut bytes);
            assert_eq!(bytes.len(), CrossbarView::SIZE);
            assert_eq!(CrossbarView::unpack(&bytes), view);
        }
    }

    #[test]
    fn an_output_says_who_holds_it_and_whose_turn_it_is() {
        let mut view = CrossbarView::default();
        assert!(view.is_idle());
        assert_eq!(view.output(1).en, "output east: free · next turn begins at north");
        view.holder[1] = Some(3);
        view.first[1] = 4;
        assert_eq!(view.output(1).en, "output east: held by input west · next turn begins at INCC");
        assert!(!view.is_idle());
    }
}
