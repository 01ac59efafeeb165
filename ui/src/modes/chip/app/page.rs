//! The layout of the page.

use crate::i18n;
use crate::modes::chip::panels::{
    Answers, Change, Dialogs, Drawer, Edge, Header, Headline, Live, MeshPanel, NodePanel, Notices, PhoneTabs,
    PrintView, Props, RunPanel, SourcePanel, SourcePanelProps, Split, Strip, TimePanel, Tour, restore_edges, tour_done,
};
use crate::modes::chip::store::{Intent, Look, PhoneTab, State};
use gloo_events::EventListener;
use mcore::modes::chip::view::RunState;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// Moves the focus past everything before the chip. Not a link: with the document's base address a fragment could lead
/// to another document.
fn focus_chip(_: MouseEvent) {
    let chip = gloo_utils::document().get_element_by_id("chip").and_then(|e| e.dyn_into::<HtmlElement>().ok());
    if let Some(chip) = chip {
        // Fails only in documents that are not shown.
        let _ = chip.focus();
    }
}

/// The page.
#[component]
pub fn Page(props: &Props) -> Html {
    let Props { state, frame, act, .. } = props;
    let i18n = i18n::use_i18n();
    let newest = &state.frame;
    let lab = use_node_ref();
    {
        let lab = lab.clone();
        // Before the first picture.
        use_effect_with((), move |()| {
            if let Some(lab) = lab.cast::<HtmlElement>() {
                restore_edges(&lab);
            }
        });
    }
    let speedup = state.verdict.as_ref().and_then(|v| v.speedup_hundredths).map(crate::fmt::hundredths);
    let tour = state.looks.tour.map(|step| {
        html! { <Tour act={act.clone()} {step} done={tour_done(step, state)} /> }
    });
    {
        // Escape leaves the presentation, unless something else uses it. The button that began it is hidden, so nothing may have the
        // focus.
        let act = act.clone();
        use_effect_with(state.looks.large, move |&large| {
            let listener = large.then(|| {
                EventListener::new(&gloo_utils::document(), "keydown", move |event| {
                    let is_escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
                    if is_escape && !event.default_prevented() {
                        act.emit(Intent::Look(Look::ToggleLarge));
                    }
                })
            });
            move || drop(listener)
        });
    }
    html! {
        <div
            ref={lab} class="lab" data-testid="lab" data-phone={phone_name(state.phone)}
            data-drawer={if state.analysis.drawer.tall { "tall" } else { "low" }}
            data-large={state.looks.large.to_string()} data-cycle={newest.cycle.to_string()} data-end={newest.end.to_string()}
            data-digest={newest.digest.clone().unwrap_or_default()} data-state={state_name(newest.state)} aria-busy={state.opening.is_some().to_string()}
            data-flits={newest.flits_in_flight.to_string()} data-verdict={verdict_name(state)}
            data-speedup={speedup.unwrap_or_default()}
        >
            <button type="button" class="btn skip" onclick={focus_chip}>{ i18n.t("skip-to-chip") }</button>
            <Header ..props.clone() />
            <PhoneTabs act={act.clone()} phone={state.phone} />
            <main class="panels">
                <SourcePanel ..source(props) />
                <Split edge={Edge::Source} />
                <MeshPanel ..props.clone() />
                <Split edge={if state.looks.large { Edge::Stage } else { Edge::Node }} />
                <NodePanel ..props.clone() />
                <Split edge={Edge::Lower} />
            </main>
            <TimePanel ..props.clone() />
            <section class="lower" aria-label={i18n.t("tab-analysis")} data-testid="drawer">
                <Strip ..props.clone() />
                <Headline ..props.clone() />
                <RunPanel ..props.clone() />
                <Drawer ..props.clone() />
            </section>
            <Notices ..props.clone() />
            <Answers act={act.clone()} travel={state.travel.clone()} />
            <Change act={act.clone()} target={state.travel.target.clone()} cycle={frame.cycle} end={frame.end} />
            { for tour }
            <Dialogs ..props.clone() />
            <PrintView work={state.work.clone()} />
            <Live spoken={state.spoken.clone()} />
        </div>
    }
}

/// The panel that a narrow page shows, for styles and tests; the functions below are alike.
fn phone_name(phone: PhoneTab) -> &'static str {
    match phone {
        PhoneTab::Task => "task",
        PhoneTab::Source => "source",
        PhoneTab::Chip => "chip",
        PhoneTab::Node => "node",
        PhoneTab::Result => "result",
        PhoneTab::Analysis => "analysis",
    }
}

fn state_name(state: RunState) -> &'static str {
    match state {
        RunState::Empty => "empty",
        RunState::Paused => "paused",
        RunState::Running => "running",
        RunState::Ended => "ended",
    }
}

fn verdict_name(state: &State) -> &'static str {
    match &state.verdict {
        None => "none",
        Some(verdict) if verdict.passed => "passed",
        Some(_) => "failed",
    }
}

/// The properties of the statement and the files. They are compared one by one, since this panel has much to draw.
fn source(props: &Props) -> SourcePanelProps {
    let Props { state, frame, act, values, dark, .. } = props;
    yew::props!(SourcePanelProps {
        act: act.clone(),
        work: state.work.clone(),
        twin: twin(state),
        tab: state.tab.clone(),
        library: state.library.clone(),
        help: state.help.clone(),
        program: state.program.clone(),
        checked: state.checked.clone(),
        assembling: state.assembling,
        changing: state.is_changing(),
        edited: state.edited,
        jump: state.jump.clone(),
        travel: state.travel.clone(),
        lines: state.lines(frame),
        heat: state.analysis.profile.clone().filter(|_| state.analysis.heat && !state.edited),
        tints: Rc::new(props.tints()),
        partner: props.partner().map(|(place, listed)| (place.clone(), listed)),
        follow: !state.looks.still,
        selected: state.watch.node,
        // While time runs nothing is followed, and the panel needs no new picture for each cycle.
        at: Some(frame.cycle).filter(|_| frame.state != RunState::Running),
        values: values.clone(),
        dark: *dark,
        may_edit: state.may_edit(),
        undo: state.stored_work.undo.clone(),
    })
}

/// The same exercise in the other language, assembly or C, and whether that is C.
fn twin(state: &State) -> Option<(String, bool)> {
    let id = &state.work.as_ref()?.exercise.as_ref()?.id;
    state.catalog.as_ref()?.twin(id)
}
