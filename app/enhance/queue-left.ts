import { count, forgetOthers } from "./scan.store";

/**
 * On the way out: scans that this device has not sent are told of, and what it keeps to work without a
 * network is put away.
 */
export async function start(warning: HTMLElement) {
  warning.closest("form")!.addEventListener("submit", () => {
    void forgetOthers(null).catch(() => {});
    // Whoever sits down here next is not to read the messages of who has left.
    void navigator.serviceWorker
      ?.getRegistration()
      .then((here) => here?.pushManager?.getSubscription())
      .then((to) => to?.unsubscribe())
      .catch(() => {});
    void caches.keys().then(
      (names) => names.filter((name) => name.startsWith("scan-")).forEach((name) => void caches.delete(name)),
      () => {},
    );
  });
  const left = await count().catch(() => 0);
  warning.querySelector("[data-unsent-count]")!.textContent = String(left);
  warning.hidden = left === 0;
}
