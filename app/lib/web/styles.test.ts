import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentPolicy, readStyles } from "./styles.server";

const HREF = "/build-of-the-styles-test/tailwind-ABC123.css";
const CSS =
  "*{margin:0}html{color:red}.a{b:c}.a:hover,.b\\:x .c{d:e}@media (min-width:768px){.desk\\:flex{display:flex}.gone{x:y}}" +
  "@keyframes k{from{opacity:0}}.gone,.a{f:g}input:not(.gone){h:i}.p-1\\.5{j:k}.\\[\\&\\>p\\]\\:m>p{l:m}@page{size:A4}.a :is(.b,.gone){n:o}";

beforeAll(() => {
  mkdirSync("public/build-of-the-styles-test", { recursive: true });
  writeFileSync(`public${HREF}`, CSS);
});
afterAll(() => rmSync("public/build-of-the-styles-test", { recursive: true }));

test("a first visit brings the rules of the page's own classes and elements, no others", () => {
  const styles = readStyles(HREF);
  expect(styles.name).toBe("ABC123");
  expect(styles.of('<p class="a"></p>')).toBe(
    "*{margin:0}html{color:red}.a{b:c}.a:hover{d:e}@keyframes k{from{opacity:0}}.a{f:g}input:not(.gone){h:i}@page{size:A4}.a :is(.b,.gone){n:o}",
  );
  expect(styles.of('<p class="b:x c desk:flex"></p>')).toContain(
    ".b\\:x .c{d:e}@media (min-width:768px){.desk\\:flex{display:flex}}",
  );
  expect(styles.of('<p class="a"><b class="b"></b></p>')).toContain(".a :is(.b,.gone){n:o}");
  expect(styles.of('<p class="p-1.5"></p>')).toContain(".p-1\\.5{j:k}");
  expect(styles.of('<p class="[&amp;&gt;p]:m"></p>')).toContain(".\\[\\&\\>p\\]\\:m>p{l:m}");
});

test("the policy lets in what stands in the page by its hash, and nothing by name", () => {
  expect(contentPolicy()).toContain("style-src 'self';");
  expect(contentPolicy("a{}")).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/);
  expect(contentPolicy("a{}")).not.toContain("unsafe");
});
