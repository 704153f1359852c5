import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PDF, png, STEP } from "~/lib/file/testing.server";
import { must } from "~/lib/server/scene.testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let yamada: Person, tanaka: Person, sato: Person;
let reason_id: number;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = (await Promise.all(
    ["admin@yamada.example", "admin@tanaka.example", "admin@sato.example"].map(t.as),
  )) as [Person, Person, Person];
  reason_id = (await workOf((await made()).key)).reasons.find(
    (one: { kind: string }) => one.kind === "defect",
  ).reason_id;
});
afterAll(async () => {
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
  await t.stop();
});

const made = async (more: object = {}) =>
  must(
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "ブラケット",
      num_items: "100",
      order_unit: "piece",
      unit: "piece",
      unit_price: "10",
      group_id: 3,
      delivery_date: "2030-01-10",
      ...more,
    }),
  );
const workOf = async (key: number) => must(await yamada.get(`/cards/${key}/work`));
const pageOf = async (person: Person, key: number) => must(await person.get(`/cards/${key}`)).card;

test("a division gives each part its own date and process; undone, the first date is back", async () => {
  const card = await made();
  const parts = [
    { num_items: "50", delivery_date: "2030-01-08" },
    { num_items: "30", delivery_date: "2030-01-15", group_id: 4 },
    { num_items: "20" },
  ];
  const divided = must(await yamada.post(`/cards/${card.key}/divide`, { version: card.version, parts }));
  expect(divided).toMatchObject({ num_items: "50", delivery_date: "2030-01-08", version: 2 });
  const { branches, mergeable, undo } = await workOf(card.key);
  expect(
    branches.map((one: { id: string; num_items: string; group_id: number }) => [
      one.id,
      one.num_items,
      one.group_id,
    ]),
  ).toEqual([
    [`${card.id}-1`, "30", 4],
    [`${card.id}-2`, "20", 3],
  ]);
  expect([mergeable.length, undo]).toEqual([1, "分割"]);
  const chip = async () =>
    must(await yamada.get(`/board?q=${card.id}`))
      .columns.flatMap((one: any) => one.cards)
      .find((one: any) => one.key === card.key).num_branches;
  expect(await chip()).toBe(2);
  expect((await pageOf(yamada, branches[0].key)).delivery_date).toBe("2030-01-15");
  expect((await pageOf(yamada, branches[1].key)).delivery_date).toBe("2030-01-10");
  const back = must(await yamada.post(`/cards/${card.key}/undivide`, { version: 2 }));
  expect(back).toMatchObject({ num_items: "100", delivery_date: "2030-01-10" });
  expect(await chip()).toBe(0);
  expect((await workOf(card.key)).branches.map((one: { status: string }) => one.status)).toEqual([
    "取り消した分割",
    "取り消した分割",
  ]);
});

test("a defect is registered with photos that the factory alone sees; more than three, or no photo, are refused and nothing is counted", async () => {
  const card = await made();
  const body = {
    version: String(card.version),
    num: "3",
    reason_id: String(reason_id),
    treatment: "rework",
    note: "角が欠けた",
  };
  const photo = async (name: string) => ({ name, bytes: await png() });
  const four = await Promise.all(["1.png", "2.png", "3.png", "4.png"].map(photo));
  expect((await yamada.upload(`/cards/${card.key}/defect`, four, body)).body.errors.files).toEqual([
    "ファイルは一度に3件までです。選択し直してください",
  ]);
  expect(
    (await yamada.upload(`/cards/${card.key}/defect`, [{ name: "a.pdf", bytes: PDF }], body)).status,
  ).toBe(422);
  expect((await pageOf(yamada, card.key)).num_defective).toBe("0");
  expect(must(await yamada.upload(`/cards/${card.key}/defect`, four.slice(0, 2), body))).toMatchObject({
    num_defective: "3",
  });
  const { items } = must(await yamada.get(`/cards/${card.key}/files`));
  expect(
    items.map((one: { name: string; owner_kind: string; kind: string }) => [
      one.name,
      one.owner_kind,
      one.kind,
    ]),
  ).toEqual([
    ["1.png", "defect", "photo"],
    ["2.png", "defect", "photo"],
  ]);
  expect(must(await tanaka.get(`/cards/${card.key}/files`)).items).toEqual([]);
  expect((await tanaka.bytes(`/files/${items[0].key}/content`)).status).toBe(404);
  const { defects, branches } = await workOf(card.key);
  expect(defects).toMatchObject([
    { num: "3", treatment: "rework", note: "角が欠けた", child_key: branches[0].key },
  ]);
  expect(await pageOf(yamada, branches[0].key)).toMatchObject({
    task_type: "defective",
    num_items: "3",
    unit_price: "0",
    is_billing_target: false,
  });
});

test("完了 takes photos of what is defective; without a defect they are refused and nothing is counted", async () => {
  const card = await made();
  const sent = {
    version: String(card.version),
    num_good: "97",
    num_defective: "3",
    reason_id: String(reason_id),
    worker_ids: "",
    next: "stay",
  };
  const photos = [
    { name: "欠け.png", bytes: await png() },
    { name: "欠け2.png", bytes: await png() },
  ];
  const refused = await yamada.upload(`/cards/${card.key}/finish`, photos, {
    ...sent,
    num_good: "100",
    num_defective: "0",
  });
  expect([refused.status, refused.body.errors.files]).toEqual([
    422,
    ["不良数を入力してください。写真は不良の記録に付けます"],
  ]);
  expect(must(await yamada.upload(`/cards/${card.key}/finish`, photos, sent))).toMatchObject({
    num_defective: "3",
    version: 2,
  });
  expect(must(await yamada.get(`/cards/${card.key}/files`)).items).toMatchObject([
    { owner_kind: "defect" },
    { owner_kind: "defect" },
  ]);
  expect(must(await tanaka.get(`/cards/${card.key}/files`)).items).toEqual([]);
});

test("処置 keeps the factory's own word beside what it means, in the record and in the log", async () => {
  const card = await made();
  const words = (await workOf(card.key)).reasons.filter((one: { kind: string }) => one.kind === "treatment");
  const rework = words.find((one: { means: string }) => one.means === "rework");
  const { version } = must(await yamada.get("/factories/self/meta"));
  const list = words.map((one: { label: string; means: string; reason_id: number }) => ({
    ...one,
    label: one === rework ? "研磨で手直し" : one.label,
  }));
  must(await yamada.put("/factories/self/meta/reasons", { version, kind: "treatment", reasons: list }));
  const body = { version: card.version, num: "2", reason_id };
  expect((await yamada.post(`/cards/${card.key}/defect`, body)).body.errors.treatment_id).toEqual([
    "処置を選択してください",
  ]);
  expect(
    (await yamada.post(`/cards/${card.key}/defect`, { ...body, treatment_id: reason_id })).body.errors
      .treatment_id,
  ).toEqual(["処置を選択してください"]);
  must(await yamada.post(`/cards/${card.key}/defect`, { ...body, treatment_id: rework.reason_id }));
  const { defects, branches } = await workOf(card.key);
  expect(defects).toMatchObject([
    { treatment: "rework", treatment_label: "研磨で手直し", child_key: branches[0].key },
  ]);
  const { log } = must(await yamada.get(`/cards/${card.key}`));
  expect(log.at(-1).after).toMatchObject({ "work.treatment": "研磨で手直し", "work.means": "rework" });
  expect(JSON.stringify(must(await tanaka.get(`/cards/${card.key}`)).log)).not.toContain("研磨で手直し");
});

test("不良登録 is taken back while nothing has happened: counts, record and rework card; not once the rework was begun", async () => {
  const card = await made();
  const body = { num: "5", reason_id, treatment: "rework" };
  must(await yamada.post(`/cards/${card.key}/defect`, { version: 1, ...body }));
  expect((await workOf(card.key)).undo).toBe("不良登録");
  expect(must(await yamada.post(`/cards/${card.key}/undo`, { version: 2 }))).toMatchObject({
    num_defective: "0",
    version: 3,
  });
  const { defects, branches } = await workOf(card.key);
  expect([defects[0].is_void, branches[0].group_id, branches[0].status]).toEqual([true, 99, "取消"]);
  must(await yamada.post(`/cards/${card.key}/defect`, { version: 3, ...body }));
  const child = (await workOf(card.key)).branches.at(-1);
  must(await yamada.post(`/cards/${child.key}/move`, { version: 1, group_id: 5 }));
  const late = await yamada.post(`/cards/${card.key}/undo`, { version: 4 });
  expect([late.status, late.body.detail]).toEqual([
    409,
    "手直し・再製作のカードに更新があるため、元に戻せません。",
  ]);
  expect((await pageOf(yamada, card.key)).num_defective).toBe("5");
});

test("合流 is taken back while nothing has happened: each branch where it stood, its parts under it; not once the branch is another", async () => {
  const card = await made();
  must(
    await yamada.post(`/cards/${card.key}/divide`, {
      version: 1,
      parts: [{ num_items: "60" }, { num_items: "40" }],
    }),
  );
  const [branch] = (await workOf(card.key)).branches;
  const parts = { version: 1, parts: [{ name: "ねじ", per_parent: "2", order_unit: "piece" }] };
  must(await yamada.post(`/cards/${branch.key}/parts`, parts));
  const before = await pageOf(yamada, branch.key);
  must(
    await yamada.post(`/cards/${card.key}/merge`, {
      version: 2,
      cards: [{ key: branch.key, version: before.version }],
    }),
  );
  expect([(await workOf(card.key)).parts.length, (await workOf(card.key)).undo]).toEqual([1, "合流"]);
  expect(must(await yamada.post(`/cards/${card.key}/undo`, { version: 3 }))).toMatchObject({
    num_items: "60",
    version: 4,
  });
  expect(await pageOf(yamada, branch.key)).toEqual({
    ...before,
    version: before.version + 2,
    update_time: expect.any(String),
  });
  expect([(await workOf(card.key)).parts.length, (await workOf(branch.key)).parts.length]).toEqual([0, 1]);
  expect((await yamada.post(`/cards/${card.key}/undo`, { version: 4 })).status).toBe(409);
});

test("drawings go along to a partner, who sees them on the own card and nothing else of ours", async () => {
  const card = await made();
  const files = must(
    await yamada.upload(
      `/cards/${card.key}/files`,
      [
        { name: "図面.pdf", bytes: PDF },
        { name: "型.step", bytes: STEP },
      ],
      { is_latest: "on", revision: "C" },
    ),
  );
  await yamada.upload(`/cards/${card.key}/files`, [{ name: "渡さない.pdf", bytes: PDF }]);
  const sent = {
    version: card.version,
    group_id: 6,
    partner_id: "sato",
    delivery_date: "2030-01-05",
    unit_price: "5",
    file_keys: [files[0].key, "nonsense-nonsense-12345"],
  };
  must(await yamada.post(`/cards/${card.key}/outsource`, sent));
  const [link] = (await workOf(card.key)).links;
  const { items } = must(await sato.get(`/cards/${link.partner_key}/files`));
  expect(items).toMatchObject([
    { name: "図面.pdf", revision: "C", is_latest: true, is_own: false, created_by: "山田精機株式会社" },
  ]);
  expect((await sato.bytes(`/files/${items[0].key}/content`)).bytes.equals(PDF)).toBe(true);
  expect((await sato.bytes(`/files/${files[0].key}/content`)).status).toBe(404);
  expect((await sato.get(`/cards/${card.key}/files`)).status).toBe(404);
});

test("some of what is out comes back first: the rest waits in a branch of its own, and no piece is lost", async () => {
  const card = await made();
  must(
    await yamada.post(`/cards/${card.key}/outsource`, {
      version: card.version,
      group_id: 6,
      partner_id: "sato",
      delivery_date: "2030-01-05",
      unit_price: "5",
    }),
  );
  const { version } = await pageOf(yamada, card.key);
  const receive = (more: object) =>
    yamada.post(`/cards/${card.key}/receive`, {
      version,
      unshipped: true,
      num_good: "60",
      num_defective: "5",
      reason_id,
      ...more,
    });
  expect((await receive({})).body.errors.short[0]).toContain("残りを枝にして待つ");
  expect(
    (
      await yamada.post(`/cards/${card.key}/receive`, {
        version,
        unshipped: true,
        num_good: "0",
        divide: true,
      })
    ).body.detail,
  ).toContain("届いた数を入力してください");
  const back = must(await receive({ divide: true }));
  expect(back).toMatchObject({ num_items: "65", num_defective: "5", group_id: 7, collab_name: null });
  const { branches, links } = await workOf(card.key);
  expect(branches).toMatchObject([{ num_items: "35", group_id: 6, task_type: "division" }]);
  expect(links).toMatchObject([{ num_items: "100", num_good: "60", num_defective: "5" }]);
});

test("parts are made by their 員数, and are divided with their card unless it is said otherwise", async () => {
  const card = await made();
  const added = must(
    await yamada.post(`/cards/${card.key}/parts`, {
      version: card.version,
      parts: [
        { name: "ねじ", per_parent: "4" },
        { name: "板", per_parent: "1" },
      ],
    }),
  );
  expect((await workOf(card.key)).parts.map((one: { num_items: string }) => one.num_items)).toEqual([
    "400",
    "100",
  ]);
  must(
    await yamada.post(`/cards/${card.key}/divide`, {
      version: added.version,
      parts: [{ num_items: "75" }, { num_items: "25" }],
    }),
  );
  const { parts, branches } = await workOf(card.key);
  expect(parts.map((one: { num_items: string }) => one.num_items)).toEqual(["300", "75"]);
  expect((await workOf(branches[0].key)).parts.map((one: { num_items: string }) => one.num_items)).toEqual([
    "100",
    "25",
  ]);
});
