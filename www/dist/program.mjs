// The page's program of a release: node dist/program.mjs <folder of the site>.
//
// Gives its imports short names (see imports.mjs), splits it in two (see split.mjs), optimises both parts for size, and names
// them by their hashes. frame.mjs runs before.

import binaryen from "binaryen";
import { transformSync } from "esbuild";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parts, replaced, short } from "./files.mjs";
import { shortened } from "./imports.mjs";
import { isRest } from "./rest.mjs";
import { split } from "./split.mjs";

const wasmOpt = fileURLToPath(new URL("../node_modules/.bin/wasm-opt", import.meta.url));

/** For a part whose size matters more than its speed: control flow is built anew. It saves 1 % of the page's second part, compressed. */
export const SMALL = ["-Oz", "--flatten", "--rereloop", "-Os", "-Os"];

/** A module optimised by `wasm-opt` with these passes, without names. */
async function optimised(bytes, passes) {
  const folder = mkdtempSync(join(tmpdir(), "mcore-lab-opt-"));
  try {
    const [from, to] = [join(folder, "from.wasm"), join(folder, "to.wasm")];
    writeFileSync(from, bytes);
    // Features that the split uses: a second table, and the stack pointer as an import.
    const features = ["--enable-mutable-globals", "--enable-reference-types"];
    // The linker puts the stack first, and its last kilobyte is never used.
    const facts = ["--low-memory-unused"];
    await promisify(execFile)(wasmOpt, [from, ...features, ...facts, ...passes, "--strip-debug", "--strip-producers", "-o", to]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The generated module, changed to pass `boot/rest.js`'s imports to the first part, and to notify it before the start. */
export const connected = (js) =>
  replaced(js, [
    ["_bg.js\": import0,", "_bg.js\": import0,\n        rest: globalThis.mcoreBoot.rest.imports,"],
    ["    wasm.__wbindgen_start();", "    globalThis.mcoreBoot.rest.begin(wasm);\n    wasm.__wbindgen_start();"],
  ]);

/**
 * A program and its module in two parts, split by `isRest`, and optimised by the passes for each part; `links` are the module's
 * data, see split.mjs.
 */
export async function inTwo(program, module, isRest, passes, links = null) {
  binaryen.setDebugInfo(true);
  // Before any optimisation: `wasm-opt` keeps one of several equal functions, under any of their names.
  const { js, wasm } = shortened(program.toString(), module);
  const { page, rest, report } = split(wasm, isRest, links);
  // In parallel: each takes one core for half a minute.
  const [first, second] = await Promise.all([optimised(page, passes[0]), optimised(rest, passes[1])]);
  return { js: transformSync(connected(js), { minify: true, format: "esm" }).code, first, second, report };
}

/** Splits the page's program in `folder` and writes the new names into index.html. Returns a line for the log. */
export async function splitProgram(folder) {
  const { html, pageJs, pageWasm } = parts(folder);
  const read = (name) => readFileSync(join(folder, name));
  const data = pageWasm.replace(/\.wasm$/, ".json");
  const links = existsSync(join(folder, data)) ? JSON.parse(read(data)) : null;
  rmSync(join(folder, data), { force: true });
  const { js, first, second: later, report } = await inTwo(read(pageJs), read(pageWasm), isRest, [["-Oz"], SMALL], links);
  writeFileSync(join(folder, pageWasm), first);
  writeFileSync(join(folder, pageJs), js);
  const name = (from, to) => {
    const hashed = `${to}-${short(read(from))}${/(_bg)?\.\w+$/.exec(from)[0]}`;
    renameSync(join(folder, from), join(folder, hashed));
    return hashed;
  };
  writeFileSync(join(folder, "rest_bg.wasm"), later);
  const second = name("rest_bg.wasm", "rest");
  const pairs = [pageJs, pageWasm].map((from) => [from, name(from, "page")]);
  const named = replaced(html, pairs);
  const place = dirname(/data-wasm="([^"]*)"/.exec(named)[1]);
  writeFileSync(join(folder, "index.html"), replaced(named, [['<meta name="mcore-app" ', `<meta name="mcore-app" data-rest="${place}/${second}" `]]));
  return `Of ${report.functions} functions of the page ${report.moved} come later; ${report.stubs} of them have stubs; bytes of data that come later: ${report.data ?? 0}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await splitProgram(process.argv[2]));
