import { count, forgetOthers } from "./scan.store";

/** On the way out: scans that this device has not sent are told of, and what it keeps to work without a network is put away. */
export async function start(warning: HTMLElement) {
  warning.closest("form")!.addEventListener("submit", () => {
    void forgetOthers(null).catch(() => {});
    void caches.keys().then((names) => names.filter((name) => name.startsWith("scan-")).forEach((name) => void caches.delete(name)),
      () => {});
  });
  const left = await count().catch(() => 0);
  warning.querySelector("[data-unsent-count]")!.textContent = String(left);
  warning.hidden = left === 0;
}
