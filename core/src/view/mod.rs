//! Presenters: a machine or a report in, plain structs with ready text and semantic roles out.
//!
//! Whoever draws (page, SVG test, command line) needs no knowledge of the machine: all formatting lives here, and roles
//! ("polling", "tail flit") stand where colours would.

mod chip_mesh;
mod chip_node;
mod chip_outcome;
mod chip_stall;
mod difference;
mod frame;
mod log;
mod mesh;
mod noc;
mod node;
mod reports;
mod spacetime;
mod stats;
mod trace;
mod verdict;
mod writer;

pub use chip_outcome::{address, source_of};
pub use chip_stall::{ChainLinkView, ChainView, packet_name, stall_name};
pub use difference::{DidView, DifferenceKind, DifferenceRow, DifferenceView};
pub use frame::{Frame, OutcomeView, RunState, SeriesView, WaitingView};
pub use log::{Log, LogFilter, LogKind, LogRow, LogView, MOST_ROWS, PacketId};
pub use mesh::{
    ArrowView, BlockedView, CoreRole, FlitPlace, FlitRole, FlitView, MemoryNodeView, MeshView, PACKET_HUES,
};
pub use noc::{NocCurve, NocLatency, NocPoint, noc_error_text, saturation_text, traffic_name};
pub use node::{
    DisasmRow, FloatRegisterView, FloatStatusView, InccView, MemoryFocus, MemoryRow, MemoryView, MemoryWord, NodeKind,
    NodeView, PartView, RegisterView, SourcePlace,
};
pub use reports::{ReportSiteView, ReportView, ReportsView};
pub use spacetime::SpaceTimeView;
pub use stats::{
    BucketView, DmaStats, InstructionStats, LatencyStats, LinkStats, NetworkStats, NodeStats, RouterStats, StatsView,
    UsesView,
};
pub use trace::{Grain, Trace};
pub use verdict::{CheckView, VerdictView};
pub use writer::{InstructionView, WriterKind, WriterView};
