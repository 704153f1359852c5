import { expect, test } from "vitest";
import { usedStyles } from "./styles.server";

const CSS =
  "*{margin:0}html{color:red}.a{b:c}.a:hover,.b\\:x .c{d:e}@media (min-width:768px){.desk\\:flex{display:flex}.gone{x:y}}" +
  "@keyframes k{from{opacity:0}}.gone,.a{f:g}input:not(.gone){h:i}.p-1\\.5{j:k}.\\[\\&\\>p\\]\\:m>p{l:m}@page{size:A4}.a :is(.b,.gone){n:o}";

test("a first visit brings the rules of the page's own classes and elements, no others", () => {
  const used = usedStyles(CSS);
  expect(used('<p class="a"></p>')).toBe(
    "*{margin:0}html{color:red}.a{b:c}.a:hover{d:e}@keyframes k{from{opacity:0}}.a{f:g}input:not(.gone){h:i}@page{size:A4}.a :is(.b,.gone){n:o}",
  );
  expect(used('<p class="b:x c desk:flex"></p>')).toContain(
    ".b\\:x .c{d:e}@media (min-width:768px){.desk\\:flex{display:flex}}",
  );
  expect(used('<p class="a"><b class="b"></b></p>')).toContain(".a :is(.b,.gone){n:o}");
  expect(used('<p class="p-1.5"></p>')).toContain(".p-1\\.5{j:k}");
  expect(used('<p class="[&amp;&gt;p]:m"></p>')).toContain(".\\[\\&\\>p\\]\\:m>p{l:m}");
});
