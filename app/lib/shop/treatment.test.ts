import { expect, test } from "vitest";
import type { ReasonRow } from "./reason.schema";
import { treatmentChoice } from "./treatment";

const row = (label: string, means: ReasonRow["means"], kind: ReasonRow["kind"] = "treatment"): ReasonRow => ({
  reason_id: label.length,
  kind,
  label,
  means,
  is_break: false,
  is_active: true,
});

test("処置 is offered in the factory's own words and order, two words for one thing as two", () => {
  expect(
    treatmentChoice([
      row("捨てる", "scrap"),
      row("キズ", null, "defect"),
      row("研磨", "rework"),
      row("溶接直し", "rework"),
    ]),
  ).toEqual({
    name: "treatment_id",
    options: [
      { value: "3", label: "捨てる" },
      { value: "2", label: "研磨" },
      { value: "4", label: "溶接直し" },
    ],
  });
});

test("with an empty list the four are offered", () => {
  const { name, options } = treatmentChoice([row("キズ", null, "defect")]);
  expect([name, options.map((one) => one.label)]).toEqual([
    "treatment",
    ["手直し", "再製作", "廃棄", "特採"],
  ]);
});
