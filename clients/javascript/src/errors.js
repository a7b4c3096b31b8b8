/**
 * What can go wrong between a program and the daemon.
 *
 * An act that the daemon refuses is none of these: its outcome says why.
 */

/** Anything that goes wrong with the daemon. */
export class DaemonError extends Error {
  name = this.constructor.name;
}

/** The program that should be the daemon can't be started, or nobody answers at its address. */
export class DaemonNotFound extends DaemonError {}

/** The daemon is gone; what was asked of it stays unanswered. */
export class DaemonEnded extends DaemonError {}

/** The daemon answered a request with an error: it made no sense, or came at the wrong time. */
export class RequestError extends DaemonError {
  /**
   * @param {number} code JSON-RPC's, or LSP's
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    /** JSON-RPC's code, or LSP's. */
    this.code = code;
  }
}

/** The text of a form has errors; `diagnostics` has all of them. */
export class FormError extends DaemonError {
  /** @param {import("./form.js").Diagnostic[]} diagnostics at least one */
  constructor(diagnostics) {
    const [{ line, column, message }, ...more] = diagnostics;
    const rest = more.length > 0 ? ` (and ${more.length} more)` : "";
    super(`The form has errors: ${line}:${column}: ${message}${rest}`);
    this.diagnostics = diagnostics;
  }
}

/** The daemon's answer can't be read: whether what was asked for has been done, nobody knows. */
export class AnswerError extends DaemonError {
  /** @param {string} [method] what was asked */
  constructor(method) {
    super(`The daemon's answer${method ? ` to ${method}` : ""} can't be read`);
  }
}
