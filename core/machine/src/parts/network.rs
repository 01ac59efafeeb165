//! Routers and the links between them.

use super::Router;
use super::cycle::Order;
use super::event::{emit, kinds, wants};
use super::planes::{self, BitPlanes, ROUTERS, members, place};
use super::router::{Ports, Ring};
use super::{Event, EventKind, Stall};
use alloc::{vec, vec::Vec};
use core::hash::{Hash, Hasher};
use mcore_base::{Array, Sink};
use mcore_net::{Flit, PORTS, PackedFlit, Port};

/// In which of the last 64 cycles a link carried a flit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LinkUse {
    bits: u64,
    at: u64,
}

impl LinkUse {
    #[inline]
    fn mark(&mut self, cycle: u64) {
        self.bits = self.shifted(cycle) | 1;
        self.at = cycle;
    }

    /// The link carried a flit in each of `count` cycles, 1 to 63, up to `last`. The order of the calls does not
    /// matter.
    #[inline]
    fn mark_run(&mut self, last: u64, count: u32) {
        let run = (1 << count) - 1;
        if last >= self.at {
            self.bits = self.shifted(last) | run;
            self.at = last;
        } else if let behind @ 0..64 = self.at - last {
            self.bits |= run << behind;
        }
    }

    fn shifted(&self, cycle: u64) -> u64 {
        match cycle - self.at {
            d @ 0..64 => self.bits << d,
            _ => 0,
        }
    }

    /// Number of cycles, of the 64 before `cycle`, in which the link carried a flit.
    pub fn recent(&self, cycle: u64) -> u32 {
        if cycle == 0 { 0 } else { self.shifted(cycle - 1).count_ones() }
    }
}

/// The mesh of routers with its links.
///
/// Routing decisions need one bit per port; `BitPlanes` holds these bits of eight routers in a word, so that a phase visits
/// only ports with something to do. A flit on a link is stored directly in its future FIFO slot, after the last flit:
/// Xon guarantees that the slot is free, so each hop copies a flit once.
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) array: Array,
    pub(super) planes: Vec<BitPlanes>,
    /// By router, in row order over the whole mesh.
    pub(super) ports: Vec<Ports>,
    /// By router and input.
    rings: Vec<Ring>,
    /// Use of the four outgoing links (north, east, south, west) and of the one to the INCC, by router.
    pub link_use: Vec<[LinkUse; PORTS]>,
}

impl Network {
    /// An empty network around an array.
    pub fn new(array: Array) -> Self {
        let n = array.routers();
        Self {
            array,
            planes: vec![BitPlanes::default(); n.div_ceil(ROUTERS)],
            ports: vec![Ports::default(); n],
            rings: vec![Ring::default(); n * PORTS],
            link_use: vec![[LinkUse::default(); PORTS]; n],
        }
    }

    /// Bytes that a network around an array takes.
    pub fn bytes(array: Array) -> usize {
        let router = size_of::<Ports>() + PORTS * (size_of::<Ring>() + size_of::<LinkUse>());
        array.routers() * router + array.routers().div_ceil(ROUTERS) * size_of::<BitPlanes>()
    }

    /// A router, by its index in row order over the whole mesh.
    pub fn router(&self, index: usize) -> Router<'_> {
        Router { network: self, index }
    }

    /// All routers in row order.
    pub fn routers(&self) -> impl ExactSizeIterator<Item = Router<'_>> {
        (0..self.ports.len()).map(|index| self.router(index))
    }

    #[inline]
    pub(super) fn ring(&self, router: usize, input: usize) -> &Ring {
        &self.rings[router * PORTS + input]
    }

    /// Phase *update* of all routers: the inputs take the flits of the links and set Xon or Xoff.
    pub fn update(&mut self, order: &mut impl Order) {
        order.planes(self.ports.len(), |word, mask| self.planes[word].update(mask));
    }

    /// Phase *switching* of all routers.
    pub fn switch(&mut self, order: &mut impl Order) {
        let Self { array, planes, ports, rings, .. } = self;
        order.planes(ports.len(), |word, mask| {
            let group = &mut planes[word];
            let mut asking = group.occupied() & !group.granted & mask;
            while asking != 0 {
                let shift = asking.trailing_zeros() as usize & !7;
                let index = word * ROUTERS + shift / 8;
                let router = &mut ports[index];
                let first = router.first;
                let header = |input: usize| {
                    let flit = rings[index * PORTS + input].at(first[input & 7]);
                    debug_assert!(flit.is_header(), "a packet begins with its header");
                    flit.destination()
                };
                let here = asking >> shift & 0xff;
                let (inputs, outputs) = router.switch(array.router_id(index), here, group.held >> shift & 0xff, header);
                group.granted |= inputs << shift;
                group.held |= outputs << shift;
                asking &= !(0xff << shift);
            }
        });
    }

    /// Phase *comm* of all routers. `memory_xoff`: the memory node's INCC says Xoff.
    pub fn comm<S: Sink<Event>>(&mut self, order: &mut impl Order, cycle: u64, memory_xoff: bool, sink: &mut S) {
        order.planes(self.ports.len(), |word, mask| {
            if wants!(S, kinds::HELD_UP) {
                // Within a router, held-up flits are reported after moving flits, so the routers are handled one by
                // one.
                for shift in (0..64).step_by(8) {
                    let own = mask & 0xff << shift;
                    if self.planes[word].occupied() & own == 0 {
                        continue;
                    }
                    let standing =
                        (self.planes[word].occupied() & own) & !self.comm_of(word, own, cycle, memory_xoff, sink);
                    if standing != 0 {
                        let at = self.array.router_id(word * ROUTERS + shift / 8);
                        emit(sink, cycle, at, EventKind::HeldUp { inputs: (standing >> shift) as u8 });
                    }
                }
            } else {
                self.comm_of(word, mask, cycle, memory_xoff, sink);
            }
        });
    }

    /// Phase *comm* of the routers in `mask`. Returns the inputs whose heads have moved.
    #[inline]
    fn comm_of<S: Sink<Event>>(&mut self, word: usize, mask: u64, cycle: u64, memory_xoff: bool, sink: &mut S) -> u64 {
        let Self { array, planes, ports, rings, link_use } = self;
        // Offsets from a router to its neighbours in row order, by output. A packet is never routed off the mesh.
        let columns = usize::from(array.width) + 1;
        let steps = [columns.wrapping_neg(), 1, columns, 1usize.wrapping_neg(), 0, 0, 0, 0];
        let occupied = planes[word].occupied();
        let (mut moved, mut freed_inputs, mut freed_outputs) = (0, 0, 0);
        for bit in members(planes[word].held & mask) {
            let (shift, output) = (bit & !7, bit & 7);
            let index = word * ROUTERS + shift / 8;
            let input = usize::from(ports[index].holder[output]);
            let input_bit = 1 << (shift + input);
            if occupied & input_bit == 0 {
                continue;
            }
            let to = index.wrapping_add(steps[output]);
            let (next_word, next_bit) = place(to, ENTRIES[output]);
            let xoff = match output {
                INCC => memory_xoff && index == 0,
                _ => planes[next_word].xoff >> next_bit & 1 != 0,
            };
            if xoff {
                continue;
            }
            let first = &mut ports[index].first[input & 7];
            let flit = rings[index * PORTS + input].at(*first);
            *first = first.wrapping_add(1);
            moved |= input_bit;
            if flit.is_tail() {
                freed_inputs |= input_bit;
                freed_outputs |= 1 << bit;
            }
            if output == INCC {
                ports[index].leaving = flit;
                planes[word].leaving |= 1 << bit;
            } else {
                let behind = &mut ports[to].behind[ENTRIES[output]];
                rings[to * PORTS + ENTRIES[output]].put(*behind, flit);
                *behind = behind.wrapping_add(1);
                planes[next_word].arriving |= 1 << next_bit;
            }
            link_use[index][output & 7].mark(cycle);
            if wants!(S, kinds::FLIT) {
                let (flit, from, to) = (flit.flit(), Port::ALL[input], Port::ALL[output]);
                emit(sink, cycle, array.router_id(index), EventKind::FlitMoved { flit, from, to });
            }
        }
        if moved != 0 {
            let group = &mut planes[word];
            group.remove(moved);
            group.granted &= !freed_inputs;
            group.held &= !freed_outputs;
        }
        moved
    }

    /// Calls `visit` for each router in which flits wait or a packet holds an output, with the reason why it made no progress
    /// in this cycle, if it did not.
    pub(crate) fn each_waiting(&self, mut visit: impl FnMut(usize, Stall)) {
        for (word, group) in self.planes.iter().enumerate() {
            let mut left = group.occupied() | group.held;
            while left != 0 {
                let shift = left.trailing_zeros() as usize & !7;
                left &= !(0xff << shift);
                let index = word * ROUTERS + shift / 8;
                visit(index, self.router(index).stall());
            }
        }
    }

    /// Phase *comm* of an INCC: moves its output buffer onto the link to its router if that said Xon.
    #[inline]
    pub fn inject<S: Sink<Event>>(&mut self, index: usize, out: &mut Option<PackedFlit>, cycle: u64, sink: &mut S) {
        let Some(flit) = *out else { return };
        if self.takes_in(index) {
            if wants!(S, kinds::FLIT) {
                emit(sink, cycle, self.array.router_id(index), EventKind::FlitEntered { flit: flit.flit() });
            }
            self.put(index, Port::Incc, flit);
            *out = None;
        }
    }

    /// True if a router says Xon to its INCC.
    #[inline]
    pub(crate) fn takes_in(&self, index: usize) -> bool {
        let (word, bit) = planes::incc(index);
        self.planes[word].xoff & bit == 0
    }

    /// The flit that reaches the INCC of a router's node in this *update*.
    #[inline]
    pub fn deliver(&mut self, index: usize) -> Option<PackedFlit> {
        let (word, bit) = planes::incc(index);
        let leaves = self.planes[word].leaving & bit != 0;
        self.planes[word].leaving &= !bit;
        leaves.then(|| self.ports[index].leaving)
    }

    /// Routers whose link to the INCC carries a flit.
    #[inline]
    pub fn leaving(&self) -> impl Iterator<Item = usize> {
        let words = self.planes.iter().enumerate().filter(|(_, group)| group.leaving != 0);
        words.flat_map(|(word, group)| members(group.leaving).map(move |bit| word * ROUTERS + bit / 8))
    }

    /// True if the link from a router to its INCC carries a flit.
    #[inline]
    pub fn leaves(&self, index: usize) -> bool {
        let (word, bit) = planes::incc(index);
        self.planes[word].leaving & bit != 0
    }

    /// All flits that reach INCCs in this *update*, with the index of their router.
    pub fn deliver_all(&mut self, mut take: impl FnMut(usize, Flit)) {
        for (word, group) in self.planes.iter_mut().enumerate() {
            for bit in members(core::mem::take(&mut group.leaving)) {
                let index = word * ROUTERS + bit / 8;
                take(index, self.ports[index].leaving.flit());
            }
        }
    }

    /// Puts a flit onto the link into an input of a router; it arrives there in the next *update*. There are no checks
    /// that the input says Xon, that the link is free, or that packets are complete: a caller that drives a network
    /// alone must ensure this.
    pub fn place(&mut self, index: usize, port: Port, flit: Flit) {
        self.put(index, port, PackedFlit::new(flit));
    }

    /// As [`Network::place`], for a flit that is packed already.
    #[inline]
    pub(crate) fn put(&mut self, index: usize, port: Port, flit: PackedFlit) {
        let input = port as usize;
        let (word, bit) = place(index, input);
        let behind = &mut self.ports[index].behind[input];
        self.rings[index * PORTS + input].put(*behind, flit);
        *behind = behind.wrapping_add(1);
        self.planes[word].arriving |= 1 << bit;
    }

    /// Puts a flit onto the link from a router to its INCC.
    #[inline]
    pub(crate) fn leave(&mut self, index: usize, flit: PackedFlit) {
        let (word, bit) = planes::incc(index);
        self.ports[index].leaving = flit;
        self.planes[word].leaving |= bit;
    }

    /// An output, granted to an input for a packet, has carried `flits` flits of it, one in each cycle up to `last`.
    #[inline]
    pub(crate) fn carried(&mut self, index: usize, input: usize, output: usize, last: u64, flits: u32) {
        let winner = self.ports[index].arbiters[output & 7].grant(1 << input);
        debug_assert_eq!(winner, Some(input as u8), "the only one that asks");
        self.link_use[index][output].mark_run(last, flits);
    }

    /// A packet of an input keeps an output.
    pub(crate) fn hold(&mut self, index: usize, input: usize, output: usize) {
        let (word, shift) = place(index, 0);
        self.ports[index].holder[output & 7] = input as u8;
        self.planes[word].granted |= 1 << (shift + input);
        self.planes[word].held |= 1 << (shift + output);
    }

    /// True if no flit is in a router or on a link between two of them. (There may be some on the links to INCCs.)
    #[inline]
    pub(crate) fn is_still(&self) -> bool {
        self.planes.iter().all(BitPlanes::is_still)
    }

    /// All flits in the routers and on the links between them.
    pub(crate) fn flits(&self) -> impl Iterator<Item = Flit> {
        let busy = self.planes.iter().enumerate().filter(|(_, planes)| !planes.is_still());
        let routers = busy.flat_map(|(word, _)| word * ROUTERS..(word + 1) * ROUTERS);
        routers.take_while(move |index| *index < self.ports.len()).flat_map(move |index| self.inside(index))
    }

    /// All flits in and before the inputs of a router, with the lengths of its FIFOs taken from the bit planes.
    fn inside(&self, index: usize) -> impl Iterator<Item = Flit> {
        let router = self.router(index);
        (0..PORTS).flat_map(move |input| router.flits(input).chain(router.on_link(input)))
    }
}

/// Unused places of rings are ignored, and so is the position of a flit in its ring: equal networks behave equally.
impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        let routers = || self.routers().zip(other.routers());
        self.array == other.array
            && self.planes == other.planes
            && self.link_use == other.link_use
            && routers().all(|(a, b)| {
                a.to_incc() == b.to_incc()
                    && (0..PORTS).all(|port| a.holder(port) == b.holder(port) && a.arbiter(port) == b.arbiter(port))
                    && self.inside(a.index).eq(other.inside(b.index))
            })
    }
}

impl Eq for Network {}

impl Hash for Network {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.array.hash(state);
        self.planes.hash(state);
        self.link_use.hash(state);
        for router in self.routers() {
            router.to_incc().hash(state);
            for port in 0..PORTS {
                router.holder(port).hash(state);
                router.arbiter(port).hash(state);
            }
            self.inside(router.index).for_each(|flit| flit.hash(state));
        }
    }
}

const INCC: usize = Port::Incc as usize;

/// By output: the input of the neighbour that its link leads to. (Eight places, so a three-bit index needs no check.)
pub(crate) const ENTRIES: [usize; 8] = {
    let mut entries = [INCC; 8];
    let mut output = 0;
    while output < PORTS {
        entries[output] = Port::ALL[output].opposite() as usize;
        output += 1;
    }
    entries
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::InOrder;
    use mcore_base::{NodeId, Null};
    use mcore_net::{FlitKind, PacketTag};

    const AT: NodeId = NodeId::new(2, 1);

    fn flit(kind: FlitKind, tail: bool, number: u32) -> Flit {
        // Its destination is east of the router.
        Flit { word: 0x0301, kind, tail, last: false, tag: PacketTag { source: NodeId::new(1, 1), number } }
    }

    fn network() -> (Network, usize) {
        let array = Array::new(3, 1);
        (Network::new(array), array.router(AT))
    }

    /// Simulates one cycle; returns the flit that is then on the link to the east.
    fn cycle(n: &mut Network) -> Option<Flit> {
        n.update(&mut InOrder);
        n.switch(&mut InOrder);
        n.comm(&mut InOrder, 0, false, &mut Null);
        n.router(n.array.router(NodeId::new(3, 1))).on_link(Port::West as usize)
    }

    /// Section 6: a packet keeps its output from header to tail, and the output is granted again one cycle later.
    #[test]
    fn an_output_stays_with_its_packet_from_header_to_tail() {
        let (mut n, at) = network();
        n.place(at, Port::West, flit(FlitKind::Header, false, 0));
        n.place(at, Port::Incc, flit(FlitKind::Header, false, 1));
        assert_eq!(cycle(&mut n).map(|f| f.tag.number), Some(0));
        assert_eq!(n.router(at).holder(Port::East as usize), Some(Port::West as usize));
        assert_eq!(cycle(&mut n), None, "waits for its own packet although another one is there");
        n.place(at, Port::West, flit(FlitKind::Data, true, 0));
        assert_eq!(cycle(&mut n).map(|f| (f.tag.number, f.tail)), Some((0, true)));
        assert_eq!(n.router(at).holder(Port::East as usize), None);
        assert_eq!(cycle(&mut n).map(|f| f.tag.number), Some(1));
    }

    /// Section 6: each input says Xon if it holds at most three flits, Xoff if it holds four.
    #[test]
    fn xoff_is_told_when_four_flits_wait() {
        let (mut n, at) = network();
        for number in 0..4 {
            assert!(!n.router(at).xoff(Port::West as usize));
            n.place(at, Port::West, flit(FlitKind::Header, false, number));
            n.update(&mut InOrder);
        }
        assert!(n.router(at).xoff(Port::West as usize) && !n.router(at).xoff(Port::East as usize));
        assert_eq!(n.router(at).flits(Port::West as usize).map(|f| f.tag.number).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    /// The position of a flit in its ring, and older contents of the ring, are not part of the state.
    #[test]
    fn equal_contents_compare_equal() {
        let digest = |n: &Network| {
            let mut hasher = twox_hash::XxHash64::with_seed(0);
            n.hash(&mut hasher);
            hasher.finish()
        };
        let ((mut used, at), (mut fresh, _)) = (network(), network());
        let last = used.array.router(NodeId::new(3, 1));
        for _ in 0..5 {
            used.place(at, Port::Incc, flit(FlitKind::Header, true, 1));
            for _ in 0..3 {
                cycle(&mut used);
                used.deliver(last);
            }
        }
        used.link_use.clone_from(&fresh.link_use);
        // The arbiter of the last router points past its west input; that of the first is back at its start.
        used.ports[last].arbiters = fresh.ports[last].arbiters;
        assert_eq!((&used, digest(&used)), (&fresh, digest(&fresh)));
        used.place(at, Port::North, flit(FlitKind::Header, false, 3));
        assert_ne!(used, fresh);
        assert_ne!(digest(&used), digest(&fresh));
        fresh.place(at, Port::North, flit(FlitKind::Header, false, 3));
        assert_eq!((&used, digest(&used)), (&fresh, digest(&fresh)));
        used.update(&mut InOrder);
        assert_ne!(used, fresh, "on the link is not in the FIFO");
    }
}
