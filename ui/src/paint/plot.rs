//! Charts of the modes: lines and bars over axes with numbers, by plotters.

use super::palette::{Palette, Rgb};
use super::sheet::{self, Drawn, colour, lettering};
use crate::fmt::{grouped, short};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const WIDTH: u32 = 440;
const HEIGHT: u32 = 230;
const SIZE: f64 = 12.0;

/// A line of a chart.
pub struct Line {
    pub name: String,
    /// Its colour.
    pub ink: Rgb,
    /// Whether it is dashed.
    pub dashed: bool,
    pub points: Vec<(f64, f64)>,
}

/// Lines over a common axis. With `logarithm`, the x axis is in powers of two.
pub fn lines(palette: &Palette, names: (&str, &str), lines: &[Line], logarithm: bool) -> String {
    lines_with(palette, names, lines, logarithm, &|power| grouped(power as u64))
}

/// As [`lines`], with other numbers at the powers of two.
pub fn lines_with(
    palette: &Palette,
    (x, y): (&str, &str),
    lines: &[Line],
    logarithm: bool,
    number: &dyn Fn(f64) -> String,
) -> String {
    let of = |x: f64| if logarithm { x.max(1.0).log2() } else { x };
    let all = || lines.iter().flat_map(|line| &line.points);
    let left = all().map(|p| of(p.0)).fold(f64::INFINITY, f64::min);
    let left = if logarithm && left.is_finite() { left } else { 0.0 };
    let right = all().map(|p| of(p.0)).fold(left, f64::max).max(left + 1e-9);
    let top = all().map(|p| p.1).fold(0.0, f64::max).max(1e-9) * 1.08;
    // At most one number for each power of two.
    let numbers = if logarithm { (((right - left).floor() as usize) + 1).clamp(2, 7) } else { 6 };
    sheet::draw((WIDTH, HEIGHT), palette.panel.rgb, |area| {
        let plot = area.margin(40, 22, 4, 16);
        let mut chart = ChartBuilder::on(&plot)
            .set_label_area_size(LabelAreaPosition::Left, 48)
            .set_label_area_size(LabelAreaPosition::Bottom, 20)
            .build_cartesian_2d(left..right, 0.0..top)?;
        let power = |v: &f64| if logarithm { number(v.exp2().round()) } else { short(*v) };
        let axis = |v: &f64| short(*v);
        sheet::axes(&mut chart, palette, SIZE, true, (numbers, &power), (6, &axis))?;
        for line in lines {
            let ink = colour(line.ink);
            let seen: Vec<_> = line.points.iter().map(|(x, y)| (of(*x), *y)).collect();
            if line.dashed {
                chart.draw_series(DashedLineSeries::new(seen.clone(), 5, 4, ink.stroke_width(2)))?;
            } else {
                chart.draw_series(LineSeries::new(seen.clone(), ink.stroke_width(2)))?;
            }
            if seen.len() <= 24 {
                chart.draw_series(seen.into_iter().map(|point| Circle::new(point, 3, ink.filled())))?;
            }
        }
        names(area, palette, x, y)?;
        let mut at = 56;
        for line in lines {
            let pieces = if line.dashed { vec![(0, 7), (11, 18)] } else { vec![(0, 18)] };
            for (from, to) in pieces {
                let path = [(at + from, 30), (at + to, 30)];
                area.draw(&PathElement::new(path, colour(line.ink).stroke_width(2)))?;
            }
            let style = lettering(palette, SIZE, palette.text2.rgb).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(line.name.as_str(), (at + 23, 30), style))?;
            at += 23 + sheet::width_of(&line.name, SIZE) as i32 + 16;
        }
        Ok(()) as Drawn
    })
}

/// Bars: start, end and height.
pub fn bars(palette: &Palette, (x, y): (&str, &str), ink: Rgb, bars: &[(f64, f64, f64)]) -> String {
    let right = bars.iter().map(|b| b.1).fold(1e-9, f64::max) * 1.02;
    let left = bars.iter().map(|b| b.0).fold(right, f64::min);
    let left = if left < right * 0.4 { 0.0 } else { left * 0.95 };
    let top = bars.iter().map(|b| b.2).fold(1e-9, f64::max) * 1.08;
    sheet::draw((WIDTH, HEIGHT), palette.panel.rgb, |area| {
        let plot = area.margin(24, 22, 4, 16);
        let mut chart = ChartBuilder::on(&plot)
            .set_label_area_size(LabelAreaPosition::Left, 48)
            .set_label_area_size(LabelAreaPosition::Bottom, 20)
            .build_cartesian_2d(left..right, 0.0..top)?;
        let axis = |v: &f64| short(*v);
        sheet::axes(&mut chart, palette, SIZE, false, (6, &axis), (5, &axis))?;
        chart.draw_series(
            bars.iter().map(|(from, to, high)| Rectangle::new([(*from, 0.0), (*to, *high)], colour(ink).filled())),
        )?;
        names(area, palette, x, y)
    })
}

fn names(area: &sheet::Area<'_>, palette: &Palette, x: &str, y: &str) -> Drawn {
    let style = |h: HPos, v: VPos| lettering(palette, SIZE, palette.text2.rgb).pos(Pos::new(h, v));
    area.draw(&Text::new(y, (4, 4), style(HPos::Left, VPos::Top)))?;
    area.draw(&Text::new(x, (WIDTH as i32 - 12, HEIGHT as i32 - 3), style(HPos::Right, VPos::Bottom)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_name_their_axes_and_survive_nothing() {
        let palette = Palette::read(|name| if name == "--ui" { "sans-serif".into() } else { "#336699".into() });
        let line = |points| Line { name: "mean".into(), ink: [1, 2, 3], dashed: true, points };
        let full = lines(&palette, ("nodes", "GB/s"), &[line(vec![(8.0, 1.5), (4096.0, 0.4)])], true);
        assert!(full.contains("nodes") && full.contains("GB/s") && full.contains("mean"));
        assert_eq!(full.matches("<circle").count(), 2);
        for empty in [lines(&palette, ("a", "b"), &[line(vec![])], false), bars(&palette, ("a", "b"), [0; 3], &[])] {
            assert!(empty.trim_end().ends_with("</svg>"));
        }
        assert!(bars(&palette, ("a", "b"), [9; 3], &[(0.0, 5.0, 2.0)]).matches("<rect").count() >= 2);
    }
}
