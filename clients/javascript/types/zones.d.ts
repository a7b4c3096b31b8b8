/** The names of the places whose clocks are known. @returns {string[]} */
export function zoneNames(): string[];
/**
 * What the clocks of a place have shown and will show, in the format of compiled zone files (TZif, RFC 8536).
 *
 * @param {string} name such as `Europe/Bucharest`
 * @returns {Uint8Array | null} null for a name that the platform does not know
 */
export function zoneFile(name: string): Uint8Array | null;
/** What the module is told of a name: the file of the zone, and for the empty name all names in lines. @param {string} name */
export function zoneAnswer(name: string): Uint8Array<ArrayBufferLike>;
