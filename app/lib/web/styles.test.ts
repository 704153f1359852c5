import { expect, test } from "vitest";
import { contentPolicy } from "./styles.server";

test("the policy lets in what stands in the page by its hash, and nothing by name", () => {
  expect(contentPolicy()).toContain("style-src 'self';");
  expect(contentPolicy("a{}")).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/);
  expect(contentPolicy("a{}")).not.toContain("unsafe");
});
