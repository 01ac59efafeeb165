//! Why a node waits: who writes the word, found in the recorded run; and the chain of a deadlock.

use mcore::base::{NodeId, SourceFile};
use mcore::modes::chip::session::{Command, MachineOptions, Update, Watch};
use mcore::modes::chip::view::{CoreRole, WaitChainView, WaitView};
use mcore_tests::Driver;

/// Each node but the first waits for its left neighbour, counts for a while, and signals its right neighbour in line 24.
const PIPELINE: &str = "        .include \"mclib.s\"
        .data
ready:  .word 0
        .text
        .globl main
main:   jal   mc_rank
        move  $s0, $v0
        beqz  $s0, work
        la    $a0, ready
        li    $a1, 7
        jal   mc_wait_eq
work:   li    $t0, 50
1:      addiu $t0, $t0, -1
        bgtz  $t0, 1b
        jal   mc_nodes
        addiu $t0, $s0, 1
        beq   $t0, $v0, done
        move  $a0, $t0
        jal   mc_id
        move  $a0, $v0
        la    $a1, ready
        li    $a2, 7
        nop
        jal   mc_signal
done:   li    $a0, 0
        jal   mc_exit
";

fn driver(text: &str, width: u8) -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width, height: 1, ..MachineOptions::default() }));
    d.must(Command::Assemble { files: vec![SourceFile { name: "own.s".into(), text: text.into() }] });
    d.finish();
    d
}

fn watch(d: &mut Driver, node: NodeId) {
    d.must(Command::Watch(Watch { node: Some(node), waits: true, ..Watch::default() }));
}

fn wait(d: &mut Driver) -> Option<WaitView> {
    d.updates.clear();
    d.finish();
    d.updates.iter().rev().find_map(|u| if let Update::Wait(view) = u { Some((**view).clone()) } else { None })
}

fn chain(d: &mut Driver) -> Option<WaitChainView> {
    d.finish();
    d.updates.iter().rev().find_map(|u| if let Update::WaitChain(view) = u { Some((**view).clone()) } else { None })
}

#[test]
fn the_future_writer_of_a_word_is_known_from_the_recorded_run() {
    let mut d = driver(PIPELINE, 3);
    let node = NodeId::new(3, 1);
    watch(&mut d, node);
    d.must(Command::Run { until: Some(60), pace: None });
    let early = wait(&mut d).expect("it waits");
    assert_eq!((early.node, early.cycle), (node, 60));
    assert!(early.wants.en.contains("(ready) is 0; wants 7"), "{}", early.wants.en);
    assert!(early.by.is_none() && early.end.en.contains("run on to see who does"), "{}", early.end.en);
    assert!(early.before.as_ref().is_some_and(|b| b.cycle.is_none()), "the loader wrote the 0");
    d.must(Command::Run { until: None, pace: None });
    d.finish();
    // The role ends where the word arrives: looked at state by state.
    let mut arrived = 60;
    loop {
        d.must(Command::Seek(arrived));
        d.finish();
        let role = d.frame.node.as_ref().and_then(|n| n.role);
        if role != Some(CoreRole::Polling) {
            break;
        }
        arrived += 1;
    }
    d.must(Command::Seek(60));
    let view = wait(&mut d).expect("it waits");
    let by = view.by.clone().expect("a writer");
    assert_eq!(by.node, NodeId::new(2, 1));
    assert_eq!(by.source.as_ref().map(|s| (s.file.as_str(), s.line)), Some(("own.s", 24)), "its own line");
    assert_eq!(by.inside.as_ref().map(|s| s.file.as_str()), Some("mc_sync.s"));
    let written = view.written.expect("a cycle");
    assert!(written < arrived && arrived <= written + 8, "{written} {arrived}");
    assert!(view.end.en.contains("(2,1) sends it in cycle") && view.end.en.contains("own.s:24"), "{}", view.end.en);
    let transit = view.transit.expect("a place").en;
    assert!(transit.starts_with("Not sent yet: (2,1) is at"), "{transit}");
    // While the packet is in flight, its place is named.
    d.must(Command::Seek(by.cycle + 7));
    let transit = wait(&mut d).expect("it waits").transit.expect("a place").en;
    assert!(transit.starts_with("Its header"), "{transit}");
    d.must(Command::Seek(arrived + 20));
    assert!(wait(&mut d).is_none(), "it waits no more");
}

#[test]
fn a_deadlock_shows_the_whole_chain() {
    // The second node does not signal.
    let text = PIPELINE
        .replace("        nop\n", "        beq   $s0, $t9, done\n")
        .replace("main:   jal", "main:   li $t9, 1\n        jal");
    let mut d = driver(&text, 4);
    watch(&mut d, NodeId::new(1, 1));
    d.must(Command::Run { until: None, pace: None });
    let chain = chain(&mut d).expect("a chain");
    let nodes: Vec<_> = chain.steps.iter().map(|s| (s.node, s.from, s.missing)).collect();
    let id = |x| NodeId::new(x, 1);
    assert_eq!(nodes, [(id(4), Some(id(3)), false), (id(3), Some(id(2)), false), (id(2), None, true)], "{chain:#?}");
    assert!(chain.steps[0].text.en.contains("as others got theirs"), "{}", chain.steps[0].text.en);
    assert!(chain.steps[2].text.en.starts_with("halted in cycle"), "{}", chain.steps[2].text.en);
    assert_eq!(chain.steps[0].source.as_ref().map(|s| s.line), Some(12));
    assert!(chain.text.en.contains("it begins at (2,1), which has halted without sending"), "{}", chain.text.en);
    assert!(!chain.text.ja.is_empty());
}

#[test]
fn a_barrier_that_one_node_does_not_reach_leads_to_it() {
    let text = "        .include \"mclib.s\"\n        .data\nnever:  .word 0\n        .text\nmain:   jal mc_rank\n        li $t0, 2\n        bne $v0, $t0, all\n        la $a0, never\n        li $a1, 1\n        jal mc_wait_eq\nall:    jal mc_barrier\n        li $a0, 0\n        jal mc_exit\n";
    let mut d = driver(text, 4);
    watch(&mut d, NodeId::new(1, 1));
    d.must(Command::Run { until: None, pace: None });
    let chain = chain(&mut d).expect("a chain");
    let last = chain.steps.last().expect("a step");
    assert_eq!((last.node, last.missing, last.from), (NodeId::new(3, 1), true, None), "{chain:#?}");
    assert!(last.text.en.contains("(never) is 0; wants 1; nothing in this run sends it"), "{}", last.text.en);
    assert_eq!(last.source.as_ref().map(|s| s.line), Some(10));
    assert!(chain.steps[0].text.en.contains("neighbour in the barrier"), "{}", chain.steps[0].text.en);
    assert!(chain.text.en.contains("4 cores wait; it begins at (3,1), whose word nothing sends."), "{}", chain.text.en);
}
