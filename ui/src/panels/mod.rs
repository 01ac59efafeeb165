//! The panels of the page. Each gets what it shows as properties and tells what the user wants as an
//! [`Intent`](crate::intent::Intent); none knows the session or calculates anything about the machine.

mod analysis;
mod checks;
mod dialogs;
mod header;
mod live;
mod log;
mod machine;
mod mesh;
mod noc;
mod node;
mod notices;
mod open;
mod overview;
mod result;
mod source;
mod statistics;
mod task;
mod time;

pub use analysis::{Drawer, DrawerProps};
pub use dialogs::{Dialogs, DialogsProps};
pub use header::{Header, HeaderProps, PhoneTabs, PhoneTabsProps};
pub use live::{Live, LiveProps};
pub use mesh::{MeshPanel, MeshPanelProps};
pub use node::{NodePanel, NodePanelProps};
pub use notices::{Notices, NoticesProps};
pub use result::{ResultPanel, ResultPanelProps};
pub use source::{SourcePanel, SourcePanelProps};
pub use time::{TimePanel, TimePanelProps};

use crate::intent::Intent;
use yew::Callback;

/// A click handler that wants this.
fn wants<E>(act: &Callback<Intent>, intent: Intent) -> Callback<E> {
    let act = act.clone();
    Callback::from(move |_| act.emit(intent.clone()))
}
