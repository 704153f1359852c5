import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeLines } from "~/lib/text/escape";
import { type TestApp, testApp } from "./testing.server";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test("a report stays on its line, whatever is in it", () => {
  expect(encodeLines("a\nb\r\nc\rd\te\\nf")).toBe("a\\nb\\nc\\nd\\te\\\\nf");
  expect(encodeLines("x\u0000\u001b[31m\u2028\u202ey\ud800")).toBe("x\ufffd\ufffd[31m\ufffd\ufffdy\ufffd");
  expect(encodeLines("品名 𠮷 ①")).toBe("品名 𠮷 ①");
});

test("the same error is counted, and ten a minute are enough", async () => {
  const genba = await t.as("genba@yamada.example");
  const tell = (message: string) => genba.post("/errors", { message, stack: "at x" });
  expect((await tell("a")).body).toEqual({ count: 1 });
  expect((await tell("a")).body).toEqual({ count: 2 });
  const more = [];
  for (let i = 0; i < 12; i++) more.push((await tell(`b${i}`)).status);
  expect(more.at(-1)).toBe(429);
  const keiri = await t.as("keiri@yamada.example");
  expect((await keiri.post("/errors", { message: "a" })).body).toEqual({ count: 1 });
});

test("a report that is too large or none at all is refused by its field, and the call stands in the OpenAPI document", async () => {
  const yamada = await t.as("admin@yamada.example");
  expect((await yamada.post("/errors", { message: "a", stack: "あ".repeat(3_000) })).body.errors).toEqual({
    stack: ["エラーの報告は8KBまでです"],
  });
  expect((await yamada.post("/errors", { stack: "x" })).status).toBe(422);
  expect((await fetch(`${t.base}/errors`, { method: "POST", body: "{}" })).status).toBe(401);
  const document = await (await fetch(`${t.base}/openapi.json`)).json();
  expect(document.paths["/errors"].post.requestBody.content["application/json"].schema.required).toEqual([
    "message",
  ]);
});
