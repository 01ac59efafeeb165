//! `mcore mopt run`.

use super::args::Run as Arguments;
use super::{drive, plan, show};
use crate::failure::Failure;
use crate::report::Report;
use crate::{interrupt, output};
use mcore::modes::mopt::model::measure::loads;
use mcore::modes::mopt::model::merge::Settings;
use mcore::modes::mopt::model::program::c_program;
use mcore::modes::mopt::model::read::write_map;
use mcore::modes::mopt::model::{Merge, Objective, Outcome};
use mcore::modes::mopt::{MoptBuilt, MoptJson, MoptLinks};
use mcore::text;
use serde_json::json;

/// Makes a map by one method.
pub fn run(options: &Arguments, report: &Report) -> Result<u8, Failure> {
    let plan = plan::plan(&options.input, Some(&options.options))?;
    let input = plan::communication(&options.input, &plan, report)?;
    let built = plan::built(&options.input, &plan, &options.method, &input)?;
    let stop = interrupt::listen()?;
    let Some(outcome) = drive::map(&built, &stop, report)? else { return Ok(drive::interrupted(report)) };
    let text = match options.json {
        true => MoptJson::new(&input, built.method, &built.options, &outcome).text(),
        false => show::table(&input, built.method, built.options.hops, &outcome, report),
    };
    output::line(&text)?;
    if let Some(path) = &options.write_map {
        output::file(path, write_map(&outcome.map, &input.network))?;
    }
    if let Some(path) = &options.links {
        output::file(path, MoptLinks::csv(&input, &loads(&input.graph, &input.network, &outcome.map)))?;
    }
    if let Some(path) = &options.write_trace {
        let trace = input.trace().ok_or_else(|| {
            Failure::from(text!("the communication is too long for a trace", "通信が長すぎるためトレースにできません"))
        })?;
        output::file(path, trace)?;
        if !input.has_steps() {
            report.note(&path.display().to_string(), &text!(
                "the trace has one message for each pair of ranks, with all its bytes, and sends all of them at once: it has neither the order nor the times of the program",
                "トレースでは、ランクの組ごとに全バイトを 1 つのメッセージにまとめ、すべてを同時に送ります。プログラムでの順序や時刻は含みません"
            ));
        }
    }
    if let Some(path) = &options.write_program {
        let program = c_program(&input.graph).ok_or_else(|| {
            Failure::from(text!(
                "the communication is too large for a program on the chip: at most 4,096 pairs, and 256 KiB a rank",
                "通信が大きすぎて、チップのプログラムにできません。4,096 組まで、1 ランクあたり 256 KiB までです"
            ))
        })?;
        output::file(path, program)?;
    }
    if let Some(path) = &options.steps {
        output::file(path, steps(&built, &outcome))?;
    }
    Ok(0)
}

/// The joins as JSON lines.
fn steps(built: &MoptBuilt, outcome: &Outcome) -> String {
    let objective = built.method.objective().unwrap_or(Objective::None);
    let settings = Settings { objective, hops: built.options.hops, start: outcome.start };
    let mut merge = Merge::new(built.input.graph.clone(), &built.input.network, settings);
    let ranks = built.input.graph.ranks();
    let mut text = String::new();
    for (choice, join) in outcome.choices.iter().zip(0..) {
        let tasks = |group: u32| merge.tasks(group).iter().copied().filter(|task| *task < ranks).collect::<Vec<_>>();
        let exchanged = merge.candidates(choice.a, usize::MAX).into_iter().find(|(group, _)| *group == choice.b);
        let line = json!({
            "join": join, "iteration": merge.iteration(), "a": tasks(choice.a), "b": tasks(choice.b),
            "bytes": exchanged.map_or(0, |(_, bytes)| bytes), "way": choice.way, "ways": merge.ways().len(),
        });
        text += &format!("{line}\n");
        merge.replay(*choice);
    }
    text
}
