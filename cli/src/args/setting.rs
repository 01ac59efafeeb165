//! Options made from the settings of a mode: names, defaults, words and limits are those of its plan.

use super::{number, wanted};
use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use mcore::base::Text;
use mcore::mode::{Field, Kind, Plan, Problem};
use std::any::TypeId;
use std::cell::RefCell;

thread_local! {
    /// The settings of the plan that was asked for last: each start of the command asks for all of them, one by one.
    static FIELDS: RefCell<Option<(TypeId, Vec<Field>)>> = const { RefCell::new(None) };
}

/// A setting of a plan.
pub fn field<P: Plan + 'static>(id: &'static str) -> Field {
    let found = FIELDS.with_borrow_mut(|kept| {
        let plan = TypeId::of::<P>();
        if kept.as_ref().is_none_or(|(of, _)| *of != plan) {
            *kept = Some((plan, P::default().fields()));
        }
        kept.as_ref().and_then(|(_, fields)| fields.iter().find(|field| field.id == id).cloned())
    });
    // The tests of the options check that each setting exists.
    found.unwrap_or_else(|| Field::new("", id, Text::same(id), Kind::Line))
}

/// Its value if the option is absent.
pub fn usual<P: Plan + 'static>(id: &'static str) -> &'static str {
    field::<P>(id).usual
}

/// Its words, as values of the option.
pub fn words<P: Plan + 'static>(id: &'static str) -> PossibleValuesParser {
    PossibleValuesParser::new(field::<P>(id).option_words())
}

/// A whole number within its limits.
pub fn whole<P: Plan + 'static>(id: &'static str, text: &str) -> Result<u64, String> {
    field::<P>(id).check(number(text)).map_err(wanted)
}

/// The first problem of a plan. A plan that cannot be built has at least one.
pub fn first(problems: Vec<Problem>, text: impl FnOnce(Problem) -> Text) -> Failure {
    problems.into_iter().next().map_or(Failure::Reported, |problem| text(problem).into())
}
