// Starts the page of the single file, which opens from a disk: nothing can be fetched there, so everything is inside.
//
// The build puts the generated module of the page into this script. The two WebAssembly modules, the worker's script and
// the files of the exercises stand in `<script type="application/...">` elements, which browsers do not run.

import init from "page";
import { restOfProgram } from "./rest.js";
import { fail, start } from "./start.js";

// Read at once: the app takes the body's content away when it draws itself.
const held = Object.fromEntries(
  Array.from(document.querySelectorAll("script[type='application/octet-stream']"), ({ id, textContent }) => [id, textContent]),
);

/** The bytes behind base64. */
const decoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The bytes of a part: base64 of what gzip made. */
async function unpacked(id) {
  return new Response(new Blob([decoded(held[id])]).stream().pipeThrough(new DecompressionStream("gzip")));
}

const compiled = async (id) => WebAssembly.compile(await (await unpacked(id)).arrayBuffer());

/** Types of pictures by the ends of their names. */
const TYPES = { svg: "image/svg+xml", png: "image/png" };

/** Path -> base64 of what the site serves. */
let files;

async function bytes(address) {
  const found = files[address];
  if (found === undefined) throw new Error("not in this file");
  return decoded(found);
}

let script;
// Begun now, so that it is there when the page has drawn itself.
const simulator = compiled("mcore-simulator");

/** A worker whose program is sent to it; messages that are posted before it comes wait in the worker. */
function startWorker() {
  script ??= URL.createObjectURL(new Blob([held["mcore-worker"]], { type: "text/javascript" }));
  const worker = new Worker(script);
  const post = worker.postMessage.bind(worker);
  let waiting = [];
  worker.postMessage = (...message) => (waiting ? waiting.push(message) : post(...message));
  simulator.then(
    (wasm) => {
      post({ wasm });
      for (const message of waiting) post(...message);
      waiting = null;
    },
    (error) => worker.dispatchEvent(new ErrorEvent("error", { message: String(error) })),
  );
  return worker;
}

let second = null;
const rest = restOfProgram({ load: async () => second, loadNow: () => second, fail });

async function load() {
  files = await (await unpacked("mcore-files")).json();
  if (held["mcore-rest"]) second = await compiled("mcore-rest");
  rest.begin(await init({ module_or_path: await compiled("mcore-page") }));
}

await start(load, {
  startWorker,
  bytes,
  rest,
  address: (path) => `data:${TYPES[path.split(".").pop()]};base64,${files[path] ?? ""}`,
  docs: null,
  modes: false,
  onUpdate() {},
  update() {},
});
