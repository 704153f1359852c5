import { expect, test } from "vitest";
import { base32, CODE_KINDS, readText, tokenOf } from "./token";
import { checkPass, checkToken, signPass, signToken } from "./token.server";

const SECRET = "a secret of one factory";

test("a token is short, and is read as what it was made for", () => {
  const token = signToken(SECRET, "yamada", "card", 123_456, 1);
  expect(token).toMatch(/^c[0-9a-z]{4}\.[0-9a-z]{8}$/);
  expect(readText(token)).toMatchObject({ kind: "card", key: 123_456, token });
  expect(checkToken(SECRET, "yamada", readText(token) as never, 1)).toBe("valid");
});

test("every kind and any number comes back", () => {
  for (const kind of CODE_KINDS) for (const key of [1, 31, 32, 98, 1023, 2 ** 40, 2 ** 50 - 1]) {
    expect(readText(tokenOf(kind, key, "00000000"))).toMatchObject({ kind, key });
  }
  expect(base32(0)).toBe("0");
});

test("an address, capitals, full width, spaces and a reader with the wrong keyboard all give the token", () => {
  const token = signToken(SECRET, "yamada", "process", 3, 2);
  const ways = [`https://koba.example.com/s/${token}`, `HTTPS://KOBA.EXAMPLE.COM/S/${token.toUpperCase()}`, ` ${token}\r\n`, `https+//koba.example.com/s/${token}`,
    `http://localhost:3000/s/${token}?from=camera`, token.replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))];
  for (const way of ways) expect(readText(way)).toMatchObject({ kind: "process", key: 3, token });
});

test("a typed number stays a number, whatever its width", () => {
  expect(readText("1234")).toEqual({ kind: "number", number: "1234" });
  expect(readText("１２３４－１")).toEqual({ kind: "number", number: "1234-1" });
  expect(readText("P202611001")).toEqual({ kind: "number", number: "P202611001" });
});

test("foreign addresses, empty and overlong text are nothing", () => {
  for (const text of ["", "   ", "https://example.com/", "https://koba.example.com/s/", "/s/nonsense", "x".repeat(41), "\u0000"]) expect(readText(text)).toBeNull();
});

test("another company's token, another secret's and a changed one are strange; an older sheet's is old", () => {
  const read = (text: string) => readText(text) as never;
  const old = signToken(SECRET, "yamada", "worker", 5, 1);
  expect(checkToken(SECRET, "yamada", read(old), 2)).toBe("old");
  expect(checkToken(SECRET, "sato", read(old), 1)).toBe("strange");
  expect(checkToken("another", "yamada", read(old), 1)).toBe("strange");
  expect(checkToken(SECRET, "yamada", read(signToken(SECRET, "yamada", "process", 5, 1).replace(/^p/, "w")), 1)).toBe("strange");
  expect(checkToken(SECRET, "yamada", read(signToken(SECRET, "yamada", "worker", 5, 3)), 2)).toBe("strange");
});

test("a worker's pass holds until its time, and not after the PIN has changed", () => {
  const worker = { worker_id: 3, pin_hash: "$argon2id$one" };
  const pass = signPass(SECRET, worker, "2026-11-21T01:00:00.000Z");
  expect(checkPass(SECRET, worker, pass, "2026-11-21T00:59:59.000Z")).toBe(true);
  expect(checkPass(SECRET, worker, pass, "2026-11-21T01:00:01.000Z")).toBe(false);
  expect(checkPass(SECRET, { ...worker, pin_hash: "$argon2id$two" }, pass, "2026-11-21T00:00:00.000Z")).toBe(false);
  expect(checkPass(SECRET, { ...worker, worker_id: 4 }, pass, "2026-11-21T00:00:00.000Z")).toBe(false);
  for (const bad of [undefined, "", "x", "zzzzzzzzzzzzzz.x", "..", pass + "a"]) expect(checkPass(SECRET, worker, bad, "2026-11-21T00:00:00.000Z")).toBe(false);
});
