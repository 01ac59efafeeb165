//! Charts and tables: the open run, two runs side by side, the experiments of the paper.

use super::chart::{self, Line};
use super::space::time_text;
use super::stage::Props;
use super::state::{Act, Batch, Tab};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::paint::surface::Ink;
use crate::shell::frame::tabs;
use crate::widgets::{Cell, Chart, Column, DataTable, Figure, Icon, IconName, Row, save_text};
use mcore::modes::nsim::{NsimCommand, NsimLimits, scenario};
use mcore::modes::nsim::{NsimOutcome, NsimResult};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

const TABS: [(Tab, &str); 4] = [
    (Tab::Run, "nsim-tab-run"),
    (Tab::Tables, "nsim-tab-tables"),
    (Tab::Compare, "nsim-tab-compare"),
    (Tab::Paper, "nsim-tab-paper"),
];

/// Maximum number of nodes of an experiment in the page.
const MAX_NODES: u32 = 4096;

/// The results.
#[component]
pub fn Results(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let tabs = tabs(&i18n, &TABS, state.tab, &act.reform(Act::Show));
    let none = || html! { <p class="empty">{ i18n.t("nsim-no-result") }</p> };
    let body = match state.tab {
        Tab::Run => state.outcome.as_ref().map_or_else(none, |o| run(o, &i18n, &palette)),
        Tab::Tables => state.outcome.as_ref().map_or_else(none, |o| tables(o, &i18n)),
        Tab::Compare => compare(props, &i18n, &palette),
        Tab::Paper => paper(props, &i18n, &palette),
    };
    html! {
        <section class="panel lab-results" aria-label={i18n.t("nsim-results")}>
            <nav class="bar lab-tabs" aria-label={i18n.t("nsim-results")}>{ tabs }</nav>
            <div class="figures" tabindex="0" role="group" aria-label={i18n.t("nsim-results")}>{ body }</div>
        </section>
    }
}

/// The rows of a result: message and value.
fn facts(r: &NsimResult) -> Vec<(&'static str, String)> {
    let bytes = r.bytes_a_message.map_or_else(|| "–".to_owned(), |b| format!("{} B", grouped(b)));
    let ns = |n: u64| time_text(n as f64);
    let latency = |pick: &dyn Fn(&mcore::modes::nsim::NsimLatency) -> String| {
        r.latency_ns.as_ref().map_or_else(|| "–".to_owned(), pick)
    };
    let busiest = r
        .busiest_link
        .as_ref()
        .map_or_else(|| "–".to_owned(), |link| format!("{} · {:.1} %", link.name, link.utilisation * 100.0));
    vec![
        ("nsim-network", format!("{} · {}", r.topology, r.params)),
        ("nsim-program", r.program.clone()),
        ("nsim-bytes", bytes),
        ("nsim-mapping", r.map.clone()),
        ("nsim-time-of-run", time_text(r.time_ns)),
        ("nsim-messages", grouped(r.messages)),
        ("nsim-packets", grouped(r.packets)),
        ("nsim-traversals", grouped(r.link_traversals)),
        ("nsim-efficiency", format!("{:.2} %", r.efficiency * 100.0)),
        ("nsim-rank-rate", format!("{:.3}", r.rank_gb_per_s)),
        ("nsim-busiest", busiest),
        ("nsim-latency-median", latency(&|l| ns(l.p50))),
        ("nsim-latency-p99", latency(&|l| ns(l.p99))),
        ("nsim-latency-most", latency(&|l| ns(l.max))),
    ]
}

fn list(result: &NsimResult, i18n: &I18n) -> Html {
    let rows = facts(result).into_iter().map(|(label, value)| {
        html! { <tr key={label}><th scope="row">{ i18n.t(label) }</th><td>{ value }</td></tr> }
    });
    html! { <table class="lab-facts"><tbody>{ for rows }</tbody></table> }
}

/// Mean and maximum use of links over time.
fn over_time(outcome: &NsimOutcome) -> [Vec<(f64, f64)>; 2] {
    [&outcome.mean, &outcome.most].map(|values| {
        let at = |i: usize| (i as f64 + 0.5) * outcome.interval_ns / 1e3;
        values.iter().enumerate().map(|(i, v)| (at(i), *v)).collect()
    })
}

/// The data of a chart: column headings and rows.
struct Data {
    columns: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

/// A number with this many digits after the decimal point.
fn cell(value: f64, digits: usize) -> Cell {
    Cell::number(format!("{value:.digits$}"), value)
}

fn count(n: u64) -> Cell {
    Cell::number(grouped(n), n as f64)
}

/// A chart with its table collapsed below it.
fn figure(title: &'static str, note: &'static str, svg: String, data: Data, i18n: &I18n) -> Html {
    let columns: Vec<_> = data.columns.into_iter().map(|id| Column::number(i18n.t(id))).collect();
    let rows = data.rows.into_iter().enumerate().map(|(id, cells)| Row { cells, id, current: false });
    html! {
        <Figure title={i18n.t(title)} note={i18n.t(note)} testid={title}>
            <Chart svg={Rc::<str>::from(svg)} label={i18n.t(title)} file={title} />
            <details class="lab-data">
                <summary class="small">{ i18n.t("nsim-chart-data") }</summary>
                <DataTable label={i18n.t(title)} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} file={title} testid={format!("{title}-data")} />
            </details>
        </Figure>
    }
}

fn run(outcome: &NsimOutcome, i18n: &I18n, palette: &Palette) -> Html {
    let t = |id: &str| i18n.t(id).to_string();
    let [mean, most] = over_time(outcome);
    let use_data = Data {
        columns: vec!["nsim-axis-us", "nsim-mean", "nsim-most"],
        rows: mean.iter().zip(&most).map(|(a, b)| vec![cell(a.0, 3), cell(a.1, 2), cell(b.1, 2)]).collect(),
    };
    let latency_data = Data {
        columns: vec!["nsim-from-ns", "nsim-to-ns", "nsim-axis-messages"],
        rows: outcome.latencies.iter().map(|(from, to, n)| vec![count(*from), count(*to), count(*n)]).collect(),
    };
    let of_class =
        |(i, n): (usize, &u32)| vec![cell(i as f64 * 5.0, 0), cell(i as f64 * 5.0 + 5.0, 0), count((*n).into())];
    let spread_data = Data {
        columns: vec!["nsim-from-percent", "nsim-to-percent", "nsim-axis-links"],
        rows: outcome.spread.iter().enumerate().map(of_class).collect(),
    };
    let use_of_links = chart::lines(
        palette,
        (&t("nsim-axis-us"), &t("nsim-axis-use")),
        &[
            Line { name: t("nsim-mean"), ink: palette.rgb(Ink::Packet(0)), dashed: false, points: mean },
            Line { name: t("nsim-most"), ink: palette.rgb(Ink::Packet(1)), dashed: true, points: most },
        ],
        false,
    );
    let latencies: Vec<_> =
        outcome.latencies.iter().map(|(from, to, n)| (*from as f64, *to as f64 + 1.0, *n as f64)).collect();
    let latency =
        chart::bars(palette, (&t("nsim-axis-ns"), &t("nsim-axis-messages")), palette.rgb(Ink::Packet(0)), &latencies);
    let spread: Vec<_> = outcome
        .spread
        .iter()
        .enumerate()
        .map(|(i, n)| (i as f64 * 5.0 + 0.3, i as f64 * 5.0 + 4.7, f64::from(*n)))
        .collect();
    let spread =
        chart::bars(palette, (&t("nsim-axis-use"), &t("nsim-axis-links")), palette.rgb(Ink::Packet(2)), &spread);
    let buffers = (!outcome.buffers.is_empty()).then(|| {
        let lines: Vec<Line> = outcome
            .buffers
            .iter()
            .take(6)
            .enumerate()
            .map(|(i, (name, points))| Line {
                name: name.clone(),
                ink: palette.rgb(Ink::Packet(i as u8)),
                dashed: i % 2 == 1,
                points: points.iter().map(|(ns, held)| (ns / 1e3, f64::from(*held))).collect(),
            })
            .collect();
        let svg = chart::lines(palette, (&t("nsim-axis-us"), &t("nsim-axis-packets")), &lines, false);
        let rows = outcome.buffers.iter().flat_map(|(name, points)| {
            points.iter().map(|(ns, held)| vec![Cell::words(name.clone()), cell(ns / 1e3, 3), count((*held).into())])
        });
        let data =
            Data { columns: vec!["nsim-switch-name", "nsim-axis-us", "nsim-axis-packets"], rows: rows.collect() };
        figure("nsim-buffers", "nsim-buffers-note", svg, data, i18n)
    });
    let json = serde_json::to_string_pretty(&outcome.result).unwrap_or_default();
    let save = move |_: MouseEvent| save_text("nsim.json", "application/json", &json);
    html! {
        <>
            <Figure title={i18n.t("nsim-outcome")} testid="nsim-outcome">
                { list(&outcome.result, i18n) }
                <div class="lab-save">
                    <button type="button" class="btn tiny" onclick={save} title={i18n.t("nsim-save-json")} aria-label={i18n.t("nsim-save-json")}>
                        <Icon name={IconName::Save} />{ "JSON" }
                    </button>
                </div>
            </Figure>
            { figure("nsim-use", "nsim-use-note", use_of_links, use_data, i18n) }
            { figure("nsim-latency", "nsim-latency-note", latency, latency_data, i18n) }
            { figure("nsim-spread", "nsim-spread-note", spread, spread_data, i18n) }
            { for buffers }
        </>
    }
}

fn tables(outcome: &NsimOutcome, i18n: &I18n) -> Html {
    let links = outcome.links.iter().enumerate().map(|(id, (name, packets, bytes, used))| Row {
        cells: vec![
            Cell::words(name.clone()),
            Cell::number(grouped(*packets), *packets as f64),
            Cell::number(grouped(*bytes), *bytes as f64),
            Cell::number(format!("{:.2} %", used * 100.0), *used),
        ],
        id,
        current: false,
    });
    let link_columns = vec![
        Column::words(i18n.t("nsim-link")),
        Column::number(i18n.t("nsim-packets")),
        Column::number(i18n.t("nsim-link-bytes")),
        Column::number(i18n.t("nsim-use-of-run")),
    ];
    let ranks = outcome.ranks.iter().enumerate().map(|(id, (rank, end, computed, waited))| Row {
        cells: vec![
            Cell::number(rank.to_string(), f64::from(*rank)),
            Cell::number(time_text(*end), *end),
            Cell::number(time_text(*computed), *computed),
            Cell::number(time_text(*waited), *waited),
        ],
        id,
        current: false,
    });
    let rank_columns = ["nsim-rank", "nsim-rank-end", "nsim-rank-computed", "nsim-rank-waited"];
    let rank_columns = rank_columns.map(|id| Column::number(i18n.t(id))).to_vec();
    html! {
        <>
            <Figure title={i18n.t("nsim-links-table")} note={i18n.t("nsim-table-note")} testid="nsim-links-table">
                <DataTable label={i18n.t("nsim-links-table")} columns={Rc::new(link_columns)} rows={Rc::new(links.collect::<Vec<_>>())} sorted={2} file="links" testid="nsim-links" />
            </Figure>
            <Figure title={i18n.t("nsim-ranks-table")} note={i18n.t("nsim-ranks-note")} testid="nsim-ranks-table">
                <DataTable label={i18n.t("nsim-ranks-table")} columns={Rc::new(rank_columns)} rows={Rc::new(ranks.collect::<Vec<_>>())} sorted={1} file="ranks" testid="nsim-rank-times" />
            </Figure>
        </>
    }
}

fn name_of(index: usize, outcome: &NsimOutcome) -> String {
    let r = &outcome.result;
    let bytes = r.bytes_a_message.map(|b| format!(", {b} B")).unwrap_or_default();
    format!("{}: {}, {}{bytes}, {} ({})", index + 1, r.topology, r.program, r.map, r.params)
}

fn compare(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    if state.runs.len() < 2 {
        return html! { <p class="empty">{ i18n.t("nsim-compare-none") }</p> };
    }
    let (a, b) = (state.runs.compared.0.min(state.runs.len() - 1), state.runs.compared.1.min(state.runs.len() - 1));
    let pick = |testid: &'static str, now: usize, other: usize, is_first: bool| {
        let act = props.act.clone();
        let onchange = move |event: Event| {
            if let Some(select) = event.target().and_then(|t| t.dyn_into::<HtmlSelectElement>().ok()) {
                let chosen = select.selected_index().max(0) as usize;
                act.emit(if is_first { Act::Compare(chosen, other) } else { Act::Compare(other, chosen) });
            }
        };
        let options = state.runs.iter().enumerate().map(|(i, run)| {
            html! { <option key={i} selected={i == now}>{ name_of(i, run) }</option> }
        });
        let label = i18n.t(if is_first { "nsim-compare-a" } else { "nsim-compare-b" });
        html! { <select aria-label={label} {onchange} data-testid={testid}>{ for options }</select> }
    };
    let (left, right) = (&state.runs[a], &state.runs[b]);
    let rows = facts(&left.result).into_iter().zip(facts(&right.result)).map(|((label, x), (_, y))| {
        let differs = (x != y).then_some("lab-differs");
        html! { <tr key={label} class={differs}><th scope="row">{ i18n.t(label) }</th><td>{ x }</td><td>{ y }</td></tr> }
    });
    let faster = right.result.time_ns / left.result.time_ns.max(1e-9);
    let t = |id: &str| i18n.t(id).to_string();
    let lines: Vec<Line> = [(a, left, Ink::Packet(0), false), (b, right, Ink::Packet(1), true)]
        .into_iter()
        .map(|(i, run, ink, dashed)| {
            let [mean, _] = over_time(run);
            Line { name: format!("{} {}", t("nsim-mean"), i + 1), ink: palette.rgb(ink), dashed, points: mean }
        })
        .collect();
    let svg = chart::lines(palette, (&t("nsim-axis-us"), &t("nsim-axis-use")), &lines, false);
    let numbers = [(a, left), (b, right)].into_iter().flat_map(|(i, run)| {
        let [mean, most] = over_time(run);
        let row = move |((at, mean), (_, most))| vec![count(i as u64 + 1), cell(at, 3), cell(mean, 2), cell(most, 2)];
        mean.into_iter().zip(most).map(row).collect::<Vec<_>>()
    });
    let data =
        Data { columns: vec!["nsim-tab-run", "nsim-axis-us", "nsim-mean", "nsim-most"], rows: numbers.collect() };
    html! {
        <>
            <Figure title={i18n.t("nsim-compare-title")} note={i18n.tf("nsim-compare-ratio", &[("ratio", &format!("{faster:.3}"))])} testid="nsim-compare">
                <div class="lab-pick">{ pick("nsim-compare-a", a, b, true) }{ pick("nsim-compare-b", b, a, false) }</div>
                <table class="lab-facts">
                    <thead><tr><td></td><th scope="col">{ (a + 1).to_string() }</th><th scope="col">{ (b + 1).to_string() }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </Figure>
            { figure("nsim-use", "nsim-use-note", svg, data, i18n) }
        </>
    }
}

/// The experiments: name, message of the title, message of the explanation.
const EXPERIMENTS: [(&str, &str, &str); 2] = [
    ("random-ring", "nsim-paper-ring", "nsim-paper-ring-note"),
    ("bruck-alltoall", "nsim-paper-bruck", "nsim-paper-bruck-note"),
];

fn paper(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let batch = props.state.batch.as_ref();
    let busy = batch.is_some_and(|b| b.running);
    let cards = EXPERIMENTS.iter().map(|(name, title, note)| {
        let (act, own) = (props.act.clone(), *name);
        let onclick = move |_: MouseEvent| {
            let plans = scenario(own, MAX_NODES, &NsimLimits::PAGE);
            act.emit(Act::Experiment(own, plans.len()));
            act.emit(Act::Send(NsimCommand::Batch(plans)));
        };
        html! {
            <Figure title={i18n.t(title)} note={i18n.t(note)} testid={*title}>
                <button type="button" class="btn outlined nsim-go" {onclick} disabled={busy} data-testid={format!("nsim-run-{name}")}>{ i18n.t("nsim-paper-run") }</button>
            </Figure>
        }
    });
    let results = batch.map(|batch| {
        let stop = {
            let act = props.act.clone();
            move |_: MouseEvent| act.emit(Act::Send(NsimCommand::Pause))
        };
        let (done, count) = (batch.rows.len().to_string(), batch.count.to_string());
        let packets = grouped(batch.packets);
        let (message, packets) = if batch.running { ("nsim-paper-progress", &*packets) } else { ("nsim-paper-done", "") };
        let progress = i18n.tf(message, &[("done", &done), ("count", &count), ("packets", packets)]);
        let stop = batch.running.then(|| {
            html! { <button type="button" class="btn tiny" onclick={stop} data-testid="nsim-paper-stop">{ i18n.t("nsim-paper-stop") }</button> }
        });
        html! {
            <>
                <Figure title={i18n.t("nsim-paper-result")} testid="nsim-paper-result" wide={true}>
                    <div class="lab-pick" role="status">
                        <progress max={count.clone()} value={done.clone()} aria-label={progress.clone()}></progress>
                        <span class="small" data-testid="nsim-paper-progress">{ progress }</span>
                        { for stop }
                    </div>
                    { paper_table(batch, i18n) }
                </Figure>
                { paper_chart(batch, i18n, palette) }
            </>
        }
    });
    html! { <>{ for cards }{ for results }</> }
}

fn paper_table(batch: &Batch, i18n: &I18n) -> Html {
    let rows = batch.rows.iter().enumerate().map(|(id, r)| {
        let bytes = r.bytes_a_message.unwrap_or(0);
        Row {
            cells: vec![
                Cell::words(r.topology.clone()),
                Cell::number(grouped(r.nodes.into()), r.nodes.into()),
                Cell::number(grouped(bytes), bytes as f64),
                Cell::number(time_text(r.time_ns), r.time_ns),
                Cell::number(grouped(r.packets), r.packets as f64),
                Cell::number(format!("{:.3}", r.rank_gb_per_s), r.rank_gb_per_s),
                Cell::number(format!("{:.2} %", r.efficiency * 100.0), r.efficiency),
            ],
            id,
            current: false,
        }
    });
    let number = |id: &str| Column::number(i18n.t(id));
    let columns = vec![
        Column::words(i18n.t("nsim-network")),
        number("nsim-nodes"),
        number("nsim-bytes"),
        number("nsim-time-of-run"),
        number("nsim-packets"),
        number("nsim-rank-rate"),
        number("nsim-efficiency"),
    ];
    html! { <DataTable label={i18n.t("nsim-paper-result")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} file="nsim-experiment" testid="nsim-paper-rows" /> }
}

fn paper_chart(batch: &Batch, i18n: &I18n, palette: &Palette) -> Html {
    let t = |id: &str| i18n.t(id).to_string();
    let ring = batch.name == "random-ring";
    let mut lines: Vec<Line> = Vec::new();
    for result in batch.rows.iter() {
        let bytes = result.bytes_a_message.unwrap_or(0);
        let name = format!("{} B", grouped(bytes));
        let point = (f64::from(result.nodes), if ring { result.rank_gb_per_s } else { result.time_ns / 1e3 });
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => {
                let number = lines.len() as u8;
                lines.push(Line {
                    name,
                    ink: palette.rgb(Ink::Packet(number)),
                    dashed: number % 2 == 1,
                    points: vec![point],
                });
            }
        }
    }
    let y = if ring { t("nsim-axis-rate") } else { t("nsim-axis-us") };
    let svg = chart::lines(palette, (&t("nsim-nodes"), &y), &lines, true);
    let title = "nsim-paper-chart";
    html! {
        <Figure title={i18n.t(title)} note={i18n.t("nsim-paper-chart-note")} testid={title}>
            <Chart svg={Rc::<str>::from(svg)} label={i18n.t(title)} file={title} />
        </Figure>
    }
}
