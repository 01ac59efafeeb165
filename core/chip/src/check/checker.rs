//! Takes in the events of a run and reports likely bugs.

use super::calls::{Broken, Calls};
use super::code::Code;
use super::findings::{Findings, Kind, Origin, Site, Touch, Use};
use super::flow::{FLOAT, Flow, Set, members};
use super::limits::{CYCLES, Incomplete, NODES, ORIGINS};
use super::order::Knowledge;
use super::repeats::{Executed, Repeats};
use super::requests::Requests;
use super::role::Role;
use super::shadow::{Access, Budget, MainShadow, NodeShadow, ReadBy, WHOLE, Word, Writer};
use super::transfers::{Request, Slots, Transfer, Transfers, Undefined};
use super::types::Types;
use super::values::{Source, Values};
use crate::files::call::is_of_files;
use crate::{Command, Event, EventKind, Machine, Mpi, REQUEST_BASE, SLOT_BYTES, kinds, reg};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use mcore_base::{Array, Cycle, Kinded as _, NodeId, Sink};
use mcore_cpu::isa::{Class, Instr, Op, exec, row};
use mcore_cpu::mem::REGISTER_PAGE;
use mcore_net::PacketTag;

/// The state kept per compute node.
struct Node {
    id: NodeId,
    image: u32,
    values: Values,
    calls: Calls,
    known: Knowledge,
    transfers: Transfers,
    shadow: NodeShadow,
    /// Words into which an unset value has been stored: their unset bits, and where these came from.
    origins: BTreeMap<u32, Stored>,
    /// The last instruction.
    last: Site,
    /// First address of the string that is being printed.
    string: Option<u32>,
    repeats: Repeats,
}

/// A word with unset bits that has been stored.
#[derive(Clone, Copy)]
struct Stored {
    bits: u32,
    source: Source,
}

/// The state kept for the memory node. Its number as a source of DMAs is the number of compute nodes.
struct Memory {
    transfers: Transfers,
    shadow: MainShadow,
    slots: Slots,
    requests: VecDeque<Request>,
}

/// Follows a run from cycle 0.
pub struct Checker {
    array: Array,
    /// Bytes of node memory.
    size: u32,
    codes: Vec<Code>,
    nodes: Vec<Node>,
    memory: Memory,
    budget: Budget,
    findings: Findings,
    incomplete: Option<Incomplete>,
    /// For programs with MPI.
    types: Option<Types>,
    requests: Requests,
    /// Iterations of polling loops that change nothing are not followed.
    skips: bool,
    skipped: u64,
}

impl Checker {
    /// A checker for the run of a machine that is at cycle 0. Data placed in its memories outside the segments of their
    /// programs must be reported with [`Checker::placed`].
    pub fn new(machine: &Machine) -> Self {
        let spec = machine.spec();
        let nodes = spec.array.nodes();
        let checked = if nodes > NODES { 0 } else { nodes };
        let mut codes: Vec<Option<Code>> = Vec::new();
        for rank in 0..checked {
            let image = machine.state.nodes[rank].image as usize;
            if codes.len() <= image {
                codes.resize_with(image + 1, || None);
            }
            codes[image].get_or_insert_with(|| Code::new(machine.image(rank)));
        }
        // The code of an image that no node runs is never used, so any code can fill its slot.
        let codes = (0..codes.len()).map(|i| codes[i].take().unwrap_or_else(|| Code::new(machine.image(0)))).collect();
        let node = |rank: usize| {
            let id = spec.array.node(rank);
            Node {
                id,
                image: machine.state.nodes[rank].image,
                values: Values::new(spec.stack_top()),
                calls: Calls::default(),
                known: Knowledge::default(),
                transfers: Transfers::default(),
                shadow: NodeShadow::new(spec.node_memory),
                origins: BTreeMap::new(),
                last: Site { node: id, pc: 0, cycle: 0 },
                string: None,
                repeats: Repeats::default(),
            }
        };
        Self {
            array: spec.array,
            size: spec.node_memory,
            codes,
            nodes: (0..checked).map(node).collect(),
            memory: Memory {
                transfers: Transfers::keeping(16 + 4 * checked),
                shadow: MainShadow::default(),
                slots: Slots::default(),
                requests: VecDeque::new(),
            },
            budget: Budget::default(),
            findings: Findings::default(),
            incomplete: (nodes > NODES).then_some(Incomplete::TooManyNodes),
            types: if checked == 0 { None } else { Types::new(machine) },
            requests: Requests::new(checked),
            skips: true,
            skipped: 0,
        }
    }

    /// Follows every iteration of polling loops from now on, also those that change nothing. The findings are the same.
    pub fn follow_every_iteration(&mut self) {
        self.skips = false;
    }

    /// The number of instructions of polling loops that have not been followed, because their effects were known.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Words have been placed in a node's memory before the run.
    pub fn placed(&mut self, rank: usize, addr: u32, words: u32) {
        let wrap = self.size - 1;
        for i in 0..words {
            if let Some(word) = self.word(rank as u32, addr.wrapping_add(4 * i) & wrap & !3) {
                word.defined = WHOLE;
            }
        }
    }

    /// Looks at the memories of the machine after each cycle.
    #[inline]
    pub fn look(&mut self, machine: &Machine) {
        let (array, nodes, findings) = (self.array, &self.nodes, &mut self.findings);
        self.requests.look(machine, |(kind, at, other)| {
            findings.note(kind, at, Some(other), |id| array.rank(id).map_or(0, |rank| nodes[rank].image));
        });
    }

    /// The findings so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Why the check has not followed the whole run, if it has not.
    pub fn incomplete(&self) -> Option<Incomplete> {
        self.incomplete
    }

    fn note(&mut self, kind: Kind, at: Site, other: Option<Site>) {
        let (array, nodes) = (self.array, &self.nodes);
        self.findings.note(kind, at, other, |id| array.rank(id).map_or(0, |rank| nodes[rank].image));
    }

    /// The number of compute nodes, which is the number of the memory node as a source.
    fn memory_source(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The shadow of a word of a node's memory.
    fn word(&mut self, rank: u32, offset: u32) -> Option<&mut Word> {
        let node = self.nodes.get_mut(rank as usize)?;
        let program = &self.codes.get(node.image as usize)?.program;
        let found = node.shadow.word(offset, program, &mut self.budget);
        if found.is_none() && self.budget.is_spent() {
            self.incomplete = Some(Incomplete::TooMuchMemory);
        }
        found
    }

    fn main_word(&mut self, addr: u64) -> Option<&mut Word> {
        let found = self.memory.shadow.word(addr, &mut self.budget);
        if found.is_none() {
            self.incomplete = Some(Incomplete::TooMuchMemory);
        }
        found
    }

    /// Where an access to a word of a node's memory was made. An answer of the memory node was requested by the node
    /// itself.
    fn site(&self, rank: u32, by: Writer, access: Access) -> Site {
        let source = match by {
            Writer::Dma(source) if source < self.memory_source() => source,
            _ => rank,
        };
        let node = self.nodes.get(source as usize).map_or(NodeId::MEMORY, |n| n.id);
        Site { node, pc: access.pc, cycle: access.cycle.into() }
    }

    /// The core sees a word that a DMA of that source wrote.
    fn see(&mut self, rank: u32, source: u32, dma: u32) {
        if self.nodes[rank as usize].known.has_seen(source) >= dma {
            return;
        }
        let memory = self.memory_source();
        let transfers = match self.nodes.get(source as usize) {
            Some(node) => &node.transfers,
            None => &self.memory.transfers,
        };
        let sender = transfers.numbered(dma).map(|t| (t.clock.clone(), t.own));
        let asked = sender.as_ref().filter(|_| source == memory).map(|(_, own)| *own);
        let known = &mut self.nodes[rank as usize].known;
        known.see(source, dma, sender);
        if let Some((rank, epoch)) = asked {
            // The request arrived after everything that its node had sent to main memory before it.
            known.clock.raise(memory + rank, epoch);
        }
    }
}

impl Node {
    /// The site to report for an instruction: inside the library it is the call, because the caller is wrong, not the
    /// library.
    fn meant(&self, code: &Code, at: Site) -> Site {
        let call = self.calls.current().filter(|_| code.is_library(at.pc));
        Site { pc: call.map_or(at.pc, |call| call.pc), ..at }
    }
}

// Instructions.
impl Checker {
    /// An instruction of a program with MPI: for the types of messages, and the buffers of operations that are open.
    fn follow_mpi(&mut self, rank: u32, raw: Site, done: &Executed) {
        let instr = &done.instr;
        let (Some(types), Some(node)) = (&mut self.types, self.nodes.get(rank as usize)) else { return };
        let code = &self.codes[node.image as usize];
        let requests = &mut self.requests;
        if code.is_own(raw.pc) {
            requests.own(rank, raw);
        }
        let class = row(instr.op).class;
        if matches!(class, Class::Load | Class::Store) && done.addr < REGISTER_PAGE && !requests.is_quiet(rank) {
            let touch = if class == Class::Load { Touch::Read } else { Touch::Write };
            let library = code.is_library(raw.pc);
            let site = if library { node.calls.own(code) } else { Some(raw) };
            if let Some(site) = site {
                // Functions of the library may read whole words around the bytes that they need.
                let whole = library && touch == Touch::Read;
                requests.used(rank, bytes_of(instr, done.addr), touch, site, whole);
            }
        }
        if let (Some(function), Some(site)) = (code.begins(raw.pc), node.calls.current()) {
            if !code.is_library(site.pc) {
                types.called(rank, function, &node.values.general, site, |bytes, writes| {
                    let touch = if writes { Touch::CallWrites } else { Touch::CallReads };
                    requests.used(rank, bytes, touch, site, false);
                });
            }
        } else if instr.op == Op::Sw && !code.is_library(raw.pc) {
            types.stored(rank, done.addr, node.values.general[instr.rt as usize & 31]);
        }
    }

    /// An instruction trapped, perhaps because of a value that was never written.
    fn trapped(&mut self, rank: u32, raw: Site) {
        let Some(node) = self.nodes.get(rank as usize) else { return };
        let code = &self.codes[node.image as usize];
        let Some(instr) = code.instr(raw.pc) else { return };
        let flow = code.flow(raw.pc, &instr);
        let general = &node.values.general;
        let addr = general[instr.rs as usize & 31].wrapping_add(instr.imm);
        let site = node.meant(code, raw);
        self.look_at_uses(rank, site, &instr, flow, addr);
    }

    /// An instruction that only computes, with values that have all been written: the new value of its register is all that
    /// changes. False if the instruction is of another kind.
    #[inline]
    fn computed(&mut self, rank: u32, raw: Site, done: &Executed) -> bool {
        let Some(node) = self.nodes.get_mut(rank as usize) else { return true };
        let Some((registers, own)) = self.codes[node.image as usize].computes(raw.pc, &done.instr) else {
            return false;
        };
        if node.values.unset & registers != 0 || node.calls.is_jumping() {
            return false;
        }
        if done.target != 0 {
            node.values.general[done.target as usize & 31] = done.value;
        }
        if own && self.types.is_some() {
            self.requests.own(rank, raw);
        }
        true
    }

    /// A core has executed an instruction; `polling`: of a polling loop.
    fn retired(&mut self, rank: u32, id: NodeId, cycle: Cycle, done: &Executed, polling: bool) {
        let (raw, instr) = (Site { node: id, pc: done.pc, cycle }, &done.instr);
        if self.computed(rank, raw, done) {
            return;
        }
        self.follow_mpi(rank, raw, done);
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        let code = &mut self.codes[node.image as usize];
        let (class, flow) = (row(instr.op).class, code.flow(raw.pc, instr));
        let role = match polling {
            true => Role::Wait,
            false if class == Class::Load => code.role(raw.pc),
            false => Role::Data,
        };
        let site = node.meant(code, raw);
        node.last = site;
        if node.values.unset & flow.reads != 0 || instr.op == Op::Syscall {
            self.look_at_uses(rank, site, instr, flow, done.addr);
        }
        let node = &mut self.nodes[rank as usize];
        let values = &mut node.values;
        match class {
            Class::Load => self.load(rank, site, instr, flow, (done.addr, role)),
            Class::Store => self.store(rank, site, flow, done),
            _ if values.unset & (flow.reads | flow.writes) != 0 => {
                values.propagate(instr, flow, done.target != 0, site, node.calls.current());
            }
            _ => {}
        }
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        let number = (instr.op == Op::Syscall).then_some(node.values.general[2]);
        if done.target != 0 {
            node.values.general[done.target as usize & 31] = done.value;
            if done.target == 31 && !instr.op.is_branch() {
                node.calls.ra_written();
            }
        }
        let results: &[usize] = match number {
            Some(30) => &[4, 5],
            Some(64) => &[2],
            Some(number) if is_of_files(number) => &[2, 3],
            _ => &[],
        };
        results.iter().for_each(|register| node.values.set(*register, 0, None));
        let mut broken: Option<Vec<Broken>> = None;
        node.calls.retired(raw, instr, &node.values.general, |b| broken.get_or_insert_default().push(b));
        for broken in broken.into_iter().flatten() {
            match broken {
                Broken::Register { register, before, after, at, call } => {
                    self.note(Kind::NotRestored { register, before, after }, at, Some(call));
                }
                Broken::Lost { at, call } => self.note(Kind::ReturnLost, at, Some(call)),
            }
        }
    }

    /// True if an instruction that has been followed changes nothing but cycles if its loop executes it again; see
    /// [`Repeats`].
    fn is_repeatable(&self, rank: u32, executed: &Executed) -> bool {
        let Some(node) = self.nodes.get(rank as usize) else { return false };
        let code = &self.codes[node.image as usize];
        let class = row(executed.instr.op).class;
        let harmless =
            matches!(class, Class::Alu | Class::MulDiv | Class::Float | Class::Load | Class::Branch | Class::Jump)
                || executed.instr.op == Op::Nop;
        let flow = code.flow(executed.pc, &executed.instr);
        harmless
            && node.values.unset & (flow.reads | flow.writes) == 0
            && code.begins(executed.pc).is_none()
            && self.requests.is_quiet(rank)
    }

    /// Follows an instruction of a polling loop, from which its iterations may become known.
    fn followed(&mut self, rank: u32, executed: Executed, cycle: Cycle) {
        let repeatable = self.skips && self.is_repeatable(rank, &executed);
        let findings = self.findings.times();
        if let Some(node) = self.nodes.get_mut(rank as usize) {
            node.repeats.followed(executed, cycle, repeatable, &node.calls, findings);
        }
    }

    /// Follows the instructions of a polling loop that have been skipped.
    fn follow_skipped(&mut self, rank: u32) {
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        let (mut repeats, id) = (core::mem::take(&mut node.repeats), node.id);
        repeats.end(|executed, cycle| self.retired(rank, id, cycle, executed, true));
        self.nodes[rank as usize].repeats = repeats;
    }

    /// Reports a use of unset bits in one of the registers (or only of those in `bits`), then treats the register as
    /// set.
    fn use_of(&mut self, rank: u32, site: Site, registers: Set, bits: u32, used: Use) {
        let node = &mut self.nodes[rank as usize];
        let Some(register) = node.values.first_unset(registers).filter(|r| node.values.bits(*r) & bits != 0) else {
            return;
        };
        let source = node.values.source(register);
        let other = source.site.or_else(|| node.calls.current()).filter(|o| (o.node, o.pc) != (site.node, site.pc));
        node.values.set(register, 0, None);
        self.note(Kind::Undefined { origin: source.origin, used }, site, other);
    }

    /// The registers on which an instruction's effect depends: a branch, a jump, an address, a register of the register
    /// page.
    fn look_at_uses(&mut self, rank: u32, site: Site, instr: &Instr, flow: Flow, addr: u32) {
        use Op::*;
        let values = &self.nodes[rank as usize].values;
        let (rs, rt) = (instr.rs as usize & 31, instr.rt as usize & 31);
        let (s, t) = (values.bits(rs), values.bits(rt));
        let (vs, vt) = (values.general[rs], values.general[rt]);
        let every = u32::MAX;
        match row(instr.op).class {
            Class::Branch => {
                let decided = match instr.op {
                    // Both operands are one register, or they differ in a known bit.
                    Beq | Beql | Bne | Bnel => rs == rt || (vs ^ vt) & !(s | t) != 0,
                    Bltz | Bgez | Bltzl | Bgezl | Bltzal | Bgezal | Bltzall | Bgezall => s >> 31 == 0,
                    _ => false,
                };
                if !decided {
                    self.use_of(rank, site, flow.reads, every, Use::Branch);
                }
            }
            Class::Trap if rs != rt => self.use_of(rank, site, flow.reads, every, Use::Branch),
            Class::Jump => self.use_of(rank, site, flow.reads, every, Use::Jump),
            class @ (Class::Load | Class::Store) => {
                let index = if matches!(instr.op, Lwxc1 | Ldxc1 | Swxc1 | Sdxc1) { 1 << rt } else { 0 };
                self.use_of(rank, site, (1 << rs | index) & !1, every, Use::Address);
                if class == Class::Store && addr >= REGISTER_PAGE {
                    let offset = addr - REGISTER_PAGE;
                    // The start-up code halts with the result of `main`, and `main` may have none.
                    let start_up = offset == reg::HALT
                        && rt == 2
                        && self.program(rank).is_some_and(|p| p.line_of(site.pc).is_none());
                    if !start_up {
                        let bits = if offset == reg::CONSOLE { 0xff } else { every };
                        self.use_of(rank, site, 1 << rt & !1, bits, Use::Register(offset));
                    }
                }
            }
            _ if instr.op == Syscall => self.look_at_call(rank, site),
            _ => {}
        }
    }

    fn program(&self, rank: u32) -> Option<&mcore_cpu::program::Program> {
        let node = self.nodes.get(rank as usize)?;
        self.codes.get(node.image as usize).map(|code| &*code.program)
    }

    /// The number and the arguments of a system call.
    fn look_at_call(&mut self, rank: u32, site: Site) {
        let every = u32::MAX;
        self.use_of(rank, site, 1 << 2, every, Use::Syscall);
        let values = &self.nodes[rank as usize].values;
        let (number, start) = (values.general[2], values.general[4]);
        let (registers, bits) = match number {
            1 | 4 | 17 | 34 | 36 | 65 => (1 << 4, every),
            64 | 68 | 73..=76 => (3 << 4, every),
            67 | 72 => (1 << 4, every),
            66 | 69..=71 | 77 => (7 << 4, every),
            11 => (1 << 4, 0xff),
            2 => (1 << (FLOAT + 12), every),
            3 => (3 << (FLOAT + 12), every),
            _ => (0, 0),
        };
        self.use_of(rank, site, registers, bits, Use::Syscall);
        self.nodes[rank as usize].string = (number == 4).then_some(start);
    }

    fn load(&mut self, rank: u32, site: Site, instr: &Instr, flow: Flow, (addr, role): (u32, Role)) {
        let registers = members(flow.writes);
        if addr >= REGISTER_PAGE {
            registers.for_each(|r| self.nodes[rank as usize].values.set(r, 0, None));
            return;
        }
        let offset = addr & (self.size - 1) & !3;
        let mut first = Some(offset);
        for register in registers {
            let Some(offset) = first.take().or(Some(offset + 4)) else { continue };
            let defined = self.read(rank, offset, site, role);
            let node = &mut self.nodes[rank as usize];
            if defined == WHOLE && node.values.unset >> register & 1 == 0 {
                continue;
            }
            let old = node.values.bits(register);
            let fresh = || Source { origin: memory_origin(offset, &node.values), site: Some(site) };
            let (in_word, source) = match node.origins.get(&offset).filter(|_| defined != WHOLE) {
                Some(stored) => (stored.bits, stored.source),
                None if defined == WHOLE => (0, node.values.source(register)),
                None => (unset_bits(defined), fresh()),
            };
            let bits = if register < 32 { exec::load(instr.op, in_word, addr, old) } else { in_word };
            node.values.set(register, bits, Some(source));
        }
        // A load into $zero reads memory too.
        if first.is_some() {
            self.read(rank, offset, site, role);
        }
    }

    fn store(&mut self, rank: u32, site: Site, flow: Flow, done: &Executed) {
        let instr = &done.instr;
        let values = &mut self.nodes[rank as usize].values;
        if instr.op == Op::Sc {
            values.set(instr.rt as usize, 0, None);
        }
        if done.addr >= REGISTER_PAGE || instr.op == Op::Sc && done.value == 0 {
            return;
        }
        let float = members(flow.reads >> FLOAT << FLOAT);
        let general = core::iter::once(instr.rt as usize);
        let offset = done.addr & (self.size - 1) & !3;
        match flow.reads >> FLOAT {
            0 => general.for_each(|r| self.store_word(rank, offset, site, Some(instr.op), r, done.addr)),
            _ => {
                float.zip([offset, offset + 4]).for_each(|(r, at)| self.store_word(rank, at, site, None, r, done.addr));
            }
        }
    }

    /// Stores a register, or the part of it that the instruction stores, into a word.
    fn store_word(&mut self, rank: u32, offset: u32, site: Site, op: Option<Op>, register: usize, addr: u32) {
        self.write(rank, offset, site);
        let node = &self.nodes[rank as usize];
        let (bits, source) = (node.values.bits(register), node.values.source(register));
        let source = source.read_by(site, node.calls.current());
        let stored = node.origins.get(&offset).copied();
        let full = node.origins.len() >= ORIGINS;
        let Some(word) = self.word(rank, offset) else { return };
        if bits == 0 && word.defined == WHOLE {
            return;
        }
        let old = stored.filter(|_| word.defined != WHOLE).map_or(unset_bits(word.defined), |s| s.bits);
        let now = op.map_or(bits, |op| exec::store(op, old, addr, bits));
        word.defined = defined_bytes(now);
        let whole_bytes = now == unset_bits(word.defined);
        if full && !whole_bytes {
            // There is no room to track the word: nothing will be reported of it.
            word.defined = WHOLE;
        }
        let origins = &mut self.nodes[rank as usize].origins;
        match stored.map(|s| s.source).filter(|_| bits == 0).or((bits != 0).then_some(source)) {
            _ if now == 0 => drop(origins.remove(&offset)),
            Some(source) if !full => drop(origins.insert(offset, Stored { bits: now, source })),
            _ => drop(origins.remove(&offset)),
        }
    }
}

// Words of node memory.
impl Checker {
    /// The core reads a word. Returns which of its bytes have been written.
    fn read(&mut self, rank: u32, offset: u32, site: Site, role: Role) -> u8 {
        let access = self.access(rank, site);
        let Some(word) = self.word(rank, offset) else { return WHOLE };
        let (defined, message) = (word.defined, word.message);
        let looks = role == Role::Wait || role == Role::Test && message;
        if role != Role::Wait {
            word.read = access;
            word.read_by = if role == Role::Test { ReadBy::Test } else { ReadBy::Load };
        }
        if let (Writer::Dma(source), false) = (word.writer, word.seen) {
            word.seen = true;
            let (writer, write) = (word.writer, word.write);
            if looks {
                self.see(rank, source, write.epoch);
            } else if self.nodes[rank as usize].known.has_seen(source) < write.epoch && !self.is_bell(rank, offset) {
                let other = self.site(rank, writer, write);
                self.note(Kind::ReadBeforeFlag { addr: offset, arrived: true }, site, Some(other));
            }
        }
        defined
    }

    /// The core writes a word.
    fn write(&mut self, rank: u32, offset: u32, site: Site) {
        let node = &self.nodes[rank as usize];
        if node.transfers.has_unread() {
            let sending = node.transfers.unread().find(|t| t.will_read(offset, self.size)).map(|t| t.site);
            if let Some(other) = sending {
                self.note(Kind::StoreWhileSending { addr: offset }, site, Some(other));
            }
        }
        let access = self.access(rank, site);
        let Some(word) = self.word(rank, offset) else { return };
        let before = *word;
        (word.writer, word.write, word.read, word.seen) = (Writer::Core, access, Access::default(), false);
        if let (Writer::Dma(source), false) = (before.writer, before.seen)
            && self.nodes[rank as usize].known.has_seen(source) < before.write.epoch
        {
            let other = self.site(rank, before.writer, before.write);
            self.note(Kind::DmaAndStore { addr: offset, dma_last: false }, site, Some(other));
        }
    }

    fn access(&self, rank: u32, site: Site) -> Access {
        Access { epoch: self.nodes[rank as usize].known.epoch, pc: site.pc, cycle: site.cycle as u32 }
    }

    /// A DMA has started.
    fn started(&mut self, rank: u32, first: u32, command: &Command) {
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        let code = &self.codes[node.image as usize];
        let mut site = node.last;
        if code.is_library(site.pc) {
            // A function of the library that others of it call: the program's call says more.
            site.pc = node.calls.own(code).map_or(site.pc, |call| call.pc);
        }
        let own = (rank, node.known.epoch);
        let clock = node.known.clock.clone();
        let mut transfer = Transfer::new(site, clock, own, first, command.packets(), command.words);
        transfer.local = (command.local as u32, command.local_stride);
        node.transfers.start(transfer);
        node.known.epoch += 1;
    }

    /// The INCC of a node has read a word.
    fn sent(&mut self, rank: u32, tag: PacketTag, offset: u32) {
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        let Some((transfer, index)) = node.transfers.word_read(tag.number) else { return };
        let (epoch, site) = (transfer.epoch, transfer.site);
        let Some(word) = self.word(rank, offset) else { return };
        let before = *word;
        if word.read.epoch <= epoch {
            word.read = Access { epoch, pc: site.pc, cycle: site.cycle as u32 };
            word.read_by = ReadBy::Dma;
        }
        if let (Writer::Dma(source), false) = (before.writer, before.seen)
            && self.nodes[rank as usize].known.had_seen(source, epoch) < before.write.epoch
        {
            let other = self.site(rank, before.writer, before.write);
            self.note(Kind::SentBeforeFlag { addr: offset, arrived: true }, site, Some(other));
        }
        if before.defined != WHOLE {
            let node = &mut self.nodes[rank as usize];
            let fresh = Source { origin: Origin::Memory { addr: offset, from_sp: None }, site: Some(site) };
            let source = node.origins.get(&offset).map_or(fresh, |stored| stored.source);
            if let Some(transfer) = node.transfers.of_packet(tag.number) {
                transfer.undefined.push_back(Undefined { index, bytes: !before.defined & WHOLE, source });
            }
        }
    }

    /// The DMA to which a packet belongs.
    fn transfer(&mut self, tag: PacketTag) -> Option<(u32, &mut Transfer)> {
        match self.array.rank(tag.source) {
            Some(rank) => Some((rank as u32, self.nodes.get_mut(rank)?.transfers.of_packet(tag.number)?)),
            None => Some((self.nodes.len() as u32, self.memory.transfers.of_packet(tag.number)?)),
        }
    }

    /// The word that all ranks may write, since only its change matters.
    fn is_bell(&self, rank: u32, offset: u32) -> bool {
        self.nodes.get(rank as usize).is_some_and(|node| self.codes[node.image as usize].bell == Some(offset))
    }

    /// A word of a DMA has been written to a node's memory.
    fn arrived(&mut self, rank: u32, tag: PacketTag, offset: u32) {
        let Some((source, transfer)) = self.transfer(tag) else { return };
        let (site, knows, epoch, words) = (transfer.site, transfer.knows(rank), transfer.epoch, transfer.words);
        let undefined = next_undefined(transfer);
        let Some(word) = self.word(rank, offset) else { return };
        let before = *word;
        *word = Word {
            writer: Writer::Dma(source),
            write: Access { epoch, pc: site.pc, cycle: site.cycle as u32 },
            defined: WHOLE & !undefined.map_or(0, |u| u.bytes),
            message: words == 1,
            ..Word::default()
        };
        let origins = &mut self.nodes[rank as usize].origins;
        match undefined {
            Some(u) if origins.len() < ORIGINS => {
                origins.insert(offset, Stored { bits: unset_bits(!u.bytes & WHOLE), source: u.source });
            }
            _ if !origins.is_empty() => drop(origins.remove(&offset)),
            _ => {}
        }
        let id = self.nodes[rank as usize].id;
        let known = &self.nodes[rank as usize].known;
        match before.writer {
            Writer::Core if before.write.epoch > knows => {
                let core = self.site(rank, Writer::Core, before.write);
                self.note(Kind::DmaAndStore { addr: offset, dma_last: true }, core, Some(site));
            }
            Writer::Dma(first)
                if first != source
                    && known.had_seen(first, knows) < before.write.epoch
                    && !self.is_bell(rank, offset) =>
            {
                let other = self.site(rank, before.writer, before.write);
                self.note(Kind::TwoWriters { memory: id, addr: offset.into() }, site, Some(other));
            }
            _ => {}
        }
        if before.read.epoch > knows && !(before.read_by == ReadBy::Test && words == 1) && !self.is_bell(rank, offset) {
            let reader = self.site(rank, Writer::Core, before.read);
            let (addr, arrived) = (offset, false);
            match (before.writer, before.read_by) {
                (Writer::Dma(_), _) => self.note(Kind::BufferReused { memory: id, addr }, site, Some(reader)),
                (_, ReadBy::Dma) => self.note(Kind::SentBeforeFlag { addr, arrived }, reader, Some(site)),
                _ => self.note(Kind::ReadBeforeFlag { addr, arrived }, reader, Some(site)),
            }
        }
        // If the word had not been written before, the DMA that sends it is too early, and that is reported instead.
        let node = &self.nodes[rank as usize];
        if node.transfers.has_unread() && before.writer != Writer::Nobody {
            let sending = node.transfers.unread().find(|t| t.own.1 > knows && t.will_read(offset, self.size));
            if let Some(other) = sending.map(|t| t.site) {
                self.note(Kind::WrittenWhileSending { addr: offset }, site, Some(other));
                // One report per word is enough.
                if let Some(word) = self.word(rank, offset) {
                    word.seen = true;
                }
            }
        }
    }
}

// Main memory.
impl Checker {
    /// The memory node has started to answer.
    fn answering(&mut self, first: u32, command: &Command) {
        let Some(request) = self.memory.requests.front_mut() else { return };
        let transfer =
            Transfer::new(request.site, request.clock.clone(), request.own, first, command.packets(), command.words);
        self.memory.transfers.start(transfer);
        request.answers -= 1;
        if request.answers == 0 {
            self.memory.requests.pop_front();
        }
    }

    /// The memory node has read a word for an answer.
    fn fetched(&mut self, tag: PacketTag, addr: u64) {
        let nodes = self.memory_source();
        let Some((transfer, index)) = self.memory.transfers.word_read(tag.number) else { return };
        let (site, own, epoch, words) = (transfer.site, transfer.own, transfer.epoch, transfer.words);
        let Some(word) = self.main_word(addr) else { return };
        let before = *word;
        let undefined = !word.defined & WHOLE;
        // A get of a single word counts as a flag check.
        if words > 1 {
            word.read = Access { epoch, pc: site.pc, cycle: site.cycle as u32 };
            word.reader = own.0;
        }
        if undefined != 0
            && let Some(transfer) = self.memory.transfers.of_packet(tag.number)
        {
            let source = Source { origin: Origin::Main { addr }, site: Some(site) };
            transfer.undefined.push_back(Undefined { index, bytes: undefined, source });
        }
        let Writer::Dma(source) = before.writer else { return };
        let written = before.write.epoch;
        if words == 1 {
            let sender = self.nodes.get(source as usize).and_then(|n| n.transfers.numbered(written));
            let sender = sender.map(|t| (t.clock.clone(), t.own));
            if let (Some(transfer), Some((clock, own))) = (self.memory.transfers.of_packet(tag.number), sender) {
                transfer.clock.join(&clock);
                transfer.clock.raise(own.0, own.1);
                transfer.clock.raise(nodes + source, written);
                // The flag that follows carries the same knowledge.
                let (clock, asked) = (transfer.clock.clone(), transfer.own);
                if let Some(request) = self.memory.requests.front_mut().filter(|r| r.own == asked) {
                    request.clock = clock;
                }
            }
            return;
        }
        let ordered = source == own.0 && written <= own.1
            || self.memory.transfers.of_packet(tag.number).is_some_and(|t| t.clock.get(nodes + source) >= written);
        if !ordered {
            let other = self.site(source, Writer::Core, before.write);
            self.note(Kind::MainReadAndWrite { addr, put_last: false }, site, Some(other));
        }
    }

    /// A word of a DMA has been written by the memory node.
    fn stored(&mut self, tag: PacketTag, addr: u64, value: u32) {
        let nodes = self.memory_source();
        let Some((source, transfer)) = self.transfer(tag) else { return };
        let undefined = next_undefined(transfer);
        let (site, own, epoch) = (transfer.site, transfer.own, transfer.epoch);
        if addr >= REQUEST_BASE {
            let clock = transfer.clock.clone();
            let rank = ((addr - REQUEST_BASE) / SLOT_BYTES) as usize;
            let index = (addr - REQUEST_BASE) / 4 % 8;
            if rank < self.nodes.len()
                && let Some(answers) = self.memory.slots.write(rank, index, value)
                && answers > 0
            {
                self.memory.requests.push_back(Request { site, clock, own, answers });
            }
            return;
        }
        let Some(word) = self.main_word(addr) else { return };
        let before = *word;
        *word = Word {
            writer: Writer::Dma(source),
            write: Access { epoch, pc: site.pc, cycle: site.cycle as u32 },
            defined: WHOLE & !undefined.map_or(0, |u| u.bytes),
            ..Word::default()
        };
        let knows = |rank: u32, checker: &mut Self| checker.transfer(tag).map_or(0, |(_, t)| t.knows(rank));
        if let Writer::Dma(first) = before.writer
            && first != source
            && knows(nodes + first, self) < before.write.epoch
        {
            let other = self.site(first, Writer::Core, before.write);
            self.note(Kind::TwoWriters { memory: NodeId::MEMORY, addr }, site, Some(other));
        }
        if before.read.epoch != 0 {
            let reader = before.reader;
            let until = knows(reader, self);
            let seen = self.nodes.get(reader as usize).map_or(0, |n| n.known.had_seen(nodes, until));
            if seen < before.read.epoch {
                let get = self.site(reader, Writer::Core, before.read);
                self.note(Kind::MainReadAndWrite { addr, put_last: true }, get, Some(site));
            }
        }
    }
}

/// One bit per byte, from one per bit.
fn defined_bytes(unset: u32) -> u8 {
    (0..4).filter(|n| unset >> (8 * n) & 0xff == 0).fold(0, |bytes, n| bytes | 1 << n)
}

/// The bits of the bytes that have not been written.
fn unset_bits(defined: u8) -> u32 {
    (0..4).filter(|n| defined >> n & 1 == 0).fold(0, |bits, n| bits | 0xff << (8 * n))
}

/// The bytes that a load or store uses; of one that uses a part of a word, the byte that its address names.
fn bytes_of(instr: &Instr, addr: u32) -> (u32, u32) {
    use Op::*;
    let bytes = match instr.op {
        Lb | Lbu | Sb | Lwl | Lwr | Swl | Swr => 1,
        Lh | Lhu | Sh => 2,
        Ldc1 | Sdc1 | Ldxc1 | Sdxc1 => 8,
        _ => 4,
    };
    (addr, addr.saturating_add(bytes))
}

fn memory_origin(addr: u32, values: &Values) -> Origin {
    let distance = addr.wrapping_sub(values.general[29]) as i32;
    Origin::Memory { addr, from_sp: (-1024..4096).contains(&distance).then_some(distance) }
}

/// Counts a word as written and returns which of its bytes are undefined.
fn next_undefined(transfer: &mut Transfer) -> Option<Undefined> {
    let index = transfer.written;
    transfer.written += 1;
    transfer.undefined.pop_front_if(|u| u.index == index)
}

impl Sink<Event> for Checker {
    const WANTS: u32 =
        kinds::RETIRED | kinds::WORD | kinds::DMA_STARTED_ONLY | kinds::PRINTED | kinds::TRAPPED | Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        if self.incomplete.is_some() {
            return;
        }
        if event.cycle >= CYCLES {
            self.incomplete = Some(Incomplete::TooLong);
            return;
        }
        let rank = self.array.rank(event.node).map(|rank| rank as u32);
        if let Some(rank) = rank
            && let Some(node) = self.nodes.get_mut(rank as usize)
            && node.repeats.is_skipping()
        {
            let goes_on = match event.what {
                EventKind::Retired { pc, instr, addr, target, value, polling: true } => {
                    if node.repeats.repeats(&Executed { pc, instr, addr, target, value }, event.cycle) {
                        self.skipped += 1;
                        return;
                    }
                    false
                }
                EventKind::WordRead { .. } => true,
                EventKind::WordWritten { addr, .. } => !node.repeats.reads(addr as u32, self.size),
                _ => false,
            };
            if !goes_on {
                self.follow_skipped(rank);
            }
        }
        if let Some(types) = &mut self.types
            && Mpi::WANTS >> event.kind() & 1 != 0
        {
            let (nodes, codes, requests) = (&self.nodes, &self.codes, &mut self.requests);
            let found = types.take(&event, &mut |mpi, rank, news| {
                let site = nodes.get(rank).and_then(|node| node.calls.own(codes.get(node.image as usize)?));
                requests.take(mpi, rank, news, site);
            });
            if let Some((kind, at, other)) = found {
                self.note(kind, at, Some(other));
            }
        }
        match (event.what, rank) {
            (EventKind::Retired { pc, instr, addr, target, value, polling }, Some(rank)) => {
                let executed = Executed { pc, instr, addr, target, value };
                self.retired(rank, event.node, event.cycle, &executed, polling);
                match polling {
                    true => self.followed(rank, executed, event.cycle),
                    false => self.nodes.get_mut(rank as usize).into_iter().for_each(|node| node.repeats.leave()),
                }
            }
            (EventKind::DmaStarted { first, command }, Some(rank)) => self.started(rank, first, &command),
            (EventKind::DmaStarted { first, command }, None) => self.answering(first, &command),
            (EventKind::WordRead { tag, addr }, Some(rank)) => self.sent(rank, tag, addr as u32),
            (EventKind::WordRead { tag, addr }, None) => self.fetched(tag, addr),
            (EventKind::WordWritten { tag, addr, .. }, Some(rank)) => self.arrived(rank, tag, addr as u32),
            (EventKind::WordWritten { tag, addr, word }, None) => self.stored(tag, addr, word),
            (EventKind::Halted { .. }, Some(rank)) => {
                if let Some((kind, at, other)) = self.requests.halted(rank as usize) {
                    self.note(kind, at, Some(other));
                }
            }
            (EventKind::Trapped { pc, .. }, Some(rank)) => {
                self.trapped(rank, Site { node: event.node, pc, cycle: event.cycle });
            }
            (EventKind::Printed { bytes, .. }, Some(rank)) => self.printed(rank, bytes),
            _ => {}
        }
    }
}

impl Checker {
    /// A node has printed. If it was by system call 4, its core has read the bytes and the zero after them.
    fn printed(&mut self, rank: u32, bytes: u32) {
        let Some(node) = self.nodes.get_mut(rank as usize) else { return };
        let (Some(start), site) = (node.string.take(), node.last) else { return };
        let wrap = self.size - 1;
        let mut addr = start & !3;
        while addr.wrapping_sub(start & !3) <= bytes + (start & 3) {
            let offset = addr & wrap;
            let defined = self.read(rank, offset, site, Role::Data);
            let needed = (0..4).filter(|n| (addr + n).wrapping_sub(start) <= bytes).fold(0, |m, n| m | 1 << n);
            if needed & !defined != 0 {
                let node = &self.nodes[rank as usize];
                let origin = memory_origin(offset, &node.values);
                let found = node.origins.get(&offset).copied();
                let source = found.map_or(Source { origin, site: None }, |stored| stored.source);
                self.note(Kind::Undefined { origin: source.origin, used: Use::Syscall }, site, source.site);
                return;
            }
            addr = addr.wrapping_add(4);
        }
    }
}
