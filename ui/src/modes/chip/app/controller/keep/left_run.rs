//! Runs while the user visits another mode, which is another program in the same tab: the recipe of the run is kept, and the run is
//! repeated when the user returns. The cycles of runs with and without a rank map are kept too, to be compared.

use super::super::Controller;
use crate::modes::chip::persist;
use crate::modes::chip::store::travel::{Edited, Recipe};
use crate::modes::chip::store::{Action, MapEffect, State};
use crate::shell::modes::Mode;
use mcore::base::{Cycle, SourceFile};
use mcore::modes::chip::session::FileKind;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The run that the user has left.
const LEFT: &str = "mcore-lab/left-run";
/// The last runs that ended well.
const ENDED: &str = "mcore-lab/ended-runs";
/// Maximum number of these.
const MAX_ENDED: usize = 16;

/// A run that the user has left.
#[derive(Debug, Serialize, Deserialize)]
struct LeftRun {
    program: String,
    edits: Vec<Edited>,
    end: Cycle,
    cycle: Cycle,
}

/// The cycles of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Ended {
    /// The program and its machine, without its rank map.
    program: String,
    /// The rank map.
    map: Option<String>,
    cycles: Cycle,
}

fn is_map(file: &SourceFile) -> bool {
    FileKind::of(&file.name) == Some(FileKind::RankMap)
}

/// A name for the open program on its machine, with or without its rank map.
fn program_of(state: &State, with_map: bool) -> Option<String> {
    let work = state.work.as_ref()?;
    let mut hasher = DefaultHasher::new();
    for file in work.files.iter().filter(|file| with_map || !is_map(file)) {
        (&file.name, &file.text).hash(&mut hasher);
    }
    work.executable.as_ref().map(|executable| &executable.bytes).hash(&mut hasher);
    // A machine has a few fields, and this form of it all of them.
    format!("{:?}", state.machine()).hash(&mut hasher);
    Some(format!("{} {:016x}", work.id, hasher.finish()))
}

impl Controller {
    /// The page is left: for another mode the run is kept.
    pub(super) fn leave_run(&self) {
        let state = self.state();
        let hash = gloo_utils::window().location().hash().unwrap_or_default();
        let goes_to_mode = Mode::of_address(&hash).is_some();
        let has_run = !state.edited && state.program.as_ref().is_some_and(|p| p.ok) && state.frame.end > 0;
        match program_of(&state, true).filter(|_| goes_to_mode && has_run) {
            Some(program) => {
                let (end, cycle) = (state.frame.end, state.wanted.unwrap_or(state.frame.cycle));
                persist::set_in_tab(LEFT, &LeftRun { program, edits: state.travel.edits.to_vec(), end, cycle });
            }
            None => persist::remove_in_tab(LEFT),
        }
    }

    /// A program is loaded: if it is that of the run that was left, the run will be repeated.
    pub(in super::super) fn find_left_run(&self) {
        let Some(left) = persist::get_in_tab::<LeftRun>(LEFT) else { return };
        if program_of(&self.state(), true) == Some(left.program) {
            persist::remove_in_tab(LEFT);
            let recipe = Recipe { edits: left.edits.into(), end: left.end, cycle: left.cycle };
            self.dispatch(Action::RunFound(recipe));
        }
    }

    /// A run has ended well: its cycles are kept and compared with those of the same program with or without a rank map.
    pub(in super::super) fn run_ended(&self, cycles: Cycle) {
        let state = self.state();
        let (Some(program), Some(work)) = (program_of(&state, false), &state.work) else { return };
        if state.edited || !state.travel.edits.is_empty() {
            return;
        }
        let map = work.files.iter().find(|file| is_map(file)).map(|file| file.text.clone());
        let mut ended: Vec<Ended> = persist::get_in_tab(ENDED).unwrap_or_default();
        let other = ended.iter().rev().find(|other| other.program == program && other.map.is_some() != map.is_some());
        let effect = other.map(|other| match map {
            Some(_) => MapEffect { in_order: other.cycles, mapped: cycles },
            None => MapEffect { in_order: cycles, mapped: other.cycles },
        });
        self.dispatch(Action::MapEffect(effect));
        let new = Ended { program, map, cycles };
        ended.retain(|old| (&old.program, &old.map) != (&new.program, &new.map));
        ended.push(new);
        let first = ended.len().saturating_sub(MAX_ENDED);
        persist::set_in_tab(ENDED, &ended[first..]);
    }
}
