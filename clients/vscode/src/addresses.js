import { Uri } from "vscode";

/** A path that stands for a file of another file system; a scheme has two letters at least, for one is a drive. */
const OTHER = /^\/([a-z][a-z\d+.-]+):([^/]*)(\/.*)$/i;

/**
 * The path by which the module knows a file; null for a document that is none, such as one that was never saved.
 *
 * The module finds what is beside a file by the paths of `file` URIs. So a file of another file system, such as a
 * repository on the web, has a path there too, which begins with its scheme and its host.
 *
 * @param {Uri} uri
 * @returns {string | null}
 */
export function pathOf(uri) {
  const isFile = uri.scheme !== "untitled" && uri.path.startsWith("/") && uri.query === "" && uri.fragment === "";
  if (!isFile) return null;
  if (uri.scheme === "file" && uri.authority === "") return uri.path;
  return `/${uri.scheme}:${encodeURIComponent(uri.authority)}${uri.path}`;
}

/**
 * The file with a path of the module's.
 *
 * @param {string} path
 * @returns {Uri}
 */
export function fileAt(path) {
  const [, scheme, authority, rest] = OTHER.exec(path) ?? [];
  try {
    if (scheme !== undefined) return Uri.from({ scheme, authority: decodeURIComponent(authority), path: rest });
  } catch {
    // Somebody has written a path that only looks like one of those.
  }
  return Uri.from({ scheme: "file", path });
}

/** The same for URIs, as a client of a language server has them converted. */
export const uriConverters = {
  code2Protocol(uri) {
    const path = pathOf(uri);
    return path === null ? uri.toString() : Uri.from({ scheme: "file", path }).toString();
  },
  protocol2Code(text) {
    const uri = Uri.parse(text);
    return uri.scheme === "file" && uri.authority === "" ? fileAt(uri.path) : uri;
  },
};
