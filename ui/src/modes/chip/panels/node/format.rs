//! Number formats of words: the choice above registers and memory.

use crate::i18n::I18n;
use crate::shell::fields::select_of;
use mcore::modes::chip::view::Typed;
use yew::prelude::*;

/// Formats for memory, with the messages of their names.
pub const OF_MEMORY: [(Typed, &str); 9] = [
    (Typed::Hex, "read-hex"),
    (Typed::Signed, "read-signed"),
    (Typed::Unsigned, "read-unsigned"),
    (Typed::Binary, "read-binary"),
    (Typed::Halves, "read-halves"),
    (Typed::Bytes, "read-bytes"),
    (Typed::Text, "read-text"),
    (Typed::Single, "read-single"),
    (Typed::Double, "read-double"),
];

/// The same for registers, each of which is read separately.
pub const OF_REGISTERS: [(Typed, &str); 6] = [
    (Typed::Hex, "read-hex"),
    (Typed::Signed, "read-signed"),
    (Typed::Unsigned, "read-unsigned"),
    (Typed::Binary, "read-binary"),
    (Typed::Text, "read-text"),
    (Typed::Single, "read-single"),
];

/// A further reading of memory: as the variables of the program.
pub struct AsObjects {
    pub chosen: bool,
    /// Receives whether it is chosen.
    pub choose: Callback<bool>,
}

/// The choice; for a program in C with the reading as its variables.
pub fn format_choice(
    i18n: &I18n,
    label: &str,
    formats: &'static [(Typed, &'static str)],
    chosen: &UseStateHandle<Typed>,
    testid: &'static str,
    objects: Option<AsObjects>,
) -> Html {
    let onchange = {
        let (chosen, objects) = (chosen.clone(), objects.as_ref().map(|objects| objects.choose.clone()));
        move |event: Event| {
            let Some(select) = select_of(&event) else { return };
            let format = formats.get(select.selected_index() as usize);
            if let Some(choose) = &objects {
                choose.emit(format.is_none());
            }
            if let Some((format, _)) = format {
                chosen.set(*format);
            }
        }
    };
    let as_objects = objects.as_ref().is_some_and(|objects| objects.chosen);
    let options = formats.iter().map(|(format, name)| {
        html! { <option key={*name} value={*name} selected={!as_objects && *format == **chosen}>{ i18n.t(name) }</option> }
    });
    let variables = objects.map(|objects| {
        html! { <option key="read-variables" value="read-variables" selected={objects.chosen}>{ i18n.t("read-variables") }</option> }
    });
    let label = i18n.t(label);
    html! {
        <select class="format" {onchange} aria-label={label.clone()} title={label} data-testid={testid}>{ for options }{ for variables }</select>
    }
}
