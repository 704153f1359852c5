import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "~/lib/web/server.testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let hand: Browser, boss: Browser;
let rest: Awaited<ReturnType<TestApp["as"]>>;
beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  [hand, boss] = [
    await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD),
    await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD),
  ];
  rest = await t.as("admin@yamada.example");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const made = async (name: string, more: object = {}) =>
  (
    await rest.post("/cards", {
      buyer_id: "tanaka",
      name,
      num_items: "20",
      order_unit: "piece",
      unit: "piece",
      unit_price: "10",
      group_id: 5,
      ...more,
    })
  ).body as { key: number; id: string; version: number };
const card = async (key: number) => (await rest.get(`/cards/${key}`)).body.card;
const out = { to: "6", partner_id: "sato", delivery_date: "2030/1/5", unit_price: "120" };

test("without a script: the partner is asked for, the plan is confirmed, chosen again with nothing lost, moved and taken back", async () => {
  const { key } = await made("軸受台");
  const ids = `${key}.1`;
  const asked = await hand.post("/task/move?group_id=5", { ids, to: "6" });
  expect(asked.status).toBe(422);
  expect(asked.text).toContain("頼む協力会社を選ぶか");
  expect(asked.text).toMatch(/data-partner="[^"]*">/);
  const check = await hand.post("/task/move?group_id=5", { ids, ...out, moved_time: "", reason: "まとめて" });
  for (const words of [
    "移動できる 1件 / できない 0件",
    "請求済みで戻す 0件",
    "佐藤鈑金工業株式会社",
    "2030/1/5(土)",
    "120円",
    "まとめて",
  ])
    expect(check.text).toContain(words);
  const again = await hand.post("/task/move?group_id=5", { ids, ...out, reason: "まとめて", go: "edit" });
  for (const words of [`checked="" value="${ids}"`, "まとめて</textarea>", `value="120"`])
    expect(again.text).toContain(words);
  const done = await hand.post("/task/move?group_id=5", {
    ids,
    ...out,
    go: "move",
    idempotency_key: "one-move",
  });
  expect(done.text).toContain("移動 1件 / 失敗 0件");
  expect(done.text).toContain(`<a href="/task/${key}?tab=log" class="py-1 text-accent">履歴</a>`);
  expect(await card(key)).toMatchObject({ group_id: 6, collab_name: "佐藤鈑金工業株式会社", version: 3 });
  const back = await hand.post("/task/move?group_id=5", {
    ids: `${key}.3`,
    go: "undo",
    idempotency_key: "undo.one-move",
  });
  expect(back.text).toContain("元に戻した 1件 / 失敗 0件");
  expect(await card(key)).toMatchObject({ group_id: 5, collab_name: null });
});

test("a part that comes twice under its key is done once; what came of all parts is shown and told by reason", async () => {
  const { key } = await made("側板");
  const part = { ids: `${key}.1`, to: "4", include: "all", idempotency_key: "whole.0" };
  const first = JSON.parse((await hand.post("/task/move/chunk", part)).text);
  expect(first.results).toMatchObject({ num_moved: 1, items: [{ key, version: 2 }] });
  expect(JSON.parse((await hand.post("/task/move/chunk", part)).text)).toEqual(first);
  expect((await card(key)).version).toBe(2);
  const wrong = await hand.post("/task/move/chunk", { ...part, to: "6", idempotency_key: "whole.1" });
  expect([wrong.status, JSON.parse(wrong.text).reply.error.partner_id.length]).toEqual([422, 1]);
  const failed = {
    key: 1,
    id: "1",
    name: "蓋",
    version: 1,
    ok: false,
    exceptions: [],
    detail: "カードが見つかりません。",
  };
  const shown = await hand.post("/task/move", {
    go: "show",
    results: JSON.stringify([...first.results.items, failed]),
  });
  for (const words of [
    "移動 1件 / 失敗 1件",
    "カードが見つかりません。（1件）",
    "失敗だけ再表示",
    "元に戻す",
  ])
    expect(shown.text).toContain(words);
  expect((await hand.post("/task/move", { go: "show", results: "[{" })).status).toBe(422);
});

test("a half-finished lot asks by a page of its own what becomes of its rest, from the board, by drag and many at once; nothing has moved meanwhile", async () => {
  const lot = async () => {
    const one = await made("ワッシャー", { num_items: "4300", group_id: 3 });
    await rest.post(`/cards/${one.key}/count`, {
      version: 1,
      num_good: "0",
      num_defective: "0",
      num_partial: "2150",
    });
    return one;
  };
  const [one, other] = [await lot(), await lot()];
  const fields = { key: String(one.key), version: "2", group_id: "4" };
  const asked = await hand.post("/task/kanban/move", fields);
  expect([asked.status, asked.to]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^/task/${one.key}/move\\?to=4&return=`)),
  ]);
  const dragged = await hand.post("/task/kanban/move", { ...fields, part: "c=3" });
  expect([dragged.status, JSON.parse(dragged.text)]).toMatchObject([
    409,
    { to: asked.to!.replace(/return=.*/, "return=%2Ftask%2Fkanban%3Fsaved%3D1") },
  ]);
  const page = await hand.get(asked.to!);
  for (const words of [
    "残り2,150個は「切断」に残す（分割）",
    "残り2,150個もいっしょに全部進める",
    'checked="" value="4"',
  ])
    expect(page.text).toContain(words);
  expect(page.text).toContain('data-required="残りをどうするかを選択してください"');
  const refused = await hand.post(asked.to!, { version: "2", group_id: "4" });
  expect([refused.status, refused.text.includes("残りをどうするかを選んでください")]).toEqual([422, true]);
  expect(await card(one.key)).toMatchObject({ group_id: 3, num_partial: "2150" });
  expect((await hand.post(asked.to!, { version: "2", group_id: "4", rest: "divide" })).status).toBe(303);
  expect(await card(one.key)).toMatchObject({ group_id: 4, num_items: "2150" });
  const ids = `${other.key}.2`;
  const check = await hand.post("/task/move?group_id=3", { ids, to: "4" });
  for (const words of ["残数あり 1件", "残数あり（残り2,150）", 'value="move.divide"', 'value="move.all"'])
    expect(check.text).toContain(words);
  expect(
    (await hand.post("/task/move?group_id=3", { ids, to: "4", go: "move", idempotency_key: "old page" }))
      .text,
  ).toContain("失敗 1件");
  expect(
    (await hand.post("/task/move?group_id=3", { ids, to: "4", go: "move.all", idempotency_key: "new-page" }))
      .text,
  ).toContain("移動 1件 / 失敗 0件");
  expect(await card(other.key)).toMatchObject({ group_id: 4, num_items: "4300", num_partial: "0" });
});

test("each card that is read adds a row; what is none of ours is said and not added", async () => {
  const [a, b] = [await made("蓋A"), await made("蓋B")];
  const first = (await hand.get(`/task/move?scan=${a.id}`)).to!;
  const second = (await hand.get(`${first}&scan=${b.id}`)).to!;
  const { text } = await hand.get(second);
  expect(new URL(second, "http://x").searchParams.get("add")).toBe(`${a.id} ${b.id}`);
  expect(text).toMatch(/data-heard="good".*蓋B」を追加しました（2枚）/s);
  const twice = await hand.get((await hand.get(`${second}&scan=${a.id}`)).to!);
  expect(twice.text).toMatch(/data-heard="bad".*すでに追加されています/s);
  const gone = (await hand.get(`${second}&scan=987654`)).to!;
  expect(new URL(gone, "http://x").searchParams.get("add")).toBe(`${a.id} ${b.id}`);
  expect((await hand.get(gone)).text).toMatch(
    /data-heard="bad".*role="alert".*自社のカードに見つかりません/s,
  );
});

test("完了 before a 外注 process offers to choose the partner, or to go there without", async () => {
  const [a, b] = [await made("継手A"), await made("継手B")];
  const form = (await hand.get(`/task/${a.key}/finish`)).text;
  for (const value of ["partner", "inside", "stay"]) expect(form).toContain(`value="${value}"`);
  const led = await hand.post(`/task/${a.key}/finish?return=/task/list`, {
    version: "1",
    num_good: "20",
    next: "partner",
  });
  expect([led.status, led.to]).toEqual([303, `/task/${a.key}/outsource?return=%2Ftask%2Flist`]);
  expect(await card(a.key)).toMatchObject({ group_id: 5, num_partial: "20" });
  expect((await hand.get(led.to!)).text).toContain("残りの 20個 を外注に出します");
  await hand.post(`/task/${b.key}/finish`, { version: "1", num_good: "20", next: "inside" });
  expect(await card(b.key)).toMatchObject({ group_id: 6, collab_name: null });
});

test("条件に合う全n件 is asked about first, and reaches what the conditions mean and nothing else", async () => {
  const cards = [await made("全件A"), await made("全件A"), await made("別の品")];
  for (const one of cards) await rest.post(`/cards/${one.key}/ship`, { version: 1, uncounted: true });
  const at = `/task/shipped?name=${encodeURIComponent("全件")}`;
  const question = await boss.post(at, { all: "on", act: "off" });
  expect(question.text).toContain("条件に合う全2件が対象です。「請求対象から外す」を行いますか。");
  const ids = [...question.text.matchAll(/<input type="hidden" name="ids" value="([^"]+)"/g)].map(
    ([, value]) => value!,
  );
  expect(ids.map((one) => Number(one.split(".")[0])).sort()).toEqual(
    cards
      .slice(0, 2)
      .map((one) => one.key)
      .sort(),
  );
  expect((await boss.post(at, { act: "off" })).text).toContain("対象を選択してください。");
  expect((await boss.post(at, { ids: ids[0]!, act: "off" })).status).toBe(303);
  expect(
    [
      (await card(cards[0]!.key)).is_billing_target,
      (await card(cards[1]!.key)).is_billing_target,
      (await card(cards[2]!.key)).is_billing_target,
    ].filter(Boolean),
  ).toHaveLength(2);
  const products = await boss.post("/setting/product", { all: "on", go: "stop" });
  expect(products.text).toMatch(/条件に合う全\d+件が対象です。「無効化」を行いますか。/);
  const sato = await site.signedIn("admin@sato.example", SAMPLE_PASSWORD);
  expect((await sato.post(at, { all: "on", act: "off" })).text).toContain("対象を選択してください。");
});
