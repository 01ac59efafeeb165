//! The overview of the whole run, by plotters: what the cores did and how full the network was.
//!
//! The slider lies over the plot and needs to know where it begins and ends, so the room for the axes is fixed here and
//! in `www/style/time.css`.

use super::palette::{Palette, Rgb, mix};
use crate::fmt;
use mcore::base::Cycle;
use mcore::view::SeriesView;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Pixels left of the plot.
pub const LEFT: u32 = 44;
/// Pixels right of the plot.
pub const RIGHT: u32 = 44;
/// Pixels above the plot.
pub const TOP: u32 = 18;
/// Pixels below the plot.
pub const BOTTOM: u32 = 20;

/// Words on the chart, in the page's language.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// Name of the left axis.
    pub cores: String,
    /// Name of the right axis.
    pub flits: String,
}

/// Draws the chart. `end` is the last cycle; `ratio` is the number of device pixels to a CSS pixel.
pub fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    series: &SeriesView,
    end: Cycle,
    palette: &Palette,
    words: &Words,
    ratio: f64,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let px = |v: u32| (f64::from(v) * ratio).round() as u32;
    let colour = |[r, g, b]: Rgb| RGBColor(r, g, b);
    let panel = palette.panel.rgb;
    area.fill(&colour(panel))?;

    let last = end.max(1) as f64;
    let step = series.per_bucket.max(1) as f64;
    let nodes = f64::from(series.nodes.max(1));
    let most = series.flits.iter().max().map_or(0.0, |m| thousandths(*m)).max(4.0);

    let mut chart = ChartBuilder::on(area)
        .margin_top(px(TOP))
        .set_label_area_size(LabelAreaPosition::Left, px(LEFT))
        .set_label_area_size(LabelAreaPosition::Right, px(RIGHT))
        .set_label_area_size(LabelAreaPosition::Bottom, px(BOTTOM))
        .build_cartesian_2d(0.0..last, 0.0..nodes)?
        .set_secondary_coord(0.0..last, 0.0..most * 1.05);

    // The areas, from the uppermost down: each covers what belongs to those below it.
    let values = |i: usize| {
        let at = |v: &[u32]| v.get(i).map_or(0.0, |v| thousandths(*v));
        [at(&series.computing), at(&series.polling), at(&series.halted)]
    };
    let count = series.computing.len();
    let stack = |layers: usize| {
        (0..count).flat_map(move |i| {
            let top = values(i)[..layers].iter().sum::<f64>().min(nodes);
            let from = i as f64 * step;
            [(from.min(last), top), ((from + step).min(last), top)]
        })
    };
    for (layers, strength) in [(3, 0.28), (2, 0.5), (1, 0.68)] {
        let base = [palette.cores[0].rgb, palette.cores[1].rgb, palette.cores[2].rgb][layers - 1];
        let fill = colour(mix(panel, base, strength));
        chart.draw_series(AreaSeries::new(stack(layers), 0.0, fill.filled()))?;
    }

    let text2 = colour(palette.text2.rgb);
    let labels = TextStyle::from((palette.ui_font.as_str(), 11.0 * ratio)).color(&text2);
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(colour(palette.line2.rgb))
        .label_style(labels.clone())
        .x_labels(8)
        .y_labels(4)
        .x_label_formatter(&whole)
        .y_label_formatter(&whole)
        .set_all_tick_mark_size(px(3))
        .draw()?;
    chart
        .configure_secondary_axes()
        .axis_style(colour(palette.line2.rgb))
        .label_style(labels.clone())
        .y_labels(4)
        .y_label_formatter(&whole)
        .set_all_tick_mark_size(px(3))
        .draw()?;

    let stairs = |values: &'_ [u32], most: f64| {
        let points = values.iter().enumerate().flat_map(|(i, v)| {
            let (from, v) = (i as f64 * step, thousandths(*v).min(most));
            [(from.min(last), v), ((from + step).min(last), v)]
        });
        points.collect::<Vec<_>>()
    };
    let ipc = stairs(&series.ipc, nodes);
    chart.draw_series(LineSeries::new(ipc, colour(palette.text.rgb).stroke_width(px(1).max(1))))?;
    let flits = stairs(&series.flits, f64::INFINITY);
    let thick = colour(palette.stall.rgb).stroke_width((1.75 * ratio).round() as u32);
    chart.draw_secondary_series(LineSeries::new(flits, thick))?;

    // Names of the axes stand above them, where they cost no width.
    let (width, _) = area.dim_in_pixel();
    let heading = |h: HPos| labels.clone().pos(Pos::new(h, VPos::Top));
    area.draw(&Text::new(words.cores.as_str(), (px(4) as i32, px(2) as i32), heading(HPos::Left)))?;
    let right = width.saturating_sub(px(4)) as i32;
    area.draw(&Text::new(words.flits.as_str(), (right, px(2) as i32), heading(HPos::Right)))?;
    area.present()
}

/// Cycles, cores and flits are whole: a label between two numbers would say one of them twice.
fn whole(v: &f64) -> String {
    if (v - v.round()).abs() < 1e-6 { fmt::short(*v) } else { String::new() }
}

fn thousandths(v: u32) -> f64 {
    f64::from(v) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette() -> Palette {
        Palette::read(|name| match name {
            "--work" => "#00ff00".to_owned(),
            "--ui" => "sans-serif".to_owned(),
            _ => "#123456".to_owned(),
        })
    }

    fn svg(series: &SeriesView, end: Cycle) -> String {
        let mut out = String::new();
        {
            let area = SVGBackend::with_string(&mut out, (800, 160)).into_drawing_area();
            let words = Words { cores: "cores".to_owned(), flits: "flits".to_owned() };
            draw(&area, series, end, &palette(), &words, 1.0).expect("an SVG can always be drawn");
        }
        out
    }

    #[test]
    fn the_chart_has_areas_lines_and_axes() {
        let series = SeriesView {
            per_bucket: 100,
            nodes: 16,
            computing: vec![4_000, 8_000, 16_000],
            polling: vec![8_000, 4_000, 0],
            halted: vec![0, 0, 0],
            flits: vec![0, 40_000, 10_000],
            ipc: vec![12_000, 12_000, 16_000],
        };
        let picture = svg(&series, 300);
        assert_eq!(picture.matches("<polygon").count(), 3, "three areas");
        assert!(picture.matches("<polyline").count() >= 2, "two lines");
        for word in ["cores", "flits", "300", "16"] {
            assert!(picture.contains(word), "{word}");
        }
    }

    #[test]
    fn a_run_that_has_not_begun_gives_an_empty_chart() {
        assert!(svg(&SeriesView::default(), 0).contains("</svg>"));
    }
}
