//! The instructions around the one that executes next.

use crate::i18n::use_i18n;
use crate::intent::Intent;
use mcore::view::DisasmRow;
use yew::prelude::*;

/// Properties of [`Code`].
#[derive(Properties, PartialEq)]
pub struct CodeProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The instructions.
    pub rows: Vec<DisasmRow>,
}

/// The instructions; a click goes to the source line.
#[component]
pub fn Code(props: &CodeProps) -> Html {
    let i18n = use_i18n();
    let rows = props.rows.iter().enumerate().map(|(index, row)| {
        let line = row.source.as_ref().map(|s| s.line.to_string()).unwrap_or_default();
        let go = row.source.clone().map(|place| {
            let act = props.act.clone();
            Callback::from(move |_: MouseEvent| act.emit(Intent::GoTo(place.clone())))
        });
        let label = if row.label.is_empty() { String::new() } else { format!("{}:", row.label) };
        html! {
            <tr key={index} class={row.current.then_some("current")} onclick={go} title={i18n.text(&row.meaning).to_owned()}>
                <td class="arrow" aria-hidden="true">{ if row.current { "▶" } else { "" } }</td>
                <td class="addr">{ &row.addr }</td>
                <td class="label">{ label }</td>
                <td class="ins">{ &row.text }</td>
                <td class="line">{ line }</td>
            </tr>
        }
    });
    let meaning = props.rows.iter().find(|r| r.current).map(|r| i18n.text(&r.meaning).to_owned());
    html! {
        <div class="card">
            <h3>{ i18n.t("code-title") }</h3>
            <table class="code" data-testid="code"><tbody>{ for rows }</tbody></table>
            <p class="meaning small quiet" data-testid="meaning">{ meaning.unwrap_or_default() }</p>
        </div>
    }
}
