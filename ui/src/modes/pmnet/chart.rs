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
    /// Its name.
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

/// A line over the phases.
pub struct Line {
    /// Its name.
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
    fn charts_say_what_they_show_and_survive_nothing() {
        let palette = Palette::read(|name| if name == "--ui" { "sans-serif".into() } else { "#336699".into() });
        let bar = |name: &str, value| Bar { name: name.into(), value, text: format!("{value} ms") };
        let drawn = bars(&palette, [1, 2, 3], &[bar("mem0", 4.0), bar("L3_0", 1.0)]);
        assert!(drawn.contains("mem0") && drawn.contains("4 ms"));
        let line = |values| Line { name: "L1".into(), ink: [1, 2, 3], dashed: true, values };
        let drawn = phases(&palette, ("phase", "%"), &[line(vec![1.0, 2.0, 3.0])]);
        assert!(drawn.contains("phase") && drawn.contains("L1"));
        assert_eq!(drawn.matches("<circle").count(), 3);
        for empty in [
            bars(&palette, [0; 3], &[]),
            phases(&palette, ("a", "b"), &[line(vec![])]),
            phases(&palette, ("a", "b"), &[]),
        ] {
            assert!(empty.trim_end().ends_with("</svg>"));
        }
    }
}
