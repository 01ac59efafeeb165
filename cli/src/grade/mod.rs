//! `mcore grade`: what students have handed in, graded.
//!
//! A grade is a pure function of pack and submission: no clock, no network, nothing of the machine that it runs on. So a class
//! can be split over machines and the parts be joined again.

mod classroom;
mod files;
mod gradescope;
mod junit;
mod merge;
mod row;
mod submission;
mod table;

pub use row::{Row, Sheet, decimals};

use crate::args::{Grade, GradeVerb};
use crate::failure::Failure;
use crate::pack::source::PackSource;
use crate::report::Report;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mcore::base::Text;
use mcore::exercise::{Exercise, Grading, References};
use mcore::text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use submission::{Found, find};

/// Grades; the exit status is 0 if everything passed, 1 if something did not.
pub fn run(options: &Grade, report: &Report) -> Result<u8, Failure> {
    if let Some(GradeVerb::Merge { parts, outputs }) = &options.verb {
        let sheet = merge::merge(parts)?;
        return finish(&sheet, outputs, report);
    }
    let Some(pack) = &options.pack else {
        return Err(text!("name the pack and the submissions", "課題集と提出物を指定してください").into());
    };
    let pack = PackSource::read(pack)?;
    let info = pack.info()?;
    let (shard, of) = options.shard;
    let names = named(&options.submissions);
    let mine: Vec<(String, PathBuf)> =
        names.into_iter().enumerate().filter(|(i, _)| i % of == shard - 1).map(|(_, named)| named).collect();

    let class = Class::new(pack, options.exercise.as_deref())?;
    let progress = bar(mine.len());
    let rows = class.grade(&mine, options.jobs, &progress);
    progress.finish_and_clear();
    let sheet = Sheet::new(&info, rows);
    finish(&sheet, &options.outputs, report)
}

/// Writes what is asked for.
fn finish(sheet: &Sheet, outputs: &crate::args::Outputs, report: &Report) -> Result<u8, Failure> {
    files::write_all(sheet, outputs, report)?;
    table::print(sheet, report)?;
    Ok(u8::from(!sheet.rows.iter().all(Row::has_passed)))
}

/// Submissions by the name that they have in the results, in the order of these names: the file name, or the whole path if
/// two files have the same name.
fn named(paths: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let short =
        |path: &Path| path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into());
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths {
        *count.entry(short(path)).or_default() += 1;
    }
    let name = |path: &PathBuf| match count.get(&short(path)) {
        Some(1) => short(path),
        _ => path.display().to_string(),
    };
    let mut all: Vec<(String, PathBuf)> = paths.iter().map(|p| (name(p), p.clone())).collect();
    all.sort();
    all.dedup();
    all
}

fn bar(count: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    // The template is fixed, so it is valid.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta}") {
        bar.set_style(style);
    }
    bar
}

/// An exercise with what all its submissions share.
struct Ready {
    exercise: Arc<Exercise>,
    references: References,
    /// Digests that a student's copy may have.
    digests: Vec<String>,
}

/// A pack with the exercises that have been met so far.
struct Class {
    pack: PackSource,
    /// The exercise of submissions that do not say it.
    chosen: Option<String>,
    ready: Mutex<BTreeMap<String, Result<Arc<Ready>, Text>>>,
}

impl Class {
    fn new(pack: PackSource, chosen: Option<&str>) -> Result<Self, Failure> {
        let info = pack.info()?;
        let chosen = match chosen {
            Some(name) if !info.exercises.iter().any(|e| e == name) => {
                let (id, all) = (&info.id, info.exercises.join("`, `"));
                return Err(text!(
                    "the pack `{id}` has no exercise `{name}`; it has `{all}`",
                    "課題集 `{id}` に課題 `{name}` はありません。あるのは `{all}` です"
                )
                .into());
            }
            Some(name) => Some(name.to_owned()),
            None if info.exercises.len() == 1 => info.exercises.first().cloned(),
            None => None,
        };
        Ok(Self { pack, chosen, ready: Mutex::default() })
    }

    /// Grades all, several at a time; the rows are in the order of the submissions.
    fn grade(&self, all: &[(String, PathBuf)], jobs: usize, progress: &ProgressBar) -> Vec<Row> {
        let next = AtomicUsize::new(0);
        let rows: Vec<Mutex<Option<Row>>> = all.iter().map(|_| Mutex::new(None)).collect();
        let work = || {
            while let Some((name, path)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                let index = all.iter().position(|(n, _)| n == name);
                progress.set_message(name.clone());
                let row = self.row(name, path);
                progress.inc(1);
                if let Some(mut slot) = index.and_then(|i| rows[i].lock().ok()) {
                    *slot = Some(row);
                }
            }
        };
        std::thread::scope(|scope| {
            (1..jobs.min(all.len())).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        rows.into_iter().filter_map(|row| row.into_inner().ok().flatten()).collect()
    }

    /// The row of one submission; whatever is wrong with it is told there.
    fn row(&self, name: &str, path: &Path) -> Row {
        match self.try_row(name, path) {
            Ok(row) => row,
            Err(why) => Row::failed(name, self.chosen.as_deref(), why),
        }
    }

    fn try_row(&self, name: &str, path: &Path) -> Result<Row, Text> {
        let Found { work, claim } = find(path)?;
        let info = self.pack.info().map_err(failure_text)?;
        let folder = match (&claim, &self.chosen) {
            (Some(claim), _) => mcore::exercise::exercise_of(&info, claim)?.to_owned(),
            (None, Some(chosen)) => chosen.clone(),
            (None, None) => {
                return Err(text!(
                    "files do not say for which exercise they are: choose one by --exercise",
                    "ファイルだけではどの課題か分かりません。--exercise で指定してください"
                ));
            }
        };
        if let (Some(claim), Some(chosen)) = (&claim, &self.chosen)
            && claim.exercise != *chosen
        {
            let other = &folder;
            return Err(text!(
                "it is for the exercise `{other}`, not for `{chosen}`",
                "課題 `{chosen}` ではなく `{other}` の提出ファイルです"
            ));
        }
        let ready = self.ready(&folder)?;
        let grade = Grading::new(ready.exercise.clone(), work, ready.references.clone()).finish();
        Ok(Row::new(name, &folder, &grade, &ready.exercise).with_notes(
            claim.as_ref(),
            &grade,
            &ready.digests,
            &info.version,
        ))
    }

    /// The exercise of a folder: read, and its references run, once for the whole class.
    fn ready(&self, folder: &str) -> Result<Arc<Ready>, Text> {
        let Ok(mut ready) = self.ready.lock() else {
            return Err(text!("an internal error: a thread broke off", "内部エラー: スレッドが中断しました"));
        };
        ready.entry(folder.to_owned()).or_insert_with(|| self.make_ready(folder).map(Arc::new)).clone()
    }

    fn make_ready(&self, folder: &str) -> Result<Ready, Text> {
        let exercise = self.pack.exercise(folder).map_err(|e| e.text())?;
        let mut references = References::default();
        references.finish(&exercise);
        if let Some(why) = references.bad() {
            return Err(why.clone());
        }
        let digests = self.pack.digests(folder)?;
        Ok(Ready { exercise: Arc::new(exercise), references, digests })
    }
}

/// What a failure says.
pub fn failure_text(failure: Failure) -> Text {
    match failure {
        Failure::Text(text) => text,
        Failure::Told | Failure::ClosedPipe => text!("it failed", "失敗しました"),
    }
}
