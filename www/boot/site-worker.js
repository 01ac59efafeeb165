// The worker of the site: `{ js, wasm }` are the addresses of the generated module and of its WebAssembly. A message `{ compiler: { js, wasm } }` adds the C compiler.

import { guest, listen } from "./early.js";

async function load({ js, wasm }) {
  const { default: init } = await import(js);
  await init({ module_or_path: wasm });
}

guest(load);
listen(load);
