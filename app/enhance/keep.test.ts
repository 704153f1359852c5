// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { find, show, type } from "./browser.testing";
import { start } from "./keep";

test("what is typed is saved by itself, with the version that it became", async () => {
  vi.useFakeTimers();
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(String(body));
    return new Response(JSON.stringify({ version: 4 }), { headers: { "Content-Type": "application/json" } });
  });
  show(`<form><input name="version" value="3"><input name="comment"><p data-keep="/draft"></p></form>`);
  start();
  type(find<HTMLInputElement>("[name=comment]"), "材料込み");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([String(new URLSearchParams({ version: "3", comment: "材料込み" }))]);
  expect(find<HTMLInputElement>("[name=version]").value).toBe("4");
  expect(find("[data-keep]").textContent).toMatch(/自動で保存しました/);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
