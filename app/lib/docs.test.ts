import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const code = ["app", "bench", "bin", "e2e"].flatMap(files).filter((name) => /\.(tsx?|mjs|css)$/.test(name));
const spec = files("docs/spec")
  .filter((name) => !name.endsWith("README.md"))
  .map((name) => readFileSync(name, "utf8"))
  .join("\n");
const defined = new Set([
  ...[...spec.matchAll(/^## (R\d+-\d+|§\d)/gm)].map(([, id]) => id!),
  ...[...spec.matchAll(/^- \*\*(D\d+)\*\*/gm)].map(([, id]) => id!),
  ...files("docs/decisions").flatMap((name) => /(\d{3})-[^/]*$/.exec(name)?.[1] ?? []),
]);

test("each rule, section, settled question and decision that code cites is in docs", () => {
  const missing = code.flatMap((name) => {
    const text = readFileSync(name, "utf8");
    const comments = text.match(/\/\/.*|\/\*[^]*?\*\/|^\s*test\(".*/gm)?.join("\n") ?? "";
    const cited = [
      ...comments.matchAll(/\b(R\d{1,2}-\d{1,2})\b/g),
      ...comments.matchAll(/(§\d)/g),
      ...comments.matchAll(/(?:^|[\s(])(D\d{1,2})\b(?!-)/gm),
      ...comments.matchAll(/\bdecision (\d+)/g),
    ].map(([, id]) => id!);
    return cited.filter((id) => !defined.has(id)).map((id) => `${name}: ${id}`);
  });
  expect(missing).toEqual([]);
});

test("the list of decisions names each record by its title", () => {
  const list = readFileSync("docs/decisions/README.md", "utf8");
  const records = readdirSync("docs/decisions").filter((name) => /^\d{3}-/.test(name));
  const unlisted = records.filter((name) => {
    const title = /^# \d{3} (.*)/.exec(readFileSync(join("docs/decisions", name), "utf8"))?.[1];
    return !title || !list.includes(`| ${name.slice(0, 3)} | [${title}](${name}) |`);
  });
  expect(unlisted).toEqual([]);
});

const folders = ["app", "bench", "bin", "docs", "e2e"];
const paths = [...readdirSync("."), ...folders.flatMap(files)].map((name) => `/${name}.`);
const isPath = (word: string) =>
  /^[\w./$()[\]*-]+$/.test(word) &&
  (/\.(tsx?|mjs|js|css|sql|md|server)$/.test(word) ||
    /^(app|lib|components|routes|enhance|islands|docs|bench|bin|e2e)\/./.test(word));
const exists = (word: string) => {
  const start = word.includes("*") ? `/${word.split("*")[0]}` : `/${word.replace(/\/$/, "")}.`;
  return paths.some((path) => path.includes(start));
};

test("each file and folder of this repository that the documents name exists", () => {
  const documents = ["README.md", "STYLE.md", ...files("docs").filter((name) => name.endsWith(".md"))];
  const missing = documents.flatMap((name) =>
    readFileSync(name, "utf8")
      .split("\n")
      .filter((line) => !/\bgone\b/i.test(line))
      // The first column of STYLE.md shows names that are not to be used.
      .map((line) => (name === "STYLE.md" ? line.replace(/^\|[^|]*/, "") : line))
      .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, word]) => word!))
      // `x.api.server.ts` is the file of any noun x.
      .filter((word) => isPath(word) && !word.startsWith("x.") && !exists(word))
      .map((word) => `${name}: ${word}`),
  );
  expect(missing).toEqual([]);
});
