//! Charts as SVG texts: what the page shows is what is exported, and what native tests look at.
//!
//! As on a canvas (see [`super::chart`]), plotters must not measure texts by itself. A file has no fonts to measure with,
//! so widths are estimated; they only decide how much room a label gets.

use super::palette::{Palette, Rgb};
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, DrawingBackend, IntoDrawingArea as _, RGBColor, TextStyle};
use plotters::style::Color as _;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

type Inner<'a> = SVGBackend<'a>;
type Kind = DrawingErrorKind<<Inner<'static> as DrawingBackend>::ErrorType>;

/// What can go wrong while a chart is drawn: nothing that a text could refuse.
pub type Drawn = Result<(), DrawingAreaErrorKind<<Inner<'static> as DrawingBackend>::ErrorType>>;

/// The surface of a chart, in pixels.
pub type Area<'a> = DrawingArea<Sheet<'a>, Shift>;

/// The SVG backend of plotters with estimated widths of texts.
pub struct Sheet<'a>(Inner<'a>);

/// Draws a chart of that size on a ground of that colour.
pub fn draw(size: (u32, u32), ground: Rgb, chart: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut text = String::new();
    {
        let area = Sheet(SVGBackend::with_string(&mut text, size)).into_drawing_area();
        // A text takes everything; were a number not finite, the chart would stay incomplete.
        let _ = area.fill(&colour(ground)).and_then(|()| chart(&area)).and_then(|()| area.present());
    }
    text
}

/// A colour of the palette for plotters.
pub fn colour([r, g, b]: Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// Lettering of a chart, `size` pixels high.
pub fn lettering(palette: &Palette, size: f64, ink: Rgb) -> TextStyle<'_> {
    // The backend divides by this number what it is given.
    let mut style = TextStyle::from((palette.ui_font.as_str(), size * 1.24));
    style.color = colour(ink).to_backend_color();
    style
}

/// Pixels that a text of that size is wide, about.
pub fn width_of(text: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        'i' | 'l' | 'j' | '.' | ',' | ' ' | ':' | '\'' | '(' | ')' => 0.31,
        'm' | 'w' | 'M' | 'W' | '%' => 0.86,
        c if (c as u32) < 0x2e80 => 0.58,
        _ => 1.0,
    };
    text.chars().map(of).sum::<f64>() * size
}

impl DrawingBackend for Sheet<'_> {
    type ErrorType = <Inner<'static> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Result<(), Kind> {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Result<(), Kind> {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Result<(), Kind> {
        self.0.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Result<(), Kind> {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Result<(), Kind> {
        self.0.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Result<(), Kind> {
        self.0.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Result<(), Kind> {
        self.0.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Result<(), Kind> {
        self.0.fill_polygon(vert, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, pos: BackendCoord) -> Result<(), Kind> {
        self.0.draw_text(text, style, pos)
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Result<(u32, u32), Kind> {
        let size = style.size() / 1.24;
        Ok((width_of(text, size).ceil() as u32, size.ceil() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_as_wide_as_they_are() {
        assert!(width_of("スイッチ", 10.0) >= 40.0);
        assert!((50.0..75.0).contains(&width_of("Statistics", 12.0)));
    }

    #[test]
    fn a_sheet_is_an_svg_of_its_size() {
        let text = draw((30, 20), [1, 2, 3], |_| Ok(()));
        assert!(text.contains("viewBox=\"0 0 30 20\"") && text.trim_end().ends_with("</svg>"), "{text}");
        assert!(!text.contains("style="), "the page's policy forbids style attributes");
    }
}
