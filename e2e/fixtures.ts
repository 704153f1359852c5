import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "playwright/test";

/** The cast of the sample world. */
export const PASSWORD = "koba-demo-2026";
export const CAST = {
  yamada: "admin@yamada.example",
  keiri: "keiri@yamada.example",
  genba: "genba@yamada.example",
  sato: "admin@sato.example",
  tanaka: "admin@tanaka.example",
  kobai: "kobai@tanaka.example",
  suzuki: "admin@suzuki.example",
} as const;
export type Person = keyof typeof CAST;

// A refused form is answered 4xx, which the browser's console reports by itself; that is no fault.
const REFUSED = /^Failed to load resource: the server responded with a status of 4/;

function watch(context: BrowserContext, faults: string[]): void {
  context.on("console", (message) => {
    if (message.type() === "error" && !REFUSED.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`page: ${error.error()}`));
  context.on("response", (response) => {
    if (response.status() >= 500)
      faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
}

type Fixtures = {
  /**
   * What no test may leave behind: errors on the console or in a page, answers of 500 and more. A test that
   * makes one empties it.
   */
  faults: string[];
  /** A page of a browser of their own, signed in. */
  as: (person: Person) => Promise<Page>;
};

export const test = base.extend<Fixtures>({
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      watch(context, faults);
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  as: async ({ browser, faults }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person) => {
      const context = await browser.newContext();
      opened.push(context);
      watch(context, faults);
      const page = await context.newPage();
      await signIn(page, person);
      return page;
    });
    for (const context of opened) await context.close();
  },
});
export { expect };

/** Whole on the screen as it stands, with nothing over it. */
export const inSight = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return (
      [
        [left + 4, top + 4],
        [right - 4, bottom - 4],
      ] as const
    ).every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("ユーザー名またはメールアドレス").fill(CAST[person]);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page).not.toHaveURL(/login/);
  // What is drawn is there before its scripts are.
  await page.waitForLoadState("load");
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong with the page as it stands, a line each. */
export async function axe(page: Page): Promise<string[]> {
  // The page's CSP lets no script in; the debugger's own world may.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as {
      axe: { run: (of: Document, options: object) => Promise<{ violations: Found[] }> };
    };
    type Found = { id: string; help: string; nodes: { target: string[] }[] };
    const { violations } = await checker.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help} (${nodes.length}) ${nodes
          .slice(0, 3)
          .map((node) => node.target.join(" "))
          .join(" | ")}`,
    );
  });
}

const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tokyo" });
/** Today in Tokyo and some days on, as a clerk types it: 2026/11/21. */
export const dayFromNow = (days: number) => day.format(Date.now() + days * 86_400_000).replaceAll("-", "/");
