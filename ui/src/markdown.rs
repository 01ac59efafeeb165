//! CommonMark as Yew nodes.
//!
//! Statements come with packs, which are not to be trusted. They are never turned into HTML text: each event of the
//! parser becomes a node of a fixed kind, raw HTML and pictures from elsewhere become nothing, and links lead only to
//! `https:` addresses or within the site.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use yew::prelude::*;
use yew::virtual_dom::{VNode, VTag};

/// Renders a text.
pub fn render(source: &str) -> Html {
    let mut builder = Builder::default();
    for event in Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        builder.event(event);
    }
    builder.finish()
}

/// An element that is open, with what it has so far.
struct Open {
    tag: VTag,
    children: Vec<Html>,
}

struct Builder {
    open: Vec<Open>,
    in_head: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self { open: vec![Open { tag: element("div", "prose"), children: vec![] }], in_head: false }
    }
}

fn element(name: &'static str, class: &'static str) -> VTag {
    let mut tag = VTag::new(name);
    if !class.is_empty() {
        tag.add_attribute("class", class);
    }
    tag
}

/// The address, if a statement may lead there.
fn safe_link(address: &str) -> Option<(&str, bool)> {
    let lower = address.to_ascii_lowercase();
    if lower.starts_with("https://") {
        return Some((address, true));
    }
    // Anything else with a scheme, or with the host of another site, is dropped.
    let first = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let local = !first.contains(':') && !lower.starts_with("//") && !lower.contains(['\\', '\t', '\n', '\r']);
    (local && !lower.trim_start().is_empty() && lower.trim_start().len() == lower.len()).then_some((address, false))
}

impl Builder {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => self.push(Html::from(text.to_string())),
            Event::Code(text) => self.push(html! { <code>{ text.to_string() }</code> }),
            Event::SoftBreak => self.push(Html::from("\n")),
            Event::HardBreak => self.push(html! { <br /> }),
            Event::Rule => self.push(html! { <hr /> }),
            Event::Html(_) | Event::InlineHtml(_) => {}
            // Not switched on; as text they do no harm.
            Event::FootnoteReference(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.push(Html::from(text.to_string()));
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let tag = match tag {
            Tag::Paragraph => element("p", ""),
            // The page has its own first levels.
            Tag::Heading { level, .. } => match level {
                HeadingLevel::H1 => element("h2", ""),
                HeadingLevel::H2 => element("h3", ""),
                _ => element("h4", ""),
            },
            Tag::BlockQuote(_) => element("blockquote", ""),
            Tag::CodeBlock(kind) => {
                let mut pre = element("pre", "");
                // Long lines are scrolled, so the keyboard must be able to get there.
                pre.add_attribute("tabindex", "0");
                if let CodeBlockKind::Fenced(language) = kind
                    && !language.is_empty()
                {
                    pre.add_attribute("data-language", language.to_string());
                }
                pre
            }
            Tag::List(Some(first)) => {
                let mut list = element("ol", "");
                if first != 1 {
                    list.add_attribute("start", first.to_string());
                }
                list
            }
            Tag::List(None) => element("ul", ""),
            Tag::Item => element("li", ""),
            Tag::Table(_) => element("table", ""),
            Tag::TableHead => {
                self.in_head = true;
                self.open.push(Open { tag: element("thead", ""), children: vec![] });
                element("tr", "")
            }
            Tag::TableRow => element("tr", ""),
            Tag::TableCell if self.in_head => element("th", ""),
            Tag::TableCell => element("td", ""),
            Tag::Emphasis => element("em", ""),
            Tag::Strong => element("strong", ""),
            Tag::Strikethrough => element("del", ""),
            Tag::Link { dest_url, .. } => match safe_link(&dest_url) {
                Some((address, away)) => {
                    let mut link = element("a", "");
                    link.add_attribute("href", address.to_owned());
                    if away {
                        link.add_attribute("target", "_blank");
                        link.add_attribute("rel", "noopener noreferrer");
                    }
                    link
                }
                None => element("span", ""),
            },
            // Only the description of a picture is kept.
            Tag::Image { .. } => element("span", ""),
            _ => element("div", ""),
        };
        self.open.push(Open { tag, children: vec![] });
    }

    fn end(&mut self, end: TagEnd) {
        self.close();
        if end == TagEnd::TableHead {
            self.close();
            self.in_head = false;
        }
    }

    fn close(&mut self) {
        if self.open.len() > 1
            && let Some(Open { mut tag, children }) = self.open.pop()
        {
            tag.add_children(children);
            self.push(VNode::from(tag));
        }
    }

    fn push(&mut self, node: Html) {
        if let Some(open) = self.open.last_mut() {
            open.children.push(node);
        }
    }

    fn finish(mut self) -> Html {
        while self.open.len() > 1 {
            self.close();
        }
        match self.open.pop() {
            Some(Open { mut tag, children }) => {
                tag.add_children(children);
                VNode::from(tag)
            }
            None => Html::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_only_to_safe_places() {
        for good in ["https://example.org/a", "exercises/a.md", "#top", "../x?y=a:b"] {
            assert!(safe_link(good).is_some(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "http://example.org",
            "data:text/html,x",
            "//example.org",
            "/\\example.org",
            "java\tscript:alert(1)",
            " javascript:alert(1)",
            "",
        ] {
            assert!(safe_link(bad).is_none(), "{bad}");
        }
    }
}
