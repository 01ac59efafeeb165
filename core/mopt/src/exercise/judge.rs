//! Judges a hand-in: maps are measured; a method is run first, in steps and under a budget of work.

use super::read::{Case, Exercise, Expect, HandIn, Limit, Measure};
use super::words::found;
use super::work::MoptWork;
use crate::model::read::read_map;
use crate::model::{Graph, Hops, Measures, Method, Options, Outcome, Run};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use mcore_base::Text;
use mcore_base::packs::{CaseVerdict as MoptCaseVerdict, Check as MoptCheck, Grade as MoptGrade, share};
use mcore_base::text;

/// Terms that a method may calculate in a case.
const MAX_TERMS: u64 = 20_000_000_000;
/// Terms of a step. The number of steps counts too, so that methods that calculate no terms end as well.
const STEP: u64 = 1 << 14;

/// A run that counts its work.
#[derive(Debug)]
struct Counted {
    run: Run,
    steps: u64,
}

impl Counted {
    fn new(graph: &Arc<Graph>, exercise: &Exercise, method: Method, options: Options) -> Result<Self, Text> {
        let run = Run::new(graph.clone(), &exercise.network, method, options).map_err(|error| error.text())?;
        Ok(Self { run, steps: 0 })
    }

    /// One step: the result, if it is there, or the reason why there is none.
    fn step(&mut self) -> Option<Result<Outcome, Text>> {
        self.steps += 1;
        if let Some(outcome) = self.run.step(STEP) {
            return Some(Ok(outcome.clone()));
        }
        (self.run.terms().max(self.steps * STEP) > MAX_TERMS).then(|| {
            Err(text!(
                "the method takes too much work; choose fewer starts or another method",
                "方法の計算量が多すぎます。試行回数を減らすか、別の方法を選んでください"
            ))
        })
    }
}

/// The methods that expectations compare with, and their measures: the same for every hand-in.
#[derive(Debug, Default)]
pub struct References {
    known: BTreeMap<(usize, Method), Result<Measures, Text>>,
    run: Option<Box<Counted>>,
}

impl References {
    /// Works for some steps; true once everything is there.
    pub fn advance(&mut self, exercise: &Exercise, steps: u64) -> bool {
        for _ in 0..steps {
            let Some(((case, method), graph, hops)) = self.next(exercise) else { return true };
            let run = match &mut self.run {
                Some(run) => run,
                None => match Counted::new(&graph, exercise, method, Options { hops, ..Options::default() }) {
                    Ok(run) => self.run.insert(Box::new(run)),
                    Err(why) => {
                        self.known.insert((case, method), Err(why));
                        continue;
                    }
                },
            };
            if let Some(found) = run.step() {
                self.known.insert((case, method), found.map(|outcome| outcome.measures));
                self.run = None;
            }
        }
        self.next(exercise).is_none()
    }

    /// The first method that is not known yet.
    fn next(&self, exercise: &Exercise) -> Option<((usize, Method), Arc<Graph>, Hops)> {
        exercise.cases.iter().enumerate().find_map(|(at, case)| {
            let (_, graph) = case.traffic.as_ref()?;
            let methods = case.expects.iter().filter_map(|expect| match expect.limit {
                Limit::Of(method, _) => Some(method),
                Limit::Fixed(_) => None,
            });
            let mut missing = methods.filter(|method| !self.known.contains_key(&(at, *method)));
            missing.next().map(|method| ((at, method), graph.clone(), case.hops))
        })
    }

    /// The limit of an expectation.
    fn limit(&self, case: usize, hops: Hops, expect: &Expect) -> Result<u128, Text> {
        match expect.limit {
            Limit::Fixed(most) => Ok(most.into()),
            Limit::Of(method, hundredths) => match self.known.get(&(case, method)) {
                Some(Ok(measures)) => Ok(value(measures, expect.measure, hops) * u128::from(hundredths) / 100),
                Some(Err(why)) => Err(why.clone()),
                None => Err(text!("the method to compare with was not run", "比べる方法が実行されていません")),
            },
        }
    }
}

/// The value of a measure.
fn value(measures: &Measures, measure: Measure, hops: Hops) -> u128 {
    match measure {
        Measure::Cost => measures.cost(hops),
        Measure::MaxLink => measures.busiest.bytes.into(),
    }
}

/// The judgement of a hand-in in progress.
#[derive(Debug)]
pub struct Judging {
    exercise: Arc<Exercise>,
    work: MoptWork,
    run: Option<Box<Counted>>,
    done: Vec<MoptCaseVerdict>,
}

impl Judging {
    /// Begins.
    pub fn new(exercise: Arc<Exercise>, work: MoptWork) -> Self {
        Self { exercise, work, run: None, done: Vec::new() }
    }

    /// Works for some steps; the grade, once it is there. The references must be complete.
    pub fn advance(&mut self, references: &References, steps: u64) -> Option<MoptGrade> {
        for _ in 0..steps {
            let at = self.done.len();
            let Some(case) = self.exercise.cases.get(at) else { break };
            if let Some(verdict) = judge_a_little(&self.exercise, (at, case), &self.work, &mut self.run, references) {
                self.run = None;
                self.done.push(verdict);
            }
        }
        let all = self.done.len() == self.exercise.cases.len();
        all.then(|| MoptGrade::new(self.done.clone(), self.exercise.max_points()))
    }
}

/// One step of the judgement of a case; the verdict, once it is there.
fn judge_a_little(
    exercise: &Exercise,
    (at, case): (usize, &Case),
    work: &MoptWork,
    run: &mut Option<Box<Counted>>,
    references: &References,
) -> Option<MoptCaseVerdict> {
    let unjudged = MoptCaseVerdict::unjudged(&case.name, case.visible, case.max_points());
    let Some((_, graph)) = &case.traffic else { return Some(unjudged) };
    let refused = |why: Text| Some(unjudged.clone().refused(why));
    let measured = |map: &[u32], measures: &Measures| {
        let verdict = verdict(exercise, (at, case), graph, map, measures, references);
        match verdict {
            Ok((checks, points)) => Some(MoptCaseVerdict {
                judged: true,
                passed: checks.iter().take(case.expects.len()).all(|check| check.passed),
                points,
                checks,
                ..unjudged.clone()
            }),
            Err(why) => refused(why),
        }
    };
    if let Some(map) = work.map_of(exercise, at) {
        return match read_map(map, &exercise.network, graph.ranks()) {
            Ok(map) => measured(&map, &Measures::new(graph, &exercise.network, &map)),
            Err(error) => {
                let Text { en, ja } = error.text();
                refused(text!("the map: {en}", "配置: {ja}"))
            }
        };
    }
    let Some(method) = work.method_of(exercise) else {
        return refused(match exercise.hand_in {
            HandIn::Map => text!("there is no map for this case", "このケースの配置がありません"),
            HandIn::Method => text!("there is no method", "方法がありません"),
            HandIn::Either => {
                text!("there is no map for this case, and no method", "このケースの配置も、方法もありません")
            }
        });
    };
    let run = match run {
        Some(run) => run,
        None => {
            let begun =
                method.options(case.hops).and_then(|(method, options)| Counted::new(graph, exercise, method, options));
            match begun {
                Ok(begun) => run.insert(Box::new(begun)),
                Err(why) => return refused(why),
            }
        }
    };
    match run.step()? {
        Ok(outcome) => measured(&outcome.map, &outcome.measures),
        Err(why) => refused(why),
    }
}

/// The checks of a case: its expectations, and then the best step of each measure in its table; and the points.
fn verdict(
    exercise: &Exercise,
    (at, case): (usize, &Case),
    graph: &Graph,
    map: &[u32],
    measures: &Measures,
    references: &References,
) -> Result<(Vec<MoptCheck>, u32), Text> {
    let text = |measure, asked| found(graph, &exercise.network, map, measures, measure, (case.hops, asked));
    let mut checks = Vec::new();
    let count = case.expects.len().max(1) as u32;
    for (expect, number) in case.expects.iter().zip(0u32..) {
        let asked = references.limit(at, case.hops, expect)?;
        let passed = value(measures, expect.measure, case.hops) <= asked;
        // The points are shared evenly; the shares add up to them.
        let of = share(case.points, number, count);
        let points = if passed { of } else { 0 };
        checks.push(MoptCheck { passed, points, of, text: text(expect.measure, asked) });
    }
    for (_, measure) in Measure::ALL {
        let own = value(measures, measure, case.hops);
        let steps = || case.table.iter().filter(|step| step.measure == measure);
        let Some(last) = steps().next_back() else { continue };
        let best = steps().rfind(|step| own <= step.at_most.into());
        let passed = best == Some(last);
        let points = best.map_or(0, |step| step.points);
        // The next step that is wanted, or the last one.
        let wanted = steps().find(|step| own > step.at_most.into()).unwrap_or(last);
        checks.push(MoptCheck { passed, points, of: last.points, text: text(measure, wanted.at_most.into()) });
    }
    let points = checks.iter().map(|check| check.points).sum();
    Ok((checks, points))
}
