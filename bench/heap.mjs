// Loaded into a measured server (`--import`): what it holds once its garbage is collected, told to its parent
// when asked.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("message", () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, heapUsed, external });
});
process.channel?.unref();
