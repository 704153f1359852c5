// Processor time, which a busy machine falsifies less than it does the clock. Linux tells it by the
// nanosecond.
import { existsSync, readdirSync, readFileSync } from "node:fs";

function cpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]),
  );
  return threads.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/**
 * What the server and its database's processes have used until now, in ms; null where the system does not
 * tell.
 */
export function spent(app) {
  if (!existsSync("/proc/self/schedstat")) return null;
  const { pid } = app.database();
  if (pid === null) return null;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter((one) => existsSync(`/proc/${one}`));
  return { server: cpuMs(app.pid()), database: children.reduce((sum, one) => sum + cpuMs(one), 0) };
}
