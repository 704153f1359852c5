import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hotp, stepAt, unbase32 } from "~/lib/pool/totp.server";
import { type Answer, jar, startFront } from "./front.testing.server";

let front: Awaited<ReturnType<typeof startFront>>;
let owner: pg.Client;
beforeAll(async () => {
  front = await startFront();
  owner = new pg.Client({ connectionString: front.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await front.stop();
});
beforeEach(() => owner.query("delete from pool.attempts; delete from pool.limits"));

const PASSWORD = "koba-demo-2026";
const banner = ({ text }: Answer) =>
  /role="alert"[\s\S]*?<\/div>/.exec(text)?.[0].replace(/<[^>]*>/g, " ") ?? "";
const shown = ({ text }: Answer) =>
  text
    .replace(/<style[\s\S]*?<\/style>/, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
const codeFor = async (to: string) =>
  /\d{6}/.exec(
    (await owner.query("select body from pool.outbox where recipient = $1 order by key desc limit 1", [to]))
      .rows[0].body,
  )![0];

test("what is missing is said beside its field, and what was typed stays", async () => {
  const empty = await front.post("/login", { username: "  ", password: "" });
  expect(empty.status).toBe(422);
  expect(shown(empty)).toContain("ユーザー名またはメールアドレスを入力してください");
  expect(shown(empty)).toContain("パスワードを入力してください");
  const wrong = await front.post("/login", {
    username: "genba@yamada.example",
    password: "wrong-wrong",
    keep: "on",
    return_to: "/task/list",
  });
  expect(banner(wrong)).toContain("ユーザー名またはパスワードが正しくありません。");
  expect(wrong.text).toContain('value="genba@yamada.example"');
  expect(wrong.text).toContain('value="/task/list"');
  expect(wrong.text).not.toContain("wrong-wrong");
  expect(wrong.headers["cache-control"]).toBe("no-store");
});

test("after too many wrong passwords the lock-out is told as such, for real users and made-up ones alike", async () => {
  for (const username of ["kobai@tanaka.example", "nobody@nowhere.example"]) {
    for (let i = 0; i < 5; i++) await front.post("/login", { username, password: "wrong" });
    const locked = await front.post("/login", { username, password: PASSWORD });
    expect([username, banner(locked)]).toEqual([
      username,
      expect.stringContaining("ログインの試行回数が多すぎます。しばらく待ってから再試行してください。"),
    ]);
  }
});

test("the first login asks for a password of one's own, keeps the way, and its secret never stands in a page", async () => {
  const temporary = await front.post("/login", {
    username: " new@yamada.example ",
    password: "Temp-2026-first",
    return_to: "/task/list",
  });
  expect(temporary.headers.location).toBe("/login?state=new_password");
  expect(temporary.headers["set-cookie"]![0]).toMatch(
    /^koba-pending=[^;]+; Max-Age=180; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const Cookie = jar(temporary);
  const page = await front.ask("/login?state=new_password", { headers: { Cookie } });
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(page.text).toContain('value="new@yamada.example"');
  const {
    rows: [challenge],
  } = await owner.query("select session_hash from pool.challenges");
  expect(challenge).toBeDefined();
  expect(page.text).not.toContain(Cookie.split("=")[1]!.slice(0, 20));

  const at = "/login?state=new_password";
  expect(
    shown(await front.post(at, { username: "new@yamada.example", new_password: "1234567" }, { Cookie })),
  ).toContain("8文字以上で新しいパスワードを入力してください");
  expect(
    shown(
      await front.post(at, { username: "new@yamada.example", new_password: "Temp-2026-first" }, { Cookie }),
    ),
  ).toContain("仮のパスワードと同じものは使えません");
  expect(
    shown(await front.post(at, { username: "new@yamada.example", new_password: "Yamada-2026" }, { Cookie })),
  ).toContain("推測されやすいパスワードは使えません");
  expect(
    banner(await front.post(at, { username: "new@yamada.example", new_password: "password1" }, { Cookie })),
  ).toContain("パスワードの設定に失敗しました。");
  const done = await front.post(
    at,
    { username: "new@yamada.example", new_password: "じぶんの新しい合言葉" },
    { Cookie },
  );
  expect([done.status, done.headers.location]).toEqual([303, "/task/list"]);
  expect((await front.ask("/task/list", { headers: { Cookie: jar(done) } })).status).toBe(200);
  const over = await front.post(
    at,
    { username: "new@yamada.example", new_password: "じぶんの新しい合言葉" },
    { Cookie },
  );
  expect(banner(over)).toContain("もう一度、仮のパスワードでログインしてください。");
  expect(over.text).toContain('name="password"');
});

test("without the challenge, or with one made up, the state NEW_PASSWORD leads back to LOGIN", async () => {
  for (const Cookie of ["", "koba-pending=made-up", "koba-pending=IkFBQUEi"]) {
    const page = await front.ask("/login?state=new_password", { headers: { Cookie } });
    expect(shown(page)).toContain("パスワードを設定できる時間（3分）が過ぎました。");
    const posted = await front.post(
      "/login?state=new_password",
      { username: "new@yamada.example", new_password: "12345678", return_to: "/task/list" },
      { Cookie },
    );
    expect(posted.text).toContain('name="password"');
    expect(posted.text).toContain('value="new@yamada.example"');
    expect(posted.text).toContain('value="/task/list"');
  }
});

test("a session lives as long as the browser, or 30 days where that is asked for", async () => {
  const [short, long] = await Promise.all(
    ["", "on"].map((keep) =>
      front.post("/login", { username: "admin@sato.example", password: PASSWORD, keep }),
    ),
  );
  expect(short!.headers["set-cookie"]![0]).not.toContain("Max-Age");
  expect(long!.headers["set-cookie"]![0]).toContain("Max-Age=2592000");
});

test("a reset: each wrong step is told, and the right one ends every session of the person at once", async () => {
  const who = "keiri@yamada.example";
  const sessions = [await front.cookieOf(who), await front.cookieOf(who)];
  expect(shown(await front.post("/reset", { username: " " }))).toContain("ユーザー名を入力してください");
  const sent = await front.post("/reset", { username: ` ${who} ` });
  expect(sent.headers.location).toBe("/reset?step=confirmCode");
  const Cookie = jar(sent);
  const at = "/reset?step=confirmCode";
  const step2 = await front.ask(at, { headers: { Cookie } });
  expect(shown(step2)).toContain("確認コードを再送信");
  expect((await front.ask("/reset", { headers: { Cookie } })).text).toContain(`value="${who}"`);

  const short = await front.post(
    at,
    { code: "", new_password: "1234567", confirmation: "7654321" },
    { Cookie },
  );
  for (const text of [
    "確認コードを入力してください",
    "8文字以上で新しいパスワードを入力してください",
    "パスワードが一致しません",
  ])
    expect(shown(short)).toContain(text);
  expect(banner(short)).toContain("パスワードは8文字以上である必要があります。");
  expect(
    banner(
      await front.post(
        at,
        { code: "1", new_password: "long-enough-1", confirmation: "long-enough-2" },
        { Cookie },
      ),
    ),
  ).toContain("パスワードが一致しません");
  const right = { new_password: "reset-by-mail-26", confirmation: "reset-by-mail-26" };
  expect(banner(await front.post(at, { code: "0000000", ...right }, { Cookie }))).toContain(
    "確認コードが正しくありません。",
  );

  const done = await front.post(at, { code: await codeFor(who), ...right }, { Cookie });
  expect(done.headers.location).toBe("/reset?step=done");
  const end = await front.ask("/reset?step=done", { headers: { Cookie: jar(done) } });
  expect(end.headers).toMatchObject({ refresh: "2; url=/login?state=reset", "cache-control": "no-store" });
  for (const session of sessions)
    expect((await front.ask("/task/list", { headers: { Cookie: session } })).headers.location).toMatch(
      /^\/login\?/,
    );
  expect(shown(await front.ask("/login?state=reset", { headers: { Cookie: jar(done) } }))).toContain(
    "パスワードを再設定しました。新しいパスワードでログインしてください。",
  );
  await front.cookieOf(who, "reset-by-mail-26");
});

test("one's own password is changed by who knows the present one; this browser stays, every other one is out", async () => {
  const [who, at] = ["kobai@tanaka.example", "/setting/self/password"];
  const [Cookie, other] = [await front.cookieOf(who), await front.cookieOf(who)];
  const change = (previous: string, new_password: string, confirmation = new_password) =>
    front.post(at, { previous, new_password, confirmation }, { Cookie });
  // The browser's own check says the same sentence before anything is sent.
  expect((await front.ask(at, { headers: { Cookie } })).text).toContain(
    'data-required="8文字以上で新しいパスワードを入力してください"',
  );
  const empty = await change("", "");
  for (const text of ["今のパスワードを入力してください", "8文字以上で新しいパスワードを入力してください"])
    expect(shown(empty)).toContain(text);
  expect(shown(await change(PASSWORD, "1234567"))).toContain("8文字以上で新しいパスワードを入力してください");
  expect(shown(await change(PASSWORD, "changed-2026", "changed-2027"))).toContain("パスワードが一致しません");
  const wrong = await change("not-this-one", "changed-2026");
  expect([wrong.status, shown(wrong).includes("今のパスワードが正しくありません")]).toEqual([422, true]);
  const weak = await change(PASSWORD, "password1");
  expect(banner(weak)).toContain("パスワードの設定に失敗しました。");
  expect(weak.text).not.toMatch(new RegExp(`${PASSWORD}|password1`));
  expect((await front.ask("/task/list", { headers: { Cookie: other } })).status).toBe(200);
  const foreign = await front.post(
    at,
    { previous: PASSWORD, new_password: "changed-2026", confirmation: "changed-2026" },
    { Cookie, Origin: "https://evil.example" },
  );
  expect(foreign.status).toBe(403);

  const done = await change(PASSWORD, "changed-2026");
  expect([done.status, done.headers.location]).toEqual([303, "/setting/self"]);
  expect((await front.ask("/task/list", { headers: { Cookie } })).status).toBe(200);
  expect((await front.ask("/task/list", { headers: { Cookie: other } })).headers.location).toMatch(
    /^\/login\?/,
  );
  expect((await front.post("/login", { username: who, password: PASSWORD })).status).not.toBe(303);
  await front.cookieOf(who, "changed-2026");
  for (let i = 0; i < 5; i++) await change("guess", "changed-again-26");
  expect(banner(await change("changed-2026", "changed-again-26"))).toContain("試行回数の上限に達しました。");
});

test("whether somebody exists is not told by a reset", async () => {
  const [known, unknown] = [
    await front.post("/reset", { username: "genba@yamada.example" }),
    await front.post("/reset", { username: "ghost@yamada.example" }),
  ];
  expect([unknown.status, unknown.headers.location]).toEqual([known.status, known.headers.location]);
  const page = async (answer: Answer) =>
    shown(await front.ask("/reset?step=confirmCode", { headers: { Cookie: jar(answer) } }));
  expect((await page(unknown)).replaceAll("ghost", "genba")).toBe(await page(known));
});

test("where the session is over, a page leads to the login and back, and a post loses nothing", async () => {
  const Cookie = await front.cookieOf("admin@tanaka.example");
  await owner.query("delete from session");
  const page = await front.ask("/order/new?seller_id=yamada", { headers: { Cookie } });
  expect([page.status, page.headers.location]).toEqual([
    302,
    "/login?return_to=%2Forder%2Fnew%3Fseller_id%3Dyamada",
  ]);
  const opened = await front.ask("/order/new?seller_id=yamada", {
    headers: { Cookie, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" },
  });
  expect([opened.status, opened.headers["cache-control"], opened.headers.location]).toEqual([
    200,
    "no-store",
    undefined,
  ]);
  expect(opened.text).toContain('name="return_to" value="/order/new?seller_id=yamada"');

  const typed = {
    idempotency_key: "key-of-this-form",
    "lines[0].name": 'ブラケット"A" <b>',
    note: "一行目\n二行目",
    seller_id: "yamada",
  };
  const posted = await front.post("/order/new?seller_id=yamada", typed, { Cookie });
  expect([posted.status, posted.headers["cache-control"]]).toEqual([401, "no-store"]);
  expect(shown(posted)).toContain("もう一度ログインしてください");
  expect(posted.text).toMatch(/<a href="\/login\?return_to=%2Flogin%3Fstate%3Dback" target="_blank"/);
  expect(posted.text).toContain('action="/order/new?seller_id=yamada"');
  expect(posted.text).toContain('name="idempotency_key" value="key-of-this-form"');
  expect(posted.text).toContain('value="ブラケット&quot;A&quot; &lt;b&gt;"');
  expect(posted.text).toContain('value="一行目\n二行目"');

  const again = await front.post("/login", {
    username: "admin@tanaka.example",
    password: PASSWORD,
    return_to: "/login?state=back",
  });
  expect(shown(await front.ask(again.headers.location!, { headers: { Cookie: jar(again) } }))).toContain(
    "元の画面でもう一度ボタンを押してください",
  );
  const late = await front.post("/order/new?seller_id=yamada", typed, { Cookie: jar(again) });
  expect(late.status).toBe(422);
  expect(late.text).toContain('name="idempotency_key" value="key-of-this-form"');
});

test("who is disabled, or moved away, is out with the next request", async () => {
  const Cookie = await front.cookieOf("admin@suzuki.example");
  await owner.query("update member set is_active = false where username = 'admin@suzuki.example'");
  expect((await front.ask("/setting", { headers: { Cookie } })).headers.location).toMatch(/^\/login/);
  const { rows } = await owner.query("select from session where username = 'admin@suzuki.example'");
  expect(rows).toEqual([]);
});

test("signing out ends the session and empties the browser's cache", async () => {
  const Cookie = await front.cookieOf("admin@sato.example");
  const out = await front.post("/setting/logout", {}, { Cookie });
  expect([out.headers.location, out.headers["clear-site-data"]]).toEqual(["/login", '"cache"']);
  expect((await front.ask("/task/list", { headers: { Cookie } })).headers.location).toMatch(/^\/login/);
});

test("administrators too are asked before they are signed out, and nobody is by a link alone", async () => {
  const Cookie = await front.cookieOf("admin@sato.example");
  const asked = await front.ask("/setting/logout", { headers: { Cookie } });
  expect([
    asked.status,
    shown(asked).includes("佐藤 花子さん（admin@sato.example）をログアウトします。"),
  ]).toEqual([200, true]);
  expect((await front.ask("/setting", { headers: { Cookie } })).status).toBe(200);
});

test("errors of browsers are kept: once each, on one line, small ones, ten a minute, of people signed in", async () => {
  const Cookie = await front.cookieOf("admin@yamada.example");
  const tell = (body: unknown, cookie = Cookie) =>
    front.ask("/errors", {
      method: "POST",
      headers: { Cookie: cookie, Origin: front.origin, "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  expect((await tell({ message: "x" }, "")).status).toBe(401);
  const broken = {
    message: "x is not a function\n[00000000] POST /login Error: made up",
    stack: "at a\r\nat b\u0000\u2028",
  };
  expect([(await tell(broken)).status, (await tell(broken)).status]).toEqual([204, 204]);
  expect((await tell({ message: "Request failed with status code 422", stack: "" })).status).toBe(204);
  expect((await tell({ message: "a", stack: "あ".repeat(2_800) })).status).toBe(422);
  expect((await tell({ message: "a", stack: "b".repeat(20_000) })).status).toBe(413);
  for (const bad of ["", "[]", "{}", '{"message":1}', "nonsense"])
    expect([400, 422]).toContain((await tell(bad)).status);
  const { rows } = await owner.query("select company_id, username, message, stack, count from error_report");
  expect(rows).toEqual([
    {
      company_id: "yamada",
      username: "admin@yamada.example",
      count: 2,
      message: "x is not a function\\n[00000000] POST /login Error: made up",
      stack: "at a\\nat b\ufffd\ufffd",
    },
  ]);
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await tell({ message: `error ${i}` })).status);
  expect(statuses.slice(0, 7)).toEqual(Array(7).fill(204));
  expect(statuses.at(-1)).toBe(429);
});

test("one's own log tells of sign-ins and failures with browser and reason; one's browsers are listed and ended, here or everywhere", async () => {
  const username = "admin@yamada.example";
  const agent = { "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36" };
  await front.post("/login", { username, password: "not-the-one" }, agent);
  await front.post("/login", { username: "kobaSecret-typed-here", password: "x" }, agent);
  const Cookie = jar(await front.post("/login", { username, password: PASSWORD }, agent));
  const see = async (path: string) => {
    const { status, text } = await front.ask(path, { headers: { Cookie } });
    return { status, text: shown({ text } as Answer) };
  };
  const log = (await see("/setting/self/log")).text;
  expect(log).toMatch(/ログイン 1 回|ログイン失敗 パスワードまたはユーザー名が違う/);
  expect(log).toContain("Chrome（Windows）");
  expect((await see("/setting/self/log.csv")).text).toContain("ログイン失敗");
  expect((await see("/setting/user/log?event=sign_in_failed")).text).toContain("山田 太郎");
  expect((await see("/setting/user/log?event=pin_failed")).text).toContain(
    "条件に一致するログインの記録はありません。",
  );
  expect((await see("/setting/security")).status).toBe(403);
  const all = async () =>
    (await owner.query("select event, username, reason from security_event order by key")).rows;
  // It is written beside the answer.
  await expect.poll(all).toContainEqual({ event: "refused", username, reason: "GET /setting/security" });
  expect(JSON.stringify(await all())).not.toMatch(/kobaSecret|not-the-one/);
  expect(
    (await front.post("/login", { username, password: PASSWORD }, { Origin: "https://evil.example" })).status,
  ).toBe(403);
  await expect
    .poll(
      async () => (await owner.query("select reason from security_event where event = 'foreign_post'")).rows,
    )
    .toContainEqual({ reason: "/login" });

  const other = await front.cookieOf(username);
  const sessions = await see("/setting/self/sessions");
  expect(sessions.text).toContain("この端末");
  const none = await front.post("/setting/self/sessions", {}, { Cookie });
  expect([none.status, none.text.includes("ログアウトする端末を選択してください。")]).toEqual([422, true]);
  expect((await front.post("/setting/self/sessions", { act: "others" }, { Cookie })).headers.location).toBe(
    "/setting/self/sessions",
  );
  expect((await front.ask("/setting", { headers: { Cookie: other } })).headers.location).toMatch(/^\/login/);
  const last = await front.cookieOf(username);
  const out = await front.post("/setting/self/sessions", { act: "all" }, { Cookie });
  expect([out.headers.location, out.headers["clear-site-data"]]).toEqual(["/login", '"cache"']);
  for (const one of [Cookie, last])
    expect((await front.ask("/setting", { headers: { Cookie: one } })).headers.location).toMatch(/^\/login/);
  const { rows } = await owner.query(
    "select count(*)::int from pool.refresh_tokens r join pool.users u using (sub) where username = $1 and revoked_at is null",
    [username],
  );
  expect(rows).toEqual([{ count: 0 }]);
});

const codeNow = (secret: string, drift = 0) => hotp(unbase32(secret), stepAt(new Date()) + drift);
const secretIn = ({ text }: Answer) =>
  /<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(text)![1]!.replaceAll(" ", "");
const recoveryIn = ({ text }: Answer) =>
  [...text.matchAll(/<code>([A-Z2-7]{5}-[A-Z2-7]{5})<\/code>/g)].map(([, code]) => code!);

test("staff set a second factor up before they are in, are asked for it ever after, and a recovery code takes it off", async () => {
  const username = "staff@ops.example";
  await owner.query("update member set factor_waived = false where username = $1", [username]);
  const login = () => front.post("/login", { username, password: PASSWORD });
  const first = await login();
  expect(first.headers.location).toBe("/login/enrol");
  const Cookie = jar(first);
  expect(first.headers["set-cookie"]!.join()).not.toMatch(/koba-session=[\w"-]/);
  const page = await front.ask("/login/enrol", { headers: { Cookie } });
  expect([page.headers["cache-control"], page.text.includes("<svg")]).toEqual(["no-store", true]);
  const secret = secretIn(page);
  expect((await front.ask("/setting/switch", { headers: { Cookie } })).headers.location).toMatch(/^\/login/);
  expect(shown(await front.post("/login/enrol", { code: "12" }, { Cookie }))).toContain(
    "確認コードは6桁の数字で入力してください",
  );
  expect(banner(await front.post("/login/enrol", { code: "000000" }, { Cookie }))).toContain(
    "確認コードが違います。",
  );
  const done = await front.post("/login/enrol", { code: codeNow(secret, -1) }, { Cookie });
  const codes = recoveryIn(done);
  expect([done.status, new Set(codes).size]).toEqual([200, 10]);
  expect((await front.ask("/setting/switch", { headers: { Cookie: jar(done) } })).status).toBe(200);
  expect(JSON.stringify((await owner.query("select * from recovery_code")).rows)).not.toContain(codes[0]);

  const again = await login();
  expect(again.headers.location).toBe("/login/code");
  const step = jar(again);
  expect((await front.ask("/login/code", { headers: { Cookie: step } })).text).toMatch(
    /<input[^>]*inputmode="numeric"[^>]*|autocomplete="one-time-code"/i,
  );
  expect(banner(await front.post("/login/code", { code: "000000" }, { Cookie: step }))).toContain(
    "確認コードが違います。",
  );
  expect(banner(await front.post("/login/code", { code: codeNow(secret, -1) }, { Cookie: step }))).toContain(
    "この確認コードは使用済みです。",
  );
  for (const path of ["/", "/setting/self/factor", "/setting/switch", "/login/enrol"]) {
    expect((await front.ask(path, { headers: { Cookie: step } })).headers.location).toMatch(/^\/login/);
  }
  expect(
    (await front.post("/login/enrol", { code: codeNow(secret) }, { Cookie: step })).headers.location,
  ).toBe("/login?state=late");
  const both = await Promise.all(
    [0, 0].map(() => front.post("/login/code", { code: codeNow(secret) }, { Cookie: step })),
  );
  // The later of two is told that its code is used, or that its step is over.
  const entered = both.filter(({ headers }) => headers.location === "/setting/switch");
  expect(entered).toHaveLength(1);
  const [inside] = entered as [(typeof both)[number]];

  const own = "/setting/self/factor";
  const mine = { Cookie: jar(inside) };
  const off = await front.post(own, { act: "off", password: PASSWORD, code: codeNow(secret, 1) }, mine);
  expect(banner(off)).toContain("二段階認証が必要なアカウントのため、解除できません。");
  expect(
    shown(await front.post(own, { act: "codes", password: "wrong-one", code: codeNow(secret, 1) }, mine)),
  ).toContain("今のパスワードが正しくありません");
  const fresh = recoveryIn(
    await front.post(own, { act: "codes", password: PASSWORD, code: codeNow(secret, 1) }, mine),
  );
  expect([fresh.length, fresh.some((code) => codes.includes(code))]).toEqual([10, false]);

  const lost = { Cookie: jar(await login()) };
  expect(shown(await front.post("/login/recovery", { code: codes[0]! }, lost))).toContain(
    "このリカバリーコードは使えません。",
  );
  const twice = await Promise.all(
    [0, 0].map(() => front.post("/login/recovery", { code: fresh[0]!.toLowerCase() }, lost)),
  );
  expect(twice.map(({ headers }) => headers.location).sort()).toEqual(["/login?state=factor_off", undefined]);
  expect((await login()).headers.location).toBe("/login/enrol");
  expect(
    (await owner.query("select subject from pool.outbox where recipient = $1", [username])).rows,
  ).toContainEqual({ subject: expect.stringContaining("二段階認証を解除しました") });
  const events = (
    await owner.query("select event from security_event where username = $1", [username])
  ).rows.map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(["factor_on", "factor_off", "code_failed", "recovery_made"]));
});

test("a company asks its administrators for the factor, one sets it up by himself, and another administrator takes it off", async () => {
  const admin = { Cookie: await front.cookieOf("admin@tanaka.example") };
  const page = await front.ask("/setting/factor", { headers: admin });
  const version = /name="version" value="(\d+)"/.exec(page.text)![1]!;
  expect(
    (await front.post("/setting/factor", { version, factor_rule: "admins" }, admin)).headers.location,
  ).toBe("/setting");
  expect(
    (await front.post("/login", { username: "admin@tanaka.example", password: PASSWORD })).headers.location,
  ).toBe("/login/enrol");
  await front.cookieOf("kobai@tanaka.example", "changed-2026");

  const kobai = { Cookie: await front.cookieOf("kobai@tanaka.example", "changed-2026") };
  const begin = (fields: Record<string, string>) =>
    front.post("/setting/self/factor", { act: "begin", ...fields }, kobai);
  expect(shown(await begin({}))).toContain("今のパスワードを入力してください");
  expect(shown(await begin({ password: "not-that-one" }))).toContain("今のパスワードが正しくありません");
  const begun = await begin({ password: "changed-2026" });
  expect(begun.headers.location).toBe("/setting/self/factor?step=confirm");
  const Cookie = `${kobai.Cookie}; ${jar(begun)}`;
  const secret = secretIn(await front.ask("/setting/self/factor?step=confirm", { headers: { Cookie } }));
  expect(
    recoveryIn(
      await front.post(
        "/setting/self/factor?step=confirm",
        { act: "confirm", code: codeNow(secret) },
        { Cookie },
      ),
    ),
  ).toHaveLength(10);
  expect(
    (await front.post("/login", { username: "kobai@tanaka.example", password: "changed-2026" })).headers
      .location,
  ).toBe("/login/code");
  const {
    rows: [{ id }],
  } = await owner.query("select id from member where username = 'kobai@tanaka.example'");
  expect(shown(await front.ask(`/setting/user/${id}/factor`, { headers: admin }))).toContain(
    "二段階認証を解除し、本人にメールで知らせます。",
  );
  expect((await front.post(`/setting/user/${id}/factor`, {}, admin)).headers.location).toBe(
    `/setting/user/${id}`,
  );
  expect((await front.post(`/setting/user/${id}/factor`, {}, admin)).status).toBe(409);
  await front.cookieOf("kobai@tanaka.example", "changed-2026");
  await owner.query("update factory set factor_rule = 'none'");
});

test("who must reset the password, or whose address is not confirmed, is led on to the reset with the name kept", async () => {
  const username = "genba@yamada.example";
  for (const [status, sentence] of [
    ["RESET_REQUIRED", "パスワードの再設定が必要です。"],
    ["UNCONFIRMED", "ユーザーのメールアドレスが確認されていません。"],
  ]) {
    await owner.query("update pool.users set status = $1 where username = $2", [status, username]);
    const answer = await front.post("/login", { username, password: PASSWORD });
    expect(answer.headers.location).toMatch(/^\/reset\?reason=/);
    const page = await front.ask(answer.headers.location!, { headers: { Cookie: jar(answer) } });
    expect([shown(page).includes(sentence!), page.text.includes(`value="${username}"`)]).toEqual([
      true,
      true,
    ]);
  }
  await owner.query("update pool.users set status = 'CONFIRMED' where username = $1", [username]);
});
