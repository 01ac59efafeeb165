//! The modes of the page, and navigation between them. Each has its own address.

use crate::i18n::use_i18n;
use crate::shell::fields::select_of;
use yew::prelude::*;

/// A mode of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    id: &'static str,
    fragment: &'static str,
    label: &'static str,
}

impl Mode {
    /// The many-core chip, whose page opens first.
    pub const CHIP: Self = Self { id: "chip", fragment: "#/", label: "mode-chip" };

    /// All modes in their order: the chip and those of `www/modes.json`, as `build.rs` writes them.
    pub const ALL: &[Self] = &include!(concat!(env!("OUT_DIR"), "/modes.rs"));

    /// The mode with this identifier; the chip if there is none.
    pub fn of(id: &str) -> Self {
        Self::ALL.iter().find(|mode| mode.id == id).copied().unwrap_or(Self::CHIP)
    }

    /// The mode other than the chip that an address (its fragment) opens, if there is one.
    pub fn of_address(fragment: &str) -> Option<Self> {
        let name = fragment.strip_prefix("#/")?;
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        Self::ALL.iter().find(|mode| mode.id == name && **mode != Self::CHIP).copied()
    }

    /// Its identifier: used for its document, its messages and its page in tests.
    pub const fn id(self) -> &'static str {
        self.id
    }

    /// Its address: the fragment that opens it.
    pub const fn fragment(self) -> &'static str {
        self.fragment
    }

    /// The message with its name.
    pub const fn label(self) -> &'static str {
        self.label
    }
}

/// Goes to a mode, through the location object: with the document's base address a link could lead to another document.
pub fn go(mode: Mode) {
    // Fails only for documents that are not shown.
    let _ = gloo_utils::window().location().set_hash(mode.fragment);
}

/// Properties of [`Modes`].
#[derive(Properties, PartialEq)]
pub struct ModesProps {
    /// The mode that is shown.
    pub now: Mode,
}

/// The start of a header: the name of the page and its modes; on narrow pages the sign opens them as a list.
#[component]
pub fn Modes(props: &ModesProps) -> Html {
    let i18n = use_i18n();
    let now = props.now;
    let links = Mode::ALL.iter().map(|&mode| {
        let label = i18n.t(mode.label());
        if mode == now {
            return html! { <span key={mode.label()} class="mode" aria-current="page">{ label }</span> };
        }
        let onclick = move |event: MouseEvent| {
            event.prevent_default();
            go(mode);
        };
        html! { <a key={mode.label()} class="mode-link" href={mode.fragment} {onclick} data-testid={mode.label()}>{ label }</a> }
    });
    let onchange = |event: Event| {
        let select = select_of(&event);
        if let Some(mode) = select.and_then(|s| Mode::ALL.get(s.selected_index().max(0) as usize).copied()) {
            go(mode);
        }
    };
    let options = Mode::ALL
        .iter()
        .map(|&mode| html! { <option key={mode.label()} selected={mode == now}>{ i18n.t(mode.label()) }</option> });
    html! {
        <>
            <h1 class="logo">
                <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
                    <g fill="none" stroke="currentColor" stroke-width="1.6">
                        <rect x="2" y="2" width="7" height="7" rx="1.5" />
                        <rect x="13" y="2" width="7" height="7" rx="1.5" />
                        <rect x="2" y="13" width="7" height="7" rx="1.5" />
                        <rect x="13" y="13" width="7" height="7" rx="1.5" fill="currentColor" />
                        <path d="M9 5.5h4M5.5 9v4M16.5 9v4M9 16.5h4" />
                    </g>
                </svg>
                <span>{ i18n.t("app-name") }</span>
            </h1>
            <select class="mode-choice" aria-label={i18n.t("modes")} {onchange} data-testid="modes">{ for options }</select>
            <nav class="modes" aria-label={i18n.t("modes")}>{ for links }</nav>
        </>
    }
}
