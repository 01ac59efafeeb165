//! Latency and bandwidth over size, beside the simple curve.

use crate::modes::tca::model::measure::{Lone, Operation, simple};
use crate::modes::tca::model::{ParamError, Params};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// A size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Bytes.
    pub bytes: u64,
    /// Latency, ns.
    pub latency_ns: u64,
    /// Bandwidth, GB/s.
    pub bandwidth_gb_s: f64,
    /// The simple curve alpha + n / beta with the paper's figures, ns; none for atomic operations.
    pub simple_ns: Option<f64>,
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The operation.
    pub op: Operation,
    /// `cpu` or `gpu`.
    pub memory: &'static str,
    /// Its points.
    pub points: Vec<Point>,
}

impl Curve {
    /// Measures an operation at some sizes.
    ///
    /// # Errors
    /// A size does not fit.
    pub fn measure(params: &Params, op: Operation, gpu: bool, sizes: &[u64]) -> Result<Self, ParamError> {
        let point = |&bytes: &u64| {
            let latency_ns = Lone { operation: op, gpu, bytes, shift: 0 }.latency(params)?;
            let bandwidth_gb_s = bytes as f64 / latency_ns.max(1) as f64;
            Ok(Point { bytes, latency_ns, bandwidth_gb_s, simple_ns: simple(op, gpu, bytes) })
        };
        let points = sizes.iter().map(point).collect::<Result<_, _>>()?;
        Ok(Self { op, memory: if gpu { "gpu" } else { "cpu" }, points })
    }
}
