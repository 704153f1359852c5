import { expect, test } from "vitest";
import { unreadFrom } from "~/islands/chat/show";
import type { Start } from "~/islands/chat/state";
import { beganName, mentioned, namesLike } from "./mention";
import type { Message, Room } from "./message.schema";
import { paperParts, transcriptText } from "./transcript";

const people = [{ name: "山田" }, { name: "山田 太郎" }, { name: "田村 購" }];

test("@氏名 calls who is meant, whatever the width of @ and spaces, and the longest name alone", () => {
  expect(mentioned("＠山田　太郎 さん、お願いします", people)).toEqual([{ name: "山田 太郎" }]);
  expect(
    mentioned("@山田 と @田村購 へ", people)
      .map((one) => one.name)
      .sort(),
  ).toEqual(["山田", "田村 購"]);
  expect(mentioned("山田 太郎 さん a@example.com", people)).toEqual([]);
  // Who is named first comes first, however long the names are.
  expect(mentioned("@田村購 さん、@山田 さん、@山田太郎 さん", people).map((one) => one.name)).toEqual([
    "田村 購",
    "山田",
    "山田 太郎",
  ]);
});

test("while a name is typed after @, those who begin so are offered; elsewhere nobody", () => {
  expect(beganName("よろしく @山", 7)).toBe("山");
  expect(beganName("よろしく @山\n次", 9)).toBeNull();
  expect(beganName("山", 1)).toBeNull();
  expect(namesLike(people, "山田太").map((one) => one.name)).toEqual(["山田 太郎"]);
});

test("a talk is written out oldest first, with who, when, what about and the files' names", () => {
  const line = {
    at: "2026-11-21T09:05:00Z",
    company: "田中産業機械株式会社",
    name: "田中 一郎",
    words: "一行目\n二行目",
    card: "1234 軸",
    files: "傷.png",
    marks: "",
  };
  expect(transcriptText("山田精機との会話", "2026/11/22 10:00", [line])).toBe(
    "\ufeff山田精機との会話\r\n\r\n出力日時：2026/11/22 10:00　1件（直近30日分）\r\n\r\n" +
      "■ 2026/11/21 18:05　田中産業機械株式会社　田中 一郎\r\n［1234 軸］\r\n一行目\r\n二行目\r\n添付：傷.png\r\n",
  );
});

test("what is unread begins on this page, or is led to on the older page that holds it", () => {
  const said = (number: number, owner = "b") => ({ number, owner }) as Message;
  const page = {
    me: { username: "a" },
    messages: [61, 62, 63].map((number) => said(number)),
    older: "61",
    from: null,
  } as unknown as Start;
  const room = { id: "x_y", read: 60, unread: 3 } as Room;
  expect(unreadFrom(page, room)).toEqual({ number: 61, href: "#unread" });
  expect(unreadFrom(page, { ...room, read: 61, unread: 2 })).toEqual({ number: 62, href: "#unread" });
  expect(unreadFrom(page, { ...room, read: 10, unread: 53 })).toEqual({
    number: 61,
    href: "/chat/x_y?from=10&before=36#unread",
  });
  expect(unreadFrom({ ...page, older: null }, { ...room, read: 10 })).toEqual({
    number: 61,
    href: "#unread",
  });
  expect(unreadFrom(page, { ...room, read: 63, unread: 0 })).toBeNull();
  // Asked for by its address it is shown though it has been read since; one's own words are never unread.
  expect(
    unreadFrom({ ...page, messages: [said(61, "a"), said(62)], from: 60 }, { ...room, read: 99, unread: 0 }),
  ).toMatchObject({ number: 62 });
});

test("on paper a message higher than a page is cut into parts, without losing a letter", () => {
  const long = Array.from({ length: 100 }, (_, n) => `行${n}`).join("\n");
  expect(paperParts("短い")).toEqual(["短い"]);
  expect(paperParts(long)).toHaveLength(3);
  expect(paperParts(long).join("\n")).toBe(long);
  expect(paperParts("あ".repeat(4000)).join("").replace(/\n/g, "")).toBe("あ".repeat(4000));
});
