/**
 * What can go wrong between a program and the daemon.
 *
 * An act that the daemon refuses is none of these: its outcome says why.
 */
/** Anything that goes wrong with the daemon. */
export class DaemonError extends Error {
}
/** The program that should be the daemon can't be started, or nobody answers at its address. */
export class DaemonNotFound extends DaemonError {
}
/** The daemon is gone; what was asked of it stays unanswered. */
export class DaemonEnded extends DaemonError {
}
/** The daemon answered a request with an error: it made no sense, or came at the wrong time. */
export class RequestError extends DaemonError {
    /**
     * @param {number} code JSON-RPC's, or LSP's
     * @param {string} message
     */
    constructor(code: number, message: string);
    /** JSON-RPC's code, or LSP's. */
    code: number;
}
/** The text of a form has errors; `diagnostics` has all of them. */
export class FormError extends DaemonError {
    /** @param {import("./form.js").Diagnostic[]} diagnostics at least one */
    constructor(diagnostics: import("./form.js").Diagnostic[]);
    diagnostics: import("./form.js").Diagnostic[];
}
/** The daemon's answer can't be read: whether what was asked for has been done, nobody knows. */
export class AnswerError extends DaemonError {
    /** @param {string} [method] what was asked */
    constructor(method?: string);
}
