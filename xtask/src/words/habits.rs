//! The habits that comments and documents avoid, because the field has a plainer word, and the allowed uses of each.

use regex_lite::{Error, Regex};

/// An expression that readers stumble over.
pub struct Habit {
    /// Its short name in lists.
    pub name: &'static str,
    /// The plain words to write instead.
    pub instead: &'static str,
    /// In lower case; a text without any of these has no match. It saves most of the work of the pattern.
    parts: &'static [&'static str],
    pattern: &'static str,
    /// Uses that are good English, each with its reason. A match that begins in a match of one of these is no hit.
    allowed: &'static [(&'static str, &'static str)],
}

/// Units of which there is one more "per" each: the words after "per" in plain English.
const UNIT: &str = "access|answer|bank|block|box|bucket|buffer|byte|call|cell|channel|column|core|cycle|digit|edge|entry|event|\
    exercise|figure|file|finding|flit|frame|function|hop|instruction|iteration|key|kind|layer|line|link|message|mode|\
    name|node|object|operation|packet|page|part|phase|pixel|place|point|port|process|project|rank|region|register|request|\
    round|route|router|row|run|size|slice|slot|statement|step|student|submission|switch|system|test|thread|token|transfer|\
    value|verb|view|window|word";

/// Things that are counted per unit. None of them is a verb in the plural.
const COUNTED: &str = "allocations|bars|bits|buffers|bytes|cells|cores|cycles|divisions|entries|events|files|flits|functions|\
    gigabytes|hops|instructions|kilobytes|lines|megabytes|messages|milliseconds|nanoseconds|nodes|numbers|packets|pages|\
    pixels|rows|seconds|steps|units|words|KB|MB|GB";

/// All of them, in the order in which they are reported.
pub const HABITS: [Habit; 9] = [
    Habit {
        name: "what",
        instead: "name the thing: \"The bytes that …\", or begin with the verb",
        parts: &["hat"],
        // The end of the sentence decides whether it is a question: `find` looks there.
        pattern: r#"(?:^["'(\[*_]*[Ww]|[.!?:;—]["')\]*_]*\s+["'(\[*_]*W)hat(?:['’]s|\s)\s*[\w"'(\[*`]"#,
        allowed: &[],
    },
    Habit {
        name: "come",
        instead: "is, arrives, follows, returns",
        parts: &["com", "cam"],
        pattern: r"(?i)\b(?:come|comes|coming|came)\b",
        allowed: &[
            (r"(?i)\b(?:come|comes|coming|came) from\b", "an origin"),
            (r"(?i)\b(?:come|comes|coming|came) (?:first|last|next|before|after)\b", "an order"),
            (r"(?i)\bfirst[- ]come\b", "the name of a discipline: first come, first served"),
            (r"(?i)\b(?:come|comes) true\b", "an idiom"),
        ],
    },
    Habit {
        name: "stand",
        instead: "is, are, lies, waits",
        parts: &["stand", "stood"],
        pattern: r"(?i)\b(?:stand|stands|standing|stood)\b",
        allowed: &[
            (r"(?i)\b(?:stand|stands|stood) for\b", "an abbreviation or a symbol"),
            (r"(?i)\bstand-(?:in|alone)\b|\blong-standing\b", "words of their own"),
        ],
    },
    Habit {
        name: "tell",
        instead: "report, emit, notify, say, show",
        parts: &["tell", "told"],
        pattern: r"(?i)\b(?:tell|tells|telling|told)\b",
        allowed: &[(r"(?i)\b(?:tell|tells|telling|told)(?: \S+){0,6} apart\b", "to distinguish")],
    },
    Habit {
        name: "so many",
        instead: "that many, this many, or the number itself",
        parts: &["so m"],
        pattern: r"(?i)\bso (?:many|much)\b",
        allowed: &[(r"(?i)\bso (?:many|much)(?: \S+){0,4} that\b", "a degree with its consequence")],
    },
    Habit {
        name: "behind",
        instead: "after, following, below, past",
        parts: &["behind"],
        pattern: r"(?i)\bbehind\b",
        allowed: &[
            (r"(?i)\b(?:fall|falls|fallen|fell|lag|lags|lagging|leave|leaves|left)(?: \S+)? behind\b", "an idiom"),
            (
                r"(?i)\b(?:wait|waits|waiting|blocked|queue|queues|queued|stuck)(?: \S+)? behind\b",
                "a place in a queue, as in head-of-line blocking",
            ),
            (r"(?i)\bbehind (?:a|an|the)(?: \w+)? (?:proxy|firewall|server|gateway)\b", "a place in a network"),
            (r"(?i)\b(?:drawn|draws|draw|painted|paints|paint) behind\b", "a layer of a picture"),
        ],
    },
    Habit {
        name: "whoever",
        instead: "name the reader, or \"no code\", \"a caller that\"",
        parts: &["whoever", "whomever", "body"],
        pattern: r"(?i)\b(?:whoever|whomever|nobody|somebody)\b",
        allowed: &[],
    },
    Habit {
        name: "begin",
        instead: "start, beginning",
        parts: &["begin"],
        pattern: r"(?i)\b(?:the|a|its|their|each|every|this|at|from|same|very|own|new)\s+begins?\b|\bbegin of\b",
        allowed: &[],
    },
    Habit {
        name: "a cycle",
        instead: "per: flits per node and cycle",
        parts: &[" a ", " an "],
        // See `per`.
        pattern: "",
        allowed: &[(r"(?i)\b(?:give|gives|giving|gave)\s+(?:\w+\s+){1,6}an?\s+\w+", "a verb with two objects")],
    },
];

/// The pattern of "flits a node and cycle", which needs the lists of words.
fn per() -> String {
    // A determiner and its noun, or a noun alone that is surely counted.
    let number = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+|many|few|several|some|no|an?)";
    let unit = format!("(?:{UNIT})");
    // "the flits a node sends" is a clause, not a rate: a rate ends, or goes on with one of these.
    let end = r"(?:\s*[.,;:)\]!?]|\s*$|\s+(?:and|or|in|of|on|at|for|with|by|as|is|are|was|were|than|to|from|if|when|but|per|because|so|that|\d)\b|\s+[(—–=|])";
    format!(
        r"(?i)\b(?:{number}\s+(?P<noun>[a-z]+)|(?:{COUNTED}))\s+an?\s+{unit}(?:\s*(?:,|and|or)\s+(?:an?\s+)?{unit})?(?:{end})"
    )
}

/// Words after a number that are no counted thing, so what follows is no rate.
const NOT_COUNTED: &str = " is in on of at as with for to means gets get make makes made fill fills behind that under without \
    reads read prints sends send was has have had from by about like than and or but into not if when where names name holds \
    needs takes gives shows such quite half only just still ";

/// The compiled patterns.
pub struct Finder {
    habits: Vec<(&'static Habit, Regex, Vec<Regex>)>,
    abbreviation: Regex,
}

/// A place in a text where a habit was found.
pub struct Match {
    /// Name of the [`Habit`].
    pub habit: &'static str,
    /// First byte of the match.
    pub start: usize,
}

impl Finder {
    /// Compiles all patterns; an error if one is not well formed.
    pub fn new() -> Result<Self, Error> {
        let mut habits = Vec::new();
        for habit in &HABITS {
            let pattern = if habit.pattern.is_empty() { per() } else { habit.pattern.to_owned() };
            let allowed = habit.allowed.iter().map(|(pattern, _)| Regex::new(pattern)).collect::<Result<_, _>>()?;
            habits.push((habit, Regex::new(&pattern)?, allowed));
        }
        Ok(Self { habits, abbreviation: Regex::new(r"(?:e\.g|i\.e|cf|vs|etc|Fig|figs?|sec|no)\.$")? })
    }

    /// Every habit in a paragraph, in the order of the text. Code must be masked already.
    pub fn find(&self, text: &str) -> Vec<Match> {
        let mut found = Vec::new();
        let lower = text.to_ascii_lowercase();
        for (habit, pattern, allowed) in &self.habits {
            if !habit.parts.iter().any(|part| lower.contains(part)) {
                continue;
            }
            let fine: Vec<_> = allowed.iter().flat_map(|allowed| allowed.find_iter(text)).collect();
            for hit in pattern.captures_iter(text) {
                let (whole, noun) = (hit.get(0), hit.name("noun"));
                let Some(whole) = whole else { continue };
                let is_question = habit.name == "what" && self.is_question(text, whole.end());
                let not_counted =
                    noun.is_some_and(|noun| NOT_COUNTED.contains(&format!(" {} ", noun.as_str().to_lowercase())));
                let is_fine = fine.iter().any(|fine| (fine.start()..fine.end()).contains(&whole.start()));
                if !is_question && !not_counted && !is_fine {
                    found.push(Match { habit: habit.name, start: whole.start() });
                }
            }
        }
        found.sort_by_key(|hit| hit.start);
        found
    }

    /// Whether the sentence that goes on at byte `at` ends with a question mark.
    fn is_question(&self, text: &str, at: usize) -> bool {
        let ends = text[at..].char_indices().filter(|(_, c)| ".?!".contains(*c)).find(|(i, _)| {
            let after = text[at + i + 1..].trim_start_matches(['"', '\'', ')', '*', '_', '”']);
            (after.is_empty() || after.starts_with(char::is_whitespace))
                && !self.abbreviation.is_match(&text[..=at + i])
        });
        ends.is_some_and(|(_, c)| c == '?')
    }
}
