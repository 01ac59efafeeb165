//! Where do two runs first differ? Compares a broken program with a working one, or a program before and after an edit.
//!
//! Cycles do not count: each node's actions are compared in the order of its own program, kind by kind. Addresses are
//! compared as label and offset, so that a program may have grown.

use super::{Edit, Executed};
use crate::fast::Machine;
use crate::parts::{Event, EventKind, kinds};
use alloc::{
    collections::{BTreeMap, VecDeque},
    string::String,
    sync::Arc,
    vec,
    vec::Vec,
};
use mcore_base::timeline::{Journal, Moment};
use mcore_base::{Cycle, NodeId, Sink};
use mcore_cpu::program::{Program, SegmentKind};

/// The kinds of action that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Bytes on the console.
    Console,
    /// DMAs that are started.
    Dma,
    /// Stores to data that has a label.
    Store,
    /// The exit code.
    Exit,
}

const KINDS: [Kind; 4] = [Kind::Console, Kind::Dma, Kind::Store, Kind::Exit];

/// How many actions one run may be ahead of the other; beyond that the other one runs first.
const MAX_AHEAD: usize = 1 << 18;
/// Maximum number of actions that wait for their counterparts; beyond that the comparison ends.
const MAX_WAITING: usize = 1 << 21;

/// An address as label and offset; the label is a number in [`Difference::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The label, if there is one at or before the address in its segment.
    pub label: Option<u32>,
    /// Bytes from the label; without a label the address itself.
    pub offset: u64,
}

/// One action of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Printed a byte.
    Console(u8),
    /// Started a DMA.
    Dma {
        dst: NodeId,
        /// First address written.
        to: Spot,
        /// Number of words.
        words: u32,
    },
    /// Stored into data.
    Store {
        /// The address.
        to: Spot,
        /// Number of bytes.
        bytes: u32,
        value: u64,
    },
    /// Halted with a code.
    Exit(u32),
}

/// An action of a node, and the instruction that performed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The instruction.
    pub by: Executed,
    /// The action.
    pub act: Act,
}

/// The first action of a kind in which a node of the two runs differs. A side without a further action is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub node: NodeId,
    pub kind: Kind,
    /// The action on each side.
    pub sides: [Option<Done>; 2],
}

impl Mismatch {
    /// Its first cycle, on either side.
    pub fn cycle(&self) -> Cycle {
        self.sides.iter().flatten().map(|done| done.by.cycle).min().unwrap_or(Cycle::MAX)
    }
}

/// A run to compare: its recipe, and up to which cycle it is known.
#[derive(Clone, Debug)]
pub struct Run {
    /// The first state.
    pub start: Machine,
    /// The edits made to it from outside.
    pub journal: Arc<Journal<Edit>>,
    /// It is compared up to this cycle.
    pub end: Cycle,
    /// True if it has ended there: it never does what it has not done by then.
    pub complete: bool,
}

struct Side {
    run: Run,
    moment: Moment<Machine>,
    ended: bool,
    /// Ranges with their labels, ascending: first address, address after the last, label, and whether it is data.
    labels: Vec<(u32, u32, u32, bool)>,
    /// By rank and kind: the actions that wait for their counterparts.
    waiting: Vec<VecDeque<Done>>,
    count: usize,
}

/// A comparison of two runs, in slices.
pub struct Difference {
    sides: [Side; 2],
    names: Vec<String>,
    /// By rank and kind: the first mismatch has been found.
    decided: Vec<bool>,
    found: Vec<Mismatch>,
    gave_up: bool,
}

/// The events of one cycle that are compared.
struct Emitted(Vec<Event>);

impl Sink<Event> for Emitted {
    const WANTS: u32 = kinds::DMA | kinds::PRINTED | kinds::HALTED;

    fn emit(&mut self, event: Event) {
        self.0.push(event);
    }
}

impl Difference {
    /// A comparison of two runs; `None` if their arrays differ in size.
    pub fn new(runs: [Run; 2]) -> Option<Self> {
        let array = runs[0].start.spec().array;
        if runs[1].start.spec().array != array {
            return None;
        }
        let mut names = BTreeMap::new();
        for name in runs.iter().flat_map(|r| r.start.images.iter()).flat_map(|i| i.program.symbols.iter()) {
            names.entry(name.name.clone()).or_insert(0);
        }
        names.values_mut().zip(0..).for_each(|(number, next)| *number = next);
        let lanes = array.nodes() * KINDS.len();
        let sides = runs.map(|run| Side {
            moment: Moment::new(run.start.clone(), &run.journal),
            ended: false,
            labels: labels(&run.start.image(0).program, &names),
            waiting: vec![VecDeque::new(); lanes],
            count: 0,
            run,
        });
        let decided = vec![false; lanes];
        Some(Self { sides, names: names.into_keys().collect(), decided, found: Vec::new(), gave_up: false })
    }

    /// Advances both runs by at most `cycles` cycles in total. True when it is finished.
    pub fn advance(&mut self, cycles: u64) -> bool {
        for _ in 0..cycles {
            let [left, right] = &self.sides;
            let which = match (left.ended, right.ended) {
                (true, true) => return true,
                (true, false) => 1,
                (false, true) => 0,
                // The one that is at the earlier cycle, unless too many actions of the other would then have to wait.
                _ if left.count > MAX_AHEAD => 1,
                _ if right.count > MAX_AHEAD => 0,
                _ => usize::from(right.moment.cycle() < left.moment.cycle()),
            };
            self.step(which);
            if self.sides[0].count + self.sides[1].count > MAX_WAITING {
                self.gave_up = true;
                self.sides.iter_mut().for_each(|side| side.ended = true);
            }
            if self.sides.iter().all(|side| side.ended) {
                self.finish();
                return true;
            }
        }
        false
    }

    /// The cycle up to which each run has been compared.
    pub fn cycles(&self) -> [Cycle; 2] {
        [self.sides[0].moment.cycle(), self.sides[1].moment.cycle()]
    }

    /// The two runs.
    pub fn runs(&self) -> [&Run; 2] {
        [&self.sides[0].run, &self.sides[1].run]
    }

    /// The first mismatches by node and kind, the earliest first.
    pub fn found(&self) -> &[Mismatch] {
        &self.found
    }

    /// True if the comparison was given up because one run did far more than the other.
    pub fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// The name of a label.
    pub fn name(&self, label: u32) -> &str {
        self.names.get(label as usize).map_or("", String::as_str)
    }

    fn step(&mut self, which: usize) {
        let side = &mut self.sides[which];
        if side.moment.cycle() >= side.run.end {
            side.ended = true;
            return;
        }
        let machine = &side.moment.state;
        let cycle = machine.state.cycle;
        let stores: Vec<_> = (0..machine.state.nodes.len())
            .filter_map(|rank| Some((rank, machine.next_access(rank).filter(|a| a.store)?)))
            .collect();
        let mut emitted = Emitted(Vec::new());
        if !side.moment.step_by(&side.run.journal, |machine| machine.step_with(&mut emitted)) {
            side.ended = true;
            return;
        }
        let machine = &side.moment.state;
        let mut acts: Vec<(usize, Kind, Act)> = Vec::new();
        for (rank, access) in stores {
            let processor = &machine.state.nodes[rank].core.processor;
            if let Some(to) = side.spot(access.offset, true)
                && processor.last.stored.is_some()
            {
                acts.push((rank, Kind::Store, Act::Store { to, bytes: access.bytes, value: access.value }));
            }
        }
        for event in emitted.0 {
            let Some(rank) = machine.spec().array.rank(event.node) else { continue };
            match event.what {
                EventKind::DmaStarted { command, .. } => {
                    let whole = Spot { label: None, offset: command.remote };
                    let to = if command.dst == NodeId::MEMORY { None } else { side.spot(command.remote as u32, false) };
                    let act = Act::Dma { dst: command.dst, to: to.unwrap_or(whole), words: command.words };
                    acts.push((rank, Kind::Dma, act));
                }
                EventKind::Printed { from, bytes } => {
                    let console = &machine.state.nodes[rank].console;
                    let printed = console.bytes(from as usize).take(bytes as usize);
                    acts.extend(printed.map(|byte| (rank, Kind::Console, Act::Console(byte))));
                }
                EventKind::Halted { code } => acts.push((rank, Kind::Exit, Act::Exit(code))),
                _ => {}
            }
        }
        for (rank, kind, act) in acts {
            let node = &self.sides[which].moment.state.state.nodes[rank];
            let by = Executed { node: node.id, cycle, pc: node.core.processor.last.pc };
            self.did(which, rank, kind, Done { by, act });
        }
    }

    fn did(&mut self, which: usize, rank: usize, kind: Kind, done: Done) {
        let lane = rank * KINDS.len() + kind as usize;
        if self.decided[lane] {
            return;
        }
        let other = &mut self.sides[1 - which];
        let Some(counterpart) = other.waiting[lane].pop_front() else {
            self.sides[which].waiting[lane].push_back(done);
            self.sides[which].count += 1;
            return;
        };
        other.count -= 1;
        if counterpart.act != done.act {
            let sides = if which == 0 { [done, counterpart] } else { [counterpart, done] };
            self.decide(lane, sides.map(Some));
        }
    }

    fn decide(&mut self, lane: usize, sides: [Option<Done>; 2]) {
        self.decided[lane] = true;
        let node = self.sides[0].run.start.spec().array.node(lane / KINDS.len());
        self.found.push(Mismatch { node, kind: KINDS[lane % KINDS.len()], sides });
        for side in &mut self.sides {
            side.count -= side.waiting[lane].len();
            side.waiting[lane] = VecDeque::new();
        }
    }

    /// Both runs are over: finds actions of one that the other lacks.
    fn finish(&mut self) {
        for lane in 0..self.decided.len() {
            let first = [0, 1].map(|which| self.sides[which].waiting[lane].front().copied());
            let lacking = usize::from(first[0].is_some());
            if first.iter().any(Option::is_some) && self.sides[lacking].run.complete && !self.gave_up {
                self.decide(lane, first);
            }
        }
        self.found.sort_by_key(|m| (m.cycle(), m.node, m.kind));
    }
}

impl Side {
    /// An address as label and offset. With `data`: only if it is in data.
    fn spot(&self, addr: u32, data: bool) -> Option<Spot> {
        let after = self.labels.partition_point(|(first, ..)| *first <= addr);
        let (first, _, label, is_data) = self.labels[..after].last().filter(|(_, end, ..)| addr < *end)?;
        (!data || *is_data).then(|| Spot { label: Some(*label), offset: (addr - first).into() })
    }
}

/// Ranges from each label to the next one in the same segment.
fn labels(program: &Program, names: &BTreeMap<String, u32>) -> Vec<(u32, u32, u32, bool)> {
    let mut ranges: Vec<(u32, u32, u32, bool)> = Vec::new();
    for segment in &program.segments {
        let end = segment.addr.saturating_add(segment.size);
        let inside = program.symbols.iter().filter(|s| s.is_label && (segment.addr..end).contains(&s.value));
        let mut here: Vec<_> = inside.filter_map(|s| Some((s.value, *names.get(&s.name)?))).collect();
        here.sort_unstable();
        // Of several labels at one address, the first by name is used, on both sides.
        here.dedup_by_key(|(value, _)| *value);
        for (i, (value, label)) in here.iter().enumerate() {
            let next = here.get(i + 1).map_or(end, |(value, _)| *value);
            ranges.push((*value, next, *label, segment.kind != SegmentKind::Text));
        }
    }
    ranges.sort_unstable();
    ranges
}
