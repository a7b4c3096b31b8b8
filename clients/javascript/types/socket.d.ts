/** A WebSocket as a channel of messages, one text each. */
export class SocketChannel {
    /**
     * A channel that is ready to be used.
     *
     * @param {string | URL} address
     * @returns {Promise<SocketChannel>}
     * @throws {DaemonNotFound} if nobody answers there
     */
    static open(address: string | URL): Promise<SocketChannel>;
    /** @param {WebSocket} socket one that is open */
    constructor(socket: WebSocket);
    /** @type {(text: string) => void} */
    onText: (text: string) => void;
    /** @type {(code: any, reason: string) => void} */
    onEnd: (code: any, reason: string) => void;
    get isOpen(): boolean;
    send(text: any): void;
    close(): void;
    #private;
}
