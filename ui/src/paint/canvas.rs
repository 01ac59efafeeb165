//! A [`Surface`] on an HTML canvas.

use super::palette::Palette;
use super::pixels::Pixels;
use super::surface::{Align, Ink, Lettering, Surface};
use js_sys::Array;
use std::f64::consts::{FRAC_PI_2, TAU};
use wasm_bindgen::{Clamped, JsCast as _, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// The context of a canvas. `None` if the browser gives none.
pub fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}

/// Matches the canvas to the resolution of the screen. Returns its size in CSS pixels and the ratio.
pub fn size_to_screen(canvas: &HtmlCanvasElement) -> (f64, f64, f64) {
    let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
    // Presentation size enlarges the page, and with it the pixels of its styles.
    let zoom = if width > 0.0 { canvas.get_bounding_client_rect().width() / width } else { 1.0 };
    let ratio = (gloo_utils::window().device_pixel_ratio() * zoom).max(1.0);
    let (w, h) = ((width * ratio).round() as u32, (height * ratio).round() as u32);
    // Setting the size clears the canvas and reallocates it, so only when it has changed.
    if canvas.width() != w || canvas.height() != h {
        canvas.set_width(w);
        canvas.set_height(h);
    }
    (width, height, ratio)
}

/// A canvas with the colours of the theme.
pub struct Canvas<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
    solid: JsValue,
    dashes: JsValue,
    font: Option<Lettering>,
    /// If there are very many blocks, they are collected here until the first other shape.
    pixels: Option<&'a mut Pixels>,
    ratio: f64,
}

impl<'a> Canvas<'a> {
    /// Clears the canvas; from now on units are CSS pixels.
    pub fn new(
        context: &'a CanvasRenderingContext2d,
        palette: &'a Palette,
        (width, height, ratio): (f64, f64, f64),
    ) -> Self {
        // Fails only for numbers that are not finite.
        let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, width, height);
        context.set_line_cap("round");
        context.set_text_baseline("middle");
        let dashes = Array::of2(&JsValue::from_f64(5.0), &JsValue::from_f64(4.0));
        Self { context, palette, solid: Array::new().into(), dashes: dashes.into(), font: None, pixels: None, ratio }
    }

    /// Collects blocks as pixels and puts them onto the canvas together. All blocks are then drawn before other shapes.
    #[must_use]
    pub fn with_pixels(mut self, pixels: &'a mut Pixels) -> Self {
        let canvas = self.context.canvas();
        let (width, height) = canvas.map_or((0, 0), |c| (c.width() as usize, c.height() as usize));
        pixels.begin(width, height, self.palette.bg.rgb);
        self.pixels = Some(pixels);
        self
    }

    /// Puts the collected blocks onto the canvas.
    pub fn flush(&mut self) {
        let Some(pixels) = self.pixels.take() else { return };
        let (data, width) = pixels.finished();
        let image = ImageData::new_with_u8_clamped_array(Clamped(data), width as u32);
        // Fails only for a canvas without pixels, on which nothing is visible.
        let _ = image.and_then(|image| self.context.put_image_data(&image, 0.0, 0.0));
    }
}

// Path calls fail only for a negative radius, which no shape here has.
impl Surface for Canvas<'_> {
    fn ink(&mut self, ink: Ink) {
        if let Some(pixels) = &mut self.pixels {
            return pixels.ink(self.palette.rgb(ink));
        }
        self.context.set_fill_style_str(self.palette.css(ink));
    }

    fn block(&mut self, x: f64, y: f64, w: f64, h: f64) {
        if let Some(pixels) = &mut self.pixels {
            let r = self.ratio;
            return pixels.block(x * r, y * r, w * r, h * r);
        }
        self.context.fill_rect(x, y, w, h);
    }

    fn begin(&mut self) {
        self.flush();
        self.context.begin_path();
    }

    fn rect(&mut self, x: f64, y: f64, w: f64, h: f64) {
        self.context.rect(x, y, w, h);
    }

    fn round_rect(&mut self, x: f64, y: f64, w: f64, h: f64, r: f64) {
        let _ = self.context.round_rect_with_f64(x, y, w, h, r);
    }

    fn circle(&mut self, x: f64, y: f64, r: f64) {
        self.context.move_to(x + r, y);
        let _ = self.context.arc(x, y, r, 0.0, TAU);
    }

    fn quarter(&mut self, x: f64, y: f64, r: f64) {
        self.context.move_to(x, y);
        let _ = self.context.arc(x, y, r, -FRAC_PI_2, 0.0);
        self.context.close_path();
    }

    fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64) {
        self.context.move_to(x1, y1);
        self.context.line_to(x2, y2);
    }

    fn triangle(&mut self, a: (f64, f64), b: (f64, f64), c: (f64, f64)) {
        self.context.move_to(a.0, a.1);
        self.context.line_to(b.0, b.1);
        self.context.line_to(c.0, c.1);
        self.context.close_path();
    }

    fn curve(&mut self, from: (f64, f64), c1: (f64, f64), c2: (f64, f64), to: (f64, f64)) {
        self.context.move_to(from.0, from.1);
        self.context.bezier_curve_to(c1.0, c1.1, c2.0, c2.1, to.0, to.1);
    }

    fn fill(&mut self, ink: Ink) {
        self.context.set_fill_style_str(self.palette.css(ink));
        self.context.fill();
    }

    fn stroke(&mut self, ink: Ink, width: f64, dashed: bool) {
        self.context.set_stroke_style_str(self.palette.css(ink));
        self.context.set_line_width(width);
        if dashed {
            let _ = self.context.set_line_dash(&self.dashes);
            self.context.stroke();
            let _ = self.context.set_line_dash(&self.solid);
        } else {
            self.context.stroke();
        }
    }

    fn text(&mut self, ink: Ink, lettering: Lettering, x: f64, y: f64, text: &str) {
        // Setting the font is slow, and a thousand ranks share one.
        if self.font != Some(lettering) {
            let family = if lettering.mono { &self.palette.mono_font } else { &self.palette.ui_font };
            let weight = if lettering.bold { 600 } else { 400 };
            self.context.set_font(&format!("{weight} {}px {family}", lettering.size));
            self.context.set_text_align(match lettering.align {
                Align::Middle => "center",
                Align::Right => "right",
            });
            self.font = Some(lettering);
        }
        self.context.set_fill_style_str(self.palette.css(ink));
        let _ = self.context.fill_text(text, x, y);
    }
}
