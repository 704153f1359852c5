import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "~/lib/api/call.server";
import type { Rights } from "~/lib/auth/menu";
import { takesFiles } from "~/lib/file/limit";
import { calls } from "./calls.server";
import { peopleWith, RIGHTS } from "./rights.testing.server";
import { type Person, type TestApp, testApp } from "./testing.server";

type Someone = Rights & { account: string; company_id: string | null; rest: Person };
let t: TestApp;
const people: Someone[] = [];

beforeAll(async () => {
  t = await testApp();
  for (const { account, rest } of await peopleWith(t, RIGHTS))
    people.push({ ...(await rest.get("/users/self")).body, account, rest });
}, 120_000);
afterAll(() => t.stop());

const anybody = () => true;
const seller = (who: Someone) => who.company_type === "seller";
const buyer = (who: Someone) => who.company_type === "buyer";
const admin = (who: Someone) => who.is_admin && !who.isInternal;
const staff = (who: Someone) => who.isInternal;
const accounting = (who: Someone) => who.permissions.includes("accounting");
const inventory = (who: Someone) => who.permissions.includes("inventory");
const both =
  (...rules: ((who: Someone) => boolean)[]) =>
  (who: Someone) =>
    rules.every((rule) => rule(who));

/**
 * Product §2, §6 and §7 once more, in the test's own words; the first that fits. A call that fits none has to
 * be thought about.
 */
const RULES: [RegExp, (who: Someone) => boolean][] = [
  [/^\w+ \/users\/self/, anybody],
  [/^\w+ \/factories\/self\/setup/, admin],
  [/^PUT \/chats\/phrases/, admin],
  [/^\w+ \/(imports|chats|notices)/, anybody],
  [/^GET \/permissions|^POST \/errors/, anybody],
  [/^PUT \/outbox/, (who) => who.account === "writer@ops.example"],
  [/^GET \/security$/, admin],
  [/^\w+ \/(actings|companies|outbox|promises|security)/, staff],
  [/^\w+ \/(users|partnerships)/, admin],
  [/^GET \/factories\/self\/(accesses|activity|factor)/, admin],
  [/^GET \/factories\/self\/(meta|shifts)/, seller],
  [/^PUT \/factories\/self\/(meta\/.|shifts)/, both(seller, admin)],
  [/^(PUT|POST|DELETE) \/factories\/self/, admin],
  [/^PUT \/factories\/collaborators\/\{buyerId\}\/last_chat_time/, anybody],
  [/^GET \/factories\/collaborators\/|^GET \/partners/, seller],
  [/^DELETE \/factories\/collaborators|^POST \/factories\/collaborators\/\{buyerId\}\/resume/, admin],
  [/^(POST|PUT|DELETE) \/factories\/collaborators/, both(seller, admin)],
  [/^GET \/factories/, anybody],
  [/^\w+ \/factories\/\{factoryId\}\/destinations/, admin],
  [/^GET \/products\/prices/, both(seller, accounting)],
  [/^GET \/products\/./, seller],
  [/^\w+ \/orders\/(drafts|templates|lines)/, buyer],
  [/^GET \/cards\/\{key\}\/previous/, anybody],
  [/^GET \/(products|orders|board|cards$|cards\/\{key\}$|shipped)/, anybody],
  [/^(POST|PUT|DELETE) \/products/, seller],
  [/^PUT \/board\/order/, seller],
  [/^\w+ \/supplies/, anybody],
  [/^POST \/orders\/\{key\}\/amendments/, anybody],
  [/^POST \/orders/, buyer],
  [/^PUT \/orders\/\{key\}\/viewed/, seller],
  [/^PUT \/orders\/\{key\}\/answers/, buyer],
  [/^POST \/cards\/\{key\}\/(agree|refuse)/, anybody],
  [/^GET \/(cards\/\{key\}\/(stock|shortages)|inventory\/shortages)/, seller],
  [/^GET \/cards\/\{key\}\/cost/, both(seller, accounting)],
  [/^\w+ \/cards\/\{key\}\/allocation/, both(seller, inventory)],
  [/^POST \/cards\/\{key\}\/correct/, both(seller, admin)],
  [/^\w+ \/(files|cards\/\{key\}\/files)/, anybody],
  [/^\w+ \/(cards|shipped|movable|processes)/, seller],
  [/^POST \/codes\/reissue/, both(seller, admin)],
  [/^\w+ \/(scans|codes)/, seller],
  [/^\w+ \/(indirect|days)/, seller],
  [/^GET \/workers/, seller],
  [/^\w+ \/workers/, both(seller, admin)],
  [
    /^GET \/(deliveries|invoices)(\/\{key\}|\/\{key\}\/xml|\/lines|\/summary)?$|^POST \/(deliveries|invoices)\/\{key\}\/view/,
    accounting,
  ],
  [/^\w+ \/payables\//, both(seller, accounting)],
  [/^\w+ \/self-bills/, accounting],
  [/^\w+ \/paid-marks/, both(buyer, accounting)],
  [
    /^\w+ \/(inspections|deliveries\/(accept|\{key\}\/(inspect|inspection|difference))$|invoices\/\{key\}\/answers?$|payables)/,
    accounting,
  ],
  [/^GET \/certificates\/sharing/, seller],
  [/^PUT \/certificates/, both(seller, admin)],
  [/^GET \/certificates/, anybody],
  [/^GET \/bases/, anybody],
  [/^PUT \/bases/, both(seller, admin)],
  [/^\w+ \/reconciliations/, accounting],
  [/^\w+ \/(deliveries|invoices|closings|payments)/, both(seller, accounting)],
  [/^\w+ \/quotes\/(received|offers)/, both(seller, accounting)],
  [/^\w+ \/quotes/, buyer],
  [/^GET \/archive/, accounting],
  [/^\w+ \/defects/, seller],
  [/^(GET \/reports|POST \/reports\/\{key\}\/answer)/, anybody],
  [/^POST \/reports/, seller],
  [/^POST \/bi\/worktime/, (who) => both(seller, admin)(who) && who.permissions.includes("bi")],
  [/^GET \/bi\/(stat\/works|defective|worktime)/, (who) => seller(who) && who.permissions.includes("bi")],
  [/^\w+ \/bi\/quality\/limits/, (who) => seller(who) && who.permissions.includes("bi")],
  [/^GET \/bi/, (who) => who.permissions.includes("bi")],
  [/^GET \/journal\/rules/, seller],
  [/^PUT \/journal\/rules/, both(seller, admin)],
  [/^(GET \/confirmations|POST \/confirmations\/\{key\}\/answer)/, accounting],
  [/^POST \/confirmations/, both(seller, accounting)],
  [/^GET \/inventory(\/\{product_id\}(\/moves|\/history)?|\/moves(\/days)?)?$/, inventory],
  [
    /^\w+ \/inventory\/(closings|receipts|values|\{product_id\}\/values)/,
    both(seller, both(inventory, accounting)),
  ],
  [/^\w+ \/inventory/, both(seller, inventory)],
  [/^GET \/payings/, both(seller, accounting)],
  [/^\w+ \/(payees|payings)/, both(both(seller, admin), accounting)],
  [/^\w+ \/(bank|journal|receivables|offsets|transfers)/, both(seller, accounting)],
];
const nameOf = (call: Call) => `${call.method} ${call.path}`;

function ask(who: Someone, call: Call) {
  const path = call.path.replace("{factoryId}", who.company_id ?? "yamada").replace(/\{\w+\}/g, "987654");
  if (call.method === "GET") return who.rest.get(path);
  if (call.method === "DELETE") return who.rest.delete(path);
  return call.method === "PUT" ? who.rest.put(path, {}) : who.rest.post(path, {});
}

test.each(calls.map((call) => [nameOf(call), call] as const))(
  "%s: open to whom it is for, and 403 to everybody else",
  async (name, call) => {
    const rule = RULES.find(([pattern]) => pattern.test(name));
    expect(rule, "say in RULES whom this call is for").toBeDefined();
    const wrong = await Promise.all(
      people.map(async (who) => {
        const { status, body } = await ask(who, call);
        const open = rule![1](who);
        const right = open
          ? status < 500 && status !== 401 && status !== 403
          : status === 403 && Object.keys(body).join() === "detail";
        return right ? [] : [`${who.account}: ${status} ${body?.detail}`];
      }),
    );
    expect(wrong.flat()).toEqual([]);
  },
);

test("without a token, with a broken one or with somebody's that was signed elsewhere no call answers", async () => {
  const [head, claims, signature] = people[0]!.rest.token.split(".") as [string, string, string];
  const changed = Buffer.from(
    JSON.stringify({
      ...JSON.parse(Buffer.from(claims, "base64url").toString()),
      "cognito:groups": ["internal", "internal_writer"],
    }),
  );
  const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  for (const token of [
    "",
    "nonsense",
    `${head}.${changed.toString("base64url")}.${signature}`,
    `${none}.${claims}.`,
  ]) {
    const open = await Promise.all(
      calls.map(async (call) => {
        const headers: Record<string, string> = {
          "Content-Type": "application/json",
          "Idempotency-Key": crypto.randomUUID(),
          ...(token && { "X-Auth": token }),
        };
        const { status } = await fetch(t.base + call.path.replace(/\{\w+\}/g, "1"), {
          method: call.method,
          headers,
          body: call.method === "GET" ? undefined : "{}",
        });
        return status === 401 ? [] : [`${nameOf(call)}: ${status}`];
      }),
    );
    expect(open.flat()).toEqual([]);
  }
});

test("the front door lets in the whole photo of every call that takes files, and of its page", () => {
  const taking = calls.filter(({ files }) => files).map(({ path }) => path);
  expect(taking.length).toBeGreaterThan(5);
  expect(taking.filter((path) => !takesFiles(`/api${path}`))).toEqual([]);
  for (const page of ["difference", "inspect"])
    expect(takesFiles(`/accounting/delivery/12/${page}`)).toBe(true);
});
