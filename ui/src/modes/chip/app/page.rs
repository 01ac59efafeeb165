//! The layout of the page, and the properties of each panel.

use crate::i18n::{self, I18n};
use crate::modes::chip::editor::OperandValues;
use crate::modes::chip::intent::Intent;
use crate::modes::chip::panels::tints::tints;
use crate::modes::chip::panels::{
    Answers, Change, ChartProps, Dialogs, DialogsProps, Drawer, DrawerProps, Edge, Header, HeaderProps, Headline, Live,
    MeshPanel, MeshPanelProps, Newest, NodePanel, NodePanelProps, Notices, NoticesProps, OutputPanelProps, PhoneTabs,
    PrintView, ResultPanelProps, RunPanel, RunPanelProps, SourcePanel, SourcePanelProps, Split, Strip, StripProps,
    Talk, TimePanel, TimePanelProps, Tour, headline_words, restore_edges, tour_done, work_name,
};
use crate::modes::chip::store::{AnalysisTab, Look, PhoneTab, PtrEq, State, Tab, has_line};
use gloo_events::EventListener;
use mcore::modes::chip::session::{Level, MachineOptions};
use mcore::modes::chip::view::{DisasmRow, Frame, RunState, SourcePlace};
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

/// Properties of [`Page`].
#[derive(Properties, PartialEq)]
pub struct PageProps {
    /// The state of the page.
    pub state: PtrEq<State>,
    /// The frame for the panels of text and figures.
    pub frame: Rc<Frame>,
    /// All frames.
    pub newest: Newest,
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// Returns the present values of operands.
    pub values: Callback<Vec<String>, Option<OperandValues>>,
    /// Dark theme.
    pub dark: bool,
}

/// The page.
#[component]
pub fn Page(props: &PageProps) -> Html {
    let PageProps { state, frame, act, .. } = props;
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
            <Header ..props.header() />
            <PhoneTabs act={act.clone()} phone={state.phone} />
            <main class="panels">
                <SourcePanel ..props.source() />
                <Split edge={Edge::Source} />
                <MeshPanel ..props.mesh(&i18n) />
                <Split edge={if state.looks.large { Edge::Stage } else { Edge::Node }} />
                <NodePanel ..props.node() />
                <Split edge={Edge::Lower} />
            </main>
            <TimePanel ..props.time() />
            <section class="lower" aria-label={i18n.t("tab-analysis")} data-testid="drawer">
                <Strip ..props.strip() />
                <Headline ..props.result() />
                <RunPanel ..props.run() />
                <Drawer ..props.drawer() />
            </section>
            <Notices ..props.notices() />
            <Answers act={act.clone()} travel={state.travel.clone()} />
            <Change act={act.clone()} target={state.travel.target.clone()} cycle={frame.cycle} end={frame.end} />
            { for tour }
            <Dialogs ..props.dialogs() />
            <PrintView work={state.work.clone()} name={state.work.as_ref().map(|work| AttrValue::from(work_name(work, &i18n))).unwrap_or_default()} />
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

/// The properties of each panel.
impl PageProps {
    /// The statement and the files.
    fn source(&self) -> SourcePanelProps {
        let Self { state, frame, act, values, dark, .. } = self;
        yew::props!(SourcePanelProps {
            act: act.clone(),
            work: state.work.clone(),
            twin: self.twin(),
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
            tints: Rc::new(self.tints()),
            partner: self.partner().map(|(place, listed)| (place.clone(), listed)),
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

    /// The instructions beside the text that they are made from: those of compiled files, while time does not run. They are
    /// around the next one, or those of the line that the user looks at.
    fn listed(&self) -> Option<&[DisasmRow]> {
        let Self { state, frame, .. } = self;
        let node = frame.node.as_ref().filter(|_| state.lists_code(frame.state))?;
        Some(if self.is_elsewhere() { &node.elsewhere } else { &node.disasm })
    }

    /// The instructions of the line that the user looks at are listed, since they are not around the next one.
    fn is_elsewhere(&self) -> bool {
        let Self { state, frame, .. } = self;
        let looked_at = state.looked_at(frame.cycle).zip(frame.node.as_ref()).filter(|_| state.lists_code(frame.state));
        looked_at.is_some_and(|(place, node)| !has_line(&node.disasm, place) && has_line(&node.elsewhere, place))
    }

    /// A line of which some instructions are listed.
    fn known<'a>(&self, place: &'a SourcePlace) -> Option<&'a SourcePlace> {
        self.listed()?.iter().any(|row| row.source.as_ref() == Some(place)).then_some(place)
    }

    /// The line of C under the pointer, else that of the cursor; true if the pointer is at one of its instructions.
    fn partner(&self) -> Option<(&SourcePlace, bool)> {
        let pointed = self.state.pointed.as_ref().map(|(place, listed)| (place, *listed));
        let cursor = || self.state.cursor.as_ref().map(|(place, _)| (place, false));
        pointed.or_else(cursor).filter(|(place, _)| self.known(place).is_some())
    }

    /// The line of C of which an instruction must be in the list.
    fn in_view(&self) -> Option<&SourcePlace> {
        self.state.looked_at(self.frame.cycle).and_then(|place| self.known(place))
    }

    /// The colours of the lines whose instructions are listed. An instruction of assembly is a line of its own.
    fn tints(&self) -> Vec<(SourcePlace, usize)> {
        self.listed().map(tints).unwrap_or_default()
    }

    /// The chip.
    fn mesh(&self, i18n: &I18n) -> MeshPanelProps {
        let Self { state, frame, newest, act, dark, .. } = self;
        let machine = state.machine();
        yew::props!(MeshPanelProps {
            act: act.clone(),
            frame: frame.clone(),
            newest: newest.clone(),
            selected: state.watch.node,
            marked: state.watch.marked.clone(),
            width: machine.width,
            height: machine.height,
            dark: *dark,
            outcome_dismissed: state.outcome_dismissed,
            scratch: state.work.as_ref().is_some_and(|w| w.exercise.is_none()),
            followed: state.analysis.followed(),
            // It belongs to the end of the run.
            chain: state.analysis.chain.clone().filter(|_| frame.outcome.is_some() && frame.cycle == frame.end),
            on_chip: state.travel.notes.watches.iter().find(|watch| watch.on_chip).cloned(),
            show: state.looks.mesh,
            welcome: !state.looks.welcomed && state.work.is_some(),
            talk: state.looks.large.then(|| Talk {
                name: state.work.as_ref().map(|work| work_name(work, i18n)).unwrap_or_default().into(),
                verdict: headline_words(&self.result(), i18n),
            }),
        })
    }

    /// The top of the page.
    fn header(&self) -> HeaderProps {
        let Self { state, act, .. } = self;
        yew::props!(HeaderProps {
            act: act.clone(),
            theme: state.theme,
            work: state.work.clone(),
            catalog: state.catalog.clone(),
            saved: state.saved,
            opening: state.opening.clone(),
            projects: state.stored_work.projects.clone(),
            large: state.looks.large,
        })
    }

    /// The tabs of the lower area.
    fn strip(&self) -> StripProps {
        let Self { state, act, .. } = self;
        yew::props!(StripProps {
            act: act.clone(),
            analysis: state.analysis.clone(),
            stops: state.travel.notes.stops.len(),
        })
    }

    /// The chart of the run, and the verdict.
    fn run(&self) -> RunPanelProps {
        let Self { state, frame, act, dark, .. } = self;
        let chart = yew::props!(ChartProps {
            act: act.clone(),
            frame: frame.clone(),
            shown: state.wanted.unwrap_or(frame.cycle),
            travel: state.travel.clone(),
            dark: *dark,
        });
        let machine = state.machine();
        let output = (state.analysis.drawer.tab == AnalysisTab::Output).then(|| {
            yew::props!(OutputPanelProps {
                act: act.clone(),
                frame: frame.clone(),
                choice: state.analysis.output.clone(),
                nodes: u32::from(machine.width) * u32::from(machine.height),
            })
        });
        yew::props!(RunPanelProps {
            chart,
            output,
            result: self.result(),
            shown: state.analysis.drawer.tab.is_beside_verdict(),
            begun: frame.end > 0,
        })
    }

    /// Run, step, and the slider.
    fn time(&self) -> TimePanelProps {
        let Self { state, frame, act, dark, .. } = self;
        yew::props!(TimePanelProps {
            act: act.clone(),
            frame: frame.clone(),
            wanted: state.wanted,
            pace: state.pace,
            travel: state.travel.clone(),
            dark: *dark,
            ready: state.program.as_ref().is_some_and(|p| p.ok),
            can_assemble: state.work.is_some() && !state.assembling,
            changing: state.is_changing(),
        })
    }

    /// The outcome of a run.
    fn result(&self) -> ResultPanelProps {
        let Self { state, frame, act, .. } = self;
        yew::props!(ResultPanelProps {
            act: act.clone(),
            verdict: state.verdict.clone(),
            outcome: frame.outcome.clone(),
            reference: state.reference,
            grading: state.grading.clone(),
            state: frame.state,
            judged: state.work.as_ref().is_some_and(|w| w.exercise.is_some()),
            program: state.program.clone(),
            checks: state.analysis.checks.found.clone(),
            chain: state.analysis.chain.clone(),
            paused: (frame.state == RunState::Paused && frame.cycle > 0).then_some(frame.cycle),
            map_effect: state.map_effect,
            level: state.level,
            edited: state.edited,
        })
    }

    /// The selected node.
    fn node(&self) -> NodePanelProps {
        let Self { state, frame, act, .. } = self;
        yew::props!(NodePanelProps {
            act: act.clone(),
            frame: frame.clone(),
            selected: state.watch.node,
            marked: state.watch.marked.clone(),
            memory: state.watch.memory.clone(),
            program: state.program.clone(),
            files: state.loaded.clone(),
            library: state.library.clone(),
            frame_ready: frame.node.is_some(),
            wait: state.watch.node.and_then(|node| state.analysis.wait_of(node, frame.cycle)).cloned(),
            free_id: state.travel.notes.free_id(),
            partner: self.partner().map(|(place, _)| place.clone()),
            in_view: self.in_view().cloned(),
            elsewhere: self.is_elsewhere(),
            registers: state.inspected.registers,
            as_objects: state.watch.objects > 0,
            unoptimised: self.unoptimised(),
        })
    }

    /// The request to compile without optimisation, unless that is done already.
    fn unoptimised(&self) -> Option<Intent> {
        let state = &self.state;
        let work = state.work.as_ref()?;
        let level = state.level.unwrap_or(state.machine().level);
        (level != Level::O0).then(|| match &work.exercise {
            // The level of an exercise is that of its pack, so this is only to look at variables.
            Some(_) => Intent::SetLevel(Some(Level::O0)),
            None => Intent::SetMachine(MachineOptions { level: Level::O0, ..state.machine().clone() }),
        })
    }

    /// The same exercise in the other language, assembly or C, and whether that is C.
    fn twin(&self) -> Option<(String, bool)> {
        let id = &self.state.work.as_ref()?.exercise.as_ref()?.id;
        self.state.catalog.as_ref()?.twin(id)
    }

    /// The open dialog.
    fn dialogs(&self) -> DialogsProps {
        let Self { state, frame, act, dark, .. } = self;
        yew::props!(DialogsProps {
            act: act.clone(),
            open: state.dialog,
            machine: state.scratch_machine.clone(),
            series: frame.clone(),
            work: state.work.clone(),
            stored_work: state.stored_work.clone(),
            dark: *dark,
            letters_off: state.looks.letters_off,
        })
    }

    /// The other panels of the lower area.
    fn drawer(&self) -> DrawerProps {
        let Self { state, frame, act, dark, .. } = self;
        let machine = state.machine();
        yew::props!(DrawerProps {
            act: act.clone(),
            analysis: state.analysis.clone(),
            travel: state.travel.clone(),
            file: match &state.tab {
                Tab::File(name) => Some(AttrValue::from(name.clone())),
                Tab::Task => state.work.as_ref().and_then(|w| w.files.first()).map(|f| AttrValue::from(f.name.clone())),
            },
            edited: state.edited,
            failed: state.verdict.as_ref().is_some_and(|v| !v.passed) || frame.outcome.as_ref().is_some_and(|o| !o.ok),
            frame: frame.clone(),
            cycle: state.wanted.unwrap_or(frame.cycle),
            end: frame.end,
            state: frame.state,
            selected: state.watch.node,
            profile_node: state.watch.profile_node,
            help: state.help.clone(),
            machine: (machine.width, machine.height),
            ready: state.program.as_ref().is_some_and(|p| p.ok),
            dark: *dark,
        })
    }

    /// Notices over the page.
    fn notices(&self) -> NoticesProps {
        let Self { state, act, .. } = self;
        yew::props!(NoticesProps {
            act: act.clone(),
            notice: state.notice.clone(),
            worker: state.worker.clone(),
            edit_lock: state.stored_work.edit_lock,
            lost: state.travel.lost.clone(),
        })
    }
}
