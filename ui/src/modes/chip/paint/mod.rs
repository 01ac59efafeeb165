//! The pictures of the chip: the mesh on a canvas, charts and the space-time diagram.

pub mod arrows;
pub mod bars;
pub mod camera;
pub mod crossbar;
pub mod curve;
pub mod hover;
pub mod mesh;
pub mod overview;
pub mod spacetime;
pub mod spacetime_svg;
pub mod span;
pub mod speedup;
#[cfg(test)]
mod svg;
pub mod waits;
