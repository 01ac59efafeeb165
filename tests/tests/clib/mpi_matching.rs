//! Random programs against a model of MPI's matching rules (MPI 3.1, section 3.5): the receives of a run must have got
//! messages that they can get in some order of arrival.

use super::machine;
use super::mpi::consoles;
use mcore::base::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of the longest message.
const BYTES: u64 = 1200;
/// Tags of messages are below this.
const TAGS: u64 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A send of a message with this number; if `waits`, the send waits for its receive.
    Send {
        id: usize,
        bytes: u64,
        waits: bool,
    },
    Receive,
    /// The rank computes for a while.
    Rest {
        turns: u64,
    },
}

/// One step of a rank. `peer` and `tag` of a receive may be wildcards.
#[derive(Clone, Copy, Debug)]
struct Op {
    rank: usize,
    kind: Kind,
    peer: Option<usize>,
    tag: Option<u64>,
    comm: usize,
    shift: u64,
}

impl Op {
    /// True if this receive may get the message of a send to its rank.
    fn accepts(&self, send: &Self) -> bool {
        self.comm == send.comm
            && self.peer.is_none_or(|peer| peer == send.rank)
            && self.tag.is_none_or(|tag| Some(tag) == send.tag)
    }

    /// As an initialiser of `struct op` in `mpi/matching.c`.
    fn text(&self) -> String {
        let (kind, id, bytes) = match self.kind {
            Kind::Send { id, bytes, waits } => (if waits { "WAITS" } else { "SEND" }, id, bytes),
            Kind::Receive => ("RECEIVE", 0, 0),
            Kind::Rest { turns } => ("REST", 0, turns),
        };
        let peer = self.peer.map_or("MPI_ANY_SOURCE".into(), |peer| peer.to_string());
        let tag = self.tag.map_or("MPI_ANY_TAG".into(), |tag| tag.to_string());
        let Self { rank, comm, shift, .. } = self;
        format!("{{{rank}, {kind}, {peer}, {tag}, {comm}, {id}, {bytes}, {shift}}}")
    }
}

/// A script in the order in which each rank carries out its steps.
fn script(rng: &mut Rng, ranks: usize) -> Vec<Op> {
    let any = |rng: &mut Rng, below: usize| rng.below(below as u64) as usize;
    let sends: Vec<Op> = (0..4 + any(rng, 9))
        .map(|id| {
            let bytes = 4 + if rng.below(2) == 0 { rng.below(60) } else { rng.below(BYTES - 3) };
            Op {
                rank: any(rng, ranks),
                kind: Kind::Send { id, bytes, waits: rng.below(4) == 0 },
                peer: Some(any(rng, ranks)),
                tag: Some(rng.below(TAGS)),
                comm: any(rng, 2),
                shift: rng.below(4),
            }
        })
        .collect();
    // For each message a receive that can get it, but perhaps gets another one.
    let receives = sends.iter().map(|send| {
        let (peer, tag) = (rng.below(2) == 0, rng.below(2) == 0);
        Op {
            rank: send.peer.unwrap_or_default(),
            kind: Kind::Receive,
            peer: peer.then_some(send.rank),
            tag: send.tag.filter(|_| tag),
            shift: rng.below(4),
            ..*send
        }
    });
    let mut ops: Vec<Op> = receives.collect();
    ops.extend(&sends);
    for _ in 0..ranks {
        let kind = Kind::Rest { turns: rng.below(400) };
        ops.push(Op { rank: any(rng, ranks), kind, peer: Some(0), tag: Some(0), comm: any(rng, 2), shift: 0 });
    }
    for last in (1..ops.len()).rev() {
        ops.swap(last, any(rng, last + 1));
    }
    // Receives of everything come last, so each message finds one.
    let rest =
        |send: &Op| Op { rank: send.peer.unwrap_or_default(), kind: Kind::Receive, peer: None, tag: None, ..*send };
    ops.extend(sends.iter().map(rest));
    ops
}

/// True if the receives of a rank, in their order, can have got just these messages. A message is the place of its send in
/// the script. `got` has a receive's message; a receive that got none is not in it.
fn is_possible(ops: &[Op], rank: usize, got: &BTreeMap<usize, usize>) -> bool {
    let receives: Vec<usize> =
        (0..ops.len()).filter(|at| ops[*at].rank == rank && ops[*at].kind == Kind::Receive).collect();
    // Messages of one rank in one communicator arrive in the order of their sends; those of others at any time.
    let mut queues: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (at, op) in ops.iter().enumerate() {
        if matches!(op.kind, Kind::Send { .. }) && op.peer == Some(rank) {
            queues.entry((op.rank, op.comm)).or_default().push(at);
        }
    }
    let queues: Vec<Vec<usize>> = queues.into_values().collect();
    let place: BTreeMap<usize, usize> = got.iter().map(|(receive, message)| (*message, *receive)).collect();
    let place_of = |message: usize| {
        let receive = place.get(&message)?;
        receives.iter().position(|at| at == receive)
    };
    // A moment: how many messages of each queue have arrived, and how many receives have begun.
    let mut open = vec![(vec![0; queues.len()], 0)];
    let mut seen = BTreeSet::new();
    while let Some((arrived, begun)) = open.pop() {
        if !seen.insert((arrived.clone(), begun)) {
            continue;
        }
        if begun == receives.len() && arrived.iter().zip(&queues).all(|(n, queue)| *n == queue.len()) {
            return true;
        }
        let is_there = |message: usize| queues.iter().zip(&arrived).any(|(queue, n)| queue[..*n].contains(&message));
        // The next receive begins: it gets the first message of a queue that it accepts, if one is there.
        if let Some(&receive) = receives.get(begun) {
            let waiting = |message: usize| place_of(message).is_none_or(|place| place >= begun);
            let offered: Vec<usize> = queues
                .iter()
                .zip(&arrived)
                .filter_map(|(queue, n)| {
                    queue[..*n].iter().copied().find(|m| waiting(*m) && ops[receive].accepts(&ops[*m]))
                })
                .collect();
            let has = got.get(&receive).copied().filter(|message| is_there(*message));
            if has.map_or(offered.is_empty(), |message| offered.contains(&message)) {
                open.push((arrived.clone(), begun + 1));
            }
        }
        // The next message of a queue arrives: the first receive that accepts it and has none yet gets it.
        for (index, queue) in queues.iter().enumerate() {
            let Some(&message) = queue.get(arrived[index]) else { continue };
            let takes = (0..begun).find(|place| {
                let receive = receives[*place];
                let has_one = got.get(&receive).is_some_and(|own| is_there(*own));
                !has_one && ops[receive].accepts(&ops[message])
            });
            if takes == place_of(message).filter(|place| *place < begun) {
                let mut next = arrived.clone();
                next[index] += 1;
                open.push((next, begun));
            }
        }
    }
    false
}

/// The program of several scripts, one after the other.
fn program(scripts: &[Vec<Op>], ranks: usize) -> String {
    let longest = scripts.iter().map(Vec::len).max().unwrap_or_default();
    let mut text = format!(
        "#include <mpi.h>\n#define ROUNDS {}\n#define OPS {longest}\n#define BYTES {BYTES}\nenum {{ SEND, WAITS, RECEIVE, REST }};\n\
         static const struct op {{\n    int rank, kind, peer, tag, comm, id, bytes, shift;\n}} ops[ROUNDS][OPS] = {{\n",
        scripts.len()
    );
    for script in scripts {
        let mut rows: Vec<String> = script.iter().map(Op::text).collect();
        rows.resize(longest, "{-1}".into());
        text += &format!("    {{{}}},\n", rows.join(", "));
    }
    text += &format!("}};\nstatic const int wanted[ROUNDS][{ranks}] = {{\n");
    for script in scripts {
        let to = |rank: usize| {
            let is_to = |op: &&Op| matches!(op.kind, Kind::Send { .. }) && op.peer == Some(rank);
            script.iter().filter(is_to).count().to_string()
        };
        text += &format!("    {{{}}},\n", (0..ranks).map(to).collect::<Vec<_>>().join(", "));
    }
    text + "};\n" + include_str!("mpi/matching.c")
}

/// Checks the output of a rank: each message arrived once, as it was sent, and the model allows the matching.
fn check(scripts: &[Vec<Op>], rank: usize, printed: &str) {
    let mut got = vec![BTreeMap::new(); scripts.len()];
    for line in printed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<usize>().unwrap_or_else(|_| panic!("{line}"));
        let ops = &scripts[number(0)];
        let receive = number(1);
        if words[2] == "none" {
            assert_eq!(number(3), 1, "not cancelled: {line}");
            continue;
        }
        let is_it = |op: &Op| matches!(op.kind, Kind::Send { id, .. } if id == number(2));
        let message = ops.iter().position(is_it).unwrap_or_else(|| panic!("no such message: {line}"));
        let Op { kind: Kind::Send { bytes, .. }, .. } = ops[message] else { panic!("{line}") };
        assert!(ops[receive].accepts(&ops[message]) && ops[message].peer == Some(rank), "{line}");
        let status = (number(3), Some(number(4) as u64), number(5) as u64, number(6));
        assert_eq!(status, (ops[message].rank, ops[message].tag, bytes, 1), "{line}");
        assert!(!got[number(0)].values().any(|other| *other == message), "received twice: {line}");
        got[number(0)].insert(receive, message);
    }
    for (round, (ops, got)) in scripts.iter().zip(&got).enumerate() {
        let sent = ops.iter().filter(|op| matches!(op.kind, Kind::Send { .. }) && op.peer == Some(rank)).count();
        assert_eq!(got.len(), sent, "round {round}: every message is received");
        assert!(is_possible(ops, rank, got), "round {round}, rank {rank}: {got:?}\n{ops:#?}");
    }
}

#[test]
fn receives_get_messages_as_the_model_of_matching_allows() {
    for ranks in [1, 2, 3, 5, 8] {
        let mut rng = Rng::new(ranks as u64);
        let scripts: Vec<_> = (0..16).map(|_| script(&mut rng, ranks)).collect();
        for (rank, printed) in consoles(ranks as u8, 1, &program(&scripts, ranks)).iter().enumerate() {
            check(&scripts, rank, printed);
        }
    }
}

/// The model itself: it allows what MPI allows, and nothing else.
#[test]
fn the_model_of_matching_refuses_wrong_orders() {
    let send = |rank, tag, comm| {
        let kind = Kind::Send { id: 0, bytes: 4, waits: false };
        Op { rank, kind, peer: Some(2), tag: Some(tag), comm, shift: 0 }
    };
    let receive = |peer, tag, comm| Op { rank: 2, kind: Kind::Receive, peer, tag, comm, shift: 0 };
    let possible = |ops: &[Op], got: &[(usize, usize)]| is_possible(ops, 2, &got.iter().copied().collect());
    // A message never overtakes another one of its rank that the receive accepts as well.
    let ops = [send(0, 1, 0), send(0, 1, 0), receive(None, Some(1), 0), receive(Some(0), None, 0)];
    assert!(possible(&ops, &[(2, 0), (3, 1)]) && !possible(&ops, &[(2, 1), (3, 0)]));
    // Messages from different senders, or in different communicators, may arrive in any order.
    let ops = [send(0, 1, 0), send(1, 1, 0), receive(None, None, 0), receive(None, None, 0)];
    assert!(possible(&ops, &[(2, 0), (3, 1)]) && possible(&ops, &[(2, 1), (3, 0)]));
    let ops = [send(0, 1, 0), send(0, 1, 1), receive(None, None, 1), receive(None, None, 0)];
    assert!(possible(&ops, &[(2, 1), (3, 0)]) && !possible(&ops, &[(2, 0), (3, 1)]));
    // A later receive gets a message only if an earlier one that accepts it has got one: here one of rank 1.
    let ops =
        [send(0, 1, 0), send(1, 2, 0), receive(None, None, 0), receive(Some(0), Some(1), 0), receive(None, None, 0)];
    assert!(possible(&ops, &[(2, 0), (4, 1)]) && possible(&ops, &[(2, 1), (3, 0)]));
    assert!(!possible(&ops, &[(3, 0), (4, 1)]) && !possible(&ops, &[(2, 0), (3, 1)]));
    // A tag chooses a later message.
    let ops = [send(0, 1, 0), send(0, 2, 0), receive(Some(0), Some(2), 0), receive(Some(0), Some(1), 0)];
    assert!(possible(&ops, &[(2, 1), (3, 0)]) && !possible(&ops, &[(2, 0), (3, 1)]));
}

/// All ranks send to rank 0, which begins late and receives from any rank.
const FLOOD: &str = r#"
#include <internal_mpi.h>
#include <stddef.h>
#include <stdio.h>
#define EACH 12
volatile int peers_at = offsetof(struct mpimc_state, peers), slots_at = offsetof(struct mpimc_state, slots);
volatile int sent_at = offsetof(struct mpimc_peer, sent), received_at = offsetof(struct mpimc_peer, received);
volatile int peer_bytes = sizeof(struct mpimc_peer);
int main(int argc, char **argv)
{
    static int order[128 * EACH], next[128];
    int rank, ranks, number;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; rank != 0 && i < EACH; i++)
        MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    for (volatile int wait = 0; wait < 2000; wait++)
        ;
    for (int i = 0; rank == 0 && i < (ranks - 1) * EACH; i++) {
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        order[i] = status.MPI_SOURCE;
        if (number != next[status.MPI_SOURCE]++)
            printf("number %d of rank %d\n", number, status.MPI_SOURCE);
    }
    for (int i = 0; rank == 0 && i < (ranks - 1) * EACH; i++)
        printf("%d ", order[i]);
    return MPI_Finalize();
}
"#;

/// A rank that finds no room for a message waits, and a receive from any rank serves all ranks in turn.
#[test]
fn no_slot_is_written_twice_and_no_rank_is_forgotten() {
    for (width, height, slots, distance) in [(2, 1, 4, 1), (4, 4, 4, 5), (9, 8, 2, 23)] {
        let mut machine = machine(width, height, FLOOD);
        let program = machine.image(0).program.clone();
        let symbol = |name: &str| program.symbol(name).unwrap_or_else(|| panic!("{name}")).value;
        let (state, nodes) = (symbol("mpimc_state"), machine.state.nodes.len() as u32);
        let mut most = 0;
        while machine.run_until(machine.state.cycle + distance) {
            let word = |rank: u32, addr: u32| machine.state.nodes[rank as usize].core.memory.word(addr);
            let constant = |name: &str| word(0, symbol(name));
            if (0..nodes).any(|rank| word(rank, state) != 1) {
                continue;
            }
            assert_eq!(word(0, state + constant("slots_at")), slots);
            let count = |rank, peer, at: &str| {
                let peers = word(rank, state + constant("peers_at"));
                word(rank, peers + peer * constant("peer_bytes") + constant(at))
            };
            for rank in 1..nodes {
                let there = count(rank, 0, "sent_at") - count(0, rank, "received_at");
                assert!(there <= slots, "{there} messages of rank {rank} in cycle {}", machine.state.cycle);
                most = there.max(most);
            }
        }
        assert_eq!(most, slots, "{width} x {height}");
        let printed = machine.state.nodes[0].console.tail(1 << 20);
        let mut counts = vec![0; nodes as usize - 1];
        for source in printed.split_whitespace() {
            counts[source.parse::<usize>().unwrap_or_else(|_| panic!("{printed}")) - 1] += 1;
            let (low, high) = (counts.iter().min(), counts.iter().max());
            assert!(high <= low.map(|low| low + 1).as_ref(), "{width} x {height}: {counts:?}\n{printed}");
        }
        assert!(counts.iter().all(|count| *count == 12), "{counts:?}");
    }
}
