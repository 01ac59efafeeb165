// The names of controls, from their `title`: 300 ms after the pointer arrives and at once on focus, with the keyboard too.
// A browser's own tooltip takes about a second and never shows for the keyboard.

const DELAY_MS = 300;
const GAP_PX = 6;
const EDGE_PX = 4;

let tip;
let timer;
/** The element whose title is shown or waits to be shown, and that title. */
let owner;
let words = "";
/** The title was the only name of the element, so that it has an `aria-label` for as long as the title is away. */
let lent = false;

/** Gives the element its title back: tests, screen readers and the next visit read it there. */
function leave() {
  clearTimeout(timer);
  tip?.remove();
  if (!owner) return;
  // A title that the page has set in the meantime is the newer one.
  if (!owner.hasAttribute("title")) owner.setAttribute("title", words);
  if (lent) owner.removeAttribute("aria-label");
  owner = undefined;
}

/** Takes the title away, or the browser would show it too, and shows it after `delay`. */
function visit(element, delay) {
  if (element && element === owner && !owner.hasAttribute("title")) return;
  leave();
  words = element?.getAttribute("title")?.trim() ?? "";
  if (!words) return;
  owner = element;
  lent = !owner.hasAttribute("aria-label") && !owner.hasAttribute("aria-labelledby") && !owner.textContent.trim();
  if (lent) owner.setAttribute("aria-label", words);
  owner.removeAttribute("title");
  timer = setTimeout(show, delay);
}

function show() {
  if (!owner.isConnected) return leave();
  tip ??= document.createElement("div");
  tip.className = "name-tip";
  tip.setAttribute("aria-hidden", "true");
  tip.textContent = words;
  // Above dialogs, where the browser can.
  tip.popover = "manual";
  document.body.append(tip);
  tip.showPopover?.();
  const { left, top, bottom, width } = owner.getBoundingClientRect();
  const below = bottom + GAP_PX;
  const fits = below + tip.offsetHeight + EDGE_PX <= innerHeight;
  const most = innerWidth - tip.offsetWidth - EDGE_PX;
  tip.style.left = `${Math.max(EDGE_PX, Math.min(most, left + width / 2 - tip.offsetWidth / 2))}px`;
  tip.style.top = `${fits ? below : Math.max(EDGE_PX, top - GAP_PX - tip.offsetHeight)}px`;
}

/** Watches the whole document. */
export function showTips() {
  const titled = (target) => target instanceof Element && target.closest("[title]");
  const within = (target) => owner !== undefined && target instanceof Node && owner.contains(target);
  addEventListener("pointerover", ({ target, pointerType }) => {
    // An element in the owner may have a title of its own; one around it is less exact.
    const found = titled(target);
    const stays = within(target) && !(found && owner.contains(found));
    if (pointerType !== "touch" && !stays) visit(found, DELAY_MS);
  });
  document.documentElement.addEventListener("pointerleave", leave);
  addEventListener("focusin", ({ target }) => target.matches?.(":focus-visible") && visit(titled(target), 0));
  addEventListener("focusout", leave);
  addEventListener("pointerdown", leave, true);
  addEventListener("scroll", leave, { capture: true, passive: true });
  addEventListener("keydown", ({ key }) => key === "Escape" && leave(), true);
}
