import { expect, test } from "vitest";
import { errorFields, jsonLine, masked, textLine } from "./line";

const line = { level: "info", time: "2026-11-28T06:04:05.123Z", event: "access" } as const;

test("a line is one JSON object, without what is not known", () => {
  const text = jsonLine({ ...line, status: 200, company: null, person: undefined, path: "/task" });
  expect(text.endsWith("\n")).toBe(true);
  expect(JSON.parse(text)).toEqual({ ...line, status: 200, path: "/task" });
});

test("a line fits into one write to a pipe, however long what it tells", () => {
  const text = jsonLine({ ...line, stack: "あ".repeat(9_000), reason: "x".repeat(9_000) });
  expect(Buffer.byteLength(text)).toBeLessThan(4_096);
  expect(JSON.parse(text).event).toBe("access");
});

test("at a terminal a line reads as a sentence with its facts behind", () => {
  expect(textLine({ ...line, message: "待ち受け", port: 3000, reason: "a b" })).toMatch(
    /^\d{1,2}:04:05 info {2}access 待ち受け port=3000 reason="a b"\n$/,
  );
});

test.each([
  ["Unexpected token 'h', \"h田中 太郎\"... is not valid JSON", "Unexpected token …, …... is not valid JSON"],
  ['invalid input syntax for type integer: "田中"', "invalid input syntax for type integer: …"],
  ["550 5.1.1 <taro@example.com>: no such user", "550 5.1.1 <…>: no such user"],
  ["bad token eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.abc", "bad token ….abc"],
  ["会社「山田精機」がありません", "…"],
])("a message names nobody: %s", (message, shown) => {
  expect(masked(message, false)).toBe(shown);
});

test("the name of a field stays in an error of the program's own", () => {
  expect(errorFields(new TypeError("Cannot read properties of undefined (reading 'total')"))).toMatchObject({
    error: "TypeError",
    reason: "Cannot read properties of undefined (reading 'total')",
    stack: expect.stringMatching(/line\.test/),
  });
});

test("an error of the database tells its code and constraint, not the row", () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "member_email"'), {
    code: "23505",
    constraint: "member_email",
    detail: "Key (email)=(taro@example.com) already exists.",
  });
  const told = errorFields(new Error("Failed query: insert … params: taro@example.com", { cause }));
  expect(told).toMatchObject({ code: "23505", constraint: "member_email" });
  expect(JSON.stringify(told)).not.toContain("taro");
});
