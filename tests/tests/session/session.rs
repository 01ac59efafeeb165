//! The session as the page drives it: answers, frames, rewind, and every way in which a student's program can go wrong.

use mcore::base::{Array, NodeId, SourceFile};
use mcore::modes::chip::session::{Command, MachineOptions, Refused, Register, Update, Watch};
use mcore::modes::chip::view::RunState;
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::asm::{Options, assemble};
use mcore_tests::Driver;

/// Each node sends its rank to its right neighbour over and over, then halts.
const RING: &str = "
        .include \"mclib.s\"
        .data
inbox:  .word -1
outbox: .word 0
        .text
main:   jal   mc_rank
        move  $s0, $v0
        jal   mc_nodes
        move  $s1, $v0
        li    $s2, 12           # rounds
round:  addu  $t0, $s0, $s2
        sw    $t0, outbox
        addiu $a0, $s0, 1
        remu  $a0, $a0, $s1
        jal   mc_id
        move  $a0, $v0
        la    $a1, inbox
        la    $a2, outbox
        li    $a3, 4
        jal   mc_put
        jal   mc_barrier
        addiu $s2, $s2, -1
        bgtz  $s2, round
        li    $a0, 0
        jal   mc_exit
";

fn small(width: u8, height: u8) -> Command {
    Command::SetMachine(MachineOptions { width, height, cycle_limit: 100_000, ..MachineOptions::default() })
}

#[test]
fn the_picture_at_a_cycle_is_the_same_however_it_was_reached() {
    let mut d = Driver::default();
    d.must(small(3, 3));
    d.assemble("ring.s", RING);
    let mut forward = Vec::new();
    while d.frame.state != RunState::Ended {
        forward.push(d.frame.clone());
        d.must(Command::Step(1));
    }
    forward.push(d.frame.clone());
    assert!(forward.len() > 500, "a run worth the name: {}", forward.len());
    assert!(forward.iter().any(|f| f.flits_in_flight > 0));
    let mut rng = mcore::base::Rng::new(11);
    for _ in 0..300 {
        let cycle = rng.below(forward.len() as u64);
        match rng.below(3) {
            0 => d.must(Command::Seek(cycle)),
            1 => d.must(Command::Back(rng.below(40) as u32)),
            _ if d.frame.state == RunState::Ended => d.must(Command::Back(1)),
            _ => d.must(Command::Step(1 + rng.below(40) as u32)),
        }
        let before = &forward[d.frame.cycle as usize];
        assert_eq!(d.frame.digest, before.digest);
        assert_eq!((&d.frame.mesh, &d.frame.node), (&before.mesh, &before.node));
    }
}

#[test]
fn commands_that_cannot_be_carried_out_are_refused_with_a_reason() {
    let mut d = Driver::default();
    let run = Command::Run { until: None, pace: None };
    for command in [run, Command::ToEnd, Command::Step(1), Command::Back(1), Command::Reset] {
        assert!(matches!(d.send(command), Update::Refused(_, Refused::NoProgram)));
    }
    let bad = MachineOptions { node_memory_kib: 100, ..MachineOptions::default() };
    assert!(matches!(d.send(Command::SetMachine(bad)), Update::Refused(_, Refused::BadMachine(_))));
    d.must(small(1, 1));
    d.assemble("a.s", ".include \"mclib.s\"\nmain: jal mc_exit\n");
    assert!(matches!(d.send(Command::Seek(5)), Update::Refused(_, Refused::BeyondEnd { end: 0 })));
    assert_eq!(d.run(), "Every core has halted.");
    assert!(matches!(d.send(Command::Step(1)), Update::Refused(_, Refused::Ended)));
    let files = vec![SourceFile { name: "pack.toml".into(), text: "format = 1".into() }.into()];
    let open = Command::OpenExercise { folder: "matmul".into(), files };
    let answer = d.send(open);
    assert!(matches!(&answer, Update::Refused(_, Refused::BadExercise(t)) if t.en.contains("pack.toml")), "{answer:?}");
    // The loaded program is still there.
    d.must(Command::Back(1));
}

/// The page still displays the end of the run before an edit when the user asks for the end.
#[test]
fn the_end_is_that_of_the_run_after_an_edit_that_the_page_has_not_seen() {
    const COUNT: &str =
        "main:li $s1, 40\nloop:addiu $s1, $s1, -1\n bgtz $s1, loop\n li $a0, 0\n li $v0, 10\n syscall\n";
    let mut d = Driver::default();
    d.must(small(1, 1));
    d.assemble("count.s", COUNT);
    d.run();
    let whole = d.frame.end;
    d.must(Command::Seek(20));
    let node = NodeId::new(1, 1);
    d.must(Command::SetRegister { node, register: Register::General(17), value: 5 });
    d.must(Command::ToEnd);
    d.finish();
    assert_eq!(d.frame.state, RunState::Ended);
    assert!(d.frame.end > 20 && d.frame.end < whole, "{} of {whole}", d.frame.end);
    let end = d.frame.end;
    d.must(Command::Seek(3));
    d.must(Command::ToEnd);
    d.finish();
    assert_eq!((d.frame.cycle, d.frame.state), (end, RunState::Ended));
}

#[test]
fn frames_wait_for_the_page() {
    let mut d = Driver::default();
    d.must(small(1, 1));
    d.assemble("a.s", "main: b main\n");
    let id = |n| mcore::modes::chip::session::Request { id: n, command: Command::Run { until: None, pace: None } };
    let frames = |updates: &[Update]| updates.iter().filter(|u| matches!(u, Update::Frame(_))).count();
    assert_eq!(frames(&d.session.handle(id(900))), 1);
    for _ in 0..5 {
        assert_eq!(frames(&d.session.run_slice(10)), 0, "the last one has not been drawn");
    }
    let ack = mcore::modes::chip::session::Request { id: 901, command: Command::Ack };
    assert_eq!(frames(&d.session.handle(ack)), 1);
}

#[test]
fn only_what_is_watched_is_sent() {
    let mut d = Driver::default();
    d.must(small(2, 2));
    d.assemble("a.s", "main: b main\n");
    let watch = Watch { mesh: false, node: None, series: false, digest: false, ..Watch::default() };
    d.must(Command::Watch(watch));
    assert!(d.frame.mesh.is_none() && d.frame.node.is_none() && d.frame.series.is_none() && d.frame.digest.is_none());
    d.must(Command::Watch(Watch { node: Some(NodeId::new(2, 2)), ..Watch::default() }));
    assert_eq!(d.frame.node.as_ref().and_then(|n| n.rank), Some(3));
}

/// Runs a program on a 2x2 chip; its end must name the node, the instruction, the line, and a part of the cause.
fn ends_with(text: &str, line: u32, expected: &[&str]) {
    let mut d = Driver::default();
    d.must(small(2, 2));
    d.assemble("bad.s", text);
    let message = d.run();
    for part in expected {
        assert!(message.contains(part), "`{part}` is missing in: {message}");
    }
    let outcome = d.frame.outcome.clone().unwrap();
    assert!(!outcome.ok);
    assert!(outcome.message.ja.chars().any(|c| ('ぁ'..='ん').contains(&c)), "{}", outcome.message.ja);
    if line != 0 {
        assert_eq!(outcome.source.map(|s| (s.file, s.line)), Some(("bad.s".to_owned(), line)));
        assert!(outcome.node.is_some());
    }
    assert!(outcome.tip.is_some());
    // The session stays usable.
    d.must(Command::Seek(0));
    d.must(Command::Step(1));
    d.assemble("good.s", ".include \"mclib.s\"\nmain: move $a0, $zero\n jal mc_exit\n");
    assert_eq!(d.run(), "Every core has halted.");
}

#[test]
fn a_program_that_never_ends_is_ended() {
    ends_with("main: addiu $t0, $t0, 1\n b main\n", 0, &["limit of 100,000 cycles"]);
}

#[test]
fn jumping_into_data_is_explained() {
    let text = ".data\nnumbers: .word 1, 2, 3\n.text\nmain: la $t0, numbers\n jr $t0\n";
    ends_with(text, 2, &["Node (1,1)", "numbers", "no instruction of the program"]);
}

#[test]
fn running_past_the_end_is_explained() {
    ends_with("main: addiu $t0, $t0, 1\n", 0, &["Node (1,1)", "no instruction of the program"]);
}

/// The cycle at which each node has halted and its exit code.
fn halts(text: &str) -> (u64, u32) {
    let file = SourceFile { name: "a.s".into(), text: text.into() };
    let assembly = assemble(&[file], &[], &Options::default());
    let program = assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
    let spec = Spec { array: Array::new(1, 1), ..Spec::default() };
    let mut machine = Machine::new(spec, program.into()).unwrap();
    while machine.step() {}
    let (code, cycle) = machine.state.nodes[0].core.processor.halted.expect("the core has halted");
    (cycle, code)
}

/// `main` that returns halts with `$v0`; this costs the call, its delay slot and the halt. A program that halts by
/// itself begins in cycle 0, even if its functions return.
#[test]
fn main_may_return() {
    assert_eq!(halts("main: li $v0, 7\n jr $ra\n"), (2 + 3, 7));
    assert_eq!(halts("main: li $v0, 17\n li $a0, 7\n syscall\n"), (2, 7));
    assert_eq!(halts("f: jr $ra\nmain: jal f\n li $a0, 7\n sw $a0, -0xcc($zero)\n"), (5, 7));
    assert_eq!(halts("main: jal out\nf: jr $ra\nout: li $v0, 10\n syscall\n"), (3, 0));
}

#[test]
fn a_misaligned_access_is_explained() {
    let text = ".data\nx: .word 1, 2\n.text\nmain: la $t0, x\n lw $t1, 2($t0)\n";
    ends_with(text, 5, &["Node (1,1)", "lw $t1, 2($t0)", "bad.s line 5", "(x+2)", "not a multiple of 4"]);
}

#[test]
fn an_access_outside_is_explained() {
    let text = "main: lui $t0, 0x1234\n sw $zero, 8($t0)\n";
    ends_with(text, 2, &["Node (1,1)", "sw $zero, 8($t0)", "bad.s line 2", "0x12340008", "node memory ends at"]);
}

#[test]
fn two_dmas_without_polling_are_explained() {
    let text = "main: li $t0, 0x0201\n sw $t0, -256($zero)\n li $t0, 0x2000\n sw $t0, -252($zero)\n sw $t0, -248($zero)\n li $t0, 64\n sw $t0, -232($zero)\n sw $t0, -232($zero)\n";
    ends_with(text, 8, &["Node (1,1)", "bad.s line 8", "while a command still waits", "3 more nodes"]);
}

#[test]
fn a_dma_to_a_node_that_does_not_exist_is_explained() {
    let text = "main: li $t0, 0x0901\n sw $t0, -256($zero)\n li $t0, 0x2000\n sw $t0, -252($zero)\n sw $t0, -248($zero)\n li $t0, 64\n sw $t0, -232($zero)\n";
    ends_with(text, 7, &["Node (1,1)", "bad.s line 7", "no compute node with ID 0x901"]);
}

#[test]
fn a_dma_that_leaves_memory_is_explained() {
    let text = "main: li $t0, 0x0201\n sw $t0, -256($zero)\n li $t0, 0x7fff0\n sw $t0, -252($zero)\n sw $t0, -248($zero)\n li $t0, 64\n sw $t0, -232($zero)\n";
    ends_with(text, 7, &["local range", "16 words", "leaves node memory"]);
}

#[test]
fn waiting_for_ever_is_explained() {
    let text = ".data\nflag: .word 0\n.text\nmain: lw $t0, flag\n beqz $t0, main\n";
    ends_with(text, 4, &["Deadlock: 4 cores", "node (1,1) waits for", "(flag)"]);
}

#[test]
fn one_core_waits_and_two_wait() {
    let text = ".data\nflag: .word 0\n.text\nmain: lw $t0, flag\n beqz $t0, main\n";
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.assemble("bad.s", text);
    assert!(d.run().starts_with("Deadlock: 1 core waits for ever"));
}

#[test]
fn a_core_that_has_halted_is_shown_as_halted_in_the_last_cycle_too() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.assemble("a.s", "main: li $a0, 0\n li $v0, 10\n syscall\n");
    d.must(Command::Watch(Watch { node: Some(NodeId::new(1, 1)), ..Watch::default() }));
    d.run();
    let parts = &d.frame.node.as_ref().expect("a node").parts;
    assert_eq!((parts[0].name.en.as_str(), parts[0].doing.en.as_str()), ("core", "halted"));
}

#[test]
fn all_errors_are_counted_though_not_all_are_listed() {
    let mut d = Driver::default();
    let text = "bad $t0\n".repeat(1000);
    d.must(Command::Assemble { files: vec![SourceFile { name: "bad.s".into(), text }] });
    let view = d.updates.iter().find_map(|u| if let Update::Assembled(view) = u { Some(view) } else { None });
    let view = view.expect("an assembly");
    assert_eq!((view.counts, view.diagnostics.len()), ((1000, 0), 201));
}

#[test]
fn printing_without_end_is_stopped() {
    let text = "main: li $v0, 11\n li $a0, 65\nloop: syscall\n b loop\n";
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }));
    d.assemble("bad.s", text);
    assert!(d.run().contains("printed more than 256 KiB"));
    assert_eq!(d.console().len(), 16 * 1024);
}

#[test]
fn a_program_with_errors_shows_all_of_them_and_keeps_the_loaded_one() {
    let mut d = Driver::default();
    d.must(small(1, 1));
    d.assemble("good.s", "main: b main\n");
    d.must(Command::Step(3));
    let text = "main: lw $t0, wrong\n adu $t1, $t2, $t3\n b mian\n".to_owned();
    d.updates.clear();
    d.must(Command::Assemble { files: vec![SourceFile { name: "bad.s".into(), text }] });
    let Some(Update::Assembled(view)) = d.updates.iter().find(|u| matches!(u, Update::Assembled(_))) else { panic!() };
    assert!(!view.ok);
    assert_eq!(view.diagnostics.iter().map(|d| d.line).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(view.diagnostics[2].tip.as_ref().unwrap().en.contains("main"));
    assert_eq!(d.frame.cycle, 3, "the picture stays");
}

#[test]
fn lines_of_marked_nodes_are_told_at_every_cycle() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 1, ..MachineOptions::default() }));
    // The second node branches to a separate part.
    d.assemble("two.s", "main: lw $t0, -256($zero)\n nop\n b there\n nop\n nop\nthere: li $v0, 10\n syscall\n");
    assert!(d.frame.lines.is_empty(), "nobody has asked");
    let (second, memory) = (NodeId::new(2, 1), NodeId::MEMORY);
    d.must(Command::Watch(Watch { marked: vec![memory, second, NodeId::new(9, 9)], ..Watch::default() }));
    let lines =
        |d: &Driver| d.frame.lines.iter().map(|l| (l.node, l.place.file.clone(), l.place.line)).collect::<Vec<_>>();
    assert_eq!(lines(&d), [(second, "two.s".to_owned(), 1)], "only compute nodes are at a line");
    d.must(Command::Step(1));
    assert_eq!(lines(&d), [(second, "two.s".to_owned(), 2)]);
    d.must(Command::Step(2));
    let there = lines(&d);
    assert!(there[0].2 > 2, "{there:?}");
    d.must(Command::Seek(1));
    assert_eq!(lines(&d), [(second, "two.s".to_owned(), 2)], "and when time goes back");
}
