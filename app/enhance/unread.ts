const EVERY_MS = 300_000;
const REST_MS = 1_000;

type Counts = { chat: number; notice: number };

function show({ chat, notice }: Counts) {
  for (const [name, count] of Object.entries({ chat, notice })) {
    for (const dot of document.querySelectorAll<HTMLElement>(`[data-dot=${name}]`)) dot.hidden = count === 0;
  }
  void (navigator as { setAppBadge?: (count: number) => Promise<void> })
    .setAppBadge?.(chat + notice)
    .catch(() => undefined);
}

let timer = 0;

async function fetchUnread() {
  timer = 0;
  if (document.visibilityState !== "visible") return;
  const answer = await fetch("/chat/badges", { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer?.ok && !answer.redirected) show(await answer.json());
}

export function start() {
  setInterval(() => void fetchUnread(), EVERY_MS);
  // A message: the service worker has shown a notification.
  const soon = () => void (timer ||= window.setTimeout(fetchUnread, REST_MS));
  for (const kind of ["focus", "unread"]) addEventListener(kind, soon);
  navigator.serviceWorker?.addEventListener("message", soon);
  void fetchUnread();
}
