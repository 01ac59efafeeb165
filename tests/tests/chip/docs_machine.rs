//! `docs/machine.md` describes the machine correctly: its tables are compared with the machine and the library, row by
//! row.

use mcore::base::{Array, NodeId, SourceFile};
use mcore::mem::{NULL_PAGE, PAGE_BYTES, REGISTER_PAGE};
use mcore::modes::chip::{Command, Machine, Outcome, PACKET_FLITS, REQUEST_BASE, SLOT_BYTES, Spec, TrapCause, reg};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::docs::{Facts, hold, read};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const DOCUMENTS: [&str; 2] = ["docs/machine.md", "docs/machine.ja.md"];

/// The cells of the rows of the table that follows a heading.
fn rows(text: &str, before: &str) -> Vec<Vec<String>> {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("there is no `{before}`"));
    let table = rest.lines().skip_while(|l| !l.starts_with('|')).take_while(|l| l.starts_with('|'));
    let cells = |line: &str| {
        line.trim_matches('|').split(" | ").map(|c| c.trim().trim_matches('|').trim().to_owned()).collect()
    };
    table.skip(2).map(cells).collect()
}

/// The text between backquotes.
fn code(cell: &str) -> &str {
    cell.trim_matches('`')
}

fn first_number(text: &str) -> i64 {
    let digits = text.split(|c: char| !c.is_ascii_digit()).find(|d| !d.is_empty());
    digits.and_then(|d| d.parse().ok()).unwrap_or_else(|| panic!("no number in `{text}`"))
}

/// A private constant of the chip.
fn constant(path: &str, name: &str) -> i64 {
    let source = read(path);
    let line = source.lines().find(|l| l.contains(&format!("const {name}:"))).unwrap_or_else(|| panic!("{name}"));
    first_number(line.split('=').nth(1).expect("its value"))
}

/// The outcome of a program on one node.
fn run(text: &str) -> Outcome {
    let file = SourceFile { name: "test.s".into(), text: format!("main: {text}\n sw $zero, -204($zero)\n") };
    let assembly = assemble(&[file], &library(), &Options::default());
    let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics)));
    let spec = Spec { array: Array::new(1, 1), ..Spec::default() };
    let mut machine = Machine::new(spec, program).expect("a machine");
    while machine.step() {}
    machine.outcome().cloned().expect("it ends")
}

fn trap(outcome: &Outcome) -> Option<TrapCause> {
    match outcome {
        Outcome::Trapped(traps) => traps.first().map(|t| t.cause),
        _ => None,
    }
}

#[test]
fn numbers_are_those_of_the_machine() {
    let spec = Spec::default();
    let command = |dst| Command { dst, local: 0, remote: 0, local_stride: 4, remote_stride: 4, words: 100 };
    // A command of 100 words shows how many words a packet holds.
    let words =
        |dst| i64::from((1..=PACKET_FLITS).find(|n| 100u32.div_ceil(*n) == command(dst).packets()).expect("some"));
    let (to_node, to_memory) = (words(NodeId::new(1, 1)), words(NodeId::MEMORY));
    let sizes: Vec<u32> =
        (0..32).map(|n| 1 << n).filter(|n| Spec { node_memory: *n, ..spec.clone() }.validate().is_ok()).collect();
    let facts: Facts = [
        ("columns", i64::from(spec.array.width)),
        ("rows", i64::from(spec.array.height)),
        ("most", i64::from(u8::MAX)),
        ("stack-gap", i64::from(spec.node_memory - spec.stack_top())),
        ("memory-kib", i64::from(spec.node_memory / 1024)),
        ("least-kib", i64::from(sizes[0] / 1024)),
        ("most-mib", i64::from(sizes[sizes.len() - 1] >> 20)),
        ("packet-words", to_node),
        ("packet-words-memory", to_memory),
        ("preamble", i64::from(PACKET_FLITS) - to_node),
        ("preamble-memory", i64::from(PACKET_FLITS) - to_memory),
        ("fifo", constant("core/machine/src/parts/router.rs", "FIFO_FLITS")),
        ("slot", SLOT_BYTES as i64),
        ("slot-words", SLOT_BYTES as i64 / 4),
        ("page-bytes", i64::from(PAGE_BYTES)),
        ("page-cycles", constant("core/machine/src/parts/memory_node.rs", "PAGE_CYCLES")),
        ("main-mib", ((spec.main_memory_pages * PAGE_BYTES as usize) >> 20) as i64),
        ("cycle-limit", spec.cycle_limit as i64),
        ("console-kib", (spec.console_limit / 1024) as i64),
        ("file-mib", (spec.file_limit >> 20) as i64),
    ]
    .map(|(name, number)| (name.to_owned(), number))
    .into();
    for document in DOCUMENTS {
        hold(document, &facts);
        let text = read(document);
        for address in [
            format!("`0x{:08X}`", NULL_PAGE - 1),
            format!("`0x{NULL_PAGE:08X}`"),
            format!("`0x{:08X}`", Options::default().text_base),
            format!("`0x{REGISTER_PAGE:08X}`"),
            format!("`0x{REQUEST_BASE:016X}`"),
            format!("`0x{:04x}`", NodeId::new(3, 2).to_word()),
        ] {
            assert!(text.contains(&address), "{document}: {address} is missing");
        }
    }
}

#[test]
fn the_table_of_registers_has_every_register_with_its_access() {
    for (document, heading, accesses) in [
        (DOCUMENTS[0], "## Memory-mapped registers", ["read", "write", "read, write"]),
        (DOCUMENTS[1], "## メモリマップトレジスタ", ["読む", "書く", "読み書き"]),
    ] {
        let rows = rows(&read(document), heading);
        let reported: BTreeMap<String, (u32, String)> = rows
            .iter()
            .map(|row| {
                let offset = code(&row[1]).strip_prefix("-0x").and_then(|h| u32::from_str_radix(h, 16).ok());
                (code(&row[0]).to_owned(), (0x100 - offset.expect("an offset"), row[2].clone()))
            })
            .collect();
        let real: BTreeMap<String, (u32, String)> = (0..0x100)
            .filter_map(|offset| {
                let addr = offset as i32 - 0x100;
                let refused = |outcome| matches!(trap(&outcome), Some(TrapCause::Register { .. }));
                let reads = !refused(run(&format!("lw $t0, {addr}($zero)")));
                let writes = !refused(run(&format!("sw $zero, {addr}($zero)")));
                let access = match (reads, writes) {
                    (true, true) => accesses[2],
                    (true, false) => accesses[0],
                    (false, true) => accesses[1],
                    (false, false) => return None,
                };
                reg::name(offset).map(|name| (name.to_owned(), (offset, access.to_owned())))
            })
            .collect();
        assert_eq!(reported, real, "{document}");
    }
}

#[test]
fn the_table_of_system_calls_has_every_one() {
    let real: BTreeSet<i64> = (0..100)
        .filter(|n| {
            let outcome = run(&format!("li $v0, {n}\n la $a0, main\n syscall"));
            !matches!(trap(&outcome), Some(TrapCause::Syscall(_)))
        })
        .collect();
    for (document, heading) in DOCUMENTS.into_iter().zip(["## System calls", "## システムコール"]) {
        let reported: BTreeSet<i64> = rows(&read(document), heading).iter().map(|row| first_number(&row[0])).collect();
        assert_eq!(reported, real, "{document}");
    }
}

/// Each function's prototype and the first number of its cost are those of its comment, which `mclib.rs` checks.
#[test]
fn the_table_of_mclib_has_every_function_with_its_cost() {
    let mut real = BTreeMap::new();
    for file in library() {
        for part in file.text.split(".globl").skip(1) {
            let name = part.split_whitespace().next().expect("a name").to_owned();
            let (before, _) = file.text.split_once(&format!("\n{name}:")).expect("the function");
            let comment = before.rsplit("\n\n").find(|p| p.contains("# Cost")).expect("its comment");
            let prototype = comment.lines().find(|l| l.contains(&format!("{name}("))).expect("its prototype");
            let prototype = prototype.trim_start_matches("# ").split_inclusive(')').next().expect("one").to_owned();
            let (_, cost) = comment.split_once("# Cost").expect("its cost");
            real.insert(prototype, first_number(cost));
        }
    }
    assert!(real.len() > 20);
    for document in DOCUMENTS {
        let cost = |cell: &str| match (cell.contains("287"), cell.contains("75")) {
            // The barrier on one node; a get of n words.
            (true, _) => 32,
            (_, true) => 75,
            _ => first_number(cell),
        };
        let reported: BTreeMap<String, i64> =
            rows(&read(document), "## MClib").iter().map(|row| (code(&row[0]).to_owned(), cost(&row[1]))).collect();
        assert_eq!(reported, real, "{document}");
    }
    let sync = library().into_iter().find(|f| f.name == "mc_sync.s").expect("the file").text;
    assert!(sync.contains("32 cycles on one node") && sync.contains("287 on 4 x 4"), "the barrier's costs");
}

/// The formula for the last word, against the machine: see also `a_packet_on_an_idle_network_takes_the_time_of_the_formula`.
#[test]
fn formulas_are_the_same_in_both_documents() {
    let formulas = |text: &str| -> Vec<String> {
        text.split('`').skip(1).step_by(2).filter(|c| c.contains(" + ")).map(str::to_owned).collect()
    };
    let [en, ja] = DOCUMENTS.map(|d| formulas(&read(d)));
    assert_eq!(en, ja);
    assert_eq!(en.len(), 5);
    // The last of n words is word (n - 1) mod 7 of packet (n - 1) / 7.
    for n in 1..100u64 {
        let (p, k) = ((n - 1) / 7, (n - 1) % 7);
        assert_eq!(5 + 10 * p + k + 3 + 1, 8 + n + 3 * p);
    }
}

#[test]
fn the_table_of_traps_has_every_cause() {
    let source = read("core/machine/src/parts/trap.rs");
    let (_, body) = source.split_once("pub enum TrapCause {").expect("the causes");
    let body = body.split("\n}").next().expect("their end");
    let real: BTreeSet<String> = body
        .lines()
        .filter(|l| l.starts_with("    ") && l.as_bytes().get(4).is_some_and(u8::is_ascii_uppercase))
        .map(|l| l.trim().chars().take_while(|c| c.is_alphanumeric()).collect())
        .collect();
    for (document, heading) in DOCUMENTS.into_iter().zip(["## How a run ends", "## 実行の終わり方"]) {
        let reported: BTreeSet<String> =
            rows(&read(document), heading).iter().map(|r| code(&r[0]).to_owned()).collect();
        assert_eq!(reported, real, "{document}");
    }
}
