//! The data of the overview: a table with every bucket, as CSV too, and the chart as a picture.

use crate::fmt::grouped;
use crate::i18n::I18n;
use crate::widgets::{Cell, Column, DataTable, Icon, IconName, Row, save_url};
use mcore::modes::chip::view::SeriesView;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// One row per bucket: its first cycle, and means over its cycles.
fn rows(series: &SeriesView) -> Vec<Row> {
    let columns = [&series.computing, &series.polling, &series.halted, &series.ipc, &series.flits];
    (0..series.computing.len())
        .map(|id| {
            let cycle = id as u64 * series.per_bucket;
            let mean = |values: &&Vec<u32>| {
                let mean = f64::from(values.get(id).copied().unwrap_or_default()) / 1000.0;
                Cell::number(format!("{mean:.2}"), mean)
            };
            let mut cells = vec![Cell::number(grouped(cycle), cycle as f64)];
            cells.extend(columns.iter().map(mean));
            Row { cells, id, current: false }
        })
        .collect()
}

/// Saves the canvas of the overview as a picture.
fn save_picture(_: MouseEvent) {
    let canvas = gloo_utils::document().query_selector("canvas.chart").ok().flatten();
    let canvas = canvas.and_then(|c| c.dyn_into::<HtmlCanvasElement>().ok());
    // A canvas without a size has no picture.
    let url = canvas.and_then(|canvas| canvas.to_data_url().ok());
    url.into_iter().for_each(|url| save_url("overview.png", &url));
}

/// The data, for a dialog.
pub fn overview_data(series: Option<&SeriesView>, i18n: &I18n) -> Html {
    let Some(series) = series else { return html! { <p>{ i18n.t("data-none") }</p> } };
    let heads = ["data-cycle", "role-computing", "role-polling", "role-halted", "series-ipc", "series-flits"];
    let columns = Rc::new(heads.map(|head| Column::number(i18n.t(head))).to_vec());
    let save = i18n.t("save-png");
    html! {
        <div>
            <p class="quiet small">{ i18n.tf("data-note", &[("n", &grouped(series.per_bucket))]) }</p>
            <DataTable label={i18n.t("data-title")} {columns} rows={Rc::new(rows(series))} file="overview" testid="table-overview" />
            <button
                type="button" class="btn tiny" onclick={save_picture} aria-label={save.clone()} title={save} data-testid="overview-png"
            ><Icon name={IconName::Save} />{ "PNG" }</button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_has_a_row_with_its_first_cycle_and_means() {
        let series = SeriesView {
            per_bucket: 2048,
            nodes: 4,
            computing: vec![4000, 1500],
            polling: vec![0, 2500],
            halted: vec![0, 0],
            flits: vec![0, 12_340],
            ipc: vec![4000, 4000],
            ..SeriesView::default()
        };
        let rows = rows(&series);
        let texts: Vec<&str> = rows[1].cells.iter().map(|c| c.text.as_str()).collect();
        assert_eq!(texts, ["2,048", "1.50", "2.50", "0.00", "4.00", "12.34"]);
        assert_eq!(rows.len(), 2);
    }
}
