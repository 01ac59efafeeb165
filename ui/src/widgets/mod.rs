//! Parts that know nothing of the lab: buttons, switches, dialogs, the editor.

mod dialog;
mod editor;
mod icon;
mod mark;
mod segmented;
mod words;

pub use dialog::{Modal, ModalProps};
pub use editor::{Doc, Editor, LineMark};
pub use icon::{Icon, IconName};
pub use mark::{CoreMark, FlitMark};
pub use segmented::{Choice, Segmented};
pub use words::{plain, rich};
