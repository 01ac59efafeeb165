//! The settings of the mode, and its runs in slices.

use super::model::Count;
use alloc::{string::String, vec, vec::Vec};
use mcore_base::text;
use mcore_mode::{Field, Kind, Mode, Never, Out, Plan, Problem, Refusal, Turn};
use serde::{Deserialize, Serialize};

/// The group of the form's only field.
pub const DEMO_NUMBERS: &str = "numbers";
const LIMIT: &str = "limit";

mcore_mode::plan! {
    /// A run as the form describes it.
    pub struct DemoPlan {
        /// Prime numbers below this number are counted.
        limit = "1000",
    }
}

impl Plan for DemoPlan {
    fn fields(&self) -> Vec<Field> {
        let label = text!("Numbers below", "数の上限");
        vec![
            Field::new(DEMO_NUMBERS, LIMIT, label, Kind::Whole { least: 2, most: 10_000_000 }).option(LIMIT, "1000"),
        ]
    }

    fn get(&self, id: &str) -> String {
        self.text(id).cloned().unwrap_or_default()
    }

    fn set(&mut self, id: &str, value: &str) {
        if let Some(text) = self.text_mut(id) {
            *text = value.into();
        }
    }
}

impl DemoPlan {
    fn count(&self) -> Result<Count, Vec<Problem>> {
        let limit = self.fields().iter().try_fold(0, |_, field| field.whole(&self.limit));
        limit.map(Count::new).map_err(|problem| vec![problem])
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoResult {
    /// Numbers below this one.
    pub limit: u64,
    /// The prime numbers among them.
    pub primes: u64,
}

/// The mode. It has no machine to show: it only runs lists.
#[derive(Debug, Default)]
pub struct Demo;

impl Mode for Demo {
    type Plan = DemoPlan;
    type Command = Never;
    type News = Never;
    type Frame = Never;
    type Row = DemoResult;
    type Job = Count;

    fn check(&self, plan: &DemoPlan) -> Result<u64, Vec<Problem>> {
        plan.count().map(|_| 0)
    }

    fn begin(&mut self, plan: DemoPlan) -> Result<Count, Vec<Problem>> {
        plan.count()
    }

    fn step(&mut self, job: &mut Count, numbers: u64) -> Result<Turn<DemoResult>, Vec<Problem>> {
        Ok(if job.advance(numbers) {
            Turn::Continues(Some((job.next, job.next as f64 / job.limit as f64)))
        } else {
            Turn::Ended(DemoResult { limit: job.limit, primes: job.primes })
        })
    }

    fn command(&mut self, command: Never, _out: &mut Out<Never>) -> Result<(), Refusal> {
        match command {}
    }
}
