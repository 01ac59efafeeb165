//! The result of the preprocessor as text.

use super::spelling;
use crate::lex::Lexer;
use crate::names::Names;
use crate::source::Sources;
use crate::token::{Kind, Token};
use alloc::{format, string::String};

/// Prints tokens such that reading the text again gives the same tokens, on lines as in the source where that is near.
pub fn print(tokens: &[Token], sources: &Sources<'_>, names: &mut Names) -> String {
    let mut out = String::new();
    let (mut file, mut line) = (usize::MAX, 0);
    let mut last = String::new();
    for token in tokens {
        if token.kind == Kind::Eof {
            break;
        }
        let (now_file, now, _) = sources.line_of(token.pos);
        let text = String::from(spelling(token, names));
        let moved = now_file != file || now > line || token.kind == Kind::Pragma;
        if moved {
            if now_file == file && now > line && now - line <= 8 {
                (line..now).for_each(|_| out.push('\n'));
            } else {
                if !out.is_empty() && !out.ends_with('\n') {
                    out.push('\n');
                }
                let name = sources.files.get(now_file).map_or("", |f| f.name);
                out.push_str(&format!("# {now} \"{name}\"\n"));
            }
            (file, line) = (now_file, now);
        } else if token.spaced() || joins(&last, &text, names) {
            out.push(' ');
        }
        out.push_str(&text);
        if token.kind == Kind::Pragma {
            out.push('\n');
            line += 1;
        }
        last = text;
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// True if two tokens without a blank between them would be read differently.
fn joins(left: &str, right: &str, names: &mut Names) -> bool {
    if left.is_empty() || right.is_empty() {
        return false;
    }
    let both = format!("{left}{right}");
    let mut lexer = Lexer::new(&both, 0);
    lexer.quiet = true;
    let first = lexer.next(names, &mut crate::diag::Report::default());
    first.pos.len as usize != left.len()
        || both.starts_with("//")
        || both.starts_with("/*")
        || left == "." && right == "."
}
