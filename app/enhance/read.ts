/** 「確認しました」, pressed by the page itself as soon as somebody sees it. */
export function start(form: HTMLFormElement) {
  if (form.dataset.read) return;
  form.dataset.read = "asked";
  const tell = async () => {
    if (document.visibilityState !== "visible") return;
    removeEventListener("visibilitychange", tell);
    const body = new URLSearchParams(new FormData(form) as never);
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.ok) form.hidden = true;
  };
  addEventListener("visibilitychange", tell);
  void tell();
}
