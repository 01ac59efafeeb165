//! The interconnect mode (NSIM): a page of its own at `#/nsim`.
//!
//! ```text
//! form      target, program, mapping; what is wrong stands at its field       link, worker   to the session and back
//! stage     the picture of the network, the switch that is looked at          layout, picture, space   what is drawn where
//! time      run, step, rewind; the diagram of space and time                  state   what the page knows
//! results   charts and tables of a run, comparison, the paper's experiments   chart   charts by plotters
//! ```

mod chart;
mod form;
mod layout;
mod link;
mod picture;
mod results;
mod space;
mod stage;
mod state;
mod time;
pub mod worker;

use crate::document::{set_root, use_dark};
use crate::i18n::{I18n, use_i18n};
use crate::modes::{Mode, Modes};
use crate::persist;
use crate::store::Theme;
use crate::widgets::{Choice, Icon, IconName, Segmented};
use link::Link;
use mcore::base::Lang;
use mcore::session::NsimCommand;
use mcore::view::NsimState;
use state::{Act, Heard, Part, State};
use std::rc::Rc;
use yew::prelude::*;

/// The fragment of the address at which the mode stands.
pub const FRAGMENT: &str = "#/nsim";

/// The mode's page.
#[component]
pub fn Interconnect() -> Html {
    let lang = use_state(persist::load_lang);
    let theme = use_state(persist::load_theme);
    let dark = use_dark(*theme);
    let i18n = use_memo(*lang, |lang| I18n::with_interconnect(*lang));
    use_effect_with(i18n.clone(), |i18n| {
        set_root("lang", i18n.tag());
        gloo_utils::document().set_title(&format!("{} · {}", i18n.t("mode-nsim"), i18n.t("app-name")));
    });
    let on_lang = {
        let lang = lang.clone();
        Callback::from(move |new: Lang| {
            persist::save_lang(new);
            lang.set(new);
        })
    };
    let on_theme = {
        let theme = theme.clone();
        Callback::from(move |new: Theme| {
            persist::save_theme(new);
            theme.set(new);
        })
    };
    html! {
        <ContextProvider<I18n> context={(*i18n).clone()}>
            <Lab {dark} theme={*theme} {on_lang} {on_theme} />
        </ContextProvider<I18n>>
    }
}

/// Properties of [`Lab`].
#[derive(Properties, PartialEq)]
struct LabProps {
    dark: bool,
    theme: Theme,
    on_lang: Callback<Lang>,
    on_theme: Callback<Theme>,
}

#[component]
fn Lab(props: &LabProps) -> Html {
    let i18n = use_i18n();
    let state = use_reducer(State::restored);
    let link = {
        let dispatcher = state.dispatcher();
        use_memo((), move |()| Link::new(Callback::from(move |heard| dispatcher.dispatch(Heard::Worker(heard)))))
    };
    let act = {
        let (dispatcher, link) = (state.dispatcher(), link.clone());
        use_callback((), move |act: Act, ()| {
            match &act {
                Act::Send(command) => link.send(command),
                Act::Edit(plan) => persist::save_nsim(plan),
                Act::Restart => link.start(),
                _ => {}
            }
            dispatcher.dispatch(Heard::Act(act));
        })
    };
    {
        let (link, act, plan) = (link.clone(), act.clone(), state.plan.clone());
        use_effect_with((), move |()| {
            link.start();
            act.emit(Act::Send(NsimCommand::Open(Box::new((*plan).clone()))));
            act.emit(Act::Send(NsimCommand::Check(Box::new((*plan).clone()))));
        });
    }
    let frame = &state.frame;
    let name = match frame.state {
        NsimState::Empty => "empty",
        NsimState::Paused => "paused",
        NsimState::Running => "running",
        NsimState::Ended => "ended",
        NsimState::Deadlock => "deadlock",
    };
    let part = match state.part {
        Part::Form => "form",
        Part::Network => "network",
        Part::Results => "results",
    };
    let parts =
        [(Part::Form, "nsim-part-form"), (Part::Network, "nsim-part-network"), (Part::Results, "nsim-part-results")];
    let parts = parts.map(|(part, label)| {
        let act = act.clone();
        html! {
            <button
                key={label} type="button" class="tab" aria-current={(part == state.part).then_some("true")}
                onclick={move |_: MouseEvent| act.emit(Act::Turn(part))} data-testid={label}
            >{ i18n.t(label) }</button>
        }
    });
    let spoken = match frame.state {
        NsimState::Running => i18n.t("nsim-spoken-running"),
        NsimState::Ended => i18n.tf("nsim-spoken-ended", &[("time", &space::time_text(frame.time as f64 / 1e3))]),
        _ => AttrValue::default(),
    };
    let dead = state.dead.as_ref().map(|message| {
        let act = act.clone();
        let plan = state.plan.clone();
        // The form keeps what the simulator has died of; what is open is the first example again.
        let restart = move |_: MouseEvent| {
            act.emit(Act::Restart);
            act.emit(Act::Send(NsimCommand::Open(Box::default())));
            act.emit(Act::Send(NsimCommand::Check(Box::new((*plan).clone()))));
        };
        html! {
            <div class="nsim-dead" role="alert">
                <p>{ i18n.t("nsim-dead") }</p><pre>{ message.to_string() }</pre>
                <button type="button" class="btn primary" onclick={restart}>{ i18n.t("nsim-restart") }</button>
            </div>
        }
    });
    let shared: Rc<State> = Rc::new((*state).clone());
    html! {
        <div
            class="nsim" data-testid="nsim" data-part={part} data-state={name} data-time={frame.time.to_string()} data-end={frame.end.to_string()}
            data-messages={frame.messages.to_string()} data-packets={frame.packets.to_string()}
            data-events={frame.events.to_string()} data-digest={frame.digest.clone().unwrap_or_default()}
            data-runs={state.runs.len().to_string()} data-batch={state.batch.is_some().to_string()}
            data-asked={state.asked.to_string()} data-busy={state.batch.as_ref().is_some_and(|b| b.running).to_string()}
        >
            <Header theme={props.theme} on_lang={props.on_lang.clone()} on_theme={props.on_theme.clone()} />
            { for dead }
            <div class="unseen" role="status" data-testid="nsim-live">{ spoken }</div>
            <nav class="phone-tabs nsim-parts" aria-label={i18n.t("panels")}>{ for parts }</nav>
            <main class="nsim-main">
                <form::Form state={shared.clone()} act={act.clone()} />
                <stage::Stage state={shared.clone()} act={act.clone()} dark={props.dark} />
                <time::TimePanel state={shared.clone()} act={act.clone()} dark={props.dark} />
                <results::Results state={shared} {act} dark={props.dark} />
            </main>
        </div>
    }
}

/// Properties of [`Header`].
#[derive(Properties, PartialEq)]
struct HeaderProps {
    theme: Theme,
    on_lang: Callback<Lang>,
    on_theme: Callback<Theme>,
}

#[component]
fn Header(props: &HeaderProps) -> Html {
    let i18n = use_i18n();
    let langs = vec![
        Choice { label: "日本語".into(), lang: Some("ja".into()), testid: "lang-ja".into() },
        Choice { label: "EN".into(), lang: Some("en".into()), testid: "lang-en".into() },
    ];
    let on_lang = {
        let on_lang = props.on_lang.clone();
        move |index: usize| on_lang.emit(if index == 0 { Lang::Ja } else { Lang::En })
    };
    let theme = match props.theme {
        Theme::Auto => (IconName::Auto, "theme-auto"),
        Theme::Light => (IconName::Sun, "theme-light"),
        Theme::Dark => (IconName::Moon, "theme-dark"),
    };
    let label = i18n.tf("theme-label", &[("theme", &i18n.t(theme.1))]);
    let on_theme = {
        let (on_theme, next) = (props.on_theme.clone(), props.theme.next());
        move |_: MouseEvent| on_theme.emit(next)
    };
    let docs = if i18n.lang == Lang::Ja { "docs/nsim.ja.html" } else { "docs/nsim.html" };
    html! {
        <header class="top">
            <Modes now={Mode::Interconnect} />
            <span class="grow"></span>
            <Segmented label={i18n.t("language")} choices={langs} chosen={usize::from(i18n.lang == Lang::En)} on_choose={on_lang} />
            <button
                type="button" class="btn icon-btn" onclick={on_theme} aria-label={label.clone()} title={label} data-testid="theme"
            ><Icon name={theme.0} /></button>
            <a
                class="btn icon-btn" href={docs} target="_blank" aria-label={i18n.t("docs-open")} title={i18n.t("docs-open")}
            ><Icon name={IconName::Book} /></a>
        </header>
    }
}
