//! Latency and bandwidth over size, beside the simple curve.

use crate::model::measure::{Lone, Operation, PAPER, simple};
use crate::model::{ParamError, Params};
use alloc::vec::Vec;
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// A size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub bytes: u64,
    pub latency_ns: u64,
    pub bandwidth_gb_s: f64,
    /// The simple curve alpha + n / beta, ns; none for atomic operations. Alpha and beta are the paper's; with other parameters
    /// than the usual ones, they are those of the measured machine.
    pub simple_ns: Option<f64>,
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    pub op: Operation,
    /// `cpu` or `gpu`.
    pub memory: &'static str,
    pub points: Vec<Point>,
}

impl Curve {
    /// Measures an operation at some sizes.
    ///
    /// # Errors
    /// A size does not fit.
    pub fn measure(params: &Params, op: Operation, gpu: bool, sizes: &[u64]) -> Result<Self, ParamError> {
        // Where Send changes its way is no property of the machine.
        let usual = Params { rendezvous: params.rendezvous, ..Params::default() } == *params;
        let own = if usual { None } else { own(params, op, gpu)? };
        let point = |&bytes: &u64| {
            let latency_ns = Lone { operation: op, gpu, bytes, shift: 0 }.latency(params)?;
            let bandwidth_gb_s = bytes as f64 / latency_ns.max(1) as f64;
            Ok(Point { bytes, latency_ns, bandwidth_gb_s, simple_ns: of_line(op, gpu, bytes, own) })
        };
        let points = sizes.iter().map(point).collect::<Result<_, _>>()?;
        Ok(Self { op, memory: if gpu { "gpu" } else { "cpu" }, points })
    }
}

/// Sizes at which alpha and beta of a machine are measured.
const SMALL: u64 = 8;
const LARGE: u64 = 4 << 20;

/// Alpha in ns and beta in bytes per ns of a machine: the latency of the smallest size, and the rate between that and the largest.
fn own(params: &Params, operation: Operation, gpu: bool) -> Result<Option<(f64, f64)>, ParamError> {
    if simple(operation, gpu, SMALL).is_none() {
        return Ok(None);
    }
    let latency = |bytes| Lone { operation, gpu, bytes, shift: 0 }.latency(params);
    let (least, most) = (latency(SMALL)?, latency(LARGE)?);
    Ok(Some((least as f64, (LARGE - SMALL) as f64 / most.saturating_sub(least).max(1) as f64)))
}

fn of_line(op: Operation, gpu: bool, bytes: u64, own: Option<(f64, f64)>) -> Option<f64> {
    let usual = simple(op, gpu, bytes)?;
    Some(own.map_or(usual, |(alpha, beta)| alpha + bytes.saturating_sub(SMALL) as f64 / beta))
}

/// A figure of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperPoint {
    /// Least latency, ns.
    pub latency_ns: f64,
    /// Highest bandwidth, GB/s.
    pub bandwidth_gb_s: f64,
}

/// A line of the charts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurveView {
    pub name: Text,
    pub op: Operation,
    /// It is a branch of Send: by packets whatever the size, or asking first.
    pub branch: bool,
    pub points: Vec<Point>,
    /// The figures of the paper.
    pub paper: Option<PaperPoint>,
}

/// Sizes of the charts: 8 B to 4 MiB, each power of two and one size between two of them.
fn sizes() -> Vec<u64> {
    (3..=22).flat_map(|power| [1u64 << power, 3 << (power - 1)]).filter(|size| *size <= 4 << 20).collect()
}

/// Lines of the charts.
pub const LINES: usize = 7;

/// A line of the charts for CPU or GPU memory, by its number.
///
/// # Errors
/// With these parameters an operation does not end.
pub fn line(params: &Params, gpu: bool, number: usize) -> Result<CurveView, ParamError> {
    let (name, op, rendezvous) = match number {
        0 => (text!("PEACH2", "PEACH2"), Operation::Put, None),
        1 => (text!("Send", "Send"), Operation::Send, None),
        2 => (text!("Write", "Write"), Operation::Write, None),
        3 => (text!("Read", "Read"), Operation::Read, None),
        4 => (text!("MPI", "MPI"), Operation::Mpi, None),
        5 => (text!("Send by packets", "Send（パケット）"), Operation::Send, Some(16 << 20)),
        _ => (text!("Send, asking first", "Send（先に尋ねる）"), Operation::Send, Some(1)),
    };
    let branch = rendezvous.is_some();
    let params = Params { rendezvous: rendezvous.unwrap_or(params.rendezvous), ..params.clone() };
    let points = Curve::measure(&params, op, gpu, &sizes())?.points;
    let figures = PAPER.iter().find(|(of, on_gpu, ..)| (*of, *on_gpu) == (op, gpu)).filter(|_| !branch);
    let paper = figures.map(|(.., us, gb)| PaperPoint { latency_ns: us * 1000.0, bandwidth_gb_s: *gb });
    Ok(CurveView { name, op, branch, points, paper })
}
