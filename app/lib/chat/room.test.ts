import { expect, test } from "vitest";
import { RESERVED_IDS } from "~/lib/api/identity";
import { expiry, isMember, partiesOf, roomOf } from "./room";

test("a seller's id comes first in a room's name, a buyer's second; the default group has a name of the provider's", () => {
  expect(roomOf("yamada", "seller", "tanaka")).toBe("yamada_tanaka");
  expect(roomOf("tanaka", "buyer", "yamada")).toBe("yamada_tanaka");
  expect(roomOf("yamada", "seller", "yamada")).toBe("yamada_yamada");
  expect(roomOf("yamada", "seller", "common")).toBe("yamada_internal-common");
  expect(roomOf("tanaka", "buyer", "common")).toBe("internal-common_tanaka");
  // Or a company's rooms would read as the provider's.
  expect(RESERVED_IDS).toContain(roomOf("yamada", "seller", "common").slice("yamada_".length));
});

test("a room's name tells whose it is, and the group each company talks with there", () => {
  expect(partiesOf("yamada_tanaka")).toEqual({ kind: "pair", seller_id: "yamada", buyer_id: "tanaka" });
  expect(partiesOf("yamada_yamada")).toMatchObject({ kind: "own", seller_id: "yamada" });
  expect(partiesOf("internal-common_tanaka")).toMatchObject({
    kind: "support",
    seller_id: "tanaka",
    buyer_id: "tanaka",
  });
  for (const strange of ["", "yamada", "_tanaka", "yamada_", "a_b_c", "internal-common_internal-common"])
    expect(partiesOf(strange)).toBeNull();
  expect([
    isMember("yamada_tanaka", "tanaka"),
    isMember("yamada_tanaka", "sato"),
    isMember("x", "x"),
  ]).toEqual([true, false, false]);
});

test("a message is kept for 30 days", () => {
  expect(expiry("2026-11-21T00:00:00.000Z") - Date.parse("2026-11-21T00:00:00Z") / 1000).toBe(2_592_000);
});
