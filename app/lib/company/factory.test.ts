import { afterAll, beforeAll, expect, test } from "vitest";
import { operator, tenant } from "~/lib/db/connection.server";
import { type TestDatabase, testDatabase } from "~/lib/db/testing.server";
import { createDestination, destinationsOf } from "~/lib/partner/destination.server";
import { collaborationOf } from "~/lib/partner/party.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { addPrices } from "~/lib/product/product.price.server";
import { createProduct } from "~/lib/product/product.server";
import { processesOf, setProcesses } from "~/lib/shop/process.server";
import { someone } from "~/lib/task/testing.server";
import { createCollaboration, createFactory } from "./factory.server";

let t: TestDatabase;
const as = <T>(company_id: string, run: Parameters<typeof tenant<T>>[2]) =>
  tenant(t.db, { company_id, username: "someone" }, run);
const nuts = {
  seller_id: "yamada",
  buyer_id: "tanaka",
  code: "A-1",
  name: "ナット",
  order_unit: "piece",
  unit: "piece",
} as const;
const price = { unit_price: "12.5", effective_from: "2026-01-01", agreed_on: "2026-01-01" };

beforeAll(async () => {
  t = await testDatabase();
  await operator(t.db, async (db) => {
    await createFactory(db, { id: "yamada", name: "山田精機株式会社", company_type: "seller" });
    await createFactory(db, { id: "sato", name: "佐藤鈑金工業株式会社", company_type: "seller" });
    await createFactory(db, { id: "tanaka", name: "田中産業機械株式会社", company_type: "buyer" });
    await createCollaboration(db, "yamada", "tanaka", {
      is_payment_last_date: false,
      payment_date: 20,
      pay_month: 1,
      pay_day: 20,
    });
  });
});
afterAll(() => t.drop());

test("a new factory can make stock from its first day", async () => {
  const kinds = await as("yamada", (db) =>
    Promise.all(["shohin-zaiko", "buhin-zaiko"].map((id) => collaborationOf(db, "yamada", id))),
  );
  expect(kinds.map((one) => one.is_active)).toEqual([true, true]);
});

test("processes keep the order they were given in", async () => {
  await as("yamada", (db) =>
    setProcesses(db, "yamada", [
      { label: "新規依頼", role: "inbox" },
      { label: "切断", role: "work" },
    ]),
  );
  expect(await as("yamada", (db) => processesOf(db, "yamada"))).toMatchObject([
    { group_id: 1, label: "新規依頼", role: "inbox" },
    { group_id: 2, label: "切断", role: "work" },
  ]);
});

test("the usual destination stands first and is the only usual one", async () => {
  await as("tanaka", async (db) => {
    await createDestination(db, "tanaka", { name: "本社工場", is_default: true });
    await createDestination(db, "tanaka", { name: "第二工場", is_default: true });
    expect((await destinationsOf(db, "tanaka")).map((one) => [one.name, one.is_default])).toEqual([
      ["第二工場", true],
      ["本社工場", false],
    ]);
  });
});

test("a product takes the price of the day, a code only once, and never a stranger's company", async () => {
  const next = {
    tiers: [{ min_quantity: "0", unit_price: "13" }],
    effective_from: "2026-06-01",
    agreed_on: "2026-05-20",
  };
  const made = await as("yamada", (db) => createProduct(db, null, { ...nuts, ...price }));
  await as("yamada", (db) =>
    addPrices(db, someone("yamada", "seller"), made.product_id, { ...next, version: 1 }),
  );
  const at = (date: string) =>
    as(
      "tanaka",
      async (db) => (await pricesAt(db, [made.product_id], date)).get(made.product_id)?.[0]?.unit_price,
    );
  expect([await at("2025-12-31"), await at("2026-05-31"), await at("2026-06-01")]).toEqual([
    undefined,
    "12.5",
    "13",
  ]);
  await expect(as("yamada", (db) => createProduct(db, null, { ...nuts, ...price }))).rejects.toMatchObject({
    status: 422,
    errors: { code: [expect.stringContaining("すでに使われています")] },
  });
  await expect(
    as("sato", (db) => createProduct(db, null, { ...nuts, seller_id: "sato", ...price })),
  ).rejects.toMatchObject({ status: 404 });
  await expect(
    as("sato", (db) => addPrices(db, someone("sato", "seller"), made.product_id, { ...next, version: 2 })),
  ).rejects.toMatchObject({ status: 404 });
});
