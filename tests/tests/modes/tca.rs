//! The verbs mode: rules of the verbs as scripts, the sharing of links against a computation by force, placements of a grid, an
//! independent addition of the table's rows, random scripts, and readers under random text.

use mcore::base::Rng;
use mcore::modes::tca::model::flow::{Demand, rates};
use mcore::modes::tca::model::himeno::{Himeno, SIZES, neighbours, place, sharing};
use mcore::modes::tca::model::record::Record;
use mcore::modes::tca::model::{LESSONS, Link, Log, Machine, Outcome, Params, QpState, Rings, Stage, Status, script};
use mcore_tests::invariants;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

fn run(text: &str) -> (Machine, Log) {
    let program = script::compile(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let mut machine = Machine::new(Arc::new(program));
    let mut log = Log::default();
    machine.run(&mut log);
    (machine, log)
}

/// Two nodes with a buffer of 1 KiB each, connected; `a` and `b` are their further statements.
fn two(machine: &str, rights: &str, a: &str, b: &str) -> String {
    let node = |number: u8, rights: &str, rest: &str| {
        let peer = 1 - number;
        format!("node {number} {{ buf = tcaMalloc(1K); ibv_reg_mr(buf, {rights}); qp = connect({peer});\n{rest}\n}}\n")
    };
    format!("machine {{ {machine} }}\n{}{}", node(0, "LOCAL_WRITE", a), node(1, rights, b))
}

fn post(wr: u32, opcode: &str, length: u32, more: &str) -> String {
    format!(
        "ibv_post_send(qp, .wr_id = {wr}, .opcode = {opcode}, .addr = buf, .length = {length}, .flags = SIGNALED{more});\n"
    )
}

const ALL: &str = "LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC";
const THERE: &str = ", .remote_addr = peer(1).buf";

fn statuses(machine: &Machine, node: u8) -> Vec<Status> {
    machine.completions(node).iter().map(|completion| completion.status).collect()
}

/// A rule: rights of node 1, statements of both nodes, completions of both nodes.
type Rule = (&'static str, &'static str, String, String, Vec<Status>, Vec<Status>);

#[test]
fn the_rules_of_the_verbs_hold() {
    use Status::*;
    let receive = "ibv_post_recv(qp, .wr_id = 9, .addr = buf, .length = 8);";
    let rules: Vec<Rule> = vec![
        ("a Send needs a receive request", ALL, post(1, "SEND", 8, ""), receive.into(), vec![Success], vec![Success]),
        (
            "without one it is retried, then fails",
            ALL,
            post(1, "SEND", 8, ""),
            String::new(),
            vec![RnrRetriesExceeded],
            vec![],
        ),
        (
            "one that is posted in time is enough",
            ALL,
            post(1, "SEND", 8, ""),
            format!("at 12000 ns; {receive}"),
            vec![Success],
            vec![Success],
        ),
        (
            "a receive buffer that is too small",
            ALL,
            post(1, "SEND", 16, ""),
            receive.into(),
            vec![RemoteInvalidRequest],
            vec![LocalLength],
        ),
        ("a shorter message is fine", ALL, post(1, "SEND", 4, ""), receive.into(), vec![Success], vec![Success]),
        ("no bytes at all", ALL, post(1, "SEND", 0, ""), receive.into(), vec![Success], vec![Success]),
        (
            "a Write is invisible at the target",
            ALL,
            post(1, "RDMA_WRITE", 8, THERE),
            String::new(),
            vec![Success],
            vec![],
        ),
        (
            "a Write with immediate consumes a receive request",
            ALL,
            post(1, "RDMA_WRITE_WITH_IMM", 8, THERE),
            receive.into(),
            vec![Success],
            vec![Success],
        ),
        (
            "a large Write with immediate, too",
            ALL,
            post(1, "RDMA_WRITE_WITH_IMM", 1024, THERE),
            receive.into(),
            vec![Success],
            vec![Success],
        ),
        (
            "and waits for one",
            ALL,
            post(1, "RDMA_WRITE_WITH_IMM", 8, THERE),
            String::new(),
            vec![RnrRetriesExceeded],
            vec![],
        ),
        (
            "a Write needs its right",
            "LOCAL_WRITE",
            post(1, "RDMA_WRITE", 8, THERE),
            String::new(),
            vec![RemoteInvalidRequest],
            vec![],
        ),
        (
            "a large one, too",
            "LOCAL_WRITE",
            post(1, "RDMA_WRITE", 1024, THERE),
            String::new(),
            vec![RemoteInvalidRequest],
            vec![],
        ),
        (
            "a Read needs its right",
            "LOCAL_WRITE",
            post(1, "RDMA_READ", 8, THERE),
            String::new(),
            vec![RemoteInvalidRequest],
            vec![],
        ),
        (
            "an atomic needs its right",
            "LOCAL_WRITE",
            post(1, "ATOMIC_FETCH_AND_ADD", 8, THERE),
            String::new(),
            vec![RemoteInvalidRequest],
            vec![],
        ),
        (
            "an atomic has 8 bytes",
            ALL,
            post(1, "ATOMIC_FETCH_AND_ADD", 4, THERE),
            String::new(),
            vec![RemoteInvalidRequest],
            vec![],
        ),
        (
            "at a multiple of 8",
            ALL,
            post(1, "ATOMIC_CMP_AND_SWP", 8, ", .remote_addr = peer(1).buf + 4"),
            String::new(),
            vec![RemoteInvalidRequest],
            vec![],
        ),
        (
            "a wrong key",
            ALL,
            post(1, "RDMA_WRITE", 8, &format!("{THERE}, .rkey = 1")),
            String::new(),
            vec![RemoteAccess],
            vec![],
        ),
        (
            "a wrong key of a large Write",
            ALL,
            post(1, "RDMA_WRITE", 1024, &format!("{THERE}, .rkey = 1")),
            String::new(),
            vec![RemoteAccess],
            vec![],
        ),
        (
            "a wrong key of a Read",
            ALL,
            post(1, "RDMA_READ", 8, &format!("{THERE}, .rkey = 1")),
            String::new(),
            vec![RemoteAccess],
            vec![],
        ),
        (
            "beyond the region",
            ALL,
            post(1, "RDMA_WRITE", 8, ", .remote_addr = peer(1).buf + 1020"),
            String::new(),
            vec![RemoteAccess],
            vec![],
        ),
        (
            "no bytes need no key",
            ALL,
            post(1, "RDMA_WRITE", 0, &format!("{THERE}, .rkey = 1")),
            String::new(),
            vec![Success],
            vec![],
        ),
        (
            "remote write needs local write",
            "REMOTE_WRITE",
            post(1, "RDMA_WRITE", 8, THERE),
            String::new(),
            vec![RemoteAccess],
            vec![],
        ),
        (
            "an error flushes all later requests",
            ALL,
            post(1, "RDMA_READ", 8, &format!("{THERE}, .rkey = 1"))
                + &post(2, "RDMA_READ", 8, THERE)
                + &post(3, "RDMA_WRITE", 8, THERE),
            receive.into(),
            vec![RemoteAccess, Flushed, Flushed],
            vec![Flushed],
        ),
        (
            "a request in ERR is flushed",
            ALL,
            format!("ibv_modify_qp(qp, ERR); {}", post(1, "RDMA_WRITE", 8, THERE)),
            String::new(),
            vec![Flushed],
            vec![],
        ),
        (
            "a receive request in ERR is flushed",
            ALL,
            String::new(),
            format!("ibv_modify_qp(qp, ERR); {receive}"),
            vec![],
            vec![Flushed],
        ),
        (
            "in RESET nothing is accepted",
            ALL,
            format!("ibv_modify_qp(qp, RESET); {}", post(1, "RDMA_WRITE", 8, THERE)),
            String::new(),
            vec![],
            vec![],
        ),
        (
            "a peer that cannot receive gives no answer",
            ALL,
            post(1, "RDMA_WRITE", 8, THERE),
            "ibv_modify_qp(qp, RESET);".into(),
            vec![RetriesExceeded],
            vec![],
        ),
        (
            "after a reset of both sides it works again",
            ALL,
            format!(
                "ibv_modify_qp(qp, RESET); ibv_modify_qp(qp, INIT); ibv_modify_qp(qp, RTR); ibv_modify_qp(qp, RTS); {}",
                post(1, "SEND", 8, "")
            ),
            format!("ibv_modify_qp(qp, RESET); ibv_modify_qp(qp, INIT); {receive} ibv_modify_qp(qp, RTR);"),
            vec![Success],
            vec![Success],
        ),
    ];
    for (name, rights, a, b, first, second) in rules {
        let text = two("timeout = 50000;", rights, &a, &b);
        let (machine, _) = run(&text);
        assert_eq!((statuses(&machine, 0), statuses(&machine, 1)), (first, second), "{name}\n{text}");
    }
}

#[test]
fn states_change_only_along_their_arrows() {
    let names = ["RESET", "INIT", "RTR", "RTS", "ERR"];
    let ways = [[""].as_slice(), &["INIT"], &["INIT", "RTR"], &["INIT", "RTR", "RTS"], &["ERR"]];
    let allowed = [[1, 1, 0, 0, 1], [1, 1, 1, 0, 1], [1, 0, 0, 1, 1], [1, 0, 0, 1, 1], [1, 0, 0, 0, 1]];
    let states = [QpState::Reset, QpState::Init, QpState::Rtr, QpState::Rts, QpState::Err];
    for from in 0..5 {
        for to in 0..5 {
            let changes: String = ways[from]
                .iter()
                .filter(|name| !name.is_empty())
                .fold(String::new(), |all, name| all + &format!("ibv_modify_qp(qp, {name}); "));
            let text = format!(
                "node 0 {{ qp = ibv_create_qp(1); {changes} ibv_modify_qp(qp, {}); }} node 1 {{ qp = connect(0); }}",
                names[to]
            );
            let (machine, log) = run(&text);
            let expected = if allowed[from][to] == 1 { states[to] } else { states[from] };
            assert_eq!(machine.pair_state(0, 0), Some(expected), "{text}");
            let refused = log.events.iter().any(|event| event.stage == Stage::Invalid);
            assert_eq!(refused, allowed[from][to] == 0, "{text}");
        }
    }
}

#[test]
fn full_queues_and_early_posts_return_codes() {
    let count = |text: &str, stage: Stage| run(text).1.events.iter().filter(|event| event.stage == stage).count();
    let full = "node 0 { buf = tcaMalloc(64); ibv_reg_mr(buf, LOCAL_WRITE); qp = ibv_create_qp(1, .max_recv_wr = 2);
        ibv_post_recv(qp, 1, buf, 8); ibv_modify_qp(qp, INIT); repeat 3 { ibv_post_recv(qp, i, buf, 8); } } node 1 { qp = connect(0); }";
    assert_eq!((count(full, Stage::Invalid), count(full, Stage::Full)), (1, 1));
    // A completion queue of one entry with three completions that are not taken.
    let text = two(
        "",
        ALL,
        "x = ibv_create_qp(1, .cqe = 1); ibv_modify_qp(x, INIT); ibv_modify_qp(x, RTR); ibv_modify_qp(x, RTS);
        ibv_post_send(x, 1, SEND, buf, 8, SIGNALED, .list = 3);",
        "y = connect(0); repeat 3 { ibv_post_recv(y, i, buf, 8); }",
    );
    let (machine, log) = run(&text);
    assert!(log.events.iter().any(|event| event.stage == Stage::Killed));
    assert_eq!(machine.pair_state(0, 1), Some(QpState::Err));
}

#[test]
fn one_completion_means_that_all_earlier_requests_are_done() {
    let unsignalled = "ibv_post_send(qp, 1, RDMA_READ, buf, 8, 0, .remote_addr = peer(1).buf);";
    let (machine, _) =
        run(&two("", ALL, &format!("{unsignalled}{}wait_cq(qp, 1);", post(2, "RDMA_WRITE", 8, THERE)), ""));
    assert_eq!(machine.completions(0).len(), 1);
    assert!(machine.completions(0)[0].at_ns > 6500, "the Write completes after the Read before it");
}

#[test]
fn an_atomic_is_never_done_twice_even_if_answers_are_lost() {
    let mut duplicates = 0;
    for lose in 1..6 {
        let a =
            post(1, "ATOMIC_FETCH_AND_ADD", 8, &format!("{THERE}, .compare_add = 1, .list = 5")) + "wait_cq(qp, 5);";
        let (machine, log) =
            run(&two(&format!("timeout = 50000; lose = {lose};"), ALL, &a, "at 5000000 ns; show(buf, 8);"));
        if lose == 1 {
            assert_eq!(statuses(&machine, 0)[0], Status::RetriesExceeded, "every answer is lost");
            continue;
        }
        assert_eq!(statuses(&machine, 0), [Status::Success; 5], "lose {lose}");
        assert_eq!(machine.counts(1).atomics, 5);
        assert_eq!(machine.shown(1)[0].1[0], 5);
        duplicates += log.events.iter().filter(|event| event.stage == Stage::Duplicate).count();
    }
    assert!(duplicates >= 3, "some requests arrive twice: {duplicates}");
}

#[test]
fn data_arrive_whole_by_every_path() {
    let sizes = [1u64, 8, 64, 65, 480, 481, 4064, 4065, 30_000, 40_000, 140_000, 300_000];
    let mut seen = 0;
    for (from, to) in
        [("tcaMalloc", "tcaMalloc"), ("cudaMalloc", "cudaMalloc"), ("malloc", "tcaMalloc"), ("tcaMalloc", "cudaMalloc")]
    {
        for shift in [0, 1, 4] {
            for size in sizes {
                for opcode in ["SEND", "RDMA_WRITE_WITH_IMM", "RDMA_READ"] {
                    let (source, target) = if opcode == "RDMA_READ" { (1, 0) } else { (0, 1) };
                    let fill = "fill(buf, 310000, 7); store64(buf + 8, 0x1122334455667788);";
                    let (fill0, fill1) = if source == 0 { (fill, "") } else { ("", fill) };
                    let text = format!(
                        "node 0 {{ buf = {from}(320000); ibv_reg_mr(buf, LOCAL_WRITE); qp = connect(1); {fill0} at 10 ns;
                         ibv_post_send(qp, 1, {opcode}, buf + 16 - 16 + {s0}, {size}, SIGNALED, .imm_data = 5, .remote_addr = peer(1).buf + {s1}); wait_cq(qp, 1); }}
                         node 1 {{ buf = {to}(320000); ibv_reg_mr(buf, {ALL}); qp = connect(0); {fill1} ibv_post_recv(qp, 2, buf + {s1}, 310000); }}",
                        s0 = if source == 0 { 0 } else { shift },
                        s1 = if source == 0 { shift } else { 0 },
                    );
                    let (machine, _) = run(&text);
                    let sent = machine.bytes(source, 0x1_0000, size);
                    let got = machine.bytes(target, 0x1_0000 + shift, size);
                    assert_eq!(sent[0], 7);
                    assert!(sent == got, "{text}");
                    assert_eq!(machine.bytes(target, 0x1_0000 + shift + size, 1), [0], "no byte too many: {text}");
                    assert_eq!(machine.completions(0)[0].status, Status::Success, "{text}");
                    seen += 1;
                }
            }
        }
    }
    assert_eq!(seen, 4 * 3 * 12 * 3);
}

/// Adds the rows of the table for a chain of small requests, one after the other: no queue, no events.
fn by_the_table(kinds: &[usize]) -> u64 {
    let p = Params::default();
    let hardware = p.doorbell + p.fetch_internal + p.read + p.cross + p.land;
    let near = |bytes: u64, rate: u64| (bytes * 1000 + rate / 2) / rate;
    let wire = near(8, p.link_rate);
    let copy = near(8, p.copy_rate);
    let there = p.check + p.build + hardware + p.psn + p.poll + p.match_header;
    let mut time = 0;
    for kind in kinds {
        time += match kind {
            // Send, until the sender has its completion: the PSN returns after the copy.
            0 => there + wire + 2 * copy + p.copy_out + p.psn + hardware + p.poll + p.complete,
            // A Read: data in the answer.
            1 => {
                there
                    + p.serve
                    + p.build
                    + copy
                    + hardware
                    + wire
                    + p.psn
                    + p.poll
                    + p.copy_out
                    + copy
                    + p.pair
                    + p.complete
            }
            // A Write without immediate, small: as a Send.
            _ => there + wire + 2 * copy + p.copy_out + p.psn + hardware + p.poll + p.complete,
        };
    }
    time
}

#[test]
fn chains_of_requests_take_the_sum_of_the_rows() {
    let mut random = Rng::new(5);
    for _ in 0..60 {
        let kinds: Vec<usize> = (0..1 + random.below(5)).map(|_| random.below(3) as usize).collect();
        let mut a = String::new();
        for &kind in &kinds {
            a += &post(1, ["SEND", "RDMA_READ", "RDMA_WRITE"][kind], 8, THERE);
            a += "wait_cq(qp, 1);";
        }
        let (machine, _) = run(&two("", ALL, &a, "repeat 5 { ibv_post_recv(qp, i, buf, 8); }"));
        let last = machine.completions(0).last().expect("completions").at_ns;
        // The peer polls an answer's PSN while the next request is in flight; polling never delays the request.
        assert_eq!(last, by_the_table(&kinds), "{kinds:?}");
    }
}

/// Max-min fairness in small steps: every flow grows by 1 MB/s until it or one of its links is at its end.
fn by_force(flows: &[Demand], link: u64) -> Vec<u64> {
    let mut rate = vec![0; flows.len()];
    let mut grows = vec![true; flows.len()];
    while grows.contains(&true) {
        for (flow, rate) in rate.iter_mut().enumerate() {
            *rate += u64::from(grows[flow]);
        }
        for flow in 0..flows.len() {
            let full = |at: &Link| {
                let users = || (0..flows.len()).filter(|&other| flows[other].links.contains(at));
                let used: u64 = users().map(|other| rate[other]).sum();
                let growing = users().filter(|&other| grows[other]).count() as u64;
                used + growing > link
            };
            if grows[flow] && (rate[flow] >= flows[flow].most || flows[flow].links.iter().any(full)) {
                grows[flow] = false;
            }
        }
    }
    rate
}

#[test]
fn links_are_shared_as_by_force() {
    let mut random = Rng::new(3);
    let rings = Rings::of(4, 1);
    for _ in 0..200 {
        let flows: Vec<Demand> = (0..1 + random.below(6))
            .map(|_| {
                let from = random.below(4) as u8;
                let to = (from + 1 + random.below(3) as u8) % 4;
                Demand { links: rings.route(from, to), most: [350, 280][random.below(2) as usize] }
            })
            .collect();
        let (ours, force) = (rates(&flows, 350), by_force(&flows, 350));
        // Whole numbers: a link's remainder of a few MB/s may go to either.
        for (a, b) in ours.iter().zip(&force) {
            assert!(a.abs_diff(*b) <= 6, "{flows:?}\n{ours:?}\n{force:?}");
        }
        let mut used: BTreeMap<Link, u64> = BTreeMap::new();
        for (flow, rate) in flows.iter().zip(&ours) {
            flow.links.iter().for_each(|&link| *used.entry(link).or_default() += rate);
        }
        assert!(used.values().all(|&sum| sum <= 350), "no link carries more than it can: {ours:?}");
    }
}

/// Places ranks one by one on neighbours only; true if all fit.
fn fits(rings: &Rings, grid: [u64; 2], map: &mut Vec<u8>) -> bool {
    let rank = map.len() as u64;
    if rank == grid[0] * grid[1] {
        return true;
    }
    for node in 0..16 {
        if map.contains(&node) {
            continue;
        }
        let near = neighbours(grid, rank).into_iter().filter(|(other, _)| *other < rank);
        if near.into_iter().all(|(other, _)| rings.are_neighbours(map[other as usize], node)) {
            map.push(node);
            if fits(rings, grid, map) {
                return true;
            }
            map.pop();
        }
    }
    false
}

#[test]
fn a_grid_of_4x4_has_no_placement_on_neighbours_alone() {
    let rings = Rings::new(&Params::default());
    let degree = |node: u8| (0..16).filter(|&other| rings.are_neighbours(node, other)).count();
    assert!((0..16).all(|node| degree(node) == 3), "three ports");
    for (grid, expected) in
        [([4, 4], false), ([2, 4], true), ([4, 2], true), ([8, 2], true), ([2, 2], true), ([4, 1], true)]
    {
        assert_eq!(fits(&rings, grid, &mut Vec::new()), expected, "{grid:?}");
    }
    let in_order: Vec<u8> = (0..16).collect();
    assert_eq!(sharing(&rings, [4, 4], &in_order)[0], 8, "in order one link carries 8 halo messages");
    let found = place(&rings, [4, 4]);
    assert!(sharing(&rings, [4, 4], &found)[0] <= 3, "{found:?}");
    for grid in [[1, 2], [2, 1], [1, 4], [4, 1], [2, 2], [2, 4], [4, 2]] {
        let found = place(&rings, grid);
        assert_eq!(sharing(&rings, grid, &found)[0], 1, "{grid:?}: {found:?}");
    }
}

#[test]
fn himeno_has_the_shape_of_the_paper() {
    let run = |size: [u64; 3], grid: [u64; 2]| {
        let himeno = Himeno { size, grid, iterations: 3, gflops: 60, map: Vec::new() };
        himeno.run(&Params::default()).expect("it ends")
    };
    let mut share = Vec::new();
    for (_, size) in SIZES {
        for grid in [[1, 1], [1, 2], [2, 1], [2, 2], [1, 4], [4, 1], [2, 4], [4, 2], [4, 4]] {
            let times = run(size, grid);
            let parts = times.calc_ns + times.halo_ns + times.allreduce_ns;
            assert_eq!(parts, times.total_ns, "{size:?} {grid:?}");
            assert_eq!(times.most_shared > 1, grid == [4, 4], "only 4x4 shares links: {size:?} {grid:?} {times:?}");
        }
        let times = run(size, [4, 4]);
        share.push((times.total_ns - times.calc_ns) as f64 / times.total_ns as f64);
    }
    assert!(share[0] > 2.0 * share[1] / 1.5 && share[1] > share[2], "communication matters most for small: {share:?}");
    assert!(share[0] > 0.5 && share[2] < 0.2, "{share:?}");
}

/// A random script of two nodes, mostly right.
fn random_script(random: &mut Rng) -> String {
    let opcodes = [
        "SEND",
        "SEND_WITH_IMM",
        "RDMA_WRITE",
        "RDMA_WRITE_WITH_IMM",
        "RDMA_READ",
        "ATOMIC_CMP_AND_SWP",
        "ATOMIC_FETCH_AND_ADD",
    ];
    let lose = [0, 0, 7][random.below(3) as usize];
    let mut text = format!("machine {{ timeout = 3000000; lose = {lose}; low_slots = {}; }}\n", 2 + random.below(15));
    for node in 0..2 {
        let kind = ["tcaMalloc", "cudaMalloc", "malloc"][random.below(3) as usize];
        writeln!(
            text,
            "node {node} {{ buf = {kind}(200K); ibv_reg_mr(buf, {ALL}); a = connect({p}); b = connect({p});",
            p = 1 - node
        )
        .expect("a string");
        for _ in 0..random.below(6) {
            writeln!(
                text,
                "ibv_post_recv({}, 1, buf, {});",
                ["a", "b"][random.below(2) as usize],
                [8, 200_000][random.below(2) as usize]
            )
            .expect("a string");
        }
        for wr in 0..random.below(12) {
            let opcode = opcodes[random.below(7) as usize];
            let length = match opcode.starts_with("ATOMIC") {
                true => 8,
                false => [0, 8, 300, 5000, 50_000, 150_000][random.below(6) as usize],
            };
            let key = if random.below(12) == 0 { ", .rkey = 1" } else { "" };
            let shift = [0, 0, 1, 4][random.below(4) as usize] * u64::from(!opcode.starts_with("ATOMIC"));
            let qp = ["a", "b"][random.below(2) as usize];
            let flags = ["SIGNALED", "0"][random.below(2) as usize];
            writeln!(text, "ibv_post_send({qp}, {wr}, {opcode}, buf, {length}, {flags}, .remote_addr = peer({}).buf + {shift}{key});", 1 - node).expect("a string");
            if random.below(4) == 0 {
                writeln!(text, "compute({}); ibv_post_recv({qp}, 1, buf, 200000);", random.below(9000))
                    .expect("a string");
            }
        }
        text += "}\n";
    }
    text
}

#[test]
fn random_scripts_lose_and_double_nothing() {
    let mut random = Rng::new(11);
    let mut errors = 0;
    for _ in 0..400 {
        let text = random_script(&mut random);
        let (machine, log) = run(&text);
        assert_eq!(machine.outcome(), Some(&Outcome::Finished), "{text}");
        let (mut sent, mut landed) = (0, 0);
        for node in 0..2 {
            let counts = machine.counts(node);
            let sends =
                machine.completions(node).iter().filter(|completion| completion.opcode.starts_with("IBV")).count();
            assert_eq!(counts.posted, sends as u64 + counts.unsignalled, "posted = completed + unsignalled\n{text}");
            errors += statuses(&machine, node).iter().filter(|status| **status != Status::Success).count();
            (sent, landed) = (sent + counts.sent, landed + counts.landed);
            assert!(counts.most_slots <= 64, "no slot is used twice");
            for qp in 0..2 {
                assert_eq!(machine.outstanding(node, qp).0, 0, "every send request ends\n{text}");
                if machine.pair_state(node, qp) == Some(QpState::Err) {
                    assert_eq!(machine.outstanding(node, qp).1, 0, "and in ERR every receive request\n{text}");
                }
            }
            let (sent, credited) = machine.ring(node, 1 - node);
            assert!(credited[0] <= sent[0] && credited[1] <= sent[1]);
        }
        assert_eq!(sent, landed, "bytes sent = landed\n{text}");
        assert!(log.events.windows(2).all(|pair| pair[0].begin <= pair[1].begin));
        // A second run of the script gives equal events.
        let again = run(&text);
        assert!(again.1.events == log.events && again.0.now() == machine.now());
    }
    assert!(errors > 100, "errors happen, too: {errors}");
}

#[test]
fn readers_survive_any_text() {
    let mut random = Rng::new(17);
    let sources: Vec<String> = LESSONS.into_iter().map(str::to_owned).collect();
    let record =
        r#"{"format":1,"ranks":2,"messages":[{"source":0,"destination":1,"bytes":8,"posted":5,"delivered":9}]}"#;
    for round in 0..3000 {
        let text = if round % 4 == 0 { record } else { &sources[round % sources.len()] };
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + random.below(6) {
            let at = random.below(bytes.len().max(1) as u64) as usize;
            if bytes.is_empty() {
                bytes.push(b'n');
            }
            match random.below(4) {
                0 => bytes[at] = b"{}()[]=;,.+-*|0159KMx\"abi \n/"[random.below(28) as usize],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[at]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(errors) = script::compile(&text) {
            assert!(!errors.is_empty() && errors.iter().all(|error| error.line > 0 && error.column > 0));
        }
        invariants::tca_script(&text);
        invariants::tca_record(&text);
        if let Ok(record) = Record::read(&text) {
            assert!(record.ranks <= 16);
        }
    }
    let deep = format!("node 0 {{ {} }}", "repeat 1000000 { ".repeat(12) + &"} ".repeat(12));
    assert!(script::compile(&deep).is_ok(), "an empty repetition ends at once");
    let long = "node 0 { repeat 1000000000 { compute(1); } }";
    assert!(script::compile(long).is_err());
}

#[test]
fn errors_name_the_place_and_the_remedy() {
    let first = |text: &str| {
        let errors = script::compile(text).expect_err("an error");
        (errors[0].line, errors[0].column, errors[0].text.en.clone())
    };
    let cases = [
        (
            "node 0 {\n  qp = connect(1);\n  ibv_post_recv(qp, .wr_id = 1, .lenght = 8);\n}",
            3,
            33,
            "no field `.lenght`; did you mean `.length`?",
        ),
        ("node 0 { buf = tcaMaloc(8); }", 1, 10, "did you mean `tcaMalloc`?"),
        ("node 0 { buf = tcaMalloc(8); fill(buf, 9, 0); }", 1, 35, "do not fit into `buf` (8 bytes)"),
        ("node 0 { wait_cq(qb, 1); qp = connect(1); }", 1, 18, "did you mean `qp`?"),
        ("node 0 { qp = connect(0); }", 1, 23, "no peer of itself"),
        ("node 0 { compute(1) }", 1, 21, "expected `;`"),
        ("machine { pol = 1; } node 0 { }", 1, 11, "did you mean `poll`?"),
        ("node 16 { }", 1, 1, "nodes 0 to 15 only"),
        ("", 1, 1, "there is no node"),
        ("node 0 { a = tcaMalloc(17M); }", 1, 24, "a number up to 16777216"),
        (
            "node 0 { s = malloc(8); tca_put(1, .src = s, .dst = peer(1).d, .length = 8); } node 1 { d = tcaMalloc(8); }",
            1,
            46,
            "`tcaMalloc` only",
        ),
    ];
    for (text, line, column, part) in cases {
        let found = first(text);
        assert!(found.2.contains(part) && (found.0, found.1) == (line, column), "{text}: {found:?}");
    }
}

#[test]
fn nodes_that_wait_for_ever_are_named() {
    let (machine, _) = run("node 0 { qp = connect(1); wait_cq(qp, 1); } node 1 { qp = connect(0); barrier(); }");
    assert_eq!(machine.outcome(), Some(&Outcome::Waits(vec![(0, 1, Some(0)), (1, 1, None)])));
}

#[test]
fn a_buffer_that_is_written_too_early_is_found() {
    let (_, log) = run(&two(
        "",
        ALL,
        &(post(1, "RDMA_WRITE", 8, THERE) + "store64(buf, 1); wait_cq(qp, 1); store64(buf, 2);"),
        "",
    ));
    assert_eq!(log.findings.len(), 1);
    assert_eq!((log.findings[0].kind, log.findings[0].line, log.findings[0].other_line), ("reused-early", 4, 3));
}

#[test]
fn a_record_is_replayed_with_all_its_bytes() {
    let text = "{\"format\":1,\"ranks\":3}\n\
        {\"source\":0,\"destination\":1,\"bytes\":8,\"posted\":100,\"delivered\":4000}\n\
        {\"rank\":1,\"begin\":4000,\"end\":9000}\n\
        {\"source\":1,\"destination\":2,\"bytes\":50000,\"posted\":9000,\"delivered\":40000}\n\
        {\"source\":2,\"destination\":0,\"bytes\":1000,\"posted\":40001}\n";
    let record = Record::read(text).expect("a record");
    let time = |map: &[u8]| {
        let program = record.program(&Params::default(), map).expect("a map");
        let mut machine = Machine::new(Arc::new(program));
        machine.run(&mut Log::default());
        assert_eq!(machine.outcome(), Some(&Outcome::Finished));
        let bytes: Vec<u64> = (0..16).flat_map(|node| machine.completions(node).to_vec()).map(|c| c.bytes).collect();
        assert_eq!(bytes.iter().sum::<u64>(), 51_008);
        machine.now()
    };
    // 3,600 for the first message of MPI, then 5,000 of computation, and so on: at least the sum of its parts.
    let near = time(&[0, 1, 2]);
    assert!(near > 3600 + 5000 + 9300 + 50_000 * 10 / 35, "{near}");
    assert!(time(&[0, 4, 11]) > near, "a longer way takes longer");
    for (text, part) in [
        ("", "empty"),
        ("{\"format\":2,\"ranks\":2}", "format"),
        ("{\"format\":1,\"ranks\":17}", "1 to 16"),
        ("{\"format\":1,\"ranks\":2}{\"source\":0,\"destination\":2,\"bytes\":1}", "rank 2 does not exist"),
    ] {
        let error = Record::read(text).expect_err("wrong");
        assert!(error.text.en.contains(part), "{text}: {error:?}");
    }
    assert!(record.program(&Params::default(), &[0, 0, 1]).is_err());
}

/// The board keeps 1,024 descriptors: one put more than that, all at once, is reported; with descriptors of the host nothing is.
#[test]
fn more_descriptors_than_the_board_has_are_reported() {
    let found = |puts: usize, place: &str| {
        let put = format!("    tca_put(1, .src = buf, .dst = peer(1).buf, .length = 4096, .where = {place});\n");
        let text = format!(
            "machine {{ doorbell = 0; }}\nnode 0 {{\n    buf = tcaMalloc(4K);\n    repeat {puts} {{\n{put}    }}\n}}\nnode 1 {{ buf = tcaMalloc(4K); }}\n"
        );
        run(&text).1.findings.iter().map(|finding| finding.kind).collect::<Vec<_>>()
    };
    assert_eq!(found(1000, "internal"), Vec::<&str>::new());
    assert_eq!(found(2000, "internal"), ["too-many-descriptors"]);
    assert_eq!(found(2000, "host"), Vec::<&str>::new());
}

/// Beside a machine with other parameters its own simple curve is shown, not the paper's.
#[test]
fn the_simple_curve_follows_the_parameters() {
    use mcore::modes::tca::TcaCurve;
    use mcore::modes::tca::model::measure::Operation;
    let of =
        |params: &Params| TcaCurve::measure(params, Operation::Write, false, &[8, 4 << 20]).expect("a curve").points;
    let usual = of(&Params::default());
    assert_eq!(usual[0].simple_ns.map(|ns| ns.round()), Some((3500.0 + 8.0 / 3.5_f64).round()), "the paper's");
    let slow = of(&Params { doorbell: 5000, ..Params::default() });
    for point in &slow {
        let simple = point.simple_ns.expect("a curve");
        assert!((simple - point.latency_ns as f64).abs() < 2.0, "{point:?}: both ends are the machine's own");
    }
    assert!(slow[0].simple_ns > usual[0].simple_ns);
}
