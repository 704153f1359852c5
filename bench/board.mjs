// How soon a move in one browser is seen in another, and what a look that finds nothing new costs on the
// wire.
import net from "node:net";
import { chromium } from "playwright";
import { at } from "./app.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const BOARD = "/task/kanban";
/** Cards go from the first process to work in to the one after it. */
const FROM = "#column-2";
const MOVES = 10;
/** A board that has just looked rests for a while: each move comes to a quiet one. */
const QUIET_MS = 4_000;

async function open(browser, base, cookie) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "ja-JP" });
  await context.addCookies(
    cookie
      .split("; ")
      .map((pair) => ({ name: pair.split("=")[0], value: pair.slice(pair.indexOf("=") + 1), url: base })),
  );
  const page = await context.newPage();
  await page.goto(base + BOARD, { waitUntil: "load" });
  await page.waitForTimeout(1_500);
  return page;
}

const countOf = (page) => page.locator(`${FROM} [data-count]`).textContent();

/** All the bytes of an answer, headers and all. */
function wire(base, path, headers) {
  const { hostname, port } = new URL(base);
  return new Promise((done, failed) => {
    let text = "";
    const socket = net.connect(Number(port), hostname, () => {
      const lines = Object.entries({ Host: `${hostname}:${port}`, Connection: "close", ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    });
    socket
      .on("data", (part) => {
        text += part.toString("latin1");
      })
      .on("end", () => done(text))
      .on("error", failed);
  });
}

/** Prints the time from a press in one browser to its sight in another, and the bytes of a 304. */
export async function measureBoards(base, mover, looker) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || undefined, args: FLAGS });
  try {
    const [one, other] = [await open(browser, base, mover), await open(browser, base, looker)];
    const times = [];
    for (let n = 0; n < MOVES; n++) {
      const before = await countOf(other);
      const press = one.locator(`${FROM} article form[action="/task/kanban/move"] button`).first();
      const seen = other.waitForFunction(
        ([place, was]) => document.querySelector(place).textContent !== was,
        [`${FROM} [data-count]`, before],
        { polling: "raf", timeout: 60_000 },
      );
      const began = performance.now();
      await press.click();
      await seen;
      times.push(performance.now() - began);
      await one.waitForTimeout(QUIET_MS);
    }
    console.log(
      `a move in one browser, seen in another: median ${at(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms (of ${times.length})`,
    );
    const since = await other.locator("[data-board]").first().getAttribute("data-board");
    for (const path of [`${BOARD}/pulse?since=${since}`, `${BOARD}/column?group_id=2`]) {
      const tag = /^etag: (.*)$/im.exec(await wire(base, path, { Cookie: looker }))[1].trim();
      const again = await wire(base, path, { Cookie: looker, "If-None-Match": tag });
      console.log(`${path}: ${again.slice(9, 12)}, ${again.length} bytes`);
    }
  } finally {
    await browser.close();
  }
}
