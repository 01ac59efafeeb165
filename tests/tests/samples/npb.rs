//! The kernels of the NAS parallel benchmarks: each checks its own result. Class T runs on few nodes;
//! `MCORE_NPB=S cargo test --release -p mcore-tests --test samples npb -- --nocapture` runs class S and prints the table of
//! docs/npb.md, `MCORE_NPB_KERNEL=ft` chooses one kernel, and `MCORE_NPB_NODES=64` leaves out larger arrays.

use super::machine;
use mcore::base::{Array, grouped};
use mcore::modes::chip::check::Check;
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore_tests::docs::bless;
use mcore_tests::root;
use std::collections::BTreeMap;
use web_time::Instant;

/// Cycles and output of class T on 16 nodes, by kernel.
const GOLDEN: &str = "tests/golden/npb.json";
/// Node memory, cycles and output of class S on at most [`IN_PAGE`] nodes, by kernel and array.
const GOLDEN_S: &str = "tests/golden/npb-s.json";
/// The most nodes of arrays that the test in the browser runs, too.
const IN_PAGE: usize = 64;

/// Columns and rows.
type Size = (u8, u8);

/// A kernel, the definition that only it needs, and the arrays that it runs on.
const KERNELS: [(&str, &str, &[Size]); 11] = [
    ("ep", "", &[(1, 1), (2, 2), (4, 4), (8, 8), (16, 16), (32, 32)]),
    ("is", "", &[(1, 1), (2, 2), (4, 4), (8, 8)]),
    ("cg", "", &[(1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 8), (16, 16), (32, 32)]),
    ("mg", "", &[(1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 8), (16, 16), (32, 32)]),
    ("ft", "", &[(1, 1), (2, 2), (4, 4), (8, 8), (16, 16), (32, 32)]),
    ("bt", "", &[(1, 1), (2, 2), (3, 3), (4, 4)]),
    ("sp", "", &[(1, 1), (2, 2), (3, 3), (4, 4)]),
    ("lu", "", &[(1, 1), (2, 1), (2, 2), (4, 2), (4, 4)]),
    ("dt", "#define GRAPH \"BH\"\n", &[(5, 1), (4, 4)]),
    ("dt", "#define GRAPH \"WH\"\n", &[(5, 1), (4, 4)]),
    ("dt", "#define GRAPH \"SH\"\n", &[(4, 3), (4, 4)]),
];

/// A text with those of the folder that it includes; their guards leave out what is there twice.
fn source(name: &str) -> String {
    let path = root().join("tests/npb").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut parts = text.split("#include \"");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |all, part| {
        let (included, rest) =
            part.split_once("\"\n").unwrap_or_else(|| panic!("{}: an open #include", path.display()));
        all + &source(included) + rest
    })
}

/// Bytes of a node's memory: some kernels need more than a node of the paper has if they run on few nodes.
fn memory(kernel: &str, class: &str, nodes: usize) -> u32 {
    match (kernel, class) {
        ("ft", "S") => (64 << 20) / nodes.clamp(4, 64) as u32,
        ("cg", "S") => (16 << 20) / nodes.min(8) as u32,
        // As in the page, which has to print the same.
        (_, "T") if nodes == 16 => 512 << 10,
        _ => 2 << 20,
    }
}

/// The machine after the run, which must have passed its check, and the seconds that it took.
fn run(kernel: &str, definition: &str, class: &str, (width, height): Size) -> (Machine, f64) {
    let array = Array::new(width, height);
    let node_memory = memory(kernel, class, array.nodes());
    let class_of = if class == "T" { "#define CLASS_T\n" } else { "" };
    let text = format!("{class_of}{definition}{}", source(&format!("{kernel}.c")));
    let mut machine =
        machine(&format!("{kernel}.c"), text, Spec { array, node_memory, cycle_limit: 1 << 40, ..Spec::default() });
    let start = Instant::now();
    while machine.run_until(u64::MAX) {}
    let seconds = start.elapsed().as_secs_f64();
    let console = machine.state.nodes[0].console.tail(1 << 20);
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{kernel}: {:?}\n{console}", machine.outcome());
    assert!(console.contains("= SUCCESSFUL"), "{kernel} on {width} x {height}\n{console}");
    (machine, seconds)
}

#[test]
fn every_kernel_passes_its_check() {
    let class = std::env::var("MCORE_NPB").unwrap_or_else(|_| "T".into());
    let wanted = std::env::var("MCORE_NPB_KERNEL").ok();
    let most_nodes = std::env::var("MCORE_NPB_NODES").ok().and_then(|nodes| nodes.parse().ok()).unwrap_or(usize::MAX);
    println!("kernel  class  nodes           cycles  seconds");
    let golden = if class == "T" { GOLDEN } else { GOLDEN_S };
    let is = std::fs::read_to_string(root().join(golden)).unwrap_or_default();
    // Runs that are left out stay as they are.
    let mut ended: BTreeMap<String, serde_json::Value> = serde_json::from_str(&is).unwrap_or_default();
    for (kernel, definition, sizes) in KERNELS {
        if wanted.as_ref().is_some_and(|w| w != kernel) {
            continue;
        }
        for &(width, height) in sizes {
            let nodes = usize::from(width) * usize::from(height);
            // FT divides its cube differently if it has more ranks than planes.
            let most = if kernel == "ft" { 64 } else { 16 };
            if nodes > most_nodes || (class == "T" && nodes > most) {
                continue;
            }
            let (machine, seconds) = run(kernel, definition, &class, (width, height));
            let graph: String = definition.chars().filter(char::is_ascii_uppercase).skip(5).collect();
            let name = format!("{kernel} {graph}");
            let name = name.trim();
            let cycles = machine.state.cycle;
            println!("{name:7} {class:5} {nodes:6} {:>16} {seconds:8.1}", grouped(cycles));
            let printed = machine.state.nodes[0].console.tail(1 << 20);
            if class == "T" && (width, height) == (4, 4) {
                ended.insert(name.into(), serde_json::json!({ "cycles": cycles, "printed": printed }));
            } else if class == "S" && nodes <= IN_PAGE {
                let kib = memory(kernel, &class, nodes) >> 10;
                let run = serde_json::json!({ "node_memory_kib": kib, "cycles": cycles, "printed": printed });
                ended.insert(format!("{name} {width}x{height}"), run);
            }
        }
    }
    // The test in the browser compares with the same file.
    bless(golden, &is, &(serde_json::to_string_pretty(&ended).expect("numbers and texts") + "\n"));
}

/// The checks find nothing in the kernels, which are right; on few nodes, since each event is followed. Without `MCORE_NPB` only the
/// short ones are checked.
#[test]
fn no_kernel_gives_an_alarm() {
    let wanted = std::env::var("MCORE_NPB_KERNEL").ok();
    for (kernel, definition, sizes) in KERNELS {
        let is_left_out = std::env::var_os("MCORE_NPB").is_none() && !["is", "mg", "ft", "dt"].contains(&kernel);
        if wanted.as_ref().map_or(is_left_out, |w| w != kernel) {
            continue;
        }
        let (width, height) = sizes.iter().copied().find(|(w, h)| w * h > 1).expect("several ranks");
        let array = Array::new(width, height);
        let node_memory = memory(kernel, "T", array.nodes());
        let text = format!("#define CLASS_T\n{definition}{}", source(&format!("{kernel}.c")));
        let spec = Spec { array, node_memory, cycle_limit: 1 << 40, ..Spec::default() };
        let mut check = Check::new(machine(&format!("{kernel}.c"), text, spec));
        while !check.has_ended() {
            check.advance(1_000_000, u64::MAX);
        }
        assert_eq!(check.checker().incomplete(), None, "{kernel}");
        let found = check.checker().findings().list();
        assert!(found.is_empty(), "{kernel} {definition}: {found:#?}");
    }
}

/// A kernel whose check fails says so: a kernel that always passed would be worth nothing.
#[test]
fn a_wrong_result_is_found() {
    let text = source("ep.c").replace("271828183ULL", "271828185ULL");
    let spec = Spec { array: Array::new(4, 4), cycle_limit: 1 << 32, ..Spec::default() };
    let mut machine = machine("ep.c", format!("#define CLASS_T\n{text}"), spec);
    while machine.run_until(u64::MAX) {}
    assert!(machine.state.nodes[0].console.tail(1 << 20).contains("= UNSUCCESSFUL"));
    assert_eq!(machine.state.nodes[0].core.processor.halted.map(|(code, _)| code), Some(1));
}
