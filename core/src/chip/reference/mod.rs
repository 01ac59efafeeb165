//! A second model of the chip's communication, written from the manual (`README`, `ARCHITECTURE.md` and the definition of
//! the chip behind them) and not from the simulator: queues are `VecDeque`s, links are a map, every place is looked at in
//! every cycle. It is slow and plain on purpose; the simulator has to agree with it in each cycle.
//!
//! Taken from the simulator are only plain records: what a flit and a command consist of.

use crate::chip::parts::Command;
use crate::net::{Flit, FlitKind, PacketTag};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

/// Places on the mesh: column and row.
pub type Place = (u8, u8);

/// Ports in the manual's order; the inputs and the outputs of a router are numbered alike.
pub const NORTH: usize = 0;
pub const EAST: usize = 1;
pub const SOUTH: usize = 2;
pub const WEST: usize = 3;
pub const INCC: usize = 4;

/// One router.
#[derive(Clone, Debug, Default)]
pub struct Router {
    pub fifo: [VecDeque<Flit>; 5],
    /// For each output the input whose packet it stays with.
    pub holder: [Option<usize>; 5],
    /// For each output the input that is asked first.
    pub pointer: [usize; 5],
    pub xoff: [bool; 5],
}

/// Routers and links.
#[derive(Clone, Debug)]
pub struct Network {
    pub routers: BTreeMap<Place, Router>,
    /// What is on the way into an input of a router, by router and input.
    pub to_router: BTreeMap<(Place, usize), Flit>,
    /// What is on the way from a router to its INCC.
    pub to_incc: BTreeMap<Place, Flit>,
}

fn place_of(word: u32) -> Place {
    ((word >> 8) as u8, word as u8)
}

/// X first, then Y.
fn output_for(at: Place, to: Place) -> usize {
    match () {
        () if to.0 > at.0 => EAST,
        () if to.0 < at.0 => WEST,
        () if to.1 > at.1 => SOUTH,
        () if to.1 < at.1 => NORTH,
        () => INCC,
    }
}

impl Network {
    /// Routers at (0,0) to (m,n).
    pub fn new(m: u8, n: u8) -> Self {
        let places = (0..=n).flat_map(|y| (0..=m).map(move |x| (x, y)));
        Self {
            routers: places.map(|p| (p, Router::default())).collect(),
            to_router: BTreeMap::new(),
            to_incc: BTreeMap::new(),
        }
    }

    /// Flits in input FIFOs and on links.
    pub fn flits(&self) -> usize {
        let in_fifos: usize = self.routers.values().flat_map(|r| &r.fifo).map(VecDeque::len).sum();
        in_fifos + self.to_router.len() + self.to_incc.len()
    }

    /// Every flit that a link carried is appended; then each input says Xon or Xoff. What goes to INCCs is given back.
    pub fn update(&mut self) -> BTreeMap<Place, Flit> {
        for ((at, input), flit) in core::mem::take(&mut self.to_router) {
            let fifo = &mut self.routers.get_mut(&at).expect("a router").fifo[input];
            fifo.push_back(flit);
            assert!(fifo.len() <= 4, "a flit was sent against Xoff");
        }
        for router in self.routers.values_mut() {
            for input in 0..5 {
                router.xoff[input] = router.fifo[input].len() == 4;
            }
        }
        core::mem::take(&mut self.to_incc)
    }

    /// Outputs that no packet holds go to the first requester at or after the pointer.
    pub fn switching(&mut self) {
        for (at, router) in &mut self.routers {
            for output in 0..5 {
                if router.holder[output].is_some() {
                    continue;
                }
                for step in 0..5 {
                    let input = (router.pointer[output] + step) % 5;
                    let asks = router.fifo[input].front().is_some_and(|flit| {
                        flit.kind == FlitKind::Header && output_for(*at, place_of(flit.word)) == output
                    });
                    if asks {
                        router.holder[output] = Some(input);
                        router.pointer[output] = (input + 1) % 5;
                        break;
                    }
                }
            }
        }
    }

    /// Held outputs move one flit if the neighbour said Xon; a tail frees its output. `memory_xoff`: what the memory
    /// node's INCC says.
    pub fn comm(&mut self, memory_xoff: bool) {
        let said: BTreeMap<Place, [bool; 5]> = self.routers.iter().map(|(at, r)| (*at, r.xoff)).collect();
        for (at, router) in &mut self.routers {
            for output in 0..5 {
                let Some(input) = router.holder[output] else { continue };
                let (x, y) = *at;
                let (next, entry) = match output {
                    NORTH => ((x, y - 1), SOUTH),
                    EAST => ((x + 1, y), WEST),
                    SOUTH => ((x, y + 1), NORTH),
                    WEST => ((x - 1, y), EAST),
                    _ => (*at, INCC),
                };
                let xoff = if output == INCC { *at == (0, 0) && memory_xoff } else { said[&next][entry] };
                if xoff {
                    continue;
                }
                let Some(flit) = router.fifo[input].pop_front() else { continue };
                if flit.tail {
                    router.holder[output] = None;
                }
                let before = match output {
                    INCC => self.to_incc.insert(*at, flit),
                    _ => self.to_router.insert((next, entry), flit),
                };
                assert!(before.is_none(), "a link carries one flit a cycle");
            }
        }
    }

    /// An INCC's output buffer moves into port 4 of its router in the same way.
    pub fn inject(&mut self, at: Place, out: &mut Option<Flit>) {
        if !self.routers[&at].xoff[INCC]
            && let Some(flit) = out.take()
        {
            self.to_router.insert((at, INCC), flit);
        }
    }
}

/// What the next flits of a command will be.
#[derive(Clone, Copy, Debug)]
enum Plan {
    Word(FlitKind, u32),
    Read(u64),
}

/// A command cut into packets.
fn plan(command: &Command) -> VecDeque<(Plan, bool)> {
    let to_memory = command.dst.x == 0 && command.dst.y == 0;
    let most = if to_memory { 6 } else { 7 };
    let mut flits = VecDeque::new();
    let mut word = 0;
    while word < command.words {
        let here = most.min(command.words - word);
        let address = command.remote.wrapping_add((i64::from(command.remote_stride) * i64::from(word)) as u64);
        flits.push_back((Plan::Word(FlitKind::Header, command.dst.to_word()), false));
        flits.push_back((Plan::Word(FlitKind::Address, address as u32), false));
        if to_memory {
            flits.push_back((Plan::Word(FlitKind::Address, (address >> 32) as u32), false));
        }
        flits.push_back((Plan::Word(FlitKind::Stride, command.remote_stride as u32), false));
        for k in 0..here {
            let from = command.local.wrapping_add((i64::from(command.local_stride) * i64::from(word + k)) as u64);
            flits.push_back((Plan::Read(from), k + 1 == here));
        }
        word += here;
    }
    flits
}

/// The packet that is being taken in: the flits of it so far.
type Packet = Vec<Flit>;

/// Address of the data word that comes next, from the packet's flits so far.
fn next_address(packet: &Packet) -> u64 {
    let of = |kind| packet.iter().filter(move |f| f.kind == kind);
    let address = of(FlitKind::Address).rev().fold(0u64, |sum, f| sum << 32 | u64::from(f.word));
    let stride = of(FlitKind::Stride).map(|f| f.word as i32).next_back().expect("a stride comes first");
    let done = of(FlitKind::Data).count() as i64;
    address.wrapping_add((i64::from(stride) * done) as u64)
}

/// A compute node: node memory by word address, and the INCC.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub memory: Vec<u32>,
    /// The command stored in this cycle.
    pub stored: Option<Command>,
    pub interface: Option<Command>,
    current: VecDeque<(Plan, bool)>,
    pub out: Option<Flit>,
    pub input: Option<Flit>,
    packet: Packet,
    packets: u32,
}

impl Node {
    /// True if a command is being sent.
    pub fn is_sending(&self) -> bool {
        !self.current.is_empty()
    }

    fn update(&mut self, at: Place, arrived: Option<Flit>) {
        // What arrived in the last cycle is written now. The manual leaves open whether a word that the INCC reads in the
        // same cycle is the old or the new one; the machine's answer is: the new one.
        if let Some(flit) = self.input.take() {
            if flit.kind == FlitKind::Data {
                let address = next_address(&self.packet);
                let words = self.memory.len();
                self.memory[address as usize / 4 % words] = flit.word;
            }
            self.packet.push(flit);
            if flit.tail {
                self.packet.clear();
            }
        }
        self.input = arrived;
        if self.out.is_none()
            && let Some((what, tail)) = self.current.pop_front()
        {
            let (kind, word) = match what {
                Plan::Word(kind, word) => (kind, word),
                Plan::Read(address) => (FlitKind::Data, self.memory[address as usize / 4]),
            };
            let tag = PacketTag { source: crate::base::NodeId::new(at.0, at.1), number: self.packets };
            self.packets += u32::from(tail);
            self.out = Some(Flit { word, kind, tail, last: tail && self.current.is_empty(), tag });
        }
        // A command goes one register further each cycle: interface, current command.
        if self.current.is_empty()
            && let Some(command) = self.interface.take()
        {
            self.current = plan(&command);
        }
        if self.interface.is_none() {
            self.interface = self.stored.take();
        }
    }
}

/// Cycles to copy a page.
const PAGE_CYCLES: u32 = 40;
/// Where the request buffer begins.
const REQUESTS: u64 = 0xffff_ffff_ffc0_0000;

/// The memory node.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub words: BTreeMap<u64, u32>,
    page: Option<u64>,
    dirty: bool,
    /// A page that is being copied, and cycles to go.
    copying: Option<(u64, u32)>,
    pub input: VecDeque<Flit>,
    packet: Packet,
    pub out: Option<Flit>,
    slots: BTreeMap<u64, [u32; 8]>,
    /// Answers that wait, in order of arrival: what to send, and the word if it is a flag. A request for nothing takes its
    /// turn too (`None`), which the manual leaves open.
    pub answers: VecDeque<Option<(Command, Option<u32>)>>,
    current: VecDeque<(Plan, bool)>,
    flag: Option<u32>,
    packets: u32,
}

impl Memory {
    fn update(&mut self, m: u8, arrived: Option<Flit>) {
        if let Some((page, left)) = self.copying {
            self.copying = (left > 1).then_some((page, left - 1));
            if left == 1 {
                (self.page, self.dirty) = (Some(page), false);
            }
        }
        // Pages that each side used in this cycle, and pages that it missed.
        let (mut used, mut missed) = (false, Vec::new());
        let mut access = |memory: &mut Self, address: u64| {
            let page = address >> 12;
            let hit = memory.copying.is_none() && memory.page == Some(page);
            used |= hit;
            if !hit {
                missed.push(page);
            }
            hit
        };
        if let Some(flit) = self.input.front().copied() {
            let mut taken = true;
            if flit.kind == FlitKind::Data {
                let address = next_address(&self.packet);
                if address >= REQUESTS {
                    let slot = self.slots.entry((address - REQUESTS) / 32).or_default();
                    slot[(address - REQUESTS) as usize / 4 % 8] = flit.word;
                    if (address - REQUESTS) / 4 % 8 == 7 {
                        self.request(m, (address - REQUESTS) / 32);
                    }
                } else {
                    taken = access(self, address);
                    if taken {
                        self.dirty = true;
                        self.words.insert(address, flit.word);
                    }
                }
            }
            if taken {
                self.input.pop_front();
                self.packet.push(flit);
                if flit.tail {
                    self.packet.clear();
                }
            }
        }
        self.input.extend(arrived);
        assert!(self.input.len() <= 4, "a flit was sent against Xoff");
        if self.out.is_none()
            && let Some((what, tail)) = self.current.front().copied()
        {
            let flit = match (what, self.flag) {
                (Plan::Word(kind, word), _) => Some((kind, word)),
                (Plan::Read(_), Some(flag)) => Some((FlitKind::Data, flag)),
                (Plan::Read(address), None) => access(self, address)
                    .then(|| (FlitKind::Data, self.words.get(&address).copied().unwrap_or_default())),
            };
            if let Some((kind, word)) = flit {
                self.current.pop_front();
                let tag = PacketTag { source: crate::base::NodeId::new(0, 0), number: self.packets };
                self.packets += u32::from(tail);
                self.out = Some(Flit { word, kind, tail, last: tail && self.current.is_empty(), tag });
            }
        }
        if self.current.is_empty()
            && let Some(Some((command, flag))) = self.answers.pop_front()
        {
            (self.current, self.flag) = (plan(&command), flag);
        }
        // A page is changed for who missed, if nobody uses it now; a dirty one is written back first.
        if self.copying.is_none()
            && !used
            && let Some(page) = missed.first()
        {
            self.copying = Some((*page, if self.dirty { 2 * PAGE_CYCLES } else { PAGE_CYCLES }));
        }
    }

    fn request(&mut self, m: u8, rank: u64) {
        let [to, low, high, from_stride, to_stride, flag_to, flag_value, size] = self.slots[&rank];
        let stride = |word: u32| if word == 0 { 4 } else { word as i32 };
        let dst = crate::base::NodeId::new((rank % u64::from(m)) as u8 + 1, (rank / u64::from(m)) as u8 + 1);
        if size > 0 {
            let command = Command {
                dst,
                local: u64::from(high) << 32 | u64::from(low),
                remote: u64::from(to),
                local_stride: stride(from_stride),
                remote_stride: stride(to_stride),
                words: size / 4,
            };
            self.answers.push_back(Some((command, None)));
        }
        if flag_to != 0 {
            let flag =
                Command { dst, local: 0, remote: u64::from(flag_to), local_stride: 4, remote_stride: 4, words: 1 };
            self.answers.push_back(Some((flag, Some(flag_value))));
        }
        if size == 0 && flag_to == 0 {
            self.answers.push_back(None);
        }
    }
}

/// All that communicates on a chip. The cores are elsewhere: they store commands.
#[derive(Clone, Debug)]
pub struct Chip {
    m: u8,
    pub network: Network,
    pub nodes: BTreeMap<Place, Node>,
    pub memory: Memory,
}

impl Chip {
    /// A chip with M x N compute nodes.
    pub fn new(m: u8, n: u8) -> Self {
        let places = (1..=n).flat_map(|y| (1..=m).map(move |x| (x, y)));
        Self {
            m,
            network: Network::new(m, n),
            nodes: places.map(|p| (p, Node::default())).collect(),
            memory: Memory::default(),
        }
    }

    /// One cycle after the cores' instructions.
    pub fn cycle(&mut self) {
        let arrived = self.network.update();
        for (at, node) in &mut self.nodes {
            node.update(*at, arrived.get(at).copied());
        }
        self.memory.update(self.m, arrived.get(&(0, 0)).copied());
        self.network.switching();
        for (at, node) in &mut self.nodes {
            self.network.inject(*at, &mut node.out);
        }
        self.network.inject((0, 0), &mut self.memory.out);
        self.network.comm(self.memory.input.len() == 4);
    }
}
