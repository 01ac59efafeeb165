//! The results: the run as text and figures, all objects, charts, lessons. Other views have files of their own.

use super::chart::{self, Bar, Line};
use super::state::{Act, Ran, State, Tab};
use super::system::preset_label;
use super::{Props, compare, misses, sweep};
use crate::fmt::{grouped, percent};
use crate::i18n::{I18n, use_i18n};
use crate::paint::palette::Palette;
use crate::paint::surface::Ink;
use crate::shell::fields::select_of;
use crate::shell::frame::tabs;
use crate::widgets::{Cell, Chart, Column, DataTable, Figure, Icon, IconName, Row, save_text};
use mcore::modes::pmnet::{PmnetKind, PmnetMisses, pmnet_changes, pmnet_scenarios, pmnet_systems};
use mcore::modes::pmnet::{PmnetResult, bandwidth_text, kind_text, moved_text, seconds_text};
use std::rc::Rc;
use yew::prelude::*;

const TABS: [(Tab, &str); 6] = [
    (Tab::Lessons, "pmnet-tab-lessons"),
    (Tab::Run, "pmnet-tab-run"),
    (Tab::Objects, "pmnet-tab-objects"),
    (Tab::Charts, "pmnet-tab-charts"),
    (Tab::Compare, "pmnet-tab-compare"),
    (Tab::Sweep, "pmnet-tab-sweep"),
];

/// Maximum number of objects in the chart of times.
const BARS: usize = 12;
/// Share of the first one's time from which objects share a bar: as in the sentence about the bottleneck.
const ALIKE: f64 = 0.99;

/// The results.
#[component]
pub fn Results(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let tabs = tabs(&i18n, &TABS, state.tab, &act.reform(Act::Show));
    let none = || html! { <p class="empty">{ i18n.t("pmnet-no-result") }</p> };
    let body = match (state.tab, state.run()) {
        (Tab::Compare, _) => compare::compare(state, act, &i18n, &palette),
        (Tab::Lessons, _) => lessons(state, act, &i18n),
        (Tab::Sweep, _) => sweep::sweep(props, &i18n, &palette),
        (_, None) => none(),
        (Tab::Run, Some(ran)) => run(state, act, ran, &i18n),
        (Tab::Objects, Some(ran)) => objects(state, act, ran, &i18n),
        (Tab::Charts, Some(ran)) => charts(state, act, ran, &i18n, &palette),
    };
    html! {
        <section class="panel lab-results" aria-label={i18n.t("pmnet-results")}>
            <nav class="bar lab-tabs" aria-label={i18n.t("pmnet-results")}>{ tabs }</nav>
            <div class="figures" tabindex="0" role="group" aria-label={i18n.t("pmnet-results")}>{ body }</div>
        </section>
    }
}

/// The message with the placement of pages.
pub fn placement(result: &PmnetResult) -> &'static str {
    match result.placement.as_str() {
        "interleave" => "pmnet-place-interleave",
        "fixed" => "pmnet-place-fixed",
        _ => "pmnet-place-first",
    }
}

/// The rows of a result: label and value.
pub fn facts(r: &PmnetResult, i18n: &I18n) -> Vec<(String, String)> {
    let t = |id: &str| i18n.t(id).to_string();
    let bottleneck = r
        .bottleneck()
        .map_or_else(|| "–".to_owned(), |o| format!("{} {}", i18n.text(&kind_text(o.kind, o.level)), o.name));
    let coherence = if r.coherent { "pmnet-coherence-msi" } else { "pmnet-coherence-none" };
    let mut rows = vec![
        (t("pmnet-system"), r.system.clone()),
        (t("pmnet-program"), r.program.clone()),
        (t("pmnet-placement"), t(placement(r))),
        (t("pmnet-coherence"), t(coherence)),
        (t("pmnet-accesses"), grouped(r.accesses)),
        (t("pmnet-threads"), grouped(r.threads)),
        (t("pmnet-time"), seconds_text(r.time)),
        (t("pmnet-time-phases"), seconds_text(r.time_by_phases)),
        (t("pmnet-bandwidth"), bandwidth_text(r.memory_bandwidth)),
        (t("pmnet-bottleneck"), bottleneck),
    ];
    for level in &r.levels {
        let of = format!("{} · {} / {}", percent(level.rate(), 2), grouped(level.misses), grouped(level.accesses));
        rows.push((i18n.tf("pmnet-misses-of", &[("level", &level.level.to_string())]).to_string(), of));
        if let Some(kinds) = level.kinds {
            let PmnetMisses { cold, capacity, conflict, coherence } = kinds;
            let numbers = [cold, capacity, conflict, coherence].map(grouped).join(" · ");
            rows.push((i18n.tf("pmnet-kinds-of", &[("level", &level.level.to_string())]).to_string(), numbers));
        }
    }
    let invalidations: u64 = r.objects.iter().map(|o| o.invalidations).sum();
    if r.coherent {
        rows.push((t("pmnet-invalidations"), grouped(invalidations)));
    }
    rows
}

/// Maximum number of changed properties in the name of a run.
const MAX_CHANGES: usize = 3;

/// The name of a run: the first one by memory system and program, others by what differs from it.
pub fn name_of(index: usize, runs: &[Rc<Ran>], i18n: &I18n) -> String {
    let (ran, first) = (&runs[index], &runs[0]);
    let (r, base) = (&ran.result, &first.result);
    let coherence = |r: &PmnetResult| if r.coherent { "MSI".to_owned() } else { i18n.t("pmnet-no-msi").to_string() };
    let mut parts = Vec::new();
    if index == 0 || r.system != base.system {
        parts.push(r.system.clone());
    }
    if index == 0 || r.program != base.program {
        parts.push(r.program.clone());
    }
    if index > 0 && r.system == base.system {
        parts.extend(pmnet_changes(&first.dat, &ran.dat, MAX_CHANGES));
    }
    if index > 0 && r.placement != base.placement {
        parts.push(i18n.t(placement(r)).to_string());
    }
    if (index == 0 && r.coherent) || (index > 0 && r.coherent != base.coherent) {
        parts.push(coherence(r));
    }
    if parts.is_empty() {
        parts.push(i18n.t("pmnet-same-run").to_string());
    }
    format!("{}: {}", index + 1, parts.join(" · "))
}

/// A list of the runs.
fn pick(
    state: &State,
    now: usize,
    label: AttrValue,
    testid: &'static str,
    chosen: Callback<usize>,
    i18n: &I18n,
) -> Html {
    let onchange = move |event: Event| {
        if let Some(select) = select_of(&event) {
            chosen.emit(select.selected_index().max(0) as usize);
        }
    };
    let options = (0..state.runs.len()).map(|i| {
        html! { <option key={i} selected={i == now}>{ name_of(i, &state.runs, i18n) }</option> }
    });
    html! { <select aria-label={label} {onchange} data-testid={testid}>{ for options }</select> }
}

fn run(state: &State, act: &Callback<Act>, ran: &Rc<Ran>, i18n: &I18n) -> Html {
    let r = &ran.result;
    let rows = facts(r, i18n).into_iter().map(|(label, value)| {
        html! { <tr key={label.clone()}><th scope="row">{ label }</th><td>{ value }</td></tr> }
    });
    let json = serde_json::to_string_pretty(r).unwrap_or_default();
    let save = move |_: MouseEvent| save_text("pmnet.json", "application/json", &json);
    let runs = (state.runs.len() > 1).then(|| {
        let act = act.clone();
        pick(
            state,
            state.shown,
            i18n.t("pmnet-which-run"),
            "pmnet-which-run",
            Callback::from(move |i| act.emit(Act::Look(i))),
            i18n,
        )
    });
    let elsewhere = state.counts.is_empty().then(|| {
        let (act, dat) = (act.clone(), ran.dat.clone());
        html! {
            <p class="pmnet-notice">{ i18n.t("pmnet-other-system") }{ " " }
                <button type="button" class="btn tiny outlined" onclick={move |_: MouseEvent| act.emit(Act::Load(dat.clone()))} data-testid="pmnet-show-system">{ i18n.t("pmnet-show-system") }</button>
            </p>
        }
    });
    let stopped = r
        .stopped
        .as_ref()
        .map(|why| html! { <p class="pmnet-notice lab-wrong" data-testid="pmnet-stopped">{ i18n.text(why) }</p> });
    let bad = r.bad.iter().map(|bad| {
        let values = [("file", bad.file.clone()), ("bad", grouped(bad.bad)), ("lines", grouped(bad.lines))];
        let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (*k, v.as_str())).collect();
        let lines = bad.first.iter().map(|(line, text, why)| html! { <li>{ format!("{line}: {text}: {}", i18n.text(why)) }</li> });
        html! { <details class="pmnet-notice"><summary class="lab-wrong">{ i18n.tf("pmnet-bad-lines", &values) }</summary><ul>{ for lines }</ul></details> }
    });
    let room = (r.pages_without_room > 0).then(
        || html! { <p class="pmnet-notice">{ i18n.tf("pmnet-no-room", &[("n", &grouped(r.pages_without_room))]) }</p> },
    );
    let rates = (r.cores_without_rate > 0).then(
        || html! { <p class="pmnet-notice">{ i18n.tf("pmnet-no-rate", &[("n", &grouped(r.cores_without_rate))]) }</p> },
    );
    html! {
        <>
            <Figure title={i18n.t("pmnet-outcome")} testid="pmnet-outcome">
                { for runs }
                <p class="pmnet-sentence" data-testid="pmnet-sentence">{ i18n.text(&r.sentence) }</p>
                { for stopped }
                { for bad }
                { for room }
                { for rates }
                { for elsewhere }
                <table class="lab-facts"><tbody>{ for rows }</tbody></table>
                <div class="lab-save">
                    <button type="button" class="btn tiny" onclick={save} title={i18n.t("pmnet-save-json")} aria-label={i18n.t("pmnet-save-json")}>
                        <Icon name={IconName::Save} />{ "JSON" }
                    </button>
                </div>
            </Figure>
        </>
    }
}

fn objects(state: &State, act: &Callback<Act>, ran: &Rc<Ran>, i18n: &I18n) -> Html {
    let r = &ran.result;
    let most = r.time.max(f64::MIN_POSITIVE);
    let count = |n: u64| Cell::number(grouped(n), n as f64);
    let rows = r.objects.iter().enumerate().map(|(id, o)| {
        let rate = if o.accesses() > 0 { o.misses() as f64 / o.accesses() as f64 } else { 0.0 };
        let rate =
            if o.kind == PmnetKind::Cache { Cell::number(percent(rate, 2), rate) } else { Cell::number("", -1.0) };
        Row {
            cells: vec![
                Cell::words(o.name.clone()),
                Cell::words(i18n.text(&kind_text(o.kind, o.level)).to_owned()),
                Cell::number(seconds_text(o.time), o.time),
                Cell::number(format!("{:.1} %", 100.0 * o.time / most), o.time),
                count(o.reads),
                count(o.writes),
                Cell::number(moved_text(o.bytes()), o.bytes() as f64),
                rate,
                count(o.invalidations),
            ],
            id,
            current: state.selected.contains(&o.name),
        }
    });
    let columns = vec![
        Column::words(i18n.t("pmnet-key-name")),
        Column::words(i18n.t("pmnet-kind")),
        Column::number(i18n.t("pmnet-occupied-for")),
        Column::number(i18n.t("pmnet-of-bottleneck")),
        Column::number(i18n.t("pmnet-reads")),
        Column::number(i18n.t("pmnet-writes")),
        Column::number(i18n.t("pmnet-moved")),
        Column::number(i18n.t("pmnet-misses")),
        Column::number(i18n.t("pmnet-invalidations")),
    ];
    let on_row = {
        let (act, ran) = (act.clone(), ran.clone());
        Callback::from(move |id: usize| {
            if let Some(object) = ran.result.objects.get(id) {
                act.emit(Act::Select(vec![object.name.clone()]));
            }
        })
    };
    html! {
        <Figure title={i18n.t("pmnet-objects")} note={i18n.t("pmnet-objects-note")} testid="pmnet-objects" wide={true}>
            <DataTable
                key={state.runs.count} label={i18n.t("pmnet-objects")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} sorted={2} {on_row}
                file="objects" testid="pmnet-objects-table"
            />
        </Figure>
    }
}

/// A chart with its table collapsed below it.
pub fn figure(
    title: &'static str,
    note: &'static str,
    svg: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    i18n: &I18n,
) -> Html {
    figure_of(title, "", note, svg, columns, rows, i18n)
}

/// The same for one of several runs, whose number follows the title.
pub fn figure_of(
    title: &'static str,
    run: &str,
    note: &'static str,
    svg: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    i18n: &I18n,
) -> Html {
    let rows = rows.into_iter().enumerate().map(|(id, cells)| Row { cells, id, current: false });
    let name: AttrValue = if run.is_empty() { i18n.t(title) } else { format!("{} ({run})", i18n.t(title)).into() };
    html! {
        <Figure title={name.clone()} note={i18n.t(note)} testid={title}>
            <Chart svg={Rc::<str>::from(svg)} label={name.clone()} file={title} />
            <details class="lab-data">
                <summary class="small">{ i18n.t("pmnet-chart-data") }</summary>
                <DataTable label={name} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} file={title} testid={format!("{title}-data")} />
            </details>
        </Figure>
    }
}

/// Times by object, identical ones once; each with the number of further ones.
fn times(r: &PmnetResult) -> Vec<(usize, usize)> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for place in r.ranking.iter().map(|place| *place as usize) {
        let Some(object) = r.objects.get(place) else { continue };
        let like = |(first, _): &(usize, usize)| {
            let first = &r.objects[*first];
            first.class == object.class && first.kind == object.kind && object.time >= ALIKE * first.time
        };
        match groups.iter().position(like) {
            Some(group) => groups[group].1 += 1,
            None if groups.len() == BARS => break,
            None => groups.push((place, 0)),
        }
    }
    groups
}

/// The times of a run, as a chart.
pub fn time_chart(r: &PmnetResult, run: &str, i18n: &I18n, palette: &Palette, ink: Ink) -> Html {
    let groups = times(r);
    let name = |place: usize, more: usize| {
        let name = &r.objects[place].name;
        if more > 0 { format!("{name} +{more}") } else { name.clone() }
    };
    let bar = |(place, more): &(usize, usize)| {
        let time = r.objects[*place].time;
        Bar { name: name(*place, *more), value: time, text: seconds_text(time) }
    };
    let svg = chart::bars(palette, palette.rgb(ink), &groups.iter().map(bar).collect::<Vec<_>>());
    let rows = groups.iter().map(|(place, more)| {
        let object = &r.objects[*place];
        vec![
            Cell::words(object.name.clone()),
            Cell::number((more + 1).to_string(), *more as f64),
            Cell::number(format!("{:.6e}", object.time), object.time),
        ]
    });
    let columns = vec![
        Column::words(i18n.t("pmnet-key-name")),
        Column::number(i18n.t("pmnet-alike")),
        Column::number(i18n.t("pmnet-seconds")),
    ];
    figure_of("pmnet-chart-times", run, "pmnet-chart-times-note", svg, columns, rows.collect(), i18n)
}

fn miss_chart(r: &PmnetResult, i18n: &I18n, palette: &Palette) -> Html {
    let bar = |level: &mcore::modes::pmnet::PmnetLevel| Bar {
        name: format!("L{}", level.level),
        value: level.rate(),
        text: percent(level.rate(), 2),
    };
    let svg = chart::bars(palette, palette.rgb(Ink::Packet(1)), &r.levels.iter().map(bar).collect::<Vec<_>>());
    let rows = r.levels.iter().map(|level| {
        vec![
            Cell::words(format!("L{}", level.level)),
            Cell::number(grouped(level.accesses), level.accesses as f64),
            Cell::number(grouped(level.misses), level.misses as f64),
            Cell::number(percent(level.rate(), 2), level.rate()),
        ]
    });
    let columns = vec![
        Column::words(i18n.t("pmnet-level")),
        Column::number(i18n.t("pmnet-accesses")),
        Column::number(i18n.t("pmnet-miss-count")),
        Column::number(i18n.t("pmnet-misses")),
    ];
    figure("pmnet-chart-misses", "pmnet-chart-misses-note", svg, columns, rows.collect(), i18n)
}

fn charts(state: &State, act: &Callback<Act>, ran: &Rc<Ran>, i18n: &I18n, palette: &Palette) -> Html {
    let r = &ran.result;
    let t = |id: &str| i18n.t(id).to_string();
    let phases = (!r.phases.is_empty()).then(|| {
        let time = Line {
            name: t("pmnet-time"),
            ink: palette.rgb(Ink::Packet(0)),
            dashed: false,
            values: r.phases.iter().map(|phase| phase.time * 1e3).collect(),
        };
        let svg = chart::phases(palette, (&t("pmnet-phase"), "ms"), &[time]);
        let levels: Vec<u8> = r.levels.iter().map(|level| level.level).collect();
        let of = |phase: &mcore::modes::pmnet::PmnetPhase, level: u8| {
            phase.levels.iter().find(|l| l.level == level).map_or(0.0, |l| l.rate())
        };
        let rows = r.phases.iter().enumerate().map(|(i, phase)| {
            let bottleneck = phase.bottleneck.and_then(|place| r.objects.get(place as usize)).map(|o| o.name.clone());
            let mut cells = vec![
                Cell::number((i + 1).to_string(), i as f64),
                Cell::words(i18n.text(&phase.name).to_owned()),
                Cell::number(grouped(phase.times), phase.times as f64),
                Cell::number(grouped(phase.accesses), phase.accesses as f64),
                Cell::number(seconds_text(phase.time), phase.time),
                Cell::words(bottleneck.unwrap_or_default()),
            ];
            cells.extend(levels.iter().map(|level| Cell::number(percent(of(phase, *level), 2), of(phase, *level))));
            cells
        });
        let mut columns = vec![
            Column::number(i18n.t("pmnet-phase")),
            Column::words(i18n.t("pmnet-key-name")),
            Column::number(i18n.t("pmnet-phase-times")),
            Column::number(i18n.t("pmnet-accesses")),
            Column::number(i18n.t("pmnet-time")),
            Column::words(i18n.t("pmnet-bottleneck")),
        ];
        columns.extend(
            levels.iter().map(|level| Column::number(i18n.tf("pmnet-miss-rate", &[("level", &level.to_string())]))),
        );
        let rows: Vec<Vec<Cell>> = rows.collect();
        let misses: Vec<Line> = levels
            .iter()
            .enumerate()
            .map(|(i, level)| Line {
                name: format!("L{level}"),
                ink: palette.rgb(Ink::Packet(i as u8)),
                dashed: i % 2 == 1,
                values: r.phases.iter().map(|phase| 100.0 * of(phase, *level)).collect(),
            })
            .collect();
        let miss_svg = chart::phases(palette, (&t("pmnet-phase"), "%"), &misses);
        html! {
            <>
                { figure("pmnet-chart-phases", "pmnet-chart-phases-note", svg, columns.clone(), rows.clone(), i18n) }
                { figure("pmnet-chart-phase-misses", "pmnet-chart-phases-note", miss_svg, columns, rows, i18n) }
            </>
        }
    });
    html! {
        <>
            { time_chart(r, "", i18n, palette, Ink::Packet(0)) }
            { misses::roofline(&[(String::new(), &ran.result)], i18n, palette) }
            { miss_chart(r, i18n, palette) }
            { misses::kinds(state, act, r, i18n, palette) }
            { for phases }
        </>
    }
}

fn lessons(state: &State, act: &Callback<Act>, i18n: &I18n) -> Html {
    let busy = state.progress.is_some();
    let cards = pmnet_scenarios().into_iter().enumerate().map(|(number, lesson)| {
        let act = act.clone();
        let systems: Vec<_> = pmnet_systems(&lesson).into_iter().map(|name| i18n.t(preset_label(name)).to_string()).collect();
        html! {
            <Figure key={lesson.name} title={i18n.text(&lesson.title).to_owned()} note={systems.join(" / ")} testid={format!("pmnet-lesson-{}", lesson.name)}>
                <p class="pmnet-sentence">{ i18n.text(&lesson.ask) }</p>
                <button
                    type="button" class="btn outlined" disabled={busy} onclick={move |_: MouseEvent| act.emit(Act::Lesson(number))}
                    data-testid={format!("pmnet-begin-{}", lesson.name)} aria-label={format!("{}: {}", i18n.t("pmnet-lesson-run"), i18n.text(&lesson.title))}
                ><Icon name={IconName::Run} />{ i18n.t("pmnet-lesson-run") }</button>
            </Figure>
        }
    });
    html! { <>{ for cards }</> }
}
