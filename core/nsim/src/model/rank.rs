//! MPI on one node: requests, matching, waiting.
//!
//! Messages from one rank to another are matched in the order in which they were sent. With several NICs a later message may
//! arrive earlier: it waits for its turn.

use super::{NEVER, Time};
use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;
use mcore_ranks::{Matching, Op, Place, Status};

/// The header data of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Envelope {
    /// Source rank.
    pub from: u32,
    /// Its number at the source.
    pub message: u32,
    /// Its number among those from the source to this rank.
    pub turn: u32,
    pub tag: u32,
    pub bytes: u64,
    pub kind: Kind,
    /// NICs whose last packet has not arrived yet.
    pub parts: u8,
    /// The time at which the program called the sending function.
    pub sent: Time,
}

/// The purpose of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Data, sent without a request.
    Eager,
    /// Requests permission to send data (rendezvous).
    Ask,
    /// Answers the message with this number: data may be sent.
    Answer(u32),
    /// Data whose receive is known: the one matched by the message with this number.
    Granted(u32),
}

/// A message that waits until its receiver permits it (rendezvous).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Asking {
    /// Destination rank.
    pub to: u32,
    pub tag: u32,
    pub bytes: u64,
    /// The request of the send.
    pub request: u32,
    /// When the program called the function that sends it.
    pub sent: Time,
}

/// An event that reaches a rank at a time. The order of the fields breaks ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct RankEvent {
    pub time: Time,
    pub from: u32,
    pub message: u32,
    /// Whether it reports that a message of this rank has left, rather than that one has arrived.
    pub left: bool,
}

/// A message for matching: its number, and whether it requests permission to send data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Arrived {
    message: u32,
    ask: bool,
}

/// The number of the first request inside a blocking function.
const FIRST_BLOCKING: u32 = 1 << 31;

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Request {
    Pending,
    Done(Option<Status>),
}

/// The activity of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Doing {
    /// Continues at this time.
    Ready(Time),
    /// Waits for the requests from `first` up to and including `last`; then continues `cost` later, at the earliest
    /// `cost` after `least`.
    Waiting {
        first: u32,
        last: u32,
        least: Time,
        cost: Time,
    },
    Ended(Time),
}

/// An action that the node carries out for its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Answer a message that requested permission.
    Answer { to: u32, message: u32 },
    /// Send the data of a message of this rank, which was granted.
    Grant { message: u32 },
}

/// One rank.
#[derive(Clone, Debug)]
pub(super) struct Rank {
    pub doing: Doing,
    /// The current operation.
    pub op: Op,
    pub place: Place,
    status: Option<Status>,
    /// Number of requests that the program has issued, and of those inside blocking functions.
    requests: u32,
    blocking: u32,
    open: BTreeMap<u32, Request>,
    matching: Matching<Arrived>,
    pub events: BinaryHeap<Reverse<RankEvent>>,
    /// Messages in flight to this rank.
    pub coming: BTreeMap<(u32, u32), Envelope>,
    /// Receives whose data was requested.
    granted: BTreeMap<(u32, u32), u32>,
    /// Messages of this rank whose buffers are still in use: the number of NICs that have not read everything, and the
    /// request.
    pub leaving: BTreeMap<u32, (u8, u32)>,
    /// Messages of this rank that wait for the receiver's permission, by number.
    pub asking: BTreeMap<u32, Asking>,
    /// Number of this rank's next message.
    pub next_message: u32,
    /// With several NICs: the number of messages sent to each rank, and the next turn from each rank with the messages
    /// that arrived early.
    pub sent_to: BTreeMap<u32, u32>,
    turns: BTreeMap<u32, (u32, BTreeMap<u32, Envelope>)>,
    /// Time spent computing and waiting.
    pub computed: Time,
    pub waited: Time,
    pub waits_since: Time,
}

impl Rank {
    /// A rank before its first operation.
    pub fn new() -> Self {
        Self {
            doing: Doing::Ready(0),
            op: Op::Compute(0),
            place: Place::default(),
            status: None,
            requests: 0,
            blocking: 0,
            open: BTreeMap::new(),
            matching: Matching::default(),
            events: BinaryHeap::new(),
            coming: BTreeMap::new(),
            granted: BTreeMap::new(),
            leaving: BTreeMap::new(),
            asking: BTreeMap::new(),
            next_message: 0,
            sent_to: BTreeMap::new(),
            turns: BTreeMap::new(),
            computed: 0,
            waited: 0,
            waits_since: 0,
        }
    }

    /// The time of the next event.
    pub fn wake(&self) -> Time {
        let ready = if let Doing::Ready(at) = self.doing { at } else { NEVER };
        self.events.peek().map_or(ready, |Reverse(event)| ready.min(event.time))
    }

    /// Takes the message received by the last operation.
    pub fn take_status(&mut self) -> Option<Status> {
        self.status.take()
    }

    /// Issues a request of the program, which counts them from 0. It is pending.
    pub fn request(&mut self) -> u32 {
        let number = self.requests;
        self.requests += 1;
        self.open.insert(number, Request::Pending);
        number
    }

    /// Issues a request inside a blocking function, which the program cannot name.
    pub fn blocking_request(&mut self) -> u32 {
        let number = FIRST_BLOCKING | self.blocking;
        // Blocking functions are complete long before their numbers repeat.
        self.blocking = (self.blocking + 1) % FIRST_BLOCKING;
        self.open.insert(number, Request::Pending);
        number
    }

    /// Waits for requests.
    pub fn wait(&mut self, first: u32, last: u32, now: Time, least: Time, cost: Time) {
        self.doing = Doing::Waiting { first, last, least, cost };
        self.waits_since = now;
        self.look(now);
    }

    /// Waits for all requests.
    pub fn wait_all(&mut self, now: Time, cost: Time) {
        self.wait(0, u32::MAX, now, now, cost);
    }

    /// Posts a receive.
    pub fn post(&mut self, from: Option<u32>, tag: Option<u32>, request: u32, now: Time, actions: &mut Vec<Action>) {
        if let Some((status, arrived)) = self.matching.post(from, tag, request) {
            self.matched(request, status, arrived, now, actions);
        }
    }

    /// Handles a complete message.
    pub fn message(&mut self, envelope: Envelope, several: bool, now: Time, actions: &mut Vec<Action>) {
        match envelope.kind {
            Kind::Answer(message) => actions.push(Action::Grant { message }),
            Kind::Granted(message) => {
                if let Some(request) = self.granted.remove(&(envelope.from, message)) {
                    let status = Status { source: envelope.from, tag: envelope.tag, bytes: envelope.bytes };
                    self.complete(request, Some(status), now);
                }
            }
            Kind::Eager | Kind::Ask if !several => self.in_turn(envelope, now, actions),
            Kind::Eager | Kind::Ask => {
                let (next, early) = self.turns.entry(envelope.from).or_default();
                early.insert(envelope.turn, envelope);
                let mut ready = Vec::new();
                while let Some(envelope) = early.remove(next) {
                    ready.push(envelope);
                    *next += 1;
                }
                for envelope in ready {
                    self.in_turn(envelope, now, actions);
                }
            }
        }
    }

    /// Matches a message whose turn it is with a receive.
    fn in_turn(&mut self, envelope: Envelope, now: Time, actions: &mut Vec<Action>) {
        let status = Status { source: envelope.from, tag: envelope.tag, bytes: envelope.bytes };
        let arrived = Arrived { message: envelope.message, ask: envelope.kind == Kind::Ask };
        if let Some((request, arrived)) = self.matching.arrive(status, arrived) {
            self.matched(request, status, arrived, now, actions);
        }
    }

    fn matched(&mut self, request: u32, status: Status, arrived: Arrived, now: Time, actions: &mut Vec<Action>) {
        if arrived.ask {
            self.granted.insert((status.source, arrived.message), request);
            actions.push(Action::Answer { to: status.source, message: arrived.message });
        } else {
            self.complete(request, Some(status), now);
        }
    }

    /// Completes a request.
    pub fn complete(&mut self, request: u32, status: Option<Status>, now: Time) {
        self.open.insert(request, Request::Done(status));
        self.look(now);
    }

    /// Continues if all awaited requests are complete.
    fn look(&mut self, now: Time) {
        let Doing::Waiting { first, last, least, cost } = self.doing else { return };
        if self.open.range(first..=last).any(|(_, request)| *request == Request::Pending) {
            return;
        }
        let waited: Vec<u32> = self.open.range(first..=last).map(|(number, _)| *number).collect();
        for number in waited {
            if let Some(Request::Done(Some(status))) = self.open.remove(&number) {
                self.status = Some(status);
            }
        }
        self.waited += now - self.waits_since;
        self.doing = Doing::Ready(now.max(least) + cost);
    }

    /// Hashes everything that determines the rank's future.
    pub fn hash_state(&self, hasher: &mut impl core::hash::Hasher) {
        use core::hash::Hash as _;
        (self.doing, self.op, self.place, self.status, self.requests, self.blocking, self.next_message).hash(hasher);
        (&self.open, &self.matching, &self.coming, &self.granted).hash(hasher);
        (&self.leaving, &self.asking, &self.sent_to, &self.turns, self.computed, self.waited).hash(hasher);
        // The order of entries in a heap depends on its past.
        let mut events: Vec<RankEvent> = self.events.iter().map(|Reverse(event)| *event).collect();
        events.sort_unstable();
        events.hash(hasher);
    }

    /// Messages that have arrived and have not been received.
    pub fn unreceived(&self) -> usize {
        self.matching.unreceived()
    }
}
