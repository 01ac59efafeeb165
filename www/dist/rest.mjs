// Which functions of the page's program can come after the page is to be seen: see split.mjs.
//
// What reading a statement and writing a program need must be in the first part: header, source panel, dialogs of files,
// controls, the list of exercises, kept work. Everything else may come later. A wrong guess costs time, never a result:
// `npm test` in tests/browser fails if a first visit comes to a function of the rest too early.

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

/** Modules of our own. A generic function belongs to what it is made for, so these are looked for in the whole name. */
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

/** What the controller does only with the session, or with the rest of the page. */
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

/** Packs that are opened, from an archive or a folder: reading them wants the whole format. */
const PACKS = /^<mcore_ui::catalog::Pack>::from_(?:archive|folder|files)(?:$|::)/;

// Not behind a `::`: a module can have the name of a crate.
const NAMES = new RegExp(`(?<!::)\\b(?:${[...CRATES, ...MODULES].join("|")})::`);
const escaped = WISHES.map((name) => name.replace(/[{}]/g, "\\$&"));
const WISH = new RegExp(`^<mcore_ui::app::controller::Controller>::(?:${escaped.join("|")})(?:$|::)`);
/** How values look to programmers, which only panics show. */
const DEBUG = /^<.* as core::fmt::Debug>::fmt$/;

/** The name of a function as its source has it: without the numbers that tell equal crates apart. */
export const plain = (name) => name.replace(/\[[0-9a-f]{8,}\]/g, "");

/** Functions that are needed at once although the lists above name them, such as hooks of what is seen first for views of the session. */
const FIRST = /^<(?:[fiu]\d+|[fiu]size) as |^<mcore_ui::link::Link>::new|\bmcore_ui::(?:widgets::editor|panels::(?:source|task|header))::/;

/** Whether the function of that name may come later. */
export function isRest(name) {
  const bare = plain(name);
  return (NAMES.test(bare) || WISH.test(bare) || PACKS.test(bare) || DEBUG.test(bare)) && !FIRST.test(bare);
}

/** Our own code of the rest, wherever it is called from: the first part calls it only when the rest is there. */
const BORDER = new RegExp(`^<?(?:${[...MODULES.filter((name) => name.startsWith("mcore_ui::")), "mcore_archive", "serde_wasm_bindgen"].join("|")})::`);

/** Whether the first part may call a function of the rest. */
isRest.border = (name) => {
  const bare = plain(name);
  return WISH.test(bare) || PACKS.test(bare) || (BORDER.test(bare) && !/ as core::/.test(bare));
};

/** So many lines of WebAssembly text a function may have to count as small: there may be equal ones of another purpose. */
isRest.small = 80;

/** Functions of which a program has many equal ones, so that their names say little. */
isRest.glue = (name) => plain(name).startsWith("core::ptr::drop_in_place");
