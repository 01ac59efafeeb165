//! Calls of all ranks that do not go together: another call, or another root.
//!
//! A message of such a call has a label (`MPIMC_ROUND` in core/lib/include/internal_mpi.h): the communicator, the call, and its root or
//! operation. So the messages that lie at a rank say which calls their senders have made. Of a rank that waits in such a call, the
//! label is in an operation that is open, in a register, or on the stack of the functions that it is in.
//!
//! A call that has a request, as `MPI_Ibcast`, is open while its rank is in another call: its label is in an operation.

use super::mpi::{MpiWait, State, circle};
use super::{SourcePlace, call_views, source_of};
use crate::{Machine, calls};
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_cpu::isa::Op;
use mcore_toolchain::mpi::{
    BEGUN, BEGUN_DETAIL, BEGUN_PHASE, FIRST_WITH_ROOT, ROUNDS, round_name, round_named, round_of,
};

/// Maximum number of words of a stack that are searched.
const MAX_WORDS: u32 = 1024;
/// Maximum number of lines that are named for one call.
const MAX_LINES: usize = 3;

/// A call of all ranks, as its label says.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Round {
    /// Twice the communicator, plus 1.
    context: u32,
    call: usize,
    /// It has a request.
    begun: bool,
    /// Its phase among the calls that have a request.
    phase: u32,
    root: Option<u32>,
}

impl Round {
    /// The round of a label; none if it is that of a message from rank to rank.
    fn of(label: u32) -> Option<Self> {
        let (context, call, begun) = (label >> 16, round_of(label), label & BEGUN != 0);
        let detail = label & if begun { BEGUN_DETAIL } else { 1023 };
        let root = (FIRST_WITH_ROOT..ROUNDS.len()).contains(&call).then_some(detail);
        let phase = if begun { label & BEGUN_PHASE } else { 0 };
        (context & 1 == 1).then_some(Self { context, call, begun, phase, root })
    }

    fn name(self) -> String {
        round_name(self.call, self.begun).unwrap_or_else(|| "MPI".into())
    }

    /// True if two ranks of a communicator cannot both be right.
    fn differs(self, other: Self) -> bool {
        let place = |round: Self| (round.context, round.begun, round.phase);
        place(self) == place(other) && self != other
    }
}

/// A rank, and the rank of the array of its node.
#[derive(Clone, Copy)]
struct Place {
    rank: u32,
    node: usize,
}

fn places(machine: &Machine) -> Vec<Place> {
    let place = |node: usize| Some(Place { rank: State::of(machine, node)?.own_rank(), node });
    (0..machine.state.nodes.len()).filter_map(place).collect()
}

/// The messages of calls of all ranks that lie at nodes: sender, receiver, round.
fn left(machine: &Machine, places: &[Place]) -> Vec<(u32, u32, Round)> {
    let mut found = Vec::new();
    for place in places {
        let Some(state) = State::of(machine, place.node) else { continue };
        // A message of a call that is open will be received.
        let open = state.open_labels();
        let messages = state.messages().into_iter().filter(|(_, label)| label & BEGUN == 0 || !open.contains(label));
        found.extend(messages.filter_map(|(peer, label)| Some((peer, place.rank, Round::of(label)?))));
    }
    found
}

/// The round of the call that a rank waits in, if it is known for certain.
fn own_round(machine: &Machine, place: Place, function: &str, other: Option<Round>) -> Option<Round> {
    let state = State::of(machine, place.node)?;
    let here = |round: &Round| other.is_none_or(|other| other.context == round.context);
    let mut open = state.open_labels().into_iter().filter_map(Round::of).filter(here);
    let Some((call, begun)) = round_named(function) else {
        // It waits for a request.
        return open.find(|round| round.begun);
    };
    let is_it = |round: &Round| round.call == call && round.begun == begun && here(round);
    if let Some(round) = open.find(is_it) {
        return Some(round);
    }
    let ranks = machine.state.nodes.len() as u32;
    let node = machine.state.nodes.get(place.node)?;
    let frames = calls(machine, place.node);
    let end = frames.iter().find(|call| machine.image(place.node).own_line(call.pc).is_some())?;
    let from = node.core.processor.registers.general[29];
    // The stack of the caller begins where those of the functions of the library end.
    let inner = frames.iter().take_while(|call| call.pc != end.pc).filter_map(|call| call.stack).max();
    let until = inner.unwrap_or(from).min(from.saturating_add(4 * MAX_WORDS));
    let stack = (from..until).step_by(4).filter_map(|addr| machine.peek(place.node, addr & !3));
    let words = node.core.processor.registers.general.iter().copied().chain(stack);
    let is_possible =
        |round: &Round| is_it(round) && round.root.is_none_or(|root| root < ranks) && other != Some(*round);
    let mut found: Vec<Round> = Vec::new();
    for round in words.filter_map(Round::of).filter(is_possible) {
        if !found.contains(&round) {
            found.push(round);
        }
    }
    // Words of an earlier call may still be there.
    found.pop().filter(|_| found.is_empty())
}

/// The lines of a rank's call of a function: the one that it is in, else all that the program has.
fn lines(machine: &Machine, node: usize, function: &str) -> Vec<SourcePlace> {
    let views = call_views(machine, node);
    if let Some(at) = views.iter().position(|call| call.function == function)
        && let Some(own) = views.iter().skip(at).find(|call| call.own)
    {
        return own.place.clone().into_iter().collect();
    }
    let image = machine.image(node);
    let Some(start) = image.program.symbol(function).map(|symbol| symbol.value) else { return Vec::new() };
    let (base, words) = image.text_range();
    let mut found: Vec<SourcePlace> = Vec::new();
    for pc in (0..words as u32).map(|n| base + 4 * n) {
        let calls = image.code.instr(pc).is_some_and(|instr| instr.op == Op::Jal && instr.target(pc) == Some(start));
        if !calls || image.own_line(pc).is_none() {
            continue;
        }
        found.extend(source_of(&image.program, pc).filter(|place| !found.contains(place)));
    }
    found
}

/// ` (solver.c:12)`, or nothing.
fn in_lines(machine: &Machine, node: usize, function: &str) -> Text {
    let all = lines(machine, node, function);
    if all.is_empty() || all.len() > MAX_LINES {
        return Text::default();
    }
    let names: Vec<String> = all.iter().map(|place| format!("{}:{}", place.file, place.line)).collect();
    Text::new(format!(" ({})", names.join(" or ")), format!(" ({})", names.join(" か ")))
}

/// Two calls that do not go together, in words.
fn sentence(machine: &Machine, (a, one): (Place, Round), (b, two): (Place, Round)) -> Text {
    let (first, second) = (one.name(), two.name());
    let (rank, other) = (a.rank, b.rank);
    let (line, line_b) = (in_lines(machine, a.node, &first), in_lines(machine, b.node, &second));
    let (Text { en, ja }, Text { en: b_en, ja: b_ja }) = (line, line_b);
    match (one.root, two.root) {
        (Some(root), Some(root_b)) if first == second => text!(
            "Rank {rank} calls {first} with root {root}{en}, rank {other} with root {root_b}{b_en}.",
            "ランク {rank} はルート {root} で {first} を呼び{ja}、ランク {other} はルート {root_b} で呼んでいます{b_ja}。"
        ),
        _ => text!(
            "Rank {rank} calls {first}{en}, rank {other} calls {second}{b_en}.",
            "ランク {rank} は {first} を呼び{ja}、ランク {other} は {second} を呼んでいます{b_ja}。"
        ),
    }
}

/// The advice about such calls.
pub fn alike() -> Text {
    text!(
        "All ranks of a communicator make the same calls of all ranks in the same order, with the same root. Is one of these calls in an `if`, or its root another variable?",
        "集団通信は、コミュニケータの全ランクが同じ順序で、同じルートで呼びます。どちらかの呼び出しが `if` の中にありませんか。ルートの変数を間違えていませんか。"
    )
}

/// In a deadlock, the calls of two ranks that do not go together.
pub fn differing(machine: &Machine, waits: &[MpiWait]) -> Option<Text> {
    let places = places(machine);
    let place = |rank: u32| places.iter().copied().find(|place| place.rank == rank);
    // In a circle of calls of all ranks, one is another one than the next: a rank that had gone on would have sent everything.
    if let Some(ranks) = circle(waits) {
        let rounds: Vec<(Place, Round)> = ranks
            .iter()
            .filter_map(|wait| {
                let at = place(wait.rank())?;
                Some((at, own_round(machine, at, wait.function(), None)?))
            })
            .collect();
        let differ =
            |one: &(Place, Round)| rounds.iter().copied().find(|two| two.1.differs(one.1)).map(|two| (*one, two));
        if let Some((one, two)) = rounds.iter().find_map(differ) {
            return Some(sentence(machine, one, two));
        }
    }
    let left = left(machine, &places);
    if let Some(found) =
        after_the_end(machine, &places, &left, |rank| waits.iter().any(|wait| wait.rank() == rank && wait.is_at_end()))
    {
        return Some(found);
    }
    // A rank that waits for something else, and has not made the call that another one has made.
    // A call that has a request may be made while a rank still waits for a message of another one.
    let is_late = |wait: &MpiWait, round: &Round| {
        let function = wait.function();
        !round.begun || function.starts_with("MPI_Wait") || round_named(function).is_some()
    };
    let (from, to, round) = left
        .iter()
        .copied()
        .find(|(_, to, round)| waits.iter().any(|wait| wait.rank() == *to && is_late(wait, round)))?;
    let wait = waits.iter().find(|wait| wait.rank() == to && wait.function() != round.name())?;
    let (at, own) = (place(from)?, place(to)?);
    let (call, function) = (round.name(), wait.function());
    let Text { en, ja } = in_lines(machine, at.node, &call);
    let Text { en: b_en, ja: b_ja } = in_lines(machine, own.node, function);
    Some(text!(
        "Rank {from} has called {call}{en}; rank {to} has not, it is in {function}{b_en}.",
        "ランク {from} は {call} を呼びましたが{ja}、ランク {to} はまだ {function} の中です{b_ja}。"
    ))
}

/// Of two ranks that have ended, the calls that do not go together.
fn after_the_end(
    machine: &Machine,
    places: &[Place],
    left: &[(u32, u32, Round)],
    has_ended: impl Fn(u32) -> bool,
) -> Option<Text> {
    let place = |rank: u32| places.iter().copied().find(|place| place.rank == rank);
    let (from, to, round) = left.iter().copied().find(|(_, to, _)| has_ended(*to))?;
    let own = left.iter().find(|(sender, _, other)| *sender == to && other.differs(round));
    let (at, own_at) = (place(from)?, place(to)?);
    if let Some((.., other)) = own {
        return Some(sentence(machine, (at, round), (own_at, *other)));
    }
    // A third rank has given another root to the same call.
    let is_third = |other: &Round| other.call == round.call && other.differs(round);
    let third = left.iter().find(|(sender, _, other)| *sender != from && is_third(other));
    if let Some((sender, _, other)) = third {
        return Some(sentence(machine, (at, round), (place(*sender)?, *other)));
    }
    let call = round.name();
    let Text { en, ja } = in_lines(machine, at.node, &call);
    Some(match round.root {
        Some(root) => text!(
            "Rank {from} has called {call} with root {root}{en}; rank {to} has made no such call.",
            "ランク {from} はルート {root} で {call} を呼びましたが{ja}、ランク {to} は呼んでいません。"
        ),
        None => text!(
            "Rank {from} has called {call}{en}; rank {to} has made no such call.",
            "ランク {from} は {call} を呼びましたが{ja}、ランク {to} は呼んでいません。"
        ),
    })
}

/// After an error of MPI on a node: the calls of two ranks that do not go together. `function` is the call with the error, `from` the
/// rank that it names, `sent` the call of that rank, and its root if the error is about roots.
pub fn of_error(machine: &Machine, node: usize, function: &str, from: u32, sent: Sent) -> Option<Text> {
    let places = places(machine);
    let own = places.iter().copied().find(|place| place.node == node)?;
    let other = places.iter().copied().find(|place| place.rank == from)?;
    match sent {
        Sent::Never => after_the_end(machine, &places, &left(machine, &places), |rank| rank == own.rank),
        Sent::Root(root) => {
            let call = round_named(function)?;
            let is_it = |round: &Round| (round.call, round.begun) == call && round.root == Some(root);
            let theirs = left(machine, &places).into_iter().find(|(peer, _, round)| *peer == from && is_it(round))?.2;
            let mine = own_round(machine, own, function, Some(theirs))?;
            Some(sentence(machine, (other, theirs), (own, mine)))
        }
        Sent::Call(call) => {
            let of = |(call, begun)| Round { context: 0, call, begun, phase: 0, root: None };
            Some(sentence(machine, (other, of(call)), (own, of(round_named(function)?))))
        }
    }
}

/// The part of an error that is about the other rank.
pub enum Sent {
    /// Its message was never received.
    Never,
    /// It gave this root.
    Root(u32),
    /// It has made the call of all ranks with this number; with a request, or without one.
    Call((usize, bool)),
}
