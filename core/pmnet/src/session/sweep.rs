//! A sweep of one property of a memory system: the runs of a list.

use super::plan::PmnetPlan;
use crate::model::sweep::{Property, properties, values};
use crate::model::{Dat, Graph};
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of values of a sweep in a page.
const MAX_VALUES: usize = 64;

/// The properties of a memory system that can be varied, such as `L3.capacity`.
pub fn pmnet_properties(dat: &Dat) -> Vec<String> {
    properties(dat)
}

/// A plan for each value of a property, in the order of the values.
///
/// # Errors
/// There is no such property, a value is no number, or the memory system cannot have it.
pub fn pmnet_sweep(plan: &PmnetPlan, dat: &Dat, property: &str, list: &str) -> Result<Vec<(f64, PmnetPlan)>, Text> {
    let property = Property::read(property, dat)?;
    let all = values(list).filter(|all| all.len() <= MAX_VALUES).ok_or_else(|| {
        text!(
            "Write up to {MAX_VALUES} values with commas between, for example 64K,128K,256K.",
            "値を {MAX_VALUES} 個までカンマで区切って書いてください。例: 64K,128K,256K"
        )
    })?;
    let one = |value: f64| {
        let dat = property.set(dat, value)?;
        Graph::new(&dat).map_err(|errors| errors.first().map(|error| error.text()).unwrap_or_default())?;
        Ok((value, PmnetPlan { dat: dat.to_json(), ..plan.clone() }))
    };
    all.into_iter().map(one).collect()
}
