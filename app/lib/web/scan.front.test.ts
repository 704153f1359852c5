import { afterAll, beforeAll, expect, test } from "vitest";
import { png } from "~/lib/file/testing.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "./server.testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let genba: Browser;
let admin: Person;
beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  genba = await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD);
  admin = await t.as("admin@yamada.example");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

async function made() {
  const { body } = await admin.post("/cards", {
    buyer_id: "tanaka",
    name: "ブラケットA",
    num_items: "100",
    order_unit: "piece",
    unit: "piece",
  });
  const { body: codes } = await admin.get(`/codes?kind=card&keys=${body.key}`);
  return { key: body.key as number, id: body.id as string, token: codes.items[0].token as string };
}
const versionOf = async (key: number) => (await admin.get(`/cards/${key}`)).body.card.version as number;
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const shows = (html: string, label: string) => new RegExp(`<button(?![^>]* hidden)[^>]*>${label}`).test(html);

test("a phone that opens a printed code sees the card and what can be done; nothing has changed", async () => {
  const card = await made();
  const before = await versionOf(card.key);
  const page = await genba.get(`/s/${card.token}`);
  // Whether it is online is known to the script alone.
  expect(page.text).not.toContain("オンライン");
  expect(page.status).toBe(200);
  expect(page.text).toContain("ブラケットA");
  expect(shows(page.text, "着手")).toBe(true);
  expect(shows(page.text, "中断")).toBe(false);
  expect(await versionOf(card.key)).toBe(before);
});

test("parts that are not there are told before the work, on the page and to the script alike", async () => {
  const product = async (code: string) => {
    const basics = { code, name: `部品 ${code}`, order_unit: "piece", unit: "piece", is_stock: true };
    return (await admin.post("/products", { ...basics, buyer_id: "shohin-zaiko" })).body.product_id as number;
  };
  const [parent, part] = [await product("SC-1"), await product("SC-2")];
  const parts = [{ part_id: part, per_parent: "2" }];
  expect((await admin.put(`/products/${parent}/parts`, { version: 1, parts })).status).toBe(200);
  const card = { buyer_id: "shohin-zaiko", product_id: parent, num_items: "5", delivery_date: "2026-12-01" };
  const { body } = await admin.post("/cards", card);
  const told = "部品が足りません（部品 SC-2 あと 10個）";
  expect((await genba.get(`/s/?code=${body.id}`)).text).toContain(told);
  expect((await genba.get(`/s/look?code=${body.id}`)).text).toContain(told);
  await admin.post(`/inventory/${part}/moves`, { kind: "in", num: "10", effective_date: "2026-11-01" });
  expect((await genba.get(`/s/?code=${body.id}`)).text).not.toContain("部品が足りません");
});

test("a reading nested deeper than any is refused in Japanese", async () => {
  const answer = await genba.post("/s/scans", { body: `{"items":[${"[".repeat(5000)}${"]".repeat(5000)}]}` });
  expect([answer.status, answer.text]).toEqual([413, expect.stringContaining("送信された項目が多すぎます")]);
});

test("without signing in a code leads to the sign-in page and back to itself", async () => {
  const { token } = await made();
  expect((await site.browser("").get(`/s/${token}`)).to).toBe(
    `/login?return_to=${encodeURIComponent(`/s/${token}`)}`,
  );
});

test("another company's code is told in plain words and shows nothing; buyers have no scan page, but see their own card by its code", async () => {
  const { token } = await made();
  const sato = await site.signedIn("admin@sato.example", SAMPLE_PASSWORD);
  const strange = await sato.get(`/s/${token}`);
  expect(strange.status).toBe(404);
  expect(strange.text).toContain("このコードは読み取れません");
  expect(strange.text).not.toContain("ブラケットA");
  const tanaka = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const suzuki = await site.signedIn("admin@suzuki.example", SAMPLE_PASSWORD);
  expect((await tanaka.get("/s/")).status).toBe(403);
  const { to } = await tanaka.get(`/s/${token}`);
  expect((await tanaka.get(to!)).text).toContain("ブラケットA");
  expect((await suzuki.get(`/s/${token}`)).status).toBe(403);
  expect((await sato.get("/s/nonsense")).status).toBe(404);
  expect((await sato.get("/s")).to).toBe("/s/");
});

test("the labels that are printed are those that are shown: of this page, of the ticked, or of all", async () => {
  for (let n = 0; n < 3; n++) await made();
  const ids = (text: string) => [
    ...new Set(
      [...text.matchAll(/(?:label-number|text-note text-muted)">(\d+(?:-\d+)?)(?:・|<)/g)].map(
        ([, id]) => id,
      ),
    ),
  ];
  const first = await genba.get("/task/status_code?kind=card&size=2");
  const second = await genba.get(/href="([^"]*after=[^"]*)"/.exec(first.text)![1]!.replaceAll("&amp;", "&"));
  const after = hidden(second.text, "after");
  expect(ids(second.text)).toHaveLength(2);
  const printed = await genba.get(
    `/task/status_code/print?${new URLSearchParams({ kind: "card", size: "2", after, paper: "a4-12" })}`,
  );
  expect(ids(printed.text)).toEqual(ids(second.text));
  expect(ids(printed.text)).not.toEqual(ids(first.text));
  const all = await genba.get(
    `/task/status_code/print?${new URLSearchParams({ kind: "card", size: "2", after, all: "on" })}`,
  );
  expect(ids(all.text)).toEqual(expect.arrayContaining([...ids(first.text), ...ids(second.text)]));
});

test("a product's label opens its only card, or asks which of them; opening writes nothing", async () => {
  const {
    body: { product_id },
  } = await admin.post("/products", {
    buyer_id: "tanaka",
    code: "QR-2",
    name: "ラベル板",
    order_unit: "piece",
    unit: "piece",
  });
  const {
    body: {
      items: [{ token }],
    },
  } = await admin.get(`/codes?kind=product&keys=${product_id}`);
  expect((await genba.get(`/s/${token}`)).text).toContain("「ラベル板」の進行中のカードはありません");
  const cards = [];
  for (const num_items of ["5", "6"]) {
    cards.push((await admin.post("/cards", { buyer_id: "tanaka", product_id, num_items })).body);
    const page = await genba.get(`/s/${token}`);
    if (cards.length === 1) expect(hidden(page.text, "card")).toBe(cards[0].id);
    else for (const { id } of cards) expect(page.text).toContain(`/s/?code=${id}`);
  }
  expect(await versionOf(cards[0].key)).toBe(cards[0].version);
  const labels = await admin.get(`/codes?kind=product&keys=${product_id}`);
  expect(labels.body.items[0].reads_today).toBe(0);
  const sheet = await genba.get(`/task/status_code/print?kind=product&ids=${product_id}&paper=a4-24`);
  expect(sheet.text).toContain("ラベル板のQRコード");
  expect(sheet.text).toContain(token);
});

test("without a script: a typed number, 着手, 完了 with quantities, and 取消", async () => {
  const card = await made();
  const page = await genba.get(`/s/?code=${card.id}`);
  const begun = await genba.post("/s/", {
    act: "start",
    card: hidden(page.text, "card"),
    client_id: hidden(page.text, "client_id"),
  });
  expect([begun.status, begun.to]).toEqual([303, "/s/"]);
  expect((await genba.get(`/s/?code=${card.id}`)).text).toContain("作業中");
  const asked = await genba.get(`/s/?card=${card.id}&act=finish`);
  expect(asked.text).toContain("完了：数量（残り 100個）");
  const short = await genba.post("/s/", { act: "finish", card: card.id, client_id: "a1", num_good: "60" });
  expect(short.status).toBe(409);
  expect(short.text).toContain("不足のまま完了する");
  const done = await genba.post("/s/", {
    act: "finish",
    card: card.id,
    client_id: "a2",
    num_good: "60",
    shortage: "short",
  });
  expect(done.status).toBe(303);
  await genba.post("/s/", { act: "undo", undoes: "a2", client_id: "a3" });
  expect((await genba.get(`/s/?code=${card.id}`)).text).toContain("作業中");
});

test("the same form sent twice is one scan, and a page of another site can send none", async () => {
  const card = await made();
  const form = { act: "start", card: card.id, client_id: "twice" };
  const both = await Promise.all([genba.post("/s/", form), genba.post("/s/", form)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect((await admin.get(`/cards/${card.key}/work`)).body.works).toHaveLength(1);
  const foreign = await fetch(`${site.base}/s/`, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
    body: new URLSearchParams(form),
  });
  expect(foreign.status).toBe(403);
});

test("the worker is for the page itself and its files; it may be kept but is asked for anew", async () => {
  const answer = await fetch(`${site.base}/sw.js`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("javascript");
  expect(answer.headers.get("Content-Security-Policy")).toContain("script-src 'self'");
});

test("この列のQRを印刷 shows the code of that process alone, and prints no other", async () => {
  const shown = (await genba.get("/task/status_code?group_id=3")).text;
  expect(shown.match(/aria-label="[^"]*のQRコード"/g)).toEqual(['aria-label="切断のQRコード"']);
  expect(shown.match(/<input type="hidden" name="group_id" value="3"/g)).toHaveLength(2);
  expect((await genba.get("/task/status_code/print?kind=process&group_id=3")).text).toContain("1件・");
});

test("現品票 and labels are for the factory alone, whatever is asked of them", async () => {
  const { key } = await made();
  const sato = await site.signedIn("admin@sato.example", SAMPLE_PASSWORD);
  expect((await genba.get(`/task/${key}/tag`)).text).toContain("現品票");
  expect((await sato.get(`/task/${key}/tag`)).status).toBe(404);
  expect((await sato.get(`/task/tag?key=${key}`)).status).toBe(404);
  expect((await genba.get("/task/tag")).status).toBe(422);
  expect((await genba.get("/task/tag?key=x")).status).toBe(422);
  expect((await genba.get(`/task/tag?key=${key}&boxes=9999999&paper=zz`)).status).toBe(200);
  for (const path of [
    "/task/status_code?kind=zz",
    "/task/status_code?kind=card&q=%00",
    "/task/status_code/print?kind=process&paper=zz",
    "/task/status_code.csv?kind=worker",
  ]) {
    expect([path, (await genba.get(path)).status]).toEqual([path, 200]);
  }
  expect((await genba.get("/task/status_code/reissue?kind=process&ids=3")).status).toBe(403);
});

test("without a script a photo is chosen with what else is recorded, and stands there once 完了 is pressed", async () => {
  const { version } = (await admin.get("/factories/self/meta")).body;
  const items = [{ label: "現物写真", kind: "photo", group_id: 3, is_required: true }];
  const { record_items } = (await admin.put("/factories/self/meta/record_items", { version, items })).body;
  const name = `photos_${record_items[0].item_id}`;
  const card = await made();
  const moved = { version: await versionOf(card.key), group_id: 3 };
  expect((await admin.post(`/cards/${card.key}/move`, moved)).status).toBe(201);
  const page = await genba.get(`/s/?card=${card.id}&act=finish`);
  expect(page.text).toContain('encType="multipart/form-data"');
  expect(page.text).toMatch(new RegExp(`type="file"[^>]*name="${name}"`));
  const press = async (photo: Uint8Array | null) => {
    const form = new FormData();
    const client_id = hidden(page.text, "client_id");
    for (const [field, value] of Object.entries({ act: "finish", card: card.id, client_id }))
      form.append(field, value);
    form.append(name, new Blob(photo ? [new Uint8Array(photo)] : []), photo ? "現物.png" : "");
    const headers = { Cookie: genba.cookie, Origin: site.base };
    return fetch(`${site.base}/s/`, { method: "POST", headers, body: form, redirect: "manual" });
  };
  const refused = await press(null);
  expect([refused.status, (await refused.text()).includes("現物写真")]).toEqual([409, true]);
  expect((await press(await png())).status).toBe(303);
  const records = (await admin.get(`/cards/${card.key}/measurements`)).body.items;
  expect(records).toMatchObject([{ label: "現物写真", choice: "撮影済", judgement: "ok" }]);
  expect(records[0].photos).toHaveLength(1);
  await admin.put("/factories/self/meta/record_items", { version: version + 1, items: [] });
});

test("a form sent with letters that no header carries leads back to the page", async () => {
  for (const [client_id, decision] of [
    ["df5157ff", "片付ける"],
    ["あ", "discard"],
    ["x".repeat(300), "apply"],
  ] as const) {
    const page = await genba.post("/s/", { client_id, decision });
    expect([page.status, page.to]).toEqual([303, "/s/"]);
  }
});
