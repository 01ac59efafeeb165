//! Presenters: a machine or a report in, plain structs with finished text and semantic roles out.
//!
//! A renderer (page, SVG test, command line) needs no knowledge of the machine: all formatting is done here, and the
//! structs contain roles ("polling", "tail flit") instead of colours.

mod accesses;
mod calls;
mod check_text;
mod chip_mesh;
mod chip_node;
mod chip_outcome;
mod chip_stack;
mod chip_stall;
mod crossbar;
mod difference;
mod frame;
mod grade;
mod help;
mod load_text;
mod log;
mod mesh;
mod mpi;
mod mpi_error;
mod mpi_news;
mod mpi_panel;
mod mpi_profile;
mod mpi_rounds;
mod noc;
mod node;
mod objects;
mod output;
mod profile;
mod ranks;
mod reports;
mod spacetime;
mod speedup;
mod stats;
mod stop_text;
mod trace;
mod trap_in_c;
mod travel_text;
mod typed;
mod values;
mod variables;
mod verdict;
mod wait;
mod watched;
mod words;
mod writer;

pub use crate::Message;
pub use accesses::{AccessTrace, Accesses, CoreAccess, CoreWork};
pub use calls::{CallView, Whereabouts, call_views, function_at, place_of_node};
pub use chip_outcome::{address, source_of};
pub use chip_stall::{ChainLinkView, ChainView, packet_name, stall_name};
pub use crossbar::CrossbarView;
pub use difference::{DidView, DifferenceKind, DifferenceRow, DifferenceView};
pub use frame::{FileRow, Frame, OutcomeView, RunState, SeriesView, WaitingView};
pub use grade::{CaseView, GradeView, StepView};
pub use help::{HelpKind, HelpRow, help_rows};
pub use load_text::spec_error_text;
pub use log::{Log, LogFilter, LogKind, LogRow, LogView, MAX_ROWS, PacketId};
pub use mesh::{
    ArrowView, BlockedView, CoreBar, CoreRole, FlitPlace, FlitRole, FlitView, MemoryNodeView, MeshView, PACKET_HUES,
};
pub use mpi_panel::{MpiMatrix, MpiPanelView};
pub use mpi_profile::{MpiFunctionView, MpiPairView, MpiProfileView, MpiRankView};
pub use noc::{NocCurve, NocFault, NocLatency, NocPoint, noc_error_text, saturation_text, traffic_name};
pub use node::{
    ConsolePart, DisasmRow, FloatRegisterView, FloatStatusView, InccRegisterView, InccView, MemoryFocus, MemoryRow,
    MemoryView, MemoryWord, NodeKind, NodeLine, NodeView, PartView, RegisterView, SourcePlace,
};
pub use objects::ObjectRow;
pub use output::{OutputQuery, OutputRow, OutputView, Stream};
pub use profile::{FunctionRow, LineRow, ProfileView, RankRow};
pub use ranks::{mpi_ranks, rank_in};
pub use reports::{ReportSiteView, ReportView, ReportsView};
pub use spacetime::{MpiArrowView, MpiArrows, SpaceTimeView};
pub use speedup::{Baseline, SpeedUpFault, SpeedUpPoint, SpeedUpView};
pub use stats::{
    BucketView, DmaStats, InstructionStats, LatencyStats, LinkStats, NetworkStats, NodeStats, PairStats, RouterStats,
    StatsView, UsesView,
};
pub use stop_text::{StopAt, StopFault, WatchHow, stop_text};
pub use trace::{LogLevel, Trace};
pub use trap_in_c::trapped_rank;
pub use travel_text::{Missed, TravelFault, communication_text, place_text, register_text};
pub use typed::{Typed, typed};
pub use values::fault_text;
pub use variables::{
    CallRow, GridView, MAX_OPEN, OpenValue, SHOWN_PARTS, SHOWN_ROWS, VariableRow, VariablesQuery, VariablesView,
    place_of,
};
pub use verdict::{CheckView, RightRun, VerdictView, WrongView};
pub use wait::{WaitChainView, WaitStepView, WaitView, wants_text};
pub use watched::{MAX_WATCHED, WatchRow, wrong_text};
pub use writer::{InstructionView, WriterKind, WriterView};
