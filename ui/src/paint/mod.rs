//! From views to pictures: the mesh on a canvas, the overview as a plotters chart.
//!
//! Plain code decides what is drawn where, over a [`surface::Surface`] or a plotters backend, so that native tests can
//! check it. Only [`canvas`], [`palette`] and the readers of events in [`tap`] depend on the browser.

pub mod arrows;
pub mod bars;
pub mod camera;
pub mod canvas;
pub mod chart;
pub mod crossbar;
pub mod curve;
pub mod geometry;
pub mod hatch;
pub mod hover;
pub mod marks;
pub mod mesh;
pub mod overview;
pub mod palette;
pub mod pinch;
pub mod pixels;
pub mod sheet;
pub mod spacetime;
pub mod spacetime_svg;
pub mod span;
pub mod speedup;
pub mod surface;
#[cfg(test)]
mod svg;
pub mod tap;
