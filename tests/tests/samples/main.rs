//! The samples of the paper and quicksort in C: sequential, with MClib and with MPI, beside the assembly solutions of the
//! packs. All forms give the same results on all sizes, and their cycles are held.
//! `cargo test -p mcore-tests --test samples -- --nocapture` prints the table; `MCORE_SAMPLE=solver` chooses one sample.

mod npb;

use mcore::base::{Array, SourceFile, grouped};
use mcore::modes::chip::check::Check;
use mcore::modes::chip::exercise::{Case, CaseRun, Exercise, RunFacts, judge, read_exercise, read_pack, reference_run};
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::program::Program;
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Level, Options, build};
use mcore_tests::{compilers, pack_files, root, solution};
use std::sync::Arc;

/// Each sample with its exercise. The files of a sample are `tests/samples/<name>/{seq,mclib,mpi}.c`.
const SAMPLES: [(&str, &str, &str); 8] = [
    ("hello", "tutorial", "hello"),
    ("dma", "tutorial", "dma"),
    ("bitonic", "tutorial", "bitonic"),
    ("solver", "tutorial", "solver"),
    ("matmul", "tutorial", "matmul"),
    ("himeno", "tutorial", "himeno"),
    ("nqueens", "tutorial", "nqueens"),
    ("quicksort", "class", "quicksort"),
];

/// Further forms with MPI, which solve the same exercise by other functions of MPI or another algorithm.
const OTHERS: [(&str, &str); 6] = [
    ("dma", "columns"),
    ("matmul", "cannon"),
    ("himeno", "cart"),
    ("nqueens", "workers"),
    ("quicksort", "hypercube"),
    ("quicksort", "samplesort"),
];

/// Limits of the cycles of a form, in hundredths of those of the assembly solution, on the machine of the exercise.
const MCLIB_MOST: u64 = 125;
/// The limit with MPI, without the cycles of a program that only starts and ends MPI.
const MPI_MOST: u64 = 160;

struct Sample {
    name: &'static str,
    exercise: Exercise,
}

fn samples() -> Vec<Sample> {
    let wanted = std::env::var("MCORE_SAMPLE").ok();
    let chosen = SAMPLES.iter().filter(|(name, ..)| wanted.as_ref().is_none_or(|w| w == name));
    let found: Vec<_> = chosen
        .map(|(name, pack, folder)| {
            let files = pack_files(pack);
            assert!(read_pack(&files).is_ok(), "{pack}");
            let exercise = read_exercise(folder, &files).unwrap_or_else(|e| panic!("{name}: {}", e.text().en));
            Sample { name, exercise }
        })
        .collect();
    assert!(!found.is_empty());
    found
}

fn compiled(files: &[SourceFile], case: &Case) -> Arc<Program> {
    let compilers = compilers();
    let memory = case.machine.node_memory_kib * 1024;
    let options = Options { level: Level::O2, ..Options::new(memory, &compilers) };
    let built = build(files, &library(), &options);
    built.program.map(Arc::new).unwrap_or_else(|| panic!("{:#?}", built.diagnostics))
}

impl Sample {
    fn form(&self, form: &str, case: &Case) -> Arc<Program> {
        let path = root().join(format!("tests/samples/{}/{form}.c", self.name));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        compiled(&[SourceFile { name: format!("{form}.c"), text }], case)
    }

    fn assembly(&self, case: &Case) -> Arc<Program> {
        let (pack, folder) = self.exercise.id.split_once('/').expect("pack/folder");
        let files: Vec<_> = self.exercise.start.iter().map(|f| solution(pack, folder, &f.name)).collect();
        compiled(&files, case)
    }

    /// The cycles of a program on a case, all of whose expectations hold.
    fn cycles(&self, what: &str, case: &Case, program: &Arc<Program>) -> u64 {
        let run = finished(CaseRun::new(program, case).unwrap_or_else(|e| panic!("{what}: {}", e.text().en)));
        let reference = reference_run(&self.exercise, case, &compilers()).unwrap_or_else(|e| panic!("{}", e.text().en));
        let reference = reference.map(finished);
        let facts = reference.as_ref().map(|r| (r.program(), r.facts()));
        let beside = facts.as_ref().map(|(p, f)| (&***p, f as &dyn RunFacts));
        let checks = judge(case, program, &run.facts(), beside);
        let failed: Vec<_> = checks.into_iter().filter(|c| !c.passed).collect();
        assert!(failed.is_empty(), "{} {what}: {failed:#?}", self.name);
        if self.name == "hello" {
            says_hello(&run, case);
        }
        run.facts().cycles()
    }
}

fn finished(mut run: CaseRun) -> CaseRun {
    while run.advance(1 << 20) {}
    run
}

/// The output of `hello` depends on the number of nodes, so no case can state it for all of them.
fn says_hello(run: &CaseRun, case: &Case) {
    let array = Array::new(case.machine.width, case.machine.height);
    for rank in 0..array.nodes() {
        let text = format!("Hello from rank {rank} of {}\n", array.nodes());
        assert_eq!(run.facts().console(array.node(rank)), text.as_bytes());
    }
}

/// The first case on a machine of some size, with the expectations about its result.
fn resized(exercise: &Exercise, size: (u8, u8)) -> Case {
    Case { cycle_limit: 100_000_000, ..mcore_tests::resized(&exercise.cases[0], size) }
}

impl Sample {
    /// The further forms.
    fn others(&self) -> impl Iterator<Item = &'static str> {
        OTHERS.into_iter().filter(|(sample, _)| *sample == self.name).map(|(_, form)| form)
    }

    /// The forms that run on all nodes.
    fn parallel(&self) -> impl Iterator<Item = &'static str> {
        ["mclib", "mpi"].into_iter().chain(self.others())
    }
}

#[test]
fn every_form_is_right_on_all_sizes() {
    for sample in samples() {
        for size in &sample.exercise.sizes {
            let case = resized(&sample.exercise, *size);
            for form in sample.parallel() {
                sample.cycles(&format!("{form} on {size:?}"), &case, &sample.form(form, &case));
            }
            // One program without messages cannot greet from every rank.
            if sample.name != "hello" || *size == (1, 1) {
                sample.cycles(&format!("seq on {size:?}"), &case, &sample.form("seq", &case));
            }
        }
    }
}

#[test]
fn forms_in_c_take_little_more_cycles_than_assembly() {
    println!("sample     sequential   assembly      MClib        MPI  without start-up");
    let mut wrong = Vec::new();
    for sample in samples() {
        let machine = sample.exercise.machine;
        let case = resized(&sample.exercise, (machine.width, machine.height));
        let empty = compiled(
            &[SourceFile {
                name: "empty.c".into(),
                text: "#include <mpi.h>\nint main(int argc, char **argv)\n{\n    MPI_Init(&argc, &argv);\n    MPI_Finalize();\n    return 0;\n}\n".into(),
            }],
            &case,
        );
        let mut alone = case.clone();
        alone.inputs.clear();
        let start_up = finished(CaseRun::new(&empty, &alone).expect("a run")).facts().cycles();
        let sequential = match sample.name {
            "hello" => {
                let one = resized(&sample.exercise, (1, 1));
                sample.cycles("seq", &one, &sample.form("seq", &one))
            }
            _ => sample.cycles("seq", &case, &sample.form("seq", &case)),
        };
        let assembly = sample.cycles("assembly", &case, &sample.assembly(&case));
        let mclib = sample.cycles("mclib", &case, &sample.form("mclib", &case));
        let mpi = sample.cycles("mpi", &case, &sample.form("mpi", &case));
        let ratio = |cycles: u64| format!("{:.2}", cycles as f64 / assembly as f64);
        println!(
            "{:10} {:>10} {:>10} {:>10} ({}) {:>8} {:>10} ({})",
            sample.name,
            grouped(sequential),
            grouped(assembly),
            grouped(mclib),
            ratio(mclib),
            grouped(mpi),
            grouped(mpi - start_up),
            ratio(mpi - start_up),
        );
        for form in sample.others() {
            println!("  {form:10} {:>8}", grouped(sample.cycles(form, &case, &sample.form(form, &case))));
        }
        if mclib * 100 > assembly * MCLIB_MOST {
            wrong.push(format!("{}: {mclib} cycles with MClib, {assembly} in assembly", sample.name));
        }
        if (mpi - start_up) * 100 > assembly * MPI_MOST {
            wrong.push(format!(
                "{}: {mpi} cycles with MPI, {start_up} of start-up, {assembly} in assembly",
                sample.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The checks find nothing in programs that are right, MPI's library included.
#[test]
fn no_form_gives_an_alarm() {
    for sample in samples() {
        let machine = sample.exercise.machine;
        let sizes = sample.exercise.sizes.iter().filter(|(x, y)| u32::from(*x) * u32::from(*y) <= 16);
        for size in sizes.chain([&(machine.width, machine.height)]) {
            let case = resized(&sample.exercise, *size);
            for form in sample.parallel() {
                let program = sample.form(form, &case);
                let run = CaseRun::new(&program, &case).expect("inputs");
                let mut check = Check::new(run.machine().clone());
                while !check.has_ended() {
                    check.advance(100_000, u64::MAX);
                }
                assert_eq!(check.checker().incomplete(), None);
                let found = check.checker().findings().list();
                assert!(found.is_empty(), "{} {form} on {size:?}: {found:#?}", sample.name);
            }
        }
    }
}

/// A machine with a program in C at cycle 0.
fn machine(name: &str, text: String, spec: Spec) -> Machine {
    let compilers = compilers();
    let options = Options { level: Level::O2, ..Options::new(spec.node_memory, &compilers) };
    let built = build(&[SourceFile { name: name.into(), text }], &library(), &options);
    let program = built.program.map(Arc::new).unwrap_or_else(|| panic!("{name}: {:#?}", built.diagnostics));
    Machine::new(spec, program).expect("a machine")
}

/// The machine with a sample after its run, in which all nodes halt with code 0.
fn ended(sample: &str, defines: &str, (width, height): (u8, u8), node_memory: u32) -> Machine {
    let path = root().join("tests/samples").join(sample);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let spec = Spec { array: Array::new(width, height), node_memory, cycle_limit: 1 << 30, ..Spec::default() };
    let mut machine = machine(sample, format!("{defines}{text}"), spec);
    while machine.run_until(u64::MAX) {}
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{sample}: {:?}", machine.outcome());
    assert!(machine.state.nodes.iter().all(|n| n.core.processor.halted.is_some_and(|(code, _)| code == 0)), "{sample}");
    machine
}

/// Times of messages between neighbours are within the formula of `MPI_Send`, and long ones use the link well. A message
/// crosses a further link in a cycle.
#[test]
fn ping_pong_prints_the_costs_that_the_library_states() {
    let printed = |size| ended("pingpong/mpi.c", "", size, 512 << 10).state.nodes[0].console.tail(1 << 16);
    let rows = |size| -> Vec<(u32, f64, f64)> {
        let text = printed(size);
        let number = |word: Option<&str>| word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{text}"));
        let row = |line: &str| {
            let mut words = line.split_whitespace();
            (number(words.next()) as u32, number(words.next()), number(words.next()))
        };
        text.lines().skip(1).map(row).collect()
    };
    let near = rows((2, 1));
    assert_eq!(near.len(), 16);
    for (bytes, cycles, rate) in &near {
        let words = f64::from(*bytes) / 4.0;
        // A few cycles are those of the program's loop.
        let stated = 10.0 + if *bytes <= 52 { 205.0 + 12.0 * words } else { 320.0 + 1.47 * words };
        assert!(*cycles <= stated, "{bytes} bytes: {cycles} cycles, stated {stated}");
        assert!((rate - f64::from(*bytes) / cycles * 1000.0).abs() < 1.0, "{bytes} bytes: {rate}");
    }
    // The wire carries 7 words of data in 10 flits.
    let (_, _, rate) = near[near.len() - 1];
    assert!(rate > 0.97 * 2800.0 && rate <= 2800.0, "{rate}");
    for ((bytes, cycles, _), (_, far, _)) in near.iter().zip(rows((8, 1))) {
        assert!(far - cycles <= 0.5 + 6.0 * if *bytes <= 52 { 1.0 } else { 4.0 }, "{bytes} bytes: {cycles} and {far}");
    }
    assert_eq!(printed((1, 1)), "ping-pong needs two ranks\n");
}

/// The size XS of the Himeno benchmark fits 16 nodes of 512 KiB, and its result is that of one rank.
#[test]
fn himeno_in_size_xs_fits_16_nodes() {
    let xs = |size, memory| {
        let machine = ended("himeno/cart.c", "#define XS\n", size, memory);
        let result = machine.image(0).program.symbol("GOSA").expect("GOSA").value;
        f32::from_le_bytes([0, 1, 2, 3].map(|i| machine.state.nodes[0].core.memory.byte(result + i)))
    };
    // The sums of single-precision numbers differ in their order.
    let (alone, together) = (xs((1, 1), 8 << 20), xs((4, 4), 512 << 10));
    assert!(alone > 0.0 && (together / alone - 1.0).abs() < 1e-3, "{alone} and {together}");
}
