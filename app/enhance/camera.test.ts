// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { find, rest, show } from "./browser.testing";
import { toggle } from "./camera";

let sees: string | null;
let stopped: number;
const allowed = async () => ({ getTracks: () => [{ stop: () => void stopped++ }] });
const getUserMedia = vi.fn<() => Promise<unknown>>(allowed);
HTMLVideoElement.prototype.play = async () => {};
Object.defineProperty(HTMLVideoElement.prototype, "srcObject", { value: null, writable: true });
Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia } });
vi.stubGlobal(
  "BarcodeDetector",
  class {
    static getSupportedFormats = async () => ["qr_code"];
    detect = async () => (sees ? [{ rawValue: sees }] : []);
  },
);
let searched: string[];
beforeEach(() => {
  [sees, stopped, searched] = [null, 0, []];
  getUserMedia.mockImplementation(allowed);
  show(
    `<form action="/chat/a_b/attach"><input type="search" name="q"><button type="button" id="open">カメラで読み取る</button><video hidden></video><p role="status"></p></form>`,
  );
  find<HTMLFormElement>("form").addEventListener("submit", (event) => {
    event.preventDefault();
    searched.push(find("[type=search]").value);
  });
});
const press = () => toggle(find<HTMLElement>("#open"));
const shown = () => [find<HTMLElement>("#open").textContent, find<HTMLVideoElement>("video").hidden];

test("the button opens the camera and closes it again", async () => {
  await press();
  expect(shown()).toEqual(["カメラを閉じる", false]);
  await press();
  expect([...shown(), stopped, searched]).toEqual(["カメラで読み取る", true, 1, []]);
});

test("a code that is read is searched for, and the camera is let go", async () => {
  sees = "c1k.7h2m9qxw";
  await press();
  await vi.waitUntil(() => searched.length > 0);
  expect([searched, find<HTMLVideoElement>("video").hidden, stopped]).toEqual([["c1k.7h2m9qxw"], true, 1]);
  await rest(200);
  expect(searched).toHaveLength(1);
  await press();
});

test("a camera that is not allowed says what to do, until it is", async () => {
  getUserMedia.mockRejectedValueOnce(new Error("NotAllowedError"));
  await press();
  expect([find<HTMLElement>("[role=status]").textContent, shown()[0]]).toEqual([
    "カメラを使えません。ブラウザの設定でカメラを許可するか、番号を入力してください。",
    "カメラで読み取る",
  ]);
  await press();
  expect([find<HTMLElement>("[role=status]").textContent, shown()[0]]).toEqual(["", "カメラを閉じる"]);
  await press();
});
