//! The state of the grade: all cases of the exercise, run in the background.

use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::session::Update;
use mcore::modes::chip::view::GradeView;
use std::rc::Rc;

/// A request to the grader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GradeRequest {
    /// Runs all cases.
    Start,
    Stop,
    /// Saves the file to hand in.
    Save,
    Copy,
    /// Runs a case, numbered from 0, so that the user can look at it.
    Show(u32),
    /// Goes to the cycle in which a word was last written.
    LastWrite(NodeId, u32),
    /// Goes to the first difference between the run and one whose result is correct; with a node, its stores have
    /// priority.
    FirstDifference(Option<NodeId>),
}

/// The state of the grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grading {
    /// The verdicts so far.
    pub view: Option<Rc<GradeView>>,
    /// The running case, and its cycles.
    pub running: Option<(u32, Cycle)>,
    /// The source has changed since.
    pub stale: bool,
    /// The file was copied or saved.
    pub handed_in: bool,
}

impl Grading {
    /// Handles an update of the session.
    pub fn hear(&mut self, update: Update) {
        match update {
            Update::Grading { case, cycle } if self.running.is_some() => self.running = Some((case, cycle)),
            Update::Graded(view) => {
                self.running = (!view.done).then_some((view.cases.len() as u32, 0));
                self.view = Some(Rc::new(*view));
            }
            _ => {}
        }
    }

    /// Grading starts.
    pub fn start(&mut self) {
        *self = Self { running: Some((0, 0)), ..Self::default() };
    }

    /// The source has been edited.
    pub fn edited(&mut self) {
        self.stale = self.view.is_some();
        self.handed_in = false;
    }
}
