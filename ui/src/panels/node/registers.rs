//! The registers of a core.

use crate::i18n::use_i18n;
use crate::widgets::{Choice, Segmented};
use mcore::view::RegisterView;
use yew::prelude::*;

/// Properties of [`Registers`].
#[derive(Properties, PartialEq)]
pub struct RegistersProps {
    /// 32 general registers, then `hi`, `lo`, `pc`.
    pub registers: Vec<RegisterView>,
}

/// Columns side by side, each read downwards.
const COLUMNS: usize = 3;

/// The registers in hexadecimal or decimal.
#[component]
pub fn Registers(props: &RegistersProps) -> Html {
    let i18n = use_i18n();
    let decimal = use_state(|| false);
    let choices = vec![
        Choice { label: "hex".into(), lang: None, testid: "registers-hex".into() },
        Choice { label: "dec".into(), lang: None, testid: "registers-dec".into() },
    ];
    let on_choose = {
        let decimal = decimal.clone();
        move |index: usize| decimal.set(index == 1)
    };
    let height = props.registers.len().div_ceil(COLUMNS);
    let rows = (0..height).map(|row| {
        let cells = (0..COLUMNS).map(|column| match props.registers.get(column * height + row) {
            Some(register) => cell(register, *decimal),
            None => html! { <td colspan="2"></td> },
        });
        html! { <tr key={row}>{ for cells }</tr> }
    });
    html! {
        <div class="card">
            <div class="card-head">
                <h2>{ i18n.t("registers-title") }</h2>
                <Segmented label={i18n.t("registers-format")} {choices} chosen={usize::from(*decimal)} {on_choose} />
            </div>
            <table class={classes!("registers", decimal.then_some("decimal"))} data-testid="registers"><tbody>{ for rows }</tbody></table>
        </div>
    }
}

fn cell(register: &RegisterView, decimal: bool) -> Html {
    let value = if decimal { &register.dec } else { &register.hex };
    let other = if decimal { format!("0x{}", register.hex) } else { register.dec.clone() };
    let class = register.changed.then_some("changed");
    html! {
        <>
            <th scope="row">{ &register.name }</th>
            <td {class} title={other}>{ value }</td>
        </>
    }
}
