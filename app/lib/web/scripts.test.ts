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
    [" data-drafts=", "/draft-1.js"],
  ] as [string, string][],
  whole: { mark: " data-drafts=", url: "/order-1.js", parts: ["/grid-1.js", "/draft-1.js"] },
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

test("a page with drafts asks for one script, which holds its parts; what else it asks for is named", () => {
  const drawn = preloadLinks(page("/main-1.js", '<i data-drafts="a" data-lines="b" data-rare="c">'), SCRIPTS);
  expect(drawn).toContain('<script src="/order-1.js" data-of="/main-1.js"></script>');
  expect([...drawn.matchAll(/modulepreload" href="([^"]+)/g)].map(([, url]) => url)).toEqual(["/rare-1.js"]);
  expect(preloadLinks(page("/chat-1.js", '<i data-drafts="a">'), SCRIPTS)).toContain("/draft-1.js");
});
