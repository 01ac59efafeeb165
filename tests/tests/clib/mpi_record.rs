//! The communication record and the profile of programs with MPI: every message is in it, and its times are in order.

use super::{ended, machine};
use mcore::base::{Cycle, Simulation, Tee};
use mcore::modes::chip::view::MpiProfileView;
use mcore::modes::chip::{CommRecord, Machine, MpiProfile};
use mcore::ranks::record::{Interval, Item, Message, read};
use std::collections::BTreeMap;

/// Everything that is recorded of a run, cycle by cycle.
struct Recorded {
    machine: Machine,
    text: String,
    ranks: u64,
    messages: Vec<Message>,
    intervals: Vec<Interval>,
    profile: MpiProfileView,
}

fn recorded(width: u8, height: u8, text: &str) -> Recorded {
    let mut machine = machine(width, height, text);
    let (mut record, mut profile) = (CommRecord::new(&machine), MpiProfile::new(&machine));
    while machine.step_with(&mut Tee(&mut record, &mut profile)) {}
    let mut text = String::new();
    record.write(&mut text).expect("a string");
    let (mut messages, mut intervals, mut ranks) = (Vec::new(), Vec::new(), 0);
    let begin = |head: &mcore::ranks::record::Head| {
        ranks = head.ranks;
        Ok(())
    };
    read(&text, begin, |(), item| {
        match item {
            Item::Message(message) => messages.push(message),
            Item::Interval(interval) => intervals.push(interval),
        }
        Ok(())
    })
    .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let profile = MpiProfileView::of(&machine, &profile);
    Recorded { machine, text, ranks, messages, intervals, profile }
}

/// The rules that every record of a run that ended well obeys.
fn hold(run: &Recorded) {
    let end = run.machine.state.cycle;
    assert_eq!(run.ranks, run.machine.spec().array.nodes() as u64);
    for message in &run.messages {
        let (Some(matched), Some(delivered)) = (message.matched, message.delivered) else { panic!("{message:?}") };
        assert!(message.posted <= matched && matched <= delivered && delivered < end, "{message:?}");
        assert!(message.tag.is_some() != message.collective.is_some(), "{message:?}");
    }
    // The intervals of a rank do not overlap.
    let mut of_rank: BTreeMap<u64, Cycle> = BTreeMap::new();
    for interval in &run.intervals {
        let free = of_rank.entry(interval.rank).or_default();
        assert!(*free <= interval.begin && interval.begin < interval.end && interval.end <= end, "{interval:?}");
        *free = interval.end;
    }
    // The profile counts the same messages, and its time in MPI and the computation are the whole run of a rank.
    let mut pairs: BTreeMap<(u64, u64), (u64, u64)> = BTreeMap::new();
    for message in &run.messages {
        let pair = pairs.entry((message.source, message.destination)).or_default();
        pair.0 += 1;
        pair.1 += message.bytes;
    }
    let counted: BTreeMap<(u64, u64), (u64, u64)> =
        run.profile.pairs.iter().map(|p| ((p.source.into(), p.destination.into()), (p.messages, p.bytes))).collect();
    assert_eq!(pairs, counted);
    for rank in &run.profile.ranks {
        let computed: Cycle =
            run.intervals.iter().filter(|i| i.rank == u64::from(rank.rank)).map(|i| i.end - i.begin).sum();
        // The halting instruction itself belongs to neither.
        assert_eq!(rank.total.cycles + computed, rank.run - 1, "rank {}", rank.rank);
        assert!(rank.total.waiting <= rank.total.cycles);
        assert_eq!(rank.cycles_of.iter().sum::<Cycle>(), rank.total.cycles);
    }
}

const PING: &str = r#"
#include <mpi.h>
int main(int argc, char **argv)
{
    static int a[100];
    int rank;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (volatile int i = 0; i < 300; i++)
            ;
        MPI_Send(a, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Ssend(a, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
        MPI_Send(a, 100, MPI_INT, 1, 9, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(a, 3, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(a, 100, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    /* Odd bytes, to itself, short and long. */
    MPI_Isend(a, 5, MPI_CHAR, rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(a, 99, MPI_CHAR, rank, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Recv((char *)a + 200, 99, MPI_CHAR, rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv((char *)a + 200, 99, MPI_CHAR, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Bcast(a, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"#;

#[test]
fn every_message_is_recorded_once_with_its_tag_and_bytes() {
    // Rank 1 takes the long message with tag 9 before the one with tag 8, which therefore moves to its heap; but MPI_Ssend
    // waits for that one, so the order of the receives must be that of the sends.
    let text = PING.replace("MPI_Ssend", "MPI_Send");
    let run = recorded(2, 1, &text);
    hold(&run);
    let mut found: Vec<_> = run
        .messages
        .iter()
        .map(|m| (m.source, m.destination, m.tag, m.bytes, m.collective.as_deref().unwrap_or("")))
        .collect();
    found.sort_unstable();
    let mut wanted =
        vec![(0, 1, Some(7), 12, ""), (0, 1, Some(8), 4, ""), (0, 1, Some(9), 400, ""), (1, 0, None, 4, "MPI_Bcast")];
    wanted.extend((0..2).flat_map(|rank| [(rank, rank, Some(1), 5, ""), (rank, rank, Some(2), 99, "")]));
    wanted.sort_unstable();
    assert_eq!(found, wanted, "{}", run.text);
    // Rank 1 waited for the first message: its call began before the call of the sender.
    let first = run.messages.iter().find(|m| m.tag == Some(7)).expect("it is there");
    assert!(first.posted > 1000 && first.matched > Some(first.posted));
    let receive = run.profile.functions.iter().find(|f| f.name == "MPI_Recv").expect("it was called");
    assert!(receive.total.late_senders >= 1 && receive.total.late_sender_cycles > 300, "{:?}", receive.total);
    assert!(receive.total.late_receivers >= 1, "{:?}", receive.total);
}

/// The ring program of the NSIM paper has a message in each direction for each step, whatever the number of ranks.
#[test]
fn the_bytes_of_the_matrix_are_those_that_the_program_sends() {
    let text = r#"
#include <mpi.h>
#include <stdio.h>
static char out[3000], in[3000];
int main(int argc, char **argv)
{
    int rank, size;
    unsigned sent = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 40; i++) {
        MPI_Request requests[4];
        unsigned seed = (unsigned)i * 2654435761u;
        int to = (int)((seed >> 8) % (unsigned)size), first = (int)(seed >> 20) % 90, second = (int)(seed >> 16) % 2900;
        int from = (rank - to + size) % size;
        to = (rank + to) % size;
        MPI_Irecv(in, 90, MPI_BYTE, from, i, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(in + 91, 2900, MPI_BYTE, i % 3 ? from : MPI_ANY_SOURCE, i + 100, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(out + 1, second, MPI_BYTE, to, i + 100, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(out, first, MPI_BYTE, to, i, MPI_COMM_WORLD, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        sent += (unsigned)(first + second);
    }
    printf("%u\n", sent);
    MPI_Finalize();
    return 0;
}
"#;
    for (width, height) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
        let run = recorded(width, height, text);
        hold(&run);
        let printed: u64 =
            run.machine.state.nodes.iter().map(|n| n.console.tail(99).trim().parse::<u64>().unwrap()).sum();
        assert_eq!(run.messages.iter().map(|m| m.bytes).sum::<u64>(), printed, "{width} x {height}");
        assert_eq!(run.messages.len(), 80 * usize::from(width) * usize::from(height));
    }
}

/// The record of a run, and of its rest from a state that the fast path reached, are those of the plain loop.
#[test]
fn the_fast_path_changes_nothing() {
    let text = PING.replace("MPI_Ssend", "MPI_Send");
    let all = recorded(4, 1, &text);
    let plain = all.machine;
    let fast = ended(4, 1, &text);
    assert_eq!(fast.digest(), plain.digest(), "the state after the run");
    // A cycle in which every rank computes between MPI_Init and its next call.
    let second = |rank: u64| all.intervals.iter().filter(move |i| i.rank == rank).nth(1).expect("it is there");
    let middle = (0..4).map(|rank| second(rank).begin).max().expect("four ranks");
    assert!((0..4).all(|rank| middle < second(rank).end), "{}", all.text);
    let mut half = machine(4, 1, &text);
    half.run_until(middle);
    let mut rest = CommRecord::new(&half);
    half.emit_until(Cycle::MAX, &mut rest);
    let mut lines = String::new();
    rest.write(&mut lines).expect("a string");
    let messages = |text: &str| text.lines().filter(|l| l.contains("source")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(messages(&lines), messages(&all.text));
    assert_eq!(messages(&lines).len(), all.messages.len());
}

#[test]
fn every_function_is_in_the_record_with_its_times() {
    for (width, height) in [(1, 1), (3, 1), (4, 2)] {
        let run = recorded(width, height, include_str!("mpi/meaning.c"));
        hold(&run);
        let called: Vec<&str> = run.profile.functions.iter().map(|f| f.name.as_str()).collect();
        for name in ["MPI_Init", "MPI_Send", "MPI_Recv", "MPI_Waitall", "MPI_Alltoallv", "MPI_Finalize"] {
            assert!(called.contains(&name), "{name}: {called:?}");
        }
    }
}

/// A call that finds an error leaves through a function of MPIMC, which marks its end.
#[test]
fn a_call_that_returns_an_error_has_ended() {
    let text = r#"
#include <mpi.h>
int main(int argc, char **argv)
{
    static int a[100];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Send(a, -1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        for (volatile int i = 0; i < 300; i++)
            ;
        MPI_Send(a, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else {
        MPI_Recv(a, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"#;
    let run = recorded(2, 1, text);
    hold(&run);
    let calls = |name: &str| run.profile.functions.iter().find(|f| f.name == name).map(|f| f.total.calls);
    assert_eq!((calls("MPI_Send"), calls("MPI_Recv"), calls("MPI_Barrier")), (Some(2), Some(1), Some(2)));
}

#[test]
fn a_deadlock_leaves_its_messages_open() {
    let text = r#"
#include <mpi.h>
static int a[100];
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(a, 100, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD);
    MPI_Recv(a, 100, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"#;
    let run = recorded(2, 1, text);
    let open: Vec<_> = run.messages.iter().map(|m| (m.source, m.bytes, m.matched, m.delivered)).collect();
    assert_eq!(open, [(0, 400, None, None), (1, 400, None, None)]);
    let send = run.profile.functions.iter().find(|f| f.name == "MPI_Send").expect("it is in it");
    assert!(send.total.calls == 0 && send.total.waiting > 0 && send.total.waiting < send.total.cycles, "{send:?}");
}

#[test]
fn a_program_without_mpi_has_no_messages() {
    let run = recorded(2, 1, "int main(void) { return 0; }\n");
    assert_eq!(run.messages, []);
    assert_eq!(run.intervals.len(), 2, "each rank computes from its start to its end: {}", run.text);
    hold(&run);
}
