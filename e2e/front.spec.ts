import { request as http } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { CAST, expect, PASSWORD, type Person, sheetsOf, signIn, test } from "./fixtures";
import { firstOf } from "./screens";

type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
};
type Sent = { method?: string; headers?: Record<string, string>; body?: string };

let base = "";
test.beforeEach(({ baseURL }) => {
  base = baseURL!;
});

/** Nothing added, followed or unpacked. */
function raw(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(base);
    const sent = http(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        headers: { ...headers, ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }) },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const bytes = Buffer.concat(parts);
          const text = String(
            answer.headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes,
          );
          done({ status: answer.statusCode!, headers: answer.headers, bytes, text });
        });
      },
    );
    sent.on("error", failed);
    sent.end(body);
  });
}

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

async function cookieOf(person: Person, return_to = ""): Promise<{ Cookie: string; to: string }> {
  const body = String(new URLSearchParams({ username: CAST[person], password: PASSWORD, return_to }));
  const answer = await raw("/login", { method: "POST", headers: { ...FORM, Origin: base }, body });
  expect(answer.status).toBe(303);
  return {
    Cookie: (answer.headers["set-cookie"] as string[]).map((one) => one.split(";")[0]).join("; "),
    to: String(answer.headers.location),
  };
}

test("a post from anywhere but our own pages is refused, resource routes and data requests too", async () => {
  const { Cookie } = await cookieOf("kobai");
  const strangers = [
    {},
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://evil.example", Host: "evil.example" },
    { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
    { Origin: `${base}.evil.example` },
  ] as Record<string, string>[];
  for (const stranger of strangers)
    for (const path of [
      "/order/new?seller_id=yamada",
      "/order/new?_data=routes%2Forder.new",
      "/setting/logout",
      "/login",
      "/api/orders",
    ]) {
      const { status } = await raw(path, {
        method: "POST",
        headers: { ...FORM, Cookie, ...stranger },
        body: "a=1",
      });
      expect([path, stranger, status]).toEqual([path, stranger, 403]);
    }
  const own = await raw("/order/new?seller_id=yamada", {
    method: "POST",
    headers: { ...FORM, Cookie, Origin: base },
    body: "seller_id=yamada",
  });
  expect(own.status).toBe(422);
});

test("what Remix's own client would ask for is not there: no manifest, no data", async () => {
  const { Cookie } = await cookieOf("tanaka");
  for (const path of [
    "/__manifest?p=/order&version=1",
    "/order.data",
    "/order.data?_routes=routes%2Forder._index",
    "/_root.data",
    "/task/kanban.data",
  ]) {
    const { status, text } = await raw(path, { headers: { Cookie } });
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    expect(text).not.toMatch(/山田精機|"routes\//);
  }
});

test("every page and answer carries the security headers", async () => {
  const { Cookie } = await cookieOf("yamada");
  for (const [path, headers] of [
    ["/login", {}],
    ["/reset", {}],
    ["/task/kanban", { Cookie }],
    ["/accounting/invoice", { Cookie }],
    ["/nothing", { Cookie }],
    ["/accounting/invoice.csv", { Cookie }],
    ["/api/openapi.json", {}],
    ["/api/users/self", {}],
  ] as const) {
    const answer = await raw(path, { headers });
    expect([path, answer.headers["content-security-policy"]]).toEqual([
      path,
      expect.stringMatching(
        /^default-src 'self'; script-src 'self'; style-src 'self'( 'sha256-.+')?; .*object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'$/,
      ),
    ]);
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "x-robots-tag": "noindex",
    });
    expect(answer.headers["x-powered-by"]).toBeUndefined();
    expect(answer.text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\sstyle="|\son\w+="/);
  }
});

test("sign-in, reset and the API are never stored; pages are asked for again, and answered 304", async () => {
  for (const path of ["/login", "/reset", "/api/users/self"])
    expect((await raw(path)).headers["cache-control"]).toContain("no-store");
  const { Cookie } = await cookieOf("kobai");
  for (const path of ["/order", "/task/kanban", "/order?status=accepted"]) {
    const first = await raw(path, { headers: { Cookie } });
    expect([path, first.status, first.headers["cache-control"]]).toEqual([path, 200, "private, no-cache"]);
    // With the cookies a browser would have by now: the list remembers its last filter.
    const kept = [Cookie, ...[first.headers["set-cookie"] ?? []].flat().map((one) => one.split(";")[0])].join(
      "; ",
    );
    // A notice that comes in between makes it another page, once.
    await expect(async () => {
      const now = await raw(path, { headers: { Cookie: kept } });
      const again = await raw(path, { headers: { Cookie: kept, "If-None-Match": String(now.headers.etag) } });
      expect([path, again.status, again.bytes.length]).toEqual([path, 304, 0]);
    }).toPass({ timeout: 15_000 });
  }
});

test("pages come in brotli; files of the build may be kept for ever", async () => {
  const page = await raw("/login", { headers: { "Accept-Encoding": "gzip, br" } });
  expect(page.headers["content-encoding"]).toBe("br");
  const script = /src="(\/build\/[^"]+)"/.exec(page.text)![1]!;
  const file = await raw(script, { headers: { "Accept-Encoding": "br" } });
  expect(file.headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  for (const path of [
    "/build/../../package.json",
    "/build/%2e%2e/%2e%2e/package.json",
    "/..%2f..%2fpackage.json",
    "/.env",
  ]) {
    expect((await raw(path)).text).not.toContain('"dependencies"');
  }
});

test("a body of more than a megabyte is refused in Japanese", async () => {
  const { status, text } = await raw("/login", {
    method: "POST",
    headers: { ...FORM, Origin: base },
    body: `username=${"a".repeat(1_100_000)}`,
  });
  expect(status).toBe(413);
  expect(text).toContain("大きすぎます");
});

test("after sign-in nobody is led off the site", async () => {
  for (const return_to of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "javascript:alert(1)",
    "/\tx",
    "/%09/evil.example",
    "order",
  ]) {
    expect([return_to, (await cookieOf("genba", return_to)).to]).toEqual([return_to, "/task/kanban?saved=1"]);
  }
  expect((await cookieOf("genba", "/task/kanban?q=%E4%B8%B8")).to).toBe("/task/kanban?q=%E4%B8%B8");
});

test("the session cookie can't be read by scripts nor sent across sites, and a made-up one is nobody's", async () => {
  const body = String(new URLSearchParams({ username: CAST.genba, password: PASSWORD, return_to: "" }));
  const set = (await raw("/login", { method: "POST", headers: { ...FORM, Origin: base }, body })).headers[
    "set-cookie"
  ] as string[];
  const session = set.find((one) => one.startsWith("koba-session="))!;
  expect(session).toMatch(/HttpOnly/);
  expect(session).toMatch(/SameSite=Lax/);
  for (const value of ["", "x", "%00", "eyJhIjoxfQ==", "'or 1=1"]) {
    const { status, headers } = await raw("/task/kanban", {
      headers: { Cookie: `koba-session=${encodeURIComponent(value)}` },
    });
    expect([status, headers.location]).toEqual([302, expect.stringContaining("/login")]);
  }
});

/**
 * KB over the wire (docs/spec/page-weight.md): the first visit brings the styles in the page, a later one has
 * them.
 */
const WEIGHTS: [name: string, person: Person | null, path: string, most: number][] = [
  ["sign-in", null, "/login", 5],
  ["a form of 20 fields", "kobai", "/order/new?seller_id=yamada", 10],
  ["the board", "genba", "/task/kanban", 14.6],
  ["a list of 100", "genba", "/task/list?size=100", 14.6],
  ["delivery notes", "keiri", "/accounting/delivery", 14.6],
  ["invoices", "keiri", "/accounting/invoice", 14.6],
  ["balances, two partners open", "keiri", "/accounting/receivable?open=tanaka,suzuki", 14.6],
  ["a partner's ledger", "keiri", "/accounting/receivable/ledger?buyer_id=tanaka", 14.6],
  ["stock", "yamada", "/inventory?buyer_id=shohin-zaiko", 14.6],
  ["a product's stock with its charts", "yamada", "/inventory/12", 14.6],
  ["due receipts", "keiri", "/accounting/receivable/due", 14.6],
];

test("pages weigh no more than they may once the styles are kept; styles and script at most 8 KB each, the chat 60", async () => {
  const br = { "Accept-Encoding": "br" };
  const heavy: string[] = [];
  for (const [name, person, path, most] of WEIGHTS) {
    const Cookie = person ? (await cookieOf(person)).Cookie : "";
    const first = await raw(path, { headers: { ...br, Cookie } });
    const [, css] = /name="css" content="([^"]+)"/.exec(first.text)!;
    const [script, ...others] = [...first.text.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src!);
    const later = await raw(path, {
      headers: { ...br, Cookie: `${Cookie}; css=${css!.replace(/^.*-|\.css$/g, "")}` },
    });
    const [styles, code] = [await raw(css!, { headers: br }), await raw(script!, { headers: br })];
    console.log(
      `${name}: first ${first.bytes.length} B, later ${later.bytes.length} B, styles ${styles.bytes.length} B, script ${code.bytes.length} B`,
    );
    expect([path, first.status, later.status, others]).toEqual([path, 200, 200, []]);
    if (styles.bytes.length > 8192 || code.bytes.length > 8192 || later.bytes.length > most * 1024)
      heavy.push(name);
  }
  expect(heavy).toEqual([]);
  const room = await raw("/chat/yamada_tanaka", {
    headers: { ...br, Cookie: (await cookieOf("genba")).Cookie },
  });
  const [, island] = /href="(\/build\/enhance\/chat-[^"]+)"/.exec(room.text)!;
  const chat = await raw(island!, { headers: br });
  console.log(`the chat's island ${chat.bytes.length} B`);
  expect(chat.bytes.length).toBeLessThanOrEqual(60_000);
});

/** A page names all its scripts, so that one round trip brings them. */
const SCRIPTS: [person: Person, path: string, scripts: string[]][] = [
  ["genba", "/task/kanban", ["board", "entry.client", "rare"]],
  ["genba", "/task/list", ["entry.client"]],
  ["genba", "/setting/self", ["entry.client"]],
  ["genba", "/chat/yamada_tanaka", ["chat", "entry"]],
  ["kobai", "/order/new?seller_id=yamada", ["draft", "entry.client", "grid"]],
];

test("no redirect stands between a person and a page; the page names all its scripts; what shows an answer is there before the post", async ({
  page,
  as,
}) => {
  const visits: string[] = [];
  page.on(
    "request",
    (sent) => sent.isNavigationRequest() && visits.push(`${sent.method()} ${new URL(sent.url()).pathname}`),
  );
  await page.goto("/task/kanban");
  await page.getByLabel("ユーザー名またはメールアドレス").fill(CAST.genba);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page.locator("[data-board]")).toBeVisible();
  await page.goto("/setting/self");
  await page.getByRole("link", { name: "KOBA" }).click();
  await expect(page.locator("[data-board]")).toBeVisible();
  expect(visits).toEqual([
    "GET /task/kanban",
    "POST /login",
    "GET /task/kanban",
    "GET /setting/self",
    "GET /task/kanban",
  ]);

  const nameOf = (url: string) => /\/build\/enhance\/(.+)-\w+\.js$/.exec(url)?.[1];
  const asked = new Set<string>();
  for (const [person, path, scripts] of SCRIPTS) {
    const other = person === "genba" ? page : await as(person);
    other.removeAllListeners("request").on("request", (sent) => void asked.add(nameOf(sent.url()) ?? ""));
    asked.clear();
    const html = await (await other.goto(path))!.text();
    const named = [...html.matchAll(/(?:src|rel="modulepreload" href)="([^"]+)"/g)].flatMap(
      ([, url]) => nameOf(url!) ?? [],
    );
    expect([path, named.sort()]).toEqual([path, scripts]);
    await expect.poll(() => [path, ...[...asked].filter(Boolean).sort()]).toEqual([path, ...scripts]);
    if (!path.startsWith("/order")) continue;
    await other.getByLabel("備考").last().focus();
    await expect.poll(() => asked.has("idiomorph.esm")).toBe(true);
  }
});

test("papers print on as many A4 pages as they have sheets", async ({ page }) => {
  await signIn(page, "tanaka");
  for (const [list, heading] of [
    ["/order", /外注依頼書/],
    ["/order/product", /^見積依頼/],
    ["/accounting/delivery", /納品書/],
    ["/accounting/invoice", /請求書/],
  ] as const) {
    await page.goto(`${await firstOf(page, list, heading)}/print`);
    const sheets = await page.getByRole("region", { name: /\d+\/\d+$/ }).count();
    expect(sheets).toBeGreaterThan(0);
    expect([list, await sheetsOf(page)]).toEqual([list, sheets]);
  }
});
