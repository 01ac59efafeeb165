//! A map of ranks that the page of the mapping mode has left for the chip.

use super::super::Controller;
use crate::modes::chip::persist;
use crate::modes::chip::store::{Action, Intent, scratch_c};
use mcore::base::SourceFile;
use mcore::modes::chip::session::MachineOptions;

/// The name of the file with the map.
const MAP: &str = "ranks.map";
/// The name of the program that sends the messages of the map.
const PROGRAM: &str = "messages.c";

impl Controller {
    /// Adds the map to the program in C that is open, as one of its files. With another program, or on an exercise, whose machine
    /// is given, it begins a project with the communication as its program.
    pub(super) fn take_map(&self) {
        let Some(mapped) = persist::take_map() else { return };
        let file = |name: &str, text: String| SourceFile { name: name.to_owned(), text };
        let map = file(MAP, mapped.map);
        let state = self.state();
        let machine = MachineOptions { width: mapped.width, height: mapped.height, ..state.scratch_machine.clone() };
        let takes_files = state.work.as_ref().is_some_and(|work| work.exercise.is_none() && work.has_c());
        if takes_files && state.may_edit() {
            self.change_work(Action::FilesOpened(vec![map]));
            return self.perform(Intent::SetMachine(machine));
        }
        let program = mapped.program.map_or_else(scratch_c, |text| vec![file(PROGRAM, text)]);
        self.new_project(program.into_iter().chain([map]).collect(), machine);
    }
}
