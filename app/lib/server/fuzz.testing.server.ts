import { z } from "zod";
import type { Call } from "~/lib/api/call.server";
import fc from "~/lib/dice.testing";
import { type Known } from "./fuzz.known.testing.server";
import { DAYS, NUMBERS, PLAIN, TEXTS, wild } from "./fuzz.values.testing.server";

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

function edges({ minimum = 0, maximum = 100, maxLength = 20, type }: Schema): unknown[] {
  return type === "string"
    ? ["字".repeat(maxLength), "字".repeat(maxLength + 1), "𠮷".repeat(maxLength), ...TEXTS]
    : [minimum, maximum, minimum - 1, maximum + 1];
}

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
