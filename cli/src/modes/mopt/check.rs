//! `mcore mopt check`.

use super::args::Check;
use super::{plan, show};
use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use mcore::modes::mopt::MoptJson;
use mcore::modes::mopt::model::{Hops, Method, Options};
use mcore::text;

/// Exit status of a map above a limit.
const ABOVE: u8 = 1;

/// Measures a map.
pub fn run(options: &Check, report: &Report) -> Result<u8, Failure> {
    let plan = plan::plan(&options.input, None)?;
    let input = plan::communication(&options.input, &plan, report)?;
    let outcome = show::by_hand(&input, plan::map(&options.map, &input)?);
    let hops = if options.input.hops == "torus" { Hops::Torus } else { Hops::Mesh };
    let text = match options.json {
        true => MoptJson::new(&input, Method::Own, &Options { hops, ..Options::default() }, &outcome).text(),
        false => show::table(&input, Method::Own, hops, &outcome, report),
    };
    output::line(&text)?;
    let (cost, link) = (outcome.measures.cost(hops), outcome.measures.busiest.bytes);
    let mut status = 0;
    if let Some(most) = options.max_cost.filter(|most| cost > u128::from(*most)) {
        report.error(&text!(
            "the cost is {cost}, and at most {most} is allowed",
            "コストは {cost} で、上限 {most} を超えています"
        ));
        status = ABOVE;
    }
    if let Some(most) = options.max_link.filter(|most| link > *most) {
        let name = input.network.link_name(outcome.measures.busiest.link);
        let (en, ja) = (name.en, name.ja);
        report.error(&text!(
            "the busiest link, {en}, carries {link} B, and at most {most} are allowed",
            "最大リンク ({ja}) は {link} バイトで、上限 {most} を超えています"
        ));
        status = ABOVE;
    }
    Ok(status)
}
