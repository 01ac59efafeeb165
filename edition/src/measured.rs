//! Exercises with maps and with scripts of verbs: a hidden case keeps its name, its size and its points.

use mcore::modes::{mopt, tca};
use mcore::packs::{PackError, PackFile};
use toml::{Table, Value};

/// Hides the cases of an exercise with maps.
pub fn hide_maps(folder: &str, top: &mut Table, files: &[PackFile], _secret: &str) -> Result<(), PackError> {
    let exercise = mopt::exercise::read_exercise(folder, files)?;
    let numbers = |case: &mopt::exercise::Case| vec![("ranks", case.ranks), ("points", case.max_points())];
    let known = exercise.cases.iter().map(|case| (!case.visible).then(|| numbers(case)));
    hide_cases(top, &["name", "visible", "hops"], known);
    Ok(())
}

/// Hides the cases of an exercise with scripts of verbs.
pub fn hide_scripts(folder: &str, top: &mut Table, files: &[PackFile], _secret: &str) -> Result<(), PackError> {
    let exercise = tca::exercise::read_exercise(folder, files)?;
    let known = exercise.cases.iter().map(|case| (!case.visible).then(|| vec![("points", case.points)]));
    hide_cases(top, &["name", "visible"], known);
    Ok(())
}

/// Leaves each hidden case of an `exercise.toml` the keys `kept`, and sets the numbers that students may know. `cases` has
/// these numbers for a hidden case, and none for a visible one.
fn hide_cases(top: &mut Table, kept: &[&str], cases: impl Iterator<Item = Option<Vec<(&'static str, u32)>>>) {
    let Some(Value::Array(list)) = top.get_mut("case") else { return };
    for (value, known) in list.iter_mut().zip(cases) {
        let (Value::Table(table), Some(known)) = (value, known) else { continue };
        table.retain(|key, _| kept.contains(&key));
        for (key, number) in known {
            table.insert(key.into(), i64::from(number).into());
        }
    }
}
