//! The controller's part for travelling in time.

use super::Controller;
use crate::modes::chip::persist;
use crate::modes::chip::store::{Action, EXECUTABLE, Intent, Travel};
use mcore::modes::chip::session::Command;
use mcore::modes::chip::view::RunState;
use std::rc::Rc;

impl Controller {
    pub(super) fn travel(&self, request: Travel) {
        let before = self.state();
        self.dispatch(Intent::Travel(request.clone()));
        let after = self.state();
        if after.travel.notes != before.travel.notes {
            self.save_notes();
            self.send_stops();
        }
        if after.watch != before.watch {
            self.watch();
        }
        let node = after.watch.node;
        let ended = after.frame.state == RunState::Ended;
        let own = after.steps_own();
        let cursor = after.cursor.as_ref().map(|(place, _)| place);
        let command = match request {
            Travel::Step { back } => after.travel.unit.command(back, node, own, cursor),
            Travel::Go { back, unit } => unit.command(back, node, own, cursor),
            Travel::RunBack => Some(Command::RunBack),
            Travel::Cancel => Some(Command::Pause),
            Travel::AskWriter(node, place) => Some(Command::LastWriter { node, place, at_end: false }),
            Travel::Write(_) => after.travel.sending.as_ref().map(|edit| edit.command()),
            Travel::UndoEdit | Travel::DropEdit(_) => return self.replay(),
            Travel::Keep => Some(Command::KeepRun),
            Travel::Compare => Some(Command::CompareWithKept),
            Travel::SetMemory(mib) => {
                persist::save_memory(mib);
                Some(Command::SetMemoryLimit(u64::from(mib) << 20))
            }
            Travel::Visit(cycle, ..) => return self.link.seek(cycle),
            Travel::ToBookmark { .. } => {
                if let Some(cycle) = after.wanted.filter(|_| after.wanted != before.wanted) {
                    self.link.seek(cycle);
                }
                return;
            }
            _ => None,
        };
        // Forward steps start with the program in the editor, as running does.
        let forward = matches!(request, Travel::Step { back: false } | Travel::Go { back: false, .. });
        match command {
            Some(_) if forward && Self::must_assemble(&after) => self.assemble(),
            Some(_) if forward && ended => {}
            Some(command) => self.link.send(command),
            None => {}
        }
    }

    /// Replays the run that is remembered as lost.
    pub(super) fn replay(&self) {
        if let Some(recipe) = self.state().travel.lost.clone() {
            // The last log belongs to another run.
            self.log.take();
            self.dispatch(Action::Replaying);
            self.link.send(recipe.command());
        }
    }

    /// Sends the stops to the session, unless it has them already.
    pub(super) fn send_stops(&self) {
        let state = self.state();
        let stops: Rc<[_]> = state.travel.to_send(state.edited).into();
        if stops != state.travel.sent {
            self.dispatch(Action::StopsSent(stops.clone()));
            self.link.send(Command::SetStops(stops.to_vec()));
        }
    }

    /// Restores stops and bookmarks of the opened work.
    pub(super) fn restore_notes(&self) {
        let state = self.state();
        let Some(work) = &state.work else { return };
        let notes = if work.id == EXECUTABLE { Default::default() } else { persist::load_notes(&work.id) };
        self.dispatch(Action::NotesKnown(Rc::new(notes)));
        if self.state().watch != state.watch {
            self.watch();
        }
    }

    /// Stores stops and bookmarks.
    pub(super) fn save_notes(&self) {
        let state = self.state();
        if let Some(work) = state.work.as_ref().filter(|w| w.id != EXECUTABLE) {
            persist::save_notes(&work.id, &state.travel.notes);
        }
    }
}
