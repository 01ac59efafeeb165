// The start of the worker, in both editions. The page's first message says where the program is; `load` loads and runs
// it. The program's `main` sets the worker's message handler before it returns.
//
// Messages that arrive before that are kept and delivered after it, in their order. An error here, or one that is not
// caught later, is reported to the page as `{ fatal: "..." }`.

const fatal = (error) => postMessage({ fatal: String(error?.message ?? error) });

/**
 * Loads the C compiler beside the program when the page asks for it by `{ compiler: place }`; `load(place)` resolves when it runs, to
 * a function that starts it anew. Later messages wait for that. If it fails, the next message of this kind tries again; until then the
 * program reports that there is no compiler.
 *
 * A compiler that has used much memory calls `mcoreGuest()`: it is started anew, so that the tab gives the memory back.
 */
export function guest(load) {
  let restart = null;
  let waiting = null;
  let renewing = false;

  /** Starts the compiler anew after the calling program has returned. */
  function renew() {
    if (renewing) return;
    renewing = true;
    queueMicrotask(() => {
      renewing = false;
      restart();
    });
  }

  addEventListener("message", async (event) => {
    const { compiler } = event.data ?? {};
    if (!compiler && !waiting) return;
    event.stopImmediatePropagation();
    if (waiting) return void waiting.push(event);
    if (restart) return;
    waiting = [];
    // Its program publishes a function instead of listening to the page.
    globalThis.mcoreGuest = renew;
    try {
      restart = await load(compiler);
    } catch (error) {
      console.error(error);
    }
    const held = waiting;
    waiting = null;
    for (const { data, ports } of held) dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
  });
}

/**
 * Listens from now on; `load(data, next)` gets the first message and resolves when the program runs. `next()` is a promise of the
 * message after it, if that is for `load` too; it is called before anything is awaited.
 */
export function listen(load) {
  const early = [];
  let started = false;
  let take = null;
  const next = () => new Promise((resolve) => (take = resolve));

  async function first(event) {
    if (take) {
      take(event.data);
      take = null;
      return;
    }
    if (started) {
      early.push(event);
      return;
    }
    started = true;
    try {
      await load(event.data, next);
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
