// Chooses the functions of the page's program that can be loaded after the page is visible: see split.mjs.
//
// The first part must have the functions for reading a statement and writing a program: header, source panel, dialogs
// of files, controls, the list of exercises, stored work. All others may be loaded later. A wrong guess costs time, but
// never changes a result: `npm test` in tests/browser fails if a first visit calls a function of the rest too early.

/** Crates that only the rest uses, or that it uses by far the most. */
const CRATES = [
  "similar",
  "zip",
  "toml",
  "toml_parser",
  "toml_datetime",
  "serde_spanned",
  "semver",
  "typed_path",
  "crc32fast",
  "flate2",
  "miniz_oxide",
  "simd_adler32",
  "qrcodegen",
  "plotters",
  "plotters_svg",
  "plotters_canvas",
  "plotters_backend",
  "mcore_archive",
  "serde_wasm_bindgen",
];

/**
 * Our own modules. A generic function belongs to the type that it is made for, so these are searched in the whole
 * name.
 */
const MODULES = [
  "mcore::base::encoding",
  "mcore::exercise",
  "mcore::session",
  "mcore::view",
  "mcore_ui::app::controller::analysis",
  "mcore_ui::app::controller::budget",
  "mcore_ui::app::controller::grading",
  "mcore_ui::app::controller::texts",
  "mcore_ui::app::controller::travel",
  "mcore_ui::app::controller::keep::transfer",
  "mcore_ui::gallery",
  "mcore_ui::link::wire",
  "mcore_ui::link::Link>",
  "mcore_ui::paint",
  "mcore_ui::panels::answers",
  "mcore_ui::panels::change",
  "mcore_ui::panels::checks",
  "mcore_ui::panels::compare",
  "mcore_ui::panels::dialogs",
  "mcore_ui::panels::grade",
  "mcore_ui::panels::keep::files",
  "mcore_ui::panels::keep::gallery",
  "mcore_ui::panels::keep::history",
  "mcore_ui::panels::keep::projects",
  "mcore_ui::panels::keep::share",
  "mcore_ui::panels::log",
  "mcore_ui::panels::machine",
  "mcore_ui::panels::mesh",
  "mcore_ui::panels::noc",
  "mcore_ui::panels::node",
  "mcore_ui::panels::overview",
  "mcore_ui::panels::result::verdict",
  "mcore_ui::panels::speedup",
  "mcore_ui::panels::statistics",
  "mcore_ui::panels::stops",
  "mcore_ui::panels::timeline",
  "mcore_ui::panels::tour",
  "mcore_ui::persist::file",
  "mcore_ui::reference",
  "mcore_ui::share",
  "mcore_ui::store::imported",
  "mcore_ui::widgets::chart",
  "mcore_ui::widgets::dialog",
  "mcore_ui::widgets::export",
  "mcore_ui::widgets::mark",
  "mcore_ui::widgets::menu",
  "mcore_ui::widgets::table",
];

/** Functions of the controller that need the session, or the rest of the page. */
const WISHES = [
  "accept_import",
  "add_pack",
  "analyse",
  "ask_for_next_picture",
  "count_time",
  "exercise_is_open",
  "export",
  "gallery",
  "grade",
  "handed_in",
  "hear",
  "hear_update",
  "import",
  "move_by",
  "new::{closure#0}",
  "new_project",
  "open_example",
  "open_files",
  "open_link",
  "opened_scratch",
  "opened_with",
  "ready",
  "recorded",
  "replay",
  "restore_notes",
  "restore_version",
  "run",
  "run_or_pause",
  "save_damaged",
  "save_notes",
  "send_stops",
  "share",
  "show_gallery",
  "show_history",
  "take_over",
  "travel",
  "watch",
  "work_on_copy",
  "writer_found",
];

/** Packs opened from an archive or a folder: reading them needs the whole format. */
const PACKS = /^<mcore_ui::catalog::Pack>::from_(?:archive|folder|files)(?:$|::)/;

// Not after a `::`: a module can have the name of a crate.
const NAMES = new RegExp(`(?<!::)\\b(?:${[...CRATES, ...MODULES].join("|")})::`);
const escaped = WISHES.map((name) => name.replace(/[{}]/g, "\\$&"));
const WISH = new RegExp(`^<mcore_ui::app::controller::Controller>::(?:${escaped.join("|")})(?:$|::)`);
/** Debug output of values, which only panics show. */
const DEBUG = /^<.* as core::fmt::Debug>::fmt$/;

/** The name of a function as in its source: without the numbers that distinguish equal crates. */
export const plain = (name) => name.replace(/\[[0-9a-f]{8,}\]/g, "");

/**
 * Functions that are needed at once although the lists above name them, such as hooks for views of the session in the
 * first panels.
 */
const FIRST = /^<(?:[fiu]\d+|[fiu]size) as |^<mcore_ui::link::Link>::new|\bmcore_ui::(?:widgets::editor|panels::(?:source|task|header))::/;

/** Whether the function of that name may be loaded later. */
export function isRest(name) {
  const bare = plain(name);
  return (NAMES.test(bare) || WISH.test(bare) || PACKS.test(bare) || DEBUG.test(bare)) && !FIRST.test(bare);
}

/** Our own code of the rest: the first part calls it only when the rest is loaded. */
const BORDER = new RegExp(`^<?(?:${[...MODULES.filter((name) => name.startsWith("mcore_ui::")), "mcore_archive", "serde_wasm_bindgen"].join("|")})::`);

/** Whether the first part may call a function of the rest. */
isRest.border = (name) => {
  const bare = plain(name);
  return WISH.test(bare) || PACKS.test(bare) || (BORDER.test(bare) && !/ as core::/.test(bare));
};

/**
 * Maximum number of lines of WebAssembly text in a small function: a small one may equal another of a different
 * purpose.
 */
isRest.small = 80;

/** Functions of which a program has many equal ones, so that their names are not significant. */
isRest.glue = (name) => plain(name).startsWith("core::ptr::drop_in_place");
