//! Lessons: a question, the runs that answer it, and their figures side by side.

use super::Props;
use super::state::Act;
use crate::fmt::time_text;
use crate::i18n::I18n;
use crate::widgets::{Figure, Icon, IconName};
use mcore::modes::nsim::{NsimLesson, NsimResult, nsim_lessons};
use yew::prelude::*;

/// A figure of a run: its label and its text.
type Fact = (&'static str, fn(&NsimResult) -> String);

/// The figures that all lessons show.
const FACTS: [Fact; 5] = [
    ("nsim-time-of-run", |r| time_text(r.time_ns)),
    ("nsim-predicted-short", |r| r.prediction.map_or_else(|| "–".to_owned(), |p| time_text(p.time_ns))),
    ("nsim-mean-hops-run", |r| format!("{:.2}", r.link_traversals as f64 / r.packets.max(1) as f64)),
    ("nsim-efficiency", |r| format!("{:.1} %", r.efficiency * 100.0)),
    ("nsim-busiest-use", |r| {
        r.busiest_link.as_ref().map_or_else(|| "–".to_owned(), |link| format!("{:.1} %", link.utilisation * 100.0))
    }),
];

/// All lessons.
pub fn lessons(props: &Props, i18n: &I18n) -> Html {
    let cards = nsim_lessons().into_iter().enumerate().map(|(number, lesson)| card(props, number, &lesson, i18n));
    html! { <>{ for cards }</> }
}

fn card(props: &Props, number: usize, lesson: &NsimLesson, i18n: &I18n) -> Html {
    let state = &props.state;
    let ended = |run: usize| state.lesson_runs.get(&(number, run));
    let buttons = lesson.runs.iter().enumerate().map(|(run, (name, _))| {
        let (act, open) = (props.act.clone(), state.lesson == Some((number, run)));
        let name = i18n.text(name).to_owned();
        let label = format!("{}: {name}", i18n.t("nsim-lesson-run"));
        html! {
            <button
                key={run} type="button" class={if open { "btn tiny primary" } else { "btn tiny outlined" }} aria-label={label} aria-pressed={open.to_string()}
                onclick={move |_: MouseEvent| act.emit(Act::Lesson(number, run))} data-testid={format!("nsim-lesson-{}-{}", lesson.name, run + 1)}
            ><Icon name={IconName::Run} />{ name }</button>
        }
    });
    let any = (0..lesson.runs.len()).any(|run| ended(run).is_some());
    let all = (0..lesson.runs.len()).all(|run| ended(run).is_some());
    let heads = lesson.runs.iter().map(|(name, _)| html! { <th scope="col">{ i18n.text(name).to_owned() }</th> });
    let rows = FACTS.iter().map(|(label, text)| {
        let cells = (0..lesson.runs.len()).map(|run| {
            let value = ended(run).map_or_else(|| "–".to_owned(), |outcome| text(&outcome.result));
            html! { <td>{ value }</td> }
        });
        html! { <tr key={*label}><th scope="row">{ i18n.t(label) }</th>{ for cells }</tr> }
    });
    let title = i18n.text(&lesson.title).to_owned();
    html! {
        <Figure key={lesson.name} title={title.clone()} testid={format!("nsim-lesson-{}", lesson.name)} wide={true}>
            <p class="lab-ask">{ i18n.text(&lesson.ask).to_owned() }</p>
            <div class="lab-pick">{ for buttons }</div>
            if any {
                <div class="lab-columns" tabindex="0" role="group" aria-label={title}>
                    <table class="lab-facts"><thead><tr><td></td>{ for heads }</tr></thead><tbody>{ for rows }</tbody></table>
                </div>
            }
            if all {
                <p class="lab-answer" role="status" data-testid={format!("nsim-answer-{}", lesson.name)}>{ i18n.text(&lesson.insight).to_owned() }</p>
            }
        </Figure>
    }
}
