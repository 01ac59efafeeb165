// The mode of memory systems: a run with the same figures as the command, the editor by mouse and by keys, text and
// picture in step, fingers, trace files packed and not, cancelling, lessons and comparison, no network, the whole job
// by keys, axe's findings.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { bringAxe, faults, fits } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, mcoreCommand, stays, until as untilLab } from "./lab.mjs";
import { variants } from "./variants.mjs";

const facts = (page) => page.getByTestId("pmnet").evaluate((e) => ({ ...e.dataset }));

const until = (page, what, holds) => untilLab(page, what, holds, facts);

const withPmnet = (options, body) =>
  withLab({ ...options, path: "#/pmnet" }, async ({ page, context }) => {
    await until(page, "a memory system is there", (f) => Number(f.objects) > 0);
    await body(page, context);
  });

/** On a narrow page, shows one of its parts. */
async function turn(page, part) {
  const tab = page.getByTestId(`pmnet-part-${part}`);
  if (await tab.isVisible()) await tab.click();
}

/** The file saved by a click, as text. */
async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFileSync(await download.path(), "utf8");
}

/** An object of the picture. */
const object = (page, name) => page.locator(`[data-name="${name}"]`);

/** Runs the settings of the form, to the end. */
async function run(page, number) {
  await turn(page, "form");
  await page.locator("[data-testid=pmnet-run]:enabled").click();
  return until(page, `run ${number}`, (f) => f.state === "idle" && f.runs === String(number));
}

test("opens with the i7-7700K and Triad; a run has the figures of the command", () =>
  withPmnet({ lang: "en" }, async (page) => {
    const begin = await facts(page);
    assert.deepEqual([begin.objects, begin.problems, begin.wrong], ["14", "0", "0"]);
    await becomes(() => page.getByTestId("pmnet-program").inputValue(), "triad");
    const end = await run(page, 1);
    const { stdout } = spawnSync(mcoreCommand(), ["pmnet", "run", "--preset", "i7-7700k", "--generate", "triad:n=1000000,threads=4", "--json"], { encoding: "utf8" });
    const wanted = JSON.parse(stdout);
    assert.equal(end.bottleneck, "mem0");
    assert.equal(wanted.objects[wanted.ranking[0]].name, "mem0");
    assert.equal(end.time, `${(wanted.time * 1e6).toPrecision(3)} µs`);
    const sentence = await page.getByTestId("pmnet-sentence").innerText();
    assert.match(sentence, /The bottleneck is the memory mem0.* Next: /);
    const table = spawnSync(mcoreCommand(), ["pmnet", "run", "--preset", "i7-7700k", "--generate", "triad:n=1000000,threads=4"], { encoding: "utf8" });
    assert.ok(table.stdout.includes(sentence), `the same words as the command: ${sentence}`);
    // On the picture: the bottleneck by outline and in words, times in numbers, wires of different widths.
    await becomes(() => object(page, "mem0").locator("title").textContent(), /100 % of the bottleneck.*, the bottleneck$/);
    await becomes(() => page.locator(".pm-worst").count(), 1);
    const widths = await page.locator(".pm-wire").evaluateAll((wires) => new Set(wires.map((w) => w.getAttribute("stroke-width"))).size);
    assert.ok(widths > 1, "wires are wide by their traffic");
    const dat = JSON.parse(await saved(page, () => page.getByTestId("pmnet-save-results").click()));
    assert.equal(dat.mem_obj[0].time, wanted.time);
    // The table of all objects, sorted by time; a row selects.
    await page.getByTestId("pmnet-tab-objects").click();
    const rows = page.getByTestId("pmnet-objects-table").locator("tbody tr");
    await becomes(() => rows.count(), 14);
    await becomes(() => rows.first().innerText(), /^mem0/);
    await rows.first().locator("button").click();
    await until(page, "selected", (f) => f.selected === "mem0");
    await page.getByTestId("pmnet-tab-charts").click();
    const svg = await saved(page, () => page.getByTestId("pmnet-chart-times").getByRole("button", { name: /SVG/ }).click());
    assert.match(svg, /^<svg[^]*mem0/);
    await page.getByTestId("pmnet-chart-misses").locator("summary").click();
    const csv = await saved(page, () => page.getByTestId("pmnet-chart-misses-data").getByRole("button", { name: /CSV/ }).click());
    assert.equal(csv.trim().split("\n").length, 4, "three levels and the head");
    // The memory system is still there after a reload.
    await page.getByTestId("pmnet-n").fill("5000");
    await page.reload();
    await until(page, "there again", (f) => f.objects === "14");
    await becomes(() => page.getByTestId("pmnet-n").inputValue(), "5000");
  }));

test("a memory system is changed by mouse, by keys and by its text, and nothing is lost", () =>
  withPmnet({ lang: "en" }, async (page) => {
    // A cache below a core: connected to the selected object.
    await object(page, "core0").click();
    await page.getByTestId("pmnet-add-cache").click();
    const more = await until(page, "a cache more", (f) => f.objects === "15" && f.edges === "14" && f.selected === "cache0");
    await page.getByTestId("pmnet-cache_obj-name").fill("own");
    await page.keyboard.press("Enter");
    await until(page, "renamed", (f) => f.selected === "own" && Number(f.revision) > Number(more.revision));
    // A property is checked at its field; the DAT stays unchanged until the property is valid.
    const size = page.getByTestId("pmnet-cache_class-capacity");
    await size.fill("33000");
    await size.press("Enter");
    await page.locator("#pmnet-cache_class-capacity-note").getByText("no multiple of a set").waitFor();
    await size.fill("48 KiB");
    await size.press("Enter");
    await page.locator("#pmnet-cache_class-capacity-note").waitFor({ state: "detached" });
    await page.getByTestId("pmnet-below-text").click();
    const text = page.getByTestId("pmnet-dat");
    await becomes(() => text.inputValue(), /"capacity": 49152/);
    // The picture follows the text.
    const sound = await text.inputValue();
    await text.fill(sound.replaceAll('"own"', '"mine"'));
    await object(page, "mine").waitFor();
    // An invalid text stays, with its line marked; the picture stays too.
    const broken = (await text.inputValue()).replace('"capacity": 49152', '"capacity": 49153');
    await text.fill(broken);
    await until(page, "wrong", (f) => f.wrong === "1");
    const line = broken.split("\n").findIndex((l) => l.includes("49153")) + 1;
    await page.getByTestId("pmnet-dat-errors").getByRole("button", { name: `Line ${line}` }).click();
    await becomes(() => text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), /49153/);
    await becomes(() => page.getByTestId("pmnet-add-core").isDisabled(), true);
    await becomes(() => object(page, "mine").count(), 1);
    await page.getByTestId("pmnet-give-up").click();
    await until(page, "sound again", (f) => f.wrong === "0");
    await becomes(() => text.inputValue(), sound.replaceAll('"own"', '"mine"'));
    // Back to the very first text, and forward again.
    const last = await text.inputValue();
    while (await page.getByTestId("pmnet-undo").isEnabled()) await page.getByTestId("pmnet-undo").click();
    const first = JSON.parse(await text.inputValue());
    assert.deepEqual([first.cache_obj.length, first.cache_class[0].capacity], [9, 32768]);
    while (await page.getByTestId("pmnet-redo").isEnabled()) await page.getByTestId("pmnet-redo").click();
    await becomes(() => text.inputValue(), last);
    // In free form objects are dragged; their places are in the text.
    await page.getByTestId("pmnet-free").click();
    await object(page, "core3").click();
    await atRest(page);
    const box = await object(page, "core3").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 40, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector("[data-testid=pmnet-dat]").value.includes('"position"'));
    const place = async () => JSON.parse(await text.inputValue()).core_obj[3].position;
    const before = await place();
    // By keys: Alt and arrows move, c connects, d copies, g groups, Delete deletes, Control+Z undoes.
    await object(page, "core3").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await until(page, "moved", (f) => f.selected === "core3");
    await page.waitForFunction((x) => JSON.parse(document.querySelector("[data-testid=pmnet-dat]").value).core_obj[3].position[0] > x, before[0]);
    await page.keyboard.press("d");
    const copied = await until(page, "copied", (f) => f.selected === "core4");
    await object(page, "core4").focus();
    await page.keyboard.press("c");
    await object(page, "L2_0").click();
    await until(page, "connected", (f) => Number(f.edges) === Number(copied.edges) + 1);
    await object(page, "core4").click();
    await object(page, "core3").click({ modifiers: ["Shift"] });
    await until(page, "two", (f) => f.selected.split(" ").length === 2);
    await object(page, "core3").focus();
    await page.keyboard.press("g");
    await page.locator(".pm-group").waitFor();
    await object(page, "core4").click();
    await object(page, "core4").focus();
    await page.keyboard.press("Delete");
    const gone = await until(page, "deleted", (f) => f.objects === "15");
    await page.getByTestId("pmnet-picture").locator("[tabindex='0']").focus();
    await page.keyboard.press("Control+z");
    await until(page, "taken back", (f) => f.objects === "16" && f.revision !== gone.revision);
  }));

test("runs are named by what differs and stand side by side; misses have kinds and arrays", () =>
  withPmnet({ lang: "en" }, async (page) => {
    await page.getByTestId("pmnet-lesson-matmul").waitFor();
    await page.getByTestId("pmnet-program").selectOption("matmul");
    await page.getByTestId("pmnet-n").fill("64");
    await run(page, 1);
    // A faster memory, then MSI: names say only that.
    await object(page, "mem0").click();
    await page.getByTestId("pmnet-mem_class-read_bandwidth").fill("76.8 GB/s");
    await page.keyboard.press("Enter");
    await until(page, "changed", (f) => Number(f.revision) > 0);
    await page.getByTestId("pmnet-mem_class-write_bandwidth").fill("76.8 GB/s");
    await page.keyboard.press("Enter");
    await until(page, "both", (f) => Number(f.revision) > 1);
    await run(page, 2);
    await page.getByTestId("pmnet-coherence").selectOption("msi");
    await run(page, 3);
    await page.getByTestId("pmnet-tab-compare").click();
    const names = () => page.getByTestId("pmnet-compare").locator(".check-field").allInnerTexts();
    const found = await becomes(names, (all) => all.length === 3);
    assert.match(found[0], /^1: Intel Core i7-7700K · matmul:n=64/);
    assert.match(found[1], /^2: mem0 76\.8 GB\/s$/);
    assert.match(found[2], /^3: mem0 76\.8 GB\/s · MSI$/);
    await page.getByTestId("pmnet-compare-run-1").check();
    await becomes(() => page.getByTestId("pmnet-compare").locator("thead th").allInnerTexts(), ["1", "2", "3"]);
    // On request misses are counted by kind and by array, with the figures of the command.
    await page.getByTestId("pmnet-coherence").selectOption("none");
    await page.getByTestId("pmnet-preset").selectOption("i7-7700k");
    await page.getByTestId("pmnet-tab-charts").click();
    await page.getByTestId("pmnet-count-kinds").click();
    await until(page, "counted", (f) => f.state === "idle" && f.runs === "4");
    await becomes(() => page.getByTestId("pmnet-misses").inputValue(), "yes");
    const command = ["pmnet", "run", "--preset", "i7-7700k", "--generate", "matmul:n=64", "--misses", "--json"];
    const wanted = JSON.parse(spawnSync(mcoreCommand(), command, { encoding: "utf8" }).stdout);
    const level = (name, level) => wanted.regions.find((region) => region.name === name).levels.find((own) => own.level === level);
    const rows = page.getByTestId("pmnet-arrays-table").locator("tbody tr");
    const texts = await becomes(() => rows.allInnerTexts(), (all) => all.length >= 6);
    for (const name of ["a", "b", "c"]) {
      const { accesses, cold, capacity, conflict } = level(name, 1);
      const cells = texts.find((text) => text.startsWith(`${name}\tL1`)).split("\t").map((cell) => cell.replaceAll(",", ""));
      assert.deepEqual([cells[2], cells[4], cells[5], cells[6]], [accesses, cold, capacity, conflict].map(String), name);
    }
    await page.getByTestId("pmnet-chart-kinds").locator("svg").first().waitFor();
    const roofline = page.getByTestId("pmnet-roofline");
    await roofline.locator("svg circle").first().waitFor();
    await roofline.locator("summary").click();
    await becomes(() => page.getByTestId("pmnet-roofline-data").locator("tbody tr").count(), 4);
  }));

test("one property is swept, and a value that cannot be is an error at its field", () =>
  withPmnet({ lang: "ja" }, async (page) => {
    await page.getByTestId("pmnet-program").selectOption("matmul");
    await page.getByTestId("pmnet-n").fill("96");
    await page.getByTestId("pmnet-tab-sweep").click();
    await becomes(() => page.getByTestId("pmnet-property").inputValue(), "L2.capacity");
    await page.getByTestId("pmnet-values").fill("128K,100");
    await page.getByTestId("pmnet-sweep-run").click();
    await becomes(() => page.getByTestId("pmnet-values").getAttribute("aria-invalid"), "true");
    await page.getByTestId("pmnet-values").fill("32K,64K,128K,256K");
    await page.getByTestId("pmnet-sweep-run").click();
    await until(page, "four values", (f) => f.state === "idle" && f.swept === "4");
    await page.getByTestId("pmnet-sweep-times").getByText("値に対する時間").waitFor();
    await becomes(() => page.getByTestId("pmnet-sweep-times").locator("svg circle").count(), 4);
    await page.getByTestId("pmnet-sweep-misses").locator("summary").click();
    await becomes(() => page.getByTestId("pmnet-sweep-misses-data").locator("tbody tr").count(), 4);
    assert.equal((await facts(page)).runs, "0", "a sweep is no run of the list");
  }));

test("a link carries machine, form and moment; keys run; a trace of nothing is an error and no run", () =>
  withPmnet({ lang: "en" }, async (page) => {
    await page.getByTestId("pmnet-n").fill("20000");
    await object(page, "L3_0").click();
    await page.getByTestId("pmnet-cache_class-capacity").fill("4 MiB");
    await page.keyboard.press("Enter");
    await until(page, "smaller", (f) => Number(f.revision) > 0 && f.selected === "L3_0");
    await page.keyboard.press("F8");
    const end = await until(page, "ended", (f) => f.state === "idle" && f.runs === "1");
    await page.getByTestId("share").click();
    const url = await becomes(() => page.getByTestId("share-url").inputValue(), /#\/pmnet\?share=1\./);
    await page.getByTestId("dialog-close").click();
    await withLab({ lang: "en", path: url.slice(url.indexOf("#")) }, async ({ page: other }) => {
      const there = await until(other, "the run again", (f) => f.state === "idle" && f.runs === "1");
      assert.deepEqual([there.time, there.bottleneck, there.selected], [end.time, end.bottleneck, "L3_0"]);
      await becomes(() => other.getByTestId("pmnet-n").inputValue(), "20000");
      await becomes(() => other.getByTestId("pmnet-cache_class-capacity").inputValue(), "4 MiB");
      await other.getByTestId("lab-link-back").click();
      await becomes(() => other.getByTestId("pmnet-n").inputValue(), (n) => n !== "20000");
    });
    await page.keyboard.press("?");
    await page.getByTestId("help-dialog").getByText("Run; while it runs: cancel").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId("pmnet-program").selectOption("files");
    await page.getByTestId("pmnet-format").selectOption("generic");
    await page.getByTestId("pmnet-trace").setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("one\ntwo\nthree\n") });
    await page.locator("[data-testid=pmnet-run]:enabled").click();
    await page.getByTestId("pmnet-notices").getByText("none of its 3 lines is a load or a store").waitFor();
    assert.equal((await facts(page)).runs, "1");
  }));

test("trace files: lackey and gzip, lines that are wrong, a long one that is given up", () =>
  withPmnet({ lang: "ja" }, async (page) => {
    await page.getByTestId("pmnet-program").selectOption("files");
    await page.getByText("トレースファイルを 1 つ以上選んでください").waitFor();
    await becomes(() => page.getByTestId("pmnet-run").isDisabled(), true);
    const lackey = Array.from({ length: 6000 }, (_, i) => `I  04000000,4\n ${i % 2 ? "S" : "L"} ${(0x10000 + i * 64).toString(16)},8\n`).join("");
    const files = [
      { name: "thread0.lackey", mimeType: "text/plain", buffer: Buffer.from(`${lackey}nonsense\n`) },
      { name: "thread1.lackey.gz", mimeType: "application/gzip", buffer: gzipSync(Buffer.from(lackey.replaceAll(" S 1", " S 9"))) },
    ];
    await page.getByTestId("pmnet-trace").setInputFiles(files);
    await run(page, 1);
    await page.getByTestId("pmnet-outcome").getByText("12,000").first().waitFor();
    await page.getByText("12,001 行のうち 1 行を読みとばしました").waitFor();
    // Two hundred megabytes: no machine finishes them before the click.
    const folder = mkdtempSync(join(tmpdir(), "mcore-lab-traces-"));
    const long = [0, 1].map((n) => join(folder, `long${n}.txt`));
    for (const path of long) writeFileSync(path, Buffer.alloc(100 << 20, "R 12345678 8\nW 9abcdef0 8\n"));
    await page.getByTestId("pmnet-trace").setInputFiles(long);
    await page.getByTestId("pmnet-placement").selectOption("interleave");
    await page.locator("[data-testid=pmnet-run]:enabled").click();
    await page.getByTestId("pmnet-told").getByText(/[1-9][0-9,]* アクセス/).waitFor();
    await page.getByTestId("pmnet-cancel").click();
    await until(page, "given up", (f) => f.state === "idle");
    await page.getByTestId("pmnet-stopped").getByText("取り消しました").waitFor();
    rmSync(folder, { recursive: true });
    // It still works.
    await page.getByTestId("pmnet-program").selectOption("matmul");
    await page.getByTestId("pmnet-n").fill("64");
    const before = Number((await facts(page)).runs);
    await run(page, before + 1);
  }));

test("trace files packed by gzip, xz and zstd: what they hold, and in words what is wrong with them", () =>
  withPmnet({ lang: "ja" }, async (page) => {
    await page.getByTestId("pmnet-program").selectOption("files");
    const packed = (name) => readFileSync(new URL(`../cases/pmnet/${name}`, import.meta.url));
    const files = { gzip: packed("packed.gz"), xz: packed("packed.xz"), zstd: packed("packed.zst") };
    const choose = (name, buffer) => page.getByTestId("pmnet-trace").setInputFiles({ name, mimeType: "", buffer });
    const start = () => page.locator("[data-testid=pmnet-run]:enabled").click();
    const ended = () => until(page, "ended", (f) => f.state === "idle");
    /** Loads and stores counted in the shown run. */
    const accesses = async () => JSON.parse(await saved(page, () => page.getByTestId("pmnet-outcome").locator(".lab-save button").click())).accesses;
    let runs = 0;
    for (const [name, bytes] of Object.entries(files)) {
      // The name does not matter.
      await choose(`plain-${name}.txt`, bytes);
      await run(page, (runs += 1));
      assert.equal(await accesses(), 4000, name);
      // Parts one after the other, as `cat` joins them, are one file.
      await choose(`many-${name}`, Buffer.concat(Array(25).fill(bytes)));
      await run(page, (runs += 1));
      assert.equal(await accesses(), 100_000, name);
      assert.equal(await page.getByTestId("pmnet-stopped").count(), 0);
    }
    // Gzip that unpacks to the same lines, with a wrong check sum and with a wrong length at its end.
    const wrong = (back) => {
      const bytes = Buffer.from(files.gzip);
      bytes[bytes.length - back] ^= 1;
      return bytes;
    };
    const bad = [
      ["sum.gz", wrong(7), "sum.gz: gzip ファイルが壊れています"],
      ["length.gz", wrong(4), "length.gz: gzip ファイルが壊れています"],
      ["second.gz", Buffer.concat([files.gzip, wrong(8)]), "second.gz: gzip ファイルが壊れています"],
      ...Object.entries(files).map(([name, bytes]) => [`cut-${name}`, bytes.subarray(0, -3), `cut-${name}: ${name} ファイルが途中で切れています`]),
      ["sum.xz", Buffer.concat([files.xz.subarray(0, -20), Buffer.alloc(20, 7)]), "sum.xz: xz ファイルが壊れています"],
      // A window of 256 MiB, which is a number in a few bytes.
      ["hostile.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 18 << 3, 1, 0, 0]), "hostile.zst: この zstd ファイルの展開には、上限の 128 MiB を超えるメモリが必要です。先に展開するか"],
      ["a.bz2", Buffer.from("BZh91AY&SY"), "a.bz2: bzip2 と zip は読めません。展開するか、gzip、xz、zstd を使ってください"],
    ];
    for (const [name, bytes, words] of bad) {
      const before = (await facts(page)).runs;
      await choose(name, bytes);
      await start();
      // The part read before the damage is a run; a file without a readable part is none.
      const unread = ["hostile.zst", "a.bz2"].includes(name);
      const reported = unread ? ["pmnet-notices"] : ["pmnet-stopped", "pmnet-notices"];
      await page.locator(reported.map((id) => `[data-testid=${id}]`).join(",")).getByText(words).waitFor();
      await ended();
      if (unread) assert.equal((await facts(page)).runs, before);
    }
    await choose("sum.gz", wrong(7));
    await start();
    await page.getByTestId("pmnet-stopped").getByText("sum.gz").waitFor();
    await ended();
    assert.equal(await accesses(), 4000, "what was read until then is told too");
    await screenshot(page, "pmnet-damaged-trace");
    // Long ones show their progress and can be cancelled: eighty million lines each.
    const folder = mkdtempSync(join(tmpdir(), "mcore-lab-packed-"));
    for (const name of ["xz", "zstd"]) {
      const path = join(folder, `long-${name}`);
      writeFileSync(path, Buffer.concat(Array(20_000).fill(files[name])));
      await page.getByTestId("pmnet-trace").setInputFiles(path);
      await start();
      await page.getByTestId("pmnet-told").getByText(/[1-9][0-9,]* アクセス/).waitFor();
      await page.getByTestId("pmnet-cancel").click();
      await ended();
      await page.getByTestId("pmnet-stopped").getByText("取り消しました").waitFor();
      // The next run must not find the message of this one.
      await choose("sound", files[name]);
      await start();
      await page.getByTestId("pmnet-stopped").waitFor({ state: "detached" });
      await ended();
      assert.equal(await accesses(), 4000, name);
    }
    rmSync(folder, { recursive: true });
  }));

test("two fingers zoom and shift the picture, and no object stays where a pinch has begun to carry it", () =>
  withPmnet({ lang: "en", touch: true }, async (page, context) => {
    const picture = page.getByTestId("pmnet-picture");
    await atRest(page);
    const box = await picture.boundingBox();
    const client = await context.newCDPSession(page);
    /** Fingers, by number: their places on the picture. With "touchEnd" the named ones are lifted, or all. */
    const fingers = (type, places) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: Object.entries(places).map(([id, [x, y]]) => ({ id: Number(id), x: box.x + x, y: box.y + y })) });
    const lift = () => fingers("touchEnd", {});
    /** The view: scale, and the picture's place at a place of the stage. */
    const seen = () =>
      picture.locator("svg").first().evaluate((svg) => {
        const [x, y, w] = svg.getAttribute("viewBox").split(" ").map(Number);
        return { x, y, scale: svg.clientWidth / w };
      });
    const under = (look, [x, y]) => [look.x + x / look.scale, look.y + y / look.scale];
    const near = (found, wanted, what) => found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1.5, `${what}: ${found} for ${wanted}`));
    /** The view once it is the expected one. */
    const untilSeen = async (what, holds) => {
      for (let turns = 0; ; turns += 1) {
        const look = await seen();
        if (holds(look)) return look;
        assert.ok(turns < 200, `${what}: ${JSON.stringify(look)}`);
        await new Promise((done) => setTimeout(done, 25));
      }
    };
    const middle = [Math.round(box.width / 2), Math.round(box.height / 2)];
    const at = (dx, dy) => [middle[0] + dx, middle[1] + dy];

    // Apart: the point between the fingers stays in place, and the picture grows as they spread.
    const begin = await seen();
    await fingers("touchStart", { 1: at(-40, 0) });
    await fingers("touchStart", { 1: at(-40, 0), 2: at(40, 0) });
    for (let d = 45; d <= 80; d += 5) await fingers("touchMove", { 1: at(-d, 0), 2: at(d, 0) });
    const large = await untilSeen("twice as large", (look) => Math.abs(look.scale / begin.scale - 2) < 0.01);
    near(under(large, middle), under(begin, middle), "the middle");
    // Together: the picture shifts.
    for (let d = 10; d <= 60; d += 10) await fingers("touchMove", { 1: at(-80 + d, d / 2), 2: at(80 + d, d / 2) });
    const shifted = await untilSeen("shifted", (look) => Math.abs(look.x - (large.x - 60 / large.scale)) < 1);
    assert.equal(shifted.scale.toFixed(2), large.scale.toFixed(2));
    near(under(shifted, at(60, 30)), under(begin, middle), "the middle goes along");
    // One finger is lifted; the other continues to move the picture, without a jump.
    await fingers("touchEnd", { 2: at(140, 30) });
    for (let d = 10; d <= 50; d += 10) await fingers("touchMove", { 1: at(-20 - d, 30) });
    const panned = await untilSeen("shifted by one", (look) => Math.abs(look.x - (shifted.x + 50 / shifted.scale)) < 1);
    assert.equal(panned.scale.toFixed(2), shifted.scale.toFixed(2));
    near([panned.y], [shifted.y], "by one");
    await lift();
    await screenshot(page, "pmnet-pinched");
    await stays(async () => (await facts(page)).selected, "", "that was no tap");
    assert.equal(await page.evaluate(() => visualViewport.scale), 1, "the page itself stays");

    // An object that is being dragged when the second finger touches returns to its place; nothing is edited.
    await page.getByTestId("pmnet-free").click();
    await page.getByTestId("pmnet-fit").click();
    await object(page, "core3").tap();
    const before = await until(page, "a tap selects after a pinch", (f) => f.selected === "core3");
    const place = () => object(page, "core3").getAttribute("transform");
    const home = await place();
    const free = await seen();
    await atRest(page);
    const core = await object(page, "core3").boundingBox();
    const on = (dx, dy) => [core.x + core.width / 2 - box.x + dx, core.y + core.height / 2 - box.y + dy];
    await fingers("touchStart", { 1: on(0, 0) });
    for (let d = 5; d <= 40; d += 5) await fingers("touchMove", { 1: on(-d, d) });
    await page.waitForFunction((home) => document.querySelector('[data-name="core3"]').getAttribute("transform") !== home, home);
    await fingers("touchStart", { 1: on(-40, 40), 2: on(-140, 40) });
    await page.waitForFunction((home) => document.querySelector('[data-name="core3"]').getAttribute("transform") === home, home);
    for (let d = 0; d <= 50; d += 10) await fingers("touchMove", { 1: on(-40, 40), 2: on(-140 - d, 40) });
    const pinched = await untilSeen("larger", (look) => Math.abs(look.scale / free.scale - 1.5) < 0.02);
    near(under(pinched, on(-40, 40)), under(free, on(-40, 40)), "the finger that stays");
    await lift();
    await stays(async () => [(await facts(page)).revision, (await facts(page)).selected, await place()], [before.revision, "core3", home], "no edit");
    // With one finger to the end it is an edit.
    await page.getByTestId("pmnet-fit").click();
    await untilSeen("the whole again", (look) => Math.abs(look.scale - free.scale) < 0.001);
    await fingers("touchStart", { 1: on(0, 0) });
    for (let d = 5; d <= 40; d += 5) await fingers("touchMove", { 1: on(-d, d) });
    await lift();
    await until(page, "moved", (f) => Number(f.revision) > Number(before.revision));
    await becomes(place, (now) => now !== home);
  }));

test("presets, files of hwloc, lessons by one click, two runs side by side", () =>
  withPmnet({ lang: "en" }, async (page) => {
    await page.getByTestId("pmnet-preset").selectOption("epyc-7702-nps4");
    await until(page, "the large one", (f) => f.objects === "434");
    const drawn = await becomes(() => page.locator("[data-index]").count(), (n) => n >= 20 && n <= 64, "boxes of 434 objects");
    await screenshot(page, "pmnet-epyc");
    const folded = page.locator("[data-testid=pmnet-alike][aria-expanded=false]").first();
    await folded.click();
    await page.waitForFunction((n) => document.querySelectorAll("[data-index]").length > n, drawn);
    await page.getByTestId("pmnet-tab-lessons").click();
    await page.getByTestId("pmnet-begin-interleave").click();
    const end = await until(page, "both runs", (f) => f.state === "idle" && f.runs === "2");
    assert.match(end.bottleneck, /^xgmi/);
    await page.getByTestId("pmnet-lesson").getByText("it moves to the router").waitFor();
    const compare = page.getByTestId("pmnet-compare");
    await compare.getByText(/Run 2 takes .* times the time of run 1/).waitFor();
    await becomes(() => compare.locator(".lab-differs").count(), (n) => n >= 3);
    await becomes(() => compare.innerText(), /memory mem\d[^]*router xgmi/);
    await page.getByTestId("pmnet-compare-run-2").uncheck();
    await becomes(() => compare.locator("thead th").allInnerTexts(), ["1"]);
    await page.getByTestId("pmnet-compare-run-2").check();
    await becomes(() => compare.locator("thead th").allInnerTexts(), ["1", "2"]);
    // A run on another machine than the one in the picture says so, and can restore it.
    await page.getByTestId("pmnet-tab-run").click();
    await page.getByTestId("pmnet-which-run").selectOption({ index: 0 });
    await page.getByTestId("pmnet-show-system").click();
    await page.locator(".pm-worst").first().waitFor();
    // hwloc's XML and synthetic strings; assumed values are marked.
    const xml = '<?xml version="1.0"?><topology version="2.0"><object type="Machine"><object type="NUMANode" os_index="0" local_memory="17179869184"/><object type="L3Cache" cache_size="8388608" depth="3" cache_linesize="64" cache_associativity="16" cache_type="0"><object type="Core"><object type="PU"/></object><object type="Core"><object type="PU"/></object></object></object></topology>';
    await page.getByTestId("pmnet-open").setInputFiles({ name: "machine.xml", mimeType: "text/xml", buffer: Buffer.from(xml) });
    await until(page, "from XML", (f) => Number(f.objects) < 14);
    await page.locator(".pm-cache").first().click();
    await page.getByText("Read bandwidth · assumed").waitFor();
    await page.getByTestId("pmnet-open").setInputFiles({ name: "wrong.json", mimeType: "", buffer: Buffer.from('{"core_obj": [{"name": "a"}]}') });
    await page.getByTestId("pmnet-notices").getByText("is missing").first().waitFor();
    await page.getByText("Describe a machine in a line").click();
    await page.getByTestId("pmnet-synthetic").fill("pack:2 [numa] core:0");
    await page.getByTestId("pmnet-build").click();
    await page.locator("[data-testid=pmnet-synthetic][aria-invalid=true]").waitFor();
    await page.getByTestId("pmnet-synthetic").fill("pack:2 [numa] l2:4 core:1");
    await page.getByTestId("pmnet-build").click();
    await until(page, "two sockets of four", (f) => f.objects !== "434" && Number(f.objects) > 16);
    await page.getByTestId("pmnet-program").selectOption("random");
    await run(page, 3);
  }));

test("without network, the whole job by keys", () =>
  withPmnet({ lang: "en" }, async (page, context) => {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
    });
    await context.setOffline(true);
    await page.reload();
    await until(page, "there without network", (f) => f.objects === "14");
    const shown = () => page.evaluate(() => document.activeElement?.dataset.testid ?? document.activeElement?.dataset.name ?? "");
    /** Presses Tab until something has the focus. */
    const to = async (wanted) => {
      for (let presses = 0; (await shown()) !== wanted; presses += 1) {
        assert.ok(presses < 120, `the Tab key comes to ${wanted}`);
        await page.keyboard.press("Tab");
      }
    };
    await to("pmnet-preset");
    await page.keyboard.press("ArrowDown");
    await until(page, "the next preset", (f) => f.objects === "434");
    await page.keyboard.press("ArrowUp");
    await until(page, "the first one again", (f) => f.objects === "14");
    await to("pmnet-n");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("20000");
    await page.keyboard.press("Enter");
    await until(page, "ended", (f) => f.state === "idle" && f.runs === "1");
    // In the picture: arrow keys from object to object, Enter selects, its properties are below.
    await to("mem0");
    await page.keyboard.press("ArrowDown");
    await becomes(shown, "L3_0");
    await page.keyboard.press("Enter");
    await until(page, "selected", (f) => f.selected === "L3_0");
    await to("pmnet-cache_class-capacity");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("4 MiB");
    await page.keyboard.press("Enter");
    await until(page, "smaller", (f) => f.problems === "0" && Number(f.revision) > 2);
    await to("pmnet-tab-lessons");
    await page.keyboard.press("Enter");
    await to("pmnet-begin-false-sharing");
    await page.keyboard.press("Enter");
    await until(page, "the lesson", (f) => f.state === "idle" && f.runs === "3");
    await page.getByTestId("pmnet-compare").getByText("Invalidations").waitFor();
  }));

for (const [lang, theme, width, height] of variants([["en", "light", 1440, 900], ["ja", "dark", 360, 740]])) {
  test(`axe finds no fault and nothing is wider than the page (${lang}, ${theme}, ${width} px)`, () =>
    withPmnet({ lang, theme, width, height }, async (page) => {
      const found = [];
      await bringAxe(page);
      const fitsAtRest = async (where) => {
        await atRest(page);
        await fits(page, where, found);
      };
      const look = async (where) => {
        // Colours during a transition prove nothing.
        await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== "running"));
        found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
        await fitsAtRest(where);
        await screenshot(page, `pmnet-${where.replaceAll(" ", "-")}-${theme}-${width}`);
      };
      await look("at the begin");
      for (const other of [800, 2560]) {
        await page.setViewportSize({ width: other, height });
        await fitsAtRest(`${other} px`);
      }
      await page.setViewportSize({ width, height });
      await turn(page, "form");
      await page.getByTestId("pmnet-n").fill("0");
      await page.locator("[aria-invalid=true]").waitFor();
      await page.getByTestId("pmnet-placement").selectOption("fixed");
      await look("a wrong field");
      await page.getByTestId("pmnet-placement").selectOption("dat");
      await page.getByTestId("pmnet-program").selectOption("files");
      await look("files");
      await page.getByTestId("pmnet-program").selectOption("triad");
      await page.getByTestId("pmnet-n").fill("30000");
      await page.getByTestId("pmnet-init").selectOption("parallel");
      await run(page, 1);
      await turn(page, "form");
      await page.getByTestId("pmnet-coherence").selectOption("msi");
      await run(page, 2);
      await turn(page, "system");
      await object(page, "L2_1").click();
      await page.getByTestId("pmnet-properties").waitFor();
      await look("an object");
      await page.getByTestId("pmnet-below-text").click();
      await page.getByTestId("pmnet-dat").fill("{}");
      await until(page, "wrong", (f) => f.wrong !== "0");
      await look("a wrong text");
      await page.getByTestId("pmnet-give-up").click();
      await page.getByTestId("pmnet-free").click();
      await look("free form");
      await page.getByTestId("pmnet-nested").click();
      await turn(page, "results");
      await page.getByTestId("pmnet-tab-charts").click();
      await page.getByTestId("pmnet-count-kinds").click();
      await until(page, "misses by kind", (f) => f.state === "idle" && f.runs === "3");
      await page.getByTestId("pmnet-tab-sweep").click();
      await page.getByTestId("pmnet-values").fill("128K,256K");
      await page.locator("[data-testid=pmnet-sweep-run]:enabled").click();
      await until(page, "swept", (f) => f.state === "idle" && f.swept === "2");
      for (const tab of ["lessons", "run", "objects", "charts", "compare", "sweep"]) {
        await page.getByTestId(`pmnet-tab-${tab}`).click();
        await look(tab);
      }
      await turn(page, "form");
      await page.getByTestId("pmnet-preset").selectOption("epyc-7702-nps4");
      await until(page, "the large one", (f) => f.objects === "434");
      await turn(page, "system");
      await look("a large machine");
      assert.deepEqual(found, []);
    }),
  );
}
