import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order, shipped } from "~/lib/accounting/testing.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeScene, must, type Scene } from "~/lib/server/scene.testing.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { isBankClosed } from "~/lib/time/bankday";
import { addDays, isoDate, shiftMonth, today } from "~/lib/time/date";
import { type Site, startSite } from "./server.testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let scene: Scene;
let site: Site;
let boss: Browser;
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  scene = await makeScene(t);
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  boss = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
});
afterAll(async () => {
  await site?.stop();
  await scene?.stop();
  await t?.stop();
});

const AT = "/setting/collaborator";
const TERMS = {
  is_payment_last_date: "on",
  payment_date: "",
  pay_month: "1",
  pay_day: "31",
  amount_rounding: "floor",
  tax_rounding: "floor",
  show_carry_over: "on",
  invoice_basis: "monthly",
  fee_bearer: "payer",
  toriteki: "unknown",
};

test("what is wrong with 納期遵守の日 is said in its own form, and the other keeps what it holds", async () => {
  const { status, text } = await boss.post(`${AT}/tanaka/basis`, { on_time_day: "" });
  const [basis, onTime] = text.split("納期遵守の日を変更する");
  expect([status, /name="from_date"[^>]* value="\d/.test(basis!)]).toEqual([422, true]);
  expect(onTime).toContain("納期遵守の日を選択してください");
});

test("依頼元一覧 shows who orders here and whom the factory orders from, the stocks apart, balances to the accounting permission", async () => {
  const { text } = await boss.get(AT);
  for (const words of [
    "佐藤鈑金工業株式会社",
    "協力会社",
    "翌月20日払い",
    "売掛残",
    "在庫（特別）",
    "商品在庫、部品在庫",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain(`${AT}/shohin-zaiko`);
  const genba = await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD);
  const plain = (await genba.get(AT)).text;
  expect(plain).not.toMatch(/売掛残|依頼元を追加|無効化/);
  expect((await genba.get(`${AT}/new`)).status).toBe(403);
  expect((await genba.get(`${AT}/tanaka`)).text).toContain("変更は管理者だけができます");
  expect((await boss.get(`${AT}?q=zzz`)).text).toContain("条件に一致する会社はありません");
});

test("a customer is entered without a script: what is wrong is said beside its field, what was typed stays", async () => {
  const key = crypto.randomUUID();
  const form = {
    ...TERMS,
    kind: "new",
    relation: "buyer",
    name: "",
    kana: "ナカムラ",
    email: "x",
    person: "",
    code: "",
    idempotency_key: key,
  };
  const again = await boss.post(`${AT}/new`, form);
  expect(again.status).toBe(422);
  for (const words of ["会社名を入力してください", "メールアドレスの形で入力してください", "ナカムラ"])
    expect(again.text).toContain(words);
  const example = await boss.get(
    `${AT}/new?${new URLSearchParams({ ...form, payment_date: "20", is_payment_last_date: "" })}`,
  );
  expect(example.text).toMatch(/ナカムラ.*20日締め翌月末払い.*60日超/s);
  const made = await boss.post(`${AT}/new`, { ...form, name: "中村商店", email: "" });
  expect([made.status, made.to]).toEqual([303, expect.stringMatching(/^\/setting\/collaborator\/c-\w{8}$/)]);
  const page = (await boss.get(made.to!)).text;
  for (const words of ["中村商店", "未招待", "招待", "無効化", "お相手が利用を始めるまで"])
    expect(page).toContain(words);
  expect(
    (
      await boss.post(made.to!, {
        version: "1",
        honorific: "sama",
        name: "株式会社中村商店",
        registration_number: "T1234567890123",
        code: "N-1",
      })
    ).status,
  ).toBe(303);
  expect((await boss.get(made.to!)).text).toMatch(/株式会社中村商店.*T1234567890123/s);
  expect(
    (await boss.post(`${made.to}/invite`, { email: "boss@nakamura.example", person: "中村" })).status,
  ).toBe(303);
  expect((await boss.get(made.to!)).text).toContain("招待中");
  expect((await boss.post(`${made.to}/stop`)).status).toBe(303);
  expect((await boss.get(made.to!)).text).toMatch(/無効.*再開/s);
  expect((await boss.post(`${made.to}/resume`)).status).toBe(303);
  const log = (await boss.get(`${made.to}/history`)).text;
  for (const words of ["登録", "連絡先の変更", "招待", "無効化", "再開"]) expect(log).toContain(words);
});

test("terms are changed, their example looked at, and the 60 days told; a 協力会社's are looked at and judged", async () => {
  const page = (await boss.get(`${AT}/tanaka/terms`)).text;
  expect(page).toMatch(/20日締め翌月20日払い.*2か月以内/s);
  const version = /name="version" value="(\d+)"/.exec(page)![1]!;
  const claim = (text: string) =>
    /<details( open="")?[^>]*><summary[^>]*>満期（振込でないとき）/.exec(text)?.[1];
  expect([claim(page), page.includes("満期（振込でないとき）")]).toEqual([undefined, true]);
  const unsaid = await boss.post(`${AT}/tanaka/terms?side=buyer`, {
    ...TERMS,
    version,
    payment_method: "electronic",
  });
  expect([unsaid.status, claim(unsaid.text)]).toEqual([422, ' open=""']);
  const refused = await boss.post(`${AT}/tanaka/terms?side=buyer`, {
    ...TERMS,
    version,
    toriteki: "covered",
    fee_bearer: "payee",
  });
  expect([refused.status, refused.text.includes("振込手数料を代金から差し引けません")]).toEqual([422, true]);
  expect((await boss.post(`${AT}/tanaka/terms?side=buyer`, { ...TERMS, version })).status).toBe(303);
  expect((await boss.get(`${AT}/tanaka/terms`)).text).toContain("末締め翌月末払い");
  const sato = (await boss.get(`${AT}/sato/terms`)).text;
  expect(sato).toMatch(/協力会社としての条件.*条件は、受注する側の会社が決めます/s);
  expect(sato).not.toContain("締めごとに1枚（税は請求書で計算）</label>");
  expect(
    (
      await boss.post(`${AT}/sato/terms?side=seller&judge=1`, {
        version: "1",
        side: "seller",
        toriteki: "covered",
      })
    ).status,
  ).toBe(303);
  expect((await boss.get(`${AT}/sato/terms`)).text).toMatch(/対象（.*山田 太郎/s);
});

test("places of a customer are kept, and addresses printed", async () => {
  const at = `${AT}/suzuki/destination`;
  expect(
    (
      await boss.post(`${at}/new`, {
        name: "資材倉庫",
        postal_code: "4480011",
        hours: "8:30〜16:00",
        note: "北門から",
      })
    ).status,
  ).toBe(303);
  const list = (await boss.get(at)).text;
  for (const words of ["資材倉庫", "8:30〜16:00", "北門から", "自社の控え", "お相手"])
    expect(list).toContain(words);
  const [, own] = /destination\/(\d+)">資材倉庫/.exec(list)!;
  const [, theirs] = /destination\/(\d+)">刈谷本社工場/.exec(list)!;
  expect((await boss.get(`${at}/${theirs}`)).text).toContain("変更はお相手に依頼してください");
  expect((await boss.post(`${at}/${own}`, { version: "1", name: "第二倉庫" })).status).toBe(303);
  const labels = (await boss.get(`${AT}/label?ids=suzuki&to=place&skip=3`)).text;
  expect(labels).toContain("鈴木電装株式会社 第二倉庫 御中");
  for (const [path, form] of [
    ["/new", { name: "自社の倉庫" }],
    [`/${own}`, { version: "2", name: "自社の倉庫" }],
    [`/${own}?stop=1`, { version: "2" }],
  ] as const) {
    expect([path, (await boss.get(`${AT}/yamada/destination/new`)).status]).toEqual([path, 404]);
    expect([path, (await boss.post(`${AT}/yamada/destination${path}`, form)).status]).toEqual([path, 404]);
  }
  expect((await boss.get("/setting/destination")).text).not.toContain("自社の倉庫");
  expect((await boss.post(AT, { ids: "tanaka", act: "label" })).to).toBe(`${AT}/label?ids=tanaka`);
  const stop = await boss.post(AT, { ids: "tanaka", act: "stop" });
  expect([stop.status, /田中産業機械株式会社：進行中のカードが\d+枚あります/.test(stop.text)]).toEqual([
    409,
    true,
  ]);
});

test("the list goes out as CSV with its filter and comes in by file", async () => {
  const { text } = await boss.get(`${AT}.csv?kind=buyer`);
  expect(text).toMatch(/^\uFEFF?会社名,コード,カナ,区分/);
  expect(text).toContain("田中産業機械株式会社");
  expect(text).not.toContain("佐藤鈑金");
  expect((await boss.get(`${AT}/import`)).text).toContain("依頼元のCSV取込");
});

test("敬称 stands on what is issued from now on, and is frozen there", async () => {
  const yamada = scene.people.get("admin@yamada.example")!;
  const before = (await scene.owner.query("select key, buyer from delivery where buyer_id = 'suzuki'")).rows;
  must(await yamada.put("/factories/collaborators/suzuki/contact", { version: 0, honorific: "sama" }));
  const pool = must(await yamada.get("/deliveries/pool?buyer_id=suzuki")).items as { card_key: number }[];
  const lines = pool.slice(0, 1).map(({ card_key }) => ({ card_key, num_items: "10" }));
  const { key } = must(
    await yamada.post("/deliveries", {
      buyer_id: "suzuki",
      delivery_date: "2026-11-20",
      unusual_date: true,
      grouping: "one",
      show_amounts: true,
      lines,
    }),
  );
  expect((await boss.get(`/accounting/delivery/${key}/print`)).text).toContain("鈴木電装株式会社 様");
  must(await yamada.put("/factories/collaborators/suzuki/contact", { version: 1, honorific: "none" }));
  expect((await boss.get(`/accounting/delivery/${key}/print`)).text).toContain("鈴木電装株式会社 様");
  expect((await boss.get(`/accounting/delivery/${before[0].key}/print`)).text).toContain(
    "鈴木電装株式会社 御中",
  );
});

test("what is due on a day without banks says so where a month is closed, also where the terms leave it as it is", async () => {
  const ym = Number(today().slice(0, 7).replace("-", ""));
  const found = new Map<boolean, number>();
  for (let back = 0; back < 12; back++) {
    const { text } = await boss.get(`/accounting/invoice/close?closing_day=31&ym=${shiftMonth(ym, -back)}`);
    const [, year, month, day, mark] = /入金期日 (\d+)\/(\d+)\/(\d+)\(.\)(?:<!-- -->)?([^<]*)/.exec(text)!;
    const closed = isBankClosed(isoDate(Number(year), Number(month), Number(day)));
    expect([year, month, day, mark]).toEqual([year, month, day, closed ? "（銀行休業日）" : ""]);
    found.set(closed, back);
  }
  expect(found.size).toBe(2);
});

test("over 100,000 rows no CSV is cut off silently: the list says how many there are, and that it is to be narrowed", async () => {
  const fill = `insert into security_event (at, event, username, ip, user_agent)
    select now() - interval '300 days', 'signed_in', $1, '192.0.2.1', 'csv' from generate_series(1, 101500)`;
  await scene.owner.query(fill, ["admin@yamada.example"]);
  const told = await fetch(`${site.base}/setting/self/log.csv?event=signed_in`, {
    headers: { Cookie: boss.cookie },
    redirect: "manual",
  });
  await scene.owner.query("delete from security_event where user_agent = 'csv'");
  const back = told.headers.get("Location")!;
  expect([told.status, back]).toEqual([303, "/setting/self/log?event=signed_in"]);
  const cookies = [boss.cookie, ...told.headers.getSetCookie().map((one) => one.split(";")[0]!)].join("; ");
  expect((await site.browser(cookies).get(back)).text).toContain(
    "CSVに出力できるのは100,000件までです（101,000件以上あります）。期間や条件で絞り込んでください。",
  );
});

test("住所を入れる brings the address of a 郵便番号 into the form without a script, keeps what was typed and saves nothing", async () => {
  const before = (await boss.get("/setting/company")).text;
  const form = {
    version: "1",
    find: "address",
    name: "書きかけの会社",
    postal_code: "２１００８５１",
    address: "",
    tel: "03-1234-5678",
  };
  const filled = await boss.post("/setting/company", form);
  expect(filled.status).toBe(200);
  expect(filled.text).toMatch(/name="postal_code"[^>]*value="210-0851"/);
  expect(filled.text).toMatch(/name="address"[^>]*value="神奈川県川崎市川崎区浜町"/);
  for (const words of ["書きかけの会社", "03-1234-5678"]) expect(filled.text).toContain(words);
  const typed = await boss.post("/setting/company", { ...form, address: "神奈川県川崎市川崎区浜町1-9-3" });
  expect(typed.text).toContain("神奈川県川崎市川崎区浜町1-9-3");
  for (const [postal_code, words] of [
    ["999-9999", "この郵便番号の住所は見つかりません"],
    ["12", "7桁の数字で入力してください"],
    ["", "郵便番号を入力してください"],
  ] as const) {
    const told = await boss.post("/setting/company", { ...form, postal_code });
    expect([postal_code, told.text.includes(words), told.text.includes("書きかけの会社")]).toEqual([
      postal_code,
      true,
      true,
    ]);
  }
  expect((await boss.get("/setting/company")).text).toBe(before);
  for (const path of ["/setting/destination/new", "/setting/collaborator/new"])
    expect((await boss.get(path)).text).toContain("住所を入れる");
});

test("Enter looks a missing address up before anything is saved; a code of another place is told beside it once, and saved when pressed again", async () => {
  const drawn = (await boss.get("/setting/destination/new")).text;
  expect(/<button[^>]* data-default[^>]*>/.exec(drawn)![0]).toMatch(/name="find" value="enter"/);
  const at = "/setting/destination/new";
  const form = {
    name: "浜町倉庫",
    postal_code: "210-0851",
    address: "",
    idempotency_key: crypto.randomUUID(),
  };
  const looked = await boss.post(at, { ...form, find: "enter" });
  expect([looked.status, /name="address"[^>]*value="神奈川県川崎市川崎区浜町"/.test(looked.text)]).toEqual([
    200,
    true,
  ]);
  const doubted = await boss.post(at, { ...form, address: "大阪府堺市西区1-2-3", find: "enter" });
  expect(doubted.status).toBe(422);
  expect(doubted.text).toMatch(
    /id="destination-postal_code-error"[^>]*>.{0,600}この郵便番号の住所は「神奈川県川崎市川崎区浜町」です/s,
  );
  const seen = /name="postal_seen"[^>]*value="([^"]*)"/.exec(doubted.text)![1]!;
  expect((await boss.get("/setting/destination")).text).not.toContain("浜町倉庫");
  expect(
    (
      await boss.post(at, {
        ...form,
        address: "大阪府堺市西区1-2-3",
        postal_seen: seen,
        postal_code: "144-0033",
      })
    ).status,
  ).toBe(422);
  expect((await boss.post(at, { ...form, address: "大阪府堺市西区1-2-3", postal_seen: seen })).status).toBe(
    303,
  );
});

test("the first button of a form, which Enter presses, never sends an order, issues a 納品書 or closes a month", async () => {
  const lasting = /依頼を送信する|発行する|発行して印刷する|締めて発行する/;
  const counts = async () =>
    (
      await scene.owner.query(
        "select (select count(*) from orders) as o, (select count(*) from delivery) as d, (select count(*) from invoice) as i",
      )
    ).rows[0];
  // One month that can be closed.
  const {
    rows: [{ id: buyer_id }],
  } = await scene.owner.query("select id from factory where name like '%中村商店'");
  const card = await shipped(t, { buyer_id });
  must(
    await scene.people
      .get("admin@yamada.example")!
      .post("/deliveries", order([card], { buyer_id, delivery_date: today() })),
  );
  const before = await counts();
  const plain = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const of = (tag: string, name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
  type Way = (typed: [string, string][]) => [string, string][];
  const enter: Way = (typed) => typed;
  /** Presses what Enter presses of the form that is drawn, with its fields as they are. */
  async function press(browser: Browser, path: string, html: string, how: Way = enter) {
    const inside = /<form id="\w+" method="post"[^>]*>([\s\S]*?)<\/form>/.exec(html)![1]!;
    const [first] = /<button[^>]*>[^<]*/.exec(inside)!;
    expect([path, lasting.test(first), /aria-hidden/.test(first)]).toEqual([path, false, true]);
    const fields = [
      ...inside.matchAll(/<(?:input|textarea)\b[^>]*>(?:([^<]*)<\/textarea>)?|<select\b[^>]*>.*?<\/select>/g),
    ].flatMap(([tag, text]): [string, string][] => {
      if (
        !of(tag, "name") ||
        (/type="(checkbox|radio)"/.test(tag) && !/ checked=/.test(tag)) ||
        /type="file"/.test(tag)
      )
        return [];
      return [
        [
          of(tag, "name"),
          tag.startsWith("<select")
            ? of(/<option[^>]*selected=""[^>]*>/.exec(tag)?.[0] ?? "", "value")
            : (text ?? of(tag, "value")),
        ],
      ];
    });
    return browser.post(path, [
      ...how(fields),
      ...(of(first, "name") ? [[of(first, "name"), of(first, "value")] as [string, string]] : []),
    ]);
  }
  const tanaka = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const ask = "/order/new?seller_id=yamada";
  const line = (typed: [string, string][]) => [
    ...typed.filter(
      ([name]) =>
        !/^(lines\[0\]\.(name|num_items|unit_price|delivery_date|order_unit|unit)|destination)$/.test(name),
    ),
    ...Object.entries({
      "lines[0].name": "確認の品",
      "lines[0].num_items": "3",
      "lines[0].unit_price": "10",
      "lines[0].delivery_date": "2031-01-10",
      destination: "本社",
      "lines[0].order_unit": "piece",
      "lines[0].unit": "piece",
    }),
  ];
  const shown = await press(tanaka, ask, (await tanaka.get(ask)).text, line);
  expect([shown.status, shown.text.includes("依頼を送信する")]).toEqual([200, true]);
  expect((await press(tanaka, ask, shown.text)).status).toBe(200);

  const pool = "/accounting/delivery/new?buyer_id=suzuki&all=on";
  const terms = await press(boss, pool, (await boss.get(pool)).text);
  const check = await press(boss, pool, terms.text);
  expect([terms.text.includes("まとめ方"), check.text.includes("納品書を発行する")]).toEqual([true, true]);
  expect((await press(boss, pool, check.text)).text).toContain("納品書を発行する");

  const closing = `/accounting/invoice/close?closing_day=31&ym=${today().slice(0, 7).replace("-", "")}`;
  const ticked: Way = (typed) => [...typed, ["buyer_ids", buyer_id]];
  const anew = await press(boss, closing, (await boss.get(closing)).text, ticked);
  expect([
    anew.status,
    /value="c-\w{8}"[^>]* checked=""|checked=""[^>]*value="c-\w{8}"/.test(anew.text),
  ]).toEqual([200, true]);
  expect(await counts()).toEqual(before);
});

/** An order of one line, as tanaka sends it. */
const sentOrder = async () =>
  must(
    await scene.people.get("admin@tanaka.example")!.post("/orders", {
      seller_id: "yamada",
      order_date: today(),
      destination: "本社",
      inspection_days: 7,
      payment_method: "transfer",
      lines: [
        {
          name: "軸",
          num_items: "10",
          order_unit: "piece",
          unit: "piece",
          unit_price: "100",
          delivery_date: addDays(today(), 14),
        },
      ],
    }),
  ).key as number;

test("an order that the factory accepts while its 取消 is typed: why it stays is said, and what was typed", async () => {
  const key = await sentOrder();
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  expect((await buyer.get(`/order/${key}`)).text).toContain("依頼を取り消す");
  const [{ card }] = must(await scene.people.get("admin@tanaka.example")!.get(`/orders/${key}`)).lines;
  must(
    await scene.people
      .get("admin@yamada.example")!
      .post(`/cards/${card.key}/accept`, { version: card.version ?? 1 }),
  );
  const typed = { reason: "図面の変更のため", idempotency_key: crypto.randomUUID() };
  const refused = await buyer.post(`/order/${key}`, typed);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("依頼先が承諾した明細が1件あるため、取り消せません");
  expect(refused.text).toContain("入力した取消の理由：図面の変更のため");
});

test("a form posted once more from an old page is told as done before, not as done now", async () => {
  const key = await sentOrder();
  const { cookie } = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const press = async () => {
    const body = new URLSearchParams({ reason: "仕様の変更", idempotency_key: `again-${key}` });
    const headers = { Cookie: cookie, Origin: site.base, "X-Enhance": "1" };
    const answer = await fetch(`${site.base}/order/${key}`, { method: "POST", headers, body });
    return (await answer.text()).replaceAll("<!-- -->", "");
  };
  for (const _ of ["once", "twice at once"]) expect(await press()).toContain("依頼を取り消しました");
  const age = "update idempotency set created_time = created_time - interval '2 minutes' where key = $1";
  await scene.owner.query(age, [`again-${key}`]);
  const old = await press();
  expect(old).toContain("に済んでいます。今回は何も変更していません。");
  expect(old).not.toContain("依頼を取り消しました");
});

test("a 送付 that went to nobody keeps what was chosen; only the rest of a run stands again, chosen alike", async () => {
  const issue = async () => {
    const lines = order([await shipped(t)], { delivery_date: today() });
    return must(await scene.people.get("admin@yamada.example")!.post("/deliveries", lines)).key as number;
  };
  const [sent, fresh] = [await issue(), await issue()];
  const send = (keys: number[], more: [string, string][]) =>
    boss.post(`/accounting/delivery/send?${keys.map((key) => `key=${key}`).join("&")}`, [
      ...keys.map((key): [string, string] => ["keys", String(key)]),
      ["sent_date", today()],
      ["idempotency_key", crypto.randomUUID()],
      ...more,
    ]);
  expect((await send([sent], [["channel", "chat_mail"]])).status).toBe(303);
  const paper: [string, string][] = [["channel", "paper"]];
  const refused = await send([sent], paper);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("もう一度送付するときは「送付済みのものも再送する」を選んでください");
  const isPaper = /<input[^>]*(checked=""[^>]*value="paper"|value="paper"[^>]*checked="")/;
  expect(refused.text).toMatch(isPaper);
  const part = await send([sent, fresh], paper);
  expect(part.status).toBe(303);
  const rest = (await boss.get(part.to!)).text;
  expect(rest).toMatch(isPaper);
  expect(rest).toContain("1件を送付する");
});

test("a 下書き that a colleague has issued meanwhile is not saved, and what was typed stays on the page", async () => {
  const card_key = await shipped(t);
  const typed: [string, string][] = [
    ["buyer_id", "tanaka"],
    ["lines[0].card_key", String(card_key)],
    ["lines[0].on", "on"],
    ["lines[0].num_items", "1"],
    ["lines[0].note", "手で書いた備考"],
    ["step", "terms"],
    ["note", "急ぎの分"],
    ["go", "draft"],
  ];
  const save = (more: [string, string][]) =>
    boss.post("/accounting/delivery/new?buyer_id=tanaka", [
      ...typed,
      ["idempotency_key", crypto.randomUUID()],
      ...more,
    ]);
  expect((await save([])).to).toBe("/accounting/delivery/draft");
  const gone = await save([
    ["draft_key", "999999"],
    ["draft_version", "1"],
  ]);
  expect(gone.status).toBe(409);
  expect(gone.text).toContain("ほかの人が発行したか削除しました。保存していません。");
  expect(gone.text).toContain("急ぎの分");
});
