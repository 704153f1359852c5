import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBucket } from "./bucket.testing.server";
import { diskStorage } from "./storage.disk.server";
import { openStorage } from "./storage.open.server";

let folder: string;
let bucket: Awaited<ReturnType<typeof startBucket>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "koba-storage-"));
  bucket = await startBucket("koba");
});
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

const inBucket = (more: Record<string, string> = {}) =>
  openStorage({ ...bucket.env, S3_PREFIX: "one/", ...more } as never);
const stores = {
  "a folder": () => diskStorage(path.join(folder, "files")),
  "a bucket": () => inBucket(),
};

test.each(Object.entries(stores))(
  "%s gives back what was put into it, and forgets what is removed",
  async (_, open) => {
    const storage = open();
    const bytes = Buffer.from("図面のバイト列");
    await storage.put("abcdefgh12345678", bytes, "image/png");
    await storage.put("abcdefgh12345678.thumb", Buffer.from("小"), "image/webp");
    expect(Buffer.from((await storage.get("abcdefgh12345678"))!).equals(bytes)).toBe(true);
    await storage.remove("abcdefgh12345678");
    await storage.remove("abcdefgh12345678");
    expect(await storage.get("abcdefgh12345678")).toBeNull();
    expect(Buffer.from((await storage.get("abcdefgh12345678.thumb"))!).toString()).toBe("小");
  },
);

test("in the bucket a file stands under the prefix, with its kind, and nothing removed is left", async () => {
  const held = path.join(bucket.directory, "koba", "one");
  const names = await readdir(held);
  expect(names.filter((name) => !name.startsWith("abcdefgh12345678.thumb."))).toEqual([]);
  const about = names.find((name) => name.includes("metadata"))!;
  expect(JSON.parse(await readFile(path.join(held, about), "utf8"))).toMatchObject({
    "content-type": "image/webp",
  });
});

test("a bucket takes and gives nothing by another's key, and says so rather than that the file is gone", async () => {
  const stranger = inBucket({ S3_SECRET_ACCESS_KEY: "of somebody else" });
  await expect(stranger.put("zzzzzzzz12345678", Buffer.from("x"), "image/png")).rejects.toThrow(/signature/);
  await expect(stranger.get("abcdefgh12345678.thumb")).rejects.toThrow(/signature/);
  expect(await inBucket().get("zzzzzzzz12345678")).toBeNull();
  await expect(inBucket({ S3_BUCKET: "nowhere" }).get("abcdefgh12345678.thumb")).rejects.toThrow(/bucket/);
});

test("a folder's files are the owner's alone, and nothing half written takes a name", async () => {
  const root = path.join(folder, "closed");
  const storage = diskStorage(root);
  await storage.put("zzzzzzzz", Buffer.alloc(10), "image/png");
  expect((await stat(path.join(root, "zz", "zzzzzzzz"))).mode & 0o077).toBe(0);
  expect(await readdir(path.join(root, "zz"))).toEqual(["zzzzzzzz"]);
});

test("no name leads out of the folder", async () => {
  const storage = diskStorage(folder);
  for (const name of ["../outside", "/etc/passwd", "a/b/c/d", "..", ""]) {
    await expect(async () => storage.get(name)).rejects.toThrow("no name for a stored file");
  }
});
