import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addDays, today } from "~/lib/time/date";
import { hear, type Process, soon, startTwo } from "./two.testing.server";

vi.setConfig({ testTimeout: 120_000 });
const ROOM = "yamada_tanaka";
const WAIT = 20_000;
let two: Awaited<ReturnType<typeof startTwo>>;
let pages: Process, backend: Process;
let owner: pg.Client;
let buyer: string, seller: string;

beforeAll(async () => {
  two = await startTwo({ TRUSTED_PROXY: "127.0.0.1" }, (port) => ({
    BACKEND_URL: `http://127.0.0.1:${port}/api`,
    CHAT_GRAPHQL_URL: `http://127.0.0.1:${port}/graphql`,
  }));
  [pages, backend] = [two.a, two.b];
  owner = new pg.Client({ connectionString: two.owner_url });
  await owner.connect();
  [buyer, seller] = [
    await pages.cookieOf("admin@tanaka.example"),
    await pages.cookieOf("admin@yamada.example"),
  ];
});
afterAll(async () => {
  await owner?.end();
  await two?.stop();
});

/** What a process was asked by its API and its GraphQL: method, kind of address, answer. */
const asked = ({ said }: Process) =>
  said()
    .split("\n")
    .filter((line) => line.includes('"event":"access"'))
    .map((line) => JSON.parse(line) as { method: string; path: string; status: number })
    .filter(({ path }) => /^\/(api|graphql)/.test(path));
const see = (cookie: string, path: string) => pages.ask(path, { headers: { Cookie: cookie } });
const rows = async (text: string, ...values: unknown[]) => (await owner.query(text, values)).rows;
/** A form as a page without scripts posts it. */
const press = (
  cookie: string,
  path: string,
  fields: Record<string, string>,
  more: Record<string, string> = {},
) =>
  pages.ask(path, {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: two.origin,
      Cookie: cookie,
      ...more,
    },
  });
const versionOf = async (key: number) =>
  String((await rows("select version from card where key = $1", key))[0].version);

const ORDER = {
  seller_id: "yamada",
  order_date: today(),
  delivery_date: addDays(today(), 14),
  inspection_days: "7",
  destination: "本社",
  payment_method: "transfer",
  "lines[0].name": "離れた先の品",
  "lines[0].num_items": "5",
  "lines[0].unit_price": "120",
};

async function order(order_id: string): Promise<number> {
  const fields = { ...ORDER, order_id };
  const page = await press(buyer, "/order/new", { ...fields, step: "check" });
  const seen = /name="seen" value="([^"]+)"/.exec(page.text)![1]!;
  const sent = await press(buyer, "/order/new", {
    ...fields,
    seen,
    step: "send",
    idempotency_key: randomUUID(),
  });
  expect(sent.status).toBe(303);
  const [card] = await rows(
    "select l.card_key from orders o join order_line l on l.order_key = o.key where o.order_id = $1",
    order_id,
  );
  return card.card_key;
}

test("pages with their API and chat in another process take an order as far as shipping, and all of it is done there", async () => {
  const key = await order("BACK-1");
  const accepted = await press(seller, "/task/list", {
    ids: `${key}.${await versionOf(key)}`,
    act: "accept",
  });
  expect(accepted.status).toBe(303);
  const moved = await press(seller, `/task/${key}/move`, { version: await versionOf(key), group_id: "8" });
  expect(moved.status).toBe(303);
  const shipping = {
    version: await versionOf(key),
    num_good: "5",
    uncounted: "on",
    idempotency_key: randomUUID(),
  };
  const [one, again] = [
    await press(seller, `/task/${key}/ship`, shipping),
    await press(seller, `/task/${key}/ship`, shipping),
  ];
  expect([one.status, again.status]).toEqual([303, 303]);
  const shipped =
    "select count(*)::int as n from activity where subject = 'card' and subject_key = $1 and kind = 'shipped'";
  expect(await rows(shipped, key)).toEqual([{ n: 1 }]);
  expect((await see(buyer, "/order?q=BACK-1")).text).toContain("BACK-1");
  expect((await see(buyer, "/task/shipped.csv?q=BACK-1")).text).toContain("離れた先の品");
  const done = asked(backend).filter(({ method, status }) => method === "POST" && status < 300);
  expect(done.length).toBeGreaterThanOrEqual(5);
  expect(asked(pages)).toEqual([]);
});

test("a refusal there stands beside its field here, another company's order is not found", async () => {
  const page = await press(buyer, "/order/new", { ...ORDER, "lines[0].num_items": "-1", step: "check" });
  expect(page.status).toBe(422);
  expect(page.text).toContain("離れた先の品");
  const [{ key }] = await rows("select key from orders where order_id = 'BACK-1'");
  const other = await pages.cookieOf("admin@suzuki.example");
  expect((await see(other, `/order/${key}`)).status).toBe(404);
});

test("a message is said and listed there, and heard by who has the chat open here and there", async () => {
  const ears = [hear([pages.port], buyer), hear([backend.port], buyer)];
  expect(await soon(() => ears.every(({ state }) => state.open), WAIT)).toBe(true);
  const before = asked(backend).filter(({ path }) => path.startsWith("/graphql")).length;
  const said = await pages.post(
    `/chat/${ROOM}/messages`,
    { id: randomUUID(), message: "離れた先から" },
    seller,
  );
  expect(said.status).toBe(200);
  expect(await soon(() => ears.every((one) => one.messages().length === 1), WAIT)).toBe(true);
  expect((await see(buyer, `/chat/${ROOM}`)).text).toContain("離れた先から");
  expect(asked(backend).filter(({ path }) => path.startsWith("/graphql")).length).toBeGreaterThan(before);
  ears.forEach((one) => one.stop());
});

test("a file goes there and comes back", async () => {
  const cut = "cut";
  const bytes = "品名,数量\r\n板,5\r\n";
  const id = randomUUID();
  const body = [
    `--${cut}\r\nContent-Disposition: form-data; name="id"\r\n\r\n${id}\r\n`,
    `--${cut}\r\nContent-Disposition: form-data; name="files"; filename="m.csv"\r\nContent-Type: text/csv\r\n\r\n${bytes}\r\n--${cut}--\r\n`,
  ].join("");
  const sent = await pages.ask(`/chat/${ROOM}/files`, {
    method: "POST",
    body,
    headers: {
      Cookie: seller,
      Origin: two.origin,
      Accept: "application/json",
      "Content-Type": `multipart/form-data; boundary=${cut}`,
      "Content-Length": String(Buffer.byteLength(body)),
    },
  });
  expect([sent.status, sent.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  const [{ name }] = await rows("select key as name from file order by created_time desc limit 1");
  expect((await see(buyer, `/file/${name}`)).text).toBe(bytes);
});

test("whoever asked is noted there by their own address, not by that of the pages", async () => {
  const [{ id }] = await rows("select id from member where email = 'genba@yamada.example'");
  const ended = await press(seller, `/setting/user/${id}/signout`, {}, { "X-Forwarded-For": "203.0.113.9" });
  expect(ended.status).toBe(303);
  expect(
    await rows(
      "select ip, actor_name from security_event where event = 'session_ended' order by key desc limit 1",
    ),
  ).toEqual([{ ip: "203.0.113.9", actor_name: "山田 太郎" }]);
});

test("with the other process away pages and posts say so, and once it is back the same post is done once", async () => {
  await backend.kill();
  const page = await see(buyer, "/order");
  expect([page.status, page.headers["retry-after"]]).toEqual([503, "5"]);
  const id = randomUUID();
  const words = { id, message: "届かない言葉" };
  expect((await pages.post(`/chat/${ROOM}/messages`, words, seller)).status).toBe(503);
  const typed = await press(buyer, "/order/new", { ...ORDER, step: "check" });
  expect(typed.status).toBe(503);
  await backend.start();
  expect((await see(buyer, "/order")).status).toBe(200);
  for (let n = 0; n < 2; n++)
    expect((await pages.post(`/chat/${ROOM}/messages`, words, seller)).status).toBe(200);
  expect(await rows("select count(*)::int as n from message where id = $1", id)).toEqual([{ n: 1 }]);
  expect(await rows("select * from check_invariants()")).toEqual([]);
});
