//! A run as a form describes it, and its errors, field by field.

use super::fields::{FILE, pattern};
use super::limits::MoptLimits;
use crate::model::pattern::CG_CLASSES;
use crate::model::{Hops, Method, MethodError, Network, NetworkError, Options, Pattern, read};
use crate::view::{MoptInput, MoptPart};
use alloc::sync::Arc;
use alloc::{string::String, vec, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, grouped};
use mcore_mode::{Field, Kind, Plan as _, Problem};

mcore_mode::plan! {
    /// A run as a form describes it: every value is the text of its field.
    /// By default Bruck's allgather of 64 ranks on a mesh of 8x8.
    pub struct MoptPlan {
        /// `pattern` or `file`.
        source = "pattern",
        /// A pattern's name.
        pattern = "bruck-allgather",
        /// Number of ranks of the pattern; empty: one for each node.
        ranks = "64",
        /// Bytes of a message, or of a part of one.
        bytes = "2048",
        /// Rounds.
        rounds = "1",
        /// Sizes of a halo exchange's grid, x first; empty: as near to a square or a cube as possible.
        grid = "",
        /// `periodic` or `open`.
        border = "periodic",
        /// Messages of a rank of a random pattern.
        degree = "8",
        /// Class of CG.
        class = "B",
        /// Seed of a random pattern.
        pattern_seed = "1",
        /// The text of a matrix or a record, for the source `file`.
        file = "source,destination,bytes\n0,1,4096\n1,2,4096\n2,3,4096\n3,0,65536\n",
        /// The name of that file, for people; may be empty.
        file_name: String = String::new(),
        /// `mesh` or `torus`.
        kind = "mesh",
        /// Sizes of the network, such as `8x8x8`.
        sizes = "8x8",
        /// Words of methods, separated by commas. A run has one; [`MoptPlan::each`] takes a form apart.
        methods = "xyz,none,mincost,minlink",
        /// `mesh` or `torus`: the hops that a cost counts.
        hops = "mesh",
        /// Starts.
        starts = "1",
        /// `first` or `link`.
        then = "first",
        /// Rounds of refinement.
        refine = "0",
        /// Seed of the random map.
        seed = "1",
    }
}

/// The parts of a run.
#[derive(Clone, Debug)]
pub struct MoptBuilt {
    /// Communication and network.
    pub input: Arc<MoptInput>,
    pub method: Method,
    pub options: Options,
    /// The settings, by which runs are named.
    pub parts: Vec<MoptPart>,
    /// The bytes in which values are shown, if they are whole multiples of it.
    pub unit: Option<u64>,
}

fn problem(field: &str, text: Text) -> Problem {
    Problem::new(field, text)
}

impl MoptPlan {
    /// A plan for each method that is checked, in the order of the form.
    pub fn each(&self) -> Vec<Self> {
        let checked = Method::ALL.into_iter().filter(|method| mcore_mode::listed(&self.methods, method.word()));
        checked.map(|method| Self { methods: method.word().into(), ..self.clone() }).collect()
    }

    /// Whether two plans have the same communication and network.
    pub fn same_input(&self, other: &Self) -> bool {
        let ids = ["source", "kind", "sizes"];
        let of_pattern = ["pattern", "ranks", "bytes", "rounds", "grid", "border", "degree", "class", "pattern_seed"];
        let same = |id: &&str| self.get(id) == other.get(id);
        ids.iter().all(same) && if self.source == FILE { self.file == other.file } else { of_pattern.iter().all(same) }
    }

    /// A whole number of a field, or its problem and the least value.
    fn number(&self, fields: &[Field], id: &str, limits: &MoptLimits, problems: &mut Vec<Problem>) -> u64 {
        let Some(field) = fields.iter().find(|field| field.id == id) else { return 0 };
        let mut field = field.clone();
        if id.ends_with("seed") {
            field.kind = Kind::Whole { least: 0, most: limits.seed };
        }
        if !field.applies {
            return field.usual.parse().unwrap_or(1);
        }
        field.whole(&self.get(id)).unwrap_or_else(|wrong| {
            problems.push(wrong);
            field.limits().map_or(0, |(least, _)| least)
        })
    }

    /// A word of a field, checked against its choices.
    fn word(&self, fields: &[Field], id: &str, problems: &mut Vec<Problem>) -> String {
        let value = self.get(id);
        let field = fields.iter().find(|field| field.id == id);
        if field.is_some_and(|field| field.applies && !field.choices().iter().any(|choice| choice.word == value)) {
            let found: String = value.chars().take(40).collect();
            problems.push(problem(id, text!("There is no choice `{found}`.", "`{found}` という選択肢はありません。")));
        }
        value
    }

    fn network(&self) -> Result<Network, Problem> {
        Network::named(&self.kind, &self.sizes).map_err(|error| {
            let field = if matches!(error, NetworkError::Kind(_)) { "kind" } else { "sizes" };
            problem(field, error.text())
        })
    }

    /// The pattern of the form. `nodes` is the number of ranks if the field is empty.
    fn pattern(&self, nodes: u32, limits: &MoptLimits) -> Result<Pattern, Vec<Problem>> {
        let (fields, mut problems) = (self.fields(), Vec::new());
        self.word(&fields, "pattern", &mut problems);
        let border = self.word(&fields, "border", &mut problems);
        let class = self.word(&fields, "class", &mut problems);
        let mut number = |id: &str| self.number(&fields, id, limits, &mut problems);
        let ranks = if self.ranks.trim().is_empty() { nodes } else { number("ranks") as u32 };
        let (bytes, rounds, degree, seed) =
            (number("bytes"), number("rounds"), number("degree"), number("pattern_seed"));
        let grid = match self.grid.trim() {
            "" => Vec::new(),
            _ if !Pattern::uses(&self.pattern, "grid") => Vec::new(),
            text => {
                let sizes: Option<Vec<u32>> =
                    text.split(['x', 'X', '×']).map(|part| part.trim().parse().ok()).collect();
                sizes.unwrap_or_else(|| {
                    let wrong =
                        text!("Write sizes with x between, for example 4x16.", "大きさを x でつなぎます。例: 4x16");
                    problems.push(problem("grid", wrong));
                    Vec::new()
                })
            }
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Pattern {
            name: self.pattern.clone(),
            ranks,
            bytes,
            rounds: rounds as u32,
            grid,
            periodic: border != "open",
            degree: degree as u32,
            rows: CG_CLASSES.iter().find(|(own, _)| *own == class).map_or(0, |(_, rows)| *rows),
            seed,
        })
    }

    /// The communication and the network.
    ///
    /// # Errors
    /// All problems of their fields.
    pub fn input(&self, limits: &MoptLimits) -> Result<MoptInput, Vec<Problem>> {
        let mut problems = Vec::new();
        let network = self.network().map_err(|wrong| problems.push(wrong)).ok();
        let nodes = network.as_ref().map_or(64, Network::nodes);
        let found = if self.source == FILE { self.read_file(limits) } else { self.make_pattern(nodes, limits) };
        let found = found.map_err(|wrong| problems.extend(wrong)).ok();
        match (network, found) {
            (Some(network), Some((graph, name, notices, pattern))) => {
                if graph.ranks() > network.nodes() {
                    let wrong = MethodError::TooMany(graph.ranks(), network.nodes());
                    return Err(vec![problem("sizes", wrong.text())]);
                }
                let text = self.file.trim_start_matches('\u{feff}');
                let program = (self.source == FILE && read::is_trace(text)).then(|| String::from(text));
                Ok(MoptInput { pattern, program, ..MoptInput::new(Arc::new(graph), network, name, notices) })
            }
            _ => Err(problems),
        }
    }

    fn read_file(&self, limits: &MoptLimits) -> Result<Communication, Vec<Problem>> {
        if self.file.len() > limits.text {
            let most = limits.text >> 20;
            return Err(vec![problem(
                FILE,
                text!("This text is longer than {most} MiB.", "テキストが {most} MiB を超えています。"),
            )]);
        }
        let found = read::read(&self.file, None).map_err(|error| vec![problem(FILE, error.text())])?;
        let ranks = grouped(found.graph.ranks().into());
        let name = match self.file_name.trim() {
            "" => text!("A file, {ranks}", "ファイル、{ranks}"),
            name => Text::same(name.chars().take(60).collect::<String>()),
        };
        Ok((found.graph, name, found.notices, None))
    }

    fn make_pattern(&self, nodes: u32, limits: &MoptLimits) -> Result<Communication, Vec<Problem>> {
        let own = self.pattern(nodes, limits)?;
        let graph = own.graph().map_err(|error| {
            let field = match error.field() {
                "rows" => "class",
                "seed" => "pattern_seed",
                field => field,
            };
            vec![problem(field, error.text())]
        })?;
        let (label, ranks) = (pattern(&own.name), grouped(own.ranks.into()));
        let (en, ja) = (label.en, label.ja);
        Ok((graph, text!("{en}, {ranks}", "{ja}、{ranks}"), Vec::new(), Some(own)))
    }

    /// Method and options.
    fn method(&self, limits: &MoptLimits) -> Result<(Method, Options), Vec<Problem>> {
        let (fields, mut problems) = (self.fields(), Vec::new());
        let hops = self.word(&fields, "hops", &mut problems);
        let then = self.word(&fields, "then", &mut problems);
        let mut number = |id: &str| self.number(&fields, id, limits, &mut problems);
        let (starts, refine, seed) = (number("starts"), number("refine"), number("seed"));
        let method = Method::named(self.methods.trim());
        if method.is_none() {
            problems.push(problem("methods", text!("Choose at least one method.", "方法を 1 つ以上選んでください。")));
        }
        let hops = if hops == "torus" && self.kind == "torus" { Hops::Torus } else { Hops::Mesh };
        match method {
            Some(method) if problems.is_empty() => {
                let options =
                    Options { hops, starts: starts as u32, then_link: then == "link", refine: refine as u32, seed };
                Ok((method, options))
            }
            _ => Err(problems),
        }
    }

    /// The parts of a run. `input` is that of the same settings, if it is there already.
    ///
    /// # Errors
    /// All problems of the plan, in the order of its fields.
    pub fn build(&self, limits: &MoptLimits, input: Option<Arc<MoptInput>>) -> Result<MoptBuilt, Vec<Problem>> {
        let mut problems = Vec::new();
        let input = match input {
            Some(input) => Some(input),
            None => self.input(limits).map(Arc::new).map_err(|wrong| problems.extend(wrong)).ok(),
        };
        let method = self.method(limits).map_err(|wrong| problems.extend(wrong)).ok();
        let (Some(input), Some((method, options))) = (input, method) else { return Err(problems) };
        let parts = self.parts(&input, method, &options);
        Ok(MoptBuilt { parts, unit: self.unit(), input, method, options })
    }

    /// The settings of a run that matter, by which it is named.
    pub(super) fn parts(&self, input: &MoptInput, method: Method, options: &Options) -> Vec<MoptPart> {
        let mut parts = vec![
            MoptPart::new("input", input.name.clone()),
            MoptPart::new("network", Text::same(input.network.name())),
            MoptPart::new("method", method.label()),
        ];
        if self.source != FILE && Pattern::uses(&self.pattern, "bytes") {
            let bytes = self.bytes.trim();
            parts.push(MoptPart::new("bytes", text!("{bytes} B", "{bytes} B")));
        }
        if input.network.is_torus() {
            parts.push(MoptPart::new("hops", crate::view::definition(options.hops, &input.network)));
        }
        if method.objective().is_some() {
            let starts = options.starts;
            let starts_en = mcore_base::counted(starts.into(), "start", "starts");
            parts.push(MoptPart::new("starts", text!("{starts_en}", "試行 {starts} 回")));
            if options.then_link && starts > 1 {
                parts.push(MoptPart::new("then", text!("then MaxLink", "次に最大リンク")));
            }
        }
        if options.refine > 0 {
            let rounds = options.refine;
            parts.push(MoptPart::new("refine", text!("refined ({rounds})", "改良 {rounds} 回")));
        }
        if method == Method::Random {
            let seed = options.seed;
            parts.push(MoptPart::new("seed", text!("seed {seed}", "種 {seed}")));
        }
        parts
    }

    /// The bytes of a part, in which values are shown.
    fn unit(&self) -> Option<u64> {
        let counts = self.source != FILE && Pattern::uses(&self.pattern, "bytes");
        self.bytes.trim().parse().ok().filter(|bytes| counts && *bytes > 1)
    }
}

/// Traffic, its name, remarks, and the pattern.
type Communication = (crate::model::Graph, Text, Vec<Text>, Option<Pattern>);
