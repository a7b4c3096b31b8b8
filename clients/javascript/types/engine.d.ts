/**
 * Where the module comes from: compiled, its bytes, or its address; also an answer of `fetch`, or a promise of one.
 * The bytes may be compressed by gzip. In Node an address may be the path of a file.
 * Nothing is the module that this package ships.
 *
 * @typedef {WebAssembly.Module | BufferSource | Response | string | URL} ModuleLike
 * @typedef {ModuleLike | Promise<ModuleLike>} ModuleSource
 */
/**
 * Compiles the module, which any number of daemons and checkers may share, also those of workers.
 *
 * @param {ModuleSource} [source]
 * @returns {Promise<WebAssembly.Module>}
 * @throws {DaemonNotFound} if there is no such module
 */
export function compileModule(source?: ModuleSource): Promise<WebAssembly.Module>;
/**
 * What a host tells that has no files, no store and no closures; null where nobody waits for it.
 *
 * @param {Record<string, any>} wish
 * @returns {object | null}
 */
export function refusal(wish: Record<string, any>): object | null;
/**
 * This moment, which never runs backwards, and what the clock on the wall is ahead of UTC.
 *
 * @returns {{nanoseconds: bigint, offsetSeconds: number}}
 */
export function moment(): {
    nanoseconds: bigint;
    offsetSeconds: number;
};
/** What a turn of the module is about. */
export const TIME: 0;
export const BYTES: 1;
export const END: 2;
export const EVENT: 3;
/** What the daemon wants of its host: the forms of records, its client's folders, and everything else. */
export const FORMS: 1;
export const FOLDERS: 2;
export const OTHERS: 4;
/**
 * fieldd as a WebAssembly module: bytes in, bytes out, and the moment at which it wants to be woken.
 *
 * It has no clock, files, threads or randomness but those that its host gives it.
 */
export class Engine {
    /**
     * An engine of its own, which has one connection.
     *
     * @param {ModuleSource} [source]
     * @param {object} [settings] see `HostConnection` in the module's sources
     * @param {(name: string) => Uint8Array | null} [zones] what is known of a time zone, as `zoneAnswer` gives it
     * @returns {Promise<Engine>}
     * @throws {DaemonNotFound} if there is no such module
     */
    static start(source?: ModuleSource, settings?: object, zones?: (name: string) => Uint8Array | null): Promise<Engine>;
    /**
     * A turn: bytes of the stream, its end, an event of the host's, or nothing but the time.
     *
     * @param {number} kind `TIME`, `BYTES`, `END` or `EVENT`
     * @param {Uint8Array} bytes what is said
     * @param {{nanoseconds: bigint, offsetSeconds: number}} moment
     * @param {number} [milliseconds] how long it may take before it says what it has to say
     */
    turn(kind: number, bytes: Uint8Array, moment: {
        nanoseconds: bigint;
        offsetSeconds: number;
    }, milliseconds?: number): void;
    /** When the next turn is due, in nanoseconds since 1970; null for never, 0 for at once. @returns {bigint | null} */
    get deadline(): bigint | null;
    /** @returns {Uint8Array} what was said since the last time */
    takeOutput(): Uint8Array;
    /**
     * What the host is to do, beside what is said.
     *
     * @param {number} [kinds] the sum of `FORMS`, `FOLDERS` and `OTHERS`: what is asked for
     * @returns {Record<string, any>[]}
     */
    takeWishes(kinds?: number): Record<string, any>[];
    /** How much memory the module has, in bytes. @returns {number} */
    get memoryByteCount(): number;
    #private;
}
/** An engine as a channel of messages, in the page or the process itself: a text each. */
export class EngineChannel {
    /**
     * A channel that is ready to be used.
     *
     * @param {ModuleSource} [source]
     * @param {object} [settings] what `Engine.start` takes
     * @param {Pick<Storage, "getItem" | "setItem">} [store] keeps the texts that autofill learns, such as `localStorage`
     * @returns {Promise<EngineChannel>}
     * @throws {DaemonNotFound} if there is no such module
     */
    static open(source?: ModuleSource, settings?: object, store?: Pick<Storage, "getItem" | "setItem">): Promise<EngineChannel>;
    /** @param {Engine} engine one to which nothing was said */
    constructor(engine: Engine);
    /** Whether something can still be sent. */
    isOpen: boolean;
    /** @type {(text: string) => void} */
    onText: (text: string) => void;
    /** @type {(code: number, reason: string) => void} */
    onEnd: (code: number, reason: string) => void;
    /**
     * Called with each wish of the daemon's that is no message; a host that has none of it says so.
     *
     * @type {(wish: Record<string, any>) => void}
     */
    onWish: (wish: Record<string, any>) => void;
    /** @param {string} text */
    send(text: string): void;
    /**
     * Tells what became of a wish.
     *
     * @param {object} event
     */
    tell(event: object): void;
    /** Ends its input, by which a daemon ends. */
    close(): void;
    #private;
}
/**
 * Where the module comes from: compiled, its bytes, or its address; also an answer of `fetch`, or a promise of one.
 * The bytes may be compressed by gzip. In Node an address may be the path of a file.
 * Nothing is the module that this package ships.
 */
export type ModuleLike = WebAssembly.Module | BufferSource | Response | string | URL;
/**
 * Where the module comes from: compiled, its bytes, or its address; also an answer of `fetch`, or a promise of one.
 * The bytes may be compressed by gzip. In Node an address may be the path of a file.
 * Nothing is the module that this package ships.
 */
export type ModuleSource = ModuleLike | Promise<ModuleLike>;
