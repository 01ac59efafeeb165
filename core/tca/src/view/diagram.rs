//! The sequence diagram of two nodes: blocks in lanes, arrows between them, notes. A long interval is drawn coarser.

use super::words;
use crate::model::{Event, Lane, Part, Stage};
use alloc::{collections::BTreeMap, vec, vec::Vec};
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// Columns: the two CPUs at the sides, the shared cables in the middle.
pub const COLUMNS: usize = 9;
/// The column of the cables.
const WIRE: u8 = 4;
/// Most events that are drawn one by one.
pub const MOST: usize = 5_000;
/// Steps of time of a coarse diagram.
const COARSE: u64 = 900;

/// A block: a stage, or several stages of a part in a coarse diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    pub column: u8,
    /// Begin, ns.
    pub begin: u64,
    /// End, ns.
    pub end: u64,
    /// The part of the time.
    pub part: Part,
    /// Its words; empty in a coarse diagram.
    pub label: Text,
    /// A sentence on it; empty in a coarse diagram.
    pub says: Text,
    /// The line of the script, 0 if there is none.
    pub line: u32,
}

/// An arrow from a block to the one that follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    /// Column and time of its tail.
    pub from: (u8, u64),
    /// Column and time of its head.
    pub to: (u8, u64),
    /// The part of the time.
    pub part: Part,
    /// It is the return of a receive PSN, whose way is drawn as one line.
    pub returns: bool,
}

/// A note without duration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub column: u8,
    /// Its time, ns.
    pub at: u64,
    /// Its words.
    pub label: Text,
    pub says: Text,
    /// It is a completion.
    pub completes: bool,
    /// Something went wrong.
    pub wrong: bool,
}

/// The diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagram {
    /// The nodes: left and right.
    pub nodes: (u8, u8),
    /// The interval, ns.
    pub interval: (u64, u64),
    /// Which columns have something anywhere in the run.
    pub columns: Vec<bool>,
    pub blocks: Vec<Block>,
    pub arrows: Vec<Arrow>,
    pub notes: Vec<Note>,
    /// Events were joined.
    pub coarse: bool,
}

/// Whether an event is between these two nodes, or of the program of one of them.
pub(super) fn between(event: &Event, (a, b): (u8, u8)) -> bool {
    let own = event.peer == event.node || matches!(event.stage, Stage::Compute | Stage::Barrier);
    if event.node == a { event.peer == b || own } else { event.node == b && (event.peer == a || own) }
}

/// The column of a lane of a node.
fn column(event: &Event, (a, _): (u8, u8)) -> u8 {
    let left = match event.lane {
        Lane::Cpu => 0,
        Lane::Memory => 1,
        Lane::Descriptor => 2,
        Lane::Dma => 3,
        Lane::Wire => WIRE,
    };
    if event.node == a { left } else { COLUMNS as u8 - 1 - left }
}

/// The place of a stage among those of a transfer: a stage, and that which leads to it at the same moment.
fn before(stage: Stage) -> &'static [Stage] {
    match stage {
        Stage::Fetch => &[Stage::Doorbell],
        Stage::Read => &[Stage::Fetch],
        Stage::Cross => &[Stage::Read],
        Stage::Land => &[Stage::Cross],
        Stage::Poll => &[Stage::Psn, Stage::Land],
        _ => &[],
    }
}

/// Transfers that bring back nothing but a receive PSN: all their events, as the indices of the first and the last one.
fn returns(events: &[&Event]) -> (Vec<bool>, Vec<(usize, usize)>) {
    let mut hidden = vec![false; events.len()];
    let mut pairs = Vec::new();
    let mut by_end: BTreeMap<(u64, Stage, u8), Vec<usize>> = BTreeMap::new();
    let mut begins: BTreeMap<(u64, u8, u32), usize> = BTreeMap::new();
    for (index, event) in events.iter().enumerate() {
        by_end.entry((event.end, event.stage, event.node)).or_default().push(index);
        if event.stage == Stage::Psn {
            *begins.entry((event.begin, event.node, event.qp)).or_default() += 1;
        }
    }
    if begins.is_empty() {
        return (hidden, pairs);
    }
    for (index, event) in events.iter().enumerate() {
        let follows = begins.contains_key(&(event.end, event.node, event.qp));
        if event.stage != Stage::Land || event.bytes > 0 || follows {
            continue;
        }
        let mut chain = vec![index];
        let (mut at, mut stage) = (event.begin, Stage::Cross);
        loop {
            let found = by_end.get(&(at, stage, event.peer)).and_then(|all| {
                all.iter().copied().find(|&one| events[one].wr_id == event.wr_id && events[one].bytes == 0)
            });
            let Some(found) = found else { break };
            chain.push(found);
            at = events[found].begin;
            stage = match stage {
                Stage::Cross => Stage::Read,
                Stage::Read => Stage::Fetch,
                _ => break,
            };
        }
        if chain.len() == 4 {
            pairs.push((chain[3], index));
            chain.into_iter().for_each(|one| hidden[one] = true);
        }
    }
    (hidden, pairs)
}

impl Diagram {
    /// The diagram of an interval; `events` are all events of a run, sorted.
    pub fn new(events: &[Event], nodes: (u8, u8), interval: (u64, u64)) -> Self {
        let (from, until) = interval;
        let all: Vec<&Event> = events.iter().filter(|event| between(event, nodes)).collect();
        let (hidden, pairs) = returns(&all);
        let mut columns = vec![false; COLUMNS];
        for (event, hidden) in all.iter().zip(&hidden) {
            columns[usize::from(column(event, nodes))] |= !hidden && event.end > event.begin;
        }
        // Both CPUs are there even if a program does nothing.
        (columns[0], columns[COLUMNS - 1]) = (true, true);
        let is_seen = |event: &Event| event.begin <= until && event.end >= from;
        let count = all.iter().filter(|event| is_seen(event)).count();
        let mut own = Self {
            nodes,
            interval,
            columns,
            blocks: Vec::new(),
            arrows: Vec::new(),
            notes: Vec::new(),
            coarse: count > MOST,
        };
        if own.coarse {
            own.blocks = coarse(all.iter().filter(|event| is_seen(event)).copied(), nodes, interval);
            return own;
        }
        let mut by_end: BTreeMap<(u64, Stage), Vec<usize>> = BTreeMap::new();
        for (index, event) in all.iter().enumerate() {
            by_end.entry((event.end, event.stage)).or_default().push(index);
        }
        let mut seen_notes: Vec<(u8, u64)> = Vec::new();
        for (index, event) in all.iter().enumerate().filter(|(_, event)| is_seen(event)) {
            let place = column(event, nodes);
            let says = super::moment::sentence(event).text;
            if event.begin == event.end {
                let completes = event.stage == Stage::Completion;
                let label = match event.status {
                    Some(status) => {
                        let (at, name) = (words::time(event.begin), status.name());
                        if name == "SUCCESS" { Text::same(at) } else { text!("{at} {name}", "{at} {name}") }
                    }
                    None => words::stage(event.stage),
                };
                let wrong = matches!(
                    event.stage,
                    Stage::RingFull
                        | Stage::NotReady
                        | Stage::Refused
                        | Stage::Dropped
                        | Stage::Lost
                        | Stage::Retry
                        | Stage::Invalid
                        | Stage::Full
                        | Stage::Killed
                ) || event.status.is_some_and(|status| status.name() != "SUCCESS");
                let told = wrong || completes || matches!(event.stage, Stage::Duplicate | Stage::Barrier);
                if told && !seen_notes.contains(&(place, event.begin)) {
                    seen_notes.push((place, event.begin));
                    own.notes.push(Note { column: place, at: event.begin, label, says, completes, wrong });
                }
                continue;
            }
            if hidden[index] {
                continue;
            }
            for stage in before(event.stage) {
                let tails = by_end.get(&(event.begin, *stage)).into_iter().flatten();
                let tail = tails.copied().find(|&tail| {
                    let tail_event = all[tail];
                    tail_event.wr_id == event.wr_id && !hidden[tail] && column(tail_event, nodes) != place
                });
                if let Some(tail) = tail {
                    let from = (column(all[tail], nodes), event.begin);
                    own.arrows.push(Arrow {
                        from,
                        to: (place, event.begin),
                        part: all[tail].stage.part(),
                        returns: false,
                    });
                    break;
                }
            }
            own.blocks.push(Block {
                column: place,
                begin: event.begin,
                end: event.end,
                part: event.stage.part(),
                label: words::stage(event.stage),
                says,
                line: event.line,
            });
        }
        let cpu = |event: &Event| if event.node == nodes.0 { 0 } else { COLUMNS as u8 - 1 };
        for (first, last) in pairs {
            let (first, last) = (all[first], all[last]);
            if last.end >= from && first.begin <= until {
                own.arrows.push(Arrow {
                    from: (cpu(first), first.begin),
                    to: (cpu(last), last.end),
                    part: Part::Psn,
                    returns: true,
                });
            }
        }
        own
    }
}

/// Joins the events of each column: in each step of time the part that takes most of it.
fn coarse<'a>(events: impl Iterator<Item = &'a Event>, nodes: (u8, u8), (from, until): (u64, u64)) -> Vec<Block> {
    let step = ((until - from) / COARSE).max(1);
    let mut time: BTreeMap<(u8, u64), BTreeMap<Part, u64>> = BTreeMap::new();
    for event in events {
        let (begin, end) = (event.begin.max(from), event.end.min(until));
        let mut at = begin;
        while at < end {
            let number = (at - from) / step;
            let next = (from + (number + 1) * step).min(end);
            let of_step = time.entry((column(event, nodes), number)).or_default();
            *of_step.entry(event.stage.part()).or_default() += next - at;
            at = next;
        }
    }
    let mut blocks: Vec<Block> = Vec::new();
    for ((column, number), parts) in time {
        let Some((&part, _)) = parts.iter().max_by_key(|(_, time)| **time) else { continue };
        let (begin, end) = (from + number * step, from + (number + 1) * step);
        if let Some(last) = blocks.last_mut().filter(|last| (last.column, last.end, last.part) == (column, begin, part))
        {
            last.end = end;
        } else {
            blocks.push(Block { column, begin, end, part, label: Text::default(), says: Text::default(), line: 0 });
        }
    }
    blocks
}
