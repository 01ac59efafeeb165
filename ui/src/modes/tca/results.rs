//! The results: the run in figures, latency and bandwidth over size, the rings of boards, the Himeno benchmark, kept runs side by side.

use super::Props;
use super::picture;
use super::state::{Act, State, Tab, run_part};
use crate::fmt::{grouped, plain};
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::shell::compare::{SideBySide, differences};
use crate::shell::fields;
use crate::shell::frame::tabs;
use crate::shell::saved::Saved;
use crate::shell::stage::number_at;
use crate::widgets::{Cell, Choice, Column, DataTable, Figure, Picture, Row, Segmented};
use mcore::mode::Plan as _;
use mcore::modes::tca::{
    TCA_HIMENO, TCA_SCRIPT, TcaAct, TcaCommand, TcaPlan, TcaRun, TcaStatus, TcaTransfer, tca_bytes, tca_status,
    tca_time,
};
use std::rc::Rc;
use yew::prelude::*;

const TABS: [(Tab, &str); 5] = [
    (Tab::Result, "tca-tab-result"),
    (Tab::Curves, "tca-tab-curves"),
    (Tab::Rings, "tca-tab-rings"),
    (Tab::Himeno, "tca-tab-himeno"),
    (Tab::Compare, "tca-tab-compare"),
];

/// The results.
#[component]
pub fn Results(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let tabs = tabs(&i18n, &TABS, state.tab, &act.reform(Act::Show));
    let own = || (state.clone(), act.clone(), props.dark);
    let body = match state.tab {
        Tab::Result => result(props, &i18n, &palette),
        Tab::Curves => {
            let (state, act, dark) = own();
            html! { <Curves {state} {act} {dark} /> }
        }
        Tab::Rings => rings(props, &i18n, &palette),
        Tab::Himeno => {
            let (state, act, dark) = own();
            html! { <Himeno {state} {act} {dark} /> }
        }
        Tab::Compare => compare(props, &i18n),
    };
    html! {
        <section class="panel lab-results" aria-label={i18n.t("tca-part-results")}>
            <nav class="bar lab-tabs" aria-label={i18n.t("tca-part-results")}>{ tabs }</nav>
            <div class="figures" tabindex="0" role="group" aria-label={i18n.t("tca-part-results")}>{ body }</div>
        </section>
    }
}

fn result(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let state = &props.state;
    let Some(run) = &state.run else { return html! { <p class="empty">{ i18n.t("tca-no-run") }</p> } };
    let ending = run.ending.iter().enumerate();
    let ending = ending.map(|(at, text)| html! { <p key={at} class="lab-wrong" role="alert" data-testid="tca-ending">{ plain(i18n.text(text)) }</p> });
    let stopped = run.stopped.then(|| html! { <p class="lab-wrong">{ i18n.t("tca-stopped") }</p> });
    html! {
        <>
            <div class="tca-ends">{ for ending }{ stopped.unwrap_or_default() }</div>
            { parts(state, run, i18n, palette) }
            { findings(props, run, i18n) }
            { completions(props, run, i18n) }
            { transfers(props, run, i18n) }
            { counters(run, i18n) }
        </>
    }
}

/// The divided time of the selected completion.
fn parts(state: &State, run: &TcaRun, i18n: &I18n, palette: &Palette) -> Html {
    let Some(parts) = &state.parts else {
        return html! { <Figure title={run.headline()} note={i18n.t("tca-no-completion")} testid="tca-result"><></></Figure> };
    };
    let rows = parts.sums.iter().enumerate().map(|(at, sum)| {
        let svg: Option<Rc<str>> = sum.part.map(|part| picture::swatch(part, palette).into());
        html! {
            <tr key={at}><th scope="row"><span class="lab-key">if let Some(svg) = svg { <Picture {svg} /> }{ plain(i18n.text(&sum.label)) }</span></th><td class="num">{ format!("{} ns", grouped(sum.ns)) }</td></tr>
        }
    });
    let pieces = parts.pieces.iter().enumerate().map(|(at, piece)| {
        html! {
            <tr key={at}><td class="num">{ grouped(piece.begin) }</td><th scope="row">{ plain(i18n.text(&piece.label)) }</th><td>{ i18n.tf("tca-node", &[("n", &piece.node.to_string())]) }</td><td class="num">{ grouped(piece.end - piece.begin) }</td></tr>
        }
    });
    let note = i18n.t(if parts.is_paper { "tca-sum-paper" } else { "tca-sum-model" });
    html! {
        <Figure title={plain(i18n.text(&parts.title))} testid="tca-result">
            <table class="lab-facts" data-testid="tca-parts"><tbody>{ for rows }</tbody></table>
            <p class="small quiet">{ note }</p>
            <details class="lab-data"><summary class="small">{ i18n.t("tca-stages") }</summary>
                <table class="lab-facts"><thead><tr><th scope="col" class="num">{ i18n.t("tca-begin") }</th><th scope="col">{ i18n.t("tca-stage") }</th><th scope="col">{ i18n.t("tca-where") }</th><th scope="col" class="num">{ "ns" }</th></tr></thead><tbody>{ for pieces }</tbody></table>
            </details>
        </Figure>
    }
}

fn findings(props: &Props, run: &TcaRun, i18n: &I18n) -> Html {
    if run.findings.is_empty() {
        return Html::default();
    }
    let rows = run.findings.iter().enumerate().map(|(at, finding)| {
        let (act, time) = (props.act.clone(), finding.at);
        let onclick = move |_: MouseEvent| act.emit(Act::Send(TcaAct::SeekTime(time).into()));
        html! { <li key={at}><button type="button" class="link" {onclick}>{ tca_time(finding.at) }</button>{ " " }{ plain(i18n.text(&finding.text)) }</li> }
    });
    html! {
        <Figure title={i18n.t("tca-findings")} testid="tca-findings"><ul class="tca-list">{ for rows }</ul></Figure>
    }
}

/// The completions: a click divides the time of one, and goes there.
fn completions(props: &Props, run: &TcaRun, i18n: &I18n) -> Html {
    if run.completions.is_empty() {
        return Html::default();
    }
    let now = props.state.parts.as_ref().map(|parts| parts.of as usize);
    let columns = vec![
        Column::number(i18n.t("tca-at")),
        Column::number(i18n.t("tca-where")),
        Column::words(i18n.t("tca-request")),
        Column::number(i18n.t("tca-bytes")),
        Column::words(i18n.t("tca-status")),
    ];
    let short = |opcode: &str| opcode.trim_start_matches("IBV_WR_").replace('_', " ");
    let rows = run.completions.iter().enumerate().map(|(id, done)| Row {
        cells: vec![
            Cell::number(grouped(done.at), done.at as f64),
            Cell::number(done.node.to_string(), f64::from(done.node)),
            Cell::words(match done.immediate {
                Some(immediate) => format!("{}: {}, imm {immediate}", done.wr_id, short(&done.opcode)),
                None => format!("{}: {}", done.wr_id, short(&done.opcode)),
            }),
            Cell::number(grouped(done.bytes), done.bytes as f64),
            Cell::words(done.status.name()),
        ],
        id,
        current: now == Some(id),
    });
    let on_row = {
        let act = props.act.clone();
        let times: Vec<u64> = run.completions.iter().map(|done| done.at).collect();
        Callback::from(move |at: usize| {
            act.emit(Act::Send(TcaAct::Explain(at as u32).into()));
            if let Some(time) = times.get(at) {
                act.emit(Act::Send(TcaAct::SeekTime(*time).into()));
            }
        })
    };
    let shown = run.completions.len() as u64;
    let note = if run.all_completions > shown {
        i18n.tf("tca-cut", &[("shown", &grouped(shown)), ("all", &grouped(run.all_completions))])
    } else {
        i18n.t("tca-completions-note")
    };
    let mut failed: Vec<TcaStatus> =
        run.completions.iter().map(|done| done.status).filter(|s| *s != TcaStatus::Success).collect();
    failed.sort_unstable_by_key(|status| status.name());
    failed.dedup();
    let meanings = failed.into_iter().map(|status| {
        html! { <p key={status.name()} class="small"><b>{ status.name() }</b>{ format!(": {}", i18n.text(&tca_status(status))) }</p> }
    });
    html! {
        <Figure title={i18n.t("tca-completions")} {note} testid="tca-completions">
            <DataTable label={i18n.t("tca-completions")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} {on_row} file="tca-completions" testid="tca-completions-table" />
            { for meanings }
        </Figure>
    }
}

/// The rate of a transfer. A few bytes take a few ns, which are whole numbers: they have no rate.
fn rate_of(transfer: &TcaTransfer) -> String {
    if transfer.bytes < 1024 { "–".to_owned() } else { transfer.rate.clone() }
}

fn transfers(props: &Props, run: &TcaRun, i18n: &I18n) -> Html {
    if run.transfers.is_empty() {
        return Html::default();
    }
    let columns = vec![
        Column::number(i18n.t("tca-begin")),
        Column::words(i18n.t("tca-way")),
        Column::number(i18n.t("tca-bytes")),
        Column::number(i18n.t("tca-rate")),
    ];
    let rows = run.transfers.iter().enumerate().map(|(id, transfer)| {
        let boards: Vec<String> = transfer.boards.iter().map(u8::to_string).collect();
        Row {
            cells: vec![
                Cell::number(grouped(transfer.begin), transfer.begin as f64),
                Cell::words(boards.join(" → ")),
                Cell::number(tca_bytes(transfer.bytes), transfer.bytes as f64),
                Cell::number(rate_of(transfer), transfer.bytes as f64 / (transfer.end - transfer.begin).max(1) as f64),
            ],
            id,
            current: false,
        }
    });
    let on_row = {
        let act = props.act.clone();
        let times: Vec<u64> = run.transfers.iter().map(|transfer| transfer.begin).collect();
        Callback::from(move |at: usize| {
            if let Some(time) = times.get(at) {
                act.emit(Act::Send(TcaAct::SeekTime(*time).into()));
            }
        })
    };
    html! {
        <Figure title={i18n.t("tca-transfers")} testid="tca-transfers">
            <DataTable label={i18n.t("tca-transfers")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} {on_row} file="tca-transfers" testid="tca-transfers-table" />
        </Figure>
    }
}

fn counters(run: &TcaRun, i18n: &I18n) -> Html {
    let rows = run.counts.iter().map(|own| {
        html! {
            <tr key={own.node}><th scope="row" class="num">{ own.node }</th><td class="num">{ grouped(own.packets) }</td><td class="num">{ grouped(own.descriptors.0) }</td><td class="num">{ grouped(own.descriptors.1) }</td><td class="num">{ grouped(own.copied) }</td></tr>
        }
    });
    let shown = run.counts.iter().flat_map(|own| own.shown.iter().map(move |(at, bytes)| (own.node, at, bytes)));
    let shown = shown.enumerate().map(|(number, (node, at, bytes))| {
        html! { <p key={number} class="small"><b>{ i18n.tf("tca-node", &[("n", &node.to_string())]) }</b>{ format!(" {at:#x}: ") }<code>{ bytes.clone() }</code></p> }
    });
    let heads = ["tca-where", "tca-packets", "tca-internal", "tca-host", "tca-copied"]
        .map(|label| html! { <th key={label} scope="col" class="num">{ i18n.t(label) }</th> });
    html! {
        <Figure title={i18n.t("tca-counters")} testid="tca-counters">
            <div class="lab-columns" tabindex="0" role="group" aria-label={i18n.t("tca-counters")}>
                <table class="lab-facts tca-counts"><thead><tr>{ for heads }</tr></thead><tbody>{ for rows }</tbody></table>
            </div>
            { for shown }
        </Figure>
    }
}

/// Latency and bandwidth over size.
#[component]
fn Curves(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let hidden = use_state(|| vec![false, false, false, false, false, true, true]);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let machine = use_memo(state.ran.clone(), |ran| ran.unusual());
    {
        // The lines of this machine, unless they are there or on their way.
        let (gpu, machine) = (state.gpu, (*machine).clone());
        let there = state.curves.as_ref().is_some_and(|own| (own.gpu, &own.machine) == (gpu, &machine));
        let asked = state.measuring.as_ref() == Some(&(gpu, machine.clone()));
        let (act, plan) = (act.clone(), state.ran.clone());
        use_effect_with((gpu, machine, there, asked), move |(gpu, machine, there, asked)| {
            if !there && !asked {
                act.emit(Act::Measuring(*gpu, machine.clone()));
                act.emit(Act::Send(TcaAct::Curves(Box::new((*plan).clone()), *gpu).into()));
            }
        });
    }
    let choices = ["tca-cpu", "tca-gpu"].map(|label| Choice { label: i18n.t(label), lang: None, testid: label.into() });
    let on_choose = act.reform(|index: usize| Act::Gpu(index == 1));
    let choice = html! { <Segmented label={i18n.t("tca-memory")} choices={choices.to_vec()} chosen={usize::from(state.gpu)} {on_choose} /> };
    let own = state.curves.as_ref().filter(|own| own.gpu == state.gpu && own.machine == *machine);
    let Some(own) = own else {
        return html! { <Figure title={i18n.t("tca-curves")} testid="tca-curves">{ choice }<p class="empty" role="status">{ i18n.t("tca-measuring") }</p></Figure> };
    };
    if own.lines.is_empty() {
        return html! { <Figure title={i18n.t("tca-curves")} testid="tca-curves">{ choice }<p class="lab-wrong">{ i18n.t("tca-no-curves") }</p></Figure> };
    }
    let keys = own.lines.iter().enumerate().map(|(number, line)| {
        let off = hidden.get(number) == Some(&true);
        let onchange = {
            let hidden = hidden.clone();
            move |_: Event| {
                let mut next = (*hidden).clone();
                if let Some(own) = next.get_mut(number) {
                    *own = !*own;
                }
                hidden.set(next);
            }
        };
        let svg: Rc<str> = picture::line_sample(number, &palette).into();
        html! {
            <label key={number} class="check-field"><input type="checkbox" checked={!off} {onchange} data-testid={format!("tca-line-{number}")} /><Picture {svg} /><span>{ i18n.text(&line.name).to_owned() }</span></label>
        }
    });
    let chart = |bandwidth: bool, label: &'static str, file: &'static str| {
        let svg: Rc<str> = picture::curves(&own.lines, bandwidth, &hidden, &palette, &i18n).into();
        html! {
            <div class="tca-chart"><b class="small">{ i18n.t(label) }</b>
                <div role="img" aria-label={i18n.t(label)} data-testid={file}><Picture svg={svg.clone()} /></div>
                <div class="tca-save-row"><Saved {svg} {file} /></div>
            </div>
        }
    };
    let columns: Vec<Column> = std::iter::once(Column::number(i18n.t("tca-bytes")))
        .chain(own.lines.iter().map(|line| Column::number(format!("{}, ns", i18n.text(&line.name)).into())))
        .chain(
            own.lines
                .iter()
                .filter(|line| line.paper.is_some_and(|paper| paper.bandwidth_gb_s > 0.0))
                .map(|line| Column::number(i18n.tf("tca-simple", &[("name", i18n.text(&line.name))]))),
        )
        .collect();
    let sizes = own.lines.first().map(|line| line.points.clone()).unwrap_or_default();
    let rows = sizes.iter().enumerate().map(|(id, size)| {
        let mut cells = vec![Cell::number(grouped(size.bytes), size.bytes as f64)];
        for line in &own.lines {
            let ns = line.points.get(id).map_or(0, |point| point.latency_ns);
            cells.push(Cell::number(grouped(ns), ns as f64));
        }
        for line in own.lines.iter().filter(|line| line.paper.is_some_and(|paper| paper.bandwidth_gb_s > 0.0)) {
            let ns = line.points.get(id).and_then(|point| point.simple_ns).unwrap_or(0.0);
            cells.push(Cell::number(grouped(ns as u64), ns));
        }
        Row { cells, id, current: false }
    });
    html! {
        <Figure title={i18n.t("tca-curves")} note={i18n.t("tca-curves-note")} testid="tca-curves">
            { choice }
            <fieldset class="lab-runs tca-keys"><legend class="unseen">{ i18n.t("tca-lines") }</legend>{ for keys }</fieldset>
            { chart(false, "tca-latency", "tca-latency") }
            { chart(true, "tca-bandwidth", "tca-bandwidth") }
            <details class="lab-data"><summary class="small">{ i18n.t("tca-as-table") }</summary>
                <DataTable label={i18n.t("tca-curves")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} file="tca-curves" testid="tca-curves-table" />
            </details>
        </Figure>
    }
}

/// The rings of boards.
fn rings(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let (state, act) = (&props.state, &props.act);
    let Some(run) = &state.run else { return html! { <p class="empty">{ i18n.t("tca-no-run") }</p> } };
    let flows = state.moment.as_ref().map(|moment| moment.flows.clone()).unwrap_or_default();
    let traffic = if state.whole {
        picture::of_run(&run.links, |link| {
            i18n.tf("tca-link-run", &[("bytes", &tca_bytes(link.bytes)), ("n", &link.shared.to_string())]).to_string()
        })
    } else {
        picture::of_flows(&flows, |shared, rate| {
            let rate = format!("{:.2} GB/s", rate as f64 / 1000.0);
            i18n.tf("tca-link-now", &[("n", &shared.to_string()), ("rate", &rate)]).to_string()
        })
    };
    let svg: Rc<str> = picture::rings(run.rings, &traffic, &run.nodes, state.link, palette).into();
    let choices =
        ["tca-of-run", "tca-of-now"].map(|label| Choice { label: i18n.t(label), lang: None, testid: label.into() });
    let on_choose = act.reform(|index: usize| Act::Whole(index == 0));
    let onclick = {
        let act = act.clone();
        move |event: MouseEvent| {
            let number = number_at(event.target(), "data-link");
            act.emit(Act::Link(number.map(|number| ((number / 256) as u8, (number % 256) as u8))));
        }
    };
    let columns = vec![
        Column::words(i18n.t("tca-link")),
        Column::number(i18n.t("tca-bytes")),
        Column::number(i18n.t("tca-shared")),
    ];
    let rows = run.links.iter().enumerate().map(|(id, link)| Row {
        cells: vec![
            Cell::words(format!("{} → {}", link.from, link.to)),
            Cell::number(tca_bytes(link.bytes), link.bytes as f64),
            Cell::number(link.shared.to_string(), link.shared as f64),
        ],
        id,
        current: state.link == Some((link.from, link.to)),
    });
    let on_row = {
        let (act, links) = (act.clone(), run.links.clone());
        Callback::from(move |at: usize| act.emit(Act::Link(links.get(at).map(|link| (link.from, link.to)))))
    };
    let most = run.links.iter().map(|link| link.shared).max().unwrap_or(0);
    let note = match (run.links.is_empty(), most) {
        (true, _) => i18n.t("tca-no-links"),
        (false, 0 | 1) => i18n.t("tca-not-shared"),
        (false, n) => i18n.tf("tca-shared-by", &[("n", &n.to_string())]),
    };
    html! {
        <Figure title={i18n.t("tca-rings")} {note} testid="tca-rings-figure">
            <Segmented label={i18n.t("tca-rings-of")} choices={choices.to_vec()} chosen={usize::from(!state.whole)} {on_choose} />
            <div class="tca-picture" role="img" aria-label={i18n.t("tca-rings")} {onclick} data-testid="tca-boards"><Picture svg={svg.clone()} /></div>
            <div class="tca-save-row"><Saved {svg} file="tca-boards" /></div>
            { crossing(state, run, i18n) }
            <DataTable label={i18n.t("tca-links")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} {on_row} file="tca-links" testid="tca-links" />
            <p class="small quiet">{ i18n.t("tca-rings-note") }</p>
        </Figure>
    }
}

/// The transfers over the selected link.
fn crossing(state: &State, run: &TcaRun, i18n: &I18n) -> Html {
    let Some((from, to)) = state.link else {
        return html! { <p class="small quiet">{ i18n.t("tca-click-link") }</p> };
    };
    let over = run.transfers.iter().filter(|transfer| transfer.boards.windows(2).any(|pair| pair == [from, to]));
    let rows = over.take(40).enumerate().map(|(at, transfer)| {
        html! {
            <tr key={at}><th scope="row">{ format!("{} → {}", transfer.from, transfer.to) }</th><td class="num">{ tca_bytes(transfer.bytes) }</td><td class="num">{ tca_time(transfer.begin) }</td><td class="num">{ rate_of(transfer) }</td></tr>
        }
    });
    html! {
        <div data-testid="tca-crossing">
            <p class="small" role="status"><b>{ i18n.tf("tca-over-link", &[("from", &from.to_string()), ("to", &to.to_string())]) }</b></p>
            <table class="lab-facts"><tbody>{ for rows }</tbody></table>
        </div>
    }
}

/// The Himeno benchmark.
#[component]
fn Himeno(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let plan = &state.plan;
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let on_change = {
        let act = act.clone();
        fields::use_change(plan, move |plan| act.emit(Act::Edit(plan)))
    };
    let form = fields::Form { mode: "tca", i18n: &i18n, problems: &state.himeno_problems, on_change };
    let all = plan.fields();
    let submit = {
        let (act, plan, busy) = (act.clone(), plan.clone(), state.busy());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if busy {
                act.emit(Act::Send(TcaCommand::Pause));
            } else {
                act.emit(Act::Himeno(plan.clone()));
            }
        })
    };
    let busy = state.busy();
    let (label, class) = if busy { ("tca-stop", "btn outlined") } else { ("tca-himeno-run", "btn primary") };
    let status = if busy {
        let values =
            [(state.himeno.len() + 1).to_string(), state.of.to_string(), format!("{:.0}", state.share * 100.0)];
        i18n.tf("tca-himeno-progress", &[("n", &values[0]), ("of", &values[1]), ("percent", &values[2])])
    } else {
        i18n.t("tca-himeno-model")
    };
    let svg: Rc<str> = picture::himeno(&state.himeno, &palette).into();
    let keys = picture::HIMENO_PARTS.iter().map(|(label, part)| {
        let svg: Rc<str> = picture::swatch(*part, &palette).into();
        html! { <span key={*label} class="lab-key small"><Picture {svg} />{ i18n.t(label) }</span> }
    });
    let columns = vec![
        Column::words(i18n.t("tca-himeno-size")),
        Column::words(i18n.t("tca-himeno-grid")),
        Column::words(i18n.t("tca-himeno-faces")),
        Column::number(i18n.t("tca-himeno-total")),
        Column::number(i18n.t("tca-himeno-share")),
        Column::number(i18n.t("tca-shared")),
        Column::number("GFLOPS".into()),
    ];
    let rows = state.himeno.iter().enumerate().map(|(id, row)| {
        let share = (row.total.saturating_sub(row.compute)) as f64 / row.total.max(1) as f64 * 100.0;
        let faces: Vec<String> = row.faces.iter().filter(|face| **face > 0).map(|face| tca_bytes(*face)).collect();
        Row {
            cells: vec![
                Cell::words(row.size.clone()),
                Cell::words(row.grid.replace('x', "×")),
                Cell::words(faces.join(", ")),
                Cell::number(format!("{:.1}", row.total as f64 / 1000.0), row.total as f64),
                Cell::number(format!("{share:.0} %"), share),
                Cell::number(row.shared.to_string(), row.shared as f64),
                Cell::number(grouped(row.gflops), row.gflops as f64),
            ],
            id,
            current: false,
        }
    });
    let shown = !state.himeno.is_empty();
    html! {
        <Figure title={i18n.t("tca-himeno")} note={i18n.t("tca-himeno-note")} testid="tca-himeno">
            <form onsubmit={submit} novalidate={true} aria-label={i18n.t("tca-himeno")}>
                { form.group(&**plan, &all, TCA_HIMENO) }
                <div class="lab-submit"><span class="lab-state small" role="status">{ status }</span><button type="submit" {class} data-testid="tca-himeno-run">{ i18n.t(label) }</button></div>
            </form>
            if shown {
                <div class="lab-pick">{ for keys }</div>
                <div class="tca-picture" role="img" aria-label={i18n.t("tca-himeno")} data-testid="tca-himeno-chart"><Picture svg={svg.clone()} /></div>
                <div class="tca-save-row"><Saved {svg} file="tca-himeno" /></div>
                <DataTable label={i18n.t("tca-himeno")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} file="tca-himeno" testid="tca-himeno-table" />
            }
        </Figure>
    }
}

/// The part of a text that differs from another one, with whole words: `buf + 4`.
fn changed(first: &str, other: &str) -> Option<String> {
    let line = |text: &str, other: &str| {
        let known: Vec<String> = other.lines().map(str::to_owned).collect();
        let own: Vec<String> =
            text.lines().filter(|line| !known.iter().any(|one| one == line)).map(str::to_owned).collect();
        own
    };
    let (before, after) = (line(first, other), line(other, first));
    let [now] = &after[..] else { return None };
    let was = before.first().map_or("", String::as_str);
    let same = now.chars().zip(was.chars()).take_while(|(a, b)| a == b).count();
    let chars: Vec<char> = now.chars().collect();
    // Back to the separator before the difference, and on to the next one.
    let is_end = |c: &char| matches!(c, ',' | ';' | '{' | '}' | '(' | ')' | '=');
    let from = chars[..same.min(chars.len())].iter().rposition(is_end).map_or(0, |at| at + 1);
    let until = chars[from..].iter().position(is_end).map_or(chars.len(), |at| from + at);
    let part: String = chars[from..until].iter().collect::<String>().trim().to_owned();
    // The name before an equals sign says which value it is.
    let name: String = chars[..from].iter().collect::<String>();
    let name = name.trim_end().strip_suffix('=').map(|name| {
        let name = name.trim_end();
        let start = name.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        name[start..].to_owned()
    });
    let text = name.map_or_else(|| part.clone(), |name| format!("{name} {part}"));
    (!part.is_empty() && text.chars().count() <= 40).then_some(text)
}

/// The name of a run among others: what differs from the first of them.
fn name_of(first: &TcaPlan, plan: &TcaPlan, at: usize, i18n: &I18n) -> String {
    if at == 0 {
        return format!("1: {}", i18n.t("tca-first-run"));
    }
    let (first, plan) = (run_part(first), run_part(plan));
    let label = plan.field(TCA_SCRIPT).map(|field| i18n.text(&field.label).to_owned()).unwrap_or_default();
    let edited = changed(&first.script, &plan.script);
    // A preset has written its script: its own settings say more.
    let written = plan.preset != first.preset;
    let texts = differences(&first, &plan, i18n.lang).into_iter().filter(|text| !written || *text != label);
    let texts = texts.map(|text| match &edited {
        Some(edited) if text == label => edited.clone(),
        _ => text,
    });
    let texts: Vec<String> = texts.take(4).collect();
    let text = if texts.is_empty() { i18n.t("tca-same").to_string() } else { texts.join(", ") };
    format!("{}: {text}", at + 1)
}

/// Kept runs side by side.
fn compare(props: &Props, i18n: &I18n) -> Html {
    let (state, act) = (&props.state, &props.act);
    let Some(first) = state.kept.first() else { return html! { <p class="empty">{ i18n.t("tca-no-run") }</p> } };
    let names = state.kept.iter().enumerate();
    let names: Vec<AttrValue> = names.map(|(at, kept)| name_of(&first.plan, &kept.plan, at, i18n).into()).collect();
    let facts = state
        .compared
        .iter()
        .filter_map(|at| state.kept.get(*at))
        .map(|kept| facts(&kept.run, i18n))
        .collect::<Vec<_>>();
    html! {
        <Figure title={i18n.t("tca-compare")} note={i18n.t("tca-compare-note")} testid="tca-compare">
            <SideBySide label={i18n.t("tca-compare")} {names} chosen={state.compared.clone()} on_choose={act.reform(Act::Compare)} {facts} testid="tca-compare-run" />
        </Figure>
    }
}

/// The facts of a run.
fn facts(run: &TcaRun, i18n: &I18n) -> Vec<(String, String)> {
    let t = |label: &str| i18n.t(label).to_string();
    let sum = |of: fn(&mcore::modes::tca::TcaCounts) -> u64| grouped(run.counts.iter().map(of).sum());
    let failed = run.completions.iter().filter(|done| done.status.name() != "SUCCESS").count();
    let labels = ["tca-fact-hardware", "tca-fact-software", "tca-fact-psn"];
    let mut rows = vec![
        (t("tca-fact-end"), tca_time(run.end)),
        (t("tca-fact-first"), run.first.map_or_else(|| "–".to_owned(), tca_time)),
        (t("tca-completions"), grouped(run.all_completions)),
        (t("tca-fact-failed"), failed.to_string()),
    ];
    rows.extend(labels.iter().zip(run.sums).map(|(label, ns)| (t(label), format!("{} ns", grouped(ns)))));
    rows.extend([
        (t("tca-packets"), sum(|own| own.packets)),
        (t("tca-fact-internal"), sum(|own| own.descriptors.0)),
        (t("tca-fact-host"), sum(|own| own.descriptors.1)),
        (t("tca-copied"), sum(|own| own.copied)),
        (t("tca-fact-shared"), run.links.iter().map(|link| link.shared).max().unwrap_or(0).to_string()),
        (t("tca-findings"), run.findings.len().to_string()),
    ]);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_value_names_a_run() {
        let script =
            "machine { rendezvous = 32K; }\nnode 0 {\n  x(.addr = buf, .remote_addr = peer(1).buf, .length = 8);\n}\n";
        let with = |from: &str, to: &str| changed(script, &script.replace(from, to));
        assert_eq!(with("32K", "16K").as_deref(), Some("rendezvous 16K"));
        assert_eq!(with("= buf,", "= buf + 1,").as_deref(), Some("addr buf + 1"));
        assert_eq!(with("= 8)", "= 64K)").as_deref(), Some("length 64K"));
        assert_eq!(changed(script, script), None);
        assert_eq!(changed(script, &script.replace('e', "E")), None, "several lines");
    }
}
