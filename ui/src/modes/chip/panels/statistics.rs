//! Statistics of the run up to the shown cycle: totals, charts with their tables, and pictures over time and space.

mod heat;
pub(super) mod spacetime;
mod totals;

use super::Props;
use crate::i18n::use_i18n;
use heat::Heat;
use spacetime::SpaceTime;
use totals::Totals;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, ResizeObserver};
use yew::prelude::*;

/// The panel.
#[component]
pub fn StatisticsPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let Some(counted) = &props.state.analysis.counted else {
        return html! { <p class="empty" data-testid="statistics">{ i18n.t("stats-none") }</p> };
    };
    let stats = &counted.stats;
    html! {
        <div
            class="figures" tabindex="0" data-testid="statistics" data-cycle={counted.cycle.to_string()}
            data-executed={stats.instructions.executed.to_string()} data-covered={counted.space.cycles.to_string()}
        >
            <Totals act={props.act.clone()} counted={counted.clone()} selected={props.state.watch.node} dark={props.dark} />
            <SpaceTime
                act={props.act.clone()} counted={counted.clone()} space={props.state.analysis.space.clone()} cycle={props.cycle()}
                selected={props.state.watch.node} dark={props.dark}
            />
            <Heat
                act={props.act.clone()} counted={counted.clone()} cycle={props.cycle()} selected={props.state.watch.node}
                dark={props.dark}
            />
        </div>
    }
}

/// The present width and height of a canvas, in pixels of the page.
#[hook]
fn use_client_size(node: &NodeRef) -> (i32, i32) {
    let size = use_state(|| (0, 0));
    {
        let (node, size) = (node.clone(), size.setter());
        use_effect_with((), move |()| {
            let watch = node.cast::<HtmlCanvasElement>().and_then(|canvas| {
                let observed = canvas.clone();
                let on_resize =
                    Closure::<dyn FnMut()>::new(move || size.set((canvas.client_width(), canvas.client_height())));
                let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
                observer.observe(&observed);
                Some((observer, on_resize))
            });
            move || {
                if let Some((observer, _on_resize)) = watch {
                    observer.disconnect();
                }
            }
        });
    }
    *size
}
