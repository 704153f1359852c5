import { expect, test } from "vitest";
import { CODE_KINDS } from "~/lib/vocabulary/scan";
import { base32, readText, tokenOf } from "./token";
import { checkPass, checkToken, signPass, signToken } from "./token.server";

const SECRET = "a secret of one factory";

test("a token is short, and is read as what it was made for", () => {
  const token = signToken(SECRET, "yamada", "card", 123_456, 1);
  expect(token).toMatch(/^c[0-9a-z]{4}\.[0-9a-z]{8}$/);
  expect(readText(token)).toMatchObject({ kind: "card", key: 123_456, token });
  expect(checkToken(SECRET, "yamada", readText(token) as never, 1)).toBe("valid");
});

test("every kind and any number comes back", () => {
  for (const kind of CODE_KINDS)
    for (const key of [1, 31, 32, 98, 1023, 2 ** 40, 2 ** 50 - 1]) {
      expect(readText(tokenOf(kind, key, "00000000"))).toMatchObject({ kind, key });
    }
  expect(base32(0)).toBe("0");
});

test("an address, capitals, full width, spaces and a reader with the wrong keyboard all give the token", () => {
  const token = signToken(SECRET, "yamada", "process", 3, 2);
  const ways = [
    `https://koba.example.com/s/${token}`,
    `HTTPS://KOBA.EXAMPLE.COM/S/${token.toUpperCase()}`,
    ` ${token}\r\n`,
    `https+//koba.example.com/s/${token}`,
    `http://localhost:3000/s/${token}?from=camera`,
    token.replace(/[a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  ];
  for (const way of ways) expect(readText(way)).toMatchObject({ kind: "process", key: 3, token });
});

test("a typed number stays a number, whatever its width", () => {
  expect(readText("1234")).toEqual({ kind: "number", number: "1234" });
  expect(readText("１２３４－１")).toEqual({ kind: "number", number: "1234-1" });
  expect(readText("P202611001")).toEqual({ kind: "number", number: "P202611001" });
});

test("foreign addresses, empty and overlong text are nothing", () => {
  for (const text of [
    "",
    "   ",
    "https://example.com/",
    "https://koba.example.com/s/",
    "/s/nonsense",
    "x".repeat(41),
    "\u0000",
  ])
    expect(readText(text)).toBeNull();
});

test("another company's token, another secret's and a changed one are strange; an older sheet's is old", () => {
  const read = (text: string) => readText(text) as never;
  const old = signToken(SECRET, "yamada", "worker", 5, 1);
  expect(checkToken(SECRET, "yamada", read(old), 2)).toBe("old");
  expect(checkToken(SECRET, "sato", read(old), 1)).toBe("strange");
  expect(checkToken("another", "yamada", read(old), 1)).toBe("strange");
  expect(
    checkToken(SECRET, "yamada", read(signToken(SECRET, "yamada", "process", 5, 1).replace(/^p/, "w")), 1),
  ).toBe("strange");
  expect(checkToken(SECRET, "yamada", read(signToken(SECRET, "yamada", "worker", 5, 3)), 2)).toBe("strange");
});

test("a worker's pass holds from the PIN to its time, neither before nor after, and not once the PIN has changed", () => {
  const worker = { worker_id: 3, pin_hash: "$argon2id$one" };
  const [issued, until] = ["2026-11-21T00:30:00.000Z", "2026-11-21T01:00:00.000Z"];
  const pass = signPass(SECRET, worker, issued, until);
  const at = (time: string, of = worker, given: string | undefined = pass) =>
    checkPass(SECRET, of, given, time);
  expect([at(issued), at("2026-11-21T00:59:59.000Z"), at("2026-11-21T01:00:01.000Z")]).toEqual([
    true,
    true,
    false,
  ]);
  expect([at("2026-11-21T00:29:59.999Z"), at("2026-11-14T00:45:00.000Z")]).toEqual([false, false]);
  expect(at(issued, { ...worker, pin_hash: "$argon2id$two" })).toBe(false);
  expect(at(issued, { ...worker, worker_id: 4 })).toBe(false);
  const [from, , seal] = pass.split(".");
  for (const bad of [
    "",
    "x",
    "zzzzzzzzzzzzzz.x",
    "..",
    `${pass}a`,
    `0.${pass.split(".")[1]}.${seal}`,
    `${from}.zzzzzzzz.${seal}`,
  ]) {
    expect(at(issued, worker, bad)).toBe(false);
  }
});
