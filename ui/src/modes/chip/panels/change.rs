//! The form that changes a register or a word of memory.

use super::wants;
use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::store::travel::Target;
use crate::modes::chip::store::{Intent, Travel};
use crate::widgets::{Modal, ModalProps};
use mcore::base::Cycle;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Reads a value of 32 bits: `10`, `-1`, `0xff`, `1.5`, `2e3`, `'a'`.
pub fn read(text: &str) -> Option<u32> {
    let text = text.trim().replace(['_', ','], "");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    if let Some(digits) = hex {
        let value = u32::from_str_radix(digits, 16).ok()?;
        return Some(if sign { value.wrapping_neg() } else { value });
    }
    if let Some(inner) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        let mut characters = inner.chars();
        return characters.next().filter(|_| characters.next().is_none()).map(u32::from);
    }
    if let Ok(value) = digits.parse::<u64>() {
        let limit = if sign { 1 << 31 } else { u64::from(u32::MAX) };
        let value = (value <= limit).then_some(value as u32)?;
        return Some(if sign { value.wrapping_neg() } else { value });
    }
    let number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') || matches!(digits, "inf" | "NaN");
    let value: f32 = number.then(|| text.parse().ok())??;
    Some(value.to_bits())
}

/// A value in all notations.
fn shown(value: u32) -> String {
    let float = f32::from_bits(value);
    format!("0x{value:08x} · {} · {float:?}f", value as i32)
}

/// Properties of [`Change`].
#[derive(Properties, PartialEq)]
pub struct ChangeProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The register or word to change.
    pub target: Option<Target>,
    /// The shown cycle.
    pub cycle: Cycle,
    /// The last known cycle.
    pub end: Cycle,
}

/// The dialog, while a value is being changed.
#[component]
pub fn Change(props: &ChangeProps) -> Html {
    let i18n = use_i18n();
    let Some(target) = &props.target else { return Html::default() };
    let name = format!("{} {}", target.name, target.node);
    let modal = ModalProps {
        title: i18n.tf("change-title", &[("name", &name)]),
        testid: "change-dialog".into(),
        on_close: wants(&props.act, Intent::Travel(Travel::LeaveChange)),
        children: Children::new(vec![html! {
            <ChangeForm act={props.act.clone()} target={target.clone()} cycle={props.cycle} end={props.end} />
        }]),
    };
    html! { <Modal ..modal /> }
}

/// Properties of [`ChangeForm`].
#[derive(Properties, PartialEq)]
struct ChangeFormProps {
    act: Callback<Intent>,
    target: Target,
    cycle: Cycle,
    end: Cycle,
}

#[component]
fn ChangeForm(props: &ChangeFormProps) -> Html {
    let i18n = use_i18n();
    let ChangeFormProps { act, target, cycle, end } = props;
    let text = use_state(|| format!("0x{:x}", target.value));
    let field = use_node_ref();
    {
        let field = field.clone();
        use_effect_with((), move |()| {
            if let Some(input) = field.cast::<HtmlInputElement>() {
                // Fails only in documents that are not shown.
                let _ = input.focus();
                input.select();
            }
        });
    }
    let value = read(&text);
    let oninput = {
        let text = text.clone();
        move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                text.set(input.value());
            }
        }
    };
    let onsubmit = {
        let act = act.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(value) = value {
                act.emit(Intent::Travel(Travel::Write(value)));
            }
        }
    };
    let meaning = match value {
        Some(value) => html! { <p class="change-meaning" data-testid="change-meaning">{ shown(value) }</p> },
        None => html! { <p class="problem" role="alert" data-testid="change-bad">{ i18n.t("change-bad") }</p> },
    };
    let lost = (cycle < end).then(|| {
        let words = i18n.tf("change-lost", &[("from", &grouped(*cycle)), ("until", &grouped(*end))]);
        html! { <p class="change-lost" data-testid="change-lost">{ words }</p> }
    });
    let label = if cycle < end { "change-write-past" } else { "change-write" };
    html! {
        <form class="form" {onsubmit} novalidate={true}>
            <p class="quiet small">{ i18n.tf("change-now", &[("value", &shown(target.value)), ("n", &grouped(*cycle))]) }</p>
            <label class="field">
                <span>{ i18n.t("change-value") }</span>
                <input
                    type="text" ref={field} value={(*text).clone()} {oninput} autocomplete="off" spellcheck="false" maxlength="40"
                    aria-invalid={value.is_none().to_string()} data-testid="change-value"
                />
            </label>
            { meaning }
            { lost.unwrap_or_default() }
            <div class="form-actions">
                <button type="button" class="btn" onclick={wants(act, Intent::Travel(Travel::LeaveChange))}>{ i18n.t("cancel") }</button>
                <button type="submit" class="btn primary" disabled={value.is_none()} data-testid="change-write">{ i18n.t(label) }</button>
            </div>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whole_numbers_hexadecimal_floats_or_characters() {
        for (text, value) in [
            ("10", 10),
            (" -1 ", u32::MAX),
            ("4294967295", u32::MAX),
            ("-2147483648", 1 << 31),
            ("0xfF", 255),
            ("0x1234_5678", 0x1234_5678),
            ("-0x1", u32::MAX),
            ("1.5", 1.5f32.to_bits()),
            ("-.5", (-0.5f32).to_bits()),
            ("2e3", 2000f32.to_bits()),
            ("inf", f32::INFINITY.to_bits()),
            ("'a'", 97),
            ("1,000", 1000),
        ] {
            assert_eq!(read(text), Some(value), "{text}");
        }
        for bad in
            ["", "x", "4294967296", "-2147483649", "0x", "0x123456789", "'ab'", "1.2.3", "infinite", "--1", "nano"]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
