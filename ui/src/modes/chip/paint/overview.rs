//! The overview of the whole run, by plotters: the activity of the cores and the load of the network.
//!
//! The slider lies over the plot and must know where it starts and ends, so the room for the axes is fixed here and in
//! `www/style/time.css`.

use crate::fmt;
use crate::paint::palette::{Palette, Rgb, mix};
use mcore::base::Cycle;
use mcore::modes::chip::view::SeriesView;
use plotters::chart::DualCoordChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
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
    pub cycle: Cycle,
    /// Its meaning.
    pub kind: MarkKind,
}

/// The visible part of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The first and the last cycle.
    pub span: (Cycle, Cycle),
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
    area.fill(&colour(palette.panel.rgb))?;
    let picture =
        Picture { area, series, shown: Shown::of(series, view), palette, lettering: colour(palette.text2.rgb), ratio };
    let mut chart = picture.chart()?;
    picture.stacks(&mut chart)?;
    picture.axes(&mut chart)?;
    picture.lines(&mut chart)?;
    picture.dmas(&mut chart)?;
    for mark in view.marks.iter().filter(|mark| picture.shown.has(mark.cycle)) {
        let place = chart.backend_coord(&(mark.cycle as f64, picture.nodes()));
        picture.mark(mark.kind, place)?;
    }
    picture.headings(words)?;
    area.present()
}

/// Draws the activity of the cores alone, without axes, and each mark as a notch in the lower edge.
pub fn draw_small<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    series: &SeriesView,
    view: &View,
    palette: &Palette,
    ratio: f64,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    area.fill(&colour(palette.raise.rgb))?;
    let (width, height) = area.dim_in_pixel();
    let shown = Shown::of(series, view);
    let scale = f64::from(width) / (shown.last - shown.first);
    let x = |cycle: f64| ((cycle - shown.first) * scale).round() as i32;
    let nodes = f64::from(series.nodes.max(1)) * 1000.0;
    let layers = [(&series.computing, 0, 0.68), (&series.polling, 1, 0.5), (&series.halted, 2, 0.28)];
    let fills = layers.map(|(_, core, strength)| colour(mix(palette.panel.rgb, palette.cores[core].rgb, strength)));
    let mut done = 0;
    for index in 0..series.computing.len() {
        let Some([from, until]) = shown.bucket(index) else { continue };
        // Buckets narrower than a pixel share it.
        let (from, until) = (x(from).max(done), x(until));
        if until <= from {
            continue;
        }
        done = until;
        let mut below = 0.0;
        for ((values, ..), fill) in layers.iter().zip(fills) {
            let value = values.get(index).map_or(0.0, |v| f64::from(*v));
            let y = |sum: f64| ((1.0 - (sum / nodes).min(1.0)) * f64::from(height)).round() as i32;
            let (top, bottom) = (y(below + value), y(below));
            below += value;
            if top < bottom {
                area.draw(&Rectangle::new([(from, top), (until, bottom)], fill.filled()))?;
            }
        }
    }
    let px = |v: f64| (v * ratio).round() as i32;
    for mark in view.marks.iter().filter(|mark| series.nodes > 0 && shown.has(mark.cycle)) {
        let (at, foot) = (x(mark.cycle as f64), height as i32);
        let notch = |wide: f64, high: f64, ink: RGBColor| {
            let corners = [(at - px(wide), foot), (at, foot - px(high)), (at + px(wide), foot)];
            area.draw(&Polygon::new(corners, ink.filled()))
        };
        notch(6.5, 9.0, colour(palette.panel.rgb))?;
        notch(5.0, 7.0, colour(mark.kind.ink(palette)))?;
    }
    area.present()
}

fn colour([r, g, b]: Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// The visible part of the run, and the buckets of the series in it.
#[derive(Clone, Copy)]
struct Shown {
    first: f64,
    last: f64,
    /// Cycles per bucket.
    step: f64,
}

impl Shown {
    fn of(series: &SeriesView, view: &View) -> Self {
        let (first, last) = (view.span.0 as f64, view.span.1.max(view.span.0 + 1) as f64);
        Self { first, last, step: series.per_bucket.max(1) as f64 }
    }

    /// Whether a cycle is visible.
    fn has(self, cycle: Cycle) -> bool {
        (self.first..=self.last).contains(&(cycle as f64))
    }

    /// First and last cycle of a bucket, cut off at the ends of the part; none if it is outside.
    fn bucket(self, index: usize) -> Option<[f64; 2]> {
        let from = index as f64 * self.step;
        let inside = from < self.last && (index + 1) as f64 * self.step > self.first;
        inside.then(|| [from, from + self.step].map(|cycle| cycle.clamp(self.first, self.last)))
    }

    /// A line of steps: one level per visible bucket.
    fn stairs(self, levels: impl Iterator<Item = f64>) -> impl Iterator<Item = (f64, f64)> {
        let visible = levels.enumerate().filter_map(move |(index, level)| Some((self.bucket(index)?, level)));
        visible.flat_map(|([from, until], level)| [(from, level), (until, level)])
    }
}

/// Cycles to the right, cores or flits upwards.
type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;
/// The chart: cores on the left axis, flits on the right one.
type Chart<'a, B> = DualCoordChartContext<'a, B, Plane, Plane>;
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// A drawing of the chart.
struct Picture<'a, B: DrawingBackend> {
    area: &'a DrawingArea<B, Shift>,
    series: &'a SeriesView,
    shown: Shown,
    palette: &'a Palette,
    /// The colour of the labels.
    lettering: RGBColor,
    ratio: f64,
}

impl<'a, B: DrawingBackend> Picture<'a, B> {
    /// Device pixels.
    fn px(&self, v: u32) -> u32 {
        (f64::from(v) * self.ratio).round() as u32
    }

    fn nodes(&self) -> f64 {
        f64::from(self.series.nodes.max(1))
    }

    fn labels(&self) -> TextStyle<'_> {
        TextStyle::from((self.palette.ui_font.as_str(), 11.0 * self.ratio)).color(&self.lettering)
    }

    /// The empty chart.
    fn chart(&self) -> Result<Chart<'a, B>, DrawingAreaErrorKind<B::ErrorType>> {
        let Shown { first, last, .. } = self.shown;
        let most = self.series.flits.iter().max().map_or(0.0, |m| thousandths(*m)).max(4.0);
        let chart = ChartBuilder::on(self.area)
            .margin_top(self.px(TOP))
            .set_label_area_size(LabelAreaPosition::Left, self.px(LEFT))
            .set_label_area_size(LabelAreaPosition::Right, self.px(RIGHT))
            .set_label_area_size(LabelAreaPosition::Bottom, self.px(BOTTOM))
            .build_cartesian_2d(first..last, 0.0..self.nodes())?;
        Ok(chart.set_secondary_coord(first..last, 0.0..most * 1.05))
    }

    /// The areas, from the top one down: each covers the lower part, which belongs to those below it.
    fn stacks(&self, chart: &mut Chart<'a, B>) -> Drawn<B> {
        let (series, palette, nodes) = (self.series, self.palette, self.nodes());
        let values = |i: usize| {
            let at = |v: &[u32]| v.get(i).map_or(0.0, |v| thousandths(*v));
            [at(&series.computing), at(&series.polling), at(&series.halted)]
        };
        for (layers, strength) in [(3, 0.28), (2, 0.5), (1, 0.68)] {
            let base = [palette.cores[0].rgb, palette.cores[1].rgb, palette.cores[2].rgb][layers - 1];
            let fill = colour(mix(palette.panel.rgb, base, strength));
            let tops = (0..series.computing.len()).map(|i| values(i)[..layers].iter().sum::<f64>().min(nodes));
            chart.draw_series(AreaSeries::new(self.shown.stairs(tops), 0.0, fill.filled()))?;
        }
        Ok(())
    }

    fn axes(&self, chart: &mut Chart<'a, B>) -> Drawn<B> {
        let line = colour(self.palette.line2.rgb);
        let part = self.shown.last - self.shown.first;
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(line)
            .label_style(self.labels())
            .x_labels(8)
            .y_labels(4)
            .x_label_formatter(&if part < 10_000.0 { exact } else { whole })
            .y_label_formatter(&whole)
            .set_all_tick_mark_size(self.px(3))
            .draw()?;
        chart
            .configure_secondary_axes()
            .axis_style(line)
            .label_style(self.labels())
            .y_labels(4)
            .y_label_formatter(&whole)
            .set_all_tick_mark_size(self.px(3))
            .draw()
    }

    /// Instructions per cycle, and flits in the network.
    fn lines(&self, chart: &mut Chart<'a, B>) -> Drawn<B> {
        let nodes = self.nodes();
        let ipc = self.series.ipc.iter().map(|v| thousandths(*v).min(nodes));
        let thin = colour(self.palette.text.rgb).stroke_width(self.px(1).max(1));
        chart.draw_series(LineSeries::new(self.shown.stairs(ipc), thin))?;
        let flits = self.series.flits.iter().map(|v| thousandths(*v));
        let thick = colour(self.palette.stall.rgb).stroke_width((1.75 * self.ratio).round() as u32);
        chart.draw_secondary_series(LineSeries::new(self.shown.stairs(flits), thick))?;
        Ok(())
    }

    /// Starts of DMAs: a row of ticks along the foot of the plot.
    fn dmas(&self, chart: &mut Chart<'a, B>) -> Drawn<B> {
        let foot = self.nodes() * 0.045;
        let fill = colour(self.palette.accent.rgb).filled();
        let starts = self.series.dmas.iter().enumerate().filter(|(_, n)| **n > 0);
        let ticks = starts.filter_map(|(i, _)| self.shown.bucket(i));
        chart.draw_series(ticks.map(|[from, until]| Rectangle::new([(from, 0.0), (until, foot)], fill)))?;
        Ok(())
    }

    /// Draws a mark below a point on the upper edge of the plot.
    fn mark(&self, kind: MarkKind, (x, y): (i32, i32)) -> Drawn<B> {
        let (area, ratio) = (self.area, self.ratio);
        let at = |dx: i32, dy: i32| (x + (f64::from(dx) * ratio) as i32, y + (f64::from(dy) * ratio) as i32);
        let (ink, edge) = (colour(kind.ink(self.palette)), colour(self.palette.panel.rgb));
        match kind {
            MarkKind::Hit => {
                area.draw(&Circle::new(at(0, 8), self.px(5) as i32, edge.filled()))?;
                area.draw(&Circle::new(at(0, 8), self.px(4) as i32, ink.filled()))
            }
            MarkKind::Bookmark => {
                area.draw(&Polygon::new([at(-6, -1), at(6, -1), at(6, 5), at(0, 13), at(-6, 5)], edge.filled()))?;
                area.draw(&Polygon::new([at(-5, 0), at(5, 0), at(5, 5), at(0, 11), at(-5, 5)], ink.filled()))
            }
            MarkKind::Edit => {
                area.draw(&Polygon::new([at(0, 1), at(7, 8), at(0, 15), at(-7, 8)], edge.filled()))?;
                area.draw(&Polygon::new([at(0, 3), at(5, 8), at(0, 13), at(-5, 8)], ink.filled()))
            }
            MarkKind::Trap => {
                for (style, width) in [(edge, 5), (ink, 3)] {
                    let style = style.stroke_width(self.px(width));
                    area.draw(&PathElement::new([at(-4, 4), at(4, 12)], style))?;
                    area.draw(&PathElement::new([at(4, 4), at(-4, 12)], style))?;
                }
                Ok(())
            }
        }
    }

    /// Names of the axes are above them, where they need no width.
    fn headings(&self, words: &Words) -> Drawn<B> {
        let (width, _) = self.area.dim_in_pixel();
        let heading = |h: HPos| self.labels().pos(Pos::new(h, VPos::Top));
        let (left, top) = (self.px(4), self.px(2) as i32);
        self.area.draw(&Text::new(words.cores.as_str(), (left as i32, top), heading(HPos::Left)))?;
        let right = width.saturating_sub(left) as i32;
        self.area.draw(&Text::new(words.flits.as_str(), (right, top), heading(HPos::Right)))
    }
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
    fn the_small_chart_stacks_the_cores_and_notches_the_marks() {
        let series = SeriesView {
            per_bucket: 100,
            nodes: 4,
            computing: vec![4_000, 2_000],
            polling: vec![0, 2_000],
            halted: vec![0, 0],
            ..SeriesView::default()
        };
        let marks = vec![Mark { cycle: 50, kind: MarkKind::Bookmark }, Mark { cycle: 900, kind: MarkKind::Hit }];
        let mut out = String::new();
        {
            let area = SVGBackend::with_string(&mut out, (200, 28)).into_drawing_area();
            draw_small(&area, &series, &View { span: (0, 200), marks }, &palette(), 1.0).expect("an SVG can be drawn");
        }
        for area in [
            r#"x="0" y="0" width="100" height="28""#,
            r#"x="100" y="14" width="100" height="14""#,
            r#"x="100" y="0" width="100" height="14""#,
        ] {
            assert!(out.contains(area), "{area}: {out}");
        }
        assert_eq!(out.matches("<polygon").count(), 2, "one notch with its edge: the other mark is outside");
    }

    #[test]
    fn a_run_that_has_not_begun_gives_an_empty_chart() {
        assert!(svg(&SeriesView::default(), 0).contains("</svg>"));
    }
}
