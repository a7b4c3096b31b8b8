// The worker in a browser.
import { serve } from "./worker.js";

const take = serve((message) => self.postMessage(message));
self.onmessage = ({ data }) => take(data);
