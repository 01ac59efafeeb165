// Firefox, driven by WebDriver BiDi: Firefox itself listens for it, so no other program is needed.
// https://www.w3.org/TR/webdriver-bidi/

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import WebSocket from "ws";
import { findProgram, noteViolations } from "../harness.mjs";
import { Gone } from "../other/page.mjs";

/** Firefox adds its own settings for tests (no updates, no telemetry, no welcome) when it is driven. */
const SETTINGS = {
  "intl.accept_languages": "en-GB",
  "layout.css.prefers-color-scheme.content-override": 1,
  "ui.prefersReducedMotion": 1,
};

/** The errors of Firefox when a document goes before it has answered. */
const GONE = /no such frame|no such (handle|node)|destroyed before query|Actor .* destroyed|document unloaded|DiscardedBrowsingContext/i;

/** The messages to Firefox and from it. */
class Connection {
  #socket;
  #last = 0;
  #waiting = new Map();

  constructor(socket, onEvent) {
    this.#socket = socket;
    socket.on("message", (text) => {
      const { type, id, result, error, message, method, params } = JSON.parse(text);
      if (type === "event") return onEvent(method, params);
      const { resolve, reject } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (type === "success") resolve?.(result);
      else reject?.(GONE.test(`${error} ${message}`) ? new Gone(message) : new Error(`${error}: ${message}`));
    });
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("Firefox has ended"));
    });
  }

  send(method, params = {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }), (error) => error && reject(error));
    });
  }
}

/** The address that Firefox listens at; it prints it when it is ready. */
function listening(child) {
  return new Promise((resolve, reject) => {
    let text = "";
    createInterface(child.stderr).on("line", (line) => {
      text += `${line}\n`;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (found) resolve(`${found[1]}/session`);
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`Firefox ended (${code}): ${text}`)));
  });
}

/** Notes what goes wrong: errors and warnings in the console, exceptions, requests that fail or go elsewhere than to `url`. */
function watch(problems, url) {
  const home = new URL(url);
  const inside = ["data:", "blob:", "about:"];
  const own = ({ protocol, origin, pathname }) => (protocol === "file:" ? pathname === home.pathname : inside.includes(protocol) || origin === home.origin);
  const readers = {
    "log.entryAdded": ({ type, level, text, source, stackTrace }) => {
      if (["error", "warn"].includes(level)) problems.push(`${type} ${level}: ${text} (${stackTrace?.callFrames?.[0]?.url ?? source.realm})`);
    },
    "network.fetchError": ({ request, errorText }) => problems.push(`request failed: ${request.url} (${errorText})`),
    "network.responseCompleted": ({ request, response }) => {
      if (response.status >= 400) problems.push(`status ${response.status}: ${request.url}`);
    },
    "network.beforeRequestSent": ({ request }) => {
      if (!own(new URL(request.url))) problems.push(`another host was asked: ${request.url}`);
    },
  };
  return { events: Object.keys(readers), onEvent: (method, params) => readers[method]?.(params) };
}

/** A new Firefox with a profile of its own, as a driver for other/page.mjs. */
export async function launch({ width, height, url }) {
  const profile = mkdtempSync(join(tmpdir(), "mcore-lab-firefox-"));
  const settings = Object.entries(SETTINGS).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, "user.js"), settings.join(""));
  const options = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile, "about:blank"];
  const child = spawn(findProgram("Firefox", "MCORE_FIREFOX", ["firefox-esr", "firefox"]), options, {
    // A home of its own: root may not use the home of another user.
    env: { ...process.env, HOME: profile },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit").catch(() => {});
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  const end = async () => {
    kill();
    await exited;
    process.off("exit", kill);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const problems = [];
    const { events, onEvent } = watch(problems, url);
    const socket = new WebSocket(await listening(child), { perMessageDeflate: false, maxPayload: 0 });
    await once(socket, "open");
    const bidi = new Connection(socket, onEvent);
    await bidi.send("session.new", { capabilities: {} });
    const { contexts } = await bidi.send("browsingContext.getTree");
    const context = contexts[0].context;
    await bidi.send("browsingContext.setViewport", { context, viewport: { width, height } });
    await bidi.send("script.addPreloadScript", { functionDeclaration: String(noteViolations) });
    await bidi.send("session.subscribe", { events });

    const call = async (source) => {
      const { result, exceptionDetails } = await bidi.send("script.callFunction", {
        functionDeclaration: `async () => JSON.stringify({ value: await (${source})() })`,
        target: { context },
        awaitPromise: true,
      });
      if (!exceptionDetails) return JSON.parse(result.value).value;
      throw new Error(exceptionDetails.text);
    };
    const look = async () => {
      const violations = await call("() => globalThis.__violations?.splice(0) ?? []");
      problems.push(...violations.map((text) => `security policy: ${text}`));
    };
    return {
      problems,
      call,
      act: (actions) => bidi.send("input.performActions", { context, actions }),
      open: (url) => bidi.send("browsingContext.navigate", { context, url, wait: "complete" }),
      reload: () => bidi.send("browsingContext.reload", { context, wait: "complete" }),
      picture: async () => (await bidi.send("browsingContext.captureScreenshot", { context })).data,
      look,
      close: () => look().finally(end),
    };
  } catch (error) {
    await end();
    throw error;
  }
}
