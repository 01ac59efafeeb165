//! The tools that change the memory system, by button or key.

use super::super::Props;
use super::super::state::{Act, State};
use crate::i18n::use_i18n;
use crate::widgets::{Icon, IconName};
use mcore::modes::pmnet::{PmnetEdit, PmnetKind};
use std::rc::Rc;
use yew::prelude::*;

/// The edit of the group tool: a new group, or no group if the selected objects form one already.
fn regrouped(state: &State) -> PmnetEdit {
    let dat = state.doc.dat();
    let group = |name: &String| {
        let extra = dat.objects().find(|(_, own, ..)| own == name).map(|(.., extra)| extra)?;
        extra.get("group").and_then(|group| group.as_str()).map(str::to_owned)
    };
    let groups: Vec<Option<String>> = state.selected.iter().map(group).collect();
    let one = groups.first().cloned().flatten().filter(|first| groups.iter().all(|g| g.as_ref() == Some(first)));
    let name = match one {
        Some(_) => String::new(),
        None => {
            let known: Vec<&str> =
                dat.objects().filter_map(|(.., extra)| extra.get("group").and_then(|group| group.as_str())).collect();
            (1..).map(|n| format!("group {n}")).find(|name| !known.contains(&name.as_str())).unwrap_or_default()
        }
    };
    PmnetEdit::Group((*state.selected).clone(), name)
}

/// The tools, for a state of the page.
#[derive(Clone)]
pub(super) struct Tools {
    pub state: Rc<State>,
    pub act: Callback<Act>,
}

impl Tools {
    fn selected(&self) -> Vec<String> {
        (*self.state.selected).clone()
    }

    /// Removes the selected objects.
    pub fn remove(&self) {
        if !self.state.selected.is_empty() {
            self.act.emit(Act::Edit(PmnetEdit::Remove(self.selected())));
        }
    }

    /// Copies the selected objects.
    pub fn copy(&self) {
        if !self.state.selected.is_empty() {
            self.act.emit(Act::Edit(PmnetEdit::Copy(self.selected())));
        }
    }

    /// Makes a group of the selected objects, or resolves it.
    pub fn group(&self) {
        if !self.state.selected.is_empty() {
            self.act.emit(Act::Edit(regrouped(&self.state)));
            self.act.emit(Act::Free(true));
        }
    }

    /// Connects the two selected objects, or the selected one with the next one that is chosen.
    pub fn connect(&self) {
        match &self.state.selected[..] {
            [a, b] => self.act.emit(Act::Edit(PmnetEdit::Connect(a.clone(), b.clone()))),
            _ => self.act.emit(Act::Connect(!self.state.connecting)),
        }
    }

    /// Adds an object, connected to the selected one.
    fn add(&self, kind: PmnetKind) {
        let to = match &self.state.selected[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        self.act.emit(Act::Edit(PmnetEdit::Add(kind, None, to)));
    }
}

/// The buttons of the tools.
#[component]
pub(super) fn Toolbar(props: &Props) -> Html {
    let i18n = use_i18n();
    let state = &props.state;
    let tools = Tools { state: state.clone(), act: props.act.clone() };
    let kinds = [
        (PmnetKind::Core, "pmnet-add-core"),
        (PmnetKind::Cache, "pmnet-add-cache"),
        (PmnetKind::Memory, "pmnet-add-memory"),
        (PmnetKind::Router, "pmnet-add-router"),
    ];
    let broken = !state.doc.errors().is_empty();
    let adds = kinds.map(|(kind, label)| {
        let tools = tools.clone();
        html! {
            <button key={label} type="button" class="btn tiny" disabled={broken} onclick={move |_: MouseEvent| tools.add(kind)} data-testid={label}><Icon name={IconName::Plus} />{ i18n.t(label) }</button>
        }
    });
    let none = broken || state.selected.is_empty();
    let tool = |label: &'static str, icon: IconName, disabled: bool, pressed: Option<bool>, run: fn(&Tools)| {
        let tools = tools.clone();
        html! {
            <button
                key={label} type="button" class="btn tiny" {disabled} aria-pressed={pressed.map(|p| p.to_string())}
                onclick={move |_: MouseEvent| run(&tools)} data-testid={label} title={i18n.t(label)}
            ><Icon name={icon} /><span>{ i18n.t(label) }</span></button>
        }
    };
    let can_connect = !broken && matches!(state.selected.len(), 1 | 2);
    html! {
        <div class="pmnet-tools" role="group" aria-label={i18n.t("pmnet-tools")}>
            { for adds }
            <span class="pmnet-gap"></span>
            { tool("pmnet-connect", IconName::Share, !can_connect, Some(state.connecting), Tools::connect) }
            { tool("pmnet-group", IconName::Stack, none, None, Tools::group) }
            { tool("pmnet-copy", IconName::Copy, none, None, Tools::copy) }
            { tool("pmnet-remove", IconName::Bin, none, None, Tools::remove) }
        </div>
    }
}
