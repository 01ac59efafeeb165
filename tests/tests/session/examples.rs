//! The example programs of the gallery: each does what its sentence promises.

use mcore::base::SourceFile;
use mcore::modes::chip::session::{Command, MachineOptions, Update, Watch};
use mcore_tests::{Driver, root};
use std::collections::BTreeMap;
use std::fs;

/// The output of an example, by node (`1,1`), its outcome, and its last cycle.
struct Ran {
    prints: BTreeMap<String, String>,
    outcome: String,
    cycles: u64,
}

fn list() -> Vec<serde_json::Value> {
    let text = fs::read_to_string(root().join("assets/examples/index.json")).expect("the list of examples");
    let list: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    list["examples"].as_array().expect("a list").clone()
}

/// Runs an example on its machine.
fn run(id: &str) -> Ran {
    let all = list();
    let example = all.iter().find(|e| e["id"] == id).unwrap_or_else(|| panic!("no example `{id}`"));
    let size = |n: usize| example["size"][n].as_u64().expect("a size") as u8;
    let files = example["files"].as_array().expect("files").iter().map(|name| {
        let name = name.as_str().expect("a name").to_owned();
        let text = fs::read_to_string(root().join("assets/examples").join(id).join(&name)).expect("a file");
        SourceFile { name, text }
    });
    let mut driver = Driver::with_c();
    let input = example["input"].as_str().map(str::to_owned);
    let machine = MachineOptions { width: size(0), height: size(1), input, ..MachineOptions::default() };
    driver.must(Command::SetMachine(machine));
    driver.must(Command::Assemble { files: files.collect() });
    let found: Vec<_> = driver
        .updates
        .iter()
        .filter_map(|u| match u {
            Update::Assembled(view) => Some(&view.diagnostics),
            _ => None,
        })
        .flatten()
        .collect();
    assert!(found.is_empty(), "{id}: {found:#?}");
    let outcome = driver.run();
    let cycles = driver.frame.end;
    let mut prints = BTreeMap::new();
    for y in 1..=size(1) {
        for x in 1..=size(0) {
            let node = Some(mcore::base::NodeId::new(x, y));
            driver.must(Command::Watch(Watch { node, mesh: false, ..Watch::default() }));
            let console = driver.console();
            if !console.is_empty() {
                prints.insert(format!("{x},{y}"), console);
            }
        }
    }
    Ran { prints, outcome, cycles }
}

/// The output of the only node that prints.
fn only(id: &str) -> String {
    let ran = run(id);
    assert!(ran.outcome.contains("halted"), "{id}: {}", ran.outcome);
    assert_eq!(ran.prints.len(), 1, "{id}: {:?}", ran.prints);
    ran.prints.into_values().next().expect("one")
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("a number: {text:?}"))
}

#[test]
fn the_list_is_whole_and_every_program_is_in_it() {
    let all = list();
    assert!(all.len() >= 8);
    let mut folders: Vec<_> = fs::read_dir(root().join("assets/examples"))
        .expect("a folder")
        .flatten()
        .filter(|e| e.path().is_dir())
        .map(|e| e.file_name().into_string().expect("UTF-8"))
        .collect();
    folders.sort();
    let mut ids: Vec<_> = all.iter().map(|e| e["id"].as_str().expect("an id").to_owned()).collect();
    ids.sort();
    assert_eq!(ids, folders);
    for example in &all {
        for (what, lang) in [("title", "en"), ("title", "ja"), ("text", "en"), ("text", "ja")] {
            let text = example[what][lang].as_str().unwrap_or_default();
            assert!(text.len() > 3, "{}: {what} in {lang}", example["id"]);
            if what == "text" {
                assert!(text.ends_with(['.', '。']), "{}: one sentence", example["id"]);
            }
        }
        // The picture shows the program while it runs.
        let cycle = example["picture"].as_u64().expect("a cycle");
        assert!(cycle < run(example["id"].as_str().expect("an id")).cycles, "{}", example["id"]);
    }
}

#[test]
fn every_node_says_hello() {
    let ran = run("hello");
    assert_eq!(ran.prints.len(), 16);
    assert_eq!(ran.prints["1,1"], "Hello from node 0 of 16\n");
    assert_eq!(ran.prints["4,4"], "Hello from node 15 of 16\n");
}

#[test]
fn the_small_programs_compute_what_they_say() {
    assert_eq!(only("loop"), (1..=10).sum::<u32>().to_string());
    assert_eq!(only("recursion"), (1..=6).product::<u32>().to_string());
    let root: f64 = only("float").parse().expect("a number");
    assert!((root - 2f64.sqrt()).abs() < 1e-15, "{root}");
    assert_eq!(only("dma"), "All 14 words are here.");
}

#[test]
fn words_go_round_as_they_should() {
    let round = only("ping-pong");
    let cycles = number(round.strip_suffix(" cycles a round").expect("a unit"));
    // Twice 6 hops and twice a signal that takes 9 + hops until it is seen, besides the instructions.
    assert!((2 * (9 + 6)..200).contains(&cycles), "{cycles}");
    assert_eq!(number(&only("ring")), 2 * (1..=16).sum::<u64>());
}

#[test]
fn trees_spread_and_collect() {
    let ran = run("broadcast");
    assert_eq!(ran.prints.len(), 16);
    // If the sends were sequential, each one of 21 words would take the sender's INCC at least 30 cycles.
    let last = ran.prints.values().map(|p| number(p)).max().expect("some");
    assert!(last < 15 * 30, "sooner than one after the other: {last}");
    assert_eq!(number(&only("reduce")), (1..=16).map(|n| n * n).sum::<u64>());
}

#[test]
fn the_product_of_the_matrices_is_right() {
    let mut sum = 0i64;
    for i in 0..16 {
        for j in 0..16 {
            sum += (0..16).map(|k| (i + k) * (k - j)).sum::<i64>();
        }
    }
    assert_eq!(only("matrix"), sum.to_string());
}

#[test]
fn a_blocked_worm_delays_a_packet_whose_way_is_free() {
    let ran = run("blocking");
    let (free, blocked) = (number(&ran.prints["2,4"]), number(&ran.prints["4,2"]));
    // Seven words over two hops: some 25 cycles, if nothing blocked them.
    assert!(free > 500, "{free}");
    // Three worms of 210 words through one link into one INCC: 900 flits.
    assert!(blocked > 900, "{blocked}");
}

#[test]
fn a_hot_spot_takes_in_one_flit_a_cycle() {
    let ran = run("hot-spot");
    assert_eq!(ran.prints["1,1"], "63 nodes have sent their words.");
    // Two packets of ten flits and a flag of four from each.
    assert!(ran.cycles > 63 * 24, "{}", ran.cycles);
}

#[test]
fn two_pages_in_turn_cost_more_than_one() {
    let ran = run("pages");
    let both: u64 = ran.prints.values().map(|p| number(p)).sum();
    // Eight reads each, and most of them find the other node's page in the buffer: 40 cycles more.
    assert!(both > 2 * 8 * (82 + 40), "{both}");
}

#[test]
fn a_deadlock_is_told() {
    let ran = run("deadlock");
    assert!(ran.outcome.starts_with("Deadlock: 2 cores"), "{}", ran.outcome);
}

#[test]
fn the_programs_in_c_compute_what_they_say() {
    let hello = run("hello-c");
    assert_eq!(hello.prints.len(), 16);
    assert_eq!(hello.prints["4,4"], "Hello from rank 15 of 16 in column 4, row 4\n");
    assert_eq!(only("tree-c"), "5 17 28 33 42 61 73 90 \n");
    assert_eq!(only("pi-mpi"), "pi is about 3.141593\n");
    let ran = run("deadlock-mpi");
    assert!(ran.outcome.starts_with("Deadlock: 4 cores") && ran.outcome.contains("MPI_Send"), "{}", ran.outcome);
}

#[test]
fn ranks_draw_a_picture_and_workers_take_tasks_from_the_input() {
    let ran = run("mandelbrot-mpi");
    assert!(ran.outcome.contains("halted") && ran.prints.is_empty(), "{}: {:?}", ran.outcome, ran.prints);
    let farm = only("farm-mpi");
    let mut lines: Vec<(u64, u64)> = farm
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split([' ', ':']).collect();
            (number(words[2]), number(words[4]))
        })
        .collect();
    lines.sort_unstable();
    let primes = |n: u64| (2..=n).filter(|n| (2..*n).all(|d| n % d != 0)).count() as u64;
    assert_eq!(lines.len(), 20, "{farm}");
    assert!(lines.iter().all(|(n, count)| *count == primes(*n)), "{farm}");
}

#[test]
fn neighbours_sort_their_numbers() {
    let ran = run("sort-c");
    let numbers = |prefix: &str| -> Vec<u64> {
        // In the order of ranks.
        let nodes = (0..16).map(|rank| format!("{},{}", rank % 4 + 1, rank / 4 + 1));
        let of = |node: String| ran.prints[&node].lines().find_map(|line| line.strip_prefix(prefix)).map(number);
        nodes.map(|node| of(node).expect("its number")).collect()
    };
    let (mut first, last) = (numbers("began with "), numbers("ends with "));
    assert!(!first.is_sorted());
    first.sort_unstable();
    assert_eq!(first, last);
}

#[test]
fn the_world_lives_as_one_core_computes_it() {
    const SIDE: usize = 32;
    let mut world = vec![[false; SIDE]; SIDE];
    for (y, x) in [(1, 2), (2, 3), (3, 1), (3, 2), (3, 3), (20, 15), (20, 16), (20, 17)] {
        world[y][x] = true;
    }
    for _ in 0..12 {
        let before = world.clone();
        let is_alive = |y: usize, x: usize| usize::from(before[y % SIDE][x % SIDE]);
        for y in 0..SIDE {
            for x in 0..SIDE {
                let around: usize =
                    (0..9).filter(|n| *n != 4).map(|n| is_alive(y + SIDE - 1 + n / 3, x + SIDE - 1 + n % 3)).sum();
                world[y][x] = around == 3 || (around == 2 && before[y][x]);
            }
        }
    }
    let row =
        |row: &[bool; SIDE]| row.iter().map(|alive| if *alive { '#' } else { '.' }).chain(['\n']).collect::<String>();
    assert_eq!(only("life-mpi"), world.iter().map(row).collect::<String>());
}
