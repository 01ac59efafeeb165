//! `mcore mopt compare`.

use super::args::Compare;
use super::{drive, plan, show};
use crate::failure::Failure;
use crate::report::Report;
use crate::{interrupt, output, table};
use mcore::modes::mopt::model::{Hops, Method, Options, Outcome};
use mcore::modes::mopt::{MoptInput, MoptJson, MoptMeasures};
use mcore::text;

/// A map with its name.
struct Row {
    name: String,
    method: Method,
    options: Options,
    outcome: Outcome,
}

/// Compares methods and maps.
pub fn run(options: &Compare, report: &Report) -> Result<u8, Failure> {
    let plan = plan::plan(&options.input, Some(&options.options))?;
    let input = plan::communication(&options.input, &plan, report)?;
    let stop = interrupt::listen()?;
    let mut rows = Vec::new();
    for method in &options.methods {
        let built = plan::built(&options.input, &plan, method, &input)?;
        let Some(outcome) = drive::map(&built, &stop, report)? else { return Ok(drive::interrupted(report)) };
        rows.push(Row { name: method.clone(), method: built.method, options: built.options, outcome });
    }
    let hops = if options.input.hops == "torus" { Hops::Torus } else { Hops::Mesh };
    for path in &options.maps {
        let outcome = show::by_hand(&input, plan::map(path, &input)?);
        let own = Options { hops, ..Options::default() };
        rows.push(Row { name: path.display().to_string(), method: Method::Own, options: own, outcome });
    }
    if options.json {
        for row in &rows {
            output::line(&MoptJson::new(&input, row.method, &row.options, &row.outcome).text())?;
        }
        return Ok(0);
    }
    if options.csv { csv(&input, &rows) } else { people(&input, &rows, report) }
}

fn csv(input: &MoptInput, rows: &[Row]) -> Result<u8, Failure> {
    output::line("map,mesh_hop_bytes,torus_hop_bytes,max_link_bytes,mean_hops,relief")?;
    for row in rows {
        let measured = row.outcome.measures;
        let view = MoptMeasures::new(input, &measured, row.options.hops, None);
        let name = row.name.replace('"', "\"\"");
        output::line(&format!(
            "\"{name}\",{},{},{},{:.6},{:.6}",
            measured.mesh_cost, measured.torus_cost, measured.busiest.bytes, view.mean_hops, view.relief
        ))?;
    }
    Ok(0)
}

fn people(input: &MoptInput, rows: &[Row], report: &Report) -> Result<u8, Failure> {
    let names = [
        text!("map", "配置"),
        text!("cost", "コスト"),
        text!("busiest link", "最大リンク"),
        text!("mean hops", "平均ホップ数"),
        text!("relief", "軽減"),
    ];
    let mut lines = vec![table::heads(report, &names)];
    for row in rows {
        let view = MoptMeasures::new(input, &row.outcome.measures, row.options.hops, None);
        let (hops, relief) = (format!("{:.2}", view.mean_hops), format!("{:.2}", view.relief));
        lines.push([row.name.clone(), view.cost_text, view.max_link_text, hops, relief]);
    }
    table::print(&lines, &[0])?;
    Ok(0)
}
