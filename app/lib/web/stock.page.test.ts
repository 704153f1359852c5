import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { type Site, startSite } from "./server.testing.server";

let t: TestApp;
let site: Site;
let yamada: Person;
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  [yamada] = await t.people("admin@yamada");
  site = await startSite(t, "a secret of the tests, 32 letters or more");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const HEADING = "商品番号,商品名,単位,カード,区分,数量,納期,品名,依頼元,工程,引き当てた人,引当日時";

async function product(code: string): Promise<number> {
  const more = { order_unit: "piece", unit: "piece", buyer_id: "tanaka", is_stock: true };
  const made = await yamada.post("/products", { code, name: `品 ${code}`, ...more });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.product_id;
}

test("出荷予定 as a file: a row by card with who set it aside; empty it has its heading; nobody else's, and not without 在庫", async () => {
  const [id, bare] = [await product("=C-1"), await product("C-2")];
  const move = { kind: "in", num: "1500", effective_date: today() };
  expect((await yamada.post(`/inventory/${id}/moves`, move)).status).toBe(201);
  const made = await yamada.post("/cards", {
    buyer_id: "tanaka",
    product_id: id,
    num_items: "1200",
    delivery_date: today(),
    destination: "本社",
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const kept = await yamada.post(`/cards/${made.body.key}/allocation`, {});
  expect([kept.status, kept.body.num]).toEqual([201, "1200"]);

  const path = (of: number) => `/inventory/${of}/shipping.csv`;
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const { status, text } = await seller.get(path(id));
  const [heading, row, ...rest] = text.split("\r\n");
  expect([status, heading, rest]).toEqual([200, HEADING, [""]]);
  const cells = row!.split(",");
  expect(cells.slice(0, 7)).toEqual([
    "'=C-1",
    "品 =C-1",
    "個",
    made.body.id,
    "引当",
    "1200",
    today().replaceAll("-", "/"),
  ]);
  expect(cells[8]).toBe("田中産業機械株式会社");
  expect(cells[11]).toMatch(/^\d{4}\/\d{2}\/\d{2}/);
  expect((await seller.get(path(bare))).text).toBe(`${HEADING}\r\n`);

  const other = await site.signedIn("admin@sato.example", SAMPLE_PASSWORD);
  expect([(await other.get(path(id))).status, (await other.get(path(999_999))).status]).toEqual([404, 404]);
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  expect((await buyer.get(path(id))).status).toBe(403);
  const owner = await t.owner();
  const may = (permissions: string) =>
    owner.query("update member set permissions = $1 where username = 'genba@yamada.example'", [permissions]);
  await may("{accounting}");
  const genba = await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD);
  expect((await genba.get(path(id))).status).toBe(403);
  await may("{inventory}");
  expect((await genba.get(path(id))).status).toBe(200);
});

test("入出庫台帳 of a product names it though nothing moved, and is nobody else's", async () => {
  const id = await product("L-1");
  const path = `/inventory/stored/print?product_id=${id}`;
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const { status, text } = await seller.get(path);
  expect([status, text.includes("L-1 品 L-1")]).toEqual([200, true]);
  const other = await site.signedIn("admin@sato.example", SAMPLE_PASSWORD);
  expect((await other.get(path)).status).toBe(404);
});

test("Enter in a number at a shelf does what is chosen there, and what is offered first where nothing is", async () => {
  await product("L-2");
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const entered = async (act: string) => {
    const { text } = await seller.get(`/s/?shelf=&code=L-2${act && `&act=${act}`}`);
    const [, form = ""] = text.split("data-shelf-form");
    const [first, ...buttons] = [...form.split("</form>")[0]!.matchAll(/<button [^>]*>/g)].map(
      ([tag]) => tag,
    );
    const offered = buttons.find((tag) => tag.includes("scan-first"));
    return [first, offered].map((tag) => /value="(\w+)"/.exec(tag ?? "")?.[1]);
  };
  for (const act of ["stock_in", "stock_out", "stock_count"]) expect(await entered(act)).toEqual([act, act]);
  expect(await entered("")).toEqual(["stock_out", "stock_out"]);
});

test("a number that can't be read at a shelf comes back in its field; a question keeps it beside its answers", async () => {
  await product("L-6");
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const act = (num: string) =>
    seller.post("/s/", { act: "stock_out", card: "L-6", client_id: crypto.randomUUID(), shelf: "", num });
  const fieldOf = ({ text }: { text: string }) =>
    text
      .match(/<input [^>]*name="num"[^>]*>/g)!
      .map((tag) => [/type="(\w+)"/, /value="([^"]*)"/].map((one) => one.exec(tag)?.[1]));
  const wrong = await act("1.5");
  expect([wrong.status, fieldOf(wrong)]).toEqual([409, [[undefined, "1.5"]]]);
  expect(wrong.text).toContain("1.5個は登録できません");
  const asked = await act("7");
  expect([asked.status, fieldOf(asked)]).toEqual([409, [["hidden", "7"]]]);
  expect(asked.text).toContain("それでも出庫する");
});

test("what somebody saved meanwhile is told though the form was refused for something else before", async () => {
  const path = `/inventory/${await product("L-5")}/edit`;
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const version = ({ text }: { text: string }) => /name="version" value="(\d+)"/.exec(text)![1]!;
  const save = (typed: Record<string, string>, upon: string) =>
    seller.post(path, { ...typed, version: upon });
  const seen = version(await seller.get(path));
  expect((await save({ num_threshold: "210" }, seen)).status).toBe(303);
  const refused = await save({ num_threshold: "5", moq: "0" }, seen);
  expect([refused.status, version(refused)]).toEqual([422, seen]);
  const told = await save({ num_threshold: "5", moq: "1" }, version(refused));
  expect([told.status, told.text.includes("他の人が更新しました")]).toEqual([409, true]);
  expect((await seller.get(path)).text).toContain('value="210"');
  expect(version(told)).not.toBe(seen);
  const wrong = await save({ num_threshold: "5", moq: "0" }, version(told));
  expect([wrong.status, version(wrong)]).toEqual([422, version(told)]);
  expect((await save({ num_threshold: "5", moq: "1" }, version(wrong))).status).toBe(303);
});

test("what was chosen on the list of another company is not there", async () => {
  const id = await product("L-3");
  const pages = ["threshold", "replenish", "stocktake/add"].map((at) => `/inventory/${at}?ids=${id}`);
  const [seller, other] = [
    await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD),
    await site.signedIn("admin@sato.example", SAMPLE_PASSWORD),
  ];
  for (const path of pages)
    expect([path, (await seller.get(path)).status, (await other.get(path)).status]).toEqual([path, 200, 404]);
});

test("a sheet of which nothing is counted leads to its confirmation, which says so", async () => {
  const id = await product("L-4");
  const made = await yamada.post("/inventory/stocktakes/chosen", { ids: [id] });
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const at = `/inventory/stocktake/${made.body.key}`;
  const [sheet, confirming] = [await seller.get(at), await seller.get(`${at}/confirm`)];
  expect(sheet.text).toContain(`href="${at}/confirm"`);
  expect(confirming.text).toContain("まだ1行も数えていません。");
  expect(confirming.text).not.toContain("この差異で確定する");
});

/** A post of the sheet's form, as a browser without a script sends it. */
async function typedInto(
  person: Awaited<ReturnType<Site["signedIn"]>>,
  path: string,
  typed: Record<string, string>,
) {
  const { text } = await person.get(path);
  const form = text.split("data-stocktake=")[1]!.split("</form>")[0]!;
  const fields = [...form.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  return { act: "save", ...Object.fromEntries(fields.map(([, name, value]) => [name!, value!])), ...typed };
}

test("what was typed in a row that is not on the page any more is told there, with its question", async () => {
  const [id, other] = [await product("N-1"), await product("N-2")];
  // A number far from the books would be taken as the second person's.
  await yamada.post(`/inventory/${id}/moves`, { kind: "in", num: "40", effective_date: today() });
  const made = await yamada.post("/inventory/stocktakes/chosen", { ids: [id, other] });
  const at = `/inventory/stocktake/${made.body.key}`;
  const [seller, colleague] = [
    await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD),
    await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD),
  ];
  const left = `${at}?view=left`;
  const mine = await typedInto(seller, left, { [`num-${id}`]: "41", [`reason-${id}`]: "箱の中も" });
  const theirs = await typedInto(colleague, left, { [`num-${id}`]: "40", [`num-${other}`]: "7" });
  expect((await colleague.post(`${at}?index=&view=left`, theirs)).status).toBe(303);
  const refused = await seller.post(`${at}?index=&view=left`, mine);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("前の数 40");
  expect(refused.text).toMatch(new RegExp(`name="num-${id}"[^>]* value="41"`));
  expect(refused.text).toContain("箱の中も");
  expect(refused.text).not.toContain(`name="num-${other}"`);
});

test("numbers typed into a sheet that somebody confirmed meanwhile are told with why they are not in it", async () => {
  const [id, other] = [await product("N-3"), await product("N-4")];
  const made = await yamada.post("/inventory/stocktakes/chosen", { ids: [id, other] });
  const [api, at] = [`/inventory/stocktakes/${made.body.key}`, `/inventory/stocktake/${made.body.key}`];
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const mine = await typedInto(seller, at, { [`num-${other}`]: "1400", [`reason-${other}`]: "奥の棚" });
  const count = { client_id: "n.3", act: "stock_count", stocktake: made.body.key, product_id: id, num: "0" };
  await yamada.post("/inventory/scans", { items: [count] });
  const { seen } = (await yamada.get(`${api}/differences`)).body;
  expect((await yamada.post(`${api}/confirm`, { seen })).status).toBe(201);
  const refused = await seller.post(`${at}?index=`, mine);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("1行を保存できませんでした。棚卸「");
  expect(refused.text).toContain("は「確定」です");
  expect(refused.text).toContain("保存していない数 1400（奥の棚）");
});

test("who does not see amounts is offered nothing that is found or set by them", async () => {
  const id = await product("N-5");
  const [admin, genba] = [
    await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD),
    await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD),
  ];
  const offers = async (person: typeof admin) => [
    (await person.get("/inventory")).text.includes('value="unpriced"'),
    (await person.get(`/inventory/${id}/edit`)).text.includes("置場と単価"),
  ];
  expect([await offers(admin), await offers(genba)]).toEqual([
    [true, true],
    [false, false],
  ]);
});

test("元に戻す of a sheet that is pressed twice is done once and told as done; a key that is no key is none", async () => {
  const id = await product("N-6");
  const made = await yamada.post("/inventory/stocktakes/chosen", { ids: [id] });
  const at = `/inventory/stocktake/${made.body.key}`;
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const [, seen] = /name="seen" value="([^"]*)"/.exec((await seller.get(`${at}/zero`)).text)!;
  const done = await seller.post(`${at}/zero`, { seen: seen! });
  expect(done.status).toBe(303);
  const { text } = await site.browser([seller.cookie, ...done.cookies].join("; ")).get(at);
  const [batch, idempotency_key] = ["batch", "idempotency_key"].map(
    (name) => new RegExp(`name="${name}" value="((?:undo\\.)?[^"]+)"`).exec(text.split("unzero")[1]!)![1]!,
  );
  const undo = { act: "unzero", batch: batch!, idempotency_key: idempotency_key! };
  for (const press of [1, 2])
    expect([press, (await seller.post(`${at}?index`, undo)).status]).toEqual([press, 303]);
  const crafted = { act: "recount", ids: String(id), idempotency_key: "鍵" };
  expect((await seller.post(`${at}?index`, crafted)).status).toBe(409);
});
