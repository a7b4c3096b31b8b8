/**
 * The texts that autofill has learned, kept by a store of the page's such as `localStorage`, as a list in the order
 * in which they were learned.
 *
 * A store that keeps nothing, or has something else under that name, has no texts; what can't be kept is told, and
 * nothing else is lost.
 */
export class LearnedTexts {
    /** @param {Pick<Storage, "getItem" | "setItem">} store */
    constructor(store: Pick<Storage, "getItem" | "setItem">);
    /** What was learned, as events for the engine. @returns {{learned: string, source: string}[]} */
    get all(): {
        learned: string;
        source: string;
    }[];
    /**
     * Keeps what the engine wishes to be kept, or forgets it.
     *
     * @param {{learned?: string, removed?: string, source: string}} wish
     * @returns {{failure?: string}} why it could not be kept
     */
    take({ learned, removed, source }: {
        learned?: string;
        removed?: string;
        source: string;
    }): {
        failure?: string;
    };
    #private;
}
