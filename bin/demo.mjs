// npm run demo: the product with the sample world, in a database of its own.
import { endWithParent } from "./parent.mjs";
import { build, install, root, step } from "./ready.mjs";

const ACCOUNTS = [
  ["山田精機（受注側）", "admin@yamada.example", "管理者。会計・在庫・BI"],
  ["", "keiri@yamada.example", "会計"],
  ["", "genba@yamada.example", "現場"],
  ["佐藤鈑金（受注側）", "admin@sato.example", "管理者"],
  ["田中産業機械（発注側）", "admin@tanaka.example", "管理者。会計・在庫・BI"],
  ["", "kobai@tanaka.example", "購買"],
  ["鈴木電装（発注側）", "admin@suzuki.example", "管理者。会計"],
  ["運営", "staff@ops.example", "閲覧"],
  ["", "writer@ops.example", "編集"],
];

install();
build();
step("見本のデータで起動しています… / starting with the sample world");
process.env.NODE_ENV ??= "production";
endWithParent();
process.env.SAMPLE_WORLD = "1";
process.env.KOBA_DATA ??= `${root}/var/demo`;
// Everybody knows the passwords of the sample world.
process.env.HOST ??= "127.0.0.1";
// Whoever tries it reads what stands below, not each request.
process.env.LOG_LEVEL ??= "warn";
process.env.LOG_FORMAT ??= "text";
await import(`${root}/build/index.js`);

const port = process.env.PORT ?? 3000;
console.log(`\n  http://localhost:${port} を開いてください。パスワードはどれも koba-demo-2026 です。\n`);
for (const [company, account, rights] of ACCOUNTS)
  console.log(`  ${account.padEnd(22)} ${company}${company && " "}${rights}`);
console.log("\n  初回ログイン: new@yamada.example / Temp-2026-first\n  止めるには Ctrl+C を押します。\n");
