import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from "playwright/test";

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

// The console repeats what a failed request already reported. The second is Chromium's word for a service
// worker that it looks for anew while the network is off; journeys of /s/ and push see that one is there.
const REPEATED = /^Failed to load resource: |^An unknown error occurred when fetching the script\.$/;
// Requests of a page that was left, saved files, and scripts where scripting is off.
const NO_FAILURE = ["net::ERR_ABORTED", "csp"];

function watch(context: BrowserContext, faults: string[]): void {
  const told = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
  context.on("console", (message) => {
    if (message.type() === "error" && !REPEATED.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`page: ${error.error()}`));
  context.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${told(response.request())}`);
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "failed";
    if (!NO_FAILURE.includes(why)) faults.push(`${why} ${told(request)}`);
  });
}

type Fixtures = {
  /** Console and page errors, refused and failed requests, in any browser of the journey. */
  faults: string[];
  /** These faults are expected, and must happen. */
  allow: (...expected: (string | RegExp)[]) => void;
  /** A page of a browser of their own, signed in. */
  as: (person: Person) => Promise<Page>;
};

export const test = base.extend<Fixtures>({
  faults: [
    async ({ browser, context }, use) => {
      const faults: string[] = [];
      const begin = (one: BrowserContext) => watch(one, faults);
      begin(context);
      browser.on("context", begin);
      await use(faults);
      browser.off("context", begin);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  allow: async ({ faults }, use) => {
    const all: (string | RegExp)[] = [];
    await use((...expected) => void all.push(...expected));
    const is = (one: string | RegExp) => (fault: string) =>
      typeof one === "string" ? one === fault : one.test(fault);
    expect(
      all.filter((one) => !faults.some(is(one))),
      "allowed, and did not happen",
    ).toEqual([]);
    faults.splice(0, faults.length, ...faults.filter((fault) => !all.some((one) => is(one)(fault))));
  },
  as: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person) => {
      const context = await browser.newContext();
      opened.push(context);
      const page = await context.newPage();
      // A session of its own by one post: the screen of signing in has journeys of its own.
      const answer = await page.request.post("/login", {
        form: { username: CAST[person], password: PASSWORD },
        headers: { Origin: baseURL! },
        maxRedirects: 0,
      });
      expect([person, answer.status()]).toEqual([person, 303]);
      return page;
    });
    for (const context of opened) await context.close();
  },
});
export { expect };

/** How many sheets of paper the page prints on. */
export async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)!.length;
}

/** Whole on the screen, with nothing over it. */
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
  // The markup is there before its scripts are.
  await page.waitForLoadState("load");
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A line for each violation. */
export async function axe(page: Page): Promise<string[]> {
  // The page's CSP lets no script in; the debugger's world may.
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
/** 東京 date as a clerk types it: 2026/11/21 */
export const dayFromNow = (days: number) => day.format(Date.now() + days * 86_400_000).replaceAll("-", "/");
