//! Charts of the mode, by plotters.

use crate::paint::palette::{Palette, Rgb};
use crate::paint::sheet::{self, Drawn, colour, lettering, width_of};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const WIDTH: u32 = 440;
const SIZE: f64 = 12.0;
const ROW: i32 = 24;

/// A bar: name, length, and text.
pub struct Bar {
    pub name: String,
    /// Its length.
    pub value: f64,
    /// The text of its number.
    pub text: String,
}

/// Bars one below the other, each with its name and number.
pub fn bars(palette: &Palette, ink: Rgb, bars: &[Bar]) -> String {
    let most = bars.iter().map(|b| b.value).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let widest =
        |texts: &mut dyn Iterator<Item = &String>| texts.map(|t| width_of(t, SIZE)).fold(0.0, f64::max).ceil() as i32;
    let left = widest(&mut bars.iter().map(|b| &b.name)).min(200) + 12;
    let right = WIDTH as i32 - widest(&mut bars.iter().map(|b| &b.text)) - 16;
    let high = (ROW * bars.len() as i32 + 8).max(24) as u32;
    sheet::draw((WIDTH, high), palette.panel.rgb, |area| {
        let style = |h: HPos, ink: Rgb| lettering(palette, SIZE, ink).pos(Pos::new(h, VPos::Center));
        for (i, bar) in bars.iter().enumerate() {
            let y = ROW * i as i32 + 4;
            let length = (f64::from((right - left).max(1)) * bar.value / most).round() as i32;
            area.draw(&Text::new(bar.name.as_str(), (left - 8, y + 9), style(HPos::Right, palette.text.rgb)))?;
            area.draw(&Rectangle::new([(left, y), (left + length.max(1), y + 17)], colour(ink).filled()))?;
            area.draw(&Text::new(bar.text.as_str(), (left + length + 6, y + 9), style(HPos::Left, palette.text2.rgb)))?;
        }
        area.draw(&PathElement::new([(left, 0), (left, high as i32)], colour(palette.line2.rgb)))
    })
}

/// A bar of four parts: name, parts, and the text of their sum.
pub struct Stack {
    pub name: String,
    /// The lengths of its parts.
    pub parts: [f64; 4],
    /// The text of the sum.
    pub text: String,
}

/// Bars of parts one below the other, each as long as the others: shares count, the numbers are beside them.
pub fn stacked(palette: &Palette, inks: [Rgb; 4], names: &[String; 4], bars: &[Stack]) -> String {
    let widest = bars.iter().map(|bar| width_of(&bar.text, SIZE)).fold(0.0, f64::max).ceil() as i32;
    let left = bars.iter().map(|bar| width_of(&bar.name, SIZE)).fold(0.0, f64::max).ceil() as i32 + 12;
    let right = WIDTH as i32 - widest - 16;
    let high = (ROW * (bars.len() as i32 + 1) + 12) as u32;
    sheet::draw((WIDTH, high), palette.panel.rgb, |area| {
        let style = |h: HPos, ink: Rgb| lettering(palette, SIZE, ink).pos(Pos::new(h, VPos::Center));
        let mut x = left;
        for (name, ink) in names.iter().zip(inks) {
            area.draw(&Rectangle::new([(x, 4), (x + 11, 15)], colour(ink).filled()))?;
            area.draw(&Text::new(name.as_str(), (x + 16, 10), style(HPos::Left, palette.text2.rgb)))?;
            x += 16 + width_of(name, SIZE) as i32 + 14;
        }
        for (i, bar) in bars.iter().enumerate() {
            let y = ROW * (i as i32 + 1) + 4;
            let sum = bar.parts.iter().sum::<f64>();
            area.draw(&Text::new(bar.name.as_str(), (left - 8, y + 9), style(HPos::Right, palette.text.rgb)))?;
            let (mut from, mut done) = (left, 0.0);
            for (part, ink) in bar.parts.iter().zip(inks).filter(|(part, _)| **part > 0.0) {
                done += part;
                let to = left + (f64::from((right - left).max(1)) * done / sum).round() as i32;
                area.draw(&Rectangle::new([(from, y), (to.max(from + 1), y + 17)], colour(ink).filled()))?;
                from = to;
            }
            area.draw(&Text::new(bar.text.as_str(), (from + 6, y + 9), style(HPos::Left, palette.text2.rgb)))?;
        }
        Ok(())
    })
}

/// The roofs of a run and its points.
pub struct Roofs {
    /// The name of the run; empty for the only one.
    pub name: String,
    /// Peak in operations per second; 0 if it is not known.
    pub peak: f64,
    /// Operations per second of the run.
    pub reached: f64,
    /// Name, operations per byte, and bytes per second of each level.
    pub levels: Vec<(String, f64, f64)>,
}

impl Roofs {
    /// The most operations per second at an intensity, for a level with this rate.
    pub fn roof(&self, intensity: f64, rate: f64) -> f64 {
        let slanted = intensity * rate;
        if self.peak > 0.0 { slanted.min(self.peak) } else { slanted }
    }
}

/// A power of ten on an axis.
fn power(v: f64) -> String {
    match 10f64.powf(v) {
        p if p >= 1000.0 => format!("{:.0}", p),
        p if p >= 1.0 => format!("{p:.0}"),
        p => format!("{:.*}", (-v.floor()) as usize, p),
    }
}

/// Moves names down that would lie over others; each is a line of text that begins at the left and top.
fn apart(mut names: Vec<(i32, i32, String)>) -> Vec<(i32, i32, String)> {
    const LINE: i32 = 13;
    names.sort_by_key(|(_, y, _)| *y);
    for index in 1..names.len() {
        let (done, rest) = names.split_at_mut(index);
        let (x, y, name) = &mut rest[0];
        let end = |x: i32, name: &str| x + width_of(name, SIZE) as i32 + 4;
        for (other_x, other_y, other) in done.iter() {
            let beside = end(*other_x, other) <= *x || end(*x, name) <= *other_x;
            if !beside && (*y - *other_y).abs() < LINE {
                *y = other_y + LINE;
            }
        }
    }
    names
}

/// The roofline of runs, both axes in powers of ten. One run has all its levels, several have their memories only.
pub fn roofline(palette: &Palette, (x, y): (&str, &str), runs: &[Roofs]) -> String {
    const HEIGHT: u32 = 260;
    let only = runs.len() == 1;
    let shown = |run: &Roofs| if only { 0 } else { run.levels.len().saturating_sub(1) };
    let points = || runs.iter().flat_map(move |run| run.levels[shown(run)..].iter().map(move |level| (run, level)));
    let logs = |values: &mut dyn Iterator<Item = f64>| {
        values
            .filter(|v| *v > 0.0)
            .map(f64::log10)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)))
    };
    let knees = points().filter(|(run, _)| run.peak > 0.0).map(|(run, level)| run.peak / level.2);
    let (left, right) = logs(&mut points().map(|(_, level)| level.1).chain(knees));
    let (left, right) = if left.is_finite() { (left.floor() - 0.3, right.ceil() + 0.3) } else { (-2.0, 1.0) };
    let at_left = points().map(|(run, level)| run.roof(10f64.powf(left), level.2));
    let heights = points().map(|(run, level)| run.roof(10f64.powf(right), level.2));
    let (low, high) = logs(&mut points().map(|(run, _)| run.reached).chain(at_left).chain(heights).map(|v| v / 1e9));
    let (low, high) = if low.is_finite() { (low - 0.2, high + 0.4) } else { (-1.0, 2.0) };
    sheet::draw((WIDTH, HEIGHT), palette.panel.rgb, |area| {
        let plot = area.margin(24, 22, 4, 16);
        let mut chart = ChartBuilder::on(&plot)
            .set_label_area_size(LabelAreaPosition::Left, 52)
            .set_label_area_size(LabelAreaPosition::Bottom, 20)
            .build_cartesian_2d(left..right, low..high)?;
        let number = |v: &f64| if v.fract().abs() < 1e-6 { power(*v) } else { String::new() };
        sheet::axes(&mut chart, palette, SIZE, true, (((right - left) as usize + 1).min(8), &number), (6, &number))?;
        let style = |h: HPos, v: VPos| lettering(palette, SIZE, palette.text2.rgb).pos(Pos::new(h, v));
        let scale = |value: f64| (value / 1e9).max(1e-30).log10();
        // A line is named at its left end, above it; a point of several runs beside it.
        let mut names: Vec<(i32, i32, String)> = Vec::new();
        for (place, (run, (name, intensity, rate))) in points().enumerate() {
            let ink = colour(palette.rgb(crate::paint::surface::Ink::Packet(place as u8)));
            let knee = if run.peak > 0.0 { (run.peak / rate).log10() } else { right };
            let corners = [left, knee.clamp(left, right), right].map(|at| (at, scale(run.roof(10f64.powf(at), *rate))));
            if place % 2 == 1 {
                chart.draw_series(DashedLineSeries::new(corners, 5, 4, ink.stroke_width(2)))?;
            } else {
                chart.draw_series(LineSeries::new(corners, ink.stroke_width(2)))?;
            }
            let at = (intensity.max(1e-30).log10(), scale(run.reached));
            chart.draw_series([Circle::new(at, 5, ink.filled())])?;
            names.push(if only {
                let (px, py) = chart.backend_coord(&corners[0]);
                (px + 4, py - 17, name.clone())
            } else {
                let (px, py) = chart.backend_coord(&at);
                (px + 8, py + 8, run.name.clone())
            });
        }
        for (px, py, name) in apart(names) {
            area.draw(&Text::new(name, (px, py), style(HPos::Left, VPos::Top)))?;
        }
        area.draw(&Text::new(y, (4, 4), style(HPos::Left, VPos::Top)))?;
        area.draw(&Text::new(x, (WIDTH as i32 - 12, HEIGHT as i32 - 3), style(HPos::Right, VPos::Bottom)))?;
        Ok(()) as Drawn
    })
}

/// A line over the phases.
pub struct Line {
    pub name: String,
    /// Its colour.
    pub ink: Rgb,
    /// Dashed, so that it is recognisable without its colour.
    pub dashed: bool,
    /// A value for each phase.
    pub values: Vec<f64>,
}

/// Lines over the phases of a run, counted from 1.
pub fn phases(palette: &Palette, (x, y): (&str, &str), lines: &[Line]) -> String {
    let count = lines.iter().map(|line| line.values.len()).max().unwrap_or(0).max(2);
    let top = lines.iter().flat_map(|line| &line.values).copied().fold(0.0, f64::max).max(1e-12) * 1.08;
    const HEIGHT: u32 = 220;
    sheet::draw((WIDTH, HEIGHT), palette.panel.rgb, |area| {
        let plot = area.margin(40, 22, 4, 16);
        let mut chart = ChartBuilder::on(&plot)
            .set_label_area_size(LabelAreaPosition::Left, 52)
            .set_label_area_size(LabelAreaPosition::Bottom, 20)
            .build_cartesian_2d(1.0..count as f64, 0.0..top)?;
        let whole = |v: &f64| if v.fract().abs() < 1e-6 { format!("{v:.0}") } else { String::new() };
        let number = |v: &f64| match *v {
            0.0 => "0".to_owned(),
            v if v >= 100.0 => format!("{v:.0}"),
            v if v >= 1.0 => format!("{v:.1}"),
            v => format!("{v:.3}"),
        };
        sheet::axes(&mut chart, palette, SIZE, false, (count.min(10), &whole), (6, &number))?;
        for line in lines {
            let ink = colour(line.ink);
            let points: Vec<(f64, f64)> = line.values.iter().enumerate().map(|(i, v)| (i as f64 + 1.0, *v)).collect();
            if line.dashed {
                chart.draw_series(DashedLineSeries::new(points.clone(), 5, 4, ink.stroke_width(2)))?;
            } else {
                chart.draw_series(LineSeries::new(points.clone(), ink.stroke_width(2)))?;
            }
            if points.len() <= 24 {
                chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, ink.filled())))?;
            }
        }
        let style = |h: HPos, v: VPos| lettering(palette, SIZE, palette.text2.rgb).pos(Pos::new(h, v));
        area.draw(&Text::new(y, (4, 4), style(HPos::Left, VPos::Top)))?;
        area.draw(&Text::new(x, (WIDTH as i32 - 12, HEIGHT as i32 - 3), style(HPos::Right, VPos::Bottom)))?;
        let mut at = 60;
        for line in lines {
            let pieces = if line.dashed { vec![(0, 7), (11, 18)] } else { vec![(0, 18)] };
            for (from, to) in pieces {
                area.draw(&PathElement::new([(at + from, 30), (at + to, 30)], colour(line.ink).stroke_width(2)))?;
            }
            area.draw(&Text::new(line.name.as_str(), (at + 23, 30), style(HPos::Left, VPos::Center)))?;
            at += 23 + width_of(&line.name, SIZE) as i32 + 16;
        }
        Ok(()) as Drawn
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lie_apart() {
        let names = [(10, 50, "memory"), (12, 50, "L3"), (300, 52, "far"), (10, 40, "L2")];
        let names = apart(names.map(|(x, y, name)| (x, y, name.to_owned())).to_vec());
        let place = |wanted: &str| names.iter().find(|(_, _, name)| name == wanted).map(|(x, y, _)| (*x, *y));
        assert_eq!((place("L2"), place("far")), (Some((10, 40)), Some((300, 52))));
        let mut column: Vec<i32> = ["L2", "memory", "L3"].into_iter().filter_map(|n| Some(place(n)?.1)).collect();
        column.sort_unstable();
        assert!(column.windows(2).all(|pair| pair[1] - pair[0] >= 13), "{column:?}");
    }

    #[test]
    fn charts_say_what_they_show_and_survive_nothing() {
        let palette = Palette::read(|name| if name == "--ui" { "sans-serif".into() } else { "#336699".into() });
        let bar = |name: &str, value| Bar { name: name.into(), value, text: format!("{value} ms") };
        let drawn = bars(&palette, [1, 2, 3], &[bar("mem0", 4.0), bar("L3_0", 1.0)]);
        assert!(drawn.contains("mem0") && drawn.contains("4 ms"));
        let line = |values| Line { name: "L1".into(), ink: [1, 2, 3], dashed: true, values };
        let drawn = phases(&palette, ("phase", "%"), &[line(vec![1.0, 2.0, 3.0])]);
        assert!(drawn.contains("phase") && drawn.contains("L1"));
        assert_eq!(drawn.matches("<circle").count(), 3);
        let stack = Stack { name: "L1".into(), parts: [1.0, 0.0, 2.0, 1.0], text: "4".into() };
        let names = ["cold", "capacity", "conflict", "coherence"].map(String::from);
        let drawn = stacked(&palette, [[1, 2, 3]; 4], &names, &[stack]);
        assert!(
            names.iter().all(|name| drawn.contains(name.as_str())) && drawn.contains(">\n4") || drawn.contains("L1")
        );
        let run = |name: &str, peak| Roofs {
            name: name.into(),
            peak,
            reached: 2e9,
            levels: vec![("L1".into(), 0.08, 340e9), ("memory".into(), 0.06, 38e9)],
        };
        let drawn = roofline(&palette, ("FLOP/byte", "GFLOP/s"), &[run("", 200e9)]);
        assert!(drawn.contains("memory") && drawn.contains("FLOP/byte"));
        assert_eq!(drawn.matches("<circle").count(), 2, "a point for each level");
        let drawn = roofline(&palette, ("FLOP/byte", "GFLOP/s"), &[run("1", 200e9), run("2", 0.0)]);
        assert_eq!(drawn.matches("<circle").count(), 2, "the memories of two runs");
        assert_eq!((run("", 100e9).roof(0.1, 38e9), run("", 100e9).roof(10.0, 38e9)), (3.8e9, 100e9));
        for empty in [
            roofline(&palette, ("a", "b"), &[]),
            stacked(&palette, [[0; 3]; 4], &names, &[]),
            bars(&palette, [0; 3], &[]),
            phases(&palette, ("a", "b"), &[line(vec![])]),
            phases(&palette, ("a", "b"), &[]),
        ] {
            assert!(empty.trim_end().ends_with("</svg>"));
        }
    }
}
