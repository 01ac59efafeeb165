// The service worker: keeps one complete version of the site, so that it works without network and starts at once.
//
// The build replaces `__SITE__` by the list of files with their hashes. The browser installs a new version beside the
// running one. Each file is checked against its hash, so a version is either complete or absent, and a partly uploaded
// site is not accepted. The new version takes over when the page requests it, or when no page of the old version is
// open any more.

/**
 * `{ version, files: [[path, hash]], documents: [[path, hash]] }`; a path is relative to this script, a hash is in the
 * format of an `integrity` attribute. The documents are kept after the rest, when the page reports that nothing waits
 * for them.
 */
const site = __SITE__;

const PREFIX = `mcore-lab ${registration.scope} `;
const CACHE = PREFIX + site.version;
const absolute = (path) => new URL(path, location.href).href;
const index = absolute("index.html");

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});
addEventListener("message", (event) => {
  if (event.data === "keep documents") event.waitUntil((documents ??= keepDocuments().finally(() => (documents = null))));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    const address = new URL(request.url);
    if (address.href.split(/[?#]/)[0] === registration.scope || address.pathname === new URL(index).pathname) {
      event.respondWith(kept(index, request));
      return;
    }
  }
  if (request.url.startsWith(registration.scope)) event.respondWith(kept(request.url, request));
});

/** Fetches the files that have changed; unchanged ones are copied from an older version with the same hash. */
async function install() {
  const cache = await caches.open(CACHE);
  const old = await olderFiles();
  await Promise.all(
    site.documents.map(async ([path, hash]) => {
      const same = await old.get(hash)?.();
      if (same) await cache.put(absolute(path), same);
    }),
  );
  await Promise.all(
    site.files.map(async ([path, hash]) => {
      const address = absolute(path);
      if (await cache.match(address)) return;
      const same = old.get(hash);
      const response = same ? await same() : await fetch(address, { integrity: hash, cache: "no-cache" });
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
      await cache.put(address, response);
    }),
  );
  await cache.put(absolute("__hashes__"), new Response(JSON.stringify([...site.files, ...site.documents])));
}

/** The keeping of documents in progress. */
let documents = null;

/** Fetches the missing documents, one after the other; those that fail now are requested again next time. */
async function keepDocuments() {
  const cache = await caches.open(CACHE);
  for (const [path, hash] of site.documents) {
    const address = absolute(path);
    if (await cache.match(address)) continue;
    try {
      const response = await fetch(address, { integrity: hash, cache: "no-cache", priority: "low" });
      if (response.ok) await cache.put(address, response);
    } catch {
      // There is no network, or a newer version has replaced the file on the server.
      return;
    }
  }
}

/** Hash -> a function that returns the file, for all files of the kept versions. */
async function olderFiles() {
  const found = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const cache = await caches.open(name);
    const list = await cache.match(absolute("__hashes__"));
    if (!list) continue;
    for (const [path, hash] of await list.json()) {
      const response = await cache.match(absolute(path));
      if (response) found.set(hash, () => response.clone());
    }
  }
  return found;
}

/** Removes older versions of this site; other sites of the same host keep theirs. */
async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  // The very first version serves the page that has just fetched it.
  await clients.claim();
}

/** The kept file, else the network's. */
async function kept(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address, { ignoreSearch: true })) ?? fetch(request);
}
