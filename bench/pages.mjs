// What a page weighs and when it is painted, in a fresh browser over a slow line (DevTools' Slow 3G: 400 ms,
// 400 kbit/s).
import { chromium } from "playwright";
import { at } from "./app.mjs";

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

async function opened(browser, base, cookie) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "ja-JP" });
  if (cookie) {
    await context.addCookies(
      cookie
        .split("; ")
        .map((pair) => ({ name: pair.split("=")[0], value: pair.slice(pair.indexOf("=") + 1), url: base })),
    );
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  return { context, page, devtools };
}

/** How many requests the first visit of a page makes, and the next one; what the browser has kept is none. */
export async function visits(browser, base, path, cookie) {
  const { context } = await opened(browser, base, cookie);
  const sent = [];
  for (let turn = 0; turn < 2; turn++) {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    const open = new Set();
    devtools.on(
      "Network.requestWillBeSent",
      ({ requestId, request }) => request.url.startsWith("data:") || open.add(requestId),
    );
    devtools.on(
      "Network.loadingFinished",
      ({ requestId, encodedDataLength }) => encodedDataLength > 0 || open.delete(requestId),
    );
    await page.goto(base + path, { waitUntil: "load" });
    await page.waitForTimeout(800);
    sent.push(open.size);
    await page.close();
  }
  await context.close();
  return sent;
}

async function visit(browser, base, path, cookie, slow) {
  const { context, page, devtools } = await opened(browser, base, cookie);
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: false });
  if (slow) await devtools.send("Network.emulateNetworkConditions", SLOW_3G);
  const kinds = new Map();
  const bytes = {};
  let requests = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    if (request.url.startsWith("data:")) return;
    kinds.set(requestId, /\.css/.test(request.url) ? "Stylesheet" : type);
    requests++;
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await page.goto(base + path, { waitUntil: "load" });
  await page.waitForTimeout(slow ? 3000 : 800);
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  );
  await context.close();
  return { bytes, requests, paint };
}

/**
 * Prints a line for each page: bytes by kind, requests, JavaScript, first paint on a slow line (median of
 * five).
 */
export async function measurePages(base, pages) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: FLAGS });
  try {
    for (const { name, path, cookie } of pages) {
      const { bytes, requests } = await visit(browser, base, path, cookie, false);
      const paints = [];
      for (let i = 0; i < 5; i++) paints.push((await visit(browser, base, path, cookie, true)).paint);
      const kb = (kind) => ((bytes[kind] ?? 0) / 1000).toFixed(1).padStart(5);
      const all = Object.values(bytes).reduce((a, b) => a + b, 0) / 1000;
      console.log(
        `${name.padEnd(14)}\tHTML ${kb("Document")} KB  JS ${kb("Script")} KB  CSS file ${kb("Stylesheet")} KB  all ${all.toFixed(1).padStart(5)} KB` +
          `  requests ${requests}  FCP ${(at(paints, 0.5) / 1000).toFixed(2)} s`,
      );
    }
  } finally {
    await browser.close();
  }
}
