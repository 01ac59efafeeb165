use super::super::tests::halted;
use super::super::{Action, AnalysisTab, Intent, Spoken, State, Theme};
use super::*;
use mcore::base::{Lang, Text};
use mcore::modes::chip::session::{AssembledView, MachineOptions, Register};
use mcore::modes::chip::view::{Frame, RunState, WriterKind};

fn state() -> State {
    let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
    let state = hear(state, Update::Assembled(AssembledView { ok: true, ..AssembledView::default() }));
    shown(state, 500, 1_000)
}

fn hear(state: State, update: Update) -> State {
    state.reduce(Action::Heard(update))
}

fn shown(state: State, cycle: Cycle, end: Cycle) -> State {
    hear(state, Update::Frame(Box::new(Frame { cycle, end, state: RunState::Paused, ..Frame::default() })))
}

fn request(state: State, request: Travel) -> State {
    state.reduce(Intent::Travel(request))
}

fn lines(state: &State) -> Vec<u32> {
    let line = |n: &StopNote| if let StopAt::Line { line, .. } = n.spec.at { Some(line) } else { None };
    state.travel.notes.stops.iter().filter_map(line).collect()
}

fn toggled(state: State, line: u32) -> State {
    request(state, Travel::ToggleLine("a.s".into(), line))
}

fn bound(id: u32, line: u32) -> StopView {
    StopView { id, addr: Some(0x1000), source: Some(SourcePlace { file: "a.s".into(), line }), error: None }
}

#[test]
fn a_line_has_a_breakpoint_or_none() {
    let state = toggled(toggled(state(), 3), 7);
    assert_eq!(lines(&state), [3, 7]);
    assert_eq!(lines(&toggled(state, 3)), [7]);
}

#[test]
fn breakpoints_go_to_the_next_line_with_code_and_say_so() {
    let state = toggled(toggled(state(), 3), 7);
    let state = hear(state, Update::Stops(vec![bound(1, 5), bound(2, 7)]));
    assert_eq!(lines(&state), [5, 7]);
    assert_eq!(*state.travel.moved, [(1, 3)]);
}

#[test]
fn breakpoints_of_a_newer_text_wait_for_its_program() {
    let state = toggled(state(), 3);
    let sent: Rc<[_]> = state.travel.to_send(false).into();
    let mut state = toggled(state.reduce(Action::StopsSent(sent)), 9);
    state = request(state, Travel::LinesMoved("a.s".into(), vec![(1, 4)]));
    state.edited = true;
    let lines = |edited: bool| state.travel.to_send(edited).into_iter().map(|s| s.at).collect::<Vec<_>>();
    let at = |line| StopAt::Line { file: "a.s".into(), line };
    assert_eq!(lines(true), [at(3)], "the program knows line 3, and nothing of the new one");
    assert_eq!(lines(false), [at(4), at(9)]);
    let state = hear(state, Update::Stops(vec![bound(1, 3)]));
    assert_eq!(self::lines(&state), [4, 9], "what is bound to the old program moves nothing");
}

#[test]
fn what_is_switched_off_is_not_sent() {
    let state = request(toggled(toggled(state(), 3), 7), Travel::Enable(1, false));
    assert_eq!(state.travel.to_send(false).iter().map(|s| s.id).collect::<Vec<_>>(), [2]);
    let state = request(state, Travel::Remove(2));
    assert_eq!((lines(&state), state.travel.to_send(false).len()), (vec![3], 0));
}

#[test]
fn lines_that_come_together_have_one_breakpoint() {
    let state = request(toggled(toggled(state(), 3), 4), Travel::LinesMoved("a.s".into(), vec![(1, 3), (2, 3)]));
    assert_eq!(lines(&state), [3]);
}

#[test]
fn a_cancelled_search_is_not_heard_any_more() {
    let state = hear(request(state(), Travel::RunBack), Update::Searching(400));
    assert_eq!(state.travel.busy, Some(Busy::Searching(400)));
    let state = hear(request(state, Travel::Cancel), Update::Searching(300));
    assert_eq!(state.travel.busy, None);
    let state = hear(request(state, Travel::RunBack), Update::Searching(400));
    let state = hear(state, Update::Stopped { at: 200, reasons: vec![], missed: Some(Text::same("none")) });
    assert_eq!((state.travel.busy, state.travel.stopped.map(|s| s.at)), (None, Some(200)));
}

#[test]
fn a_step_that_has_arrived_needs_no_words() {
    let state = hear(state(), Update::Stopped { at: 200, reasons: vec![], missed: None });
    assert_eq!((state.travel.busy, state.travel.stopped), (None, None));
}

#[test]
fn a_long_seek_is_over_when_it_has_arrived() {
    let state = state().reduce(Intent::Seek(900));
    let state = hear(state, Update::Seeking { cycle: 600, target: 900 });
    let state = shown(state, 600, 1_000);
    assert_eq!(state.travel.busy, Some(Busy::Seeking(600, 900)));
    assert_eq!(shown(state, 900, 1_000).travel.busy, None);
}

#[test]
fn stops_that_were_hit_are_marked_and_what_was_looked_for_is_not() {
    let reason = |id| StopReason { id, node: None, text: Text::same("here") };
    let state = hear(state(), Update::Stopped { at: 20, reasons: vec![reason(Some(1))], missed: None });
    let state = hear(state, Update::Stopped { at: 10, reasons: vec![reason(Some(1))], missed: None });
    let state = hear(state, Update::Stopped { at: 30, reasons: vec![reason(None)], missed: None });
    assert_eq!(*state.travel.hits, [10, 20]);
    let state = hear(state, Update::Rewritten { at: 15, end: 1_000, edits: 0 });
    assert_eq!(*state.travel.hits, [10], "what came later did not happen");
    assert_eq!(state.travel.discarded, Some((15, 1_000)));
}

#[test]
fn edits_are_remembered_in_order_and_later_ones_lost() {
    let target = |n| Target {
        node: NodeId::new(1, 1),
        place: Place::Register(Register::General(n)),
        name: "$t0".into(),
        value: 0,
    };
    let edit = |state, n, at, value| {
        let state = request(request(shown(state, at, 1_000), Travel::Change(target(n))), Travel::Write(value));
        hear(state, Update::Rewritten { at, end: 1_000, edits: 0 })
    };
    let state = edit(edit(state(), 8, 100, 1), 9, 300, 2);
    assert_eq!(state.travel.edits.iter().map(|e| (e.cycle, e.value)).collect::<Vec<_>>(), [(100, 1), (300, 2)]);
    let state = edit(state, 10, 200, 3);
    assert_eq!(state.travel.edits.iter().map(|e| (e.cycle, e.value)).collect::<Vec<_>>(), [(100, 1), (200, 3)]);
    let command = state.travel.edits[1].command();
    assert_eq!(command, Command::SetRegister { node: NodeId::new(1, 1), register: Register::General(10), value: 3 });
}

#[test]
fn an_answer_is_shown_if_it_was_asked_for() {
    let answer = || {
        Update::LastWriter(Box::new(WriterView {
            place: Text::same("$t0"),
            node: NodeId::new(1, 1),
            before: 500,
            kind: WriterKind::Loader,
            cycle: None,
            packet: None,
            by: None,
            text: Text::same("nobody"),
        }))
    };
    let asked = request(state(), Travel::AskWriter(NodeId::new(1, 1), Place::Word(0x2000)));
    assert!(hear(asked.clone(), answer()).travel.writer.is_some());
    assert!(hear(request(asked, Travel::DismissWriter), answer()).travel.writer.is_none());
}

#[test]
fn bookmarks_are_in_order_and_lead_on() {
    let marked = |state, cycle| request(shown(state, cycle, 1_000), Travel::ToggleBookmark);
    let state = request(marked(marked(state(), 700), 200), Travel::NameBookmark(200, "  begin ".into()));
    let names: Vec<_> = state.travel.notes.bookmarks.iter().map(|b| (b.cycle, b.name.as_str())).collect();
    assert_eq!(names, [(200, "begin"), (700, "")]);
    let state = shown(state, 500, 1_000);
    assert_eq!(request(state.clone(), Travel::ToBookmark { back: true }).wanted, Some(200));
    assert_eq!(request(state.clone(), Travel::ToBookmark { back: false }).wanted, Some(700));
    let state = shown(state, 700, 1_000);
    assert_eq!(request(state.clone(), Travel::ToBookmark { back: false }).wanted, None);
    assert_eq!(request(state, Travel::ToggleBookmark).travel.notes.bookmarks.len(), 1);
}

#[test]
fn the_shown_part_lies_within_the_run() {
    let window = |from, until| request(state(), Travel::Zoom(Some((from, until)))).travel.window;
    assert_eq!(window(100, 300), Some((100, 300)));
    assert_eq!(window(990, 1_300), Some((690, 1_000)));
    assert_eq!(window(500, 501), Some((500, 516)));
    assert_eq!(window(0, 1_000), None);
    assert_eq!(window(0, 5_000), None);
}

#[test]
fn another_program_keeps_notes_and_the_kept_run_alone() {
    let state = request(request(toggled(state(), 3), Travel::Keep), Travel::ToggleBookmark);
    let state = hear(state, Update::Stopped { at: 500, reasons: vec![], missed: Some(Text::same("none")) });
    let state = hear(state, Update::Assembled(AssembledView { ok: true, ..AssembledView::default() }));
    let t = &state.travel;
    assert_eq!((t.notes.stops.len(), t.notes.bookmarks.len(), t.kept.as_ref().map(|k| k.cycles)), (1, 1, Some(1_000)));
    assert!(t.stopped.is_none() && t.edits.is_empty());
}

#[test]
fn a_stop_at_other_nodes_selects_the_first_of_them() {
    let at = |x, y| NodeId::new(x, y);
    let reason = |id, x, y| StopReason { id, node: Some(at(x, y)), text: Text::same("here") };
    let stopped = |state: State, reasons| hear(state, Update::Stopped { at: 20, reasons, missed: None }).watch.node;
    let selected = || state().reduce(Intent::Select(at(2, 1)));
    assert_eq!(stopped(selected(), vec![reason(Some(1), 3, 1), reason(Some(1), 4, 1)]), Some(at(3, 1)));
    assert_eq!(
        stopped(selected(), vec![reason(Some(1), 1, 1), reason(Some(1), 2, 1)]),
        Some(at(2, 1)),
        "it is there too"
    );
    assert_eq!(stopped(selected(), vec![reason(None, 3, 1)]), Some(at(2, 1)), "the goal of a search is no breakpoint");
}

#[test]
fn steps_are_announced_and_nothing_else_that_moves_time() {
    let spoken = |state: &State| match &state.spoken {
        (Some(Spoken::At(cycle, _)), _) => Some(*cycle),
        _ => None,
    };
    let step = |state| request(state, Travel::Step { back: false });
    let state = shown(step(state()), 501, 1_000);
    assert_eq!(spoken(&state), Some(501));
    let known = |state, cycle| {
        let outcome = Some(halted(1_000));
        let frame = Frame { cycle, end: 1_000, state: RunState::Paused, outcome, ..Frame::default() };
        hear(state, Update::Frame(Box::new(frame)))
    };
    let state = known(step(known(state, 700)), 701);
    assert_eq!(spoken(&state), Some(701), "the end of the run is known");
    let count = state.spoken.1;
    assert_eq!(shown(state.clone(), 600, 1_000).spoken.1, count, "the slider has words of its own");
    let again = hear(state, Update::Assembled(AssembledView { ok: true, ..AssembledView::default() }));
    assert_eq!(again.spoken.1, count + 1);
    let same = hear(again, Update::Assembled(AssembledView { ok: true, ..AssembledView::default() }));
    assert_eq!(same.spoken.1, count + 2, "the same words are spoken again");
}

#[test]
fn programs_in_c_and_in_assembly_have_steps_of_their_own() {
    let unit = |file: &str| SourceFile { name: file.into(), text: String::new() };
    let c = AssembledView { ok: true, units: vec![unit("a.s")], ..AssembledView::default() };
    let load = |state: State, program: &AssembledView| hear(state, Update::Assembled(program.clone()));
    let assembly = AssembledView { ok: true, ..AssembledView::default() };
    let state = load(state(), &c);
    assert_eq!(state.travel.unit, Unit::Line);
    let state = load(request(state, Travel::SetUnit(Unit::Instruction)), &assembly);
    assert_eq!(state.travel.unit, Unit::Cycle);
    assert_eq!(load(state, &c).travel.unit, Unit::Instruction);
}

#[test]
fn a_condition_is_asked_for_the_breakpoint_of_a_line_which_is_set_if_there_is_none() {
    let ask = |state| request(state, Travel::Condition("a.s".into(), 7));
    let state = ask(state());
    assert_eq!((lines(&state), state.travel.form), (vec![7], Some((1, 0))));
    assert_eq!(state.analysis.drawer.tab, AnalysisTab::Stops);
    let state = ask(state);
    assert_eq!((lines(&state), state.travel.form), (vec![7], Some((1, 1))));
}
