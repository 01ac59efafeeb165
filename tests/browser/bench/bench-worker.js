// Loads tests/src/bin/bench.rs as WebAssembly. Its main writes one line per figure to the console and returns.

const toConsole = console.log;
console.log = (line, ...rest) => {
  toConsole(line, ...rest);
  postMessage(String(line));
};

try {
  const { default: init } = await import("./bench.js");
  await init({ module_or_path: new URL("bench_bg.wasm", import.meta.url) });
  postMessage({ finished: true });
} catch (error) {
  postMessage({ fatal: String(error?.stack ?? error) });
}
