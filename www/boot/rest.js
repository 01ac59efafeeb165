// The second part of the page's program. A first visit sees the page as soon as the first part is there; what is not needed
// for that (see ../dist/rest.mjs) comes right after it. See ../dist/split.mjs for how the two hang together.

/**
 * What both editions of the page give to the first part as `mcoreBoot.rest`.
 *
 * `load()` resolves to the compiled module of the second part, or to `null` where a build has not split the program;
 * `loadNow()` gives the same at once, blocking; `fail(error)` tells the user.
 */
export function restOfProgram({ load, loadNow, fail }) {
  let first = null;
  let here = false;
  const waiting = [];

  function arrived() {
    here = true;
    if (first.mcore_rest_here) first.mcore_rest_here.value = 1;
    performance.mark("mcore-rest");
    for (const tell of waiting.splice(0)) tell();
  }

  async function begin() {
    const module = await load();
    // Somebody may not have been able to wait.
    if (here) return;
    if (module) await WebAssembly.instantiate(module, { rest: first });
    if (!here) arrived();
  }

  return {
    imports: {
      /** The first part has come to a function of the second that is not there. */
      need() {
        performance.mark("mcore-rest-early");
        new WebAssembly.Instance(loadNow(), { rest: first });
        arrived();
      },
    },
    /** The first part is there (`exports`). One that knows of the second says so before it starts; others are told of here later. */
    begin(exports) {
      if (first) return;
      first = exports;
      begin().catch(fail);
    },
    isHere: () => here,
    /** Calls back when the second part is there; at once if it is. */
    whenHere(tell) {
      if (here) tell();
      else waiting.push(tell);
    },
  };
}

/** The module at an address, compiled; tried again after a pause, because networks fail for moments. */
export async function fetched(address) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      // Not streamed: hosts that send another type than application/wasm are common enough.
      return await WebAssembly.compile(await response.arrayBuffer());
    } catch (error) {
      if (attempt === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  }
}

/** The same, blocking: the letters of the answer are its bytes. */
export function fetchedNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`HTTP ${request.status}`);
  return new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 0xff));
}
