/**
 * The value of JSON, where a whole number beyond those that a number has exactly is a `BigInt`.
 *
 * @param {string} text
 * @returns {any}
 */
export function parseExactly(text: string): any;
/**
 * Where in a value the first thing is that JSON can't hold; the value itself where nothing in it is that alone.
 *
 * @param {any} value
 * @returns {(string | number)[]}
 */
export function placeOfLoss(value: any): (string | number)[];
/**
 * A message as JSON, with the parts of it that are JSON already.
 *
 * @param {object} message
 * @returns {string}
 * @throws {TypeError} if JSON can't hold it
 */
export function written(message: object): string;
/**
 * A value as JSON, with the parts of it that are JSON already.
 *
 * @param {any} value
 * @returns {string}
 * @throws {TypeError} if JSON can't hold it
 */
export function joined(value: any): string;
/**
 * The error that a request is answered with.
 *
 * @param {any} error
 * @param {string} method
 * @returns {RequestError | AnswerError}
 */
export function failure(error: any, method: string): RequestError | AnswerError;
/**
 * What carries messages, one text each: a WebSocket, a process, or anything else that does.
 *
 * @typedef {object} Channel
 * @property {boolean} isOpen whether something can still be sent
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {(text: string) => void} onText set by the connection; called with each message
 * @property {(code: any, reason: string) => void} onEnd set likewise; called once, at the end
 */
/**
 * JSON-RPC 2.0 with a daemon.
 *
 * Requests are promises, written when they are made, so the order of calls is the order on the wire.
 * Nothing that the daemon says ends the connection but its end: an answer that can't be read fails its
 * request alone, and of anything else that can't be read it is told that something was lost.
 *
 * A daemon that ends unasked is started again, a few times in a minute, if there is who does so: what was
 * asked before fails, and what is asked meanwhile waits until the new one is where the last one was.
 */
export class Connection {
    /** @param {Channel} channel one that is open */
    constructor(channel: Channel);
    /** After so many milliseconds without an answer a request fails, unless the daemon waits for one itself. */
    patience: number;
    /** Whether whole numbers beyond those that a number has exactly are told as `BigInt`. */
    exactNumbers: boolean;
    /** How long a message may be, in bytes: a request beyond it is not sent, and fails alone. */
    byteLimit: number;
    /** Called with a method and its parameters. @type {(method: string, params: any) => void} */
    onNotification: (method: string, params: any) => void;
    /**
     * Called with a method, its parameters and an `AbortSignal`; gives a promise of the result, or
     * undefined if nobody here does that.
     *
     * @type {(method: string, params: any, signal: AbortSignal) => Promise<any> | undefined}
     */
    onRequest: (method: string, params: any, signal: AbortSignal) => Promise<any> | undefined;
    /** Called when a message can't be read that is no answer; nobody knows what it has told. */
    onLoss: () => void;
    /** Called once, with a code and a reason, when nothing more will come. @type {(code: any, reason: string) => void} */
    onEnd: (code: any, reason: string) => void;
    /**
     * Starts a daemon in the place of one that has ended unasked; null where nobody can.
     *
     * @type {(() => Promise<Channel>) | null}
     */
    restart: (() => Promise<Channel>) | null;
    /** Brings a daemon that was started again to where the last one was; what it asks `isFirst`. */
    revive: () => Promise<void>;
    /** Whether nothing more will come. */
    get hasEnded(): boolean;
    /** Hangs up; what still waits for an answer fails. */
    close(): void;
    /**
     * Asks the daemon. To abort the `signal` is to take the request back.
     *
     * @param {string} method
     * @param {object} [params]
     * @param {{signal?: AbortSignal, isFirst?: boolean}} [options] what `isFirst` does not wait for a daemon to
     *   be where the last one was
     * @returns {Promise<any>} the result
     * @throws {RequestError} if the daemon answers with an error
     * @throws {AnswerError} if its answer can't be read
     * @throws {DaemonEnded} if it ends before it has answered, or had ended
     * @throws {RangeError} if the request is longer than `byteLimit`
     * @throws {TypeError} if JSON can't hold what is sent, such as NaN
     */
    request(method: string, params?: object, { signal, isFirst }?: {
        signal?: AbortSignal;
        isFirst?: boolean;
    }): Promise<any>;
    /**
     * Tells the daemon something that has no answer; once it has ended there is nobody to tell.
     *
     * @param {string} method
     * @param {object} [params]
     * @param {{isFirst?: boolean}} [options] as in `request`
     */
    notify(method: string, params?: object, { isFirst }?: {
        isFirst?: boolean;
    }): void;
    #private;
}
/** JSON that is sent as it is written. */
export class RawJSON {
    /**
     * A text, if it is one value of JSON. What is too deep for the daemon is replaced by another value that
     * is, of which it says so.
     *
     * @param {string} text
     * @returns {RawJSON}
     * @throws {SyntaxError} if it is not
     */
    static of(text: string): RawJSON;
    /**
     * A value as JSON. What is too deep for the daemon is replaced as in `of`.
     *
     * @param {any} value
     * @param {{leavesOut?: boolean}} [options] whether members that are undefined are left out
     * @returns {RawJSON}
     * @throws {TypeError} if JSON can't hold it
     */
    static writing(value: any, { leavesOut }?: {
        leavesOut?: boolean;
    }): RawJSON;
    /** @param {RawJSON[]} parts */
    static list(parts: RawJSON[]): RawJSON;
    /** @param {string} text one value of JSON, in one line */
    constructor(text: string);
    text: string;
}
/**
 * What carries messages, one text each: a WebSocket, a process, or anything else that does.
 */
export type Channel = {
    /**
     * whether something can still be sent
     */
    isOpen: boolean;
    send: (text: string) => void;
    close: () => void;
    /**
     * set by the connection; called with each message
     */
    onText: (text: string) => void;
    /**
     * set likewise; called once, at the end
     */
    onEnd: (code: any, reason: string) => void;
};
import { RequestError } from "./errors.js";
import { AnswerError } from "./errors.js";
