//! The methods, and a run of one in slices.

use super::bisect::Bisect;
use super::curves::{self, CurveError};
use super::graph::Graph;
use super::measure::Measures;
use super::merge::{Choice, Merge, Objective, Settings};
use super::network::{Hops, Network};
use super::refine::Refine;
use super::squeeze::squeeze;
use alloc::sync::Arc;
use alloc::vec::Vec;
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// Maximum number of starts.
pub const MAX_STARTS: u32 = 64;

/// A way to place ranks on nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Rank r on node r, x fastest.
    Xyz,
    /// Row by row, every second one backwards.
    Snake,
    /// Along the Z-order curve.
    Z,
    /// Along the Hilbert curve.
    Hilbert,
    Random,
    /// Recursive bisection.
    Bisect,
    /// The paper's method without an objective.
    None,
    /// The paper's method; each join makes CommCost small.
    Mincost,
    /// The paper's method; each join makes MaxLink small.
    Minlink,
    /// A map that a person has made.
    Own,
}

impl Method {
    /// The methods that place ranks by themselves.
    pub const ALL: [Self; 9] = [
        Self::Xyz,
        Self::None,
        Self::Mincost,
        Self::Minlink,
        Self::Snake,
        Self::Z,
        Self::Hilbert,
        Self::Random,
        Self::Bisect,
    ];

    /// The word of the command.
    pub fn word(self) -> &'static str {
        match self {
            Self::Xyz => "xyz",
            Self::Snake => "snake",
            Self::Z => "z",
            Self::Hilbert => "hilbert",
            Self::Random => "random",
            Self::Bisect => "bisect",
            Self::None => "none",
            Self::Mincost => "mincost",
            Self::Minlink => "minlink",
            Self::Own => "own",
        }
    }

    /// The method of a word; the map of a person has none.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.word() == word)
    }

    /// The name for people.
    pub fn label(self) -> Text {
        match self {
            Self::Xyz => text!("In order (XYZ)", "番号順（XYZ）"),
            Self::Snake => text!("Snake", "蛇行順"),
            Self::Z => text!("Z-order curve", "Z 順序曲線"),
            Self::Hilbert => text!("Hilbert curve", "ヒルベルト曲線"),
            Self::Random => text!("Random", "ランダム"),
            Self::Bisect => text!("Bisection", "再帰二分割"),
            Self::None => text!("MOPT none", "MOPT none（選択なし）"),
            Self::Mincost => text!("MOPT mincost", "MOPT mincost（コスト最小）"),
            Self::Minlink => text!("MOPT minlink", "MOPT minlink（最大リンク最小）"),
            Self::Own => text!("My map", "自分の配置"),
        }
    }

    /// The objective, if it is the paper's method.
    pub fn objective(self) -> Option<Objective> {
        match self {
            Self::None => Some(Objective::None),
            Self::Mincost => Some(Objective::Mincost),
            Self::Minlink => Some(Objective::Minlink),
            _ => None,
        }
    }
}

/// The options of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// The hops that a cost counts.
    pub hops: Hops,
    /// Starts of the paper's method, 1 to [`MAX_STARTS`].
    pub starts: u32,
    /// Starts whose costs differ by at most a thousandth are decided by MaxLink.
    pub then_link: bool,
    /// Rounds of refinement; 0 for none.
    pub refine: u32,
    /// Seed of the random map.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { hops: Hops::Mesh, starts: 1, then_link: false, refine: 0, seed: 1 }
    }
}

/// The reason why a method gives no map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MethodError {
    /// More ranks than nodes.
    TooMany(u32, u32),
    /// The curve is not defined.
    Curve(CurveError),
    /// A person's map does not make itself.
    Own,
}

impl MethodError {
    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::TooMany(ranks, nodes) => text!(
                "{ranks} ranks do not fit on {nodes} nodes; each node runs one rank.",
                "{ranks} ランクは {nodes} ノードに載りません。1 ノードに 1 ランクです。"
            ),
            Self::Curve(error) => error.text(),
            Self::Own => text!("Your own map is made by hand.", "自分の配置は手で作ります。"),
        }
    }
}

/// The result of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The node of each rank.
    pub map: Vec<u32>,
    pub measures: Measures,
    /// The start that is kept.
    pub start: u32,
    /// Ways tried in all starts.
    pub tried: u64,
    /// The joins of the start that is kept.
    pub choices: Vec<Choice>,
    /// The measures before the refinement, and the number of swaps.
    pub refined: Option<(Measures, u64)>,
    /// Whether the network was padded.
    pub padded: bool,
}

#[derive(Clone, Debug)]
enum Phase {
    Merge(alloc::boxed::Box<Merge>),
    Bisect(alloc::boxed::Box<Bisect>),
    Refine(alloc::boxed::Box<Refine>),
    Ended,
}

/// A start that has ended.
#[derive(Clone, Debug)]
struct Kept {
    map: Vec<u32>,
    measures: Measures,
    start: u32,
    choices: Vec<Choice>,
}

/// A run of a method in progress.
#[derive(Clone, Debug)]
pub struct Run {
    graph: Arc<Graph>,
    network: Network,
    method: Method,
    options: Options,
    phase: Phase,
    start: u32,
    kept: Vec<Kept>,
    tried: u64,
    terms: u64,
    outcome: Option<Outcome>,
    before: Option<Measures>,
}

impl Run {
    /// Begins.
    ///
    /// # Errors
    /// The method gives no map for these ranks and this network.
    pub fn new(graph: Arc<Graph>, network: &Network, method: Method, options: Options) -> Result<Self, MethodError> {
        let (ranks, nodes) = (graph.ranks(), network.nodes());
        if ranks > nodes {
            return Err(MethodError::TooMany(ranks, nodes));
        }
        let mut run = Self {
            graph,
            network: network.clone(),
            method,
            options,
            phase: Phase::Ended,
            start: 0,
            kept: Vec::new(),
            tried: 0,
            terms: 0,
            outcome: None,
            before: None,
        };
        let order = match method {
            Method::Xyz => Some((0..nodes).collect()),
            Method::Snake => Some(curves::snake(network)),
            Method::Z => Some(curves::z_order(network).map_err(MethodError::Curve)?),
            Method::Hilbert => Some(curves::hilbert(network).map_err(MethodError::Curve)?),
            Method::Random => Some(curves::random(network, options.seed)),
            Method::Own => return Err(MethodError::Own),
            Method::Bisect => {
                run.phase = Phase::Bisect(Bisect::new(run.graph.clone(), network).into());
                None
            }
            Method::None | Method::Mincost | Method::Minlink => {
                run.begin_start();
                None
            }
        };
        if let Some(mut map) = order {
            map.truncate(ranks as usize);
            run.keep(map, Vec::new());
            run.settle();
        }
        Ok(run)
    }

    /// Works for about `terms` terms; returns the result once it is there.
    pub fn step(&mut self, terms: u64) -> Option<&Outcome> {
        match &mut self.phase {
            Phase::Merge(merge) => {
                let before = merge.work();
                if merge.step(terms) {
                    let map = squeeze(merge.network(), &self.network, &merge.nodes());
                    let choices = merge.choices().to_vec();
                    self.tried += merge.tried();
                    self.terms += merge.work() - before;
                    self.keep(map, choices);
                    self.start += 1;
                    if self.start < self.options.starts {
                        self.begin_start();
                    } else {
                        self.settle();
                    }
                } else {
                    self.terms += merge.work() - before;
                }
            }
            Phase::Bisect(bisect) => {
                if bisect.step(terms) {
                    let map = bisect.map().to_vec();
                    self.keep(map, Vec::new());
                    self.settle();
                }
            }
            Phase::Refine(refine) => {
                if refine.step(terms) {
                    let (map, swaps) = (refine.map().to_vec(), refine.swaps());
                    self.end(map, swaps);
                }
            }
            Phase::Ended => {}
        }
        self.outcome.as_ref()
    }

    /// The terms that the paper's method has calculated so far.
    pub fn terms(&self) -> u64 {
        self.terms
    }

    /// The share of the work that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        let starts = f64::from(self.options.starts.max(1));
        match &self.phase {
            Phase::Merge(merge) => {
                // The last joins take most of the time: an iteration is as long as all before it.
                let within = (1.0 + f64::from(merge.iteration())) / (1.0 + f64::from(merge.network().nodes().ilog2()));
                (f64::from(self.start) + within * within) / starts
            }
            Phase::Bisect(bisect) => bisect.share(),
            Phase::Refine(_) | Phase::Ended => 1.0,
        }
    }

    fn begin_start(&mut self) {
        let objective = self.method.objective().unwrap_or(Objective::None);
        let settings = Settings { objective, hops: self.options.hops, start: self.start };
        self.phase = Phase::Merge(Merge::new(self.graph.clone(), &self.network, settings).into());
    }

    /// Keeps the map of a start if it may still win.
    fn keep(&mut self, map: Vec<u32>, choices: Vec<Choice>) {
        let measures = Measures::new(&self.graph, &self.network, &map);
        self.kept.push(Kept { map, measures, start: self.start, choices });
        let best = self.best();
        let least = self.value(&self.kept[best].measures);
        let (then, value) = (self.options.then_link, |kept: &Kept| self.value(&kept.measures));
        let stays: Vec<bool> =
            self.kept.iter().zip(0..).map(|(kept, at)| at == best || (then && near(value(kept), least))).collect();
        let mut stays = stays.into_iter();
        self.kept.retain(|_| stays.next().unwrap_or(false));
    }

    /// The objective's value.
    fn value(&self, measures: &Measures) -> u128 {
        match self.method {
            Method::Minlink => measures.busiest.bytes.into(),
            _ => measures.cost(self.options.hops),
        }
    }

    /// The start with the least value, the first of equal ones.
    fn best(&self) -> usize {
        let values = self.kept.iter().map(|kept| self.value(&kept.measures)).zip(0..);
        values.min().map_or(0, |(_, at)| at)
    }

    /// Chooses the start that is kept, and begins the refinement.
    fn settle(&mut self) {
        let best = self.best();
        let Some(least) = self.kept.get(best).map(|kept| self.value(&kept.measures)) else { return };
        let chosen = match self.options.then_link {
            true => {
                let among = self.kept.iter().zip(0..).filter(|(kept, _)| near(self.value(&kept.measures), least));
                among.map(|(kept, at)| (kept.measures.busiest.bytes, at)).min().map_or(best, |(_, at)| at)
            }
            false => best,
        };
        self.kept.swap(0, chosen);
        self.kept.truncate(1);
        let Some(kept) = self.kept.first() else { return };
        let map = kept.map.clone();
        if self.options.refine == 0 {
            self.end(map, 0);
            return;
        }
        self.before = Some(kept.measures);
        let objective = self.method.objective().unwrap_or(Objective::Mincost);
        let (hops, rounds) = (self.options.hops, self.options.refine);
        self.phase = Phase::Refine(Refine::new(self.graph.clone(), &self.network, map, objective, hops, rounds).into());
    }

    fn end(&mut self, map: Vec<u32>, swaps: u64) {
        self.phase = Phase::Ended;
        let Some(kept) = self.kept.pop() else { return };
        let measures = match self.before {
            Some(_) => Measures::new(&self.graph, &self.network, &map),
            None => kept.measures,
        };
        self.outcome = Some(Outcome {
            map,
            measures,
            start: kept.start,
            tried: self.tried,
            choices: kept.choices,
            refined: self.before.map(|before| (before, swaps)),
            padded: self.method.objective().is_some() && !self.network.is_power_of_two(),
        });
    }
}

/// Whether a value is at most a thousandth above the least one.
fn near(value: u128, least: u128) -> bool {
    value - least <= least / 1000
}
