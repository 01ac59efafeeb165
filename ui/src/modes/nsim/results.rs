//! Charts and tables: the open run, runs side by side, the experiments of the paper.

use super::Props;
use super::form::{network_values, prediction_text};
use super::lessons;
use super::stage::choose_link;
use super::state::{Act, Batch, Ran, Tab};
use crate::fmt::grouped;
use crate::fmt::time_text;
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::paint::plot::{self as chart, Line};
use crate::paint::surface::Ink;
use crate::shell::compare::{SideBySide, differences};
use crate::shell::frame::tabs;
use crate::widgets::{Cell, Chart, Column, DataTable, Figure, Icon, IconName, Row, save_text};
use mcore::modes::nsim::{NsimCommand, NsimLimits, scenario};
use mcore::modes::nsim::{NsimOutcome, NsimResult};
use std::rc::Rc;
use yew::prelude::*;

const TABS: [(Tab, &str); 5] = [
    (Tab::Lessons, "nsim-tab-lessons"),
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
        Tab::Lessons => lessons::lessons(props, &i18n),
        Tab::Run => state.outcome.as_ref().map_or_else(none, |o| run(o, &i18n, &palette)),
        Tab::Tables => state.outcome.as_ref().map_or_else(none, |o| tables(props, o, &i18n)),
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
    let [(_, diameter), (_, hops), (_, links), (_, rate)] = network_values(r.network);
    let distances = format!("{diameter} · {hops} · {links} ({rate} GB/s)");
    let predicted = r
        .prediction
        .as_ref()
        .map_or_else(|| "–".to_owned(), |p| format!("{} = {}", time_text(p.time_ns), prediction_text(p)));
    vec![
        ("nsim-network", format!("{} · {}", r.topology, r.params)),
        ("nsim-program", r.program.clone()),
        ("nsim-bytes", bytes),
        ("nsim-mapping", r.map.clone()),
        ("nsim-distances", distances),
        ("nsim-time-of-run", time_text(r.time_ns)),
        ("nsim-predicted", predicted),
        ("nsim-of-prediction", r.of_prediction().map_or_else(|| "–".to_owned(), |times| format!("{times:.2}"))),
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

fn tables(props: &Props, outcome: &Rc<NsimOutcome>, i18n: &I18n) -> Html {
    let state = &props.state;
    // A selected switch lights all links that leave it, a selected link only itself.
    let is_lit = |place: u32, switch: u32| match state.link {
        Some(link) => link == place,
        None => state.selected == Some(switch),
    };
    let links = outcome.links.iter().enumerate().map(|(id, link)| Row {
        cells: vec![
            Cell::words(link.name.clone()),
            Cell::number(grouped(link.packets), link.packets as f64),
            Cell::number(grouped(link.bytes), link.bytes as f64),
            Cell::number(format!("{:.2} %", link.utilisation * 100.0), link.utilisation),
        ],
        id,
        current: is_lit(link.place, link.switch),
    });
    let on_row = {
        let (act, shape, outcome) = (props.act.clone(), state.shape.clone(), outcome.clone());
        Callback::from(move |id: usize| {
            if let (Some(shape), Some(link)) = (&shape, outcome.links.get(id)) {
                choose_link(&act, shape, link.place);
            }
        })
    };
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
                <DataTable label={i18n.t("nsim-links-table")} columns={Rc::new(link_columns)} rows={Rc::new(links.collect::<Vec<_>>())} sorted={2} {on_row} file="links" testid="nsim-links" />
            </Figure>
            <Figure title={i18n.t("nsim-ranks-table")} note={i18n.t("nsim-ranks-note")} testid="nsim-ranks-table">
                <DataTable label={i18n.t("nsim-ranks-table")} columns={Rc::new(rank_columns)} rows={Rc::new(ranks.collect::<Vec<_>>())} sorted={1} file="ranks" testid="nsim-rank-times" />
            </Figure>
        </>
    }
}

/// The name of a run: the first one in full, others by the settings in which they differ from it.
fn name_of(index: usize, runs: &[Rc<Ran>], i18n: &I18n) -> String {
    let run = &runs[index];
    let r = &run.outcome.result;
    let differing = if index == 0 { Vec::new() } else { differences(&*runs[0].plan, &*run.plan, i18n.lang) };
    let text = match differing.len() {
        1..=4 => differing.join(", "),
        _ => {
            let bytes = r.bytes_a_message.map(|b| format!(", {b} B")).unwrap_or_default();
            format!("{} · {}{bytes} · {} · {}", r.topology, r.program, r.map, r.params)
        }
    };
    format!("{}: {text}", index + 1)
}

fn compare(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    let runs = &state.runs;
    if runs.len() < 2 {
        return html! { <p class="empty">{ i18n.t("nsim-compare-none") }</p> };
    }
    let chosen: Vec<usize> = runs.compared.iter().copied().filter(|run| *run < runs.len()).collect();
    let names: Vec<AttrValue> = (0..runs.len()).map(|run| name_of(run, runs, i18n).into()).collect();
    let first = chosen.first().map_or(1.0, |run| runs[*run].outcome.result.time_ns).max(1e-9);
    let columns = chosen.iter().map(|run| {
        let result = &runs[*run].outcome.result;
        let mut facts: Vec<(String, String)> =
            facts(result).into_iter().map(|(label, value)| (i18n.t(label).to_string(), value)).collect();
        facts.insert(0, (i18n.t("lab-relative").to_string(), format!("{:.3}", result.time_ns / first)));
        facts
    });
    let columns = columns.collect::<Vec<_>>();
    let ratio = match &chosen[..] {
        [a, .., b] => {
            let ratio = runs[*b].outcome.result.time_ns / first;
            let values = [("a", (a + 1).to_string()), ("b", (b + 1).to_string()), ("ratio", format!("{ratio:.3}"))];
            let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            i18n.tf("lab-ratio", &values)
        }
        _ => AttrValue::default(),
    };
    let t = |id: &str| i18n.t(id).to_string();
    let lines: Vec<Line> = chosen
        .iter()
        .take(6)
        .enumerate()
        .map(|(place, run)| Line {
            name: (run + 1).to_string(),
            ink: palette.rgb(Ink::Packet(place as u8)),
            dashed: place % 2 == 1,
            points: over_time(&runs[*run].outcome)[0].clone(),
        })
        .collect();
    let svg = chart::lines(palette, (&t("nsim-axis-us"), &t("nsim-axis-use")), &lines, false);
    let numbers = chosen.iter().flat_map(|run| {
        let [mean, most] = over_time(&runs[*run].outcome);
        let row =
            move |((at, mean), (_, most))| vec![count(*run as u64 + 1), cell(at, 3), cell(mean, 2), cell(most, 2)];
        mean.into_iter().zip(most).map(row).collect::<Vec<_>>()
    });
    let data =
        Data { columns: vec!["nsim-tab-run", "nsim-axis-us", "nsim-mean", "nsim-most"], rows: numbers.collect() };
    html! {
        <>
            <Figure title={i18n.t("nsim-compare-title")} note={ratio} testid="nsim-compare" wide={true}>
                <SideBySide
                    label={i18n.t("nsim-compare-title")} {names} chosen={chosen.clone()} on_choose={props.act.reform(Act::Compare)} facts={columns}
                    testid="nsim-compare-run"
                />
            </Figure>
            { figure("nsim-use", "nsim-compare-use-note", svg, data, i18n) }
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
