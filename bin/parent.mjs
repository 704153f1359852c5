/**
 * npm runs a script by a shell, and hands a SIGTERM to that shell alone: where it dies, whoever it ran is
 * told. Of use only under npm, whose shell
 * lives as long as the script does.
 */
export function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  timer.unref();
}
