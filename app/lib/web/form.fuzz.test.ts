import { existsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { wild } from "~/lib/server/fuzz.values.testing.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "./server.testing.server";

const RUNS = runs(8);
const TIME = 120_000 * Math.max(1, RUNS / 8);

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
type Drawn = { action: string; fields: [string, string][] };
let t: TestApp;
let site: Site;
const people: Record<string, Browser> = {};
let genba: number;
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  for (const name of ["admin@yamada", "kobai@tanaka", "admin@tanaka", "writer@ops"])
    people[name] = await site.signedIn(`${name}.example`, SAMPLE_PASSWORD);
  people.keiri = await site.signedIn("keiri@yamada.example", SAMPLE_PASSWORD);
  people.nobody = site.browser("");
  genba = (await (await t.as("admin@yamada.example")).get("/users?q=genba")).body.items[0].id;
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const plain = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const attribute = (tag: string, name: string) =>
  plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "");

/** The forms of a page as a browser would send them. */
function formsOf(html: string, path: string): Drawn[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, head]) => /method="post"/.test(head!))
    .map(([, head, inside]) => {
      const inputs = [...inside!.matchAll(/<(input|select|textarea)\b[^>]*>(?:([^<]*)<\/textarea>)?/g)]
        .filter(([tag]) => attribute(tag, "name") !== "")
        .map(([tag, , text]): [string, string] => [
          attribute(tag, "name"),
          text === undefined ? attribute(tag, "value") || "on" : plain(text),
        ]);
      return { action: attribute(head!, "action") || path, fields: inputs };
    });
}

/**
 * What is typed into a form, as it is or bent: another value, none, the same field twice, fields that no form
 * has.
 */
function typed({ fields }: Drawn): fc.Arbitrary<[string, string][]> {
  const value = fc.oneof(
    wild.map((bent) => (typeof bent === "object" ? JSON.stringify(bent) : String(bent)).slice(0, 70_000)),
    fc.constantFrom("1", "0", "on", "2026-02-30", "あ", "x@y.example"),
  );
  const one = fields.map(([name, now]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<[string, string][]>([[name, now]]) },
      { weight: 3, arbitrary: value.map((other): [string, string][] => [[name, other]]) },
      { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
      {
        weight: 1,
        arbitrary: value.map((other): [string, string][] => [
          [name, now],
          [name, other],
        ]),
      },
    ),
  );
  const strange = fc.constantFrom(
    "__proto__",
    "constructor",
    "is_admin",
    "company_id",
    "groups",
    "acting_for",
    "acting_confirmed",
    "__intent__",
    "__state__",
    "lines[99999].x",
    "lines[250].name",
    "x[4294967294]",
    "a.b.c.d.e.f.g.h",
    "a".repeat(300),
    "a[0][0][0][0][0][0][0][0]",
    "bank_accounts[0][__proto__]",
    "a[",
    "[]",
  );
  const extra = fc.oneof(
    { weight: 2, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: fc.tuple(strange, value).map((pair): [string, string][] => [pair]) },
  );
  return fc.tuple(...one, extra).map((parts) => parts.flat());
}

const update = JSON.stringify({ type: "update", payload: { name: "x", index: 10_000_000, value: "1" } });
const insert = (name: string, index: number) => JSON.stringify({ type: "insert", payload: { name, index } });
const many = (name: string, times: number) =>
  Array.from({ length: times }, (): [string, string] => [name, "1"]);
const ENDLESS: [string, string, [string, string][]][] = [
  ...["/login", "/reset", "/login?state=new_password"].flatMap(
    (path): [string, string, [string, string][]][] => [
      [
        "nobody",
        path,
        [
          ["username", ""],
          ["password", ""],
          ["x[4294967294]", "1"],
        ],
      ],
      [
        "nobody",
        path,
        [
          ["username", ""],
          ["__intent__", update],
        ],
      ],
      ["nobody", path, [["username", ""], ...many("a", 16_000)]],
      [
        "nobody",
        path,
        [
          ["username", "a"],
          ["password", "b"],
          ["__state__", "x"],
        ],
      ],
    ],
  ),
  ...[99, 1000, 2000, 4000, 8000, 100_000, 4_294_967_294].flatMap((at) =>
    ["check", "lines"].map((step): [string, string, [string, string][]] => [
      "kobai@tanaka",
      "/order/new",
      [
        ["seller_id", "yamada"],
        ["step", step],
        [`lines[${at}].name`, "1"],
      ],
    ]),
  ),
  [
    "kobai@tanaka",
    "/order/new",
    [
      ["seller_id", "yamada"],
      ["lines[0].name", "1"],
      ["__intent__", insert("lines[99999999].x", 1)],
    ],
  ],
  ["kobai@tanaka", "/order/new", many("lines[0].name", 20_000)],
  ["admin@yamada", "/setting/meta", [["processes[2500].label", "1"]]],
  ["admin@yamada", "/setting/product/1/steps", [["steps[2500].group_id", "1"]]],
  ["admin@yamada", "/chat/phrases", [["phrases[2500]", "1"]]],
  [
    "admin@yamada",
    "/accounting/delivery/new",
    [
      ["lines[99999999].on", "on"],
      ["go", "lines"],
    ],
  ],
  ["nobody", "/setting/self", many("a", 20_000)],
  ["nobody", "/setting/self", [["x[4294967294]", "1"]]],
];

test("a short post whose names ask for endless work is answered at once, with a short page in Japanese", async () => {
  for (const [who, path, fields] of ENDLESS) {
    const timed = async () => {
      const began = Date.now();
      return { ...(await people[who]!.post(path, fields)), quick: Date.now() - began < 2_000 };
    };
    // A machine that is busy with something else is not so three times.
    let answer = await timed();
    for (let more = 0; more < 2 && !answer.quick; more++) answer = await timed();
    const { status, text, to, quick } = answer;
    const said = to ? /^\/(login|reset)/.test(to) : status >= 400 && status < 500 && /[ぁ-ん]/.test(text);
    // Without `fast` a page brings the whole stylesheet.
    const short = text.replace(/<style>.*?<\/style>/gs, "").length < 60_000;
    expect([who, path, fields.at(-1), said, short, quick]).toEqual([
      who,
      path,
      fields.at(-1),
      true,
      true,
      true,
    ]);
  }
});

test("a whole order of a hundred lines is no such post", async () => {
  const lines = Array.from({ length: 100 }, (_, at) =>
    ["name", "num_items", "unit_price", "delivery_date", "note"].map((name): [string, string] => [
      `lines[${at}].${name}`,
      "x",
    ]),
  ).flat();
  const { status, text } = await people["kobai@tanaka"]!.post("/order/new", [
    ["seller_id", "yamada"],
    ["step", "check"],
    ...lines,
  ]);
  expect([status, text.includes('name="lines[99].name"')]).toEqual([422, true]);
});

test("what comes in no form, or in a broken one, is refused with a sentence and leaves no trace", async () => {
  const cookie = people["admin@yamada"]!.cookie;
  const paths = [
    "/login",
    "/reset",
    "/reset?step=confirmCode",
    "/task/1/agree",
    "/task/1/answer",
    "/task/1/move",
    "/task/1/edit",
    "/task/1/finish",
    "/accounting/delivery/new",
    "/accounting/invoice/close",
    "/order/new",
    "/setting/self",
    "/s/scans",
    "/chat/yamada_tanaka/messages",
    "/task/list",
  ];
  for (const path of paths) {
    for (const [type, body] of [
      ["text/plain", "a=b"],
      ["multipart/form-data", "--x"],
      ["multipart/form-data; boundary=x", "--x\r\nContent-Disp"],
    ]) {
      for (const who of ["", cookie]) {
        const answer = await fetch(site.base + path, {
          method: "POST",
          headers: { Origin: site.base, Cookie: who, "Content-Type": type! },
          body,
          redirect: "manual",
        });
        const text = await answer.text();
        const clear =
          answer.status === 302 || (answer.status >= 400 && answer.status < 500 && /[ぁ-ん]/.test(text));
        expect([path, type, who !== "", clear, answer.status]).toEqual([
          path,
          type,
          who !== "",
          true,
          answer.status,
        ]);
      }
    }
  }
  for (const path of ["/s/pin", "/s/scans", "/errors"]) {
    const { status, text } = await people["admin@yamada"]!.get(path);
    expect([path, status, /ページが見つかりません/.test(text)]).toEqual([path, 404, true]);
  }
  expect(site.said()).not.toMatch(/    at /);
});

test("a name that every object has is no filter of a list", async () => {
  const lists: [string, string][] = [
    ...[
      "/task/list",
      "/task/list.csv",
      "/task/shipped.csv",
      "/setting/product",
      "/accounting/delivery",
      "/accounting/delivery/new",
      "/accounting/invoice/close",
    ].map((path): [string, string] => ["admin@yamada", path]),
    ["kobai@tanaka", "/order"],
    ["writer@ops", "/setting/switch"],
  ];
  for (const [who, path] of lists)
    for (const name of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
      expect([path, name, (await people[who]!.get(`${path}?${name}=1`)).status]).toEqual([path, name, 200]);
    }
});

test("an address is judged as it is read, however it is written, and no name in it leads to another call", async () => {
  const asked = ["/chat/%70hrases", "/setting/%75ser"].map(
    async (path) => (await people.keiri!.get(path)).status,
  );
  expect(await Promise.all(asked)).toEqual([403, 403]);
  for (const key of ["..%2fusers%2fself", "1%2f..%2f2", "1%3fx=1", "1%23", "1%00"]) {
    for (const path of [`/accounting/delivery/${key}`, `/task/${key}`, `/setting/user/${key}`]) {
      expect([path, (await people["admin@yamada"]!.get(path)).status]).toEqual([path, 404]);
    }
  }
});

test("a password that was typed after the session ran out is not drawn into the page", async () => {
  const { status, text } = await people.nobody!.post("/setting/self/password", {
    previous: "kept-secret-1",
    new_password: "kept-secret-2",
    confirmation: "kept-secret-3",
    other: "back",
  });
  expect([status, text.includes("kept-secret"), text.includes('value="back"')]).toEqual([401, false, true]);
});

test("a browser that registers for notices is told whether it is", async () => {
  const register = async (endpoint: string) => {
    const info = JSON.stringify({ endpoint, keys: { p256dh: "BPk_x-1", auth: "tBHI" } });
    const headers = { Origin: site.base, Cookie: people["admin@yamada"]!.cookie, Accept: "application/json" };
    const answer = await fetch(`${site.base}/setting/self/device`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ auth_key: "tBHI", info }),
      redirect: "manual",
    });
    return [answer.status, await answer.text()];
  };
  expect(await register("https://evil.example/x")).toEqual([422, expect.stringContaining('"error"')]);
  expect(await register("https://fcm.googleapis.com/fcm/send/abc")).toEqual([
    200,
    expect.stringContaining('"device_id"'),
  ]);
});

// Last: what is sent may well stop an account that the others look through.
const PAGES: [string, string][] = [
  ["nobody", "/login"],
  ["nobody", "/login?state=new_password"],
  ["nobody", "/reset"],
  ...[
    "/setting/company",
    "/setting/terms",
    "/setting/paper",
    "/setting/paper/seal",
    "/setting/calendar",
    "/setting/destination/new",
    "/setting/user",
    "/setting/user/new",
    "/setting/user/:genba",
    "/setting/user/:genba/stop",
    "/setting/user/:genba/reset",
    "/setting/self",
    "/setting/self/password",
    "/setting/self/notices",
  ].map((path): [string, string] => ["admin@yamada", path]),
  ["admin@tanaka", "/setting/company"],
  ["kobai@tanaka", "/setting/self"],
  ["kobai@tanaka", "/setting/self/notices"],
  ["writer@ops", "/setting/switch/suzuki"],
  ["writer@ops", "/setting/switch/new"],
  ["writer@ops", "/setting/outbox"],
  ["writer@ops", "/setting/self/password"],
];

test.each(PAGES)(
  "%s, %s: whatever is sent by its forms is answered in Japanese, never as a fault, and tells of no other company",
  { timeout: TIME },
  async (who, place) => {
    const person = people[who]!;
    const path = place.replace(":genba", String(genba));
    const page = await person.get(path);
    expect([path, page.status === 200 || page.status === 303]).toEqual([path, true]);
    const forms = formsOf(page.text, path).filter(({ action }) => action !== "/setting/logout");
    for (const form of forms) {
      await fc.assert(
        fc.asyncProperty(typed(form), async (fields) => {
          const { status, to, text } = await person.post(form.action, fields);
          const fault =
            status >= 500
              ? `status ${status}`
              : status >= 400 && !/[ぁ-んァ-ヶ一-龠]/.test(text)
                ? `${status} without a word`
                : status >= 300 && to && !to.startsWith("/")
                  ? `to ${to}`
                  : null;
          if (fault)
            throw new Error(
              `${fault} from ${form.action}\n${JSON.stringify(fields).slice(0, 2000)}\n${text.slice(0, 500)}`,
            );
          if (who.endsWith("@yamada") && /佐藤 花子|admin@sato/.test(text))
            throw new Error(`${form.action} tells of another company`);
        }),
        { numRuns: RUNS },
      );
    }
  },
);

test("after all of it nobody has rights they were not given, and every promise holds", async () => {
  expect(
    (await (await t.as("admin@sato.example")).get("/users")).body.items.map(
      (row: { email: string }) => row.email,
    ),
  ).toEqual(["admin@sato.example"]);
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
  const kobai = await t.as("kobai@tanaka.example");
  expect((await kobai.get("/users/self")).body).toMatchObject({
    is_admin: false,
    isInternal: false,
    permissions: [],
    company_id: "tanaka",
  });
  expect(site.said()).not.toMatch(/TypeError|ReferenceError|RangeError/);
});
