/** Every five minutes, while somebody looks: the dots beside the tab and the bell, and the number on the app's icon (product §4). */
const EVERY_MS = 300_000;

type Counts = { chat: number; notice: number };

function show({ chat, notice }: Counts) {
  for (const [name, count] of Object.entries({ chat, notice })) {
    for (const dot of document.querySelectorAll<HTMLElement>(`[data-dot=${name}]`)) dot.hidden = count === 0;
  }
  void (navigator as { setAppBadge?: (count: number) => Promise<void> }).setAppBadge?.(chat + notice).catch(() => undefined);
}

async function look() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch("/chat/badges", { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer?.ok && !answer.redirected) show(await answer.json());
}

export function start() {
  setInterval(() => void look(), EVERY_MS);
  // Somebody spoke (board.live.ts).
  addEventListener("talk", () => void look());
  void look();
}
