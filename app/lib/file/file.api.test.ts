import { readdir } from "node:fs/promises";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { must } from "~/lib/server/scene.testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { revisionProblem } from "./file";
import { sweepFiles } from "./sweep.server";
import { PDF, png, STEP, xlsx } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, suzuki: Person;
let card: { key: number; version: number };
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, suzuki] = (await Promise.all(
    ["admin@yamada.example", "genba@yamada.example", "admin@tanaka.example", "admin@suzuki.example"].map(
      t.as,
    ),
  )) as [Person, Person, Person, Person];
  card = must(
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "ブラケット",
      num_items: "10",
      order_unit: "piece",
      unit: "piece",
      unit_price: "1",
    }),
  );
});
afterAll(() => t.stop());

const send = async (who: Person, fields: Record<string, string> = {}, name = "写真 1.png") =>
  must(await who.upload(`/cards/${card.key}/files`, [{ name, bytes: await png() }], fields))[0];
const list = async (who: Person) =>
  must(await who.get(`/cards/${card.key}/files`)).items as {
    key: string;
    name: string;
    created_by: string;
    is_latest: boolean;
  }[];
const blobs = async () =>
  (await readdir(t.folder, { recursive: true })).filter((name) => name.length > 5).length;

test("several files of a card are kept at once; both sides see them, each its own people's names", async () => {
  const made = must(
    await yamada.upload(`/cards/${card.key}/files`, [
      { name: "図面.pdf", bytes: PDF },
      { name: "治具.jpg", bytes: await png() },
      { name: "a.stp", bytes: STEP },
    ]),
  );
  expect(made.map((one: { name: string; kind: string }) => [one.name, one.kind])).toEqual([
    ["図面.pdf", "drawing"],
    ["治具.png", "photo"],
    ["a.step", "drawing"],
  ]);
  expect((await list(yamada)).map((one) => one.created_by)).toEqual(["山田 太郎", "山田 太郎", "山田 太郎"]);
  expect((await list(tanaka)).map((one) => one.created_by)).toEqual(Array(3).fill("山田精機株式会社"));
  const shown = await tanaka.bytes(`/files/${made[0].key}/content`);
  expect(shown.status).toBe(200);
  expect(shown.bytes.equals(PDF)).toBe(true);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "application/pdf",
    "x-content-type-options": "nosniff",
    "content-disposition": "inline; filename*=UTF-8''%E5%9B%B3%E9%9D%A2.pdf",
    "cache-control": "private, no-cache",
  });
  const thumb = await tanaka.bytes(`/files/${made[1].key}/thumb`);
  expect((await sharp(thumb.bytes).metadata()).format).toBe("webp");
  expect((await tanaka.bytes(`/files/${made[0].key}/thumb`)).status).toBe(404);
  const icon = await tanaka.bytes(`/files/${made[1].key}/icon`);
  expect(icon.bytes.length).toBeLessThanOrEqual(2_048);
  const { format, width = 0, height = 0 } = await sharp(icon.bytes).metadata();
  expect([format, Math.max(width, height) <= 96]).toEqual(["webp", true]);
  expect(icon.headers.get("cache-control")).toBe("private, max-age=3600");
  expect((await tanaka.bytes(`/files/${made[0].key}/icon`)).status).toBe(404);
  expect((await suzuki.bytes(`/files/${made[1].key}/icon`)).status).toBe(404);
});

test("an Excel file of a card is a document, not its drawing; both sides save it, and no browser opens it", async () => {
  const bytes = xlsx("docProps/app.xml");
  const [made, sheet] = must(
    await yamada.upload(
      `/cards/${card.key}/files`,
      [
        { name: "検査表.xlsx", bytes },
        { name: "図面.csv", bytes: Buffer.from("a,b") },
      ],
      {},
    ),
  );
  expect([made, sheet]).toMatchObject([
    { kind: "document", name: "検査表.xlsx", has_thumb: false, size: bytes.length },
    { kind: "document", name: "図面.csv" },
  ]);
  const saved = await tanaka.bytes(`/files/${made.key}/content`);
  expect([saved.status, saved.bytes.equals(bytes)]).toEqual([200, true]);
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
    "content-disposition": expect.stringMatching(/^attachment; .*\.xlsx$/),
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  expect((await tanaka.bytes(`/files/${made.key}/thumb`)).status).toBe(404);
  for (const one of [made, sheet]) must(await yamada.delete(`/files/${one.key}`));
});

test("社内のみ is for the company that sent it; the other side finds nothing", async () => {
  const inner = await send(genba, { is_inner: "on" }, "社内の写真.png");
  expect((await list(genba)).some((one) => one.key === inner.key)).toBe(true);
  expect((await list(tanaka)).some((one) => one.key === inner.key)).toBe(false);
  expect((await tanaka.bytes(`/files/${inner.key}/content`)).status).toBe(404);
  const { rows } = await tenant(
    t.db,
    { company_id: "tanaka", username: "admin@tanaka.example" },
    (db) => db.execute(sql`select 1 from activity where after ->> 'name' = '社内の写真.png'`),
    "read",
  );
  expect(rows).toEqual([]);
  must(await genba.put(`/files/${inner.key}`, { version: 1, is_inner: false }));
  expect((await tanaka.bytes(`/files/${inner.key}/content`)).status).toBe(200);
});

test("a company that has no part in the card gets 404 for the card's list, each file and each change", async () => {
  const made = await send(yamada);
  for (const answer of [
    await suzuki.get(`/cards/${card.key}/files`),
    await suzuki.upload(`/cards/${card.key}/files`, [{ name: "x.png", bytes: await png() }]),
    await suzuki.get(`/files/${made.key}/content`),
    await suzuki.get(`/files/${made.key}/thumb`),
    await suzuki.delete(`/files/${made.key}`),
    await suzuki.put(`/files/${made.key}`, { version: 1, is_inner: true }),
    await suzuki.post(`/files/${made.key}/restore`),
  ])
    expect(answer.status).toBe(404);
  const seen = await tenant(
    t.db,
    { company_id: "suzuki", username: "admin@suzuki.example" },
    (db) => db.execute(sql`select key from file`),
    "read",
  );
  expect(seen.rows).toEqual([]);
});

test("the other side's file can be seen, not changed or deleted", async () => {
  const made = await send(tanaka, {}, "支給図.png");
  expect((await list(yamada)).some((one) => one.key === made.key)).toBe(true);
  expect((await yamada.delete(`/files/${made.key}`)).body.detail).toBe(
    "相手の会社が載せたファイルは変更できません。",
  );
  expect((await yamada.put(`/files/${made.key}`, { version: 1, revision: "B" })).status).toBe(403);
});

test("deleting hides a file for both sides, and it can be brought back", async () => {
  const made = await send(yamada);
  must(await yamada.delete(`/files/${made.key}`));
  must(await yamada.delete(`/files/${made.key}`));
  expect((await list(yamada)).some((one) => one.key === made.key)).toBe(false);
  expect((await yamada.bytes(`/files/${made.key}/content`)).status).toBe(404);
  must(await yamada.post(`/files/${made.key}/restore`));
  expect((await yamada.bytes(`/files/${made.key}/content`)).status).toBe(200);
  const { rows } = await t.db.$client
    .query("select 1")
    .then(() =>
      tenant(
        t.db,
        { company_id: "yamada", username: "admin@yamada.example" },
        (db) =>
          db.execute<{ kind: string }>(
            sql`select kind from activity where subject = 'file' and subject_key = (select id from file where key = ${made.key}) order by seq`,
          ),
        "read",
      ),
    );
  expect(rows.map((row) => row.kind)).toEqual(["attached", "detached", "reattached"]);
});

test("a drawing of another revision than was ordered is told", () => {
  const of = (ordered: string | null, revision: string | null) => revisionProblem(ordered, { revision });
  expect([of("B", "A"), of("B", null)]).toEqual([
    expect.stringContaining("依頼の改訂はBです。この図面は版Aです"),
    expect.stringContaining("版の記載がありません"),
  ]);
  expect([of("B", "ｂ"), of(null, "A"), of(null, null)]).toEqual([null, null, null]);
});

test("the latest drawing is the one said to be so; the one before is so no more", async () => {
  const first = await send(yamada, { kind: "drawing", is_latest: "on", revision: "Ａ" }, "図A.png");
  const second = await send(yamada, { kind: "drawing", is_latest: "on", revision: "B" }, "図B.png");
  const latest = async () => (await list(yamada)).filter((one) => one.is_latest).map((one) => one.key);
  expect(first.revision).toBe("A");
  expect(await latest()).toEqual([second.key]);
  const now = must(await yamada.get(`/cards/${card.key}/files`)).items.find(
    (one: { key: string }) => one.key === first.key,
  );
  must(await yamada.put(`/files/${first.key}`, { version: now.version, is_latest: true }));
  expect(await latest()).toEqual([first.key]);
  expect((await yamada.put(`/files/${first.key}`, { version: 1, revision: "C" })).status).toBe(409);
});

test("a post sent twice keeps its files once, and leaves no bytes of the second behind", async () => {
  const bytes = await png(30, 30);
  const key = crypto.randomUUID();
  const before = (await list(yamada)).length;
  const one = await yamada.upload(`/cards/${card.key}/files`, [{ name: "二度.png", bytes }], {}, key);
  const kept = await blobs();
  const two = await yamada.upload(`/cards/${card.key}/files`, [{ name: "二度.png", bytes }], {}, key);
  expect(two.body).toEqual(one.body);
  expect((await list(yamada)).length).toBe(before + 1);
  expect(await blobs()).toBe(kept);
  expect(
    (await yamada.upload(`/cards/${card.key}/files`, [{ name: "別.png", bytes: await png(9, 9) }], {}, key))
      .status,
  ).toBe(422);
});

test("what is refused leaves nothing: no row, no bytes, no name on the way", async () => {
  const before = await blobs();
  const bad = await yamada.upload(`/cards/${card.key}/files`, [
    { name: "よい.png", bytes: await png() },
    { name: "わるい.png", bytes: Buffer.from("<html>") },
  ]);
  expect([bad.status, bad.body.errors.files[0]]).toEqual([
    422,
    expect.stringContaining("「わるい.png」は扱えない形式です"),
  ]);
  expect((await yamada.upload("/cards/987654/files", [{ name: "a.png", bytes: await png() }])).status).toBe(
    404,
  );
  expect((await yamada.upload(`/cards/${card.key}/files`, [])).body.errors.files).toEqual([
    "ファイルを選択してください",
  ]);
  const many = Array.from({ length: 11 }, () => ({ name: "a.pdf", bytes: PDF }));
  expect((await yamada.upload(`/cards/${card.key}/files`, many)).body.errors.files).toEqual([
    "ファイルは一度に10件までです。選択し直してください",
  ]);
  expect(await blobs()).toBe(before);
});

test("bytes whose post never ended are swept after a day; kept ones never", async () => {
  const kept = await send(yamada);
  await t.app.storage.put("lostlostlostlostlost12", PDF, "application/pdf");
  const pend = (blob: string) =>
    tenant(t.db, { company_id: "yamada", username: "x" }, (db) =>
      db.execute(sql`insert into file_pending values (${blob}, 'yamada', now())`),
    );
  await pend("lostlostlostlostlost12");
  expect(await sweepFiles(t.db, t.app.storage)).toBe(0);
  expect(await sweepFiles(t.db, t.app.storage, Date.now() + 25 * 3600_000)).toBe(1);
  expect(await t.app.storage.get("lostlostlostlostlost12")).toBeNull();
  expect((await yamada.bytes(`/files/${kept.key}/content`)).status).toBe(200);
});

test("a seal shows on what partners read, and to nobody else", async () => {
  const { keepFiles } = await import("./file.server");
  const who = {
    ...must(await yamada.get("/users/self")),
    company_id: "yamada",
    origin: "PC",
    now: new Date().toISOString(),
  };
  await t.app.storage.put("sealsealsealsealseal12", await png(), "image/png");
  const stored = {
    blob: "sealsealsealsealseal12",
    name: "角印.png",
    media_type: "image/png",
    size: 10,
    width: 40,
    height: 20,
    has_thumb: false,
  };
  const [seal] = await tenant(t.db, { company_id: "yamada", username: "admin@yamada.example" }, (db) =>
    keepFiles(db, who, { kind: "seal", key: "yamada", seller_id: "yamada", buyer_id: "yamada" }, [stored]),
  );
  must(await yamada.delete(`/files/${seal!.key}`));
  const sato = await t.as("admin@sato.example");
  expect((await tanaka.bytes(`/files/${seal!.key}/content`)).status).toBe(200);
  expect((await sato.bytes(`/files/${seal!.key}/content`)).status).toBe(200);
  const { rows } = await tenant(
    t.db,
    { company_id: "internal", username: "x" },
    (db) => db.execute(sql`select 1 from file`),
    "read",
  );
  expect(rows).toEqual([]);
});

test("a card shows its product's drawings and those of the card it came from, which can't be changed from there", async () => {
  const { keepFiles } = await import("./file.server");
  const who = {
    ...must(await yamada.get("/users/self")),
    company_id: "yamada",
    origin: "PC",
    now: new Date().toISOString(),
  };
  const [product] = must(await yamada.get("/products?buyer_id=tanaka")).items;
  await tenant(t.db, { company_id: "yamada", username: "admin@yamada.example" }, (db) =>
    keepFiles(
      db,
      who,
      { kind: "product", key: product.product_id, seller_id: "yamada", buyer_id: "tanaka" },
      [
        {
          blob: "prodprodprodprodprod12",
          name: "商品図.pdf",
          media_type: "application/pdf",
          size: 9,
          width: null,
          height: null,
          has_thumb: false,
        },
      ],
    ),
  );
  const made = must(
    await yamada.post("/cards", { buyer_id: "tanaka", product_id: product.product_id, num_items: "10" }),
  );
  must(await yamada.upload(`/cards/${made.key}/files`, [{ name: "親.pdf", bytes: PDF }]));
  const divided = must(
    await yamada.post(`/cards/${made.key}/divide`, {
      version: made.version,
      parts: [{ num_items: "6" }, { num_items: "4" }],
    }),
  );
  const [branch] = must(await yamada.get(`/cards/${divided.key}/work`)).branches;
  for (const person of [yamada, tanaka]) {
    const { items, inherited } = must(await person.get(`/cards/${branch.key}/files`));
    expect([items, inherited.map((one: { name: string }) => one.name)]).toEqual([
      [],
      ["商品図.pdf", "親.pdf"],
    ]);
  }
});

test("every promise about files holds after all this", async () => {
  const { rows } = await t.db.execute(sql`select * from check_invariants()`);
  expect(rows).toEqual([]);
});
