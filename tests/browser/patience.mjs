// How long tests wait: as long as there is progress, and then for some time that grows with the load of the machine. So no test
// fails because a machine is slow.

import { cpus, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Seconds without progress on an idle machine. */
const IDLE = 60;

/** How many processes share a core: 1 on an idle machine, and where the load is not known. */
const load = () => Math.max(1, loadavg()[0] / cpus().length);

/** Waits for something; progress begins the wait anew. */
export class Patience {
  #begun = performance.now();
  #seen;

  /** `seconds` is the longest time without progress on an idle machine. */
  constructor(seconds = IDLE) {
    this.seconds = seconds;
  }

  /** Something was seen; it is progress if it differs from what was seen before. */
  sees(what) {
    const text = JSON.stringify(what);
    if (text !== this.#seen) this.#begun = performance.now();
    this.#seen = text;
  }

  /** Whether nothing has changed for too long. */
  get isOver() {
    return performance.now() - this.#begun > this.seconds * 1000 * load();
  }
}

/** Counts changes of the document; called in the page before its first script. */
export function countChanges() {
  globalThis.__changes = 0;
  new MutationObserver((changes) => (globalThis.__changes += changes.length)).observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
}

/**
 * Watches a page while a test waits for it. Calls `stuck(seconds)` if for some time the page has not changed, has requested nothing
 * and has said nothing; `heard()` gives the number of its requests and messages, `idle` are the seconds on an idle machine. Returns a function that ends the watch.
 */
export function watchdog(page, heard, stuck, idle = 2 * IDLE) {
  const patience = new Patience(idle);
  let ended = false;
  (async () => {
    while (!ended) {
      await pause(1000, undefined, { ref: false });
      // A page that is busy or closed does not answer: nothing is known then.
      const answer = page.evaluate(() => globalThis.__changes).catch(() => undefined);
      const changes = await Promise.race([answer, pause(5000, undefined, { ref: false })]);
      patience.sees([changes, page.url(), heard()]);
      if (!ended && patience.isOver) {
        ended = true;
        stuck(Math.round(patience.seconds * load()));
      }
    }
  })();
  return () => (ended = true);
}
