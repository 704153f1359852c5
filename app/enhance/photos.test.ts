// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { find, rest, show } from "./browser.testing";
import { start } from "./photos";
import { shrink } from "./shrink";

const MB = 1_000_000;
const file = (name: string, size: number, type = "image/jpeg") =>
  new File([new Uint8Array(size)], name, { type });

/** What a camera took, and how large the browser's own encoder makes it. */
let photo: { width: number; height: number };
let encoded: number;
let drawn: number[][];
beforeEach(() => {
  [photo, encoded, drawn] = [{ width: 4000, height: 3000 }, 300_000, []];
  vi.stubGlobal("createImageBitmap", async ({ name }: File) => {
    if (name.startsWith("broken")) throw new Error("no picture");
    return photo;
  });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({
      drawImage: (_: unknown, x: number, y: number, ...size: number[]) => drawn.push([x, y, ...size]),
    }),
  });
  HTMLCanvasElement.prototype.toBlob = function toBlob(done, type) {
    done(new Blob([new Uint8Array(encoded)], { type }));
  };
});

test("a large photo becomes one of 1600 px on its long side, under its name", async () => {
  const small = await shrink(file("現場.jpg", 5 * MB));
  expect([small.name, small.type, small.size, drawn]).toEqual([
    "現場.jpg",
    "image/jpeg",
    300_000,
    [[0, 0, 1600, 1200]],
  ]);
  photo = { width: 3000, height: 6000 };
  drawn = [];
  await shrink(file("縦.png", 5 * MB, "image/png"));
  expect(drawn).toEqual([[0, 0, 800, 1600]]);
});

test("a small photo, a paper, and one that would grow stay as they are", async () => {
  const pdf = file("図面.pdf", 5 * MB, "application/pdf");
  expect(await shrink(pdf)).toBe(pdf);
  const large = file("a.jpg", 5 * MB);
  encoded = 6 * MB;
  expect(await shrink(large)).toBe(large);
  photo = { width: 800, height: 600 };
  const small = file("b.jpg", 200_000);
  expect(await shrink(small)).toBe(small);
});

test("a photo that others can't open is written anew, however small it is", async () => {
  [photo, encoded] = [{ width: 800, height: 600 }, 100_000];
  expect((await shrink(file("iphone.heic", 200_000, "image/heic"))).type).toBe("image/jpeg");
  expect(drawn).toEqual([[0, 0, 800, 600]]);
});

const FORM = `<form method="post" enctype="multipart/form-data"><div><input type="file" id="f-photos" name="photos" multiple data-shrink></div><p id="f-photos-error"></p><button>登録する</button></form>`;
const status = () => find<HTMLElement>("[role=status]").textContent;
async function choose(...files: File[]) {
  const chosen = new DataTransfer();
  for (const each of files) chosen.items.add(each);
  find("input").files = chosen.files;
  find("input").dispatchEvent(new Event("change", { bubbles: true }));
  const waiting = find<HTMLButtonElement>("button").disabled;
  await rest(10);
  return waiting;
}

test("chosen photos are made smaller before they can be sent, with how many and how much they are", async () => {
  show(FORM);
  start(document);
  expect(await choose(file("a.jpg", 5 * MB), file("broken.jpg", 2 * MB))).toBe(true);
  expect([...find("input").files!].map(({ name, size }) => [name, size])).toEqual([
    ["a.jpg", 300_000],
    ["broken.jpg", 2 * MB],
  ]);
  expect([status(), find<HTMLButtonElement>("button").disabled, find("#f-photos-error").textContent]).toEqual(
    ["2件、合わせて2.3MB", false, ""],
  );
});

test("what is too large even so is named beside its field, until another is chosen", async () => {
  show(FORM);
  start(document);
  await choose(file("図面.pdf", 11 * 1024 * 1024, "application/pdf"));
  expect(find("#f-photos-error").textContent).toContain("「図面.pdf」は10MBを超えています");
  await choose(file("a.jpg", 5 * MB));
  expect(find("#f-photos-error").textContent).toBe("");
});

test("a form that came back with an error still says what is chosen, once", async () => {
  show(FORM);
  start(document);
  await choose(file("a.jpg", 5 * MB));
  find("[role=status]").remove();
  start(document);
  start(document);
  expect([document.querySelectorAll("[role=status]").length, status()]).toEqual([1, "1件、合わせて0.3MB"]);
});
