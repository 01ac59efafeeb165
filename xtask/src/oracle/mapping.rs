//! `cargo xtask oracle mopt`: maps against Scotch (the package `scotch`), and against the known optima of the Nugent instances of
//! QAPLIB. The instances are not part of the checkout; whoever runs this puts them into the folder that it names.

use super::cache;
use crate::run::{self, cargo, command};
use anyhow::{Context as _, Result, ensure};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;

/// The parts.
pub fn run(suites: &[String]) -> Result<()> {
    run::quiet("build the command", cargo().args(["build", "--release", "--locked", "-p", "mcore-cli"]))?;
    let all = suites.is_empty();
    for (name, suite) in [("scotch", scotch as fn() -> Result<()>), ("qaplib", qaplib)] {
        if !all && !suites.iter().any(|suite| suite == name) {
            continue;
        }
        match suite() {
            Err(missing) if all && missing.is::<Missing>() => run::say(&format!("{name}: not run: {missing}")),
            done => done?,
        }
    }
    Ok(())
}

/// A program or a file that is not there.
#[derive(Debug)]
struct Missing(String);

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Missing {}

/// The JSON of `mcore mopt` with these arguments.
fn mopt(arguments: &str, files: &[(&str, &Path)]) -> Result<serde_json::Value> {
    let mut mcore = command("cargo");
    mcore.args(["run", "--quiet", "--release", "--locked", "-p", "mcore-cli", "--", "mopt"]);
    mcore.args(arguments.split(' ')).arg("--json");
    mcore.args(files.iter().flat_map(|(option, path)| [OsStr::new(option), path.as_os_str()]));
    let output = mcore.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A figure of that JSON.
fn figure(json: &serde_json::Value, key: &str) -> Result<f64> {
    json.pointer(key).and_then(serde_json::Value::as_f64).with_context(|| format!("there is no {key}"))
}

/// Bruck's allgather on 4,096 ranks, and CG on 512: our mincost against Scotch's map.
fn scotch() -> Result<()> {
    let tool = "scotch_gmap";
    if !command(tool).arg("-V").output().is_ok_and(|output| output.status.success()) {
        return Err(Missing("install the package scotch".into()).into());
    }
    let folder = cache("mopt")?;
    let [trace, graph, target, mapped, map] =
        ["p.trace", "p.grf", "p.tgt", "p.out", "p.map"].map(|name| folder.join(name));
    for (pattern, sizes) in [("bruck-allgather --ranks 4096", "16x16x16"), ("cg", "8x8x8")] {
        let input = format!("--pattern {pattern} --topology torus:{sizes} --hops torus");
        let own = mopt(&format!("run {input}"), &[("--write-trace", &trace)])?;
        std::fs::write(&graph, scotch_graph(&std::fs::read_to_string(&trace)?)?)?;
        std::fs::write(&target, format!("torus3D {}\n", sizes.replace('x', " ")))?;
        let status = command(tool).args([&graph, &target, &mapped]).status().context("cannot start Scotch")?;
        ensure!(status.success(), "Scotch fails");
        // Its first line is the number of ranks, each other one a rank and its node.
        let text = std::fs::read_to_string(&mapped)?;
        let lines: String = text.lines().skip(1).fold(String::new(), |all, line| all + &line.replace('\t', " ") + "\n");
        std::fs::write(&map, lines)?;
        let theirs = mopt(&format!("check {input}"), &[("--map", &map)])?;
        let say = |json: &serde_json::Value| -> Result<String> {
            let (cost, link) = (figure(json, "/cost/torus_hop_bytes")?, figure(json, "/max_link/bytes")?);
            Ok(format!("{:.3} hop GB, {:.3} MB", cost / 1e9, link / 1e6))
        };
        run::say(&format!("{pattern}: mincost {}; Scotch {}", say(&own)?, say(&theirs)?));
        let cost = |json| figure(json, "/cost/torus_hop_bytes");
        // Only for Bruck's allgather is ours the better one; for CG the figures are for the document.
        ensure!(pattern == "cg" || cost(&own)? <= cost(&theirs)?, "Scotch has a map of less cost than mincost");
    }
    Ok(())
}

/// The messages of a trace as a graph of Scotch, whose edges have the bytes of both directions, in units of 8.
fn scotch_graph(trace: &str) -> Result<String> {
    let mut bytes = std::collections::BTreeMap::<(u32, u32), u64>::new();
    let mut ranks = 0;
    for line in trace.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["send" | "isend"] = words.get(1..2).unwrap_or_default() {
            let number = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok()).context("not a trace");
            let (from, to, size) = (number(0)?, number(2)?, u64::from(number(3)?));
            ranks = ranks.max(from + 1).max(to + 1);
            *bytes.entry((from, to)).or_default() += size;
            *bytes.entry((to, from)).or_default() += size;
        }
    }
    let mut text = format!("0\n{ranks} {}\n0 010\n", bytes.len());
    for rank in 0..ranks {
        let edges: Vec<_> = bytes.range((rank, 0)..=(rank, u32::MAX)).collect();
        let list: String = edges.iter().map(|((_, to), size)| format!(" {} {to}", (**size / 8).max(1))).collect();
        let _ = writeln!(text, "{}{list}", edges.len());
    }
    Ok(text)
}

/// An instance of QAPLIB: the distances and the flows, row by row.
struct Instance {
    n: usize,
    distances: Vec<u64>,
    flows: Vec<u64>,
}

/// Reads numbers that are separated by blanks.
fn numbers(text: &str) -> Result<Vec<u64>> {
    text.split_whitespace().map(|word| word.parse().with_context(|| format!("`{word}` is not a number"))).collect()
}

impl Instance {
    fn read(text: &str) -> Result<Self> {
        let all = numbers(text)?;
        let n = all.first().copied().unwrap_or(0) as usize;
        ensure!(n > 0 && all.len() == 1 + 2 * n * n, "not an instance of QAPLIB");
        Ok(Self { n, distances: all[1..=n * n].to_vec(), flows: all[1 + n * n..].to_vec() })
    }

    /// The width of the grid whose Manhattan distances these are.
    fn width(&self) -> Option<usize> {
        (1..=self.n).filter(|width| self.n % width == 0).find(|width| {
            (0..self.n * self.n).all(|at| {
                let (a, b) = (at / self.n, at % self.n);
                let hops = (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width);
                self.distances[at] == hops as u64
            })
        })
    }

    /// The flows as a square of comma-separated values.
    fn csv(&self) -> String {
        let row = |row: &[u64]| row.iter().map(u64::to_string).collect::<Vec<_>>().join(",") + "\n";
        self.flows.chunks(self.n).map(row).collect()
    }
}

/// The Nugent instances with a published solution: the solution measures what is published, and ours are not less.
fn qaplib() -> Result<()> {
    let folder = cache("qaplib")?;
    let mut seen = 0;
    for name in ["nug12", "nug16b", "nug20", "nug25", "nug30"] {
        let read = |end: &str| std::fs::read_to_string(folder.join(format!("{name}.{end}")));
        let (Ok(data), Ok(solution)) = (read("dat"), read("sln")) else { continue };
        let instance = Instance::read(&data).context(name)?;
        let width = instance.width().with_context(|| format!("{name} is no grid"))?;
        let solution = numbers(&solution)?;
        let (optimum, order) = (solution.get(1).context("no optimum")?, solution.get(2..).unwrap_or_default());
        ensure!(order.len() == instance.n, "{name}: the solution is not complete");
        let [matrix, map] = ["csv", "map"].map(|end| folder.join(format!("{name}.{end}")));
        std::fs::write(&matrix, instance.csv())?;
        // At place i of the solution is a facility, from 1: the rank on node i.
        let lines = order.iter().zip(0u32..).map(|(facility, node)| format!("{} {node}\n", facility.saturating_sub(1)));
        std::fs::write(&map, lines.collect::<String>())?;
        let grid = format!("--topology mesh:{width}x{}", instance.n / width);
        let measured = mopt(&format!("check {grid}"), &[("--matrix", &matrix), ("--map", &map)])?;
        let measured = figure(&measured, "/cost/mesh_hop_bytes")?;
        ensure!(measured == *optimum as f64, "{name}: its solution measures {measured}, published {optimum}");
        let own = mopt(&format!("run {grid} --starts 64 --refine 8"), &[("--matrix", &matrix)])?;
        let own = figure(&own, "/cost/mesh_hop_bytes")?;
        ensure!(own >= measured, "{name}: {own} is below the optimum {optimum}");
        run::say(&format!("{name}: optimum {optimum}, mincost {own}"));
        seen += 1;
    }
    match seen {
        0 => {
            let folder = folder.display();
            Err(Missing(format!("put nug12.dat, nug12.sln and so on of QAPLIB into {folder}")).into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_grids_with_flows() {
        let text = "4\n\n0 1 1 2\n1 0 2 1\n1 2 0 1\n2 1 1 0\n\n0 5 2 0\n5 0 0 0\n2 0 0 7\n0 0 7 0\n";
        let instance = Instance::read(text).expect("an instance");
        assert_eq!((instance.n, instance.width()), (4, Some(2)));
        assert_eq!(instance.csv().lines().nth(2), Some("2,0,0,7"));
        assert!(Instance::read("4 1 2").is_err());
    }

    #[test]
    fn graphs_have_both_directions() {
        let graph = scotch_graph("# x\n0 irecv 1 0\n0 isend 1 80 0\n1 send 0 16 0\n2 isend 1 8 0\n").expect("a graph");
        assert_eq!(graph, "0\n3 4\n0 010\n1 12 1\n2 12 0 1 2\n1 1 1\n");
    }
}
