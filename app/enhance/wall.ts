import { keepAwake } from "./awake";

const CLOCK = { timeZone: "Asia/Tokyo", hour: "2-digit", minute: "2-digit" } as const;

/**
 * Turns the pages of a wall in place, so that the screen stays awake and a server out of reach leaves the
 * last page.
 */
export function start(wall: HTMLElement) {
  // The page turns by itself without a script; with one, a lost server must not take its place.
  stop();
  keepAwake();
  setInterval(() => {
    for (const clock of wall.querySelectorAll("[data-clock]"))
      clock.textContent = new Date().toLocaleTimeString("ja-JP", CLOCK);
  }, 5_000);
  const seconds = Number(wall.dataset.wall);
  if (seconds > 0) setInterval(() => void turn(wall), seconds * 1_000);
}

async function turn(wall: HTMLElement) {
  // Who has gone to a link is about to press it.
  if (wall.contains(document.activeElement)) return;
  const page = await next(wall.dataset.next!).catch(() => null);
  if (page === "gone") return location.reload();
  wall.querySelector<HTMLElement>("[data-stale]")!.hidden = page !== null;
  if (!page) return;
  wall.dataset.next = page.dataset.next;
  wall.replaceChildren(...page.childNodes);
}

/** Another page than the wall, or another release: the whole page is to be loaded. */
async function next(path: string): Promise<HTMLElement | "gone" | null> {
  const answer = await fetch(path, { headers: { Accept: "text/html" } });
  if (answer.status >= 500) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const wall = page.querySelector<HTMLElement>("[data-wall]");
  const script = (of: Document) => of.querySelector("script[src]")?.getAttribute("src");
  return wall && script(page) === script(document) ? wall : "gone";
}
