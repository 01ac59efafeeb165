//! The page as a whole: holds the [`Controller`], lays out the panels, hands each what it needs.

mod controller;
mod effects;

use crate::i18n::{self, I18n};
use crate::intent::Intent;
use crate::panels::{
    Dialogs, DialogsProps, Drawer, DrawerProps, Header, HeaderProps, Live, LiveProps, MeshPanel, MeshPanelProps,
    NodePanel, NodePanelProps, Notices, NoticesProps, PhoneTabs, PhoneTabsProps, ResultPanel, ResultPanelProps,
    SourcePanel, SourcePanelProps, TimePanel, TimePanelProps,
};
use crate::store::{PhoneTab, State};
use controller::Controller;
use effects::{use_document, use_keys, use_saving};
use mcore::view::RunState;
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
    let state = (*shown).clone().unwrap_or_else(|| controller.state());
    let act = {
        let controller = controller.clone();
        use_callback((), move |intent: Intent, ()| controller.perform(intent))
    };
    let i18n = use_memo(state.lang, |lang| I18n::new(*lang));
    let dark = use_document(&state, &i18n);
    use_keys(&act);
    use_saving(&controller);

    html! {
        <ContextProvider<I18n> context={(*i18n).clone()}>
            <Page {state} {act} {dark} />
        </ContextProvider<I18n>>
    }
}

/// Moves the focus past everything that stands before the chip. Not a link: with the document's base address a fragment
/// could lead to another document.
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
    state: Rc<State>,
    act: Callback<Intent>,
    dark: bool,
}

#[component]
fn Page(props: &PageProps) -> Html {
    let PageProps { state, act, dark } = props;
    let i18n = i18n::use_i18n();
    let frame = &state.frame;
    let phone = match state.phone {
        PhoneTab::Task => "task",
        PhoneTab::Source => "source",
        PhoneTab::Chip => "chip",
        PhoneTab::Node => "node",
        PhoneTab::Result => "result",
        PhoneTab::Analysis => "analysis",
    };
    let run_state = match frame.state {
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
        place: frame.node.as_ref().and_then(|n| n.source.clone()),
        node: state.watch.node,
        dark: *dark,
    });
    let mesh = yew::props!(MeshPanelProps {
        act: act.clone(),
        frame: frame.clone(),
        selected: state.watch.node,
        width: machine.width,
        height: machine.height,
        dark: *dark,
        outcome_dismissed: state.outcome_dismissed,
        scratch: state.work.as_ref().is_some_and(|w| w.exercise.is_none()),
        followed: state.analysis.followed(),
    });
    let header = yew::props!(HeaderProps {
        act: act.clone(),
        theme: state.theme,
        work: state.work.clone(),
        catalog: state.catalog.clone(),
        saved: state.saved,
    });
    let time = yew::props!(TimePanelProps {
        act: act.clone(),
        frame: frame.clone(),
        wanted: state.wanted,
        pace: state.pace,
        dark: *dark,
        ready: state.program.as_ref().is_some_and(|p| p.ok),
        can_assemble: state.work.is_some() && !state.assembling,
    });
    let result = yew::props!(ResultPanelProps {
        act: act.clone(),
        verdict: state.verdict.clone(),
        outcome: frame.outcome.clone(),
        reference: state.reference,
        state: frame.state,
        judged: state.work.as_ref().is_some_and(|w| w.exercise.is_some()),
        program: state.program.clone(),
    });
    let node = yew::props!(NodePanelProps {
        act: act.clone(),
        frame: frame.clone(),
        selected: state.watch.node,
        memory: state.watch.memory.clone(),
        program: state.program.clone(),
        frame_ready: frame.node.is_some(),
    });
    let dialogs = yew::props!(DialogsProps {
        act: act.clone(),
        open: state.dialog,
        machine: state.scratch_machine.clone(),
        series: frame.clone(),
    });
    let drawer = yew::props!(DrawerProps {
        act: act.clone(),
        analysis: state.analysis.clone(),
        cycle: state.wanted.unwrap_or(frame.cycle),
        end: frame.end,
        state: frame.state,
        selected: state.watch.node,
        dark: *dark,
    });
    let drawer_form = match state.analysis.drawer {
        crate::store::Drawer { open: false, .. } => "closed",
        crate::store::Drawer { tall: true, .. } => "tall",
        _ => "open",
    };
    let notices =
        yew::props!(NoticesProps { act: act.clone(), notice: state.notice.clone(), worker: state.worker.clone() });
    let live = yew::props!(LiveProps { spoken: state.spoken.clone() });
    let tabs = yew::props!(PhoneTabsProps { act: act.clone(), phone: state.phone });

    html! {
        <div
            class="lab" data-testid="lab" data-phone={phone} data-drawer={drawer_form}
            data-cycle={frame.cycle.to_string()} data-end={frame.end.to_string()}
            data-digest={frame.digest.clone().unwrap_or_default()} data-state={run_state}
            data-flits={frame.flits_in_flight.to_string()} data-verdict={verdict}
            data-speedup={speedup.unwrap_or_default()}
        >
            <button type="button" class="btn skip" onclick={focus_chip}>{ i18n.t("skip-to-chip") }</button>
            <Header ..header />
            <PhoneTabs ..tabs />
            <main class="panels">
                <SourcePanel ..source />
                <MeshPanel ..mesh />
                <NodePanel ..node />
            </main>
            <Drawer ..drawer />
            <footer class="bottom">
                <TimePanel ..time />
                <ResultPanel ..result />
            </footer>
            <Notices ..notices />
            <Dialogs ..dialogs />
            <Live ..live />
        </div>
    }
}
