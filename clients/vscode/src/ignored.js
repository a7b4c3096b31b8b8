import minimatch from "minimatch";

/** A line of `.gitignore` has no braces and no lists of alternatives, and its patterns match hidden names. */
const AS_GIT = { dot: true, nobrace: true, nocomment: true, noext: true, nonegate: true };

/**
 * The rules of a `.gitignore`, in their order.
 *
 * @param {string} text
 * @param {string} folder the path of the folder that it is in
 * @returns {((path: string, isFolder: boolean) => boolean | null)[]} each says whether a path is ignored; null if the
 *   rule is about others
 */
export function rulesOf(text, folder) {
  const start = folder.endsWith("/") ? folder : `${folder}/`;
  return text.replace(/^\ufeff/, "").split(/\r?\n/).flatMap((line) => {
    const rule = line.replace(/(?<!\\) +$/, "");
    if (rule === "" || rule.startsWith("#")) return [];
    const isIgnored = !rule.startsWith("!");
    const isForFolders = rule.endsWith("/");
    const pattern = rule.slice(isIgnored ? 0 : 1, isForFolders ? -1 : undefined);
    // With a folder in it a pattern counts from where it is written, else at any depth.
    const matched = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
    return [(path, isFolder) => {
      const isMeant = path.startsWith(start) && (isFolder || !isForFolders);
      return isMeant && minimatch(path.slice(start.length), matched, AS_GIT) ? isIgnored : null;
    }];
  });
}

/**
 * Whether a path is ignored: the last rule that matches decides.
 *
 * @param {ReturnType<typeof rulesOf>} rules
 * @param {string} path
 * @param {boolean} isFolder
 * @returns {boolean}
 */
export function isIgnored(rules, path, isFolder) {
  for (const rule of [...rules].reverse()) {
    const answer = rule(path, isFolder);
    if (answer !== null) return answer;
  }
  return false;
}
