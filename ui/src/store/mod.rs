//! What the page knows: one value, changed only by [`State::reduce`], which has no effects and is tested natively.
//!
//! Bulky parts are behind `Rc`, so that a panel can see by the pointer that nothing has changed for it.

mod analysis;
mod reduce;
mod work;

pub use analysis::{Analyse, Analysis, AnalysisTab, Checks, Counted, Drawer, LOG_ROWS, LogQuery, LogWindow, Noc, Told};
pub use reduce::Action;
pub use work::{EXECUTABLE, Executable, SCRATCH, Work, Workspace};

use crate::catalog::Catalog;
use mcore::base::{Cycle, Lang, SourceFile};
use mcore::session::{AssembledView, HelpRow, MachineOptions, Refused, Watch};
use mcore::view::{Frame, OutcomeView, SourcePlace, VerdictView};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system wants.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The theme after this one, for a button that goes round.
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}

/// A tab of the source panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The statement of the exercise.
    Task,
    /// A file of the student's, or of the library.
    File(String),
}

/// The panel that is shown where only one has room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PhoneTab {
    /// The statement.
    Task,
    /// The editor.
    Source,
    /// The mesh.
    #[default]
    Chip,
    /// The selected node.
    Node,
    /// The chart and the verdict.
    Result,
    /// Statistics and logs.
    Analysis,
}

/// A dialog over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// List of keys.
    Help,
    /// Settings of the machine.
    Machine,
    /// Asks before the start files are put back.
    Reset,
    /// The data behind the chart.
    Data,
}

/// A message that goes away by itself or by a click.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The session has refused a command.
    Refused(Refused),
    /// Something could not be fetched.
    Fetch(String),
    /// The start files are back; can be undone.
    ResetDone,
    /// Files have been opened; can be undone.
    FilesOpened(usize),
    /// A file is neither text nor an ELF program.
    NotText(String),
    /// A file is too large to be opened.
    TooLarge(String),
}

/// The worker, as seen from the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WorkerState {
    /// It has not greeted yet.
    #[default]
    Starting,
    /// It answers.
    Ready,
    /// It is gone, and this was its last word.
    Dead(String),
}

/// Whether the student's text is safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saved {
    /// What is shown is stored.
    #[default]
    Yes,
    /// It will be stored in a moment.
    Soon,
    /// The browser does not let us.
    Failed,
}

/// The last thing that a screen reader should say.
#[derive(Clone, Debug, PartialEq)]
pub enum Spoken {
    /// A program has been assembled, or not.
    Assembled(Rc<AssembledView>),
    /// The run has ended.
    Outcome(OutcomeView),
    /// The run has been judged.
    Verdict(Rc<VerdictView>),
}

/// A wish to see a line; the number tells apart two wishes for the same line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The line.
    pub place: SourcePlace,
    /// Counts the wishes.
    pub number: u32,
}

/// Everything that the page knows.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    /// Tab of the source panel.
    pub tab: Tab,
    /// Panel on a narrow screen.
    pub phone: PhoneTab,
    /// Dialog over the page.
    pub dialog: Option<Dialog>,
    /// Message.
    pub notice: Option<Notice>,
    /// The last thing to be spoken.
    pub spoken: Option<Spoken>,
    /// The line to show.
    pub jump: Option<Jump>,
    /// The worker.
    pub worker: WorkerState,
    /// Help for instructions.
    pub help: Rc<[HelpRow]>,
    /// Library files.
    pub library: Rc<[SourceFile]>,
    /// Exercises of the site; `None` until they are known.
    pub catalog: Option<Rc<Catalog>>,
    /// What the student works on; `None` until the first exercise has been opened.
    pub work: Option<Workspace>,
    /// Whether the work is stored.
    pub saved: Saved,
    /// Machine for work without an exercise.
    pub scratch_machine: MachineOptions,
    /// Result of the last assembly.
    pub program: Option<Rc<AssembledView>>,
    /// An assembly is under way.
    pub assembling: bool,
    /// The text has changed since the last assembly.
    pub edited: bool,
    /// The last picture.
    pub frame: Rc<Frame>,
    /// The cycle that the slider has been dragged to, until its picture comes.
    pub wanted: Option<Cycle>,
    /// Verdict on the run.
    pub verdict: Option<Rc<VerdictView>>,
    /// Cycles of the reference run under way.
    pub reference: Option<Cycle>,
    /// Cycles a second; `None` is as fast as possible.
    pub pace: Option<u32>,
    /// The banner about the end of the run has been put away.
    pub outcome_dismissed: bool,
    /// What pictures are to contain.
    pub watch: Watch,
    /// The student has chosen which memory to see, so nobody else may.
    pub memory_chosen: bool,
    /// Statistics and logs.
    pub analysis: Analysis,
}

impl State {
    /// The page before anything has been heard.
    pub fn new(lang: Lang, theme: Theme, scratch_machine: MachineOptions) -> Self {
        Self {
            lang,
            theme,
            tab: Tab::Task,
            phone: PhoneTab::default(),
            dialog: None,
            notice: None,
            spoken: None,
            jump: None,
            worker: WorkerState::default(),
            help: Rc::new([]),
            library: Rc::new([]),
            catalog: None,
            work: None,
            saved: Saved::default(),
            scratch_machine,
            program: None,
            assembling: false,
            edited: false,
            frame: Rc::default(),
            wanted: None,
            verdict: None,
            reference: None,
            pace: None,
            outcome_dismissed: false,
            watch: Watch::default(),
            memory_chosen: false,
            analysis: Analysis::default(),
        }
    }

    /// The machine of the exercise, or that for work without one.
    pub fn machine(&self) -> &MachineOptions {
        match self.work.as_ref().and_then(|w| w.exercise.as_ref()) {
            Some(exercise) => &exercise.machine,
            None => &self.scratch_machine,
        }
    }
}

#[cfg(test)]
mod tests;
