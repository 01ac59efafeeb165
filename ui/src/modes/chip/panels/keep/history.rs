//! The versions of the open project: time, reason, changes, and restoring one.

use super::keeps;
use crate::fmt::moment;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::history::{DiffLine, Reason, Side, Version, diff};
use crate::modes::chip::store::{Intent, Keep, Workspace};
use mcore::base::SourceFile;
use std::rc::Rc;
use yew::prelude::*;

/// Maximum number of lines in a comparison; to see more, the user can restore the version.
const MAX_LINES: usize = 600;

/// Properties of [`History`].
#[derive(Properties, PartialEq)]
pub struct HistoryProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The open work.
    pub work: Option<Workspace>,
    /// Its versions, the newest first; `None` while they are being read.
    pub versions: Option<Rc<Vec<Version>>>,
    /// Whether this tab may change the project.
    pub may_edit: bool,
}

/// The list of versions beside the changes that restoring would make.
#[component]
pub fn History(props: &HistoryProps) -> Html {
    let i18n = use_i18n();
    let chosen = use_state(|| None::<u64>);
    let Some((work, versions)) = props.work.as_ref().zip(props.versions.as_ref()) else {
        return html! { <p class="quiet">{ i18n.t("loading") }</p> };
    };
    let now = work.own_files();
    if versions.is_empty() {
        return html! { <p data-testid="history-none">{ i18n.t("history-none") }</p> };
    }
    // The first that differs from the present files is selected at first.
    let first = versions.iter().find(|v| *v.files != now).map(|v| v.at);
    let shown = chosen.or(first).and_then(|at| versions.iter().find(|v| v.at == at)).or(versions.first());
    let rows = versions.iter().map(|version| {
        let current = shown.is_some_and(|s| s.at == version.at);
        let choose = {
            let (chosen, at) = (chosen.clone(), version.at);
            move |_: MouseEvent| chosen.set(Some(at))
        };
        let first = version.first.as_ref().map(|first| {
            let place = i18n.tf("finding-at", &[("file", &first.file), ("line", &first.line.to_string())]);
            html! { <span class="version-first">{ place }{ " " }<code>{ &first.text }</code></span> }
        });
        html! {
            <li key={version.at.to_string()}>
                <button type="button" class="version" aria-current={current.then_some("true")} onclick={choose} data-testid="version">
                    <span class="version-time">{ moment(version.at, &i18n) }<small>{ i18n.t(reason(version.reason)) }</small></span>
                    { for first }
                </button>
            </li>
        }
    });
    let preview = shown.map(|version| preview(&props.act, &now, version, props.may_edit, &i18n));
    html! {
        <div class="history">
            <ul class="versions" aria-label={i18n.t("history-title")}>{ for rows }</ul>
            <div class="version-preview">{ for preview }</div>
        </div>
    }
}

fn preview(act: &Callback<Intent>, now: &[SourceFile], version: &Version, may_edit: bool, i18n: &I18n) -> Html {
    let text = |files: &[SourceFile], name: &str| {
        files.iter().find(|f| f.name == name).map(|f| f.text.clone()).unwrap_or_default()
    };
    let mut names: Vec<_> = version.files.iter().map(|f| f.name.as_str()).collect();
    names.extend(now.iter().map(|f| f.name.as_str()).filter(|n| !version.files.iter().any(|f| f.name == *n)));
    let mut room = MAX_LINES;
    let files = names.into_iter().filter_map(|name| {
        let mut lines = diff(&text(now, name), &text(&version.files, name));
        let gone = !version.files.iter().any(|f| f.name == name);
        let new = !now.iter().any(|f| f.name == name);
        if lines.is_empty() && !gone && !new {
            return None;
        }
        lines.truncate(room);
        room -= lines.len();
        let lines = lines.into_iter().enumerate().map(|(index, line)| diff_line(index, &line, i18n));
        Some(html! {
            <div key={name.to_owned()} class="diff-file">
                <h3>{ name.to_owned() }</h3>
                <pre class="diff" tabindex="0" aria-label={i18n.tf("history-diff", &[("name", name)])}>{ for lines }</pre>
            </div>
        })
    });
    let files: Vec<_> = files.collect();
    let same = files.is_empty();
    let words = if same { "history-same" } else { "history-would" };
    html! {
        <>
            <div class="preview-head">
                <p>{ i18n.t(words) }</p>
                <button
                    type="button" class="btn primary" disabled={same || !may_edit}
                    onclick={keeps(act, Keep::RestoreVersion(version.at))} data-testid="version-restore"
                >{ i18n.t("history-restore") }</button>
            </div>
            { for files }
        </>
    }
}

fn diff_line(index: usize, line: &DiffLine, i18n: &I18n) -> Html {
    let (sign, class, said) = match line.side {
        Side::Both => (" ", "", None),
        Side::Old => ("−", "diff-old", Some("history-goes")),
        Side::New => ("+", "diff-new", Some("history-comes")),
        Side::Gap => return html! { <span key={index} class="diff-line diff-gap">{ "⋯" }</span> },
    };
    let said = said.map(|id| html! { <span class="unseen">{ i18n.t(id) }{ " " }</span> });
    html! {
        <span key={index} class={classes!("diff-line", class)}>
            { for said }<span class="diff-sign" aria-hidden="true">{ sign }</span><span class="diff-number">{ line.line }</span>{ &line.text }
        </span>
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Assembled => "history-assembled",
        Reason::Time => "history-time",
        Reason::Replaced => "history-replaced",
        Reason::Imported => "history-imported",
    }
}
