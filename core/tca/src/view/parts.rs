//! How the time of a request divides: the way from its completion back to its post, stage by stage.

use super::words;
use crate::model::measure::{Operation, PAPER};
use crate::model::{Completion, Event, Lane, Part, Stage, Status};
use alloc::{vec, vec::Vec};
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// A stage on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Its words.
    pub label: Text,
    /// Its part of the time.
    pub part: Part,
    pub node: u8,
    /// Begin, ns.
    pub begin: u64,
    /// End, ns.
    pub end: u64,
}

/// A sum of stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    /// Its words.
    pub label: Text,
    /// Its part of the time; none: the request waited.
    pub part: Option<Part>,
    /// Its time, ns.
    pub ns: u64,
}

/// The time of a request until a completion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// The number of the completion.
    pub of: u32,
    /// The headline.
    pub title: Text,
    /// From its post, ns.
    pub begin: u64,
    /// To the completion, ns.
    pub end: u64,
    pub sums: Vec<Sum>,
    /// All stages, the first one first.
    pub pieces: Vec<Piece>,
    /// The sum is a figure of the paper.
    pub is_paper: bool,
}

/// Finds events by their ends.
struct Finder<'a> {
    by_end: Vec<&'a Event>,
}

impl<'a> Finder<'a> {
    /// The last event that ends by `time` and fits.
    fn last(&self, time: u64, fits: impl Fn(&Event) -> bool) -> Option<&'a Event> {
        let count = self.by_end.partition_point(|event| event.end <= time);
        self.by_end[..count].iter().rev().find(|event| fits(event)).copied()
    }

    /// The event that led to another one.
    fn before(&self, event: &Event) -> Option<&'a Event> {
        let (time, node, peer, wr) = (event.begin, event.node, event.peer, event.wr_id);
        let stage = |wanted: Stage, at: u8| {
            self.last(time, |one| one.stage == wanted && one.node == at && one.wr_id == wr && one.end <= time)
        };
        match event.stage {
            Stage::Land => stage(Stage::Cross, peer),
            Stage::Psn => stage(Stage::Land, node),
            Stage::Cross => stage(Stage::Read, node),
            Stage::Read => stage(Stage::Fetch, node),
            Stage::Poll => self
                .last(time, |one| one.lane == Lane::Memory && one.node == node && one.peer == peer && one.wr_id == wr),
            // A receive PSN goes back without a doorbell: what led to it is the last thing that the CPU did.
            Stage::Fetch => self.last(time, |one| one.lane == Lane::Cpu && one.node == node && one.peer == peer),
            _ => self.last(time, |one| one.lane == Lane::Cpu && one.node == node && one.end == time).or_else(|| {
                self.last(time, |one| one.lane == Lane::Cpu && one.node == node && one.peer == peer && one.wr_id == wr)
            }),
        }
    }
}

/// The divided time of a completion with its number; `events` are all events of the run, sorted.
pub fn parts(events: &[Event], of: u32, node: u8, completion: &Completion) -> Option<Parts> {
    let end = completion.at_ns;
    let notes = |event: &&Event| {
        event.stage == Stage::Completion && event.node == node && event.begin == end && event.wr_id == completion.wr_id
    };
    let peer = events.iter().find(notes)?.peer;
    let of_two = |event: &&Event| (event.node == node || event.node == peer) && event.begin < event.end;
    let mut by_end: Vec<&Event> = events.iter().filter(|event| event.end <= end).filter(of_two).collect();
    by_end.sort_by_key(|event| (event.end, event.begin));
    let finder = Finder { by_end };
    let is_own = |one: &Event| one.node == node && one.lane == Lane::Cpu && one.end == end;
    let last =
        finder.last(end, |one| is_own(one) && one.stage == Stage::Complete).or_else(|| finder.last(end, is_own))?;
    let mut way = vec![last];
    let mut at = last;
    let mut crossed = false;
    while way.len() < 400 {
        crossed |= at.stage == Stage::Cross;
        // The first stage of a request; a completion of its own sender is reached over the peer.
        if matches!(at.stage, Stage::Check | Stage::Mpi) {
            let above = finder.before(at).filter(|one| one.stage == Stage::Mpi && one.end == at.begin);
            if let Some(above) = above {
                way.push(above);
            }
            break;
        }
        let Some(next) = finder.before(at) else { break };
        if next.end > at.begin {
            break;
        }
        way.push(next);
        at = next;
    }
    way.reverse();
    let begin = way.first()?.begin;
    let total = end - begin;
    let pieces: Vec<Piece> = way
        .iter()
        .map(|event| Piece {
            label: words::stage(event.stage),
            part: event.stage.part(),
            node: event.node,
            begin: event.begin,
            end: event.end,
        })
        .collect();
    let sum = |fits: &dyn Fn(&Piece) -> bool| -> u64 {
        pieces.iter().filter(|piece| fits(piece)).map(|piece| piece.end - piece.begin).sum()
    };
    let first = way.first()?.node;
    let other = if first == node { peer } else { node };
    let software = |of: u8| sum(&|piece: &Piece| piece.part == Part::Software && piece.node == of);
    let known = pieces.iter().map(|piece| piece.end - piece.begin).sum::<u64>();
    let mut sums = vec![
        Sum {
            label: text!("Board: doorbell to data in memory", "ボード: 起動からメモリ書込まで"),
            part: Some(Part::Hardware),
            ns: sum(&|piece: &Piece| piece.part == Part::Hardware),
        },
        Sum {
            label: text!("Library of node {first}", "ノード {first} のライブラリ"),
            part: Some(Part::Software),
            ns: software(first),
        },
        Sum {
            label: text!("Sequence numbers, sent after the data", "データの後に送るシーケンス番号"),
            part: Some(Part::Psn),
            ns: sum(&|piece: &Piece| piece.part == Part::Psn),
        },
        Sum {
            label: text!("Library of node {other}", "ノード {other} のライブラリ"),
            part: Some(Part::Software),
            ns: software(other),
        },
        Sum { label: text!("Waiting", "待ち"), part: None, ns: total.saturating_sub(known) },
    ];
    sums.retain(|sum| sum.ns > 0);
    let gpu = way.iter().any(|event| matches!(event.stage, Stage::GdrRead | Stage::GdrWrite));
    let is_paper = crossed && completion.bytes <= 8 && paper(completion, gpu, total);
    let time = words::time(total);
    let status = completion.status.name();
    let title = match (is_paper, completion.status) {
        (true, _) => text!("{time}, as in the paper", "{time}（論文と同じ）"),
        (false, Status::Success) => text!("{time} from post to completion", "投入から完了まで {time}"),
        (false, _) => text!("{status} after {time}", "{time} 後に {status}"),
    };
    Some(Parts { of, title, begin, end, sums, pieces, is_paper })
}

/// Whether a time is the paper's minimum for the operation of a completion.
fn paper(completion: &Completion, gpu: bool, ns: u64) -> bool {
    let operation = match completion.opcode {
        "RECV" => Operation::Send,
        "RECV_RDMA_WITH_IMM" => Operation::Write,
        "IBV_WR_RDMA_READ" => Operation::Read,
        "IBV_WR_ATOMIC_CMP_AND_SWP" => Operation::Cas,
        "IBV_WR_ATOMIC_FETCH_AND_ADD" => Operation::Faa,
        _ => return false,
    };
    let point = PAPER.iter().find(|(of, on_gpu, ..)| (*of, *on_gpu) == (operation, gpu));
    point.is_some_and(|(.., us, _)| (ns as f64 / 1000.0 / us - 1.0).abs() < 0.01)
}
