import { expect, test } from "vitest";
import { errorsAt, lanesOf, numberedOnce, processesForm, reasonsForm, sortByPosition } from "./meta.form";

test("rows follow their 順, those without one come last as typed, and errors find the row that was typed", () => {
  const { rows, stood } = sortByPosition([
    { at: 30, label: "c" },
    { label: "new" },
    { at: 10, label: "a" },
    { at: 15, label: "b" },
  ]);
  expect(rows).toEqual([{ label: "a" }, { label: "b" }, { label: "c" }, { label: "new" }]);
  expect(
    errorsAt({ "processes[2].label": ["x"], "processes[0].lanes[1].label": ["y"], processes: ["z"] }, stood),
  ).toEqual({ "processes[0].label": ["x"], "processes[2].lanes": ["y"], processes: ["z"] });
});

test("a row made with 複製 is a new one", () => {
  const rows = [{ group_id: 3, label: "曲げ" }, { group_id: 3, label: "曲げ2" }, { label: "新" }];
  expect(numberedOnce(rows, "group_id").map((row) => row.group_id)).toEqual([3, undefined, undefined]);
});

test("lanes keep their numbers by name, and by place when renamed", () => {
  const known = [
    { subgroup_id: 1, label: "1号機" },
    { subgroup_id: 2, label: "2号機" },
  ];
  expect(lanesOf("2号機、1号機", known)).toEqual([
    { subgroup_id: 2, label: "2号機" },
    { subgroup_id: 1, label: "1号機" },
  ]);
  expect(lanesOf("1号機、旧2号機", known)).toEqual([
    { subgroup_id: 1, label: "1号機" },
    { subgroup_id: 2, label: "旧2号機" },
  ]);
  expect(lanesOf("1号機、2号機、3号機", known)).toEqual([...known, { label: "3号機" }]);
  expect(lanesOf(undefined, known)).toEqual([]);
});

test("a list may be emptied, the board may not; what is left out of a row is asked for", () => {
  expect(reasonsForm.safeParse({ version: "1", kind: "pause" }).data).toEqual({
    version: 1,
    kind: "pause",
    reasons: [],
  });
  expect(processesForm.safeParse({ version: "1" }).success).toBe(false);
  const wrong = processesForm.safeParse({ version: "1", processes: [{ at: "x", label: "", role: "" }] });
  expect(wrong.error!.issues.map((one) => one.path.join("."))).toEqual(
    expect.arrayContaining(["processes.0.at", "processes.0.label", "processes.0.role"]),
  );
});
