//! Programs with MPI in a session: log, profile, pictures and record are those of the whole run at every cycle, after every
//! rewind.

use mcore::base::{Array, Cycle, NodeId, Simulation, Sink, SourceFile, grouped};
use mcore::modes::chip::session::{Command, Level, MachineOptions, Refused, Update, Watch};
use mcore::modes::chip::view::{
    LogFilter, LogKind, LogLevel, LogRow, MpiArrows, MpiPanelView, MpiProfileView, SpaceTimeView,
};
use mcore::modes::chip::{CommRecord, Event, Machine, Mpi, MpiMessages, MpiNews, MpiProfile, Spec};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Options, build};
use mcore_tests::{Driver, compilers};
use std::sync::Arc;

/// A ring with short messages, then a long one, then a collective operation.
const TEXT: &str = r#"
#include <mpi.h>
int main(int argc, char **argv)
{
    static int a[100], sum;
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < 3; turn++) {
        for (volatile int i = 0; i < 40 * rank; i++)
            ;
        MPI_Send(a, 2, MPI_INT, (rank + 1) % size, turn, MPI_COMM_WORLD);
        MPI_Recv(a, 2, MPI_INT, (rank + size - 1) % size, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        MPI_Send(a, 100, MPI_INT, 3, 9, MPI_COMM_WORLD);
    if (rank == 3)
        MPI_Recv(a, 100, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"#;

fn driver_of(name: &str, text: &str) -> Driver {
    let mut d = Driver::with_c();
    let options = MachineOptions { width: 2, height: 2, level: Level::O2, ..MachineOptions::default() };
    d.must(Command::SetMachine(options));
    d.assemble(name, text);
    d
}

fn driver() -> Driver {
    let mut d = driver_of("ring.c", TEXT);
    d.run();
    d
}

/// The machine at cycle 0.
fn machine() -> Machine {
    let compilers = compilers();
    let options = Options { level: Level::O2, ..Options::new(512 * 1024, &compilers) };
    let file = SourceFile { name: "ring.c".into(), text: TEXT.into() };
    let program = Arc::new(build(&[file], &library(), &options).program.expect("a program"));
    Machine::new(Spec { array: Array::new(2, 2), ..Spec::default() }, program).expect("a machine")
}

/// Follows the calls and messages, and all that is made of them.
struct Whole {
    mpi: Mpi,
    news: Vec<(Cycle, NodeId, MpiNews)>,
    messages: MpiMessages,
    profile: MpiProfile,
}

impl Sink<Event> for Whole {
    const WANTS: u32 = Mpi::WANTS;

    fn emit(&mut self, event: Event) {
        let Self { mpi, news, messages, profile } = self;
        mpi.take(&event, &mut |mpi, node, what| {
            messages.take(&what);
            news.push((event.cycle, mpi.node(node), what));
        });
        profile.emit(event);
    }
}

/// The run up to a cycle, observed from its start without a session.
fn plain(until: Cycle) -> (Machine, Whole) {
    let mut machine = machine();
    let mut whole = Whole {
        mpi: Mpi::new(&machine),
        news: Vec::new(),
        messages: MpiMessages::default(),
        profile: MpiProfile::new(&machine),
    };
    while machine.cycle() < until && machine.step_with(&mut whole) {}
    (machine, whole)
}

fn log(d: &mut Driver, from: Cycle, until: Cycle, filter: LogFilter) -> Vec<LogRow> {
    d.updates.clear();
    d.must(Command::Log { from, until, filter });
    d.finish_in(70);
    let found = d.updates.iter().find_map(|u| if let Update::Log(view) = u { Some(view.rows.clone()) } else { None });
    found.expect("a log")
}

const ALL: LogFilter = LogFilter { level: LogLevel::Message, node: None, packet: None, limit: 10_000 };

#[test]
fn the_finest_grain_of_a_program_with_mpi_is_its_calls_and_messages() {
    let mut d = driver();
    let end = d.frame.end;
    let rows = log(&mut d, 0, end, ALL);
    let (_, whole) = plain(end);
    let news: Vec<_> = whole.news.iter().filter(|(.., what)| *what != MpiNews::Halted).collect();
    let of_mpi: Vec<_> = rows.iter().filter(|r| matches!(r.kind, LogKind::Call | LogKind::Message)).collect();
    assert_eq!(
        of_mpi.iter().map(|r| (r.cycle, r.node)).collect::<Vec<_>>(),
        news.iter().map(|(cycle, node, _)| (*cycle, *node)).collect::<Vec<_>>()
    );
    assert_eq!(rows.iter().filter(|r| r.kind == LogKind::Halt).count(), 4);
    assert!(rows.iter().all(|r| !matches!(r.kind, LogKind::Dma | LogKind::Packet | LogKind::Flit)));
    // Each sentence has the facts, in both languages.
    let has = |en: &str, ja: &str| rows.iter().any(|r| r.text.en.contains(en) && r.text.ja.contains(ja));
    assert!(has(
        "MPI_Send sends a message to rank 3: tag 9, 400 bytes",
        "MPI_Send がランク 3 へメッセージを送信：タグ 9、400 バイト"
    ));
    assert!(has("MPI_Recv takes the message of rank 0: tag 9, 400 bytes", "受け取り：タグ 9、400 バイト"));
    assert!(has("late sender: ", "送信側の遅れ ") && has("late receiver: ", "受信側の遅れ "));
    assert!(has("MPI_Recv returns after ", "うち待ち "));
    assert!(has("MPI_Allreduce sends a message to rank ", "MPI_Allreduce がランク "));
}

#[test]
fn a_window_of_the_messages_is_that_part_of_the_whole_log() {
    let mut d = driver();
    let end = d.frame.end;
    let whole = log(&mut d, 0, end, LogFilter { level: LogLevel::Dma, ..ALL });
    // Backwards and forwards: messages that were sent before a window are known in it.
    for from in [end / 2, end / 4, 3 * end / 4, 1, end] {
        let until = (from + 900).min(end);
        let part: Vec<_> = whole.iter().filter(|r| (from..until).contains(&r.cycle)).cloned().collect();
        assert_eq!(log(&mut d, from, until, LogFilter { level: LogLevel::Dma, ..ALL }), part, "from {from}");
    }
    let here = NodeId::new(2, 1);
    let at: Vec<_> = log(&mut d, end / 3, end, LogFilter { node: Some(here), ..ALL });
    let expected: Vec<_> =
        log(&mut d, 0, end, ALL).into_iter().filter(|r| r.node == here && r.cycle >= end / 3).collect();
    assert!(at.iter().any(|r| r.kind == LogKind::Message));
    assert_eq!(at, expected);
    assert_eq!(d.frame.end, end, "looking moves nothing");
}

fn stats(d: &Driver) -> (Cycle, Option<MpiPanelView>, SpaceTimeView) {
    let found = d.updates.iter().rev().find_map(|u| match u {
        Update::Stats { cycle, mpi, space, .. } => Some((*cycle, mpi.as_deref().cloned(), (**space).clone())),
        _ => None,
    });
    found.expect("statistics")
}

#[test]
fn late_senders_and_receivers_are_summed_up_in_both_languages() {
    let (machine, whole) = plain(Cycle::MAX);
    let view = MpiProfileView::of(&machine, &whole.profile);
    let [senders, receivers] = [view.total.late_sender_cycles, view.total.late_receiver_cycles];
    assert!(senders >= 1_000, "enough for a comma: {senders}");
    let sentences = view.late();
    assert_eq!(sentences.len(), 2);
    for (sentence, cycles) in sentences.iter().zip([senders, receivers].map(grouped)) {
        assert!(sentence.en.contains(&format!(" {cycles} cycles in all")), "{}", sentence.en);
        assert!(sentence.ja.contains(&format!("合計 {cycles} サイクル")), "{}", sentence.ja);
    }
}

#[test]
fn the_profile_of_mpi_is_right_at_every_cycle_after_every_rewind() {
    let mut d = driver();
    let end = d.frame.end;
    d.must(Command::Watch(Watch { stats: true, ..Watch::default() }));
    let (last, all) = plain(end);
    for cycle in [end, end / 2, 300, end - 200, 0, end / 3] {
        d.must(Command::Seek(cycle));
        d.updates.clear();
        d.finish();
        let (at, panel, space) = stats(&d);
        let (machine, whole) = plain(cycle);
        let expected = MpiPanelView::of(&MpiProfileView::of(&machine, &whole.profile));
        assert_eq!((at, panel), (cycle, Some(expected)), "cycle {cycle}");
        let arrows = MpiArrows::of(last.spec().array, &all.mpi, &all.messages);
        assert_eq!(space.mpi, Some(arrows), "the arrows are those of the whole run");
    }
    let arrows = stats(&d).2.mpi.expect("messages");
    assert_eq!((arrows.every, arrows.total), (1, arrows.messages.len() as u64));
    let long = arrows.messages.iter().find(|m| m.tag == Some(9)).expect("the long message");
    assert_eq!((long.ranks, long.bytes, long.function.as_str()), ((0, 3), 400, "MPI_Send"));
    assert_eq!((long.source, long.dst), (NodeId::new(1, 1), NodeId::new(2, 2)));
    assert!(arrows.messages.iter().all(|m| m.until.is_some_and(|until| m.from < until && until < end)));
}

#[test]
fn a_part_of_the_picture_has_the_messages_that_were_under_way_in_it() {
    let mut d = driver();
    let end = d.frame.end;
    let (_, whole) = plain(end);
    for (from, until) in [(end / 2, end / 2 + 500), (end / 4, end / 4 + 300), (0, end)] {
        d.updates.clear();
        d.must(Command::SpaceTime { from, until });
        d.finish_in(90);
        let view = d.updates.iter().find_map(|u| if let Update::SpaceTime(view) = u { Some(view) } else { None });
        let found = view.and_then(|view| view.mpi.as_ref()).expect("messages");
        let under_way =
            whole.messages.iter().filter(|m| m.sent < until && m.delivered.is_none_or(|delivered| delivered >= from));
        let expected: Vec<_> = under_way.map(|m| (m.posted(), m.delivered.filter(|cycle| *cycle < until))).collect();
        let mut found: Vec<_> = found.messages.iter().map(|m| (m.from, m.until)).collect();
        let mut expected = expected;
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "cycles {from} to {until}");
    }
}

#[test]
fn the_record_is_that_of_the_whole_run_wherever_the_run_is_shown() {
    let mut d = driver();
    let end = d.frame.end;
    let mut machine = machine();
    let mut record = CommRecord::new(&machine);
    while machine.step_with(&mut record) {}
    let mut expected = String::new();
    record.write(&mut expected).expect("a text");
    d.must(Command::Seek(end / 2));
    d.finish();
    for slice in [100, u64::MAX] {
        d.updates.clear();
        d.must(Command::RecordMessages);
        d.finish_in(slice);
        let mut text = String::new();
        for update in &d.updates {
            let Update::Accesses { text: chunk, until, cut, .. } = update else { continue };
            assert!(!cut && *until == end);
            text.push_str(std::str::from_utf8(chunk).expect("lines"));
        }
        assert!(matches!(d.updates.last(), Some(Update::Accesses { done: true, .. })));
        assert_eq!(text, expected);
    }
    assert_eq!(d.frame.cycle, end / 2, "recording moves nothing");
}

#[test]
fn a_program_without_mpi_has_no_profile_of_it() {
    let mut d = driver_of("none.c", "int main(void) { return 0; }\n");
    d.run();
    d.must(Command::Watch(Watch { stats: true, ..Watch::default() }));
    d.finish();
    let (_, panel, space) = stats(&d);
    assert_eq!((panel, space.mpi), (None, None));
    let Update::Refused(_, Refused::Impossible(text)) = d.send(Command::RecordMessages) else { panic!("refused") };
    assert!(text.en.contains("no function of MPI"), "{text:?}");
}
