// Loads tests/src/bin/bench.rs as WebAssembly. Its main posts one line a figure and returns.

try {
  const { default: init } = await import("./bench.js");
  await init();
  postMessage({ finished: true });
} catch (error) {
  postMessage({ fatal: String(error?.stack ?? error) });
}
