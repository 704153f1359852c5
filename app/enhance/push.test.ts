// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { called, find, json, rest, server, show } from "./browser.testing";
import { start } from "./push";

const KEY = "AQ-_";
const subscription = { endpoint: "https://push.example/1", keys: { auth: "a1", p256dh: "p1" } };
let permission: string;
const subscribe = vi.fn(async (_: PushSubscriptionOptionsInit) => ({ toJSON: () => subscription }));
const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
const TITLE = "この端末で通知を受け取る";

beforeEach(() => {
  permission = "granted";
  vi.clearAllMocks();
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { requestPermission: async () => permission });
  Object.assign(navigator, {
    serviceWorker: { register: async () => ({ pushManager: { subscribe } }), ready: Promise.resolve() },
    standalone: undefined,
  });
  show(
    `<details id="home-screen"></details><div id="push" data-push="${KEY}" data-look="button" hidden></div>`,
  );
});
const place = () => find<HTMLElement>("#push");
const text = () => find<HTMLElement>("#push [role=status]").textContent;
async function press() {
  called(TITLE).click();
  await rest(5);
}

test("a press asks for permission, and the device is registered with what the browser gave", async () => {
  const asked = server(() => json({}));
  start(place());
  expect([place().hidden, asked.length]).toEqual([false, 0]);
  await press();
  expect([asked[0]!.url.pathname, asked[0]!.body.get("auth_key")]).toEqual(["/setting/self/device", "a1"]);
  expect(JSON.parse(asked[0]!.body.get("info")!)).toEqual(subscription);
  expect([...(subscribe.mock.lastCall![0].applicationServerKey as Uint8Array)]).toEqual([1, 15, 191]);
  expect(reload).toHaveBeenCalledOnce();
});

test("what stands in the way is said, and can be tried again", async () => {
  const asked = server(() => json({}, 422));
  start(place());
  permission = "denied";
  await press();
  expect([text(), asked.length]).toEqual([
    "通知が許可されていません。ブラウザーの設定で、このサイトの通知を許可してください。",
    0,
  ]);
  permission = "granted";
  await press();
  expect(text()).toBe("この端末を登録できませんでした。少し待って、もう一度押してください。");
  subscribe.mockRejectedValueOnce(new Error("no push service"));
  await press();
  expect(text()).toBe("この端末では、プッシュ通知を使えません。");
  expect([reload.mock.calls.length, (called(TITLE) as HTMLButtonElement).disabled]).toEqual([0, false]);
});

test("a browser without push says so instead of a button; the same page does it once", () => {
  Reflect.deleteProperty(globalThis, "PushManager");
  start(place());
  start(place());
  expect([document.querySelectorAll("#push button").length, text(), place().childElementCount]).toEqual([
    0,
    "このブラウザーは、プッシュ通知を受け取れません。",
    1,
  ]);
});

test("the steps to the home screen are open on an iPhone, and gone once it was opened from there", () => {
  const agent = vi.spyOn(navigator, "userAgent", "get");
  const steps = () => find<HTMLDetailsElement>("#home-screen");
  start(place());
  expect([steps().open, steps().hidden]).toEqual([false, false]);
  agent.mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)");
  place().replaceChildren();
  start(place());
  expect([steps().open, steps().hidden]).toEqual([true, false]);
  Object.assign(navigator, { standalone: true });
  place().replaceChildren();
  start(place());
  expect(steps().hidden).toBe(true);
});
