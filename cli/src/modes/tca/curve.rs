//! `mcore tca curve`.

use super::args::Curve;
use super::params;
use crate::failure::Failure;
use crate::report::Report;
use crate::{output, table};
use mcore::modes::tca::TcaCurve;
use mcore::modes::tca::model::measure::{Operation, sizes};
use mcore::text;

/// Measures an operation over sizes.
pub fn run(options: &Curve, report: &Report) -> Result<u8, Failure> {
    let params = params(&options.set)?;
    let gpu = options.memory == "gpu";
    let atomic = matches!(options.op, Operation::Cas | Operation::Faa);
    let (first, last) = options.sizes.unwrap_or(if atomic { (8, 8) } else { (8, 4 << 20) });
    let curve =
        TcaCurve::measure(&params, options.op, gpu, &sizes(first, last)).map_err(|error| Failure::from(error.0))?;
    if options.json {
        output::line(&output::json(&curve)?)?;
        return Ok(0);
    }
    let simple = |ns: Option<f64>| ns.map_or_else(String::new, |ns| format!("{ns:.0}"));
    if options.csv {
        output::line("bytes,latency_ns,bandwidth_gb_s,simple_ns")?;
        for point in &curve.points {
            let (bytes, ns, rate) = (point.bytes, point.latency_ns, point.bandwidth_gb_s);
            output::line(&format!("{bytes},{ns},{rate:.4},{}", simple(point.simple_ns)))?;
        }
        return Ok(0);
    }
    let names = [
        text!("bytes", "バイト"),
        text!("latency, ns", "レイテンシ (ns)"),
        text!("GB/s", "GB/s"),
        text!("alpha + n / beta, ns (model)", "alpha + n / beta (ns、モデル)"),
    ];
    let mut rows = vec![table::heads(report, &names)];
    for point in &curve.points {
        let rate = format!("{:.3}", point.bandwidth_gb_s);
        rows.push([point.bytes.to_string(), point.latency_ns.to_string(), rate, simple(point.simple_ns)]);
    }
    table::print(&rows, &[])?;
    Ok(0)
}
