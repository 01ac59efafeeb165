// The worker of the chip in the single file: as standalone-worker.js, with the generated module of the C compiler, whose
// WebAssembly arrives as compressed bytes when it is needed.

import initCompiler from "compiler";
import init from "simulator";
import { guest, listen } from "./early.js";

guest(async (bytes) => {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  await initCompiler({ module_or_path: await new Response(unpacked).arrayBuffer() });
});
listen(({ wasm }) => init({ module_or_path: wasm }));
