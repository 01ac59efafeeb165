// The base of every browser test: Chromium, the built site, and checks for everything that goes wrong in the page.
//
// `cargo xtask test` serves the site and sets MCORE_LAB_URL (at the root), MCORE_LAB_URL_BELOW (under a folder), MCORE_LAB_DIST and
// MCORE_CHROMIUM. Run by hand (`node --test` here), the harness starts the server itself. MCORE_SLOW=4 makes the page
// four times as slow, which reveals tests that depend on their own speed.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { countChanges, watchdog } from "./patience.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** The site that is tested, where tests read its files: a release in dist/, or the folder that MCORE_LAB_DIST names. */
export const DIST = process.env.MCORE_LAB_DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));

/** Pictures go here; not under version control. */
export const OUT = join(here, "out");

/** The program file of `program`: the one that the variable `variable` names, or the first of `names` on the path. */
export function findProgram(program, variable, names) {
  const places = (process.env.PATH ?? "").split(delimiter);
  for (const file of [process.env[variable], ...names.flatMap((name) => places.map((place) => join(place, name)))]) {
    try {
      accessSync(file ?? "", constants.X_OK);
      return file;
    } catch {
      // Try the next name.
    }
  }
  throw new Error(`no ${program} on the path: run \`cargo xtask test --browser\` once, or set ${variable}`);
}

/** Starts `cargo xtask serve --release` on a free port; returns `{url, stop}`. */
export function startServer(...options) {
  const child = spawn("cargo", ["xtask", "serve", "--release", "--port", "0", ...options], { cwd: here, stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(text);
      if (!found) return;
      // From here on the server does not keep this process alive.
      child.unref();
      child.stdout.unref();
      resolve({ url: found[0], stop: () => child.kill() });
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`cargo xtask serve ended (${code}): ${text}`)));
  });
}

let served;
/** Address of the built site at the root of a server. */
export async function siteUrl() {
  if (process.env.MCORE_LAB_URL) return process.env.MCORE_LAB_URL;
  served ??= startServer();
  return (await served).url;
}

let servedBelow;
/** Address of the built site under a folder, as a course would put it. */
export async function siteUrlBelow() {
  if (process.env.MCORE_LAB_URL_BELOW) return process.env.MCORE_LAB_URL_BELOW;
  servedBelow ??= startServer("--under", "/course/lab/");
  return (await servedBelow).url;
}

let made;
/** The address of the single file that `cargo xtask dist` makes, made of the site that is tested. */
export function singleFile() {
  made ??= makeSingleFile();
  return made;
}

function makeSingleFile() {
  assert.ok(existsSync(join(DIST, "index.html")), `there is no site in ${DIST}: run \`cargo xtask build --release\``);
  mkdirSync(OUT, { recursive: true });
  const file = `${OUT}/standalone.html`;
  execFileSync("node", ["dist/standalone.mjs", DIST, file], { cwd: fileURLToPath(new URL("../../www", import.meta.url)), stdio: "inherit" });
  return pathToFileURL(file).href;
}

/** A new Chromium with a profile of its own. */
export function launch() {
  return chromium.launch({
    executablePath: findProgram("Chromium", "MCORE_CHROMIUM", ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]),
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Whether Node's test runner has started this process, one for each file of tests. */
const TESTING = Boolean(process.env.NODE_TEST_CONTEXT);

let shared;
/**
 * The browser for a lab. All tests of a file share one, because a start takes longer than many tests; each test has a
 * context of its own in it, that is a profile with its own storage, cache, service workers and processes for its pages.
 */
async function browserForLab() {
  if (!TESTING) return launch();
  if (!shared?.isConnected()) shared = await launch();
  return shared;
}
if (TESTING) after(() => shared?.close());

/**
 * Whether the tests of this file are about the service worker, which their text then names. The others go without it, as
 * in a browser that has none: on each first visit it fetches and stores the whole site, which takes longer than many
 * tests.
 */
const KEEPS = Boolean(process.argv[1]) && /serviceWorker|setOffline/.test(readFileSync(process.argv[1], "utf8"));

/** Takes the service worker away, before the page's first script. */
function withoutServiceWorker() {
  delete Navigator.prototype.serviceWorker;
}

/** Marks the student as a returning one: the offer of the tour has been answered. */
function hasBeenHere() {
  try {
    localStorage["mcore-lab/looks"] ??= JSON.stringify({ welcomed: true });
  } catch {
    // Pages without storage, such as the error pages of the browser.
  }
}

/** Notes every violation of the Content-Security-Policy, from before the page's first script on. */
export function noteViolations() {
  globalThis.__violations = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    globalThis.__violations.push(`${event.violatedDirective}: ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`);
  });
}

/**
 * Opens the lab in a fresh context and returns `{page, context, url, requests, problems, close, quit}`; `requests` are
 * the addresses that the page and its workers requested.
 *
 * Options: `lang` (`en`, `ja`), `theme` (`light`, `dark`), `width`, `height`, `reducedMotion`, `touch` (a touch
 * screen), `path` (added to the address, such as `#/chip`), `url` (another address), `ready` (waits until the app has
 * started; true by default), `firstVisit` (nothing marks the student as a returning one), `serviceWorker` (the page has
 * one; true by default in files that name it), `allow` (a list of patterns of problems that the test provokes),
 * `prepare(context)` (called before the page is opened), `idle` (after this many seconds in which nothing happens in the page, on an
 * idle machine, the test fails).
 *
 * `close()` fails on everything that went wrong: errors and warnings in the console (of the page and its workers),
 * uncaught exceptions, requests that failed or that went to another host, violations of the security policy.
 * `quit()` closes without these checks. Better: `withLab(options, async (lab) => ...)`, which closes in any case.
 */
export async function openLab(options = {}) {
  const { lang = "en", theme = "light", width = 1440, height = 900, reducedMotion = "reduce", path = "", ready = true, firstVisit = false, touch = false, serviceWorker = KEEPS, allow = [], prepare, idle } = options;
  const url = (options.url ?? (await siteUrl())) + path;
  const browser = await browserForLab();
  let context;
  let endWatch = () => {};
  const quit = async () => {
    endWatch();
    await context?.close();
    if (!TESTING) await browser.close();
  };
  const problems = [];
  const requests = [];
  const note = (text) => {
    if (!allow.some((pattern) => (pattern instanceof RegExp ? pattern.test(text) : text.includes(pattern)))) problems.push(text);
  };
  try {
    context = await browser.newContext({
      locale: lang === "ja" ? "ja-JP" : "en-GB",
      colorScheme: theme,
      reducedMotion,
      viewport: { width, height },
      hasTouch: touch,
    });
    // The watchdog below ends a wait, not the time.
    context.setDefaultTimeout(0);
    await context.addInitScript(noteViolations);
    await context.addInitScript(countChanges);
    if (!serviceWorker) await context.addInitScript(withoutServiceWorker);
    if (!firstVisit) await context.addInitScript(hasBeenHere);
    await prepare?.(context);
    const page = await context.newPage();
    let heard = 0;
    endWatch = watchdog(page, () => heard, (seconds) => {
      note(`nothing has happened in the page for ${seconds} s`);
      context.close();
    }, idle);
    page.on("console", (message) => {
      heard += 1;
      if (["error", "warning"].includes(message.type())) note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => note(`uncaught: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      // The page moved to another address before its icon had arrived.
      if (why === "net::ERR_ABORTED" && request.resourceType() === "other") return;
      note(`request failed: ${request.url()} (${why})`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) note(`status ${response.status()}: ${response.url()}`);
    });
    const origin = new URL(url).origin;
    page.on("request", (request) => {
      heard += 1;
      requests.push(request.url());
      const address = new URL(request.url());
      if (!["data:", "blob:"].includes(address.protocol) && address.origin !== origin) note(`another host was asked: ${request.url()}`);
    });
    const slow = Number(process.env.MCORE_SLOW ?? 1);
    if (slow > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slow });
    await page.goto(url);
    // boot.js removes its box when the app runs, and fills it when the app cannot run.
    if (ready) await page.locator("#boot").waitFor({ state: "detached" });
    const close = async () => {
      try {
        for (const text of await page.evaluate(() => globalThis.__violations ?? [])) note(`security policy: ${text}`);
      } finally {
        await quit();
      }
      assert.deepEqual(problems, [], "the page reported problems");
    };
    return { page, context, url, requests, problems, close, quit };
  } catch (error) {
    await quit();
    if (problems.length) error.message += `\nThe page reported: ${problems.join("\n")}`;
    throw error;
  }
}

/** Runs `body(lab)` on a lab from `openLab(options)`; fails if the body fails or the page reported problems. */
export async function withLab(options, body) {
  const lab = await openLab(options);
  let failed = true;
  try {
    await body(lab);
    failed = false;
  } catch (error) {
    // The page's own messages often name the cause.
    if (lab.problems.length) error.message += `\nThe page reported: ${lab.problems.join("\n")}`;
    throw error;
  } finally {
    if (failed) {
      await failurePicture(lab.page);
      await lab.quit();
    }
  }
  await lab.close();
}

/** Writes a picture of the page to `out/<name>.png` and returns its path. */
export async function screenshot(page, name, options = {}) {
  mkdirSync(OUT, { recursive: true });
  const path = join(OUT, `${name}.png`);
  await page.screenshot({ path, ...options });
  return path;
}

/** Writes a picture of the page to `out/failed-<file of tests>.png`, if it can; several files may run at once. */
export async function failurePicture(page) {
  const file = relative(here, process.argv[1]).replace(/\.test\.mjs$/, "").replace(/[^\w.-]+/g, "-");
  await screenshot(page, `failed-${file}`).catch(() => {});
}
