import { expect, test } from "vitest";
import { base32, hotp, matchingStep, stepAt, unbase32 } from "./totp.server";

const SEED = Buffer.from("12345678901234567890");

test("RFC 6238 appendix B, SHA-1, eight digits", () => {
  const vectors: [number, string][] = [
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ];
  expect(vectors.map(([seconds]) => hotp(SEED, stepAt(new Date(seconds * 1000)), 8))).toEqual(
    vectors.map(([, code]) => code),
  );
});

test("RFC 4226 appendix D, counters 0 to 9", () => {
  const codes = [
    "755224",
    "287082",
    "359152",
    "969429",
    "338314",
    "254676",
    "287922",
    "162583",
    "399871",
    "520489",
  ];
  expect(codes.map((_, counter) => hotp(SEED, counter))).toEqual(codes);
});

test("RFC 4648 section 10, without padding, and back", () => {
  const words: [string, string][] = [
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ];
  expect(words.map(([text]) => base32(Buffer.from(text)))).toEqual(words.map(([, coded]) => coded));
  expect(words.map(([, coded]) => unbase32(coded).toString())).toEqual(words.map(([text]) => text));
  expect(() => unbase32("M1")).toThrow();
});

test("a code is good in its half minute and the ones beside it, and never at or before a step that was used", () => {
  const [secret, now] = [base32(SEED), new Date(1_800_000_015_000)];
  const step = stepAt(now);
  const at = (drift: number, last = 0) => matchingStep(secret, hotp(SEED, step + drift), now, last);
  expect([-2, -1, 0, 1, 2].map((drift) => at(drift))).toEqual([null, step - 1, step, step + 1, null]);
  expect([at(0, step), at(-1, step - 1), at(1, step)]).toEqual([null, null, step + 1]);
  for (const code of ["", "12345", "1234567", "12345a", "１２３４５６"])
    expect(matchingStep(secret, code, now, 0)).toBeNull();
});
