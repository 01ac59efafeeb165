//! The data that the browser stores for the student: settings here, in local storage; work in its database (`db.rs`),
//! and as a file (`file.rs`). Through `tabs.rs` two tabs find out that they have the same work open.
//!
//! Every key starts with `mcore-lab/`, so that a site with several programs can share its storage.

mod db;
pub mod file;
mod tabs;

pub use db::{Db, Stored, ask_to_persist};
pub use tabs::{Tabs, What, Word};

use crate::i18n;
use crate::store::project::Project;
use crate::store::travel::{MEMORY_AT_FIRST, Notes};
use crate::store::{Drawer, Looks, Theme, Work};
use mcore::base::Lang;
use mcore::session::MachineOptions;
use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

const LANG: &str = "mcore-lab/lang";
const THEME: &str = "mcore-lab/theme";
const LAST: &str = "mcore-lab/last";
const MACHINE: &str = "mcore-lab/scratch-machine";
const MEMORY: &str = "mcore-lab/memory";
const DRAWER: &str = "mcore-lab/drawer";
const LOOKS: &str = "mcore-lab/looks";
/// Work stored by editions without a database.
const OLD_WORK: &str = "mcore-lab/work/1/";
/// Work stored while the user left the page.
const LEFT: &str = "mcore-lab/left/";

fn mode_key(mode: &str) -> String {
    format!("mcore-lab/{mode}")
}

fn notes_key(id: &str) -> String {
    format!("mcore-lab/notes/1/{id}")
}

/// The browser's local storage, if it is allowed.
fn storage() -> Option<Storage> {
    gloo_utils::window().local_storage().ok().flatten()
}

/// Reads a value; `None` if it is absent, unreadable or forbidden.
fn get<T: DeserializeOwned>(key: &str) -> Option<T> {
    serde_json::from_str(&storage()?.get_item(key).ok()??).ok()
}

/// Writes a value. False if the browser refuses (full, or storage is disabled).
fn set<T: Serialize>(key: &str, value: &T) -> bool {
    let text = serde_json::to_string(value).ok();
    storage().zip(text).is_some_and(|(storage, text)| storage.set_item(key, &text).is_ok())
}

fn remove(key: &str) {
    if let Some(storage) = storage() {
        // Fails only where nothing can be stored either.
        let _ = storage.remove_item(key);
    }
}

/// The language chosen before, else the browser's preferred one.
pub fn load_lang() -> Lang {
    get(LANG).unwrap_or_else(|| {
        let preferred: Vec<String> = web_sys::window()
            .map(|w| w.navigator().languages().iter().filter_map(|l| l.as_string()).collect())
            .unwrap_or_default();
        i18n::choose(preferred.iter().map(String::as_str))
    })
}

/// Stores the language.
pub fn save_lang(lang: Lang) {
    set(LANG, &lang);
}

/// The stored form of a mode with its own page.
pub fn load_mode<T: DeserializeOwned>(mode: &str) -> Option<T> {
    get(&mode_key(mode))
}

/// Stores the form of a mode.
pub fn save_mode<T: Serialize>(mode: &str, plan: &T) {
    set(&mode_key(mode), plan);
}

/// The theme chosen before.
pub fn load_theme() -> Theme {
    get(THEME).unwrap_or_default()
}

/// Stores the theme.
pub fn save_theme(theme: Theme) {
    set(THEME, &theme);
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

/// The rest of each storage key after a prefix.
fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    let all = (0..count).filter_map(|i| storage.key(i).ok().flatten());
    all.filter_map(|key| key.strip_prefix(prefix).map(str::to_owned)).collect()
}
