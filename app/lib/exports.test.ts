import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const sources = new Map(
  [
    ...["app", "bench", "bin", "e2e"].flatMap((folder) =>
      (readdirSync(folder, { recursive: true }) as string[]).map((name) => join(folder, name)),
    ),
    ...readdirSync("."),
  ]
    .filter((file) => /\.(tsx?|m?js)$/.test(file) && !file.endsWith(".d.ts"))
    .map((file) => [file, readFileSync(file, "utf8")]),
);
const isTest = (file: string) => /\.test\.tsx?$|^e2e\//.test(file);

/** Names that the framework, the test runner, the replaced library or the database tests ask for. */
const ASKED_FOR: [file: RegExp, names: RegExp][] = [
  [/^app\/(routes\/|root\.)/, /^(default|loader|action|meta|links|headers|handle|ErrorBoundary)$/],
  [/^app\/entry\.server/, /^(default|handleError)$/],
  [/\.vitest\.setup|\/vitest\.setup/, /^(default|setup|teardown)$/],
  [/^app\/islands\/browser-hover/, /^(use|transition)/],
  [/\.table\.server\.ts$/, /^[a-z_]+$/],
];

/** Rules of docs/spec that nothing asks for yet, and what will. */
const WAITING: Record<string, string> = {
  "app/lib/bi/correction.ts: correctedSum": "後日訂正 of closed reports",
  "app/lib/bi/lead.ts: leadTime": "リードタイム in business days",
  "app/lib/bi/ontime.ts: arrivals": "納期遵守 of the rows that a figure opens",
  "app/lib/bi/ontime.ts: isEarly": "納期遵守 of the rows that a figure opens",
  "app/lib/bi/ontime.ts: onTime": "納期遵守 of the rows that a figure opens",
  "app/lib/bi/split.ts: acrossMidnight": "作業日報",
  "app/lib/bi/stat.schema.ts: AXES": "the pages of BI",
  "app/lib/money/balance.ts: summaryInvoice": "a monthly invoice with 繰越 (R4-1)",
  "app/lib/money/tax.ts: taxIncluded": "prices with tax (R1-5)",
  "app/lib/stock/value.ts: movingAverage": "each move's own reckoning on its page",
};

const DECLARED = /^export (?:async )?(?:function\*?|const|let|class|type|interface) ([\w$]+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
const FROM = /^\s*(?:import|export) ([^"';]*?) from "([^"]+)"/gm;

/** `a, type b as c` as pairs of the name inside and the name outside. */
const pairsOf = (list: string) =>
  list
    .split(",")
    .map((part) =>
      part
        .trim()
        .replace(/^type /, "")
        .split(" as "),
    )
    .filter(([name]) => name)
    .map((pair) => [pair[0]!, pair.at(-1)!]);

const exportsOf = (source: string): string[] => [
  ...[...source.matchAll(DECLARED)].map(([, name]) => name!),
  ...[...source.matchAll(LISTED)].flatMap(([, list]) => pairsOf(list!).map(([, name]) => name!)),
  ...(/^export default /m.test(source) ? ["default"] : []),
];

function fileOf(importer: string, path: string): string | undefined {
  const base = path.startsWith("~/") ? `app/${path.slice(2)}` : join(dirname(importer), path);
  return [base, `${base}.ts`, `${base}.tsx`].find((file) => sources.has(file));
}

/** As `file: name`; of a module taken whole, every export that is named or all are collected. */
function importsOf(importer: string, source: string): string[] {
  const fromClause = (clause: string, path: string): string[] => {
    const file = fileOf(importer, path);
    if (!file) return [];
    if (clause.includes("*")) return exportsOf(sources.get(file)!).map((name) => `${file}: ${name}`);
    const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
    const isDefault = /^(type )?[\w$]+/.test(clause.replace(/^type \{/, "{"));
    return [...pairsOf(list).map(([name]) => name!), ...(isDefault ? ["default"] : [])].map(
      (name) => `${file}: ${name}`,
    );
  };
  const later = [...source.matchAll(/\bimport\("([^"]+)"\)/g)].flatMap(([, path]) => {
    const file = fileOf(importer, path!);
    const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(source);
    return file
      ? exportsOf(sources.get(file)!)
          .filter(isNamed)
          .map((name) => `${file}: ${name}`)
      : [];
  });
  return [...source.matchAll(FROM)].flatMap(([, clause, path]) => fromClause(clause!, path!)).concat(later);
}

const importsOfAll = (files: string[]) =>
  new Set(files.flatMap((file) => importsOf(file, sources.get(file)!)));

test("an export is imported by another file; a test alone counts for what its own file uses too", () => {
  const files = [...sources.keys()];
  const shippedImports = importsOfAll(files.filter((file) => !isTest(file)));
  const testImports = importsOfAll(files.filter(isTest));
  const idle = files
    .filter((file) => file.startsWith("app/") && !isTest(file))
    .flatMap((file) => exportsOf(sources.get(file)!).map((name) => ({ file, name })))
    .filter(({ file, name }) => {
      const full = `${file}: ${name}`;
      if (shippedImports.has(full)) return false;
      if (ASKED_FOR.some(([of, names]) => of.test(file) && names.test(name))) return false;
      const uses = sources
        .get(file)!
        .match(new RegExp(`(?<![\\w$])${name.replace("$", "\\$")}(?![\\w$])`, "g"))!;
      return !(testImports.has(full) && (file.includes("testing") || uses.length > 1));
    })
    .map(({ file, name }) => `${file}: ${name}`);
  expect(idle.sort()).toEqual(Object.keys(WAITING));
});
