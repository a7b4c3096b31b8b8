#!/bin/sh
# What fieldd says of a field document or a record, one finding a line. Needs `fieldd` and `jq` in PATH.
#
#   diagnose.sh signup.fields.json
#
# A stream whose first byte is { is one JSON message a line, so plain shell tools can talk to the
# daemon. The exit status is 0 if nothing is wrong, 1 if anything is, and 2 if that can't be said;
# then standard error has the reason.
set -eu

fail() {
  printf 'diagnose.sh: %s\n' "$1" >&2
  exit 2
}

[ $# -eq 1 ] || fail 'name one field document: diagnose.sh signup.fields.json'
file=$1
for program in fieldd jq; do
  command -v "$program" > /dev/null || fail "$program is not in PATH"
done
[ -e "$file" ] || fail "$file: no such file"
[ -f "$file" ] || fail "$file: not a file"
[ -r "$file" ] || fail "$file: no permission to read it"
iconv -f UTF-8 -t UTF-8 < "$file" > /dev/null 2>&1 || fail "$file: not UTF-8"
path=$(realpath -- "$file") || fail "$file: no such file"

messages=$(
  jq --null-input --compact-output --rawfile text "$file" --arg uri "file://$path" '
    {jsonrpc: "2.0", id: 1, method: "initialize",
      params: {capabilities: {general: {positionEncodings: ["utf-32"]}}}},
    {jsonrpc: "2.0", method: "initialized", params: {}},
    {jsonrpc: "2.0", method: "textDocument/didOpen",
      params: {textDocument: {uri: $uri, languageId: "fields", version: 1, text: $text}}},
    {jsonrpc: "2.0", id: 2, method: "shutdown"},
    {jsonrpc: "2.0", method: "exit"}'
) || fail "$file: jq can't read it"
answers=$(printf '%s\n' "$messages" | fieldd) || fail "fieldd ended with status $?"
findings=$(
  printf '%s\n' "$answers" | jq --raw-output --slurp --arg file "$file" '
    map(select(.method? == "textDocument/publishDiagnostics")) | first // error
    | .params.diagnostics[]
    | "\($file):\(.range.start.line + 1):\(.range.start.character + 1): \(.message)"' 2> /dev/null
) || fail "$file: fieldd's answer can't be read"
[ -z "$findings" ] || { printf '%s\n' "$findings"; exit 1; }
