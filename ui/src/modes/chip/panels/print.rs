//! The work on paper: statement and files with the numbers of their lines. The chart and the verdict follow from the page itself; see
//! www/style/print.css.

use super::keep::work_name;
use crate::i18n::use_i18n;
use crate::modes::chip::store::Workspace;
use crate::shell::markdown;
use gloo_events::EventListener;
use mcore::base::SourceFile;
use yew::prelude::*;

/// Properties of [`PrintView`].
#[derive(Properties, PartialEq)]
pub struct PrintViewProps {
    /// The open work.
    pub work: Option<Workspace>,
}

/// The view. Its elements exist only while the browser prints.
#[component]
pub fn PrintView(props: &PrintViewProps) -> Html {
    let i18n = use_i18n();
    let prints = use_state_eq(|| false);
    {
        let prints = prints.setter();
        use_effect_with((), move |()| {
            let window = gloo_utils::window();
            let listeners = [("beforeprint", true), ("afterprint", false)].map(|(name, on)| {
                let prints = prints.clone();
                EventListener::new(&window, name, move |_| prints.set(on))
            });
            move || drop(listeners)
        });
    }
    let Some(work) = props.work.as_ref().filter(|_| *prints) else { return html! { <div class="print-view"></div> } };
    let task = work.exercise.as_ref().map(|exercise| markdown::render(i18n.text(&exercise.statement), &work.pictures));
    // A statement has its own heading.
    let heading = task.is_none().then(|| html! { <h1>{ work_name(work, &i18n) }</h1> });
    html! {
        <div class="print-view" data-testid="print">
            { for heading }
            <article class="task">{ for task }</article>
            { for work.files.iter().map(file) }
        </div>
    }
}

/// A file with the numbers of its lines.
fn file(file: &SourceFile) -> Html {
    let line = |(index, text): (usize, &str)| {
        html! { <tr><td class="print-number">{ index + 1 }</td><td class="print-line">{ text }</td></tr> }
    };
    html! {
        <section class="print-file">
            <h2>{ &file.name }</h2>
            <table><tbody>{ for file.text.lines().enumerate().map(line) }</tbody></table>
        </section>
    }
}
