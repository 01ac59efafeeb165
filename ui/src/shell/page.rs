//! The page of a mode: its state, the link to its worker, and the frame around its panels.

use super::guide::Guide;
use super::line::Heard;
use super::link::{Link, Wired};
use crate::i18n::I18n;
use crate::shell::frame::{Header, Looks, tabs};
use crate::shell::modes::Mode;
use mcore::mode::UpdateOf;
use std::rc::Rc;
use yew::prelude::*;

/// The part that a narrow page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The form.
    #[default]
    Form,
    /// The picture, with the panel below it.
    Stage,
    /// The results.
    Results,
}

/// The state of a mode's page: a pure reducer.
pub trait State: Clone + PartialEq + 'static {
    /// The mode.
    type Mode: Wired;
    /// The actions of the user.
    type Act: 'static;

    /// The state at the start, with the stored form.
    fn restored() -> Self;

    /// Handles an action of the user.
    fn act(&mut self, act: Self::Act);

    /// Handles an update of the session.
    fn update(&mut self, update: UpdateOf<Self::Mode>);

    /// The worker has died, for this reason. The next action, a restart, sets up the session anew.
    fn died(&mut self, why: Rc<str>);
}

/// An action on a state.
pub enum Action<S: State> {
    /// A message from the worker.
    Worker(Heard<UpdateOf<S::Mode>>),
    /// An action of the user.
    Act(S::Act),
}

/// A state that is shared without a copy.
#[derive(PartialEq)]
pub struct Held<S>(Rc<S>);

impl<S: State> Reducible for Held<S> {
    type Action = Action<S>;

    fn reduce(self: Rc<Self>, action: Action<S>) -> Rc<Self> {
        let mut next = (*self.0).clone();
        match action {
            Action::Act(act) => next.act(act),
            Action::Worker(Heard::Dead(why)) => next.died(why.into()),
            Action::Worker(Heard::Updates(updates)) => updates.into_iter().for_each(|update| next.update(update)),
        }
        Rc::new(Self(Rc::new(next)))
    }
}

/// The state of a page with the link to its worker.
pub struct Lab<S: State> {
    /// The state.
    pub state: Rc<S>,
    /// Changes the state.
    pub dispatcher: UseReducerDispatcher<Held<S>>,
    /// The link, always the same one.
    pub link: Rc<Link<S::Mode>>,
}

/// The state of a page and its link; the worker is started with the page.
#[hook]
pub fn use_lab<S: State>() -> Lab<S> {
    let state = use_reducer(|| Held(Rc::new(S::restored())));
    let link = {
        let dispatcher = state.dispatcher();
        use_memo((), move |()| Link::new(Callback::from(move |heard| dispatcher.dispatch(Action::Worker(heard)))))
    };
    {
        let link = link.clone();
        use_effect_with((), move |()| link.start());
    }
    Lab { state: state.0.clone(), dispatcher: state.dispatcher(), link }
}

/// The frame above the panels of a mode.
pub struct Frame<'a> {
    /// The messages.
    pub i18n: &'a I18n,
    /// The mode.
    pub mode: Mode,
    /// Its appearance.
    pub looks: &'a Looks,
    /// The worker has died, for this reason.
    pub dead: Option<&'a str>,
    /// Starts another worker.
    pub on_restart: Callback<()>,
    /// The part that a narrow page shows.
    pub part: Part,
    /// The message with the name of the picture, on the tab of a narrow page; also the tab's name in tests.
    pub tabs: [&'static str; 3],
    /// Shows another part.
    pub on_part: Callback<Part>,
    /// The sentence that screen readers announce when it changes.
    pub spoken: AttrValue,
}

impl Frame<'_> {
    /// Header, notice of a dead worker, live region, tabs of a narrow page.
    #[allow(dead_code, reason = "a mode without links and keys, such as the smallest one of tests/add-a-mode")]
    pub fn view(&self) -> Html {
        self.with(None)
    }

    /// As [`Frame::view`], with help, keys and links.
    pub fn guided(&self, guide: &Guide) -> Html {
        self.with(Some(guide))
    }

    fn with(&self, guide: Option<&Guide>) -> Html {
        let (i18n, id) = (self.i18n, self.mode.id());
        let on_guide = guide.map(|guide| (guide.on_help.clone(), guide.on_share.clone()));
        let below = guide.map(|guide| guide.below.clone());
        let dead = self.dead.map(|why| {
            let onclick = self.on_restart.reform(|_: MouseEvent| ());
            html! {
                <div class="lab-dead" role="alert" data-testid="lab-dead">
                    <p>{ i18n.t("lab-dead") }</p><pre>{ why.to_owned() }</pre>
                    <button type="button" class="btn primary" {onclick} data-testid="lab-restart">{ i18n.t("lab-restart") }</button>
                </div>
            }
        });
        let [form, stage, results] = self.tabs;
        let parts = [(Part::Form, form), (Part::Stage, stage), (Part::Results, results)];
        html! {
            <>
                <Header now={self.mode} looks={self.looks.clone()} docs={id} {on_guide} />
                { below.unwrap_or_default() }
                { dead.unwrap_or_default() }
                <div class="unseen" role="status" data-testid={format!("{id}-live")}>{ &self.spoken }</div>
                <nav class="phone-tabs lab-parts" aria-label={i18n.t("panels")}>{ tabs(i18n, &parts, self.part, &self.on_part) }</nav>
            </>
        }
    }
}

/// The name of a part, for tests and styles.
pub fn part_name(part: Part) -> &'static str {
    match part {
        Part::Form => "form",
        Part::Stage => "network",
        Part::Results => "results",
    }
}
