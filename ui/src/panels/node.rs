//! The selected node in detail.

mod code;
mod float;
mod memory;
mod parts;
mod registers;

use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::intent::Intent;
use crate::paint::hover::role_label;
use crate::widgets::{CoreMark, plain, rich};
use code::Code;
use float::Float;
use mcore::base::NodeId;
use mcore::session::AssembledView;
use mcore::view::{CoreRole, Frame, InccView, MemoryFocus, NodeKind, NodeView};
use memory::Memory;
use parts::Parts;
use registers::Registers;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`NodePanel`].
#[derive(Properties, PartialEq)]
pub struct NodePanelProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The picture.
    pub frame: Rc<Frame>,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// Which memory is shown.
    pub memory: MemoryFocus,
    /// Result of the last assembly, for its labels.
    pub program: Option<Rc<AssembledView>>,
    /// The picture shows a node.
    pub frame_ready: bool,
}

/// The panel.
#[component]
pub fn NodePanel(props: &NodePanelProps) -> Html {
    let i18n = use_i18n();
    let Some(node) = &props.frame.node else {
        return html! {
            <section class="panel node" aria-label={i18n.t("tab-node")} data-testid="node">
                <div class="bar"><b>{ i18n.t("tab-node") }</b></div>
                <p class="empty">{ i18n.t("node-none") }</p>
            </section>
        };
    };
    let rank = node.rank.map(|rank| i18n.tf("node-rank", &[("rank", &rank.to_string())]));
    let kind = match node.kind {
        NodeKind::Compute => rank.unwrap_or_default(),
        NodeKind::Memory => i18n.t("memory-node"),
        NodeKind::Path => i18n.t("path-node"),
    };
    let title = i18n.tf("node-title", &[("id", &node.id.to_string())]);
    let selected = format!("{},{}", node.id.x, node.id.y);
    let compute = node.kind == NodeKind::Compute;
    let counts = i18n.tf("node-counts", &[("n", &grouped(node.executed)), ("polled", &grouped(node.polled))]);
    let code = compute.then(|| html! { <Code act={props.act.clone()} rows={node.disasm.clone()} {counts} /> });
    let registers = compute.then(|| html! { <Registers registers={node.registers.clone()} /> });
    let float = node.float_status.as_ref().map(|status| {
        html! { <Float registers={node.float_registers.clone()} status={status.clone()} /> }
    });
    let incc = (node.kind != NodeKind::Path).then(|| incc_card(&node.incc, &i18n));
    let memory = node.memory.as_ref().map(|memory| {
        html! {
            <Memory act={props.act.clone()} memory={memory.clone()} focus={props.memory.clone()} program={props.program.clone()} />
        }
    });
    let console = compute.then(|| html! { <Console text={node.console.clone()} /> });
    html! {
        <section class="panel node" aria-label={title.clone()} data-testid="node" data-node={selected}>
            <div class="bar">
                <b>{ title }</b>
                <span>{ kind }</span>
                <span class="grow"></span>
                <div>{ for node.role.map(|role| pill(role, node.exit_code, &i18n)) }</div>
            </div>
            <div class="cards" tabindex="0">
                { why_card(node, &i18n) }
                <Parts act={props.act.clone()} parts={node.parts.clone()} chains={node.chains.clone()} />
                <div>{ for code }</div>
                <div>{ for registers }</div>
                <div>{ for float }</div>
                <div>{ for incc }</div>
                <div>{ for memory }</div>
                <div>{ for console }</div>
            </div>
        </section>
    }
}

fn pill(role: CoreRole, exit_code: Option<i32>, i18n: &I18n) -> Html {
    let label = match exit_code {
        Some(code) => i18n.tf("role-exit", &[("code", &code.to_string())]),
        None => i18n.t(role_label(role)),
    };
    html! { <span class="pill" data-testid="role"><CoreMark {role} />{ label }</span> }
}

/// Why it waits, with room for three lines at all times, so that nothing moves when there is less to say.
fn why_card(node: &NodeView, i18n: &I18n) -> Html {
    let (head, text) = match (&node.why, node.role) {
        (Some(why), Some(CoreRole::Trapped)) => ("why-trapped", i18n.text(why).to_owned()),
        (Some(why), _) => ("why-waiting", i18n.text(why).to_owned()),
        (None, Some(CoreRole::Computing)) => ("why-doing", i18n.t("why-computing").to_string()),
        (None, Some(CoreRole::Halted)) => ("why-doing", i18n.t("why-halted").to_string()),
        (None, Some(_)) => ("why-waiting", String::new()),
        (None, None) if node.kind == NodeKind::Path => ("why-doing", i18n.t("why-path").to_string()),
        (None, None) => ("why-doing", i18n.t("why-memory").to_string()),
    };
    html! {
        <div class="card why" data-testid="why">
            <h2>{ i18n.t(head) }</h2>
            <p class="why-text">{ rich(&text) }</p>
        </div>
    }
}

fn incc_card(incc: &InccView, i18n: &I18n) -> Html {
    let row = |label: &str, text: &Option<mcore::base::Text>| {
        let text = text.as_ref().map_or("–", |t| i18n.text(t)).to_owned();
        html! { <tr><th scope="row">{ i18n.t(label) }</th><td title={plain(&text)}>{ rich(&text) }</td></tr> }
    };
    html! {
        <div class="card">
            <h2>{ i18n.t("incc-title") }</h2>
            <table class="incc" data-testid="incc">
                <tbody>
                    { row("incc-waiting", &incc.waiting) }
                    { row("incc-command", &incc.command) }
                    { row("incc-sent", &incc.sent) }
                    { row("incc-receiving", &incc.receiving) }
                </tbody>
            </table>
        </div>
    }
}

/// Properties of [`Console`].
#[derive(Properties, PartialEq)]
struct ConsoleProps {
    text: String,
}

/// What the node has printed; the newest lines are in view.
#[component]
fn Console(props: &ConsoleProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.text.clone(), move |_| {
            if let Some(element) = node.cast::<HtmlElement>() {
                element.set_scroll_top(element.scroll_height());
            }
        });
    }
    let empty = props.text.is_empty();
    let text = if empty { i18n.t("console-empty").to_string() } else { props.text.clone() };
    html! {
        <div class="card">
            <h2>{ i18n.t("console-title") }</h2>
            <pre ref={node} class={classes!("console", empty.then_some("quiet"))} tabindex="0" data-testid="console">{ text }</pre>
        </div>
    }
}
