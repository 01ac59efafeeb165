//! The state of the page: one value, changed only by [`State::reduce`], which has no effects and is tested natively.
//!
//! Bulky parts are in an `Rc`, so that a panel can compare pointers to see that nothing has changed for it.

mod analysis;
mod grading;
pub mod history;
pub mod imported;
mod intent;
mod look;
pub mod project;
mod reduce;
mod space;
mod speedup;
pub mod stored_work;
pub mod travel;
mod variables;
mod work;

pub use analysis::{
    Analyse, Analysis, AnalysisTab, Counted, Drawer, LOG_ROWS, LogQuery, LogWindow, Noc, OUTPUT_ROWS, OtherFile,
    OutputChoice, OutputTo, PtrEq, Recorded, Recording, ShownFile,
};
pub use grading::{GradeRequest, Grading};
pub use intent::Intent;
pub use look::{Look, Looks, MeshShow};
pub use reduce::{Action, FileChange, is_help_of_c, is_library_of_c};
pub use space::Space;
pub use speedup::{SpeedUp, sizes_up_to};
pub use stored_work::{EditLock, Histories, Keep, Kept, StoredNews, StoredWork};
pub use travel::{Travel, Travelling};
pub use variables::{Inspect, Inspected};
pub use work::{EXECUTABLE, Executable, Migration, SCRATCH, Work, Workspace, scratch_c, scratch_start};

use crate::modes::chip::catalog::Catalog;
use crate::modes::chip::share::Fault;
pub use crate::shell::document::Theme;
use mcore::base::{Cycle, Lang, SourceFile, Text};
use mcore::modes::chip::session::{AssembledView, DiagnosticView, HelpRow, Level, MachineOptions, Refused, Watch};
use mcore::modes::chip::view::{
    DisasmRow, Frame, NodeLine, OutcomeView, RunState, SourcePlace, VariablesQuery, VerdictView,
};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Findings in the text as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Findings, in the order of files and lines.
    pub findings: Rc<Vec<DiagnosticView>>,
    /// Only files of C were read; the findings of the last assembly in other files stay.
    pub c_only: bool,
}

/// A tab of the source panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The statement of the exercise.
    Task,
    /// A file of the student's, or of the library.
    File(String),
}

/// The shown panel where there is room for only one.
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
    /// Asks before the start files are restored.
    Reset,
    /// The data of the chart.
    Data,
    /// Projects, export and import.
    Projects,
    /// Files of the open project.
    Files,
    /// Versions of the open project.
    History,
    /// The link to the shown work.
    Share,
    /// The examples.
    Gallery,
}

/// A message that disappears by itself or by a click.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// The session has refused a command.
    Refused(Refused),
    /// A file could not be fetched.
    Fetch(String),
    /// The start files are restored; can be undone.
    ResetDone,
    /// Files have been opened; can be undone.
    FilesOpened(usize),
    /// A file with another encoding than UTF-8 has been opened: its name and its encoding; can be undone.
    Decoded(String, &'static str),
    /// A file is neither text nor an ELF program.
    NotText(String),
    /// A file is not an exercise pack.
    BadPack(Text),
    /// A file is too large to be opened.
    TooLarge(String),
    /// The page's address names a mode that does not exist.
    UnknownPage(String),
    /// The output is on the clipboard.
    OutputCopied,
    /// The browser gives no access to the clipboard.
    NotCopied,
    /// The output is longer than a text that can be copied or saved.
    OutputCut,
    /// A message about stored work.
    Kept(KeptNotice),
}

impl Notice {
    /// True for a message about something that went wrong. It stays until it is read; the others leave by themselves.
    pub fn is_fault(&self) -> bool {
        match self {
            Self::ResetDone | Self::FilesOpened(_) | Self::Decoded(..) | Self::OutputCopied => false,
            Self::Kept(notice) => {
                use KeptNotice::{Deleted, FileRemoved, FromLink, Imported, Restored};
                !matches!(notice, Deleted(..) | FileRemoved(_) | Restored | FromLink | Imported(_))
            }
            _ => true,
        }
    }
}

/// Two runs of one program, with and without a rank map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapEffect {
    /// Cycles with the ranks in order.
    pub in_order: Cycle,
    /// Cycles with the rank map.
    pub mapped: Cycle,
}

/// A message about stored work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptNotice {
    /// A project has been deleted: its ID and its name; can be undone.
    Deleted(String, String),
    /// A file has been removed; can be undone.
    FileRemoved(String),
    /// An earlier version is restored; can be undone.
    Restored,
    /// Nothing is stored, with the reason.
    NotKept(String),
    /// The content of a link has become a project.
    FromLink,
    /// Only a part of a link's content has become a project.
    PartOfLink(Fault),
    /// A link is unreadable.
    BadLink(Fault),
    /// A file of work cannot be read.
    BadFile(imported::Unreadable),
    /// The number of projects that have been imported from a file.
    Imported(usize),
    /// Another tab has changed the project; this tab's work is now a copy with this name.
    Copied(String),
    /// This many stored records are unreadable.
    Damaged(usize),
    /// A request failed.
    Failed(String),
}

impl KeptNotice {
    /// True for a message that is still relevant when other work is open.
    pub fn outlives_work(&self) -> bool {
        !matches!(self, Self::FileRemoved(_) | Self::Restored)
    }
}

/// The worker, as seen from the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WorkerState {
    /// It has not greeted the page yet.
    #[default]
    Starting,
    Ready,
    /// It has died, with this last message.
    Dead(String),
}

/// Whether the student's work is safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saved {
    /// The shown work is stored.
    #[default]
    Yes,
    /// It will be stored in a moment.
    Soon,
    /// The browser refuses.
    Failed,
}

/// The last announcement for screen readers.
#[derive(Clone, Debug, PartialEq)]
pub enum Spoken {
    /// A program has been assembled, or not.
    Assembled(Rc<AssembledView>),
    /// The run has ended.
    Outcome(OutcomeView),
    /// The run has been judged.
    Verdict(Rc<VerdictView>),
    /// A step has led to this cycle, where the selected node is at this line.
    At(Cycle, Option<SourcePlace>),
}

/// A request to show a line; the number distinguishes two requests for the same line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The line.
    pub place: SourcePlace,
    /// Number of the request.
    pub number: u32,
}

/// The whole state of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub lang: Lang,
    pub theme: Theme,
    /// Tab of the source panel.
    pub tab: Tab,
    /// Panel on a narrow screen.
    pub phone: PhoneTab,
    /// Dialog over the page.
    pub dialog: Option<Dialog>,
    /// Message.
    pub notice: Option<Notice>,
    /// The last announcement, and how many there have been: the same words are spoken again.
    pub spoken: (Option<Spoken>, u32),
    /// The line to show.
    pub jump: Option<Jump>,
    /// The line of the editor's cursor, and the cycle that was shown when the cursor went there.
    pub cursor: Option<(SourcePlace, Cycle)>,
    /// The line under the pointer, in the editor or beside an instruction (true).
    pub pointed: Option<(SourcePlace, bool)>,
    /// The work that is being opened.
    pub opening: Option<Rc<str>>,
    pub worker: WorkerState,
    /// Help for instructions. Panels compare it on every frame: in this form equality is a pointer comparison, while
    /// two shared slices are always compared element by element.
    pub help: Rc<Vec<HelpRow>>,
    pub library: Rc<Vec<SourceFile>>,
    /// Exercises of the site; `None` until they are known.
    pub catalog: Option<Rc<Catalog>>,
    /// The student's open work; `None` until the first exercise has been opened.
    pub work: Option<Workspace>,
    /// Whether the work is stored.
    pub saved: Saved,
    /// Machine for work without an exercise.
    pub scratch_machine: MachineOptions,
    /// Result of the last assembly.
    pub program: Option<Rc<AssembledView>>,
    /// Findings in the text as it is now, newer than those of the last assembly.
    pub checked: Option<Checked>,
    /// The files from which the loaded program was assembled.
    pub loaded: Option<Rc<Vec<SourceFile>>>,
    /// The files of the assembly in progress.
    pub sent: Option<Rc<Vec<SourceFile>>>,
    /// Whether an assembly is in progress.
    pub assembling: bool,
    /// The source has changed since the last assembly.
    pub edited: bool,
    /// The last frame.
    pub frame: Rc<Frame>,
    /// Counts all changes except new frames: two states of one run with the same count differ only in their frames.
    pub changes: u64,
    /// The cycle to which the slider has been dragged, until its frame arrives.
    pub wanted: Option<Cycle>,
    /// The grade.
    pub grading: Grading,
    /// Verdict on the run.
    pub verdict: Option<Rc<VerdictView>>,
    /// The level at which C is compiled instead of the exercise's. Runs are not judged then.
    pub level: Option<Level>,
    /// The cycles of the program with and without its rank map, once both have run.
    pub map_effect: Option<MapEffect>,
    /// Cycles simulated so far of the reference run in progress.
    pub reference: Option<Cycle>,
    /// Cycles per second; `None` is as fast as possible.
    pub pace: Option<u32>,
    /// The paces that were chosen for works that are not shown.
    pub paces: BTreeMap<String, Option<u32>>,
    /// The banner about the end of the run has been dismissed.
    pub outcome_dismissed: bool,
    /// The contents that frames must have.
    pub watch: Watch,
    /// The student has chosen the shown memory, so it no longer changes automatically.
    pub memory_chosen: bool,
    /// Statistics and logs.
    pub analysis: Analysis,
    pub stored_work: StoredWork,
    /// Breakpoints, bookmarks, searches in time.
    pub travel: Travelling,
    /// The appearance of the page.
    pub looks: Looks,
    /// Variables of C.
    pub inspected: Inspected,
}

impl State {
    /// The state before any message has arrived.
    pub fn new(lang: Lang, theme: Theme, scratch_machine: MachineOptions) -> Self {
        Self {
            lang,
            theme,
            tab: Tab::Task,
            phone: PhoneTab::default(),
            dialog: None,
            notice: None,
            spoken: (None, 0),
            jump: None,
            cursor: None,
            pointed: None,
            worker: WorkerState::default(),
            help: Rc::default(),
            library: Rc::default(),
            catalog: None,
            work: None,
            saved: Saved::default(),
            scratch_machine,
            program: None,
            checked: None,
            loaded: None,
            sent: None,
            assembling: false,
            opening: None,
            edited: false,
            frame: Rc::default(),
            changes: 0,
            wanted: None,
            grading: Grading::default(),
            verdict: None,
            level: None,
            map_effect: None,
            reference: None,
            pace: None,
            paces: BTreeMap::new(),
            outcome_dismissed: false,
            watch: Watch { waits: true, variables: Some(VariablesQuery::default()), ..Watch::default() },
            memory_chosen: false,
            analysis: Analysis::default(),
            stored_work: StoredWork::default(),
            travel: Travelling::default(),
            looks: Looks::default(),
            inspected: Inspected::default(),
        }
    }

    /// Makes an announcement.
    fn say(&mut self, spoken: Spoken) {
        self.spoken = (Some(spoken), self.spoken.1.wrapping_add(1));
    }

    /// True if a compiler has made assembly for the loaded program.
    pub fn is_compiled(&self) -> bool {
        self.program.as_deref().is_some_and(is_compiled)
    }

    /// Whether other work than the shown one is being opened.
    pub fn is_changing(&self) -> bool {
        self.opening.as_deref().is_some_and(|opening| self.work.as_ref().is_some_and(|work| work.id != opening))
    }

    /// True if this tab may change the open work.
    pub fn may_edit(&self) -> bool {
        self.stored_work.edit_lock == EditLock::Ours
    }

    /// The source lines of the selected node in a frame, and then those of the marked ones.
    pub fn lines(&self, frame: &Frame) -> Vec<NodeLine> {
        let selected = self.watch.node.zip(frame.node.as_ref()).and_then(|(node, view)| {
            let callers = view.calls.iter().skip(1).filter_map(|call| call.place.clone()).collect();
            Some(NodeLine { node, place: view.source.clone()?, callers })
        });
        let marked = frame.lines.iter().filter(|line| Some(line.node) != self.watch.node);
        selected.into_iter().chain(marked.cloned()).collect()
    }

    /// True if the instructions of the program are beside the text that they are made from: in compiled files, while time does
    /// not run.
    pub fn lists_code(&self, run: RunState) -> bool {
        self.is_compiled() && !self.edited && run != RunState::Running
    }

    /// The line that the user looks at while this cycle is shown: the one under the pointer in the editor, else that of the cursor
    /// if time has not moved since the cursor went there. A pointer in the list of instructions changes nothing: the list must not
    /// move away from it.
    pub fn looked_at(&self, shown: Cycle) -> Option<&SourcePlace> {
        let pointed = self.pointed.as_ref().filter(|(_, listed)| !listed).map(|(place, _)| place);
        let cursor = || self.cursor.as_ref().filter(|(_, cycle)| *cycle == shown).map(|(place, _)| place);
        pointed.or_else(cursor)
    }

    /// True if steps by line pass through the library: unless one of its files is shown.
    pub fn steps_own(&self) -> bool {
        let shown = match &self.tab {
            Tab::File(name) => name,
            Tab::Task => return true,
        };
        let own = self.work.as_ref().is_some_and(|work| work.files.iter().any(|file| file.name == *shown));
        own || !self.library.iter().any(|file| file.name == *shown)
    }

    /// The machine of the exercise, or that for work without one.
    pub fn machine(&self) -> &MachineOptions {
        match self.work.as_ref().and_then(|w| w.exercise.as_ref()) {
            Some(exercise) => &exercise.machine,
            None => &self.scratch_machine,
        }
    }
}

/// True if a compiler has made assembly for the program: it has variables.
pub fn is_compiled(program: &AssembledView) -> bool {
    !program.units.is_empty()
}

/// True if an instruction of a source line is among the listed ones.
pub fn has_line(rows: &[DisasmRow], place: &SourcePlace) -> bool {
    rows.iter().any(|row| row.source.as_ref() == Some(place))
}

#[cfg(test)]
mod tests;
