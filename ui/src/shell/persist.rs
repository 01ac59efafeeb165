//! Settings that the browser keeps for every mode, in its simple storage.
//!
//! Everything is stored under keys that start with `mcore-lab/`, so that a site with several programs can share its
//! storage.

use crate::i18n;
use crate::shell::document::Theme;
use mcore::base::Lang;
use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

const LANG: &str = "mcore-lab/lang";
const THEME: &str = "mcore-lab/theme";
/// The key of a map that the mapping mode leaves for the chip's page.
pub const FOR_CHIP: &str = "mcore-lab/for-chip";
/// The key of the traffic that the chip's page leaves for the mapping mode.
pub const FROM_CHIP: &str = "mcore-lab/from-chip";

fn mode_key(mode: &str) -> String {
    format!("mcore-lab/{mode}")
}

/// The browser's local storage, if it is allowed.
pub fn storage() -> Option<Storage> {
    gloo_utils::window().local_storage().ok().flatten()
}

/// Reads a value; `None` if it is absent, unreadable or forbidden.
pub fn get<T: DeserializeOwned>(key: &str) -> Option<T> {
    serde_json::from_str(&storage()?.get_item(key).ok()??).ok()
}

/// Writes a value. False if the browser refuses (full, or storage is disabled).
pub fn set<T: Serialize>(key: &str, value: &T) -> bool {
    let text = serde_json::to_string(value).ok();
    storage().zip(text).is_some_and(|(storage, text)| storage.set_item(key, &text).is_ok())
}

/// Removes a value.
pub fn remove(key: &str) {
    if let Some(storage) = storage() {
        // Fails only where nothing can be stored either.
        let _ = storage.remove_item(key);
    }
}

/// The browser's storage for this tab, if it is allowed. It lives as long as the tab.
fn tab_storage() -> Option<Storage> {
    gloo_utils::window().session_storage().ok().flatten()
}

/// [`get`] from the storage of this tab.
pub fn get_in_tab<T: DeserializeOwned>(key: &str) -> Option<T> {
    serde_json::from_str(&tab_storage()?.get_item(key).ok()??).ok()
}

/// [`set`] in the storage of this tab.
pub fn set_in_tab<T: Serialize + ?Sized>(key: &str, value: &T) -> bool {
    let text = serde_json::to_string(value).ok();
    tab_storage().zip(text).is_some_and(|(storage, text)| storage.set_item(key, &text).is_ok())
}

/// [`remove`] from the storage of this tab.
pub fn remove_in_tab(key: &str) {
    if let Some(storage) = tab_storage() {
        // Fails only where nothing can be stored either.
        let _ = storage.remove_item(key);
    }
}

/// The rest of each storage key after a prefix.
pub fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    let all = (0..count).filter_map(|i| storage.key(i).ok().flatten());
    all.filter_map(|key| key.strip_prefix(prefix).map(str::to_owned)).collect()
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

/// Settings of the page's appearance, which the chip's page has too.
const LOOKS: &str = "mcore-lab/looks";
const LETTERS_OFF: &str = "letters_off";

/// Whether keys that type a character have no effect on pages.
pub fn letters_off() -> bool {
    let looks: Option<serde_json::Value> = get(LOOKS);
    looks.and_then(|looks| looks.get(LETTERS_OFF)?.as_bool()).unwrap_or(false)
}

/// Stores whether keys that type a character have no effect on pages.
pub fn set_letters_off(off: bool) {
    let mut looks: serde_json::Map<String, serde_json::Value> = get(LOOKS).unwrap_or_default();
    looks.insert(LETTERS_OFF.into(), off.into());
    set(LOOKS, &looks);
}

/// The theme chosen before.
pub fn load_theme() -> Theme {
    get(THEME).unwrap_or_default()
}

/// Stores the theme.
pub fn save_theme(theme: Theme) {
    set(THEME, &theme);
}
