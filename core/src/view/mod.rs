//! Presenters: a machine or a report in, plain structs with ready text and semantic roles out.
//!
//! Whoever draws (page, SVG test, command line) needs no knowledge of the machine: all formatting lives here, and roles
//! ("polling", "tail flit") stand where colours would.

mod chip_mesh;
mod chip_node;
mod chip_outcome;
mod frame;
mod mesh;
mod node;
mod reports;
mod stats;
mod trace;
mod verdict;

pub use chip_outcome::source_of;
pub use frame::{Frame, OutcomeView, RunState, SeriesView};
pub use mesh::{
    ArrowView, BlockedView, CoreRole, FlitPlace, FlitRole, FlitView, MemoryNodeView, MeshView, PACKET_HUES,
};
pub use node::{
    DisasmRow, FloatRegisterView, FloatStatusView, InccView, MemoryFocus, MemoryRow, MemoryView, MemoryWord, NodeKind,
    NodeView, RegisterView, SourcePlace,
};
pub use reports::{ReportSiteView, ReportView, ReportsView};
pub use stats::{DmaStats, InstructionStats, LatencyStats, LinkStats, NetworkStats, RouterStats, StatsView};
pub use trace::{Grain, Trace};
pub use verdict::{CheckView, VerdictView};
