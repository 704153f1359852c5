const PAUSE_MS = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let started = false;
/** Refused, or the session is over: the form says why when it is sent. */
let isStuck = false;

const output = () => document.querySelector<HTMLElement>("[data-keep]");

/** data-keep: where what is typed is saved while it is typed, and once the page is left. */
export function start() {
  isStuck = false;
  if (started) return;
  started = true;
  for (const type of ["input", "change"]) addEventListener(type, typed);
  addEventListener("submit", () => {
    clearTimeout(timer);
    timer = undefined;
  });
  addEventListener("pagehide", () => {
    if (timer !== undefined) void save(true);
  });
}

function typed({ target }: Event) {
  const form = output()?.closest("form");
  if (!form?.contains(target as Node)) return;
  clearTimeout(timer);
  timer = setTimeout(save, PAUSE_MS);
}

async function save(isLeaving: unknown) {
  clearTimeout(timer);
  timer = undefined;
  const at = output();
  const form = at?.closest("form");
  if (!at || !form || isStuck) return;
  const answer = await fetch(at.dataset.keep!, {
    method: "POST",
    body: new URLSearchParams(new FormData(form) as never),
    headers: { Accept: "application/json" },
    keepalive: isLeaving === true,
  }).catch(() => null);
  // Offline: with the next key.
  if (!answer) return;
  const saved = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
  isStuck = !answer.ok || !saved.version;
  const now = new Date().toLocaleTimeString("ja-JP", { hour: "numeric", minute: "2-digit" });
  at.textContent = isStuck
    ? (saved.reply?.error?.[""]?.[0] ?? "自動保存できませんでした。「下書きを保存」を押してください。")
    : `下書きを自動で保存しました（${now}）`;
  if (!isStuck) (form.elements.namedItem("version") as HTMLInputElement).value = String(saved.version);
}
