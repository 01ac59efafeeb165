//! The registers of a core.

use super::float::FloatUnit;
use super::format::{OF_REGISTERS, format_choice};
use super::since::Since;
use crate::i18n::{I18n, use_i18n};
use crate::widgets::{Choice, Segmented};
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::view::{FloatRegisterView, FloatStatusView, RegisterView, Typed, typed};
use yew::prelude::*;

/// Properties of [`Registers`].
#[derive(Properties, PartialEq)]
pub struct RegistersProps {
    pub node: NodeId,
    /// The shown cycle.
    pub cycle: Cycle,
    /// 32 general registers, then `hi`, `lo`, `pc`.
    pub registers: Vec<RegisterView>,
    /// The registers of the floating-point unit.
    pub float: Vec<FloatRegisterView>,
    /// Its control and status register, if there is one.
    pub status: Option<FloatStatusView>,
}

/// Columns side by side, each read downwards: as many as there is room for.
fn columns(format: Typed) -> usize {
    match format.width() {
        0..=11 => 3,
        12..=20 => 2,
        _ => 1,
    }
}

/// The registers in the chosen format.
#[component]
pub fn Registers(props: &RegistersProps) -> Html {
    let i18n = use_i18n();
    let format = use_state(Typed::default);
    let since = use_mut_ref(Since::default);
    let mut since = since.borrow_mut();
    since.look(props.node, props.cycle, (0..).zip(props.registers.iter().map(|r| r.value)));
    let columns = columns(*format);
    let height = props.registers.len().div_ceil(columns);
    let rows = (0..height).map(|row| {
        let cells = (0..columns).map(|column| {
            let index = column * height + row;
            match props.registers.get(index) {
                Some(register) => {
                    cell(props.node, index, register, *format, since.before(&(index as u32)).copied(), &i18n)
                }
                None => html! { <td colspan="2"></td> },
            }
        });
        html! { <tr key={row}>{ for cells }</tr> }
    });
    let class = classes!("registers", format!("columns-{columns}"), (format.width() > 8).then_some("decimal"));
    let float = use_state(|| false);
    let status = props.status.as_ref();
    // Something in the other unit has just been written: visible also while it is not shown.
    let touched = status.is_some_and(|s| s.changed) || props.float.iter().any(|r| r.changed);
    let units = status.map(|_| {
        let sign = if touched && !*float { " ●" } else { "" };
        let choice =
            |label: String, testid: &'static str| Choice { label: label.into(), lang: None, testid: testid.into() };
        let choices = vec![
            choice(i18n.t("registers-integer").to_string(), "registers-integer"),
            choice(format!("{}{sign}", i18n.t("registers-float")), "registers-float"),
        ];
        let on_choose = {
            let float = float.clone();
            move |index: usize| float.set(index == 1)
        };
        html! { <Segmented label={i18n.t("registers-unit")} {choices} chosen={usize::from(*float)} {on_choose} /> }
    });
    let body = match status.filter(|_| *float) {
        Some(status) => {
            html! { <FloatUnit node={props.node} registers={props.float.clone()} status={status.clone()} /> }
        }
        None => {
            html! { <table {class} tabindex="0" data-places="" data-testid="registers"><tbody>{ for rows }</tbody></table> }
        }
    };
    let formats = (!*float || status.is_none())
        .then(|| format_choice(&i18n, "registers-format", &OF_REGISTERS, &format, "registers-format", None));
    html! {
        <div class="card">
            <div class="card-head">
                <h2>{ i18n.t("registers-title") }</h2>
                <div>{ for units }</div>
                <span class="grow"></span>
                <div>{ for formats }</div>
            </div>
            { body }
        </div>
    }
}

fn cell(node: NodeId, index: usize, register: &RegisterView, format: Typed, before: Option<u32>, i18n: &I18n) -> Html {
    let other = if format == Typed::Hex { register.dec.clone() } else { format!("0x{}", register.hex) };
    let title = match before {
        Some(value) => format!("{other}\n{}", i18n.tf("node-before", &[("value", &typed(format, value, 0))])),
        None => other,
    };
    let class = if register.changed { Some("changed") } else { before.map(|_| "since") };
    html! {
        <>
            <th scope="row">{ if index == 0 { "$0" } else { register.name.as_str() } }</th>
            <td
                {class} {title} data-kind="register" data-node={format!("{},{}", node.x, node.y)} data-index={index.to_string()}
                data-place={register.name.clone()} data-value={register.hex.clone()} tabindex="-1"
            >{ typed(format, register.value, 0) }</td>
        </>
    }
}
