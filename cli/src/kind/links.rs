//! Checks the links of statements and hints.

use mcore::base::Text;
use mcore::packs::statement;
use mcore::text;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The faulty links and pictures of a text, with their lines. `exists` knows the files of the exercise, `shown` which
/// pictures the page shows.
pub fn wrong(
    markdown: &str,
    exists: &dyn Fn(&str) -> bool,
    shown: &dyn Fn(&str) -> Result<(), Text>,
) -> Vec<(u32, Text)> {
    if let Some(found) = statement::refused(markdown) {
        return vec![found];
    }
    let mut found = Vec::new();
    // Lines are counted from the last event on.
    let (mut counted, mut lines, mut depth) = (0, 1, 0usize);
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter().peekable();
    while let Some((event, at)) = events.next() {
        if at.start > counted {
            lines += markdown.as_bytes()[counted..at.start].iter().filter(|b| **b == b'\n').count() as u32;
            counted = at.start;
        }
        let line = lines;
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > statement::MAX_DEPTH {
            let most = statement::MAX_DEPTH;
            found.push((
                line,
                text!(
                    "quotes, lists and emphasis are in each other more than {most} deep; the page shows the inner ones as text",
                    "引用、箇条書き、強調などの入れ子が {most} 段を超えています。ページでは内側が普通の文章になります"
                ),
            ));
            return found;
        }
        let why = match event {
            Event::Start(Tag::Image { dest_url, .. }) => {
                // An empty description: the picture ends where it begins.
                let described = !matches!(events.peek(), Some((Event::End(TagEnd::Image), _)));
                picture(&dest_url, described, shown)
            }
            Event::Start(Tag::Link { dest_url, .. }) => link(&dest_url, exists),
            Event::Html(html) | Event::InlineHtml(html) if !html.trim_start().starts_with("<!--") => {
                Some(text!("HTML is not shown in statements", "問題文の HTML は表示されません"))
            }
            _ => None,
        };
        found.extend(why.map(|why| (line, why)));
    }
    found
}

/// Checks that the page can show a picture, and that it has a description for readers who cannot see it.
fn picture(to: &str, described: bool, shown: &dyn Fn(&str) -> Result<(), Text>) -> Option<Text> {
    if let Err(why) = shown(to) {
        return Some(why);
    }
    (!described).then(|| {
        text!(
            "the picture `{to}` has no description: write ![what it shows]({to})",
            "図 `{to}` に説明がありません。![何の図か]({to}) のように書いてください"
        )
    })
}

fn link(to: &str, exists: &dyn Fn(&str) -> bool) -> Option<Text> {
    if statement::leaves(to) {
        return Some(text!(
            "the link `{to}` leads out of the lab; the page shows it as text",
            "リンク `{to}` はラボの外を指しています。ページでは普通の文章になります"
        ));
    }
    let fine =
        to.starts_with('#') || ["https://", "http://", "mailto:"].iter().any(|s| to.starts_with(s)) || exists(to);
    (!fine).then(|| text!("the link `{to}` leads nowhere", "リンク `{to}` の先がありません"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_the_page_are_told() {
        let of = |text: &str| wrong(text, &|_| false, &|_| Ok(()));
        let deep = of(&(">".repeat(1000) + " x"));
        assert!(deep.len() == 1 && deep[0].1.en.contains("more than 32 deep"), "{deep:?}");
        let many: String = (0..20_000).map(|n| format!("[a{n}]: https://example.org\n")).collect();
        assert!(of(&many)[0].1.en.contains("more than 1000 definitions"));
        let out = of("[x](/etc/passwd)\n\n[y](../../x.html)\n");
        assert_eq!(out.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3]);
        assert!(out.iter().all(|(_, why)| why.en.contains("leads out of the lab")), "{out:?}");
    }

    #[test]
    fn broken_links_are_found_with_their_lines() {
        let text = "# A\n\n![x](images/there.png) ![y](images/gone.png)\n\n[z](https://example.org) [w](nowhere.md)\n\n\
                    ![p](https://example.org/p.png)\n\n<script>alert(1)</script>\n\n```\n<b>![c](code.png)\n```\n\n![](images/there.png)\n";
        let exists = |name: &str| name == "images/there.png";
        let shown = |name: &str| if exists(name) { Ok(()) } else { Err(text!("no `{name}`", "`{name}` がない")) };
        let found = wrong(text, &exists, &shown);
        let lines: Vec<u32> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 5, 7, 9, 15], "{found:?}");
        assert!(found[2].1.en.contains("p.png") && found[4].1.en.contains("no description"), "{found:?}");
    }
}
