//! Help, keys and links of a mode: what the chip's page has, for every mode with a separate page.
//!
//! A mode implements [`Guided`] for its state; [`lab`](super::lab) shows the rest.

use super::frame::docs;
use super::keys::{Pressed, use_page_keys};
use super::modes::Mode;
use super::page::State;
use super::persist;
use super::share::{self, Fault, Link, ShareForm, fault_words};
use crate::i18n::I18n;
use crate::widgets::{key_table, letters_switch, modal};
use gloo_events::EventListener;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Mark of a link after the address of a mode.
const MARK: &str = "?share=";

/// One row of the list of keys.
pub struct KeyRow<S: State> {
    /// Message with the heading under which it is listed.
    pub group: &'static str,
    /// How the key is written; `Ctrl` stands for Command on a Mac.
    pub keys: &'static [&'static str],
    /// Message with its effect.
    pub label: &'static str,
    /// Its effect anywhere on the page, none if it has none at the moment. `None`: it works only in the part that its group
    /// names.
    pub act: Option<Press<S>>,
}

/// The action of a key in a state.
pub type Press<S> = fn(&S) -> Option<<S as State>::Act>;

/// A state with keys, and with a form and a moment that a link can contain.
pub trait Guided: State {
    /// The content of a link.
    type Content: Serialize + DeserializeOwned + Clone + 'static;

    /// The mode.
    const MODE: &'static str;

    /// All keys except `?`, in the order of the list.
    const KEYS: &'static [KeyRow<Self>];

    /// The content of a link to the present state.
    fn content(&self) -> Self::Content;

    /// A sentence with the content of such a link, and a warning if something cannot be part of it.
    fn carries(&self, i18n: &I18n) -> (AttrValue, Option<AttrValue>);

    /// The actions that restore the content of a link, in their order.
    fn restore(content: Self::Content) -> Vec<Self::Act>;
}

/// The dialog that is open.
#[derive(Clone, PartialEq)]
enum Open {
    Help,
    /// The link, once it is made.
    Share(Option<Link>),
}

/// A message about a link in the page's address.
#[derive(Clone, PartialEq)]
enum News {
    Opened,
    Bad(Fault),
    /// The browser cannot make a link, for this reason.
    NotMade(String),
}

/// Help, keys and links, for the frame of the page.
#[derive(Clone)]
pub struct Guide {
    /// Opens the list of keys.
    pub on_help: Callback<()>,
    /// Makes a link.
    pub on_share: Callback<()>,
    /// The message about a link, for the strip below the header.
    pub news: Option<Html>,
    /// The open dialog.
    pub dialog: Option<Html>,
}

/// The content of a link to a mode in a fragment; `None` if it is no link.
fn read<C: DeserializeOwned>(fragment: &str, mode: Mode) -> Option<Result<C, Fault>> {
    let rest = fragment.strip_prefix(mode.fragment())?.strip_prefix(MARK)?;
    Some(share::unpack(rest).and_then(|(plain, fault)| match fault {
        Some(fault) => Err(fault),
        None => serde_json::from_slice(&plain).map_err(|_| Fault::Damaged),
    }))
}

/// Handles the keys and the links of a page.
#[hook]
pub fn use_guide<S: Guided>(state: &Rc<S>, act: &Callback<S::Act>, i18n: &I18n) -> Guide {
    let mode = Mode::of(S::MODE);
    let open = use_state(|| None::<Open>);
    let news = use_state(|| None::<News>);
    let before = use_state(|| None::<Rc<S::Content>>);
    let letters_off = use_state(persist::letters_off);
    let newest = use_mut_ref(|| state.clone());
    *newest.borrow_mut() = state.clone();
    {
        let (act, news, before, newest) = (act.clone(), news.setter(), before.setter(), newest.clone());
        use_effect_with((), move |()| {
            let follow = move || {
                let fragment = gloo_utils::window().location().hash().unwrap_or_default();
                let Some(reading) = read::<S::Content>(&fragment, mode) else { return };
                share::forget(mode.fragment());
                match reading {
                    Ok(content) => {
                        before.set(Some(Rc::new(newest.borrow().content())));
                        S::restore(content).into_iter().for_each(|one| act.emit(one));
                        news.set(Some(News::Opened));
                    }
                    Err(fault) => news.set(Some(News::Bad(fault))),
                }
            };
            follow();
            // A link that is pasted into the address of the open page.
            let listener = EventListener::new(&gloo_utils::window(), "hashchange", move |_| follow());
            move || drop(listener)
        });
    }
    let on_help = {
        let open = open.setter();
        use_callback((), move |(), ()| open.set(Some(Open::Help)))
    };
    let on_share = {
        let (open, news, newest) = (open.setter(), news.setter(), newest.clone());
        use_callback((), move |(), ()| {
            open.set(Some(Open::Share(None)));
            // Cannot fail: plans are plain fields.
            let plain = serde_json::to_vec(&newest.borrow().content()).unwrap_or_default();
            let start = format!("{}{MARK}", mode.fragment().trim_start_matches('#'));
            let (open, news) = (open.clone(), news.clone());
            spawn_local(async move {
                match share::make(&plain, &start).await {
                    Ok(link) => open.set(Some(Open::Share(Some(link)))),
                    Err(why) => {
                        open.set(None);
                        news.set(Some(News::NotMade(why)));
                    }
                }
            });
        })
    };
    let handle: Rc<dyn Fn(Pressed<'_>) -> bool> = {
        let (act, on_help, newest, modal) = (act.clone(), on_help.clone(), newest.clone(), open.is_some());
        Rc::new(move |pressed| {
            if modal {
                return false;
            }
            if pressed.is(&["?"]) {
                on_help.emit(());
                return true;
            }
            let row = S::KEYS.iter().find_map(|row| row.act.filter(|_| pressed.is(row.keys)));
            let Some(press) = row else { return false };
            let chosen = press(&newest.borrow());
            chosen.into_iter().for_each(|one| act.emit(one));
            true
        })
    };
    use_page_keys(*letters_off, handle);
    let on_close = {
        let open = open.setter();
        use_callback((), move |(), ()| open.set(None))
    };
    let modal = |title: &str, testid, body| modal(title, testid, &on_close, body, i18n);
    let dialog = open.as_ref().map(|open| match open {
        Open::Help => {
            let on_letters = {
                let letters_off = letters_off.clone();
                Callback::from(move |_: Event| {
                    persist::set_letters_off(!*letters_off);
                    letters_off.set(!*letters_off);
                })
            };
            modal("help-title", "help-dialog", list::<S>(*letters_off, on_letters, mode, i18n))
        }
        Open::Share(link) => {
            let (carries, warning) = state.carries(i18n);
            modal("share-title", "share-dialog", html! { <ShareForm link={link.clone()} {carries} {warning} /> })
        }
    });
    let news = news.as_ref().map(|now| {
        let text = match now {
            News::Opened => i18n.t("lab-link-opened"),
            News::Bad(fault) => i18n.tf("lab-link-bad", &[("why", &i18n.t(fault_words(*fault)))]),
            News::NotMade(why) => i18n.tf("failed", &[("message", why)]),
        };
        let back = before.as_ref().filter(|_| *now == News::Opened).map(|content| {
            let (act, news, content) = (act.clone(), news.setter(), content.clone());
            let onclick = move |_: MouseEvent| {
                S::restore((*content).clone()).into_iter().for_each(|one| act.emit(one));
                news.set(None);
            };
            html! { <button type="button" class="btn tiny outlined" {onclick} data-testid="lab-link-back">{ i18n.t("lab-link-back") }</button> }
        });
        let close = {
            let news = news.setter();
            move |_: MouseEvent| news.set(None)
        };
        html! {
            <div class="lab-news small" role="status" data-testid="lab-news">
                <span>{ text }</span>{ for back }
                <button type="button" class="btn tiny" onclick={close} data-testid="lab-news-close">{ i18n.t("close") }</button>
            </div>
        }
    });
    Guide { on_help, on_share, news, dialog }
}

/// The list of all keys, under the headings of their groups.
fn list<S: Guided>(letters_off: bool, on_letters: Callback<Event>, mode: Mode, i18n: &I18n) -> Html {
    let mut groups: Vec<&'static str> = vec!["keys-group-page"];
    for own in S::KEYS.iter().map(|row| row.group) {
        if !groups.contains(&own) {
            groups.push(own);
        }
    }
    let groups = groups.into_iter().map(|group| {
        let help = (group == "keys-group-page").then_some((["?"].as_slice(), "keys-help"));
        let own = S::KEYS.iter().filter(|own| own.group == group).map(|own| (own.keys, own.label));
        key_table(group, &own.chain(help).collect::<Vec<_>>(), i18n)
    });
    html! {
        <div>
            <p class="help-ways"><a href={docs(mode.id(), i18n.lang)} target="_blank" data-testid="docs-mode">{ i18n.t("docs-open") }</a></p>
            { for groups }
            { letters_switch(letters_off, on_letters, i18n) }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec;

    #[test]
    fn a_link_of_a_mode_is_read_by_that_mode_alone() {
        let [_, mode, another, ..] = Mode::ALL else { panic!("three modes") };
        let (mode, another) = (*mode, *another);
        let plain = serde_json::to_vec(&("8x8", 25_600)).expect("plain fields");
        let text = share::pack(&plain, &compress_to_vec(&plain, 9));
        let link = format!("{}{MARK}{text}", mode.fragment());
        assert_eq!(read(&link, mode), Some(Ok(("8x8".to_owned(), 25_600))));
        assert_eq!(read::<(String, u32)>(&link, another), None);
        assert_eq!(read::<(String, u32)>(mode.fragment(), mode), None);
        // Content of another form, and a link whose end is missing.
        assert_eq!(read::<Vec<u32>>(&link, mode), Some(Err(Fault::Damaged)));
        assert!(matches!(read::<(String, u32)>(&link[..link.len() - 4], mode), Some(Err(_))));
        let later = link.replace("=1.", "=2.");
        assert_eq!(read::<(String, u32)>(&later, mode), Some(Err(Fault::Later)));
    }
}
