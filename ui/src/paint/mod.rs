//! From views to pictures: the mesh on a canvas, the overview as a plotters chart.
//!
//! Plain code decides what is drawn where, over a [`surface::Surface`] or a plotters backend, so that native tests can
//! check it. Only [`canvas`], [`palette`] and the readers of events in [`tap`] depend on the browser.

pub mod canvas;
pub mod chart;
pub mod geometry;
pub mod hatch;
pub mod marks;
pub mod palette;
pub mod pinch;
pub mod pixels;
pub mod plot;
pub mod sheet;
pub mod surface;
pub mod tap;
