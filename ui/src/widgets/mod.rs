//! Parts that are independent of the lab: buttons, switches, dialogs.

mod chart;
mod dialog;
mod export;
mod fit;
mod focus;
mod icon;
mod keys;
mod mark;
mod menu;
mod segmented;
mod table;
mod words;

pub use chart::{Chart, Figure, Picture};
pub use dialog::{Modal, ModalProps, modal};
pub use export::{address_of, csv, save_parts, save_text, save_url};
pub use fit::{MenuButton, use_left_out};
pub use focus::{elements, is_focused, roam};
pub use icon::{Icon, IconName};
pub use keys::{key_table, letters_switch};
pub use mark::{CoreMark, FlitMark};
pub use menu::{Menu, MenuItem};
pub use segmented::{Choice, Segmented};
pub use table::{Cell, Column, DataTable, Row};
pub use words::rich;
