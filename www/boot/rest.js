// The second part of the page's program. A first visit shows the page as soon as the first part is loaded; the
// functions not needed for that (see ../dist/rest.mjs) are loaded right after it. See ../dist/split.mjs for how the two
// are connected.

/**
 * The object that both editions of the page give to the first part as `mcoreBoot.rest`.
 *
 * `load()` resolves to the compiled module of the second part, or to `null` where a build has not split the program;
 * `loadNow()` returns the same at once, blocking; `fail(error)` shows the error to the user.
 */
export function restOfProgram({ load, loadNow, fail }) {
  let first = null;
  let here = false;
  const waiting = [];

  function arrived() {
    here = true;
    if (first.mcore_rest_here) first.mcore_rest_here.value = 1;
    performance.mark("mcore-rest");
    for (const callback of waiting.splice(0)) callback();
  }

  async function begin() {
    const module = await load();
    // A call that could not wait may have loaded it already.
    if (here) return;
    if (module) await WebAssembly.instantiate(module, { rest: first });
    if (!here) arrived();
  }

  return {
    imports: {
      /** The first part calls a function of the second, which is not loaded yet. */
      need() {
        performance.mark("mcore-rest-early");
        new WebAssembly.Instance(loadNow(), { rest: first });
        arrived();
      },
    },
    /** Called with the exports of the first part: a split program calls it before it starts, others after. */
    begin(exports) {
      if (first) return;
      first = exports;
      begin().catch(fail);
    },
    isHere: () => here,
    /** Calls back when the second part is loaded; at once if it already is. */
    whenHere(callback) {
      if (here) callback();
      else waiting.push(callback);
    },
  };
}

/** The module at an address, compiled; tried again after a pause, because network errors are often brief. */
export async function fetched(address) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      // Not streamed: many hosts send another type than application/wasm.
      return await WebAssembly.compile(await response.arrayBuffer());
    } catch (error) {
      if (attempt === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  }
}

/** The same, blocking: the characters of the response are its bytes. */
export function fetchedNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`HTTP ${request.status}`);
  return new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 0xff));
}
