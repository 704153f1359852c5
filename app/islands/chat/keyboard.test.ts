import { expect, test } from "vitest";
import { roomBetween } from "./keyboard";

const phone = { width: 390, height: 844, offsetTop: 0 };

test("on a phone the room fills what is between header and bar", () => {
  expect(roomBetween(phone, 844, 48, 56)).toEqual({
    style: { position: "fixed", left: "0", right: "0", minHeight: "0", top: "48px", height: "740px" },
    types: false,
  });
});

test("with the keyboard open the room ends above it, without the bar, also where the browser has scrolled the page", () => {
  const typing = roomBetween({ ...phone, height: 500 }, 844, 48, 56);
  expect([typing.types, typing.style?.top, typing.style?.height]).toEqual([true, "48px", "452px"]);
  const scrolled = roomBetween({ ...phone, height: 500, offsetTop: 344 }, 844, 48, 0);
  expect([scrolled.style?.top, scrolled.style?.height]).toEqual(["344px", "500px"]);
});

test("a browser's own toolbar is no keyboard; a wide screen and a very low one are left to the styles", () => {
  expect(roomBetween({ ...phone, height: 750 }, 844, 48, 56)).toMatchObject({ types: false });
  expect(roomBetween({ width: 1280, height: 800, offsetTop: 0 }, 800, 48, 0)).toEqual({
    style: null,
    types: false,
  });
  expect(roomBetween({ width: 320, height: 256, offsetTop: 0 }, 256, 48, 56).style).toBeNull();
});
