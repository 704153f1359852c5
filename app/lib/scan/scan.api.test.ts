import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { restWords } from "./ask";
import type { CardSummary } from "./scan";

let t: TestApp;
let yamada: Person;
let genba: Person;
let sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, sato] = await t.people("admin@yamada", "genba@yamada", "admin@sato");
  await tenant(t.db, { company_id: "yamada", username: "admin@yamada.example" }, (db) =>
    db.execute(sql`update process set runs_unmanned = true where group_id = 3`),
  );
});
afterAll(async () => {
  expect(await owned("select * from check_invariants()")).toEqual([]);
  await t.stop();
});

const owned = async (query: string) =>
  (
    await tenant(
      t.db,
      { company_id: "yamada", username: "admin@yamada.example" },
      (db) => db.execute(sql.raw(query)),
      "read",
    )
  ).rows;
/** A card of yamada's in 切断 (3), or elsewhere. */
async function made(num_items = "100", group_id = 3): Promise<{ key: number; id: string; token: string }> {
  const { body } = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "ブラケットA",
    num_items,
    order_unit: "piece",
    unit: "piece",
    unit_price: "100",
  });
  await yamada.post(`/cards/${body.key}/move`, { version: body.version, group_id });
  const { body: codes } = await yamada.get(`/codes?kind=card&keys=${body.key}`);
  return { key: body.key, id: body.id, token: codes.items[0].token };
}
const item = (act: string, card: string, more: object = {}) => ({
  client_id: crypto.randomUUID(),
  act,
  card,
  device_time: new Date().toISOString(),
  ...more,
});
const scan = async (...items: object[]) =>
  (await genba.post("/scans", { items, device_now: new Date().toISOString() })).body.items;
const brief = async (card: string): Promise<CardSummary> =>
  (await genba.get(`/scans/look?code=${card}`)).body.card;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("a card's code and its number show the same card; reading changes nothing", async () => {
  const card = await made();
  const before = await brief(card.token);
  expect(before).toMatchObject({
    id: card.id,
    name: "ブラケットA",
    status: "切断",
    state: "none",
    next: "曲げ",
    num_left: "100",
    unit: "個",
  });
  expect(await brief(card.id)).toEqual(before);
  expect(await brief(`https://koba.example/s/${card.token.toUpperCase()}`)).toEqual(before);
});

test("another company's code is as strange as any, and tells nothing", async () => {
  const card = await made();
  const theirs = (await sato.get(`/scans/look?code=${card.token}`)).body;
  expect(theirs).toEqual((await sato.get("/scans/look?code=c1.00000000")).body);
  expect(theirs.detail).toContain("読み取れません");
  const { body } = await sato.post("/scans", { items: [item("start", card.token)] });
  expect(body.items[0]).toMatchObject({ result: "refused", card: null });
});

test("着手, 中断, 再開, 完了: a card is walked through by its code, and passes on to the next process", async () => {
  const { token } = await made();
  const [begun] = await scan(item("start", token, { worker_id: 1 }));
  expect(begun).toMatchObject({ result: "done", card: { state: "working", workers: "井上" } });
  expect((await scan(item("pause", token, { worker_id: 1 })))[0]).toMatchObject({
    result: "refused",
    errors: { reason_id: [expect.any(String)] },
  });
  expect((await scan(item("pause", token, { worker_id: 1, reason: "昼休み" })))[0].card.state).toBe("paused");
  // 着手's code goes on with a card that pauses.
  expect((await scan(item("start", token, { worker_id: 1 })))[0].card.state).toBe("working");
  expect((await scan(item("finish", token, { worker_id: 1 })))[0]).toMatchObject({
    result: "done",
    card: { status: "曲げ", state: "none", num_left: "100" },
  });
  expect((await scan(item("next", token)))[0].card.status).toBe("溶接");
});

test("無人運転 by a scan: whoever set the machine up is free, and 取消 brings them back to it", async () => {
  const { token, key } = await made();
  await scan(item("start", token, { worker_id: 1 }));
  const turned = item("unmanned", token);
  expect((await scan(turned))[0]).toMatchObject({
    result: "done",
    detail: expect.stringContaining("を無人運転にしました"),
    card: { state: "working", workers: "井上（無人）", worker_ids: [], is_unmanned: true },
  });
  expect((await scan(item("unmanned", token, { worker_id: 2 })))[0]).toMatchObject({
    result: "refused",
    detail: "このカードは、すでに無人運転中です。",
  });
  expect((await scan(item("undo", "", { undoes: turned.client_id })))[0].card).toMatchObject({
    workers: "井上",
    worker_ids: [1],
    is_unmanned: false,
  });
  await scan(item("unmanned", token, { worker_id: 1 }));
  // Where the tablet knows no worker, it is theirs again.
  const back = item("start", token);
  expect((await scan(back))[0]).toMatchObject({ card: { workers: "井上", worker_ids: [1] } });
  await scan(item("undo", "", { undoes: back.client_id }));
  // In the name of who has a PIN nobody begins work without it.
  const pin = (value: string) =>
    tenant(
      t.db,
      { company_id: "yamada", username: "admin@yamada.example" },
      (db) => db.execute(sql.raw(`update worker set pin_hash = ${value} where worker_id = 1`)),
      "write",
    );
  await pin("'x'");
  const nobodys = item("start", token);
  expect((await scan(nobodys))[0]).toMatchObject({ result: "done", card: { workers: "", worker_ids: [] } });
  await scan(item("undo", "", { undoes: nobodys.client_id }));
  await pin("null");
  expect((await scan(item("finish", token, { worker_id: 1 })))[0]).toMatchObject({
    card: { status: "曲げ" },
  });
  const works = await owned(
    `select is_unmanned, is_void, num_partial::int from work where card_key = ${key} order by key`,
  );
  expect(works.filter((one) => !one.is_void)).toEqual([
    { is_unmanned: false, is_void: false, num_partial: expect.any(Number) },
    { is_unmanned: true, is_void: false, num_partial: expect.any(Number) },
  ]);
});

test("a colleague at another tablet turns to 無人運転 and back: whoever was there before is free", async () => {
  const { token, key } = await made();
  await scan(item("start", token, { worker_id: 1 }));
  await scan(item("start", token, { worker_id: 2 }));
  expect((await scan(item("unmanned", token, { worker_id: 3 })))[0]).toMatchObject({
    card: { workers: "江口（無人）", worker_ids: [], is_unmanned: true },
  });
  const taken = item("start", token, { worker_id: 2 });
  expect((await scan(taken))[0]).toMatchObject({
    card: { workers: "上田", worker_ids: [2], is_unmanned: false },
  });
  expect((await scan(item("undo", "", { undoes: taken.client_id })))[0].card).toMatchObject({
    workers: "江口（無人）",
    is_unmanned: true,
  });
  expect((await scan(item("finish", token)))[0]).toMatchObject({ card: { status: "曲げ" } });
  const open = await owned(`select key from work where card_key = ${key} and work_end is null`);
  expect(open).toEqual([]);
});

test("the same scan sent twice, at once or later, is one", async () => {
  const { token, key } = await made();
  const one = item("start", token, { worker_id: 2 });
  const answers = await Promise.all([scan(one), scan(one), scan(one)]);
  expect(answers.map(([answer]) => answer.result).sort()).toEqual(["again", "again", "done"]);
  expect((await scan(one))[0].result).toBe("again");
  expect(await owned(`select * from work where card_key = ${key}`)).toHaveLength(1);
});

test("取消 takes a scan back, once, and not after something else has happened", async () => {
  const { token } = await made();
  const begun = item("start", token, { worker_id: 3 });
  await scan(begun);
  expect((await scan(item("undo", "", { undoes: begun.client_id })))[0]).toMatchObject({
    result: "done",
    card: { state: "none" },
  });
  expect((await scan(item("undo", "", { undoes: begun.client_id })))[0].result).toBe("refused");
  const finished = item("finish", token, { worker_id: 3 });
  await scan(finished);
  expect((await scan(item("undo", "", { undoes: finished.client_id })))[0].card).toMatchObject({
    status: "切断",
    num_left: "100",
  });
});

test("a half-finished lot scanned on asks what becomes of its rest, at once or kept on the device; whose work ended is told, and 取消 makes it whole", async () => {
  const { key, token, id } = await made("4300");
  await scan(item("finish", token, { num_good: "0", num_partial: "2150" }));
  const {
    items: [worker],
  } = (await genba.get("/workers")).body;
  const half = await brief(token);
  expect(half.half).toEqual(expect.objectContaining({ rest: "2150", divisible: true }));
  expect(restWords(half).map(({ text }) => text)).toEqual([
    "残り2,150個は「切断」に残す",
    "残り2,150個もいっしょに進める",
  ]);
  for (const more of [{ act: "next" }, { act: "start", group_id: 4, move: true }]) {
    expect((await scan(item(more.act, token, more)))[0]).toMatchObject({
      result: "refused",
      errors: { rest: [expect.stringContaining("残り2,150個")] },
    });
  }
  await scan(item("start", token, { worker_id: worker.worker_id }));
  const next = item("next", token, { rest: "divide" });
  expect((await scan(next))[0]).toMatchObject({
    result: "done",
    detail: expect.stringContaining(`${worker.name}さんの切断を終了しました`),
    card: { status: "曲げ", num_items: "2150", half: null },
  });
  await scan(item("undo", "", { undoes: next.client_id }));
  expect(await brief(token)).toMatchObject({
    status: "切断",
    num_items: "4300",
    num_left: "2150",
    state: "working",
  });
  const late = item("next", token, { queued: true });
  expect((await scan(late))[0]).toMatchObject({ result: "conflict" });
  const { conflicts } = (await genba.get("/scans/station")).body;
  expect(conflicts.find((one: any) => one.client_id === late.client_id)).toMatchObject({
    card_key: key,
    rests: [{ value: "divide" }, { value: "all" }],
  });
  const apply = (more: object) =>
    genba.post("/scans/resolve", { client_id: late.client_id, decision: "apply", ...more });
  expect((await apply({})).body.errors).toHaveProperty("rest");
  expect((await apply({ rest: "all" })).body).toMatchObject({
    result: "done",
    card: { id, status: "曲げ", num_items: "4300" },
  });
});

test("a late scan of a number that no card has is set right and done; what was never a card is told as what was seen", async () => {
  const card = await made();
  const [wrong, garbled] = [
    item("start", "999999", { queued: true }),
    item("start", "c5c.zzzzzzzz", { queued: true }),
  ];
  await scan(wrong, garbled);
  const { conflicts } = (await genba.get("/scans/station")).body;
  const of = (one: { client_id: string }) =>
    conflicts.find((each: any) => each.client_id === one.client_id).card;
  expect([of(wrong), of(garbled)]).toEqual(["999999", "読み取ったカード（コードを確認できません）"]);
  const done = await genba.post("/scans/resolve", {
    client_id: wrong.client_id,
    decision: "apply",
    card: card.id,
  });
  expect(done.body).toMatchObject({ result: "done", card: { id: card.id, state: "working" } });
  await genba.post("/scans/resolve", { client_id: garbled.client_id, decision: "discard" });
});

test("at a device of another process, what is going on is stopped and finished where it goes on; only 着手 asks to move", async () => {
  const { token } = await made();
  await scan(item("start", token));
  expect((await scan(item("pause", token, { group_id: 7, reason: "段取り" })))[0]).toMatchObject({
    result: "done",
    card: { status: "切断", state: "paused" },
  });
  expect((await scan(item("start", token, { group_id: 7 })))[0]).toMatchObject({
    result: "done",
    card: { status: "切断", state: "working" },
  });
  expect((await scan(item("finish", token, { group_id: 7 })))[0]).toMatchObject({
    result: "done",
    card: { status: "曲げ" },
  });
  expect((await scan(item("finish", token, { group_id: 7 })))[0]).toMatchObject({
    result: "refused",
    errors: { move: [expect.any(String)] },
  });
});

test("a card that stands elsewhere is asked about, and moved where one says so", async () => {
  const { token } = await made();
  const [asked] = await scan(item("start", token, { group_id: 7 }));
  expect(asked).toMatchObject({
    result: "refused",
    detail: "このカードは「切断」にあります。「検査」に移しますか。",
    errors: { move: [expect.any(String)] },
  });
  expect((await scan(item("start", token, { group_id: 7, move: true })))[0]).toMatchObject({
    result: "done",
    card: { status: "検査", state: "working" },
  });
});

test("defective ones want a reason, too few a choice, too many a word", async () => {
  const { token } = await made();
  await scan(item("start", token));
  expect((await scan(item("finish", token, { num_defective: "3" })))[0].errors).toHaveProperty("reason_id");
  expect((await scan(item("finish", token, { num_good: "90" })))[0].errors).toHaveProperty("shortage");
  expect((await scan(item("finish", token, { num_good: "101" })))[0].errors).toHaveProperty("over");
  expect(
    (await scan(item("finish", token, { num_good: "97", num_defective: "3", reason_id: 1 })))[0],
  ).toMatchObject({ result: "done", card: { status: "曲げ" } });
});

test("one bad item stops no other", async () => {
  const { token } = await made();
  const results = await scan(
    null as never,
    { client_id: 5 },
    item("start", "9999999"),
    item("fly", token),
    item("start", token),
  );
  expect(results.map((one: { result: string }) => one.result)).toEqual([
    "refused",
    "refused",
    "refused",
    "refused",
    "done",
  ]);
  expect(results[2].detail).toBe("カード「9999999」は見つかりません。番号を確かめてください。");
  expect(results[3].errors).toHaveProperty("act");
});

test("what no database keeps does no harm, neither sent now nor kept before", async () => {
  const { token } = await made();
  for (const queued of [false, true])
    for (const bad of ["\u0000", "\ud800", "𠮷".repeat(50)]) {
      const all = {
        tokens: [bad, token],
        seen: { group_id: 3, status: bad },
        reason: bad,
        client_id: `x${bad}`,
        card: bad,
        pass: bad,
        undoes: bad,
      };
      for (const one of Object.entries(all)) {
        const { status, body } = await genba.post("/scans", {
          items: [item("pause", token, { queued, reason: "昼休み", [one[0]]: one[1] })],
        });
        expect([one[0], status, ["refused", "conflict"].includes(body.items?.[0].result)]).toEqual([
          one[0],
          201,
          true,
        ]);
      }
    }
});

test("scans kept while there was no network count from when they happened, also on a device whose clock is wrong", async () => {
  const { token, key } = await made();
  await owned("select 1");
  await tenant(t.db, { company_id: "yamada", username: "x" }, (db) =>
    db.execute(sql.raw(`update card set update_time = now() - interval '3 hours' where key = ${key}`)),
  );
  const clock = (minutes: number) => new Date(Date.now() + 86_400_000 - minutes * 60_000).toISOString();
  const kept = [
    item("start", token, { worker_id: 4, queued: true, device_time: clock(90) }),
    item("finish", token, { worker_id: 4, queued: true, device_time: clock(30) }),
  ];
  const { body } = await genba.post("/scans", { items: kept, device_now: clock(0) });
  expect(body.items.map((one: { result: string }) => one.result)).toEqual(["done", "done"]);
  const [row] = await owned(
    `select extract(epoch from work_end - work_start) / 60 as minutes, extract(epoch from now() - work_end) / 60 as since from work where card_key = ${key}`,
  );
  expect(Number(row!.minutes)).toBeCloseTo(60, 0);
  expect(Number(row!.since)).toBeCloseTo(30, 0);
});

test("a kept scan that no longer fits waits as a conflict, sent again stays one, and is done or put away by a person", async () => {
  const { token, key } = await made();
  const seen = { group_id: 3, status: "切断" };
  const { body: card } = await yamada.get(`/cards/${key}`);
  await yamada.post(`/cards/${key}/move`, { version: card.card.version, group_id: 7 });
  const late = item("finish", token, { worker_id: 1, queued: true, seen, device_time: ago(60) });
  const other = item("pause", token, { worker_id: 1, queued: true, reason: "昼休み", device_time: ago(50) });
  const results = await scan(late, other);
  expect(results.map((one: { result: string }) => one.result)).toEqual(["conflict", "conflict"]);
  expect(results[0].detail).toBe("読み取ったときは「切断」にありましたが、今は「検査」にあります。");
  expect((await scan(late))[0].result).toBe("conflict");
  const waiting = () =>
    genba
      .get("/scans/station")
      .then(({ body }) => body.conflicts.filter((one: { card_key: number }) => one.card_key === key));
  expect(await waiting()).toHaveLength(2);
  expect((await sato.post("/scans/resolve", { client_id: late.client_id, decision: "apply" })).status).toBe(
    404,
  );
  expect(
    (await genba.post("/scans/resolve", { client_id: late.client_id, decision: "apply" })).body,
  ).toMatchObject({ result: "done", card: { status: "出荷待ち" } });
  expect(
    (await genba.post("/scans/resolve", { client_id: other.client_id, decision: "discard" })).status,
  ).toBe(201);
  expect(await waiting()).toEqual([]);
  expect((await genba.post("/scans/resolve", { client_id: other.client_id, decision: "apply" })).status).toBe(
    404,
  );
});

test("a kept scan that this version cannot read is shown, and put away, and keeps nobody from scanning", async () => {
  const { token, key } = await made();
  const { body: card } = await yamada.get(`/cards/${key}`);
  await yamada.post(`/cards/${key}/move`, { version: card.card.version, group_id: 7 });
  const late = item("finish", token, {
    worker_id: 1,
    queued: true,
    seen: { group_id: 3, status: "切断" },
    device_time: ago(60),
  });
  expect((await scan(late))[0].result).toBe("conflict");
  const owner = new pg.Client({ connectionString: t.owner_url });
  await owner.connect();
  await owner.query(`update scan set item = item || '{"rest":"of another version"}' where client_id = $1`, [
    late.client_id,
  ]);
  await owner.end();
  const waiting = async () =>
    (await genba.get("/scans/station")).body.conflicts.filter(
      (one: { client_id: string }) => one.client_id === late.client_id,
    );
  expect(await waiting()).toMatchObject([{ rests: [], outsource: null }]);
  const decide = (decision: string) =>
    genba.post("/scans/resolve", { client_id: late.client_id, decision }).then(({ status }) => status);
  expect([await decide("apply"), await decide("discard")]).toEqual([409, 201]);
  expect(await waiting()).toEqual([]);
});

test("a kept scan into an 外注 process goes out to the partner whom a person chooses afterwards, or stays inside if none is asked", async () => {
  const to = async (n: number) => {
    const { token, key } = await made("100", 5);
    const late = item("next", token, { worker_id: n, queued: true, device_time: ago(30) });
    expect((await scan(late))[0]).toMatchObject({
      result: "conflict",
      detail: expect.stringContaining("協力会社"),
    });
    const { body } = await genba.get("/scans/station");
    expect(body.conflicts.find((one: { card_key: number }) => one.card_key === key)).toMatchObject({
      client_id: late.client_id,
      outsource: 6,
    });
    return { key, client_id: late.client_id };
  };
  const out = await to(1);
  const {
    body: { card },
  } = await yamada.get(`/cards/${out.key}`);
  await genba.post(`/cards/${out.key}/start`, { version: card.version, worker_ids: [1] });
  const asked = {
    version: card.version + 1,
    partner_id: "sato",
    delivery_date: "2030-01-05",
    unit_price: "5",
  };
  const send = (body: object, person = genba) => person.post(`/scans/${out.client_id}/outsource`, body);
  expect((await send(asked, sato)).status).toBe(404);
  expect((await send({ ...asked, partner_id: "" })).body.errors.partner_id).toHaveLength(1);
  expect((await send({ ...asked, unit_price: "" })).body.errors.unit_price).toHaveLength(1);
  expect((await send(asked)).body).toMatchObject({
    result: "done",
    detail: expect.stringContaining("協力会社に出しました"),
    card: { group_id: 6, state: "none" },
  });
  expect((await yamada.get(`/cards/${out.key}/work`)).body.links).toMatchObject([
    { partner_name: "佐藤鈑金工業株式会社", received_time: null },
  ]);
  expect((await send({ ...asked, version: card.version + 3 })).status).toBe(404);
  const inside = await to(1);
  const apply = (more: object) =>
    genba.post("/scans/resolve", { client_id: inside.client_id, decision: "apply", ...more });
  expect((await apply({})).body.errors.partner_id).toHaveLength(1);
  expect((await apply({ inside: true })).body).toMatchObject({ result: "done", card: { group_id: 6 } });
});

test("a worker with 暗証番号 gives it first; wrong ones make one wait, and a kept scan without it is a conflict", async () => {
  const { body: worker } = await yamada.post("/workers", { name: "暗証 守", pin: "4649" });
  const { token } = await made();
  const of = { worker_id: worker.worker_id };
  expect((await scan(item("start", token, of)))[0]).toMatchObject({
    result: "refused",
    errors: { pin: [expect.any(String)] },
  });
  expect((await genba.post("/scans/pin", { ...of, pin: "0000" })).body).toMatchObject({
    pass: null,
    detail: "暗証番号が違います。",
  });
  const { pass } = (await genba.post("/scans/pin", { ...of, pin: "4649" })).body;
  expect((await scan(item("start", token, { ...of, pass })))[0].result).toBe("done");
  expect((await scan(item("pause", token, { ...of, queued: true, reason: "昼" })))[0].result).toBe(
    "conflict",
  );
  for (let i = 0; i < 5; i++) await genba.post("/scans/pin", { ...of, pin: "1111" });
  expect((await genba.post("/scans/pin", { ...of, pin: "4649" })).body).toMatchObject({
    pass: null,
    detail: "暗証番号を続けて間違えたため、あと1分は入力できません。",
  });
  expect((await sato.post("/scans/pin", { ...of, pin: "4649" })).status).toBe(404);
});

test("what somebody scanned who has left since is told so, registered under their name by a person, and can be corrected after", async () => {
  const { body: worker } = await yamada.post("/workers", { name: "去る 人" });
  const { token, key } = await made();
  const of = { worker_id: worker.worker_id, queued: true };
  expect((await yamada.post("/workers/state", { ids: [worker.worker_id], is_active: false })).status).toBe(
    201,
  );
  const late = [
    item("start", token, { ...of, device_time: ago(50) }),
    item("finish", token, { ...of, device_time: ago(20), num_good: "100" }),
  ];
  expect((await scan(item("start", token, { worker_id: worker.worker_id })))[0]).toMatchObject({
    result: "refused",
    detail: "去る 人さんは、今は無効になっています。作業者を選び直してください。",
  });
  expect((await scan(...late)).map((one: { result: string }) => one.result)).toEqual([
    "conflict",
    "conflict",
  ]);
  const { conflicts } = (await genba.get("/scans/station")).body;
  expect(conflicts.filter((one: { card_key: number }) => one.card_key === key)).toMatchObject([
    { worker: "去る 人" },
    { worker: "去る 人" },
  ]);
  for (const { client_id } of late)
    expect((await genba.post("/scans/resolve", { client_id, decision: "apply" })).body.result).toBe("done");
  const { works } = (await yamada.get(`/cards/${key}/work`)).body;
  expect(works).toMatchObject([{ worker_id: worker.worker_id, num_good: "100", status: "切断" }]);
  const { version } = (await yamada.get(`/cards/${key}`)).body.card;
  const correcting = {
    version,
    work_key: works[0].key,
    reason: "打ち間違い",
    worker_id: worker.worker_id,
    num_good: "98",
  };
  expect((await yamada.post(`/cards/${key}/correct`, correcting)).status).toBe(201);
});

test("再発行 ends the sheets printed so far with a plain sentence; only administrators may", async () => {
  const { token, key } = await made();
  expect((await genba.post("/codes/reissue", { kind: "card", keys: [key] })).status).toBe(403);
  expect((await sato.post("/codes/reissue", { kind: "card", keys: [key] })).status).toBe(404);
  expect(
    (await yamada.post("/codes/reissue", { kind: "process", keys: [9_007_199_254_740_991] })).status,
  ).toBe(404);
  expect((await yamada.post("/codes/reissue", { kind: "card", keys: [key] })).body).toEqual({
    num_changed: 1,
  });
  expect((await genba.get(`/scans/look?code=${token}`)).body.detail).toBe(
    "この用紙は再発行されたため、使えません。新しい用紙のコードを読み取ってください。",
  );
  const fresh = (await yamada.get(`/codes?kind=card&keys=${key}`)).body.items[0].token;
  expect(fresh).not.toBe(token);
  expect((await brief(fresh)).key).toBe(key);
});

test("what was read last and how often today is counted for each code", async () => {
  const { token } = await made();
  const of = async (kind: string, name: string) =>
    (await yamada.get(`/codes?kind=${kind}`)).body.items.find((one: { name: string }) => one.name === name);
  const before = await of("process", "溶接");
  expect(before).toMatchObject({ role: "work", is_active: true, reads_today: 0, last_read_time: null });
  await scan(item("start", token, { group_id: 5, move: true, tokens: [before.token, token, "p5.00000000"] }));
  await scan(item("finish", token, { group_id: 5, tokens: [before.token] }));
  expect(await of("process", "溶接")).toMatchObject({ reads_today: 2, last_read_time: expect.any(String) });
});

test("codes of processes, workers, operations and cards come in pages of a list, and tags with the factory's processes", async () => {
  const { key, token } = await made();
  expect((await yamada.get("/codes")).body.items.map((one: { name: string }) => one.name)).toContain("切断");
  expect(
    (await yamada.get("/codes?kind=worker")).body.items.map((one: { name: string }) => one.name),
  ).toEqual(expect.arrayContaining(["井上", "加藤"]));
  expect(
    (await yamada.get("/codes?kind=operation")).body.items.map((one: { name: string }) => one.name),
  ).toEqual(["着手", "完了", "中断"]);
  expect((await yamada.get("/codes?group_id=3")).body).toMatchObject({
    total: 1,
    items: [{ key: 3, name: "切断" }],
  });
  expect((await yamada.get("/codes?kind=worker&group_id=3")).body.total).toBeGreaterThan(1);
  const page = (await yamada.get("/codes?kind=card&size=2")).body;
  expect(page.items).toHaveLength(2);
  expect((await yamada.get(`/codes?kind=card&size=2&after=${page.next}`)).body.items[0].key).not.toBe(
    page.items[1].key,
  );
  const { items, processes } = (await yamada.get(`/codes/tags?keys=${key}&keys=${key}`)).body;
  expect(items).toEqual([
    expect.objectContaining({ key, token, buyer_name: "田中産業機械株式会社", unit: "個" }),
    expect.objectContaining({ key }),
  ]);
  expect(processes[0].label).toBe("新規依頼");
  expect((await sato.get(`/codes/tags?keys=${key}`)).body.items).toEqual([]);
});

test("a product's label means its cards on the board; its QR注意書き comes with each, and when a card has passed on", async () => {
  const { body: product } = await yamada.post("/products", {
    buyer_id: "tanaka",
    code: "QR-1",
    name: "ラベル板",
    order_unit: "piece",
    unit: "piece",
  });
  const { product_id } = product;
  const page = (await yamada.get(`/products/${product_id}`)).body;
  const steps = [{ group_id: 3 }, { group_id: 4, caution: "矢印の向き" }];
  await yamada.put(`/products/${product_id}/steps`, { version: page.product.version, steps, items: [] });
  const [code] = (await yamada.get(`/codes?kind=product&keys=${product_id}`)).body.items;
  expect(code).toMatchObject({ kind: "product", name: "ラベル板", number: "QR-1" });
  expect((await genba.get(`/scans/look?code=${code.token}`)).body).toMatchObject({
    kind: "product",
    key: product_id,
    label: "ラベル板",
    cards: [],
  });
  expect((await sato.get(`/scans/look?code=${code.token}`)).body).toMatchObject({ kind: null, cards: [] });
  const { body: card } = await yamada.post("/cards", {
    buyer_id: "tanaka",
    product_id,
    name: "ラベル板",
    num_items: "5",
    order_unit: "piece",
    unit: "piece",
  });
  const { cards } = (await genba.get(`/scans/look?code=${code.token}`)).body;
  expect(cards).toMatchObject([
    {
      id: card.id,
      status: "切断",
      product_id,
      cautions: [{ group_id: 4, label: "曲げ", text: "矢印の向き" }],
    },
  ]);
  expect((await scan(item("start", code.token)))[0]).toMatchObject({
    result: "refused",
    detail: expect.stringContaining("カードの番号"),
  });
  expect((await scan(item("next", card.id, { tokens: [code.token] })))[0].detail).toBe(
    "「ラベル板」を次の工程へ進めました。「曲げ」の注意書き：矢印の向き",
  );
  expect((await yamada.get(`/codes?kind=product&keys=${product_id}`)).body.items[0].reads_today).toBe(1);
});
