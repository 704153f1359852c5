import { count, forgetOthers } from "./scan.store";

/** Before ログアウト: scans that are still on the device are told of, and what it keeps to work without a network is put away. */
export function start(form: HTMLFormElement) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.queue === "told") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void ask(form);
  }, true);
}

async function ask(form: HTMLFormElement) {
  const left = await count().catch(() => 0);
  if (left > 0 && !confirm(`まだ送信していない読み取りが${left}件あります。端末には残りますが、同じ会社でもう一度ログインして、スキャン画面を開くまで送信されません。ログアウトしますか。`)) return;
  await forgetOthers(null).catch(() => {});
  for (const name of await caches.keys().catch(() => [])) if (name.startsWith("scan-")) await caches.delete(name);
  form.dataset.queue = "told";
  form.requestSubmit();
}
