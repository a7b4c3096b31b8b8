// fieldd in Nova: starts the daemon, and starts it anew when its path changes.
"use strict";

let client;

function start() {
  const path = nova.config.get("fieldd.path", "string");
  client = new LanguageClient("fieldd", "Fields", { path, type: "stdio" }, { syntaxes: ["fields"] });
  client.start();
}

function stop() {
  client?.stop();
  client = undefined;
}

exports.activate = () => {
  start();
  nova.subscriptions.add(
    nova.config.onDidChange("fieldd.path", () => {
      stop();
      start();
    }),
  );
};

exports.deactivate = stop;
