// Starts the page of the site: loads the app, then prepares the site for later visits, with or without network.

import { ownMode } from "./modes.js";
import { start } from "./start.js";
import { watchForUpdates } from "./updates.js";

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

/** Where a program is, for a worker. */
const place = ({ js, wasm }) => ({ js: absolute(js), wasm: absolute(wasm) });

/** A worker that loads a program. */
function worker(program) {
  const started = new Worker(absolute(simulator.worker), { type: "module" });
  started.postMessage(place(program));
  return started;
}

/** A worker that loads the simulator. */
const startWorker = () => worker(own ?? simulator);

/** A worker that loads the program of another mode. */
const startMode = (name) => worker(named(`mcore-${name}`));

/** The C compiler: in a worker of its own, and the message that adds it to the simulator's worker. */
const ofCompiler = { startCompiler: () => worker(compiler), compiler: () => ({ compiler: place(compiler) }) };

/** A style for only one mode; the program waits for it, because it measures the elements it draws on. */
function styled(address) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${address} cannot be loaded`));
    document.head.append(link);
  });
}

async function load() {
  const { js, wasm } = own ?? app;
  if (own) await styled(absolute(own.style));
  const { default: init } = await import(absolute(js));
  await init({ module_or_path: absolute(wasm) });
}

const updates = watchForUpdates();
await start(load, { startWorker, startMode, ...ofCompiler, bytes, address: (path) => path, docs: "docs/", ...updates.boot });
updates.begin(absolute("sw.js"));
