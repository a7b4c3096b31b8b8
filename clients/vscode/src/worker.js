import { EngineChannel } from "../../javascript/src/engine.js";

/**
 * Serves the module to the extension that has started this worker.
 *
 * The first message has the bytes of the module and the settings of its host. Each one after it is a `text` of the
 * protocol or an `event`, of which the module hears; it answers with texts and with what it wishes of the extension.
 *
 * @param {(message: object) => void} post
 * @returns {(message: Record<string, any>) => Promise<void>} takes what the extension posts
 */
export function serve(post) {
  let channel = null;
  return async (message) => {
    if (channel === null) {
      channel = open(message, post);
      return;
    }
    // One that could not be opened has said so.
    const opened = await channel;
    if ("text" in message) opened?.send(message.text);
    else opened?.tell(message.event);
  };
}

async function open({ module, settings }, post) {
  try {
    const channel = await EngineChannel.open(module, settings);
    channel.onText = (text) => post({ text });
    channel.onWish = (wish) => post({ wish });
    channel.onEnd = (_, reason) => post({ end: reason });
    post({ ready: true });
    return channel;
  } catch (error) {
    post({ end: error.message });
    return null;
  }
}
