//! A run as a form describes it, and its errors, field by field.

use super::fields::parameters;
use super::limits::NsimLimits;
use crate::model::machine::{Recording, memory};
use crate::model::params::ParamsError;
use crate::model::{Machine, Mapping, NS, Params, Pattern, Prediction, Program, SpecError, Topology, read_trace};
use crate::view::{NsimNetwork, NsimPrediction, NsimRecipe};
use alloc::{format, string::String, string::ToString, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::{Field, Kind, Plan as _, Problem};
use mcore_ranks::MapFault;
use toml::Value;

/// Longest message.
pub(super) const MAX_BYTES: u64 = 1 << 32;

mcore_mode::plan! {
    /// A run as a form describes it: every value is the text of its field. A plan from another page may leave values out.
    pub struct NsimPlan {
        /// `torus`, `mesh`, `cube` (rings by choice), `tofu` or `fat-tree`.
        topology = "torus",
        /// Sizes, such as `8x8x8`.
        dims = "8x8x4",
        /// For `cube`: the letters of the dimensions that are rings, out of `xyzabc`.
        rings = "xyz",
        /// For `fat-tree`: the source chooses the way up; otherwise the destination does.
        up_straight: bool = true,
        /// The set of parameters for those that `params` does not contain.
        base = "torus",
        /// Parameters by their key.
        params: Vec<(String, String)> = Vec::new(),
        /// A pattern's name, or `trace`.
        program = "bruck-alltoall",
        /// Bytes of a message, or of a part of one.
        bytes = "64",
        /// Rounds or tasks.
        rounds = "4",
        /// Computation, in ns.
        compute_ns = "1000",
        /// Seed of random numbers.
        seed = "1",
        /// Floating-point operations of a core, in millions a second, for a time-independent trace.
        mflops = "1000",
        /// Number of ranks; empty: one for each node, or as many as the trace has.
        ranks = "",
        /// The trace, for the program `trace`.
        trace = "# rank operation arguments\n0 send 1 4096 7\n1 recv any 7\n1 send 0 8 2\n0 recv 1\n",
        /// `xyz`, `random` or `file`.
        map = "xyz",
        /// The rank-to-node file, for the mapping `file`.
        map_text = "",
        /// Switches whose buffers are recorded, separated by commas.
        watch = "",
    }
}

/// The parts of a machine.
#[derive(Clone, Debug)]
pub struct NsimBuilt {
    /// The network.
    pub topology: Topology,
    /// The parameters of its parts.
    pub params: Params,
    /// The program of the ranks.
    pub program: Program,
    /// The nodes of the ranks.
    pub mapping: Mapping,
    /// The settings that a result repeats.
    pub recipe: NsimRecipe,
    /// Switches whose buffers are recorded.
    pub watch: Vec<u32>,
}

impl NsimBuilt {
    /// The machine in its initial state, for this number of threads.
    ///
    /// # Errors
    /// The parts do not fit together, or the machine is too large.
    pub fn machine(&self, threads: usize, recording: &Recording) -> Result<Machine, SpecError> {
        let parts = (self.topology.clone(), self.params.clone(), self.mapping.clone(), self.program.clone());
        Machine::new(parts.0, parts.1, parts.2, parts.3, threads, recording)
    }
}

fn problem(field: &str, text: Text) -> Problem {
    Problem::new(field, text)
}

/// Reads sizes such as `16x8x8`.
pub fn sizes(text: &str) -> Option<Vec<u32>> {
    text.split(['x', 'X', '×', ',']).map(|n| n.trim().parse().ok().filter(|n| *n > 0)).collect()
}

impl NsimPlan {
    /// The topology, or the error in it.
    fn topology(&self) -> Result<Topology, Problem> {
        let dims = sizes(&self.dims).ok_or_else(|| {
            problem(
                "dims",
                text!(
                    "Write 1 to 6 sizes with x between, for example 16x16x16.",
                    "1 から 6 個の大きさを x でつなぎます。例: 16x16x16"
                ),
            )
        })?;
        let topology = match self.topology.as_str() {
            "cube" => Topology::with_rings(&dims, &self.rings),
            "fat-tree" => Topology::FatTree { arity: dims, up_straight: self.up_straight },
            kind => Topology::named(kind, &dims).map_err(|error| problem("dims", error.text()))?,
        };
        topology.validate().map_err(|error| problem("dims", error.text()))?;
        Ok(topology)
    }

    fn params(&self) -> Result<Params, Vec<Problem>> {
        let base = Params::named(&self.base).map_err(|error| alloc::vec![problem("base", error.text())])?;
        let (mut values, mut problems) = (Vec::new(), Vec::new());
        let known = parameters();
        for (key, value) in &self.params {
            let value = value.trim();
            let Some(place) = known.iter().position(|field| field.id == key).filter(|_| !value.is_empty()) else {
                continue;
            };
            let read = match known[place].kind {
                Kind::Whole { most, .. } => value
                    .parse()
                    .ok()
                    .filter(|n: &u64| *n <= most)
                    .and_then(|n| i64::try_from(n).ok())
                    .map(Value::Integer),
                Kind::Decimal => value.parse().ok().filter(|n: &f64| n.is_finite()).map(Value::Float),
                _ => Some(Value::String(value.into())),
            };
            match read {
                Some(read) => values.push((place, key, read)),
                None => {
                    let found: String = value.chars().take(20).collect();
                    problems.push(problem(key, text!("`{found}` is not a number.", "`{found}` は数ではありません。")));
                }
            }
        }
        // Of several errors the first one in the form is reported.
        values.sort_by_key(|(place, ..)| *place);
        if !problems.is_empty() {
            return Err(problems);
        }
        let wrong = |key: &str, error: &ParamsError| {
            let key = if let ParamsError::Range(key, _) = error { *key } else { key };
            alloc::vec![problem(key, error.text())]
        };
        let changed = values
            .into_iter()
            .try_fold(base, |params, (_, key, value)| params.with(key, value).map_err(|error| wrong(key, &error)))?;
        changed.validate().map_err(|error| wrong("base", &error))?;
        Ok(changed)
    }

    fn program(&self, nodes: u32, limits: &NsimLimits) -> Result<(Program, u32, Option<u64>), Vec<Problem>> {
        let mut problems = Vec::new();
        let mut read = |field: &Field| {
            field.whole(&self.get(field.id)).unwrap_or_else(|wrong| {
                problems.push(wrong);
                field.limits().map_or(0, |(least, _)| least)
            })
        };
        let mut fields = self.fields();
        for field in fields.iter_mut().filter(|field| field.id == "seed") {
            field.kind = Kind::Whole { least: 0, most: limits.seed };
        }
        let find = |id| fields.iter().find(|field| field.id == id);
        let given = match self.ranks.trim() {
            "" => None,
            _ => find("ranks").map(|field| read(field) as u32),
        };
        let mut number = |id, otherwise| find(id).filter(|_| self.uses(id)).map_or(otherwise, &mut read);
        let mflops = number("mflops", 1);
        let (bytes, rounds) = (number("bytes", 0), number("rounds", 1) as u32);
        let (compute, seed) = (number("compute_ns", 0), number("seed", 1));
        if !problems.is_empty() {
            return Err(problems);
        }
        if self.program == "trace" {
            if self.trace.len() > limits.text {
                return Err(alloc::vec![problem("trace", too_long(limits))]);
            }
            let trace = read_trace(&self.trace, mflops as f64 * 1e6)
                .map_err(|error| alloc::vec![problem("trace", error.text())])?;
            let ranks = given.unwrap_or(trace.ranks());
            return Ok((Program::trace(trace), ranks, None));
        }
        let ranks = given.unwrap_or(nodes);
        match Pattern::named(&self.program, bytes, rounds, compute, seed) {
            Some(pattern) => Ok((Program::pattern(pattern, ranks), ranks, Some(bytes))),
            None => {
                let name: String = self.program.chars().take(40).collect();
                let wrong = text!("There is no program `{name}`.", "`{name}` というプログラムはありません。");
                Err(alloc::vec![problem("program", wrong)])
            }
        }
    }

    fn mapping(&self, topology: &Topology, ranks: u32, limits: &NsimLimits) -> Result<Mapping, Problem> {
        let nodes = topology.nodes();
        match self.map.as_str() {
            "file" if self.map_text.len() > limits.text => Err(problem("map_text", too_long(limits))),
            "file" => Mapping::read(&self.map_text, topology, ranks).map_err(|error| {
                let field = if matches!(error.fault, MapFault::TooMany(..)) { "ranks" } else { "map_text" };
                problem(field, error.text())
            }),
            "xyz" if ranks <= nodes => Ok(Mapping::in_order(ranks)),
            _ => Mapping::random(ranks, nodes, self.seed()).map_err(|error| problem("ranks", error.text())),
        }
    }

    /// The seed; 1 if nothing uses it and it is not a number.
    fn seed(&self) -> u64 {
        self.seed.trim().parse().unwrap_or(1)
    }

    fn watched(&self, topology: &Topology) -> Result<Vec<u32>, Problem> {
        let last = topology.switches() - 1;
        let words = self.watch.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        let any = Field::new("", "watch", Text::default(), Kind::Whole { least: 0, most: u64::from(u32::MAX) });
        let switch = |word: &str| match any.whole(word)? {
            switch if switch > u64::from(last) => Err(problem(
                "watch",
                text!(
                    "there is no switch {switch}; the last one is {last}",
                    "スイッチ {switch} はありません。最後は {last} です"
                ),
            )),
            switch => Ok(switch as u32),
        };
        words.map(switch).collect()
    }

    /// The parts of a machine. `params` replaces the parameters of the plan: the command reads them from a file.
    ///
    /// # Errors
    /// All problems of the plan, in the order of its fields.
    pub fn build(&self, limits: &NsimLimits, params: Option<Params>) -> Result<NsimBuilt, Vec<Problem>> {
        let mut problems = Vec::new();
        let topology = self.topology().map_err(|wrong| problems.push(wrong)).ok();
        let params = params.map_or_else(|| self.params(), Ok).map_err(|wrong| problems.extend(wrong)).ok();
        let nodes = topology.as_ref().map_or(1 << 20, Topology::nodes);
        let program = self.program(nodes, limits).map_err(|wrong| problems.extend(wrong)).ok();
        let (Some(topology), Some(params), Some((program, ranks, bytes))) = (topology, params, program) else {
            return Err(problems);
        };
        let mapping = self.mapping(&topology, ranks, limits).map_err(|wrong| problems.push(wrong)).ok();
        let watch = self.watched(&topology).map_err(|wrong| problems.push(wrong)).ok();
        let needed = memory(&topology, &params);
        if needed > limits.memory {
            problems.push(problem("dims", SpecError::Memory(needed, limits.memory).text()));
        }
        let (Some(mapping), Some(watch), true) = (mapping, watch, problems.is_empty()) else { return Err(problems) };
        let own = self.params.iter().any(|(_, value)| !value.trim().is_empty());
        let recipe = NsimRecipe {
            params: if own { format!("{} *", self.base) } else { self.base.clone() },
            program: self.program.clone(),
            bytes,
            seed: self.seed(),
            map: self.map.clone(),
            prediction: match &program {
                Program::Pattern(pattern, _) => Prediction::of(&topology, &params, pattern, ranks).map(Into::into),
                Program::Trace(_) => None,
            },
        };
        Ok(NsimBuilt { topology, params, program, mapping, recipe, watch })
    }

    /// The figures of the network and the prediction for the program, before anything is built. `None` while the fields that
    /// they depend on have problems.
    pub fn outlook(&self) -> Option<(NsimNetwork, Option<NsimPrediction>)> {
        let (topology, params) = (self.topology().ok()?, self.params().ok()?);
        let number = |id: &str| self.get(id).trim().parse::<u64>();
        let ranks = match self.ranks.trim() {
            "" => topology.nodes(),
            given => given.parse().ok().filter(|ranks| (1..=topology.nodes()).contains(ranks))?,
        };
        let numbers =
            ["bytes", "rounds", "compute_ns", "seed"].map(|id| if self.uses(id) { number(id) } else { Ok(1) });
        let prediction = match numbers {
            [Ok(bytes), Ok(rounds), Ok(compute), Ok(seed)] if bytes <= MAX_BYTES && u32::try_from(rounds).is_ok() => {
                let pattern = Pattern::named(&self.program, bytes, rounds as u32, compute, seed);
                pattern.and_then(|pattern| Prediction::of(&topology, &params, &pattern, ranks))
            }
            _ => None,
        };
        Some((NsimNetwork::new(&topology, &params), prediction.map(Into::into)))
    }

    /// The mapping as a file.
    pub(super) fn map_file(&self) -> Result<String, Vec<Problem>> {
        self.build(&NsimLimits::PAGE, None).map(|built| built.mapping.write(&built.topology))
    }

    /// The values of a set of parameters, in the order of a form: key and text.
    pub fn parameters(base: &str) -> Vec<(String, String)> {
        let pairs = Params::named(base).unwrap_or(Params::TORUS).pairs();
        pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
    }
}

fn too_long(limits: &NsimLimits) -> Text {
    let most = limits.text >> 20;
    text!("This text is longer than {most} MiB.", "テキストが {most} MiB を超えています。")
}

/// An experiment of the paper as plans, on machines of at most `most` nodes; none if there is no such experiment.
pub fn scenario(name: &str, most: u32, limits: &NsimLimits) -> Vec<NsimPlan> {
    let plan = |topology: &str, dims: &str, bytes: u64, rounds: u32| {
        let mut plan = NsimPlan { program: name.into(), bytes: bytes.to_string(), ..NsimPlan::default() };
        plan.set("topology", topology);
        plan.set("rounds", &rounds.to_string());
        plan.set("dims", dims);
        plan
    };
    let fits = |dims: &str, most: u32| sizes(dims).is_some_and(|sizes| sizes.iter().product::<u32>() <= most);
    match name {
        "random-ring" => ["4x2", "4x4", "8x8", "8x8x4", "16x16x4", "16x16x16"]
            .into_iter()
            .filter(|dims| fits(dims, most))
            .map(|dims| plan("fat-tree", dims, limits.ring.0, limits.ring.1))
            .collect(),
        "bruck-alltoall" => {
            let dims = ["2x2x2", "4x4x4", "8x8x8", "16x8x8", "16x16x16", "32x16x16", "32x32x16", "64x32x32"];
            // The paper goes to 65,536 nodes with 4 bytes, and to 4,096 with 1,024.
            let of = |bytes: u64, limit: u32| dims.into_iter().filter(move |d| fits(d, limit)).map(move |d| (d, bytes));
            let both = of(4, most).chain(of(1024, most.min(limits.large_parts)));
            both.map(|(dims, bytes)| plan("torus", dims, bytes, 1)).collect()
        }
        _ => Vec::new(),
    }
}

/// Nanoseconds as time of the machine.
pub(super) const fn ns(n: u64) -> u64 {
    n * NS
}
