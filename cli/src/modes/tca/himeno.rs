//! `mcore tca himeno`.

use super::args::Himeno as Arguments;
use super::{map, params};
use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use mcore::base::grouped;
use mcore::modes::tca::model::himeno::{Himeno, SIZES};
use mcore::text;

/// Runs the benchmark.
pub fn run(options: &Arguments, report: &Report) -> Result<u8, Failure> {
    let params = params(&options.set)?;
    let size = SIZES.iter().find(|(name, _)| *name == options.size).map_or([1; 3], |(_, size)| *size);
    let himeno = Himeno {
        size,
        grid: [options.grid.0, options.grid.1],
        iterations: options.iterations,
        gflops: options.gflops,
        map: options.map.as_deref().map(|path| map(path, &params)).transpose()?.unwrap_or_default(),
    };
    let times = himeno.run(&params).map_err(Failure::from)?;
    if options.json {
        output::line(&output::json(&times)?)?;
        return Ok(0);
    }
    let [total, calc, halo, reduce] =
        [times.total_ns, times.calc_ns, times.halo_ns, times.allreduce_ns].map(|ns| grouped(ns / options.iterations));
    let (shared, map) = (times.most_shared, &times.map);
    let share = (times.total_ns - times.calc_ns) as f64 / times.total_ns.max(1) as f64 * 100.0;
    for line in [
        text!("an iteration: {total} ns", "1 反復: {total} ns"),
        text!("  computation (model) {calc} ns", "  計算（モデル） {calc} ns"),
        text!("  halo exchange       {halo} ns", "  袖領域の交換  {halo} ns"),
        text!("  Allreduce           {reduce} ns", "  Allreduce     {reduce} ns"),
        text!("communication: {share:.1} %", "通信の割合: {share:.1} %"),
        text!("transfers at once over a link: at most {shared}", "1 本のリンクを同時に通る転送: 最大 {shared}"),
        text!("map: {map:?}", "配置: {map:?}"),
    ] {
        output::line(report.say(&line))?;
    }
    Ok(0)
}
