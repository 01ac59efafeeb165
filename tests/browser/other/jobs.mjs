// The main jobs of a student, for browsers other than Chromium; each takes a page of page.mjs on the lab, as a first visitor has it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { becomes, judged, mcoreCommand, reads, seek, until } from "../lab.mjs";
import { withPage } from "./page.mjs";

const repository = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const SOLUTION = repository("exercises/class/matmul/solution/matmul.s");

/** Digests of states of the solution's run by cycle, as the native simulator has them. */
const DIGESTS = JSON.parse(repository("tests/golden/digests.json"));

/** The facts of another mode than the chip. */
const factsOf = (mode) => (page) => page.getByTestId(mode).evaluate((element) => ({ ...element.dataset }));
const untilNsim = (page, what, holds) => until(page, what, holds, factsOf("nsim"));
const untilPmnet = (page, what, holds) => until(page, what, holds, factsOf("pmnet"));

/** Chooses the highest speed of runs. */
async function fullSpeed(page) {
  const pace = page.getByTestId("pace");
  await pace.selectOption({ index: (await pace.locator("option").count()) - 1 });
}

/**
 * Replaces the text of a file in the editor by copy and paste with keys, and assembles it. An event of a script, as `paste` of
 * lab.mjs makes it, brings no text in Firefox.
 */
async function paste(page, text, file) {
  const add = (text) => {
    const area = document.body.appendChild(document.createElement("textarea"));
    area.id = "to-copy";
    area.value = text;
    area.select();
  };
  await page.evaluate(add, text);
  await page.keyboard.press("ControlOrMeta+c");
  await page.evaluate(() => document.getElementById("to-copy").remove());
  await page.getByTestId(`tab-${file}`).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
  await page.getByTestId("assemble").click();
}

/** Waits until the page has started, the first exercise is there, and its program is assembled. */
export const ready = (page) => until(page, "ready", (f) => f.state === "paused" && f.end === "0");

/** The first program runs to its end by the offer to a first visitor, is made parallel, and is looked at in time. */
export async function firstProgram(page) {
  await ready(page);
  await fullSpeed(page);
  // The sequential program has the right result, by one node alone.
  await page.getByTestId("welcome-run").click();
  const sequential = await judged(page, "failed");
  assert.equal(sequential.speedup, "1.00");
  await becomes(() => page.getByTestId("welcome").count(), 0);

  await paste(page, SOLUTION, "matmul.s");
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
  await page.getByTestId("run").click();
  const parallel = await judged(page, "passed");
  assert.ok(Number(parallel.speedup) >= 10, parallel.speedup);
  // The states are those of the native simulator, whichever way leads to them.
  for (const [cycle, digest] of Object.entries(DIGESTS).reverse()) assert.equal((await seek(page, cycle)).digest, digest, `cycle ${cycle}`);

  const [cycle] = Object.keys(DIGESTS).map(Number).filter((cycle) => cycle > 1);
  const there = await seek(page, cycle);
  await page.getByTestId("back").click();
  const back = await until(page, "one cycle back", (f) => f.cycle === String(cycle - 1) && f.digest !== "");
  assert.notEqual(back.digest, there.digest);
  await page.getByTestId("step").click();
  const again = await until(page, "one cycle forward", (f) => f.cycle === String(cycle) && f.digest !== "");
  assert.equal(again.digest, there.digest);
  // By keys too, and to both ends.
  await page.keyboard.press("Shift+F10");
  await until(page, "back by key", (f) => f.cycle === String(cycle - 1));
  await page.getByTestId("to-start").click();
  await until(page, "the start", (f) => f.cycle === "0" && f.digest !== "");
  await page.getByTestId("to-end").click();
  await until(page, "the end", (f) => f.cycle === parallel.end && f.digest !== "");

  // The verdict is there in the other language at once.
  await becomes(() => page.getByTestId("verdict").textContent(), /[a-z]{3}/);
  await page.getByTestId("lang-ja").click();
  await becomes(() => page.getByTestId("verdict").textContent(), /[ぁ-ん]/);
  await becomes(() => page.locator("html").getAttribute("lang"), "ja");
}

/** Every core of an example prints its number; cores are chosen by mouse and by keys. */
export async function printingCores(page) {
  await ready(page);
  await page.getByTestId("gallery").click();
  await page.locator('[data-example="hello"]').click();
  await until(page, "the example runs", (f) => f.end !== "0" && f.state !== "empty");
  await fullSpeed(page);
  await until(page, "the example has ended", (f) => f.state === "ended");
  const chosen = () => page.getByTestId("node").getAttribute("data-node");
  const prints = (rank) => becomes(() => page.getByTestId("console").textContent(), new RegExp(`Hello from node ${rank} of 16`));
  // The example opens with core (2,2) selected; ranks count from 0, along the rows.
  await becomes(chosen, "2,2");
  await prints(5);
  const picture = page.getByTestId("mesh");
  await picture.focus();
  await page.keyboard.press("ArrowRight");
  await becomes(chosen, "3,2");
  await prints(6);
  await page.keyboard.press("ArrowDown");
  await becomes(chosen, "3,3");
  await prints(10);
  // The middle of the picture of 4 by 4 cores with their path nodes is near the upper left corner of core (2,2).
  const { x, y, width, height } = await picture.evaluate((canvas) => canvas.getBoundingClientRect().toJSON());
  await page.mouse.click(Math.floor(x + width / 2 + height / 60), Math.floor(y + height / 2 + height / 60));
  await becomes(chosen, "2,2");
  await prints(5);
}

/** The short program that is written by keys, as the editor shows it. */
const WRITTEN = /^main: li \$v0, 10\s*(\(1,1\)\s*)?\n\s*syscall/;

/** A program is written by keys, is judged at once, and is there again when the page is loaded anew. */
export async function writtenProgram(page) {
  await ready(page);
  await page.getByTestId("exercise").selectOption("scratch");
  await page.getByTestId("tab-main.s").click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("main: lii $v0, 10\nsyscall\n");
  await page.getByTestId("assemble").click();
  await becomes(() => page.getByTestId("finding").first().textContent(), /lii/);
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("main: li $v0, 10\nsyscall\n");
  await page.getByTestId("assemble").click();
  await becomes(() => page.getByTestId("finding").count(), 0);
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
  await page.getByTestId("run").click();
  await until(page, "ended", (f) => f.state === "ended");
  await reads(page, WRITTEN);
  await page.reload();
  await ready(page);
  await reads(page, WRITTEN);
}

/** The interconnect: Bruck's all-to-all on 1,024 nodes has a known number of packets, and every moment can be shown again. */
export async function interconnect(page) {
  await untilNsim(page, "a machine is there", (f) => f.state === "paused");
  await page.getByTestId("nsim-dims").fill("16x8x8");
  await page.getByTestId("nsim-bytes").fill("4");
  await page.getByTestId("nsim-build").click();
  const end = await untilNsim(page, "ended", (f) => f.state === "ended" && f.packets === "81920");
  assert.equal(end.time, end.end);
  await becomes(() => page.getByTestId("nsim-outcome").textContent(), /253,376/);
  const half = String(Math.round(Number(end.end) / 2));
  await page.getByTestId("nsim-slider").fill(half);
  const middle = await untilNsim(page, "the middle", (f) => f.time === half && f.digest !== "");
  await page.getByTestId("nsim-back").click();
  await untilNsim(page, "an event back", (f) => Number(f.events) < Number(middle.events) && f.digest !== "");
  await page.getByTestId("nsim-forward").click();
  await page.getByTestId("nsim-slider").fill(half);
  const same = await untilNsim(page, "the middle again", (f) => f.time === half && f.digest !== "");
  assert.equal(same.digest, middle.digest);
}

/** A memory system: the run of the first visit has the figures of the command. */
export async function memorySystem(page) {
  await untilPmnet(page, "a memory system is there", (f) => f.objects === "14");
  await page.getByTestId("pmnet-run").click();
  const ran = await untilPmnet(page, "its run", (f) => f.state === "idle" && f.runs === "1");
  const { stdout } = spawnSync(mcoreCommand(), ["pmnet", "run", "--preset", "i7-7700k", "--generate", "triad:n=1000000,threads=4", "--json"], { encoding: "utf8" });
  const { time, objects, ranking } = JSON.parse(stdout);
  assert.equal(ran.bottleneck, objects[ranking[0]].name);
  assert.equal(ran.time, `${(time * 1e6).toPrecision(3)} µs`);
  await becomes(() => page.getByTestId("pmnet-sentence").textContent(), /The bottleneck is the memory mem0/);
  await becomes(() => page.locator(".pm-worst").count(), 1);
}

/** All modes by the header of the page, and back to the chip. */
export async function everyMode(page) {
  await ready(page);
  await page.getByTestId("mode-nsim").click();
  await interconnect(page);
  await page.getByTestId("mode-pmnet").click();
  await memorySystem(page);
  await page.getByTestId("mode-chip").click();
  await until(page, "the chip again", (f) => f.state === "paused");
}

/** Every problem of a page is noted and fails its test; `kinds` are those that the driver can note. */
export async function problemsAreSeen(launch, url, kinds) {
  const wrong = {
    error: [() => console.error("oh no"), /error.*oh no/],
    exception: [() => void setTimeout(() => { throw new Error("thrown"); }), /thrown/],
    policy: [() => document.head.append(Object.assign(document.createElement("style"), { textContent: "p { color: red }" })), /security policy: style-src-elem/],
    missing: [() => fetch("missing.txt").then(() => {}), /status 404/],
    host: [() => void (new Image().src = "https://example.org/"), /img-src/],
  };
  const provoke = async (page) => {
    await ready(page);
    for (const kind of kinds) {
      const [action, pattern] = wrong[kind];
      await page.evaluate(action);
      await becomes(async () => (await page.problems()).join("\n"), pattern, kind);
    }
  };
  await assert.rejects(withPage(launch, { url }, provoke), (error) => error.message.startsWith("the page reported problems"));
}
