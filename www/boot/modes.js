// Which mode of the page an address opens. Every mode but the chip is a program of its own, for page and worker; it is fetched
// only where it is visited, and there the chip's program is not.

import { own } from "../modes.json";

/** The mode that the address opens: one with a program of its own, or none for the chip. */
export const ownMode = () => own.find((mode) => location.hash.startsWith(`#/${mode}`));
