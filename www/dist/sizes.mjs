// The size of a first visit in bytes: node dist/sizes.mjs <folder of the site> [--check] [--json].
//
// Compressed by gzip, as the commonest static hosts do. `--check` fails beyond the budget; `--json` prints one line per
// file.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { list, parts } from "./files.mjs";

/**
 * The maximum number of compressed bytes before the first exercise can be read: it is in index.html (xtask/src/first.rs), which needs
 * only the style.
 */
export const BUDGET_TO_READ = 60_000;

/**
 * The maximum number of compressed bytes before the page is usable: everything can be read and chosen, and requests are executed.
 * tests/browser/first.test.mjs compares this set of files with a browser's requests up to that point.
 */
export const BUDGET = 1_100_000;

/** The maximum number of compressed bytes before the first program runs: with the simulator. */
export const BUDGET_TO_RUN = 2_080_000;

/** The maximum number of compressed bytes before programs can be written: with the editor, which follows the simulator. */
export const BUDGET_TO_WRITE = 2_230_000;

/**
 * The maximum number of compressed bytes of the C compiler's module, which holds headers and library too, and advice for the names that
 * the library leaves out. It is fetched when a C text is opened. The texts of the library are nearly a third of it, since they have nearly
 * all of MPI 3.1 and of C17.
 */
export const BUDGET_OF_COMPILER = 600_000;

/** The exercise that a first visit opens; see `Catalog::first` in ui/src/shell/packs.rs. */
const FIRST_EXERCISE = "exercises/class/matmul/";

/** The compressed size of a file. */
const gzipped = (folder, path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;

/**
 * Files of a first visit: `{ path, raw, gzip, until }`; `until` is the state for which they are needed, "readable", "usable",
 * "running", "writing", or "compiled" for the C compiler, which a first visit does not fetch.
 */
export function firstVisit(folder) {
  const { style, editor, ahead, boot, pageJs, pageWasm, pageEn, pageJa, worker, simulatorJs, simulatorWasm, compilerJs, compilerWasm, icon } = parts(folder);
  const exercise = ["exercises/index.json", "exercises/class/pack.toml"];
  const opened = list(folder).filter((path) => exercise.includes(path) || path.startsWith(FIRST_EXERCISE));
  // Statement and programs are read in one language; the other one, hints and rules follow (`is_read_first` in
  // ui/src/modes/chip/catalog.rs). Of the two the larger one is counted.
  const inEither = (path) => path.replace(/task\.\w+\.md$/, "task").replace(/\/start\.ja\//, "/start/");
  const isText = (path) => /task\.\w+\.md$|\/start(?:\.ja)?\//.test(path);
  const larger = new Map();
  for (const path of opened.filter(isText)) {
    const other = larger.get(inEither(path));
    if (!other || gzipped(folder, path) > gzipped(folder, other)) larger.set(inEither(path), path);
  }
  const texts = [...larger.values()];
  const first = opened.filter((path) => texts.includes(path) || /^exercises\/[^/]+$|pack\.toml$|\/images\//.test(path));
  const fonts = list(folder).filter((path) => path.startsWith("fonts/"));
  const readable = ["index.html", icon, style, ahead, ...fonts];
  // So are the messages, and the larger ones are counted.
  const [messages, otherMessages] = [pageEn, pageJa].sort((a, b) => gzipped(folder, b) - gzipped(folder, a));
  const usable = [boot, pageJs, pageWasm, messages, ...first];
  const measure = (until) => (path) => {
    return { path, raw: statSync(join(folder, path)).size, gzip: gzipped(folder, path), until };
  };
  const running = [...opened.filter((path) => !first.includes(path)), worker, simulatorJs, simulatorWasm];
  const writing = [editor, otherMessages];
  const compiler = [compilerJs, compilerWasm];
  return [...readable.map(measure("readable")), ...usable.map(measure("usable")), ...running.map(measure("running")), ...writing.map(measure("writing")), ...compiler.map(measure("compiled"))];
}

/** Sum of the compressed sizes of the files needed for `until`. */
export const total = (files, until) => files.filter((file) => file.until === until).reduce((sum, { gzip }) => sum + gzip, 0);

/** The compressed size of the C compiler's module, without the script that loads it. */
const compiler = (files) => total(files.filter(({ path }) => /^compiler.*\.wasm$/.test(path)), "compiled");

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`.padStart(11);

/** The sizes as a readable table. */
export function table(files) {
  const lines = files
    .filter(({ gzip }) => gzip >= 1000)
    .map(({ path, raw, gzip, until }) => `${kb(raw)}${kb(gzip)}  ${until.padEnd(8)} ${path}`);
  const { readable, usable, running, writing } = sums(files);
  return [
    "First visit: size, compressed by gzip, until when it is needed; files under 1 KB are only in the sums",
    ...lines,
    `           ${kb(readable)}  until the first exercise can be read`,
    `           ${kb(usable)}  until the page is usable`,
    `           ${kb(running)}  until a program runs`,
    `           ${kb(writing)}  until a program can be written`,
    `           ${kb(compiler(files))}  of the C compiler's module, when a C text is opened`,
  ].join("\n");
}

/** The compressed bytes until each state. */
function sums(files) {
  const readable = total(files, "readable");
  const usable = readable + total(files, "usable");
  const running = usable + total(files, "running");
  return { readable, usable, running, writing: running + total(files, "writing") };
}

/** Each excess over the budget, as a sentence. */
export function excess(files) {
  const { readable, usable, running, writing } = sums(files);
  const over = (what, bytes, budget) =>
    bytes > budget ? [`${what}: ${kb(bytes).trim()} compressed, more than ${kb(budget).trim()}`] : [];
  return [
    ...over("until the first exercise can be read", readable, BUDGET_TO_READ),
    ...over("until the page is usable", usable, BUDGET),
    ...over("until a program runs", running, BUDGET_TO_RUN),
    ...over("until a program can be written", writing, BUDGET_TO_WRITE),
    ...over("of the C compiler", compiler(files), BUDGET_OF_COMPILER),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, ...options] = process.argv.slice(2);
  const files = firstVisit(folder);
  if (options.includes("--json")) for (const file of files) console.log(JSON.stringify(file));
  else console.log(table(files));
  const beyond = options.includes("--check") ? excess(files) : [];
  for (const sentence of beyond) console.error(`error: ${sentence} (www/dist/sizes.mjs)`);
  process.exitCode = beyond.length ? 1 : 0;
}
