import { expect, test } from "vitest";
import type { DefectiveSummary } from "./defective.schema";
import { rateSentence } from "./defective.words";

const said = (num_defective: string, defect_rate: string | null, rates: (string | null)[]) =>
  rateSentence({
    total: { num_defective, defect_rate } as DefectiveSummary["total"],
    buckets: rates.map((rate) => ({ defect_rate: rate }) as DefectiveSummary["buckets"][number]),
  });

test("the sentence over 不良率の推移 says that there are none only where there are none", () => {
  expect(said("0", null, [null])).toBe("この期間の実績はありません。");
  expect(said("0", "0.000", ["0.000", null])).toBe("この期間に不良はありません。");
  expect(said("3", "0.300", ["0.721", "0.000"])).toBe("不良率は全体で0.300%、最も高いときは0.721%です。");
  // All of it on a day that looked at nothing anew.
  expect(said("25", "0.183", ["0.000", null])).toBe("不良率は全体で0.183%です。");
});
