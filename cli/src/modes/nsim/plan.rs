//! From arguments to a machine: files are read here, and the plan of the mode checks and builds the rest.

use super::args::Common;
use crate::args::setting;
use crate::failure::Failure;
use crate::input;
use crate::study::{Planned, digest_of};
use crate::text::Decoded;
use mcore::base::Text;
use mcore::mode::Plan as _;
use mcore::modes::nsim::model::{Params, TraceError, read_trace};
use mcore::modes::nsim::{NsimBuilt, NsimLimits, NsimPlan};
use mcore::text;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A run that can begin.
pub struct Ready {
    /// The parts of its machine.
    pub built: NsimBuilt,
    /// Digests of the files of its program and its mapping.
    files: Vec<u64>,
}

/// The arguments of one run of a machine.
pub struct Run<'a> {
    /// Kind of network.
    pub topology: &'a str,
    /// Sizes of its dimensions.
    pub dims: &'a str,
    /// Name or trace.
    pub program: &'a OsStr,
    /// Bytes of a message.
    pub bytes: u64,
    /// Switches whose buffers are recorded.
    pub watch: &'a [u32],
    /// The options of every run.
    pub common: &'a Common,
}

impl Run<'_> {
    /// Reads the files and builds the run.
    pub fn build(&self) -> Result<Ready, Failure> {
        let Self { topology, program, common, .. } = *self;
        let (program_file, map_file) = (Path::new(program), Path::new(&common.map));
        let named = [Some(program), common.params.as_deref(), Some(&common.map)];
        input::one_standard(&named.into_iter().flatten().map(PathBuf::from).collect::<Vec<_>>())?;
        let mut plan = NsimPlan::default();
        // Changes the parameters and the sizes, so it is first.
        let by_letters = common.rings.is_some() && matches!(topology, "torus" | "mesh");
        plan.set("topology", if by_letters { "cube" } else { topology });
        plan.set("dims", self.dims);
        plan.set("rings", common.rings.as_deref().unwrap_or_default());
        plan.set("bytes", &self.bytes.to_string());
        plan.set("rounds", &common.rounds.to_string());
        plan.set("compute_ns", &common.compute.to_string());
        plan.set("mflops", &common.mflops.to_string());
        plan.set("seed", &common.seed.to_string());
        plan.set("ranks", &common.ranks.map_or_else(String::new, |ranks| ranks.to_string()));
        plan.set("watch", &self.watch.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        let params = match &common.params {
            None => None,
            Some(name) => match word("base", name) {
                Some(name) => {
                    plan.set("base", name);
                    None
                }
                None => Some(params(name)?),
            },
        };
        let (mut files, mut parts) = (Vec::new(), Vec::new());
        match word("program", program) {
            Some(name) => plan.set("program", name),
            None => {
                plan.set("program", "trace");
                (plan.trace, parts) = trace(program_file)?;
                files.push(digest_of(&plan.trace));
            }
        }
        match word("map", &common.map) {
            Some(name) => plan.set("map", name),
            None => {
                plan.set("map", "file");
                plan.map_text = text_of(map_file)?;
                files.push(digest_of(&plan.map_text));
            }
        }
        let mut built = plan.build(&NsimLimits::COMMAND, params).map_err(|problems| {
            setting::first(problems, |problem| match problem.field.as_str() {
                "trace" => match read_trace(&plan.trace, common.mflops as f64 * 1e6) {
                    Err(error) if !parts.is_empty() => named_in(&parts, error),
                    _ => input::named(program_file, &problem.text),
                },
                "map_text" => input::named(map_file, &problem.text),
                _ => problem.text,
            })
        })?;
        // A result repeats the arguments: for a file its name.
        if let Some(params) = &common.params {
            built.recipe.params = params.to_string_lossy().into_owned();
        }
        built.recipe.program = program.to_string_lossy().into_owned();
        built.recipe.map = common.map.to_string_lossy().into_owned();
        Ok(Ready { built, files })
    }
}

impl Ready {
    /// A run of a plan without files.
    pub fn of(plan: &NsimPlan) -> Result<Self, Failure> {
        let built = plan.build(&NsimLimits::COMMAND, None);
        Ok(Self {
            built: built.map_err(|problems| setting::first(problems, |problem| problem.text))?,
            files: Vec::new(),
        })
    }

    /// The description that a study needs of a run before it begins.
    pub fn planned(&self, common: &Common) -> Planned {
        let NsimBuilt { topology, params, mapping, recipe, .. } = &self.built;
        let (topology, ranks) = (topology.name(), mapping.ranks());
        let recorded = serde_json::json!({
            "topology": topology, "params": recipe.params, "program": recipe.program, "bytes_a_message": recipe.bytes,
            "ranks": ranks, "map": recipe.map, "seed": recipe.seed,
        });
        let Common { rings, rounds, compute, mflops, max_time, .. } = common;
        let files = &self.files;
        Planned {
            parameters: format!("{recorded} {rings:?} {rounds} {compute} {mflops} {max_time:?} {params:?} {files:?}"),
            recorded: recorded.as_object().cloned().unwrap_or_default(),
        }
    }
}

/// The word of a setting that an argument is, if it is one; else it names a file.
fn word(id: &'static str, argument: &OsStr) -> Option<&'static str> {
    setting::field::<NsimPlan>(id).option_words().find(|word| argument == OsStr::new(word))
}

/// All words of a setting, for a message.
fn words(id: &'static str) -> String {
    setting::field::<NsimPlan>(id).option_words().collect::<Vec<_>>().join(", ")
}

fn is_missing(path: &Path) -> bool {
    !path.exists() && !input::is_standard(path)
}

/// A file of a trace, and the number of lines before it.
type Part = (PathBuf, u32);

/// The text of a trace. A list of files, as SimGrid writes one for its time-independent traces, is the text of them all: they are its
/// parts.
fn trace(path: &Path) -> Result<(String, Vec<Part>), Failure> {
    if is_missing(path) {
        let (name, programs) = (path.display(), words("program"));
        return Err(text!(
            "there is no program and no file `{name}`; programs are {programs}",
            "`{name}` というプログラムもファイルもありません。プログラムは {programs} です"
        )
        .into());
    }
    let text = text_of(path)?;
    let Some(files) = files_of_list(path, &text) else { return Ok((text, Vec::new())) };
    let (mut all, mut parts, mut lines) = (String::new(), Vec::new(), 0);
    for file in files {
        let text = text_of(&file)?;
        parts.push((file, lines));
        lines += text.lines().count() as u32;
        all += &text;
        if !text.ends_with('\n') {
            all.push('\n');
        }
    }
    Ok((all, parts))
}

/// The files that a text lists: one in each line, beside the list or where the command runs. `None` if it is no list.
fn files_of_list(list: &Path, text: &str) -> Option<Vec<PathBuf>> {
    let folder = list.parent().unwrap_or(Path::new(""));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let file = |line: &str| [folder.join(line), PathBuf::from(line)].into_iter().find(|path| path.is_file());
    let files: Option<Vec<PathBuf>> = lines.map(file).collect();
    files.filter(|files| !files.is_empty() && !input::is_standard(list))
}

/// An error in a trace of several files, with the name of its file and the line in it.
fn named_in(parts: &[Part], mut error: TraceError) -> Text {
    let at = parts.partition_point(|(_, before)| *before < error.line).saturating_sub(1);
    let (file, before) = &parts[at];
    error.line -= before;
    input::named(file, &error.text())
}

/// The parameters in a file.
fn params(name: &OsStr) -> Result<Params, Failure> {
    let path = Path::new(name);
    if is_missing(path) {
        let (name, sets) = (path.display(), words("base"));
        return Err(text!(
            "there is no set of parameters and no file `{name}`; sets are {sets}",
            "`{name}` というパラメータの組もファイルもありません。組は {sets} です"
        )
        .into());
    }
    Params::read(&text_of(path)?).map_err(|error| input::named(path, &error.text()).into())
}

fn text_of(path: &Path) -> Result<String, Failure> {
    Ok(Decoded::read(&input::name(path), &input::read(path)?)?.text)
}
