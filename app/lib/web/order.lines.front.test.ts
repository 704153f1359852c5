import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeCp932 } from "~/lib/text/cp932.server";
import { startFront } from "./front.testing.server";

let front: Awaited<ReturnType<typeof startFront>>;
let owner: pg.Client;
beforeAll(async () => {
  front = await startFront();
  owner = new pg.Client({ connectionString: front.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await front?.stop();
});

const FORM = {
  seller_id: "yamada",
  idempotency_key: "key-of-lines",
  order_date: "2030-01-07",
  note: "急ぎです",
  inspection_days: "7",
  "lines[0].name": "手で入れた品",
  "lines[0].num_items": "3",
  "lines[1].name": "",
  step: "lines",
};

async function take(account: string, file: BlobPart | null, fields: Record<string, string> = FORM) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file !== null) body.append("file", new File([file], "meisai.csv", { type: "text/csv" }));
  const headers = { Cookie: await front.cookieOf(account), Origin: front.origin };
  const answer = await fetch(`http://localhost:${front.port}/order/new?seller_id=yamada`, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  return { status: answer.status, text: (await answer.text()).replaceAll("<!-- -->", "") };
}
const cell = (text: string, name: string) =>
  new RegExp(`<input[^>]*name="${name.replace(/[[\].]/g, "\\$&")}"[^>]*>`).exec(text)?.[0] ?? "";

test("a Shift_JIS file fills the order's lines after those that were typed; nothing typed is lost and nothing is sent", async () => {
  const { bytes } = encodeCp932(
    "品名,数量（個）,単価,納期,備考,謎\r\nブラケット,１，２００,128.4,2030/2/1(金),至急,x\r\n板,5,,,,\r\n",
  );
  const { status, text } = await take("admin@tanaka.example", bytes as BlobPart);
  expect(status).toBe(200);
  expect(text).toContain(
    "meisai.csv の2行を明細に入れました。まだ送信していません。「謎」の列は使いません。",
  );
  expect(
    [cell(text, "lines[0].name"), cell(text, "lines[1].name"), cell(text, "lines[2].name")].map(
      (one) => /value="([^"]*)"/.exec(one)?.[1],
    ),
  ).toEqual(["手で入れた品", "ブラケット", "板"]);
  expect(cell(text, "lines[1].num_items")).toContain('value="1,200"');
  expect(cell(text, "lines[1].delivery_date")).toContain('value="2030/2/1(金)"');
  expect(text).toContain("急ぎです");
  expect(cell(text, "lines[3].name")).toBe("");
  expect((await owner.query("select count(*)::int as num from orders")).rows).toEqual([{ num: 0 }]);
});

test("the seldom columns are shown on request, and what was typed stays", async () => {
  const { step: _, ...typed } = FORM;
  const intent = JSON.stringify({ type: "update", payload: { name: "columns", value: "all" } });
  const { status, text } = await take("admin@tanaka.example", null, { ...typed, __intent__: intent });
  expect([
    status,
    cell(text, "lines[0].drawing_no") !== "",
    cell(text, "lines[0].name").includes("手で入れた品"),
  ]).toEqual([200, true, true]);
});

test("a file that can't be read, or has a faulty cell, is told beside its field, and the form stays", async () => {
  const faulty = await take("admin@tanaka.example", "\uFEFF品名,数量,商品番号\n板,たくさん,\n,5,NAI-1");
  expect([faulty.status, cell(faulty.text, "lines[1].num_items").includes('value="たくさん"')]).toEqual([
    422,
    true,
  ]);
  expect(faulty.text).toContain("2行目: 数量");
  expect(faulty.text).toContain("商品番号「NAI-1」はこの依頼先の商品にありません");
  const long = await take("admin@tanaka.example", `品名,数量\n${"板,1\n".repeat(320)}`);
  expect([
    long.status,
    long.text.includes(
      "明細は300行までです。このファイルは320行あります。入力済みの1行と合わせて321行になります。",
    ),
  ]).toEqual([422, true]);
  expect(cell(long.text, "lines[0].name")).toContain("手で入れた品");
  const pasted = await take("admin@tanaka.example", null, { ...FORM, pasted: "品名\t数量\n板\t1,200\n" });
  expect([pasted.status, cell(pasted.text, "lines[1].num_items").includes('value="1,200"')]).toEqual([
    200,
    true,
  ]);
  const bare = await take("admin@tanaka.example", null, { ...FORM, pasted: "板\t5" });
  expect([bare.status, bare.text.includes("板\t5")]).toEqual([422, true]);
  expect((await take("admin@tanaka.example", "品名,納期\n板,1")).text).toContain("「数量」の列がありません");
  expect((await take("admin@tanaka.example", null)).text).toContain("取り込むファイルを選択してください");
  expect((await take("admin@tanaka.example", "PK\u0003\u0004")).text).toContain(
    "Excelのファイル（.xlsx）は、そのままでは取り込めません",
  );
});

test("the lines of an order are the buyer's to take in, and each finds its own products only", async () => {
  expect((await take("admin@yamada.example", "品名,数量\n板,1")).status).toBe(403);
  const sample = await front.ask("/order/lines.csv", {
    headers: { Cookie: await front.cookieOf("admin@tanaka.example") },
  });
  expect([sample.status, sample.text.includes("商品番号,品名,図番,改訂,数量")]).toEqual([200, true]);
  const own = await take("admin@tanaka.example", "品番,数量\nYM-1001,5");
  expect([own.status, /<option[^>]*selected=""[^>]*>YM-1001 /.test(own.text)]).toEqual([200, true]);
  const other = await take("admin@suzuki.example", "品番,数量\nYM-1001,5");
  expect(other.text).toContain("商品番号「YM-1001」はこの依頼先の商品にありません");
});

test("what a live page posts to a form's own address is answered as data: what was made, or which field is wrong", async () => {
  const send = async (name: string, bytes: string) => {
    const body = new FormData();
    body.append("id", crypto.randomUUID());
    body.append("files", new File([bytes], name));
    const headers = {
      Cookie: await front.cookieOf("admin@tanaka.example"),
      Origin: front.origin,
      Accept: "application/json",
    };
    const answer = await fetch(`http://localhost:${front.port}/chat/yamada_tanaka/files`, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
    });
    return { status: answer.status, type: answer.headers.get("Content-Type"), body: await answer.json() };
  };
  expect(await send("外形図.pdf", "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF")).toMatchObject({
    status: 200,
    type: "application/json; charset=utf-8",
    body: { message: { files: [{ name: "外形図.pdf" }] } },
  });
  const refused = await send("表.xlsx", "PK");
  expect([refused.status, refused.body.reply.error.files[0]]).toEqual([
    422,
    expect.stringContaining("表.xlsx"),
  ]);
});
