import { expect, test } from "vitest";
import { cutErrors, cutOfLine } from "./amend.price";

const cut = { before: { unit_price: "200" }, after: { unit_price: "199.999" } };
const progress = (delivered: string, shipped: string) => ({ delivered, shipped });

test("取適法対象: no lower price once delivery has begun, and before that only with a tick (R2-10)", () => {
  expect(cutOfLine({ ...cut, progress: progress("1", "1") }, "covered")).toContain("減額の禁止");
  expect(cutOfLine({ ...cut, progress: progress("0", "1") }, "covered")).toContain("減額の禁止");
  expect(cutOfLine({ ...cut, progress: progress("0", "0") }, "covered")).toBe(null);
  expect(cutOfLine({ ...cut, progress: progress("1", "1") }, "unknown")).toBe(null);
  const higher = { before: { unit_price: "200" }, after: { unit_price: "200.001" } };
  expect(cutOfLine({ ...higher, progress: progress("1", "1") }, "covered")).toBe(null);
  const line = { at: "lines[0]", line_no: 1, ...cut };
  expect(cutErrors([line], new Map(), false, "covered").price_cut?.[0]).toContain("減額");
  expect(cutErrors([line], new Map(), true, "covered")).toEqual({});
  expect(cutErrors([line], new Map(), false, "exempt")).toEqual({});
  const open = { before: { unit_price: null }, after: { unit_price: "1" }, at: "lines[1]", line_no: 2 };
  expect(cutErrors([open], new Map(), false, "covered")).toEqual({});
});
