//! Presenters of the verbs mode: machine in, plain structures with ready text out.

mod curve;
mod diagram;
mod himeno;
mod json;
mod moment;
mod parts;
mod run;
mod words;

pub(crate) use run::completions as tca_completions;

pub use curve::{
    Curve as TcaCurve, CurveView as TcaCurveView, LINES as TCA_LINES, PaperPoint as TcaPaperPoint, Point as TcaPoint,
    line as tca_line,
};
pub use diagram::{
    Arrow as TcaArrow, Block as TcaBlock, COLUMNS as TCA_COLUMNS, Diagram as TcaDiagram, Note as TcaNote,
};
pub use himeno::Himeno as TcaHimeno;
pub use json::Json as TcaJson;
pub use moment::{
    HEADER_FIELDS as TCA_HEADER_FIELDS, Moment as TcaMoment, PairView as TcaPair, QueueView as TcaQueue,
    RingView as TcaRing, Sentence as TcaSentence, end as tca_end, sentence as tca_sentence,
};
pub use parts::{Parts as TcaParts, Piece as TcaPiece, Sum as TcaSum, parts as tca_parts};
pub use run::{
    Done as TcaDone, LinkLoad as TcaLink, NodeCounts as TcaCounts, Remark as TcaRemark, Run as TcaRun,
    Transfer as TcaTransfer,
};
pub use words::{bytes as tca_bytes, stage as tca_stage, status as tca_status, time as tca_time};
