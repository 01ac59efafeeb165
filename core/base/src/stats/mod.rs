//! Statistics of a run, in bounded memory: ranges, histograms, and series that halve their resolution when full.

mod grid;
mod histogram;
mod series;

pub use grid::Grid;
pub use histogram::{Histogram, Range};
pub use series::Series;
