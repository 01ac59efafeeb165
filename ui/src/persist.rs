//! What the browser keeps for the student: language, theme, the exercise last open, and all work.
//!
//! Everything is stored under keys that begin with `mcore-lab/`, so that a site with several programs can share its
//! storage. Work is kept per exercise and never removed by the program; a newer format would get a newer key.

use crate::i18n;
use crate::store::{Drawer, Theme, Work};
use gloo_storage::{LocalStorage, Storage as _};
use mcore::base::Lang;
use mcore::session::MachineOptions;
use serde::Serialize;
use serde::de::DeserializeOwned;

const LANG: &str = "mcore-lab/lang";
const THEME: &str = "mcore-lab/theme";
const LAST: &str = "mcore-lab/last";
const MACHINE: &str = "mcore-lab/scratch-machine";
const DRAWER: &str = "mcore-lab/drawer";

fn work_key(id: &str) -> String {
    format!("mcore-lab/work/1/{id}")
}

/// Reads a value; what is absent, unreadable or forbidden counts as absent.
fn get<T: DeserializeOwned>(key: &str) -> Option<T> {
    LocalStorage::get(key).ok()
}

/// Writes a value. False if the browser does not let us (full, or storage is switched off).
fn set<T: Serialize>(key: &str, value: &T) -> bool {
    LocalStorage::set(key, value).is_ok()
}

/// The language chosen before, else the one that the browser prefers.
pub fn load_lang() -> Lang {
    get(LANG).unwrap_or_else(|| {
        let preferred: Vec<String> = web_sys::window()
            .map(|w| w.navigator().languages().iter().filter_map(|l| l.as_string()).collect())
            .unwrap_or_default();
        i18n::choose(preferred.iter().map(String::as_str))
    })
}

/// Remembers the language.
pub fn save_lang(lang: Lang) {
    set(LANG, &lang);
}

/// The theme chosen before.
pub fn load_theme() -> Theme {
    get(THEME).unwrap_or_default()
}

/// Remembers the theme.
pub fn save_theme(theme: Theme) {
    set(THEME, &theme);
}

/// The exercise (`class/matmul`) that was open last, or `scratch`.
pub fn load_last() -> Option<String> {
    get(LAST)
}

/// Remembers the exercise.
pub fn save_last(id: &str) {
    set(LAST, &id);
}

/// The machine for programs outside of exercises.
pub fn load_machine() -> MachineOptions {
    get(MACHINE).unwrap_or_default()
}

/// Remembers that machine.
pub fn save_machine(machine: &MachineOptions) {
    set(MACHINE, machine);
}

/// The drawer as it was left.
pub fn load_drawer() -> Drawer {
    get(DRAWER).unwrap_or_default()
}

/// Remembers the drawer.
pub fn save_drawer(drawer: &Drawer) {
    set(DRAWER, drawer);
}

/// The student's work on an exercise.
pub fn load_work(id: &str) -> Option<Work> {
    get(&work_key(id))
}

/// Keeps the student's work. False if the browser does not let us.
pub fn save_work(id: &str, work: &Work) -> bool {
    set(&work_key(id), work)
}
