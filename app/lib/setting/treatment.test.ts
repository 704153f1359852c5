import { expect, test } from "vitest";
import { treatmentOptions } from "./treatment";
import type { ReasonRow } from "./worker.schema";

const row = (label: string, means: ReasonRow["means"], kind: ReasonRow["kind"] = "treatment"): ReasonRow =>
  ({ reason_id: 1, kind, label, means, is_active: true });

test("処置 is offered in the factory's own words and order; two words for one thing are one choice", () => {
  expect(treatmentOptions([row("捨てる", "scrap"), row("キズ", null, "defect"), row("研磨", "rework"), row("溶接直し", "rework")]))
    .toEqual([{ value: "scrap", label: "捨てる" }, { value: "rework", label: "研磨・溶接直し" }]);
});

test("with an empty list the four are offered", () => {
  expect(treatmentOptions([row("キズ", null, "defect")]).map((one) => one.label)).toEqual(["手直し", "再製作", "廃棄", "特採"]);
});
