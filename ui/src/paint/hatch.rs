//! Areas that differ by pattern as well as by colour.

use super::palette::{Palette, Rgb, mix};
use super::sheet::{Area, Drawn, colour, draw};
use super::surface::Ink;
use plotters::prelude::{PathElement, Rectangle};
use plotters::style::Color as _;

/// Pixels between two lines of a pattern.
const STEP: i32 = 6;

/// A pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The full colour.
    Full,
    /// Lines that rise to the right.
    Rising,
    /// Lines that fall to the right.
    Falling,
    /// Upright lines.
    Upright,
    /// Level lines.
    Level,
    /// Rising and falling lines.
    Crossed,
    /// Only a weak tint.
    Tint,
}

/// Colour and pattern of a use of cycles: see `UsesView::rows` of the session's statistics for the keys.
pub fn look(key: &str) -> (Ink, Pattern) {
    match key {
        "progress" => (Ink::Work, Pattern::Full),
        "polling" => (Ink::Poll, Pattern::Rising),
        "waiting-for-incc" => (Ink::Poll, Pattern::Level),
        "waiting-for-time" => (Ink::Poll, Pattern::Upright),
        "halted" => (Ink::Halt, Pattern::Level),
        "trapped" => (Ink::Trap, Pattern::Crossed),
        "xoff" => (Ink::Stall, Pattern::Falling),
        "output-held" => (Ink::Stall, Pattern::Crossed),
        "page-miss" => (Ink::Stall, Pattern::Upright),
        "awaiting-flits" => (Ink::Accent, Pattern::Falling),
        _ => (Ink::Halt, Pattern::Tint),
    }
}

/// Fills a rectangle.
pub fn fill(
    area: &Area<'_>,
    (x0, y0): (i32, i32),
    (x1, y1): (i32, i32),
    ink: Rgb,
    pattern: Pattern,
    panel: Rgb,
) -> Drawn {
    let full = colour(ink);
    let ground = match pattern {
        Pattern::Full => full,
        Pattern::Tint => colour(mix(panel, ink, 0.16)),
        _ => colour(mix(panel, ink, 0.3)),
    };
    if x1 <= x0 || y1 <= y0 {
        return Ok(());
    }
    area.draw(&Rectangle::new([(x0, y0), (x1, y1)], ground.filled()))?;
    let line = |a: (i32, i32), b: (i32, i32)| area.draw(&PathElement::new([a, b], full.stroke_width(1)));
    let h = y1 - y0;
    // A slanting line that starts at x = d below ends at x = d + h above; parts outside are cut off.
    let rising = |d: i32| {
        let (from, to) = (d.max(x0), (d + h).min(x1));
        ((from, y1 - (from - d)), (to, y1 - (to - d)), from < to)
    };
    let slants = (x0 - h..x1).filter(|d| d.rem_euclid(STEP) == 0);
    if matches!(pattern, Pattern::Rising | Pattern::Crossed) {
        for (a, b, seen) in slants.clone().map(rising) {
            if seen {
                line(a, b)?;
            }
        }
    }
    if matches!(pattern, Pattern::Falling | Pattern::Crossed) {
        for ((ax, ay), (bx, by), seen) in slants.map(rising) {
            if seen {
                line((ax, y0 + y1 - ay), (bx, y0 + y1 - by))?;
            }
        }
    }
    match pattern {
        Pattern::Upright => (x0..x1).filter(|x| x.rem_euclid(4) == 1).try_for_each(|x| line((x, y0), (x, y1)))?,
        Pattern::Level => (y0 + 2..y1).step_by(4).try_for_each(|y| line((x0, y), (x1, y)))?,
        _ => {}
    }
    area.draw(&Rectangle::new([(x0, y0), (x1, y1)], full.stroke_width(1)))
}

/// A small picture of a pattern, for a legend.
pub fn swatch(key: &str, palette: &Palette) -> String {
    let (ink, pattern) = look(key);
    let panel = palette.panel.rgb;
    draw((22, 14), panel, |area| fill(area, (1, 1), (21, 13), palette.rgb(ink), pattern, panel))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 11] = [
        "progress",
        "polling",
        "waiting-for-incc",
        "waiting-for-time",
        "halted",
        "trapped",
        "xoff",
        "output-held",
        "page-miss",
        "awaiting-flits",
        "idle",
    ];

    #[test]
    fn every_use_looks_different() {
        let mut looks: Vec<_> = KEYS.iter().map(|k| format!("{:?}", look(k))).collect();
        looks.sort();
        looks.dedup();
        assert_eq!(looks.len(), KEYS.len());
    }

    #[test]
    fn lines_stay_within_their_rectangle() {
        let palette = Palette::read(|_| "#336699".to_owned());
        for key in KEYS {
            let text = swatch(key, &palette);
            for number in
                text.split("points=\"").skip(1).flat_map(|p| p[..p.find('"').expect("ends")].split([' ', ',']))
            {
                if let Ok(n) = number.parse::<i32>() {
                    assert!((0..=21).contains(&n), "{key}: {text}");
                }
            }
        }
    }
}
