//! The panels of the page. Each gets the state, or the part of it that it draws, as properties ([`Props`]) and emits the user's requests as an
//! [`Intent`]; none knows the session or calculates anything about the machine.

mod analysis;
mod answers;
mod change;
mod checks;
mod compare;
mod dialogs;
mod files;
mod grade;
mod header;
mod headline;
mod keep;
mod live;
mod log;
mod machine;
mod mesh;
mod migration;
mod mpi;
mod newest;
mod noc;
mod node;
mod notices;
mod open;
mod output;
mod overview;
mod print;
mod profile;
mod props;
mod reference;
mod result;
mod run;
mod source;
mod speedup;
mod split;
mod statistics;
mod stops;
mod task;
mod time;
mod timeline;
pub mod tints;
mod tour;
mod update;
mod waits;
mod watch;

pub use analysis::{Drawer, Strip};
pub use answers::Answers;
pub use change::Change;
pub use dialogs::Dialogs;
pub use header::{Header, PhoneTabs};
pub use headline::Headline;
pub use live::Live;
pub use mesh::MeshPanel;
pub use newest::Newest;
pub use node::NodePanel;
pub use notices::Notices;
pub use open::{dropped, has_files};
pub use print::PrintView;
pub use props::Props;
pub use run::RunPanel;
pub use source::{SourcePanel, SourcePanelProps, operand_values};
pub use split::{Edge, Split, restore as restore_edges};
pub use time::TimePanel;
pub use tour::{Tour, done as tour_done};

use crate::modes::chip::store::Intent;
use yew::Callback;

/// A click handler that emits this intent.
fn wants<E>(act: &Callback<Intent>, intent: Intent) -> Callback<E> {
    let act = act.clone();
    Callback::from(move |_| act.emit(intent.clone()))
}
