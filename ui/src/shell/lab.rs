//! The lab of a mode: worker, header, live region, keys, links and panels, the same for every mode.

use super::frame::{Header, Looks, missing_language, tabs, use_looks};
use super::guide::{Guide, Guided, use_guide};
use super::link::{Link, start_worker};
use super::modes::Mode;
use super::page::{Action, Held, Part, part_name};
use super::{boot, persist};
use crate::i18n::{I18n, use_i18n};
use mcore::mode::{CommandOf, Session};
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use yew::prelude::*;
use yew::virtual_dom::VTag;

/// The state of a mode that has its own page. [`start`] makes that page.
pub trait Lab: Guided {
    /// Values that belong to the page and not to its state, such as chosen files.
    type Aside: Default + 'static;

    /// Maximum number of bytes of the files in a form that is stored.
    const MAX_KEPT: usize = 1 << 19;

    /// The messages with the names of the three parts, on the tabs of a narrow page; also the names of these tabs in tests.
    const PARTS: [&'static str; 3];

    /// The action that shows another part.
    const TURN: fn(Part) -> Self::Act;

    /// The part that a narrow page shows.
    fn part(&self) -> Part;

    /// The reason why the worker has died.
    fn dead(&self) -> Option<&str>;

    /// The first actions.
    fn first(&self) -> Vec<Self::Act> {
        Vec::new()
    }

    /// The actions that restart the worker after its death.
    fn restart(&self) -> Vec<Self::Act>;

    /// Does what an action needs outside the state, before the state changes.
    fn perform(act: &Self::Act, page: &Page<Self>);

    /// Hands files that the page has sent to the session.
    fn take_files(_session: &mut Session<Self::Mode>, _list: &js_sys::Array) {}

    /// Effects of the page.
    fn use_effects<'hook>(_state: &'hook Rc<Self>, _act: &'hook Callback<Self::Act>) -> impl Hook<Output = ()> + 'hook {
        use_nothing()
    }

    /// The sentence that screen readers announce when it changes.
    fn spoken(&self, i18n: &I18n) -> AttrValue;

    /// Attributes of the page's element, for tests.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// The panels.
    fn panels(panels: &Panels<Self>) -> Html;
}

#[hook]
fn use_nothing() {}

/// Properties of the panels of a mode.
#[derive(Properties)]
pub struct Panels<S: Lab> {
    /// The state of the mode.
    pub state: Rc<S>,
    /// Receives the user's actions.
    pub act: Callback<S::Act>,
    /// Dark theme.
    pub dark: bool,
}

impl<S: Lab> Clone for Panels<S> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), act: self.act.clone(), dark: self.dark }
    }
}

impl<S: Lab> PartialEq for Panels<S> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.state, &other.state) && self.act == other.act && self.dark == other.dark
    }
}

/// The page for actions that have effects outside its state.
pub struct Page<S: Lab> {
    /// Values that belong to the page.
    pub aside: RefCell<S::Aside>,
    newest: RefCell<Rc<S>>,
    link: Rc<Link<S::Mode>>,
    dispatcher: UseReducerDispatcher<Held<S>>,
}

impl<S: Lab> Page<S> {
    /// The state that is shown.
    pub fn state(&self) -> Rc<S> {
        self.newest.borrow().clone()
    }

    /// Sends a command to the session.
    pub fn send(&self, command: impl Into<CommandOf<S::Mode>>) {
        self.link.send(command.into());
    }

    /// Sends files to the session, for the commands that follow.
    pub fn send_files(&self, files: js_sys::Array) {
        self.link.send_files(files);
    }

    /// Starts another worker.
    pub fn start(&self) {
        self.link.start();
    }

    /// Changes the state.
    pub fn dispatch(&self, act: S::Act) {
        self.dispatcher.dispatch(Action::Act(act));
    }
}

/// Stores a form, unless the files in it have too many bytes for the storage.
pub fn keep<S: Lab>(plan: &impl Serialize, bytes: usize) {
    if bytes <= S::MAX_KEPT {
        persist::save_mode(S::MODE, plan);
    }
}

/// Starts a mode: its page in a document, its session in a worker. A visit needs both, so one program has both.
pub fn start<S: Lab>() {
    if js_sys::global().dyn_into::<web_sys::Window>().is_ok() {
        boot::install_panic_screen();
        yew::Renderer::<Whole<S>>::new().render();
    } else {
        start_worker::<S::Mode>(S::take_files);
    }
}

/// The page with its language.
#[component]
fn Whole<S: Lab>() -> Html {
    let (i18n, looks) = use_looks(Mode::of(S::MODE));
    html! {
        <ContextProvider<I18n> context={i18n}>
            <Inside<S> {looks} />
        </ContextProvider<I18n>>
    }
}

/// Properties of [`Inside`].
#[derive(Properties, PartialEq)]
struct InsideProps {
    looks: Looks,
}

/// The state of a page and its link; the worker is started with the page.
#[hook]
fn use_page<S: Lab>() -> (Rc<S>, Rc<Page<S>>) {
    let held = use_reducer_eq(|| Held(Rc::new(S::restored())));
    let page = {
        let (dispatcher, state) = (held.dispatcher(), held.0.clone());
        use_memo((), move |()| {
            let heard = dispatcher.clone();
            Page {
                aside: RefCell::default(),
                newest: RefCell::new(state),
                link: Rc::new(Link::new(Callback::from(move |news| heard.dispatch(Action::Worker(news))))),
                dispatcher,
            }
        })
    };
    *page.newest.borrow_mut() = held.0.clone();
    {
        let page = page.clone();
        use_effect_with((), move |()| page.start());
    }
    (held.0.clone(), page)
}

#[component]
fn Inside<S: Lab>(props: &InsideProps) -> Html {
    let i18n = use_i18n();
    let (state, page) = use_page::<S>();
    let act = use_callback((), move |act: S::Act, ()| {
        S::perform(&act, &page);
        page.dispatch(act);
    });
    {
        let (act, state) = (act.clone(), state.clone());
        use_effect_with((), move |()| state.first().into_iter().for_each(|one| act.emit(one)));
    }
    S::use_effects(&state, &act);
    let guide = use_guide(&state, &act, &i18n);
    let above = above(&state, &act, &props.looks, &guide, &i18n);
    let mut page = VTag::new("div");
    page.add_attribute("class", format!("lab-page {}", S::MODE));
    page.add_attribute("data-testid", S::MODE);
    page.add_attribute("data-part", part_name(state.part()));
    state.facts().into_iter().for_each(|(name, value)| page.add_attribute(name, value));
    page.add_child(above);
    page.add_child(S::panels(&Panels { state, act, dark: props.looks.dark }));
    page.into()
}

/// Header, notice of a dead worker, live region, tabs of a narrow page.
fn above<S: Lab>(state: &Rc<S>, act: &Callback<S::Act>, looks: &Looks, guide: &Guide, i18n: &I18n) -> Html {
    let mode = Mode::of(S::MODE);
    let dead = state.dead().map(|why| {
        let (act, state) = (act.clone(), state.clone());
        let onclick = move |_: MouseEvent| state.restart().into_iter().for_each(|one| act.emit(one));
        html! {
            <div class="lab-dead" role="alert" data-testid="lab-dead">
                <p>{ i18n.t("lab-dead") }</p><pre>{ why.to_owned() }</pre>
                <button type="button" class="btn primary" {onclick} data-testid="lab-restart">{ i18n.t("lab-restart") }</button>
            </div>
        }
    });
    let [form, stage, results] = S::PARTS;
    let parts = [(Part::Form, form), (Part::Stage, stage), (Part::Results, results)];
    let on_guide = (guide.on_help.clone(), guide.on_share.clone());
    html! {
        <>
            <Header now={mode} looks={looks.clone()} docs={mode.id()} {on_guide} />
            <div class="lab-strip">{ for missing_language(looks, i18n) }{ for guide.news.clone() }</div>
            <div class="dialogs">{ for guide.dialog.clone() }</div>
            { dead.unwrap_or_default() }
            <div class="unseen" role="status" data-testid={format!("{}-live", mode.id())}>{ state.spoken(i18n) }</div>
            <nav class="phone-tabs lab-parts" aria-label={i18n.t("panels")}>{ tabs(i18n, &parts, state.part(), &act.reform(S::TURN)) }</nav>
        </>
    }
}
