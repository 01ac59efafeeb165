//! Speed-up and efficiency over the number of nodes, by plotters. Sizes double, so the axes are logarithmic: the ideal
//! speed-up is a straight line, and sizes are equally far apart.

use super::bars::WIDTH;
use crate::fmt;
use crate::paint::palette::Palette;
use crate::paint::sheet::{self, Area, Drawn, colour, lettering};
use crate::paint::surface::Ink;
use mcore::modes::chip::view::SpeedUpView;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Height of a chart.
const HEIGHT: u32 = 280;
/// Font size.
const SIZE: f64 = 12.0;

/// Labels of the charts.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// The axis of sizes.
    pub nodes: String,
    /// The axis of speed-ups.
    pub speedup: String,
    /// The axis of efficiencies.
    pub efficiency: String,
    /// The measured line.
    pub measured: String,
    /// The ideal line.
    pub ideal: String,
}

/// A chart over the number of nodes, in the units of its axes; on a logarithmic axis these are exponents of two.
struct Curve<'a> {
    x: &'a str,
    y: &'a str,
    /// Minimum and maximum of both axes.
    range: ((f64, f64), (f64, f64)),
    /// The lines of the value axis, with their labels.
    ticks: Vec<(f64, String)>,
    measured: Vec<(f64, f64)>,
    /// Sizes without a result.
    failed: Vec<f64>,
    ideal: [(f64, f64); 2],
}

/// A power of two as a number: `1/2`, `1`, `16`, `1,024`.
fn power(exponent: f64) -> String {
    match exponent.round() as i32 {
        e @ 0..=40 => fmt::grouped(1 << e),
        e => format!("1/{}", fmt::grouped(1 << (-e).clamp(0, 40))),
    }
}

/// Legend above the plot: measured, ideal.
fn legend(area: &Area<'_>, palette: &Palette, words: &Words, ink: RGBColor, quiet: RGBColor) -> Drawn {
    let style = || lettering(palette, SIZE, palette.text2.rgb).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&PathElement::new([(52, 31), (70, 31)], ink.stroke_width(2)))?;
    area.draw(&Circle::new((61, 31), 3, ink.filled()))?;
    area.draw(&Text::new(words.measured.as_str(), (75, 31), style()))?;
    let at = 75 + sheet::width_of(&words.measured, SIZE) as i32 + 18;
    for (from, to) in [(0, 7), (11, 18)] {
        area.draw(&PathElement::new([(at + from, 31), (at + to, 31)], quiet.stroke_width(2)))?;
    }
    area.draw(&Text::new(words.ideal.as_str(), (at + 23, 31), style()))
}

fn draw(curve: &Curve<'_>, palette: &Palette, words: &Words) -> String {
    let (ink, quiet) = (colour(palette.rgb(Ink::Packet(0))), colour(palette.text2.rgb));
    let bad = colour(palette.rgb(Ink::Packet(1)));
    sheet::draw((WIDTH, HEIGHT), palette.panel.rgb, |area| {
        let style = |h: HPos, v: VPos| lettering(palette, SIZE, palette.text2.rgb).pos(Pos::new(h, v));
        let plot = area.margin(40, 24, 4, 18);
        let ((left, right), (low, high)) = curve.range;
        let mut chart = ChartBuilder::on(&plot)
            .set_label_area_size(LabelAreaPosition::Left, 44)
            .set_label_area_size(LabelAreaPosition::Bottom, 20)
            .build_cartesian_2d(left..right, low..high)?;
        // Lines at the sizes and values; plotters' own choice would miss them on a logarithmic axis.
        let faint = colour(palette.line.rgb);
        for exponent in left.ceil() as i32..=right.floor() as i32 {
            let at = f64::from(exponent);
            chart.draw_series([PathElement::new([(at, low), (at, high)], faint.stroke_width(1))])?;
            let (x, y) = chart.backend_coord(&(at, low));
            area.draw(&Text::new(power(at), (x, y + 5), style(HPos::Center, VPos::Top)))?;
        }
        for (at, name) in &curve.ticks {
            chart.draw_series([PathElement::new([(left, *at), (right, *at)], faint.stroke_width(1))])?;
            let (x, y) = chart.backend_coord(&(left, *at));
            area.draw(&Text::new(name.as_str(), (x - 6, y), style(HPos::Right, VPos::Center)))?;
        }
        let axes = [[(left, low), (right, low)], [(left, low), (left, high)]];
        let axis = colour(palette.line2.rgb);
        chart.draw_series(axes.map(|ends| PathElement::new(ends, axis.stroke_width(1))))?;
        chart.draw_series(DashedLineSeries::new(curve.ideal, 5, 4, quiet.stroke_width(2)))?;
        chart.draw_series(LineSeries::new(curve.measured.iter().copied(), ink.stroke_width(2)))?;
        chart.draw_series(curve.measured.iter().map(|at| Circle::new(*at, 3, ink.filled())))?;
        // A failed size is a cross on the axis.
        chart.draw_series(curve.failed.iter().map(|x| Cross::new((*x, low), 4, bad.stroke_width(2))))?;
        area.draw(&Text::new(curve.y, (4, 6), style(HPos::Left, VPos::Top)))?;
        area.draw(&Text::new(curve.x, (WIDTH as i32 - 14, HEIGHT as i32 - 4), style(HPos::Right, VPos::Bottom)))?;
        legend(area, palette, words, ink, quiet)
    })
}

/// Smallest and largest number of nodes as powers of two, with room for the marks at both ends.
fn sizes(view: &SpeedUpView) -> (f64, f64) {
    let nodes = view.points.iter().map(|p| f64::from(p.nodes().max(1)).log2());
    let (low, high) = nodes.fold((f64::MAX, f64::MIN), |(low, high), n| (low.min(n), high.max(n)));
    if low > high { (-0.2, 1.2) } else { (low - 0.2, high.max(low + 1.0) + 0.2) }
}

fn failed(view: &SpeedUpView) -> Vec<f64> {
    view.points.iter().filter(|p| p.problem.is_some()).map(|p| f64::from(p.nodes().max(1)).log2()).collect()
}

/// Speed-up, with the line on which n nodes are n times as fast.
pub fn speedup(view: &SpeedUpView, palette: &Palette, words: &Words) -> String {
    let (left, right) = sizes(view);
    let measured: Vec<(f64, f64)> =
        view.points.iter().filter_map(|p| Some((f64::from(p.nodes()).log2(), p.speedup?.max(1e-6).log2()))).collect();
    let base = view.baseline.as_ref().map_or(1.0, |b| f64::from(b.nodes())).log2();
    let (first, last) = (left + 0.2, right - 0.2);
    let ideal = [(first, first - base), (last, last - base)];
    let values = measured.iter().chain(&ideal).map(|(_, y)| *y);
    let (low, high) = values.fold((0.0_f64, 1.0_f64), |(low, high), y| (low.min(y), high.max(y)));
    let (low, high) = (low.floor(), high.ceil());
    // Powers of four if there are many.
    let step = if high - low > 10.0 { 2 } else { 1 };
    let ticks = (low as i32..=high as i32).step_by(step).map(|e| (f64::from(e), power(f64::from(e)))).collect();
    let range = ((left, right), (low - 0.1, high + 0.1));
    let curve = Curve { x: &words.nodes, y: &words.speedup, range, ticks, measured, failed: failed(view), ideal };
    draw(&curve, palette, words)
}

/// Speed-up divided by the ideal one, in per cent.
pub fn efficiency(view: &SpeedUpView, palette: &Palette, words: &Words) -> String {
    let (left, right) = sizes(view);
    let measured: Vec<(f64, f64)> =
        view.points.iter().filter_map(|p| Some((f64::from(p.nodes()).log2(), p.efficiency? * 100.0))).collect();
    // This machine has no caches, but less waiting can still make n nodes more than n times as fast.
    let most = measured.iter().fold(100.0_f64, |most, (_, y)| most.max(*y));
    let step = (most / 500.0).ceil() * 100.0 / 4.0;
    let lines = (most / step).ceil() as i32;
    let ticks = (0..=lines).map(|i| f64::from(i) * step).map(|at| (at, format!("{at:.0} %"))).collect();
    let range = ((left, right), (0.0, f64::from(lines) * step * 1.04));
    let ideal = [(left + 0.2, 100.0), (right - 0.2, 100.0)];
    let curve = Curve { x: &words.nodes, y: &words.efficiency, range, ticks, measured, failed: failed(view), ideal };
    draw(&curve, palette, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::sheet::hold;
    use mcore::base::Text as Words2;
    use mcore::modes::chip::view::{Baseline, SpeedUpPoint};

    fn words() -> Words {
        let word = |s: &str| s.to_owned();
        Words {
            nodes: word("nodes"),
            speedup: word("times as fast"),
            efficiency: word("efficiency"),
            measured: word("measured"),
            ideal: word("ideal"),
        }
    }

    fn view(cycles: &[u64]) -> SpeedUpView {
        let mut view = SpeedUpView { baseline: Some(Baseline::Reference { cycles: 1000 }), ..SpeedUpView::default() };
        for (i, cycles) in cycles.iter().enumerate() {
            let problem = (*cycles == 0).then(|| Words2::same("trap"));
            view.push(SpeedUpPoint {
                width: 1 << i,
                height: 1,
                cycles: *cycles,
                problem,
                speedup: None,
                efficiency: None,
            });
        }
        view
    }

    fn palette() -> Palette {
        Palette::read(|name| if name == "--ui" { "sans-serif".into() } else { "#336699".into() })
    }

    #[test]
    fn a_chart_has_its_points_sizes_and_both_lines() {
        let view = view(&[1100, 560, 300, 170]);
        for picture in [speedup(&view, &palette(), &words()), efficiency(&view, &palette(), &words())] {
            assert_eq!(picture.matches("<circle").count(), 5, "four sizes and one in the legend");
            for word in ["nodes", "measured", "ideal", "\n8\n", "\n4\n"] {
                assert!(picture.contains(word), "{word:?} in {picture}");
            }
        }
        assert!(speedup(&view, &palette(), &words()).contains("1/2"), "slower than the sequential program on one node");
        assert!(efficiency(&view, &palette(), &words()).contains("100 %"));
        hold("speedup", &speedup(&view, &palette(), &words()));
        hold("efficiency", &efficiency(&view, &palette(), &words()));
    }

    #[test]
    fn nothing_and_failures_can_be_drawn() {
        for view in [SpeedUpView::default(), view(&[0]), view(&[0, 500]), view(&[u64::MAX, 1])] {
            for picture in [speedup(&view, &palette(), &words()), efficiency(&view, &palette(), &words())] {
                assert!(picture.trim_end().ends_with("</svg>") && !picture.contains("NaN"), "{picture}");
            }
        }
    }
}
