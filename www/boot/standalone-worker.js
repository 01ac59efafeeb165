// The worker of the single file: the generated module is inside this script, the compiled WebAssembly arrives with the
// first message.

import init from "simulator";
import { listen } from "./early.js";

listen(({ wasm }) => init({ module_or_path: wasm }));
