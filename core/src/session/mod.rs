//! The one facade: [`Command`] in, [`Update`] out, simulation in budgeted slices.

mod protocol;

pub use protocol::{
    AssembledView, Command, DiagnosticView, ExerciseView, HelpRow, MachineOptions, Refused, Request, SymbolView,
    Update, Watch,
};
