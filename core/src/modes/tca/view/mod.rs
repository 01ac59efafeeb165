//! Presenters of the verbs mode: machine in, plain structures with ready text out.

mod curve;
mod json;
mod moment;

pub use curve::{Curve as TcaCurve, Point as TcaPoint};
pub use json::Json as TcaJson;
pub use moment::{
    Moment as TcaMoment, PairView as TcaPair, Sentence as TcaSentence, end as tca_end, sentence as tca_sentence,
};
