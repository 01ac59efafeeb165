//! Maps against Scotch (the package `scotch`), and against the known optima of the Nugent instances of QAPLIB, for `cargo xtask
//! oracle maps`. The instances are not part of the checkout: put them into the folder that it names.
//!
//! The first argument is a folder for files; the others choose from `scotch` and `qaplib`.

use mcore::modes::mopt::model::read::{read, read_map};
use mcore::modes::mopt::model::{Edge, Graph, Hops, Measures, Method, Network, Options, Pattern, Run};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;

/// The end of a part: it has run, it has not because something is missing, or something is wrong.
enum End {
    Done,
    Missing(String),
    Wrong(String),
}

/// Stops a part that finds something wrong.
macro_rules! must {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return End::Wrong(format!($($words)+));
        }
    };
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("the folder is missing");
        return ExitCode::from(2);
    };
    let suites: Vec<String> = arguments.collect();
    let mut code = ExitCode::SUCCESS;
    for (name, suite) in [("scotch", scotch as fn(&Path) -> End), ("qaplib", qaplib)] {
        if suites.is_empty() || suites.iter().any(|suite| suite == name) {
            match suite(Path::new(&folder)) {
                End::Done => {}
                End::Missing(what) => println!("{name}: not run: {what}"),
                End::Wrong(what) => {
                    println!("{name}: {what}");
                    code = ExitCode::FAILURE;
                }
            }
        }
    }
    code
}

fn mapped(graph: &Arc<Graph>, network: &Network, options: Options) -> Measures {
    let mut run = Run::new(graph.clone(), network, Method::Mincost, options).expect("a method");
    while run.step(1 << 20).is_none() {}
    run.step(1).expect("an outcome").measures
}

/// Bruck's allgather on 4,096 ranks, and CG on 512: our mincost against Scotch's map.
fn scotch(folder: &Path) -> End {
    const TOOL: &str = "scotch_gmap";
    if !Command::new(TOOL).arg("-V").output().is_ok_and(|output| output.status.success()) {
        return End::Missing("install the package scotch".into());
    }
    for (name, ranks, sizes) in [("bruck-allgather", 4096, "16x16x16"), ("cg", 512, "8x8x8")] {
        let network = Network::named("torus", sizes).expect("a network");
        let graph = Arc::new(Pattern { name: name.into(), ranks, ..Pattern::default() }.graph().expect("a pattern"));
        let [source, target, found] = ["p.grf", "p.tgt", "p.out"].map(|file| folder.join(file));
        let target_text = format!("torus3D {}\n", sizes.replace('x', " "));
        let written = std::fs::write(&source, scotch_graph(&graph)).and_then(|()| std::fs::write(&target, target_text));
        must!(written.is_ok(), "{} cannot be written", folder.display());
        let ran = Command::new(TOOL).args([&source, &target, &found]).status().is_ok_and(|status| status.success());
        must!(ran, "Scotch fails");
        // Its first line is the number of ranks, each other one a rank and its node.
        let text = std::fs::read_to_string(&found).unwrap_or_default();
        let lines: String = text.lines().skip(1).fold(String::new(), |all, line| all + &line.replace('\t', " ") + "\n");
        let map = read_map(&lines, &network, ranks);
        must!(map.is_ok(), "Scotch's map cannot be read: {map:?}");
        let theirs = Measures::new(&graph, &network, &map.unwrap_or_default());
        let own = mapped(&graph, &network, Options { hops: Hops::Torus, ..Options::default() });
        let say =
            |m: &Measures| format!("{:.2} hop GB, {:.2} MB", m.torus_cost as f64 / 1e9, m.busiest.bytes as f64 / 1e6);
        println!("{name}: mincost {}; Scotch {}", say(&own), say(&theirs));
        // Only for Bruck's allgather is ours the better one; for CG the figures are for the document.
        must!(name == "cg" || own.torus_cost <= theirs.torus_cost, "Scotch has a map of less cost than mincost");
    }
    End::Done
}

/// A graph of Scotch, whose edges have the bytes of both directions, in units of 8.
fn scotch_graph(graph: &Graph) -> String {
    let mut bytes = BTreeMap::<(u32, u32), u64>::new();
    for Edge { from, to, bytes: size, .. } in graph.edges() {
        *bytes.entry((from, to)).or_default() += size;
        *bytes.entry((to, from)).or_default() += size;
    }
    let ranks = graph.ranks();
    let mut text = format!("0\n{ranks} {}\n0 010\n", bytes.len());
    for rank in 0..ranks {
        let edges: Vec<_> = bytes.range((rank, 0)..=(rank, u32::MAX)).collect();
        let list: String = edges.iter().map(|((_, to), size)| format!(" {} {to}", (**size / 8).max(1))).collect();
        let _ = writeln!(text, "{}{list}", edges.len());
    }
    text
}

/// An instance of QAPLIB: the distances and the flows, row by row.
struct Instance {
    n: usize,
    distances: Vec<u64>,
    flows: Vec<u64>,
}

/// Numbers that are separated by blanks.
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

impl Instance {
    fn read(text: &str) -> Option<Self> {
        let all = numbers(text)?;
        let n = *all.first()? as usize;
        let fits = n > 0 && all.len() == 1 + 2 * n * n;
        fits.then(|| Self { n, distances: all[1..=n * n].to_vec(), flows: all[1 + n * n..].to_vec() })
    }

    /// The width of the grid whose Manhattan distances these are.
    fn width(&self) -> Option<usize> {
        let hops = |width: usize, a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width);
        let fits = |width: &usize| {
            (0..self.n * self.n).all(|at| self.distances[at] == hops(*width, at / self.n, at % self.n) as u64)
        };
        (1..=self.n).filter(|width| self.n.is_multiple_of(*width)).find(fits)
    }

    /// The flows as a square of comma-separated values.
    fn csv(&self) -> String {
        let row = |row: &[u64]| row.iter().map(u64::to_string).collect::<Vec<_>>().join(",") + "\n";
        self.flows.chunks(self.n).map(row).collect()
    }
}

/// The Nugent instances with a published solution: the solution measures what is published, and ours are not less.
fn qaplib(folder: &Path) -> End {
    let mut seen = 0;
    for name in ["nug12", "nug16b", "nug20", "nug25", "nug30"] {
        let file = |end: &str| std::fs::read_to_string(folder.join(format!("{name}.{end}")));
        let (Ok(data), Ok(solution)) = (file("dat"), file("sln")) else { continue };
        match instance(&data, &solution) {
            Ok((optimum, own)) => println!("{name}: optimum {optimum}, mincost {own}"),
            Err(wrong) => return End::Wrong(format!("{name}: {wrong}")),
        }
        seen += 1;
    }
    match seen {
        0 => End::Missing(format!("put nug12.dat, nug12.sln and so on of QAPLIB into {}", folder.display())),
        _ => End::Done,
    }
}

/// The published optimum of an instance, and the cost of our map.
fn instance(data: &str, solution: &str) -> Result<(u64, u128), String> {
    let instance = Instance::read(data).ok_or("not an instance of QAPLIB")?;
    let width = instance.width().ok_or("its distances are not those of a grid")?;
    let solution = numbers(solution).ok_or("its solution is not made of numbers")?;
    let (optimum, order) = (solution.get(1).copied().unwrap_or(0), solution.get(2..).unwrap_or_default());
    // At place i of the solution is a facility, from 1: the rank on node i.
    let mut map = vec![0; instance.n];
    for (facility, node) in order.iter().zip(0u32..) {
        let rank = facility.checked_sub(1).and_then(|rank| map.get_mut(rank as usize));
        *rank.ok_or("its solution names a facility that is not there")? = node;
    }
    let network = Network::named("mesh", &format!("{width}x{}", instance.n / width)).map_err(|why| why.text().en)?;
    let graph = read(&instance.csv(), None).map_err(|why| why.text().en)?.graph;
    let measured = Measures::new(&graph, &network, &map).mesh_cost;
    if order.len() != instance.n || measured != u128::from(optimum) {
        return Err(format!("its solution measures {measured}, published {optimum}"));
    }
    let own = mapped(&Arc::new(graph), &network, Options { starts: 64, refine: 8, ..Options::default() }).mesh_cost;
    if own < measured {
        return Err(format!("{own} is below the optimum {optimum}"));
    }
    Ok((optimum, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four facilities, two of which exchange much with two others.
    const DATA: &str = "4\n\n0 1 1 2\n1 0 2 1\n1 2 0 1\n2 1 1 0\n\n0 5 2 0\n5 0 0 0\n2 0 0 7\n0 0 7 0\n";

    #[test]
    fn instances_are_grids_with_flows() {
        let instance = Instance::read(DATA).expect("an instance");
        assert_eq!((instance.n, instance.width()), (4, Some(2)));
        assert_eq!(instance.csv().lines().nth(2), Some("2,0,0,7"));
        assert!(Instance::read("4 1 2").is_none());
    }

    #[test]
    fn solutions_must_measure_what_is_published() {
        // Every pair that exchanges something is one hop apart: both directions of 5 + 2 + 7.
        assert_eq!(instance(DATA, "4 28\n1 2 3 4\n"), Ok((28, 28)));
        assert!(instance(DATA, "4 27\n1 2 3 4\n").is_err_and(|why| why.contains("measures 28, published 27")));
        assert!(instance(DATA, "4 28\n1 2 3 5\n").is_err());
    }

    #[test]
    fn graphs_have_both_directions() {
        let edge = |from, to, bytes| Edge { from, to, bytes, messages: 1 };
        let graph = Graph::new(3, vec![edge(0, 1, 80), edge(1, 0, 16), edge(2, 1, 8)]).expect("a graph");
        assert_eq!(scotch_graph(&graph), "0\n3 4\n0 010\n1 12 1\n2 12 0 1 2\n1 1 1\n");
    }
}
