//! The user's requests to the page. Panels, keys and dialogs only emit them; `app` executes their effects, and the state changes by
//! them as by any other [`Action`](super::Action).

use super::{Analyse, Dialog, GradeRequest, Inspect, Keep, Look, PhoneTab, Tab, Theme, Travel};
use mcore::base::{Cycle, Lang, NodeId};
use mcore::modes::chip::exercise::PackFile;
use mcore::modes::chip::session::{Level, MachineOptions};
use mcore::modes::chip::view::{MemoryFocus, SourcePlace};

/// A request of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Chooses the language, whose messages are here when the state changes.
    SetLang(Lang),
    /// Chooses the theme.
    SetTheme(Theme),
    /// Opens an exercise (`class/matmul`).
    OpenExercise(String),
    /// Works without an exercise.
    OpenScratch,
    /// Builds the machine for work without an exercise.
    SetMachine(MachineOptions),
    /// Compiles C at this level instead of the exercise's; `None`: at the exercise's.
    SetLevel(Option<Level>),
    /// Shows a tab of the source panel.
    ShowTab(Tab),
    /// Shows a panel where there is room for only one.
    ShowPhoneTab(PhoneTab),
    /// The text of a file has been edited.
    Edit(String, String),
    /// Opens files of the user's: text files, or an ELF program with its sources. Names and contents.
    OpenFiles(Vec<(String, Vec<u8>)>),
    /// Opens the exercise pack in a folder: its files by their paths.
    OpenPack(Vec<PackFile>),
    /// A file is larger than [`MAX_BYTES`](crate::shell::files::MAX_BYTES).
    RefuseFile(String),
    /// Restores the start files.
    ResetFiles,
    /// Restores the files that [`Intent::ResetFiles`] has replaced.
    UndoReset,
    /// Opens the next hint.
    OpenHint,
    /// Assembles and loads.
    Assemble,
    /// Cancels the assembly: the worker is replaced, and nothing is assembled until the user asks for it.
    CancelAssembly,
    RunOrPause,
    /// Goes to a known cycle.
    Seek(Cycle),
    /// Goes to cycle 0.
    ToStart,
    /// Goes to the end of the run, simulating the cycles that are missing.
    ToEnd,
    /// Chooses the pace.
    SetPace(Option<u32>),
    Select(NodeId),
    /// Marks the line of a node in the source, whichever node is selected, or removes the mark.
    MarkLine(NodeId),
    /// Selects another node relative to the selected one: this many columns east, rows south.
    SelectBy(i8, i8),
    /// Chooses which part of memory is shown.
    FocusMemory(MemoryFocus),
    /// Shows a line of the source.
    GoTo(SourcePlace),
    /// The editor's cursor is at another line.
    Cursor(SourcePlace),
    /// The pointer is at a line, or at an instruction of that line (true), or at none.
    Point(Option<(SourcePlace, bool)>),
    /// A request of the list of variables.
    Inspect(Inspect),
    /// Moves the focus to the next or previous region of the page.
    ToRegion {
        /// To the previous one.
        back: bool,
    },
    Open(Dialog),
    CloseDialog,
    DismissNotice,
    /// Dismisses the banner about the end of the run.
    DismissOutcome,
    /// A request of the panels that analyse a run.
    Analyse(Analyse),
    /// A request about stored work.
    Keep(Keep),
    /// A request about travelling in time.
    Travel(Travel),
    /// Starts a new worker after the old one has died; with true the run is replayed up to where it was.
    Restart(bool),
    /// A request to the grader.
    Grade(GradeRequest),
    /// A change of the page's appearance.
    Look(Look),
    /// The page has become narrow, so that its panels share one place, or wide.
    Narrow(bool),
}
