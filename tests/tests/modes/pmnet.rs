//! PMNet against independent results: DineroIV's counts, closed formulas, a naive memory system, nominal figures of
//! machines.

mod naive_memory;

use mcore::base::Text;
use mcore::modes::pmnet::model::generate::Program;
use mcore::modes::pmnet::model::preset::Preset;
use mcore::modes::pmnet::model::sweep::Property;
use mcore::modes::pmnet::model::trace::{Access, AccessKind, Batch, Format, Source};
use mcore::modes::pmnet::model::{Dat, Graph, Kind, MissKinds, ObjectReport, Options, Placement, Region, Report};
use mcore_tests::memory::{Given, TextTrace, preset, run, system};
use mcore_tests::root;
use naive_memory::Naive;
use proptest::prelude::*;
use std::io::Read as _;

fn packed(name: &str) -> Vec<u8> {
    let path = root().join("tests/cases/pmnet").join(name);
    let file = std::fs::File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut text).expect("gzip");
    text
}

fn object<'r>(report: &'r Report, name: &str) -> &'r ObjectReport {
    report.objects.iter().find(|o| o.name == name).unwrap_or_else(|| panic!("{name}"))
}

/// One cache in front of a memory.
fn one_cache(capacity: u64, ways: u64) -> Dat {
    system("c0 l1_0 m0", &[("l1", capacity, ways, 64)], &[("c0", "l1_0"), ("l1_0", "m0")])
}

#[test]
fn misses_are_those_of_dineroiv() {
    for (trace, accesses, misses) in
        [("triad_n2000.lackey.gz", 6001, [751, 751]), ("matmul32.lackey.gz", 67_584, [384, 35_072])]
    {
        let text = packed(trace);
        for (capacity, wanted) in [(32 << 10, misses[0]), (4 << 10, misses[1])] {
            let source = TextTrace::new(Format::guess(&text).expect("a format"), &text, 1 << 16);
            let found = run(one_cache(capacity, 8), Options::default(), vec![Box::new(source)]);
            assert_eq!(found.accesses, accesses, "{trace}");
            assert_eq!(object(&found, "l1_0").counts.misses(), wanted, "{trace}, {capacity}");
        }
    }
}

#[test]
fn a_triad_moves_what_its_formula_says() {
    for (n, threads) in [(1000, 1), (12_345, 1), (4096, 2)] {
        for (store, fetched) in [("normal", 3), ("nt", 2)] {
            let program = format!("triad:n={n},threads={threads},store={store}");
            let sources = Program::read(&program).expect("a program").sources();
            let found = run(one_cache(4 << 10, 8), Options::default(), sources);
            let lines = (n * 8_u64).div_ceil(64);
            let (cache, memory) = (object(&found, "l1_0").counts, object(&found, "m0").counts);
            assert_eq!((cache.reads, cache.writes), (2 * n, n), "{program}");
            if threads == 1 {
                assert_eq!((cache.read_misses, cache.write_misses), (2 * lines, lines), "{program}");
                assert_eq!(memory.reads, fetched * lines, "{program}: reads for ownership too, except non-temporal");
                // Lines that are still in the cache at the end have not been written back.
                assert!((lines - 64..=lines).contains(&memory.writes), "{program}: {memory:?}");
            }
            assert_eq!(object(&found, "c0").work.dp_flops, 2 * n, "{program}");
        }
    }
}

#[test]
fn strides_miss_as_lru_says() {
    let misses = |capacity: u64, ways: u64, program: &str| {
        let sources = Program::read(program).expect("a program").sources();
        object(&run(one_cache(capacity, ways), Options::default(), sources), "l1_0").counts.misses()
    };
    // All fits: each line misses once. With one line more than a set has ways, LRU always evicts the next one.
    assert_eq!(misses(32 << 10, 8, "stride:bytes=32768,stride=64,passes=10"), 512);
    assert_eq!(misses(32 << 10, 8, "stride:bytes=65536,stride=64,passes=10"), 10 * 1024);
    assert_eq!(misses(32 << 10, 8, "stride:bytes=32768,stride=8,passes=10"), 512);
    // Lines that share a set: as many as it has ways stay; with one more none does.
    assert_eq!(misses(32 << 10, 8, "stride:bytes=32768,stride=4096,passes=10"), 8);
    assert_eq!(misses(32 << 10, 8, "stride:bytes=36864,stride=4096,passes=10"), 90);
    // 3 sets x 5 ways.
    assert_eq!(misses(960, 5, "stride:bytes=960,stride=64,passes=4"), 15);
}

#[test]
fn times_are_lines_over_bandwidth_and_the_longest_one_is_the_prediction() {
    let accesses = [Access::read(0, 8), Access::read(8, 8), Access::write(64, 8), Access::read(0x2000, 4)];
    let dat = system("c0 l1_0 r0 m0", &[("l1", 1024, 2, 64)], &[("c0", "l1_0"), ("l1_0", "r0"), ("r0", "m0")]);
    let found = run(dat.clone(), Options::default(), vec![Box::new(Given(accesses.to_vec(), 1))]);
    let close = |a: f64, b: f64| (a - b).abs() < 1e-18;
    assert!(close(object(&found, "l1_0").time, 4.0 * 64.0 / 100e9), "an access occupies the cache for a line");
    assert!(close(object(&found, "r0").time, 3.0 * 64.0 / 50e9));
    assert!(close(object(&found, "m0").time, 3.0 * 64.0 / 10e9));
    assert_eq!(found.bottleneck().map(|o| o.name.as_str()), Some("m0"));
    assert!(close(found.time, object(&found, "m0").time) && close(found.time_by_phases, found.time));
    let written = found.annotate(&dat);
    let memory = &written.mem_obj[0];
    assert_eq!((memory.num_read, memory.bytes_read, memory.num_write), (Some(3), Some(192), Some(0)));
    assert_eq!(Dat::read(&written.to_json()), Ok(written.clone()));
    assert_eq!(written.without_results(), dat.without_results());
}

#[test]
fn a_triad_reaches_the_nominal_bandwidth_and_interleaving_moves_the_bottleneck_to_the_socket_link() {
    let near = |found: f64, wanted: f64| (found / wanted - 1.0).abs() < 0.01;
    let four = preset("i7-7700k", "triad:n=1000000,threads=4", Options::default());
    assert!(near(four.memory_bandwidth, 38.4e9), "{}", four.memory_bandwidth);
    let sixteen = preset("epyc-7702-nps4", "triad:n=524288,threads=16,init=parallel", Options::default());
    assert!(near(sixteen.memory_bandwidth, 51.2e9), "{}", sixteen.memory_bandwidth);
    let program = "triad:n=1048576,threads=128,init=parallel";
    for coherent in [false, true] {
        let all = preset("epyc-7702-nps4", program, Options { coherent, ..Options::default() });
        assert!(near(all.memory_bandwidth, 409.6e9), "{}", all.memory_bandwidth);
        assert_eq!(all.bottleneck().map(|o| o.kind), Some(Kind::Memory));
    }
    for found in [&four, &sixteen] {
        assert_eq!(found.bottleneck().map(|o| o.kind), Some(Kind::Memory));
    }
    let interleaved = Options { placement: Placement::Interleave, ..Options::default() };
    let moved = preset("epyc-7702-interleaved", program, interleaved);
    let bottleneck = moved.bottleneck().expect("one");
    assert!(bottleneck.name.starts_with("xgmi"), "{}", bottleneck.name);
    assert!(moved.memory_bandwidth < 300e9, "{}", moved.memory_bandwidth);
}

#[test]
fn one_thread_that_initialises_all_leaves_seven_memories_idle() {
    // Caches so small that nothing of the arrays stays in them, so that a small Triad behaves like a large one.
    let mut dat = Preset::read("epyc-7702-nps4").expect("a preset").dat();
    for (what, capacity) in [("L2.capacity", 32_768.0), ("L3.capacity", 65_536.0)] {
        dat = Property::read(what, &dat).and_then(|p| p.set(&dat, capacity)).expect("sound");
    }
    let run = |init: &str| {
        let program = format!("triad:n=1048576,threads=128,init={init}");
        let sources = Program::read(&program).expect("a program").sources();
        run(dat.clone(), Options::default(), sources)
    };
    let (wrong, right) = (run("serial"), run("parallel"));
    let time = |report: &Report| report.phases.iter().find(|p| p.name.en == "triad").expect("a phase").time;
    let ratio = time(&wrong) / time(&right);
    // Not quite eight: lines left in the caches after the first phase are written back in the second one.
    assert!((6.0..=8.1).contains(&ratio), "{ratio}");
    assert_eq!(wrong.bottleneck().map(|o| o.name.as_str()), Some("mem0"));
    assert_eq!(object(&wrong, "mem1").counts.accesses(), 0);
    assert_eq!(wrong.phases.iter().map(|p| p.name.en.as_str()).collect::<Vec<_>>(), ["init", "triad"]);
    assert!(wrong.time_by_phases >= wrong.time);
}

#[test]
fn counters_in_one_line_take_it_from_each_other_and_counters_apart_do_not() {
    let invalidations = |stride: u64, coherent: bool| {
        let program = format!("counters:n=1000,threads=4,stride={stride}");
        let found = preset("i7-7700k", &program, Options { coherent, ..Options::default() });
        found.objects.iter().map(|o| o.counts.invalidations).sum::<u64>()
    };
    // In turn access by access: each increment of each thread finds the line in another thread's cache.
    assert!(invalidations(8, true) >= 4 * 999);
    assert_eq!(invalidations(64, true), 0);
    assert_eq!(invalidations(8, false), 0);
}

#[test]
fn loop_order_and_blocking_decide_the_misses_of_a_matrix_product() {
    let misses = |settings: &str| {
        let found = preset("i7-7700k", &format!("matmul:n=160,{settings}"), Options::default());
        (object(&found, "L1_0").counts.misses(), found.time)
    };
    let (ikj, jki, blocked, ijk) = (misses("order=ikj"), misses("order=jki"), misses("block=32"), misses("order=ijk"));
    assert!(jki.0 > 8 * ikj.0, "columns of two matrices against rows: {jki:?} {ikj:?}");
    assert!(blocked.0 * 4 < ijk.0, "{blocked:?} {ijk:?}");
    assert!(jki.1 > ikj.1);
}

#[test]
fn phases_are_barriers_and_windows_add_up() {
    // The second thread finishes its first phase long before the first one.
    let trace = |n: u64| {
        let lines: String = (0..n).map(|i| format!("R {:x} 8\n", 0x10_0000 * n + i * 64)).collect();
        format!("{lines}# phase work\n# flops 10 0 5\n{lines}")
    };
    let sources = || -> Vec<Box<dyn Source + Send>> {
        [1000, 10].map(|n| Box::new(TextTrace::new(Format::Generic, trace(n).as_bytes(), 333)) as _).into()
    };
    let dat = || {
        let edges = [("c0", "l1_0"), ("c1", "l1_1"), ("l1_0", "m0"), ("l1_1", "m0")];
        system("c0 c1 l1_0 l1_1 m0", &[("l1", 512, 8, 64)], &edges)
    };
    let found = run(dat(), Options::default(), sources());
    let phases: Vec<_> = found.phases.iter().map(|p| (p.name.en.as_str(), p.accesses)).collect();
    assert_eq!(phases, [("(before the first phase)", 1010), ("work", 1010)]);
    assert_eq!(object(&found, "c0").work.dp_flops, 10);
    let windows = run(dat(), Options { window: 7, ..Options::default() }, sources());
    assert!(windows.phases.len() <= 128 && windows.phases.len() > 32, "{}", windows.phases.len());
    assert_eq!(windows.phases.iter().map(|p| p.accesses).sum::<u64>(), 2020);
    for (place, object) in windows.objects.iter().enumerate() {
        let sum: u64 = windows.phases.iter().map(|p| p.object_counts[place].accesses()).sum();
        assert_eq!(sum, object.counts.accesses(), "{}", object.name);
    }
    assert_eq!(windows.phases[0].name.en, format!("accesses 1 to {}", windows.phases[0].accesses));
}

/// The lines of m1 in the cache of c1 are written back through the first cache of c0, which fetches from m0 through
/// that cache.
fn there_and_back() -> Dat {
    let edges = [("c0", "l1_0"), ("c1", "l2_0"), ("l1_0", "l2_0"), ("l1_0", "l3_0"), ("l2_0", "m0"), ("l3_0", "m1")];
    let classes = [("l1", 512, 8, 64), ("l2", 128, 2, 64), ("l3", 256, 2, 64)];
    system("c0 c1 l1_0 l2_0 l3_0 m0 m1", &classes, &edges)
}

/// Systems whose caches are so small that everything happens in a short trace.
fn systems() -> Vec<Dat> {
    let two = [("c0", "l1_0"), ("c1", "l1_1"), ("l1_0", "l2_0"), ("l1_1", "l2_0"), ("l2_0", "m0")];
    let groups = [
        ("c0", "l1_0"),
        ("c1", "l1_1"),
        ("c2", "l1_2"),
        ("c3", "l1_3"),
        ("l1_0", "l2_0"),
        ("l1_1", "l2_0"),
        ("l1_2", "l2_1"),
        ("l1_3", "l2_1"),
        ("l2_0", "r0"),
        ("l2_1", "r1"),
        ("r0", "r1"),
        ("r0", "m0"),
        ("r1", "m1"),
    ];
    let chains = [
        ("c0", "l1_0"),
        ("c1", "l1_1"),
        ("l1_0", "l2_0"),
        ("l1_1", "l2_1"),
        ("l2_0", "r0"),
        ("l2_1", "r1"),
        ("r0", "r1"),
        ("r0", "m0"),
        ("r1", "m1"),
        ("r1", "m2"),
    ];
    // The first object of c0 depends on the address; c1 has no cache at all.
    let uneven = [("c0", "l1_0"), ("l1_0", "m0"), ("c0", "r0"), ("r0", "m1"), ("r0", "l1_0"), ("c1", "r0")];
    let mixed = [("c0", "l1_0"), ("c1", "lx_1"), ("l1_0", "l2_0"), ("lx_1", "l2_0"), ("l2_0", "m0")];
    // The first cache of c1 is the second one of c0.
    let steps = [("c0", "lx_0"), ("lx_0", "l1_0"), ("c1", "l1_0"), ("l1_0", "m0")];
    let three = [
        ("c0", "l1_0"),
        ("c1", "l1_1"),
        ("l1_0", "l2_0"),
        ("l1_1", "l2_1"),
        ("l2_0", "l3_0"),
        ("l2_1", "l3_0"),
        ("l3_0", "m0"),
        ("l3_0", "m1"),
    ];
    vec![
        system("c0 c1 l1_0 l1_1 l2_0 m0", &[("l1", 512, 2, 64), ("l2", 1536, 3, 64)], &two),
        system("c0 c1 l1_0 l1_1 l2_0 m0", &[("l1", 256, 2, 32), ("l2", 1024, 2, 128)], &two),
        system("c0 c1 l1_0 l1_1 l2_0 m0", &[("l1", 512, 2, 128), ("l2", 960, 5, 32)], &two),
        system(
            "c0 c1 c2 c3 l1_0 l1_1 l1_2 l1_3 l2_0 l2_1 r0 r1 m0 m1",
            &[("l1", 256, 4, 64), ("l2", 960, 3, 64)],
            &groups,
        ),
        system("c0 c1 l1_0 l1_1 l2_0 l2_1 r0 r1 m0 m1 m2", &[("l1", 256, 1, 64), ("l2", 512, 4, 64)], &chains),
        system("c0 c1 l1_0 l1_1 l2_0 l2_1 r0 r1 m0 m1 m2", &[("l1", 256, 2, 64), ("l2", 1024, 2, 256)], &chains),
        system("c0 c1 l1_0 r0 m0 m1", &[("l1", 256, 2, 64)], &uneven),
        // First caches with lines of different length.
        system("c0 c1 l1_0 lx_1 l2_0 m0", &[("l1", 256, 2, 32), ("lx", 512, 2, 128), ("l2", 1024, 4, 64)], &mixed),
        system("c0 c1 lx_0 l1_0 m0", &[("lx", 256, 2, 64), ("l1", 512, 2, 64)], &steps),
        // Three caches in a row; the object after the last one depends on the address.
        system(
            "c0 c1 l1_0 l1_1 l2_0 l2_1 l3_0 m0 m1",
            &[("l1", 256, 4, 64), ("l2", 384, 3, 64), ("l3", 2048, 16, 64)],
            &three,
        ),
        system(
            "c0 c1 l1_0 l1_1 l2_0 l2_1 l3_0 m0 m1",
            &[("l1", 512, 8, 64), ("l2", 512, 4, 64), ("l3", 1408, 11, 128)],
            &three,
        ),
        there_and_back(),
    ]
}

fn accesses() -> impl Strategy<Value = Vec<(u64, u32, u16, u8)>> {
    // A few lines that all cores compete for, and a range larger than all caches.
    let addr = prop_oneof![0_u64..512, 0x1000_u64..0x1100, 0_u64..0x8000];
    let size = prop_oneof![Just(8_u32), 1_u32..16, 1_u32..300, 4000_u32..9000];
    prop::collection::vec((addr, size, 0_u16..4, 0_u8..5), 1..400)
}

/// Loops like those of programs: some accesses, repeated, each of which advances by a few bytes in every iteration, or
/// stays.
fn loops() -> impl Strategy<Value = Vec<(u64, u32, u16, u8)>> {
    let addr = prop_oneof![0_u64..256, (0_u64..8).prop_map(|line| 512 * line), 0_u64..0x2000];
    let size = prop_oneof![8 => Just(8_u32), 4 => Just(4_u32), 1 => 1_u32..100];
    let turn =
        prop::collection::vec((addr, size, 0_u16..2, 0_u8..5, prop_oneof![Just(0_u64), Just(8), 1_u64..40]), 1..8);
    let one = (turn, 1_u64..40, any::<bool>()).prop_map(|(turn, times, alone)| {
        let access = move |i: u64, (addr, size, thread, kind, step): (u64, u32, u16, u8, u64)| {
            (addr + i * step, size, if alone { 0 } else { thread }, kind)
        };
        (0..times).flat_map(|i| turn.clone().into_iter().map(move |a| access(i, a))).collect::<Vec<_>>()
    });
    prop::collection::vec(one, 1..6).prop_map(|all| all.concat())
}

/// Accesses of several threads, as one trace; an access is address, size, thread and kind.
fn trace(accesses: Vec<(u64, u32, u16, u8)>, cores: usize) -> Vec<Access> {
    let access = |(addr, size, thread, kind): (u64, u32, u16, u8)| Access {
        addr,
        size,
        thread: thread % cores as u16,
        kind: match kind {
            0..=2 => AccessKind::Read,
            3 => AccessKind::Write,
            _ => AccessKind::NonTemporal,
        },
    };
    accesses.into_iter().map(access).collect()
}

/// The counters of a run equal those of the naive memory system, which gets the accesses in the order in which they are
/// made.
fn compare(dat: Dat, coherent: bool, order: &[Access], sources: Vec<Given>) -> Result<(), TestCaseError> {
    let graph = Graph::new(&dat).expect("a graph");
    let mut naive = Naive::new(&dat, &graph, coherent);
    order.iter().for_each(|a| naive.access(usize::from(a.thread), a));
    // Without and with misses by kind: the counts are the same.
    for misses in [false, true] {
        let regions = vec![Region::new("low", 0, 0x1000)];
        let options = Options { placement: Placement::Interleave, coherent, misses, regions, ..Options::default() };
        let sources = sources.iter().map(|Given(all, threads)| Box::new(Given(all.clone(), *threads)) as _).collect();
        let found = run(dat.clone(), options, sources);
        for (place, (object, wanted)) in found.objects.iter().zip(&naive.counts).enumerate() {
            prop_assert_eq!(&object.counts, wanted, "{}", &object.name);
            let kinds = naive.kinds(place).filter(|_| misses);
            prop_assert_eq!(object.miss_kinds, kinds, "{}", &object.name);
            prop_assert_eq!(kinds.map_or(wanted.misses(), |kinds| kinds.sum()), wanted.misses());
        }
        if misses {
            let caches = found.objects.iter().filter(|object| object.kind == Kind::Cache && object.level > 0);
            let wanted: u64 = caches.map(|object| object.counts.accesses()).sum();
            let levels = found.regions.iter().flat_map(|region| &region.levels);
            prop_assert_eq!(levels.map(|level| level.accesses).sum::<u64>(), wanted);
            let moved: u64 = found.regions.iter().map(|region| region.bytes_read + region.bytes_written).sum();
            let memories = found.objects.iter().filter(|object| object.kind == Kind::Memory);
            prop_assert_eq!(moved, memories.map(|object| object.counts.bytes()).sum::<u64>());
        }
    }
    Ok(())
}

/// Misses by kind of the only cache.
fn kinds(capacity: u64, ways: u64, program: &str) -> [u64; 4] {
    let sources = Program::read(program).expect("a program").sources();
    let options = Options { misses: true, ..Options::default() };
    let MissKinds { cold, capacity, conflict, coherence } =
        object(&run(one_cache(capacity, ways), options, sources), "l1_0").miss_kinds.expect("counted");
    [cold, capacity, conflict, coherence]
}

#[test]
fn misses_have_the_kind_that_their_formula_says() {
    // All fits: each line is cold once.
    assert_eq!(kinds(32 << 10, 8, "stride:bytes=32768,stride=64,passes=10"), [512, 0, 0, 0]);
    // Twice as much as fits: after the first pass LRU keeps nothing, fully associative or not.
    assert_eq!(kinds(32 << 10, 8, "stride:bytes=65536,stride=64,passes=10"), [1024, 9 * 1024, 0, 0]);
    // Nine lines of one set of eight ways, in a cache of 512 lines: conflicts alone.
    assert_eq!(kinds(32 << 10, 8, "stride:bytes=36864,stride=4096,passes=10"), [9, 0, 81, 0]);
    // Fully associative: no conflicts.
    assert_eq!(kinds(32 << 10, 512, "stride:bytes=36864,stride=4096,passes=10"), [9, 0, 0, 0]);
}

#[test]
fn false_sharing_is_coherence_misses_alone() {
    let edges = [("c0", "l1_0"), ("c1", "l1_1"), ("l1_0", "m0"), ("l1_1", "m0")];
    let dat = system("c0 c1 l1_0 l1_1 m0", &[("l1", 512, 8, 64)], &edges);
    let found = |stride: u64| {
        let program = format!("counters:n=1000,threads=2,stride={stride}");
        let program = Program::read(&program).expect("a program");
        let options = Options { coherent: true, misses: true, regions: program.regions(), ..Options::default() };
        run(dat.clone(), options, program.sources())
    };
    let shared = found(8);
    let all = ["l1_0", "l1_1"].map(|name| object(&shared, name).miss_kinds.expect("counted"));
    for kinds in all {
        assert_eq!((kinds.cold, kinds.capacity, kinds.conflict), (1, 0, 0));
        assert!(kinds.coherence >= 990, "{kinds:?}");
    }
    let region = &shared.regions[0];
    assert_eq!((region.name.as_str(), region.levels[0].misses.cold), ("counters", 2));
    assert_eq!(region.levels[0].misses.coherence, all[0].coherence + all[1].coherence);
    assert!(shared.regions[1].levels.iter().all(|level| level.accesses == 0), "nothing else is accessed");
    let apart = found(64);
    assert!(apart.objects.iter().filter_map(|o| o.miss_kinds).all(|kinds| (kinds.cold, kinds.sum()) == (1, 1)));
}

#[test]
fn arrays_of_a_matrix_product_have_the_misses_of_their_loops() {
    // Eight lines per row. Order ijk goes down the columns of b; a is read along its rows, c once per element.
    let program = Program::read("matmul:n=64").expect("a program");
    let options = Options { misses: true, regions: program.regions(), ..Options::default() };
    let found = run(one_cache(16 << 10, 8), options, program.sources());
    let of = |name: &str| found.regions.iter().find(|region| region.name == name).expect("an array").levels[0];
    assert_eq!((of("a").accesses, of("b").accesses, of("c").accesses), (64 * 64 * 64, 64 * 64 * 64, 2 * 64 * 64));
    for name in ["a", "b", "c"] {
        assert_eq!(of(name).misses.cold, 64 * 8, "{name}: each line once");
    }
    assert!(of("b").misses.sum() > 10 * of("a").misses.sum(), "{:?} {:?}", of("a"), of("b"));
    assert_eq!(
        found.regions.iter().map(|region| region.levels[0].misses.sum()).sum::<u64>(),
        object(&found, "l1_0").counts.misses()
    );
}

#[test]
fn no_run_is_above_its_roofs_and_the_bottleneck_is_on_its_own() {
    for (machine, program, coherent) in [
        ("i7-7700k", "triad:n=200000,threads=4", false),
        ("i7-7700k", "triad:n=4000,threads=4,passes=50", false),
        ("i7-7700k", "triad:n=20000,threads=1,store=nt", true),
        ("i7-7700k", "matmul:n=64,block=16", false),
        ("i7-7700k", "stencil:n=200,threads=4", false),
        ("epyc-7702-nps4", "triad:n=65536,threads=16,init=serial", false),
    ] {
        let found = preset(machine, program, Options { coherent, ..Options::default() });
        let line = &found.roofline;
        assert!(line.flops > 0 && line.flops_per_s > 0.0, "{program}");
        assert_eq!(line.flops, found.objects.iter().map(|object| object.work.dp_flops).sum::<u64>());
        let reached = line.roofs.iter().map(|roof| {
            let height = roof.intensity(line.flops) * roof.bytes_per_s;
            assert!(line.flops_per_s <= height * (1.0 + 1e-9), "{program}: {line:?}");
            line.flops_per_s / height
        });
        let reached: Vec<f64> = reached.collect();
        assert!(line.peak_flops_per_s == 0.0 || line.flops_per_s <= line.peak_flops_per_s * (1.0 + 1e-9));
        let bottleneck = found.bottleneck().expect("one");
        if bottleneck.name == "mem0" && machine == "i7-7700k" {
            let memory = line.roofs.iter().position(|roof| roof.level == 0).expect("memory");
            assert!(reached[memory] > 0.999_999, "the only memory is busy all the time: {program}");
            let bytes = found.objects.iter().find(|o| o.name == "mem0").map(|o| o.counts.bytes());
            assert_eq!(Some(line.roofs[memory].bytes), bytes);
        }
    }
    // A trace without operations has roofs and no point.
    let found = preset("i7-7700k", "random:n=1000", Options::default());
    assert_eq!((found.roofline.flops, found.roofline.roofs.len()), (0, 4));
}

/// A miss of a core may evict a line from a later cache, which is written back through the core's own first cache: the
/// line that this one evicts in turn is missed later.
#[test]
fn what_is_written_back_through_the_own_cache_comes_at_once() -> Result<(), TestCaseError> {
    // Eight lines of m0 after the one that both cores begin with; the second of them is read again.
    let lines = [0, 0, 1, 2, 3, 4, 5, 6, 7, 1];
    let own = lines.map(|line| Access::read(64 * line, 8)).to_vec();
    let other = [0x1000, 0x1040].map(|addr| Access::write(addr, 8)).to_vec();
    let mut order = own.clone();
    order.splice(1..1, [Access { thread: 1, ..other[0] }]);
    order.splice(3..3, [Access { thread: 1, ..other[1] }]);
    compare(there_and_back(), false, &order, vec![Given(own, 1), Given(other, 1)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(mcore_tests::cases(250)))]

    #[test]
    fn counts_are_those_of_the_naive_memory_system(
        which in 0_usize..12,
        coherent: bool,
        accesses in prop_oneof![accesses(), loops()],
    ) {
        let dat = systems().swap_remove(which);
        let cores = Graph::new(&dat).expect("a graph").cores().count();
        let trace = trace(accesses, cores);
        compare(dat, coherent, &trace, vec![Given(trace.clone(), cores)])?;
    }

    /// One trace for one core: repeated accesses are not simulated, only counted.
    #[test]
    fn one_core_alone_counts_as_the_naive_memory_system(
        which in 0_usize..12,
        coherent: bool,
        accesses in prop_oneof![1 => accesses(), 3 => loops()],
    ) {
        let trace = trace(accesses, 1);
        compare(systems().swap_remove(which), coherent, &trace, vec![Given(trace.clone(), 1)])?;
    }

    /// A trace for each core: they take turns access by access; the longer ones continue when others have ended.
    #[test]
    fn cores_in_turn_count_as_the_naive_memory_system(
        which in 0_usize..12,
        coherent: bool,
        same: bool,
        mut threads in prop::collection::vec(prop_oneof![1 => accesses(), 4 => loops()], 4),
    ) {
        let dat = systems().swap_remove(which);
        let cores = Graph::new(&dat).expect("a graph").cores().count();
        threads.truncate(cores);
        if same {
            // All cores run one program, each some bytes further.
            let first = threads[0].clone();
            for (core, thread) in threads.iter_mut().enumerate() {
                *thread = first.iter().map(|a| (a.0 + 8 * core as u64, a.1, a.2, a.3)).collect();
            }
        }
        let threads: Vec<Vec<Access>> = threads.into_iter().map(|accesses| trace(accesses, 1)).collect();
        let longest = threads.iter().map(Vec::len).max().unwrap_or(0);
        let mut order = Vec::new();
        for round in 0..longest {
            let all = threads.iter().enumerate();
            order.extend(all.filter_map(|(core, t)| t.get(round).map(|a| Access { thread: core as u16, ..*a })));
        }
        compare(dat, coherent, &order, threads.into_iter().map(|accesses| Given(accesses, 1)).collect())?;
    }
}

/// Two memories, the second one a router further away.
fn near_and_far() -> Dat {
    let edges =
        [("c0", "l1_0"), ("c1", "l1_1"), ("l1_0", "r0"), ("l1_1", "r1"), ("r0", "m0"), ("r0", "r1"), ("r1", "m1")];
    system("c0 c1 l1_0 l1_1 r0 r1 m0 m1", &[("l1", 512, 8, 64)], &edges)
}

fn pages(count: u64) -> Vec<Access> {
    (0..count).map(|page| Access::read(page * 4096, 8)).collect()
}

#[test]
fn a_full_memory_passes_pages_on_to_the_next_nearest() {
    let dat = Property::read("memory.capacity", &near_and_far()).and_then(|p| p.set(&near_and_far(), 8192.0));
    let found = run(dat.expect("sound"), Options::default(), vec![Box::new(Given(pages(5), 1))]);
    assert_eq!((object(&found, "m0").counts.reads, object(&found, "m1").counts.reads), (3, 2));
    assert_eq!(found.pages_without_room, 1, "the fifth page goes where it would have gone");
}

#[test]
fn pages_go_where_they_are_told() {
    let reads = |placement: Placement| {
        let options = Options { placement, ..Options::default() };
        let found = run(near_and_far(), options, vec![Box::new(Given(pages(8), 1))]);
        (object(&found, "m0").counts.reads, object(&found, "m1").counts.reads)
    };
    assert_eq!(reads(Placement::FirstTouch), (8, 0));
    assert_eq!(reads(Placement::Interleave), (4, 4));
    let fixed = |start, last| Placement::Fixed(vec![mcore::modes::pmnet::model::Fixed { start, last, memory: 1 }]);
    assert_eq!(reads(fixed(0x1000, 0x2fff)), (6, 2));
    // An access counts by its first byte.
    assert_eq!(reads(fixed(0x1001, 0x2000)), (7, 1));
}

#[test]
fn a_trace_can_move_to_another_core_and_cannot_to_one_that_is_not_there() {
    let accesses = |text: &str| {
        let source = TextTrace::new(Format::Generic, text.as_bytes(), 5);
        let found = run(near_and_far(), Options::default(), vec![Box::new(source)]);
        (object(&found, "l1_0").counts.reads, object(&found, "l1_1").counts.reads)
    };
    assert_eq!(accesses("R 0\n# core 1\nR 0\nR 8\n# core c0\nR 0\n"), (2, 2));
    assert_eq!(accesses("0 R 0\n1 R 0\n2 R 0\n"), (2, 1));
    let graph = Graph::new(&near_and_far()).expect("a graph");
    let source = TextTrace::new(Format::Generic, b"R 0\nR 8\n# core 2\nR 10\n", 100);
    let mut run =
        mcore::modes::pmnet::model::Run::new(near_and_far(), graph, Options::default(), vec![Box::new(source)]);
    let error = run.step(100).expect_err("there are two cores");
    assert!(error.en.contains("there is no core `2`") && error.en.contains("0 to 1"), "{error:?}");
    assert_eq!(run.accesses(), 2, "what came before stays");
}

#[test]
fn a_trace_that_touches_memory_everywhere_ends_with_a_message() {
    let far = (0..300_000).map(|i| Access::read(i << 32, 8)).collect();
    let graph = Graph::new(&near_and_far()).expect("a graph");
    let sources: Vec<Box<dyn Source + Send>> = vec![Box::new(Given(far, 1))];
    let mut run = mcore::modes::pmnet::model::Run::new(near_and_far(), graph, Options::default(), sources);
    let error = loop {
        match run.step(1000) {
            Ok(more) => assert!(more, "it must end before"),
            Err(error) => break error,
        }
    };
    assert!(error.en.contains("64 GiB"), "{error:?}");
    assert!(!run.step(1000).expect("ended"));
}

/// Two loops of a program over the same array, each at a place of its own, by two threads in turn.
struct Loops {
    done: bool,
    places: [&'static str; 2],
}

impl Source for Loops {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, Text> {
        batch.threads = 2;
        if std::mem::replace(&mut self.done, true) {
            return Ok(false);
        }
        for place in 0..2 {
            for (line, thread) in (0..1000u64).flat_map(|line| [(line, 0), (line, 1)]) {
                batch.accesses.push(Access { thread, ..Access::read((u64::from(thread) << 32) + line * 64, 8) });
                batch.places.push(place);
            }
        }
        Ok(true)
    }

    fn place(&self, number: u32) -> Option<String> {
        self.places.get(number as usize).map(|place| (*place).to_owned())
    }
}

/// The array of a thread has 1,000 lines: too many for the first cache, which has 512; the last one keeps those of both threads. The
/// arrays of both have one name, so they are one region.
#[test]
fn misses_are_counted_by_place_and_regions_with_one_name_are_added() {
    let region = |thread: u64| Region::new("a", thread << 32, 64_000);
    let options = Options { misses: true, regions: vec![region(0), region(1)], ..Options::default() };
    let loops = Loops { done: false, places: ["main.c:3", "main.c:7"] };
    let found = run(Preset::read("i7-7700k").expect("a preset").dat(), options, vec![Box::new(loops)]);
    let misses = |place: usize, level: usize| found.places[place].levels[level].misses;
    assert_eq!(found.places.iter().map(|p| p.place.as_str()).collect::<Vec<_>>(), ["main.c:3", "main.c:7"]);
    for level in 0..3 {
        assert_eq!(misses(0, level), MissKinds { cold: 2000, ..MissKinds::default() }, "level {level}");
    }
    assert_eq!(misses(1, 0), MissKinds { capacity: 2000, ..MissKinds::default() });
    assert_eq!(misses(1, 1).sum() + misses(1, 2).sum(), 0, "1,000 lines fit into the second cache");
    let names: Vec<&str> = found.regions.iter().map(|region| region.name.as_str()).collect();
    assert_eq!(names, ["a", ""]);
    assert_eq!((found.regions[0].levels[0].accesses, found.regions[0].bytes_read), (4000, 128_000));
}
