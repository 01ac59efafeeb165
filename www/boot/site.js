// Starts the page of the site: loads the app, then prepares the site for later visits, with or without network.

import { language, showFirst } from "./first.js";
import { ownMode } from "./modes.js";
import { start } from "./start.js";
import { watchForUpdates } from "./updates.js";
import { fetchProgram, withProgram } from "./workers.js";

const absolute = (address) => new URL(address, document.baseURI).href;
const named = (name) => document.querySelector(`meta[name=${name}]`).dataset;

const app = named("mcore-app");
const simulator = named("mcore-simulator");
const compiler = named("mcore-compiler");

const mode = ownMode();
/** The program of a mode that has its own. */
const own = mode && named(`mcore-${mode}`);
// Work of the chip's page is stored when the user leaves it.
addEventListener("hashchange", () => ownMode() !== mode && location.reload());

/** The bytes of a file of the site. */
async function bytes(address) {
  const response = await fetch(absolute(address));
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The address of a program -> a promise of its module. */
const modules = new Map();

/** Fetches and compiles a program, once. A program that could not be fetched is fetched again by the next request. */
function compiled(address) {
  if (!modules.has(address)) {
    const module = fetchProgram(absolute(address));
    modules.set(address, module);
    module.catch(() => modules.delete(address));
  }
  return modules.get(address);
}

/** A worker that runs a program. */
function worker({ js, wasm }) {
  const started = new Worker(absolute(simulator.worker), { type: "module" });
  // The worker loads the script while the module is fetched.
  started.postMessage({ js: absolute(js) });
  return withProgram(started, compiled(wasm));
}

/** A worker with the simulator. */
const startWorker = () => worker(own ?? simulator);

/** A worker with the program of another mode. */
const startMode = (name) => worker(named(`mcore-${name}`));

/** The C compiler: in a worker of its own, and the message that adds it to the simulator's worker. */
const ofCompiler = {
  startCompiler: () => worker(compiler),
  compiler: () => ({ compiler: { js: absolute(compiler.js), wasm: absolute(compiler.wasm) } }),
};

/** Resolves when an element that loads a file has loaded it. */
function loaded(element, address) {
  return new Promise((resolve, reject) => {
    element.onload = resolve;
    element.onerror = () => reject(new Error(`${address} cannot be loaded`));
    document.head.append(element);
  });
}

/** A style for only one mode; the program waits for it, because it measures the elements it draws on. */
const styled = (address) => loaded(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address }), address);

let editing;

/** Loads the source editor, once: after the simulator, so that a program is assembled early on a slow line, or `now`. */
async function editor(now) {
  if (!now) await compiled(simulator.wasm).catch(() => {});
  const { js } = named("mcore-editor");
  editing ??= loaded(Object.assign(document.createElement("script"), { src: absolute(js) }), js);
  editing.catch(() => (editing = undefined));
  return editing;
}

/** The part of the site that is opened. */
const part = own ?? app;
/** The messages of the opened page, by language. */
const messages = {};

/** Fetches the messages of a language. */
async function fetchMessages(lang) {
  messages[lang] ??= new TextDecoder().decode(await bytes(part[lang]));
}

async function load() {
  const { js, wasm, style } = part;
  const texts = fetchMessages(language());
  if (own) await styled(absolute(style));
  const program = compiled(wasm);
  // One after the other, in the order in which they are needed.
  if (!own) program.then(() => editor(false)).catch(() => {});
  const { default: init } = await import(absolute(js));
  await texts;
  await init({ module_or_path: await program });
}

const updates = watchForUpdates();
// boot/ahead.js may run later than this script.
showFirst();
await start(load, { startWorker, startMode, ...ofCompiler, editor, bytes, messages: (lang) => messages[lang], language: fetchMessages, address: (path) => path, docs: "docs/", ...updates.boot });
// The service worker fetches the whole site, so it waits until everything has arrived that this visit needs.
if (!own) await editor(false).catch(() => {});
for (const lang of ["en", "ja"]) await fetchMessages(lang).catch(() => {});
updates.begin(absolute("sw.js"));
