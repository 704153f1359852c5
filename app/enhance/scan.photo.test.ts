// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { json, server } from "./browser.testing";
import { keepPhotos, photoField, sendPhotos } from "./scan.photo";
import { addScan, dropPhotos, dropPhotosOf, dropScans, keptPhotos, queuedScans } from "./scan.store";

const shot = (name: string) => new File(["x"], name, { type: "image/gif" });
let problems: string[];
const send = (company = "yamada") =>
  sendPhotos(company, { acting: "operator", told: (problem) => void problems.push(problem) });
const kept = async (company = "yamada") => (await keptPhotos(company)).map(({ client_id }) => client_id);

beforeEach(async () => {
  problems = [];
  await dropScans((await queuedScans()).map(({ seq }) => seq!));
  for (const company of ["yamada", "sato"])
    for (const { seq } of await keptPhotos(company)) await dropPhotos(seq!);
});

test("a photo waits for its scan, goes once the scan has gone, and only its own company's", async () => {
  const asked = server(() => json({ detail: "" }));
  await addScan({ company: "yamada", item: { client_id: "a", act: "finish" } });
  await keepPhotos("yamada", "a", [{ item_id: 7, files: [shot("一.gif"), shot("二.gif")] }]);
  await keepPhotos("sato", "b", [{ item_id: 8, files: [shot("三.gif")] }]);
  await send();
  expect([asked.length, await kept()]).toEqual([0, ["a"]]);
  await dropScans((await queuedScans()).map(({ seq }) => seq!));
  await send();
  expect(asked.map(({ url, body }) => [url.pathname, ...body])).toEqual([
    [
      "/s/photos",
      ["client_id", "a"],
      ["item_id", "7"],
      ["files", "一.gif"],
      ["files", "二.gif"],
      ["acting_for", "operator"],
    ],
  ]);
  expect([await kept(), await kept("sato"), problems]).toEqual([[], ["b"], []]);
});

test("no photo is lost by a line that is cut, a session that is over or a scan that waits for a person", async () => {
  await keepPhotos("yamada", "a", [{ item_id: 7, files: [shot("一.gif")] }]);
  for (const answer of [new TypeError("cut"), json({}, 401), json({}, 409), json({}, 429), json({}, 503)]) {
    server(() => answer);
    await send();
    expect([await kept(), problems]).toEqual([["a"], []]);
  }
  server(() => json({ detail: "完了が取り消されたため、写真を付けられません。" }, 404));
  await send();
  expect([await kept(), problems]).toEqual([
    [],
    ["写真を付けられませんでした。完了が取り消されたため、写真を付けられません。"],
  ]);
});

test("a scan that was taken back before it went takes its photos with it", async () => {
  await keepPhotos("yamada", "a", [{ item_id: 7, files: [shot("一.gif")] }]);
  await keepPhotos("yamada", "b", [{ item_id: 7, files: [shot("二.gif")] }]);
  await dropPhotosOf("yamada", "a");
  expect(await kept()).toEqual(["b"]);
});

test("what the camera has taken stands for the value of its item", async () => {
  const item = { item_id: 7, label: "現物", kind: "photo", is_required: true, choices: [], ng_choices: [] };
  const none = { group_id: null, unit: null, digits: null, lower_limit: null, upper_limit: null };
  const given: [number, string][] = [];
  const field = photoField(
    { ...item, ...none, kind: "photo" },
    (files, value) => void given.push([files.length, value]),
  );
  const input = field.querySelector("input")!;
  expect([field.textContent, input.type, input.accept]).toEqual(["現物　必須", "file", "image/*"]);
  for (const files of [[shot("一.gif")], []]) {
    Object.defineProperty(input, "files", { configurable: true, value: files });
    input.dispatchEvent(new Event("change"));
    await new Promise((done) => setTimeout(done));
  }
  expect(given).toEqual([
    [1, "taken"],
    [0, ""],
  ]);
});
