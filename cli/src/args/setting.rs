//! Options made from the settings of a mode: names, defaults, words and limits are those of its plan.

use super::{number, wanted};
use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use mcore::base::Text;
use mcore::mode::{Field, Kind, Plan, Problem};

/// A setting of a plan.
pub fn field<P: Plan>(id: &'static str) -> Field {
    // The tests of the options check that each setting exists.
    P::default().field(id).unwrap_or_else(|| Field::new("", id, Text::same(id), Kind::Line))
}

/// Its value if the option is absent.
pub fn usual<P: Plan>(id: &'static str) -> &'static str {
    field::<P>(id).usual
}

/// Its words, as values of the option.
pub fn words<P: Plan>(id: &'static str) -> PossibleValuesParser {
    PossibleValuesParser::new(field::<P>(id).option_words())
}

/// A whole number within its limits.
pub fn whole<P: Plan>(id: &'static str, text: &str) -> Result<u64, String> {
    field::<P>(id).check(number(text)).map_err(wanted)
}

/// The first problem of a plan. A plan that cannot be built has at least one.
pub fn first(problems: Vec<Problem>, text: impl FnOnce(Problem) -> Text) -> Failure {
    problems.into_iter().next().map_or(Failure::Reported, |problem| text(problem).into())
}
