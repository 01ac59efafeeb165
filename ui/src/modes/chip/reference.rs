//! The developers' reference: every token and every part of [`crate::widgets`] in both themes, at `#/widgets`. A browser
//! test compares the two themes.

use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::persist;
use crate::paint::marks::FlitForm;
use crate::widgets::{
    Cell, Chart, Choice, Column, CoreMark, DataTable, Figure, FlitMark, Icon, IconName, Menu, MenuItem, Modal, Row,
    Segmented, rich,
};
use mcore::modes::chip::view::CoreRole;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The fragment of the reference's address.
pub const FRAGMENT: &str = "#/widgets";

/// Tokens that are colours, in the order of `www/style/tokens.css`.
const COLOURS: [&str; 28] = [
    "bg",
    "panel",
    "raise",
    "line",
    "line2",
    "ink",
    "ink2",
    "ink3",
    "accent",
    "accent-ink",
    "accent-soft",
    "edge",
    "work",
    "poll",
    "halt",
    "trap",
    "code-label",
    "stall",
    "ok",
    "p1",
    "p2",
    "p3",
    "p4",
    "p5",
    "p6",
    "heat0",
    "heat1",
    "heat2",
];

/// A picture for the frame of charts.
const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 60\" width=\"200\" height=\"60\">\
    <path d=\"M10 50h180M10 50V8\" stroke=\"currentColor\" fill=\"none\"/>\
    <path d=\"M10 44L60 30L110 34L190 12\" stroke=\"currentColor\" stroke-width=\"2\" fill=\"none\"/></svg>";

/// The page.
#[component]
pub fn Reference() -> Html {
    let i18n = use_memo((), |()| I18n::new(persist::load_lang()));
    html! {
        <ContextProvider<I18n> context={(*i18n).clone()}>
            <main class="reference" data-testid="reference">
                <h1>{ "M-Core Lab: widgets" }</h1>
                <div class="reference-themes">
                    <Sheet theme="light" />
                    <Sheet theme="dark" />
                </div>
            </main>
        </ContextProvider<I18n>>
    }
}

/// Properties of [`Sheet`].
#[derive(Properties, PartialEq)]
struct SheetProps {
    theme: &'static str,
}

/// All tokens and parts in one theme.
#[component]
fn Sheet(props: &SheetProps) -> Html {
    let i18n = use_i18n();
    let chosen = use_state(|| 0usize);
    let modal = use_state(|| false);
    let on_choose = {
        let chosen = chosen.clone();
        move |index: usize| chosen.set(index)
    };
    let choices = ["1", "2", "3"].map(|n| Choice { label: n.into(), lang: None, testid: "choice".into() });
    let part = |name: &'static str, body: Html| {
        html! { <section class="reference-part" data-widget={name}><h3>{ name }</h3><div class="reference-body">{ body }</div></section> }
    };
    let open = {
        let modal = modal.clone();
        move |_: MouseEvent| modal.set(true)
    };
    let dialog = modal.then(|| {
        let modal = modal.clone();
        html! {
            <Modal title="Modal" testid="reference-modal" on_close={Callback::from(move |()| modal.set(false))}>
                <p>{ rich("`code` and words") }</p>
            </Modal>
        }
    });
    let label = |n: &str| AttrValue::from(format!("{n} ({})", props.theme));
    html! {
        <section class="reference-sheet" data-theme={props.theme} aria-label={props.theme}>
            <h2>{ props.theme }</h2>
            { part("tokens", html! { <>{ for COLOURS.map(|name| html! { <Swatch key={name} {name} /> }) }</> }) }
            { part("button", buttons(Callback::from(open), &i18n)) }
            { part("segmented", html! { <Segmented label={label("Segmented")} choices={choices.to_vec()} chosen={*chosen} {on_choose} /> }) }
            { part("field", fields(props.theme)) }
            { part("icon", html! { <>{ for ICONS.iter().enumerate().map(|(i, name)| html! { <Icon key={i} name={*name} /> }) }</> }) }
            { part("mark", marks()) }
            { part("words", html! { <p>{ rich("`lw $t0, 4($sp)` reads a word.") }<span class="quiet small">{ " quiet, small" }</span> <kbd>{ "Ctrl" }</kbd></p> }) }
            { part("table", table(label("DataTable"))) }
            { part("figure", html! {
                <Figure title={label("Figure")} note="Note" testid="reference-figure">
                    <Chart svg={Rc::from(PICTURE)} label={label("Chart")} file="chart" />
                </Figure>
            }) }
            { part("menu", menu(label("Menu"))) }
            { part("notice", html! { <div class="notice"><span class="notice-text">{ "Notice" }</span><button type="button" class="btn">{ i18n.t("undo") }</button></div> }) }
            { for dialog }
        </section>
    }
}

/// Some of the icons, enough to judge size and line.
const ICONS: [IconName; 12] = [
    IconName::Run,
    IconName::Pause,
    IconName::Fit,
    IconName::Plus,
    IconName::Minus,
    IconName::Close,
    IconName::Help,
    IconName::Book,
    IconName::Table,
    IconName::Save,
    IconName::Lock,
    IconName::Present,
];

fn buttons(open: Callback<MouseEvent>, i18n: &I18n) -> Html {
    html! {
        <>
            <button type="button" class="btn primary" onclick={open}>{ "primary" }</button>
            <button type="button" class="btn outlined">{ "outlined" }</button>
            <button type="button" class="btn">{ "plain" }</button>
            <button type="button" class="btn" aria-pressed="true">{ "pressed" }</button>
            <button type="button" class="btn icon-btn" aria-label={i18n.t("close")}><Icon name={IconName::Close} /></button>
            <button type="button" class="btn primary" disabled={true}>{ "disabled" }</button>
            <button type="button" class="tab" aria-current="true">{ "tab" }</button>
            <button type="button" class="tab">{ "tab" }</button>
            <span class="pill"><CoreMark role={CoreRole::Polling} />{ "pill" }</span>
        </>
    }
}

fn fields(theme: &str) -> Html {
    html! {
        <>
            <label class="field"><span>{ "input" }</span><input value="16" /></label>
            <label class="field"><span>{ "invalid" }</span><input value="x" aria-invalid="true" /></label>
            <label class="check-field"><input type="checkbox" checked={true} /><span>{ "checkbox" }</span></label>
            <select aria-label={format!("select ({theme})")}><option>{ "select" }</option></select>
        </>
    }
}

fn marks() -> Html {
    let cores = [CoreRole::Computing, CoreRole::Polling, CoreRole::Halted, CoreRole::Trapped];
    let flits = [FlitForm::Arrow, FlitForm::Empty, FlitForm::Cross, FlitForm::Full, FlitForm::Bars];
    html! {
        <>
            <span>{ for cores.map(|role| html! { <CoreMark {role} /> }) }</span>
            <span>{ for flits.map(|form| html! { <FlitMark {form} /> }) }</span>
        </>
    }
}

fn table(label: AttrValue) -> Html {
    let columns = Rc::new(vec![Column::words("name".into()), Column::number("number".into())]);
    let row = |id: usize, name: &'static str, n: f64| Row {
        cells: vec![Cell::words(name), Cell::number(n.to_string(), n)],
        id,
        current: id == 1,
    };
    let rows = Rc::new(vec![row(0, "north", 2.0), row(1, "east", 10.0)]);
    html! { <DataTable {label} {columns} {rows} sorted={1} on_row={Callback::noop()} file="table" testid="reference-table" /> }
}

fn menu(label: AttrValue) -> Html {
    let item = |label: &'static str, testid: &'static str| MenuItem {
        label: label.into(),
        testid: testid.into(),
        on_choose: Callback::noop(),
    };
    let items = vec![item("first", "reference-first"), item("second", "reference-second")];
    html! { <div class="reference-host"><Menu {label} x={4.0} y={4.0} {items} on_close={Callback::noop()} takes_focus={false} /></div> }
}

/// Properties of [`Swatch`].
#[derive(Properties, PartialEq)]
struct SwatchProps {
    name: &'static str,
}

/// A colour with its name.
#[component]
fn Swatch(props: &SwatchProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.name, move |name| {
            if let Some(element) = node.get().and_then(|n| n.dyn_into::<HtmlElement>().ok()) {
                // Through the object model, because the page's policy forbids style attributes.
                let _ = element.style().set_property("background", &format!("var(--{name})"));
            }
        });
    }
    html! { <span class="swatch"><span class="swatch-colour" ref={node}></span><code>{ props.name }</code></span> }
}

#[cfg(test)]
mod tests {
    use super::COLOURS;

    #[test]
    fn every_colour_of_the_tokens_is_shown() {
        let css = include_str!("../../../../www/style/tokens.css");
        let defined: std::collections::BTreeSet<_> = css
            .lines()
            .filter_map(|line| line.trim().strip_prefix("--")?.split_once(": #"))
            .map(|(name, _)| name)
            .collect();
        assert_eq!(defined, COLOURS.into_iter().collect());
    }
}
