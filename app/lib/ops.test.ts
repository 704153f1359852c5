import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { UPLOAD_MAX } from "~/lib/file/limit";

const text = (file: string) => readFileSync(file, "utf8");
const names = (found: Iterable<RegExpMatchArray>) => [...new Set([...found].map(([, name]) => name!))].sort();
const MB = 1024 * 1024;

test("nginx lets through what the product takes, and little more; Caddy leaves the size to the product", () => {
  const bytes = Number(/client_max_body_size (\d+)m;/.exec(text("ops/nginx/koba.conf"))![1]) * MB;
  expect([bytes >= UPLOAD_MAX, bytes < UPLOAD_MAX + 2 * MB]).toEqual([true, true]);
  // It answers 502 where its own limit is passed.
  expect(text("ops/caddy/Caddyfile")).not.toContain("max_size");
});

test("what compose asks for is in the example of its settings, and each name there is one that is read", () => {
  const asked = names(text("compose.yaml").matchAll(/\$\{(\w+)/g));
  const offered = names(text(".env.example").matchAll(/^(\w+)=/gm));
  expect(asked).toEqual(offered);
  const known =
    text("README.md") + text("ops/postgres.sh") + text("ops/backup.sh") + text("ops/backup-daily.sh");
  const unread = offered.filter((name) => name !== "POSTGRES_PASSWORD" && !known.includes(name));
  expect(unread).toEqual([]);
});

test("what the unit's settings name is read, its secrets are not set, and the unit and the operator's command set the same", () => {
  const settings = text("ops/systemd/koba.env");
  const named = names(settings.matchAll(/^#?([A-Z_]+)=/gm));
  expect(named.length).toBeGreaterThan(9);
  const table = text("README.md");
  expect(named.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  expect(settings).not.toMatch(/^(APP_SECRET|DATABASE\w*|SMTP_URL)=./m);
  const [unit, command] = ["koba.service", "koba"].map(
    (name) => /NODE_ENV=production KOBA_DATA=\S+ FILES_DIR=[^\s"]+/.exec(text(`ops/systemd/${name}`))?.[0],
  );
  expect([unit, command]).toEqual([expect.any(String), unit]);
});

test("secrets are in no example: what compose reads is empty, and never taken into an image", () => {
  const secrets = [...text(".env.example").matchAll(/^(APP_SECRET|\w*PASSWORD)=(.*)$/gm)];
  expect(secrets.map(([, , value]) => value)).toEqual(["", "", "", ""]);
  expect(text(".dockerignore").split("\n")).toEqual(
    expect.arrayContaining([".env", ".env.*", "node_modules"]),
  );
});

test("units, image and compose name files that the archive holds", () => {
  const all = [
    "Dockerfile",
    "compose.yaml",
    ...readdirSync("ops/systemd").map((name) => `ops/systemd/${name}`),
  ];
  const named = all.flatMap((file) =>
    names(text(file).matchAll(/\b((?:bin|ops)\/[\w./-]+\.(?:mjs|sh))\b/g)).map((name) => [file, name]),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(([, name]) => !existsSync(name!))).toEqual([]);
});

test.runIf(process.platform !== "win32")(
  "a nightly backup keeps the newest, takes the oldest away, and none is left half written",
  () => {
    const ground = mkdtempSync(join(tmpdir(), "koba-nightly-"));
    const backups = join(ground, "backups");
    mkdirSync(join(ground, "bin"));
    mkdirSync(backups);
    const operator = (code: string) => writeFileSync(join(ground, "bin", "operator.mjs"), code);
    const run = () =>
      execFileSync("sh", [resolve("ops/backup.sh")], {
        env: { ...process.env, BACKUP_DIR: backups, BACKUP_KEEP: "2", KOBA: ground },
        stdio: "pipe",
      });
    for (const day of ["20260101", "20260102", "20260103"])
      writeFileSync(join(backups, `koba-${day}-020000.gz`), day);
    operator('import { writeFileSync } from "node:fs"; writeFileSync(process.argv[3], "new");');
    run();
    const kept = readdirSync(backups).sort();
    expect(kept[0]).toBe("koba-20260103-020000.gz");
    expect(kept.map((name) => text(join(backups, name)))).toEqual(["20260103", "new"]);
    operator(
      'import { writeFileSync } from "node:fs"; writeFileSync(`${process.argv[3]}.77`, "half"); process.exit(1);',
    );
    expect(run).toThrow();
    const left = readdirSync(backups).filter((name) => !kept.includes(name));
    expect(left).toEqual([expect.stringMatching(/\.gz\.77$/)]);
    utimesSync(join(backups, left[0]!), 0, 0);
    operator('import { writeFileSync } from "node:fs"; writeFileSync(process.argv[3], "newer");');
    run();
    // Under its own name from the start: the last backup that doctor tells of is a file that is there.
    expect(readdirSync(backups).filter((name) => !name.endsWith(".gz"))).toEqual([]);
    expect(readdirSync(backups)).toHaveLength(2);
    rmSync(ground, { recursive: true });
  },
);
