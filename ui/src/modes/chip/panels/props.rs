//! The properties of the panels: the state of the page and one callback. The rest follows from the state.

use super::Newest;
use super::tints::tints;
use crate::modes::chip::editor::OperandValues;
use crate::modes::chip::store::{Intent, PtrEq, State, Tab, has_line};
use mcore::base::Cycle;
use mcore::modes::chip::session::{Level, MachineOptions};
use mcore::modes::chip::view::{DisasmRow, Frame, RunState, SourcePlace};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of panels.
#[derive(Properties, PartialEq, Clone)]
pub struct Props {
    /// The state of the page.
    pub state: PtrEq<State>,
    /// The frame for the panels of text and figures; during a run not every frame, see [`Newest`].
    pub frame: Rc<Frame>,
    /// All frames.
    pub newest: Newest,
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// Returns the present values of operands.
    pub values: Callback<Vec<String>, Option<OperandValues>>,
    /// Dark theme.
    pub dark: bool,
}

impl Props {
    /// The shown cycle, or the target of the seek in flight.
    pub fn cycle(&self) -> Cycle {
        self.state.wanted.unwrap_or(self.frame.cycle)
    }

    /// The shown cycle of a run that has started and is stopped.
    pub fn paused(&self) -> Option<Cycle> {
        (self.frame.state == RunState::Paused && self.frame.cycle > 0).then_some(self.frame.cycle)
    }

    /// A program is loaded.
    pub fn is_ready(&self) -> bool {
        self.state.program.as_ref().is_some_and(|program| program.ok)
    }

    /// Runs are judged.
    pub fn is_judged(&self) -> bool {
        self.state.work.as_ref().is_some_and(|work| work.exercise.is_some())
    }

    /// The run has failed, by its end or by the verdict on it.
    pub fn has_failed(&self) -> bool {
        let (verdict, outcome) = (&self.state.verdict, &self.frame.outcome);
        verdict.as_ref().is_some_and(|verdict| !verdict.passed) || outcome.as_ref().is_some_and(|outcome| !outcome.ok)
    }

    /// Columns and rows of the machine.
    pub fn size(&self) -> (u8, u8) {
        let machine = self.state.machine();
        (machine.width, machine.height)
    }

    /// The file that the source panel shows.
    pub fn file(&self) -> Option<AttrValue> {
        match &self.state.tab {
            Tab::File(name) => Some(name.clone().into()),
            Tab::Task => self.state.work.as_ref()?.files.first().map(|file| file.name.clone().into()),
        }
    }

    /// The instructions beside the text that they are made from: those of compiled files, while time does not run. They are
    /// around the next one, or those of the line that the user looks at.
    fn listed(&self) -> Option<&[DisasmRow]> {
        let Self { state, frame, .. } = self;
        let node = frame.node.as_ref().filter(|_| state.lists_code(frame.state))?;
        Some(if self.is_elsewhere() { &node.elsewhere } else { &node.disasm })
    }

    /// The instructions of the line that the user looks at are listed, since they are not around the next one.
    pub fn is_elsewhere(&self) -> bool {
        let Self { state, frame, .. } = self;
        let looked_at = state.looked_at(frame.cycle).zip(frame.node.as_ref()).filter(|_| state.lists_code(frame.state));
        looked_at.is_some_and(|(place, node)| !has_line(&node.disasm, place) && has_line(&node.elsewhere, place))
    }

    /// A line of which some instructions are listed.
    fn known<'a>(&self, place: &'a SourcePlace) -> Option<&'a SourcePlace> {
        self.listed()?.iter().any(|row| row.source.as_ref() == Some(place)).then_some(place)
    }

    /// The line of C under the pointer, else that of the cursor; true if the pointer is at one of its instructions.
    pub fn partner(&self) -> Option<(&SourcePlace, bool)> {
        let pointed = self.state.pointed.as_ref().map(|(place, listed)| (place, *listed));
        let cursor = || self.state.cursor.as_ref().map(|(place, _)| (place, false));
        pointed.or_else(cursor).filter(|(place, _)| self.known(place).is_some())
    }

    /// The line of C of which an instruction must be in the list.
    pub fn in_view(&self) -> Option<&SourcePlace> {
        self.state.looked_at(self.frame.cycle).and_then(|place| self.known(place))
    }

    /// The colours of the lines whose instructions are listed. An instruction of assembly is a line of its own.
    pub fn tints(&self) -> Vec<(SourcePlace, usize)> {
        self.listed().map(tints).unwrap_or_default()
    }

    /// The request to compile without optimisation, unless that is done already.
    pub fn unoptimised(&self) -> Option<Intent> {
        let state = &self.state;
        let work = state.work.as_ref()?;
        let level = state.level.unwrap_or(state.machine().level);
        (level != Level::O0).then(|| match &work.exercise {
            // The level of an exercise is that of its pack, so this is only to look at variables.
            Some(_) => Intent::SetLevel(Some(Level::O0)),
            None => Intent::SetMachine(MachineOptions { level: Level::O0, ..state.machine().clone() }),
        })
    }
}
