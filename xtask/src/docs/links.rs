//! Resolves the links of documents: in the repository, and from there in the site.

use super::{SOURCES, identity};
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::path::Path;

/// The repository whose files links refer to.
pub struct Place<'a> {
    /// Its top folder.
    pub root: &'a Path,
    /// Paths of the documents.
    pub documents: BTreeSet<String>,
}

/// The destination of a link. Paths are relative to the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A document, at a heading.
    Document {
        /// Its path.
        path: String,
        /// The heading.
        anchor: Option<String>,
    },
    /// A heading of the same document.
    Here(String),
    /// A source file, at a line.
    Source {
        /// Its path.
        path: String,
        /// The line, from 1.
        line: Option<usize>,
    },
    /// A picture.
    Picture(String),
    /// Another site.
    Elsewhere(String),
}

impl Target {
    /// The address in a page of the site's folder `docs`.
    pub fn address(&self) -> String {
        match self {
            Self::Document { path, anchor: None } => page_of(path),
            Self::Document { path, anchor: Some(anchor) } => format!("{}#{anchor}", page_of(path)),
            Self::Here(anchor) => format!("#{anchor}"),
            Self::Source { path, line: None } => source_page(path),
            Self::Source { path, line: Some(line) } => format!("{}#L{line}", source_page(path)),
            Self::Picture(path) => path.strip_prefix("docs/").unwrap_or(path).to_owned(),
            Self::Elsewhere(address) => address.clone(),
        }
    }
}

/// File name of a document's page, in the site's folder `docs`.
pub fn page_of(path: &str) -> String {
    let (language, name) = identity(path);
    match language {
        super::Language::En => format!("{name}.html"),
        super::Language::Ja => format!("{name}.ja.html"),
    }
}

/// Path of a source file's page, in the site's folder `docs`.
pub fn source_page(path: &str) -> String {
    format!("source/{path}.html")
}

impl Place<'_> {
    /// The destination of the link `link` with the text `shown`, in the document at the path `from`.
    pub fn resolve(&self, from: &str, link: &str, shown: &str) -> Result<Target> {
        if link.starts_with("https://") {
            return Ok(Target::Elsewhere(link.to_owned()));
        }
        if link.contains(':') || link.starts_with('/') {
            bail!("the link {link} is neither a path within the repository nor an https address");
        }
        let (file, anchor) =
            link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor.to_owned())));
        if file.is_empty() {
            return Ok(Target::Here(anchor.unwrap_or_default()));
        }
        let Some(path) = join(from, file) else { bail!("the link {link} leads out of the repository") };
        if !self.root.join(&path).is_file() {
            bail!("the link {link} leads to {path}, which does not exist");
        }
        if self.documents.contains(&path) {
            return Ok(Target::Document { path, anchor });
        }
        if path.starts_with("docs/") && [".png", ".svg"].iter().any(|end| path.ends_with(end)) {
            return Ok(Target::Picture(path));
        }
        let hidden = |part: &str| part.starts_with('.') || part.to_lowercase().starts_with("solution");
        if !SOURCES.iter().any(|folder| path.starts_with(folder)) || path.split('/').any(hidden) {
            bail!("the link {link} leads to {path}, which is not published");
        }
        let line = self.line_of(&path, shown);
        Ok(Target::Source { path, line })
    }

    /// The line of a source file that defines the item named by a link's text: `` `Incc::update` ``.
    fn line_of(&self, path: &str, shown: &str) -> Option<usize> {
        let item = shown.rsplit("::").next()?.trim_end_matches("()");
        if item.is_empty() || !item.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let text = std::fs::read_to_string(self.root.join(path)).ok()?;
        let kinds = ["fn", "struct", "enum", "trait", "const", "static", "mod"];
        let defines = |line: &str| {
            let after = |kind: &str| line.split_once(&format!("{kind} {item}")).map(|(_, rest)| rest);
            let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            !line.trim_start().starts_with("//") && kinds.iter().any(|kind| after(kind).is_some_and(ends))
                || line.starts_with(&format!("{item}:"))
        };
        text.lines().position(defines).map(|index| index + 1)
    }
}

/// The path `relative` of a file beside `from`; none if it leaves the repository.
fn join(from: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_within_the_repository() {
        assert_eq!(join("docs/a.md", "b.md").as_deref(), Some("docs/b.md"));
        assert_eq!(join("docs/a.md", "../core/./c.rs").as_deref(), Some("core/c.rs"));
        assert_eq!(join("a.md", "docs/b.md").as_deref(), Some("docs/b.md"));
        assert_eq!(join("docs/a.md", "../../c.rs"), None);
    }

    #[test]
    fn pages_have_names_of_their_own() {
        assert_eq!(page_of("docs/dma-put.ja.md"), "dma-put.ja.html");
        assert_eq!(page_of("ARCHITECTURE.md"), "architecture.html");
        assert_eq!(page_of("cc/README.md"), "readme-cc.html");
    }
}
