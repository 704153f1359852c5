import type { Page } from "playwright/test";
import { expect, test } from "./fixtures";

type Brief = {
  id: string;
  name: string;
  state: string;
  group_id: number;
  num_left: string;
  worker_ids: number[];
};
type Station = { cards: Brief[]; workers: { worker_id: number; name: string; has_pin: boolean }[] };
const SCANS = 100;

/** A reader types a code at once and ends with Enter. */
async function scanned(page: Page, text: string): Promise<void> {
  await page.locator("[name=code]").fill(text);
  await page.keyboard.press("Enter");
}

const look = (page: Page, id: string) =>
  page.evaluate(
    async (code) => (await (await fetch(`/s/look?code=${code}`)).json()).card,
    id,
  ) as Promise<Brief>;

test("100 scans with the network cut in the middle of the shift: none is lost, none is done twice", async ({
  as,
  allow,
}) => {
  allow(/^net::ERR_(INTERNET_DISCONNECTED|FAILED) |Failed to fetch/);
  test.setTimeout(240_000);
  const page = await as("yamada");
  await page.goto("/task/status_code?kind=operation");
  const [start, finish] = (await page
    .locator("svg[role=img]")
    .count()
    .then(async () => {
      const csv = await page.evaluate(async () =>
        (await fetch("/task/status_code.csv?kind=operation")).text(),
      );
      return csv.match(/o[12]\.\w{8}/g)!;
    })) as [string, string];
  // Three processes away from any that would ask for a partner.
  const name = `読取${Date.now()}`;
  await page.goto("/task/import");
  const rows = Array.from({ length: SCANS / 5 }, () => `田中産業機械,${name},20,2030/1/10,材料待ち`);
  await page.getByLabel("CSVファイル").setInputFiles({
    name: "注文.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["依頼元,品名,数量,納期,工程", ...rows].join("\r\n")),
  });
  await page.getByRole("button", { name: "内容を確認する" }).click();
  await page.getByRole("button", { name: "20枚を全部登録" }).click();
  await expect(page.getByText("20枚を追加しました。")).toBeVisible();
  await page.goto("/s/");
  const { cards, workers } = await page.evaluate(
    async () => (await (await fetch("/s/station")).json()) as Station,
  );
  const free = cards.filter((card) => card.name === name);
  expect(free.length).toBe(SCANS / 5);
  const before = new Map(free.map((card) => [card.id, card.group_id]));
  // The service worker controls the page; the cards are on the device.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (let i = 0; i < 100 && !(await caches.match("/s/")); i++)
      await new Promise((next) => setTimeout(next, 100));
  });
  await page.locator("[data-choose=worker] summary").click();
  // Whoever left work open the day before would be asked about it first.
  const busy = new Set(cards.flatMap((card) => card.worker_ids));
  const idle = workers.find(({ worker_id, has_pin }) => !has_pin && !busy.has(worker_id))!;
  await page.getByRole("link", { name: idle.name }).click();

  let done = 0;
  async function walk(card: Brief, act: "start" | "finish" | "next") {
    if (act !== "next") await scanned(page, act === "start" ? start : finish);
    await scanned(page, card.id);
    if (act === "finish") await page.getByRole("button", { name: "完了を登録" }).click();
    if (act === "next") await page.getByRole("button", { name: "次の工程へ" }).click();
    const said = page.locator(".scan-done");
    await expect(said, `${act} ${card.id}`).toContainText(
      act === "start" ? "着手" : act === "finish" ? "完了" : "次の工程へ",
    );
    done++;
  }
  async function round(some: Brief[], on = false) {
    for (const card of some)
      for (const act of on ? (["start", "finish", "next"] as const) : (["start", "finish"] as const))
        await walk(card, act);
  }
  await round(free.slice(0, 5));
  await page.context().setOffline(true);
  await round(free.slice(5, 15));
  // Reloaded without a network it has forgotten nothing.
  await page.reload();
  await expect(page.locator("[data-net]")).toContainText("未送信20件");
  await round(free.slice(15));
  await round(free.slice(0, 10), true);
  // The first answer is lost on its way: its scan was done, and is sent again. Those after the second are
  // slow, and nobody who scans meanwhile waits for them.
  let lost = false;
  let answered = 0;
  await page.route("**/s/scans", async (route) => {
    if (lost) {
      const { items } = JSON.parse(new URLSearchParams(route.request().postData()!).get("body")!) as {
        items: unknown[];
      };
      if (items.length > 5 && answered++ > 0) await new Promise((next) => setTimeout(next, 4_000));
      return route.continue();
    }
    lost = true;
    await route.fetch();
    await route.abort();
  });
  await page.context().setOffline(false);
  await round(free.slice(10, 13), true);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.locator("[data-net]")).toHaveText("オンライン", { timeout: 60_000 });
  expect(lost).toBe(true);
  await round(free.slice(13), true);
  expect(done).toBe(SCANS);
  await page.goto("/s/");
  await expect(page.getByText("確認が必要な読み取り")).toBeHidden();
  const wrong: string[] = [];
  for (const { id } of free) {
    const now = await look(page, id);
    if (now.group_id !== before.get(id)! + 3 || now.state !== "none")
      wrong.push(`${id}: ${before.get(id)} → ${now.group_id} ${now.state}`);
  }
  expect(wrong).toEqual([]);
});
