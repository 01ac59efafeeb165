//! `mcore run`.

use crate::failure::Failure;
use crate::input::{self, Target};
use crate::interrupt::{self, INTERRUPTED};
use crate::modes::chip::accesses::AccessFile;
use crate::modes::chip::args::{Addressing, ConsoleChoice, ProfileBy, Run, StatsFormat, TraceLevel};
use crate::modes::chip::console::{Consoles, Printed, Shown};
use crate::modes::chip::mpi::Mpi;
use crate::modes::chip::{files, inspect};
use crate::output;
use crate::progress::{LONG, spinner};
use crate::report::Report;
use indicatif::{ProgressBar, ProgressDrawTarget};
use mcore::base::{Cycle, Each, Goal, NodeId, Null, Only, Sink, Tee, Text};
use mcore::modes::chip::check::Checker;
use mcore::modes::chip::session::{MachineOptions, spec_error_text, spec_of};
use mcore::modes::chip::view::{
    LogLevel, Message, OutcomeView, ProfileView, ReportSiteView, ReportsView, SourcePlace, SpaceTimeView, StatsView,
    Trace, trapped_rank,
};
use mcore::modes::chip::{
    ComputeNode, Event, EventKind, Events, Machine, Observer, Outcome, Profile, SpaceTime, Tally, kinds,
};
use mcore::program::Program;
use mcore::text;
use mcore::toolchain::asm::Options;
use mcore::toolchain::debug::Debug;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{BufWriter, IsTerminal as _, Stderr, StdoutLock, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr as _;

/// Least number of cycles times nodes between two checks of the clock and for Ctrl-C.
const SLICE: usize = 1 << 18;
/// A slice that took less time is followed by one of twice the length, since each copies the machine first.
const QUICK: Duration = Duration::from_millis(100);
/// So is one that took less than this many times the time of its copy: on a large machine copies take long.
const QUICK_COPIES: u32 = 40;
/// The longest slice, as a multiple of the shortest: cores that wait now may compute later, and the run can be interrupted
/// between two slices only.
const LONGEST: u64 = 64;

/// The events of a log of packets.
const UP_TO_PACKETS: u32 = kinds::DMA | kinds::PACKET | kinds::HALTED | kinds::TRAPPED | kinds::MARK;

/// Runs the program; the exit status reports how it ended.
pub fn run(options: &Run, report: &Report) -> Result<u8, Failure> {
    let (machine, debug) = machine(options, report)?;
    if inspect::is_wanted(options) {
        return inspect::run(options, machine, &debug, report);
    }
    let array = machine.spec().array;
    let counts = options.stats.is_some() || options.series.is_some();
    let mut counted = counts.then(|| Tee(Tally::new(array), SpaceTime::new(array)));
    let mut checker = options.check.then(|| Checker::new(&machine));
    let mut accesses = options.accesses.as_deref().map(|file| AccessFile::new(file, &machine)).transpose()?;
    let mut profile = options.profile.map(|_| Profile::new(&machine));
    let mut mpi = Mpi::new(options, &machine)?;
    let mut driver = Driver::new(machine, options.console, !options.quiet, options.raw)?;
    let trace = options.trace.map(|level| {
        let mut log = BufWriter::new(stderr());
        // If the log cannot be written, there is no place to report that.
        let (from, until) = options.trace_cycles.unwrap_or((0, u64::MAX));
        Trace::new(log_level(level), &driver.machine, move |line: &str| drop(writeln!(log, "{line}")))
            .only(options.trace_node.clone(), from..until)
    });
    if trace.is_some() {
        driver.progress.set_draw_target(ProgressDrawTarget::hidden());
    }
    let started = Instant::now();
    let flits = matches!(options.trace, Some(TraceLevel::Flit));
    let interrupted = match (trace, &mut counted, &mut checker, &mut accesses) {
        // These follow every access or every flit, so each combination is compiled separately and steps the machine.
        (None, None, None, Some(file)) => driver.drive_stepped(&mut file.trace),
        (Some(trace), None, None, _) if flits => driver.drive_stepped(trace),
        (Some(trace), Some(counted), None, _) if flits => driver.drive_stepped(Tee(trace, counted)),
        (None, None, Some(checker), _) => driver.drive_checked(Null, checker),
        (None, Some(counted), Some(checker), _) => driver.drive_checked(counted, checker),
        (Some(trace), None, Some(checker), _) => driver.drive_checked(trace, checker),
        (Some(trace), Some(counted), Some(checker), _) => driver.drive_checked(Tee(trace, counted), checker),
        // All others need sums, or events that are rare.
        (trace, counted, None, _) => {
            let mut trace = trace.map(|trace| Events(Only::<UP_TO_PACKETS, _>(trace)));
            let mut mpi = mpi.as_mut().map(Events);
            let (tally, space) = counted.as_mut().map(|Tee(tally, space)| (tally, space)).unzip();
            let observers: [Option<&mut dyn Observer>; 5] = [
                trace.as_mut().map(|trace| trace as &mut dyn Observer),
                tally.map(|tally| tally as &mut dyn Observer),
                space.map(|space| space as &mut dyn Observer),
                profile.as_mut().map(|profile| profile as &mut dyn Observer),
                mpi.as_mut().map(|mpi| mpi as &mut dyn Observer),
            ];
            driver.drive(observers.into_iter().flatten().collect())
        }
    }?;
    let seconds = started.elapsed().as_secs_f64();
    let machine = driver.finish()?;
    accesses.map_or(Ok(()), AccessFile::finish)?;
    let reports = checker.map(|checker| ReportsView::of(&machine, &checker));
    if let Some(reports) = &reports {
        print_reports(report, reports, options.quiet);
    }
    print_outcome(options, report, &machine, &debug, interrupted);
    files::finish(options, report, &machine)?;
    if let Some(Tee(tally, space)) = &counted {
        if let Some(file) = &options.series {
            write_series(file, &SpaceTimeView::of(&machine, space))?;
        }
        if let Some(format) = options.stats {
            let view = StatsView { checks: reports, ..StatsView::of(&machine, tally) };
            print_statistics(report, format, &view, &machine, seconds)?;
        }
    }
    if let (Some(by), Some(profile)) = (options.profile, &profile) {
        print_profile(report, by, options.profile_format, &ProfileView::of(&machine, profile, None))?;
    }
    if let Some(mpi) = mpi {
        mpi.finish(options, report, &machine)?;
    }
    Ok(match interrupted {
        true => INTERRUPTED,
        false => status(&machine),
    })
}

fn log_level(level: TraceLevel) -> LogLevel {
    match level {
        TraceLevel::Message => LogLevel::Message,
        TraceLevel::Dma => LogLevel::Dma,
        TraceLevel::Packet => LogLevel::Packet,
        TraceLevel::Flit => LogLevel::Flit,
    }
}

/// The exit status for the end of a run.
pub fn status(machine: &Machine) -> u8 {
    let code = |n: &ComputeNode| n.core.processor.halted.map_or(0, |(code, _)| code);
    match machine.outcome() {
        Some(Outcome::Halted { .. }) => u8::from(machine.state.nodes.iter().any(|n| code(n) != 0)),
        Some(Outcome::Trapped(_)) => 3,
        Some(Outcome::CycleLimit | Outcome::MemoryLimit { .. }) | None => 4,
        Some(Outcome::Deadlock(_)) => 5,
    }
}

/// The functions and variables of the programs of all ranks.
pub struct Debugs {
    programs: Vec<Debug>,
    /// Per rank: its program.
    of: Vec<usize>,
}

impl Debugs {
    /// The debug information of a rank's program.
    pub fn of(&self, rank: usize) -> Option<&Debug> {
        self.programs.get(*self.of.get(rank)?)
    }

    /// The end of a run, with the access of a trap in C; `None` if it goes on.
    pub fn outcome(&self, machine: &Machine) -> Option<OutcomeView> {
        let view = OutcomeView::of(machine)?;
        let debug = trapped_rank(machine).and_then(|rank| self.of(rank));
        Some(match debug {
            Some(debug) => view.in_c(machine, debug, line_of_file),
            None => view,
        })
    }
}

/// The chip with its programs at cycle 0.
fn machine(options: &Run, report: &Report) -> Result<(Machine, Debugs), Failure> {
    let (width, height) = options.nodes;
    let node_memory_kib = kib(options.node_memory)?;
    let chosen = MachineOptions {
        width,
        height,
        node_memory_kib,
        mirrored: options.addressing == Addressing::Mirrored,
        cycle_limit: options.max_cycles,
        ..MachineOptions::default()
    };
    let mut spec = spec_of(&chosen);
    spec.console_limit = options.console_limit as usize;
    spec.file_limit = options.file_limit as usize;
    let cannot = |error| Failure::Text(spec_error_text(&error, &chosen));
    spec.validate().map_err(cannot)?;
    let array = spec.array;
    let outside = |node: NodeId| {
        text!(
            "{node} is no compute node; they are (1,1) to ({width},{height}) here (see --nodes)",
            "{node} は計算ノードではありません。ここでは (1,1) から ({width},{height}) までです（--nodes を見てください）"
        )
    };

    let mut own: BTreeMap<usize, Vec<PathBuf>> = BTreeMap::new();
    for (node, file) in &options.place {
        let rank = array.rank(*node).ok_or_else(|| outside(*node))?;
        own.entry(rank).or_default().push(file.clone());
    }
    if let ConsoleChoice::Node(node) = options.console {
        array.rank(node).ok_or_else(|| outside(node))?;
    }
    for node in &options.variables {
        array.rank(*node).ok_or_else(|| outside(*node))?;
    }
    if options.files.is_empty()
        && let Some(rank) = (0..array.nodes()).find(|rank| !own.contains_key(rank))
    {
        let node = array.node(rank);
        return Err(text!(
            "there is no program for node {node}; name its files, or one program for all nodes",
            "ノード {node} のプログラムがありません。そのファイルか、全ノード用のプログラムを指定してください"
        )
        .into());
    }

    let named = options.files.iter().chain(options.place.iter().map(|(_, file)| file));
    input::one_standard(named.chain(&options.input))?;
    // Nodes that are given the same files share one image.
    let assembler = Options { memory_size: spec.node_memory, ..Options::default() };
    let target = Target { layout: &assembler, array: Some(array), map: options.map.as_deref() };
    let mut programs: Vec<Arc<Program>> = Vec::new();
    let mut described: Vec<Debug> = Vec::new();
    let mut numbers: BTreeMap<&[PathBuf], usize> = BTreeMap::new();
    let lists = own.values().map(Vec::as_slice).chain((!options.files.is_empty()).then_some(options.files.as_slice()));
    for list in lists {
        if !numbers.contains_key(list) {
            let (c, arguments) = (&options.c, &options.arguments);
            let (program, debug) = input::program_with_debug(list, &target, report, c, arguments)?;
            programs.push(Arc::new(program));
            described.push(debug);
            numbers.insert(list, programs.len() - 1);
        }
    }
    let choose = |rank: usize| numbers[own.get(&rank).unwrap_or(&options.files).as_slice()];
    let debugs = Debugs { programs: described, of: (0..array.nodes()).map(choose).collect() };
    let mut machine = Machine::with_programs(spec, programs, choose).map_err(cannot)?;
    machine.state.files = files::given(options)?;
    Ok((machine, debugs))
}

/// The size of a node's memory in KiB; an error if it is no whole number of them.
pub fn kib(node_memory: u32) -> Result<u32, Failure> {
    if node_memory % 1024 != 0 {
        return Err(text!(
            "node memory must be a power of two from 64K to 256M, not {node_memory} bytes",
            "ノードメモリは 64K から 256M までの 2 のべきです（{node_memory} バイトは使えません）"
        )
        .into());
    }
    Ok(node_memory / 1024)
}

/// A run in progress.
struct Driver {
    machine: Machine,
    consoles: Consoles<Shown<BufWriter<StdoutLock<'static>>>>,
    errors: Consoles<Shown<BufWriter<Stderr>>>,
    progress: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Driver {
    fn new(machine: Machine, console: ConsoleChoice, progress: bool, raw: bool) -> Result<Self, Failure> {
        let stop = interrupt::listen()?;
        let is_terminal = stdout().is_terminal() && !raw;
        let out = Shown::new(BufWriter::new(stdout().lock()), is_terminal);
        let progress = if progress { spinner() } else { ProgressBar::hidden() };
        let err = Shown::new(BufWriter::new(stderr()), stderr().is_terminal() && !raw);
        let consoles = Consoles::new(out, console, false);
        let errors = Consoles::new(err, console, true);
        Ok(Self { machine, consoles, errors, progress, stop })
    }

    /// Simulates to the end; true if it was interrupted before.
    fn drive(&mut self, mut observers: Vec<&mut dyn Observer>) -> Result<bool, Failure> {
        let least = (SLICE / self.machine.spec().array.nodes()).max(1) as u64;
        let mut slice = least;
        self.slices(|machine, printed| {
            let until = machine.state.cycle.saturating_add(slice);
            let began = Instant::now();
            machine.share();
            let begin = machine.clone();
            let quick = QUICK.max(began.elapsed() * QUICK_COPIES);
            let mut console = Events(console(printed));
            let others = observers.iter_mut().map(|observer| &mut **observer as &mut dyn Observer);
            let mut all: Vec<&mut dyn Observer> = others.chain([&mut console as &mut dyn Observer]).collect();
            let goes_on = machine.advance_observed(Goal::cycle(until), &|| begin.clone(), &mut all);
            if began.elapsed() < quick {
                slice = slice.saturating_mul(2).min(least.saturating_mul(LONGEST));
            } else if slice > least {
                slice = (slice / 2).max(least);
            }
            goes_on
        })
    }

    /// As `drive`, cycle by cycle.
    fn drive_stepped<S: Sink<Event>>(&mut self, events: S) -> Result<bool, Failure> {
        self.drive_by(events, |_, _| ())
    }

    /// As `drive`, with the checks.
    fn drive_checked<S: Sink<Event>>(&mut self, events: S, checker: &mut Checker) -> Result<bool, Failure> {
        self.drive_by(Tee(events, checker), |Tee(_, checker), machine| checker.look(machine))
    }

    /// As `drive_stepped`; `look` sees the machine before each cycle.
    fn drive_by<S: Sink<Event>>(&mut self, mut events: S, look: impl Fn(&mut S, &Machine)) -> Result<bool, Failure> {
        let slice = (SLICE / self.machine.spec().array.nodes()).max(1) as u64;
        self.slices(|machine, printed| {
            let until = machine.state.cycle.saturating_add(slice);
            let mut goes_on = true;
            while goes_on && machine.state.cycle < until {
                look(&mut events, machine);
                goes_on = machine.step_with(&mut Tee(console(printed), &mut events));
            }
            goes_on
        })
    }

    /// Simulates slices of the run to the end; true if it was interrupted before. `simulate` simulates one, notes what is
    /// printed, and returns false if the run has ended.
    fn slices(&mut self, mut simulate: impl FnMut(&mut Machine, &mut Vec<Printed>) -> bool) -> Result<bool, Failure> {
        let mut printed: Vec<Printed> = Vec::new();
        let started = Instant::now();
        loop {
            let goes_on = simulate(&mut self.machine, &mut printed);
            let (consoles, errors, machine) = (&mut self.consoles, &mut self.errors, &self.machine);
            if !printed.is_empty() {
                self.progress
                    .suspend(|| consoles.take(machine, &printed).and_then(|()| errors.take(machine, &printed)))?;
                printed.clear();
            }
            if !goes_on {
                return Ok(false);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(true);
            }
            if started.elapsed() > LONG {
                let (cycle, limit) = (self.machine.state.cycle, self.machine.spec().cycle_limit);
                let speed = speed(&self.machine, started.elapsed().as_secs_f64());
                self.progress.set_message(format!("{cycle} / {limit}  {speed}"));
                self.progress.tick();
            }
        }
    }

    fn finish(self) -> Result<Machine, Failure> {
        self.progress.finish_and_clear();
        self.consoles.finish()?;
        self.errors.finish()?;
        Ok(self.machine)
    }
}

/// Notes what is printed.
fn console(printed: &mut Vec<Printed>) -> impl Sink<Event> {
    Only::<{ kinds::PRINTED }, _>(Each(|event: Event| {
        if let EventKind::Printed { from, bytes } = event.what {
            printed.push(Printed { node: event.node, from, bytes });
        }
    }))
}

/// Simulation speed in million core-cycles per second.
fn speed(machine: &Machine, seconds: f64) -> String {
    let work = machine.state.cycle as f64 * machine.spec().array.nodes() as f64;
    format!("{:.1} M core-cycles/s", work / seconds.max(1e-9) / 1e6)
}

/// Reports the findings of the checks: each report with its other side and a tip below it.
fn print_reports(report: &Report, view: &ReportsView, quiet: bool) {
    for found in &view.reports {
        let times = match found.count {
            1 => String::new(),
            n => report.say(&text!(" ({n} times)", " ({n} 回)")).into(),
        };
        report.warning(&report_place(report, &found.at), &found.message, &times);
        if let Some(other) = &found.other {
            report.note(&report_place(report, other), &other.what);
        }
        report.tip(&found.tip);
    }
    if view.more > 0 {
        let more = view.more;
        report.line(
            report.say(&text!("{more} more reports of other places", "ほかの場所の報告があと {more} 件あります")),
        );
    }
    if let Some(why) = &view.incomplete {
        report.line(report.say(why));
    }
    if view.reports.is_empty() && view.incomplete.is_none() && !quiet {
        report.line(report.say(&text!("Checked: nothing to report.", "検査しました。報告することはありません。")));
    }
}

/// `file:line: node (x,y), cycle n`.
fn report_place(report: &Report, site: &ReportSiteView) -> String {
    let (node, cycle, pc) = (site.node, site.cycle, site.pc);
    let at = text!("node {node}, cycle {cycle}", "ノード {node}、サイクル {cycle}");
    match &site.source {
        Some(source) => format!("{}:{}: {}", source.file, source.line, report.say(&at)),
        None => format!("0x{pc:x}: {}", report.say(&at)),
    }
}

/// Larger files are no sources.
const MAX_TEXT: u64 = 1 << 24;

/// A line of a file, counted from 1.
fn line_of_file(file: &str, line: u32) -> Option<String> {
    // The name is in the program, which may name anything.
    let is_text = std::fs::metadata(file).is_ok_and(|known| known.is_file() && known.len() <= MAX_TEXT);
    let text = is_text.then(|| std::fs::read_to_string(file).ok())??;
    text.lines().nth(line.checked_sub(1)? as usize).map(str::to_owned)
}

/// Reports how the run ended.
fn print_outcome(options: &Run, report: &Report, machine: &Machine, debugs: &Debugs, interrupted: bool) {
    let cycle = machine.state.cycle;
    if interrupted {
        report.error(&text!("interrupted in cycle {cycle}", "サイクル {cycle} で中断しました"));
        return;
    }
    let Some(view) = debugs.outcome(machine) else { return };
    if !view.ok {
        report.error(&view.message);
        for group in &view.waiting {
            report.line(&format!("  {}", report.say(&group.text)));
        }
        if let Some(tip) = &view.tip {
            report.tip(tip);
        }
    } else if view.node.is_some() || (!options.quiet && options.stats.is_none()) {
        // An end that is right and concerns a node is a warning: a message was never received.
        let (cycles, drain) = (view.cycles, view.drain);
        let message = report.say(&view.message);
        let count = text!("{cycles} cycles, {drain} more to drain", "{cycles} サイクル、その後の転送 {drain} サイクル");
        report.line(&format!("{message} {}", report.say(&count)));
    }
}

/// A record of a run as JSON: that of the cores, the memory node, the links and the DMAs ([`SpaceTimeView`]).
#[derive(Serialize)]
struct Series<'a> {
    from: Cycle,
    cycles: Cycle,
    per_column: Cycle,
    cores: &'a [u8],
    memory: &'a [u8],
    columns: u32,
    messages: &'a [Message],
    every: u64,
    total: u64,
    per_link_column: Cycle,
    links: &'a [u8],
    link_columns: u32,
}

impl<'a> Series<'a> {
    fn of(view: &'a SpaceTimeView) -> Self {
        Self {
            from: view.from,
            cycles: view.cycles,
            per_column: view.per_column,
            cores: &view.cores,
            memory: &view.memory,
            columns: view.columns,
            messages: &view.messages,
            every: view.every,
            total: view.total,
            per_link_column: view.per_link_column,
            links: &view.links,
            link_columns: view.link_columns,
        }
    }
}

fn write_series(file: &Path, view: &SpaceTimeView) -> Result<(), Failure> {
    let written = std::fs::File::create(file).map_err(serde_json::Error::io).and_then(|out| {
        let mut out = BufWriter::new(out);
        serde_json::to_writer(&mut out, &Series::of(view))?;
        out.flush().map_err(serde_json::Error::io)
    });
    written.map_err(|error| Failure::writing_file(file, &error.into()))
}

fn print_statistics(
    report: &Report,
    format: StatsFormat,
    view: &StatsView,
    machine: &Machine,
    seconds: f64,
) -> Result<(), Failure> {
    if format == StatsFormat::Json {
        report.line(&output::json(view)?);
        return Ok(());
    }
    let mut lines: Vec<(Text, Text)> = view.lines();
    lines.push((
        text!("simulation", "シミュレーション"),
        Text::same(format!("{seconds:.2} s, {}", speed(machine, seconds))),
    ));
    let width = |name: &Text| report.say(name).width();
    let widest = lines.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    for (name, value) in &lines {
        let gap = " ".repeat(widest - width(name));
        report.line(&format!("{}{gap}  {}", report.say(name), report.say(value)));
    }
    Ok(())
}

/// Reports where the cores spent their cycles.
fn print_profile(report: &Report, by: ProfileBy, format: StatsFormat, view: &ProfileView) -> Result<(), Failure> {
    if format == StatsFormat::Json {
        report.line(&output::json(view)?);
        return Ok(());
    }
    let place = |place: &SourcePlace| format!("{}:{}", place.file, place.line);
    let share = |cycles: u64| {
        let tenths = u128::from(cycles) * 1000 / u128::from(view.total.max(1));
        format!("{}.{} %", tenths / 10, tenths % 10)
    };
    let head = ["cycles", "share", "computing", "polling", "place"];
    let head_ja = ["サイクル", "割合", "計算", "ポーリング", "場所"];
    let mut rows: Vec<[String; 5]> =
        vec![core::array::from_fn(|i| report.say(&Text::new(head[i], head_ja[i])).to_owned())];
    let mut row = |computing: u64, polling: u64, place: String| {
        let sum = computing + polling;
        rows.push([sum.to_string(), share(sum), computing.to_string(), polling.to_string(), place]);
    };
    match by {
        ProfileBy::Functions => view.functions.iter().for_each(|f| {
            let at = f.place.as_ref().map(|p| format!(" ({})", place(p))).unwrap_or_default();
            row(f.computing, f.polling, format!("{}{at}", f.name));
        }),
        ProfileBy::Lines => {
            view.lines.iter().for_each(|l| row(l.computing, l.polling, format!("{} {}", place(&l.place), l.function)));
        }
    }
    let widths: [usize; 4] =
        core::array::from_fn(|i| rows.iter().map(|row| row[i].as_str().width()).max().unwrap_or(0));
    for row in &rows {
        let cells: String =
            (0..4).map(|i| format!("{}{}  ", " ".repeat(widths[i] - row[i].as_str().width()), row[i])).collect();
        report.line(&format!("{cells}{}", row[4].trim_end()));
    }
    Ok(())
}
