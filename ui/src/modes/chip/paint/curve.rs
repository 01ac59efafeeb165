//! Curves of the NoC bench, by plotters: latency and accepted throughput against the offered load.

use super::bars::WIDTH;
use crate::paint::palette::Palette;
use crate::paint::sheet::{self, Drawn, colour, lettering};
use crate::paint::surface::Ink;
use mcore::modes::chip::view::NocCurve;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Height of a chart.
const HEIGHT: u32 = 280;
/// Font size.
const SIZE: f64 = 12.0;
/// Latencies beyond this multiple of the zero-load latency show only that the network is saturated.
const STEEP: f64 = 6.0;

/// Labels of the charts.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// The axis of loads.
    pub load: String,
    /// The axis of latencies.
    pub latency: String,
    /// The axis of accepted loads.
    pub accepted: String,
    /// The latency of packets that never meet others.
    pub zero_load: String,
    /// The maximum load that channels can carry.
    pub bound: String,
    pub mean: String,
}

/// A line of points; those of a saturated network are crosses.
struct Line {
    name: String,
    ink: RGBColor,
    points: Vec<(f64, f64, bool)>,
    dashed: bool,
}

/// The points of a line up to the place where it leaves the chart at the top.
fn below(points: &[(f64, f64, bool)], top: f64) -> Vec<(f64, f64)> {
    let mut seen: Vec<(f64, f64)> = Vec::new();
    for (x, y, _) in points {
        if *y > top {
            if let Some((x0, y0)) = seen.last().copied() {
                seen.push((x0 + (x - x0) * (top - y0) / (y - y0), top));
            }
            break;
        }
        seen.push((*x, *y));
    }
    seen
}

fn chart(
    palette: &Palette,
    (x, y): (&str, &str),
    most: (f64, f64),
    lines: &[Line],
    rules: &[(bool, f64, &str)],
) -> String {
    let text = colour(palette.text2.rgb);
    sheet::draw((WIDTH, HEIGHT), palette.panel.rgb, |area| {
        let style = |h: HPos, v: VPos| lettering(palette, SIZE, palette.text2.rgb).pos(Pos::new(h, v));
        let plot = area.margin(40, 24, 4, 14);
        let mut chart = ChartBuilder::on(&plot)
            .set_label_area_size(LabelAreaPosition::Left, 44)
            .set_label_area_size(LabelAreaPosition::Bottom, 20)
            .build_cartesian_2d(0.0..most.0, 0.0..most.1)?;
        let digits = if most.1 < 5.0 { 2 } else { 0 };
        let (load, value) = (|v: &f64| format!("{v:.2}"), |v: &f64| format!("{v:.digits$}"));
        sheet::axes(&mut chart, palette, SIZE, true, (8, &load), (6, &value))?;
        for (upright, at, _) in rules {
            let ends = if *upright { [(*at, 0.0), (*at, most.1)] } else { [(0.0, *at), (most.0, *at)] };
            if (*upright && *at <= most.0) || (!*upright && *at <= most.1) {
                chart.draw_series(DashedLineSeries::new(ends, 5, 4, text.stroke_width(1)))?;
            }
        }
        for line in lines {
            let seen = below(&line.points, most.1);
            if line.dashed {
                chart.draw_series(DashedLineSeries::new(seen, 2, 3, line.ink.stroke_width(2)))?;
            } else {
                chart.draw_series(LineSeries::new(seen, line.ink.stroke_width(2)))?;
            }
            for (x, y, saturated) in &line.points {
                if *y > most.1 {
                    // Above the chart: an arrow, and its value at the line of the mean.
                    chart.draw_series([TriangleMarker::new((*x, most.1), 5, line.ink.filled())])?;
                    if !line.dashed {
                        let (px, py) = chart.backend_coord(&(*x, most.1));
                        let value = format!("{y:.0}");
                        area.draw(&Text::new(value, (px, py + 7), style(HPos::Center, VPos::Top)))?;
                    }
                } else if *saturated {
                    chart.draw_series([Cross::new((*x, *y), 4, line.ink.stroke_width(2))])?;
                } else {
                    chart.draw_series([Circle::new((*x, *y), 3, line.ink.filled())])?;
                }
            }
        }
        // Names: axes outside, lines and rules in a row above the plot.
        area.draw(&Text::new(y, (4, 6), style(HPos::Left, VPos::Top)))?;
        area.draw(&Text::new(x, (WIDTH as i32 - 14, HEIGHT as i32 - 4), style(HPos::Right, VPos::Bottom)))?;
        let mut at = 52;
        let entries = lines.iter().map(|l| (l.name.as_str(), l.ink, l.dashed));
        for (name, ink, dashed) in entries.chain(rules.iter().map(|(_, _, name)| (*name, text, true))) {
            let pieces = if dashed { vec![(0, 7), (11, 18)] } else { vec![(0, 18)] };
            for (from, to) in pieces {
                area.draw(&PathElement::new([(at + from, 31), (at + to, 31)], ink.stroke_width(2)))?;
            }
            area.draw(&Text::new(name, (at + 23, 31), style(HPos::Left, VPos::Center)))?;
            at += 23 + sheet::width_of(name, SIZE) as i32 + 14;
        }
        Ok(()) as Drawn
    })
}

fn right_end(curve: &NocCurve) -> f64 {
    curve.points.iter().map(|p| p.load).fold(0.05, f64::max) * 1.06
}

/// Mean and 95th percentile of the latency against the offered load.
pub fn latency(curve: &NocCurve, palette: &Palette, words: &Words) -> String {
    let of = |pick: &dyn Fn(&mcore::modes::chip::view::NocLatency) -> f64| {
        let points = curve.points.iter().filter_map(|p| Some((p.offered, pick(p.latency.as_ref()?), p.saturated)));
        points.collect::<Vec<_>>()
    };
    let (mean, p95) = (of(&|l| l.mean), of(&|l| l.p95 as f64));
    let settled = mean.iter().chain(&p95).filter(|(_, _, saturated)| !saturated).map(|(_, y, _)| *y);
    let most = settled.fold(curve.zero_load * 2.0, f64::max).min(curve.zero_load * STEEP).max(1.0) * 1.1;
    let lines = [
        Line { name: words.mean.clone(), ink: colour(palette.rgb(Ink::Packet(0))), points: mean, dashed: false },
        Line { name: "95 %".into(), ink: colour(palette.rgb(Ink::Packet(1))), points: p95, dashed: true },
    ];
    let rules = [(false, curve.zero_load, words.zero_load.as_str())];
    chart(palette, (&words.load, &words.latency), (right_end(curve), most), &lines, &rules)
}

/// Accepted against offered load.
pub fn accepted(curve: &NocCurve, palette: &Palette, words: &Words) -> String {
    let points: Vec<_> = curve.points.iter().map(|p| (p.offered, p.accepted, p.saturated)).collect();
    let most = right_end(curve);
    let ink = colour(palette.rgb(Ink::Packet(2)));
    let lines = [Line { name: words.accepted.clone(), ink, points, dashed: false }];
    let rules = [(false, curve.bound, words.bound.as_str())];
    let heading = words.accepted.as_str();
    chart(palette, (&words.load, heading), (most, most), &lines, if curve.bound < most { &rules } else { &[] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::sheet::hold;
    use mcore::base::Text as Words2;
    use mcore::modes::chip::view::{NocLatency, NocPoint};

    #[test]
    fn a_line_ends_where_it_leaves_the_chart() {
        let points = [(0.1, 10.0, false), (0.2, 20.0, false), (0.3, 100.0, true), (0.4, 300.0, true)];
        assert_eq!(below(&points, 60.0), [(0.1, 10.0), (0.2, 20.0), (0.25, 60.0)]);
        assert_eq!(below(&points[..2], 60.0), [(0.1, 10.0), (0.2, 20.0)]);
        assert!(below(&points[2..], 60.0).is_empty());
    }

    fn point(load: f64, mean: f64, saturated: bool) -> NocPoint {
        NocPoint {
            mesh: "8x8".into(),
            traffic: "uniform".into(),
            hot: None,
            burst: 1,
            packet: 10,
            seed: 1,
            load,
            offered: load,
            accepted: load.min(0.2),
            latency: Some(NocLatency { mean, least: 11, p50: 16, p95: 40, p99: 60, max: 90 }),
            hops: 5.3,
            packets: 100,
            undelivered: 0,
            cycles: 1000,
            saturated,
        }
    }

    #[test]
    fn curves_have_points_rules_and_crosses() {
        let palette = Palette::read(|name| if name == "--ui" { "sans-serif".into() } else { "#336699".into() });
        let points = vec![point(0.05, 17.0, false), point(0.15, 25.0, false), point(0.3, 900.0, true)];
        let curve = NocCurve { title: Words2::same("t"), zero_load: 16.3, bound: 0.5, points };
        let words = Words {
            load: "load".into(),
            latency: "cycles".into(),
            accepted: "accepted".into(),
            zero_load: "zero load".into(),
            bound: "bound".into(),
            mean: "mean".into(),
        };
        let picture = latency(&curve, &palette, &words);
        assert_eq!(picture.matches("<circle").count(), 4, "two settled loads on two lines");
        for word in ["load", "cycles", "mean", "95 %", "zero load"] {
            assert!(picture.contains(word), "{word}");
        }
        assert!(accepted(&curve, &palette, &words).contains("accepted"));
        hold("noc-latency", &picture);
        hold("noc-accepted", &accepted(&curve, &palette, &words));
        let none = NocCurve { points: vec![], ..curve };
        assert!(latency(&none, &palette, &words).trim_end().ends_with("</svg>"));
    }
}
