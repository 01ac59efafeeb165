//! The check of an exercise: its solutions pass everything, its start files do not.

use super::endless;
use crate::failure::Failure;
use crate::input::compilers;
use crate::kind::{Comments, Findings};
use crate::output;
use crate::text::pictures;
use mcore::base::{Array, SourceFile, Text, counted, decimals, without_mark};
use mcore::modes::chip::Outcome;
use mcore::modes::chip::exercise::{
    Case, CaseRun, CaseVerdict, Edition, Ends, Equals, Exercise, Expect, Grade, Grading, HandedIn, Holds, Language,
    PackFile, Prints, References, Target, Visibility,
};
use mcore::program::Program;
use mcore::text;
use mcore::toolchain::FileKind;
use mcore_cc::diag::Levels;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// The maximum ratio of a cycle limit to the cycles of the solution or the reference; a higher limit wastes the
/// grader's time.
const GENEROUS: u64 = 200;

/// The check of an exercise.
struct Check<'c, 'a> {
    findings: &'c mut Findings<'a>,
}

/// Checks an exercise.
pub fn exercise(
    folder: &str,
    exercise: Exercise,
    findings: &mut Findings<'_>,
    edition: Edition,
    sizes: bool,
) -> Result<(), Failure> {
    Check { findings }.exercise(folder, exercise, edition, sizes)
}

impl Check<'_, '_> {
    fn error(&mut self, place: &str, message: &Text) {
        self.findings.error(place, message);
    }

    fn warning(&mut self, place: &str, message: &Text) {
        self.findings.warning(place, message);
    }

    fn exercise(&mut self, folder: &str, exercise: Exercise, edition: Edition, sizes: bool) -> Result<(), Failure> {
        self.findings.texts(folder, &exercise.statement);
        let start = exercise.start.iter().map(|file| (format!("start/{}", file.name), comments_in(&file.name)));
        self.findings.translations(folder, &start.collect::<Vec<_>>());
        self.c(folder, &exercise);
        let mut references = References::new(compilers());
        references.finish(&exercise);
        if let Some(why) = references.bad() {
            self.error(&format!("{folder}/exercise.toml"), &why.text());
            return Ok(());
        }
        let exercise = Arc::new(exercise);
        if edition == Edition::Lecturer {
            self.endless(folder, &exercise, &references);
        }
        let mut best: Option<u64> = None;
        let mut slowest: BTreeMap<usize, u64> = BTreeMap::new();
        let solutions = self.programs(folder);
        if solutions.is_empty() && edition == Edition::Lecturer {
            self.findings.no_solution(folder);
        }
        for (name, work) in solutions {
            let Some(grade) = self.grade(folder, &name, &exercise, &references, work.clone())? else { continue };
            for (i, case) in grade.cases.iter().enumerate() {
                if !case.passed {
                    self.error(&name, &failed(case));
                }
                let most = slowest.entry(i).or_default();
                *most = (*most).max(case.cycles).max(case.reference_cycles.unwrap_or(0));
            }
            best = best.max(grade.speedup_hundredths);
            if sizes {
                self.sizes(&name, &exercise, &work?)?;
            }
        }
        if edition == Edition::Lecturer {
            self.points(folder, &exercise, best);
            self.limits(folder, &exercise, &slowest);
        }
        let start = match self.start(folder, &exercise) {
            Some(start) => self.grade(folder, &format!("{folder}/start"), &exercise, &references, start)?,
            None => None,
        };
        if start.as_ref().is_some_and(|grade| grade.passed) {
            self.error(
                &format!("{folder}/start"),
                &text!(
                    "the start files pass already: there is nothing to do",
                    "はじめのファイルのままで合格します。これでは課題になりません"
                ),
            );
        }
        self.computable(folder, &exercise, start.as_ref());
        Ok(())
    }

    /// Names in `[c]` that the compiler does not know.
    fn c(&mut self, folder: &str, exercise: &Exercise) {
        let place = format!("{folder}/exercise.toml");
        let mut levels = Levels::default();
        for word in exercise.rules.warnings.iter().filter(|word| !levels.option(word)) {
            self.error(
                &place,
                &text!(
                    "`c.warnings`: the compiler has no finding `{word}`; the names are in docs/c-messages.md",
                    "`c.warnings`: 指摘 `{word}` はありません。名前は docs/c-messages.md にあります"
                ),
            );
        }
        let known = mcore_cc::library::headers();
        let headers = exercise.rules.headers.iter().flatten();
        for name in headers.filter(|name| known.iter().all(|header| header.name != **name)) {
            self.error(
                &place,
                &text!(
                    "`c.headers`: the library has no header `{name}`",
                    "`c.headers`: ライブラリにヘッダ `{name}` はありません"
                ),
            );
        }
    }

    /// Hidden cases whose answers a student can find out without writing a program, and so write into one.
    fn computable(&self, folder: &str, exercise: &Exercise, start: Option<&Grade>) {
        for (index, case) in exercise.cases.iter().enumerate().filter(|(_, c)| c.visibility == Visibility::Hidden) {
            let name = &case.name;
            let by_start = start.and_then(|grade| grade.cases.get(index)).is_some_and(CaseVerdict::is_right);
            let why = if by_start {
                text!("the start files compute it from the inputs", "はじめのファイルが入力から計算できます")
            } else if case.needs_reference() {
                text!("the reference computes it from the inputs", "参照プログラムが入力から計算できます")
            } else if case.expects.iter().any(can_be_guessed) {
                text!("it is so short that all values can be tried", "短いので、すべての値を試せます")
            } else {
                continue;
            };
            let (en, ja) = (&name.en, &name.ja);
            let (why_en, why_ja) = (why.en, why.ja);
            self.findings.report.note(
                &format!("{folder}/exercise.toml"),
                &text!(
                    "case `{en}`: students can find out its answer: {why_en}. Make it `withheld` so that a program cannot contain the answer",
                    "case `{ja}`: 学生が答えを求められます。{why_ja}。答えをプログラムに書き込まれては困るなら `withheld` にしてください"
                ),
            );
        }
    }

    /// Cases that a program passes although it never ends. Only a case whose `ends` lets a run go on until its limit
    /// can be one. For such cases two kinds of endless programs are really run: one that computes nothing, and, unless
    /// the case asks for a run without end, the solutions, which compute the right result and then loop for ever.
    fn endless(&mut self, folder: &str, exercise: &Arc<Exercise>, references: &References) {
        if exercise.language == Language::C || !exercise.cases.iter().any(|c| c.ends.allows_limit()) {
            return;
        }
        let works = self.programs(folder).into_iter().filter_map(|(_, work)| work.ok());
        let works: Vec<HandedIn> = works.collect();
        for (index, case) in exercise.cases.iter().enumerate().filter(|(_, c)| c.ends.allows_limit() && c.can_run()) {
            let name = &case.name;
            let passes = |program: Option<Arc<Program>>| {
                let mut run = CaseRun::new(&program?, case).ok()?;
                run.advance(u64::MAX);
                let endless = matches!(run.machine().outcome(), Some(Outcome::CycleLimit));
                Some(endless && CaseVerdict::of(case, &run, references.run(index)).passed)
            };
            let (en, ja) = (&name.en, &name.ja);
            let place = format!("{folder}/exercise.toml");
            if works.iter().any(|work| passes(endless::from_begin(exercise, case, work)) == Some(true)) {
                self.warning(&place, &text!(
                    "case `{en}`: a program passes that computes nothing and never ends; add what it must leave or print",
                    "case `{ja}`: 何も計算せずに終わらないプログラムが合格します。メモリか出力の期待値を加えてください"
                ));
            } else if case.ends == Ends::Any
                && works.iter().any(|work| passes(endless::from_end(exercise, case, work)) == Some(true))
            {
                self.warning(&place, &text!(
                    "case `{en}`: a program passes that never ends, once it has the result; remove `ends` or add `halted = true`",
                    "case `{ja}`: 結果を出したあと終わらないプログラムが合格します。`ends` を消すか、`halted = true` を加えてください"
                ));
            }
        }
    }

    /// The submissions in `solution/`.
    fn programs(&self, folder: &str) -> Vec<(String, Result<HandedIn, Text>)> {
        self.findings.solutions(folder).into_iter().map(|(name, files)| (name, handed_in(&files))).collect()
    }

    fn start(&self, folder: &str, exercise: &Exercise) -> Option<Result<HandedIn, Text>> {
        let compilers = compilers();
        let kind = |f: &SourceFile| FileKind::of(&f.name);
        let can_build = |f: &SourceFile| kind(f).and_then(FileKind::unit).is_some_and(|l| compilers.can_build(l));
        let sources = |f: &&SourceFile| can_build(f) || kind(f) == Some(FileKind::Header);
        let start: Vec<SourceFile> = exercise.editable().filter(sources).cloned().collect();
        let elf = self
            .findings
            .source
            .files
            .iter()
            .any(|f| f.name.starts_with(&format!("{folder}/start/")) && crate::input::is_elf(&f.bytes));
        // C files that are not compiled yet cannot pass.
        (start.iter().any(can_build) && !elf).then(|| HandedIn::new(start, None))
    }

    /// Grades and prints a line for each case.
    fn grade(
        &mut self,
        folder: &str,
        name: &str,
        exercise: &Arc<Exercise>,
        references: &References,
        work: Result<HandedIn, Text>,
    ) -> Result<Option<Grade>, Failure> {
        let work = match work {
            Ok(work) => work,
            Err(why) => {
                self.error(name, &why);
                return Ok(None);
            }
        };
        let mut grading = Grading::new(exercise.clone(), work, references.clone());
        let mut seconds = Vec::new();
        let grade = loop {
            let (before, started) = (grading.done().len(), Instant::now());
            if let Some(grade) = grading.advance(u64::MAX) {
                break grade;
            }
            if grading.done().len() > before {
                seconds.push(started.elapsed().as_secs_f64());
            }
        };
        let (points, of) = (grade.points, grade.of);
        let of_en = counted(u64::from(of), "point", "points");
        let total = self.findings.report.say(&text!("{points} of {of_en}", "{of} 点中 {points} 点")).to_owned();
        let level = match exercise.language {
            Language::Assembly => String::new(),
            Language::C | Language::Either => format!(" (C: -{})", exercise.level.name()),
        };
        output::line(&pictures(&format!("{folder}: {name}: {total}{level}")))?;
        for (case, seconds) in grade.cases.iter().zip(&seconds) {
            let word = match (case.judged, case.passed) {
                (false, _) => text!("not judged", "判定なし"),
                (_, true) => text!("pass", "合格"),
                _ => text!("fail", "不合格"),
            };
            let speedup =
                case.speedup_hundredths.map_or_else(String::new, |s| format!(", x{}.{:02}", s / 100, s % 100));
            let (name, word) = (self.findings.report.say(&case.name), self.findings.report.say(&word));
            let cycles = case.cycles;
            let cycles = Text::new(counted(cycles, "cycle", "cycles"), format!("{cycles} サイクル"));
            let cycles = self.findings.report.say(&cycles);
            output::line(&pictures(&format!("  {word}  {name}: {cycles}{speedup}, {seconds:.2} s")))?;
        }
        Ok(Some(grade))
    }

    /// Runs a solution on the other machines of the exercise and compares only the results.
    fn sizes(&mut self, name: &str, exercise: &Exercise, work: &HandedIn) -> Result<(), Failure> {
        for size in &exercise.sizes {
            let other = Arc::new(on_size(exercise, *size));
            if other.cases.is_empty() {
                continue;
            }
            let grade = Grading::new(other, work.clone(), References::new(compilers())).finish();
            let (w, h) = size;
            let word = if grade.passed { text!("right", "正しい") } else { text!("wrong", "誤り") };
            output::line(&format!("  {}  {w}x{h}", self.findings.report.say(&word)))?;
            for case in grade.cases.iter().filter(|c| !c.passed) {
                self.error(&format!("{name} ({w}x{h})"), &failed(case));
            }
        }
        Ok(())
    }

    /// Steps of the score that no solution reaches.
    fn points(&mut self, folder: &str, exercise: &Exercise, best: Option<u64>) {
        let Some(score) = &exercise.score else { return };
        for step in score.steps.iter().filter(|s| s.at_least > best.unwrap_or(0)) {
            let (wanted, points) = (decimals(step.at_least), step.points);
            let points_en = counted(u64::from(points), "point", "points");
            let reached = best.map_or_else(|| "-".to_owned(), decimals);
            self.error(
                &format!("{folder}/exercise.toml"),
                &text!(
                    "no solution reaches the {points_en} for a speed-up of {wanted}: the best one is {reached}",
                    "速度向上 {wanted} 倍の {points} 点に届く解答例がありません。最高は {reached} 倍です"
                ),
            );
        }
    }

    fn limits(&mut self, folder: &str, exercise: &Exercise, slowest: &BTreeMap<usize, u64>) {
        for (i, case) in exercise.cases.iter().enumerate() {
            let Some(cycles) = slowest.get(&i).filter(|c| **c > 0) else { continue };
            let (limit, name) = (case.cycle_limit, &case.name.en);
            if limit / GENEROUS > *cycles {
                self.warning(&format!("{folder}/exercise.toml"), &text!(
                    "case `{name}`: a cycle_limit of {limit} keeps the grader busy with endless programs; {cycles} cycles are enough so far",
                    "case `{name}`: cycle_limit が {limit} だと、終わらないプログラムの採点に時間がかかります。今のところ {cycles} サイクルで足りています"
                ));
            }
        }
    }
}

/// How comments are written in a file, by its name.
fn comments_in(name: &str) -> Comments {
    match FileKind::of(name) {
        Some(kind) if kind.is_of_c() => Comments::C,
        Some(FileKind::Unit(_)) => Comments::Assembly,
        _ => Comments::None,
    }
}

/// The reason why a case failed that must pass.
fn failed(case: &CaseVerdict) -> Text {
    let why = case.refused.as_ref().map(|why| why.text()).or_else(|| {
        let check = case.checks.iter().find(|c| !c.passed && !c.withheld)?;
        Some(check.with_detail())
    });
    let (name, why) = (&case.name, why.unwrap_or_default());
    Text::new(format!("case `{}` fails: {}", name.en, why.en), format!("case `{}` が不合格です: {}", name.ja, why.ja))
}

fn handed_in(files: &[PackFile]) -> Result<HandedIn, Text> {
    let mut sources = Vec::new();
    let mut elf = None;
    for file in files {
        let name = file.name.rsplit('/').next().unwrap_or_default().to_owned();
        match std::str::from_utf8(without_mark(&file.bytes)) {
            _ if crate::input::is_elf(&file.bytes) => elf = Some(file.bytes.clone()),
            Ok(text) => sources.push(SourceFile { name, text: text.to_owned() }),
            Err(_) => return Err(text!("`{name}` is not UTF-8", "`{name}` が UTF-8 ではありません")),
        }
    }
    HandedIn::new(sources, elf)
}

/// True for an answer with so few bits that trying all values finds its digest.
fn can_be_guessed(expect: &Expect) -> bool {
    /// A current machine tries all values of four bytes within minutes.
    const SHORT: usize = 4;
    match expect {
        Expect::Memory(memory) => {
            memory.tolerance.is_exact() && matches!(&memory.equals, Equals::Data(bytes) if bytes.len() <= SHORT)
        }
        Expect::Console { prints: Prints::Exact(text) | Prints::Trimmed(text), .. }
        | Expect::File { holds: Holds::Text(Prints::Exact(text) | Prints::Trimmed(text)), .. } => {
            text.trim().len() <= SHORT
        }
        Expect::File { holds: Holds::Data(bytes), .. } => bytes.len() <= SHORT,
        _ => false,
    }
}

/// The exercise on a machine of another size, with only the expected results.
fn on_size(exercise: &Exercise, (width, height): (u8, u8)) -> Exercise {
    let array = Array::new(width, height);
    let there = |target: &Target| match target {
        Target::Node(id) => array.rank(*id).is_some(),
        _ => true,
    };
    let node = |id: &mcore::base::NodeId| array.rank(*id).is_some();
    let is_result = |e: &Expect| match e {
        Expect::Halted | Expect::NoTrap | Expect::File { .. } => true,
        Expect::Exit { node: id, .. } => id.as_ref().is_none_or(node),
        Expect::Console { node: id, .. } => node(id),
        Expect::Memory(memory) => there(&memory.target) && memory.reference_node.as_ref().is_none_or(node),
        _ => false,
    };
    let mut other = exercise.clone();
    other.cases = exercise
        .cases
        .iter()
        .filter(|c| c.machine == exercise.machine && c.inputs.iter().all(|i| there(&i.target)))
        .map(|case| {
            let mut machine = case.machine;
            (machine.width, machine.height) = (width, height);
            Case { machine, expects: case.expects.iter().filter(|e| is_result(e)).cloned().collect(), ..case.clone() }
        })
        .filter(Case::can_run)
        .collect();
    other.score = None;
    other
}
