//! A lesson: a question, the runs that answer it, and the insight.

use alloc::vec::Vec;
use mcore_base::Text;

/// A lesson; `R` describes a run of the mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson<R> {
    /// Its name in tests and links.
    pub name: &'static str,
    /// Its headline.
    pub title: Text,
    /// The question or the observation to make, before the runs.
    pub ask: Text,
    /// A hint; empty if there is none.
    pub hint: Text,
    /// The answers to choose from; none if the runs alone answer.
    pub answers: Vec<Text>,
    /// The right one of them.
    pub right: usize,
    /// The result that the runs show, with its figures.
    pub insight: Text,
    /// The runs: a short name and the description of each.
    pub runs: Vec<(Text, R)>,
}

impl<R> Lesson<R> {
    /// A lesson without answers to choose from.
    pub fn new(name: &'static str, title: Text, ask: Text, insight: Text, runs: Vec<(Text, R)>) -> Self {
        Self { name, title, ask, hint: Text::default(), answers: Vec::new(), right: 0, insight, runs }
    }

    /// The same lesson with answers to choose from, of which one is right.
    pub fn choice(self, answers: [Text; 2], right: usize) -> Self {
        Self { answers: answers.into(), right, ..self }
    }

    /// The same lesson with a hint.
    pub fn hint(self, hint: Text) -> Self {
        Self { hint, ..self }
    }
}
