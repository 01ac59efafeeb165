//! Bar charts of the statistics, by plotters: shares of cycles, numbers by name, histograms.

use crate::fmt;
use crate::paint::hatch;
use crate::paint::palette::Palette;
use crate::paint::sheet::{self, Area, Drawn, colour, lettering, width_of};
use crate::paint::surface::Ink;
use mcore::modes::chip::view::BucketView;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Width of charts in pixels; the page scales them to their place.
pub const WIDTH: u32 = 440;
/// Approximate number of bins of a histogram.
const BINS: u64 = 24;
/// Font size.
const SIZE: f64 = 12.0;

/// A stacked bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Its name.
    pub label: String,
    /// Key and size of its parts.
    pub parts: Vec<(&'static str, u64)>,
}

/// A plain bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub label: String,
    /// Its size.
    pub value: u64,
}

/// A vertical line in a histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name, for example `p95`.
    pub label: String,
    pub at: f64,
}

fn text(area: &Area<'_>, palette: &Palette, words: &str, (x, y): (i32, i32), h: HPos, quiet: bool) -> Drawn {
    let ink = if quiet { palette.text2.rgb } else { palette.text.rgb };
    let style = lettering(palette, SIZE, ink).pos(Pos::new(h, VPos::Center));
    area.draw(&Text::new(words, (x, y), style))
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { String::new() } else { fmt::percent(part as f64 / whole as f64, 1) }
}

/// Bars of equal length that show the shares of their parts.
pub fn stacks(stacks: &[Stack], palette: &Palette) -> String {
    let row = 34;
    let height = row * stacks.len() as i32 + 22;
    let labels = stacks.iter().map(|s| width_of(&s.label, SIZE)).fold(0.0, f64::max);
    let (left, right) = (labels.ceil() as i32 + 12, WIDTH as i32 - 16);
    let panel = palette.panel.rgb;
    sheet::draw((WIDTH, height as u32), panel, |area| {
        for (i, stack) in stacks.iter().enumerate() {
            let y = row * i as i32 + 4;
            text(area, palette, &stack.label, (left - 8, y + 12), HPos::Right, false)?;
            let whole: u64 = stack.parts.iter().map(|(_, n)| n).sum();
            let mut before = 0;
            for (key, part) in &stack.parts {
                let x = |n: u64| left + ((right - left) as f64 * n as f64 / whole.max(1) as f64).round() as i32;
                let (ink, pattern) = hatch::look(key);
                hatch::fill(area, (x(before), y), (x(before + part), y + 24), palette.rgb(ink), pattern, panel)?;
                before += part;
            }
        }
        let line = colour(palette.line2.rgb);
        let foot = row * stacks.len() as i32;
        for (quarter, label) in ["0 %", "25 %", "50 %", "75 %", "100 %"].into_iter().enumerate() {
            let x = left + (right - left) * quarter as i32 / 4;
            area.draw(&PathElement::new([(x, foot - 2), (x, foot + 3)], line))?;
            let h = if quarter == 4 { HPos::Right } else { HPos::Center };
            text(area, palette, label, (if quarter == 4 { x + 12 } else { x }, foot + 12), h, true)?;
        }
        Ok(())
    })
}

/// One bar per row, with its value and its share.
pub fn bars(bars: &[Bar], palette: &Palette) -> String {
    let row = 26;
    let whole: u64 = bars.iter().map(|b| b.value).sum();
    let most = bars.iter().map(|b| b.value).max().unwrap_or(0).max(1);
    let words: Vec<String> =
        bars.iter().map(|b| format!("{}  {}", fmt::grouped(b.value), percent(b.value, whole))).collect();
    let widest = |texts: &mut dyn Iterator<Item = &String>| texts.map(|t| width_of(t, SIZE)).fold(0.0, f64::max).ceil();
    let left = widest(&mut bars.iter().map(|b| &b.label)) as i32 + 12;
    let right = WIDTH as i32 - widest(&mut words.iter()) as i32 - 14;
    sheet::draw((WIDTH, (row * bars.len() as i32 + 4) as u32), palette.panel.rgb, |area| {
        for (i, (bar, words)) in bars.iter().zip(&words).enumerate() {
            let y = row * i as i32 + 3;
            let length = (f64::from(right - left) * bar.value as f64 / most as f64).round() as i32;
            text(area, palette, &bar.label, (left - 8, y + 10), HPos::Right, false)?;
            let fill = colour(palette.cores[0].rgb).filled();
            area.draw(&Rectangle::new([(left, y), (left + length.max(1), y + 20)], fill))?;
            text(area, palette, words, (left + length + 8, y + 10), HPos::Left, true)?;
        }
        let line = colour(palette.line2.rgb);
        area.draw(&PathElement::new([(left, 0), (left, row * bars.len() as i32 + 3)], line))
    })
}

/// Where a number lies among the buckets, counted in buckets from the start of the first one.
fn place(buckets: &[BucketView], at: f64) -> f64 {
    let index = buckets.iter().position(|b| at <= b.to as f64).unwrap_or(buckets.len().saturating_sub(1));
    let Some(b) = buckets.get(index) else { return 0.0 };
    let inside = (at - b.from as f64 + 0.5) / (b.to - b.from + 1) as f64;
    index as f64 + inside.clamp(0.0, 1.0)
}

/// Bins of equal width from the smallest number on, so that gaps remain visible. Numbers beyond `most` are in the last
/// one. The width is a power of two, as the widths of the buckets are, so that no bucket is cut.
pub fn bins(buckets: &[BucketView], most: u64) -> Vec<BucketView> {
    let inside = || buckets.iter().filter(|b| b.from <= most);
    let (Some(first), Some(last)) = (inside().next(), inside().next_back()) else { return Vec::new() };
    let widest = inside().map(|b| b.to - b.from + 1).max().unwrap_or(1);
    let width = widest.max((last.to + 1 - first.from).div_ceil(BINS)).next_power_of_two();
    let start = first.from / width * width;
    let mut bins: Vec<BucketView> = (0..=(last.to - start) / width)
        .map(|i| BucketView { from: start + i * width, to: start + (i + 1) * width - 1, count: 0 })
        .collect();
    for b in inside() {
        bins[((b.from - start) / width) as usize].count += b.count;
    }
    let beyond: u64 = buckets.iter().filter(|b| b.from > most).map(|b| b.count).sum();
    if let (true, Some(to)) = (beyond > 0, buckets.last().map(|b| b.to)) {
        let from = bins.last().map_or(0, |b| b.to + 1);
        bins.push(BucketView { from, to: to.max(from), count: beyond });
    }
    bins
}

/// The range of numbers in a bucket.
pub fn label_of(b: &BucketView) -> String {
    if b.from == b.to {
        fmt::short(b.from as f64)
    } else {
        format!("{}–{}", fmt::short(b.from as f64), fmt::short(b.to as f64))
    }
}

/// A histogram with named lines; `x` and `y` are the names of the axes.
pub fn histogram(buckets: &[BucketView], rules: &[Rule], x: &str, y: &str, palette: &Palette) -> String {
    let room = 16 * rules.len() as i32;
    let (width, height) = (WIDTH as i32, 216 + room);
    let (left, top, bottom) = (48, 22 + room, 38);
    let most = buckets.iter().map(|b| b.count).max().unwrap_or(0).max(1);
    sheet::draw((WIDTH, height as u32), palette.panel.rgb, |area| {
        let plot = area.margin(top, bottom, left, 12);
        let count = buckets.len().max(1) as f64;
        let mut chart = ChartBuilder::on(&plot).build_cartesian_2d(0.0..count, 0.0..most as f64 * 1.04)?;
        let faint = colour(palette.line.rgb);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_axes()
            .bold_line_style(faint)
            .light_line_style(faint)
            .y_labels(4)
            .y_max_light_lines(1)
            .draw()?;
        let fill = colour(palette.rgb(Ink::Packet(0))).filled();
        chart.draw_series(buckets.iter().enumerate().map(|(i, b)| {
            let i = i as f64;
            Rectangle::new([(i + 0.08, 0.0), (i + 0.92, b.count as f64)], fill)
        }))?;
        let pixel = |i: f64| left + (f64::from(width - left - 12) * i / count).round() as i32;
        let base = height - bottom;
        let line = colour(palette.line2.rgb);
        area.draw(&PathElement::new([(left, top), (left, base), (width - 12, base)], line))?;
        for share in [0, 1, 2] {
            let at = base - ((base - top) as f64 / 1.04 * f64::from(share) / 2.0) as i32;
            let number = most as f64 * f64::from(share) / 2.0;
            if number.fract() == 0.0 {
                text(area, palette, &fmt::short(number), (left - 6, at), HPos::Right, true)?;
            }
        }
        // As many labels as there is room for.
        let labels: Vec<String> = buckets.iter().map(label_of).collect();
        let widest = labels.iter().map(|l| width_of(l, SIZE)).fold(1.0, f64::max) + 10.0;
        let every = (widest * count / f64::from(width - left - 12)).ceil().max(1.0) as usize;
        for (i, label) in labels.iter().enumerate().step_by(every) {
            text(area, palette, label, (pixel(i as f64 + 0.5), base + 11), HPos::Center, true)?;
        }
        text(area, palette, x, (width - 12, base + 28), HPos::Right, true)?;
        text(area, palette, y, (4, 9), HPos::Left, true)?;
        for (i, rule) in rules.iter().enumerate() {
            let at = pixel(place(buckets, rule.at));
            let y = 26 + 16 * i as i32;
            let ink = colour(palette.text.rgb);
            area.draw(&PathElement::new([(at, y), (at, base)], ink.stroke_width(1)))?;
            area.draw(&Circle::new((at, y), 2, ink.filled()))?;
            let (h, dx) = if at > width - 150 { (HPos::Right, -6) } else { (HPos::Left, 6) };
            text(area, palette, &rule.label, (at + dx, y), h, false)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::sheet::hold;

    fn palette() -> Palette {
        Palette::read(|name| if name == "--ui" { "sans-serif".to_owned() } else { "#336699".to_owned() })
    }

    fn bucket(from: u64, to: u64, count: u64) -> BucketView {
        BucketView { from, to, count }
    }

    #[test]
    fn a_bar_is_as_long_as_its_number() {
        let list = [Bar { label: "load".into(), value: 1200 }, Bar { label: "store".into(), value: 400 }];
        let picture = bars(&list, &palette());
        for word in ["load", "1,200", "75.0 %", "25.0 %"] {
            assert!(picture.contains(word), "{word}: {picture}");
        }
        let widths: Vec<i32> = picture
            .split("<rect ")
            .skip(2)
            .filter_map(|r| r.split("width=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        assert!((widths[0] - 3 * widths[1]).abs() <= 3, "{widths:?}");
        hold("bars", &picture);
    }

    #[test]
    fn parts_of_a_stack_fill_it() {
        let stack = Stack { label: "cores".into(), parts: vec![("progress", 30), ("polling", 60), ("halted", 10)] };
        let picture = stacks(&[stack], &palette());
        assert!(picture.contains("cores") && picture.contains("100 %"));
        assert!(picture.contains("<polyline"), "lines of a pattern");
        hold("stacks", &picture);
    }

    #[test]
    fn nothing_counted_gives_an_empty_chart() {
        for picture in [stacks(&[], &palette()), bars(&[], &palette()), histogram(&[], &[], "x", "y", &palette())] {
            assert!(picture.trim_end().ends_with("</svg>"), "{picture}");
        }
    }

    #[test]
    fn bins_keep_every_count_and_show_gaps() {
        let buckets = [bucket(13, 13, 5), bucket(14, 14, 1), bucket(40, 40, 2), bucket(64, 71, 3), bucket(900, 959, 7)];
        let found = bins(&buckets, 70);
        assert_eq!(found.iter().map(|b| b.count).sum::<u64>(), 18);
        assert_eq!(found.last().map(|b| (b.to, b.count)), Some((959, 7)));
        assert!(found.iter().any(|b| b.count == 0), "a gap");
        assert!(found.windows(2).all(|w| w[0].to + 1 == w[1].from));
        assert_eq!(bins(&[], 5), []);
    }

    #[test]
    fn a_rule_stands_in_the_bucket_that_holds_its_number() {
        let buckets = [bucket(8, 15, 4), bucket(16, 31, 10), bucket(32, 63, 1)];
        assert_eq!(place(&buckets, 8.0).floor(), 0.0);
        assert_eq!(place(&buckets, 16.0).floor(), 1.0);
        assert!(place(&buckets, 31.0) <= 2.0);
        assert!(place(&buckets, 900.0) <= 3.0);
        let rules = [Rule { label: "p95".into(), at: 31.0 }];
        let picture = histogram(&buckets, &rules, "cycles", "packets", &palette());
        for word in ["p95", "cycles", "packets", "8–15", "32–63"] {
            assert!(picture.contains(word), "{word}");
        }
    }
}
