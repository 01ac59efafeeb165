//! Keys of the whole page: one table, which the key handler obeys and the help dialog lists.
//!
//! Keys of the browser (F5, F6, F12 …) and of the editor are left alone. The mesh has keys of its own while it has the
//! focus; they are listed here too, with `intent: None`.

use crate::intent::Intent;
use crate::store::Dialog;

/// One line of the list.
pub struct KeyRow {
    /// How the key is written, `Ctrl` standing for Command on a Mac.
    pub keys: &'static [&'static str],
    /// Message that says what it does.
    pub label: &'static str,
    /// What it does anywhere on the page; `None` if only where it is said.
    intent: Option<fn() -> Intent>,
}

/// All keys, in the order of the help dialog.
pub const KEYS: &[KeyRow] = &[
    KeyRow { keys: &["Ctrl", "Enter"], label: "keys-assemble", intent: Some(|| Intent::Assemble) },
    KeyRow { keys: &["F8"], label: "keys-run", intent: Some(|| Intent::RunOrPause) },
    KeyRow { keys: &["F10"], label: "keys-step", intent: Some(|| Intent::Step(1)) },
    KeyRow { keys: &["Shift", "F10"], label: "keys-back", intent: Some(|| Intent::Back(1)) },
    KeyRow { keys: &["Alt", "Home"], label: "keys-start", intent: Some(|| Intent::ToStart) },
    KeyRow { keys: &["Alt", "End"], label: "keys-end", intent: Some(|| Intent::ToEnd) },
    KeyRow { keys: &["?"], label: "keys-help", intent: Some(|| Intent::Open(Dialog::Help)) },
    KeyRow { keys: &["←", "↑", "↓", "→"], label: "keys-mesh-select", intent: None },
    KeyRow { keys: &["+", "−", "0"], label: "keys-mesh-zoom", intent: None },
    KeyRow { keys: &["Shift", "←", "↑", "↓", "→"], label: "keys-mesh-pan", intent: None },
    KeyRow { keys: &["Ctrl", "F"], label: "keys-editor-find", intent: None },
    KeyRow { keys: &["F2"], label: "keys-editor-next", intent: None },
    KeyRow { keys: &["Alt", "H"], label: "keys-editor-help", intent: None },
    KeyRow { keys: &["Esc", "Tab"], label: "keys-editor-leave", intent: None },
];

/// A key as pressed, free of the browser's types so that it can be tested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pressed<'a> {
    /// The browser's name of the key.
    pub key: &'a str,
    /// Control, or Command on a Mac.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
    /// True while the focus is where letters are typed.
    pub typing: bool,
}

/// What a key does anywhere on the page.
pub fn intent_of(pressed: Pressed<'_>) -> Option<Intent> {
    KEYS.iter().find_map(|row| {
        let make = row.intent?;
        let (key, modifiers) = row.keys.split_last()?;
        let wants = |name: &str| modifiers.contains(&name);
        // A single character types itself where letters are typed; how Shift makes it depends on the keyboard.
        let letter = key.chars().count() == 1;
        let fits = *key == pressed.key
            && wants("Ctrl") == pressed.ctrl
            && wants("Alt") == pressed.alt
            && (letter || wants("Shift") == pressed.shift)
            && !(letter && pressed.typing);
        fits.then(make)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_what_the_list_says() {
        let at = |key, ctrl, shift| Pressed { key, ctrl, shift, ..Pressed::default() };
        assert_eq!(intent_of(at("Enter", true, false)), Some(Intent::Assemble));
        assert_eq!(intent_of(at("Enter", false, false)), None);
        assert_eq!(intent_of(at("F8", false, false)), Some(Intent::RunOrPause));
        assert_eq!(intent_of(at("F10", false, false)), Some(Intent::Step(1)));
        assert_eq!(intent_of(at("F10", false, true)), Some(Intent::Back(1)));
        assert_eq!(intent_of(at("?", false, true)), Some(Intent::Open(Dialog::Help)));
    }

    #[test]
    fn letters_can_still_be_typed() {
        let pressed = Pressed { key: "?", shift: true, typing: true, ..Pressed::default() };
        assert_eq!(intent_of(pressed), None);
    }

    #[test]
    fn keys_of_the_mesh_do_nothing_elsewhere() {
        assert_eq!(intent_of(Pressed { key: "+", ..Pressed::default() }), None);
    }
}
