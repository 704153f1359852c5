import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PDF, png } from "~/lib/file/testing.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { must } from "~/lib/server/scene.testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "./server.testing.server";

let t: TestApp;
let site: Site;
let yamada: Person;
let card: { key: number; version: number };
const cookies = new Map<string, string>();

async function cookieOf(account: string): Promise<string> {
  const answer = await t.app.provider.signIn(account, SAMPLE_PASSWORD);
  if (answer.kind !== "tokens") throw new Error(account);
  return (await t.app.cookies.session.serialize(await t.app.sessions.begin(account, answer.tokens))).split(
    ";",
  )[0]!;
}
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  for (const name of ["admin@yamada.example", "admin@tanaka.example", "admin@suzuki.example"])
    cookies.set(name.split(/[@.]/)[1]!, await cookieOf(name));
  yamada = await t.as("admin@yamada.example");
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
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

async function ask(company: string, path: string, body?: FormData | URLSearchParams) {
  const headers: Record<string, string> = {
    Cookie: cookies.get(company) ?? "",
    Accept: "text/html",
    ...(body && { Origin: site.base }),
  };
  const answer = await fetch(site.base + path, {
    method: body ? "POST" : "GET",
    headers,
    body,
    redirect: "manual",
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    to: answer.headers.get("Location"),
    headers: answer.headers,
    bytes,
    text: bytes.toString().replaceAll("<!-- -->", ""),
  };
}
function form(files: { name: string; bytes: Uint8Array }[], fields: Record<string, string> = {}): FormData {
  const out = new FormData();
  for (const [name, value] of Object.entries(fields)) out.append(name, value);
  for (const { name, bytes } of files) out.append("files", new Blob([new Uint8Array(bytes)]), name);
  return out;
}

test("without JavaScript several files are sent, shown as thumbnails, and opened; another company finds nothing", async () => {
  const sent = await ask(
    "yamada",
    `/task/${card.key}/files`,
    form(
      [
        { name: "段取り.png", bytes: await png() },
        { name: "図面.pdf", bytes: PDF },
      ],
      { revision: "" },
    ),
  );
  expect([sent.status, sent.to]).toEqual([303, `/task/${card.key}?tab=files`]);
  const tab = await ask("yamada", `/task/${card.key}?tab=files`);
  const thumb = /\/file\/[\w-]{22}\/thumb/.exec(tab.text)![0];
  expect(tab.text).toContain("図面.pdf");
  const picture = await ask("tanaka", thumb);
  expect([
    picture.status,
    picture.headers.get("Content-Type"),
    picture.headers.get("Content-Encoding"),
  ]).toEqual([200, "image/webp", null]);
  const whole = await ask("tanaka", thumb.replace("/thumb", ""));
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "private, no-cache",
    "content-disposition": "inline; filename*=UTF-8''%E6%AE%B5%E5%8F%96%E3%82%8A.png",
  });
  const cookie = cookies.get("tanaka")!;
  const kept = await fetch(site.base + thumb, {
    headers: { Cookie: cookie, "If-None-Match": picture.headers.get("ETag")! },
  });
  expect(kept.status).toBe(304);
  for (const path of [thumb, thumb.replace("/thumb", ""), `/task/${card.key}?tab=files`])
    expect((await ask("suzuki", path)).status).toBe(404);
  expect((await ask("nobody", thumb)).to).toMatch(/^\/login/);
});

test("a file that is not what it says comes back as the form's error, with what was typed; so does one over 10 MB", async () => {
  const evil = await ask(
    "yamada",
    `/task/${card.key}/files`,
    form([{ name: "図面.png", bytes: Buffer.from("<html><script>") }], { revision: "D", is_inner: "on" }),
  );
  expect(evil.status).toBe(422);
  expect(evil.text).toContain("「図面.png」は扱えない形式です");
  expect(evil.text).toContain('value="D"');
  const big = await ask(
    "yamada",
    `/task/${card.key}/files`,
    form([{ name: "大.png", bytes: Buffer.alloc(11 * 1024 * 1024) }]),
  );
  expect([big.status, big.text.includes("「大.png」は10MBを超えています")]).toEqual([422, true]);
  const none = await ask("yamada", `/task/${card.key}/files`, form([]));
  expect([none.status, none.text.includes("ファイルを選択してください")]).toEqual([422, true]);
});

test("files and large bodies are let in only where they belong", async () => {
  const large = form([{ name: "a.png", bytes: Buffer.alloc(1_500_000) }]);
  expect((await ask("yamada", `/task/${card.key}/count`, large)).status).toBe(413);
  const words = await ask(
    "yamada",
    `/task/${card.key}/files`,
    new URLSearchParams({ note: "x".repeat(1_500_000) }),
  );
  expect(words.status).toBe(413);
  expect(words.text).toContain("送信された内容が大きすぎます（1MBまで）。");
});

test("each press on a file works by itself: 社内のみ, 最新, 削除 with a way back", async () => {
  const [file] = must(await yamada.upload(`/cards/${card.key}/files`, [{ name: "版.pdf", bytes: PDF }]));
  const press = (act: string, version = "1") =>
    ask("yamada", `/task/${card.key}/files/${file.key}`, new URLSearchParams({ act, version }));
  expect((await press("inner")).to).toBe(`/task/${card.key}?tab=files`);
  expect((await ask("tanaka", `/file/${file.key}`)).status).toBe(404);
  expect((await press("open", "2")).status).toBe(303);
  expect((await press("latest", "2")).text).toContain("他の人が更新しました");
  expect((await press("hide")).status).toBe(303);
  expect((await ask("yamada", `/file/${file.key}`)).status).toBe(404);
  expect((await press("restore")).status).toBe(303);
  expect((await ask("yamada", `/file/${file.key}`)).status).toBe(200);
});

test("a card is divided, its branches merged and a defect with a photo registered by plain forms", async () => {
  const parts = {
    "parts[0].num_items": "6",
    "parts[0].delivery_date": "",
    "parts[0].group_id": "",
    "parts[1].num_items": "3",
    "parts[1].group_id": "",
  };
  const at = `/task/${card.key}`;
  const version = async () => String(must(await yamada.get(`/cards/${card.key}`)).card.version);
  const wrong = await ask(
    "yamada",
    `${at}/divide`,
    new URLSearchParams({ ...parts, version: await version() }),
  );
  expect([
    wrong.status,
    wrong.text.includes("合計は9個です。残りの10個と同じになるように入力してください"),
  ]).toEqual([422, true]);
  expect(
    (
      await ask(
        "yamada",
        `${at}/divide`,
        new URLSearchParams({ ...parts, "parts[1].num_items": "4", version: await version() }),
      )
    ).to,
  ).toBe(`${at}?tab=parts`);
  const tab = await ask("yamada", `${at}?tab=parts`);
  expect(tab.text).toContain("枝 2/2 到着");
  expect((await ask("yamada", `${at}/wait`)).text).toContain("待合票");
  const box = /name="cards" type="checkbox"[^>]*value="([\d.]+)"/.exec(
    (await ask("yamada", `${at}/merge`)).text,
  )![1]!;
  expect(
    (await ask("yamada", `${at}/merge`, new URLSearchParams({ version: await version(), cards: box })))
      .status,
  ).toBe(303);
  const reason = must(await yamada.get(`/cards/${card.key}/work`)).reasons.find(
    (one: { kind: string }) => one.kind === "defect",
  ).reason_id;
  const defect = form([{ name: "欠け.png", bytes: await png() }], {
    version: await version(),
    num: "1",
    reason_id: String(reason),
    treatment: "scrap",
    idempotency_key: "once",
  });
  expect((await ask("yamada", `${at}/defect`, defect)).to).toBe(`${at}?tab=parts`);
  for (const path of ["divide", "merge", "defect", "part", "outsource", "receive", "take_back", "wait"])
    expect((await ask("tanaka", `${at}/${path}`)).status).toBe(403);
});

test("完了 with a photo that must ask about the rest gives back all that was typed, and asks for the file again where no script has kept it", async () => {
  const { key } = must(
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "台",
      num_items: "10",
      order_unit: "piece",
      unit: "piece",
      group_id: 3,
    }),
  );
  const reason = must(await yamada.get(`/cards/${key}/work`)).reasons.find(
    (one: { kind: string }) => one.kind === "defect",
  ).reason_id;
  const fields = {
    version: "1",
    num_good: "6",
    num_defective: "2",
    num_partial: "",
    reason_id: String(reason),
    note: "角が欠けた",
    next: "stay",
    idempotency_key: "again",
  };
  const photo = [{ name: "欠け.png", bytes: await png() }];
  const asked = await ask("yamada", `/task/${key}/finish`, form(photo, fields));
  expect(asked.status).toBe(422);
  for (const text of [
    "不足のまま完了する",
    "ファイルをもう一度選択してください",
    "角が欠けた",
    `value="${reason}" selected`,
  ])
    expect(asked.text).toContain(text);
  const done = await ask("yamada", `/task/${key}/finish`, form(photo, { ...fields, shortage: "short" }));
  expect(done.status).toBe(303);
  expect(must(await yamada.get(`/cards/${key}/files`)).items).toMatchObject([
    { name: "欠け.png", owner_kind: "defect" },
  ]);
  expect((await ask("yamada", `/task/${key}?tab=work`)).text).toMatch(/← 前の工程へ|次の工程へ/);
});
