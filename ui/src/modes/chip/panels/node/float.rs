//! The floating-point unit of a core: its registers and its control and status register.

use crate::fmt::plain;
use crate::i18n::{I18n, use_i18n};
use crate::widgets::{Choice, Segmented};
use mcore::base::NodeId;
use mcore::modes::chip::view::{FloatRegisterView, FloatStatusView};
use yew::prelude::*;

/// Properties of [`FloatUnit`].
#[derive(Properties, PartialEq)]
pub struct FloatUnitProps {
    pub node: NodeId,
    /// 32 registers.
    pub registers: Vec<FloatRegisterView>,
    /// FCSR.
    pub status: FloatStatusView,
}

/// How registers are read.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    /// Each holds a single-precision number.
    Single,
    /// An even one and the next one together hold a double-precision number.
    Double,
    /// As bits.
    Hex,
}

const FORMATS: [(Format, &str, &str); 3] = [
    (Format::Single, "float-single", "float-as-single"),
    (Format::Double, "float-double", "float-as-double"),
    (Format::Hex, "float-hex", "float-as-hex"),
];

/// Registers and FCSR.
#[component]
pub fn FloatUnit(props: &FloatUnitProps) -> Html {
    let i18n = use_i18n();
    let format = use_state(|| 0);
    let on_choose = {
        let format = format.clone();
        move |index: usize| format.set(index)
    };
    let choices = FORMATS.map(|(_, label, testid)| Choice { label: i18n.t(label), lang: None, testid: testid.into() });
    html! {
        <div data-testid="float">
            <div class="card-head">
                <Segmented label={i18n.t("float-format")} choices={choices.to_vec()} chosen={*format} {on_choose} />
            </div>
            { registers(props.node, &props.registers, FORMATS[*format].0) }
            { status(&props.status, &i18n) }
        </div>
    }
}

/// Two columns, each read downwards; doubles are longer and use one column.
fn registers(node: NodeId, all: &[FloatRegisterView], format: Format) -> Html {
    let columns = if format == Format::Double { 1 } else { 2 };
    let cells: Vec<Html> = match format {
        Format::Double => all
            .chunks(2)
            .filter_map(|pair| {
                let double = pair[0].double.as_ref()?;
                let bits: String = pair.iter().rev().map(|r| r.hex.as_str()).collect();
                Some(cell(node, &pair[0].name, double, &format!("0x{bits}"), pair.iter().any(|r| r.changed), None))
            })
            .collect(),
        Format::Single => {
            let one = |r: &FloatRegisterView| {
                cell(node, &r.name, &r.single, &format!("0x{}", r.hex), r.changed, Some(&r.hex))
            };
            all.iter().map(one).collect()
        }
        Format::Hex => all.iter().map(|r| cell(node, &r.name, &r.hex, &r.single, r.changed, Some(&r.hex))).collect(),
    };
    let height = cells.len().div_ceil(columns);
    let rows = (0..height).map(|row| {
        let cells = (0..columns).filter_map(|column| cells.get(column * height + row).cloned());
        html! { <tr key={row}>{ for cells }</tr> }
    });
    let class = if columns == 1 { "registers float doubles" } else { "registers float" };
    html! { <table {class} tabindex="0" data-places="" data-testid="float-registers"><tbody>{ for rows }</tbody></table> }
}

/// `bits`: the hexadecimal digits of a single register; such a cell can be edited and asked for its writer.
fn cell(node: NodeId, name: &str, value: &str, other: &str, changed: bool, bits: Option<&str>) -> Html {
    let place = bits.map(|_| name.to_owned());
    html! {
        <>
            <th scope="row">{ name }</th>
            <td
                class={changed.then_some("changed")} title={other.to_owned()} data-kind="float"
                data-node={format!("{},{}", node.x, node.y)} data-index={name.trim_start_matches("$f").to_owned()}
                data-place={place} data-value={bits.map(str::to_owned)} tabindex="-1"
            >{ value }</td>
        </>
    }
}

/// FCSR, field by field.
fn status(status: &FloatStatusView, i18n: &I18n) -> Html {
    let or_none = |text: String| if text.is_empty() { "–".to_owned() } else { text };
    let set = status.conditions.iter().enumerate().filter(|(_, c)| **c).map(|(n, _)| n.to_string());
    let conditions = or_none(set.collect::<Vec<_>>().join(" "));
    let letters = plain(&i18n.t("fcsr-letters"));
    let row = |label: &str, value: String, title: String| {
        html! { <tr><th scope="row">{ i18n.t(label) }</th><td {title}>{ value }</td></tr> }
    };
    html! {
        <>
            <table class="incc fcsr" data-testid="fcsr">
                <tbody>
                    <tr><th scope="row">{ "FCSR" }</th><td class={status.changed.then_some("changed")}>{ &status.hex }</td></tr>
                    { row("fcsr-rounding", i18n.text(&status.rounding).to_owned(), String::new()) }
                    { row("fcsr-conditions", conditions, String::new()) }
                    { row("fcsr-causes", or_none(status.causes.clone()), letters.clone()) }
                    { row("fcsr-flags", or_none(status.flags.clone()), letters.clone()) }
                    { row("fcsr-enables", or_none(status.enables.clone()), letters) }
                </tbody>
            </table>
            <p class="quiet small">{ i18n.t("fcsr-letters") }</p>
        </>
    }
}
