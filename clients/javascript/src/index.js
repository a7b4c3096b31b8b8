/**
 * Forms that the daemon fieldd keeps live: drafts, limits, rules, states and autofill.
 *
 * `Daemon.load` in any program, `Daemon.start` in Node and `Daemon.connect` in a browser give a daemon, and
 * `daemon.open` a form. `Checker.load` gives what judges records at once.
 */
export { Checker } from "./checker.js";
export { Connection } from "./connection.js";
export { Daemon } from "./daemon.js";
export { compileModule, EngineChannel } from "./engine.js";
export { apply, cut, Draft, moved, smallestEdit } from "./draft.js";
export { AnswerError, DaemonEnded, DaemonError, DaemonNotFound, FormError, RequestError } from "./errors.js";
export { Field } from "./field.js";
export { Form, readDiagnostic } from "./form.js";
export { Entry, EntryList } from "./lists.js";
export { isAnswer } from "./shapes.js";
export { SocketChannel } from "./socket.js";
export { applyEdits, offsetOf, positionOf } from "./texts.js";
export { fromUnits, toUnits } from "./units.js";
