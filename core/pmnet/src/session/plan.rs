//! A run as a form describes it, and its errors, field by field.

use super::files::{FileSource, PmnetFile};
use crate::model::generate::{PROGRAMS, Program};
use crate::model::machine::{Region, check_regions, with_symbols};
use crate::model::trace::{Format, Source};
use crate::model::{Dat, Fixed, Graph, Options, Placement, Run, find_core};
use alloc::{boxed::Box, collections::BTreeMap, format, string::String, vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::Problem;

/// Maximum number of traces and threads of a run.
const MAX_TRACES: usize = 4096;
/// Longest window, in accesses: a page's numbers have 53 bits.
const MAX_WINDOW: u64 = 1 << 53;
/// The program name that stands for trace files.
pub const FILES: &str = "files";

mcore_mode::plan! {
    /// A run as a form describes it: every value is the text of its field.
    pub struct PmnetPlan {
        /// The memory system: a DAT text.
        dat: String = String::new(),
        /// A generator's name (`triad`, `matmul`, ...) or `files`.
        program = "triad",
        /// Settings of generators: program, key, value. Missing ones have their default value.
        settings: Vec<(String, String, String)> = vec![("triad".into(), "threads".into(), "4".into())],
        /// Format of trace files: `auto`, `lackey`, `din` or `generic`.
        format = "auto",
        /// `dat` (the rule of the DAT, else first touch), `first-touch`, `interleave` or `fixed`.
        placement = "dat",
        /// For `fixed`: ranges and memories, `0x10000000-0x1fffffff=mem1`, one per line or separated by commas.
        places = "",
        /// MSI, or no coherence.
        coherent: bool = false,
        /// Threads and their cores, `0=core3, 1=core1`; the others are assigned in turn.
        cores = "",
        /// Accesses per window; empty: the phases of the trace.
        window = "",
        /// Count misses by kind and by region.
        misses: bool = false,
        /// Regions of addresses for them, `table=0x10000000-0x1000ffff`, one per line or separated by commas; the arrays of a
        /// generator are added.
        regions = "",
    }
}

/// A setting of a generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PmnetSetting {
    pub key: &'static str,
    /// Its default value.
    pub usual: &'static str,
    /// Its possible keywords; none if it is a number.
    pub words: Vec<&'static str>,
}

/// The settings of a generator, in the order of its help.
pub fn pmnet_settings(program: &str) -> Vec<PmnetSetting> {
    let Some((_, help)) = PROGRAMS.iter().find(|(name, _)| *name == program) else { return Vec::new() };
    let setting = |item: &'static str| {
        let (key, values) = item.split_once('=')?;
        let words: Vec<&str> = values.split('|').collect();
        let usual = words[0];
        Some(PmnetSetting { key, usual, words: if words.len() > 1 { words } else { Vec::new() } })
    };
    help.split(',').filter_map(setting).collect()
}

/// Names of the generators.
pub fn pmnet_programs() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|(name, _)| *name)
}

fn problem(field: &str, text: Text) -> Problem {
    Problem::new(field, text)
}

/// Items of a list separated by commas or line ends.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', '\n']).map(str::trim).filter(|item| !item.is_empty())
}

impl PmnetPlan {
    /// The value of a setting of the chosen generator.
    pub fn setting<'a>(&'a self, setting: &PmnetSetting) -> &'a str {
        let own = self.settings.iter().find(|(program, key, _)| *program == self.program && key == setting.key);
        own.map_or(setting.usual, |(.., value)| value)
    }

    /// Changes a setting of the chosen generator.
    pub(super) fn change(&mut self, key: &str, value: &str) {
        self.settings.retain(|(program, own, _)| *program != self.program || own != key);
        self.settings.push((self.program.clone(), key.into(), value.into()));
    }

    /// The program as `name:key=value,...`, with the values that are not the default; for `files`, the names of the
    /// files.
    pub fn program_text(&self, files: &[&str]) -> String {
        if self.program == FILES {
            return files.join(", ");
        }
        let settings = pmnet_settings(&self.program).into_iter().filter_map(|setting| {
            let value = self.setting(&setting).trim();
            (value != setting.usual).then(|| format!("{}={value}", setting.key))
        });
        let settings = settings.collect::<Vec<_>>().join(",");
        if settings.is_empty() { self.program.clone() } else { format!("{}:{settings}", self.program) }
    }

    /// The errors in the fields, for a memory system that has been read; none if it can run.
    pub fn problems(&self, dat: &Dat, graph: Option<&Graph>, files: usize) -> Vec<Problem> {
        let mut problems = self.program().err().unwrap_or_default();
        if self.program == FILES {
            match files {
                0 => problems.push(problem(
                    FILES,
                    text!("Choose one or more trace files.", "トレースファイルを 1 つ以上選んでください。"),
                )),
                n if n > MAX_TRACES => problems.push(problem(
                    FILES,
                    text!(
                        "{n} files are more than {MAX_TRACES}.",
                        "{n} 個のファイルは上限 {MAX_TRACES} を超えています。"
                    ),
                )),
                _ => {}
            }
        }
        if let Some(graph) = graph {
            problems.extend(self.options(dat, graph).err().unwrap_or_default());
        }
        problems
    }

    /// The generator; `None` for files.
    fn program(&self) -> Result<Option<Program>, Vec<Problem>> {
        let name = &self.program;
        if name == FILES {
            return Ok(None);
        }
        let mut problems = Vec::new();
        let mut given = Vec::new();
        for setting in pmnet_settings(name) {
            let item = format!("{}={}", setting.key, self.setting(&setting).trim());
            // Each setting alone, so that the message appears at its field.
            match Program::read(&format!("{name}:{item}")) {
                // A comma would start another setting.
                Ok(_) if !item.contains(',') => given.push(item),
                Ok(_) => problems.push(problem(
                    setting.key,
                    text!("Write a number without commas.", "カンマのない数を書いてください。"),
                )),
                Err(why) => problems.push(problem(setting.key, why)),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        // An error that only several settings together cause is reported at the program.
        Program::read(&format!("{name}:{}", given.join(","))).map(Some).map_err(|why| vec![problem("program", why)])
    }

    /// The options of the run on a memory system, or all errors in them.
    pub fn options(&self, dat: &Dat, graph: &Graph) -> Result<Options, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut cores = BTreeMap::new();
        for item in items(&self.cores) {
            let parts =
                item.split_once('=').and_then(|(thread, core)| Some((thread.trim().parse().ok()?, core.trim())));
            let Some((thread, core)) = parts else {
                problems.push(problem(
                    "cores",
                    text!(
                        "`{item}`: write a thread and its core, for example 0=core3.",
                        "`{item}`: `0=core3` のように、スレッドとコアを書いてください。"
                    ),
                ));
                break;
            };
            let thread: u64 = thread;
            match find_core(graph, core) {
                Ok(core) => {
                    cores.insert(thread, core);
                }
                Err(why) => {
                    problems.push(problem("cores", why));
                    break;
                }
            }
        }
        let window = match self.window.trim() {
            "" => 0,
            text => text.parse().ok().filter(|n| (1..=MAX_WINDOW).contains(n)).unwrap_or_else(|| {
                problems.push(problem(
                    "window",
                    text!(
                        "`{text}` is not a whole number above 0; leave it empty for the phases of the trace.",
                        "`{text}` は 1 以上の整数ではありません。空にするとトレースのフェーズごとになります。"
                    ),
                ));
                0
            }),
        };
        let range = |item| {
            let about = |why: Text| Text::new(format!("`{item}`: {}", why.en), format!("`{item}`: {}", why.ja));
            Fixed::read(item, graph).map_err(about)
        };
        let placement = match self.placed(dat) {
            "fixed" => match items(&self.places).map(range).collect() {
                Ok(ranges) => Placement::Fixed(ranges),
                Err(why) => {
                    problems.push(problem("places", why));
                    Placement::FirstTouch
                }
            },
            "interleave" => Placement::Interleave,
            _ => Placement::FirstTouch,
        };
        let regions = if self.misses { self.own_regions(&mut problems) } else { Vec::new() };
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Options { placement, coherent: self.coherent, cores, window, misses: self.misses, regions })
    }

    /// The regions of the user with the arrays of the generator.
    fn own_regions(&self, problems: &mut Vec<Problem>) -> Vec<Region> {
        let about = |item: &str, why: Text| Text::new(format!("`{item}`: {}", why.en), format!("`{item}`: {}", why.ja));
        let read = |item| Region::read(item).map_err(|why| about(item, why));
        let given = items(&self.regions).map(read).collect::<Result<Vec<_>, _>>();
        let given = given.and_then(|given| check_regions(&given).map(|()| given)).unwrap_or_else(|why| {
            problems.push(problem("regions", why));
            Vec::new()
        });
        let symbols = self.program().ok().flatten().map(|program| program.regions()).unwrap_or_default();
        with_symbols(given, symbols)
    }

    /// The run in its initial state, or all errors.
    pub(super) fn build(&self, files: &[PmnetFile]) -> Result<Run, Vec<Problem>> {
        let of_dat = |errors: Vec<crate::model::DatError>| -> Vec<Problem> {
            errors.into_iter().map(|error| problem("dat", error.text())).collect()
        };
        let dat = Dat::read(&self.dat).map_err(of_dat)?;
        let graph = Graph::new(&dat).map_err(of_dat)?;
        let problems = self.problems(&dat, Some(&graph), files.len());
        if !problems.is_empty() {
            return Err(problems);
        }
        let format = Format::named(&self.format);
        let sources = match self.program()? {
            Some(program) => program.sources(),
            None => {
                files.iter().map(|file| Box::new(FileSource::new(file, format)) as Box<dyn Source + Send>).collect()
            }
        };
        let options = self.options(&dat, &graph)?;
        Ok(Run::new(dat, graph, options, sources))
    }

    /// How pages are placed, in one word.
    pub(super) fn placed(&self, dat: &Dat) -> &'static str {
        match self.placement.as_str() {
            "fixed" => "fixed",
            "interleave" => "interleave",
            "dat" if dat.interleaves() => "interleave",
            _ => "first-touch",
        }
    }
}
