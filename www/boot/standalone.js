// Starts the page of the single file, which opens from a disk: nothing can be fetched there, so everything is included.
//
// The build puts the generated modules of the pages into this script. The WebAssembly modules, the workers' scripts,
// the styles of the modes, the messages, the files of the exercises and the documents are in `<script type="application/...">`
// elements, which browsers do not run. As on the site, changing the mode reloads the page.

// Made by dist/standalone.mjs: the start function of each page, by its name.
import * as programs from "programs";
import { isDocument, showDocuments } from "./documents.js";
import { ownMode } from "./modes.js";
import { start } from "./start.js";
import { withProgram } from "./workers.js";

// Read at once: the app removes the body's content when it draws itself.
const held = Object.fromEntries(
  Array.from(document.querySelectorAll("script[type='application/octet-stream']"), ({ id, textContent }) => [id, textContent]),
);

/** The bytes of a base64 text. */
const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The bytes of a part, which is compressed with gzip and encoded as base64. */
async function unpacked(id) {
  return new Response(new Blob([decoded(held[id])]).stream().pipeThrough(new DecompressionStream("gzip")));
}

const compiled = async (id) => WebAssembly.compile(await (await unpacked(id)).arrayBuffer());

const json = async (id) => (await unpacked(id)).json();

/** The part of the page that the address opens: the documents, a mode with its own program, or the chip. */
const opened = () => (isDocument() ? "docs" : (ownMode() ?? "page"));
const mode = opened();
addEventListener("hashchange", () => opened() !== mode && location.reload());

/** Types of pictures by file name extension. */
const TYPES = { svg: "image/svg+xml", png: "image/png" };

/** Path -> base64 of the file that the site serves. */
let files;

async function bytes(address) {
  const found = files[address];
  if (found === undefined) throw new Error("not in this file");
  return decoded(found);
}

/** The messages of the opened page, by language. */
let messages;

/** A mode other than the chip is one program, for its page and for its worker. */
const own = mode === "page" ? null : mode;
const scripts = {};
// Started now, so that it is ready when the page has drawn itself.
const simulator = mode === "docs" ? null : compiled(`mcore-${own ?? "simulator"}`);

/** A worker that gets its program when it is compiled. */
function worker(name, program) {
  scripts[name] ??= URL.createObjectURL(new Blob([held[`mcore-worker-${name}`]], { type: "text/javascript" }));
  return withProgram(new Worker(scripts[name]), program);
}

const startWorker = () => worker(own ?? "simulator", simulator);

/** A worker with the program of another mode. */
const startMode = (name) => worker(name, compiled(`mcore-${name}`));

/** The C compiler, compiled once for all workers of its own. */
let compiler;
const ofCompiler = {
  startCompiler: () => worker("compiler", (compiler ??= compiled("mcore-compiler"))),
  compiler: () => ({ compiler: decoded(held["mcore-compiler"]) }),
};

/** The style of a mode other than the chip. */
async function styled() {
  const style = document.createElement("style");
  style.textContent = (await json("mcore-styles"))[own];
  document.head.append(style);
}

async function load() {
  if (mode === "docs") return showDocuments(await json("mcore-docs"));
  files = await json("mcore-files");
  if (own) await styled();
  messages = (await json("mcore-messages"))[mode];
  await programs[mode]({ module_or_path: own ? await simulator : await compiled("mcore-page") });
}

await start(load, {
  startWorker,
  startMode,
  ...ofCompiler,
  // It is part of the document.
  editor: () => Promise.resolve(),
  bytes,
  messages: (lang) => messages[lang],
  language: () => Promise.resolve(),
  address: (path) => `data:${TYPES[path.split(".").pop()]};base64,${files[path] ?? ""}`,
  docs: "#/docs/",
  onUpdate() {},
  update() {},
});
