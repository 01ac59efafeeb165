//! The reason why a rank of MPI waits, in MPI's words.
//!
//! MPIMC keeps its state at `mpimc_state` (core/lib/include/internal_mpi.h). The word that a core looks at belongs to one
//! peer, and says what is missing: a message, a place for a long one, its data, or room. So a deadlock can be described
//! by ranks.

use super::call_views;
use super::mpi_rounds::{alike, differing};
use crate::{Machine, Waiting};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{NodeId, Text};
use mcore_toolchain::mpi::{
    ANSWER, ANY_SOURCE, CLEAR_BYTES, CREDIT_BYTES, DONE_BYTES, ENVELOPE_BYTES, GRANT, PEER_BYTES, STATE, WINDOWS,
    message, operation, peer as peer_record, state as field,
};

/// The most operations, messages and peers that are looked at.
const MOST: u32 = 4096;
/// The most ranks of a circle that a sentence names.
const NAMED: usize = 8;

/// The thing that a rank waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// A message; of any rank if there is no peer.
    Message { tag: Option<u32> },
    /// The receive of a message that is long, or whose send waits for it.
    Receive { long: bool },
    /// Room for a message: the peer has not received earlier ones.
    Room,
    /// The data of a long message that the peer has announced.
    Data,
    /// The call of a barrier by other ranks, or of another function that waits for all.
    Barrier,
    /// The lock of a rank's window.
    Lock,
    /// The answer of a rank, which it gives inside a call of MPI.
    Answer,
    /// The call of this function by the ranks of a group.
    Group(&'static str),
    /// The call of `MPI_Finalize` by other ranks.
    End,
}

/// A rank that waits inside MPI.
pub struct MpiWait {
    rank: u32,
    peer: Option<u32>,
    missing: Missing,
    /// The function of MPI that the program called.
    function: String,
    /// Source and tag of a message that is there and that no receive takes.
    left: Option<(u32, u32)>,
    /// The peer's core has halted.
    ended: bool,
}

/// The state of MPIMC on one node.
pub struct State<'a> {
    machine: &'a Machine,
    rank: usize,
    at: u32,
}

impl<'a> State<'a> {
    /// That of a node, given by its rank of the array, if `MPI_Init` has ended there.
    pub fn of(machine: &'a Machine, rank: usize) -> Option<Self> {
        let at = machine.image(rank).program.symbol(STATE)?.value;
        Some(Self { machine, rank, at }).filter(|state| {
            state.field(field::STARTED) != 0 && state.field(field::NODES) as usize == machine.state.nodes.len()
        })
    }

    /// The node's rank in MPI_COMM_WORLD.
    pub fn own_rank(&self) -> u32 {
        self.field(field::RANK)
    }

    /// The labels of operations that are open.
    pub fn open_labels(&self) -> Vec<u32> {
        let lists = [field::SENDS, field::RECEIVES, field::MOVING].map(|list| self.list(self.field(list)));
        let label = |at: u32| self.part(at, operation::CONTEXT) << 16 | self.part(at, operation::TAG) & 0xffff;
        lists.into_iter().flatten().map(label).collect()
    }

    fn word(&self, addr: u32) -> u32 {
        self.machine.peek(self.rank, addr & !3).unwrap_or(0)
    }

    fn field(&self, offset: u32) -> u32 {
        self.word(self.at.wrapping_add(offset))
    }

    /// A field of a record.
    fn part(&self, record: u32, offset: u32) -> u32 {
        self.word(record.wrapping_add(offset))
    }

    /// The elements of a list of records whose first word is the address of the next one.
    fn list(&self, first: u32) -> Vec<u32> {
        let next = |at: &u32| Some(self.word(*at));
        core::iter::successors(Some(first), next).take_while(|at| *at != 0).take(MOST as usize).collect()
    }

    /// The send to a peer that is announced, of at most the bytes that a slot takes.
    fn is_short(&self, peer: u32) -> bool {
        let most = self.field(field::MOST);
        let fits = |at: &u32| self.part(*at, operation::PEER) == peer && self.part(*at, operation::BYTES) <= most;
        self.list(self.field(field::SENDS)).iter().any(fits)
    }

    /// The peer to whom a word belongs, in an array with that many bytes for each.
    fn peer(&self, array: u32, bytes: u32, addr: u32) -> Option<u32> {
        let peer = addr.checked_sub(array)?.checked_div(bytes)?;
        (peer < self.field(field::NODES)).then_some(peer)
    }

    /// The receive that is open and that a message of this peer would end.
    fn receive(&self, peer: Option<u32>) -> Option<u32> {
        let wanted = [ANY_SOURCE as u32, peer.unwrap_or(0)];
        let fits = |at: &u32| {
            let is_own = self.part(*at, operation::CONTEXT) != WINDOWS;
            is_own && (peer.is_none() || wanted.contains(&self.part(*at, operation::PEER)))
        };
        self.list(self.field(field::RECEIVES)).into_iter().find(fits)
    }

    /// The messages that no receive has taken, in the heap or next in the slots of a peer: the peer and the label of each.
    pub fn messages(&self) -> Vec<(u32, u32)> {
        let early = self.list(self.field(field::EARLY));
        let early = early.into_iter().map(|at| (self.part(at, message::SOURCE), self.part(at, message::LABEL)));
        let (slots, bytes) = (self.field(field::SLOTS), self.field(field::SLOT_WORDS).wrapping_mul(4));
        let next = (0..self.field(field::NODES).min(MOST)).filter_map(|peer| {
            let received = self.part(self.field(field::PEERS), peer * PEER_BYTES + peer_record::RECEIVED);
            let row = self.field(field::INBOX).wrapping_add(peer.wrapping_mul(slots).wrapping_mul(bytes));
            let slot = (received & slots.wrapping_sub(1)).wrapping_add(1);
            let end = row.wrapping_add(slot.wrapping_mul(bytes));
            let arrived = self.word(end.wrapping_sub(4)) == received.wrapping_add(1);
            arrived.then(|| (peer, self.word(end.wrapping_sub(ENVELOPE_BYTES))))
        });
        early.chain(next).filter(|(peer, _)| *peer < self.field(field::NODES)).collect()
    }

    /// A message of the program that is there.
    pub fn left(&self) -> Option<(u32, u32)> {
        let found = self.messages().into_iter().find(|(_, label)| label >> 16 & 1 == 0 && label >> 16 != WINDOWS);
        found.map(|(peer, label)| (peer, label & 0xffff))
    }

    /// A receive that is open, as a wait.
    fn message(&self, receive: u32) -> (Option<u32>, Missing) {
        let (from, tag) = (self.part(receive, operation::PEER), self.part(receive, operation::TAG));
        let tag = (tag < 0x8000 && self.part(receive, operation::CONTEXT) & 1 == 0).then_some(tag);
        ((from != ANY_SOURCE as u32).then_some(from), Missing::Message { tag })
    }

    /// The event that a call for a window waits for.
    fn window(&self, function: &str) -> Option<(Option<u32>, Missing)> {
        match function {
            "MPI_Win_fence" | "MPI_Win_free" => return Some((None, Missing::Barrier)),
            "MPI_Win_start" => return Some((None, Missing::Group("MPI_Win_post"))),
            "MPI_Win_wait" => return Some((None, Missing::Group("MPI_Win_complete"))),
            _ => {}
        }
        self.list(self.field(field::RECEIVES)).into_iter().find_map(|at| {
            let missing = match (self.part(at, operation::CONTEXT), self.part(at, operation::TAG)) {
                (WINDOWS, ANSWER) => Missing::Answer,
                (WINDOWS, GRANT) => Missing::Lock,
                _ => return None,
            };
            Some((Some(self.part(at, operation::PEER)), missing))
        })
    }

    fn wait(&self, addr: Option<u32>, function: &str, barrier: bool) -> Option<(Option<u32>, Missing)> {
        if barrier {
            return Some((None, Missing::Barrier));
        }
        if function.starts_with("MPI_Win_")
            && let Some(known) = self.window(function)
        {
            return Some(known);
        }
        let row = self.field(field::SLOTS).wrapping_mul(self.field(field::SLOT_WORDS)).wrapping_mul(4);
        let found = |array: u32, bytes: u32| addr.and_then(|addr| self.peer(self.field(array), bytes, addr));
        if let Some(peer) = found(field::INBOX, row) {
            let open = self.receive(Some(peer)).map(|receive| self.message(receive));
            return Some(open.unwrap_or((Some(peer), Missing::Message { tag: None })));
        }
        let kinds = [
            (field::CLEAR, CLEAR_BYTES, Missing::Receive { long: true }),
            (field::DONE, DONE_BYTES, Missing::Data),
            (field::CREDIT, CREDIT_BYTES, Missing::Room),
        ];
        let known = kinds.into_iter().find_map(|(array, bytes, missing)| Some((Some(found(array, bytes)?), missing)));
        // A wait for several words looks at a list of them: the first receive that is open says most.
        let known = known.or_else(|| self.receive(None).map(|receive| self.message(receive)));
        let known = known.or_else(|| (function == "MPI_Barrier").then_some((None, Missing::Barrier)));
        let known = known.or_else(|| self.window(function));
        known.map(|(peer, missing)| match (peer, missing) {
            (Some(to), Missing::Receive { .. }) => (peer, Missing::Receive { long: !self.is_short(to) }),
            _ => (peer, missing),
        })
    }
}

/// The function of MPI that the program of a node has called.
fn function_of(machine: &Machine, rank: usize) -> Option<String> {
    let is_mpi = |name: &String| name.starts_with("MPI_");
    call_views(machine, rank).into_iter().rev().map(|call| call.function).find(is_mpi)
}

impl MpiWait {
    /// The wait of a core, if it waits inside MPI; `at` is the address of its [`STATE`].
    pub fn of(machine: &Machine, waiting: &Waiting, at: u32) -> Option<Self> {
        let rank = machine.spec().array.rank(waiting.node)?;
        let program = &machine.image(rank).program;
        let state = State { machine, rank, at };
        let function = function_of(machine, rank)?;
        if state.field(field::STARTED) != 1 || state.field(field::NODES) as usize != machine.spec().array.nodes() {
            return None;
        }
        let inside = program.nearest_label(waiting.pc).is_some_and(|(label, _)| label.name == "MPI_Barrier");
        // It first waits for the sends from the buffer of MPI_Bsend.
        let is_end = function == "MPI_Finalize" && state.field(field::SENDS) == 0;
        let known = is_end.then_some((None, Missing::End));
        let (peer, missing) = known.or_else(|| state.wait(waiting.addr, &function, inside))?;
        let left = matches!(missing, Missing::Message { .. }).then(|| state.left()).flatten();
        // A rank map gives ranks other nodes than those in order; the record of a peer begins with its node ID.
        let place = |peer: u32| {
            let id = state.part(state.field(field::PEERS), peer.wrapping_mul(PEER_BYTES).wrapping_add(peer_record::ID));
            machine.spec().array.rank(NodeId::from_word(id))
        };
        let node = |peer: u32| place(peer).and_then(|at| machine.state.nodes.get(at));
        let halted = |peer: u32| node(peer).is_some_and(|n| n.core.processor.halted.is_some());
        let ended = peer.is_some_and(halted);
        Some(Self { rank: state.field(field::RANK), peer, missing, function, left, ended })
    }

    /// It has ended its work and waits for the end of the others.
    pub fn is_at_end(&self) -> bool {
        self.missing == Missing::End
    }

    /// The function of MPI.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// The rank.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The thing that is missing, for "waits for …".
    pub fn missing(&self) -> Text {
        let peer = self.peer.unwrap_or(0);
        let what = match self.missing {
            Missing::Message { tag } => {
                let from = match self.peer {
                    Some(p) => text!("a message from rank {p}", "ランク {p} からのメッセージ"),
                    None => text!("a message from any rank", "任意のランクからのメッセージ"),
                };
                match tag {
                    Some(tag) => Text::new(format!("{}, tag {tag}", from.en), format!("{}（タグ {tag}）", from.ja)),
                    None => from,
                }
            }
            Missing::Receive { long } => {
                let (which, which_ja) =
                    if long { ("long message", "長いメッセージ") } else { ("message", "メッセージ") };
                return match self.ended {
                    true => text!(
                        "rank {peer}, which has ended, to receive its {which}",
                        "終了したランク {peer} が{which_ja}を受信するの"
                    ),
                    false => text!("rank {peer} to receive its {which}", "ランク {peer} が{which_ja}を受信するの"),
                };
            }
            Missing::Room if self.ended => {
                return text!(
                    "rank {peer}, which has ended, to receive its earlier messages",
                    "終了したランク {peer} が前に送ったメッセージを受信するの"
                );
            }
            Missing::Room => {
                text!("rank {peer} to receive its earlier messages", "ランク {peer} が前に送ったメッセージを受信するの")
            }
            Missing::Data => {
                text!("the data of a long message from rank {peer}", "ランク {peer} からの長いメッセージのデータ")
            }
            Missing::Lock => text!("the lock of rank {peer}", "ランク {peer} のロック"),
            Missing::Answer => text!("an answer of rank {peer}", "ランク {peer} からの応答"),
            Missing::Group(call) => {
                text!("the ranks of its group to call {call}", "グループのランクが {call} を呼ぶの")
            }
            Missing::Barrier | Missing::End => text!("every rank to call it", "すべてのランクが呼ぶの"),
        };
        match self.ended {
            true => Text::new(what.en + ", which has ended", format!("終了した{}", what.ja)),
            false => what,
        }
    }

    /// The message that no receive takes, in words.
    pub fn left(&self) -> Option<Text> {
        self.left.map(|(peer, tag)| untaken(peer, self.rank, tag))
    }
}

/// A message that no receive takes, in words.
pub fn untaken(peer: u32, rank: u32, tag: u32) -> Text {
    text!(
        "Rank {peer} has sent rank {rank} a message with tag {tag}, which no receive takes.",
        "ランク {peer} がランク {rank} に送ったタグ {tag} のメッセージが、受信されずに残っています。"
    )
}

/// The ranks that wait for each other in a circle, from the lowest one on.
pub fn circle(waits: &[MpiWait]) -> Option<Vec<&MpiWait>> {
    let of: BTreeMap<u32, &MpiWait> = waits.iter().map(|wait| (wait.rank, wait)).collect();
    for first in waits {
        let next = |w: &&MpiWait| of.get(&w.peer?).copied();
        let way: Vec<_> = core::iter::successors(Some(first), |w| next(w)).take(waits.len() + 1).collect();
        if let Some(back) = way.iter().skip(1).position(|w| w.rank == first.rank) {
            return Some(way.into_iter().take(back + 1).collect());
        }
    }
    None
}

/// The first rank that has not called the barrier, or the fence, in which another one waits, in words.
fn absent(machine: &Machine, waits: &[MpiWait]) -> Option<Text> {
    let wanted = &waits.iter().find(|wait| wait.missing == Missing::Barrier)?.function;
    let is_there = |own: u32| waits.iter().any(|wait| wait.rank == own && wait.function == *wanted);
    machine.state.nodes.iter().enumerate().find_map(|(rank, node)| {
        let own = machine.peek(rank, machine.image(rank).program.symbol(STATE)?.value + field::RANK)?;
        if is_there(own) {
            return None;
        }
        if node.core.processor.halted.is_some() {
            return Some(match wanted.as_str() {
                "MPI_Barrier" => text!(
                    "Rank {own} has ended and never called MPI_Barrier.",
                    "ランク {own} は MPI_Barrier を呼ばずに終了しています。"
                ),
                _ => text!(
                    "Rank {own} has ended and has not called {wanted}.",
                    "ランク {own} は {wanted} を呼ばずに終了しています。"
                ),
            });
        }
        let function = function_of(machine, rank)?;
        Some(text!(
            "Rank {own} has not called {wanted}; it is in {function}.",
            "ランク {own} は {wanted} を呼んでおらず、{function} の中にいます。"
        ))
    })
}

/// The circle or the missing call in words, if there is one, and a tip.
pub fn explained(machine: &Machine, waits: &[MpiWait]) -> (Option<Text>, Text) {
    let found = circle(waits);
    let words = found.as_ref().map(|ranks| {
        let mut way: Vec<String> = ranks.iter().take(NAMED).map(|w| format!("{}", w.rank)).collect();
        if ranks.len() > NAMED {
            way.push("…".into());
        }
        way.extend(ranks.first().map(|w| format!("{}", w.rank)));
        let way = way.join(" → ");
        text!("The ranks wait in a circle: {way}.", "ランクが輪になって待っています: {way}。")
    });
    let all = |missing: fn(&MpiWait) -> bool| found.as_ref().is_some_and(|ranks| ranks.iter().all(|w| missing(w)));
    let tip = if all(|w| w.missing == Missing::Receive { long: false }) {
        text!(
            "Every rank sends before it receives, and MPI_Ssend ends only when its message is received: use MPI_Sendrecv, or let some ranks receive first.",
            "全員が受信の前に送信していますが、MPI_Ssend はメッセージが受信されるまで終わりません。MPI_Sendrecv を使うか、一部のランクを先に受信させてください。"
        )
    } else if all(|w| matches!(w.missing, Missing::Receive { .. })) {
        text!(
            "Every rank sends before it receives, and the messages are too long to be stored at the receiver: use MPI_Sendrecv, or let some ranks receive first.",
            "全員が受信の前に送信していて、メッセージが長いため受信側に保存できません。MPI_Sendrecv を使うか、一部のランクを先に受信させてください。"
        )
    } else if waits.iter().any(|w| w.left.is_some()) {
        text!(
            "Compare tag, source and communicator of the receive with those of the message that is left.",
            "残っているメッセージと受信とで、タグ、送り手、コミュニケータを比べてください。"
        )
    } else if all(|w| matches!(w.missing, Missing::Message { .. })) {
        text!(
            "Every rank of the circle receives before it sends: let one of them send first, or use MPI_Sendrecv.",
            "輪の中の全員が送信の前に受信しています。どれかを先に送信させるか、MPI_Sendrecv を使ってください。"
        )
    } else {
        text!(
            "Look at the other rank: does it make the matching call, with this rank, tag and communicator?",
            "相手のランクを見てください。対応する呼び出しを、このランク、タグ、コミュニケータで行っていますか。"
        )
    };
    match differing(machine, waits) {
        Some(differ) => (Some(differ), alike()),
        None => (words.or_else(|| absent(machine, waits)), tip),
    }
}

/// One line about ranks that wait alike.
pub fn line(wait: &MpiWait, nodes: &[NodeId], named: &str, own: Option<String>) -> Text {
    let (function, missing, count, rank) = (wait.function(), wait.missing(), nodes.len(), wait.rank());
    let (en, ja) = (missing.en, missing.ja);
    let place = own.map(|line| format!(" ({line})")).unwrap_or_default();
    match count {
        1 => text!(
            "rank {rank}, node {named}, in {function}{place}: waits for {en}",
            "ランク {rank}、ノード {named} ({function}{place}): {ja}を待っています"
        ),
        _ => text!(
            "{named} ({count}) in {function}{place}: wait for {en}",
            "{named}（{count} 個、{function}{place}）: {ja}を待っています"
        ),
    }
}
