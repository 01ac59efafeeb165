// Work is safe: stored at once, several projects and files, history, export and import, two tabs, no storage.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, siteUrl, withLab } from "./harness.mjs";
import { becomes, paste, reads, stays, text, until, wholeText } from "./lab.mjs";

const START = "main:\tli $a0, 1\n\tsw $zero, -0xcc($zero)\n";
const program = (n) => START.replace("1", String(n));
const saved = (page, word = /^saved$/) => page.getByTestId("saved").filter({ hasText: word }).waitFor();

/** Opens the work without an exercise and waits until it is loaded. */
async function scratch(page) {
  await until(page, "ready", (f) => f.state === "paused");
  await page.getByTestId("exercise").selectOption("scratch");
  await page.getByTestId("tab-main.s").waitFor();
  await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
}

/** All records of a store of the page's database. */
const records = (page, store) =>
  page.evaluate(
    (name) =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open("mcore-lab");
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(all.result.map((text) => JSON.parse(text)));
          };
        };
      }),
    store,
  );

test("an edit is stored at once and is there after a reload", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    await paste(page, program(7), "main.s");
    await saved(page);
    const [project] = await records(page, "projects");
    assert.match(project.files[0].text, /li \$a0, 7/);
    await page.reload();
    await page.getByTestId("tab-main.s").waitFor();
    await reads(page, /li \$a0, 7/);
    // Typed and left at once: text that the database may not get in time is stored in another way.
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("# quick");
    await page.reload();
    await page.getByTestId("tab-main.s").waitFor();
    await reads(page, /# quick/);
  }));

test("an edit can be undone after a reload, in each file, and in no other work", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    await paste(page, program(7), "main.s");
    await saved(page);
    const histories = () =>
      page.evaluate(
        () =>
          new Promise((resolve, reject) => {
            const open = indexedDB.open("mcore-lab");
            open.onerror = () => reject(open.error);
            open.onsuccess = () => {
              const all = open.result.transaction("undo").objectStore("undo").getAllKeys();
              all.onsuccess = () => {
                open.result.close();
                resolve(all.result);
              };
            };
          }),
      );
    const kept = async (key) => {
      for (let tries = 0; !(await histories()).includes(key); tries += 1) {
        assert.ok(tries < 100, `no history ${key}`);
        await page.waitForTimeout(50);
      }
    };
    await kept("scratch\nmain.s");
    await page.reload();
    await page.getByTestId("tab-main.s").waitFor();
    await until(page, "ready", (f) => f.state === "paused");
    await reads(page, /li \$a0, 7/);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+z");
    await becomes(() => text(page), (now) => !/li \$a0, 7/.test(now), "the paste is undone");
    await page.keyboard.press("ControlOrMeta+y");
    await reads(page, /li \$a0, 7/);

    // Another piece of work has its own history, or none.
    await page.getByTestId("exercise").selectOption("class/matmul");
    await page.getByTestId("tab-matmul.s").click();
    await reads(page, /Matrix multiplication/);
    const start = await wholeText(page);
    await page.keyboard.press("ControlOrMeta+z");
    assert.equal(await wholeText(page), start);
  }));

test("work of an edition without a database is taken over", () => {
  const prepare = (context) =>
    context.addInitScript(() => {
      if (localStorage.getItem("seeded")) return;
      localStorage.setItem("seeded", "1");
      localStorage.setItem("mcore-lab/work/1/scratch", JSON.stringify({ files: [{ name: "main.s", text: "main:\tli $s7, 77\n\tsw $zero, -0xcc($zero)\n" }] }));
      localStorage.setItem("mcore-lab/work/1/class/matmul", JSON.stringify({ files: [{ name: "matmul.s", text: "# my old matmul\nmain: nop\n" }] }));
      localStorage.setItem("mcore-lab/last", '"scratch"');
    });
  return withLab({ prepare }, async ({ page }) => {
    await page.getByTestId("tab-main.s").waitFor();
    await reads(page, /li \$s7, 77/);
    const stored = await records(page, "projects");
    assert.deepEqual(stored.map((p) => p.id).sort(), ["class/matmul", "scratch"]);
    await becomes(() => page.evaluate(() => localStorage.getItem("mcore-lab/work/1/scratch")), null);
    await page.getByTestId("exercise").selectOption("class/matmul");
    await page.getByTestId("tab-matmul.s").click();
    await reads(page, /my old matmul/);
  });
});

test("projects: new, rename, duplicate, delete and bring back", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    await page.getByTestId("projects").click();
    await page.getByTestId("project-new").click();
    await page.getByTestId("projects-dialog").waitFor({ state: "detached" });
    await paste(page, program(1), "main.s");
    await saved(page);
    await page.getByTestId("projects").click();
    const rows = page.getByTestId("project");
    await becomes(() => rows.count(), 1);
    await rows.first().getByTestId("project-rename").click();
    await page.getByTestId("project-name").fill("Ring");
    await page.getByTestId("project-name").press("Enter");
    await rows.filter({ hasText: "Ring" }).waitFor();
    await screenshot(page, "projects-en");
    await rows.first().getByTestId("project-copy").click();
    await page.getByTestId("projects-dialog").waitFor({ state: "detached" });
    await page.getByTestId("projects").click();
    await page.getByTestId("project").filter({ hasText: "Ring (copy)" }).waitFor();
    await becomes(() => rows.count(), 2);
    // The copy is open; deleting it opens other work, and undo restores it.
    await rows.filter({ hasText: "Ring (copy)" }).getByTestId("project-delete").click();
    await page.getByTestId("projects-deleted").waitFor();
    await becomes(() => rows.count(), 1);
    await page.getByTestId("dialog-close").click();
    await page.getByTestId("undo-reset").click();
    await page.getByTestId("exercise").locator("option", { hasText: "Ring (copy)" }).waitFor({ state: "attached" });
    await page.reload();
    await page.getByTestId("exercise").locator("option", { hasText: "Ring (copy)" }).waitFor({ state: "attached" });
    await page.getByTestId("exercise").selectOption({ label: "Ring" });
    // The work that was open has a file of that name too.
    await reads(page, /li \$a0, 1/);
  }));

test("changes of projects that the database is too slow for are there after a reload", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    const row = (name) => page.getByTestId("project").filter({ hasText: name });
    for (const name of ["Ring", "Torus", "Star"]) {
      await page.getByTestId("projects").click();
      await page.getByTestId("project-new").click();
      await page.getByTestId("projects-dialog").waitFor({ state: "detached" });
      await paste(page, program(name.length), "main.s");
      await saved(page);
      await page.getByTestId("projects").click();
      await page.getByTestId("project").first().getByTestId("project-rename").click();
      await page.getByTestId("project-name").fill(name);
      await page.getByTestId("project-name").press("Enter");
      await row(name).waitFor();
      await page.getByTestId("dialog-close").click();
    }
    const stored = (name) => records(page, "projects").then((all) => all.find((p) => p.name === name));
    await page.getByTestId("projects").click();
    await row("Star").getByTestId("project-delete").click();
    await becomes(() => stored("Star").then((p) => Boolean(p.deleted)), true);
    // A transaction that does not end before the page does: no write of the page gets its turn.
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const open = indexedDB.open("mcore-lab");
          open.onerror = () => reject(open.error);
          open.onsuccess = () => {
            const store = open.result.transaction("projects", "readwrite").objectStore("projects");
            const hold = () => {
              store.count().onsuccess = hold;
              resolve();
            };
            store.count().onsuccess = hold;
          };
        }),
    );
    await page.getByTestId("dialog-close").click();
    await page.getByTestId("undo-reset").click();
    await page.getByTestId("projects").click();
    await row("Star").waitFor();
    await row("Torus").getByTestId("project-delete").click();
    await row("Torus").waitFor({ state: "detached" });
    await row("Ring").getByTestId("project-rename").click();
    await page.getByTestId("project-name").fill("Circle");
    await page.getByTestId("project-name").press("Enter");
    await row("Circle").waitFor();
    await page.reload();
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("projects").click();
    await row("Star").waitFor();
    await row("Circle").waitFor();
    await becomes(() => page.getByTestId("project").count(), 2);
    await page.getByTestId("projects-deleted").waitFor();
    await becomes(async () => [(await stored("Circle"))?.name, Boolean((await stored("Torus"))?.deleted)].join(), "Circle,true");
  }));

test("files: add, include, rename, order, remove with undo", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    await page.getByTestId("files-menu").click();
    await page.getByTestId("files-manage").click();
    await page.getByTestId("file-new-name").fill("main.s");
    await page.getByTestId("file-add").click();
    await becomes(() => page.getByTestId("file-problem").innerText(), /Another file/);
    await page.getByTestId("file-new-name").fill("part.s");
    await page.getByTestId("file-add").click();
    await page.getByTestId("tab-part.s").waitFor();
    await paste(page, "seven:\tli $v0, 7\n\tjr $ra\n", "part.s");
    await paste(page, '\t.include "part.s"\n\t.globl main\nmain:\tjal seven\n\tmove $a0, $v0\n\tli $v0, 1\n\tsyscall\n\tli $v0, 10\n\tsyscall\n', "main.s");
    await page.getByTestId("assembly").filter({ hasText: "Assembled" }).waitFor();
    await page.getByTestId("files-menu").click();
    await page.getByTestId("files-manage").click();
    const row = (name) => page.locator(`[data-testid="file-row"][data-file="${name}"]`);
    await screenshot(page, "files-en");
    await row("part.s").getByTestId("file-up").click();
    await becomes(() => page.getByTestId("file-row").first().getAttribute("data-file"), "part.s");
    await row("part.s").getByTestId("file-down").click();
    await row("part.s").getByTestId("file-name").fill("seven.s");
    await row("part.s").getByTestId("file-name").press("Enter");
    await row("seven.s").waitFor();
    await row("seven.s").getByTestId("file-remove").click();
    await becomes(() => page.getByTestId("file-row").count(), 1);
    await page.getByTestId("dialog-close").click();
    await page.getByTestId("undo-reset").click();
    await page.getByTestId("tab-seven.s").waitFor();
    await saved(page);
    await page.reload();
    await page.getByTestId("tab-seven.s").waitFor();
  }));

test("earlier versions are listed, compared, and come back; undone after a reload too", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    for (const n of [1, 2, 3]) {
      await paste(page, program(n), "main.s");
      await page.getByTestId("assembly").filter({ hasText: "Assembled" }).waitFor();
    }
    await saved(page);
    await page.reload();
    await page.getByTestId("tab-main.s").waitFor();
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("saved").click();
    const versions = page.getByTestId("version");
    await versions.first().waitFor();
    await becomes(() => versions.count(), 3);
    await becomes(() => versions.nth(1).innerText(), /main\.s line 1: main:\s+li \$a0, 2/);
    await versions.nth(2).click();
    await page.locator(".diff-new", { hasText: "li $a0, 1" }).waitFor();
    await page.locator(".diff-old", { hasText: "li $a0, 3" }).waitFor();
    await screenshot(page, "history-en");
    await page.getByTestId("version-restore").click();
    await page.locator(".cm-content", { hasText: "li $a0, 1" }).waitFor();
    await page.getByTestId("undo-reset").click();
    await page.locator(".cm-content", { hasText: "li $a0, 3" }).waitFor();
  }));

test("everything goes into one file and comes back elsewhere; a damaged file gives what is left", async () => {
  let bytes;
  await withLab({}, async ({ page }) => {
    await scratch(page);
    await page.getByTestId("projects").click();
    await page.getByTestId("project-new").click();
    await page.getByTestId("projects-dialog").waitFor({ state: "detached" });
    await paste(page, program(42), "main.s");
    await saved(page);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("F9");
    await page.locator(".cm-breakpoint:visible").waitFor();
    await page.getByTestId("exercise").selectOption("scratch");
    await paste(page, program(43), "main.s");
    await saved(page);
    await page.getByTestId("projects").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("export").click()]);
    assert.match(download.suggestedFilename(), /\.mcwork$/);
    bytes = readFileSync(await download.path());
  });
  const file = (buffer) => ({ name: "work.mcwork", mimeType: "application/octet-stream", buffer });
  await withLab({}, async ({ page }) => {
    await scratch(page);
    await page.getByTestId("projects").click();
    await page.getByTestId("import-input").setInputFiles(file(bytes));
    await page.getByTestId("import-question").waitFor();
    await page.getByTestId("import-accept").click();
    await page.getByTestId("notice").filter({ hasText: "Imported: 2" }).waitFor();
    await page.getByTestId("exercise").selectOption({ label: "Project" });
    await page.locator(".cm-content", { hasText: "li $a0, 42" }).waitFor();
    // Its breakpoint was imported too.
    await page.locator(".cm-breakpoint:visible").waitFor();
    // Once more: nothing is new.
    await page.getByTestId("projects").click();
    await page.getByTestId("import-input").setInputFiles(file(bytes));
    await page.getByTestId("import-accept").click();
    await page.getByTestId("notice").filter({ hasText: "Imported: 0" }).waitFor();
  });
  await withLab({}, async ({ page }) => {
    await scratch(page);
    const broken = Buffer.from(bytes);
    broken[broken.indexOf("li $a0, 42") + 8] = "9".charCodeAt(0);
    await page.getByTestId("projects").click();
    await page.getByTestId("import-input").setInputFiles(file(broken));
    await page.getByTestId("import-lost").waitFor();
    await page.getByTestId("import-accept").click();
    await page.getByTestId("notice").filter({ hasText: "Imported: 1" }).waitFor();
    await page.getByTestId("projects").click();
    await page.getByTestId("import-input").setInputFiles(file(Buffer.from("rubbish")));
    await page.getByTestId("notice").filter({ hasText: "not a file" }).waitFor();
  });
});

test("two tabs do not overwrite each other", () =>
  withLab({}, async ({ page, context, url }) => {
    await scratch(page);
    await paste(page, program(1), "main.s");
    await saved(page);
    const other = await context.newPage();
    await other.goto(url);
    await other.getByTestId("guard").waitFor();
    await screenshot(other, "guard-en");
    // It can be run there, but not edited.
    await other.locator(".cm-content").click();
    await other.keyboard.type("lost");
    await stays(() => text(other), (now) => !/lost/.test(now), "what is typed into a guarded file");
    // Taken over, including the text that the first tab has not even stored yet.
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("# late\n");
    await other.getByTestId("guard-take").click();
    await other.getByTestId("guard").waitFor({ state: "detached" });
    await other.locator(".cm-content", { hasText: "# late" }).waitFor();
    await page.getByTestId("guard").waitFor();
    // The first one continues with a copy.
    await page.getByTestId("guard-copy").click();
    await page.getByTestId("guard").waitFor({ state: "detached" });
    await page.locator(".cm-content").click();
    await page.keyboard.type("# copy\n");
    await saved(page);
    await other.locator(".cm-content").click();
    await other.keyboard.type("# original\n");
    await saved(other);
    const texts = (await records(page, "projects")).map((p) => p.files[0].text);
    assert.equal(texts.length, 2);
    assert.equal(texts.filter((t) => t.includes("# copy") && !t.includes("# original")).length, 1);
    assert.equal(texts.filter((t) => t.includes("# original") && !t.includes("# copy")).length, 1);
  }));

test("a tab that knows nothing of the other cannot overwrite it either", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    await paste(page, program(1), "main.s");
    await saved(page);
    // As if another edition of the page had stored something that this one does not know.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const open = indexedDB.open("mcore-lab");
          open.onsuccess = () => {
            const store = open.result.transaction("projects", "readwrite").objectStore("projects");
            store.get("scratch").onsuccess = (event) => {
              const project = JSON.parse(event.target.result);
              project.revision += 1;
              project.files[0].text = "# theirs\n";
              store.put(JSON.stringify(project), "scratch").onsuccess = () => {
                open.result.close();
                resolve();
              };
            };
          };
        }),
    );
    await page.locator(".cm-content").click();
    await page.keyboard.type("# mine");
    await page.getByTestId("notice").filter({ hasText: "another tab" }).waitFor();
    await saved(page);
    const texts = (await records(page, "projects")).map((p) => p.files[0].text);
    assert.ok(texts.includes("# theirs\n"), texts.join("|"));
    assert.ok(texts.some((t) => t.includes("# mine")), texts.join("|"));
  }));

test("without storage the page works and says that nothing is kept", () => {
  const prepare = (context) =>
    context.addInitScript(() => {
      const denied = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      Object.defineProperty(globalThis, "indexedDB", { get: denied });
      Object.defineProperty(globalThis, "localStorage", { get: denied });
    });
  return withLab({ prepare }, async ({ page }) => {
    await page.getByTestId("notice").filter({ hasText: "cannot be stored" }).waitFor();
    await scratch(page);
    await paste(page, program(5), "main.s");
    await saved(page, /not saved/);
    await page.getByTestId("run").click();
    await until(page, "ended", (f) => f.state === "ended");
  });
});

test("a store that is full says so, and keeps trying", () => {
  const prepare = (context) =>
    context.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...values) {
        if (globalThis.__full) throw new DOMException("no room", "QuotaExceededError");
        return put.apply(this, values);
      };
    });
  return withLab({ prepare }, async ({ page }) => {
    await scratch(page);
    await page.evaluate(() => {
      globalThis.__full = true;
    });
    await paste(page, program(5), "main.s");
    await page.getByTestId("notice").filter({ hasText: "no room" }).waitFor();
    await saved(page, /not saved/);
    await page.evaluate(() => {
      globalThis.__full = false;
    });
    await paste(page, program(6), "main.s");
    await saved(page);
  });
});

test("a record that cannot be read costs no other one and can be saved", () =>
  withLab({}, async ({ page }) => {
    await scratch(page);
    await paste(page, program(1), "main.s");
    await saved(page);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const open = indexedDB.open("mcore-lab");
          open.onsuccess = () => {
            const store = open.result.transaction("projects", "readwrite").objectStore("projects");
            store.put('{"id":"broken","files":[{"na', "broken").onsuccess = () => {
              open.result.close();
              resolve();
            };
          };
        }),
    );
    await page.reload();
    await page.getByTestId("notice").filter({ hasText: "cannot be read: 1" }).waitFor();
    await page.locator(".cm-content", { hasText: "li $a0, 1" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("undo-reset").click()]);
    assert.match(readFileSync(await download.path(), "utf8"), /"files":\[\{"na/);
  }),
);

test("a database that comes late is made whole", async () => {
  // Another tab holds an older edition and does not release it until the page has stopped waiting.
  const prepare = async (context) => {
    const other = await context.newPage();
    await other.goto(`${await siteUrl()}licences.txt`);
    await other.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open("mcore-lab", 1);
          request.onsuccess = () => resolve(void (globalThis.held = request.result));
          request.onerror = () => reject(request.error);
        }),
    );
    prepare.other = other;
  };
  await withLab({ lang: "en", prepare }, async ({ page }) => {
    // The page reports that it has stopped waiting (PATIENCE_MS in ui/src/modes/chip/persist/db.rs).
    await page.getByTestId("notice").filter({ hasText: "cannot be stored" }).waitFor();
    await prepare.other.evaluate(() => globalThis.held.close());
    const stores = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open("mcore-lab");
          request.onsuccess = () => resolve([...request.result.objectStoreNames]);
          request.onerror = () => reject(request.error);
        }),
    );
    assert.deepEqual(stores, ["projects", "undo", "versions"]);
  });
});
