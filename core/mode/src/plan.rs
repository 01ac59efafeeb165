//! The settings of a mode: one description for the page's form, the command's options and the checks of both.

use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A problem with one field of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The identifier of the [`Field`].
    pub field: String,
    /// A description of the problem, and advice on how to solve it.
    pub text: Text,
}

impl Problem {
    /// A problem with a field.
    pub fn new(field: &str, text: Text) -> Self {
        Self { field: field.into(), text }
    }
}

/// One of the words that a field may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word, in saved text and on the command line.
    pub word: &'static str,
    /// Its name for people.
    pub label: Text,
    /// Only the page has this word; the command expresses the same in another way.
    pub page_only: bool,
}

impl Choice {
    /// A word with its name.
    pub fn new(word: &'static str, label: Text) -> Self {
        Self { word, label, page_only: false }
    }

    /// A word that the command does not have.
    pub fn page_only(word: &'static str, label: Text) -> Self {
        Self { page_only: true, ..Self::new(word, label) }
    }
}

/// The values that a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line of text with a syntax of its own.
    Line,
    /// Several lines of text, which may come from a file.
    Lines,
    /// A whole number.
    Whole {
        /// Smallest value.
        least: u64,
        /// Largest value.
        most: u64,
    },
    /// A number that may have a fraction. [`Plan`]s check its limits when they are built.
    Decimal,
    /// One of these words.
    Choice(Vec<Choice>),
    /// Any number of these words, written one after the other.
    Set(Vec<Choice>),
    /// Any number of these words, separated by commas, in this order ([`listed`], [`toggled`]).
    List(Vec<Choice>),
}

/// Whether the value of a [`Kind::List`] has a word.
///
/// ```
/// use mcore_mode::listed;
/// assert!(listed("xyz, none", "none") && !listed("xyz,none", "z"));
/// ```
pub fn listed(value: &str, word: &str) -> bool {
    value.split(',').any(|part| part.trim() == word)
}

/// The value of a [`Kind::List`] with one word added or taken away, in the order of the choices.
///
/// ```
/// use mcore_mode::{Choice, toggled};
/// let choices = ["xyz", "none", "z"].map(|word| Choice::new(word, Default::default()));
/// assert_eq!(toggled(&choices, "z,xyz", "none"), "xyz,none,z");
/// assert_eq!(toggled(&choices, "xyz,none", "none"), "xyz");
/// ```
pub fn toggled(choices: &[Choice], value: &str, word: &str) -> String {
    let kept = choices.iter().map(|choice| choice.word).filter(|own| listed(value, own) != (*own == word));
    kept.collect::<Vec<_>>().join(",")
}

/// The unit in which a number is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A count.
    #[default]
    One,
    Bytes,
    /// Nanoseconds.
    Ns,
    /// 10^9 bytes per second.
    GbPerS,
}

/// One setting of a mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its identifier: in problems, and in the page as `<mode>-<id>`.
    pub id: &'static str,
    /// The part of the form that it belongs to.
    pub group: &'static str,
    /// Its name for people.
    pub label: Text,
    /// The values that it takes.
    pub kind: Kind,
    /// The unit of its number.
    pub unit: Unit,
    /// An example, or the meaning of an empty field. Empty if there is no hint.
    pub hint: Text,
    /// The name of the command's option, without `--`.
    pub option: &'static str,
    /// The command's value if the option is absent; empty if there is none.
    pub usual: &'static str,
    /// It is short and shares a row with its neighbours.
    pub compact: bool,
    /// It has a meaning for the current values of the other fields.
    pub applies: bool,
}

impl Field {
    /// A field that applies, with its identifier as option and without unit, hint and usual value.
    pub fn new(group: &'static str, id: &'static str, label: Text, kind: Kind) -> Self {
        Self {
            id,
            group,
            label,
            kind,
            unit: Unit::One,
            hint: Text::default(),
            option: id,
            usual: "",
            compact: false,
            applies: true,
        }
    }

    /// The same field with a unit.
    pub fn unit(self, unit: Unit) -> Self {
        Self { unit, ..self }
    }

    /// The same field with a hint.
    pub fn hint(self, hint: Text) -> Self {
        Self { hint, ..self }
    }

    /// The same field with the name and the usual value of the command's option.
    pub fn option(self, option: &'static str, usual: &'static str) -> Self {
        Self { option, usual, ..self }
    }

    /// The same field in a row with its neighbours.
    pub fn compact(self) -> Self {
        Self { compact: true, ..self }
    }

    /// The same field, which applies only if `applies` is true.
    pub fn when(self, applies: bool) -> Self {
        Self { applies, ..self }
    }

    /// The words of a choice or a set.
    pub fn choices(&self) -> &[Choice] {
        match &self.kind {
            Kind::Choice(choices) | Kind::Set(choices) | Kind::List(choices) => choices,
            Kind::Line | Kind::Lines | Kind::Whole { .. } | Kind::Decimal => &[],
        }
    }

    /// The words that the command takes.
    pub fn option_words(&self) -> impl Iterator<Item = &'static str> {
        self.choices().iter().filter(|choice| !choice.page_only).map(|choice| choice.word)
    }

    /// The smallest and the largest whole number, if it takes one.
    pub fn limits(&self) -> Option<(u64, u64)> {
        match self.kind {
            Kind::Whole { least, most } => Some((least, most)),
            _ => None,
        }
    }

    /// Checks a value that the command has read as a number.
    ///
    /// # Errors
    /// The number is missing or outside the limits; the message says which values there are.
    pub fn check(&self, number: Option<u64>) -> Result<u64, Text> {
        let (least, most) = self.limits().unwrap_or((0, u64::MAX));
        number.filter(|n| (least..=most).contains(n)).ok_or_else(|| match self.unit {
            Unit::Bytes => {
                let most = most >> 30;
                text!("a number of bytes up to {most} GiB", "{most} GiB までのバイト数")
            }
            Unit::Ns => {
                let most = most / 1_000_000_000;
                text!("a time in ns, up to {most} seconds", "ナノ秒の時間（{most} 秒まで）")
            }
            Unit::One | Unit::GbPerS => {
                text!("a number from {least} to {most}", "{least} から {most} までの数")
            }
        })
    }

    /// A form's value as a whole number.
    ///
    /// # Errors
    /// It is not a whole number, or it is outside the limits.
    pub fn whole(&self, value: &str) -> Result<u64, Problem> {
        let (least, most) = self.limits().unwrap_or((0, u64::MAX));
        let value = value.trim();
        value.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
            let found: String = value.chars().take(20).collect();
            let wanted = text!(
                "`{found}` is not a whole number from {least} to {most}.",
                "`{found}` は {least} から {most} までの整数ではありません。"
            );
            Problem::new(self.id, wanted)
        })
    }
}

/// The settings of a mode. Every value is the text of its field, and it is saved as such.
pub trait Plan: Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// All settings in the order of the form. Which of them apply depends on the current values.
    fn fields(&self) -> Vec<Field>;

    /// The value of a field; empty if there is no such field.
    fn get(&self, id: &str) -> String;

    /// Changes a field, and the fields whose values depend on it. Other identifiers change nothing.
    fn set(&mut self, id: &str, value: &str);

    /// A field by its identifier.
    fn field(&self, id: &str) -> Option<Field> {
        self.fields().into_iter().find(|field| field.id == id)
    }
}

/// Defines the values of a [`Plan`] as a table of fields with their usual values. A field without a type is a text; the methods `text`
/// and `text_mut` find it by its name, which is the identifier of its [`Field`].
///
/// ```
/// extern crate alloc;
/// mod session {
///     pub mod plan {
///         mcore_mode::plan! {
///             /// A run.
///             pub struct Run {
///                 /// Sizes of the network.
///                 sizes = "8x8",
///                 /// It has no field in the form.
///                 stored: bool = true,
///             }
///         }
///     }
///     pub fn check() {
///         let mut run = plan::Run::default();
///         assert!(run.stored && run.text("sizes").is_some_and(|sizes| sizes == "8x8") && run.text("stored").is_none());
///         *run.text_mut("sizes").unwrap() = "4x4".into();
///         assert_eq!(run.sizes, "4x4");
///     }
/// }
/// session::check();
/// ```
#[macro_export]
macro_rules! plan {
    (@type) => { alloc::string::String };
    (@type $type:ty) => { $type };
    (@value $value:expr) => { $value.into() };
    (@value $value:expr, $type:ty) => { $value };
    (@find ($($text:tt)*) $wanted:ident $id:ident) => {
        if $wanted == stringify!($id) {
            return Some($($text)*.$id);
        }
    };
    (@find ($($text:tt)*) $wanted:ident $id:ident $type:ty) => {};
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$note:meta])* $id:ident $(: $type:ty)? = $value:expr,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default)]
        pub struct $name {
            $($(#[$note])* pub $id: $crate::plan!(@type $($type)?),)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($id: $crate::plan!(@value $value $(, $type)?),)* }
            }
        }

        impl $name {
            /// The text of a field.
            pub(super) fn text(&self, id: &str) -> Option<&alloc::string::String> {
                $($crate::plan!(@find (&self) id $id $($type)?);)*
                None
            }

            /// The text of a field, to be changed.
            pub(super) fn text_mut(&mut self, id: &str) -> Option<&mut alloc::string::String> {
                $($crate::plan!(@find (&mut self) id $id $($type)?);)*
                None
            }
        }
    };
}
