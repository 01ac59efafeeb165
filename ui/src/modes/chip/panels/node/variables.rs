//! The calls that a core is in, and the variables of C of one of them.

use super::super::wants;
use super::since::Since;
use crate::fmt::plain;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Inspect, Intent};
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::view::{CallRow, GridView, OpenValue, SHOWN_PARTS, SHOWN_ROWS, VariableRow, VariablesView};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Properties of [`Variables`].
#[derive(Properties, PartialEq)]
pub struct VariablesProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    pub node: NodeId,
    /// The shown cycle.
    pub cycle: Cycle,
    /// Calls and variables.
    pub view: VariablesView,
    /// The machine for which every variable has a value, if the user can choose it and has not.
    pub unoptimised: Option<Intent>,
}

/// The values of the last frame that showed the same call, by whether the variable is global and its expression.
type Before = Since<(NodeId, String), (bool, String), String>;

/// The key of a variable or of a part of one.
fn key(row: &VariableRow) -> (bool, String) {
    (row.global, row.expression.clone())
}

/// Records the values of a frame. Another node or function has no values before.
fn look(before: &mut Before, node: NodeId, cycle: Cycle, view: &VariablesView) {
    let function = view.calls.iter().find(|c| c.index == view.call).map(|c| c.function.clone()).unwrap_or_default();
    before.look((node, function), cycle, view.rows.iter().map(|row| (key(row), row.value.clone())));
}

/// Calls and variables.
#[component]
pub fn Variables(props: &VariablesProps) -> Html {
    let i18n = use_i18n();
    let before = use_mut_ref(Before::default);
    let mut before = before.borrow_mut();
    look(&mut before, props.node, props.cycle, &props.view);
    let view = &props.view;
    let calls = view.calls.iter().map(|call| call_item(props, call, &i18n));
    let onkeydown = |event: KeyboardEvent| {
        let step = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            _ => return,
        };
        if neighbour(&event, step).is_some() {
            event.prevent_default();
        }
    };
    let none = view.rows.is_empty().then(|| html! { <p class="quiet small">{ i18n.t("variables-none") }</p> });
    // Values that are missing are those of the chosen function, or its arguments.
    let lost = view.rows.iter().any(|row| !row.global && row.why.is_some());
    let lost = props.unoptimised.clone().filter(|_| lost).map(|request| {
        html! {
            <p class="lost">
                <button
                    type="button" class="btn outlined" onclick={wants(&props.act, request)}
                    title={i18n.t("variables-unoptimised-hint")} data-testid="unoptimised"
                >{ i18n.t("variables-unoptimised") }</button>
            </p>
        }
    });
    let shown = view.calls.iter().find(|call| call.index == view.call);
    let name = shown.map(|call| call.function.clone()).unwrap_or_default();
    let locals = view.rows.iter().any(|row| !row.global);
    let globals = view.rows.iter().any(|row| row.global);
    let list = |global: bool| {
        let rows =
            view.rows.iter().filter(move |row| row.global == global).map(|row| variable(props, row, &before, &i18n));
        html! { <>{ for rows }</> }
    };
    html! {
        <>
            <div class="card">
                <div class="card-head"><h2>{ i18n.t("calls-title") }</h2></div>
                <ol class="calls" {onkeydown} data-testid="calls">{ for calls }</ol>
            </div>
            <div class="card">
                <div class="card-head"><h2>{ i18n.t("variables-title") }</h2></div>
                <table class="variables" data-places="" tabindex="0" data-testid="variables">
                    if locals {
                        <tbody>
                            <tr><th colspan="3" scope="rowgroup" class="head"><code>{ name }</code></th></tr>
                            { list(false) }
                        </tbody>
                    }
                    if globals {
                        <tbody>
                            <tr><th colspan="3" scope="rowgroup" class="head">{ i18n.t("variables-global") }</th></tr>
                            { list(true) }
                        </tbody>
                    }
                </table>
                <div>{ for lost }{ for none }if view.cut { <p class="quiet small">{ i18n.t("variables-cut") }</p> }</div>
            </div>
        </>
    }
}

/// Moves the focus to the call before or after the focused one, and chooses it.
fn neighbour(event: &KeyboardEvent, step: i32) -> Option<()> {
    let item: Element = event.target()?.dyn_into::<Element>().ok()?.closest("li").ok()??;
    let next = if step > 0 { item.next_element_sibling() } else { item.previous_element_sibling() }?;
    let button: HtmlElement = next.query_selector("button").ok()??.dyn_into().ok()?;
    // Fails only in documents that are not shown.
    let _ = button.focus();
    button.click();
    Some(())
}

/// A call: a press shows its variables and its line.
fn call_item(props: &VariablesProps, call: &CallRow, i18n: &I18n) -> Html {
    let chosen = call.index == props.view.call;
    let arguments = call.arguments.iter().enumerate().map(|(index, (name, value))| {
        let comma = if index > 0 { ", " } else { "" };
        match value {
            Some(value) => html! { <>{ comma }{ name }{ "=" }{ value }</> },
            None => html! { <>{ comma }{ name }{ "=" }<i>{ i18n.t("variables-gone") }</i></> },
        }
    });
    let place = call.place.as_ref().map(|place| format!("{}:{}", place.file, place.line)).unwrap_or_default();
    let short = call.place.as_ref().map(|place| format!(":{}", place.line)).unwrap_or_default();
    let onclick: Callback<MouseEvent> = wants(&props.act, Intent::Inspect(Inspect::Call(call.index)));
    let name = match call.function.as_str() {
        "" => html! { <i>{ i18n.t("calls-start") }</i> },
        name => html! { <>{ name }{ "(" }{ for arguments }{ ")" }</> },
    };
    let more = (call.more > 0).then(|| i18n.tf("calls-more", &[("n", &call.more.to_string())]));
    let inlined = call.inlined.then(|| html! { <span class="quiet">{ i18n.t("calls-inlined") }</span> });
    html! {
        <li key={call.index} aria-current={chosen.then_some("true")}>
            <button type="button" {onclick} title={place} data-testid={format!("call-{}", call.index)}>
                <span class="arrow" aria-hidden="true">{ if chosen { "▶" } else { "" } }</span>
                <span class={classes!("call", (!call.own).then_some("quiet"))}>{ name }</span>
                { inlined.unwrap_or_default() }
                <span class="quiet">{ short }</span>
            </button>
            { for more.map(|more| html! { <span class="quiet small">{ more }</span> }) }
        </li>
    }
}

/// A variable or a part of one, with its grid if it is open.
fn variable(props: &VariablesProps, row: &VariableRow, before: &Before, i18n: &I18n) -> Html {
    let indent = format!("in-{}", row.depth.min(MAX_INDENT));
    let toggle: Callback<MouseEvent> =
        wants(&props.act, Intent::Inspect(Inspect::Toggle(row.global, row.expression.clone())));
    let label = i18n.tf("variables-parts", &[("name", &row.expression)]);
    let sign = if row.open { "▾" } else { "▸" };
    // The name opens the value: a target as wide as the cell.
    let name = match row.opens {
        true => html! {
            <button
                type="button" class="twist" onclick={toggle} aria-expanded={row.open.to_string()} aria-label={label}
                data-testid={format!("open-{}", row.expression)}
            ><span aria-hidden="true">{ sign }</span>{ &row.name }</button>
        },
        false => html! { <span class="twist">{ &row.name }</span> },
    };
    let was = before.before(&key(row)).map(|value| i18n.tf("node-before", &[("value", value)]));
    let changed = was.is_some().then_some("changed");
    let note = row.note.as_ref().map(|note| plain(i18n.text(note)));
    let same = row.same.as_ref().map(|name| i18n.tf("variables-same", &[("name", name)]).to_string());
    let title = [Some(row.value.clone()), note.clone(), same, was.map(|was| was.to_string())];
    let title = title.into_iter().flatten().collect::<Vec<_>>().join("\n");
    let text = html! {
        <>
            { &row.value }
            { for note.map(|note| html! { <span class="note">{ " " }{ note }</span> }) }
            { for row.same.iter().map(|name| html! { <span class="quiet">{ format!(" = {name}") }</span> }) }
        </>
    };
    let value = match (&row.why, row.at) {
        (Some(why), _) => {
            html! { <td colspan="2" class="gone" title={plain(i18n.text(why))}>{ plain(i18n.text(why)) }</td> }
        }
        (None, Some((addr, size))) if row.grid.is_none() && size <= 8 => {
            let part = row.word.is_none().then_some("");
            html! {
                <td
                    class={classes!(changed)} {title} tabindex="-1" data-kind="variable" data-place={format!("0x{:x}", addr & !3)}
                    data-value={format!("{:x}", row.word.unwrap_or_default())} data-part={part}
                >{ text }</td>
            }
        }
        (None, _) => html! { <td class={classes!(changed)} {title}>{ text }</td> },
    };
    let ty = row.why.is_none().then(|| html! { <td class="type" title={row.ty.clone()}>{ &row.ty }</td> });
    let parts = row.part.map(|(first, count)| {
        let more = |from: u32| {
            Inspect::Part(OpenValue { global: row.global, expression: row.expression.clone(), row: from, column: 0 })
        };
        html! { <tr><td colspan="3">{ pager(props, (first, SHOWN_PARTS, count), more, i18n) }</td></tr> }
    });
    let grid = row.grid.as_ref().map(|grid| {
        html! { <tr><td colspan="3" class="grid-cell">{ grid_view(props, row, grid, i18n) }</td></tr> }
    });
    html! {
        <>
            <tr data-testid={format!("variable-{}", row.expression)}>
                <th scope="row" class={indent} title={row.expression.clone()}>{ name }</th>
                { value }{ for ty }
            </tr>
            { for parts }{ for grid }
        </>
    }
}

/// The deepest level of parts with an indent of its own (www/style/node.css).
const MAX_INDENT: u32 = 8;

/// Which part of a long list is shown, with buttons to the others; nothing if all is shown.
fn pager(
    props: &VariablesProps,
    (first, shown, count): (u32, u32, u32),
    to: impl Fn(u32) -> Inspect,
    i18n: &I18n,
) -> Html {
    if count <= shown {
        return Html::default();
    }
    let last = (first + shown).min(count) - 1;
    let button = |sign: &'static str, label: &str, goal: Option<u32>| {
        let onclick: Option<Callback<MouseEvent>> = goal.map(|goal| wants(&props.act, Intent::Inspect(to(goal))));
        let label = i18n.t(label);
        html! {
            <button type="button" class="btn tiny" {onclick} disabled={goal.is_none()} aria-label={label.clone()} title={label}>{ sign }</button>
        }
    };
    let back = (first > 0).then(|| first.saturating_sub(shown));
    let on = (last + 1 < count).then(|| first + shown);
    let words = i18n
        .tf("variables-range", &[("from", &first.to_string()), ("to", &last.to_string()), ("n", &count.to_string())]);
    html! {
        <span class="pager">{ button("◂", "variables-back", back) }<span class="quiet small">{ words }</span>{ button("▸", "variables-on", on) }</span>
    }
}

/// The elements of an array.
fn grid_view(props: &VariablesProps, row: &VariableRow, grid: &GridView, i18n: &I18n) -> Html {
    let ((first, rows), (column, columns)) = (grid.rows, grid.columns);
    let (base, row_bytes, cell_bytes) = grid.at;
    let heads = (0..grid.width).map(|c| html! { <th key={c} scope="col">{ column + c }</th> });
    let lines = grid.cells.iter().enumerate().map(|(r, cells)| {
        let number = first + r as u32;
        let name = if grid.two { number } else { number * columns.max(1) };
        let values = cells.iter().enumerate().map(|(c, text)| {
            let addr = base.wrapping_add(r as u32 * row_bytes).wrapping_add(c as u32 * cell_bytes);
            let index = if grid.two {
                format!("[{number}][{}]", column + c as u32)
            } else {
                format!("[{}]", name + c as u32)
            };
            let word = grid.words.get(r).and_then(|words| words.get(c)).copied();
            let part = word.is_none().then_some("");
            html! {
                <td
                    key={c} class={(text == "0").then_some("zero")} title={format!("{}{index} = {text}", row.expression)} tabindex="-1"
                    data-kind="variable" data-place={format!("0x{:x}", addr & !3)} data-value={format!("{:x}", word.unwrap_or_default())} data-part={part}
                >{ text }</td>
            }
        });
        html! { <tr key={number}><th scope="row">{ name }</th>{ for values }</tr> }
    });
    let part = |row_at: u32, column: u32| {
        Inspect::Part(OpenValue { global: row.global, expression: row.expression.clone(), row: row_at, column })
    };
    let down = pager(props, (first, SHOWN_ROWS, rows), |at| part(at, column), i18n);
    let across = if grid.two {
        pager(props, (column, grid.width.max(1), columns), |at| part(first, at), i18n)
    } else {
        Html::default()
    };
    html! {
        <div class="var-grid" data-testid={format!("grid-{}", row.expression)}>
            <table aria-label={row.expression.clone()} data-places="">
                if grid.two { <thead><tr><td></td>{ for heads }</tr></thead> }
                <tbody>{ for lines }</tbody>
            </table>
            if rows > SHOWN_ROWS { <div>{ i18n.t("variables-rows") }{ " " }{ down }</div> }
            if grid.two && columns > grid.width { <div>{ i18n.t("variables-columns") }{ " " }{ across }</div> }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(function: &str, rows: &[(&str, &str)]) -> VariablesView {
        let row = |(name, value): &(&str, &str)| VariableRow {
            expression: (*name).into(),
            value: (*value).into(),
            ..VariableRow::default()
        };
        let call = CallRow { function: function.into(), ..CallRow::default() };
        VariablesView { calls: vec![call], rows: rows.iter().map(row).collect(), ..VariablesView::default() }
    }

    #[test]
    fn values_that_differ_from_the_last_cycle_of_the_same_function_have_changed() {
        let (here, there) = (NodeId::new(1, 1), NodeId::new(2, 1));
        let mut before = Before::default();
        let first = view("f", &[("i", "1"), ("j", "7")]);
        let second = view("f", &[("i", "2"), ("j", "7"), ("a[0]", "5")]);
        look(&mut before, here, 5, &first);
        assert_eq!(before.before(&key(&first.rows[0])), None);
        look(&mut before, here, 9, &second);
        let changes = |before: &Before| second.rows.iter().map(|r| before.before(&key(r)).cloned()).collect::<Vec<_>>();
        assert_eq!(changes(&before), [Some("1".to_owned()), None, None]);
        look(&mut before, here, 9, &second);
        assert_eq!(changes(&before)[0].as_deref(), Some("1"), "drawn again");
        look(&mut before, there, 9, &second);
        assert_eq!(changes(&before), [None, None, None], "another node");
        look(&mut before, there, 12, &view("g", &[("i", "1")]));
        assert_eq!(before.before(&(false, "i".into())), None, "another function");
    }
}
