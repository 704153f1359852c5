// npm run bench -- faults [kill|restart|full|twice|race|start|demo] [times]
// npm run bench [-- pages|feel|signin|scan|board|chat|backup|server|receivable|payable|stock|bi|order …] [--cards 1000,100000] [--million] [--products 1000,100000];
// also -- load [seconds], -- memory [minutes]
import { parseArgs } from "node:util";
import { linkOn, signIn, start } from "./app.mjs";
import { measureBackup } from "./backup.mjs";
import { measureBi } from "./bi.mjs";
import { measureBoards } from "./board.mjs";
import { measureChat } from "./chat.mjs";
import { measureFaults } from "./faults.mjs";
import { measureFeel } from "./feel.mjs";
import { measureLoad } from "./load.mjs";
import { measureMemory } from "./memory.mjs";
import { measureOrder } from "./order.mjs";
import { measurePages } from "./pages.mjs";
import { measurePayable } from "./payable.mjs";
import { measureReceivable } from "./receivable.mjs";
import { measureScans } from "./scan.mjs";
import { measureServer, printGrowth } from "./server.mjs";
import { measureSignIn } from "./signin.mjs";
import { measureStock } from "./stock.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cards: { type: "string", default: "1000,100000" },
    million: { type: "boolean" },
    // Of 在庫; at least 10,000 at the end, so that one 置場 holds a sheet of 5,000.
    products: { type: "string", default: "1000,100000" },
    port: { type: "string", default: "3195" },
  },
});
if (positionals[0] === "faults") {
  await measureFaults(positionals.slice(1), Number(values.port));
  process.exit();
}
const loading = positionals.includes("load");
const remembering = positionals.includes("memory");
const wants = (part) => positionals.length === 0 || positionals.includes(part);
// A million takes some minutes to make, so that it is asked for; parts that fill a world of their own take the first.
const sizes = [...values.cards.split(",").map(Number), ...(values.million ? [1_000_000] : [])].slice(
  0,
  ["feel", "backup", "server"].some(wants) ? undefined : 1,
);

async function pagesOf(base, seller) {
  const buyer = await signIn(base, "admin@tanaka.example");
  const invoice = await linkOn(base, seller, "/accounting/invoice", /^\/accounting\/invoice\/\d+$/);
  return [
    { name: "ログイン", path: "/login", cookie: "" },
    { name: "進捗管理", path: "/task/kanban", cookie: seller },
    { name: "進捗確認", path: "/task/kanban", cookie: buyer },
    { name: "カード一覧", path: "/task/list", cookie: seller },
    { name: "カード", path: await linkOn(base, seller, "/task/list", /^\/task\/\d+$/), cookie: seller },
    { name: "出荷済み一覧", path: "/task/shipped", cookie: seller },
    { name: "検索（進捗管理）", path: "/task/kanban?q=%E3%82%AB%E3%83%90%E3%83%BC", cookie: seller },
    { name: "検索（番号）", path: "/task/kanban?q=L0000020", cookie: seller },
    { name: "納品書一覧", path: "/accounting/delivery", cookie: seller },
    { name: "外注依頼", path: "/order/new?seller_id=yamada", cookie: buyer },
    { name: "請求書の印刷", path: `${invoice}/print`, cookie: seller },
    { name: "スキャン", path: "/s/", cookie: seller },
  ];
}

const all = [];
for (const [index, cards] of sizes.entries()) {
  const app = await start(cards, Number(values.port) + index);
  try {
    console.log(
      `\n== ${cards.toLocaleString("en-US")} cards (world and server ready in ${(app.ready_ms / 1000).toFixed(1)} s) ==`,
    );
    if (remembering) {
      await measureMemory(app, Number(positionals[positionals.indexOf("memory") + 1] ?? 10));
      continue;
    }
    if (loading) {
      await measureLoad(app.base, Number(positionals[positionals.indexOf("load") + 1] ?? 60));
      continue;
    }
    const seller = await signIn(app.base, "admin@yamada.example");
    const pages = await pagesOf(app.base, seller);
    if (index === 0 && wants("pages")) {
      console.log(
        "\nPages, cold, brotli, stylesheet inlined (the file is fetched once after load); first paint by DevTools' Slow 3G, median of 5",
      );
      await measurePages(app.base, pages);
    }
    if (index === sizes.length - 1 && wants("feel")) await measureFeel(app.base, seller);
    if (index === 0 && wants("signin")) await measureSignIn(app.base, app.pid());
    if (index === 0 && wants("scan")) await measureScans(app.base, seller);
    if (index === 0 && wants("board")) {
      console.log("\nBoards");
      await measureBoards(app.base, seller, await signIn(app.base, "genba@yamada.example"));
    }
    if (index === 0 && wants("chat")) await measureChat(app);
    if (index === sizes.length - 1 && wants("backup")) await measureBackup(app, Number(values.port) + 50);
    if (wants("server")) all.push(await measureServer(app, pages, seller, 200));
    // It fills the books, so that it comes last.
    if (index === 0 && wants("receivable")) await measureReceivable(app, seller);
    if (index === 0 && wants("payable")) await measurePayable(app, seller);
    if (index === 0 && wants("stock"))
      await measureStock(app, seller, values.products.split(",").map(Number));
    if (index === 0 && wants("bi"))
      await measureBi(app, seller, [
        ...values.cards.split(",").map(Number),
        ...(values.million ? [1_000_000] : []),
      ]);
    if (index === 0 && wants("order")) await measureOrder(app, seller);
  } finally {
    await app.stop();
  }
}
printGrowth(sizes, all);
