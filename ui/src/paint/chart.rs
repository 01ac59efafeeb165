//! The canvas backend of plotters with one change: text is measured by the canvas.
//!
//! Plotters itself measures by inserting an element with a style attribute into the page, which the page's
//! Content-Security-Policy forbids (and which makes the browser lay out the whole page again for each label).

use super::canvas;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use plotters_canvas::CanvasBackend;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

type Kind = DrawingErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>;

/// A canvas for charts.
pub struct ChartCanvas {
    inner: CanvasBackend,
    context: CanvasRenderingContext2d,
}

impl ChartCanvas {
    /// Draws on this canvas. `None` if the browser gives no context.
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = canvas::context(&canvas)?;
        Some(Self { inner: CanvasBackend::with_canvas_object(canvas)?, context })
    }
}

impl DrawingBackend for ChartCanvas {
    type ErrorType = <CanvasBackend as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.inner.get_size()
    }

    fn ensure_prepared(&mut self) -> Result<(), Kind> {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Result<(), Kind> {
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Result<(), Kind> {
        self.inner.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Result<(), Kind> {
        self.inner.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Result<(), Kind> {
        self.inner.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Result<(), Kind> {
        self.inner.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Result<(), Kind> {
        self.inner.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Result<(), Kind> {
        self.inner.fill_polygon(vert, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, pos: BackendCoord) -> Result<(), Kind> {
        self.inner.draw_text(text, style, pos)
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Result<(u32, u32), Kind> {
        let size = style.size();
        self.context.set_font(&format!("{} {size}px {}", style.style().as_str(), style.family().as_str()));
        // Measuring does not fail for any text; zero only moves a label.
        let width = self.context.measure_text(text).map_or(0.0, |m| m.width());
        Ok((width.ceil() as u32, size.ceil() as u32))
    }
}
