/**
 * An order with some more in it, or elsewhere in it: each directly behind another.
 *
 * What is behind none (null) is the first, what is behind something unknown the last. Of several
 * behind the same the one that was told last is the nearest to it. The cost grows with how many there
 * are, also where each is told to be behind the one that was told before.
 *
 * @template Key
 * @param {Iterable<Key>} order
 * @param {Map<Key, Key | null>} places what comes or moves, with what it stands behind
 * @returns {Key[]}
 */
export function placed<Key>(order: Iterable<Key>, places: Map<Key, Key | null>): Key[];
