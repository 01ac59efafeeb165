// The worker of the site: `{ js, wasm }` are the addresses of the generated module and of its WebAssembly.

import { listen } from "./early.js";

listen(async ({ js, wasm }) => {
  const { default: init } = await import(js);
  await init({ module_or_path: wasm });
});
