//! The communication controller: commands, buffers, and the registers by which the core drives it.

use crate::fmt::plain;
use crate::i18n::{I18n, use_i18n};
use crate::widgets::rich;
use mcore::base::{NodeId, Text};
use mcore::modes::chip::view::{InccRegisterView, InccView};
use wasm_bindgen::JsCast as _;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`Incc`].
#[derive(Properties, PartialEq)]
pub struct InccProps {
    pub node: NodeId,
    /// The controller.
    pub incc: InccView,
}

/// The card; every row always has its place, so that nothing moves.
#[component]
pub fn Incc(props: &InccProps) -> Html {
    let i18n = use_i18n();
    let open = use_state(|| false);
    let incc = &props.incc;
    let row = |label: &str, text: Option<&Text>| {
        let text = text.map_or("–", |t| i18n.text(t)).to_owned();
        html! { <tr><th scope="row">{ i18n.t(label) }</th><td title={plain(&text)}>{ rich(&text) }</td></tr> }
    };
    let input = (!incc.input.is_empty()).then(|| {
        let joined = |pick: fn(&Text) -> &String| incc.input.iter().map(pick).cloned().collect::<Vec<_>>().join(" · ");
        Text { en: joined(|t| &t.en), ja: joined(|t| &t.ja) }
    });
    let ontoggle = {
        let open = open.clone();
        move |event: Event| {
            let details = event.target().and_then(|t| t.dyn_into::<Element>().ok());
            open.set(details.is_some_and(|d| d.has_attribute("open")));
        }
    };
    // A collapsed section costs no time per frame.
    let body = open.then(|| registers(props.node, &incc.registers, &i18n));
    let interface = (!incc.registers.is_empty()).then(|| {
        html! {
            <details class="fold inner" {ontoggle} data-testid="incc-registers">
                <summary><h3>{ i18n.t("incc-registers") }</h3></summary>
                <div>{ for body }</div>
            </details>
        }
    });
    html! {
        <div class="card">
            <h2>{ i18n.t("incc-title") }</h2>
            <table class="incc" data-testid="incc">
                <tbody>
                    { row("incc-waiting", incc.waiting.as_ref()) }
                    { row("incc-command", incc.command.as_ref()) }
                    { row("incc-sent", incc.sent.as_ref()) }
                    { row("incc-output", incc.output.as_ref()) }
                    { row("incc-input", input.as_ref()) }
                    { row("incc-receiving", incc.receiving.as_ref()) }
                </tbody>
            </table>
            { for interface }
        </div>
    }
}

fn registers(node: NodeId, all: &[InccRegisterView], i18n: &I18n) -> Html {
    let rows = all.iter().map(|register| {
        let address = format!("0x{:08x}", register.addr);
        html! {
            <tr key={register.name.clone()}>
                <th scope="row" title={address.clone()}>{ &register.name }</th>
                <td
                    class="hex" data-kind="incc" data-node={format!("{},{}", node.x, node.y)} data-address={address}
                >{ &register.hex }</td>
                <td class="says">{ i18n.text(&register.meaning) }</td>
            </tr>
        }
    });
    html! { <table class="interface"><tbody>{ for rows }</tbody></table> }
}
