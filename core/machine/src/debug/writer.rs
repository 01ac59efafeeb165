//! Who wrote this? Finds the last writer of a register or of a memory word by running backwards: an instruction of the
//! core, a DMA with the store that started it, or the loader.

use super::frames::own_line_of;
use super::stop::writes;
use super::{Edit, Place};
use crate::fast::Machine;
use crate::parts::command::Command;
use crate::parts::{Event, EventKind, kinds};
use crate::parts::{REQUEST_BASE, SLOT_BYTES};
use mcore_base::timeline::{Hit, Journal, Moment, Search, Searched, Timeline};
use mcore_base::{Cycle, NodeId, Sink};
use mcore_net::{FlitKind, PackedFlit, PacketTag};

/// An instruction that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The node whose core executed it.
    pub node: NodeId,
    pub cycle: Cycle,
    /// Its address.
    pub pc: u32,
}

/// The last writer of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// An instruction of the node's own core.
    Instruction(Executed),
    /// A packet that arrived.
    Dma {
        /// The cycle in which the word was written.
        written: Cycle,
        /// The packet that carried it.
        packet: PacketTag,
        /// The DMA that it belongs to.
        command: Option<Command>,
        /// The store that started the DMA; for an answer of the memory node, the store that started its request.
        by: Option<Executed>,
    },
    /// An edit from outside, at this cycle.
    Edit(Cycle),
    /// Not written in this run: the loader.
    Loader,
}

/// The result of a stage of the search.
#[derive(Clone, Copy)]
enum Found {
    Stored(Executed, Own),
    Arrived(PacketTag),
    /// A DMA was started; `later`: it is the second one of an answer of the memory node.
    Started {
        command: Command,
        by: Option<Executed>,
        own: Own,
        later: bool,
    },
}

/// The nearest line of the user's own files to an instruction that was executed: file and line.
type Own = Option<(u32, u32)>;

/// The current goal of the search.
#[derive(Clone, Copy)]
enum Stage {
    Write,
    /// The start of the DMA to which a packet belongs.
    Start(PacketTag),
    /// For an answer that started before its flag: the start of its first DMA.
    Answer,
    /// The arrival of the request of a rank at the memory node.
    Request(u32),
    /// The start of the DMA that carried the request.
    Asked(PacketTag),
}

/// A search for the last writer, in slices.
pub struct WriterSearch {
    stage: Stage,
    search: Search<Machine, Found>,
    rank: usize,
    place: Place,
    /// The last edit of the place.
    edited: Option<Cycle>,
    written: Cycle,
    packet: PacketTag,
    command: Option<Command>,
    own: Own,
}

/// The DMAs that are started.
struct Starts(alloc::vec::Vec<Event>);

impl Sink<Event> for Starts {
    const WANTS: u32 = kinds::DMA;

    fn emit(&mut self, event: Event) {
        if matches!(event.what, EventKind::DmaStarted { .. }) {
            self.0.push(event);
        }
    }
}

impl WriterSearch {
    /// A search for the writer of the value that a place of a rank holds at the cycle `now`, which must be a known
    /// cycle of the timeline. `None` if the place does not exist.
    pub fn new(timeline: &Timeline<Machine>, rank: usize, place: Place, now: Cycle) -> Option<Self> {
        let machine = timeline.now();
        machine.state.nodes.get(rank)?;
        place.value(machine, rank)?;
        let map = machine.image(rank).code.map;
        let place = if let Place::Word(addr) = place { Place::Word(map.wrap(addr)) } else { place };
        let concerns = |edit: &Edit| match (edit, place) {
            (Edit::Register { node, register, .. }, Place::Register(r)) => {
                machine.spec().array.rank(*node) == Some(rank) && *register == r
            }
            (Edit::Memory { node, addr, words }, Place::Word(offset)) => {
                let within = offset.wrapping_sub(map.wrap(*addr)) / 4;
                machine.spec().array.rank(*node) == Some(rank) && (within as usize) < words.len()
            }
            _ => false,
        };
        let edits = timeline.journal().entries();
        let edited = edits.iter().rfind(|(cycle, edit)| *cycle <= now && concerns(edit)).map(|(cycle, _)| *cycle);
        let floor = edited.unwrap_or(timeline.start());
        Some(Self {
            stage: Stage::Write,
            search: Search::new(timeline, floor, now, now),
            rank,
            place,
            edited,
            written: 0,
            packet: PacketTag { source: NodeId::MEMORY, number: 0 },
            command: None,
            own: None,
        })
    }

    /// Once the writer is found: the nearest line of the user's own files to the instruction that caused it. File and
    /// line.
    pub fn own_line(&self) -> Option<(u32, u32)> {
        self.own
    }

    /// Searches at most `cycles` cycles; returns the writer once it is found.
    pub fn advance(&mut self, timeline: &Timeline<Machine>, cycles: u64) -> Option<Writer> {
        let (stage, rank, place) = (self.stage, self.rank, self.place);
        let searched = self.search.advance(timeline, cycles, |moment, journal| match stage {
            Stage::Write => written(moment, journal, rank, place),
            Stage::Start(tag) | Stage::Asked(tag) => started(moment, journal, Some(tag)),
            Stage::Answer => started(moment, journal, None),
            Stage::Request(rank) => requested(moment, journal, rank),
        });
        let dma = |by| Writer::Dma { written: self.written, packet: self.packet, command: self.command, by };
        let Hit { at, what } = match (searched, stage) {
            (Searched::Goes(_), _) => return None,
            (Searched::Found(hit), _) => hit,
            (Searched::Nowhere, Stage::Write) => return Some(self.edited.map_or(Writer::Loader, Writer::Edit)),
            (Searched::Nowhere, _) => return Some(dma(None)),
        };
        // The next stage searches the cycles up to this one.
        let next = match (stage, what) {
            (_, Found::Stored(by, own)) => {
                self.own = own;
                return Some(Writer::Instruction(by));
            }
            (Stage::Request(_), Found::Arrived(tag)) => Stage::Asked(tag),
            (_, Found::Arrived(tag)) => {
                (self.written, self.packet) = (at, tag);
                Stage::Start(tag)
            }
            (Stage::Asked(_), Found::Started { by, own, .. }) => {
                let writer = dma(by);
                self.own = own;
                return Some(writer);
            }
            (_, Found::Started { command, by, own, later }) => {
                self.own = own;
                if matches!(stage, Stage::Start(_)) {
                    self.command = Some(command);
                }
                let rank = timeline.now().spec().array.rank(command.dst);
                match (by, rank) {
                    (Some(_), _) | (None, None) => {
                        let (written, packet, command) = (self.written, self.packet, self.command);
                        return Some(Writer::Dma { written, packet, command, by });
                    }
                    (None, Some(_)) if later => Stage::Answer,
                    (None, Some(rank)) => Stage::Request(rank as u32),
                }
            }
        };
        self.stage = next;
        let until = if matches!(next, Stage::Answer) { at } else { at + 1 };
        self.search = Search::new(timeline, timeline.start(), until, until);
        None
    }
}

type Looked = (bool, Option<Hit<Found>>);

/// The nearest line of the user's own files to an instruction at `pc` that a rank has just executed.
fn own_line(machine: &Machine, rank: usize, pc: u32) -> Own {
    machine.image(rank).own_line(pc).or_else(|| own_line_of(machine, rank))
}

/// One cycle: does it write the place?
fn written(moment: &mut Moment<Machine>, journal: &Journal<Edit>, rank: usize, place: Place) -> Looked {
    let at = moment.cycle();
    let node = &moment.state.state.nodes[rank];
    let executed = node.core.processor.executed;
    let arrival = match place {
        Place::Word(offset) if node.next_arrival(node.core.memory.size()) == Some(offset) => {
            node.incc.input.map(PackedFlit::tag)
        }
        _ => None,
    };
    let goes_on = moment.step_by(journal, Machine::step);
    let node = &moment.state.state.nodes[rank];
    let last = &node.core.processor.last;
    let ran = goes_on && node.core.processor.executed != executed;
    let stored = match place {
        Place::Register(register) => writes(last, register),
        Place::Word(offset) => last.stored.is_some_and(|o| o == offset || last.stored_two && o + 4 == offset),
    };
    // The core accesses memory before the INCC does.
    let what = match arrival {
        Some(tag) => Some(Found::Arrived(tag)),
        None if ran && stored => {
            let executed = Executed { node: node.id, cycle: at, pc: last.pc };
            Some(Found::Stored(executed, own_line(&moment.state, rank, last.pc)))
        }
        None => None,
    };
    (goes_on, what.map(|what| Hit { at, what }))
}

/// One cycle: does it start the DMA to which a packet belongs (or, without a packet, any DMA of the memory node)?
fn started(moment: &mut Moment<Machine>, journal: &Journal<Edit>, tag: Option<PacketTag>) -> Looked {
    let at = moment.cycle();
    let later = moment.state.state.memory_node.answering.is_some();
    let mut starts = Starts(alloc::vec::Vec::new());
    let goes_on = moment.step_by(journal, |machine| machine.step_with(&mut starts));
    let hit = starts.0.into_iter().find_map(|event| {
        let EventKind::DmaStarted { first, command } = event.what else { return None };
        let fits = match tag {
            Some(tag) => event.node == tag.source && tag.number.wrapping_sub(first) < command.packets(),
            None => event.node == NodeId::MEMORY,
        };
        let pc = moment.state.node(event.node).map(|node| node.core.processor.last.pc);
        let by = pc.map(|pc| Executed { node: event.node, cycle: at, pc });
        let rank = moment.state.spec().array.rank(event.node);
        let own = rank.zip(pc).and_then(|(rank, pc)| own_line(&moment.state, rank, pc));
        fits.then_some(Hit { at, what: Found::Started { command, by, own, later } })
    });
    (goes_on, hit)
}

/// One cycle: does it write the last word of a rank's request slot?
fn requested(moment: &mut Moment<Machine>, journal: &Journal<Edit>, rank: u32) -> Looked {
    let at = moment.cycle();
    let memory_node = &moment.state.state.memory_node;
    let last_word = REQUEST_BASE + SLOT_BYTES * u64::from(rank) + SLOT_BYTES - 4;
    let flit = memory_node.input.front().copied().filter(|flit| {
        flit.kind == FlitKind::Data && memory_node.receiving.is_some_and(|packet| packet.addr == last_word)
    });
    let goes_on = moment.step_by(journal, Machine::step);
    let taken = moment.state.state.memory_node.taken_at == Some(at);
    (goes_on, flit.filter(|_| taken).map(|flit| Hit { at, what: Found::Arrived(flit.tag) }))
}
