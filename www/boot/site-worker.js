// The worker of the site. Its first message is `{ js }`, the address of the generated module, its second one is `{ wasm }`, the compiled
// WebAssembly. A message `{ compiler: { js, wasm } }`, two addresses, adds the C compiler.

import { guest, listen } from "./early.js";
import { fetchProgram } from "./workers.js";

/** Runs the module of an address with WebAssembly, which may be pending. */
async function run(js, wasm) {
  const [{ default: init }, module_or_path] = await Promise.all([import(js), wasm]);
  await init({ module_or_path });
}

guest(async ({ js, wasm }) => {
  const [{ initSync, __wbg_reset_state }, module] = await Promise.all([import(js), fetchProgram(wasm)]);
  // `init` would keep its result for ever, and with it the memory of the first instance.
  initSync({ module });
  return __wbg_reset_state;
});
listen(({ js }, next) => run(js, next().then(({ wasm }) => wasm)));
