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
export function placed(order, places) {
  const behind = new Map();
  for (const [key, after] of places) {
    if (behind.has(after)) behind.get(after).push(key);
    else behind.set(after, [key]);
  }
  const whole = [];
  const take = (anchor) => {
    const keys = behind.get(anchor) ?? [];
    behind.delete(anchor);
    return keys;
  };
  const putWhatIsBehind = (anchor) => {
    const waiting = take(anchor);
    while (waiting.length > 0) {
      const key = waiting.pop();
      whole.push(key);
      waiting.push(...take(key));
    }
  };
  putWhatIsBehind(null);
  for (const key of order) {
    if (places.has(key)) continue;
    whole.push(key);
    putWhatIsBehind(key);
  }
  // First what is behind something unknown, then circles.
  const lost = [...behind.keys()].sort((a, b) => places.has(a) - places.has(b));
  for (const anchor of lost) putWhatIsBehind(anchor);
  return whole;
}
