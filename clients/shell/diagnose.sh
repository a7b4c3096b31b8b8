#!/bin/sh
# What fieldd says of a field document, one finding a line. Needs `fieldd` and `jq` in PATH.
#
#   diagnose.sh signup.fields.json
#
# A stream whose first byte is { is one JSON message a line, so plain shell tools can talk to the
# daemon. The exit status is 0 if nothing is wrong, 1 if anything is.
set -eu
file=$1

findings=$(
  jq --null-input --compact-output --rawfile text "$file" --arg uri "file://$(realpath "$file")" '
    {jsonrpc: "2.0", id: 1, method: "initialize",
      params: {capabilities: {general: {positionEncodings: ["utf-32"]}}}},
    {jsonrpc: "2.0", method: "initialized", params: {}},
    {jsonrpc: "2.0", method: "textDocument/didOpen",
      params: {textDocument: {uri: $uri, languageId: "fields", version: 1, text: $text}}}' |
    fieldd |
    jq --raw-output --arg file "$file" '
      select(.method == "textDocument/publishDiagnostics") | .params.diagnostics[]
      | "\($file):\(.range.start.line + 1):\(.range.start.character + 1): \(.message)"'
)
[ -z "$findings" ] || { printf '%s\n' "$findings"; exit 1; }
