//! `mcore run` with stops or questions: `--break`, `--watch`, `--until`, `--last-writer`, `--print`,
//! `--variables`.

use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPTED};
use crate::modes::chip::args::Run;
use crate::modes::chip::run::Debugs;
use crate::output;
use crate::report::Report;
use mcore::base::{Cycle, NodeId, Text};
use mcore::modes::chip::view::{WriterView, fault_text, place_of, source_of};
use mcore::modes::chip::{
    Fault, How, Machine, Place, Reason, Register, Scope, Stop, Stops, Test, Trigger, Value, Watched, WriterSearch,
    frames,
};
use mcore::program::Program;
use mcore::text;
use mcore::timeline::{Limits, Timeline};
use mcore::toolchain::debug::{Debug, Variable};
use std::sync::atomic::Ordering;

/// Cycles between two checks for Ctrl-C.
const SLICE: u64 = 1 << 16;

/// True if the options contain a stop or a question.
pub fn is_wanted(options: &Run) -> bool {
    !options.breakpoints.is_empty()
        || !options.watch.is_empty()
        || options.until.is_some()
        || !options.last_writer.is_empty()
        || !options.print.is_empty()
        || !options.variables.is_empty()
}

/// Runs to the first stop, to the cycle of `--until` or to the end, and answers there. Returns the exit status.
pub fn run(options: &Run, machine: Machine, debugs: &Debugs, report: &Report) -> Result<u8, Failure> {
    let (stops, names) = stops(options, &machine, debugs)?;
    let questions = questions(options, &machine)?;
    let stop = interrupt::listen()?;
    let mut timeline = Timeline::new(machine, Limits::default());
    let until = options.until.unwrap_or(Cycle::MAX);
    let mut reasons = stops.at_start(timeline.now());
    while reasons.is_empty() && timeline.now().outcome().is_none() && timeline.now().state.cycle < until {
        let to = until.min(timeline.now().state.cycle.saturating_add(SLICE));
        advance(&mut timeline, &stops, to, &mut reasons);
        if stop.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
    }
    let machine = timeline.now();
    let mut lines = Vec::new();
    let cycle = machine.state.cycle;
    let words: Vec<Text> = reasons.iter().map(|r| reason(r, &names)).collect();
    match debugs.outcome(machine) {
        _ if !words.is_empty() => {
            for words in &words {
                lines.push(at(cycle, words));
            }
        }
        Some(outcome) => lines.push(at(cycle, &outcome.message)),
        None => lines.push(text!("cycle {cycle}", "サイクル {cycle}")),
    }
    for (node, place, name) in questions {
        lines.push(writer(&timeline, node, place, &name)?);
    }
    for text in &options.print {
        lines.extend((0..machine.state.nodes.len()).map(|rank| printed(machine, debugs, rank, text)));
    }
    for rank in options.variables.iter().filter_map(|node| machine.spec().array.rank(*node)) {
        lines.extend(variables(machine, debugs, rank));
    }
    for line in &lines {
        output::line(report.say(line))?;
    }
    let stopped = !reasons.is_empty() || (options.until.is_some() && machine.outcome().is_none());
    Ok(if stopped { 0 } else { crate::modes::chip::run::status(machine) })
}

/// Advances to a cycle, or to the first stop before it; without stops at full speed.
fn advance(timeline: &mut Timeline<Machine>, stops: &Stops, to: Cycle, reasons: &mut Vec<Reason>) {
    while reasons.is_empty() && timeline.now().state.cycle < to && timeline.now().outcome().is_none() {
        if stops.is_empty() {
            timeline.advance(to);
        } else {
            timeline.step_moment(|moment, journal| {
                let (goes_on, found) = stops.step(moment, journal);
                *reasons = found;
                goes_on
            });
        }
    }
}

/// The stops and, by number, their names.
fn stops(options: &Run, machine: &Machine, debugs: &Debugs) -> Result<(Stops, Vec<String>), Failure> {
    let program = &*machine.image(0).program;
    let (mut stops, mut names) = (Vec::new(), Vec::new());
    let mut add = |triggers: Vec<Trigger>, name: String| {
        let stop = |trigger| Stop { id: names.len() as u32, trigger, nodes: Vec::new(), condition: None };
        stops.extend(triggers.into_iter().map(stop));
        names.push(name);
    };
    for text in &options.breakpoints {
        let pc = instruction(text, program).filter(|pc| machine.image(0).code.is_text(*pc)).ok_or_else(|| {
            text!(
                "--break {text}: no instruction stands there; give a line (12 or main.s:12), a label or an address (0x1040)",
                "--break {text}: そこに命令はありません。行（12 か main.s:12）、ラベル、アドレス (0x1040) のどれかを指定してください"
            )
        })?;
        let place = source_of(program, pc).map_or_else(|| format!("0x{pc:x}"), |s| format!("{}:{}", s.file, s.line));
        let is_line = !text.starts_with("0x") && program.label(text).is_none();
        let copies = debugs.of(0).filter(|_| is_line).map_or_else(|| vec![pc], |debug| debug.copies(program, pc));
        add(copies.into_iter().map(Trigger::Pc).collect(), format!("--break {text} ({place})"));
    }
    for text in &options.watch {
        let (place, test) = split_test(text);
        let wrong = || {
            text!(
                "--watch {text}: give a register ($t0), a label (sum, sum+4) or an address (0x2000), perhaps with a test (sum == 5)",
                "--watch {text}: レジスタ ($t0)、ラベル (sum、sum+4)、アドレス (0x2000) のどれかを、必要なら条件 (sum == 5) をつけて指定してください"
            )
        };
        let watched = match Place::parse(place, program).map_err(|_| wrong())? {
            Place::Register(Register::Pc | Register::General(0)) => return Err(wrong().into()),
            Place::Register(register) => Watched::Register(register),
            Place::Word(addr) => Watched::Memory { addr: machine.image(0).code.map.wrap(addr), bytes: 4 },
        };
        let how = if test.is_empty() { How::Change } else { How::Value(Test::parse(test).map_err(|_| wrong())?) };
        add(vec![Trigger::Watch(watched, how)], format!("--watch {text}"));
    }
    Ok((Stops::new(stops), names))
}

/// Splits a place from the test that follows it, such as `sum == 5`.
fn split_test(text: &str) -> (&str, &str) {
    let at = text.find(['=', '!', '<', '>']).unwrap_or(text.len());
    (text[..at].trim(), text[at..].trim())
}

/// The address of the instruction at a line, a label or an address; a line without an instruction means the next one.
fn instruction(text: &str, program: &Program) -> Option<u32> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok().filter(|addr| addr % 4 == 0);
    }
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) => (Some(file), line),
        None => (None, text),
    };
    let Ok(line) = line.parse::<u32>() else {
        return program.label(text);
    };
    let wanted = |name: &str| file.is_none_or(|file| name == file || name.ends_with(&format!("/{file}")));
    let has_text = |index: u32| program.lines.iter().any(|l| l.file == index && program.is_text(l.addr));
    // Without a name: the first file with instructions that the compiler has not added.
    let named = program.files.iter().enumerate().filter(|(_, name)| wanted(name)).map(|(index, _)| index as u32);
    let fits = |index: &u32| has_text(*index) && (file.is_some() || !program.added.contains(index));
    let index = named.filter(fits).min()?;
    let from = program.lines.iter().filter(|l| l.file == index && l.line >= line && program.is_text(l.addr));
    from.min_by_key(|l| (l.line, l.addr)).map(|l| l.addr)
}

/// A text with its cycle.
fn at(cycle: Cycle, words: &Text) -> Text {
    Text::new(format!("cycle {cycle}: {}", words.en), format!("サイクル {cycle}: {}", words.ja))
}

fn reason(reason: &Reason, names: &[String]) -> Text {
    let name = names.get(reason.id as usize).map_or("", String::as_str);
    match reason.node {
        Some(node) => Text::same(format!("{node} {name}")),
        None => Text::same(name),
    }
}

/// The places whose last writers are requested.
fn questions(options: &Run, machine: &Machine) -> Result<Vec<(NodeId, Place, String)>, Failure> {
    let ask = |(node, name): &(NodeId, String)| {
        let program = machine.spec().array.rank(*node).map(|rank| &*machine.image(rank).program);
        let place = program.and_then(|program| Place::parse(name, program).ok());
        let place = place.filter(|p| !matches!(p, Place::Register(Register::Pc | Register::General(0))));
        place.map(|place| (*node, place, name.clone())).ok_or_else(|| {
            text!(
                "--last-writer {node}:{name}: give a compute node and a register ($t0), a label (sum) or an address (0x2000)",
                "--last-writer {node}:{name}: 計算ノードと、レジスタ ($t0)、ラベル (sum)、アドレス (0x2000) のどれかを指定してください"
            )
        })
    };
    options.last_writer.iter().map(ask).collect::<Result<_, _>>().map_err(Failure::from)
}

/// The value of an expression at a rank, in the innermost function with debug information.
fn printed(machine: &Machine, debugs: &Debugs, rank: usize, text: &str) -> Text {
    let node = machine.spec().array.node(rank);
    let none = Debug::default();
    let debug = debugs.of(rank).unwrap_or(&none);
    let frames = frames(debug, machine, rank);
    let frame = frames.iter().find(|frame| frame.name.is_some());
    let scope = Scope { debug, machine, rank, frame };
    match scope.value(text).and_then(|value| scope.text(&value)) {
        Ok(value) => Text::same(format!("{node} {text} = {value}")),
        Err(fault) => {
            let why = fault_text(&fault);
            Text::new(format!("{node} {text}: {}", why.en), format!("{node} {text}: {}", why.ja))
        }
    }
}

/// The calls that a rank is in, with their variables.
fn variables(machine: &Machine, debugs: &Debugs, rank: usize) -> Vec<Text> {
    let node = machine.spec().array.node(rank);
    let none = Debug::default();
    let debug = debugs.of(rank).unwrap_or(&none);
    let program = &machine.image(rank).program;
    let mut lines = Vec::new();
    let frames = frames(debug, machine, rank);
    for (number, frame) in frames.iter().enumerate() {
        let label = || program.nearest_label(frame.call.pc).map_or("?", |(symbol, _)| symbol.name.as_str());
        let name = frame.name.as_deref().unwrap_or_else(label);
        let place = place_of(program, frame)
            .map_or_else(|| format!("0x{:x}", frame.call.pc), |s| format!("{}:{}", s.file, s.line));
        let head = format!("{node} #{number} {name} ({place})");
        lines.push(match frame.inlined {
            0 => Text::same(head),
            _ => Text::new(format!("{head}, inlined"), format!("{head}、インライン展開")),
        });
        let scope = Scope { debug, machine, rank, frame: Some(frame) };
        let all = scope.variables();
        for (index, variable) in all.iter().enumerate() {
            let mut line = shown(&scope, variable, scope.variable(variable));
            if let Some(name) = scope.same_as(&all, index) {
                line = Text::new(format!("{}, the same as `{name}`", line.en), format!("{}、`{name}` と同じ", line.ja));
            }
            lines.push(line);
        }
    }
    let frame = frames.iter().find(|frame| frame.name.is_some());
    let scope = Scope { debug, machine, rank, frame };
    let mut globals = scope.globals().peekable();
    if globals.peek().is_some() {
        lines.push(Text::new(format!("{node} global variables"), format!("{node} 大域変数")));
        lines.extend(globals.map(|global| shown(&scope, global.variable, scope.global(global))));
    }
    lines
}

/// A variable with value and type.
fn shown(scope: &Scope<'_>, variable: &Variable, value: Result<Value, Fault>) -> Text {
    let value = value.and_then(|value| Ok((scope.text(&value)?, scope.type_name(&value))));
    match value {
        Ok((value, ty)) => Text::same(format!("  {} = {value} ({ty})", variable.name)),
        Err(fault) => {
            let why = fault_text(&fault);
            Text::new(format!("  {}", why.en), format!("  {}", why.ja))
        }
    }
}

fn writer(timeline: &Timeline<Machine>, node: NodeId, place: Place, name: &str) -> Result<Text, Failure> {
    let machine = timeline.now();
    let no_word = || {
        text!(
            "--last-writer {node}:{name}: this is no word of node memory",
            "--last-writer {node}:{name}: ノードメモリの語ではありません"
        )
    };
    let rank = machine.spec().array.rank(node).ok_or_else(no_word)?;
    let mut search = WriterSearch::new(timeline, rank, place, timeline.now().state.cycle).ok_or_else(no_word)?;
    let writer = loop {
        if let Some(writer) = search.advance(timeline, SLICE) {
            break writer;
        }
    };
    let view = WriterView::of(machine, node, Text::same(name), machine.state.cycle, writer, search.own_line());
    let said = |words: &str| format!("{node}:{name}: {words}");
    Ok(Text::new(said(&view.text.en), said(&view.text.ja)))
}
