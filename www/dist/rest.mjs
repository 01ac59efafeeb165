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
  "postcard",
  "serde_wasm_bindgen",
];

/**
 * Our own modules. A generic function belongs to the type that it is made for, so these are searched in the whole
 * name.
 */
const MODULES = [
  "mcore::base::encoding",
  "mcore::modes::chip::exercise",
  "mcore::packs",
  "mcore::modes::chip::session",
  "mcore::modes::chip::view",
  "mcore_ui::i18n::later",
  "mcore_ui::modes::chip::app::controller::analysis",
  "mcore_ui::modes::chip::app::controller::budget",
  "mcore_ui::modes::chip::app::controller::grading",
  "mcore_ui::modes::chip::app::controller::text_file",
  "mcore_ui::modes::chip::app::controller::travel",
  "mcore_ui::modes::chip::app::controller::keep::ranks",
  "mcore_ui::modes::chip::app::controller::keep::transfer",
  "mcore_ui::modes::chip::gallery",
  "mcore_ui::shell::saved",
  "mcore_ui::shell::share",
  "mcore_ui::modes::chip::compiler::messages",
  "mcore_ui::shell::wire",
  "mcore_ui::modes::chip::link::Link>",
  "mcore_ui::modes::chip::paint",
  "mcore_ui::paint",
  "mcore_ui::modes::chip::panels::answers",
  "mcore_ui::modes::chip::panels::change",
  "mcore_ui::modes::chip::panels::checks",
  "mcore_ui::modes::chip::panels::compare",
  "mcore_ui::modes::chip::panels::dialogs",
  "mcore_ui::modes::chip::panels::grade",
  "mcore_ui::modes::chip::panels::keep::files",
  "mcore_ui::modes::chip::panels::keep::gallery",
  "mcore_ui::modes::chip::panels::keep::history",
  "mcore_ui::modes::chip::panels::keep::projects",
  "mcore_ui::modes::chip::panels::keep::share",
  "mcore_ui::modes::chip::panels::log",
  "mcore_ui::modes::chip::panels::machine",
  "mcore_ui::modes::chip::panels::mesh",
  "mcore_ui::modes::chip::panels::mpi",
  "mcore_ui::modes::chip::panels::noc",
  "mcore_ui::modes::chip::panels::node",
  "mcore_ui::modes::chip::panels::open::dropped",
  "mcore_ui::modes::chip::panels::overview",
  "mcore_ui::modes::chip::panels::profile",
  "mcore_ui::modes::chip::panels::reference",
  "mcore_ui::modes::chip::panels::result::verdict",
  "mcore_ui::modes::chip::panels::source::heat",
  "mcore_ui::modes::chip::panels::source::operands",
  "mcore_ui::modes::chip::panels::speedup",
  "mcore_ui::modes::chip::panels::statistics",
  "mcore_ui::modes::chip::panels::stops",
  "mcore_ui::modes::chip::panels::timeline",
  "mcore_ui::modes::chip::panels::tour",
  "mcore_ui::modes::chip::panels::waits",
  "mcore_ui::modes::chip::panels::watch",
  "mcore_ui::modes::chip::persist::file",
  "mcore_ui::modes::chip::reference",
  "mcore_ui::modes::chip::share",
  "mcore_ui::modes::chip::store::imported",
  "mcore_ui::modes::chip::store::travel::notes",
  "mcore_ui::modes::chip::store::variables",
  "mcore_ui::widgets::chart",
  "mcore_ui::widgets::dialog",
  "mcore_ui::widgets::export",
  "mcore_ui::widgets::keys",
  "mcore_ui::widgets::menu",
  "mcore_ui::widgets::table",
];

/** Functions of the controller that need the session, or the rest of the page. */
const WISHES = [
  "accept_import",
  "add_pack",
  "analyse",
  "ask_for_next_picture",
  "ask_for_what_is_seen",
  "check_now",
  "conflict",
  "copy_project",
  "count_time",
  "delete_project",
  "exercise_is_open",
  "export",
  "fetch_help",
  "gallery",
  "go_on_as_copy",
  "grade",
  "handed_in",
  "hear",
  "heard_of_compiler",
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
  "rename_project",
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
  "undelete_project",
  "watch",
  "work_on_copy",
  "writer_found",
];

/** Packs opened from an archive or a folder: reading them needs the whole format. */
const PACKS = /^<mcore_ui::shell::packs::Pack>::from_(?:archive|folder|files)(?:$|::)/;

// Not after a `::`: a module can have the name of a crate.
const NAMES = new RegExp(`(?<!::)\\b(?:${[...CRATES, ...MODULES].join("|")})::`);
const escaped = WISHES.map((name) => name.replace(/[{}]/g, "\\$&"));
const WISH = new RegExp(`^<mcore_ui::modes::chip::app::controller::Controller>::(?:${escaped.join("|")})(?:$|::)`);
/** Debug output of values, which only panics show. */
const DEBUG = /^<.* as core::fmt::Debug>::fmt$/;

/** The name of a function as in its source: without the numbers that distinguish equal crates. */
export const plain = (name) => name.replace(/\[[0-9a-f]{8,}\]/g, "");

/**
 * Functions that are needed at once although the lists above name them, such as hooks for views of the session in the
 * first panels.
 */
const FIRST = /^<(?:[fiu]\d+|[fiu]size) as |^<mcore_ui::modes::chip::link::Link>::new|\bmcore_ui::modes::chip::(?:editor|panels::(?:source|task|header))::/;

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
