//! Icons, drawn in the colour of the text around them.

use yew::prelude::*;

/// The icons of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconName {
    ToStart,
    Back,
    Run,
    RunBack,
    Bookmark,
    /// A marked line of a text.
    Line,
    Pause,
    Forward,
    ToEnd,
    Plus,
    Minus,
    /// Fit to the window.
    Fit,
    Close,
    /// Theme: as the system.
    Auto,
    /// Theme: light.
    Sun,
    /// Theme: dark.
    Moon,
    Help,
    Book,
    Table,
    Up,
    Down,
    Folder,
    Lock,
    /// Save as a file.
    Save,
    /// Change.
    Pen,
    /// Enlarge to the full place.
    Grow,
    /// Reduce again.
    Shrink,
    /// Projects.
    Stack,
    /// Examples.
    Gallery,
    Share,
    Copy,
    /// Rename.
    Pencil,
    /// Delete.
    Bin,
    /// Earlier versions.
    History,
    /// Lecture hall.
    Present,
    Undo,
    Redo,
}

impl IconName {
    /// Filled part and outlined part, on a field of 16 by 16.
    fn paths(self) -> (&'static str, &'static str) {
        match self {
            Self::ToStart => ("M13 3.2v9.6L6 8Z", "M3.5 3v10"),
            Self::Back => ("M11.5 3v10L4.5 8Z", ""),
            Self::Run => ("M4.5 2.6v10.8L13 8Z", ""),
            Self::RunBack => ("M8.5 3v10L2.5 8ZM14.5 3v10l-6-5Z", ""),
            Self::Bookmark => ("", "M4.5 2.5h7v11L8 10.2l-3.5 3.3Z"),
            Self::Line => ("M1.8 5.4v5.2L5.4 8Z", "M7 8h7M7 3.8h7M7 12.2h7"),
            Self::Pause => ("M4 3h3v10H4ZM9 3h3v10H9Z", ""),
            Self::Forward => ("M4.5 3v10l7-5Z", ""),
            Self::ToEnd => ("M3 3.2v9.6L10 8Z", "M12.5 3v10"),
            Self::Plus => ("", "M8 3.5v9M3.5 8h9"),
            Self::Minus => ("", "M3.5 8h9"),
            Self::Fit => ("", "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"),
            Self::Close => ("", "M4 4l8 8M12 4l-8 8"),
            Self::Auto => ("M8 2.5a5.5 5.5 0 0 1 0 11Z", "M8 2.5a5.5 5.5 0 1 0 .01 0Z"),
            Self::Sun => (
                "M8 5a3 3 0 1 0 .01 0Z",
                "M8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M3.2 12.8l1.1-1.1M11.7 4.3l1.1-1.1",
            ),
            Self::Moon => ("M6.2 2.4a5.8 5.8 0 1 0 7.4 7.4A6.2 6.2 0 0 1 6.2 2.4Z", ""),
            Self::Help => ("M8 11.6a.9.9 0 1 0 .01 0Z", "M5.6 6.1a2.4 2.4 0 1 1 3.6 2.1C8.3 8.7 8 9.1 8 10"),
            Self::Book => (
                "",
                "M8 4.2C6.4 3 4.4 2.9 2.5 3.2v9c1.9-.3 3.9-.2 5.5 1 1.6-1.2 3.6-1.3 5.5-1v-9C11.6 2.9 9.6 3 8 4.2v9",
            ),
            Self::Table => ("", "M2.5 3.5h11v9h-11ZM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9"),
            Self::Up => ("", "M4 10l4-4 4 4"),
            Self::Down => ("", "M4 6l4 4 4-4"),
            Self::Folder => ("", "M2 4h4.2l1.4 1.8H14v7H2Z"),
            Self::Pen => ("", "M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3ZM9 4.7 11.3 7"),
            Self::Grow => ("", "M4 7l4-4 4 4M4 12.5l4-4 4 4"),
            Self::Shrink => ("", "M4 3.5l4 4 4-4M4 9l4 4 4-4"),
            Self::Save => ("", "M8 2.5v7M5 7l3 3 3-3M3 12.8h10"),
            Self::Stack => ("", "M8 2.2 14 5.2 8 8.2 2 5.2ZM2.4 8.2 8 11l5.6-2.8M2.4 11 8 13.8l5.6-2.8"),
            Self::Gallery => {
                ("", "M2.5 2.5h4.3v4.3H2.5ZM9.2 2.5h4.3v4.3H9.2ZM2.5 9.2h4.3v4.3H2.5ZM9.2 9.2h4.3v4.3H9.2Z")
            }
            Self::Share => (
                "M4 6.2a1.8 1.8 0 1 0 .01 0ZM12 1.6a1.8 1.8 0 1 0 .01 0ZM12 10.8a1.8 1.8 0 1 0 .01 0Z",
                "M5.6 7.1 10.4 4.3M5.6 8.9l4.8 2.8",
            ),
            Self::Copy => ("", "M5.5 5.5h8v8h-8ZM3.5 10.5h-1v-8h8v1"),
            Self::Pencil => ("", "M2.8 13.2l.7-3L10.6 3l2.3 2.3-7.1 7.1ZM9.3 4.4l2.3 2.3"),
            Self::Bin => ("", "M3 4.5h10M6.3 4.3V2.8h3.4v1.5M4.3 4.8l.6 8.5h6.2l.6-8.5M6.8 7v4M9.2 7v4"),
            Self::History => ("", "M3 5.2A5.6 5.6 0 1 1 2.5 8M2.6 2.6v2.9h2.9M8 5v3.2l2.2 1.5"),
            Self::Present => ("", "M1.8 2.8h12.4M2.8 2.8v7.4h10.4V2.8M8 10.2v1.6M5 14l3-2.2 3 2.2"),
            Self::Undo => ("", "M6 3 2.8 6.2 6 9.4M3 6.2h6.2a3.6 3.6 0 0 1 0 7.2H6.4"),
            Self::Redo => ("", "M10 3l3.2 3.2L10 9.4M13 6.2H6.8a3.6 3.6 0 0 0 0 7.2h2.8"),
            Self::Lock => ("M4 7.5h8v5.5H4Z", "M5.7 7.5V5.4a2.3 2.3 0 0 1 4.6 0v2.1"),
        }
    }
}

/// Properties of [`Icon`].
#[derive(Properties, PartialEq)]
pub struct IconProps {
    /// Which one.
    pub name: IconName,
}

/// An icon; its text alternative belongs to the button around it.
#[component]
pub fn Icon(props: &IconProps) -> Html {
    let (filled, outlined) = props.name.paths();
    html! {
        <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d={filled} fill="currentColor" />
            <path
                d={outlined} fill="none" stroke="currentColor" stroke-width="1.5"
                stroke-linecap="round" stroke-linejoin="round"
            />
        </svg>
    }
}
