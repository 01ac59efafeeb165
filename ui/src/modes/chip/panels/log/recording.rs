//! The loads and stores of the run as a file for the mode of memory systems, or its messages of MPI for the others.

use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::panels::wants;
use crate::modes::chip::store::{Analyse, Intent, Recorded, Recording};
use crate::widgets::{Icon, IconName};
use mcore::base::Cycle;
use yew::prelude::*;

/// Properties of [`RecordingBar`].
#[derive(Properties, PartialEq)]
pub struct RecordingBarProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The file in progress.
    pub recording: Recording,
    /// The events that it is made of.
    pub recorded: Recorded,
    /// The events that this button wants.
    pub wants: Recorded,
    /// The last known cycle.
    pub end: Cycle,
}

/// The button that starts the recording; during it, the progress and the button that cancels it.
#[component]
pub fn RecordingBar(props: &RecordingBarProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let (label, hint, cut, testid) = match props.wants {
        Recorded::Accesses => ("accesses-save", "accesses-hint", "accesses-cut", "accesses"),
        Recorded::Messages => ("mpi-record", "mpi-record-hint", "mpi-record-cut", "mpi-record"),
    };
    let recording = if props.recorded == props.wants { props.recording } else { Recording::None };
    let said = match recording {
        Recording::None => AttrValue::default(),
        Recording::Under { cycle, until } => {
            i18n.tf("accesses-progress", &[("cycle", &grouped(cycle)), ("end", &grouped(until))])
        }
        Recording::Cut { cycle } => i18n.tf(cut, &[("cycle", &grouped(cycle))]),
    };
    let button = match recording {
        Recording::Under { .. } => html! {
            <button type="button" class="btn outlined" onclick={wants(act, Intent::Analyse(Analyse::StopRecording))} data-testid={format!("{testid}-stop")}>
                { i18n.t("accesses-stop") }
            </button>
        },
        _ => html! {
            <button
                type="button" class="btn outlined" onclick={wants(act, Intent::Analyse(Analyse::Record(props.wants)))} disabled={props.end == 0 || matches!(props.recording, Recording::Under { .. })}
                title={i18n.t(hint)} data-testid={testid}
            ><Icon name={IconName::Save} />{ i18n.t(label) }</button>
        },
    };
    html! { <span class="log-window">{ button }<span class="quiet" role="status">{ said }</span></span> }
}
