// The service worker. What it does stands in parts, each with its own listeners.

// --- The scan page without a network -------------------------------------------------------------------------------------------
// The page tells by a message which files make up its revision; older revisions are forgotten. The network comes first, so that a
// page is never older than it must be; what is named by its content comes from here.

const SHELL = "/s/";
const PATIENCE_MS = 4000;
const isPage = (url) => url.pathname === "/s/" || /^\/s\/[pwcomt][0-9a-z]+\.[0-9a-z]{8}$/i.test(url.pathname);

async function keep({ revision, urls }) {
  const name = `scan-${revision}`;
  const cache = await caches.open(name);
  const had = await cache.keys();
  await Promise.all(urls.map(async (url) => {
    if (url !== SHELL && had.some((one) => new URL(one.url).pathname === url)) return;
    const answer = await fetch(url, { credentials: "same-origin", redirect: "follow" });
    // A sign-in page is no shell.
    if (answer.ok && !answer.redirected) await cache.put(url, answer);
  }));
  for (const other of await caches.keys()) if (other.startsWith("scan-") && other !== name) await caches.delete(other);
}

async function page(request) {
  const shell = async () => (await caches.match(SHELL)) ?? Response.error();
  const slow = new Promise((done) => setTimeout(() => done(null), PATIENCE_MS));
  try {
    const answer = await Promise.race([fetch(request), slow.then(async () => (await caches.match(SHELL)) ?? fetch(request))]);
    return answer.status >= 500 ? await shell() : answer;
  } catch {
    return shell();
  }
}

async function asset(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  const [name] = (await caches.keys()).filter((one) => one.startsWith("scan-"));
  if (answer.ok && name) await (await caches.open(name)).put(request.url, answer.clone());
  return answer;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data?.keep) event.waitUntil(keep(event.data.keep).catch(() => {}));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(url)) event.respondWith(page(request));
  else if (url.pathname.startsWith("/build/")) event.respondWith(asset(request));
});

// --- Push messages ---------------------------------------------------------------------------------------------------------------
// { title, body, path, badge }: shown, counted on the icon; a tap opens the place in a window that is there, or in a new one.

self.addEventListener("push", (event) => {
  const { title = "お知らせ", body = "", path = "/", badge = 0 } = event.data?.json() ?? {};
  event.waitUntil(Promise.all([
    self.registration.showNotification(title, { body, data: { path }, tag: path }),
    self.navigator.setAppBadge?.(badge).catch(() => {}),
    // Pages that are open count anew.
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((all) => all.forEach((one) => one.postMessage("pushed"))),
  ]));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String(event.notification.data?.path ?? "/");
  const place = new URL(path.startsWith("/") && !path.startsWith("//") ? path : "/", self.location.origin).href;
  event.waitUntil((async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const here = windows.find((one) => one.url === place);
    if (here) return here.focus();
    const [any] = windows.filter((one) => one.visibilityState === "visible");
    return any ? (await any.focus()).navigate(place).catch(() => self.clients.openWindow(place)) : self.clients.openWindow(place);
  })());
});
