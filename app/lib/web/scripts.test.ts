import { expect, test } from "vitest";
import { preloadLinks } from "./scripts.server";

const SCRIPTS = {
  main: "/main-1.js",
  signin: "/signin-1.js",
  scan: "/scan-1.js",
  chat: "/chat-1.js",
  chart: "/chart-1.js",
  asks: [
    [" data-rare=", "/rare-1.js"],
    [" data-lines=", "/grid-1.js"],
    [" list=", "/grid-1.js"],
  ] as [string, string][],
};
const page = (script: string, body: string) =>
  `<html><head><script src="${script}"></script></head><body>${body}</body></html>`;

test("a page names each part of its script that it will ask for, once; those who have yet to sign in ask for none", () => {
  const named = (script: string, body: string) =>
    [...preloadLinks(page(script, body), SCRIPTS).matchAll(/rel="modulepreload" href="([^"]+)"\/>/g)].map(
      ([, url]) => url,
    );
  expect(named("/main-1.js", '<div data-lines="a"><input list="b"></div>')).toEqual(["/grid-1.js"]);
  expect(named("/chat-1.js", '<p data-rare="true"></p><input list="b">')).toEqual([
    "/rare-1.js",
    "/grid-1.js",
  ]);
  expect(named("/signin-1.js", '<input data-rare="true">')).toEqual([]);
  expect(preloadLinks(page("/main-1.js", "<p>$& data-rare</p>"), SCRIPTS)).toBe(
    page("/main-1.js", "<p>$& data-rare</p>"),
  );
});
