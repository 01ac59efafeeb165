//! The longest step in C in a run of ten million cycles, forwards and backwards, with its variables shown.

use crate::Driver;
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::session::{Command, Goal, Level, MachineOptions, Watch};
use mcore::modes::chip::view::VariablesQuery;
use serde_json::{Value, json};
use web_time::Instant;

/// Sixteen nodes compute products of small matrices and meet after each, for more than ten million cycles.
const PROGRAM: &str = "#include <mclib.h>
#define N 8
static int a[N][N], b[N][N], c[N][N];
static int dot(int i, int j)
{
    int sum = 0;
    for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
    return sum;
}
static void product(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = dot(i, j);
}
int main(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        a[round % N][mc_rank() % N] = round;
        product();
        mc_barrier();
    }
    return c[0][0] == 1;
}
";
/// Cycles of the run that the steps are in.
const CYCLES: Cycle = 10_000_000;
/// The node whose lines are stepped through.
const NODE: NodeId = NodeId::new(2, 3);
/// Steps of each kind at each place.
const STEPS: usize = 12;
/// The aim for a step, in milliseconds; it is printed beside the figure.
const MOST: f64 = 50.0;

/// One line for each level: the longest step, with the median.
pub fn lines(platform: &str) -> impl Iterator<Item = Value> {
    [("O0", Level::O0, 600), ("O2", Level::O2, 3200)].into_iter().map(move |(name, level, rounds)| {
        let mut d = Driver::with_c();
        d.must(Command::SetMachine(MachineOptions { level, cycle_limit: 1 << 40, ..MachineOptions::default() }));
        d.assemble("main.c", &format!("#define ROUNDS {rounds}\n{PROGRAM}"));
        let variables = Some(VariablesQuery::default());
        d.must(Command::Watch(Watch { node: Some(NODE), variables, ..Watch::default() }));
        d.must(Command::Run { until: Some(CYCLES), pace: None });
        d.finish_in(1 << 20);
        let end = d.frame.cycle;
        let line = |over| Goal::Line { node: NODE, over, own: true };
        let mut steps = Vec::new();
        for part in [1, 5, 9] {
            for (back, goal) in [
                (false, line(true)),
                (false, line(false)),
                (true, line(true)),
                (true, line(false)),
                (false, Goal::Out { node: NODE, own: true }),
                (true, Goal::Out { node: NODE, own: true }),
            ] {
                d.must(Command::Seek(end * part / 10));
                d.finish();
                for _ in 0..STEPS {
                    // A step out of `main` is a run to an end of the program.
                    let calls = d.frame.variables.as_ref().map_or(&[][..], |view| &view.calls);
                    let innermost = calls.first().is_none_or(|call| call.function == "main");
                    if matches!(goal, Goal::Out { .. }) && innermost {
                        break;
                    }
                    let start = Instant::now();
                    d.must(Command::Find { back, goal: goal.clone() });
                    d.finish();
                    steps.push(start.elapsed().as_secs_f64() * 1e3);
                }
            }
        }
        steps.sort_by(f64::total_cmp);
        let (median, most) = (steps[steps.len() / 2], steps[steps.len() - 1]);
        json!({ "name": format!("c-step-{name}-4x4/{platform}"), "value": (most * 100.0).round() / 100.0, "unit": "ms",
            "median": (median * 100.0).round() / 100.0, "cycles": end, "most": MOST })
    })
}
