// The simulator's program of a release in two parts: node dist/later.mjs <folder of the site>.
//
// Functions for programs in C and with MPI are a module of their own, which its worker loads beside the C compiler; a call
// before that loads it at once (see ../boot/site-worker.js). Runs after frame.mjs and program.mjs, which write index.html too.
// See split.mjs for how the two parts are connected.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parts, replaced, short } from "./files.mjs";
import { inTwo, SMALL } from "./program.mjs";
import { plain } from "./rest.mjs";

/** Our own types and modules of the later part; a generic function belongs to the type that it is made for. */
const NAMES = [
  "mcore::mode::comm",
  "mcore::modes::chip::observe::mpi",
  "mcore::modes::chip::observe::mpi_run",
  "mcore::modes::chip::view::mpi",
  "mcore::modes::chip::view::mpi_error",
  "mcore::modes::chip::view::mpi_news",
  "mcore::modes::chip::view::mpi_panel",
  "mcore::modes::chip::view::mpi_profile",
  "mcore::modes::chip::view::spacetime::Mpi\\w+",
  "mcore::toolchain::debug::bytes",
];
const LATER = new RegExp(`(?<![\\w:])(?:${NAMES.join("|")})(?![\\w])`);

/** Whether the function of that name may be loaded later. */
export const isLater = (name) => LATER.test(plain(name));

/**
 * The first part may call our own functions: it does so only for programs in C. A generic function of the standard library may
 * equal one for another type, and then has any of their names: with a border that named it, every program would need this part.
 */
const BORDER = new RegExp(`^<?(?:${NAMES.join("|")})(?![\\w])`);
/** No other type equals the state of the observer, so its copies and its end have only this name. */
const STATE = "mcore::modes::chip::observe::mpi::Mpi";
const OF_STATE = new RegExp(`^(?:<${STATE} as core::clone::Clone>::clone|core::ptr::drop_in_place::<${STATE}>)(?:\\[\\d+\\])?$`);
isLater.border = (name) => {
  const bare = plain(name);
  return OF_STATE.test(bare) || (BORDER.test(bare) && !/ as core::/.test(bare));
};
/** As in rest.mjs: small functions in a table may equal others. */
isLater.small = 80;
isLater.glue = (name) => plain(name).startsWith("core::ptr::drop_in_place");

/** Splits the simulator in `folder` and names the second part in index.html. Returns a line for the log. */
export async function splitSimulator(folder) {
  const { html, simulatorJs, simulatorWasm } = parts(folder);
  const read = (name) => readFileSync(join(folder, name));
  const { js, first, second: later, report } = await inTwo(read(simulatorJs), read(simulatorWasm), isLater, [["-O3"], SMALL]);
  writeFileSync(join(folder, simulatorWasm), first);
  writeFileSync(join(folder, simulatorJs), js);
  const name = `later-${short(later)}_bg.wasm`;
  writeFileSync(join(folder, name), later);
  writeFileSync(join(folder, "index.html"), replaced(html, [['<meta name="mcore-simulator" ', `<meta name="mcore-simulator" data-later="${name}" `]]));
  return `Of ${report.functions} functions of the simulator ${report.moved} come later; ${report.stubs} of them have stubs`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await splitSimulator(process.argv[2]));
