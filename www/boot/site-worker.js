// The worker of the site. Its first message is `{ js }`, the address of the generated module, its second one is `{ wasm }`, the compiled
// WebAssembly. A message `{ compiler: { js, wasm } }`, two addresses, adds the C compiler.

import { guest, listen } from "./early.js";

/** Runs the module of an address with WebAssembly, which may be pending, compiled or an address. */
async function run(js, wasm) {
  const [{ default: init }, module_or_path] = await Promise.all([import(js), wasm]);
  await init({ module_or_path });
}

guest(({ js, wasm }) => run(js, wasm));
listen(({ js }, next) => run(js, next().then(({ wasm }) => wasm)));
