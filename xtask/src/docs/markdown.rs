//! CommonMark as HTML without anything that the site's policy forbids.

use anyhow::{Result, bail};
use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;

/// A rendered document.
pub struct Page {
    /// Its first heading, as plain text.
    pub title: String,
    /// The contents of `main`.
    pub html: String,
    /// The headings that links can lead to.
    pub anchors: BTreeSet<String>,
    /// Its links as they are written, pictures included.
    pub links: Vec<String>,
}

/// Renders a text. `address` maps a link or a picture and its shown text to its address in the site.
pub fn render(text: &str, mut address: impl FnMut(&str, &str) -> Result<String>) -> Result<Page> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
    let mut page = Page { title: String::new(), html: String::new(), anchors: BTreeSet::new(), links: Vec::new() };
    let mut out = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                let html = html.trim();
                let is_comment = html.starts_with("<!--") && html.ends_with("-->");
                if !html.is_empty() && !is_comment {
                    bail!("HTML cannot stand in a document: {html}");
                }
            }
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let shown = shown(&events[index + 1..], |end| matches!(end, TagEnd::Heading(_)));
                if *level == HeadingLevel::H1 && page.title.is_empty() {
                    page.title = shown.trim().to_owned();
                }
                let mut id = anchor(&shown);
                while !page.anchors.insert(id.clone()) {
                    id.push_str("-1");
                }
                let (level, id) = (*level, Some(CowStr::from(id)));
                out.push(Event::Start(Tag::Heading { level, id, classes: classes.clone(), attrs: attrs.clone() }));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let shown = shown(&events[index + 1..], |end| matches!(end, TagEnd::Link));
                page.links.push(dest_url.to_string());
                let dest_url = address(dest_url, &shown)?.into();
                let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                page.links.push(dest_url.to_string());
                let dest_url = address(dest_url, "")?.into();
                let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                out.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            // Wide tables and long lines scroll, so they must be reachable by keyboard. An alignment would be written
            // as a style, which the policy forbids.
            Event::Start(Tag::Table(columns)) => {
                out.push(Event::Html("<div class=\"scroll\" tabindex=\"0\">".into()));
                out.push(Event::Start(Tag::Table(vec![Alignment::None; columns.len()])));
            }
            Event::End(TagEnd::Table) => {
                out.push(event.clone());
                out.push(Event::Html("</div>".into()));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.as_ref(),
                    CodeBlockKind::Indented => "",
                };
                // The word after the language is the path of the quoted file.
                if let Some((_, path)) = info.split_once(' ') {
                    out.push(Event::Html("<p class=\"quoted\">".into()));
                    out.push(Event::Code(path.to_owned().into()));
                    out.push(Event::Html("</p>".into()));
                }
                out.push(Event::Html("<pre tabindex=\"0\"><code>".into()));
            }
            Event::End(TagEnd::CodeBlock) => out.push(Event::Html("</code></pre>\n".into())),
            // Japanese has no spaces between words, so a line break must not become one.
            Event::SoftBreak if is_between_wide(out.last(), events.get(index + 1)) => {}
            other => out.push(other.clone()),
        }
    }
    if page.title.is_empty() {
        bail!("a document begins with a heading: # Title");
    }
    html::push_html(&mut page.html, out.into_iter());
    Ok(page)
}

/// True if a text that ends with a Japanese character meets one that begins with one.
fn is_between_wide(before: Option<&Event<'_>>, after: Option<&Event<'_>>) -> bool {
    let is_wide = |c: Option<char>| c.is_some_and(|c| ('\u{3000}'..='\u{9fff}').contains(&c) || c >= '\u{ff00}');
    match (before, after) {
        (Some(Event::Text(before)), Some(Event::Text(after))) => {
            is_wide(before.chars().next_back()) && is_wide(after.chars().next())
        }
        _ => false,
    }
}

/// The text of the events before the end of an element.
fn shown(events: &[Event<'_>], is_end: impl Fn(&TagEnd) -> bool) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::End(end) if is_end(end) => break,
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

/// The anchor of a heading, as repository hosts generate it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_get_names_that_links_find() {
        let page = render("# A `b` c: d!\n\n## 転送 1\n\n## 転送 1\n", |link, _| Ok(link.to_owned())).expect("sound");
        assert_eq!(page.title, "A b c: d!");
        let anchors: Vec<&str> = page.anchors.iter().map(String::as_str).collect();
        assert_eq!(anchors, ["a-b-c-d", "転送-1", "転送-1-1"]);
    }

    #[test]
    fn a_line_that_ends_in_japanese_does_not_end_in_a_space() {
        let page = render("# A\n\nコアは\n止まる `a`\n b\n", |link, _| Ok(link.to_owned())).expect("sound");
        assert!(page.html.contains("<p>コアは止まる <code>a</code>\nb</p>"), "{}", page.html);
    }

    #[test]
    fn code_is_text_and_says_where_it_stands() {
        let page =
            render("# A\n\n```rust core/x.rs\nif a < b {}\n```\n", |link, _| Ok(link.to_owned())).expect("sound");
        assert!(page.html.contains("<p class=\"quoted\"><code>core/x.rs</code></p>"), "{}", page.html);
        assert!(page.html.contains("<pre tabindex=\"0\"><code>if a &lt; b {}\n</code></pre>"), "{}", page.html);
    }
}
