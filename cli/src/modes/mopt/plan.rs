//! From arguments to a run: files are read here, and the plan of the mode checks and builds the rest.

use super::args::{Input, Options};
use crate::failure::Failure;
use crate::input;
use crate::report::Report;
use crate::text::Decoded;
use mcore::base::Text;
use mcore::mode::{Plan as _, Problem};
use mcore::modes::mopt::model::read::{MAX_FILE, read_map};
use mcore::modes::mopt::{MoptBuilt, MoptInput, MoptLimits, MoptPlan};
use mcore::text;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

/// The plan of the arguments, without a method.
pub fn plan(input: &Input, options: Option<&Options>) -> Result<MoptPlan, Failure> {
    let mut plan = MoptPlan::default();
    let mut set = |id: &str, value: &str| plan.set(id, value);
    set("pattern", input.pattern.as_deref().unwrap_or("bruck-allgather"));
    set("ranks", &input.ranks.map_or_else(String::new, |ranks| ranks.to_string()));
    set("bytes", &input.bytes.to_string());
    set("rounds", &input.rounds.to_string());
    set("grid", input.grid.as_deref().unwrap_or_default());
    set("border", &input.border);
    set("degree", &input.degree.to_string());
    set("class", &input.class);
    set("pattern_seed", &input.pattern_seed.to_string());
    // The parser of arguments has refused a command line without a network.
    if let Some(network) = &input.topology {
        set("kind", network.kind());
        set("sizes", &network.sizes_text());
    }
    set("hops", &input.hops);
    if let Some(options) = options {
        set("starts", &options.starts.to_string());
        set("then", &options.then);
        set("refine", &options.refine.to_string());
        set("seed", &options.seed.to_string());
    }
    if let Some(path) = input.matrix.as_ref().or(input.comm.as_ref()) {
        plan.set("source", "file");
        plan.file = text_of(path)?;
        plan.file_name =
            path.file_name().map_or_else(|| input::name(path).into_owned(), |name| name.to_string_lossy().into_owned());
    }
    Ok(plan)
}

/// The communication and the network of the arguments; remarks on the file are reported.
pub fn communication(arguments: &Input, plan: &MoptPlan, report: &Report) -> Result<Arc<MoptInput>, Failure> {
    let found = plan.input(&MoptLimits::COMMAND).map_err(|problems| refused(arguments, problems))?;
    let path = arguments.matrix.as_ref().or(arguments.comm.as_ref());
    for notice in &found.notices {
        report.line(report.say(&path.map_or_else(|| notice.clone(), |path| input::named(path, notice))));
    }
    Ok(Arc::new(found))
}

/// The run of a method.
pub fn built(arguments: &Input, plan: &MoptPlan, method: &str, input: &Arc<MoptInput>) -> Result<MoptBuilt, Failure> {
    let plan = MoptPlan { methods: method.into(), ..plan.clone() };
    plan.build(&MoptLimits::COMMAND, Some(input.clone())).map_err(|problems| refused(arguments, problems))
}

/// The map in a file.
pub fn map(path: &Path, input: &MoptInput) -> Result<Vec<u32>, Failure> {
    let text = text_of(path)?;
    read_map(&text, &input.network, input.graph.ranks()).map_err(|error| input::named(path, &error.text()).into())
}

/// The first problem of a plan. A plan that cannot be built has at least one.
fn refused(arguments: &Input, problems: Vec<Problem>) -> Failure {
    let path = arguments.matrix.as_ref().or(arguments.comm.as_ref());
    let say = |problem: Problem| match path {
        Some(path) if problem.field == "file" => input::named(path, &problem.text),
        _ => problem.text,
    };
    problems.into_iter().next().map_or(Failure::Reported, |problem| say(problem).into())
}

/// The text of a file, which may be longer than programs are.
fn text_of(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let file = input::open(path)?;
    file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|error| Failure::reading(path, &error))?;
    if bytes.len() > MAX_FILE {
        let most = MAX_FILE >> 20;
        let wrong: Text = text!("larger than {most} MiB", "{most} MiB を超えています");
        return Err(input::named(path, &wrong).into());
    }
    Ok(Decoded::read(&input::name(path), &bytes)?.text)
}
