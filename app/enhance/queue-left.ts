import { countScans, forgetOthers } from "./scan.store";

/** At sign-out: warns of unsent scans, and removes what the device keeps to work offline. */
export async function start(warning: HTMLElement) {
  warning.closest("form")!.addEventListener("submit", () => {
    void forgetOthers(null).catch(() => {});
    // The next person at this device is not to read the messages of the last.
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
  const left = await countScans().catch(() => 0);
  warning.querySelector("[data-unsent-count]")!.textContent = String(left);
  warning.hidden = left === 0;
}
