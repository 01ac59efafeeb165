//! The overview of the whole run, by plotters: the activity of the cores and the load of the network.
//!
//! The slider lies over the plot and must know where it starts and ends, so the room for the axes is fixed here and in
//! `www/style/time.css`.

use crate::fmt;
use crate::paint::palette::{Palette, Rgb, mix};
use mcore::base::Cycle;
use mcore::modes::chip::view::SeriesView;
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

/// The meaning of a mark on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A bookmark: a flag.
    Bookmark,
    /// A breakpoint or watchpoint was hit: a disc.
    Hit,
    /// A value was changed by hand: a diamond.
    Edit,
    /// The run ended with a fault: a cross.
    Trap,
}

/// A mark at a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its cycle.
    pub cycle: Cycle,
    /// Its meaning.
    pub kind: MarkKind,
}

/// The visible part of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The first and the last cycle.
    pub span: (Cycle, Cycle),
    /// Marks.
    pub marks: Vec<Mark>,
}

/// Labels of the chart, in the page's language.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// Name of the left axis.
    pub cores: String,
    /// Name of the right axis.
    pub flits: String,
}

/// Draws the chart. `ratio` is the number of device pixels per CSS pixel.
pub fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    series: &SeriesView,
    view: &View,
    palette: &Palette,
    words: &Words,
    ratio: f64,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let px = |v: u32| (f64::from(v) * ratio).round() as u32;
    let colour = |[r, g, b]: Rgb| RGBColor(r, g, b);
    let panel = palette.panel.rgb;
    area.fill(&colour(panel))?;

    let (first, last) = (view.span.0 as f64, view.span.1.max(view.span.0 + 1) as f64);
    let step = series.per_bucket.max(1) as f64;
    let nodes = f64::from(series.nodes.max(1));
    let most = series.flits.iter().max().map_or(0.0, |m| thousandths(*m)).max(4.0);

    let mut chart = ChartBuilder::on(area)
        .margin_top(px(TOP))
        .set_label_area_size(LabelAreaPosition::Left, px(LEFT))
        .set_label_area_size(LabelAreaPosition::Right, px(RIGHT))
        .set_label_area_size(LabelAreaPosition::Bottom, px(BOTTOM))
        .build_cartesian_2d(first..last, 0.0..nodes)?
        .set_secondary_coord(first..last, 0.0..most * 1.05);

    // The areas, from the top one down: each covers the lower part, which belongs to those below it.
    let values = |i: usize| {
        let at = |v: &[u32]| v.get(i).map_or(0.0, |v| thousandths(*v));
        [at(&series.computing), at(&series.polling), at(&series.halted)]
    };
    // Only the values in the shown part, cut off at its ends.
    let within = move |v: f64| v.clamp(first, last);
    let shown = move |i: &usize| *i as f64 * step < last && (*i + 1) as f64 * step > first;
    let count = series.computing.len();
    let stack = |layers: usize| {
        (0..count).filter(shown).flat_map(move |i| {
            let top = values(i)[..layers].iter().sum::<f64>().min(nodes);
            let from = i as f64 * step;
            [(within(from), top), (within(from + step), top)]
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
        .x_label_formatter(&if last - first < 10_000.0 { exact } else { whole })
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
        let points = values.iter().enumerate().filter(|(i, _)| shown(i)).flat_map(|(i, v)| {
            let (from, v) = (i as f64 * step, thousandths(*v).min(most));
            [(within(from), v), (within(from + step), v)]
        });
        points.collect::<Vec<_>>()
    };
    let ipc = stairs(&series.ipc, nodes);
    chart.draw_series(LineSeries::new(ipc, colour(palette.text.rgb).stroke_width(px(1).max(1))))?;
    let flits = stairs(&series.flits, f64::INFINITY);
    let thick = colour(palette.stall.rgb).stroke_width((1.75 * ratio).round() as u32);
    chart.draw_secondary_series(LineSeries::new(flits, thick))?;

    // Starts of DMAs: a row of ticks along the foot of the plot.
    let foot = nodes * 0.045;
    let ticks = series.dmas.iter().enumerate().filter(|(i, n)| **n > 0 && shown(i));
    chart.draw_series(ticks.map(|(i, _)| {
        let from = i as f64 * step;
        Rectangle::new([(within(from), 0.0), (within(from + step), foot)], colour(palette.accent.rgb).filled())
    }))?;

    for mark in view.marks.iter().filter(|m| (first..=last).contains(&(m.cycle as f64))) {
        let (x, y) = chart.backend_coord(&(mark.cycle as f64, nodes));
        let at = |dx: i32, dy: i32| (x + (f64::from(dx) * ratio) as i32, y + (f64::from(dy) * ratio) as i32);
        let (ink, edge) = (colour(mark.kind.ink(palette)), colour(panel));
        match mark.kind {
            MarkKind::Hit => {
                area.draw(&Circle::new(at(0, 8), px(5) as i32, edge.filled()))?;
                area.draw(&Circle::new(at(0, 8), px(4) as i32, ink.filled()))?;
            }
            MarkKind::Bookmark => {
                area.draw(&Polygon::new([at(-6, -1), at(6, -1), at(6, 5), at(0, 13), at(-6, 5)], edge.filled()))?;
                area.draw(&Polygon::new([at(-5, 0), at(5, 0), at(5, 5), at(0, 11), at(-5, 5)], ink.filled()))?;
            }
            MarkKind::Edit => {
                area.draw(&Polygon::new([at(0, 1), at(7, 8), at(0, 15), at(-7, 8)], edge.filled()))?;
                area.draw(&Polygon::new([at(0, 3), at(5, 8), at(0, 13), at(-5, 8)], ink.filled()))?;
            }
            MarkKind::Trap => {
                for (style, width) in [(edge, 5), (ink, 3)] {
                    let style = style.stroke_width(px(width));
                    area.draw(&PathElement::new([at(-4, 4), at(4, 12)], style))?;
                    area.draw(&PathElement::new([at(4, 4), at(-4, 12)], style))?;
                }
            }
        }
    }

    // Names of the axes are above them, where they need no width.
    let (width, _) = area.dim_in_pixel();
    let heading = |h: HPos| labels.clone().pos(Pos::new(h, VPos::Top));
    area.draw(&Text::new(words.cores.as_str(), (px(4) as i32, px(2) as i32), heading(HPos::Left)))?;
    let right = width.saturating_sub(px(4)) as i32;
    area.draw(&Text::new(words.flits.as_str(), (right, px(2) as i32), heading(HPos::Right)))?;
    area.present()
}

impl MarkKind {
    fn ink(self, palette: &Palette) -> Rgb {
        match self {
            Self::Bookmark => palette.accent.rgb,
            Self::Hit => palette.stall.rgb,
            Self::Edit => palette.text.rgb,
            Self::Trap => palette.cores[3].rgb,
        }
    }
}

/// In a small part of a long run every digit counts.
fn exact(v: &f64) -> String {
    if (v - v.round()).abs() < 1e-6 { fmt::grouped(v.round().max(0.0) as u64) } else { String::new() }
}

/// Cycles, cores and flits are whole numbers: a label between two of them would repeat one.
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
        part(series, &View { span: (0, end), marks: vec![] })
    }

    fn part(series: &SeriesView, view: &View) -> String {
        let mut out = String::new();
        {
            let area = SVGBackend::with_string(&mut out, (800, 160)).into_drawing_area();
            let words = Words { cores: "cores".to_owned(), flits: "flits".to_owned() };
            draw(&area, series, view, &palette(), &words, 1.0).expect("an SVG can always be drawn");
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
            dmas: vec![0, 3, 0],
        };
        let picture = svg(&series, 300);
        assert_eq!(picture.matches("<polygon").count(), 3, "three areas");
        assert!(picture.matches("<polyline").count() >= 2, "two lines");
        for word in ["cores", "flits", "300", "16"] {
            assert!(picture.contains(word), "{word}");
        }
    }

    #[test]
    fn a_part_of_the_run_shows_its_own_cycles_and_marks_alone() {
        let series = SeriesView { per_bucket: 100, nodes: 4, computing: vec![4_000; 30], ..SeriesView::default() };
        let marks = vec![
            Mark { cycle: 1_010, kind: MarkKind::Hit },
            Mark { cycle: 1_020, kind: MarkKind::Bookmark },
            Mark { cycle: 2_500, kind: MarkKind::Hit },
        ];
        let picture = part(&series, &View { span: (1_000, 1_200), marks });
        assert!(picture.contains("1,100") && !picture.contains("2,500"), "{picture}");
        assert_eq!(picture.matches("<circle").count(), 2, "one disc with its edge");
    }

    #[test]
    fn a_run_that_has_not_begun_gives_an_empty_chart() {
        assert!(svg(&SeriesView::default(), 0).contains("</svg>"));
    }
}
