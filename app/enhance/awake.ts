/** The screen stays on while the page is in sight; where the browser can't, the page works as before. */
export function keepAwake() {
  const hold = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  addEventListener("visibilitychange", hold);
  hold();
}
