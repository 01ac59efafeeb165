//! Studies: many runs with one JSON line each as the result, split over several machines and continued after a stop.
//!
//! A line begins with the number of its run, so the parts joined and sorted by it are the same as the output of one
//! machine. A line also holds a digest of all parameters, so that lines of another study are detected.

use crate::args::Part;
use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use mcore::base::{Text, counted};
use mcore::text;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::Hasher as _;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use twox_hash::XxHash64;

/// The beginning of each line.
const BEGIN: &[u8] = b"{\"run\":";

/// A run of a study before it is done.
pub struct Planned {
    /// The part of its result that describes its parameters, by key.
    pub recorded: Map<String, Value>,
    /// A text that differs if the result can differ.
    pub parameters: String,
}

/// The runs of a study, those of this part, and the destination of the results.
pub struct Study {
    digest: String,
    runs: usize,
    due: Vec<usize>,
    /// Exit statuses by run.
    statuses: BTreeMap<usize, u8>,
    file: Option<(PathBuf, File)>,
}

/// A line of a study.
#[derive(Serialize)]
struct Line<'a, T> {
    run: usize,
    of: usize,
    study: &'a str,
    #[serde(flatten)]
    result: &'a T,
}

impl Study {
    /// A study of these runs. `status` gives the exit status for a result that the file already holds.
    pub fn open(part: &Part, runs: &[Planned], status: fn(&Value) -> u8, report: &Report) -> Result<Self, Failure> {
        let (shard, of) = part.shard;
        let mine = |run: &usize| run % of == shard - 1;
        let mut study =
            Self { digest: digest(runs), runs: runs.len(), due: Vec::new(), statuses: BTreeMap::new(), file: None };
        if let Some(path) = &part.resume {
            let (file, lines, whole) = open(path)?;
            for (at, line) in lines.iter().enumerate() {
                let run = study.check(line, runs, &mine).map_err(|why| {
                    let (name, at) = (path.display(), at + 1);
                    Text::new(format!("{name}: line {at}: {}", why.en), format!("{name}: {at} 行目: {}", why.ja))
                })?;
                study.statuses.insert(run, status(line));
            }
            if let Some(whole) = whole {
                file.set_len(whole).map_err(|error| Failure::writing_file(path, &error))?;
            }
            study.file = Some((path.clone(), file));
        }
        study.due = (0..runs.len()).filter(|run| mine(run) && !study.statuses.contains_key(run)).collect();
        if !study.statuses.is_empty() {
            let (done, left) = (study.statuses.len() as u64, study.due.len());
            let done_en = counted(done, "run is", "runs are");
            report.line(report.say(&text!(
                "{done_en} in the file already; {left} left",
                "{done} 個の結果がすでにファイルにあります。残りは {left} 個です"
            )));
        }
        Ok(study)
    }

    /// The run of a line, if the line belongs to this part of this study.
    fn check(&self, line: &Value, runs: &[Planned], mine: &impl Fn(&usize) -> bool) -> Result<usize, Text> {
        let number = |key: &str| line[key].as_u64().and_then(|n| usize::try_from(n).ok());
        let (Some(run), Some(of), Some(digest)) = (number("run"), number("of"), line["study"].as_str()) else {
            return Err(text!(
                "this is not a result of a study; give the file of this study or a new one",
                "スタディの結果ではありません。このスタディのファイルか、新しいファイルを指定してください"
            ));
        };
        if digest != self.digest {
            let ours = self.runs;
            let what = if of != ours {
                text!("it has {of} runs, this one {ours}", "実行の数がファイルでは {of}、ここでは {ours} です")
            } else {
                let differs = |recorded: &Map<String, Value>| {
                    let (key, ours) = recorded.iter().find(|(key, value)| line[key.as_str()] != **value)?;
                    let theirs = &line[key.as_str()];
                    Some(text!(
                        "`{key}` is {theirs} there and {ours} here",
                        "`{key}` がファイルでは {theirs}、ここでは {ours} です"
                    ))
                };
                runs.get(run).and_then(|planned| differs(&planned.recorded)).unwrap_or_else(|| {
                    text!("some parameter or input file differs", "パラメータか入力ファイルが違います")
                })
            };
            let (en, ja) = (what.en, what.ja);
            return Err(Text::new(
                format!("it belongs to another study: {en}; give the same arguments, or another file"),
                format!("別のスタディの結果です: {ja}。同じ引数か、別のファイルを指定してください"),
            ));
        }
        if !mine(&run) || run >= self.runs {
            return Err(text!(
                "run {run} is of another part; each part needs a file of its own",
                "実行 {run} は別の部分のものです。部分ごとに別のファイルを指定してください"
            ));
        }
        if self.statuses.contains_key(&run) {
            return Err(text!(
                "run {run} is there twice; remove one of the lines",
                "実行 {run} が 2 回あります。どちらかの行を消してください"
            ));
        }
        Ok(run)
    }

    /// Numbers of the pending runs, in ascending order.
    pub fn due(&self) -> &[usize] {
        &self.due
    }

    /// Writes the result of a run, as a whole line at once: the next one may take long.
    pub fn write(&mut self, run: usize, result: &impl Serialize, status: u8) -> Result<(), Failure> {
        self.statuses.insert(run, status);
        let line = Line { run, of: self.runs, study: &self.digest, result };
        let line = output::json(&line)?;
        let Some((path, file)) = &mut self.file else {
            return output::line(&line);
        };
        file.write_all(format!("{line}\n").as_bytes()).map_err(|error| Failure::writing_file(path, &error))
    }

    /// The exit status of the study: the first one that is not 0.
    pub fn status(&self) -> u8 {
        self.statuses.values().copied().find(|status| *status != 0).unwrap_or(0)
    }
}

/// A digest of a file's text, for the parameters of a run.
pub fn digest_of(text: &str) -> u64 {
    XxHash64::oneshot(0, text.as_bytes())
}

/// A digest of everything that the results depend on.
fn digest(runs: &[Planned]) -> String {
    struct Into(XxHash64);
    impl fmt::Write for Into {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut into = Into(XxHash64::with_seed(0));
    for run in runs {
        // Writing to a hasher cannot fail.
        let _ = writeln!(into, "{}", run.parameters);
    }
    format!("{:016x}", into.0.finish())
}

/// Opens or creates the file of a study, for this process alone, and returns its lines, and the number of their bytes
/// if an incomplete last line must be dropped.
fn open(path: &Path) -> Result<(File, Vec<Value>, Option<u64>), Failure> {
    let name = path.display();
    if path.exists() && !path.is_file() {
        return Err(text!("{name}: this is not a file", "{name}: ファイルではありません").into());
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path);
    let mut file = file.map_err(|error| Failure::writing_file(path, &error))?;
    // Some file systems have no locks; then none is held.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(text!(
            "{name}: another process is writing this file; wait for it, or give another file",
            "{name}: 別のプロセスが書き込んでいます。終わるのを待つか、別のファイルを指定してください"
        )
        .into());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| Failure::reading(path, &error))?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let strange = |at: usize| -> Failure {
        text!(
            "{name}: line {at}: this is not a result of a study; give the file of this study or a new one",
            "{name}: {at} 行目: スタディの結果ではありません。このスタディのファイルか、新しいファイルを指定してください"
        )
        .into()
    };
    let lines = bytes[..whole].split_inclusive(|byte| *byte == b'\n').enumerate();
    let lines: Vec<Value> =
        lines.map(|(at, line)| serde_json::from_slice(line).map_err(|_| strange(at + 1))).collect::<Result<_, _>>()?;
    let rest = &bytes[whole..];
    // Only a line that a stopped study can have left incomplete is dropped.
    if !rest.starts_with(BEGIN) && !BEGIN.starts_with(rest) {
        return Err(strange(lines.len() + 1));
    }
    Ok((file, lines, (!rest.is_empty()).then_some(whole as u64)))
}
