//! Charts as SVG text: the page shows, the user exports and native tests check the same text.
//!
//! As on a canvas (see [`super::chart`]), plotters must not measure text itself. A file has no fonts to measure with,
//! so widths are estimated; they only decide how much room a label gets.

use super::palette::{Palette, Rgb};
use plotters::backend::SVGBackend;
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{
    Cartesian2d, DrawingArea, DrawingAreaErrorKind, DrawingBackend, IntoDrawingArea as _, RGBColor, TextStyle,
};
use plotters::style::Color as _;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

type Inner<'a> = SVGBackend<'a>;
type Kind = DrawingErrorKind<<Inner<'static> as DrawingBackend>::ErrorType>;

/// Errors of drawing a chart; writing into a string causes none.
pub type Drawn = Result<(), DrawingAreaErrorKind<<Inner<'static> as DrawingBackend>::ErrorType>>;

/// The surface of a chart, in pixels.
pub type Area<'a> = DrawingArea<Sheet<'a>, Shift>;

/// The SVG backend of plotters with estimated text widths.
pub struct Sheet<'a>(Inner<'a>);

/// Draws a chart of that size on a background of that colour.
pub fn draw(size: (u32, u32), ground: Rgb, chart: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut text = String::new();
    {
        let area = Sheet(SVGBackend::with_string(&mut text, size)).into_drawing_area();
        // A string accepts every write; with a number that is not finite, the chart would stay incomplete.
        let _ = area.fill(&colour(ground)).and_then(|()| chart(&area)).and_then(|()| area.present());
    }
    text
}

/// A chart with numbers on both axes.
pub type Chart<'a, 'b> = ChartContext<'a, Sheet<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The numbers along an axis: approximately how many, and how each is written.
pub type Numbers<'a> = (usize, &'a dyn Fn(&f64) -> String);

/// Draws the axes with their numbers in that font size, and a faint grid; with `upright` also its vertical lines.
pub fn axes(
    chart: &mut Chart<'_, '_>,
    palette: &Palette,
    size: f64,
    upright: bool,
    x: Numbers<'_>,
    y: Numbers<'_>,
) -> Drawn {
    let faint = colour(palette.line.rgb);
    let mut mesh = chart.configure_mesh();
    if !upright {
        mesh.disable_x_mesh();
    }
    mesh.bold_line_style(faint)
        .light_line_style(faint)
        .x_max_light_lines(1)
        .y_max_light_lines(1)
        .axis_style(colour(palette.line2.rgb))
        .label_style(lettering(palette, size, palette.text2.rgb))
        .x_labels(x.0)
        .y_labels(y.0)
        .x_label_formatter(x.1)
        .y_label_formatter(y.1)
        .draw()
}

/// A colour of the palette for plotters.
pub fn colour([r, g, b]: Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// The text style of a chart, `size` pixels high.
pub fn lettering(palette: &Palette, size: f64, ink: Rgb) -> TextStyle<'_> {
    // The backend divides the given size by this number.
    let mut style = TextStyle::from((palette.ui_font.as_str(), size * 1.24));
    style.color = colour(ink).to_backend_color();
    style
}

/// Approximate width in pixels of a text of that size.
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

/// Compares a chart with the picture of it under version control; `MCORE_BLESS=1` writes the picture again.
#[cfg(test)]
pub fn hold(name: &str, picture: &str) {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/modes/chip/paint/held").join(format!("{name}.svg"));
    if std::env::var_os("MCORE_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&file, picture).expect("the picture can be written");
    }
    let held = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let differs = held.lines().zip(picture.lines()).position(|(a, b)| a != b);
    assert!(
        held.trim_end() == picture.trim_end(),
        "{name}.svg is another picture from line {:?} on; look at both, and if the new one is right: MCORE_BLESS=1",
        differs.map(|line| line + 1)
    );
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
