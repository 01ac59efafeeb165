//! The verbs mode (TCA): its model, its views and its session.
#![no_std]
// A panic loses work, so failures are returned as errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod exercise;
pub mod model;
mod session;
mod view;

pub use exercise::TCA_KIND;
pub use model::{
    FlowLook as TcaFlow, Part as TcaPart, QpState as TcaQpState, Queues as TcaQueues, Set as TcaSet,
    SlotLook as TcaSlot, SlotState as TcaSlotState, Status as TcaStatus,
};
pub use session::{
    TCA_HIMENO, TCA_MAX_SCRIPT, TCA_RATES, TCA_RECORD, TCA_SCRIPT, TCA_SIZES, TCA_SOURCE, TCA_TIMES, Tca, TcaAct,
    TcaCommand, TcaExerciseView, TcaGraded, TcaJob, TcaLesson, TcaNews, TcaPlan, TcaSession, TcaTask, TcaUpdate,
    tca_lessons,
};
pub use view::{
    TCA_COLUMNS, TCA_HEADER_FIELDS, TCA_LINES, TcaArrow, TcaBlock, TcaCounts, TcaCurve, TcaCurveView, TcaDiagram,
    TcaDone, TcaHimeno, TcaJson, TcaLink, TcaMoment, TcaNote, TcaPair, TcaPaperPoint, TcaParts, TcaPiece, TcaPoint,
    TcaQueue, TcaRemark, TcaRing, TcaRun, TcaSentence, TcaSum, TcaTransfer, tca_bytes, tca_end, tca_line, tca_parts,
    tca_sentence, tca_stage, tca_status, tca_time,
};
