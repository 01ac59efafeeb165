//! The panels of the page. Each gets its data as properties and emits the user's requests as an
//! [`Intent`]; none knows the session or calculates anything about the machine.

mod analysis;
mod answers;
mod change;
mod checks;
mod compare;
mod dialogs;
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

pub use analysis::{Drawer, DrawerProps, Strip, StripProps};
pub use answers::Answers;
pub use change::Change;
pub use dialogs::{Dialogs, DialogsProps};
pub use header::{Header, HeaderProps, PhoneTabs};
pub use headline::{Headline, words as headline_words};
pub use keep::work_name;
pub use live::Live;
pub use mesh::{MeshPanel, MeshPanelProps, Talk};
pub use newest::Newest;
pub use node::{NodePanel, NodePanelProps};
pub use notices::{Notices, NoticesProps};
pub use open::{dropped, has_files};
pub use output::OutputPanelProps;
pub use print::PrintView;
pub use result::ResultPanelProps;
pub use run::{RunPanel, RunPanelProps};
pub use source::{SourcePanel, SourcePanelProps, operand_values};
pub use split::{Edge, Split, restore as restore_edges};
pub use time::{ChartProps, TimePanel, TimePanelProps};
pub use tour::{Tour, done as tour_done};

use crate::modes::chip::intent::Intent;
use yew::Callback;

/// A click handler that emits this intent.
fn wants<E>(act: &Callback<Intent>, intent: Intent) -> Callback<E> {
    let act = act.clone();
    Callback::from(move |_| act.emit(intent.clone()))
}
