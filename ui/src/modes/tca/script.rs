//! The editor of the script: a text field over a coloured copy of its text, in which the lines that are going on and the lines with
//! errors are marked.

use super::state::State;
use crate::i18n::use_i18n;
use crate::shell::files::read_chosen_text;
use mcore::modes::tca::TCA_SCRIPT;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Properties of [`Script`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The state of the mode.
    pub state: Rc<State>,
    /// Receives the text after each change.
    pub on_input: Callback<String>,
}

/// A kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Keyword,
    Call,
    Field,
    Flag,
    Comment,
    Other,
}

impl Kind {
    fn class(self) -> Option<&'static str> {
        Some(match self {
            Self::Keyword => "tca-k",
            Self::Call => "tca-c",
            Self::Field => "tca-f",
            Self::Flag => "tca-g",
            Self::Comment => "tca-q",
            Self::Other => return None,
        })
    }
}

const KEYWORDS: [&str; 7] = ["node", "machine", "place", "repeat", "until", "at", "peer"];

/// The pieces of a line with their kinds. `comment`: a comment of an earlier line has not ended.
fn pieces(line: &str, comment: &mut bool) -> Vec<(Kind, String)> {
    let mut found: Vec<(Kind, String)> = Vec::new();
    let mut push = |kind: Kind, text: &str| match found.last_mut() {
        Some((last, own)) if *last == kind => own.push_str(text),
        _ => found.push((kind, text.to_owned())),
    };
    let mut rest = line;
    while !rest.is_empty() {
        if *comment {
            let end = rest.find("*/").map(|at| at + 2);
            *comment = end.is_none();
            let end = end.unwrap_or(rest.len());
            push(Kind::Comment, &rest[..end]);
            rest = &rest[end..];
        } else if rest.starts_with("//") {
            push(Kind::Comment, rest);
            rest = "";
        } else if rest.starts_with("/*") {
            *comment = true;
            push(Kind::Comment, "/*");
            rest = &rest[2..];
        } else {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            if end == 0 {
                let size = rest.chars().next().map_or(1, char::len_utf8);
                let dot = rest.starts_with('.');
                let name = if dot { rest[1..].find(|c: char| !is_word(c)).unwrap_or(rest.len() - 1) } else { 0 };
                if name > 0 {
                    push(Kind::Field, &rest[..=name]);
                    rest = &rest[name + 1..];
                } else {
                    push(Kind::Other, &rest[..size]);
                    rest = &rest[size..];
                }
                continue;
            }
            let word = &rest[..end];
            rest = &rest[end..];
            let kind = if KEYWORDS.contains(&word) {
                Kind::Keyword
            } else if rest.trim_start().starts_with('(') {
                Kind::Call
            } else if word.len() > 3 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
                Kind::Flag
            } else {
                Kind::Other
            };
            push(kind, word);
        }
    }
    found
}

/// The last line of the statement that begins in a line: up to its semicolon or brace.
fn last_line(lines: &[&str], first: u32) -> u32 {
    let from = first.saturating_sub(1) as usize;
    let ends = |line: &&str| line.contains([';', '{', '}']);
    let more = lines.iter().skip(from).position(ends).unwrap_or(0);
    first + more as u32
}

/// The editor.
#[component]
pub fn Script(props: &Props) -> Html {
    let i18n = use_i18n();
    let state = &props.state;
    let text = state.plan.script.clone();
    let lines: Vec<&str> = text.split('\n').collect();
    let wrong = state.wrong_lines();
    // Lines of the run are those of the text only while both are the same.
    let current = if state.plan.script == state.ran.script { state.current_lines() } else { Vec::new() };
    let ranges: Vec<(u32, u32)> = current.iter().map(|line| (*line, last_line(&lines, *line))).collect();
    let mut comment = false;
    let drawn = (1u32..).zip(&lines).map(|(number, line)| {
        let words = pieces(line, &mut comment).into_iter().map(|(kind, text)| match kind.class() {
            Some(class) => html! { <span {class}>{ text }</span> },
            None => html! { { text } },
        });
        let is_wrong = wrong.contains(&number);
        let is_now = ranges.iter().any(|(from, to)| (*from..=*to).contains(&number));
        let class = classes!("tca-line", is_wrong.then_some("tca-bad"), is_now.then_some("tca-now"));
        html! { <span key={number} {class} data-line={number.to_string()}>{ for words.collect::<Vec<_>>() }{ "\n" }</span> }
    });
    let drawn: Vec<Html> = drawn.collect();
    let oninput = props.on_input.reform(|event: InputEvent| {
        let area = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        area.map(|area| area.value()).unwrap_or_default()
    });
    let onchange = {
        let on_input = props.on_input.clone();
        move |event: Event| {
            let on_input = on_input.clone();
            // If the file cannot be read, the present text stays.
            read_chosen_text(&event, move |text| on_input.emit(text));
        }
    };
    let problems = state.problems.iter().filter(|problem| problem.field == TCA_SCRIPT);
    let errors = problems.take(8).map(|problem| html! { <li>{ i18n.text(&problem.text).to_owned() }</li> });
    let errors: Vec<Html> = errors.collect();
    let invalid = !errors.is_empty();
    let rows = lines.len() + 1;
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
    html! {
        <div class="lab-field tca-editor">
            <label for="tca-script">{ i18n.t("tca-script") }</label>
            if invalid {
                <ul id="tca-script-note" class="lab-wrong tca-errors" role="alert" data-testid="tca-errors">{ for errors }</ul>
            }
            <div class="tca-code">
                <pre aria-hidden="true">{ for drawn }</pre>
                <textarea
                    id="tca-script" data-testid="tca-script" value={text} {oninput} spellcheck="false" autocapitalize="off" wrap="off"
                    rows={rows.to_string()} cols={columns.to_string()} aria-invalid={invalid.then_some("true")}
                    aria-describedby={invalid.then_some("tca-script-note")}
                />
            </div>
            <label class="btn tiny outlined lab-file"><input type="file" class="unseen" {onchange} data-testid="tca-script-file" />{ i18n.t("lab-from-file") }</label>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_divided_without_loss() {
        let line = "  ibv_post_send(qp, .wr_id = 1, IBV_WR_SEND); // 送る /* not a comment";
        let mut comment = false;
        let found = pieces(line, &mut comment);
        assert_eq!(found.iter().map(|(_, text)| text.as_str()).collect::<String>(), line);
        assert!(!comment);
        let has = |kind: Kind, text: &str| found.contains(&(kind, text.into()));
        assert!(has(Kind::Call, "ibv_post_send") && has(Kind::Field, ".wr_id") && has(Kind::Flag, "IBV_WR_SEND"));
        assert!(found.last().is_some_and(|(kind, _)| *kind == Kind::Comment));
        assert_eq!(pieces("a /* b", &mut comment).len(), 2);
        assert!(comment);
        assert_eq!(pieces("c */ node 0", &mut comment)[1], (Kind::Other, " ".into()));
        assert!(!comment && pieces("", &mut comment).is_empty());
    }

    #[test]
    fn a_statement_ends_at_its_semicolon() {
        let lines = ["node 0 {", "  a(b,", "    c,", "    d);", "}"];
        assert_eq!((last_line(&lines, 1), last_line(&lines, 2), last_line(&lines, 9)), (1, 4, 9));
    }
}
