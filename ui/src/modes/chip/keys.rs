//! Keys of the whole page: one table, used by the key handler and listed in the help dialog.
//!
//! Keys of the browser (F5, F6 …) and of the editor are not handled here. The mesh has its own keys while it has the
//! focus; they are listed here too, with `intent: None`.

use crate::modes::chip::store::travel::Unit;
use crate::modes::chip::store::{Analyse, Dialog, Intent, Look, Travel};
use crate::shell::keys::Pressed;

/// Where keys work, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The program and the page.
    Page,
    Time,
    /// The chip, while it has the focus.
    Chip,
    /// The editor, while it has the focus.
    Editor,
}

impl Group {
    /// Every group.
    pub const ALL: [Self; 4] = [Self::Page, Self::Time, Self::Chip, Self::Editor];

    /// Message with its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Page => "keys-group-page",
            Self::Time => "keys-group-time",
            Self::Chip => "keys-group-chip",
            Self::Editor => "keys-group-editor",
        }
    }
}

/// One row of the list.
pub struct KeyRow {
    /// The group under which it is listed.
    pub group: Group,
    /// How the key is written; `Ctrl` stands for Command on a Mac.
    pub keys: &'static [&'static str],
    /// Message with its effect.
    pub label: &'static str,
    /// Its effect anywhere on the page; `None` if it works only in the part that its group names.
    intent: Option<fn() -> Intent>,
}

/// All keys, in the order of the help dialog.
pub const KEYS: &[KeyRow] = &[
    KeyRow { group: Group::Page, keys: &["Ctrl", "Enter"], label: "keys-assemble", intent: Some(|| Intent::Assemble) },
    KeyRow { group: Group::Page, keys: &["?"], label: "keys-help", intent: Some(|| Intent::Open(Dialog::Help)) },
    KeyRow {
        group: Group::Page,
        keys: &["Shift", "F9"],
        label: "keys-present",
        intent: Some(|| Intent::Look(Look::ToggleLarge)),
    },
    KeyRow {
        group: Group::Page,
        keys: &["Ctrl", "F7"],
        label: "keys-lower",
        intent: Some(|| Intent::Analyse(Analyse::ToggleTall)),
    },
    KeyRow {
        group: Group::Page,
        keys: &["Ctrl", "F6"],
        label: "keys-region",
        intent: Some(|| Intent::ToRegion { back: false }),
    },
    KeyRow {
        group: Group::Page,
        keys: &["Ctrl", "Shift", "F6"],
        label: "keys-region-back",
        intent: Some(|| Intent::ToRegion { back: true }),
    },
    KeyRow { group: Group::Page, keys: &["←", "↑", "↓", "→", "Enter"], label: "keys-edges", intent: None },
    KeyRow { group: Group::Time, keys: &["F8"], label: "keys-run", intent: Some(|| Intent::RunOrPause) },
    KeyRow { group: Group::Time, keys: &["F10"], label: "keys-step", intent: Some(|| step(false)) },
    KeyRow { group: Group::Time, keys: &["Shift", "F10"], label: "keys-back", intent: Some(|| step(true)) },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "F9"],
        label: "keys-instruction",
        intent: Some(|| go(false, Unit::Instruction)),
    },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "Shift", "F9"],
        label: "keys-instruction-back",
        intent: Some(|| go(true, Unit::Instruction)),
    },
    KeyRow { group: Group::Time, keys: &["Ctrl", "F10"], label: "keys-line", intent: Some(|| go(false, Unit::Line)) },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "Shift", "F10"],
        label: "keys-line-back",
        intent: Some(|| go(true, Unit::Line)),
    },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "F11"],
        label: "keys-line-into",
        intent: Some(|| go(false, Unit::LineInto)),
    },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "Shift", "F11"],
        label: "keys-out",
        intent: Some(|| go(false, Unit::Out)),
    },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "F8"],
        label: "keys-communication",
        intent: Some(|| go(false, Unit::Communication)),
    },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "Shift", "F8"],
        label: "keys-communication-back",
        intent: Some(|| go(true, Unit::Communication)),
    },
    KeyRow {
        group: Group::Time,
        keys: &["Shift", "F8"],
        label: "keys-run-back",
        intent: Some(|| Intent::Travel(Travel::RunBack)),
    },
    KeyRow {
        group: Group::Time,
        keys: &["Ctrl", "F2"],
        label: "keys-bookmark",
        intent: Some(|| Intent::Travel(Travel::ToggleBookmark)),
    },
    KeyRow { group: Group::Time, keys: &["Alt", "Home"], label: "keys-start", intent: Some(|| Intent::ToStart) },
    KeyRow { group: Group::Time, keys: &["Alt", "End"], label: "keys-end", intent: Some(|| Intent::ToEnd) },
    KeyRow {
        group: Group::Time,
        keys: &["←", "→", "PageUp", "PageDown", "Home", "End"],
        label: "keys-slider",
        intent: None,
    },
    KeyRow { group: Group::Time, keys: &["+", "−", "0"], label: "keys-slider-zoom", intent: None },
    KeyRow { group: Group::Time, keys: &["N", "P"], label: "keys-slider-bookmarks", intent: None },
    KeyRow { group: Group::Time, keys: &["Shift", "←", "→"], label: "keys-space", intent: None },
    KeyRow { group: Group::Time, keys: &["Enter", "W"], label: "keys-value", intent: None },
    KeyRow { group: Group::Chip, keys: &["←", "↑", "↓", "→"], label: "keys-mesh-select", intent: None },
    KeyRow { group: Group::Chip, keys: &["+", "−", "0"], label: "keys-mesh-zoom", intent: None },
    KeyRow { group: Group::Chip, keys: &["Shift", "←", "↑", "↓", "→"], label: "keys-mesh-pan", intent: None },
    KeyRow { group: Group::Chip, keys: &["Space"], label: "keys-mesh-line", intent: None },
    KeyRow { group: Group::Chip, keys: &["Enter"], label: "keys-mesh-inside", intent: None },
    KeyRow { group: Group::Chip, keys: &["ContextMenu"], label: "keys-mesh-menu", intent: None },
    KeyRow { group: Group::Editor, keys: &["F9"], label: "keys-editor-breakpoint", intent: None },
    KeyRow { group: Group::Editor, keys: &["Alt", "F9"], label: "keys-editor-condition", intent: None },
    KeyRow { group: Group::Editor, keys: &["Ctrl", "F"], label: "keys-editor-find", intent: None },
    KeyRow { group: Group::Editor, keys: &["Ctrl", "Alt", "G"], label: "keys-editor-line", intent: None },
    KeyRow { group: Group::Editor, keys: &["Ctrl", "/"], label: "keys-editor-comment", intent: None },
    KeyRow { group: Group::Editor, keys: &["Ctrl", "Space"], label: "keys-editor-words", intent: None },
    KeyRow { group: Group::Editor, keys: &["F12"], label: "keys-editor-definition", intent: None },
    KeyRow { group: Group::Editor, keys: &["Alt", "R"], label: "keys-editor-rename", intent: None },
    KeyRow { group: Group::Editor, keys: &["F2"], label: "keys-editor-next", intent: None },
    KeyRow { group: Group::Editor, keys: &["Alt", "H"], label: "keys-editor-help", intent: None },
    KeyRow { group: Group::Editor, keys: &["Esc", "Tab"], label: "keys-editor-leave", intent: None },
];

/// By the amount chosen in the list beside the buttons.
fn step(back: bool) -> Intent {
    Intent::Travel(Travel::Step { back })
}

fn go(back: bool, unit: Unit) -> Intent {
    Intent::Travel(Travel::Go { back, unit })
}

/// The effect of a key anywhere on the page.
pub fn intent_of(pressed: Pressed<'_>) -> Option<Intent> {
    KEYS.iter().find_map(|row| row.intent.filter(|_| pressed.is(row.keys)).map(|make| make()))
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
        assert_eq!(intent_of(at("F10", false, false)), Some(step(false)));
        assert_eq!(intent_of(at("F10", false, true)), Some(step(true)));
        assert_eq!(intent_of(at("F10", true, true)), Some(go(true, Unit::Line)));
        assert_eq!(intent_of(at("F10", true, false)), Some(go(false, Unit::Line)));
        assert_eq!(intent_of(at("?", false, true)), Some(Intent::Open(Dialog::Help)));
    }

    #[test]
    fn no_two_rows_have_the_same_keys() {
        for (i, row) in KEYS.iter().enumerate() {
            let twice = KEYS[..i].iter().find(|other| other.group == row.group && other.keys == row.keys);
            assert!(twice.is_none(), "{:?}", row.keys);
            let taken = KEYS[..i].iter().find(|o| o.intent.is_some() && row.intent.is_some() && o.keys == row.keys);
            assert!(taken.is_none(), "{:?}", row.keys);
        }
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
