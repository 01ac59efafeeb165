//! The chip: the mesh on a canvas, its legend, the banner about how the run ended.

mod keys;
mod pointer;
mod stage;

use super::result::ways;
use super::wants;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::intent::Intent;
use crate::paint::hover::role_label;
use crate::paint::marks::FlitForm;
use crate::paint::mesh::Marks;
use crate::store::Dialog;
use crate::widgets::{CoreMark, FlitMark, Icon, IconName, rich};
use mcore::base::{Array, NodeId};
use mcore::view::{CoreRole, Frame, MeshView, OutcomeView, PacketId};
use pointer::{Pointers, Shown};
use stage::{Stage, StageRef};
use std::rc::Rc;
use web_sys::{HtmlCanvasElement, HtmlElement, PointerEvent};
use yew::prelude::*;

/// Properties of [`MeshPanel`].
#[derive(Properties, PartialEq)]
pub struct MeshPanelProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The picture.
    pub frame: Rc<Frame>,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// Columns of the machine, for when there is no picture yet.
    pub width: u8,
    /// Rows of the machine.
    pub height: u8,
    /// Dark theme.
    pub dark: bool,
    /// The banner has been put away.
    pub outcome_dismissed: bool,
    /// The machine may be changed.
    pub scratch: bool,
    /// The packet whose way is followed.
    pub followed: Option<PacketId>,
}

/// The panel.
#[component]
pub fn MeshPanel(props: &MeshPanelProps) -> Html {
    let i18n = use_i18n();
    let canvas = use_node_ref();
    let stage = use_mut_ref(|| None::<StageRef>);
    let hover = use_state(|| None::<Shown>);
    let pointers = use_mut_ref(Pointers::default);
    let (width, height) = props.frame.mesh.as_ref().map_or((props.width, props.height), |m| (m.width, m.height));

    use_stage(&canvas, &stage, &hover.setter());
    {
        let (stage, stage_of_marks) = (stage.clone(), stage.clone());
        let scene = (props.frame.clone(), props.selected, props.dark, i18n.clone(), (props.width, props.height));
        use_effect_with(scene, move |(frame, selected, dark, i18n, size)| {
            if let Some(stage) = stage.borrow().as_ref() {
                stage.show(frame, *selected, *dark, i18n, *size);
            }
        });
        let stage = stage_of_marks;
        use_effect_with(marks(props), move |marks| {
            if let Some(stage) = stage.borrow().as_ref() {
                stage.mark(marks);
            }
        });
    }

    let with = |act: fn(&StageRef)| {
        let stage = stage.clone();
        move |_: MouseEvent| {
            if let Some(stage) = stage.borrow().as_ref() {
                act(stage);
            }
        }
    };
    let (bar_fit, bar_in, bar_out) = (with(StageRef::fit), with(|s| s.zoom(1.25)), with(|s| s.zoom(0.8)));
    let onkeydown = keys::handler(&stage, &props.act, props.selected, (width, height));
    let on_pointer = {
        let (stage, pointers, act, hover) = (stage.clone(), pointers, props.act.clone(), hover.clone());
        move |kind: pointer::Kind| {
            let (stage, pointers, act, hover) = (stage.clone(), pointers.clone(), act.clone(), hover.setter());
            Callback::from(move |event: PointerEvent| {
                if let Some(stage) = stage.borrow().as_ref() {
                    pointers.borrow_mut().handle(kind, &event, stage, &act, &hover);
                }
            })
        }
    };
    let node_words = selection_words(props, &i18n);
    let label = i18n.tf("mesh-label", &[("cycle", &grouped(props.frame.cycle)), ("node", &node_words)]);
    let machine = props.scratch.then(|| {
        html! {
            <button type="button" class="btn outlined" onclick={wants(&props.act, Intent::Open(Dialog::Machine))} data-testid="machine">
                { i18n.t("machine-change") }
            </button>
        }
    });
    let banner =
        props.frame.outcome.as_ref().filter(|o| !o.ok && !props.outcome_dismissed).map(|o| banner(o, props, &i18n));
    let tip = hover.as_ref().zip(props.frame.mesh.as_ref()).map(|(shown, mesh)| {
        html! { <Tip shown={shown.clone()} words={shown.hover.words(mesh, &i18n)} /> }
    });
    html! {
        <section class="panel mesh" aria-label={i18n.t("tab-chip")}>
            <div class="bar">
                <b class="size">{ format!("{width} × {height}") }</b>
                <span class="wide">{ i18n.t("compute-nodes") }</span>
                { for machine }
                <span class="grow"></span>
                <span class="quiet small wide">{ i18n.t("mesh-warmth") }</span>
                { tool(IconName::Fit, i18n.t("zoom-fit"), bar_fit, "zoom-fit") }
                { tool(IconName::Plus, i18n.t("zoom-in"), bar_in, "zoom-in") }
                { tool(IconName::Minus, i18n.t("zoom-out"), bar_out, "zoom-out") }
            </div>
            <div class="stage">
                <canvas
                    id="chip" ref={canvas} tabindex="0" role="application" aria-label={label}
                    aria-roledescription={i18n.t("mesh-role")} {onkeydown}
                    onpointerdown={on_pointer(pointer::Kind::Down)} onpointermove={on_pointer(pointer::Kind::Move)}
                    onpointerup={on_pointer(pointer::Kind::Up)} onpointercancel={on_pointer(pointer::Kind::Cancel)}
                    onpointerleave={on_pointer(pointer::Kind::Leave)} data-testid="mesh"
                ></canvas>
                <div class="tip-host" aria-hidden="true">{ for tip }</div>
                <div class="banner-host">{ for banner }</div>
                <div class="unseen" aria-live="polite"><Selected id={props.selected} words={node_words} /></div>
            </div>
            <Legend />
        </section>
    }
}

/// Chains that hold the selected node's packets up, and the followed packet.
fn marks(props: &MeshPanelProps) -> Marks {
    let chains = props.frame.node.iter().flat_map(|n| &n.chains);
    let chains = chains.map(|c| c.links.iter().map(|l| l.at).collect()).collect();
    Marks { chains, followed: props.followed }
}

/// Makes the stage when the canvas is there, and keeps it as large as its place.
#[hook]
fn use_stage(
    canvas: &NodeRef,
    stage: &Rc<std::cell::RefCell<Option<StageRef>>>,
    hover: &UseStateSetter<Option<Shown>>,
) {
    let (canvas, stage, hover) = (canvas.clone(), stage.clone(), hover.clone());
    use_effect_with((), move |()| {
        let guards = canvas.cast::<HtmlCanvasElement>().and_then(Stage::open).map(|new| {
            let guards = (new.follow_size(), new.follow_wheel(hover));
            *stage.borrow_mut() = Some(new);
            guards
        });
        move || {
            drop(guards);
            stage.borrow_mut().take();
        }
    });
}

fn tool(icon: IconName, label: AttrValue, onclick: impl Fn(MouseEvent) + 'static, testid: &'static str) -> Html {
    html! {
        <button type="button" class="btn icon-btn" {onclick} aria-label={label.clone()} title={label} data-testid={testid}>
            <Icon name={icon} />
        </button>
    }
}

/// The selected node in words.
fn selection_words(props: &MeshPanelProps, i18n: &I18n) -> String {
    let Some(id) = props.selected else { return String::new() };
    let title = i18n.tf("node-title", &[("id", &id.to_string())]).to_string();
    let role = props.frame.mesh.as_ref().and_then(|mesh| role_of(mesh, id));
    role.map_or(title.clone(), |role| format!("{title}, {}", i18n.t(role_label(role))))
}

fn role_of(mesh: &MeshView, id: NodeId) -> Option<CoreRole> {
    let rank = (Array { width: mesh.width, height: mesh.height }).rank(id)?;
    mesh.cores.get(rank).map(|byte| CoreRole::from_byte(*byte))
}

fn banner(outcome: &OutcomeView, props: &MeshPanelProps, i18n: &I18n) -> Html {
    let tip = outcome.tip.as_ref().map(|tip| html! { <p class="quiet">{ rich(i18n.text(tip)) }</p> });
    html! {
        <div class="banner" data-testid="banner">
            <div class="banner-text">
                <p><strong>{ rich(i18n.text(&outcome.message)) }</strong></p>
                { for tip }
                { ways(outcome, &props.act, i18n) }
            </div>
            <button
                type="button" class="btn icon-btn" onclick={wants(&props.act, Intent::DismissOutcome)}
                aria-label={i18n.t("close")} data-testid="banner-close"
            ><Icon name={IconName::Close} /></button>
        </div>
    }
}

/// Properties of [`Selected`].
#[derive(Properties)]
struct SelectedProps {
    id: Option<NodeId>,
    words: String,
}

// Only a new selection is news; that the state of the selected core changes all the time is not.
impl PartialEq for SelectedProps {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
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
                // By the object model, because the page's policy forbids style attributes.
                let _ = element.style().set_property("transform", &format!("translate({x}px, {y}px)"));
            }
        });
    }
    let (title, lines) = &props.words;
    let lines = lines.iter().enumerate().map(|(i, line)| html! { <p key={i}>{ line }</p> });
    html! { <div class="tip" ref={node} data-testid="tip"><strong>{ title }</strong>{ for lines }</div> }
}

/// What the signs mean.
#[component]
fn Legend() -> Html {
    let i18n = use_i18n();
    let cores = [CoreRole::Computing, CoreRole::Polling, CoreRole::Halted, CoreRole::Trapped]
        .map(|role| html! { <span><CoreMark {role} />{ i18n.t(role_label(role)) }</span> });
    let flits = [
        (FlitForm::Arrow, "flit-header"),
        (FlitForm::Empty, "flit-address"),
        (FlitForm::Cross, "flit-stride"),
        (FlitForm::Full, "flit-data"),
        (FlitForm::Bars, "flit-tail"),
    ]
    .map(|(form, label)| html! { <span><FlitMark {form} />{ i18n.t(label) }</span> });
    html! {
        <div class="legend">
            { for cores }
            { for flits }
            <span><span class="mark ink-stall" aria-hidden="true">{ "⊖" }</span>{ i18n.t("held-up") }</span>
        </div>
    }
}
