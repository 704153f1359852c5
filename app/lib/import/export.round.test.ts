import { afterAll, beforeAll, expect, test } from "vitest";
import { csvOf } from "~/lib/list/csv";
import type { Column } from "~/lib/list/list.schema";
import { placeList } from "~/lib/partner/destination.schema";
import { partnerSheet } from "~/lib/partner/partner.list";
import { priceSheet } from "~/lib/product/price.list";
import { productList } from "~/lib/product/product.list";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { workerList } from "~/lib/shop/worker.schema";
import { preview, register } from "./testing.server";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

type Person = Awaited<ReturnType<TestApp["as"]>>;

/** Brings rows in and takes the list out again, as the CSV routes do. */
async function outAgain(noun: string, file: string, path: string, columns: unknown[]) {
  const yamada = await t.as("admin@yamada.example");
  const { body } = await preview(t, yamada, noun, file);
  expect(body, JSON.stringify(body.wrong)).toMatchObject({ num_wrong: 0 });
  expect((await register(t, yamada, body.key)).body.state).toBe("saved");
  return { yamada, csv: csvOf(columns as Column<object>[], (await yamada.get(path)).body.items) };
}

/** That what went out changes nothing as it comes back. */
async function unchanged(person: Person, noun: string, csv: string, num_same: number) {
  const { body } = await preview(t, person, noun, csv);
  expect([body.wrong, body.rows.filter((row: { state: string }) => row.state !== "same")]).toEqual([[], []]);
  expect(body).toMatchObject({ num_new: 0, num_changed: 0, num_same, num_wrong: 0 });
  return body;
}

const PARTNERS = `コード,会社名,締日,支払条件,支払方法,満期,手数料負担,取適法,FAX,郵便番号,住所,敬称,振込名義カナ,メモ
００１２,㈱髙﨑製作所①,２０日,翌月２０日,でんさい,60日後,先方負担,未確認,０３－１２３４－５６７８,144-0052,"東京都大田区
蒲田1-2-3",様,カ）タカサキ,"=1+1
二行目"
A1,同名商店,末日,翌々月5日,銀行振込,,当方負担,対象外,,,,なし,,-9
A2,同名商店,10日,翌月10日払い,一括決済方式,当日,先方負担,対象,,,,,,`;

test("依頼元一覧 comes back as it went, all terms and facts, two of one name and one that was ended", async () => {
  const { yamada } = await outAgain("partner", PARTNERS, "/partners", []);
  const [ended] = (await yamada.get("/partners?q=A1")).body.items;
  expect((await yamada.delete(`/factories/collaborators/${ended.id}`)).status).toBe(200);
  const out = csvOf(partnerSheet.columns, (await yamada.get("/partners?state=all&size=100")).body.items);
  expect(out.split("\r\n")[0]).toMatch(/,支払方法,満期,振込手数料,取適法,敬称,振込名義カナ,メモ$/);
  const { rows } = await unchanged(yamada, "partner", out, 6);
  // sato says its own terms: they are shown as they are, and nothing is to be looked at.
  expect(rows.find((row: { shown: { name: string } }) => row.shown.name.startsWith("佐藤"))).toMatchObject({
    note: null,
    shown: { closing: "末日", pay: "翌月末払い" },
  });
  const { body } = await preview(
    t,
    yamada,
    "partner",
    out
      .replace("様,", "御中,")
      .replace("対象外,なし", "未確認,なし")
      .replace(/^(佐藤.*),末日,/m, "$1,10日,"),
  );
  expect(body.wrong.map((row: { errors: object }) => row.errors)).toEqual([
    { name: ["無効にした会社です。先に画面で再開してください"] },
  ]);
  expect(body.rows.find((row: { state: string }) => row.state === "changed").before).toEqual({
    honorific: "様",
  });
  expect(
    body.rows.find((row: { shown: { name: string } }) => row.shown.name.startsWith("佐藤")).note,
  ).toContain("お相手の会社が決める");
});

test("a name that two bear needs the code", async () => {
  const yamada = await t.as("admin@yamada.example");
  await outAgain("partner", "コード,会社名\nB1,双子工業\nB2,双子工業", "/partners", []);
  const { body } = await preview(t, yamada, "partner", "会社名,メモ\n双子工業,どちら");
  expect(body.wrong[0].errors).toEqual({
    name: ["同じ名前の会社が二つ以上あります。コードを入力してください"],
  });
  const bought = await preview(t, yamada, "product", "商品番号,品名,依頼元\nW-1,品,双子工業");
  expect(bought.body.wrong[0].errors).toEqual({
    buyer: ["同じ名前の会社が二つ以上あります。会社のIDを入力してください"],
  });
});

const PRODUCTS =
  `商品番号,品名,依頼元,図番,注文単位,単位,単重,単価,適用日,標準工程,在庫管理,しきい値,備考,状態
=A-1,"ボルト ""特"" φ10, M8",田中産業機械,0012,個,個,０．５,\\12，345.5,2026年1月5日,切断→曲げ,○,１００,"一行目
二行目",
-12,髙精度 ㎜ゲージ㈱,鈴木電装,,個,kg,0.25,100,2099/12/1,切断,×,,,
'07,'=hyphen,商品在庫,,,,,,,,,,,
0007,ﾊﾝｶｸ,商品在庫,,,,,10,R8.2.1,,,,,無効`.replace("\\12，345.5", '"\\12,345.5"');

test("商品マスタ一覧 comes back as it went: formulas, leading zeros, prices to come, a customer that was ended, a process with a slash", async () => {
  const { yamada } = await outAgain("product", PRODUCTS, "/products/master?all=true", []);
  const meta = (await yamada.get("/factories/self/meta")).body;
  const processes = meta.processes.map((one: { label: string }) =>
    one.label === "曲げ" ? { ...one, label: "曲げ/絞り" } : one,
  );
  expect(
    (await yamada.put("/factories/self/meta/processes", { version: meta.version, processes })).status,
  ).toBe(200);
  expect((await yamada.delete("/factories/collaborators/suzuki")).status).toBe(200);
  const { items } = (await yamada.get("/products/master?all=true&size=200")).body;
  expect(items.find((one: { code: string }) => one.code === "=A-1")).toMatchObject({
    unit_price: "12345.5",
    steps: "切断 → 曲げ/絞り",
  });
  await unchanged(yamada, "product", csvOf(productList([], true).columns, items), items.length);
});

test("標準時間 and 段取時間 of many products are changed in the file: old beside new, wrong ones told, a column taken out touches nothing", async () => {
  const yamada = await t.as("admin@yamada.example");
  const find = async () => (await yamada.get("/products/master?q=YM-1001")).body.items[0];
  const { product_id } = await find();
  const {
    product: { version },
  } = (await yamada.get(`/products/${product_id}`)).body;
  expect(
    (
      await yamada.put(`/products/${product_id}/steps`, {
        version,
        steps: [
          { group_id: 2 },
          { group_id: 3, minutes_per_item: "0.4", setup_minutes: "15" },
          { group_id: 4, minutes_per_item: "1.2", setup_minutes: "20", caution: "曲げ方向に注意" },
          { group_id: 7, minutes_per_item: "0.3" },
          { group_id: 8 },
        ],
      })
    ).status,
  ).toBe(200);
  const row = await find();
  const steps = async () => (await yamada.get(`/products/${row.product_id}`)).body.steps;
  const head = "商品番号,標準工程,標準時間,段取時間";
  expect(row).toMatchObject({
    step_minutes: "なし → 0.4 → 1.2 → 0.3 → なし",
    step_setups: "なし → 15 → 20 → なし → なし",
  });
  const old = await steps();
  const labels = row.steps;
  const { body } = await preview(
    t,
    yamada,
    "product",
    `${head}
YM-1001,${labels},なし → ０．５ → 1.25分 → 0.3 → なし,なし → なし → 20 → なし → なし
YM-1002,,1 → はやい,
YM-1003,切断 → 検査,3,`,
  );
  expect(body.rows[0]).toMatchObject({
    state: "changed",
    shown: { minutes: "なし → 0.5 → 1.25 → 0.3 → なし", setup: "なし → なし → 20 → なし → なし" },
    before: { minutes: row.step_minutes, setup: row.step_setups },
  });
  expect(body.rows[0].before).not.toHaveProperty("steps");
  expect(body.wrong.map((one: { line: number; errors: object }) => [one.line, one.errors])).toEqual([
    [3, { minutes: [expect.any(String)] }],
    [4, { minutes: [expect.stringContaining("標準工程は2つですが、標準時間は1つです")] }],
  ]);
  expect((await register(t, yamada, body.key, true)).body.state).toBe("saved");
  const now = await steps();
  await unchanged(yamada, "product", csvOf(productList([], true).columns, [await find()]), 1);
  expect(now.map((one: { minutes_per_item: string | null }) => one.minutes_per_item)).toEqual([
    null,
    "0.5",
    "1.25",
    "0.3",
    null,
  ]);
  expect(now.map((one: { caution: string | null }) => one.caution)).toEqual(
    old.map((one: { caution: string | null }) => one.caution),
  );
  const { log } = (await yamada.get(`/products/${row.product_id}`)).body;
  expect(log.at(-1)).toMatchObject({
    kind: "route",
    before: { steps: expect.stringContaining("(段取15分・0.4分)") },
    after: { steps: expect.stringContaining("(0.5分)") },
  });
  expect(log.filter((one: { kind: string }) => one.kind === "edited")).toEqual([]);
  const without = await preview(
    t,
    yamada,
    "product",
    `商品番号,品名,標準工程\nYM-1001,${row.name}変,${labels}`,
  );
  await register(t, yamada, without.body.key);
  expect(await steps()).toEqual(now);
});

test("数量段階 that go out come back, a break more makes prices from its day, a base that says otherwise is told", async () => {
  const yamada = await t.as("admin@yamada.example");
  const head = "商品番号,単価,数量段階,適用日,合意日";
  const prices = 'YM-1004,900,"900（100から850.5、1,000から800）",2099/1/1,';
  await register(t, yamada, (await preview(t, yamada, "product", `${head}\n${prices}`)).body.key);
  const [{ product_id }] = (await yamada.get("/products/master?q=YM-1004")).body.items;
  const [list] = (await yamada.get(`/products/${product_id}`)).body.prices;
  expect(list).toMatchObject({
    effective_from: "2099-01-01",
    tiers: [
      { min_quantity: "0", unit_price: "900" },
      { min_quantity: "100", unit_price: "850.5" },
      { min_quantity: "1000", unit_price: "800" },
    ],
  });
  await unchanged(yamada, "product", `${head}\n${prices}`, 1);
  const { body } = await preview(
    t,
    yamada,
    "product",
    `${head}
YM-1004,910,"910（100から850.5、1,000から800）",2099/2/1,
YM-1005,77,70（100から60）,2099/2/1,
YM-1006,,たくさん買うと安い,,`,
  );
  expect(body.rows[0]).toMatchObject({
    shown: { tiers: "910（100から850.5、1,000から800）" },
    before: { unit_price: "900", tiers: "900（100から850.5、1,000から800）" },
  });
  expect(body.wrong.map((one: { errors: object }) => one.errors)).toEqual([
    { tiers: ["単価は77ですが、数量段階の最初は70です。同じ値にしてください"] },
    { tiers: [expect.stringContaining("数量段階の形式が違います")] },
  ]);
  const genba = await preview(
    t,
    await t.as("genba@yamada.example"),
    "product",
    "商品番号,数量段階\nYM-1004,1（10から2）",
  );
  expect(genba.body.wrong[0].errors).toEqual({ tiers: [expect.stringContaining("権限がありません")] });
});

test("a file of products that knows one price does not wipe out quantity breaks", async () => {
  const yamada = await t.as("admin@yamada.example");
  const [row] = (await yamada.get("/products/master?q=YM-1001")).body.items;
  const { product } = (await yamada.get(`/products/${row.product_id}`)).body;
  const tiers = [
    { min_quantity: "0", unit_price: "140" },
    { min_quantity: "100", unit_price: "130" },
  ];
  const day = new Date().toISOString().slice(0, 10);
  const added = await yamada.post(`/products/${row.product_id}/prices`, {
    version: product.version,
    effective_from: day,
    agreed_on: "2020-01-01",
    tiers,
  });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const { body } = await preview(
    t,
    yamada,
    "product",
    "商品番号,単価,適用日\nYM-1001,150,2099/1/1\nYM-1001,140,",
  );
  expect(body.wrong[0].errors).toEqual({ unit_price: [expect.stringContaining("数量段階のある単価です")] });
});

test("the file of prices comes back as it went; breaks without one from 0 are laid over those that stand", async () => {
  const tiers = async (code: string) => {
    const [{ product_id }] = (await (await t.as("admin@yamada.example")).get(`/products/master?q=${code}`))
      .body.items;
    const lists = (await (await t.as("admin@yamada.example")).get(`/products/${product_id}`)).body.prices as {
      effective_from: string;
      tiers: object[];
    }[];
    return Object.fromEntries(
      lists.map((list) => [list.effective_from, list.tiers.map((tier) => Object.values(tier).join(":"))]),
    );
  };
  const file =
    "商品番号,数量,単価,適用日,メモ\nYM-2002,,4000,2099/1/1,来季\nYM-2002,50,３９００,2099/1/1,来季\nYM-2002,100,3800,2099/2/1,\nYM-2002,50,3850,2099/3/1,\nYM-2002,50,要相談,2099/4/1,";
  await outAgain("price", file, "/products/prices", []);
  expect(await tiers("YM-2002")).toMatchObject({
    "2099-01-01": ["0:4000", "50:3900"],
    "2099-02-01": ["0:4000", "50:3900", "100:3800"],
    "2099-03-01": ["0:4000", "50:3850", "100:3800"],
    "2099-04-01": ["0:4000", "50:", "100:3800"],
  });
  const yamada = await t.as("admin@yamada.example");
  // Dearer for more: each line is judged beside what stands for the other quantities, so that a rise may
  // reach back.
  const rise =
    "商品番号,数量,単価,適用日,合意日\nYM-2003,,800,2020/1/1,2020/1/1\nYM-2003,10,900,2020/1/1,2020/1/1";
  await register(t, yamada, (await preview(t, yamada, "price", rise)).body.key);
  const { body } = await preview(
    t,
    yamada,
    "price",
    "商品番号,数量,単価,適用日\nYM-2003,,810,2020/2/1\nYM-2003,10,910,2020/2/1",
  );
  expect(body.wrong.map((row: { errors: object }) => row.errors)).toEqual([]);
  const { items } = (await yamada.get("/products/prices?size=200")).body;
  expect(items.filter((one: { code: string }) => one.code === "YM-2002")).toHaveLength(12);
  await unchanged(yamada, "price", csvOf(priceSheet.columns, items), items.length);
  expect((await (await t.as("genba@yamada.example")).get("/products/prices")).status).toBe(403);
});

test("作業者一覧 comes back as it went, 担当工程 and namesakes too", async () => {
  const yamada = await t.as("admin@yamada.example");
  for (const kana of ["サトウ イチ", "さとう に"])
    expect((await yamada.post("/workers", { name: "佐藤", kana })).status).toBe(201);
  const { csv } = await outAgain(
    "worker",
    '氏名,フリガナ,班,担当工程,色,表示順,PIN\n"髙橋,①",ﾀｶﾊｼ,=組,切断・検査,青,１０,００１２\n上田,うえだ,,切断,,,',
    "/workers?all=true",
    workerList.columns,
  );
  expect(csv).toContain("サトウ ニ");
  await unchanged(yamada, "worker", csv, 8);
  const { body } = await preview(t, yamada, "worker", "氏名,担当工程\n上田,昼寝\n佐藤,切断\n江口,検査");
  expect(body.wrong.map((row: { errors: object }) => row.errors)).toEqual([
    { duties: [expect.stringContaining("「昼寝」は工程にありません")] },
    { name: ["同じ氏名の作業者が二人以上います。一覧のCSVにある作業者番号を入力してください"] },
  ]);
  expect(body.rows[0].before).toEqual({ duties: "" });
});

test("two workers of one name are told apart by the number that went out, and may change their name by it", async () => {
  const yamada = await t.as("admin@yamada.example");
  const made = [];
  for (const group_name of ["一班", "二班"])
    made.push((await yamada.post("/workers", { name: "田中", group_name })).body.worker_id);
  const csv = csvOf(workerList.columns, (await yamada.get("/workers?all=true")).body.items);
  const { body } = await preview(
    t,
    yamada,
    "worker",
    csv.replace("二班", "三班").replace(`田中,${made[0]}`, `田中 一,${made[0]}`),
  );
  expect(body).toMatchObject({ num_new: 0, num_changed: 2, num_wrong: 0 });
  expect((await register(t, yamada, body.key)).body.state).toBe("saved");
  const all = (await yamada.get("/workers?all=true")).body.items;
  expect(made.map((id) => all.find((one: { worker_id: number }) => one.worker_id === id))).toMatchObject([
    { name: "田中 一", group_name: "一班" },
    { name: "田中", group_name: "三班" },
  ]);
  const wrong = await preview(
    t,
    yamada,
    "worker",
    `作業者番号,氏名\n${made[0]},田中 一\n${made[0]},田中\n99999,田中\n十,田中`,
  );
  expect(wrong.body.wrong.map((one: { errors: object }) => one.errors)).toEqual([
    { "": [expect.stringContaining("2行目と同じ")] },
    { worker_id: [expect.stringContaining("この番号の作業者はいません")] },
    { worker_id: [expect.any(String)] },
  ]);
});

test("a colleague's number of another company names nobody", async () => {
  const yamada = await t.as("admin@yamada.example");
  const [own] = (await yamada.get("/workers")).body.items;
  const other = await t.as("admin@sato.example");
  const { body } = await preview(t, other, "worker", `作業者番号,氏名\n${own.worker_id},だれか`);
  expect(body.wrong[0].errors).toEqual({
    worker_id: [expect.stringContaining("この番号の作業者はいません")],
  });
});

test("a customer's 納入先 come back as they went beside those that it entered itself", async () => {
  const columns = [
    { name: "buyer", label: "依頼元", kind: "text", text: () => "田中産業機械株式会社" },
    ...placeList("tanaka").columns,
  ];
  const file =
    '依頼元,納入先名,郵便番号,住所,TEL,注意書き,既定\n田中産業機械,第二 倉庫,243-0021,"厚木市\n1-1",０４６－２２８－１１１１,-注意,○';
  const { yamada, csv } = await outAgain("place", file, "/factories/tanaka/destinations", columns);
  const { rows } = await unchanged(yamada, "place", csv, 3);
  expect(rows.map((row: { note: string | null }) => row.note)).toEqual([null, null, null]);
});
