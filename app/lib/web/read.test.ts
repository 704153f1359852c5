import { expect, test } from "vitest";
import { z } from "zod";
import { readForm } from "./read.server";

test("a name that no form of ours can have is not read, nor drawn again", () => {
  const form = new FormData();
  const kept = ["lines[0].name", "ids", "ids[]", "__intent__"];
  for (const name of [...kept, "constructor", "lines[0].__proto__", "lines[#].name", "a[", "a..b", "", "[0]"])
    form.append(name, "x");
  const { fields } = readForm(form, z.object({ ids: z.string() })).reply();
  expect([...form.keys()]).toEqual(kept.slice(0, 3));
  expect(fields).not.toContain("constructor");
  const own = new FormData();
  own.append("constructors.name", "x");
  expect(readForm(own, z.object({})).payload).toEqual({ constructors: { name: "x" } });
});
