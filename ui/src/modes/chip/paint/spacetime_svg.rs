//! The space-time picture as a file: pixels embedded as they are; arrows, axes and labels as lines and text.

use super::arrows::Arrow;
use super::spacetime::Layout;
use super::span::Span;
use crate::paint::palette::{Palette, Rgb};
use mcore::modes::chip::view::rank_in;
use std::fmt::Write as _;

/// Pixels left of the picture, for the ranks.
const LEFT: f64 = 44.0;
/// Pixels above it, for the headline.
const ABOVE: f64 = 26.0;
/// Pixels below it, for the cycles.
const BELOW: f64 = 24.0;
/// Maximum number of ranks that are labelled beside the picture.
const LABELS: usize = 16;

/// Labels of the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Headline.
    pub title: String,
    /// First cycle and the cycle after the last one, formatted.
    pub cycles: (String, String),
    /// The number of arrows.
    pub arrows: String,
    /// The rank of MPI of each node, if a rank map changes their order; else empty.
    pub ranks: Vec<u32>,
}

/// The labelled rows, with the rank and the middle of each.
pub fn labels(layout: Layout, ranks: &[u32]) -> impl Iterator<Item = (u32, f64)> {
    let every = layout.rows.div_ceil(LABELS);
    // A label needs some pixels even where a row has only one.
    let middle = move |row| layout.top(row) as f64 + layout.thick.max(10) as f64 / 2.0;
    (0..layout.rows).step_by(every).map(move |row| (rank_in(ranks, row * layout.group), middle(row)))
}

fn css([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Corners in the SVG format.
pub fn points(corners: &[(f64, f64)]) -> String {
    corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// The file. `picture` is the address of the pixels (a `data:` URL), `width` its width in pixels.
pub fn document(
    picture: &str,
    (layout, span, width): (Layout, Span, f64),
    arrows: &[Arrow],
    cycle: Option<f64>,
    words: &Words,
    palette: &Palette,
) -> String {
    let height = layout.height() as f64;
    let (w, h) = (LEFT + width + 12.0, ABOVE + height + BELOW);
    let (panel, ink, ink2) = (css(palette.panel.rgb), css(palette.text.rgb), css(palette.text2.rgb));
    let accent = css(palette.accent.rgb);
    let font = escaped(if palette.ui_font.is_empty() { "sans-serif" } else { &palette.ui_font });
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" font-family="{font}" font-size="12"><rect width="{w}" height="{h}" fill="{panel}"/><text x="{LEFT}" y="17" font-size="13" font-weight="600" fill="{ink}">{}</text>"#,
        escaped(&words.title)
    );
    let _ = write!(
        svg,
        r#"<text x="{}" y="17" text-anchor="end" fill="{ink2}">{}</text><g transform="translate({LEFT} {ABOVE})"><image href="{picture}" width="{width}" height="{height}" preserveAspectRatio="none"/><clipPath id="c"><rect width="{width}" height="{height}"/></clipPath>"#,
        LEFT + width,
        escaped(&words.arrows)
    );
    let _ = write!(svg, r#"<text x="-6" y="10" text-anchor="end" fill="{ink2}">M</text>"#);
    for (rank, y) in labels(layout, &words.ranks) {
        let _ = write!(svg, r#"<text x="-6" y="{:.1}" text-anchor="end" fill="{ink2}">{rank}</text>"#, y + 4.0);
    }
    svg.push_str(r#"<g clip-path="url(#c)">"#);
    for arrow in arrows {
        let colour = if arrow.selected { &accent } else { &ink };
        let dash = if arrow.memory { r#" stroke-dasharray="5 3""# } else { "" };
        let ((x0, y0), (x1, y1)) = (arrow.from, arrow.to);
        let line = format!(r#"d="M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}" fill="none""#);
        let _ = write!(svg, r#"<path {line} stroke="{panel}" stroke-width="3" stroke-opacity="0.7"/>"#);
        let _ = write!(svg, r#"<path {line} stroke="{colour}" stroke-width="1.2"{dash}/>"#);
        if arrow.ends {
            let _ = write!(svg, r#"<polygon points="{}" fill="{colour}"/>"#, points(&arrow.head()));
        }
        if arrow.begins {
            let _ = write!(svg, r#"<circle cx="{x0:.1}" cy="{y0:.1}" r="2" fill="{colour}"/>"#);
        }
    }
    if let Some(x) = cycle {
        let _ = write!(svg, r#"<path d="M{x:.1} 0V{height}" stroke="{ink}" stroke-width="2"/>"#);
    }
    let (from, until) = (escaped(&words.cycles.0), escaped(&words.cycles.1));
    let y = height + 16.0;
    let _ = write!(
        svg,
        r#"</g><text x="0" y="{y}" fill="{ink2}">{from}</text><text x="{width}" y="{y}" text-anchor="end" fill="{ink2}">{until}</text></g><!-- cycles {} to {} --></svg>"#,
        span.from, span.until
    );
    svg.push('\n');
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_picture_arrows_and_words() {
        let arrow = Arrow {
            from: (10.0, 20.0),
            to: (60.0, 80.0),
            begins: true,
            ends: true,
            memory: true,
            selected: false,
            message: 0,
        };
        let open = Arrow { begins: false, ends: false, memory: false, selected: true, ..arrow };
        let words = Words {
            title: "Space & time".into(),
            cycles: ("0".into(), "1,000".into()),
            arrows: "<2>".into(),
            ranks: vec![63],
        };
        let palette = Palette::read(|_| "#123456".to_owned());
        let span = Span { from: 0, until: 1000 };
        let place = (Layout::of(64), span, 400.0);
        let text = document("data:image/png;base64,AA==", place, &[arrow, open], Some(5.0), &words, &palette);
        assert!(text.starts_with("<svg xmlns") && text.trim_end().ends_with("</svg>"), "{text}");
        assert!(text.contains("Space &amp; time") && text.contains("&lt;2&gt;") && text.contains(">1,000<"));
        assert_eq!(text.matches("<polygon").count(), 1, "an open end has no head");
        assert_eq!(text.matches("<circle").count(), 1);
        assert_eq!(text.matches("stroke-dasharray").count(), 1);
        assert!(text.contains(r#"href="data:image/png;base64,AA==""#));
        assert_eq!(labels(Layout::of(64), &[]).count(), 16);
        assert!(text.contains(">63<"), "the first node has rank 63");
        // Tags are closed.
        let opened = text.matches("<g").count();
        assert_eq!(opened, text.matches("</g>").count());
    }
}
