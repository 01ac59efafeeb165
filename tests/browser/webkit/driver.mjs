// WebKit, driven by WebDriver: WebKitGTK's MiniBrowser through WebKitWebDriver, on a screen in memory (Xvfb).
// https://www.w3.org/TR/webdriver2/

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Patience } from "../patience.mjs";
import { findProgram } from "../harness.mjs";
import { Gone } from "../other/page.mjs";

/** The errors of the driver when a document goes before it has answered. */
const GONE = /no such window|no such frame|stale|page.*(closed|navigat)|document.*unload|javascript error.*(navigat|unload)/i;

/**
 * In the page: notes what goes wrong from now on, once in each document. The protocol cannot report it, and it has no way to run
 * a script before those of the page. A problem before the first call is therefore not noted; if it keeps the page from starting,
 * the test fails while it waits for the page.
 */
function watch() {
  if (globalThis.__problems) return globalThis.__problems;
  const problems = (globalThis.__problems = []);
  addEventListener("error", ({ message, filename, lineno }) => problems.push(`uncaught: ${message} (${filename}:${lineno})`));
  addEventListener("unhandledrejection", ({ reason }) => problems.push(`uncaught: ${reason?.stack ?? reason}`));
  document.addEventListener("securitypolicyviolation", (event) => {
    problems.push(`security policy: ${event.violatedDirective}: ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`);
  });
  for (const level of ["error", "warn"]) {
    const original = console[level];
    console[level] = (...words) => {
      problems.push(`console ${level}: ${words.join(" ")}`);
      original.apply(console, words);
    };
  }
  return problems;
}

/** A port that is free at the moment. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a screen in memory, on a number of its own choice. */
async function screen({ width, height }) {
  const options = ["-displayfd", "3", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp"];
  const child = spawn(findProgram("Xvfb", "MCORE_XVFB", ["Xvfb"]), options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await Promise.race([
    once(child.stdio[3], "data"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`Xvfb ended (${code})`))),
  ]);
  return { child, display: `:${String(number).trim()}` };
}

/** A new WebKit without stored data, as a driver for other/page.mjs. */
export async function launch({ width, height }) {
  const children = [];
  const kill = () => children.forEach((child) => child.kill());
  process.on("exit", kill);
  const end = async () => {
    const exited = children.map((child) => (child.exitCode ?? child.signalCode) === null && once(child, "exit"));
    kill();
    await Promise.all(exited);
    process.off("exit", kill);
  };

  try {
    // Higher than the page by the bar of the browser.
    const { child, display } = await screen({ width, height: height + 100 });
    children.push(child);
    const port = await freePort();
    const driver = spawn(findProgram("WebKitWebDriver", "MCORE_WEBKIT_DRIVER", ["WebKitWebDriver"]), [`--port=${port}`], {
      // The page's language comes from the locale; there is no accessibility bus to ask.
      env: { ...process.env, DISPLAY: display, WAYLAND_DISPLAY: "", GDK_BACKEND: "x11", LC_ALL: "en_GB.UTF-8", NO_AT_BRIDGE: "1" },
      stdio: "ignore",
    });
    children.push(driver);

    const send = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
      const { value } = await answer.json();
      if (answer.ok) return value;
      const text = `${value.error}: ${value.message}`;
      throw GONE.test(text) ? new Gone(text) : new Error(text);
    };
    for (const patience = new Patience(); ; await pause(20)) {
      try {
        if ((await send("GET", "/status")).ready) break;
      } catch (error) {
        if (patience.isOver || driver.exitCode !== null) throw error;
      }
    }
    const alwaysMatch = { "webkitgtk:browserOptions": { args: ["--automation"] }, timeouts: { script: null } };
    const { sessionId } = await send("POST", "/session", { capabilities: { alwaysMatch } });
    const session = (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
    await session("POST", "/window/rect", { x: 0, y: 0, width, height: height + 38 });

    const problems = [];
    const call = async (source) => {
      const script = `const problems = (${watch})();
        return (async () => JSON.stringify({ value: await (${source})(), problems: problems.splice(0) }))();`;
      const answer = JSON.parse(await session("POST", "/execute/sync", { script, args: [] }));
      problems.push(...answer.problems);
      return answer.value;
    };
    const look = () => call("() => 0");
    return {
      problems,
      call,
      act: (actions) => session("POST", "/actions", { actions }),
      open: (url) => session("POST", "/url", { url }),
      reload: () => session("POST", "/refresh", {}),
      picture: () => session("GET", "/screenshot"),
      look,
      close: async () => {
        try {
          await look();
          await session("DELETE", "");
        } finally {
          await end();
        }
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
