//! Messages between the tabs of one browser, so that two do not change the same project.
//!
//! A tab that opens a project asks whether another tab has it. That tab answers, and hands the project over on request.
//! This is only for the user's convenience: the database itself prevents overwriting (`db.rs`).

use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{BroadcastChannel, MessageEvent};
use yew::Callback;

/// A message to all other tabs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// The kind of message.
    pub what: What,
    pub project: String,
    /// The sender.
    pub from: u64,
}

/// The kinds of messages about a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// I have opened it. Does another tab have it?
    Opened,
    /// I have it open, and have had it longer.
    Mine,
    /// I request it.
    Give,
    /// It is stored and yours.
    Given,
    /// I have stored it.
    Stored,
}

/// This tab's end of the channel.
#[derive(Debug)]
pub struct Tabs {
    channel: Option<BroadcastChannel>,
    me: u64,
    _ear: Option<Closure<dyn FnMut(MessageEvent)>>,
}

impl Tabs {
    /// Listens to the other tabs. In browsers without such a channel no message arrives.
    pub fn listen(heard: Callback<Word>) -> Self {
        // Fits a JSON number.
        let me = (js_sys::Math::random() * 9e15) as u64;
        let Ok(channel) = BroadcastChannel::new("mcore-lab") else { return Self { channel: None, me, _ear: None } };
        let ear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let word = event.data().as_string().and_then(|text| serde_json::from_str::<Word>(&text).ok());
            if let Some(word) = word {
                heard.emit(word);
            }
        });
        channel.set_onmessage(Some(ear.as_ref().unchecked_ref()));
        Self { channel: Some(channel), me, _ear: Some(ear) }
    }

    /// Sends a message to all other tabs.
    pub fn say(&self, what: What, project: &str) {
        let word = Word { what, project: project.to_owned(), from: self.me };
        if let (Some(channel), Ok(text)) = (&self.channel, serde_json::to_string(&word)) {
            // Fails only for values that cannot be cloned, and a text can.
            let _ = channel.post_message(&text.into());
        }
    }
}
