// The worker's first breath, in both editions. The page posts a first message that says where the program is; `load`
// makes of it a program that runs. The program's `main` sets the worker's message handler before it returns.
//
// Messages that come before that are kept and delivered after it, in their order. Whatever goes wrong here, or is not
// caught later, reaches the page as `{ fatal: "..." }`.

const fatal = (error) => postMessage({ fatal: String(error?.message ?? error) });

/** Listens from now on; `load(data)` gets the first message and resolves when the program runs. */
export function listen(load) {
  const early = [];
  let started = false;

  async function first(event) {
    if (started) {
      early.push(event);
      return;
    }
    started = true;
    try {
      await load(event.data);
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
}
