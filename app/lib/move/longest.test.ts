import { afterAll, beforeAll, expect, test } from "vitest";
import { lineHeight, pageRoom } from "~/components/paper/measure";
import { copied } from "~/lib/order/order.draft";
import { orderPaper } from "~/lib/order/order.paper";
import { order as orderSchema } from "~/lib/order/order.row.schema";
import { orderLineInput } from "~/lib/order/order.schema";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let yamada: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, sato] = await t.people("admin@yamada", "admin@sato");
});
afterAll(() => t.stop());

const done = async (person: Person, path: string, body: object) => {
  const answer = await person.post(path, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};

// 𠮷 is one character and two code units: cut in the middle it would be none.
const longest = {
  name: "𠮷".repeat(120),
  drawing_no: "D".repeat(60),
  drawing_revision: "R".repeat(20),
  note: "備".repeat(1300),
};

test("the longest 品名, 図番, 改訂 and 備考 travel from a card to its copy, the partner's order, the paper and back", async () => {
  const card = await done(yamada, "/cards", {
    ...longest,
    buyer_id: "tanaka",
    num_items: "5",
    order_unit: "piece",
    unit: "piece",
  });
  expect(card).toMatchObject(longest);
  expect(await done(yamada, `/cards/${card.key}/copy`, { version: 1 })).toMatchObject(longest);

  const said = "外".repeat(950);
  const material = "材".repeat(200);
  const place = "先".repeat(300);
  await done(yamada, `/cards/${card.key}/outsource`, {
    version: 1,
    group_id: 6,
    partner_id: "sato",
    delivery_date: "2030-01-10",
    unit_price: "50",
    destination: place,
    supplied_material: material,
    note: said,
  });
  const { links } = (await yamada.get(`/cards/${card.key}/work`)).body;
  const note = `元カード ${card.id} ${said}`;
  const asked = { ...longest, note };
  expect((await sato.get(`/cards/${links[0].partner_key}`)).body.card).toMatchObject({
    ...asked,
    note: `${note}\n無償支給: ${material}`,
    destination: place,
  });

  const order = orderSchema.parse((await sato.get(`/orders/${links[0].order_key}`)).body);
  expect(order.lines[0]).toMatchObject(asked);
  const paper = orderPaper(order, "order");
  const printed = JSON.stringify(paper);
  for (const value of [...Object.values(asked), place, material]) expect(printed).toContain(value);
  for (const line of paper.lines) expect(lineHeight(line, paper.columns)).toBeLessThan(pageRoom(paper).rest);

  const [again] = copied(order).lines!;
  expect(orderLineInput.parse({ ...again, product_id: undefined })).toMatchObject(asked);
});
