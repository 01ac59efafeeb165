//! CommonMark as Yew nodes.
//!
//! Statements are part of packs, which are not trusted. They are never turned into HTML text: each event of the parser
//! becomes a node of a fixed kind, raw HTML is dropped, pictures are taken only from the pack, and links lead only to
//! `https:` addresses or within the site.

use crate::shell::pictures::Pictures;
use mcore::packs::statement;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use yew::prelude::*;
use yew::virtual_dom::{VNode, VTag};

/// Renders a text with the pictures of its exercise.
pub fn render(source: &str, pictures: &Pictures) -> Html {
    if statement::refused(source).is_some() {
        return html! { <pre tabindex="0">{ source.to_owned() }</pre> };
    }
    let mut builder = Builder::new(pictures);
    for event in Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        builder.event(event);
    }
    builder.finish()
}

/// An open element, with its children so far.
struct Open {
    tag: VTag,
    children: Vec<Html>,
}

struct Builder<'p> {
    open: Vec<Open>,
    in_head: bool,
    pictures: &'p Pictures,
    /// The picture whose description is being read, and the description so far.
    picture: Option<(VTag, String)>,
    /// Elements that have begun and are too deep to be shown.
    deep: usize,
}

fn element(name: &'static str, class: &'static str) -> VTag {
    let mut tag = VTag::new(name);
    if !class.is_empty() {
        tag.add_attribute("class", class);
    }
    tag
}

/// The address, if a statement may link to it.
fn safe_link(address: &str) -> Option<(&str, bool)> {
    let lower = address.to_ascii_lowercase();
    if lower.starts_with("https://") {
        return Some((address, true));
    }
    // Anything else with a scheme, or with the host of another site, is dropped.
    let first = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let local = !first.contains(':') && !lower.starts_with("//") && !lower.contains(['\\', '\t', '\n', '\r']);
    (local && !statement::leaves(&lower) && !lower.trim_start().is_empty() && lower.trim_start().len() == lower.len())
        .then_some((address, false))
}

impl<'p> Builder<'p> {
    fn new(pictures: &'p Pictures) -> Self {
        let open = vec![Open { tag: element("div", "prose"), children: vec![] }];
        Self { open, in_head: false, pictures, picture: None, deep: 0 }
    }

    fn event(&mut self, event: Event<'_>) {
        if let Some((_, description)) = &mut self.picture {
            match event {
                Event::End(TagEnd::Image) => self.end_picture(),
                Event::Text(text) | Event::Code(text) => description.push_str(&text),
                Event::SoftBreak | Event::HardBreak => description.push(' '),
                // Emphasis and links within a description are reduced to their words.
                _ => {}
            }
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(end) => self.end(end),
            Event::Text(text) => self.push(Html::from(text.to_string())),
            Event::Code(text) => self.push(html! { <code>{ text.to_string() }</code> }),
            Event::SoftBreak => self.push(Html::from("\n")),
            Event::HardBreak => self.push(html! { <br /> }),
            Event::Rule => self.push(html! { <hr /> }),
            Event::Html(_) | Event::InlineHtml(_) => {}
            // Not enabled; as text they do no harm.
            Event::FootnoteReference(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.push(Html::from(text.to_string()));
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        if self.deep > 0 || self.open.len() > statement::MAX_DEPTH {
            self.deep += 1;
            return;
        }
        let tag = match tag {
            Tag::Paragraph => element("p", ""),
            // The page itself uses the first levels.
            Tag::Heading { level, .. } => match level {
                HeadingLevel::H1 => element("h2", ""),
                HeadingLevel::H2 => element("h3", ""),
                _ => element("h4", ""),
            },
            Tag::BlockQuote(_) => element("blockquote", ""),
            Tag::CodeBlock(kind) => {
                let mut pre = element("pre", "");
                // Long lines scroll, so the keyboard must be able to focus them.
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
            Tag::Image { dest_url, .. } => match self.pictures.address(&dest_url) {
                Some(address) => {
                    let mut picture = element("img", "");
                    picture.add_attribute("src", address.to_owned());
                    self.picture = Some((picture, String::new()));
                    return;
                }
                // Only the description of a missing picture is kept.
                None => element("span", "no-picture"),
            },
            _ => element("div", ""),
        };
        self.open.push(Open { tag, children: vec![] });
    }

    fn end(&mut self, end: TagEnd) {
        if self.deep > 0 {
            self.deep -= 1;
            return;
        }
        self.close();
        if end == TagEnd::TableHead {
            self.close();
            self.in_head = false;
        }
    }

    fn end_picture(&mut self) {
        let Some((mut picture, description)) = self.picture.take() else { return };
        picture.add_attribute("alt", description);
        self.push(VNode::from(picture));
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

    /// The elements of a text: name and attributes.
    fn elements(source: &str, pictures: &Pictures) -> Vec<String> {
        fn walk(node: &VNode, found: &mut Vec<String>) {
            match node {
                VNode::VTag(tag) => {
                    let attributes: Vec<_> = tag.attributes.iter().map(|(k, v)| format!("{k}={v}")).collect();
                    found.push(format!("{} {}", tag.tag(), attributes.join(" ")).trim_end().to_owned());
                    tag.children().into_iter().for_each(|child| walk(child, found));
                }
                VNode::VList(list) => list.iter().for_each(|child| walk(child, found)),
                VNode::VText(text) => found.push(format!("'{}'", text.text)),
                _ => {}
            }
        }
        let mut found = Vec::new();
        walk(&render(source, pictures), &mut found);
        found
    }

    /// The number of nodes in one another.
    fn depth(node: &VNode) -> usize {
        let children: Vec<usize> = match node {
            VNode::VTag(tag) => tag.children().into_iter().map(depth).collect(),
            VNode::VList(list) => return list.iter().map(depth).max().unwrap_or_default(),
            _ => Vec::new(),
        };
        1 + children.into_iter().max().unwrap_or_default()
    }

    #[test]
    fn pictures_come_from_the_pack_alone() {
        let pictures = Pictures::at(&[("images/mesh.svg", "blob:1")]);
        assert_eq!(
            elements("![a *4 x 4*\nmesh `x`](images/mesh.svg)", &pictures),
            ["div class=prose", "p", "img src=blob:1 alt=a 4 x 4 mesh x"]
        );
        for elsewhere in ["https://example.org/a.png", "data:image/png;base64,AA", "images/gone.svg", "blob:1"] {
            let found = elements(&format!("![what](<{elsewhere}>)"), &pictures);
            assert_eq!(found, ["div class=prose", "p", "span class=no-picture", "'what'"], "{elsewhere}");
        }
        let raw = elements("<img src=\"images/mesh.svg\">\n\nx <img src=x onerror=alert(1)> y", &pictures);
        assert!(!raw.iter().any(|e| e.starts_with("img")), "{raw:?}");
    }

    /// Elements in each other are a stack of calls when the page is drawn.
    #[test]
    fn deep_texts_are_shown_flat() {
        let pictures = Pictures::at(&[]);
        for deep in
            [">".repeat(5000) + " text", "*_".repeat(3000) + "text" + &"_*".repeat(3000), "- ".repeat(5000) + "text"]
        {
            let found = elements(&deep, &pictures);
            let levels = depth(&render(&deep, &pictures));
            assert!(levels <= statement::MAX_DEPTH + 2, "{:?}: {levels} levels", &deep[..9]);
            assert!(found.iter().any(|e| e.contains("text")), "{:?}", &deep[..9]);
        }
        let after = elements(&format!("{} text\n\nafter [x](/etc/passwd)", ">".repeat(5000)), &pictures);
        assert_eq!(after[after.len() - 4..], ["p", "'after '", "span", "'x'"], "{after:?}");
        let many: String = (0..20_000).map(|n| format!("[a{n}]: https://example.org\n")).collect();
        assert_eq!(elements(&many, &pictures)[0], "pre tabindex=0");
    }

    #[test]
    fn links_lead_only_to_safe_places() {
        for good in ["https://example.org/a", "exercises/a.md", "#top", "a/../x?y=a:b"] {
            assert!(safe_link(good).is_some(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "http://example.org",
            "data:text/html,x",
            "//example.org",
            "/etc/passwd",
            "../../x.html",
            "a/%2e%2e/%2e%2e/x",
            "/\\example.org",
            "java\tscript:alert(1)",
            " javascript:alert(1)",
            "",
        ] {
            assert!(safe_link(bad).is_none(), "{bad}");
        }
    }
}
