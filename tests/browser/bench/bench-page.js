// Runs the benchmarks in a worker, as the site runs the simulator, and collects their output for run.mjs.

const done = { lines: [], error: null, finished: false };
globalThis.bench = done;

// The words after the "?" select the cases.
const worker = new Worker(`./bench-worker.js${location.search}`, { type: "module" });
worker.onmessage = ({ data }) => {
  if (typeof data === "string") done.lines.push(data);
  else if (data.fatal) done.error = data.fatal;
  done.finished ||= typeof data !== "string";
};
worker.onerror = (event) => {
  done.error = event.message ?? "the worker could not be loaded";
  done.finished = true;
};
