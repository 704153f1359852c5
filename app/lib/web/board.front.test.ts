import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { factory_process } from "~/lib/tables/factory.table.server";
import { createCard } from "~/lib/task/card.create.server";
import { someone } from "~/lib/task/testing.server";
import { addDays, today } from "~/lib/time/date";
import { type Answer, startFront } from "./front.testing.server";

let front: Awaited<ReturnType<typeof startFront>>;
let genba: Browser, tanaka: Browser, boss: Browser;
const keys: number[] = [];
const day = today();

/** A browser without JavaScript: keeps its cookies, says where it comes from, follows nothing. */
type Browser = ReturnType<typeof browser>;
function browser(start: string) {
  const cookies = new Map(start.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  const kept = (answer: Answer) => {
    for (const set of answer.headers["set-cookie"] ?? []) cookies.set(set.split("=")[0]!, set.split(";")[0]!);
    return { ...answer, text: answer.text.replaceAll("<!-- -->", ""), to: answer.headers.location };
  };
  const headers = (from?: string) => ({
    Cookie: [...cookies.values()].join("; "),
    Origin: front.origin,
    ...(from && { Referer: front.origin + from }),
  });
  return {
    cookies,
    get: async (path: string, more: Record<string, string> = {}, from?: string) =>
      kept(await front.ask(path, { headers: { ...headers(from), ...more } })),
    post: async (
      path: string,
      fields: Record<string, string>,
      from = "/task/kanban",
      more: Record<string, string> = {},
    ) => kept(await front.post(path, fields, { ...headers(from), ...more })),
  };
}

beforeAll(async () => {
  front = await startFront();
  [genba, tanaka, boss] = (await Promise.all(
    ["genba@yamada", "admin@tanaka", "admin@yamada"].map(async (name) =>
      browser(await front.cookieOf(`${name}.example`)),
    ),
  )) as [Browser, Browser, Browser];
  const who = someone("yamada", "seller");
  for (let n = 0; n < 9; n++) {
    keys.push(
      (
        await tenant(front.db, who, (db) =>
          createCard(db, who, {
            seller_id: "yamada",
            buyer_id: "tanaka",
            name: `部品${n}`,
            order_id: `H-${n}`,
            num_items: "100",
            order_unit: "piece",
            unit: "piece",
            num_units: "100",
            group_id: n === 8 ? 1 : 3,
            status: "切断",
            answer: n === 8 ? "waiting" : null,
            delivery_date: addDays(day, n - 2),
            is_urgent: n === 5,
          }),
        )
      ).key,
    );
  }
});
afterAll(() => front.stop());

/** What matters of a page: asserting on the whole of it would print the whole of it. */
const has = (text: string, ...words: (string | RegExp)[]) =>
  expect(
    words.filter((word) => (typeof word === "string" ? !text.includes(word) : !word.test(text))),
  ).toEqual([]);
const hasNot = (text: string, words: RegExp) => expect(words.exec(text)?.[0]).toBeUndefined();
const names = (text: string) => [...text.matchAll(/class="card-link">([^<]*)</g)].map(([, name]) => name);

test("what conditions find is said first on a phone: columns without any are not swiped through, and no way leads to them", async () => {
  const jumps = (text: string) =>
    [...text.matchAll(/href="#column-\d+"[^>]*>([^<]+)</g)].map(([, label]) => label);
  const bare = (text: string) =>
    [...text.matchAll(/class="board-column max-desk:hidden" aria-label="([^"]+)"/g)].map(
      ([, label]) => label,
    );
  const all = (await genba.get("/task/kanban")).text;
  expect(bare(all)).toEqual([]);
  expect(jumps(all).length).toBeGreaterThan(2);
  const found = (await genba.get("/task/kanban?q=" + encodeURIComponent("部品3"))).text;
  expect(jumps(found)).toEqual(["切断 1"]);
  expect(bare(found).length).toBe(jumps(all).length - 1);
  expect(bare(found)).not.toContain("切断");
  has(found, "一致するカードはありません");
  await genba.get("/task/kanban?q=");
});

test("a process's own colour is the rule above its name on the board; one without has none", async () => {
  const dyed = (colour: string | null) =>
    tenant(
      front.db,
      { company_id: "yamada", username: "x" },
      (db) =>
        db
          .update(factory_process)
          .set({ colour: colour as never })
          .where(and(eq(factory_process.company_id, "yamada"), eq(factory_process.group_id, 3))),
      "write",
    );
  const swatches = async () =>
    [
      ...(await genba.get("/task/kanban")).text.matchAll(
        /<svg[^>]*fill="(#\w{6})"[^>]*>.{0,90}?<h2[^>]*>([^<]+)/g,
      ),
    ].map((found) => found.slice(1));
  const cut = async () => (await swatches()).filter(([, label]) => label === "切断");
  expect(await cut()).toEqual([["#0b5cad", "切断"]]);
  await dyed("teal");
  expect(await cut()).toEqual([["#12908e", "切断"]]);
  await dyed(null);
  expect(await cut()).toEqual([]);
});

test("the board tells without a script: four lines a card, true counts, what follows, and what may be done", async () => {
  const { text, status } = await genba.get("/task/kanban");
  expect(status).toBe(200);
  expect(names(text)).toEqual(["部品8", "部品5", "部品0", "部品1", "部品2", "部品3", "部品4"]);
  has(text, /<b data-count="true">8<\/b>枚/);
  has(text, "800個");
  has(text, /遅れ2<\/span>/);
  has(text, /・田中産業機械・H-0</);
  has(text, /2日遅れ<\/span>/);
  has(text, 'action="/task/kanban/move"');
  has(text, `href="/task/${keys[0]}/menu"`);
  const next = /href="(\/task\/kanban\?more=3[^"#]*)/.exec(text)![1]!.replaceAll("&amp;", "&");
  expect(names((await genba.get(next)).text)).toHaveLength(9);
  const menu = await genba.get(`/task/${keys[0]}/menu`, {}, "/task/kanban?q=x");
  has(menu.text, `href="/task/${keys[0]}/start?return=%2Ftask%2Fkanban%3Fq%3Dx"`);
  has(menu.text, "次の工程へ（曲げ）");
});

test("a button moves a card and comes back with 元に戻す; what may not be is said", async () => {
  const post = (typed: Record<string, string>) =>
    genba.post("/task/kanban/move", { key: String(keys[0]), ...typed }, "/task/kanban?q=H");
  const done = await post({ version: "1", group_id: "4" });
  expect([done.status, done.to]).toEqual([303, "/task/kanban?q=H"]);
  const shown = await genba.get("/task/kanban?q=H");
  has(
    shown.text,
    "「部品0」を「曲げ」へ移動しました。",
    new RegExp(`<a href="/task/${keys[0]}\\?tab=log"[^>]*>履歴</a>`),
  );
  const undo =
    /<form method="post" action="\/task\/kanban\/move" data-enhance="submit">(<input[^>]*>)+<button class="min-h/.exec(
      shown.text,
    )![0];
  const fields = Object.fromEntries(
    [...undo.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, name, value]) => [name!, value!]),
  );
  expect(fields).toEqual({ key: String(keys[0]), group_id: "4", version: "2", undone: "1" });
  await post(fields);
  has((await genba.get("/task/kanban")).text, "元に戻しました。");
  await post({ version: "1", group_id: "5" });
  has((await genba.get("/task/kanban")).text, "他の人が更新しました。");
  await post({ version: "3", group_id: "8" });
  has((await genba.get("/task/kanban")).text, "「出荷待ち」へ移動しました。良品数がまだありません。");
  await post({ version: "4", group_id: "8", undone: "1" });
  expect((await genba.get("/task/kanban")).text).not.toContain("良品数がまだありません");
  expect((await post({ version: "x" })).status).toBe(422);
});

test("to the script a move answers with the columns it touched and their message, or with the reason", async () => {
  const go = (key: number, version: string, group_id = "4") =>
    genba.post(
      "/task/kanban/move",
      { key: String(key), version, group_id, part: "group_id=3&group_id=4" },
      "/task/kanban",
      { "X-Enhance": "1" },
    );
  const { status, text } = await go(keys[1]!, "1");
  expect(status).toBe(200);
  has(text, "「部品1」を「曲げ」へ移動しました。");
  expect([...text.matchAll(/data-column="(\w+)"/g)].map(([, id]) => id)).toEqual(["3", "4"]);
  has(text, "data-strip");
  expect(JSON.parse((await go(keys[1]!, "1", "5")).text).detail).toMatch(/^他の人が更新しました。/);
  expect(JSON.parse((await go(keys[8]!, "1")).text).detail).toContain("承諾してから移動してください");
  expect(
    JSON.parse(
      (
        await tanaka.post(
          "/task/kanban/move",
          { key: String(keys[2]), version: "1", group_id: "4", part: "x" },
          "/task/kanban",
        )
      ).text,
    ).detail,
  ).toContain("権限");
});

test("a column is a page of its own with an ETag, and so is the pulse; what is the same costs 304", async () => {
  for (const path of ["/task/kanban/column?group_id=3", "/task/kanban/pulse?since=0", "/task/kanban"]) {
    const first = await genba.get(path);
    expect([path, first.status, typeof first.headers.etag]).toEqual([path, 200, "string"]);
    const again = await genba.get(path, { "If-None-Match": first.headers.etag! });
    expect([path, again.status, again.text, again.headers["content-security-policy"]]).toEqual([
      path,
      304,
      "",
      undefined,
    ]);
  }
});

test("opened as a page, the script's part of the board is the board; a wall may rest; every page says in its title what it is", async () => {
  expect((await genba.get("/task/kanban/column?group_id=3", { "Sec-Fetch-Dest": "document" })).to).toBe(
    "/task/kanban",
  );
  const refresh = /http-equiv="refresh"/i;
  const turning = (await boss.get("/task/kanban/display?group_id=3")).text;
  has(turning, refresh);
  has(turning, 'href="/task/kanban/display?group_id=3&amp;rest=on"');
  expect((await boss.get("/task/kanban/display?group_id=3&rest=on")).text).not.toMatch(refresh);
  const titles: [Browser, string, RegExp][] = [
    [genba, "/setting/user", /^この画面を開く権限がありません \| /],
    [genba, "/task/999999999", /^ページが見つかりません \| /],
    [genba, "/task", /^ページが見つかりません \| /],
    [tanaka, "/order/product", /^見積依頼 \| /],
  ];
  for (const [who, path, title] of titles)
    expect(/<title>(.*?)<\/title>/.exec((await who.get(path)).text)?.[1]).toMatch(title);
});

test("the last conditions come back by the menu's link, each person's own; leaving them out on the board forgets them", async () => {
  const of = async (who: Browser, path: string, from?: string) =>
    names((await who.get(path, {}, from)).text).length;
  const all = await of(boss, "/task/kanban");
  expect((await boss.get("/")).to).toBe("/task/kanban?saved=1");
  expect(await of(boss, "/task/kanban?urgent=on")).toBe(1);
  expect(await of(boss, "/task/kanban?saved=1")).toBe(1);
  // From elsewhere the bare board is just looked at.
  expect(await of(boss, "/task/kanban", "/task/shipped")).toBe(all);
  expect(await of(boss, "/task/kanban?saved=1")).toBe(1);
  const other = browser([...boss.cookies.values()].join("; "));
  other.cookies.set("koba-session", genba.cookies.get("koba-session")!);
  expect(await of(other, "/task/kanban?saved=1")).toBe(all);
  expect(await of(boss, "/task/kanban", "/task/kanban?urgent=on")).toBe(all);
  expect(await of(boss, "/task/kanban?saved=1")).toBe(all);
});

test("columns are folded, hidden and put in another order, and parts of cards left out, by this browser", async () => {
  const look = async (fields: Record<string, string>) => {
    expect((await boss.post("/task/kanban/look", fields)).status).toBe(303);
    return (await boss.get("/task/kanban")).text;
  };
  has(await look({ fold: "3" }), 'class="board-fold"');
  hasNot(await look({ unfold: "3" }), /class="board-fold"/);
  hasNot(await look({ hide: "4" }), /id="column-4"/);
  const bare = await look({ form: "1,2,3,4,5,6,7,8", column: "3", filled: "on" });
  expect([...bare.matchAll(/id="column-(\d)"/g)].map(([, id]) => id)).toEqual(["3"]);
  hasNot(bare, /・田中産業機械|<svg viewBox="0 0 100 1"/);
  has(await look({ reset: "1" }), 'id="column-4"');
});

test("the buyer's board says nothing of the factory's own and offers nothing to do", async () => {
  const { text } = await tanaka.get("/task/kanban");
  has(text, "進捗確認");
  has(text, "山田精機");
  hasNot(text, /kanban\/move|作業者|作業中|data-v=|カード追加|一括移動/);
  expect((await tanaka.get("/task/kanban/display")).status).toBe(200);
});

test("the buyer's page of a card tells how far it has come, and leads to talk; the list says what is late and prints the tags of many", async () => {
  const page = (await tanaka.get(`/task/${keys[0]}`)).text;
  has(
    page,
    "工程の進み",
    /aria-current="step"[^>]*><span[^>]*><\/span>切断</,
    `href="/task/${keys[0]}/chat/date"`,
    `href="/task/${keys[0]}/chat"`,
  );
  hasNot(page, /予定 \d/);
  has((await genba.get(`/task/${keys[0]}`)).text, "工程の進み");
  has((await genba.get("/task/list")).text, /日遅れ<\/span>/, ">今日</span>");
  const ids = keys.slice(0, 2).map((key) => `${key}.1`);
  const printed = await front.ask("/task/list", {
    method: "POST",
    body: `act=tag&${ids.map((id) => `ids=${id}`).join("&")}`,
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: front.origin,
      Cookie: await front.cookieOf("genba@yamada.example"),
    },
  });
  expect(printed.headers.location).toBe(`/task/tag?key=${keys[0]}&key=${keys[1]}`);
  expect((await genba.post("/task/list", { act: "tag" }, "/task/list")).status).toBe(422);
  expect((await tanaka.post("/task/list", { act: "tag", ids: ids[0]! }, "/task/list")).status).toBe(403);
  // None of them is a request: nothing is accepted, and it says so.
  const [, tick] = new RegExp(`value="(${keys[0]}\\.\\d+)"`).exec((await genba.get("/task/list")).text)!;
  const none = await genba.post("/task/list", { act: "accept", ids: tick! }, "/task/list");
  expect([none.status, none.to]).toEqual([303, "/task/list"]);
  has(
    (await genba.get("/task/list")).text,
    "1枚はそのままです。",
    "このカードは依頼ではないため、回答はいりません。",
  );
  has(
    (await genba.get("/task/kanban")).text,
    'href="/task/list?state=inbox">まとめて承諾',
    'href="/task/list?state=ready">まとめて出荷',
  );
  const early = await genba.post("/task/list", { act: "ship", ids: tick! }, "/task/list");
  expect([early.status, early.to]).toEqual([303, "/task/list"]);
  has((await genba.get("/task/list")).text, "1枚はそのままです。", "出荷待ちの工程にありません。");
});

test("a buyer's ⋯ leads to what is said about the card, and to asking for another date", async () => {
  has(
    (await tanaka.get("/task/kanban")).text,
    `href="/task/${keys[0]}/menu"`,
    'href="/task/0/chat" data-on="bq"',
  );
  const { text } = await tanaka.get(`/task/${keys[0]}/menu`, {}, "/task/kanban");
  const acts = [...text.matchAll(new RegExp(`href="/task/${keys[0]}/([^"?]+)\\?return`, "g"))].map(
    ([, act]) => act,
  );
  expect(acts).toEqual(["chat", "chat/date"]);
  expect((await tanaka.get(`/task/${keys[0]}/chat`)).to).toBe(
    `/chat/yamada_tanaka?task=${keys[0]}&of=${keys[0]}`,
  );
  const { to } = await tanaka.get(`/task/${keys[0]}/chat/date`);
  has((await tanaka.get(to!)).text, "合意の提案：部品0", '<option value="delivery_date" selected');
});

test("遅れ and 至急 filter by one press of the strip; their boxes are behind 条件を追加", async () => {
  const { text } = await genba.get("/task/kanban");
  for (const word of ["遅れのみ", "至急のみ"])
    expect(text.indexOf(word), word).toBeGreaterThan(text.indexOf("条件を追加"));
  has(text, /class="strip-item"[^>]*>遅れ</);
});

test("nothing is found, nothing is there: each says what to do next", async () => {
  has((await genba.get("/task/kanban?q=zzz")).text, "条件に一致するカードはありません。");
  const sato = browser(await front.cookieOf("admin@sato.example"));
  const empty = (await sato.get("/task/kanban")).text;
  for (const word of ["最初のカードを作る", "CSV取込", "依頼元を登録する"]) has(empty, word);
  const suzuki = browser(await front.cookieOf("admin@suzuki.example"));
  has((await suzuki.get("/task/kanban")).text, "進行中の依頼はありません。");
});

test("a list of each process prints with its conditions; the CSV has every column of a card in its order", async () => {
  const paper = (await genba.get("/task/kanban/print?late=on")).text;
  has(paper, "条件: 遅れのみ");
  has(paper, /<caption><b>切断<\/b>/);
  const head = (await genba.get("/task/kanban.csv")).text.split("\r\n")[0]!.replace("\uFEFF", "");
  expect(head).toBe(
    "カード番号,依頼元,協力会社,依頼先,工程,単重,注文番号,品名,数量,良品数,不良数,途中数,注文単位,納期,納入時刻,作成日時,完成日時,出荷日時,工程更新日時,備考," +
      "単位,単位数,納入先,請求対象,工程ID,機械・班,親カード,着手,終了,作業者,更新日時,移動元,種別",
  );
  expect((await boss.get("/task/kanban.csv")).text.split("\r\n")[0]).toContain("単位数,単価,金額,納入先");
});

test("a browser on the wall shows one process in large, again and again, opens nothing else, and ends by signing out", async () => {
  const wall = browser(await front.cookieOf("genba@yamada.example"));
  const page = await wall.get("/task/kanban/display?group_id=3");
  has(page.text, '<meta http-equiv="refresh" content="15;url=/task/kanban/display?group_id=3&amp;at=1"/>');
  has(page.text, "<h2>部品5</h2>");
  // The page after the last is the first again.
  has((await wall.get("/task/kanban/display?group_id=3&at=7")).text, '<b data-clock="true">');
  has((await wall.get("/task/kanban/display")).text, "今日の出荷", "材料待ち");
  expect((await wall.post("/task/kanban/display?group_id=3", { act: "start" })).to).toBe(
    "/task/kanban/display?group_id=3",
  );
  has((await wall.get("/task/kanban/display?group_id=3")).text, "掲示をやめる");
  for (const path of [
    "/task/kanban",
    "/task/list",
    `/task/${keys[0]}`,
    "/setting/self",
    "/task/kanban/pulse?since=0",
  ]) {
    const { status, to } = await wall.get(path);
    expect([path, status, to?.startsWith("/login?return_to=")]).toEqual([path, 302, true]);
  }
  expect(
    (await wall.post("/task/kanban/move", { key: String(keys[3]), version: "1", group_id: "4" })).status,
  ).toBe(401);
  expect((await wall.post("/task/kanban/display", { act: "leave" })).to).toBe("/login");
  expect((await wall.get("/task/kanban/display")).to).toMatch(/^\/login/);
});

test("a list comes back with its last conditions and without the columns that this browser hides; its CSV too; another person's stays whole", async () => {
  const columns = async (who: Browser, path: string) =>
    [...(await who.get(path)).text.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]+)</g)].map(
      ([, label]) => label!,
    );
  const all = await columns(genba, "/task/list");
  expect(all).not.toContain("更新日時");
  expect(all).toEqual(expect.arrayContaining(["品名", "カード番号", "注文番号", "納期"]));
  await genba.get("/task/list?q=%E9%83%A8%E5%93%81");
  const offered =
    "columns=id,buyer_name,order_id,num_items,num_good,num_defective,status,delivery_date,worker,collab_name,update_time&off=num_defective,collab_name,update_time";
  const hidden = await genba.get(
    `/task/list?q=%E9%83%A8%E5%93%81&${offered}&show=id&show=num_items&show=delivery_date`,
  );
  expect([hidden.status, hidden.to]).toEqual([302, "/task/list?q=%E9%83%A8%E5%93%81"]);
  expect(await columns(genba, "/task/list")).toEqual(["品名", "カード番号", "数量", "納期"]);
  // What the list leaves out by itself is in the CSV all the same.
  expect((await genba.get("/task/list.csv")).text.split("\r\n")[0]).toBe(
    "\uFEFF品名,カード番号,数量,不良数,納期,協力会社,作成日時,更新日時",
  );
  expect((await genba.get("/task/list?saved=1")).to).toBe("/task/list?q=%E9%83%A8%E5%93%81");
  const other = browser([...genba.cookies.values()].join("; "));
  other.cookies.set("koba-session", boss.cookies.get("koba-session")!);
  expect((await other.get("/task/list?saved=1")).status).toBe(200);
  expect(await columns(other, "/task/list")).toEqual(expect.arrayContaining(all));
  // From the list itself: its bare address forgets, and 304 goes on as ever.
  await genba.get("/task/list", {}, "/task/list?q=x");
  expect((await genba.get("/task/list?saved=1")).status).toBe(200);
  const page = await genba.get("/task/list");
  expect((await genba.get("/task/list", { "If-None-Match": page.headers.etag! })).status).toBe(304);
});

test("列▾: the columns of カード一括移動 and of the codes are chosen by the browser, and the conditions stay", async () => {
  const heads = (text: string) =>
    [...text.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]+)</g)].map(([, label]) => label);
  const without = async (path: string, name: string, label: string) => {
    const { text } = await genba.get(path);
    const offered = / name="columns" value="([^"]*)"/.exec(text)![1]!.split(",");
    expect(offered).toContain(name);
    const shown = offered
      .filter((one) => one !== name)
      .map((one) => `&show=${one}`)
      .join("");
    expect((await genba.get(`${path}&columns=${offered.join()}${shown}`)).to).toBe(path);
    const left = heads((await genba.get(path)).text);
    expect([heads(text).includes(label), left]).toEqual([true, heads(text).filter((one) => one !== label)]);
  };
  await without("/task/move?group_id=3", "note", "備考");
  await without("/task/status_code?kind=process&view=list", "note", "説明");
});

test("a board where nothing is to be seen asks for what comes all the same", async () => {
  const { text } = await genba.get("/task/kanban?q=%E7%84%A1%E3%81%84");
  has(
    text,
    "条件に一致するカードはありません。",
    "data-nothing",
    /hidden=""[^>]*>.*data-board="\d+"/s,
    /href="\/task\/import"[^>]*>CSV取込/,
  );
});
