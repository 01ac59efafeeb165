//! Misses by kind and by array, and the roofline.

use super::chart::{self, Roofs, Stack};
use super::results::figure;
use super::state::{Act, State};
use crate::fmt::{grouped, percent};
use crate::i18n::I18n;
use crate::paint::palette::Palette;
use crate::paint::surface::Ink;
use crate::widgets::{Cell, Column, DataTable, Figure, Row};
use mcore::modes::pmnet::{PmnetLevel, PmnetMisses, PmnetPlan, PmnetResult, moved_text};
use std::rc::Rc;
use yew::prelude::*;

/// Messages of the kinds, in the order of [`parts`].
const KINDS: [&str; 4] = ["pmnet-cold", "pmnet-capacity", "pmnet-conflict", "pmnet-coherence-miss"];

fn parts(kinds: PmnetMisses) -> [u64; 4] {
    [kinds.cold, kinds.capacity, kinds.conflict, kinds.coherence]
}

/// Misses by kind of each level, and by array. Without counts: the button that runs the program with them.
pub fn kinds(state: &State, act: &Callback<Act>, r: &PmnetResult, i18n: &I18n, palette: &Palette) -> Html {
    if r.levels.iter().all(|level| level.kinds.is_none()) {
        let on_count = {
            let (act, plan) = (act.clone(), PmnetPlan { misses: true, ..state.whole_plan() });
            move |_: MouseEvent| {
                act.emit(Act::Plan(Rc::new(PmnetPlan { dat: String::new(), ..plan.clone() })));
                act.emit(Act::Start(Rc::new(plan.clone())));
            }
        };
        return html! {
            <Figure title={i18n.t("pmnet-chart-kinds")} note={i18n.t("pmnet-kinds-none")} testid="pmnet-chart-kinds">
                <button type="button" class="btn outlined" onclick={on_count} disabled={!state.ready() || state.progress.is_some()} data-testid="pmnet-count-kinds">{ i18n.t("pmnet-count-kinds") }</button>
            </Figure>
        };
    }
    let bars: Vec<Stack> = r
        .levels
        .iter()
        .filter_map(|level| {
            let parts = parts(level.kinds?).map(|part| part as f64);
            Some(Stack { name: format!("L{}", level.level), parts, text: grouped(level.misses) })
        })
        .collect();
    let names = KINDS.map(|id| i18n.t(id).to_string());
    let inks = [0, 1, 2, 3].map(|place| palette.rgb(Ink::Packet(place)));
    let svg = chart::stacked(palette, inks, &names, &bars);
    let numbers = |level: &PmnetLevel| {
        let kinds = parts(level.kinds.unwrap_or_default());
        let mut cells = vec![
            Cell::number(grouped(level.accesses), level.accesses as f64),
            Cell::number(percent(level.rate(), 2), level.rate()),
        ];
        cells.extend(kinds.map(|count| Cell::number(grouped(count), count as f64)));
        cells
    };
    let mut columns = vec![
        Column::words(i18n.t("pmnet-level")),
        Column::number(i18n.t("pmnet-accesses")),
        Column::number(i18n.t("pmnet-misses")),
    ];
    columns.extend(KINDS.map(|id| Column::number(i18n.t(id))));
    let rows = r.levels.iter().map(|level| {
        let mut cells = vec![Cell::words(format!("L{}", level.level))];
        cells.extend(numbers(level));
        cells
    });
    let by_level = figure("pmnet-chart-kinds", "pmnet-kinds-note", svg, columns.clone(), rows.collect(), i18n);
    let mut rows = Vec::new();
    for region in r.regions.iter().filter(|region| !region.is_idle()) {
        let name = if region.name.is_empty() { i18n.t("pmnet-rest").to_string() } else { region.name.clone() };
        let moved = region.bytes_read + region.bytes_written;
        for level in region.levels.iter().filter(|level| level.accesses > 0) {
            let mut cells = vec![Cell::words(name.clone()), Cell::words(format!("L{}", level.level))];
            cells.extend(numbers(level));
            cells.push(Cell::number(moved_text(moved), moved as f64));
            rows.push(Row { cells, id: rows.len(), current: false });
        }
    }
    columns.insert(0, Column::words(i18n.t("pmnet-array")));
    columns.push(Column::number(i18n.t("pmnet-memory-moved")));
    html! {
        <>
            { by_level }
            <Figure title={i18n.t("pmnet-arrays")} note={i18n.t("pmnet-arrays-note")} testid="pmnet-arrays" wide={true}>
                <DataTable label={i18n.t("pmnet-arrays")} columns={Rc::new(columns)} rows={Rc::new(rows)} file="arrays" testid="pmnet-arrays-table" />
            </Figure>
        </>
    }
}

/// The rooflines of runs: name and result of each. Without operations there is a sentence instead.
pub fn roofline(runs: &[(String, &PmnetResult)], i18n: &I18n, palette: &Palette) -> Html {
    let counted: Vec<_> = runs.iter().filter(|(_, r)| r.roofline.flops > 0 && r.time > 0.0).collect();
    if counted.is_empty() {
        return html! { <Figure title={i18n.t("pmnet-roofline")} note={i18n.t("pmnet-roofline-none")} testid="pmnet-roofline">{ Html::default() }</Figure> };
    }
    let level_name = |level: u8| if level == 0 { i18n.t("pmnet-memory").to_string() } else { format!("L{level}") };
    let drawn: Vec<Roofs> = counted
        .iter()
        .map(|(name, r)| Roofs {
            name: name.clone(),
            peak: r.roofline.peak_flops_per_s,
            reached: r.roofline.flops_per_s,
            levels: r
                .roofline
                .roofs
                .iter()
                .map(|roof| (level_name(roof.level), roof.intensity(r.roofline.flops), roof.bytes_per_s))
                .collect(),
        })
        .collect();
    let axes = (i18n.t("pmnet-axis-intensity").to_string(), i18n.t("pmnet-axis-flops").to_string());
    let svg = chart::roofline(palette, (&axes.0, &axes.1), &drawn);
    let columns = vec![
        Column::words(i18n.t("pmnet-tab-run")),
        Column::words(i18n.t("pmnet-level")),
        Column::number(i18n.t("pmnet-axis-intensity")),
        Column::number(i18n.t("pmnet-axis-flops")),
        Column::number(i18n.t("pmnet-roof")),
        Column::number(i18n.t("pmnet-roof-share")),
    ];
    let rows = drawn.iter().flat_map(|run| {
        run.levels.iter().map(move |(level, intensity, rate)| {
            let roof = run.roof(*intensity, *rate);
            let giga = |value: f64| Cell::number(format!("{:.3}", value / 1e9), value);
            vec![
                Cell::words(run.name.clone()),
                Cell::words(level.clone()),
                Cell::number(format!("{intensity:.4}"), *intensity),
                giga(run.reached),
                giga(roof),
                Cell::number(percent(run.reached / roof, 1), run.reached / roof),
            ]
        })
    });
    figure("pmnet-roofline", "pmnet-roofline-note", svg, columns, rows.collect(), i18n)
}
