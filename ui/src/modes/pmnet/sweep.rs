//! A sweep: one property of the memory system with several values, as a chart.

use super::Props;
use super::results::figure;
use super::state::Act;
use crate::fmt::percent;
use crate::i18n::I18n;
use crate::paint::palette::Palette;
use crate::paint::plot::{Line, lines_with};
use crate::paint::surface::Ink;
use crate::shell::fields::{Line as Field, List};
use crate::widgets::{Cell, Column, Figure};
use mcore::modes::pmnet::{PmnetResult, bandwidth_text, pmnet_properties, seconds_text};
use yew::prelude::*;

/// A value of a property as it is written on an axis.
fn value_text(property: &str, value: f64) -> String {
    match property.rsplit('.').next() {
        Some("capacity" | "linesize") => match value as u64 {
            v if v >= 1 << 30 && v % (1 << 30) == 0 => format!("{}G", v >> 30),
            v if v >= 1 << 20 && v % (1 << 20) == 0 => format!("{}M", v >> 20),
            v if v >= 1 << 10 && v % (1 << 10) == 0 => format!("{}K", v >> 10),
            v => v.to_string(),
        },
        Some("bandwidth" | "read_bandwidth" | "write_bandwidth") => bandwidth_text(value),
        _ => format!("{value}"),
    }
}

/// The form of the sweep, and its results.
pub fn sweep(props: &Props, i18n: &I18n, palette: &Palette) -> Html {
    let (state, sweep) = (&props.state, &props.state.sweep);
    let property = state.swept();
    let choices = pmnet_properties(state.doc.dat()).into_iter();
    let choices: Vec<(AttrValue, AttrValue)> = choices.map(|name| (name.clone().into(), name.into())).collect();
    let on_property = {
        let (act, values) = (props.act.clone(), sweep.values.clone());
        Callback::from(move |property: String| act.emit(Act::Vary(property, values.clone())))
    };
    let on_values = {
        let (act, property) = (props.act.clone(), property.clone());
        Callback::from(move |values: String| act.emit(Act::Vary(property.clone(), values)))
    };
    let busy = state.progress.is_some();
    let wrong: Option<AttrValue> = sweep.wrong.as_ref().map(|why| i18n.text(why).to_owned().into());
    let submit = {
        let act = props.act.clone();
        move |event: SubmitEvent| {
            event.prevent_default();
            act.emit(Act::RunSweep);
        }
    };
    html! {
        <>
            <Figure title={i18n.t("pmnet-sweep")} note={i18n.t("pmnet-sweep-note")} testid="pmnet-sweep">
                <form onsubmit={submit}>
                    <List id="pmnet-property" label={i18n.t("pmnet-property")} {choices} now={property} on_choose={on_property} />
                    <Field id="pmnet-values" label={i18n.t("pmnet-values")} value={sweep.values.clone()} {wrong} on_input={on_values} />
                    <button type="submit" class="btn outlined" disabled={busy || !state.ready()} data-testid="pmnet-sweep-run">{ i18n.t("pmnet-sweep-run") }</button>
                </form>
            </Figure>
            if !sweep.rows.is_empty() {
                { results(&sweep.of, &sweep.rows, i18n, palette) }
            }
        </>
    }
}

fn results(property: &str, rows: &[(f64, PmnetResult)], i18n: &I18n, palette: &Palette) -> Html {
    let t = |id: &str| i18n.t(id).to_string();
    let number = |value: f64| value_text(property, value);
    // Doubling values are evenly spaced.
    let least = rows.iter().map(|row| row.0).fold(f64::INFINITY, f64::min);
    let most = rows.iter().map(|row| row.0).fold(0.0, f64::max);
    let logarithm = least >= 1.0 && most >= 4.0 * least;
    let line = |name: String, place: u8, points: Vec<(f64, f64)>| {
        let mut points = points;
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Line { name, ink: palette.rgb(Ink::Packet(place)), dashed: place % 2 == 1, points }
    };
    let longest = rows.iter().map(|row| row.1.time).fold(0.0, f64::max);
    let (scale, unit) = match longest {
        t if t >= 1.0 => (1.0, "s"),
        t if t >= 1e-3 => (1e3, "ms"),
        _ => (1e6, "µs"),
    };
    let times = line(t("pmnet-time"), 0, rows.iter().map(|(value, r)| (*value, r.time * scale)).collect());
    let time_svg = lines_with(palette, (property, unit), &[times], logarithm, &number);
    let mut levels: Vec<u8> = rows.iter().flat_map(|(_, r)| r.levels.iter().map(|level| level.level)).collect();
    levels.sort_unstable();
    levels.dedup();
    let rate =
        |r: &PmnetResult, level: u8| r.levels.iter().find(|own| own.level == level).map_or(0.0, |own| own.rate());
    let rates: Vec<Line> = levels
        .iter()
        .enumerate()
        .map(|(place, level)| {
            let points = rows.iter().map(|(value, r)| (*value, 100.0 * rate(r, *level))).collect();
            line(format!("L{level}"), place as u8, points)
        })
        .collect();
    let rate_svg = lines_with(palette, (property, "%"), &rates, logarithm, &number);
    let mut columns = vec![
        Column::number(property.to_owned().into()),
        Column::number(i18n.t("pmnet-time")),
        Column::words(i18n.t("pmnet-bottleneck")),
        Column::number(i18n.t("pmnet-bandwidth")),
    ];
    columns.extend(
        levels.iter().map(|level| Column::number(i18n.tf("pmnet-miss-rate", &[("level", &level.to_string())]))),
    );
    let table = rows.iter().map(|(value, r)| {
        let bottleneck = r.bottleneck().map(|object| object.name.clone()).unwrap_or_default();
        let mut cells = vec![
            Cell::number(number(*value), *value),
            Cell::number(seconds_text(r.time), r.time),
            Cell::words(bottleneck),
            Cell::number(bandwidth_text(r.memory_bandwidth), r.memory_bandwidth),
        ];
        cells.extend(levels.iter().map(|level| Cell::number(percent(rate(r, *level), 2), rate(r, *level))));
        cells
    });
    let table: Vec<Vec<Cell>> = table.collect();
    html! {
        <>
            { figure("pmnet-sweep-times", "pmnet-sweep-times-note", time_svg, columns.clone(), table.clone(), i18n) }
            { figure("pmnet-sweep-misses", "pmnet-chart-misses-note", rate_svg, columns, table, i18n) }
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_they_can_be_typed() {
        assert_eq!([131_072.0, 1_048_576.0, 1500.0].map(|v| value_text("L2.capacity", v)), ["128K", "1M", "1500"]);
        assert_eq!(value_text("DDR4.bandwidth", 38.4e9), "38.4 GB/s");
        assert_eq!(value_text("L2.associativity", 8.0), "8");
    }
}
