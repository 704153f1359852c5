import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PaperDocumentProps } from "~/lib/vocabulary/paper";
import type { AddressPlace } from "~/lib/vocabulary/print";
import { addressOff, isAboveTitle, pageRoom } from "./measure";
import { PaperDocument } from "./PaperDocument";

const doc = (place?: AddressPlace): PaperDocumentProps => ({
  title: "納品書",
  dates: [],
  addressee: { postal_code: "100-0001", address: ["東京都千代田区千代田1-1"], name: "東商工業株式会社 御中" },
  issuer: { name: "山田精機株式会社" },
  greeting: "下記の通り納品いたします。",
  total: { label: "税抜合計金額", amount: 1 },
  columns: [{ label: "品名", mm: 180 }],
  lines: [],
  place,
});
const drawn = (place?: AddressPlace) => renderToStaticMarkup(<PaperDocument {...doc(place)} />);

test("an address is held off the margin by what it is to stand from the sheet's edges (R5-6)", () => {
  expect(addressOff()).toEqual({ left: 5, top: 5 });
  expect(addressOff({ left: 15, top: 29 })).toEqual({ left: 0, top: 0 });
  expect(addressOff({ left: 40, top: 60 })).toEqual({ left: 25, top: 31 });
  expect(drawn({ left: 22, top: 36 })).toContain('<svg width="7mm"');
  expect(drawn({ left: 22, top: 36 })).toContain('<svg width="1" height="7mm"');
  expect(drawn()).toBe(drawn({ left: 20, top: 34 }));
});

test("an address that would run into the title stands above it, and the greeting stays below (R5-6)", () => {
  const orderOf = (html: string) =>
    ["納品書", "東商", "下記"].sort((a, b) => html.indexOf(`>${a}`) - html.indexOf(`>${b}`));
  expect(isAboveTitle({ left: 20, top: 28 })).toBe(true);
  expect(addressOff({ left: 20, top: 20 })).toEqual({ left: 5, top: 5 });
  expect(orderOf(drawn({ left: 20, top: 28 }))).toEqual(["東商", "納品書", "下記"]);
  expect(orderOf(drawn({ left: 20, top: 29 }))).toEqual(["納品書", "東商", "下記"]);
});

test("lines have the room that an address moved down, or a title moved below it, leaves", () => {
  const room = (place: AddressPlace) => pageRoom(doc(place)).first;
  expect(room({ left: 20, top: 60 })).toBeLessThan(room({ left: 20, top: 34 }));
  expect(room({ left: 20, top: 20 })).toBeLessThan(room({ left: 20, top: 34 }));
});
