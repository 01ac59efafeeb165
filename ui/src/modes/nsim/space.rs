//! The space-time diagram: one row per rank, messages as lines from row to row.

use super::picture::activity_ink;
use crate::paint::surface::{Align, Ink, Lettering, Surface};
use mcore::modes::nsim::NsimDiagram;

/// Room for the numbers of ranks at the left, and for the axis at the bottom.
const LEFT: f64 = 46.0;
const BOTTOM: f64 = 20.0;

/// A time on an axis that goes up to `most`, in steps of `step`, all in ns: the whole axis has one unit and one number
/// of digits.
fn axis_text(ns: f64, most: f64, step: f64) -> String {
    let (unit, name) = match most {
        most if most < 1e4 => (1.0, "ns"),
        most if most < 1e7 => (1e3, "µs"),
        most if most < 1e10 => (1e6, "ms"),
        _ => (1e9, "s"),
    };
    // One digit more than the steps need, unless they are whole numbers.
    let steps = step / unit;
    let digits = if steps.fract() == 0.0 { 0 } else { (1.0 - steps.log10()).ceil().clamp(0.0, 6.0) as usize };
    format!("{:.digits$} {name}", ns / unit)
}

/// The end of the axis: the shown time of a running simulation may be later than the last diagram.
fn until(diagram: &NsimDiagram, now: f64) -> f64 {
    if diagram.from == 0.0 { diagram.until.max(now) } else { diagram.until }
}

/// The time at a pixel; `now` is the shown time.
pub fn time_at(diagram: &NsimDiagram, now: f64, width: f64, x: f64) -> f64 {
    let share = ((x - LEFT) / (width - LEFT - 8.0)).clamp(0.0, 1.0);
    diagram.from + share * (until(diagram, now) - diagram.from)
}

/// Draws it; `now` is the shown time in ns.
pub fn paint(surface: &mut impl Surface, diagram: &NsimDiagram, now: f64, (width, height): (f64, f64)) {
    let end = until(diagram, now);
    let span = (end - diagram.from).max(1e-9);
    let (inner, rows) = (width - LEFT - 8.0, f64::from(diagram.ranks.max(1)));
    let row = (height - BOTTOM - 4.0) / rows;
    // A hidden canvas has no size.
    if inner <= 0.0 || row <= 0.0 {
        return;
    }
    let x = |t: f64| LEFT + ((t - diagram.from) / span).clamp(0.0, 1.0) * inner;
    let y = |rank: u32| 2.0 + (f64::from(rank) - f64::from(diagram.first) + 0.5) * row;
    let bar = (row * 0.62).clamp(1.0, 12.0);
    for what in 0..3u8 {
        surface.ink(activity_ink(what));
        for (rank, from, until, _) in diagram.rank_intervals.iter().filter(|(.., own)| *own == what) {
            // Waiting is thin: nothing happens during it.
            let high = if what == 2 { (bar * 0.3).max(1.0) } else { bar };
            let (left, right) = (x(*from), x(*until));
            surface.block(left, y(*rank) - high / 2.0, (right - left).max(0.7), high);
        }
    }
    surface.begin();
    let last = diagram.first + diagram.ranks;
    for (from, to, sent, received, _) in &diagram.messages {
        // A line to a rank that is not shown is clipped at the border.
        let (mut a, mut b) = ((x(*sent), y(*from)), (x(*received), y(*to)));
        let clip = |inside: (f64, f64), outside: (f64, f64)| {
            let border = outside.1.clamp(0.0, height - BOTTOM);
            let share = if outside.1 == inside.1 { 0.0 } else { (border - inside.1) / (outside.1 - inside.1) };
            (inside.0 + (outside.0 - inside.0) * share, border)
        };
        if !(diagram.first..last).contains(to) {
            b = clip(a, b);
        }
        if !(diagram.first..last).contains(from) {
            a = clip(b, a);
        }
        surface.line(a.0, a.1, b.0, b.1);
    }
    surface.stroke(Ink::Text2, if diagram.messages.len() > 400 { 0.4 } else { 0.9 }, false);
    // Axis.
    surface.begin();
    surface.line(LEFT, height - BOTTOM, width - 8.0, height - BOTTOM);
    surface.stroke(Ink::Line2, 1.0, false);
    let lettering = |align| Lettering { size: 11.0, mono: false, bold: false, align };
    let ticks = ((inner / 130.0) as u32).clamp(2, 10);
    for tick in 0..=ticks {
        let share = f64::from(tick) / f64::from(ticks);
        let at = LEFT + share * inner;
        surface.begin();
        surface.line(at, height - BOTTOM, at, height - BOTTOM + 4.0);
        surface.stroke(Ink::Line2, 1.0, false);
        let align = if tick == ticks { Align::Right } else { Align::Middle };
        surface.text(
            Ink::Text2,
            lettering(align),
            at,
            height - 8.0,
            &axis_text(diagram.from + share * span, end, span / f64::from(ticks)),
        );
    }
    let step = ((12.0 / row).ceil() as u32).max(1);
    for rank in (diagram.first..last).step_by(step as usize) {
        surface.text(Ink::Text2, lettering(Align::Right), LEFT - 6.0, y(rank), &rank.to_string());
    }
    if (diagram.from..=end).contains(&now) {
        surface.begin();
        surface.line(x(now), 0.0, x(now), height - BOTTOM);
        surface.stroke(Ink::Accent, 1.5, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_one_unit_and_tells_its_steps_apart() {
        assert_eq!([0.0, 25.0, 50.0].map(|t| axis_text(t, 100.0, 25.0)), ["0 ns", "25 ns", "50 ns"]);
        assert_eq!([0.0, 6545.0].map(|t| axis_text(t, 26_180.0, 6545.0)), ["0.0 µs", "6.5 µs"]);
        assert_eq!([12_000.0, 12_500.0].map(|t| axis_text(t, 12_500.0, 500.0)), ["12.00 µs", "12.50 µs"]);
        assert_eq!(axis_text(1.25, 1.5, 0.25), "1.25 ns");
    }

    /// A surface that counts its drawing calls.
    #[derive(Default)]
    struct Counter {
        drawn: usize,
    }

    impl Surface for Counter {
        fn ink(&mut self, _: Ink) {}
        fn block(&mut self, _: f64, _: f64, w: f64, h: f64) {
            assert!(w > 0.0 && h > 0.0);
            self.drawn += 1;
        }
        fn begin(&mut self) {}
        fn rect(&mut self, _: f64, _: f64, _: f64, _: f64) {}
        fn round_rect(&mut self, _: f64, _: f64, _: f64, _: f64, _: f64) {}
        fn circle(&mut self, _: f64, _: f64, _: f64) {}
        fn quarter(&mut self, _: f64, _: f64, _: f64) {}
        fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64) {
            assert!([x1, y1, x2, y2].iter().all(|v| v.is_finite()));
            self.drawn += 1;
        }
        fn triangle(&mut self, _: (f64, f64), _: (f64, f64), _: (f64, f64)) {}
        fn curve(&mut self, _: (f64, f64), _: (f64, f64), _: (f64, f64), _: (f64, f64)) {}
        fn fill(&mut self, _: Ink) {}
        fn stroke(&mut self, _: Ink, _: f64, _: bool) {}
        fn text(&mut self, _: Ink, _: Lettering, _: f64, _: f64, _: &str) {
            self.drawn += 1;
        }
    }

    #[test]
    fn a_canvas_of_any_size_can_be_drawn_on() {
        // A message to a rank that is not shown, and an interval.
        let diagram = NsimDiagram {
            ranks: 4,
            until: 100.0,
            rank_intervals: vec![(1, 0.0, 50.0, 1)],
            messages: vec![(1, 9, 0.0, 60.0, 8), (9, 2, 0.0, 60.0, 8)],
            ..NsimDiagram::default()
        };
        let drawn = |size| {
            let mut surface = Counter::default();
            paint(&mut surface, &diagram, 30.0, size);
            surface.drawn
        };
        // Hidden, and too small for the axes alone.
        for none in [(0.0, 0.0), (300.0, 0.0), (0.0, 300.0), (300.0, 20.0), (50.0, 300.0)] {
            assert_eq!(drawn(none), 0, "{none:?}");
        }
        assert!(drawn((300.0, 25.0)) > 3 && drawn((300.0, 200.0)) > 3);
    }

    #[test]
    fn the_axis_never_ends_before_the_shown_time() {
        let whole = NsimDiagram { until: 19_200.0, ..NsimDiagram::default() };
        assert_eq!([until(&whole, 12_000.0), until(&whole, 25_600.0)], [19_200.0, 25_600.0]);
        let part = NsimDiagram { from: 100.0, until: 200.0, ..NsimDiagram::default() };
        assert_eq!(until(&part, 25_600.0), 200.0, "a part stays a part");
    }

    #[test]
    fn times_have_at_most_four_digits_before_their_unit() {
        assert_eq!([7.0, 2687.0, 13_580.0].map(crate::fmt::time_text), ["7 ns", "2.69 µs", "13.58 µs"]);
    }

    #[test]
    fn a_click_is_the_time_under_it() {
        let diagram = NsimDiagram { from: 100.0, until: 200.0, ..NsimDiagram::default() };
        assert_eq!([0.0, 46.0, 146.0, 999.0].map(|x| time_at(&diagram, 0.0, 254.0, x)), [100.0, 100.0, 150.0, 200.0]);
        // During a run the axis goes on to the shown time.
        let running = NsimDiagram { until: 200.0, ..NsimDiagram::default() };
        assert_eq!(time_at(&running, 400.0, 254.0, 146.0), 200.0);
    }
}
