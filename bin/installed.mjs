// Whether npm has put here what the lock file asks for, by npm's own record of it (node_modules/.package-lock.json).

const runs = (list, own) =>
  list === undefined ||
  list.includes(own) ||
  (list.every((one) => one.startsWith("!")) && !list.includes(`!${own}`));

/** An optional package may be missing where it is for another platform, and a C library is not told apart. */
function isWanted({ optional, os, cpu, libc }, { platform, arch }) {
  return !optional || ((os || cpu) && !libc && runs(os, platform) && runs(cpu, arch));
}

/** `locked`, `found`: package-lock.json and npm's record, as texts; `found` empty where there is none. */
export function isInstalled(locked, found, on = process) {
  if (!found) return false;
  const [wanted, here] = [locked, found].map((text) => JSON.parse(text).packages);
  // What is here beyond it does no harm.
  const differs = ([path, one]) =>
    here[path]
      ? here[path].version !== one.version || here[path].integrity !== one.integrity
      : isWanted(one, on);
  return !Object.entries(wanted).some((entry) => entry[0] !== "" && differs(entry));
}
