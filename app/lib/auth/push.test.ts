import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUSH_HOSTS } from "~/lib/config/push.hosts";
import { operator } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { SWITCHES } from "./notice.schema";
import { pushProblem } from "./push";
import { browserName } from "./push.schema";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, staff: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, staff] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "staff@ops",
  );
});
afterAll(() => t.stop());

const FCM = "https://fcm.googleapis.com/fcm/send/";
const info = (endpoint: string, more: object = {}) =>
  JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh: "BPk_x-1", auth: "tBHI" }, ...more });
const register = (who: Person, endpoint: string, user_agent?: string) =>
  who.put("/users/self/push_info", { auth_key: "tBHI", info: info(endpoint), user_agent });
const devices = async (who: Person) => (await who.get("/users/self/notices")).body.devices;

test.each([
  `${FCM}abc`,
  "https://updates.push.services.mozilla.com/wpush/v2/x",
  "https://web.push.apple.com/x",
  "https://db5p.notify.windows.com/w/?token=x",
])("a browser's own push service is taken: %s", (endpoint) =>
  expect(pushProblem(endpoint, PUSH_HOSTS)).toBeNull(),
);

test.each([
  "http://fcm.googleapis.com/x",
  "https://evil.example/x",
  "https://fcm.googleapis.com.evil.example/x",
  "https://evilfcm.googleapis.com/x",
  "https://fcm.googleapis.com:8443/x",
  "https://127.0.0.1/x",
  "https://[::1]/x",
  "https://169.254.169.254/latest",
  "https://10.0.0.1/",
  "https://2130706433/",
  "https://localhost/x",
  "https://notify.windows.com.evil/x",
  "https://.notify.windows.com/x",
  "https://user:pw@fcm.googleapis.com/x",
  "https://fcm.googleapis.com@evil.example/x",
  "ftp://fcm.googleapis.com/",
  "javascript:alert(1)",
  "",
  "x",
  `${FCM}${"x".repeat(2000)}`,
  "https://notify.windows.com/x",
  "https://fcm.googleapis.com\\@evil.example/",
])("no message is ever sent anywhere else: %s", (endpoint) =>
  expect(pushProblem(endpoint, PUSH_HOSTS)).not.toBeNull(),
);

test("a test's own push service is one whole origin", () => {
  expect(pushProblem("http://127.0.0.1:3999/push/1", ["http://127.0.0.1:3999"])).toBeNull();
  expect(pushProblem("http://127.0.0.1:4000/push/1", ["http://127.0.0.1:3999"])).not.toBeNull();
});

test("a person's browsers are listed with a name, once each, and taken off the list by themselves alone", async () => {
  const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36";
  expect((await register(yamada, `${FCM}one`, chrome)).status).toBe(200);
  expect((await register(yamada, `${FCM}one`, chrome)).status).toBe(200);
  const [device, ...rest] = await devices(yamada);
  expect([device, rest]).toEqual([
    {
      device_id: expect.any(Number),
      user_agent: chrome,
      host: "fcm.googleapis.com",
      created_time: expect.any(String),
      used_time: expect.any(String),
    },
    [],
  ]);
  expect(browserName(device.user_agent)).toBe("Chrome（Windows）");
  for (const other of [genba, tanaka, staff])
    expect((await other.delete(`/users/self/push_info/${device.device_id}`)).status).toBe(404);
  expect((await yamada.delete(`/users/self/push_info/${device.device_id}`)).status).toBe(200);
  expect(await devices(yamada)).toEqual([]);
});

test("a browser belongs to whoever registered it last, across people and companies", async () => {
  for (const who of [yamada, genba, tanaka, staff]) {
    expect((await register(who, `${FCM}shared`)).status).toBe(200);
    expect(
      await Promise.all([yamada, genba, tanaka, staff].map(async (one) => (await devices(one)).length)),
    ).toEqual([yamada, genba, tanaka, staff].map((one) => Number(one === who)));
  }
});

test("what is no subscription, or names another address, is refused with a sentence and nothing kept", async () => {
  const wrong = [
    "",
    "x",
    "null",
    "[]",
    "{}",
    info("https://evil.example/x"),
    info(`${FCM}a`, { keys: { p256dh: "あ", auth: "x" } }),
    info(`${FCM}a`, { keys: null }),
    "{".repeat(5000),
  ];
  for (const text of wrong)
    expect(await genba.put("/users/self/push_info", { auth_key: "tBHI", info: text })).toMatchObject({
      status: 422,
      body: { errors: { info: [expect.stringMatching(/[ぁ-ん]/)] } },
    });
  expect((await genba.put("/users/self/push_info", { auth_key: "", info: info(`${FCM}a`) })).status).toBe(
    422,
  );
  expect(await devices(genba)).toEqual([]);
});

test("only what sending needs is kept of a subscription, and twenty browsers at most", async () => {
  await genba.put("/users/self/push_info", {
    auth_key: "tBHI",
    info: info(`${FCM}extra`, { username: "admin@yamada.example", __proto__: { x: 1 } }),
  });
  const { rows } = await operator(t.db, (tx) =>
    tx.execute(
      sql`select info, username, company_id from push_device where username = 'genba@yamada.example'`,
    ),
  );
  expect(rows).toEqual([
    {
      info: { endpoint: `${FCM}extra`, keys: { p256dh: "BPk_x-1", auth: "tBHI" } },
      username: "genba@yamada.example",
      company_id: "yamada",
    },
  ]);
  for (let n = 0; n < 21; n++) await register(genba, `${FCM}many-${n}`);
  expect((await devices(genba)).length).toBe(20);
  expect((await devices(genba)).map((one: { host: string }) => one.host)).toContain("fcm.googleapis.com");
});

test("a browser changes hands only as itself: whoever has learnt its address alone takes no messages away", async () => {
  const endpoint = `${FCM}shared`;
  expect((await register(genba, endpoint)).status).toBe(200);
  const thief = await yamada.put("/users/self/push_info", { auth_key: "guessed", info: info(endpoint) });
  expect([thief.status, thief.body.detail]).toEqual([
    422,
    expect.stringContaining("ほかの人の通知に使われています"),
  ]);
  expect((await register(yamada, endpoint)).status).toBe(200);
});

test("everybody chooses for themselves what to be told and by which road; at first everything is on", async () => {
  const first = (await genba.get("/users/self/notices")).body;
  expect(first).toMatchObject({ mail_digest: "hours", on: SWITCHES });
  const on = ["chat.push", "order.screen"];
  const saved = await genba.put("/users/self/notices", {
    version: first.version,
    mail_digest: "morning",
    on,
  });
  expect(saved).toMatchObject({
    status: 200,
    body: { mail_digest: "morning", on: ["order.screen", "chat.push"], version: first.version + 1 },
  });
  expect(
    (await genba.put("/users/self/notices", { version: first.version, mail_digest: "never", on })).status,
  ).toBe(409);
  expect((await yamada.get("/users/self/notices")).body.mail_digest).toBe("hours");
  const version = first.version + 1;
  expect(await genba.put("/users/self/notices", { version, mail_digest: "weekly" })).toMatchObject({
    status: 422,
    body: { errors: { mail_digest: ["メールの通知を選択してください"] } },
  });
  expect(
    (await genba.put("/users/self/notices", { version, mail_digest: "now", on: ["order.fax"] })).status,
  ).toBe(422);
  expect(
    (
      await staff.put("/users/self/notices", {
        version: (await staff.get("/users/self")).body.version,
        mail_digest: "never",
      })
    ).status,
  ).toBe(200);
});

test("a browser that is signed out from afar gets no more messages: signed out everywhere, reset, stopped, or the password was forgotten", async () => {
  const { id } = (await yamada.get("/users?q=genba")).body.items[0];
  const after = async (act: () => Promise<unknown>) => {
    await operator(t.db, (tx) => tx.execute(sql`delete from push_device`));
    for (const [index, who] of [genba, yamada].entries()) await register(who, `${FCM}${index}`);
    await act();
    return (await operator(t.db, (tx) => tx.execute(sql`select username from push_device`))).rows.map(
      (row) => row.username,
    );
  };
  expect(await after(async () => undefined)).toHaveLength(2);
  expect(await after(() => t.app.sessions.endAll("GENBA@yamada.example"))).toEqual(["admin@yamada.example"]);
  expect(await after(() => yamada.post(`/users/${id}/signout`))).toEqual(["admin@yamada.example"]);
  expect(await after(() => yamada.delete(`/users/${id}`))).toEqual(["admin@yamada.example"]);
  await yamada.post(`/users/${id}/resume`);
  expect(await after(() => yamada.post(`/users/${id}/reset`))).toEqual(["admin@yamada.example"]);
});
