// Workers whose program is compiled by the page. So a worker that is started anew needs no new compilation, and a mode that has
// one program for its page and its workers compiles it once.

/**
 * Sends a worker its program, by `{ wasm }`, as soon as it is compiled; `program` is a promise of it. Messages that are posted before
 * that wait for it.
 */
export function withProgram(worker, program) {
  const post = worker.postMessage.bind(worker);
  let waiting = [];
  worker.postMessage = (...message) => (waiting ? waiting.push(message) : post(...message));
  program.then(
    (wasm) => {
      post({ wasm });
      for (const message of waiting) post(...message);
      waiting = null;
    },
    (error) => worker.dispatchEvent(new ErrorEvent("error", { message: String(error) })),
  );
  return worker;
}

/** Fetches and compiles a program. */
export async function fetchProgram(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  // Some hosts do not know the type.
  const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
