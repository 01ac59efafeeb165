//! A window of node memory: by address, label or register.

use crate::i18n::use_i18n;
use crate::intent::Intent;
use crate::widgets::{Icon, IconName};
use mcore::session::AssembledView;
use mcore::view::{MemoryFocus, MemoryView};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Names of the general registers, by number.
const REGISTERS: [&str; 32] = [
    "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "s0", "s1", "s2",
    "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp", "ra",
];

/// Reads what the student has typed: `$t2`, `0x2000`, `8192` or a label.
fn read(text: &str, known: impl Fn(&str) -> bool) -> Option<MemoryFocus> {
    let text = text.trim();
    if let Some(name) = text.strip_prefix('$') {
        let by_name = REGISTERS.iter().position(|r| *r == name).or_else(|| (name == "s8").then_some(30));
        let number = by_name.or_else(|| name.parse().ok().filter(|n| *n < 32))?;
        return Some(MemoryFocus::Register(number as u8));
    }
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = hex.map_or_else(|| text.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok());
    match number {
        Some(address) => Some(MemoryFocus::Address(address & !3)),
        None if known(text) => Some(MemoryFocus::Symbol(text.to_owned())),
        None => None,
    }
}

/// How a focus is written.
fn write(focus: &MemoryFocus) -> String {
    match focus {
        MemoryFocus::Address(address) => format!("{address:#x}"),
        MemoryFocus::Symbol(name) => name.clone(),
        MemoryFocus::Register(number) => format!("${}", REGISTERS.get(usize::from(*number)).unwrap_or(&"zero")),
    }
}

/// Properties of [`Memory`].
#[derive(Properties, PartialEq)]
pub struct MemoryProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The window.
    pub memory: MemoryView,
    /// What has been chosen.
    pub focus: MemoryFocus,
    /// Labels.
    pub program: Option<Rc<AssembledView>>,
}

/// The window.
#[component]
pub fn Memory(props: &MemoryProps) -> Html {
    let i18n = use_i18n();
    let wrong = use_state(|| false);
    let known = {
        let program = props.program.clone();
        move |name: &str| program.iter().flat_map(|p| &p.symbols).any(|s| s.name == name)
    };
    let onchange = {
        let (act, wrong) = (props.act.clone(), wrong.clone());
        move |event: Event| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            let focus = read(&input.value(), &known);
            wrong.set(focus.is_none());
            if let Some(focus) = focus {
                act.emit(Intent::FocusMemory(focus));
            }
        }
    };
    let page = props.memory.rows.len() as u32 * 16;
    let (base, size) = (props.memory.base, props.memory.size);
    let turn = |address: u32| {
        let (act, wrong) = (props.act.clone(), wrong.clone());
        Callback::from(move |_: MouseEvent| {
            wrong.set(false);
            act.emit(Intent::FocusMemory(MemoryFocus::Address(address)));
        })
    };
    let labels = props.program.iter().flat_map(|p| &p.symbols).filter(|s| !s.code && s.line.is_some());
    let labels = labels.map(|s| html! { <option key={s.name.clone()} value={s.name.clone()} /> });
    let registers = REGISTERS.iter().map(|r| html! { <option key={*r} value={format!("${r}")} /> });
    let rows = props.memory.rows.iter().enumerate().map(|(index, row)| {
        let words = row.words.iter().enumerate().map(|(column, word)| {
            html! { <td key={column} class={word.changed.then_some("changed")} title={word.dec.clone()}>{ &word.hex }</td> }
        });
        let head = if row.label.is_empty() { &row.addr } else { &row.label };
        let class = (!row.label.is_empty()).then_some("label");
        html! {
            <tr key={index}>
                <th scope="row" {class} title={format!("{} {}", row.addr, row.ascii)}>{ head }</th>
                { for words }
            </tr>
        }
    });
    let problem = if *wrong { i18n.t("memory-bad-focus") } else { AttrValue::default() };
    html! {
        <div class="card">
            <div class="card-head">
                <h2>{ i18n.t("memory-title") }</h2>
                <input
                    type="text" class="focus" list="memory-places" value={write(&props.focus)} {onchange} spellcheck="false"
                    autocomplete="off" aria-label={i18n.t("memory-focus")} title={i18n.t("memory-focus")}
                    aria-invalid={wrong.to_string()} data-testid="memory-focus"
                />
                <datalist id="memory-places">{ for labels }{ for registers }</datalist>
                <button
                    type="button" class="btn icon-btn small-btn" onclick={turn(base.saturating_sub(page))} disabled={base == 0}
                    aria-label={i18n.t("memory-up")} title={i18n.t("memory-up")} data-testid="memory-up"
                ><Icon name={IconName::Up} /></button>
                <button
                    type="button" class="btn icon-btn small-btn" onclick={turn(base.saturating_add(page))}
                    disabled={base.saturating_add(page) >= size}
                    aria-label={i18n.t("memory-down")} title={i18n.t("memory-down")} data-testid="memory-down"
                ><Icon name={IconName::Down} /></button>
            </div>
            <p class="problem" role="alert">{ problem }</p>
            <table class="memory" data-testid="memory"><tbody>{ for rows }</tbody></table>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_focus_is_an_address_a_register_or_a_known_label() {
        let known = |name: &str| name == "flag";
        assert_eq!(read("0x2004", known), Some(MemoryFocus::Address(0x2004)));
        assert_eq!(read(" 8193 ", known), Some(MemoryFocus::Address(8192)));
        assert_eq!(read("$t2", known), Some(MemoryFocus::Register(10)));
        assert_eq!(read("$29", known), Some(MemoryFocus::Register(29)));
        assert_eq!(read("flag", known), Some(MemoryFocus::Symbol("flag".to_owned())));
        for bad in ["", "flog", "$t99", "$32", "0xzz", "99999999999"] {
            assert_eq!(read(bad, known), None, "{bad}");
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        for focus in [MemoryFocus::Address(0x1000), MemoryFocus::Register(29), MemoryFocus::Symbol("a".to_owned())] {
            assert_eq!(read(&write(&focus), |_| true), Some(focus));
        }
    }
}
