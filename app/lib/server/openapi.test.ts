import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "./testing.server";

let t: TestApp;
type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
};
type Operation = {
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  t = await testApp();
  paths = (await (await fetch(`${t.base}/openapi.json`)).json()).paths;
});
afterAll(() => t.stop());

/** The calls as the specification of the product lists them: with what its payload or its query is said to be. */
const CALLS: [method: string, path: string, named: { body?: string[] | true; query?: string[] }][] = [
  ["GET", "/factories/self", {}],
  ["PUT", "/factories/self", { body: true }],
  ["PUT", "/factories/self/meta", { body: true }],
  ["GET", "/factories/{id}", {}],
  ["GET", "/factories/collaborators", {}],
  ["POST", "/factories/collaborators", { body: true }],
  ["PUT", "/factories/collaborators/{buyerId}", { body: true }],
  ["DELETE", "/factories/collaborators/{buyerId}", {}],
  ["PUT", "/factories/collaborators/{buyerId}/last_chat_time", {}],
  ["GET", "/factories/{factoryId}/destinations", {}],
  ["POST", "/factories/{factoryId}/destinations", { body: true }],
  ["PUT", "/factories/{factoryId}/destinations/{destinationId}", { body: true }],
  ["DELETE", "/factories/{factoryId}/destinations/{destinationId}", {}],
  ["GET", "/users/self", {}],
  ["PUT", "/users/self", { body: true }],
  ["PUT", "/users/self/push_info", { body: ["auth_key", "info"] }],
  ["GET", "/users", { query: ["factory_ids"] }],
  ["POST", "/users", { body: true }],
  ["PUT", "/users/{id}", { body: true }],
  ["DELETE", "/users/{id}", {}],
  ["GET", "/chats/status", {}],
  ["PUT", "/chats/status", { body: ["factory_id", "last_message_id"] }],
  ["POST", "/chats/send", { body: ["room_id"] }],
  ["POST", "/errors", { body: ["message", "stack"] }],
];
/** Fields of what is in stock, as the specification of the product names them. */
const STOCK_FIELDS = ["num", "num_arriving", "num_shipping", "num_threshold", "last_inventory_time"];

const fieldsOf = ({ properties, items, anyOf, allOf }: Schema): string[] => [
  ...Object.keys(properties ?? {}),
  ...[items, ...(anyOf ?? []), ...(allOf ?? [])].flatMap((one) => (one ? fieldsOf(one) : [])),
];
const bodyOf = ({ requestBody }: Operation) => {
  const schema = requestBody?.content["application/json"]?.schema;
  return schema ? fieldsOf(schema) : [];
};
const namesIn = ({ parameters }: Operation, place: string) =>
  parameters.filter((one) => one.in === place).map(({ name }) => name);

test.each(CALLS)("%s %s is served with the names that the product gives", (method, path, { body, query }) => {
  const operation = paths[path]?.[method.toLowerCase()];
  expect([path, operation !== undefined]).toEqual([path, true]);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(namesIn(operation!, "path")).toEqual(names);
  if (query) expect(namesIn(operation!, "query")).toEqual(expect.arrayContaining(query));
  if (body === true) expect(bodyOf(operation!)).not.toEqual([]);
  else if (body) expect(bodyOf(operation!)).toEqual(expect.arrayContaining(body));
  else expect(operation!.requestBody).toBeUndefined();
});

const answered = ({ responses }: Operation) => fieldsOf(responses[200]!.content!["application/json"]!.schema);

test("what is in stock is told by the product's own names, of one and of all; the stock's buyers choose the kind", () => {
  const one = answered(paths["/inventory/{product_id}"]!.get!);
  expect(one).toEqual(expect.arrayContaining(STOCK_FIELDS));
  const all = paths["/inventory"]!.get!.responses[200]!.content!["application/json"]!.schema;
  expect(Object.keys(all.properties!.items!.items!.properties!)).toEqual(
    expect.arrayContaining(STOCK_FIELDS),
  );
  expect(namesIn(paths["/inventory"]!.get!, "query")).toContain("buyer_id");
});

test("every call under /inventory names each part of its path, and answers with a schema", () => {
  const own = Object.entries(paths).filter(([path]) => path.startsWith("/inventory"));
  expect(own.length).toBeGreaterThan(40);
  for (const [path, methods] of own)
    for (const [method, operation] of Object.entries(methods)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([method, path, namesIn(operation, "path").sort()]).toEqual([method, path, names.sort()]);
      const answer = operation.responses[method === "post" ? 201 : 200]!.content!;
      const hasSchema = "*/*" in answer || fieldsOf(answer["application/json"]!.schema).length > 0;
      expect([method, path, hasSchema]).toEqual([method, path, true]);
    }
});
