import { expect, test } from "./fixtures";

// The push services are out of reach: their subscription is given here, and their messages to the service
// worker come from the debugger. All between is the product's.
const SUBSCRIPTION = {
  endpoint: "https://fcm.googleapis.com/fcm/send/e2e",
  expirationTime: null,
  keys: { p256dh: "AAAA", auth: "AAAA" },
};
const PARCEL = {
  title: "KOBA チャット",
  body: "田中 一郎：図面の件です",
  path: "/chat/yamada_tanaka",
  badge: 2,
};

/** Without windows Chromium shows no notifications. */
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, executablePath: process.env.CHROMIUM_WHOLE ?? launchOptions.executablePath }),
});

test("a browser is registered by its button, shows what is pushed, opens the right room on a tap, and is taken off the list again", async ({
  as,
}) => {
  const page = await as("yamada");
  const context = page.context();
  await context.grantPermissions(["notifications"]);
  await page.addInitScript((given) => {
    PushManager.prototype.subscribe = async function (asked) {
      if (!asked?.userVisibleOnly || (asked.applicationServerKey as Uint8Array).length !== 65)
        throw new Error("no key of ours");
      return { toJSON: () => given } as unknown as PushSubscription;
    };
  }, SUBSCRIPTION);
  await page.goto("/setting/self/notices");
  await page.getByRole("button", { name: "この端末で通知を受け取る" }).click();
  const device = page.getByRole("listitem").filter({ hasText: "Chrome" });
  await expect(device).toHaveCount(1);

  const debug = await context.newCDPSession(page);
  const registered = new Promise<string>((done) =>
    debug.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) =>
      registrations.forEach((one: { registrationId: string }) => done(one.registrationId)),
    ),
  );
  await debug.send("ServiceWorker.enable");
  const push = {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(PARCEL),
  };
  await debug.send("ServiceWorker.deliverPushMessage", push);
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, data }) => ({
        title,
        body,
        data,
      })),
    );
  await expect.poll(shown).toEqual([{ title: PARCEL.title, body: PARCEL.body, data: { path: PARCEL.path } }]);
  // The same place is notified once, however often it is pushed.
  await debug.send("ServiceWorker.deliverPushMessage", {
    ...push,
    data: JSON.stringify({ ...PARCEL, body: "田中 一郎：もう一つ" }),
  });
  await expect.poll(async () => (await shown()).map(({ body }) => body)).toEqual(["田中 一郎：もう一つ"]);

  const [worker] = context.serviceWorkers();
  await worker!.evaluate(async () => {
    type Scope = {
      registration: ServiceWorkerRegistration;
      dispatchEvent: (event: Event) => boolean;
      WindowClient: { prototype: { focus: () => unknown } };
    };
    const scope = self as unknown as Scope;
    // Only a person's tap may bring a window to the front.
    scope.WindowClient.prototype.focus = async function () {
      return this;
    };
    const [notification] = await scope.registration.getNotifications();
    const Tap = (self as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent;
    scope.dispatchEvent(new Tap("notificationclick", { notification }));
  });
  await expect(page).toHaveURL(PARCEL.path);
  await expect(page.getByRole("log", { name: "メッセージ" })).toBeVisible();
  await expect.poll(shown).toEqual([]);

  await page.goto("/setting/self/notices");
  await device.getByRole("button", { name: "やめる" }).click();
  await expect(device).toHaveCount(0);
});
