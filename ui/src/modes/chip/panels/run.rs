//! The first two tabs of the lower area: the output or the chart of the run, and the verdict beside it.

use super::output::{OutputPanel, OutputPanelProps};
use super::result::{ResultPanel, ResultPanelProps};
use super::time::{Chart, ChartProps};
use yew::prelude::*;

/// Properties of [`RunPanel`].
#[derive(Properties, PartialEq)]
pub struct RunPanelProps {
    /// The chart.
    pub chart: ChartProps,
    /// The output, if its tab is chosen: it replaces the chart.
    pub output: Option<OutputPanelProps>,
    /// The verdict.
    pub result: ResultPanelProps,
    /// Whether one of its tabs is chosen. It exists under every tab, since narrow pages show it in another place.
    pub shown: bool,
    /// Something has run.
    pub begun: bool,
}

/// The panel.
#[component]
pub fn RunPanel(props: &RunPanelProps) -> Html {
    html! {
        <div
            class="run-tab" id="run-panel" role="tabpanel" aria-labelledby={if props.output.is_some() { "drawer-tab-output" } else { "drawer-tab-run" }}
            data-shown={props.shown.to_string()} data-begun={props.begun.to_string()} data-output={props.output.is_some().to_string()}
        >
            <Chart ..props.chart.clone() />
            <div class="output-host">{ for props.output.clone().map(|output| html! { <OutputPanel ..output /> }) }</div>
            <ResultPanel ..props.result.clone() />
        </div>
    }
}
