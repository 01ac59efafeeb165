//! Presenters of the interconnect mode: a machine or a report in, plain structs with ready text out.

mod picture;
mod result;

pub use picture::{
    NO_LINK, NsimDiagram, NsimFrame, NsimLinkRow, NsimOutcome, NsimPort, NsimShape, NsimState, NsimSwitch, doing,
};
pub use result::{
    MAX_WAITING, NsimLatency, NsimLink, NsimNetwork, NsimPrediction, NsimRecipe, NsimResult, NsimWaiting, nsim_time,
    waiting_text,
};
