//! Presenters of the memory mode: a graph or a report in, plain structs with ready text out.

mod layout;
mod result;
mod words;

pub use layout::{PmnetBox, PmnetMap, PmnetWhat, PmnetWire, pmnet_free, pmnet_nested};
pub use result::{PmnetBadLines, PmnetLevel, PmnetObject, PmnetPhase, PmnetRegion, PmnetResult, pmnet_results_of};
pub use words::{bandwidth_text, bottleneck_text, kind_text, moved_text, seconds_text};
