// npm run bench [-- pages|signin|scan|server …] [--cards 1000,100000]
import autocannon from "autocannon";
import { parseArgs } from "node:util";
import { latency, linkOn, signIn, start } from "./app.mjs";
import { measurePages } from "./pages.mjs";
import { measureScans } from "./scan.mjs";
import { measureSignIn } from "./signin.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { cards: { type: "string", default: "1000,100000" }, port: { type: "string", default: "3195" } } });
const wants = (part) => positionals.length === 0 || positionals.includes(part);
const sizes = values.cards.split(",").map(Number);

async function places(base) {
  const seller = await signIn(base, "admin@yamada.example");
  const buyer = await signIn(base, "admin@tanaka.example");
  const invoice = await linkOn(base, seller, "/accounting/invoice", /^\/accounting\/invoice\/\d+$/);
  return [
    { name: "ログイン", path: "/login", cookie: "" },
    { name: "進捗管理", path: "/task/kanban", cookie: seller },
    { name: "進捗確認", path: "/task/kanban", cookie: buyer },
    { name: "納品書一覧", path: "/accounting/delivery", cookie: seller },
    { name: "外注依頼", path: "/order/new?seller_id=yamada", cookie: buyer },
    { name: "スキャン", path: "/s/", cookie: seller },
    { name: "請求書の印刷", path: `${invoice}/print`, cookie: seller },
  ];
}

for (const [index, cards] of sizes.entries()) {
  const app = await start(cards, Number(values.port) + index);
  try {
    console.log(`\n== ${cards.toLocaleString("en-US")} cards (world and server ready in ${(app.ready_ms / 1000).toFixed(1)} s) ==`);
    const pages = await places(app.base);
    if (index === 0 && wants("pages")) {
      console.log("\nPages, cold, brotli, stylesheet inlined (the file is fetched once after load); first paint by DevTools' Slow 3G, median of 5");
      await measurePages(app.base, pages);
    }
    if (index === 0 && wants("scan")) await measureScans(app.base, pages[1].cookie);
    if (index === 0 && wants("signin")) await measureSignIn(app.base, app.pid);
    if (wants("server")) {
      console.log("\nServer time, one after the other, database included");
      for (const { name, path, cookie } of pages) {
        const { p50, p99, bytes } = await latency(app.base, path, cookie, 300);
        console.log(`${name.padEnd(14)}\tp50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(6)} ms  ${(bytes / 1000).toFixed(1)} KB`);
      }
      const { path, cookie } = pages[1];
      const run = await autocannon({ url: app.base + path, connections: 20, duration: 8, headers: { Cookie: cookie, "Accept-Encoding": "br" } });
      console.log(`進捗管理, 20 at a time: ${run.requests.average.toFixed(0)} requests/s, p50 ${run.latency.p50} ms, p99 ${run.latency.p99} ms, errors ${run.errors + run.non2xx}`);
    }
  } finally {
    await app.stop();
  }
}
