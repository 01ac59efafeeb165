//! NSIM against invariants, over random networks, parameters, mappings and programs.

use mcore::modes::nsim::model::machine::Recording;
use mcore::modes::nsim::model::{
    Arbitration, Copies, Machine, Mapping, NS, Op, Params, Program, Progress, Routes, Tie, Topology, Trace, read_trace,
};
use mcore::topology::Cube;
use proptest::prelude::*;

fn topology() -> impl Strategy<Value = Topology> {
    let cube = (prop::collection::vec(1u32..=5, 1..=3), any::<u8>()).prop_map(|(dims, rings)| {
        let wrap = (0..dims.len()).map(|dim| rings >> dim & 1 == 1).collect();
        Topology::Cube(Cube { dims, wrap })
    });
    let tree = (prop::collection::vec(2u32..=4, 1..=3), any::<bool>())
        .prop_map(|(arity, up_straight)| Topology::FatTree { arity, up_straight });
    prop_oneof![3 => cube, 1 => tree]
}

fn params() -> impl Strategy<Value = Params> {
    let rates = (1u64..=16, 1u64..=16, 1u64..=16);
    let delays = (0u64..=50, 1u64..=200, 0u64..=100, 0u64..=150);
    let buffers = (1u8..=4, 1u8..=4, 1u8..=3);
    let ways = (any::<bool>(), any::<bool>(), any::<bool>(), prop::option::of(0u64..=2000), 1u32..=600);
    (rates, delays, buffers, ways).prop_map(|(rates, delays, buffers, ways)| Params {
        link_rate: rates.0 * 1_000_000_000,
        switch_rate: rates.1 * 1_000_000_000,
        nic_rate: rates.2 * 1_000_000_000,
        packet_gap: delays.0 * NS,
        cable_delay: delays.1 * NS,
        nic_delay: delays.2 * NS,
        switch_delay: delays.3 * NS,
        input_buffer: buffers.0,
        output_buffer: buffers.1,
        nics: buffers.2,
        copies: if ways.0 { Copies::OneCopy } else { Copies::ZeroCopy },
        arbitration: if ways.1 { Arbitration::TransitFirst } else { Arbitration::RoundRobin },
        tie: if ways.2 { Tie::OneWay } else { Tie::Split },
        rendezvous_from: ways.3,
        mtu: ways.4,
        control_bytes: ways.4.min(Params::TORUS.control_bytes),
        ..Params::TORUS
    })
}

/// Messages between ranks that are drawn from 0 to 65,535 and taken modulo their number: source, destination, bytes.
fn messages() -> impl Strategy<Value = Vec<(u16, u16, u64)>> {
    prop::collection::vec((any::<u16>(), any::<u16>(), 0u64..5000), 1..60)
}

/// The program of a rank that can never deadlock: all receives are started first, then all sends. The tag of a message
/// is its number, so that each receive matches one message only; every third one is received from any source.
fn program(messages: &[(u16, u16, u64)], ranks: u32) -> (Trace, Vec<(u32, u32, u64)>) {
    let of = |number: u16| u32::from(number) % ranks;
    let messages: Vec<_> = messages.iter().map(|(from, to, bytes)| (of(*from), of(*to), *bytes)).collect();
    let mut ops = vec![Vec::new(); ranks as usize];
    for (tag, (from, to, _)) in messages.iter().enumerate() {
        let from = (tag % 3 != 0).then_some(*from);
        ops[*to as usize].push(Op::Irecv { from, tag: Some(tag as u32) });
    }
    for (tag, (from, to, bytes)) in messages.iter().enumerate() {
        ops[*from as usize].push(Op::Isend { to: *to, bytes: *bytes, tag: tag as u32 });
    }
    ops.iter_mut().for_each(|ops| ops.push(Op::WaitAll));
    (Trace::of(ops), messages)
}

fn machine(topology: &Topology, params: &Params, mapping: &Mapping, trace: &Trace, parts: usize) -> Machine {
    let recording = Recording { links: 32, ranks: true, switches: vec![0] };
    let program = Program::trace(trace.clone());
    Machine::new(topology.clone(), params.clone(), mapping.clone(), program, parts, &recording).expect("a machine")
}

fn finished(mut machine: Machine) -> Machine {
    while machine.run(1000) == Progress::Running {}
    assert_eq!(machine.run(1), Progress::Ended, "{:?}", machine.waiting(3));
    machine
}

proptest! {
    #![proptest_config(ProptestConfig { cases: mcore_tests::cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_sent_is_received_once_by_the_links_of_its_way(
        topology in topology(), params in params(), messages in messages(), seed in any::<u64>(),
    ) {
        let ranks = topology.nodes();
        let mapping = Mapping::random(ranks, ranks, seed).expect("fits");
        let (trace, messages) = program(&messages, ranks);
        let run = finished(machine(&topology, &params, &mapping, &trace, 1));
        let report = run.report();
        prop_assert_eq!(report.ended, (ranks, ranks));
        prop_assert_eq!(report.messages, messages.len() as u64);
        prop_assert_eq!(report.bytes, messages.iter().map(|m| m.2).sum::<u64>());

        // Each message once, as it was sent.
        let mut wanted = messages.clone();
        let (_, sent) = run.clone().take_rank_history();
        let mut found: Vec<_> = sent.iter().map(|m| (m.from, m.to, m.bytes)).collect();
        wanted.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, wanted);

        // Packets and link traversals by the lengths of the routes; a rendezvous adds a request and an answer.
        let routes = Routes::new(topology.clone(), params.nics, params.tie);
        let (mut packets, mut traversals) = (0, 0);
        for (from, to, bytes) in messages.iter().filter(|(from, to, _)| from != to) {
            let (a, b) = (mapping.node(*from), mapping.node(*to));
            let of = |bytes: u64| bytes.div_ceil(u64::from(params.mtu)).max(1);
            let (there, back) = (u64::from(routes.hops(a, b)), u64::from(routes.hops(b, a)));
            packets += of(*bytes);
            traversals += of(*bytes) * there;
            if params.rendezvous_from.is_some_and(|limit| *bytes >= limit) {
                let control = of(u64::from(params.control_bytes));
                packets += 2 * control;
                traversals += control * (there + back);
            }
        }
        prop_assert_eq!((report.packets, report.link_traversals), (packets, traversals));

        // No message is faster than an empty network: the route of its head, and its bytes through all NICs at once.
        for message in sent.iter().filter(|m| m.from != m.to) {
            let (a, b) = (mapping.node(message.from), mapping.node(message.to));
            let way = u64::from(routes.hops(a, b)) * params.hop() + params.switch_delay + 2 * params.nic_delay;
            let wire = u128::from(message.bytes) * 1_000_000_000_000
                / u128::from(params.nic_rate.min(params.dma_rate)) / u128::from(params.nics);
            let taken = message.received - message.sent;
            let least = params.mpi_overhead + way + wire as u64;
            prop_assert!(taken >= least, "{:?}: {} ps, at least {}", message, taken, least);
        }
    }

    #[test]
    fn any_number_of_parts_and_threads_gives_the_same(
        topology in topology(), params in params(), messages in messages(), parts in 2usize..6,
    ) {
        let ranks = topology.nodes();
        let mapping = Mapping::in_order(ranks);
        let (trace, _) = program(&messages, ranks);
        let all = |m: &Machine| {
            (m.report(), m.links(), m.rank_times(), m.rank_history(), m.buffer_changes(), m.link_history())
        };
        let alone = finished(machine(&topology, &params, &mapping, &trace, 1));
        let mut threads = machine(&topology, &params, &mapping, &trace, parts);
        prop_assert_eq!(threads.run_threads(|_, _| true), Progress::Ended);
        prop_assert_eq!(all(&threads), all(&alone));
    }

    #[test]
    fn maps_read_back(topology in topology(), seed in any::<u64>(), part in 1u32..=4) {
        let ranks = topology.nodes().div_ceil(part);
        let mapping = Mapping::random(ranks, topology.nodes(), seed).expect("fits");
        let text = mapping.write(&topology);
        prop_assert_eq!(Mapping::read(&text, &topology, ranks), Ok(mapping));
    }

    #[test]
    fn anything_may_stand_in_files(bytes in prop::collection::vec(any::<u8>(), 0..300), topology in topology()) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = read_trace(&text, 1e9);
        let _ = Mapping::read(&text, &topology, topology.nodes());
        let _ = Params::read(&text);
    }

    /// Lines that are more likely to be valid: the words of the languages in any order.
    #[test]
    fn known_words_may_stand_anywhere(
        words in prop::collection::vec(prop::sample::select(vec![
            "0", "1", "2", "7", "-1", "99999999999999999999", "any", "send", "isend", "recv", "irecv", "sendrecv", "wait",
            "waitall", "compute", "1,0,2", "(1,", ":", "#", "\n", "\n", "\n0 ", "4294967295", "4294967296",
        ]), 0..80),
        topology in topology(),
    ) {
        let text = words.join(" ");
        if let Err(error) = read_trace(&text, 1e9) {
            prop_assert!(error.line >= 1 && error.line as usize <= text.lines().count().max(1));
        }
        let _ = Mapping::read(&text, &topology, topology.nodes());
    }
}
