import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { SchemaForm } from "~/components/form/SchemaForm";
import { OpenInvoices } from "./open.invoices";

const dates = { invoice_date: "2026-10-31", due_date: "2026-11-30" };
const invoices = [{ key: 7, number: "S2610-0001", ym: 202610, total: 11_000, open: 11_000, ...dates }];

test("cells show what was typed, and nothing of what no cell can hold", () => {
  const drawn = (typed: unknown) =>
    renderToString(
      <SchemaForm id="payment" schema={z.object({})} submit="登録する">
        <OpenInvoices invoices={invoices} typed={typed} today="2026-11-01" />
      </SchemaForm>,
    );
  const cell = (typed: unknown) =>
    /name="allocations\[0\]\.amount"[^>]* value="([^"]*)"/.exec(drawn(typed))?.[1];
  expect(cell([{ invoice_key: "7", amount: "5000" }])).toBe("5,000");
  for (const bent of [undefined, "x", {}, [undefined, "x"], [{ invoice_key: "7", amount: ["1", "2"] }]])
    expect([bent, cell(bent)]).toEqual([bent, ""]);
});
