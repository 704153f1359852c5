import { z } from "zod";
import type { Call } from "~/lib/api/call.server";
import fc from "~/lib/dice.testing";
import { addDays, shiftMonth, today } from "~/lib/time/date";
import type { Pair } from "./scene.testing.server";

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  format?: string;
  title?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  anyOf?: Schema[];
};

const TEXTS = [
  "ブラケットA",
  "𠮷野家",
  "か\u3099き\u3099",
  "ａｂｃ－１２３",
  "=1+1",
  "<b>&\"'",
  "'; drop table card; --",
  "%_\\",
  "😀👨‍👩‍👧",
  "a\tb",
  "一行目\r\n二行目",
];
const PLAIN = ["ブラケットA", "𠮷野家", "H2611-0001", "至急"];
const BROKEN = [
  "\u0000",
  "あ\u0000い",
  "\ud800",
  "a\udfffb",
  "\u202eabc\u202c",
  "\ufeff",
  "\u0007",
  "​",
  "   ",
  "　",
  "x".repeat(1001),
  "あ".repeat(60_000),
];
const NUMBERS = ["1", "2", "10", "0.5", "０．５", "３"];
const ODD = [
  1e308,
  -0,
  0.0005,
  2 ** 53,
  -(2 ** 63),
  1e-7,
  1.5,
  -1,
  0,
  1e21,
  9007199254740993,
  "1e308",
  "0.0005",
  "-0",
  "0x10",
  "1e3",
  "NaN",
  "Infinity",
  "９９９９９９９９９９９９",
  "1,2,3",
];
const DAYS = [
  today(),
  addDays(today(), 30),
  "0000-00-00",
  "9999-12-31",
  "2026-02-30",
  "2026-13-01",
  "1899-12-31",
  "2200-01-01",
  "11/21",
  "令和8年11月21日",
  "明日",
  "2026-11-21T23:59:59Z",
  "2026-11-21T99:99:99Z",
  "+275760-09-13",
  "20261121",
  "261121",
];
const SHAPES = [
  null,
  true,
  false,
  "",
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { key: 1 },
  ["1", "2"],
  JSON.parse('{"__proto__": {"is_admin": true}}'),
  { constructor: { prototype: {} } },
  { toString: 1 },
  { valueOf: null },
];

/** Whatever a form or a program may send in place of what was asked for. */
export const wild = fc.oneof(
  fc.constantFrom<unknown>(...BROKEN, ...ODD, ...DAYS, ...SHAPES),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The keys and ids that may stand in a request. */
type Known = Record<string, (string | number)[]>;

const COMPANIES = ["yamada", "sato", "tanaka", "suzuki", "shohin-zaiko", "nobody", "__proto__"];

/** Those of some pairs: of one, what is asked is mostly possible; of all, somebody else's turn up. */
export function knownOf(pairs: Pair[]): Known {
  const all = (kind: "orders" | "cards" | "deliveries" | "invoices" | "products" | "destinations") =>
    pairs.flatMap((pair) => pair[kind]);
  const [sellers, buyers] =
    pairs.length === 1 ? [[pairs[0]!.seller], [pairs[0]!.buyer]] : [COMPANIES, COMPANIES];
  const ym = Number(today().slice(0, 7).replace("-", ""));
  return {
    orders: all("orders"),
    cards: all("cards"),
    deliveries: all("deliveries"),
    invoices: all("invoices"),
    factories: [...sellers, ...buyers],
    buyer_id: buyers,
    seller_id: sellers,
    buyer_ids: buyers,
    card_key: all("cards"),
    invoice_key: all("invoices"),
    product_id: all("products"),
    destination_id: all("destinations"),
    version: [NOW],
    ym: [ym, shiftMonth(ym, 1), shiftMonth(ym, 2)],
    group_id: [1, 2, 6, 8],
    id: ["1", "8", "inbox", "work"],
    parent_id: ["1001", "1001-1"],
    products: all("products"),
    ids: all("products"),
    from_id: all("products"),
    imports: [1, 2, 3, 4, 5, 6],
    noun: ["card", "worker", "product", "price"],
    file_hash: ["a".repeat(43)],
    headers: ["依頼元", "数量", "品名", "氏名", "商品番号", "単価"],
  };
}

/** Stands for the version that the row has when the request is sent. */
export const NOW = "now";

const DECIMAL = /num_|unit_price|unit_weight|pieces_per_set/;

function right(schema: Schema, name: string, known: Known, bend: number): fc.Arbitrary<unknown> {
  if (schema.type === "array")
    return fc.array(bent(schema.items ?? {}, name, known, bend), { minLength: 1, maxLength: 2 });
  if (known[name]?.length) return fc.constantFrom(...known[name]!);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => right(one, name, known, bend)));
  if (schema.format === "date") return fc.constantFrom(...DAYS.slice(0, 2), "11/21");
  if (DECIMAL.test(name)) return fc.constantFrom(...NUMBERS);
  if (name === "delivery_time") return fc.constantFrom("9:30", "０９３０");
  if (name === "after" || name === "before" || name === "cursor") return fc.constant(undefined);
  switch (schema.type) {
    case "object":
      return object(schema, known, bend);
    case "boolean":
      return fc.constantFrom(true, false, "on");
    case "integer":
    case "number": {
      const [min, max] = [Math.max(schema.minimum ?? 0, -1e12), Math.min(schema.maximum ?? 100, 1e12)];
      return fc.integer({ min: 0, max: 99 }).map((n) => min + (n % (max - min + 1)));
    }
    case "string":
      return fc.constantFrom(...PLAIN);
    default:
      return fc.constant(1);
  }
}

/** The edges of what is allowed, and the first beyond them. */
function edges({ minimum = 0, maximum = 100, maxLength = 20, type }: Schema): unknown[] {
  return type === "string"
    ? ["字".repeat(maxLength), "字".repeat(maxLength + 1), "𠮷".repeat(maxLength), ...TEXTS]
    : [minimum, maximum, minimum - 1, maximum + 1];
}

/** Right, but `bend` times of a hundred at an edge, missing, or anything at all. */
function bent(schema: Schema, name: string, known: Known, bend: number): fc.Arbitrary<unknown> {
  const odd = fc.oneof(wild, fc.constant(undefined), fc.constantFrom(...edges(schema)));
  return fc.oneof(
    { weight: 100 - bend, arbitrary: right(schema, name, known, bend) },
    { weight: bend, arbitrary: odd },
  );
}

function object(
  { properties = {}, required = [] }: Schema,
  known: Known,
  bend: number,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = bent(schema, name, known, bend);
    const usual =
      required.includes(name) ||
      (schema.type === "array" && name !== "allocations") ||
      name === "order_unit" ||
      name === "unit" ||
      name === "name";
    const given = usual
      ? value
      : fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
    return given.map((one) => [name, one] as const);
  });
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom("__proto__", "constructor", "is_admin", "company_id", "key", "total", "toString"),
          wild,
        )
        .map((one) => [one]),
    },
  );
  return fc.tuple(fc.tuple(...fields), extra).map(([some, more]) => Object.fromEntries([...some, ...more]));
}

const shapes = new Map<z.ZodType, Schema>();
function shapeOf(schema: z.ZodType): Schema {
  const shape =
    shapes.get(schema) ?? (z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Schema);
  shapes.set(schema, shape);
  return shape;
}

/** One request to a call, as it goes over the wire. */
export type Sent = { path: string; body: string | undefined };

const STRANGE_KEYS = [
  "0",
  "-1",
  "9999999999999999999",
  "1e3",
  "%00",
  "..%2f",
  "__proto__",
  "%F0%A0%AE%B7",
  "%E0%A4%A",
  "a b",
  "1;2",
  "NaN",
];
const STRANGE_BODIES = [
  "",
  "{",
  "null",
  "[]",
  '"x"',
  "1e999",
  '{"a":',
  "\u0000",
  "[".repeat(5000),
  `${"[".repeat(3000)}${"]".repeat(3000)}`,
];

/** Requests to a call, made from its own schemas and bent. */
export function requests(call: Call, known: Known, bend: number): fc.Arbitrary<Sent> {
  const some = [...(known[call.path.split("/")[1]!] ?? []), 1];
  const keys = fc.oneof(
    { weight: 100 - bend, arbitrary: fc.constantFrom(...some) },
    { weight: bend, arbitrary: fc.constantFrom(...STRANGE_KEYS) },
  );
  const query = call.query ? object(shapeOf(call.query), known, bend) : fc.constant({});
  const body = !call.body
    ? fc.constant(undefined)
    : fc.oneof(
        {
          weight: 100 - bend,
          arbitrary: object(shapeOf(call.body), known, bend).map((one) => JSON.stringify(one)),
        },
        { weight: bend, arbitrary: fc.constantFrom(...STRANGE_BODIES) },
      );
  return fc.record({ key: keys, query, body }).map(({ key, query: asked, body: text }) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(asked as object))
      for (const one of [value].flat()) if (one !== undefined) search.append(name, wire(one));
    return { path: `${call.path.replace(/\{\w+\}/, String(key))}?${search}`, body: text };
  });
}

const wire = (value: unknown) =>
  (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, 3000);
