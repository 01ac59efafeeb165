//! The results: measures of the maps, busiest links, kept maps side by side, the paper's tables.

use super::Props;
use super::exchange::{hand_over_button, reason};
use super::form::{facts, measures};
use super::stage::name_of;
use super::state::{Act, State, Tab};
use super::times::times;
use crate::fmt::time_text;
use crate::i18n::{I18n, use_i18n};
use crate::shell::compare::SideBySide;
use crate::shell::frame::tabs;
use crate::widgets::{Cell, Column, DataTable, Figure, Icon, IconName, Row};
use mcore::modes::mopt::{
    MoptAct, MoptPaper, MoptResult, MoptSave, mopt_bytes, mopt_cost, mopt_names, mopt_paper_plans, mopt_papers,
};
use std::rc::Rc;
use yew::prelude::*;

const TABS: [(Tab, &str); 4] = [
    (Tab::Result, "mopt-tab-result"),
    (Tab::Links, "mopt-tab-links"),
    (Tab::Compare, "mopt-tab-compare"),
    (Tab::Papers, "mopt-tab-papers"),
];

/// The results.
#[component]
pub fn Results(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let tabs = tabs(&i18n, &TABS, state.tab, &act.reform(Act::Show));
    let body = match state.tab {
        Tab::Result => result(props, &i18n),
        Tab::Links => links(props, &i18n),
        Tab::Compare => compare(props, &i18n),
        Tab::Papers => papers(props, &i18n),
    };
    html! {
        <section class="panel lab-results" aria-label={i18n.t("mopt-part-results")}>
            <nav class="bar lab-tabs" aria-label={i18n.t("mopt-part-results")}>{ tabs }</nav>
            <div class="figures" tabindex="0" role="group" aria-label={i18n.t("mopt-part-results")}>{ body }</div>
        </section>
    }
}

/// The results of the last list.
fn listed(state: &State) -> Vec<&Rc<MoptResult>> {
    state.last.iter().filter_map(|id| state.result(*id)).collect()
}

fn result(props: &Props, i18n: &I18n) -> Html {
    let state = &props.state;
    let all = listed(state);
    let Some(first) = all.first() else { return html! { <p class="empty">{ i18n.t("mopt-no-map") }</p> } };
    let names = mopt_names(&all.iter().map(|own| own.parts.clone()).collect::<Vec<_>>());
    let least = |pick: fn(&MoptResult) -> f64| all.iter().map(|own| pick(own)).fold(f64::MAX, f64::min);
    let (cost, link) = (least(|own| own.measures.cost), least(|own| own.measures.max_link));
    let rows = all.iter().zip(&names).map(|(own, name)| {
        let m = &own.measures;
        let bold = |is: bool| is.then_some("mo-best");
        let id = own.id;
        let act = props.act.clone();
        let onclick = move |_: MouseEvent| act.emit(Act::Look(id));
        let current = state.main() == Some(id);
        html! {
            <tr key={id} class={current.then_some("current")} aria-current={current.then_some("true")}>
                <th scope="row"><button type="button" class="link" {onclick} data-testid={format!("mopt-row-{}", own.method)}>{ i18n.text(name).to_owned() }</button></th>
                <td class={classes!("num", bold(m.cost == cost))}>{ &m.cost_text }</td>
                <td class={classes!("num", bold(m.max_link == link))}>{ &m.max_link_text }</td>
                <td class="num">{ format!("{:.2}", m.mean_hops) }</td>
                <td class="num">{ format!("{:.2}×", m.relief) }</td>
            </tr>
        }
    });
    let heads = ["mopt-cost", "mopt-max-link", "mopt-mean-hops", "mopt-relief"]
        .map(|label| html! { <th key={label} scope="col" class="num">{ i18n.t(label) }</th> });
    let definition = i18n.tf("mopt-definition", &[("hops", i18n.text(&first.measures.definition))]);
    let main = state.main().and_then(|id| state.result(id));
    let verdict = main.map(|own| format!("{}: {}", i18n.text(&own.label), i18n.text(&own.verdict)));
    let lefts = all.iter().map(|own| {
        let id = own.id;
        let act = props.act.clone();
        let onclick = move |_: MouseEvent| act.emit(Act::LookLeft(id));
        let on = state.shown.first() == Some(&id) && state.shown.len() > 1;
        html! { <button key={id} type="button" class="btn tiny outlined" {onclick} aria-pressed={on.to_string()} data-testid={format!("mopt-left-{}", own.method)}>{ i18n.text(&own.label).to_owned() }</button> }
    });
    let detail = main.map(|own| {
        let refined =
            own.refined.as_ref().map(|change| html! { <p class="small">{ i18n.text(&change.text).to_owned() }</p> });
        let padded = own.padded.then(|| html! { <p class="small quiet">{ i18n.t("mopt-padded") }</p> });
        html! {
            <Figure title={i18n.t("mopt-how-good")} note={i18n.text(&own.label).to_owned()} testid="mopt-detail">
                { measures(&own.measures, i18n) }{ refined.unwrap_or_default() }{ padded.unwrap_or_default() }
            </Figure>
        }
    });
    html! {
        <>
            <Figure title={verdict.unwrap_or_else(|| i18n.t("mopt-side-own").to_string())} testid="mopt-result" wide={true}>
                <div class="lab-columns" tabindex="0" role="group" aria-label={i18n.t("mopt-tab-result")}>
                    <table class="lab-facts mo-table" data-testid="mopt-table"><thead><tr><th scope="col">{ i18n.t("mopt-method") }</th>{ for heads }</tr></thead><tbody>{ for rows }</tbody></table>
                </div>
                <p class="small quiet">{ definition }</p>
                <div class="lab-pick small"><span>{ i18n.t("mopt-left-map") }</span>{ for lefts }</div>
            </Figure>
            { times(props, i18n) }
            { detail.unwrap_or_default() }
            { files(props, i18n) }
        </>
    }
}

/// The map as files, and the program for the interconnect mode.
fn files(props: &Props, i18n: &I18n) -> Html {
    let Some(id) = props.state.main() else { return Html::default() };
    let send = |command: MoptAct| {
        let act = props.act.clone();
        Callback::from(move |_: MouseEvent| act.emit(Act::Send(command.clone().into())))
    };
    html! {
        <Figure title={i18n.t("mopt-files")} note={i18n.t("mopt-files-note")} testid="mopt-files">
            <div class="lab-pick">
                <button type="button" class="btn outlined" onclick={send(MoptAct::Save(id, MoptSave::Map))} data-testid="mopt-save-map"><Icon name={IconName::Save} />{ i18n.t("mopt-save-map") }</button>
                <button type="button" class="btn outlined" onclick={send(MoptAct::Handover(vec![id]))} data-testid="mopt-save-trace"><Icon name={IconName::Save} />{ i18n.t("mopt-save-trace") }</button>
                <button type="button" class="btn outlined" onclick={send(MoptAct::Save(id, MoptSave::Json))} data-testid="mopt-save-json"><Icon name={IconName::Save} />{ "JSON" }</button>
                <button type="button" class="btn outlined" onclick={send(MoptAct::Save(id, MoptSave::Links))} data-testid="mopt-save-links"><Icon name={IconName::Save} />{ i18n.t("mopt-save-links") }</button>
                { hand_over_button(&props.state, &props.act, id, i18n) }
            </div>
            { reason(props.state.not_given.as_ref(), "mopt-not-given", i18n) }
        </Figure>
    }
}

fn links(props: &Props, i18n: &I18n) -> Html {
    let state = &props.state;
    let Some(own) = &state.links else { return html! { <p class="empty">{ i18n.t("mopt-no-map") }</p> } };
    let rows = own.rows.iter().enumerate().map(|(id, link)| Row {
        cells: vec![
            Cell::words(i18n.text(&link.name).to_owned()),
            Cell::words(link.direction.clone()),
            Cell::number(link.text.clone(), link.bytes),
        ],
        id,
        current: state.link == Some((own.id, link.link)),
    });
    let columns = vec![
        Column::words(i18n.t("mopt-link")),
        Column::words(i18n.t("mopt-direction")),
        Column::number(i18n.t("mopt-bytes")),
    ];
    let on_row = {
        let (act, own) = (props.act.clone(), own.clone());
        Callback::from(move |at: usize| {
            if let Some(row) = own.rows.get(at) {
                act.emit(Act::Link(Some((own.id, row.link))));
            }
        })
    };
    let title = i18n.tf("mopt-links-of", &[("name", &name_of(state, own.id, i18n))]);
    html! {
        <Figure title={title} note={i18n.t("mopt-links-note")} testid="mopt-links-figure" wide={true}>
            <DataTable label={i18n.t("mopt-tab-links")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} sorted={2} {on_row} file="mopt-links" testid="mopt-links" />
        </Figure>
    }
}

fn compare(props: &Props, i18n: &I18n) -> Html {
    let state = &props.state;
    if state.results.len() < 2 {
        return html! { <p class="empty">{ i18n.t("mopt-compare-none") }</p> };
    }
    let names = mopt_names(&state.results.iter().map(|own| own.parts.clone()).collect::<Vec<_>>());
    let names: Vec<AttrValue> =
        names.iter().enumerate().map(|(at, name)| format!("{}: {}", at + 1, i18n.text(name)).into()).collect();
    let chosen: Vec<usize> = state.compared.iter().copied().filter(|at| *at < state.results.len()).collect();
    let columns = chosen.iter().map(|at| {
        let own = &state.results[*at];
        let mut rows = vec![
            (i18n.t("mopt-method").to_string(), i18n.text(&own.label).to_owned()),
            (i18n.t("mopt-communication").to_string(), i18n.text(&own.shape.name).to_owned()),
            (i18n.t("mopt-network").to_string(), own.shape.network.clone()),
        ];
        rows.extend(facts(&own.measures, i18n));
        rows
    });
    html! {
        <Figure title={i18n.t("mopt-compare-title")} note={i18n.t("mopt-compare-note")} testid="mopt-compare" wide={true}>
            <SideBySide label={i18n.t("mopt-compare-title")} {names} chosen={chosen.clone()} on_choose={props.act.reform(Act::Compare)} facts={columns.collect::<Vec<_>>()} testid="mopt-compare-run" />
        </Figure>
    }
}

/// A result of ours for a row of a table of the paper.
fn ours<'a>(state: &'a State, table: u32, method: &str) -> Option<&'a Rc<MoptResult>> {
    let plan = mopt_paper_plans(table)?;
    let sizes: Vec<u32> = plan.sizes.split('x').filter_map(|size| size.parse().ok()).collect();
    let ranks: u32 = plan.ranks.parse().ok()?;
    let name = match plan.pattern.as_str() {
        "cg" => "CG",
        _ => "Bruck",
    };
    state.results.iter().rev().find(|own| {
        let shape = &own.shape;
        own.method == method
            && shape.torus
            && shape.sizes == sizes
            && shape.ranks == ranks
            && shape.name.en.contains(name)
            && own.measures.cost == own.measures.costs[0]
    })
}

fn papers(props: &Props, i18n: &I18n) -> Html {
    let cards = mopt_papers().into_iter().map(|paper| card(props, &paper, i18n));
    html! { <>{ for cards }</> }
}

fn card(props: &Props, paper: &MoptPaper, i18n: &I18n) -> Html {
    let state = &props.state;
    let percent = |own: f64, theirs: f64| format!("{:+.1} %", (own / theirs - 1.0) * 100.0);
    let rows = paper.rows.iter().map(|row| {
        let result = ours(state, paper.table, &row.method);
        let own = result.map(|own| &own.measures);
        let time = result.and_then(|own| state.times.get(&own.id)).map(|ns| format!("{} ({})", time_text(*ns), percent(*ns, row.time_us * 1e3)));
        let cost = own.map(|own| format!("{} ({})", own.cost_text, percent(own.cost, row.cost)));
        let link = own.map(|own| format!("{} ({})", own.max_link_text, percent(own.max_link, row.max_link)));
        let none = || "–".to_owned();
        html! {
            <tr key={row.method.clone()}>
                <th scope="row">{ i18n.text(&row.label).to_owned() }</th>
                <td class="num">{ format!("{:.2} ms", row.time_us / 1e3) }</td><td class="num">{ time.unwrap_or_else(none) }</td>
                <td class="num">{ mopt_cost(row.cost as u128) }</td><td class="num">{ cost.unwrap_or_else(none) }</td>
                <td class="num">{ mopt_bytes(row.max_link as u64) }</td><td class="num">{ link.unwrap_or_else(none) }</td>
            </tr>
        }
    });
    let heads =
        ["mopt-paper-time", "mopt-our-time", "mopt-paper-cost", "mopt-our-cost", "mopt-paper-link", "mopt-our-link"]
            .map(|label| html! { <th key={label} scope="col" class="num">{ i18n.t(label) }</th> });
    let notes = paper.notes.iter().map(|note| html! { <p class="small quiet">{ i18n.text(note).to_owned() }</p> });
    let run = mopt_paper_plans(paper.table).map(|plan| {
        let (act, plan) = (props.act.clone(), Rc::new(plan));
        let onclick = move |_: MouseEvent| act.emit(Act::Map(plan.clone()));
        html! { <button type="button" class="btn outlined" {onclick} disabled={state.busy} data-testid={format!("mopt-paper-{}", paper.table)}>{ i18n.t("mopt-paper-run") }</button> }
    });
    let title = i18n.tf("mopt-paper-table", &[("n", &paper.table.to_string())]);
    html! {
        <Figure key={paper.table} title={title.clone()} note={i18n.text(&paper.name).to_owned()} testid={format!("mopt-table-{}", paper.table)} wide={true}>
            <div class="lab-columns" tabindex="0" role="group" aria-label={title}>
                <table class="lab-facts"><thead><tr><th scope="col">{ i18n.t("mopt-method") }</th>{ for heads }</tr></thead><tbody>{ for rows }</tbody></table>
            </div>
            { run.unwrap_or_default() }
            { for notes }
        </Figure>
    }
}
