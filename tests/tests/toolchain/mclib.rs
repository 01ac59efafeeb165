//! MClib on the machine, function by function: its effects, and that its cost is the one in its comment.

use mcore::base::{Array, Cycle, NodeId, SourceFile};
use mcore::modes::chip::check::Check;
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use std::sync::Arc;

/// A machine of that size, with a program that includes the library, at cycle 0.
fn machine(width: u8, height: u8, body: &str) -> Machine {
    let text = format!("        .include \"mclib.s\"\n        .text\n{body}\n");
    let assembly = assemble(&[SourceFile { name: "test.s".into(), text }], &library(), &Options::default());
    let program = assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics));
    let spec = Spec { array: Array::new(width, height), cycle_limit: 1_000_000, ..Spec::default() };
    Machine::new(spec, Arc::new(program)).unwrap()
}

fn run(machine: &mut Machine) {
    while machine.step() {}
}

/// The machine after its run: every core must have halted.
fn finished(width: u8, height: u8, body: &str) -> Machine {
    let mut machine = machine(width, height, body);
    let mut check = Check::new(machine.clone());
    check.advance(u64::MAX, u64::MAX);
    assert_eq!(check.checker().findings().list(), [], "the checks report nothing of a right program");
    run(&mut machine);
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}", machine.outcome());
    machine
}

/// The word at a label plus an offset.
fn word(machine: &Machine, rank: usize, label: &str, offset: u32) -> u32 {
    let label = machine.image(rank).program.symbol(label).unwrap().value;
    machine.peek(rank, label + offset).unwrap()
}

/// Some words from a label on.
fn words(machine: &Machine, rank: usize, label: &str, count: u32) -> Vec<u32> {
    (0..count).map(|i| word(machine, rank, label, 4 * i)).collect()
}

/// The text after "Cost" in a function's comment, in one line.
fn stated(function: &str) -> String {
    let files = library();
    let text = files.iter().find_map(|f| Some(f.text.split_once(&format!("\n{function}:"))?.0)).unwrap();
    text.rsplit_once("# Cost").unwrap().1.replace("\n# ", " ")
}

/// The first number of the stated cost.
fn stated_cycles(function: &str) -> Cycle {
    let text = stated(function);
    let digits = text.split(|c: char| !c.is_ascii_digit()).find(|d| !d.is_empty());
    digits.unwrap_or_else(|| panic!("{function}: {text}")).parse().unwrap()
}

/// Cycles between the first instruction of a function and the delay slot of its return, on one rank of a 4 x 4 array
/// whose other cores have halted.
fn cost_on(id: &str, before: &str, function: &str) -> Cycle {
    let machine = finished(
        4,
        4,
        &format!(
            "
main:   lw      $t0, NODE_ID($zero)
        li      $t1, {id}
        bne     $t0, $t1, done
        addiu   $sp, $sp, -32
        {before}
        lw      $s0, CYCLE_LO($zero)
        jal     {function}
        lw      $s1, CYCLE_LO($zero)
        subu    $s1, $s1, $s0
        sw      $s1, taken
done:   sw      $zero, HALT($zero)
        .data
taken:  .word   0
buffer: .space  4096
text:   .asciiz \"hello\"
        .text
"
        ),
    );
    let taken = machine.state.nodes.iter().enumerate().map(|(rank, _)| word(&machine, rank, "taken", 0)).max().unwrap();
    // The difference also holds the first load, the call and its delay slot.
    Cycle::from(taken) - 3
}

fn cost(before: &str, function: &str) -> Cycle {
    cost_on("0x101", before, function)
}

#[test]
fn every_function_costs_what_its_comment_says() {
    let put = "li $a0, 0x203\nla $a1, buffer\nla $a2, buffer\nli $a3, 64";
    let strided = format!("{put}\nli $t0, 8\nsw $t0, 16($sp)\nsw $t0, 20($sp)");
    let table = [
        ("", "mc_rank"),
        ("", "mc_nodes"),
        ("", "mc_x"),
        ("", "mc_y"),
        ("", "mc_width"),
        ("", "mc_height"),
        ("li $a0, 7", "mc_id"),
        (put, "mc_put"),
        (&strided, "mc_put_stride"),
        ("", "mc_wait"),
        ("li $a0, 0x1000\nli $a1, 1\nla $a2, buffer\nli $a3, 64", "mc_store"),
        ("li $a0, 0x203\nla $a1, buffer\nli $a2, 9", "mc_signal"),
        ("la $a0, buffer\nli $a1, 0", "mc_wait_eq"),
        ("la $a0, buffer\nli $a1, -1", "mc_wait_ge"),
        ("li $a0, 65", "mc_putchar"),
        ("la $a0, text", "mc_puts"),
        ("li $a0, -5", "mc_print_int"),
        ("li $a0, 31", "mc_print_hex"),
        ("", "mc_cycles"),
        ("li $a0, 7", "mc_mark"),
        ("la $a0, text", "mc_region_begin"),
        ("", "mc_region_end"),
    ];
    for (before, function) in table {
        assert_eq!(cost(before, function), stated_cycles(function), "{function}");
    }
    assert_eq!(cost("li $a0, -1", "mc_id"), 5);
    assert!(stated("mc_id").contains("for the memory node 5"));
    let machine = finished(1, 1, "main: lw $s0, CYCLE_LO($zero)\n li $a0, 0\n jal mc_exit");
    assert_eq!(machine.state.nodes[0].core.processor.halted, Some((0, 4)), "lw, li, jal and nop come first");
    assert_eq!(stated_cycles("mc_exit"), 1);
}

/// Cycles of a get of some words by a node, with the page in the page buffer or not.
fn get_cost(id: &str, count: u32, page_is_there: bool) -> Cycle {
    let get = |bytes: u32| format!("la $a0, buffer\nli $a2, 0x2000\nli $a3, 0\nli $t0, {bytes}\nsw $t0, 16($sp)\n");
    let before = if page_is_there { format!("{}jal mc_get\n", get(4)) } else { String::new() };
    cost_on(id, &format!("{before}{}", get(4 * count)), "mc_get")
}

#[test]
fn a_get_costs_what_its_comment_says() {
    assert!(stated("mc_get").contains("75 + n + 3 * floor((n - 1) / 7) + 2 * hops"));
    for (id, hops) in [("0x101", 2), ("0x102", 3), ("0x404", 8)] {
        for n in [1, 2, 6, 7, 8, 14, 15, 100] {
            let most = 75 + Cycle::from(n) + 3 * Cycle::from((n - 1) / 7) + 2 * hops;
            let (hit, miss) = (get_cost(id, n, true), get_cost(id, n, false));
            assert!((most - 2..=most).contains(&hit), "{n} words to {id}: {hit}, at most {most}");
            assert!((most + 38..=most + 40).contains(&miss), "{n} words to {id}: {miss}, at most {most} + 40");
        }
    }
    // The word stored to another page has arrived long before; only its page must still be written back.
    let store = "li $a0, 0x5000\nli $a1, 0\nla $a2, buffer\nli $a3, 4\njal mc_store\nli $s0, 100\n1: addiu $s0, $s0, -1\nbnez $s0, 1b";
    let get = "la $a0, buffer\nli $a2, 0x2000\nli $a3, 0\nli $t0, 4\nsw $t0, 16($sp)";
    let dirty = cost(&format!("{store}\n{get}"), "mc_get");
    assert!((158..=160).contains(&dirty), "{dirty}");
}

/// Halt cycles of a node that waits for a word, for a dozen cycles in which the word may change.
fn halts_after_wait(function: &str) -> Vec<Cycle> {
    // Rank 1 is busy all the time: if all cores waited, the run would end as a deadlock.
    let body = format!(
        "
main:   jal     mc_rank
        li      $s0, 200
        bnez    $v0, busy
        la      $a0, flag
        li      $a1, 1
        jal     {function}
        sw      $zero, HALT($zero)
busy:   addiu   $s0, $s0, -1
        bnez    $s0, busy
        sw      $zero, HALT($zero)
        .data
flag:   .word   0
"
    );
    let halt = |at: Cycle| {
        let mut m = machine(2, 1, &body);
        let flag = m.image(0).program.symbol("flag").unwrap().value;
        while m.state.cycle < at {
            m.step();
        }
        assert!(m.poke(0, flag, &[1]));
        run(&mut m);
        m.state.nodes[0].core.processor.halted.unwrap().1
    };
    (100..112).map(halt).collect()
}

#[test]
fn waiting_nodes_look_as_often_as_the_comments_say() {
    for (function, period, rest) in [("mc_wait_eq", 3, 5), ("mc_wait_ge", 4, 6)] {
        assert!(stated(function).contains(&format!("every {period} cycles")));
        let halts = halts_after_wait(function);
        // The next check is 0 to period - 1 cycles later, and starts the stated cycles.
        let looks: Vec<_> = halts.iter().zip(100..).map(|(halt, at)| halt - rest - at).collect();
        assert!(looks.iter().all(|l| *l < period) && looks.contains(&0) && looks.contains(&(period - 1)), "{looks:?}");
    }
}

/// The other node sees the last word of a put, and the word of a signal, after the number of cycles from the start of
/// the DMA that the comments state.
#[test]
fn arrival_takes_as_long_as_the_comments_say() {
    assert!(stated("mc_put").contains("8 + hops + n + 3 * floor((n - 1) / 7)"));
    assert!(stated("mc_signal").contains("9 + hops"));
    for (id, hops) in [(0x101u32, 0), (0x201, 1), (0x102, 1), (0x303, 4), (0x404, 6)] {
        for n in [1u32, 6, 7, 8, 14, 15, 100] {
            let mut m = machine(
                4,
                4,
                &format!(
                    "
main:   jal     mc_rank
        bnez    $v0, done
        li      $a0, {id}
        la      $a1, there
        la      $a2, here
        li      $a3, 4 * {n}
        jal     mc_put
done:   sw      $zero, HALT($zero)
        .data
here:   .space  4 * ({n} - 1)
        .word   1
there:  .space  4 * {n}
        .text
"
                ),
            );
            let rank = m.spec().array.rank(NodeId::from_word(id)).unwrap();
            let started = |m: &Machine| m.state.nodes[0].incc.started > 0;
            while !started(&m) {
                m.step();
            }
            let start = m.state.cycle - 1;
            while word(&m, rank, "there", 4 * (n - 1)) == 0 {
                m.step();
            }
            assert_eq!(
                m.state.cycle - start,
                8 + hops + u64::from(n) + 3 * u64::from((n - 1) / 7),
                "{n} words to {id:x}"
            );
        }
    }
}

#[test]
fn places_are_right_on_every_node() {
    for (width, height) in [(1, 1), (5, 3), (3, 5)] {
        let machine = finished(
            width,
            height,
            "
main:   la      $s0, found
        jal     mc_rank
        sw      $v0, 0($s0)
        jal     mc_nodes
        sw      $v0, 4($s0)
        jal     mc_x
        sw      $v0, 8($s0)
        jal     mc_y
        sw      $v0, 12($s0)
        jal     mc_width
        sw      $v0, 16($s0)
        jal     mc_height
        sw      $v0, 20($s0)
        lw      $a0, 0($s0)
        jal     mc_id
        sw      $v0, 24($s0)
        li      $a0, -1
        jal     mc_id
        sw      $v0, 28($s0)
        li      $a0, 7
        jal     mc_exit
        .data
found:  .word   9, 9, 9, 9, 9, 9, 9, 9
",
        );
        let array = machine.spec().array;
        for rank in 0..array.nodes() {
            let id = array.node(rank);
            let (x, y, w, h) = (id.x.into(), id.y.into(), width.into(), height.into());
            let expected = [rank as u32, array.nodes() as u32, x, y, w, h, id.to_word(), 0];
            assert_eq!(words(&machine, rank, "found", 8), expected);
            assert!(matches!(machine.state.nodes[rank].core.processor.halted, Some((7, _))));
        }
    }
}

/// A column of a matrix is sent and arrives as a row; the buffer may be overwritten after mc_wait.
#[test]
fn puts_keep_order_and_strides() {
    let machine = finished(
        3,
        3,
        "
main:   addiu   $sp, $sp, -32
        jal     mc_rank
        li      $t0, 4
        beq     $v0, $t0, receive
        bnez    $v0, done
        li      $a0, 4
        jal     mc_id
        move    $s0, $v0
        move    $a0, $s0
        la      $a1, row
        la      $a2, matrix + 8         # column 2
        li      $a3, 16
        li      $t0, 4
        sw      $t0, 16($sp)
        li      $t0, 16
        sw      $t0, 20($sp)
        jal     mc_put_stride
        jal     mc_wait
        la      $t0, matrix + 56
        sw      $zero, 0($t0)           # too late to matter
        move    $a0, $s0
        la      $a1, ready
        li      $a2, 5
        jal     mc_signal
        b       done
receive:
        la      $a0, ready
        li      $a1, 5
        jal     mc_wait_eq
        la      $t0, row
        lw      $t1, 12($t0)            # here already when the signal is
        la      $t0, last
        sw      $t1, 0($t0)
done:   sw      $zero, HALT($zero)
        .data
matrix: .word   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
row:    .space  16
ready:  .word   0
last:   .word   0
",
    );
    assert_eq!(words(&machine, 4, "row", 4), [2, 6, 10, 14]);
    assert_eq!(word(&machine, 4, "last", 0), 14);
}

/// Signals wait for a long put and for one another, and each carries its own value.
#[test]
fn many_signals_in_a_row_carry_their_own_values() {
    let machine = finished(
        2,
        2,
        "
main:   jal     mc_rank
        li      $t0, 3
        beq     $v0, $t0, count
        bnez    $v0, done
        li      $a0, 0x202
        la      $a1, block
        move    $a2, $a1
        li      $a3, 2000
        jal     mc_put
        li      $s0, 0
next:   li      $a0, 0x202
        sll     $t0, $s0, 2
        la      $a1, flags
        addu    $a1, $a1, $t0
        addiu   $s0, $s0, 1
        move    $a2, $s0
        jal     mc_signal
        li      $t0, 20
        bne     $s0, $t0, next
        b       done
count:  la      $a0, flags + 76         # when the last one is here, all are
        li      $a1, 13
        jal     mc_wait_ge
        la      $t0, seen
        la      $t1, flags
        lw      $t1, 0($t1)
        sw      $t1, 0($t0)
done:   sw      $zero, HALT($zero)
        .data
flags:  .space  80
seen:   .word   0
block:  .space  2000
",
    );
    assert_eq!(words(&machine, 3, "flags", 20), (1..=20).collect::<Vec<_>>());
    assert_eq!(word(&machine, 3, "seen", 0), 1);
}

/// All nodes write to main memory, beyond the first 4 GiB, and read back, at the same time and twice in a row.
#[test]
fn main_memory_gives_back_what_was_stored() {
    let machine = finished(
        4,
        4,
        "
main:   addiu   $sp, $sp, -32
        jal     mc_rank
        sll     $s0, $v0, 8             # each node has its own 256 bytes
        addiu   $t0, $s0, 1
        la      $t1, here
        sw      $t0, 0($t1)
        addiu   $t0, $s0, 2
        sw      $t0, 36($t1)
        li      $s1, 2
again:  move    $a0, $s0
        li      $a1, 5
        la      $a2, here
        li      $a3, 40
        jal     mc_store
        la      $a0, back
        move    $a2, $s0
        li      $a3, 5
        li      $t0, 40
        sw      $t0, 16($sp)
        jal     mc_get
        la      $t1, here
        la      $t2, back
        lw      $t3, 36($t2)            # here as soon as mc_get has come back
        addiu   $t3, $t3, 1
        sw      $t3, 36($t1)
        addiu   $s1, $s1, -1
        bnez    $s1, again
        la      $a0, back
        li      $a2, 0
        li      $a3, 0
        sw      $zero, 16($sp)          # no bytes: nothing, but it comes back
        jal     mc_get
        sw      $zero, HALT($zero)
        .data
here:   .space  40
back:   .space  40
",
    );
    for rank in 0..16 {
        let own = rank as u32 * 256;
        assert_eq!((word(&machine, rank, "back", 0), word(&machine, rank, "back", 36)), (own + 1, own + 3));
        let memory = &machine.state.memory_node.main;
        assert_eq!(memory.word(5 << 32 | u64::from(own)), own + 1);
    }
}

/// Nodes of any array reach the barrier at different times, twenty times in a row without a pause: no node leaves
/// before all have reached it.
#[test]
fn the_barrier_holds_everybody_back() {
    for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (4, 4), (5, 3), (9, 2)] {
        let mut m = machine(
            width,
            height,
            "
main:   jal     mc_rank
        addiu   $s1, $v0, 77            # a different sequence of delays on every node
        li      $s0, 0
round:  li      $t0, 1103515245
        mul     $s1, $s1, $t0
        addiu   $s1, $s1, 12345
        srl     $t0, $s1, 23            # 0 to 511, but 0 for every other round
        andi    $t1, $s0, 1
        beqz    $t1, come
delay:  addiu   $t0, $t0, -1
        bgtz    $t0, delay
come:   addiu   $s0, $s0, 1
        la      $t0, came
        sw      $s0, 0($t0)
        jal     mc_barrier
        la      $t0, left
        sw      $s0, 0($t0)
        li      $t0, 20
        bne     $s0, $t0, round
        sw      $zero, HALT($zero)
        .data
came:   .word   0
left:   .word   0
",
        );
        let label = |m: &Machine, name: &str| m.image(0).program.symbol(name).unwrap().value;
        let (came, left) = (label(&m, "came"), label(&m, "left"));
        let nodes = 0..m.spec().array.nodes();
        while m.step() {
            let first = nodes.clone().map(|rank| m.peek(rank, came)).min();
            let last = nodes.clone().map(|rank| m.peek(rank, left)).max();
            assert!(
                last <= first,
                "{width} x {height}: {last:?} left, but only {first:?} came, cycle {}",
                m.state.cycle
            );
        }
        assert!(matches!(m.outcome(), Some(Outcome::Halted { .. })), "{width} x {height}: {:?}", m.outcome());
        assert!(nodes.clone().all(|rank| m.peek(rank, left) == Some(20)));
    }
}

/// Cycles of a barrier at which all nodes but the last one are waiting, until the last one returns.
fn barrier_cost(side: u8, first: bool) -> Cycle {
    let warm_up = if first { "" } else { "jal mc_barrier" };
    let machine = finished(
        side,
        side,
        &format!(
            "
main:   {warm_up}
        jal     mc_nodes
        move    $s2, $v0
        jal     mc_rank
        addiu   $v0, $v0, 1
        bne     $v0, $s2, enter
        li      $t0, 2000
1:      addiu   $t0, $t0, -1
        bnez    $t0, 1b
enter:  lw      $s0, CYCLE_LO($zero)
        jal     mc_barrier
        lw      $s1, CYCLE_LO($zero)
        la      $t0, times
        sw      $s0, 0($t0)
        sw      $s1, 4($t0)
        sw      $zero, HALT($zero)
        .data
times:  .word   0, 0
"
        ),
    );
    let ranks = 0..machine.spec().array.nodes();
    let called = word(&machine, ranks.end - 1, "times", 0);
    let back = ranks.map(|rank| word(&machine, rank, "times", 4)).max().unwrap();
    // The load before the call, the call and its delay slot do not count.
    Cycle::from(back - called) - 3
}

#[test]
fn a_barrier_costs_what_its_comment_says() {
    let comment = stated("mc_barrier");
    let one = barrier_cost(1, false);
    assert!(comment.contains(&format!("{one} cycles on one node")), "{one}: {comment}");
    for side in [2, 4, 8, 16] {
        let cycles = barrier_cost(side, false);
        assert!(comment.contains(&format!("{cycles} on {side} x {side}")), "{cycles}: {comment}");
    }
    let more = [1, 2, 4, 8, 16].map(|side| barrier_cost(side, true) - barrier_cost(side, false)).into_iter().max();
    assert_eq!(more, Some(268));
    assert!(comment.contains("268 cycles more"));
}

#[test]
fn the_console_shows_what_is_printed() {
    let machine = finished(
        2,
        1,
        "
main:   jal     mc_rank
        move    $s0, $v0
        la      $a0, name
        jal     mc_puts
        move    $a0, $s0
        jal     mc_print_int
        li      $a0, 0x20
        jal     mc_putchar
        li      $a0, -12
        jal     mc_print_int
        li      $a0, 0x20
        jal     mc_putchar
        li      $a0, 0x1a2b
        jal     mc_print_hex
        li      $a0, 10
        jal     mc_putchar
        jal     mc_cycles
        sltiu   $t0, $v0, 200
        addu    $a0, $t0, $v1           # 1 if the clock makes sense
        jal     mc_print_int
        li      $a0, 0
        jal     mc_exit
        .data
name:   .asciiz \"rank \"
",
    );
    for rank in 0..2 {
        let console = machine.state.nodes[rank].console.tail(usize::MAX);
        assert_eq!(console, format!("rank {rank} -12 0x00001a2b\n1"));
    }
}
