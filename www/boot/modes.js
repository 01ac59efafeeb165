// The mode of the page that an address opens. Every mode but the chip is a separate program, for page and worker; it is
// fetched only when visited, and the chip's program is not fetched then.

import { own } from "../modes.json";

/** The mode that the address opens if it has its own program; undefined for the chip. */
export const ownMode = () => own.find((mode) => location.hash.startsWith(`#/${mode}`));
