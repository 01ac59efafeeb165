//! Speed of the verbs mode, for the bench: the first lesson, a long run, a seek, curves and Himeno. All values are in seconds.

use mcore::mode::{Command, Request};
use mcore::modes::tca::model::himeno::{Himeno, SIZES};
use mcore::modes::tca::model::measure::Operation;
use mcore::modes::tca::model::{Log, Machine, Params, script};
use mcore::modes::tca::{TcaAct, TcaCommand, TcaCurve, TcaPlan, TcaSession};
use serde_json::{Value, json};
use std::sync::Arc;
use web_time::Instant;

/// One Send of 8 bytes after the other: about 30 events each.
const SENDS: u64 = 3_600;

/// A script of that many Sends, each awaited at both sides.
fn sends() -> String {
    let node = |peer: u8, act: &str| {
        format!(
            "node {} {{ buf = tcaMalloc(64); ibv_reg_mr(buf, LOCAL_WRITE); qp = connect({peer}); \
             repeat {SENDS} {{ {act} wait_cq(qp, 1); }} }}\n",
            1 - peer
        )
    };
    let send =
        "ibv_post_send(qp, .wr_id = 1, .opcode = IBV_WR_SEND, .addr = buf, .length = 8, .flags = IBV_SEND_SIGNALED);";
    node(1, send) + &node(0, "ibv_post_recv(qp, .wr_id = 1, .addr = buf, .length = 8);")
}

/// The shortest of three runs, s: every disturbance makes a run longer.
fn shortest(mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

/// A command to a session, its work in slices, and the receipt of its updates.
fn ask(session: &mut TcaSession, command: TcaCommand) {
    assert!(!session.handle(Request { id: 1, command }).is_empty());
    while session.is_busy() {
        session.run_slice(20_000);
    }
    session.handle(Request { id: 2, command: Command::Ack });
}

/// The figures.
pub fn lines(platform: &str) -> impl Iterator<Item = Value> {
    let line = move |name: &str, seconds: f64, events: u64| {
        json!({
            "name": format!("tca-{name}/{platform}"),
            "value": (seconds * 1e6).round() / 1e6,
            "unit": "s",
            "events": events,
        })
    };
    let lesson = shortest(|| ask(&mut TcaSession::default(), Command::Open(Box::default())));
    let program = Arc::new(script::compile(&sends()).expect("a script"));
    let (mut events, mut last) = (0, 0);
    let long = shortest(|| {
        let mut machine = Machine::new(program.clone());
        machine.run(&mut Log::default());
        (events, last) = (machine.events(), machine.now());
    });
    let mut session = TcaSession::default();
    let open = Instant::now();
    ask(&mut session, Command::Open(Box::new(TcaPlan { script: sends(), ..TcaPlan::default() })));
    let open = open.elapsed().as_secs_f64();
    // The slowest of seeks all over the run, each far from the last one.
    let seek = (0..40).fold(0.0f64, |slowest, number| {
        let start = Instant::now();
        ask(&mut session, TcaAct::SeekTime(number * 7_919_117 % last.max(1)).into());
        slowest.max(start.elapsed().as_secs_f64())
    });
    let params = Params::default();
    let sizes: Vec<u64> = (0..40).map(|step| (8.0 * (524_288.0f64).powf(f64::from(step) / 39.0)) as u64 & !3).collect();
    let ways = [Operation::ALL[0].0, Operation::ALL[1].0, Operation::ALL[2].0].map(|op| [(op, false), (op, true)]);
    let curves = shortest(|| {
        for (op, gpu) in ways.into_iter().flatten() {
            assert!(TcaCurve::measure(&params, op, gpu, &sizes).is_ok());
        }
    });
    let size = SIZES[0].1;
    let himeno = Himeno { size, grid: [4, 4], iterations: 10, gflops: 100, map: Vec::new() };
    let himeno = shortest(|| assert!(himeno.run(&params).is_ok()));
    [
        line("lesson-1", lesson, 0),
        line("events", long, events),
        line("open", open, events),
        line("seek", seek, events),
        line("curves-40x6", curves, 0),
        line("himeno-4x4x10", himeno, 0),
    ]
    .into_iter()
}
