//! The selected node in detail.

mod code;
mod float;
mod format;
mod incc;
mod memory;
mod parts;
mod places;
mod registers;
mod since;
mod variables;

use super::waits::wait_view;
use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::hover::role_label;
use crate::modes::chip::store::{Inspect, Intent, PhoneTab, is_compiled};
use crate::widgets::{Choice, CoreMark, Icon, IconName, Segmented, rich};
use code::Code;
use incc::Incc;
use mcore::base::NodeId;
use mcore::modes::chip::view::{ConsolePart, CoreRole, NodeKind, NodeView};
use memory::Memory;
use parts::Parts;
use places::Places;
use registers::Registers;
use variables::Variables;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The panel.
#[component]
pub fn NodePanel(props: &Props) -> Html {
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
    let cycle = props.frame.cycle;
    let compute = node.kind == NodeKind::Compute;
    let counts = i18n.tf("node-counts", &[("n", &grouped(node.executed)), ("polled", &grouped(node.polled))]);
    let (elsewhere, partner) = (props.is_elsewhere(), props.partner().map(|(place, _)| place.clone()));
    let compiled = compute && props.state.program.as_deref().is_some_and(is_compiled);
    let code = compute.then(
        || html! { <Code act={props.act.clone()} rows={if elsewhere { node.elsewhere.clone() } else { node.disasm.clone() }} {elsewhere} {counts} files={props.state.loaded.clone()} library={props.state.library.clone()} tinted={compiled} {partner} in_view={props.in_view().cloned()} /> },
    );
    let variables = props.frame.variables.as_ref().filter(|_| compiled && !props.state.inspected.registers);
    let variables = variables.map(|view| {
        html! { <Variables act={props.act.clone()} node={node.id} {cycle} view={view.clone()} unoptimised={props.unoptimised()} /> }
    });
    let registers = (compute && variables.is_none()).then(|| {
        html! {
            <Registers
                node={node.id} {cycle} registers={node.registers.clone()} float={node.float_registers.clone()}
                status={node.float_status.clone()}
            />
        }
    });
    let incc = (node.kind != NodeKind::Path).then(|| html! { <Incc node={node.id} incc={node.incc.clone()} /> });
    let memory = node.memory.as_ref().map(|memory| {
        html! {
            <Memory
                act={props.act.clone()} node={node.id} {cycle} memory={memory.clone()} focus={props.state.watch.memory.clone()}
                program={props.state.program.clone()}
                objects={compiled.then(|| props.frame.objects.clone())} as_objects={props.state.watch.objects > 0}
            />
        }
    });
    let wait = props.state.watch.node.and_then(|node| props.state.analysis.wait_of(node, cycle));
    let wait = wait.map(|wait| wait_view(wait, &props.act, &i18n));
    let console = compute.then(|| html! { <Console parts={node.console.clone()} /> });
    html! {
        <section class="panel node" aria-label={title.clone()} data-testid="node" data-node={selected}>
            <div class="bar">
                <b>{ title }</b>
                <span>{ kind }</span>
                <span class="grow"></span>
                { for compute.then(|| pin(props, node.id, &i18n)) }
                <div>{ for node.role.map(|role| pill(role, node.exit_code, Some("role"), &i18n)) }</div>
            </div>
            { says(node, &i18n) }
            <div class="cards" tabindex="0">
                <div class="node-switch">{ for compiled.then(|| switch(props, &i18n)) }</div>
                <Places act={props.act.clone()} node={node.id} free_id={props.state.travel.notes.free_id()}>
                    <div>{ for registers }{ for variables }</div>
                    <div>{ for code }{ for wait }</div>
                    <Parts act={props.act.clone()} parts={node.parts.clone()} chains={node.chains.clone()} />
                    <div>{ for incc }</div>
                    <div>{ for memory }</div>
                </Places>
                <div>{ for console }</div>
            </div>
        </section>
    }
}

/// Variables or registers.
fn switch(props: &Props, i18n: &I18n) -> Html {
    let choice = |label: &str, testid: &'static str| Choice { label: i18n.t(label), lang: None, testid: testid.into() };
    let choices = vec![choice("variables-title", "show-variables"), choice("registers-title", "show-registers")];
    let act = props.act.clone();
    let on_choose = move |index: usize| act.emit(Intent::Inspect(Inspect::Registers(index == 1)));
    html! { <Segmented label={i18n.t("variables-or-registers")} {choices} chosen={usize::from(props.state.inspected.registers)} {on_choose} /> }
}

fn pill(role: CoreRole, exit_code: Option<i32>, testid: Option<&'static str>, i18n: &I18n) -> Html {
    let label = match exit_code {
        Some(code) => i18n.tf("role-exit", &[("code", &code.to_string())]),
        None => i18n.t(role_label(role)),
    };
    html! { <span class="pill" data-testid={testid}><CoreMark {role} />{ label }</span> }
}

/// The button that marks the node's line in the source whichever node is selected.
fn pin(props: &Props, node: NodeId, i18n: &I18n) -> Html {
    let marked = props.state.watch.marked.contains(&node);
    let hint = i18n.tf(if marked { "line-unmark-of" } else { "line-mark-of" }, &[("id", &node.to_string())]);
    html! {
        <button
            type="button" class={classes!("btn", "icon-btn", marked.then_some("marked"))} aria-pressed={marked.to_string()}
            onclick={wants(&props.act, Intent::MarkLine(node))} aria-label={i18n.t("line-mark")} title={hint} data-testid="line-mark"
        ><Icon name={IconName::Line} /></button>
    }
}

/// The state of the node in a line or two: what it does, or the reason why it waits.
fn says(node: &NodeView, i18n: &I18n) -> Html {
    html! { <div class="says" data-testid="why"><p>{ rich(&says_text(node, i18n)) }</p></div> }
}

/// The same as text with marks.
fn says_text(node: &NodeView, i18n: &I18n) -> String {
    match (&node.why, node.role) {
        (Some(why), _) => i18n.text(why).to_owned(),
        (None, Some(CoreRole::Computing)) => i18n.t("why-computing").to_string(),
        (None, Some(CoreRole::Halted)) => i18n.t("why-halted").to_string(),
        (None, Some(_)) => String::new(),
        (None, None) if node.kind == NodeKind::Path => i18n.t("why-path").to_string(),
        (None, None) => i18n.t("why-memory").to_string(),
    }
}

/// The node in three lines, for a phone: a press leads to the whole panel.
pub fn node_card(node: &NodeView, act: &Callback<Intent>, i18n: &I18n) -> Html {
    let rank = node.rank.map(|rank| i18n.tf("node-rank", &[("rank", &rank.to_string())]));
    let current = node.disasm.iter().find(|row| row.current);
    let place = current.and_then(|row| row.source.as_ref()).map(|place| format!("▷ {}:{}  ", place.file, place.line));
    html! {
        <button type="button" class="node-card" onclick={wants(act, Intent::ShowPhoneTab(PhoneTab::Node))} data-testid="node-card">
            <span class="node-card-head">
                <b>{ i18n.tf("node-title", &[("id", &node.id.to_string())]) }</b>
                <span class="quiet">{ for rank }</span>
                <span class="grow"></span>
                { for node.role.map(|role| pill(role, node.exit_code, None, i18n)) }
            </span>
            <span class="node-card-says">{ rich(&says_text(node, i18n)) }</span>
            <code>{ for place }{ for current.map(|row| row.text.clone()) }</code>
        </button>
    }
}

/// Properties of [`Console`].
#[derive(Properties, PartialEq)]
struct ConsoleProps {
    parts: Vec<ConsolePart>,
}

/// The console output of the node, with its standard error marked; the newest lines are in view.
#[component]
fn Console(props: &ConsoleProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.parts.clone(), move |_| {
            if let Some(element) = node.cast::<HtmlElement>() {
                element.set_scroll_top(element.scroll_height());
            }
        });
    }
    let empty = props.parts.is_empty();
    let none = empty.then(|| i18n.t("console-empty"));
    let part = |part: &ConsolePart| match part.error {
        true => html! { <span class="console-error" title="stderr">{ &part.text }</span> },
        false => html! { &part.text },
    };
    html! {
        <div class="card">
            <h2>{ i18n.t("console-title") }</h2>
            <pre ref={node} class={classes!("console", empty.then_some("quiet"))} tabindex="0" data-testid="console">{ for none }{ for props.parts.iter().map(part) }</pre>
        </div>
    }
}
