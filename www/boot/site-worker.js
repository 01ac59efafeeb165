// The worker of the site: `{ js, wasm }` are the addresses of the generated module and of its WebAssembly, `later` that of its
// second part, if it has one (see ../dist/later.mjs). A message `{ compiler: { js, wasm } }` adds the C compiler.

import { guest, listen } from "./early.js";
import { fetched, fetchedNow, restOfProgram } from "./rest.js";

async function load({ js, wasm }) {
  const { default: init } = await import(js);
  await init({ module_or_path: wasm });
}

// The second part is for programs in C and with MPI, so it is loaded with the compiler. It waits for nothing: a call before
// it is here loads it at once.
let want;
const wanted = new Promise((resolve) => (want = resolve));

guest((compiler) => {
  want();
  return load(compiler);
});
listen((program) => {
  const { later } = program;
  if (later) {
    const part = { load: () => wanted.then(() => fetched(later)), loadNow: () => fetchedNow(later), fail: console.error };
    globalThis.mcoreBoot = { rest: restOfProgram(part) };
  }
  return load(program);
});
