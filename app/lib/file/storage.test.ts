import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diskStorage } from "./storage.disk.server";
import { openStorage } from "./storage.open.server";

let folder: string;
let bucket: Server;
let endpoint: string;
const objects = new Map<string, { body: Buffer; type: string }>();
const asked: { method: string; url: string; signed: boolean }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "koba-storage-"));
  bucket = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = "", url = "", headers } = request;
    asked.push({
      method,
      url,
      signed: /^AWS4-HMAC-SHA256 Credential=tester\//.test(headers.authorization ?? ""),
    });
    const place = url.split("?")[0]!;
    if (method === "PUT")
      objects.set(place, { body: Buffer.concat(parts), type: headers["content-type"] ?? "" });
    if (method === "DELETE") objects.delete(place);
    const found = objects.get(place);
    if (method === "GET" && !found)
      return void response.writeHead(404).end(`<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>`);
    response
      .writeHead(method === "DELETE" ? 204 : 200, found && { "Content-Type": found.type })
      .end(method === "GET" ? found!.body : undefined);
  });
  await new Promise<void>((done) => bucket.listen(0, "127.0.0.1", done));
  endpoint = `http://127.0.0.1:${(bucket.address() as { port: number }).port}`;
});
afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const stores = {
  "a folder": () => diskStorage(path.join(folder, "files")),
  "a bucket": () =>
    openStorage({
      S3_BUCKET: "koba",
      S3_ENDPOINT: endpoint,
      S3_PREFIX: "one/",
      S3_ACCESS_KEY_ID: "tester",
      S3_SECRET_ACCESS_KEY: "secret",
    } as never),
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

test("the bucket is asked by path, with signed requests, under the prefix", () => {
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.every(({ signed, url }) => signed && url.startsWith("/koba/one/abcdefgh12345678"))).toBe(true);
  expect(objects.get("/koba/one/abcdefgh12345678.thumb")).toMatchObject({ type: "image/webp" });
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
