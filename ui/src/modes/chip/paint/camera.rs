//! The viewport: which part of the chip is visible, and its scale.

use crate::paint::geometry::{Grid, Point, Rect};

/// Minimum and maximum scale, in pixels per unit.
const SCALES: (f64, f64) = (0.04, 10.0);
/// Free pixels around everything.
const MARGIN: f64 = 10.0;
/// Maximum scale when fitting: a small chip need not fill a large screen.
const FIT_SCALE: f64 = 1.6;

/// Maps units of the geometry to pixels of the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Pixels per unit.
    pub scale: f64,
    /// Pixel of the origin.
    pub x: f64,
    /// Pixel of the origin.
    pub y: f64,
    /// The distances of the routers, which follow the shape of the canvas.
    pub grid: Grid,
}

impl Camera {
    /// Shows all of a mesh with that many columns and rows on a canvas of that size, in its shape.
    pub fn fit((columns, rows): (u8, u8), width: f64, height: f64) -> Self {
        let room = |v: f64| (v - 2.0 * MARGIN).max(1.0);
        let grid = Grid::shaped(columns, rows, room(width) / room(height));
        let world = grid.bounds(columns, rows);
        let scale = (room(width) / world.w).min(room(height) / world.h).clamp(SCALES.0, FIT_SCALE);
        Self {
            scale,
            x: (width - world.w * scale) / 2.0 - world.x * scale,
            y: (height - world.h * scale) / 2.0 - world.y * scale,
            grid,
        }
    }

    /// Shows `rect` as large as possible on a canvas of that size.
    #[must_use]
    pub fn close_up(self, rect: Rect, width: f64, height: f64) -> Self {
        let scale = (width / rect.w).min(height / rect.h).clamp(SCALES.0, SCALES.1);
        Self {
            scale,
            x: (width - rect.w * scale) / 2.0 - rect.x * scale,
            y: (height - rect.h * scale) / 2.0 - rect.y * scale,
            ..self
        }
    }

    /// The pixel of a point.
    pub fn pixel(&self, p: Point) -> (f64, f64) {
        (self.x + p.x * self.scale, self.y + p.y * self.scale)
    }

    /// The point at a pixel.
    pub fn point(&self, x: f64, y: f64) -> Point {
        Point { x: (x - self.x) / self.scale, y: (y - self.y) / self.scale }
    }

    /// Scaled by a factor around the point at pixel (x, y), which stays in place.
    #[must_use]
    pub fn zoomed(self, factor: f64, x: f64, y: f64) -> Self {
        let scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        let real = scale / self.scale;
        Self { scale, x: x - (x - self.x) * real, y: y - (y - self.y) * real, ..self }
    }

    /// Shifted by pixels, but always so that part of `world` stays on a canvas of that size.
    #[must_use]
    pub fn panned(self, dx: f64, dy: f64, world: Rect, width: f64, height: f64) -> Self {
        let keep = |origin: f64, delta: f64, from: f64, size: f64, screen: f64| {
            let rest = (screen / 4.0).min(size * self.scale);
            let low = rest - (from + size) * self.scale;
            let high = screen - rest - from * self.scale;
            (origin + delta).clamp(low.min(high), high.max(low))
        };
        Self { x: keep(self.x, dx, world.x, world.w, width), y: keep(self.y, dy, world.y, world.h, height), ..self }
    }

    /// Shifted as little as possible so that `rect` is visible.
    #[must_use]
    pub fn showing(self, rect: Rect, width: f64, height: f64) -> Self {
        let shift = |from: f64, to: f64, screen: f64| {
            if from < MARGIN {
                MARGIN - from
            } else if to > screen - MARGIN {
                (screen - MARGIN - to).max(MARGIN - from)
            } else {
                0.0
            }
        };
        let (x0, y0) = self.pixel(Point { x: rect.x, y: rect.y });
        let (x1, y1) = self.pixel(Point { x: rect.x + rect.w, y: rect.y + rect.h });
        Self { x: self.x + shift(x0, x1, width), y: self.y + shift(y0, y1, height), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESH: (u8, u8) = (4, 3);

    fn world(camera: Camera) -> Rect {
        camera.grid.bounds(MESH.0, MESH.1)
    }

    #[test]
    fn fit_shows_everything_in_the_middle() {
        let camera = Camera::fit(MESH, 600.0, 300.0);
        let (x0, y0) = camera.pixel(Point { x: world(camera).x, y: world(camera).y });
        let (x1, y1) =
            camera.pixel(Point { x: world(camera).x + world(camera).w, y: world(camera).y + world(camera).h });
        assert!(
            x0 >= MARGIN - 1e-9 && y0 >= MARGIN - 1e-9 && x1 <= 600.0 - MARGIN + 1e-9 && y1 <= 300.0 - MARGIN + 1e-9
        );
        assert!((x0 - (600.0 - x1)).abs() < 1e-9 && (y0 - (300.0 - y1)).abs() < 1e-9);
    }

    #[test]
    fn zoom_keeps_the_point_under_the_pointer() {
        let camera = Camera::fit(MESH, 600.0, 300.0);
        let before = camera.point(100.0, 80.0);
        let after = camera.zoomed(3.0, 100.0, 80.0).point(100.0, 80.0);
        assert!((before.x - after.x).abs() < 1e-9 && (before.y - after.y).abs() < 1e-9);
        assert!(camera.zoomed(1e9, 0.0, 0.0).scale <= SCALES.1);
    }

    #[test]
    fn panning_never_loses_the_chip() {
        let camera = Camera::fit(MESH, 600.0, 300.0);
        let camera = camera.panned(1e6, -1e6, world(camera), 600.0, 300.0);
        let (x0, _) = camera.pixel(Point { x: world(camera).x, y: world(camera).y });
        let (_, y1) =
            camera.pixel(Point { x: world(camera).x + world(camera).w, y: world(camera).y + world(camera).h });
        assert!(x0 < 600.0 && y1 > 0.0);
    }

    #[test]
    fn showing_brings_a_box_into_view() {
        let camera = Camera { scale: 4.0, x: 0.0, y: 0.0, grid: Grid::default() };
        let moved = camera.showing(Rect { x: 400.0, y: 0.0, w: 50.0, h: 50.0 }, 600.0, 300.0);
        let (x1, _) = moved.pixel(Point { x: 450.0, y: 0.0 });
        assert!(x1 <= 600.0 - MARGIN + 1e-9);
    }
}
