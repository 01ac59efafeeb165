// The worker's first breath. The page posts `{ js, wasm }` first: the address of the generated module and the
// compiled WebAssembly.Module (or its address). After that, `main` of the same wasm runs here; it finds no window and
// sets the worker's message handler before it returns.
//
// Messages that come before the handler is set are kept and delivered after it, in their order. Whatever goes wrong
// here, or is not caught later, reaches the page as `{ fatal: "..." }`.

const early = [];
let started = false;

const fatal = (error) => postMessage({ fatal: String(error?.message ?? error) });

async function first(event) {
  if (started) {
    early.push(event);
    return;
  }
  started = true;
  try {
    const { js, wasm } = event.data;
    const { default: init } = await import(js);
    await init({ module_or_path: wasm });
    removeEventListener("message", first);
    for (const { data, ports } of early.splice(0)) {
      dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
    }
  } catch (error) {
    fatal(error);
  }
}

addEventListener("message", first);
addEventListener("error", (event) => fatal(event.message));
addEventListener("unhandledrejection", (event) => fatal(event.reason));
