//! Messages to the person at the terminal, all on standard error.

use crate::args::{Colour, ErrorFormat, LangName, Shown};
use crate::text::{pictures, pictures_in_lines};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstream::{AutoStream, ColorChoice};
use mcore::base::{Diagnostic, Lang, Severity, SourceFile, Text};
use mcore::text;
use std::io::{IsTerminal as _, Stderr, Write as _, stderr};

/// The readers of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    People,
    /// Programs that read JSON.
    Json,
    /// Programs that read gcc's messages.
    Gcc,
}

/// The settings of this run's messages.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    lang: Lang,
    rich: bool,
    form: Form,
    colour: ColorChoice,
}

impl Report {
    /// The settings given by the arguments.
    pub fn new(lang: Lang, shown: &Shown, format: ErrorFormat) -> Self {
        let lang = match shown.lang {
            Some(LangName::En) => Lang::En,
            Some(LangName::Ja) => Lang::Ja,
            None => lang,
        };
        let rich = match format {
            ErrorFormat::Auto => stderr().is_terminal() || shown.color == Colour::Always,
            ErrorFormat::Rich => true,
            ErrorFormat::Short | ErrorFormat::Json | ErrorFormat::Gcc => false,
        };
        let form = match format {
            ErrorFormat::Json => Form::Json,
            ErrorFormat::Gcc => Form::Gcc,
            _ => Form::People,
        };
        let colour = match shown.color {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        Self { lang, rich, form, colour }
    }

    /// A text in the language of this run.
    pub fn say<'t>(&self, text: &'t Text) -> &'t str {
        text.get(self.lang)
    }

    /// Standard error, with colours only where they are requested.
    pub fn stderr(&self) -> AutoStream<Stderr> {
        AutoStream::new(stderr(), self.colour)
    }

    /// Writes a line. If that fails, there is no place to report it.
    pub fn line(&self, line: &str) {
        let _ = writeln!(self.stderr(), "{line}");
    }

    /// Reports an error that has no place in a text.
    pub fn error(&self, message: &Text) {
        let red = annotate_snippets::renderer::DEFAULT_ERROR_STYLE;
        self.line(&format!("{red}error{red:#}: {}", pictures_in_lines(self.say(message))));
    }

    /// Reports something at a place, on one line, with more text after the message.
    pub fn warning(&self, place: &str, message: &Text, after: &str) {
        let yellow = annotate_snippets::renderer::DEFAULT_WARNING_STYLE;
        let (place, message) = (pictures(place), pictures_in_lines(self.say(message)));
        self.line(&format!("{place}: {yellow}warning{yellow:#}: {message}{after}"));
    }

    /// Reports something at another place, below the last message.
    pub fn note(&self, place: &str, message: &Text) {
        self.line(&format!("  {}: {}", pictures(place), pictures_in_lines(self.say(message))));
    }

    /// Reports a remedy, below the last message.
    pub fn tip(&self, tip: &Text) {
        let blue = annotate_snippets::renderer::DEFAULT_HELP_STYLE;
        self.line(&format!("  {blue}{}{blue:#}: {}", self.say(&tip_word()), pictures_in_lines(self.say(tip))));
    }

    /// Reports findings. `files` are the names by [`FileId`](mcore::base::FileId), `sources` the texts by name.
    pub fn diagnostics(&self, found: &[Diagnostic], files: &[String], sources: impl FnOnce() -> Vec<SourceFile>) {
        if found.is_empty() {
            return;
        }
        let sources = sources();
        let mut out = self.stderr();
        for diagnostic in found {
            let file = files.get(diagnostic.span.file.0 as usize).map_or("", String::as_str);
            let line = sources
                .iter()
                .find(|s| s.name == file)
                .and_then(|s| s.text.lines().nth((diagnostic.span.line as usize).saturating_sub(1)));
            let text = match line {
                _ if self.form == Form::Json => self.json(diagnostic, file),
                Some(line) if self.rich => self.rich(diagnostic, file, line),
                _ => self.short(diagnostic, file),
            };
            // If that fails, there is no place to report it.
            let _ = writeln!(out, "{text}");
        }
    }

    /// `file:line:col: error: message`, the form that editors know, and the tip below it.
    fn short(&self, diagnostic: &Diagnostic, file: &str) -> String {
        let (line, col) = (diagnostic.span.line, diagnostic.span.col);
        let (file, message) = (pictures(file), pictures_in_lines(self.say(&diagnostic.message)));
        let tip = diagnostic.tip.as_ref().filter(|_| self.form != Form::Gcc);
        let tip =
            tip.map_or(String::new(), |t| format!("\n  {}: {}", self.say(&tip_word()), pictures_in_lines(self.say(t))));
        format!("{file}:{line}:{col}: {}: {message}{tip}", severity_word(diagnostic.severity))
    }

    /// A finding as one JSON object.
    fn json(&self, diagnostic: &Diagnostic, file: &str) -> String {
        let Diagnostic { severity, span, message, tip } = diagnostic;
        let tip = tip.as_ref().map(|tip| self.say(tip));
        let (line, column, length, message) = (span.line, span.col, span.len, self.say(message));
        serde_json::json!({
            "severity": severity, "file": file, "line": line, "column": column, "length": length, "message": message, "tip": tip,
        })
        .to_string()
    }

    /// With the line and a mark under the faulty text.
    fn rich(&self, diagnostic: &Diagnostic, file: &str, line: &str) -> String {
        let level = match (diagnostic.severity, self.lang) {
            (Severity::Error, Lang::En) => Level::ERROR,
            (Severity::Error, Lang::Ja) => Level::ERROR.with_name("エラー"),
            (Severity::Warning, Lang::En) => Level::WARNING,
            (Severity::Warning, Lang::Ja) => Level::WARNING.with_name("警告"),
        };
        let first = diagnostic.span.col.saturating_sub(1);
        // One character for each, so that the mark is below the right ones; tabs are widened.
        let picture =
            |c: char| if c.is_control() && c != '\t' { pictures(&c.to_string()).chars().next() } else { Some(c) };
        let shown: String = line.chars().filter_map(picture).collect();
        let byte = |chars: u32| shown.char_indices().nth(chars as usize).map_or(shown.len(), |(at, _)| at);
        let marked = byte(first)..byte(first.saturating_add(diagnostic.span.len));
        let (file, message) = (pictures(file), pictures_in_lines(self.say(&diagnostic.message)));
        let tip = diagnostic.tip.as_ref().map(|tip| pictures_in_lines(self.say(tip)));
        let snippet = Snippet::source(&*shown)
            .line_start(diagnostic.span.line as usize)
            .path(&*file)
            .annotation(AnnotationKind::Primary.span(marked));
        let mut group: Group<'_> = level.primary_title(&*message).element(snippet);
        let word = tip_word();
        if let Some(tip) = &tip {
            group = group.element(Level::HELP.with_name(self.say(&word)).message(&**tip));
        }
        Renderer::styled().render(&[group])
    }
}

/// The word that editors look for; the same in every language.
fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn tip_word() -> Text {
    text!("tip", "ヒント")
}
