use super::*;
use mcore::base::{NodeId, Text};
use mcore::session::{ExerciseView, SymbolView, Update};
use mcore::view::{MemoryFocus, RunState, SeriesView};

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.to_owned(), text: text.to_owned() }
}

fn exercise() -> Rc<ExerciseView> {
    Rc::new(ExerciseView {
        id: "class/matmul".to_owned(),
        pack_title: Text::same("class"),
        pack_version: "1.0.0".to_owned(),
        title: Text::same("matmul"),
        statement: Text::same("# task"),
        hints: vec![Text::same("one"), Text::same("two")],
        start: vec![file("matmul.s", "start"), file("data.s", "data")],
        read_only: vec!["data.s".to_owned()],
        machine: MachineOptions::default(),
    })
}

fn opened() -> State {
    let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
    state.reduce(Action::Opened(Workspace::exercise(exercise(), None)))
}

fn frame(cycle: Cycle, end: Cycle) -> Frame {
    Frame { cycle, end, state: RunState::Paused, ..Frame::default() }
}

fn heard(state: State, update: Update) -> State {
    state.reduce(Action::Heard(update))
}

#[test]
fn stored_work_replaces_the_start_but_not_read_only_files() {
    let before = Work { files: vec![file("matmul.s", "mine"), file("data.s", "cheat"), file("old.s", "kept")] };
    let work = Workspace::exercise(exercise(), Some(before));
    let texts: Vec<_> = work.files.iter().map(|f| f.text.as_str()).collect();
    assert_eq!(texts, ["mine", "data", "kept"]);
    assert_eq!(work.to_store().files.len(), 2, "a read-only file is not stored");
}

#[test]
fn an_edit_marks_the_program_as_old_and_the_work_as_unsaved() {
    let state = opened().reduce(Action::Edit("matmul.s".to_owned(), "new".to_owned()));
    assert!(state.edited);
    assert_eq!(state.saved, Saved::Soon);
    let state = state.reduce(Action::Stored(true)).reduce(Action::Edit("matmul.s".to_owned(), "new".to_owned()));
    assert_eq!(state.saved, Saved::Yes, "the same text again is no edit");
    let state = state.reduce(Action::Edit("data.s".to_owned(), "x".to_owned()));
    assert_eq!(state.work.expect("open").files[1].text, "data");
}

#[test]
fn a_reset_can_be_undone() {
    let state = opened().reduce(Action::Edit("matmul.s".to_owned(), "mine".to_owned())).reduce(Action::ResetFiles);
    assert!(state.work.as_ref().expect("open").is_untouched());
    assert_eq!(state.notice, Some(Notice::ResetDone));
    let state = state.reduce(Action::UndoReset);
    assert_eq!(state.work.expect("open").files[0].text, "mine");
    assert_eq!(state.notice, None);
}

#[test]
fn hints_open_one_by_one_up_to_the_last() {
    let mut state = opened();
    for expected in [1, 2, 2] {
        state = state.reduce(Action::OpenHint);
        assert_eq!(state.work.as_ref().expect("open").hints_open, expected);
    }
}

#[test]
fn the_slider_stays_where_it_was_dragged_until_that_picture_comes() {
    let state = heard(opened(), Update::Frame(Box::new(frame(100, 100)))).reduce(Action::Seeking(40));
    let state = heard(state, Update::Frame(Box::new(frame(60, 100))));
    assert_eq!(state.wanted, Some(40), "a picture of an older wish");
    let state = heard(state, Update::Frame(Box::new(frame(40, 100))));
    assert_eq!(state.wanted, None);
}

#[test]
fn a_series_is_kept_while_the_run_goes_on_and_dropped_with_it() {
    let series = SeriesView { per_bucket: 1, nodes: 16, computing: vec![16_000], ..SeriesView::default() };
    let with = Frame { series: Some(series.clone()), ..frame(10, 10) };
    let state = heard(opened(), Update::Frame(Box::new(with)));
    let state = heard(state, Update::Frame(Box::new(frame(5, 10))));
    assert_eq!(state.frame.series, Some(series));
    let state = heard(state, Update::Frame(Box::new(frame(0, 0))));
    assert_eq!(state.frame.series, None);
}

#[test]
fn memory_follows_the_first_data_label_until_the_student_chooses() {
    let place = || Some(SourcePlace { file: "matmul.s".to_owned(), line: 3 });
    let program = AssembledView {
        ok: true,
        diagnostics: vec![],
        symbols: vec![
            SymbolView { name: "main".to_owned(), value: 0x1000, code: true, line: place() },
            SymbolView { name: "b".to_owned(), value: 0x3000, code: false, line: place() },
            SymbolView { name: "a".to_owned(), value: 0x2004, code: false, line: place() },
            SymbolView { name: "INCC_DST".to_owned(), value: 0, code: false, line: None },
        ],
        text_bytes: 0,
        data_bytes: 0,
        ..AssembledView::default()
    };
    let state = heard(opened(), Update::Assembled(program.clone()));
    assert_eq!(state.watch.memory, MemoryFocus::Address(0x2000));
    let state = state.reduce(Action::FocusMemory(MemoryFocus::Register(29)));
    let state = heard(state, Update::Assembled(program));
    assert_eq!(state.watch.memory, MemoryFocus::Register(29));
}

#[test]
fn a_dead_worker_loses_nothing_of_the_text() {
    let state = opened().reduce(Action::Edit("matmul.s".to_owned(), "mine".to_owned()));
    let state = state.reduce(Action::Died("panic".to_owned()));
    assert_eq!(state.worker, WorkerState::Dead("panic".to_owned()));
    let state = state.reduce(Action::Restarted);
    assert_eq!(state.worker, WorkerState::Starting);
    assert_eq!(state.work.expect("open").files[0].text, "mine");
}

#[test]
fn going_to_the_same_line_twice_is_two_wishes() {
    let place = SourcePlace { file: "matmul.s".to_owned(), line: 7 };
    let first = opened().reduce(Action::GoTo(place.clone()));
    let second = first.clone().reduce(Action::GoTo(place));
    assert_ne!(first.jump, second.jump);
    assert_eq!(second.tab, Tab::File("matmul.s".to_owned()));
}

#[test]
fn narrow_tabs_choose_between_statement_and_files() {
    let state = opened().reduce(Action::ShowPhoneTab(PhoneTab::Source));
    assert_eq!(state.tab, Tab::File("matmul.s".to_owned()));
    let state = state.reduce(Action::ShowPhoneTab(PhoneTab::Task));
    assert_eq!(state.tab, Tab::Task);
}

#[test]
fn a_new_exercise_selects_the_first_node_and_forgets_the_old_run() {
    let state = heard(opened(), Update::Frame(Box::new(frame(10, 10)))).reduce(Action::Select(NodeId::new(3, 3)));
    let state = state.reduce(Action::Opened(Workspace::scratch(None)));
    assert_eq!(state.watch.node, Some(NodeId::new(1, 1)));
    assert_eq!(state.frame.end, 0);
    assert!(matches!(state.tab, Tab::File(_)));
}
