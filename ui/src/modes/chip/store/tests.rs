use super::*;
use mcore::base::{NodeId, Text};
use mcore::modes::chip::session::{ExerciseView, HelpKind, HelpRow, Rules, SymbolView, Update};
use mcore::modes::chip::view::{
    FileRow, Frame, MemoryFocus, NodeLine, OutcomeView, RunState, SeriesView, SourcePlace, VerdictView,
};

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.to_owned(), text: text.to_owned() }
}

/// The end of a run in which every core has halted.
pub(super) fn halted(cycles: Cycle) -> OutcomeView {
    OutcomeView {
        ok: true,
        message: Text::same("Every core has halted."),
        tip: None,
        node: None,
        source: None,
        inside: None,
        waiting: Vec::new(),
        cycles,
        drain: 0,
    }
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
        start_ja: vec![file("matmul.s", "はじめ"), file("data.s", "データ")],
        read_only: vec!["data.s".to_owned()],
        machine: MachineOptions::default(),
        rules: Rules::default(),
        points: 1,
    })
}

fn opened() -> State {
    let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
    state.reduce(Action::Opened(Workspace::exercise(exercise(), None, Lang::En)))
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
    let work = Workspace::exercise(exercise(), Some(before), Lang::En);
    let texts: Vec<_> = work.files.iter().map(|f| f.text.as_str()).collect();
    assert_eq!(texts, ["mine", "data", "kept"]);
    assert_eq!(work.own_files().len(), 2, "a read-only file is not stored");
}

#[test]
fn an_edit_marks_the_program_as_old_and_the_work_as_unsaved() {
    let state = opened().reduce(Intent::Edit("matmul.s".to_owned(), "new".to_owned()));
    assert!(state.edited);
    assert_eq!(state.saved, Saved::Soon);
    let state = state.reduce(Action::Stored(true)).reduce(Intent::Edit("matmul.s".to_owned(), "new".to_owned()));
    assert_eq!(state.saved, Saved::Yes, "the same text again is no edit");
    let state = state.reduce(Intent::Edit("data.s".to_owned(), "x".to_owned()));
    assert_eq!(state.work.expect("open").files[1].text, "data");
}

#[test]
fn start_files_are_in_the_language_of_the_page_and_edited_ones_stay() {
    let texts = |state: &State| -> Vec<String> {
        state.work.as_ref().expect("open").files.iter().map(|f| f.text.clone()).collect()
    };
    let state = opened().reduce(Intent::SetLang(Lang::Ja));
    assert_eq!(texts(&state), ["はじめ", "データ"]);
    assert_eq!((state.edited, state.saved), (false, Saved::Yes), "it is the same program, and nothing is to be stored");
    let work = state.work.as_ref().expect("open");
    assert!(work.is_untouched() && work.is_unedited());
    // Undo in the editor gives the other text: nothing is edited, but a reset changes something.
    let back = state.clone().reduce(Intent::Edit("matmul.s".to_owned(), "start".to_owned())).work.expect("open");
    assert!(!back.is_untouched() && back.is_unedited());
    let state = state.reduce(Intent::Edit("matmul.s".to_owned(), "mine".to_owned())).reduce(Intent::SetLang(Lang::En));
    assert_eq!(texts(&state), ["mine", "data"]);
    assert!(!state.work.as_ref().expect("open").is_unedited());
    let state = state.reduce(Intent::SetLang(Lang::Ja)).reduce(Intent::ResetFiles);
    assert_eq!(texts(&state), ["はじめ", "データ"], "a start again is in the language of the page");
}

#[test]
fn stored_start_files_of_another_language_are_no_work() {
    for (stored, shown) in [("start", "はじめ"), ("はじめ", "はじめ"), ("start ", "start ")] {
        let before = Work { files: vec![file("matmul.s", stored)] };
        let work = Workspace::exercise(exercise(), Some(before), Lang::Ja);
        assert_eq!((work.files[0].text.as_str(), work.files[1].text.as_str()), (shown, "データ"));
    }
}

#[test]
fn a_reset_can_be_undone() {
    let state = opened().reduce(Intent::Edit("matmul.s".to_owned(), "mine".to_owned())).reduce(Intent::ResetFiles);
    assert!(state.work.as_ref().expect("open").is_untouched());
    assert_eq!(state.notice, Some(Notice::ResetDone));
    let state = state.reduce(Intent::UndoReset);
    assert_eq!(state.work.expect("open").files[0].text, "mine");
    assert_eq!(state.notice, None);
}

#[test]
fn the_verdict_is_spoken_last_even_if_the_frame_of_the_end_comes_after_it() {
    let verdict = VerdictView {
        passed: true,
        case: Text::same("case"),
        checks: Vec::new(),
        nodes: 16,
        cycles: 100,
        reference_cycles: None,
        speedup_hundredths: None,
        right: None,
    };
    let last = Frame { outcome: Some(halted(100)), ..frame(100, 100) };
    let state = heard(opened(), Update::Verdict(verdict));
    let state = heard(state, Update::Frame(Box::new(last)));
    assert!(matches!(state.spoken.0, Some(Spoken::Verdict(_))));
}

#[test]
fn hints_open_one_by_one_up_to_the_last() {
    let mut state = opened();
    for expected in [1, 2, 2] {
        state = state.reduce(Intent::OpenHint);
        assert_eq!(state.work.as_ref().expect("open").hints_open, expected);
    }
}

#[test]
fn the_slider_stays_where_it_was_dragged_until_that_picture_comes() {
    let state = heard(opened(), Update::Frame(Box::new(frame(100, 100)))).reduce(Intent::Seek(40));
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
    let state = state.reduce(Intent::FocusMemory(MemoryFocus::Register(29)));
    let state = heard(state, Update::Assembled(program));
    assert_eq!(state.watch.memory, MemoryFocus::Register(29));
}

#[test]
fn a_dead_worker_loses_nothing_of_the_text() {
    let state = opened().reduce(Intent::Edit("matmul.s".to_owned(), "mine".to_owned()));
    let state = state.reduce(Action::Died("panic".to_owned()));
    assert_eq!(state.worker, WorkerState::Dead("panic".to_owned()));
    let state = state.reduce(Action::Restarted(false));
    assert_eq!(state.worker, WorkerState::Starting);
    assert_eq!(state.work.expect("open").files[0].text, "mine");
}

#[test]
fn going_to_the_same_line_twice_is_two_wishes() {
    let place = SourcePlace { file: "matmul.s".to_owned(), line: 7 };
    let first = opened().reduce(Intent::GoTo(place.clone()));
    let second = first.clone().reduce(Intent::GoTo(place));
    assert_ne!(first.jump, second.jump);
    assert_eq!(second.tab, Tab::File("matmul.s".to_owned()));
}

#[test]
fn narrow_tabs_choose_between_statement_and_files() {
    let state = opened().reduce(Intent::ShowPhoneTab(PhoneTab::Source));
    assert_eq!(state.tab, Tab::File("matmul.s".to_owned()));
    let state = state.reduce(Intent::ShowPhoneTab(PhoneTab::Task));
    assert_eq!(state.tab, Tab::Task);
}

#[test]
fn a_new_exercise_selects_the_first_node_and_forgets_the_old_run() {
    let state = heard(opened(), Update::Frame(Box::new(frame(10, 10)))).reduce(Intent::Select(NodeId::new(3, 3)));
    let state = state.reduce(Action::Opened(Workspace::scratch()));
    assert_eq!(state.watch.node, Some(NodeId::new(1, 1)));
    assert_eq!(state.frame.end, 0);
    assert!(matches!(state.tab, Tab::File(_)));
}

#[test]
fn lines_of_marked_nodes_are_shown_behind_that_of_the_selected_one() {
    let [first, second, third] = [(1, 1), (2, 1), (3, 1)].map(|(x, y)| NodeId::new(x, y));
    let state =
        opened().reduce(Intent::MarkLine(second)).reduce(Intent::MarkLine(first)).reduce(Intent::MarkLine(third));
    assert_eq!(state.watch.marked, [second, first, third]);
    let line =
        |node, line| NodeLine { node, place: SourcePlace { file: "matmul.s".to_owned(), line }, callers: Vec::new() };
    let lines = vec![line(second, 5), line(first, 4), line(third, 9)];
    let state = heard(state, Update::Frame(Box::new(Frame { lines, ..frame(10, 10) })));
    assert_eq!(state.watch.node, Some(first));
    assert_eq!(
        state.lines(&state.frame),
        [line(second, 5), line(third, 9)],
        "the selected node's own line comes with the node"
    );
    let state = state.reduce(Intent::MarkLine(second)).reduce(Intent::Select(third));
    assert_eq!(state.watch.marked, [first, third]);
    let state = (1..=15).fold(state, |state, y| state.reduce(Intent::MarkLine(NodeId::new(9, y))));
    assert_eq!((state.watch.marked.len(), state.watch.marked[0]), (16, third), "the oldest goes");
    assert!(state.reduce(Action::Opened(Workspace::scratch())).watch.marked.is_empty());
}

#[test]
fn files_are_added_renamed_moved_and_removed_with_a_way_back() {
    let project = project::Project { id: "p".to_owned(), files: vec![file("main.s", "a")], ..Default::default() };
    let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
    let state = state.reduce(Action::Opened(Workspace::project(&project, None)));
    let names = |s: &State| s.work.as_ref().expect("open").files.iter().map(|f| f.name.clone()).collect::<Vec<_>>();
    let state = state.reduce(Action::Files(FileChange::Add("part.s".to_owned())));
    assert_eq!((names(&state), &state.tab), (vec!["main.s".into(), "part.s".into()], &Tab::File("part.s".into())));
    assert_eq!(state.saved, Saved::Soon);
    let state = state.reduce(Action::Files(FileChange::Add("part.s".to_owned())));
    assert_eq!(names(&state).len(), 2, "a name is given once");
    let state = state.reduce(Action::Files(FileChange::Rename("part.s".to_owned(), "lib.s".to_owned())));
    assert_eq!(state.tab, Tab::File("lib.s".to_owned()), "the shown file is still shown");
    let state = state.reduce(Action::Files(FileChange::Move("lib.s".to_owned(), true)));
    assert_eq!(names(&state), ["lib.s", "main.s"]);
    let state = state.reduce(Action::Files(FileChange::Remove("lib.s".to_owned())));
    assert_eq!((names(&state), &state.tab), (vec!["main.s".into()], &Tab::File("main.s".into())));
    let state = state.reduce(Action::Files(FileChange::Remove("main.s".to_owned())));
    assert_eq!(names(&state), ["main.s"], "the last file stays");
    let state = state.reduce(Intent::UndoReset);
    assert_eq!(names(&state), ["lib.s", "main.s"]);
}

#[test]
fn files_that_an_exercise_begins_with_keep_their_names() {
    let state = opened();
    for change in [
        FileChange::Remove("matmul.s".to_owned()),
        FileChange::Rename("matmul.s".to_owned(), "x.s".to_owned()),
        FileChange::Move("matmul.s".to_owned(), false),
    ] {
        let after = state.clone().reduce(Action::Files(change));
        assert_eq!(after.work, state.work);
    }
}

#[test]
fn an_earlier_version_comes_back_beside_read_only_files_and_can_be_undone() {
    let state = opened().reduce(Intent::Edit("matmul.s".to_owned(), "now".to_owned()));
    let version = Rc::new(vec![file("matmul.s", "then")]);
    let state = state.reduce(Action::Files(FileChange::Restore(version)));
    let text = |s: &State, name: &str| {
        let files = &s.work.as_ref().expect("open").files;
        files.iter().find(|f| f.name == name).expect("it is there").text.clone()
    };
    assert_eq!((text(&state, "matmul.s").as_str(), text(&state, "data.s").as_str()), ("then", "data"));
    let state = state.reduce(Intent::UndoReset);
    assert_eq!(text(&state, "matmul.s"), "now");
}

#[test]
fn what_another_tab_has_open_is_not_changed_here() {
    let state = opened().reduce(Action::StoredWork(StoredNews::EditLock(EditLock::Elsewhere)));
    let state = state.reduce(Intent::Edit("matmul.s".to_owned(), "lost".to_owned())).reduce(Intent::ResetFiles);
    assert_eq!(state.work.as_ref().expect("open").files[0].text, "start");
    assert_eq!(state.saved, Saved::Yes);
    // Other work belongs to this tab again.
    let other = project::Project { id: "other".to_owned(), ..Default::default() };
    assert!(state.reduce(Action::Opened(Workspace::project(&other, None))).may_edit());
}

#[test]
fn a_message_about_kept_work_outlives_the_opening_of_other_work() {
    let notified = |notice| opened().reduce(Action::Notify(Notice::Kept(notice)));
    let open = |state: State| state.reduce(Action::Opened(Workspace::scratch())).notice;
    assert_eq!(open(notified(KeptNotice::FromLink)), Some(Notice::Kept(KeptNotice::FromLink)));
    assert_eq!(open(notified(KeptNotice::FileRemoved("a.s".to_owned()))), None);
}

#[test]
fn a_notice_from_before_the_first_work_stays_until_it_is_read() {
    let state = State::new(Lang::En, Theme::Light, MachineOptions::default());
    let failed = || Action::FetchFailed("packs/other.zip: 404".to_owned());
    let state = state.reduce(failed()).reduce(Action::Opened(Workspace::scratch()));
    assert_eq!(state.notice, Some(Notice::Fetch("packs/other.zip: 404".to_owned())));
    // The session opens the shown work again when it is ready.
    let state = state.reduce(Action::Opened(Workspace::scratch()));
    assert_eq!(state.notice, Some(Notice::Fetch("packs/other.zip: 404".to_owned())));
    // A later message is about an action before other work was opened.
    let other = project::Project { id: "other".to_owned(), ..Default::default() };
    assert_eq!(state.reduce(failed()).reduce(Action::Opened(Workspace::project(&other, None))).notice, None);
}

#[test]
fn the_other_texts_of_an_exercise_arrive_while_it_is_worked_on() {
    let state = opened().reduce(Intent::Edit("matmul.s".to_owned(), "mine".to_owned()));
    let shown = state.work.as_ref().and_then(|work| work.exercise.clone()).expect("an exercise");
    let hints = vec![Text::same("look")];
    let told = |id: &str| {
        Action::TextsArrived(Rc::new(ExerciseView { id: id.to_owned(), hints: hints.clone(), ..(*shown).clone() }))
    };
    let other = state.clone().reduce(told("class/quicksort"));
    assert_eq!(other.work, state.work, "they are those of an exercise that is no longer shown");
    // The start files in the other language arrive with them.
    let early = ExerciseView { start_ja: Vec::new(), ..(*exercise()).clone() };
    let before = Work { files: vec![file("matmul.s", "はじめ")] };
    let early = state.clone().reduce(Action::Opened(Workspace::exercise(Rc::new(early), Some(before), Lang::En)));
    assert_eq!(early.work.as_ref().map(|work| work.files[0].text.as_str()), Some("はじめ"));
    assert!(early.reduce(Action::TextsArrived(exercise())).work.is_some_and(|work| work.is_untouched()));
    let work = state.reduce(told(&shown.id)).work.expect("open");
    assert_eq!(work.exercise.as_ref().map(|e| e.hints.clone()), Some(hints));
    assert_eq!(work.files[0], file("matmul.s", "mine"), "and what was written stays");
}

#[test]
fn what_is_stored_is_what_can_be_edited_on_top_of_what_is_there() {
    let state = opened().reduce(Intent::Edit("matmul.s".to_owned(), "mine".to_owned()));
    let work = state.work.as_ref().expect("open");
    let before = project::Project { created: 5, revision: 7, ..Default::default() };
    let project = work.to_project(Some(&before), state.machine(), 9).expect("no ELF program");
    assert_eq!((project.created, project.changed, project.revision), (5, 9, 7));
    assert_eq!(project.exercise.as_deref(), Some("class/matmul"));
    assert_eq!(project.files, [file("matmul.s", "mine")]);
}

#[test]
fn two_quick_arrow_keys_are_two_steps_and_stay_on_the_mesh() {
    let by = |state: State, dx, dy| state.reduce(Intent::SelectBy(dx, dy));
    let machine = MachineOptions { width: 4, height: 3, ..MachineOptions::default() };
    let state = State::new(Lang::En, Theme::Light, machine).reduce(Intent::Select(NodeId::new(1, 1)));
    // Both arrive before the next frame is drawn.
    let state = by(by(state, 1, 0), 1, 0);
    assert_eq!(state.watch.node, Some(NodeId::new(3, 1)));
    let state = (0..9).fold(state, |state, _| by(state, 1, 1));
    assert_eq!(state.watch.node, Some(NodeId::new(4, 3)));
    let state = (0..300).fold(state, |state, _| by(state, -1, -1));
    assert_eq!(state.watch.node, Some(NodeId::MEMORY));
}

#[test]
fn the_tour_closes_dialogs_and_is_offered_once() {
    let state = State::new(Lang::En, Theme::Light, MachineOptions::default()).reduce(Intent::Open(Dialog::Help));
    assert!(!state.looks.welcomed);
    let state = state.reduce(Intent::Look(Look::TourAt(2, PhoneTab::Chip)));
    assert_eq!((state.looks.tour, state.dialog, state.looks.welcomed), (Some(2), None, true));
    let state = state.reduce(Intent::Look(Look::Tour(None)));
    assert_eq!(state.looks.tour, None);
}

#[test]
fn the_loaded_program_keeps_its_text_while_another_one_is_written() {
    let text = |state: &State| state.loaded.as_ref().map(|files| files[0].text.clone());
    let assembled = |ok| Update::Assembled(AssembledView { ok, ..AssembledView::default() });
    let state = heard(opened().reduce(Action::Assembling), assembled(true));
    assert_eq!(text(&state).as_deref(), Some("start"));
    let state = state.reduce(Intent::Edit("matmul.s".to_owned(), "1(B]}".to_owned()));
    assert_eq!(text(&state).as_deref(), Some("start"), "while it is written");
    let state = heard(state.reduce(Action::Assembling), assembled(false));
    assert_eq!(text(&state).as_deref(), Some("start"), "it has errors: the program before it is still loaded");
    // Edits during an assembly are not part of it.
    let state = state.reduce(Intent::Edit("matmul.s".to_owned(), "good".to_owned())).reduce(Action::Assembling);
    let state = heard(state.reduce(Intent::Edit("matmul.s".to_owned(), "later".to_owned())), assembled(true));
    assert_eq!(text(&state).as_deref(), Some("good"));
    let work = Workspace::exercise(exercise(), None, Lang::En);
    assert_eq!(text(&state.reduce(Action::Opened(work))), None);
}

#[test]
fn the_last_write_of_a_wrong_word_selects_the_node_and_the_word() {
    let node = NodeId::new(2, 3);
    let state = opened().reduce(Intent::Grade(GradeRequest::LastWrite(node, 0x2005)));
    assert_eq!((state.watch.node, &state.watch.memory), (Some(node), &MemoryFocus::Address(0x2004)));
    assert!(state.travel.asking, "the answer is shown, also that nothing has written it");
}

#[test]
fn steps_by_line_pass_through_the_library_unless_one_of_its_files_is_shown() {
    let library = vec![SourceFile { name: "mc_sync.s".to_owned(), text: String::new() }];
    let state = heard(opened(), Update::Ready { help: Vec::new(), library });
    assert!(state.steps_own(), "the statement is shown");
    let state = state.reduce(Intent::ShowTab(Tab::File("mc_sync.s".to_owned())));
    assert!(!state.steps_own());
    assert!(state.reduce(Intent::ShowTab(Tab::File("matmul.s".to_owned()))).steps_own());
}

#[test]
fn the_c_library_that_was_fetched_outlives_a_worker() {
    let file = |name: &str| file(name, "");
    let row = |word: &str, note: &str| HelpRow {
        word: word.to_owned(),
        kind: HelpKind::Function,
        operands: String::new(),
        meaning: Text::default(),
        encoding: String::new(),
        note: note.to_owned(),
    };
    let ready = || Update::Ready { help: vec![row("addu", "")], library: vec![file("mc_sync.s")] };
    let state = heard(opened(), ready());
    let state =
        state.reduce(Action::LibraryOfC(vec![row("abs", "<stdlib.h>")], vec![file("mpi.h"), file("lib/abs.c")]));
    let known = |state: &State| {
        let words = state.help.iter().map(|row| row.word.clone());
        words.chain(state.library.iter().map(|file| file.name.clone())).collect::<Vec<_>>()
    };
    let all = ["addu", "abs", "mc_sync.s", "mpi.h", "lib/abs.c"];
    assert_eq!(known(&state), all);
    assert_eq!(known(&heard(state, ready())), all, "each once");
}

#[test]
fn watched_expressions_are_asked_for_while_their_rows_or_their_values_are_seen() {
    use super::travel::WatchNote;
    let watch = |text: &str, on_chip| WatchNote { text: text.to_owned(), on_chip, ..WatchNote::default() };
    let list = vec![watch(" $t0 ", false), watch("sum", true), watch("x", true), watch("", false)];
    let state = opened().reduce(Intent::Travel(Travel::Watches(list)));
    let kept: Vec<_> = state.travel.notes.watches.iter().map(|w| (w.text.as_str(), w.on_chip)).collect();
    assert_eq!(kept, [("$t0", false), ("sum", true), ("x", false)], "one value fits on a node");
    assert_eq!(state.watch.expressions, ["sum"]);
    let state = state.reduce(Intent::Analyse(Analyse::Show(AnalysisTab::Watch)));
    assert_eq!(state.watch.expressions, ["$t0", "sum", "x"]);
    assert_eq!(state.reduce(Intent::Analyse(Analyse::Show(AnalysisTab::Log))).watch.expressions, ["sum"]);
}

#[test]
fn the_output_opens_at_the_first_file_that_the_program_writes() {
    let with = |written| {
        let row = FileRow { name: "a.txt".into(), bytes: 1, written };
        let frame = Frame { files: vec![row], ..frame(1, 1) };
        heard(opened(), Update::Frame(Box::new(frame))).analysis.drawer.tab
    };
    assert_eq!((with(false), with(true)), (AnalysisTab::Run, AnalysisTab::Output));
}

#[test]
fn the_profile_is_counted_while_it_or_its_heat_is_seen() {
    let show = |state: State, tab| state.reduce(Intent::Analyse(Analyse::Show(tab)));
    let state = opened();
    assert!(!state.watch.profile);
    let state = show(state, AnalysisTab::Profile);
    assert!(state.watch.profile);
    assert!(!show(state.clone(), AnalysisTab::Log).watch.profile);
    let state = show(state.reduce(Intent::Analyse(Analyse::ToggleHeat)), AnalysisTab::Log);
    assert!(state.watch.profile, "the editor shows it");
    let state = heard(state, Update::Profile(Box::default()));
    assert!(state.analysis.profile.is_some());
    let state = heard(state, Update::Assembled(AssembledView::default()));
    assert!(state.analysis.profile.is_none() && state.analysis.heat, "the figures belong to the old program");
}

#[test]
fn other_work_is_being_opened_until_it_is_there_or_fails() {
    let opening = |id: &str| opened().reduce(Action::Opening(Some(id.into())));
    let shown = opened().work.expect("some is open").id;
    assert!(!opened().is_changing());
    assert!(!opening(&shown).is_changing(), "it is shown already, and can be written in");
    assert!(opening("class/other").is_changing());
    assert!(!opening("class/other").reduce(Action::Opening(None)).is_changing());
}

#[test]
fn the_pace_belongs_to_the_work() {
    let other = || Workspace::project(&project::Project { id: "other".to_owned(), ..Default::default() }, None);
    let first = opened().work.expect("some is open");
    let slow = opened().reduce(Intent::SetPace(Some(100)));
    let elsewhere = slow.reduce(Action::Opened(other()));
    assert_eq!(elsewhere.pace, None);
    assert_eq!(elsewhere.reduce(Intent::SetPace(Some(7))).reduce(Action::Opened(first)).pace, Some(100));
}

#[test]
fn messages_that_need_no_answer_leave_and_faults_stay() {
    let stays = [
        Notice::NotText("a".to_owned()),
        Notice::UnknownPage("#/x".to_owned()),
        Notice::Kept(KeptNotice::Failed("x".to_owned())),
    ];
    let leaves = [Notice::ResetDone, Notice::FilesOpened(1), Notice::Kept(KeptNotice::FileRemoved("a.s".to_owned()))];
    assert!(stays.iter().all(Notice::is_fault) && !leaves.iter().any(Notice::is_fault));
}
