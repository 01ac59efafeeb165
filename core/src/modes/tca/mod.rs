//! The verbs mode (TCA): its model, its views and its session.

pub mod model;
mod session;
mod view;

pub use session::{Tca, TcaAct, TcaLines, TcaNews, TcaPlan, TcaSession, TcaUpdate};
pub use view::{TcaCurve, TcaJson, TcaMoment, TcaPair, TcaPoint, TcaSentence, tca_end, tca_sentence};
