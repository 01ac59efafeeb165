//! The first exercise as plain HTML in `index.html`: a first visit reads it while the programs are still on their way.
//!
//! `www/boot/first.js` shows it in the visitor's language if nothing else is opened; the page takes its place.

use anyhow::{Context, Result, ensure};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::fs;
use std::path::Path;

/// The exercise that a first visit opens; see `Catalog::first` in `ui/src/shell/packs.rs`.
const EXERCISE: [&str; 2] = ["class", "matmul"];

/// The element of `www/index.html` that the exercise replaces.
const PLACE: &str = r#"<template id="first"></template>"#;

/// Writes the exercise into `index.html` of `site`, whose exercises are there. A site without it gets none.
pub fn write(site: &Path) -> Result<()> {
    let [pack, exercise] = EXERCISE;
    let folder = site.join("exercises").join(pack);
    let index = site.join("index.html");
    let page = fs::read_to_string(&index).context("cannot read index.html of the site")?;
    ensure!(page.contains(PLACE), "www/index.html has no {PLACE}");
    let articles = if folder.join(exercise).is_dir() {
        let pack: toml::Table =
            fs::read_to_string(folder.join("pack.toml"))?.parse().context("pack.toml is not TOML")?;
        let mut articles = String::new();
        for language in ["en", "ja"] {
            let path = folder.join(exercise).join(format!("task.{language}.md"));
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let title = pack.get("title").and_then(|title| title.get(language)).and_then(toml::Value::as_str);
            let pictures = format!("exercises/{}/{exercise}/", EXERCISE[0]);
            articles.push_str(&article(language, title.unwrap_or_default(), &text, &pictures));
        }
        frame(&articles)
    } else {
        String::new()
    };
    fs::write(&index, page.replace(PLACE, &articles)).context("cannot write index.html of the site")
}

/// The frame of the page around the statement, with the classes of the page. Where there is room for only one panel it shows the chip,
/// with which the page opens there.
fn frame(articles: &str) -> String {
    format!(
        r#"<div class="lab first" data-phone="chip"><header class="top"><h1 class="logo"><svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="1.6"><rect x="2" y="2" width="7" height="7" rx="1.5"/><rect x="13" y="2" width="7" height="7" rx="1.5"/><rect x="2" y="13" width="7" height="7" rx="1.5"/><rect x="13" y="13" width="7" height="7" rx="1.5" fill="currentColor"/><path d="M9 5.5h4M5.5 9v4M16.5 9v4M9 16.5h4"/></g></svg><span>M-Core Lab</span></h1></header><nav class="phone-tabs"></nav><main class="panels"><section class="panel source"><div class="bar"></div><div class="source-body"><div class="task-host">{articles}</div></div></section><section class="panel mesh"><p class="coming" lang="en">Loading the chip…</p><p class="coming" lang="ja">チップを読み込んでいます…</p></section><section class="panel node"></section></main><section class="time"></section><section class="lower"></section></div>"#
    )
}

/// The statement in one language, as `Task` in `ui/src/modes/chip/panels/task.rs` shows it. Pictures are below `pictures`.
fn article(language: &str, pack: &str, statement: &str, pictures: &str) -> String {
    let level = |level: HeadingLevel| match level {
        HeadingLevel::H1 => HeadingLevel::H2,
        HeadingLevel::H2 => HeadingLevel::H3,
        _ => HeadingLevel::H4,
    };
    let event = |event: Event<'static>| match event {
        // The page drops HTML too.
        Event::Html(_) | Event::InlineHtml(_) => None,
        // The page itself uses the first level.
        Event::Start(Tag::Heading { level: old, .. }) => {
            Some(Event::Start(Tag::Heading { level: level(old), id: None, classes: Vec::new(), attrs: Vec::new() }))
        }
        Event::End(TagEnd::Heading(old)) => Some(Event::End(TagEnd::Heading(level(old)))),
        // An alignment would be a style, which the policy forbids.
        Event::Start(Tag::Table(_)) => Some(Event::Start(Tag::Table(Vec::new()))),
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = format!("{pictures}{dest_url}").into();
            Some(Event::Start(Tag::Image { link_type, dest_url, title, id }))
        }
        other => Some(other),
    };
    let mut text = String::new();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    html::push_html(&mut text, Parser::new_ext(statement, options).map(Event::into_static).filter_map(event));
    let mut title = String::new();
    html::push_html(&mut title, std::iter::once(Event::Text(pack.to_owned().into())));
    format!(
        r#"<article class="task" lang="{language}"><p class="pack">{title}</p><div class="prose">{text}</div></article>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::tests::Scratch;

    #[test]
    fn a_statement_becomes_what_the_policy_allows() {
        let text = "# Title\n\n<b onclick=\"x\">raw</b> and `code`\n\n## Part\n\n| a |\n|--:|\n| 1 |\n\n![map](images/m.svg)\n";
        let html = article("en", "A & B", text, "exercises/p/e/");
        assert!(html.starts_with(r#"<article class="task" lang="en"><p class="pack">A &amp; B</p>"#), "{html}");
        for part in
            ["<h2>Title</h2>", "<h3>Part</h3>", "raw and <code>code</code>", r#"src="exercises/p/e/images/m.svg""#]
        {
            assert!(html.contains(part), "{part} in {html}");
        }
        for part in ["style=", "<b", "onclick"] {
            assert!(!html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn the_exercise_replaces_its_place_and_a_site_without_it_stays_empty() {
        let scratch = Scratch::new("first");
        scratch.write("index.html", &format!("<body>{PLACE}</body>"));
        write(&scratch.path("")).expect("no exercise");
        let index = || fs::read_to_string(scratch.path("index.html")).expect("there");
        assert_eq!(index(), "<body></body>");
        assert!(write(&scratch.path("")).expect_err("no place").to_string().contains("template"));
        scratch.write("index.html", PLACE);
        scratch.write("exercises/class/pack.toml", "title.en = \"Class\"\ntitle.ja = \"授業\"");
        scratch.write("exercises/class/matmul/task.en.md", "# One");
        scratch.write("exercises/class/matmul/task.ja.md", "# いち");
        write(&scratch.path("")).expect("writes");
        assert!(index().contains("<h2>One</h2>") && index().contains("<h2>いち</h2>") && index().contains("授業"));
    }
}
