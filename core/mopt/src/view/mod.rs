//! Presenters of the mapping mode: a map and its communication in, plain structs with ready text out.

mod json;
mod links;
mod names;
mod papers;
mod result;
mod step;
mod words;

pub use json::MoptJson;
pub use links::{
    MOPT_NO_LINK, MoptBin, MoptDifference, MoptEdge, MoptHistogram, MoptLink, MoptLinkRow, MoptLinks, MoptLoads,
    MoptMatrix, MoptPair, MoptTasks,
};
pub use names::{MoptPart, mopt_names};
pub use papers::{MoptPaper, MoptPaperRow, mopt_papers};
pub(crate) use result::definition;
pub use result::{
    MOPT_OWN, MoptChange, MoptChip, MoptHandover, MoptInput, MoptMeasures, MoptOwnView, MoptResult, MoptShape,
};
pub(crate) use step::merge_up_to;
pub use step::{MoptCandidate, MoptStep, MoptWay};
pub use words::{mopt_bytes, mopt_cost, mopt_short};
