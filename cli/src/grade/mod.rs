//! `mcore grade`: grades students' submissions.
//!
//! A grade is a pure function of pack and submission: it depends on no clock, no network and no property of the machine
//! that grades. So a class can be split over machines and the parts joined again.

pub mod args;
mod classroom;
mod files;
mod gradescope;
mod junit;
mod merge;
mod submission;
mod table;

use crate::failure::{Failure, text_of};
use crate::input;
use crate::interrupt::{self, INTERRUPTED};
use crate::kind::{Judge, Kind, Kinds, PackSource, Row, Shard, Sheet};
use crate::progress::bar;
use crate::report::Report;
use args::{Grade, GradeVerb, Outputs};
use indicatif::ProgressBar;
use mcore::base::{Text, counted};
use mcore::packs::{PackFile, exercise_of};
use mcore::text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use submission::{digest, find, gather};

/// Grades; the exit status is 0 if everything passed, 1 if something did not, 130 after Ctrl-C.
pub fn run(options: &Grade, kinds: Kinds, report: &Report) -> Result<u8, Failure> {
    if let Some(GradeVerb::Merge { parts, outputs }) = &options.verb {
        let sheet = merge::merge(parts, report)?;
        return finish(&sheet, outputs, report);
    }
    let Some(pack) = &options.pack else {
        return Err(text!("name the pack and the submissions", "課題集と提出物を指定してください").into());
    };
    input::one_standard(&options.submissions)?;
    let pack = PackSource::read(pack)?;
    let info = pack.info()?;
    let (index, of) = options.shard;
    let names = named(&options.submissions);
    // In every shard, so that an empty list of a class is never silent.
    if let Some(pattern) = options.submissions.iter().find(|path| is_unmatched(path)) {
        let pattern = pattern.display();
        return Err(text!(
            "no file matches `{pattern}`; check the folder",
            "`{pattern}` に当てはまるファイルがありません。フォルダを確かめてください"
        )
        .into());
    }
    let mut sheet = Sheet {
        format: 1,
        pack: info.id.clone(),
        version: info.version.clone(),
        pack_digest: pack.digest(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        exercise: options.exercise.clone(),
        hidden_values: options.outputs.with_hidden_values,
        shard: Shard { index, of },
        class: names.len(),
        names: Sheet::digest_of(names.iter().map(|(name, _)| name.as_str())),
        left: 0,
        rows: Vec::new(),
    };
    let mine: Vec<(String, PathBuf)> =
        names.into_iter().enumerate().filter(|(i, _)| i % of == index - 1).map(|(_, named)| named).collect();
    let known = if options.resume { done_before(&sheet, &options.outputs)? } else { BTreeMap::new() };

    let rows: Arc<Rows> = mine.iter().map(|_| Mutex::new(None)).collect();
    // A case or a compilation can take long: at Ctrl-C the finished rows are written at once, and again at the end.
    let (empty, outputs, finished, reporter) = (sheet.clone(), options.outputs.clone(), rows.clone(), *report);
    let stop = interrupt::listen_and(move || {
        if let Err(why) = files::write_all(&with_rows(empty.clone(), &finished), &outputs, &reporter) {
            reporter.error(&text_of(why));
        }
    })?;
    let class = Class::new(kinds, pack, options.exercise.as_deref(), known, stop)?;
    let progress = bar(mine.len());
    class.grade(&mine, options.jobs, &progress, &rows);
    sheet = with_rows(sheet, &rows);
    progress.finish_and_clear();
    if options.resume {
        let (kept, n) = (class.kept.load(Ordering::Relaxed), mine.len());
        let n_en = counted(n as u64, "submission", "submissions");
        report.line(
            report.say(&text!(
                "{kept} of {n_en} had been graded already",
                "提出物 {n} 件のうち {kept} 件は採点済みでした"
            )),
        );
    }
    let status = finish(&sheet, &options.outputs, report)?;
    let left = sheet.left;
    if left == 0 {
        return Ok(status);
    }
    let left_en = counted(left as u64, "submission is", "submissions are");
    report.line(report.say(&match (&options.outputs.json, options.resume) {
        (Some(_), false) => text!(
            "interrupted: {left_en} left; the same command with --resume grades them",
            "中断しました。残りは {left} 件です。同じコマンドに --resume を付けると続きを採点します"
        ),
        (Some(_), true) => text!(
            "interrupted: {left_en} left; the same command grades them",
            "中断しました。残りは {left} 件です。同じコマンドで続きを採点します"
        ),
        (None, _) => text!(
            "interrupted: {left_en} left; with --json FILE, --resume could grade them later",
            "中断しました。残りは {left} 件です。--json FILE を付けておけば、--resume で続きを採点できます"
        ),
    }));
    Ok(INTERRUPTED)
}

/// The row of each submission, once it is finished.
type Rows = [Mutex<Option<Row>>];

/// The sheet with the rows that are finished, in the order of the submissions.
fn with_rows(mut sheet: Sheet, rows: &Rows) -> Sheet {
    sheet.rows = rows.iter().filter_map(|row| row.lock().ok()?.clone()).collect();
    sheet.left = rows.len() - sheet.rows.len();
    sheet
}

/// True for a pattern that the shell left unchanged because no file matches it.
fn is_unmatched(path: &Path) -> bool {
    let pattern = path.to_string_lossy().contains(['*', '?', '[']);
    pattern && std::fs::symlink_metadata(path).is_err()
}

/// Rows that an earlier run has written to the file of `--json`, if they are still valid: the same pack, version of the
/// command and exercise, and no value missing that is requested now. Whether a submission has changed is checked row by
/// row.
fn done_before(sheet: &Sheet, outputs: &Outputs) -> Result<BTreeMap<String, Row>, Failure> {
    let Some(path) = outputs.json.as_ref().filter(|path| path.exists()) else { return Ok(BTreeMap::new()) };
    let old = merge::read(path)?;
    let same = (&old.pack, &old.version, &old.pack_digest, &old.tool, &old.exercise)
        == (&sheet.pack, &sheet.version, &sheet.pack_digest, &sheet.tool, &sheet.exercise);
    if !same || (sheet.hidden_values && !old.hidden_values) {
        return Ok(BTreeMap::new());
    }
    Ok(old.rows.into_iter().map(|row| (row.submission.clone(), row)).collect())
}

/// Writes the requested files.
fn finish(sheet: &Sheet, outputs: &Outputs, report: &Report) -> Result<u8, Failure> {
    if outputs.with_hidden_values && !sheet.hidden_values {
        return Err(text!(
            "the parts hold no hidden values; grade them with --with-hidden-values too",
            "部分に非公開の値が入っていません。採点するときにも --with-hidden-values を付けてください"
        )
        .into());
    }
    files::write_all(sheet, outputs, report)?;
    table::print(&sheet.redacted(), report)?;
    Ok(u8::from(!sheet.rows.iter().all(Row::has_passed)))
}

/// Submissions by their names in the results, in the order of these names: the file name, or the whole path if two
/// files have the same name.
fn named(paths: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let short =
        |path: &Path| path.file_name().map_or_else(|| path.display().to_string(), |n| input::name(Path::new(n)).into());
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

/// An exercise with the data that all its submissions share.
struct Ready {
    judge: Box<dyn Judge>,
    /// Digests that a student's copy may have.
    digests: Vec<String>,
}

/// A pack with the exercises that have been used so far.
struct Class {
    /// All kinds of exercises.
    all: Kinds,
    pack: PackSource,
    /// The exercise of submissions that do not name theirs.
    chosen: Option<String>,
    ready: Mutex<BTreeMap<String, Result<Arc<Ready>, Text>>>,
    /// Rows of an earlier run, by submission.
    known: BTreeMap<String, Row>,
    /// The number of these rows that were reused.
    kept: AtomicUsize,
    /// The kinds of its exercises, by their folders; a folder whose exercise cannot be read has none.
    kinds: BTreeMap<String, &'static dyn Kind>,
    /// Ctrl-C was pressed: running cases are abandoned.
    stop: Arc<AtomicBool>,
}

impl Class {
    fn new(
        all: Kinds,
        pack: PackSource,
        chosen: Option<&str>,
        known: BTreeMap<String, Row>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
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
        let kind = |folder: &String| Some((folder.clone(), all.of(folder, &pack.files).ok()?));
        let kinds = info.exercises.iter().filter_map(kind).collect();
        Ok(Self { all, kinds, pack, chosen, ready: Mutex::default(), known, kept: AtomicUsize::new(0), stop })
    }

    /// Grades all, several at a time; the rows are in the order of the submissions. After Ctrl-C the unfinished ones
    /// are missing.
    fn grade(&self, all: &[(String, PathBuf)], jobs: usize, progress: &ProgressBar, rows: &Rows) {
        let next = AtomicUsize::new(0);
        let work = || {
            while !self.stopped()
                && let Some((index, (name, path))) = all.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed))
            {
                progress.set_message(name.clone());
                let row = self.row(name, path);
                progress.inc(1);
                if let Some(Ok(mut slot)) = rows.get(index).map(Mutex::lock) {
                    *slot = row;
                }
            }
        };
        std::thread::scope(|scope| {
            (1..jobs.min(all.len())).for_each(|_| drop(scope.spawn(work)));
            work();
        });
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The row of one submission, with the reason if it cannot be graded. `None` after Ctrl-C.
    fn row(&self, name: &str, path: &Path) -> Option<Row> {
        let mut folder = self.chosen.clone();
        let is_wanted = |name: &str| self.kinds.values().any(|kind| kind.is_wanted(name));
        let files = match gather(path, &is_wanted) {
            Ok(files) => files,
            Err(why) => return self.failed(name, folder.as_deref(), why),
        };
        let digest = Some(digest(&files));
        if let Some(row) = self.known.get(name).filter(|row| row.digest == digest) {
            self.kept.fetch_add(1, Ordering::Relaxed);
            return Some(row.clone());
        }
        let row = match self.try_row(name, files, &mut folder) {
            Ok(row) => row,
            Err(why) => self.failed(name, folder.as_deref(), why),
        };
        row.map(|row| Row { digest, ..row })
    }

    /// The row of a submission that could not be graded, with the maximum points if its exercise is known.
    fn failed(&self, name: &str, folder: Option<&str>, why: Text) -> Option<Row> {
        let ready = folder.and_then(|folder| Some((folder, self.ready(folder).ok()?)));
        if self.stopped() {
            return None;
        }
        Some(match ready {
            Some((_, ready)) => ready.judge.failed(name, why),
            None => Row::unknown(name, None, why),
        })
    }

    /// Grades the files of a submission; `chosen` becomes the folder of its exercise once that is known.
    fn try_row(&self, name: &str, files: Vec<PackFile>, chosen: &mut Option<String>) -> Result<Option<Row>, Text> {
        let found = find(files)?;
        let claim = &found.header;
        let info = self.pack.info().map_err(text_of)?;
        let folder = match (claim, &self.chosen) {
            (Some(claim), _) => exercise_of(&info, claim)?.to_owned(),
            (None, Some(chosen)) => chosen.clone(),
            (None, None) if found.files.is_empty() => {
                return Err(text!(
                    "there is nothing to grade in it; a .mcsub file, or the files of an exercise, are wanted",
                    "採点するものがありません。.mcsub か、課題のファイルが必要です"
                ));
            }
            (None, None) => {
                return Err(text!(
                    "files do not say for which exercise they are: choose one by --exercise",
                    "ファイルだけではどの課題か分かりません。--exercise で指定してください"
                ));
            }
        };
        if let (Some(claim), Some(chosen)) = (claim, &self.chosen)
            && claim.exercise != *chosen
        {
            let other = &folder;
            return Err(text!(
                "it is for the exercise `{other}`, not for `{chosen}`",
                "課題 `{chosen}` ではなく `{other}` の提出ファイルです"
            ));
        }
        *chosen = Some(folder.clone());
        let ready = self.ready(&folder)?;
        ready.judge.row(name, &found, &ready.digests, &info.version, &|| self.stopped())
    }

    /// The exercise of a folder: it is read, and its references run, once for the whole class.
    fn ready(&self, folder: &str) -> Result<Arc<Ready>, Text> {
        let Ok(mut ready) = self.ready.lock() else {
            return Err(text!("an internal error: a thread broke off", "内部エラー: スレッドが中断しました"));
        };
        ready.entry(folder.to_owned()).or_insert_with(|| self.make_ready(folder).map(Arc::new)).clone()
    }

    fn make_ready(&self, folder: &str) -> Result<Ready, Text> {
        let kind = self.all.of(folder, &self.pack.files).map_err(|e| e.text())?;
        let judge = kind.judge(folder, &self.pack, &|| self.stopped())?;
        let digests = self.pack.digests(folder)?;
        Ok(Ready { judge, digests })
    }
}
