import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { lineWriter } from "./writer.server";

const folder = mkdtempSync(path.join(tmpdir(), "koba-log-"));
afterAll(() => rmSync(folder, { recursive: true }));
const dropped = (num: number) => `dropped ${num}\n`;

test("lines come whole and in their order", async () => {
  const file = path.join(folder, "lines");
  const fd = openSync(file, "a");
  const { push } = lineWriter(fd, dropped);
  const lines = Array.from({ length: 3_000 }, (_, n) => `line ${n} ${"あ".repeat(n % 50)}\n`);
  for (const line of lines) push(line);
  for (let tries = 0; tries < 200 && !readFileSync(file, "utf8").includes("line 2999 "); tries++)
    await wait(20);
  expect(readFileSync(file, "utf8")).toBe(lines.join(""));
  closeSync(fd);
});

test("what waits when the process ends is written", () => {
  const file = path.join(folder, "end");
  const fd = openSync(file, "a");
  const { push, flush } = lineWriter(fd, dropped);
  push("last words\n");
  flush();
  expect(readFileSync(file, "utf8")).toBe("last words\n");
  closeSync(fd);
});

test.runIf(existsSync("/dev/full"))("a full disk costs lines, and how many is told", async () => {
  const fd = openSync("/dev/full", "w");
  const { push, flush } = lineWriter(fd, dropped, 200);
  for (let n = 0; n < 100; n++) push("a line that finds no room\n");
  await wait(100);
  expect(() => flush()).not.toThrow();
  closeSync(fd);
});

test.skipIf(process.platform === "win32")(
  "a reader that stalls keeps nobody waiting, and learns of what it missed",
  async () => {
    const pipe = path.join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    const reader = spawn("sh", ["-c", `exec 3<${pipe}; read line; cat <&3`], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    let got = "";
    reader.stdout.on("data", (part) => (got += part));
    const fd = openSync(pipe, "w");
    const { push } = lineWriter(fd, dropped, 100_000);
    for (let n = 0; n < 20_000; n++) push(`line ${n}\n`);
    // Were a write to wait for its reader, nobody would come here.
    await wait(300);
    reader.stdin.end("go\n");
    for (let tries = 0; tries < 200 && !/dropped/.test(got); tries++) await wait(20);
    push("after\n");
    for (let tries = 0; tries < 200 && !/after/.test(got); tries++) await wait(20);
    const lines = got.trim().split("\n");
    const missed = Number(/dropped (\d+)/.exec(got)?.[1]);
    expect(missed).toBeGreaterThan(0);
    expect(lines.filter((line) => line.startsWith("line ")).length + missed).toBe(20_000);
    closeSync(fd);
    reader.kill();
  },
);

test.skipIf(process.platform === "win32")("a pipe that was closed ends nothing", async () => {
  const pipe = path.join(folder, "closed");
  spawnSync("mkfifo", [pipe]);
  const cat = spawn("cat", [pipe], { stdio: "ignore" });
  const fd = openSync(pipe, "w");
  const gone = new Promise((done) => cat.once("close", done));
  cat.kill();
  await gone;
  const { push, flush } = lineWriter(fd, dropped);
  push("nobody reads\n");
  await wait(50);
  push("nor this\n");
  expect(() => flush()).not.toThrow();
  closeSync(fd);
});
