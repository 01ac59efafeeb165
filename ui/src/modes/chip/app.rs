//! The page as a whole: holds the [`Controller`], lays out the panels, hands each what it needs.

mod calm;
mod controller;
mod effects;

use crate::i18n::{self, I18n};
use crate::modes::chip::editor::OperandValues;
use crate::modes::chip::intent::Intent;
use crate::modes::chip::panels::{
    Answers, Change, Dialogs, DialogsProps, Drawer, DrawerProps, Header, HeaderProps, Live, LiveProps, MeshPanel,
    MeshPanelProps, Newest, NodePanel, NodePanelProps, Notices, NoticesProps, PhoneTabs, PhoneTabsProps, ResultPanel,
    ResultPanelProps, SourcePanel, SourcePanelProps, TimePanel, TimePanelProps, Tour, TourProps, operand_values,
    tour_done,
};
use crate::modes::chip::store::{PhoneTab, State, Tab, Told};
use crate::rest::use_rest;
use calm::use_calm;
use controller::Controller;
use effects::{use_document, use_dropping, use_keys, use_saving};
use mcore::modes::chip::view::{Frame, RunState};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The page.
#[component]
pub fn App() -> Html {
    let shown = use_state(|| None::<Rc<State>>);
    let controller = {
        let publish = shown.setter();
        use_memo((), |()| Controller::new(Callback::from(move |state| publish.set(Some(state)))))
    };
    use_effect_with(controller.clone(), |c| c.start());
    let newest = (*shown).clone().unwrap_or_else(|| controller.state());
    let (state, frame) = use_calm(&newest);
    // Only the chip's canvas gets the frame here; it draws at the next screen refresh. The page itself is not rendered
    // again.
    let pictures = use_memo((), |()| Newest::default());
    pictures.tell(&newest.frame);
    let act = {
        let controller = controller.clone();
        use_callback((), move |intent: Intent, ()| controller.perform(intent))
    };
    // Evaluated only while help is shown, so it is not a property that changes with every frame.
    let values = {
        let controller = controller.clone();
        use_callback((), move |operands: Vec<String>, ()| operand_values(&controller.state(), &operands))
    };
    let i18n = use_memo(state.lang, |lang| I18n::new(*lang));
    let dark = use_document(&state, &i18n);
    use_keys(&act, state.looks.letters_off);
    use_dropping(&act);
    use_saving(&controller);

    html! {
        <ContextProvider<I18n> context={(*i18n).clone()}>
            <Page {state} {frame} newest={(*pictures).clone()} {act} {values} {dark} />
        </ContextProvider<I18n>>
    }
}

/// Moves the focus past everything before the chip. Not a link: with the document's base address a fragment could lead
/// to another document.
fn focus_chip(_: MouseEvent) {
    let chip = gloo_utils::document().get_element_by_id("chip").and_then(|e| e.dyn_into::<HtmlElement>().ok());
    if let Some(chip) = chip {
        // Fails only in documents that are not shown.
        let _ = chip.focus();
    }
}

/// Properties of [`Page`].
#[derive(Properties, PartialEq)]
struct PageProps {
    state: Told<State>,
    /// The frame for the panels of text and figures.
    frame: Rc<Frame>,
    newest: Newest,
    act: Callback<Intent>,
    values: Callback<Vec<String>, Option<OperandValues>>,
    dark: bool,
}

#[component]
fn Page(props: &PageProps) -> Html {
    let PageProps { state, frame, newest: pictures, act, values, dark } = props;
    let i18n = i18n::use_i18n();
    let rest = use_rest();
    let newest = &state.frame;
    let phone = match state.phone {
        PhoneTab::Task => "task",
        PhoneTab::Source => "source",
        PhoneTab::Chip => "chip",
        PhoneTab::Node => "node",
        PhoneTab::Result => "result",
        PhoneTab::Analysis => "analysis",
    };
    let run_state = match newest.state {
        RunState::Empty => "empty",
        RunState::Paused => "paused",
        RunState::Running => "running",
        RunState::Ended => "ended",
    };
    let verdict = match &state.verdict {
        None => "none",
        Some(v) if v.passed => "passed",
        Some(_) => "failed",
    };
    let speedup = state.verdict.as_ref().and_then(|v| v.speedup_hundredths).map(crate::fmt::hundredths);
    let machine = state.machine();

    let source = yew::props!(SourcePanelProps {
        act: act.clone(),
        work: state.work.clone(),
        tab: state.tab.clone(),
        library: state.library.clone(),
        help: state.help.clone(),
        program: state.program.clone(),
        assembling: state.assembling,
        edited: state.edited,
        jump: state.jump.clone(),
        travel: state.travel.clone(),
        lines: state.lines(frame),
        values: values.clone(),
        dark: *dark,
        may_edit: state.may_edit(),
        undo: state.shelf.undo.clone(),
    });
    let mesh = yew::props!(MeshPanelProps {
        act: act.clone(),
        frame: frame.clone(),
        newest: pictures.clone(),
        selected: state.watch.node,
        marked: state.watch.marked.clone(),
        width: machine.width,
        height: machine.height,
        dark: *dark,
        outcome_dismissed: state.outcome_dismissed,
        scratch: state.work.as_ref().is_some_and(|w| w.exercise.is_none()),
        followed: state.analysis.followed(),
        show: state.looks.mesh,
        welcome: !state.looks.welcomed && state.work.is_some(),
    });
    let header = yew::props!(HeaderProps {
        act: act.clone(),
        theme: state.theme,
        work: state.work.clone(),
        catalog: state.catalog.clone(),
        saved: state.saved,
        projects: state.shelf.projects.clone(),
        large: state.looks.large,
    });
    let time = yew::props!(TimePanelProps {
        act: act.clone(),
        frame: frame.clone(),
        wanted: state.wanted,
        pace: state.pace,
        travel: state.travel.clone(),
        dark: *dark,
        ready: state.program.as_ref().is_some_and(|p| p.ok),
        can_assemble: state.work.is_some() && !state.assembling,
    });
    let result = yew::props!(ResultPanelProps {
        act: act.clone(),
        verdict: state.verdict.clone(),
        outcome: frame.outcome.clone(),
        reference: state.reference,
        grading: state.grading.clone(),
        state: frame.state,
        judged: state.work.as_ref().is_some_and(|w| w.exercise.is_some()),
        program: state.program.clone(),
        paused: (frame.state == RunState::Paused && frame.cycle > 0).then_some(frame.cycle),
        edited: state.edited,
    });
    let node = yew::props!(NodePanelProps {
        act: act.clone(),
        frame: frame.clone(),
        selected: state.watch.node,
        marked: state.watch.marked.clone(),
        memory: state.watch.memory.clone(),
        program: state.program.clone(),
        files: state.loaded.clone(),
        library: state.library.clone(),
        frame_ready: frame.node.is_some(),
        free_id: state.travel.notes.free_id(),
    });
    let dialogs = yew::props!(DialogsProps {
        act: act.clone(),
        open: state.dialog,
        machine: state.scratch_machine.clone(),
        series: frame.clone(),
        work: state.work.clone(),
        shelf: state.shelf.clone(),
        dark: *dark,
        letters_off: state.looks.letters_off,
    });
    let drawer = yew::props!(DrawerProps {
        act: act.clone(),
        analysis: state.analysis.clone(),
        travel: state.travel.clone(),
        file: match &state.tab {
            Tab::File(name) => Some(AttrValue::from(name.clone())),
            Tab::Task => state.work.as_ref().and_then(|w| w.files.first()).map(|f| AttrValue::from(f.name.clone())),
        },
        edited: state.edited,
        frame: frame.clone(),
        cycle: state.wanted.unwrap_or(frame.cycle),
        end: frame.end,
        state: frame.state,
        selected: state.watch.node,
        machine: (machine.width, machine.height),
        ready: state.program.as_ref().is_some_and(|p| p.ok),
        dark: *dark,
    });
    let drawer_form = match state.analysis.drawer {
        crate::modes::chip::store::Drawer { open: false, .. } => "closed",
        crate::modes::chip::store::Drawer { tall: true, .. } => "tall",
        _ => "open",
    };
    let notices = yew::props!(NoticesProps {
        act: act.clone(),
        notice: state.notice.clone(),
        worker: state.worker.clone(),
        guard: state.shelf.guard,
        lost: state.travel.lost.clone(),
    });
    let live = yew::props!(LiveProps { spoken: state.spoken.clone() });
    let tour = state.looks.tour.filter(|_| rest).map(|step| {
        let tour = yew::props!(TourProps { act: act.clone(), step, done: tour_done(step, state) });
        html! { <Tour ..tour /> }
    });
    let tabs = yew::props!(PhoneTabsProps { act: act.clone(), phone: state.phone });

    html! {
        <div
            class="lab" data-testid="lab" data-phone={phone} data-drawer={drawer_form} data-large={state.looks.large.to_string()}
            data-cycle={newest.cycle.to_string()} data-end={newest.end.to_string()}
            data-digest={newest.digest.clone().unwrap_or_default()} data-state={run_state}
            data-flits={newest.flits_in_flight.to_string()} data-verdict={verdict}
            data-speedup={speedup.unwrap_or_default()}
        >
            <button type="button" class="btn skip" onclick={focus_chip}>{ i18n.t("skip-to-chip") }</button>
            <Header ..header />
            <PhoneTabs ..tabs />
            <main class="panels">
                <SourcePanel ..source />
                if rest {
                    <MeshPanel ..mesh />
                    <NodePanel ..node />
                } else {
                    // These panels need the rest of the program; until it is loaded, their places stay reserved.
                    <section class="panel mesh" aria-label={i18n.t("tab-chip")} aria-busy="true"></section>
                    <section class="panel node" aria-label={i18n.t("tab-node")} aria-busy="true"></section>
                }
            </main>
            <Drawer ..drawer />
            <footer class="bottom">
                <TimePanel ..time />
                <ResultPanel ..result />
            </footer>
            <Notices ..notices />
            if rest {
                <Answers act={act.clone()} travel={state.travel.clone()} />
                <Change act={act.clone()} target={state.travel.target.clone()} cycle={frame.cycle} end={frame.end} />
                { for tour }
                <Dialogs ..dialogs />
            }
            <Live ..live />
        </div>
    }
}
