export namespace host {
    function startProcess(command: string[]): Promise<import("./connection.js").Channel>;
    function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
    function addressOf(address: string | URL): URL;
}
