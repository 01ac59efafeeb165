// The service worker, seen from the page: registers it, and hears when a newer site waits behind it.
//
// A new version never takes the page over by itself: it waits until the student says so, or until no page is open.

/**
 * What the program may ask for (`boot`: `onUpdate(callback)`, `update()`), and `begin(address)`, which registers the
 * service worker at that address.
 */
export function watchForUpdates() {
  let waiting = null;
  let tell = null;
  const arrived = (worker) => {
    waiting = worker;
    tell?.();
  };

  const boot = {
    /** Calls back once a new version is ready, now or later. */
    onUpdate(callback) {
      tell = callback;
      if (waiting) tell();
    },
    /** Changes to the new version: the page is loaded anew when it has taken over. */
    update() {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting?.postMessage("take over");
    },
  };

  async function begin(address) {
    // There is none on http: pages of other machines, and private windows of some browsers refuse: both work online.
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
    // The documents come when the lab itself is kept.
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep documents"));
    // A page that stays open for days asks now and then.
    const hours = 3_600_000;
    setInterval(() => registration.update().catch(() => {}), 4 * hours);
  }

  return { boot, begin };
}
