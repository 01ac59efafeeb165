//! The mapping mode for a page: commands in, updates out, methods in slices that their owner sizes by its clock.

mod exercise;
mod fields;
mod lessons;
mod limits;
mod plan;
mod protocol;

pub use exercise::{MoptExerciseView, MoptGraded, MoptHandIn, MoptTakes};
pub use fields::{
    COMMUNICATION as MOPT_COMMUNICATION, METHODS as MOPT_METHODS, MORE as MOPT_MORE, NETWORK as MOPT_NETWORK,
};
pub use lessons::{mopt_lesson, mopt_lessons, mopt_paper_plans};
pub use limits::MoptLimits;
pub use plan::{MoptBuilt, MoptPlan};
pub use protocol::{MoptAct, MoptCommand, MoptNews, MoptOwnAct, MoptSave, MoptUpdate};

use crate::model::measure::loads;
use crate::model::merge::Settings;
use crate::model::program::c_program;
use crate::model::read::{read_map, write_map};
use crate::model::{Measures, Method, Network, Objective, Options, Outcome, OwnMap, Run};
use crate::view::{
    MOPT_OWN, MoptChip, MoptDifference, MoptHandover, MoptHistogram, MoptInput, MoptJson, MoptLink, MoptLinks,
    MoptLoads, MoptMatrix, MoptOwnView, MoptPair, MoptResult, MoptShape, MoptStep, MoptTasks, merge_up_to,
};
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::{boxed::Box, format, vec, vec::Vec};
use mcore_base::text;
use mcore_mode::{Mode, Never, Out, Problem, Refusal, Session, Turn};

/// Terms of a unit of work.
const TERMS: u64 = 2000;

/// The map of a result.
struct Kept {
    built: MoptBuilt,
    outcome: Outcome,
}

/// The map that a person makes.
struct Own {
    plan: MoptPlan,
    input: Arc<MoptInput>,
    map: OwnMap,
    options: Options,
}

/// A run of a list.
pub struct MoptJob {
    built: MoptBuilt,
    run: Run,
}

/// The state of the mode: the maps of results, and the own map.
#[derive(Default)]
pub struct Mopt {
    kept: BTreeMap<u32, Kept>,
    last: u32,
    own: Option<Own>,
    /// The last input, which the next run of a list usually shares.
    known: Option<(MoptPlan, Arc<MoptInput>)>,
    exercise: Option<exercise::Open>,
}

/// The session.
pub type MoptSession = Session<Mopt>;

type News = Out<MoptNews>;

/// A map with its input.
struct Shown<'a> {
    input: &'a MoptInput,
    map: &'a [u32],
    unit: Option<u64>,
}

fn no_map() -> Refusal {
    Refusal::Problems(vec![Problem::new("map", text!("This map is no longer there.", "この配置はもうありません。"))])
}

impl Mode for Mopt {
    type Plan = MoptPlan;
    type Command = MoptAct;
    type News = MoptNews;
    type Frame = Never;
    type Row = MoptResult;
    type Job = MoptJob;

    fn check(&self, plan: &MoptPlan) -> Result<u64, Vec<Problem>> {
        let mut problems = Vec::new();
        let plans = plan.each();
        // Every method is checked, and the list must not be empty.
        let first = plans.first().unwrap_or(plan);
        let input = self.known_input(first);
        match first.build(&MoptLimits::PAGE, input) {
            Ok(built) => {
                for plan in &plans {
                    match plan.build(&MoptLimits::PAGE, Some(built.input.clone())) {
                        Ok(built) => problems.extend(begin(built).err()),
                        Err(wrong) => problems.extend(wrong),
                    }
                }
            }
            Err(wrong) => problems.extend(wrong),
        }
        if problems.is_empty() { Ok(0) } else { Err(problems) }
    }

    fn begin(&mut self, plan: MoptPlan) -> Result<MoptJob, Vec<Problem>> {
        let built = plan.build(&MoptLimits::PAGE, self.known_input(&plan))?;
        self.known = Some((plan, built.input.clone()));
        begin(built).map_err(|problem| vec![problem])
    }

    fn step(&mut self, job: &mut MoptJob, part: u64) -> Result<Turn<MoptResult>, Vec<Problem>> {
        let Some(outcome) = job.run.step(part.saturating_mul(TERMS)).cloned() else {
            return Ok(Turn::Continues(Some((job.run.terms(), job.run.share()))));
        };
        self.last += 1;
        let built = job.built.clone();
        let result =
            MoptResult::new(self.last, &built.input, built.method, built.options.hops, built.parts.clone(), &outcome);
        self.kept.insert(self.last, Kept { built, outcome });
        Ok(Turn::Ended(result))
    }

    fn open(&mut self, plan: &MoptPlan, out: &mut News) -> Result<(), Refusal> {
        let single = plan.each().into_iter().next().unwrap_or_else(|| plan.clone());
        let built = single.build(&MoptLimits::PAGE, self.known_input(plan))?;
        let order = (0..built.input.graph.ranks()).collect();
        let map = OwnMap::new(built.input.graph.clone(), &built.input.network, order);
        out.emit(MoptNews::Opened(Box::new(MoptShape::new(&built.input))));
        self.known = Some((plan.clone(), built.input.clone()));
        self.own = Some(Own { plan: plan.clone(), input: built.input, map, options: built.options });
        self.show_own(out);
        Ok(())
    }

    fn command(&mut self, command: MoptAct, out: &mut News) -> Result<(), Refusal> {
        match command {
            MoptAct::Own(act) => self.change_own(act, out),
            MoptAct::Forget(ids) => {
                ids.iter().for_each(|id| {
                    self.kept.remove(id);
                });
                Ok(())
            }
            MoptAct::Exercise { folder, files } => {
                let open = exercise::Open::new(&folder, &files)?;
                out.emit(MoptNews::Exercise(Box::new(open.view())));
                self.exercise = Some(open);
                Ok(())
            }
            MoptAct::Judge(hand_in) => self.exercise.as_mut().ok_or_else(Refusal::no_exercise)?.judge(*hand_in),
            command => self.look(command).map(|news| out.emit(news)),
        }
    }

    fn pause(&mut self) {
        if let Some(open) = &mut self.exercise {
            open.stop();
        }
    }

    fn is_busy(&self) -> bool {
        self.exercise.as_ref().is_some_and(exercise::Open::is_busy)
    }

    fn slice(&mut self, part: u64, out: &mut News) {
        if let Some(graded) = self.exercise.as_mut().and_then(|open| open.slice(part)) {
            out.emit(MoptNews::Graded(Box::new(graded)));
        }
    }
}

/// Begins a run.
fn begin(built: MoptBuilt) -> Result<MoptJob, Problem> {
    let run = Run::new(built.input.graph.clone(), &built.input.network, built.method, built.options);
    let run = run.map_err(|error| Problem::new("methods", error.text()))?;
    Ok(MoptJob { built, run })
}

impl Mopt {
    /// The last input if a plan has the same.
    fn known_input(&self, plan: &MoptPlan) -> Option<Arc<MoptInput>> {
        self.known.as_ref().filter(|(known, _)| known.same_input(plan)).map(|(_, input)| input.clone())
    }

    /// A map by its number.
    fn shown(&self, id: u32) -> Result<Shown<'_>, Refusal> {
        if id == MOPT_OWN {
            let own = self.own.as_ref().ok_or(Refusal::NotOpen)?;
            return Ok(Shown { input: &own.input, map: own.map.map(), unit: None });
        }
        let kept = self.kept.get(&id).ok_or_else(no_map)?;
        Ok(Shown { input: &kept.built.input, map: &kept.outcome.map, unit: kept.built.unit })
    }

    fn loads(&self, id: u32) -> Result<Vec<u64>, Refusal> {
        let shown = self.shown(id)?;
        Ok(match &self.own {
            Some(own) if id == MOPT_OWN => own.map.loads().to_vec(),
            _ => loads(&shown.input.graph, &shown.input.network, shown.map),
        })
    }

    /// The maps with these numbers that belong to the same network.
    fn maps(&self, ids: &[u32], network: &Network) -> Result<Vec<&[u32]>, Refusal> {
        ids.iter().map(|id| self.shown(*id)).map(|shown| shown.and_then(|shown| same_network(shown, network))).collect()
    }

    /// Answers a command that changes nothing.
    fn look(&self, command: MoptAct) -> Result<MoptNews, Refusal> {
        Ok(match command {
            MoptAct::Own(_) | MoptAct::Forget(_) | MoptAct::Exercise { .. } | MoptAct::Judge(_) => {
                return Err(Refusal::NotOpen);
            }
            MoptAct::Loads(id) => {
                MoptNews::Loads(Box::new(MoptLoads::new(id, self.shown(id)?.input, &self.loads(id)?)))
            }
            MoptAct::Links(id) => {
                MoptNews::Links(Box::new(MoptLinks::new(id, self.shown(id)?.input, &self.loads(id)?)))
            }
            MoptAct::Link { id, link, ways } => {
                let shown = self.shown(id)?;
                let maps = self.maps(&ways, &shown.input.network)?;
                MoptNews::Link(Box::new(MoptLink::new(id, shown.input, shown.map, &maps, link)))
            }
            MoptAct::Pair { from, to, ways } => {
                let first = self.shown(ways.first().copied().unwrap_or(MOPT_OWN))?;
                let maps = self.maps(&ways, &first.input.network)?;
                MoptNews::Pair(Box::new(MoptPair::new(first.input, &maps, from, to)))
            }
            MoptAct::Histogram { ids, part } => {
                let first = self.shown(ids.first().copied().unwrap_or(MOPT_OWN))?;
                self.maps(&ids, &first.input.network)?;
                let loads = ids.iter().map(|id| self.loads(*id)).collect::<Result<Vec<_>, _>>()?;
                let loads: Vec<&[u64]> = loads.iter().map(Vec::as_slice).collect();
                let part = part.filter(|part| *part > 0);
                MoptNews::Histogram(Box::new(MoptHistogram::new(&ids, first.input, &loads, part)))
            }
            MoptAct::Matrix { id, grouped, from, count } => {
                let shown = self.shown(id)?;
                let ranks = shown.input.graph.ranks();
                let order = match self.kept.get(&id).filter(|kept| grouped && !kept.outcome.choices.is_empty()) {
                    Some(kept) => {
                        let merge = merge_up_to(&kept.built.input, settings(kept), &kept.outcome.choices, usize::MAX);
                        merge.tasks(0).iter().copied().filter(|task| *task < ranks).collect()
                    }
                    None => (0..ranks).collect::<Vec<_>>(),
                };
                MoptNews::Matrix(Box::new(MoptMatrix::new(shown.input, &order, from, count)))
            }
            MoptAct::Tasks { id, least } => MoptNews::Tasks(Box::new(MoptTasks::new(self.shown(id)?.input, least))),
            MoptAct::Step { id, join } => {
                let kept = self.kept.get(&id).ok_or_else(no_map)?;
                let unit = self.shown(id)?.unit;
                let step = MoptStep::new(id, &kept.built.input, settings(kept), &kept.outcome.choices, join, unit);
                MoptNews::Step(Box::new(step.ok_or_else(no_join)?))
            }
            MoptAct::Groups { id, iteration } => {
                let kept = self.kept.get(&id).ok_or_else(no_map)?;
                let nodes = kept.outcome.choices.len() as u32 + 1;
                if nodes == 1 || iteration > nodes.ilog2() {
                    return Err(no_join());
                }
                let before = nodes - (nodes >> iteration);
                let merge = merge_up_to(&kept.built.input, settings(kept), &kept.outcome.choices, before as usize);
                let groups = merge.groups().iter().copied().take(kept.built.input.graph.ranks() as usize).collect();
                MoptNews::Groups(id, iteration, groups)
            }
            MoptAct::Difference(a, b) => {
                self.maps(&[b], &self.shown(a)?.input.network)?;
                MoptNews::Difference(Box::new(MoptDifference::new([a, b], &self.loads(a)?, &self.loads(b)?)))
            }
            MoptAct::Save(id, form) => self.save(id, form)?,
            MoptAct::Handover(ids) => self.handover(&ids)?,
            MoptAct::Chip(id) => MoptNews::Chip(Box::new(self.chip(id)?)),
        })
    }

    fn handover(&self, ids: &[u32]) -> Result<MoptNews, Refusal> {
        let first = self.shown(ids.first().copied().unwrap_or(MOPT_OWN))?;
        let network = &first.input.network;
        let maps = self.maps(ids, network)?;
        let trace = first.input.trace().ok_or_else(|| {
            let wrong = text!("The communication is too long for a trace.", "通信が長すぎるためトレースにできません。");
            Refusal::Problems(vec![Problem::new("trace", wrong)])
        })?;
        Ok(MoptNews::Handover(Box::new(MoptHandover {
            trace,
            kind: network.kind().into(),
            sizes: network.sizes_text(),
            maps: ids.iter().zip(maps).map(|(id, map)| (*id, write_map(map, network))).collect(),
        })))
    }

    fn chip(&self, id: u32) -> Result<MoptChip, Refusal> {
        let shown = self.shown(id)?;
        let network = &shown.input.network;
        let size = |at: usize| network.sizes().get(at).and_then(|size| u8::try_from(*size).ok());
        let sizes = size(0).zip(size(1)).filter(|_| network.dims() == 2 && !network.is_torus());
        let (width, height) = sizes.ok_or_else(|| {
            let wrong = text!(
                "The chip is a mesh of two dimensions with at most 255 columns and rows.",
                "チップは 2 次元のメッシュで、列も行も 255 までです。"
            );
            Refusal::Problems(vec![Problem::new("chip", wrong)])
        })?;
        let mut map = shown.map.to_vec();
        let mut free = vec![true; network.nodes() as usize];
        map.iter().filter_map(|node| free.get_mut(*node as usize).map(|free| *free = false)).for_each(drop);
        map.extend((0u32..).zip(&free).filter(|(_, free)| **free).map(|(node, _)| node));
        let program = c_program(&shown.input.graph);
        Ok(MoptChip { width, height, map: write_map(&map, network), program })
    }

    fn save(&self, id: u32, form: MoptSave) -> Result<MoptNews, Refusal> {
        let shown = self.shown(id)?;
        let method = self.kept.get(&id).map_or(Method::Own, |kept| kept.built.method);
        let name = format!("{}-{}", method.word(), shown.input.network.sizes_text());
        Ok(match form {
            MoptSave::Map => MoptNews::Saved(format!("{name}.map"), write_map(shown.map, &shown.input.network)),
            MoptSave::Links => {
                MoptNews::Saved(format!("{name}-links.csv"), MoptLinks::csv(shown.input, &self.loads(id)?))
            }
            MoptSave::Json => {
                let json = match (self.kept.get(&id), &self.own) {
                    (Some(kept), _) => MoptJson::new(&kept.built.input, method, &kept.built.options, &kept.outcome),
                    (None, Some(own)) => {
                        MoptJson::new(&own.input, method, &own.options, &by_hand(&own.input, own.map.map()))
                    }
                    (None, None) => return Err(Refusal::NotOpen),
                };
                MoptNews::Saved(format!("{name}.json"), json.text() + "\n")
            }
        })
    }

    fn change_own(&mut self, act: MoptOwnAct, out: &mut News) -> Result<(), Refusal> {
        let start = match &act {
            MoptOwnAct::Start(id) => Some(self.kept.get(id).ok_or_else(no_map)?),
            _ => None,
        };
        let own = self.own.as_mut().ok_or(Refusal::NotOpen)?;
        let ranks = own.input.graph.ranks();
        let mut begin = |map| own.map = OwnMap::new(own.input.graph.clone(), &own.input.network, map);
        match act {
            MoptOwnAct::Start(_) => {
                let same = start.filter(|kept| {
                    kept.built.input.network == own.input.network && kept.outcome.map.len() == ranks as usize
                });
                let map = same.map(|kept| kept.outcome.map.clone()).ok_or_else(|| {
                    let wrong = text!("That map belongs to another network.", "その配置は別のネットワークのものです。");
                    Refusal::Problems(vec![Problem::new("map", wrong)])
                })?;
                begin(map);
            }
            MoptOwnAct::Order => begin((0..ranks).collect()),
            MoptOwnAct::Read(text) => {
                let map = read_map(&text, &own.input.network, ranks);
                begin(map.map_err(|error| Refusal::Problems(vec![Problem::new("map", error.text())]))?);
            }
            MoptOwnAct::Preview(rank, node) => {
                let (hops, can) = (own.options.hops, own.map.can());
                let measures = own.map.preview(rank, node).ok_or_else(no_map)?;
                out.emit(MoptNews::Own(Box::new(MoptOwnView::preview(&own.input, &measures, hops, can))));
                return Ok(());
            }
            MoptOwnAct::Put(rank, node) => {
                own.map.put(rank, node);
            }
            MoptOwnAct::Undo => {
                own.map.undo();
            }
            MoptOwnAct::Redo => {
                own.map.redo();
            }
        }
        self.show_own(out);
        Ok(())
    }

    fn show_own(&self, out: &mut News) {
        if let Some(own) = &self.own {
            let view =
                MoptOwnView::new(&own.input, &own.map.measures(), own.options.hops, own.map.map(), own.map.can());
            out.emit(MoptNews::Own(Box::new(view)));
        }
    }

    /// The plan of the own map, if its input is open.
    pub fn own_plan(&self) -> Option<&MoptPlan> {
        self.own.as_ref().map(|own| &own.plan)
    }
}

fn no_join() -> Refusal {
    Refusal::Problems(vec![Problem::new("step", text!("There is no such join.", "その結合はありません。"))])
}

fn same_network<'a>(shown: Shown<'a>, network: &Network) -> Result<&'a [u32], Refusal> {
    match shown.input.network == *network {
        true => Ok(shown.map),
        false => {
            let wrong = text!("The maps belong to different networks.", "配置のネットワークが異なります。");
            Err(Refusal::Problems(vec![Problem::new("map", wrong)]))
        }
    }
}

/// The settings with which the joins of a result are made again.
fn settings(kept: &Kept) -> Settings {
    let objective = kept.built.method.objective().unwrap_or(Objective::None);
    Settings { objective, hops: kept.built.options.hops, start: kept.outcome.start }
}

/// A map made by hand as the result of a method.
fn by_hand(input: &MoptInput, map: &[u32]) -> Outcome {
    Outcome {
        map: map.to_vec(),
        measures: Measures::new(&input.graph, &input.network, map),
        start: 0,
        tried: 0,
        choices: Vec::new(),
        refined: None,
        padded: false,
    }
}
