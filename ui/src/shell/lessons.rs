//! The card of a lesson whose answers are chosen: question, answers, insight, and the buttons to its neighbours.

use crate::fmt::plain;
use crate::i18n::I18n;
use mcore::base::Text;
use mcore::mode::Lesson;
use yew::prelude::*;

/// The card of the open lesson. The names of its elements in tests begin with the mode, its classes with `class`.
pub struct Card<'a, R> {
    /// The name of the mode.
    pub mode: &'static str,
    /// The beginning of class names.
    pub class: &'static str,
    pub all: &'a [Lesson<R>],
    /// The open one, from 1.
    pub number: usize,
    /// The chosen answer.
    pub answer: Option<usize>,
    /// The hint is shown, and the message on its button; none if lessons have no hints.
    pub hint: Option<(bool, &'static str)>,
    /// The messages for a right and a wrong answer, and on the button to the lesson before.
    pub words: [&'static str; 3],
    /// Other lessons cannot be opened now.
    pub busy: bool,
    /// Chooses an answer.
    pub on_answer: Callback<usize>,
    /// Shows or hides the hint.
    pub on_hint: Callback<()>,
    /// Opens another lesson.
    pub on_lesson: Callback<usize>,
}

impl<R> Card<'_, R> {
    /// The card, with the runs that the user can choose and the label of the last button.
    pub fn view(&self, runs: Option<Html>, next: AttrValue, i18n: &I18n) -> Html {
        let (mode, class, number) = (self.mode, self.class, self.number);
        let [right, wrong, back] = self.words;
        let Some(lesson) = self.all.get(number.wrapping_sub(1)) else { return Html::default() };
        let say = |text: &Text| plain(i18n.text(text));
        let go = |to: usize| self.on_lesson.reform(move |_: MouseEvent| to);
        let answers = lesson.answers.iter().enumerate().map(|(answer, text)| {
            let onclick = self.on_answer.reform(move |_: MouseEvent| answer);
            html! {
                <button key={answer} type="button" class={format!("btn outlined {class}-choice")} {onclick} aria-pressed={(self.answer == Some(answer)).to_string()} data-testid={format!("{mode}-answer-{}", answer + 1)}>
                    { say(text) }
                </button>
            }
        });
        let insight = self.answer.map(|answer| {
            let verdict = if answer == lesson.right { right } else { wrong };
            html! { <p class="lab-answer" data-testid={format!("{mode}-insight")}><b>{ i18n.t(verdict) }</b>{ " " }{ say(&lesson.insight) }</p> }
        });
        let hint = self.hint.filter(|(shown, _)| *shown);
        let hint = hint.map(
            |_| html! { <p class="lab-answer" data-testid={format!("{mode}-hint-text")}>{ say(&lesson.hint) }</p> },
        );
        let on_hint = self.hint.map(|(shown, label)| {
            let onclick = self.on_hint.reform(|_: MouseEvent| ());
            html! { <button type="button" class="btn outlined" aria-pressed={shown.to_string()} {onclick} data-testid={format!("{mode}-hint")}>{ i18n.t(label) }</button> }
        });
        html! {
            <section class={format!("{class}-card")} data-testid={format!("{mode}-lesson")} aria-label={say(&lesson.title)}>
                <p class="small quiet">{ format!("{number} / {}", self.all.len()) }</p>
                <h2>{ say(&lesson.title) }</h2>
                <p class="lab-ask">{ say(&lesson.ask) }</p>
                { runs.unwrap_or_default() }
                <div class={format!("{class}-choices")}>{ for answers }</div>
                <div role="status">{ hint.unwrap_or_default() }{ insight.unwrap_or_default() }</div>
                <div class="lab-pick">
                    { on_hint.unwrap_or_default() }
                    <button type="button" class="btn outlined" disabled={number <= 1 || self.busy} onclick={go(number - 1)} data-testid={format!("{mode}-lesson-back")}>{ i18n.t(back) }</button>
                    <button type="button" class={format!("btn outlined {class}-next")} disabled={number >= self.all.len() || self.busy} onclick={go(number + 1)} data-testid={format!("{mode}-lesson-next")}>{ next }</button>
                </div>
            </section>
        }
    }
}
