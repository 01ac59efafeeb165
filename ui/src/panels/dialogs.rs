//! The dialogs of the page.

use super::header::docs;
use super::machine::MachineForm;
use super::wants;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::intent::Intent;
use crate::keys::KEYS;
use crate::store::Dialog;
use crate::widgets::{Modal, ModalProps};
use mcore::session::MachineOptions;
use mcore::view::{Frame, SeriesView};
use std::rc::Rc;
use yew::prelude::*;

/// Rows of the table at most; beyond that neighbours are skipped, as no one reads thousands.
const MOST_ROWS: usize = 256;

/// Properties of [`Dialogs`].
#[derive(Properties, PartialEq)]
pub struct DialogsProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The dialog that is open.
    pub open: Option<Dialog>,
    /// The machine for work without an exercise.
    pub machine: MachineOptions,
    /// The picture with the series.
    pub series: Rc<Frame>,
}

/// The dialog that is open.
#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let on_close: Callback<()> = wants(act, Intent::CloseDialog);
    let modal = |title: &str, testid: &'static str, body: Html| {
        let modal = ModalProps {
            title: i18n.t(title),
            testid: testid.into(),
            on_close: on_close.clone(),
            children: Children::new(vec![body]),
        };
        html! { <Modal key={testid} ..modal /> }
    };
    let dialog = props.open.map(|open| match open {
        Dialog::Help => modal("help-title", "help-dialog", keys(&i18n)),
        Dialog::Machine => modal(
            "machine-title",
            "machine-dialog",
            html! { <MachineForm act={act.clone()} machine={props.machine.clone()} /> },
        ),
        Dialog::Reset => modal("reset-title", "reset-dialog", reset(act, &i18n)),
        Dialog::Data => modal("data-title", "data-dialog", data(props.series.series.as_ref(), &i18n)),
    });
    html! { <div class="dialogs">{ for dialog }</div> }
}

fn keys(i18n: &I18n) -> Html {
    let rows = KEYS.iter().enumerate().map(|(index, row)| {
        let caps = row.keys.iter().map(|key| html! { <kbd key={*key}>{ *key }</kbd> });
        html! { <tr key={index}><td class="caps">{ for caps }</td><td>{ i18n.t(row.label) }</td></tr> }
    });
    html! {
        <div>
            <table class="keys">
                <thead class="unseen"><tr><th>{ i18n.t("keys-key") }</th><th>{ i18n.t("keys-does") }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            <p class="quiet small">{ i18n.t("keys-mac") }</p>
            <p><a href={docs(i18n.lang)} target="_blank" data-testid="docs-all">{ i18n.t("docs-all") }</a></p>
        </div>
    }
}

fn reset(act: &Callback<Intent>, i18n: &I18n) -> Html {
    html! {
        <div>
            <p>{ i18n.t("reset-text") }</p>
            <div class="form-actions">
                <button type="button" class="btn" onclick={wants(act, Intent::CloseDialog)} data-testid="reset-cancel">{ i18n.t("cancel") }</button>
                <button type="button" class="btn primary" onclick={wants(act, Intent::ResetFiles)} data-testid="reset-confirm">{ i18n.t("reset-confirm") }</button>
            </div>
        </div>
    }
}

fn data(series: Option<&SeriesView>, i18n: &I18n) -> Html {
    let Some(series) = series else { return html! { <p>{ i18n.t("data-none") }</p> } };
    let heads = ["data-cycle", "role-computing", "role-polling", "role-halted", "series-ipc", "series-flits"];
    let heads = heads.into_iter().map(|h| html! { <th key={h} scope="col">{ i18n.t(h) }</th> });
    let step = series.computing.len().div_ceil(MOST_ROWS).max(1);
    let rows = (0..series.computing.len()).step_by(step).map(|i| {
        let columns = [&series.computing, &series.polling, &series.halted, &series.ipc, &series.flits];
        let cells = columns.into_iter().enumerate().map(|(c, v)| {
            html! { <td key={c}>{ v.get(i).map(|v| format!("{:.2}", f64::from(*v) / 1000.0)).unwrap_or_default() }</td> }
        });
        html! { <tr key={i}><th scope="row">{ grouped(i as u64 * series.per_bucket) }</th>{ for cells }</tr> }
    });
    let note = i18n.tf("data-note", &[("n", &grouped(series.per_bucket))]);
    html! {
        <div>
            <p class="quiet small">{ note }</p>
            <div class="table-scroll" tabindex="0">
                <table class="data"><thead><tr>{ for heads }</tr></thead><tbody>{ for rows }</tbody></table>
            </div>
        </div>
    }
}
