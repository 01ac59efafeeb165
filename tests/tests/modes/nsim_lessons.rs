//! Figures before and beside a run: the latency-bandwidth prediction against simulated runs, and the lessons of the page,
//! whose sentences quote figures of their runs.

use mcore::mode::Plan as _;
use mcore::modes::nsim::model::Progress;
use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::{NsimLesson, NsimLimits, NsimOutcome, NsimPlan, NsimResult, nsim_lessons};

/// The outcome of a plan.
fn run(plan: &NsimPlan) -> NsimOutcome {
    let built = plan.build(&NsimLimits::PAGE, None).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut machine = built.machine(1, &Recording::default()).expect("it fits");
    let mut progress = Progress::Running;
    while progress == Progress::Running {
        progress = machine.run(1_000_000);
    }
    let result = NsimResult::new(&machine, &built.topology, &built.params, &built.recipe, progress);
    assert!(result.ended, "{plan:?}");
    NsimOutcome::new(&machine, result)
}

fn plan(settings: &[(&str, &str)]) -> NsimPlan {
    let mut plan = NsimPlan::default();
    settings.iter().for_each(|(id, value)| plan.set(id, value));
    plan
}

#[test]
fn two_nodes_take_exactly_the_time_of_the_prediction() {
    for bytes in ["1", "200", "256", "4096"] {
        for program in
            ["bruck-alltoall", "pairwise-alltoall", "bruck-allgather", "recursive-doubling-allreduce", "binomial-bcast"]
        {
            for (topology, dims) in [("torus", "2"), ("mesh", "2"), ("fat-tree", "2"), ("fat-tree", "2x2")] {
                let ranks = [("topology", topology), ("dims", dims), ("program", program), ("bytes", bytes)];
                let mut plan = plan(&ranks);
                if dims == "2x2" {
                    // Ranks under different switches: two hops, while the mean is over pairs under one switch too.
                    continue;
                }
                plan.set("base", "torus");
                let result = run(&plan).result;
                let prediction = result.prediction.expect("predicted");
                let error = (result.time_ns - prediction.time_ns).abs();
                assert!(error < 1.0, "{program} {bytes} {topology}: {} and {prediction:?}", result.time_ns);
            }
        }
    }
}

#[test]
fn predictions_count_messages_and_bytes_as_textbooks_do() {
    let of = |program: &str, dims: &str, bytes: &str| {
        let plan =
            plan(&[("dims", dims), ("program", program), ("bytes", bytes), ("rounds", "3"), ("compute_ns", "500")]);
        let (_, prediction) = plan.outlook().expect("sound");
        prediction.map(|p| (p.messages, p.bytes, p.computation_ns))
    };
    assert_eq!(of("bruck-alltoall", "4x4x4", "8"), Some((6, 6 * 32 * 8, 0)));
    assert_eq!(of("bruck-alltoall", "6", "1"), Some((3, 3 + 2 + 2, 0)));
    assert_eq!(of("pairwise-alltoall", "4x4x4", "8"), Some((63, 63 * 8, 0)));
    assert_eq!(of("bruck-allgather", "5", "10"), Some((3, 40, 0)));
    assert_eq!(of("binomial-bcast", "3x3", "10"), Some((4, 40, 0)));
    assert_eq!(of("recursive-doubling-allreduce", "8", "10"), Some((3, 30, 0)));
    assert_eq!(of("recursive-doubling-allreduce", "9", "10"), Some((5, 50, 0)));
    assert_eq!(of("halo-3d", "4x4x4", "10"), Some((3, 180, 1500)));
    assert_eq!(of("ring", "8", "10"), Some((3, 60, 0)));
    assert_eq!(of("hot-spot", "8", "10"), Some((1, 210, 0)));
    assert_eq!(of("master-worker", "8", "10"), None);
    assert_eq!(of("ring", "1", "10"), None);
}

#[test]
fn the_outlook_is_that_of_the_run_and_needs_a_sound_form() {
    let random = plan(&[("topology", "fat-tree"), ("dims", "4x4"), ("program", "random-ring"), ("bytes", "1000")]);
    for plan in [NsimPlan { dims: "4x4".into(), ..NsimPlan::default() }, random] {
        let (network, prediction) = plan.outlook().expect("sound");
        let result = run(&plan).result;
        assert_eq!((result.network, result.prediction), (network, prediction));
        let times = result.of_prediction().expect("predicted");
        assert!((0.5..20.0).contains(&times), "{times}");
    }
    for (id, wrong) in [("dims", "4x0"), ("ranks", "999"), ("ranks", "0")] {
        assert_eq!(plan(&[("dims", "4"), (id, wrong)]).outlook(), None, "{id}");
    }
    let (_, prediction) = plan(&[("bytes", "many")]).outlook().expect("the network is sound");
    assert_eq!(prediction, None);
}

/// The whole-run map: the busiest link is the warmest, and rows of the table point at their places.
#[test]
fn the_map_of_the_whole_run_has_the_bytes_of_the_table() {
    for settings in [
        [("topology", "torus"), ("dims", "4x3x2"), ("program", "random-ring")],
        [("topology", "mesh"), ("dims", "4x4"), ("program", "hot-spot")],
        [("topology", "fat-tree"), ("dims", "2x3x2"), ("program", "pairwise-alltoall")],
    ] {
        let outcome = run(&plan(&settings));
        let busiest = outcome.result.busiest_link.as_ref().expect("one");
        let most = outcome.links[0].bytes;
        assert_eq!(most, busiest.bytes);
        assert_eq!(outcome.links.len() as u64, outcome.result.links, "all are in the table");
        let mut places: Vec<u32> = outcome.links.iter().map(|link| link.place).collect();
        for link in &outcome.links {
            let wanted = (link.bytes * 200).div_ceil(most) as u8;
            assert_eq!(outcome.heat[link.place as usize], wanted, "{}", link.name);
        }
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), outcome.links.len(), "each link has a place of its own");
        let there = outcome.heat.iter().filter(|heat| **heat != mcore::modes::nsim::NO_LINK).count();
        assert_eq!(there, places.len());
    }
}

/// The figures that the sentences of a lesson quote, in their order.
fn figures(lesson: &NsimLesson) -> Vec<String> {
    let results: Vec<NsimResult> = lesson.runs.iter().map(|(_, plan)| run(plan).result).collect();
    let hops = |r: &NsimResult| r.link_traversals as f64 / r.packets as f64;
    let micro = |r: &NsimResult| format!("{:.1}", r.time_ns / 1e3);
    let times = |a: &NsimResult, b: &NsimResult| format!("{:.1}", b.time_ns / a.time_ns);
    match lesson.name {
        "mapping" => {
            assert!((hops(&results[0]) - 1.0).abs() < 1e-9, "in order each message crosses one link");
            assert!(results[1].time_ns > 1.3 * results[0].time_ns, "{}", results[1].time_ns);
            vec![format!("{:.1}", hops(&results[1])), times(&results[0], &results[1])]
        }
        "bruck-pairwise" => {
            assert!(results[0].time_ns < results[1].time_ns && results[2].time_ns > results[3].time_ns);
            results.iter().map(micro).collect()
        }
        "tree-torus" => {
            assert!(results[0].time_ns > results[1].time_ns && results.iter().all(|r| r.nodes == 256));
            let links = |r: &NsimResult| r.network.bisection_links.to_string();
            vec![links(&results[0]), links(&results[1]), times(&results[1], &results[0])]
        }
        other => panic!("the lesson {other} needs a test of its figures"),
    }
}

#[test]
fn the_sentences_of_the_lessons_quote_their_runs() {
    let all: Vec<(&str, Vec<String>)> = nsim_lessons().iter().map(|lesson| (lesson.name, figures(lesson))).collect();
    assert_eq!(all.len(), 3);
    for (lesson, (name, figures)) in nsim_lessons().iter().zip(&all) {
        for text in [&lesson.insight.en, &lesson.insight.ja] {
            let mut rest = text.as_str();
            for figure in figures {
                let at = rest.find(&format!(" {figure} "));
                let at =
                    at.unwrap_or_else(|| panic!("{name}: `{figure}` is missing in `{rest}`; all figures: {all:?}"));
                rest = &rest[at + figure.len()..];
            }
        }
        assert!(lesson.ask.en.ends_with('?'), "{name} asks");
        assert!(lesson.runs.len() >= 2);
    }
}
