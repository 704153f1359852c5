import { expect, test } from "vitest";
import type { Message } from "~/lib/chat/message.schema";
import { inGroups } from "./show";
import { reduce, type State } from "./state";

const said = (number: number, more: Partial<Message> = {}): Message => ({
  id: `message-${number}`,
  number,
  roomId: "yamada_tanaka",
  owner: "taro",
  ownerName: "山田 太郎",
  ownerFactory: "yamada",
  collabFactory: "tanaka",
  isStaff: false,
  message: `文 ${number}`,
  productId: null,
  taskId: null,
  unixtime: 1_800_000_000,
  createdAt: "2026-11-24T01:00:00.000Z",
  updatedAt: "2026-11-24T01:00:00.000Z",
  card: null,
  product: null,
  agreement: null,
  asks: [],
  order: null,
  kept: null,
  files: [],
  version: 1,
  editedAt: null,
  deletedAt: null,
  reply: null,
  acks: [],
  ...more,
});
const order = { key: 1, order_id: "H2611-0001" };
const numbers = (groups: Message[][]) => groups.map((group) => group.map((one) => one.number));

test("orders in a row are one line; words, another day, another company and the first unread begin a new one", () => {
  const messages = [
    said(1, { order }),
    said(2, { order }),
    said(3),
    said(4),
    said(5, { order }),
    said(6, { order, ownerFactory: "tanaka" }),
    said(7, { order, ownerFactory: "tanaka" }),
    said(8, { order, ownerFactory: "tanaka", createdAt: "2026-11-25T01:00:00.000Z" }),
  ];
  expect(numbers(inGroups(messages))).toEqual([[1, 2], [3], [4], [5], [6, 7], [8]]);
  expect(numbers(inGroups(messages, 7))).toEqual([[1, 2], [3], [4], [5], [6], [7], [8]]);
});

test("an edited message shows its new words where it stands, where it is answered, and in the list of rooms; unread stays", () => {
  const reply = { id: "message-1", number: 1, ownerName: "山田 太郎", message: "文 1" };
  const room = {
    id: "yamada_tanaka",
    kind: "pair" as const,
    factory_id: "tanaka",
    name: "田中",
    lastNumber: 1,
    lastTime: null,
    last: said(1),
    unread: 1,
    read: 0,
    otherRead: 0,
    isPinned: false,
    asks: 0,
  };
  const state: State = {
    rooms: [room],
    context: null,
    messages: [said(1), said(2, { reply }), said(3)],
    older: null,
    pending: [],
  };
  const message = said(1, { message: "直した文", version: 2 });
  const after = reduce("yamada_tanaka")(state, { kind: "changed", message });
  expect(after.messages.map((one) => one.message)).toEqual(["直した文", "文 2", "文 3"]);
  expect(after.messages[1]!.reply!.message).toBe("直した文");
  expect([after.rooms[0]!.last!.message, after.rooms[0]!.unread]).toEqual(["直した文", 1]);
  const elsewhere = reduce("yamada_tanaka")(state, {
    kind: "changed",
    message: { ...message, id: "other", roomId: "yamada_yamada" },
  });
  expect(elsewhere.messages[1]!.reply!.message).toBe("文 1");
});
