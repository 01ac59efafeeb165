//! The data that the browser stores for the student: settings here, in local storage; work in its database (`db.rs`),
//! and as a file (`file.rs`). Through `tabs.rs` two tabs find out that they have the same work open.
//!
//! Every key starts with `mcore-lab/`, so that a site with several programs can share its storage.

mod db;
pub mod file;
mod tabs;

pub use db::{Db, Stored, ask_to_persist};
pub use tabs::{Tabs, What, Word};

use crate::shell::persist::{FOR_CHIP, FROM_CHIP, get, keys, remove, set};
pub use crate::shell::persist::{get_in_tab, remove_in_tab, set_in_tab};
pub use crate::shell::persist::{load_lang, load_theme, save_lang, save_theme};

use crate::modes::chip::store::project::Project;
use crate::modes::chip::store::travel::{MEMORY_AT_FIRST, Notes};
use crate::modes::chip::store::{Drawer, Looks, Work};
use mcore::modes::chip::session::MachineOptions;
use serde::{Deserialize, Serialize};

const LAST: &str = "mcore-lab/last";
const MACHINE: &str = "mcore-lab/scratch-machine";
const MEMORY: &str = "mcore-lab/memory";
const DRAWER: &str = "mcore-lab/drawer";
const LOOKS: &str = "mcore-lab/looks";
/// Work stored by editions without a database.
const OLD_WORK: &str = "mcore-lab/work/1/";
/// Work stored while the user left the page.
const LEFT: &str = "mcore-lab/left/";

fn notes_key(id: &str) -> String {
    format!("mcore-lab/notes/1/{id}")
}

/// The exercise (`class/matmul`) that was open last, or `scratch`.
pub fn load_last() -> Option<String> {
    get(LAST)
}

/// Stores the exercise.
pub fn save_last(id: &str) {
    set(LAST, &id);
}

/// The machine for programs without an exercise.
pub fn load_machine() -> MachineOptions {
    get(MACHINE).unwrap_or_default()
}

/// Stores that machine.
pub fn save_machine(machine: &MachineOptions) {
    set(MACHINE, machine);
}

/// The stored state of the drawer.
pub fn load_drawer() -> Drawer {
    get(DRAWER).unwrap_or_default()
}

/// Stores the state of the drawer.
pub fn save_drawer(drawer: &Drawer) {
    set(DRAWER, drawer);
}

/// Breakpoints, watchpoints and bookmarks of a work.
pub fn load_notes(id: &str) -> Notes {
    get(&notes_key(id)).unwrap_or_default()
}

/// Stores them.
pub fn save_notes(id: &str, notes: &Notes) {
    set(&notes_key(id), notes);
}

/// Memory limit for the states kept for going back, in MiB.
pub fn load_memory() -> u32 {
    get(MEMORY).unwrap_or(MEMORY_AT_FIRST)
}

/// Stores that limit.
pub fn save_memory(mib: u32) {
    set(MEMORY, &mib);
}

/// The stored appearance settings.
pub fn load_looks() -> Looks {
    get(LOOKS).unwrap_or_default()
}

/// Stores the appearance settings.
pub fn save_looks(looks: &Looks) {
    set(LOOKS, looks);
}

/// Work stored by editions without a database: ID and contents.
pub fn old_work() -> Vec<(String, Work)> {
    keys(OLD_WORK).into_iter().filter_map(|id| Some((id.clone(), get(&format!("{OLD_WORK}{id}"))?))).collect()
}

/// Removes work of an older edition, once it is in the database.
pub fn remove_old_work(id: &str) {
    remove(&format!("{OLD_WORK}{id}"));
}

/// Stores a project in local storage, where writing is immediate: the user leaves the page, and the database may not
/// finish in time. False if the browser refuses.
pub fn leave(project: &Project) -> bool {
    set(&format!("{LEFT}{}", project.id), project)
}

/// Projects that were stored this way, and may not be in the database.
pub fn left() -> Vec<Project> {
    keys(LEFT).into_iter().filter_map(|id| get(&format!("{LEFT}{id}"))).collect()
}

/// Removes a project that was stored this way.
pub fn remove_left(id: &str) {
    remove(&format!("{LEFT}{id}"));
}

/// The traffic of a run, for the page of the mapping mode.
#[derive(Debug, Serialize)]
pub struct Traffic {
    /// Columns and rows of the chip, as `8x8`.
    pub sizes: String,
    /// Source, destination, bytes and messages of each pair of nodes, as comma-separated values.
    pub text: String,
}

/// Leaves traffic for the page of the mapping mode. False if the browser refuses.
pub fn leave_traffic(traffic: &Traffic) -> bool {
    set(FROM_CHIP, traffic)
}

/// A map of ranks from the page of the mapping mode.
#[derive(Debug, Deserialize)]
pub struct Mapped {
    /// Columns of the chip.
    pub width: u8,
    /// Rows of the chip.
    pub height: u8,
    /// The rank-to-node file.
    pub map: String,
    /// The communication as a program in C, if it is not too large.
    pub program: Option<String>,
}

/// Takes the map that the page of the mapping mode has left, if there is one.
pub fn take_map() -> Option<Mapped> {
    let map = get(FOR_CHIP);
    remove(FOR_CHIP);
    map
}
