// The service worker, seen from the page: registers it, and reports when a newer site is waiting.
//
// A new version never takes over the page by itself: it waits until the student agrees, or until no page is open.

/**
 * The functions for the program (`boot`: `onUpdate(callback)`, `update()`), and `begin(address)`, which registers the
 * service worker at that address.
 */
export function watchForUpdates() {
  let waiting = null;
  let notify = null;
  const arrived = (worker) => {
    waiting = worker;
    notify?.();
  };

  const boot = {
    /** Calls back once a new version is ready, now or later. */
    onUpdate(callback) {
      notify = callback;
      if (waiting) notify();
    },
    /** Changes to the new version: the page is reloaded when it has taken over. */
    update() {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting?.postMessage("take over");
    },
  };

  async function begin(address) {
    // Service workers are missing on http for pages of other machines, and some browsers refuse them in private
    // windows: both work online.
    if (!("serviceWorker" in navigator)) return;
    let registration;
    try {
      registration = await navigator.serviceWorker.register(address, { updateViaCache: "none" });
    } catch (error) {
      console.info("Offline use is not possible here:", error);
      return;
    }
    if (registration.waiting && navigator.serviceWorker.controller) arrived(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => {
        // Without a controller this is the first visit, and nothing is replaced.
        if (next.state === "installed" && navigator.serviceWorker.controller) arrived(next);
      });
    });
    // The documents are kept after the lab itself.
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep documents"));
    // A page that stays open for days checks every few hours.
    const hours = 3_600_000;
    setInterval(() => registration.update().catch(() => {}), 4 * hours);
  }

  return { boot, begin };
}
