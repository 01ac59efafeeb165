//! The chip: the mesh on a canvas, its legend, the banner with the outcome of the run.

mod handlers;
mod keys;
mod menu;
mod pointer;
mod stage;
mod table;

use super::headline::words as headline_words;
use super::keep::work_name;
use super::node::node_card;
use super::output::last_line;
use super::result::ways;
use super::watch::value_text;
use super::{Props, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::hover::role_label;
use crate::modes::chip::paint::mesh::Marks;
use crate::modes::chip::paint::waits::WaitMarks;
use crate::modes::chip::store::travel::WatchNote;
use crate::modes::chip::store::{Dialog, Intent, Look, MeshShow, PtrEq};
use crate::paint::marks::FlitForm;
use crate::shell::fields::select_of;
use crate::widgets::{Choice, CoreMark, FlitMark, Icon, IconName, Menu, Segmented, rich};
use handlers::Handlers;
use mcore::base::{Array, NodeId};
use mcore::modes::chip::view::{CoreRole, Frame, MeshView, OutcomeView, PacketId, WaitChainView};
use pointer::{Pointers, Shown};
use stage::{Stage, StageRef};
use std::cell::RefCell;
use std::rc::Rc;
use table::MeshTable;
use web_sys::{HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

/// The panel.
#[component]
pub fn MeshPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let canvas = use_node_ref();
    let stage = use_mut_ref(|| None::<StageRef>);
    let hover = use_state(|| None::<Shown>);
    let menu = use_state(|| None::<menu::Opened>);
    let inside = use_state(|| false);
    let pointers = use_mut_ref(Pointers::default);
    use_stage(&canvas, &stage, &hover.setter(), &inside.setter());
    use_frames(props, &stage, &i18n);
    use_marks(props, &stage);

    let handlers = Handlers {
        stage: stage.clone(),
        pointers,
        hover: hover.setter(),
        menu: menu.clone(),
        selected: props.state.watch.node,
        act: props.act.clone(),
    };
    let pointer = |kind: pointer::Kind| handlers.on_pointer(kind);
    let onkeydown = keys::handler(&stage, &props.act, props.state.watch.node);
    let marked = props.state.watch.node.is_some_and(|id| props.state.watch.marked.contains(&id));
    let node_words = selection_words(props, &i18n);
    let label = i18n.tf("mesh-label", &[("cycle", &grouped(props.frame.cycle)), ("node", &node_words)]);
    let outcome = props.frame.outcome.as_ref().filter(|o| !o.ok && !props.state.outcome_dismissed);
    let tip = hover.as_ref().zip(props.frame.mesh.as_ref()).map(|(shown, mesh)| {
        html! { <Tip shown={shown.clone()} words={shown.hover.words(mesh, &i18n)} /> }
    });
    let menu_shown = stage.borrow().as_ref().and_then(|stage| menu_of(&menu, stage, props, &i18n));
    let picture = props.state.looks.mesh == MeshShow::Picture;
    let table = (!picture).then(|| {
        let (act, frame) = (props.act.clone(), props.frame.clone());
        html! { <MeshTable {act} {frame} show={props.state.looks.mesh} selected={props.state.watch.node} /> }
    });
    html! {
        <section class="panel mesh" aria-label={i18n.t("tab-chip")} data-show={if picture { "picture" } else { "table" }}>
            { bar(props, &handlers, &i18n) }
            <div>{ for notice(outcome, props, &i18n) }</div>
            { for table }
            <div class="stage" hidden={!picture}>
                <canvas
                    id="chip" ref={canvas} tabindex="0" role="application" aria-label={label}
                    aria-roledescription={i18n.t("mesh-role")} {onkeydown} oncontextmenu={handlers.on_context_menu()}
                    ontouchend={handlers.on_touch_end()} data-inside={inside.to_string()}
                    onpointerdown={pointer(pointer::Kind::Down)} onpointermove={pointer(pointer::Kind::Move)}
                    onpointerup={pointer(pointer::Kind::Up)} onpointercancel={pointer(pointer::Kind::Cancel)}
                    onpointerleave={pointer(pointer::Kind::Leave)} data-testid="mesh"
                ></canvas>
                <div class="tip-host" aria-hidden="true">{ for tip }</div>
                // Host elements, so that the number of elements stays the same: otherwise the canvas would be created
                // again.
                <div class="inside-host">{ for (*inside && picture).then(|| inside_key(&i18n)) }</div>
                <div class="menu-host">{ for menu_shown }</div>
                <div class="unseen" aria-live="polite"><Selected id={props.state.watch.node} {marked} words={node_words} /></div>
            </div>
            { last_line(&props.frame, &props.act, &i18n) }
            <Legend />
            <div>{ for props.frame.node.as_ref().map(|node| node_card(node, &props.act, &i18n)) }</div>
        </section>
    }
}

/// The size of the machine, and the buttons above the picture.
fn bar(props: &Props, handlers: &Handlers, i18n: &I18n) -> Html {
    let large = props.state.looks.large;
    let name = props.state.work.as_ref().filter(|_| large).map(|work| work_name(work, i18n));
    let (width, height) = props.frame.mesh.as_ref().map_or(props.size(), |m| (m.width, m.height));
    let scratch = props.state.work.as_ref().is_some_and(|work| work.exercise.is_none());
    let machine = scratch.then(|| {
        html! {
            <button type="button" class="btn outlined" onclick={wants(&props.act, Intent::Open(Dialog::Machine))} data-testid="machine">
                { i18n.t("machine-change") }
            </button>
        }
    });
    let tool = |icon: IconName, label: &str, act: fn(&StageRef), testid: &'static str| {
        let label = i18n.t(label);
        html! {
            <button
                type="button" class="btn icon-btn" onclick={handlers.button(act)} aria-label={label.clone()} title={label} data-testid={testid}
            ><Icon name={icon} /></button>
        }
    };
    html! {
        <div class="bar">
            <b class="size">{ format!("{width} × {height}") }</b>
            <span class="compute-nodes">{ i18n.t("compute-nodes") }</span>
            <span class="size-change">{ for machine }</span>
            { for large.then(|| html! { <h1 class="talk talk-name">{ name.unwrap_or_default() }</h1> }) }
            <span class="grow"></span>
            <span class="shows">{ shows(props, i18n) }</span>
            { show_list(props, i18n) }
            { tool(IconName::Fit, "zoom-fit", StageRef::fit, "zoom-fit") }
            { tool(IconName::Plus, "zoom-in", |stage| stage.zoom(1.25), "zoom-in") }
            { tool(IconName::Minus, "zoom-out", |stage| stage.zoom(0.8), "zoom-out") }
            { for large.then(|| talk_end(props, i18n)) }
        </div>
    }
}

/// The menu, if it is open.
fn menu_of(menu: &UseStateHandle<Option<menu::Opened>>, stage: &StageRef, props: &Props, i18n: &I18n) -> Option<Html> {
    let opened = menu.as_ref()?;
    let items = opened.items(stage, &props.act, &props.state.watch.marked, i18n);
    let label = i18n.tf("node-title", &[("id", &opened.node.to_string())]);
    let on_close = {
        let menu = menu.setter();
        Callback::from(move |()| menu.set(None))
    };
    Some(html! { <Menu {label} x={opened.x} y={opened.y} {items} {on_close} /> })
}

/// The parts of the state from which the marks are made. The large ones are compared by pointer.
#[derive(Clone, PartialEq)]
struct MarkSource {
    frame: PtrEq<Frame>,
    chain: Option<PtrEq<WaitChainView>>,
    followed: Option<PacketId>,
    nodes: Vec<NodeId>,
    on_chip: Option<WatchNote>,
}

impl MarkSource {
    fn of(props: &Props) -> Self {
        let Props { state, frame, .. } = props;
        // It belongs to the end of the run.
        let at_end = frame.outcome.is_some() && frame.cycle == frame.end;
        Self {
            frame: frame.clone().into(),
            chain: state.analysis.chain.clone().filter(|_| at_end),
            followed: state.analysis.followed(),
            nodes: state.watch.marked.clone(),
            on_chip: state.travel.notes.watches.iter().find(|watch| watch.on_chip).cloned(),
        }
    }

    /// Chains that block the selected node's packets, the followed packet, the cores of a deadlock, and watched values.
    fn marks(&self) -> Marks {
        let chains = self.frame.node.iter().flat_map(|n| &n.chains);
        let chains = chains.map(|c| c.links.iter().map(|l| l.at).collect()).collect();
        let waits = self.chain.as_deref().map(|chain| WaitMarks {
            steps: chain.steps.iter().map(|step| (step.node, step.from)).collect(),
            missing: chain.steps.iter().find(|step| step.missing).map(|step| step.node),
        });
        let values = self.on_chip.as_ref().and_then(|note| {
            let row = self.frame.watched.iter().find(|row| row.text == note.text)?;
            Some((0..row.values.len()).map(|rank| value_text(row, rank, note.format).unwrap_or_default()).collect())
        });
        Marks {
            chains,
            followed: self.followed,
            nodes: self.nodes.clone(),
            waits: waits.unwrap_or_default(),
            values: values.unwrap_or_default(),
        }
    }
}

/// Creates the stage when the canvas exists, and keeps it as large as its place.
#[hook]
fn use_stage(
    canvas: &NodeRef,
    stage: &Rc<RefCell<Option<StageRef>>>,
    hover: &UseStateSetter<Option<Shown>>,
    inside: &UseStateSetter<bool>,
) {
    let (canvas, stage, hover, inside) = (canvas.clone(), stage.clone(), hover.clone(), inside.clone());
    use_effect_with((), move |()| {
        let guards = canvas.cast::<HtmlCanvasElement>().and_then(Stage::open).map(|new| {
            let guards = (new.follow_size(), new.follow_wheel(hover));
            new.report_inside(Callback::from(move |seen| inside.set(seen)));
            *stage.borrow_mut() = Some(new);
            guards
        });
        move || {
            drop(guards);
            stage.borrow_mut().take();
        }
    });
}

/// Gives the stage each frame directly, past the component tree: a new frame renders no elements again.
#[hook]
fn use_frames(props: &Props, stage: &Rc<RefCell<Option<StageRef>>>, i18n: &I18n) {
    let (newest, stage) = (props.newest.clone(), stage.clone());
    let scene = (props.state.watch.node, props.dark, i18n.clone(), props.size());
    use_effect_with(scene, move |scene| {
        let (selected, dark, i18n, size) = scene.clone();
        newest.listen(Callback::from(move |frame: Rc<Frame>| {
            if let Some(stage) = stage.borrow().as_ref() {
                stage.show(&frame, selected, dark, &i18n, size);
            }
        }));
    });
}

/// Marks chains and the followed packet on the stage.
#[hook]
fn use_marks(props: &Props, stage: &Rc<RefCell<Option<StageRef>>>) {
    let stage = stage.clone();
    use_effect_with(MarkSource::of(props), move |source| {
        if let Some(stage) = stage.borrow().as_ref() {
            stage.mark(source.marks());
        }
    });
}

/// A description of the selected node.
fn selection_words(props: &Props, i18n: &I18n) -> String {
    let Some(id) = props.state.watch.node else { return String::new() };
    let title = i18n.tf("node-title", &[("id", &id.to_string())]).to_string();
    let role = props.frame.mesh.as_ref().and_then(|mesh| role_of(mesh, id));
    let marked = props.state.watch.marked.contains(&id).then(|| i18n.t("line-marked").to_string());
    let role = role.map(|role| i18n.t(role_label(role)).to_string());
    [Some(title), role, marked].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn role_of(mesh: &MeshView, id: NodeId) -> Option<CoreRole> {
    let rank = (Array { width: mesh.width, height: mesh.height }).rank(id)?;
    mesh.cores.get(rank).map(|byte| CoreRole::from_byte(*byte))
}

/// The strip under the bar, if there is something to say. It takes its room from the picture and covers nothing; there is at
/// most one.
fn notice(outcome: Option<&OutcomeView>, props: &Props, i18n: &I18n) -> Option<Html> {
    if let Some(outcome) = outcome {
        return Some(banner(outcome, props, i18n));
    }
    (!props.state.looks.welcomed && props.state.work.is_some()).then(|| html! { <Welcome act={props.act.clone()} /> })
}

fn banner(outcome: &OutcomeView, props: &Props, i18n: &I18n) -> Html {
    let tip = outcome.tip.as_ref().map(|tip| html! { <span class="quiet">{ " " }{ rich(i18n.text(tip)) }</span> });
    html! {
        <div class="banner" data-testid="banner">
            <span class="sign ink-stall" aria-hidden="true">{ "✗" }</span>
            <p class="banner-text"><strong>{ rich(i18n.text(&outcome.message)) }</strong>{ for tip }</p>
            { ways(outcome, &props.act, i18n) }
            <button
                type="button" class="btn icon-btn" onclick={wants(&props.act, Intent::DismissOutcome)}
                aria-label={i18n.t("close")} data-testid="banner-close"
            ><Icon name={IconName::Close} /></button>
        </div>
    }
}

/// The end of the bar of a presentation.
fn talk_end(props: &Props, i18n: &I18n) -> Html {
    let (good, words) = headline_words(props, i18n);
    let sign = good.map(|good| {
        let (class, sign) = if good { ("good", "✓") } else { ("bad", "✗") };
        html! { <span {class}><span class="sign" aria-hidden="true">{ sign }</span></span> }
    });
    html! {
        <>
            <span class="talk">{ for sign }<b>{ words }</b></span>
            <button
                type="button" class="btn outlined talk" onclick={wants(&props.act, Intent::Look(Look::ToggleLarge))}
                data-testid="present-leave"
            >{ i18n.t("present-leave") }{ " " }<kbd>{ "Esc" }</kbd></button>
        </>
    }
}

/// Properties of [`Selected`].
#[derive(Properties)]
struct SelectedProps {
    id: Option<NodeId>,
    marked: bool,
    words: String,
}

// Only a new selection or mark is announced; the state of the selected core changes all the time.
impl PartialEq for SelectedProps {
    fn eq(&self, other: &Self) -> bool {
        (self.id, self.marked) == (other.id, other.marked)
    }
}

#[component]
fn Selected(props: &SelectedProps) -> Html {
    html! { <span>{ &props.words }</span> }
}

/// Properties of [`Tip`].
#[derive(Properties, PartialEq)]
struct TipProps {
    shown: Shown,
    words: (String, Vec<String>),
}

/// The tooltip, beside the pointer and inside the canvas.
#[component]
fn Tip(props: &TipProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.shown.clone(), props.words.clone()), move |(shown, _)| {
            if let Some(element) = node.cast::<HtmlElement>() {
                let (w, h) = (f64::from(element.offset_width()), f64::from(element.offset_height()));
                let flip = |at: f64, size: f64, room: f64| {
                    if at + 14.0 + size > room { (at - 14.0 - size).max(0.0) } else { at + 14.0 }
                };
                let (x, y) = (flip(shown.x, w, shown.room.0), flip(shown.y, h, shown.room.1));
                // Through the object model, because the page's policy forbids style attributes.
                let _ = element.style().set_property("transform", &format!("translate({x}px, {y}px)"));
            }
        });
    }
    let (title, lines) = &props.words;
    let lines = lines.iter().enumerate().map(|(i, line)| html! { <p key={i}>{ line }</p> });
    html! { <div class="tip" ref={node} data-testid="tip"><strong>{ title }</strong>{ for lines }</div> }
}

const SHOWS: [(MeshShow, &str, &str); 3] = [
    (MeshShow::Picture, "mesh-show-picture", "mesh-picture"),
    (MeshShow::Nodes, "mesh-show-nodes", "mesh-nodes"),
    (MeshShow::Routers, "mesh-show-routers", "mesh-routers"),
];

/// Picture, table of nodes, table of routers.
fn shows(props: &Props, i18n: &I18n) -> Html {
    let choices = SHOWS.map(|(_, label, testid)| Choice { label: i18n.t(label), lang: None, testid: testid.into() });
    let chosen = SHOWS.iter().position(|(show, ..)| *show == props.state.looks.mesh).unwrap_or(0);
    let act = props.act.clone();
    let on_choose = move |index: usize| act.emit(Intent::Look(Look::Mesh(SHOWS[index % SHOWS.len()].0)));
    html! { <Segmented label={i18n.t("mesh-show")} choices={choices.to_vec()} {chosen} {on_choose} /> }
}

/// The same as a list, where the panel is narrow.
fn show_list(props: &Props, i18n: &I18n) -> Html {
    let act = props.act.clone();
    let onchange = move |event: Event| {
        let select = select_of(&event);
        if let Some((show, ..)) = select.and_then(|s| SHOWS.get(s.selected_index().max(0) as usize)) {
            act.emit(Intent::Look(Look::Mesh(*show)));
        }
    };
    let options = SHOWS.map(|(show, label, _)| {
        html! { <option key={label} selected={show == props.state.looks.mesh}>{ i18n.t(label) }</option> }
    });
    html! {
        <select class="show-list" {onchange} aria-label={i18n.t("mesh-show")} data-testid="mesh-show">{ for options }</select>
    }
}

/// The meaning of the signs inside a router; a card over the picture, so that nothing moves when it appears.
fn inside_key(i18n: &I18n) -> Html {
    html! {
        <dl class="inside-key" data-testid="inside-key">
            <dt><svg viewBox="0 0 24 12" width="24" height="12" aria-hidden="true"><path d="M2 6h20" class="key-held" /></svg></dt>
            <dd>{ i18n.t("inside-held") }</dd>
            <dt><svg viewBox="0 0 24 12" width="24" height="12" aria-hidden="true"><path d="M2 6h20" class="key-wanted" /></svg></dt>
            <dd>{ i18n.t("inside-wanted") }</dd>
            <dt>
                <svg viewBox="0 0 24 12" width="24" height="12" aria-hidden="true">
                    <circle cx="12" cy="6" r="5" class="key-dial" /><path d="M12 6h4" class="key-hand" />
                </svg>
            </dt>
            <dd>{ i18n.t("inside-turn") }</dd>
            <dt><b>{ "Xoff" }</b></dt>
            <dd>{ i18n.t("inside-xoff") }</dd>
        </dl>
    }
}

/// Properties of [`Welcome`].
#[derive(Properties, PartialEq)]
struct WelcomeProps {
    act: Callback<Intent>,
}

/// One line for a first-time visitor.
#[component]
fn Welcome(props: &WelcomeProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let run = {
        let act = act.clone();
        move |_: MouseEvent| {
            act.emit(Intent::Look(Look::Welcomed));
            act.emit(Intent::RunOrPause);
        }
    };
    html! {
        <aside class="welcome" aria-label={i18n.t("welcome-label")} data-testid="welcome">
            <span class="welcome-text">{ i18n.t("welcome-text") }</span>
            <button type="button" class="btn outlined" onclick={run} data-testid="welcome-run">{ i18n.t("welcome-run") }</button>
            <button
                type="button" class="btn outlined" onclick={wants(act, Intent::Look(Look::Tour(Some(0))))}
                data-testid="welcome-tour"
            >{ i18n.t("welcome-tour") }</button>
            <button
                type="button" class="btn icon-btn" onclick={wants(act, Intent::Look(Look::Welcomed))}
                aria-label={i18n.t("welcome-close")} title={i18n.t("welcome-close")} data-testid="welcome-close"
            ><Icon name={IconName::Close} /></button>
        </aside>
    }
}

/// The meaning of the signs: one line of those that matter most, and all of them on demand.
#[component]
fn Legend() -> Html {
    let i18n = use_i18n();
    let open = use_state(|| false);
    let cores = [CoreRole::Computing, CoreRole::Polling, CoreRole::Halted, CoreRole::Trapped]
        .map(|role| html! { <span><CoreMark {role} />{ i18n.t(role_label(role)) }</span> });
    let flits = [
        (FlitForm::Arrow, "flit-header"),
        (FlitForm::Full, "flit-data"),
        (FlitForm::Bars, "flit-tail"),
        (FlitForm::Empty, "flit-address"),
        (FlitForm::Cross, "flit-stride"),
    ]
    .map(|(form, label)| html! { <span><FlitMark {form} />{ i18n.t(label) }</span> });
    let held = html! {
        <span><span class="mark ink-stall" aria-hidden="true">{ "⊖" }</span>{ i18n.t("held-up") }</span>
    };
    let warmth = |testid: Option<&'static str>| {
        html! {
            <span class="scale" title={i18n.t("link-use-hint")} data-testid={testid}>
                { i18n.t("link-use") }<span class="ramp" aria-hidden="true"></span>
            </span>
        }
    };
    let [computing, polling, halted, trapped] = cores;
    let [header, data, tail, address, stride] = flits;
    let onclick = {
        let open = open.clone();
        move |_: MouseEvent| open.set(!*open)
    };
    let onkeydown = {
        let open = open.clone();
        move |event: KeyboardEvent| {
            if event.key() == "Escape" && *open {
                event.stop_propagation();
                open.set(false);
            }
        }
    };
    let all = open.then(|| {
        html! {
            <div class="key-card" role="group" aria-label={i18n.t("legend-key-title")} data-testid="legend-all">
                { computing.clone() }{ polling.clone() }{ halted.clone() }{ trapped.clone() }
                { header.clone() }{ data.clone() }{ tail.clone() }{ address.clone() }{ stride.clone() }
                { held.clone() }<span><b>{ i18n.t("memory-short") }</b>{ i18n.t("memory-node") }</span>{ warmth(None) }
            </div>
        }
    });
    html! {
        <div class="legend" {onkeydown}>
            <div class="legend-line">
                { computing }{ polling }{ header }{ data }{ tail }{ held }{ halted }{ trapped }{ address }{ stride }
            </div>
            { warmth(Some("link-use")) }
            <button
                type="button" class="btn tiny" aria-expanded={open.to_string()} {onclick} title={i18n.t("legend-key-title")}
                data-testid="legend-key"
            >{ i18n.t("legend-key") }</button>
            <div>{ for all }</div>
        </div>
    }
}
