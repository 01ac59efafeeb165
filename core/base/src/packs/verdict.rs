//! The verdict on a hand-in of a kind that measures it: checks with shares of the points, by case.

use crate::Text;
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// An expectation of a case, and how far it is met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// It is met.
    pub passed: bool,
    pub points: u32,
    /// Maximum points for it.
    pub of: u32,
    /// The value that was found, the limit, and the place.
    pub text: Text,
}

/// The verdict on a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseVerdict {
    pub name: Text,
    /// False if students see only whether it passes.
    pub visible: bool,
    /// False if this pack does not have the contents of the case.
    pub judged: bool,
    /// Every expectation is met.
    pub passed: bool,
    pub points: u32,
    /// Maximum points.
    pub of: u32,
    /// Why nothing was judged.
    pub refused: Option<Text>,
    /// The expectations.
    pub checks: Vec<Check>,
}

impl CaseVerdict {
    /// The verdict on a case of which this pack has only the name.
    pub fn unjudged(name: &Text, visible: bool, of: u32) -> Self {
        Self {
            name: name.clone(),
            visible,
            judged: false,
            passed: false,
            points: 0,
            of,
            refused: None,
            checks: Vec::new(),
        }
    }

    /// Marks the hand-in as one that could not be judged, with the reason.
    #[must_use]
    pub fn refused(self, why: Text) -> Self {
        Self { judged: true, refused: Some(why), ..self }
    }
}

/// The verdict on a hand-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// Every case that was judged has passed, and at least one was judged.
    pub passed: bool,
    pub points: u32,
    /// Maximum points.
    pub of: u32,
    /// The cases in the order of the exercise.
    pub cases: Vec<CaseVerdict>,
}

impl Grade {
    /// The grade of these cases, for which there are `of` points.
    pub fn new(cases: Vec<CaseVerdict>, of: u32) -> Self {
        let mut judged = cases.iter().filter(|case| case.judged).peekable();
        Self {
            passed: judged.peek().is_some() && judged.all(|case| case.passed),
            points: cases.iter().map(|case| case.points).sum(),
            of,
            cases,
        }
    }

    /// The verdicts as claims of a hand-in file.
    pub fn claims(&self) -> Vec<Claim> {
        let judged = self.cases.iter().filter(|case| case.judged);
        judged.map(|case| Claim { case: case.name.en.clone(), passed: case.passed, points: case.points }).collect()
    }

    /// True if a hand-in file claims other results than were found.
    pub fn differs_from(&self, claims: &[Claim]) -> bool {
        claims.iter().any(|own| {
            let same = |case: &&CaseVerdict| case.judged && case.name.en == own.case;
            self.cases.iter().find(same).is_some_and(|case| (case.passed, case.points) != (own.passed, own.points))
        })
    }
}

/// A verdict as the page showed it at the time of the hand-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// English name of the case.
    pub case: String,
    pub passed: bool,
    /// Points reached.
    pub points: u32,
}

/// The share of an expectation in the points of its case; the shares of all of them add up to the points.
pub fn share(points: u32, number: u32, count: u32) -> u32 {
    let count = u64::from(count.max(1));
    let until = |number: u32| u64::from(points) * u64::from(number) / count;
    (until(number + 1) - until(number)) as u32
}
