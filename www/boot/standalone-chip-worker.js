// The worker of the chip in the single file: as standalone-worker.js, with the generated module of the C compiler, whose
// WebAssembly arrives as compressed bytes when it is needed.

import { __wbg_reset_state, initSync } from "compiler";
import init from "simulator";
import { guest, listen } from "./early.js";

guest(async (bytes) => {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  // The usual function would keep its result for ever, and with it the memory of the first instance.
  initSync({ module: await WebAssembly.compile(await new Response(unpacked).arrayBuffer()) });
  return __wbg_reset_state;
});
listen(({ wasm }) => init({ module_or_path: wasm }));
