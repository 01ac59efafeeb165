//! Everything that a user can ask the page to do. Panels, keys and dialogs only say what is wanted; `app` does it.

use crate::store::{Analyse, Dialog, GradeWish, Keep, Look, PhoneTab, Tab, Theme, Travel};
use mcore::base::{Cycle, Lang, NodeId};
use mcore::exercise::PackFile;
use mcore::session::MachineOptions;
use mcore::view::{MemoryFocus, SourcePlace};

/// Largest file that is opened, in bytes.
pub const MOST_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// A wish of the user's.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Chooses the language.
    SetLang(Lang),
    /// Chooses the theme.
    SetTheme(Theme),
    /// Opens an exercise (`class/matmul`).
    OpenExercise(String),
    /// Works without an exercise.
    OpenScratch,
    /// Builds the machine for work without an exercise.
    SetMachine(MachineOptions),
    /// Shows a tab of the source panel.
    ShowTab(Tab),
    /// Shows a panel where only one has room.
    ShowPhoneTab(PhoneTab),
    /// The text of a file has been edited.
    Edit(String, String),
    /// Opens files of the user's: texts, or an ELF program with its sources. Names and contents.
    OpenFiles(Vec<(String, Vec<u8>)>),
    /// Opens the exercise pack in a folder: its files by their paths.
    OpenPack(Vec<PackFile>),
    /// A file is larger than [`MOST_BYTES`].
    RefuseFile(String),
    /// Puts the start files back.
    ResetFiles,
    /// Brings back what [`Intent::ResetFiles`] has replaced.
    UndoReset,
    /// Opens the next hint.
    OpenHint,
    /// Assembles and loads.
    Assemble,
    /// Runs, or pauses what runs.
    RunOrPause,
    /// Goes to a known cycle.
    Seek(Cycle),
    /// Goes to cycle 0.
    ToStart,
    /// Goes to the end of the run, simulating what is missing.
    ToEnd,
    /// Chooses the pace.
    SetPace(Option<u32>),
    /// Selects a node.
    Select(NodeId),
    /// Marks the line of a node in the source, whichever node is selected, or marks it no longer.
    MarkLine(NodeId),
    /// Selects a neighbour of the selected node: so many columns east, rows south.
    SelectBy(i8, i8),
    /// Chooses which memory is shown.
    FocusMemory(MemoryFocus),
    /// Shows a line of the source.
    GoTo(SourcePlace),
    /// Opens a dialog.
    Open(Dialog),
    /// Closes the dialog.
    CloseDialog,
    /// Puts the notice away.
    DismissNotice,
    /// Puts the banner about the end of the run away.
    DismissOutcome,
    /// Something of the panels that analyse a run.
    Analyse(Analyse),
    /// Something of what is kept.
    Keep(Keep),
    /// Something that concerns travelling in time.
    Travel(Travel),
    /// Starts a new worker after the old one has died; with true the run is made again up to where it was.
    Restart(bool),
    /// Something of the grader.
    Grade(GradeWish),
    /// How the page looks.
    Look(Look),
}

impl Intent {
    /// True for what reading and writing need, so that it is done before the whole program is there (see `rest.rs`).
    pub fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::SetLang(_)
                | Self::SetTheme(_)
                | Self::ShowTab(_)
                | Self::ShowPhoneTab(_)
                | Self::Edit(..)
                | Self::OpenHint
                | Self::DismissNotice
        )
    }
}
