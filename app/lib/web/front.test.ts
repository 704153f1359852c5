import { createHash } from "node:crypto";
import http from "node:http";
import net from "node:net";
import { brotliCompressSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jar, run, startFront } from "./front.testing.server";

let front: Awaited<ReturnType<typeof startFront>>;
let owner: pg.Client;
/** Begun first: until the server loses patience with it the other tests go on. */
let unfinished: ReturnType<typeof speak>;
beforeAll(async () => {
  front = await startFront({ TRUSTED_PROXY: "" });
  owner = new pg.Client({ connectionString: front.owner_url });
  await owner.connect();
  unfinished = speak("GET /login HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
});
afterAll(async () => {
  await owner.end();
  await front.stop();
});

/** Raw bytes as somebody sends them, and what is said until the line is cut. */
function speak(text: string) {
  return new Promise<{ said: string; ms: number }>((done) => {
    const began = Date.now();
    let said = "";
    const socket = net.connect(front.port, "127.0.0.1", () => socket.write(text));
    socket
      .on("data", (part) => {
        said += part;
      })
      .on("error", () => {})
      .on("close", () => done({ said, ms: Date.now() - began }));
  });
}

const rows = async (query: string, ...values: unknown[]) => (await owner.query(query, values)).rows;
const GENBA = { username: "genba@yamada.example", password: "koba-demo-2026" };

test("a post that does not come from a page of ours is refused, whatever else it says, and changes nothing", async () => {
  const before = await rows("select count(*) from session");
  const own = front.origin;
  const attempts: [string, Record<string, string>][] = [
    ["/login", { Origin: "" }],
    ["/login", { Origin: "null" }],
    ["/login", { Origin: "https://evil.example" }],
    ["/login", { Origin: `${own}.evil.example` }],
    ["/login", { Origin: own.replace("http:", "https:") }],
    ["/login", { Origin: own.toUpperCase() }],
    ["/login", { Origin: `${own} https://evil.example` }],
    ["/login?_data=routes%2Flogin", { Origin: "https://evil.example" }],
    ["/login?_data=root", { Origin: "https://evil.example", Host: "evil.example" }],
    [
      "/login",
      {
        Origin: "https://evil.example",
        Host: "evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
      },
    ],
    ["/login", { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" }],
    ["/login", { Origin: "https://evil.example", Referer: `${own}/login` }],
    ["/setting/logout", { Origin: "https://evil.example" }],
    ["/errors", { Origin: "https://evil.example" }],
    ["/api/orders", { Origin: "https://evil.example" }],
    ["/login", { Origin: "https://evil.example", "X-HTTP-Method-Override": "GET" }],
  ];
  for (const [path, headers] of attempts) {
    const { status } = await front.post(path, GENBA, headers);
    expect([path, headers, status]).toEqual([path, headers, 403]);
  }
  for (const site of [undefined, "cross-site", "same-site", "none"]) {
    const headers: Record<string, string> = {
      "Content-Type": "application/x-www-form-urlencoded",
      ...(site ? { "Sec-Fetch-Site": site } : {}),
    };
    expect(
      (await front.ask("/login", { method: "POST", headers, body: new URLSearchParams(GENBA).toString() }))
        .status,
    ).toBe(403);
  }
  expect(await rows("select count(*) from session")).toEqual(before);
});

test("only the methods that are spoken here are answered", async () => {
  for (const method of ["PATCH", "PROPFIND", "TRACE"]) {
    const { status } = await front.ask("/login", { method, headers: { Origin: front.origin } });
    expect([method, status]).toEqual([method, 405]);
  }
});

test("every answer carries the policy, exactly, and the other headers; none names the software", async () => {
  const cookie = await front.cookieOf("admin@yamada.example");
  const answers = [
    await front.ask("/login"),
    await front.ask("/reset"),
    await front.ask("/task/list", { headers: { Cookie: cookie } }),
    await front.ask("/no/such/page"),
    await front.ask("/nothing", { headers: { Cookie: cookie } }),
    await front.post("/login", GENBA, { Origin: "https://evil.example" }),
    await front.ask("/api/users/self"),
    await front.ask("/health"),
    await front.post("/order/new", { a: "b" }),
  ];
  for (const { headers, status, text } of answers) {
    const styles = /<style>([^]*?)<\/style>/.exec(text)?.[1];
    const own =
      styles === undefined ? "" : ` 'sha256-${createHash("sha256").update(styles).digest("base64")}'`;
    expect(headers["content-security-policy"], String(status)).toBe(
      `default-src 'self'; script-src 'self'; style-src 'self'${own}; ` +
        "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    );
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "x-robots-tag": "noindex",
    });
    expect([headers["x-powered-by"], headers.server, headers["strict-transport-security"]]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test("it can be installed: a manifest in its own name, with icons that are there, as far as before sign-in", async () => {
  const { text } = await front.ask("/login");
  expect(text).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
  const answer = await front.ask("/manifest.webmanifest");
  expect([answer.headers["content-type"], answer.headers["x-robots-tag"]]).toEqual([
    "application/manifest+json",
    "noindex",
  ]);
  const { icons, ...told } = JSON.parse(answer.text);
  expect(told).toMatchObject({
    name: "KOBA",
    short_name: "KOBA",
    display: "standalone",
    start_url: "/",
    lang: "ja",
  });
  expect(icons.map((icon: { purpose: string }) => icon.purpose)).toEqual(["any", "any", "any", "maskable"]);
  const touch = { src: /rel="apple-touch-icon" href="([^"]+)"/.exec(text)![1]!, type: "image/png" };
  for (const { src, type } of [...icons, touch] as { src: string; type: string }[]) {
    const { status, headers } = await front.ask(src);
    expect([src, status, headers["content-type"]]).toEqual([src, 200, expect.stringContaining(type)]);
  }
});

test("the sign-in page says what this is, whole within 5 KB; pages behind it keep to the form", async () => {
  const { text: page } = await front.ask("/login");
  expect(page).toContain('aria-label="KOBAとは"');
  expect(page).toContain("依頼から請求まで");
  expect(brotliCompressSync(page).length).toBeLessThanOrEqual(5_000);
  expect((await front.ask("/reset")).text).not.toContain("KOBAとは");
});

test("no page holds an inline script, a style attribute or an event handler", async () => {
  const cookie = await front.cookieOf("admin@yamada.example");
  for (const path of ["/login", "/reset", "/task/list", "/task/kanban", "/setting", "/nothing"]) {
    const { text } = await front.ask(path, { headers: { Cookie: cookie } });
    expect([path, text.match(/<script(?![^>]* src=)[^>]*>|\sstyle="|\son\w+="|href="javascript:/gi)]).toEqual(
      [path, null],
    );
  }
});

test("what is longer than 1 MB is turned away, with a length or without one", async () => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: front.origin };
  const part = "a".repeat(100_000);
  const known = await front
    .ask("/login", {
      method: "POST",
      headers: { ...headers, "Content-Length": "1100000" },
      body: part.repeat(11),
    })
    .catch(() => ({ status: 413 }));
  const chunked = await front
    .ask("/login", {
      method: "POST",
      headers: { ...headers, "Transfer-Encoding": "chunked" },
      body: Array(11).fill(part),
    })
    .catch(() => ({ status: 413 }));
  expect([known.status, chunked.status]).toEqual([413, 413]);
  expect((await front.ask("/health")).status).toBe(200);
});

test("a file is taken from nobody but who is signed in, of a length that is told, and a few at a time", async () => {
  const cookie = await front.cookieOf("admin@yamada.example");
  const headers = { "Content-Type": "multipart/form-data; boundary=x", Origin: front.origin };
  const begin = (path: string, more: Record<string, string>) =>
    new Promise<{ status: number; text: string }>((done, failed) => {
      const request = http.request(
        {
          port: front.port,
          host: "127.0.0.1",
          path,
          method: "POST",
          headers: { ...headers, ...more },
          agent: false,
        },
        (response) => {
          let text = "";
          response
            .on("data", (part) => {
              text += part;
            })
            .on("end", () => {
              request.destroy();
              done({ status: response.statusCode!, text });
            });
        },
      );
      request.on("error", failed).write("--x\r\n");
      begun.push(request);
    });
  const begun: http.ClientRequest[] = [];
  for (const path of ["/task/1/files", "/api/cards/1/files", "/setting/paper/logo", "/order/new"]) {
    const answers = [
      await begin(path, { "Transfer-Encoding": "chunked" }),
      await begin(path, { "Transfer-Encoding": "chunked", Cookie: cookie }),
    ];
    expect([
      path,
      ...answers.map(({ status, text }) => status === 411 && /ファイルの大きさ/.test(text)),
    ]).toEqual([path, true, true]);
  }
  const body = "x".repeat(1_200_000);
  const whole = (path: string, Cookie: string) =>
    front.ask(path, {
      method: "POST",
      body,
      headers: { ...headers, Cookie, "Content-Length": String(body.length) },
    });
  expect([(await whole("/task/1/files", "")).status, (await whole("/api/cards/1/files", "")).status]).toEqual(
    [401, 401],
  );
  const slow: Promise<unknown>[] = [];
  const hold = () =>
    slow.push(
      begin("/setting/paper/logo", { "Content-Length": "40000000", Cookie: cookie }).catch(() => null),
    );
  for (let k = 0; k < 8; k += 1) hold();
  // One more each time: a whole one may have stood where the last of the slow ones wanted to.
  await expect
    .poll(
      async () => {
        hold();
        return (await whole("/setting/paper/logo", cookie)).status;
      },
      { timeout: 20_000 },
    )
    .toBe(429);
  for (const request of begun) request.destroy();
  await Promise.all(slow);
  await expect
    .poll(async () => (await whole("/setting/paper/logo", cookie)).status, { timeout: 20_000 })
    .not.toBe(429);
});

test("a request that is never finished is cut off, and one that is two at once is refused", async () => {
  const two = await speak(
    "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n",
  );
  const slow = await unfinished;
  expect(slow.said).toMatch(/^HTTP\/1\.1 408 /);
  // Node's own patience is a minute.
  expect(slow.ms).toBeLessThan(30_000);
  expect(two.said).toMatch(/^HTTP\/1\.1 400 /);
});

test("after sign-in the way never leads to another site", async () => {
  const bad = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/%2f/evil.example",
    "/%5cevil.example",
    "/%09/evil.example",
    "javascript:alert(1)",
    "/a%0d%0aSet-Cookie:x=y",
    " //evil.example",
    "/%252f%252fevil.example",
    "evil.example",
    "/\t/evil.example",
    "/..//evil.example",
  ];
  const cookie = await front.cookieOf("admin@yamada.example");
  for (const return_to of bad) {
    const posted = await front.post("/login", { ...GENBA, return_to });
    const visited = await front.ask(`/login?return_to=${encodeURIComponent(return_to)}`, {
      headers: { Cookie: cookie },
    });
    for (const { status, headers } of [posted, visited]) {
      expect([302, 303]).toContain(status);
      const to = new URL(headers.location!, front.origin);
      expect([
        return_to,
        to.origin,
        to.host.includes("evil"),
        headers["set-cookie"]?.some((set) => set.startsWith("x=")),
      ]).toEqual([return_to, front.origin, false, headers["set-cookie"] ? false : undefined]);
      expect(headers.location).not.toMatch(/^\/[/\\]/);
    }
  }
  const good = await front.post("/login", { ...GENBA, return_to: "/task/list?q=%E5%93%81" });
  expect(good.headers.location).toBe("/task/list?q=%E5%93%81");
  const typed = await front.post("/login", { ...GENBA, return_to: "/task/list?q=品" });
  expect([typed.status, typed.headers.location]).toEqual([303, "/task/list?q=%E5%93%81"]);
  const stranger = await front.post("/chat/%E3%81%82/agreement/1", { answer: "agreed" }, { Cookie: cookie });
  expect([stranger.status, stranger.headers.location]).toEqual([303, "/chat/%E3%81%82"]);
});

test("the ways in of Remix that are switched off do nothing", async () => {
  const cookie = await front.cookieOf("admin@yamada.example");
  for (const path of ["/__manifest?version=1&p=/login", "/login.data", "/_root.data", "/task/list.data"]) {
    const { status, text } = await front.ask(path, { headers: { Cookie: cookie } });
    expect([path, status]).toEqual([path, 404]);
    expect(text).not.toMatch(/"routes\/|SingleFetch/);
  }
});

test("reading changes nothing in the database", async () => {
  const cookie = await front.cookieOf("admin@yamada.example");
  const tables = await rows(
    "select schemaname || '.' || relname as name from pg_stat_user_tables where schemaname in ('public', 'pool') order by 1",
  );
  const state = async () =>
    Promise.all(
      tables.map(async ({ name }) => [
        name,
        (
          await rows(
            `select count(*)::int as n, coalesce(sum(xmin::text::bigint), 0)::text as versions from ${name}`,
          )
        )[0],
      ]),
    );
  const before = await state();
  const { text } = await front.ask("/task/list", { headers: { Cookie: cookie } });
  const menu = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
  expect(menu.length).toBeGreaterThan(10);
  for (const path of new Set([
    ...menu,
    "/",
    "/login",
    "/reset",
    "/setting/logout",
    "/errors",
    "/task/new",
    "/health",
    "/api/users/self",
  ])) {
    const { status } = await front.ask(path, { headers: { Cookie: cookie } });
    expect([path, status < 500]).toEqual([path, true]);
    await front.ask(path, { method: "HEAD", headers: { Cookie: cookie } });
  }
  expect(await state()).toEqual(before);
});

test("whoever is not behind the proxy cannot say what address they have", async () => {
  await owner.query("delete from pool.limits");
  await front.post("/login", { ...GENBA, password: "wrong" }, { "X-Forwarded-For": "203.0.113.9" });
  const keys = (await rows("select key from pool.limits")).map(({ key }) => key as string);
  expect(keys.some((key) => key.includes("127.0.0.1"))).toBe(true);
  expect(keys.some((key) => key.includes("203.0.113.9"))).toBe(false);
});

test("behind https the cookie is bound to the host, the browser is told to stay with https, and the proxy says who is asking", async () => {
  const safe = await startFront({ PUBLIC_ORIGIN: "https://koba.example", TRUSTED_PROXY: "127.0.0.0/8" });
  try {
    const answer = await safe.post("/login", GENBA, { "X-Forwarded-For": "198.51.100.7, 203.0.113.9" });
    expect(answer.status).toBe(303);
    expect(answer.headers["set-cookie"]![0]).toMatch(
      /^__Host-koba-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
    expect((await safe.post("/login", GENBA, { Origin: `http://localhost:${safe.port}` })).status).toBe(403);
    expect((await safe.post("/login", GENBA, { Origin: "http://koba.example" })).status).toBe(403);
    await safe.post(
      "/login",
      { ...GENBA, password: "wrong" },
      { "X-Forwarded-For": "198.51.100.7, 203.0.113.9" },
    );
    const { rows: found } = await safe.db.execute<{ key: string }>("select key from pool.limits");
    expect(found.some(({ key }) => key.includes("203.0.113.9"))).toBe(true);
    expect(found.some(({ key }) => key.includes("198.51.100.7") || key.includes("127.0.0.1"))).toBe(false);
  } finally {
    await safe.stop();
  }
});

test("behind a proxy that nobody told us of one visitor cannot shut out the others", async () => {
  const open = await startFront({ PUBLIC_ORIGIN: "https://koba.example" });
  try {
    const knocks = Array.from({ length: 120 }, (_, n) =>
      open.post("/login", { username: `u${n}`, password: "x" }, { "X-Forwarded-For": `198.51.100.${n}` }),
    );
    for (const { text } of await Promise.all(knocks)) expect(text).not.toContain("多すぎます");
    expect((await open.post("/login", GENBA, { "X-Forwarded-For": "203.0.113.9" })).status).toBe(303);
    expect(open.log.text).toMatch(/TRUSTED_PROXY/);
  } finally {
    await open.stop();
  }
});

test("plain http beyond this machine must be asked for, has a cookie of its own and says on each page that it is not safe", async () => {
  const { child, log } = run({
    PUBLIC_ORIGIN: "http://192.168.1.5:3000",
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  });
  const code = await new Promise((done) => child.once("exit", done));
  expect(code).not.toBe(0);
  expect(log.text).toMatch(/INSECURE_HTTP=1/);
  const open = await startFront({ PUBLIC_ORIGIN: "http://192.168.1.5:3000", INSECURE_HTTP: "1" });
  try {
    const answer = await open.post("/login", GENBA);
    expect(answer.headers["set-cookie"]![0]).toMatch(
      /^insecure-koba-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const cookie = { Cookie: jar(answer) };
    const pages = [
      await open.ask("/login"),
      await open.ask("/task/list", { headers: cookie }),
      await open.ask("/nothing", { headers: cookie }),
    ];
    for (const { text } of pages) expect(text).toContain("この接続は暗号化されていません");
  } finally {
    await open.stop();
  }
});
