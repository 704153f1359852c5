import { expect, test } from "vitest";
import { linkParts } from "./links";

const addresses = (words: string) => linkParts(words).flatMap(({ href }) => href ?? []);

test("a web address among Japanese words is a link, without what ends the sentence", () => {
  expect(addresses("図面は https://files.example/a?b=1&c=(2) です。")).toEqual([
    "https://files.example/a?b=1&c=(2)",
  ]);
  expect(addresses("（http://example.jp/x）と「https://example.jp/y」。(https://example.jp/z).")).toEqual([
    "http://example.jp/x",
    "https://example.jp/y",
    "https://example.jp/z",
  ]);
  expect(addresses("HTTPS://EXAMPLE.JP/A、次")).toEqual(["HTTPS://EXAMPLE.JP/A"]);
});

test("nothing but http and https becomes a link", () => {
  for (const words of [
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.jp",
    "//example.jp",
    "https://",
    "https:// x",
    "http://?",
  ]) {
    expect(addresses(words)).toEqual([]);
  }
});

test("the words stay as they were", () => {
  for (const words of ["", "改行\nhttps://a.example/1\nhttps://b.example/2.", "<b>https://a.example</b>"]) {
    expect(
      linkParts(words)
        .map(({ text }) => text)
        .join(""),
    ).toBe(words);
  }
});
