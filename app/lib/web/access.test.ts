import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mayEnter, menuFor, type Rights } from "~/lib/auth/menu";
import { signToken } from "~/lib/code/token.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { peopleWith, RIGHTS } from "~/lib/server/rights.testing.server";
import { makeScene, must, type Pair, PEOPLE } from "~/lib/server/scene.testing.server";
import { insertSelfBill } from "~/lib/server/selfbill.testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { type Permission, permission } from "~/lib/vocabulary/permission";
import { IMPORTS } from "./import.at";
import { type Site, startSite } from "./server.testing.server";
import { sharedRoutes } from "./shared.routes.testing";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
type Someone = Rights & { company: string; account: string; browser: Browser; rest: Person };
let t: TestApp;
let site: Site;
let scene: Awaited<ReturnType<typeof makeScene>>;
let pairs: Pair[];
const STAGED = IMPORTS.filter(({ noun }) => noun !== "order_line");
/** A file handed in by each factory for each of these. */
let staged: { key: number; company_id: string; noun: string }[];
const people: Someone[] = [];

/** Of administrators only one without rights: the built server takes long for each person. */
const ASKED = RIGHTS.filter(({ is_admin, permissions }) => !is_admin || permissions.length === 0);

beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  scene = await makeScene(t);
  pairs = await scene.pairs();
  for (const { noun, columns } of STAGED)
    for (const company of ["yamada", "sato"]) {
      const headers = [...columns.map((column) => column.header), "印・取込"];
      must(
        await scene.people.get(`admin@${company}.example`)!.post("/imports", {
          noun,
          file_name: "a.csv",
          file_hash: "a".repeat(43),
          encoding: "utf-8",
          headers,
        }),
      );
    }
  for (const company of ["tanaka", "suzuki"])
    must(
      await scene.people
        .get(`admin@${company}.example`)!
        .post("/orders/drafts", { seller_id: "yamada", fields: [["note", "印・下書き"]] }),
    );
  await scene.owner.query(`insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, origin)
    select w.company_id, min(w.worker_id), (select min(r.reason_id) from reason r where r.company_id = w.company_id and r.kind = 'indirect'), '清掃',
      false, now() - interval '2 hours', now() - interval '1 hour', '' from worker w group by w.company_id`);
  staged = (await scene.owner.query("select key::int, company_id, noun from import")).rows;
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  for (const { account, rest } of await peopleWith(t, ASKED)) {
    const self = (await rest.get("/users/self")).body;
    people.push({
      ...self,
      company: self.company_id ?? "",
      account,
      rest,
      browser: await site.signedIn(account, SAMPLE_PASSWORD),
    });
  }
}, 300_000);
afterAll(async () => {
  await site?.stop();
  await scene?.stop();
  await t?.stop();
});

const OPEN = /^(_index|\$|login.*|reset.*|errors)$/;
const routeAt = (path: string, file: string) => {
  const source = readFileSync(file, "utf8");
  return {
    path,
    reads: /export (async function|const) loader|export default/.test(source),
    writes: /export async function action/.test(source),
  };
};
/** app/routes as addresses: "setting.user.$key.$act" -> /setting/user/$key/$act. */
const screens = readdirSync("app/routes")
  .map((file) => file.replace(/\.tsx?$/, ""))
  .filter((name) => !OPEN.test(name) && name !== "shared")
  .map((name) => {
    const path = `/${name
      .replace(/\._index$/, "")
      .replaceAll("[.]", "\u0001")
      .replaceAll(".", "/")
      .replaceAll("\u0001", ".")
      .replace(/_(?=\/|$)/g, "")
      .replace(/\(|\)/g, "")}`;
    const file = [`app/routes/${name}.tsx`, `app/routes/${name}/route.tsx`, `app/routes/${name}.ts`].find(
      (one) => existsSync(one),
    )!;
    return routeAt(path, file);
  });
/** Their editor serves what is new, too. */
const EDITED = /^\/setting\/(worker|destination)\/\$key$/;
const routes = [
  ...screens,
  ...screens
    .filter(({ path }) => EDITED.test(path))
    .map((route) => ({ ...route, path: route.path.replace("$key", "new") })),
  ...sharedRoutes().map(({ path, file }) => routeAt(path.replaceAll(":", "$"), file)),
];
const items = () => [
  ...new Set(
    [
      ...people,
      { company_type: "seller", is_admin: true, isInternal: true, permissions: permission.options } as Rights,
    ]
      .flatMap((one) => menuFor(one, "shohin-zaiko", "buhin-zaiko"))
      .flatMap((tab) => tab.items)
      .map((item) => item.href.split("?")[0]!),
  ),
];

const seller = (r: Rights) => r.company_type === "seller";
const buyer = (r: Rights) => r.company_type === "buyer";
const company = (r: Rights) => r.company_type !== null;
const has = (right: Permission) => (r: Rights) => r.permissions.includes(right);
/** Product §2 and D25 once more, in the test's own words; the first that fits. */
const RULES: [RegExp, (r: Rights) => boolean][] = [
  [/^\/chat\/phrases/, (r) => company(r) && r.is_admin],
  [/^\/(chat|file)/, company],
  [/^\/s\//, seller],
  [/^\/task\/allocate/, (r) => seller(r) && has("inventory")(r)],
  [/^\/task\/(move|status_code|import|treat|report\/new)/, seller],
  [/^\/task/, company],
  [/^\/order/, buyer],
  [/^\/accounting\/payable-schedule/, (r) => buyer(r) && has("accounting")(r)],
  [
    /^\/accounting\/(delivery\/(new|draft)|confirmation\/new|invoice\/(new|close)|receivable|payable|journal|transfer)/,
    (r) => seller(r) && has("accounting")(r),
  ],
  [/^\/accounting/, has("accounting")],
  [
    /^\/inventory\/(closing|value|receipt|\d+\/value)/,
    (r) => seller(r) && has("inventory")(r) && has("accounting")(r),
  ],
  [
    /^\/inventory\/(stocktake|shelf|threshold|replenish|import|opening|allocation|undo|stored\/(print|.+\/reverse)|\d+\/(move|edit|weight|shipping))/,
    (r) => seller(r) && has("inventory")(r),
  ],
  [/^\/inventory/, has("inventory")],
  [/^\/bi\/worktime\/(return|close)/, (r) => seller(r) && r.is_admin && has("bi")(r)],
  [/^\/bi\/(stat\/works|worktime|quality\/limits)/, (r) => seller(r) && has("bi")(r)],
  [/^\/bi/, has("bi")],
  [/^\/setting\/(collaborator|product)/, seller],
  [/^\/setting\/pay(ee|ing)/, (r) => seller(r) && r.is_admin && has("accounting")(r)],
  [/^\/setting\/(worker|meta|journal)/, (r) => seller(r) && r.is_admin],
  [/^\/setting\/self/, () => true],
  [/^\/setting\/logout/, () => true],
  [/^\/setting\/(switch|outbox|promise|security)/, (r) => r.isInternal],
  [/^\/setting/, (r) => company(r) && r.is_admin],
];
const may = (r: Rights, path: string) => RULES.find(([pattern]) => pattern.test(path))![1](r);
/** An address with its own numbers; "12/abc" for one that has two. */
const filled = (path: string, key: string | number) => {
  const parts = String(key).split("/");
  return path
    .replace("$act", "stop")
    .replace(/\$\w+/g, () => (parts.length > 1 ? parts.shift()! : parts[0]!));
};

/** Runs a few at a time: the built server shares its two cores with everybody. */
async function each<T>(list: T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await run(one);
    }),
  );
}

const answers = new Map<string, Promise<{ status: number; to: string | null }>>();
/** What somebody is answered at an address. Asked once: places of the menu are routes too. */
function answered(one: Someone, path: string) {
  const id = `${one.account} ${path}`;
  const answer = answers.get(id) ?? one.browser.get(path).then(({ status, to }) => ({ status, to }));
  answers.set(id, answer);
  return answer;
}

test("every place of the menu is open to whom product §2 names, and closed to everybody else", {
  timeout: 900_000,
}, async () => {
  const wrong: string[] = [];
  await each(
    people.flatMap((one) => items().map((path) => ({ one, path }))),
    async ({ one, path }) => {
      const { status, to } = await answered(one, path);
      // A screen that is on its way may still be taken for the number of a card.
      const right = may(one, path)
        ? status === 200 || (status >= 300 && status < 400 && !to?.startsWith("/login"))
        : status === 403;
      if (!right) wrong.push(`${one.account} ${path}: ${status}`);
    },
  );
  expect(wrong).toEqual([]);
});

const SOME = 2;
/** A few of them, at each turn the next few. */
const inTurn = <T>(list: T[], turn: number): T[] =>
  list.length <= SOME
    ? list
    : Array.from({ length: SOME }, (_, at) => list[(turn * SOME + at) % list.length]!);

test("every route stands behind the menu's guard, for reading and for writing", {
  timeout: 900_000,
}, async () => {
  const wrong: string[] = [];
  const asked = routes.flatMap((route, turn) => {
    const there = filled(route.path, 1);
    const open = inTurn(
      people.filter((one) => may(one, there)),
      turn,
    );
    const closed = people.filter((one) => !may(one, there));
    // Whom the menu's rule refuses meets one guard on every route: some prove that it stands before this one.
    // Whom the rule lets by, the page itself has to refuse: each of them asks.
    const [refused, left] = [true, false].map((by) =>
      closed.filter((one) => (mayEnter(one, there) === "forbidden") === by),
    ) as [Someone[], Someone[]];
    const some = inTurn(refused, turn);
    const posting = inTurn([...some, ...left], turn);
    wrong.push(
      ...people
        .filter((one) => may(one, there) && mayEnter(one, there) === "forbidden")
        .map((one) => `${one.account} ${there}: the menu's rule refuses`),
    );
    return [
      ...open.map((one) => ({ one, there, ...route, open: true, posts: false })),
      ...[...some, ...left].map((one) => ({
        one,
        there,
        ...route,
        open: false,
        posts: posting.includes(one),
      })),
    ];
  });
  await each(asked, async ({ one, there, open, reads, writes, posts }) => {
    const { status } = reads ? await answered(one, there) : { status: open ? 200 : 403 };
    if (open ? status === 401 || status >= 500 : status !== 403)
      wrong.push(`${one.account} GET ${there}: ${status}`);
    if (!posts || !writes || there === "/setting/logout") return;
    const post = await one.browser.post(there, { name: "x" });
    if (post.status !== 403) wrong.push(`${one.account} POST ${there}: ${post.status}`);
  });
  expect(wrong).toEqual([]);
});

test("without signing in every route leads to the sign-in page and writes nothing", {
  timeout: 900_000,
}, async () => {
  const nobody = site.browser("");
  for (const { path, reads, writes } of routes) {
    const there = filled(path, 1);
    const { status, to } = reads ? await nobody.get(there) : { status: 302, to: "/login?return_to=" };
    expect([there, status, to?.startsWith("/login?return_to=")]).toEqual([there, 302, true]);
    if (writes && there !== "/setting/logout")
      expect([there, (await nobody.post(there, { name: "x" })).status]).toEqual([there, 401]);
  }
});

/** Whose numbers stand in an address. */
async function keysOf(path: string, pair: Pair): Promise<(string | number)[]> {
  if (path.startsWith("/accounting/delivery")) return pair.deliveries;
  // Its month stands in the query: the call behind it is asked in tenant.test.ts.
  if (path.startsWith("/accounting/invoice/close")) return [];
  if (path.startsWith("/accounting/invoice")) return pair.invoices;
  if (path.startsWith("/accounting/self-bill")) {
    const { agreement, key } = await insertSelfBill(scene.owner, pair.seller, pair.buyer);
    return [path.includes("/agreement/") ? agreement : key];
  }
  if (path.startsWith("/accounting/receivable/bank")) {
    const own = "select key::int from bank_file where company_id = $1";
    return (await scene.owner.query(own, [pair.seller])).rows.map((row) => row.key);
  }
  if (path.startsWith("/accounting/confirmation")) {
    const { rows } = await scene.owner.query(
      `insert into balance_confirmation (seller_id, buyer_id, on_date, amount, rows, person, sent_time)
        values ($1, $2, current_date, 1, '[]', '', now()) returning key::int`,
      [pair.seller, pair.buyer],
    );
    return rows.map((row) => row.key);
  }
  if (path.startsWith("/task/report")) {
    const { rows } = await scene.owner.query(
      `insert into defect_report (seller_id, buyer_id, version, rows, person, sent_time)
        values ($1, $2, 1, '[{"row_key":"d0","card_key":0,"card_id":"","name":"","drawing_no":null,"order_id":null,"at":"2026-11-01T00:00:00Z",
        "status":"","num":"1","num_items":"1","order_unit":"piece","reason":""}]', '', now()) returning key::int`,
      [pair.seller, pair.buyer],
    );
    return rows.map((row) => row.key);
  }
  if (path.startsWith("/inventory/stocktake")) {
    const { rows } = await scene.owner.query(
      `insert into stocktake (seller_id, name, count_date, is_blind, state, created_time, created_by, start_time)
        values ($1, '印・', current_date, true, 'open', now(), '', now()) returning key::int`,
      [pair.seller],
    );
    return rows.map((row) => row.key);
  }
  if (path.startsWith("/inventory/allocation")) {
    const [product_id] = pair.products;
    await scene.owner.query("update product set is_stock = true where product_id = $1", [product_id]);
    const { rows } = await scene.owner.query(
      `insert into stock_allocation (seller_id, buyer_id, product_id, card_key, num, state, allocated_time, allocated_by, ended_time)
        select s.seller_id, s.buyer_id, s.product_id, $2, 1, 'released', now(), '印・', now() from stock s where s.product_id = $1 returning key::int`,
      [product_id, pair.cards[0]],
    );
    return rows.map((row) => row.key);
  }
  if (path.startsWith("/inventory/closing")) {
    const { rows } = await scene.owner.query(
      `insert into stock_closing (seller_id, month, end_date, valuation, num_products, stock_value, closed_time, closed_by)
        values ($1, '2026-01-01', '2026-01-31', 'average', 0, 0, now(), '印・')
        on conflict (seller_id, month) where undone_time is null do update set closed_by = '印・' returning key::int`,
      [pair.seller],
    );
    return rows.map((row) => row.key);
  }
  if (path.startsWith("/inventory/receipt")) {
    await scene.owner.query("update product set is_stock = true where product_id = $1", [pair.products[0]]);
    const { rows } = await scene.owner.query(
      `insert into stock_move (seller_id, buyer_id, product_id, kind, num, num_after, effective_date, occurred_time, recorded_time, source, action, actor_name)
        values ($1, '', $2, 'in', 1, 0, current_date, now(), now(), 'hand', gen_random_uuid(), '印・') returning key::int`,
      [pair.seller, pair.products[0]],
    );
    return rows.map((row) => row.key);
  }
  if (path.startsWith("/inventory/$") || path.startsWith("/inventory/stored/$")) {
    const [product_id] = pair.products;
    await scene.owner.query("update product set is_stock = true where product_id = $1", [product_id]);
    const { rows } = await scene.owner.query(
      `insert into stock_move (seller_id, buyer_id, product_id, kind, num, num_after, effective_date, occurred_time, recorded_time, source, action, actor_name)
        values ($1, '', $2, 'in', 1, 0, current_date, now(), now(), 'hand', gen_random_uuid(), '印・') returning action`,
      [pair.seller, product_id],
    );
    return path.startsWith("/inventory/stored") ? rows.map((row) => row.action) : [product_id!];
  }
  if (path.startsWith("/task/order/supply")) {
    const { rows } = await scene.owner.query(
      `insert into supply_move (seller_id, buyer_id, kind, movement, item, unit, quantity, move_date, company_id, person, recorded_time)
        values ($1, $2, 'free', 'sent', '印・', '枚', 1, current_date, $2, '', now()) returning key::int`,
      [pair.seller, pair.buyer],
    );
    return rows.map((row) => row.key);
  }
  if (/^\/accounting\/(receivable|payable)\/offset/.test(path)) {
    const { rows } = await scene.owner.query(
      `with made as (insert into offset_proposal (from_company, to_company, amount, proposed_date)
          values ($1, $2, 1, current_date) returning *),
        said as (insert into offset_word (offset_key, from_company, to_company, word, company_id, person, said_time)
          select key, from_company, to_company, 'proposed', from_company, '', now() from made)
        select key::int from made`,
      [pair.seller, pair.buyer],
    );
    return rows.map((row) => row.key);
  }
  if (path.startsWith("/accounting/payable/")) {
    // Of the books of the buyer of the two alone.
    const { rows } = await scene.owner.query(
      `with entered as (insert into payable_bill (company_id, partner_id, kind, bill_date, received_date, due_date, account, by_rate, subtotal, tax,
          total, note, person, recorded_time)
        values ($2, $1, 'expense', current_date, current_date, current_date, 'other', '[]', 1, 0, 1, '印・', '', now()) returning *),
      made as (insert into payout (company_id, partner_id, payment_date, kind, amount, note, person, recorded_time)
        values ($2, $1, current_date, 'cash', 1, '印・', '', now()) returning *),
      part as (insert into payout_part (company_id, partner_id, payout_key, bill_key, amount, settled_date)
        select m.company_id, m.partner_id, m.key, e.key, 1, current_date from made m, entered e)
      select e.key::int as bill, m.key::int as payment from entered e, made m`,
      [pair.seller, pair.buyer],
    );
    return rows.map((row) => (path.includes("/bill/") ? row.bill : row.payment));
  }
  if (path.startsWith("/accounting/receivable/payment")) {
    const between = "select key::int from payment where (seller_id, buyer_id) = ($1, $2)";
    return (await scene.owner.query(between, [pair.seller, pair.buyer])).rows.map((row) => row.key);
  }
  if (path.startsWith("/accounting/transfer") || path.startsWith("/setting/paying")) {
    const { rows } = await scene.owner.query(
      `with own as (insert into bank_account (company_id, bank_code, bank_name, branch_code, branch_name, kind, number, holder, created_time)
          values ($1, '', '印・', '', '', '普通', '1', '', now()) returning key),
        made as (insert into transfer_file (company_id, account_key, account, pay_date, num_rows, total, content_mark, sealed, sha256, made_time,
            made_by, made_name) select $1, key, '印・', current_date, 1, 1, gen_random_uuid(), '', repeat('0', 64), now(), '', '印・' from own returning key)
        select own.key::int as account, made.key::int as file from own, made`,
      [pair.seller],
    );
    return rows.map((row) => (path.startsWith("/setting") ? row.account : row.file));
  }
  if (path.startsWith("/accounting/archive/order")) return pair.orders;
  if (path.startsWith("/accounting/archive/quote")) return pair.quotes;
  if (path.startsWith("/accounting/journal")) {
    const { rows } = await scene.owner.query(
      `insert into journal_export (company_id, product, from_date, to_date, exported_time, exported_by, num_entries, num_rows, num_late, total,
        first_no, last_no, content) values ($1, 'yayoi', '2026-01-01', '2026-01-31', now(), '印・', 1, 1, 0, 1, 1, 1, '印・') returning key`,
      [pair.seller],
    );
    return rows.map((row) => row.key);
  }
  if (/^\/(order\/product|setting\/product\/quote)\//.test(path)) return pair.quotes;
  if (/^\/order\/(draft|template)\//.test(path)) {
    const own = "select key::int from order_draft where buyer_id = $1";
    return (await scene.owner.query(own, [pair.buyer])).rows.map((row) => row.key);
  }
  if (path.startsWith("/order/") || path.startsWith("/task/order")) return pair.orders;
  const handed = /^(.*\/import)\/\$/.exec(path);
  if (handed) {
    const { noun } = IMPORTS.find((one) => one.path === handed[1])!;
    return staged.filter((one) => one.company_id === pair.seller && one.noun === noun).map((one) => one.key);
  }
  if (path.startsWith("/task/$key/files/$file")) return [`${pair.cards[0]}/${pair.files[0]}`];
  if (path.startsWith("/task/")) return pair.cards.slice(0, 1);
  if (path.startsWith("/s/day/")) {
    const { rows } = await scene.owner.query("select key::int from indirect_work where seller_id = $1", [
      pair.seller,
    ]);
    return rows.map(({ key }) => key);
  }
  if (path.startsWith("/s/")) {
    const {
      rows: [{ secret }],
    } = await scene.owner.query("select secret from scan_secret where company_id = $1", [pair.seller]);
    return pair.cards.slice(0, 1).map((key) => signToken(secret, pair.seller, "card", key, 1));
  }
  if (path.startsWith("/chat/")) return [`${pair.seller}_${pair.buyer}`];
  if (path.startsWith("/file/")) return pair.files.slice(0, 1);
  if (path.startsWith("/setting/destination")) return pair.destinations;
  if (path.startsWith("/setting/product")) return pair.products.slice(0, 1);
  if (/^\/setting\/(collaborator|partner|payee)/.test(path)) return [pair.buyer];
  if (path.startsWith("/setting/user")) {
    const boss = people.find((one) => one.account === `admin@${pair.seller}.example`)!;
    return (await boss.rest.get("/users")).body.items.slice(0, 1).map((row: { id: number }) => row.id);
  }
  if (path.startsWith("/setting/switch")) return ["tanaka"];
  if (path.startsWith("/setting/paper") || path.startsWith("/setting/calendar")) return [];
  if (path.startsWith("/setting/worker")) return [pair.seller === "yamada" ? 1 : 6];
  if (path.startsWith("/bi/worktime/")) return [`${pair.seller === "yamada" ? 1 : 6}:2026-11-02`];
  throw new Error(`say in keysOf whose numbers stand in ${path}`);
}

test("another company's number is not there, on any page", { timeout: 900_000 }, async () => {
  const asked: { one: Someone; path: string }[] = [];
  for (const { path } of routes.filter(
    (route) => route.reads && route.path.includes("$") && !route.path.startsWith("/setting/switch"),
  )) {
    for (const one of people.filter(
      ({ company_type, account }) => company_type && PEOPLE.some(([, name]) => name === account),
    )) {
      const strange = pairs.filter((pair) => pair.seller !== one.company && pair.buyer !== one.company);
      const met = pairs.flatMap((pair) =>
        pair.seller === one.company ? [pair.buyer] : pair.buyer === one.company ? [pair.seller] : [],
      );
      for (const pair of strange)
        for (const key of await keysOf(path, pair))
          if (!met.includes(String(key))) asked.push({ one, path: filled(path, key) });
    }
  }
  expect(asked.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  await each(asked, async ({ one, path }) => {
    const { status, text } = await one.browser.get(path);
    if (status !== (may(one, path) ? 404 : 403) && !(may(one, path) && status === 403 && !one.is_admin))
      wrong.push(`${one.account} ${path}: ${status}`);
    if (/印・/.test(text)) wrong.push(`${one.account} ${path} shows another company's mark`);
  });
  expect(wrong).toEqual([]);
});
