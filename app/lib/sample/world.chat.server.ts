import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { acknowledge, editMessage } from "~/lib/chat/change.server";
import { postMessage } from "~/lib/chat/message.server";
import { saveStatus } from "~/lib/chat/read.server";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import type { Clock } from "./world.clock.server";
import type { Act } from "./world.stage.server";

/** `about`: a card, or the line that is answered. */
type Line = [time: number, username: string, words: string, about?: "card" | number];

const BOSS = "admin@yamada.example";
const TALKS: Record<string, Line[]> = {
  yamada_tanaka: [
    [-2.6, "admin@tanaka.example", "お世話になっております。こちらの納期はいかがでしょうか。", "card"],
    [-2.5, BOSS, "お世話になっております。材料は揃っています。予定どおりお出しできます。"],
    [-2.4, "admin@tanaka.example", "承知しました。よろしくお願いいたします。"],
    [-2.35, BOSS, "出荷は 15 時の便です。", 2],
    [0.82, "kobai@tanaka.example", "来月の分のお見積りをお願いします。\nブラケットA　200個の予定です。"],
    [0.84, "kobai@tanaka.example", "急ぎではありません。今週中にいただけると助かります。"],
  ],
  yamada_suzuki: [
    [-1.7, BOSS, "アース板の図面の版をご確認ください。こちらは B 版で進めています。"],
    [-1.3, "admin@suzuki.example", "B 版で間違いありません。", 0],
    [-1.2, BOSS, "ありがとうございます。"],
  ],
  yamada_yamada: [
    [-0.8, "genba@yamada.example", "曲げの 2 号機、午後から点検です。"],
    [-0.7, BOSS, "了解。急ぎの分は 1 号機へ回してください。"],
  ],
};

type Later = [time: number, username: string, roomId: string, index: number, words?: string];
/** 了解, and words that were mended. */
const LATER: Later[] = [
  [-2.346, BOSS, "yamada_tanaka", 3, "出荷は 14 時の便です。"],
  [-2.3, "admin@tanaka.example", "yamada_tanaka", 3],
  [-2.2, "kobai@tanaka.example", "yamada_tanaka", 3],
  [-0.6, "genba@yamada.example", "yamada_yamada", 1],
];

async function newestCard(tx: Tx, room_id: string): Promise<number | undefined> {
  const [seller_id, buyer_id] = room_id.split("_") as [string, string];
  const pair = and(
    eq(card.seller_id, seller_id),
    eq(card.buyer_id, buyer_id),
    isNull(card.shipped_time),
    isNull(card.cancelled_time),
  );
  const [found] = await tx.select({ key: card.key }).from(card).where(pair).orderBy(desc(card.key)).limit(1);
  return found?.key;
}

const idOf = (roomId: string, index: number) => `world-${roomId}-${index}`;

export function chatActs(clock: Clock): Act[] {
  const said = Object.entries(TALKS).flatMap(([roomId, lines]) =>
    lines.map(
      ([time, username, words, about], index): Act => ({
        at: clock.instant(time),
        username,
        async run(tx, who) {
          const taskId = about === "card" ? await newestCard(tx, roomId) : undefined;
          await postMessage(tx, who, {
            id: idOf(roomId, index),
            roomId,
            message: words,
            replyTo: typeof about === "number" ? idOf(roomId, about) : undefined,
            productId: undefined,
            taskId,
          });
        },
      }),
    ),
  );
  const seen: Act = {
    at: clock.instant(-1.1),
    username: "admin@suzuki.example",
    run: (tx, who) =>
      saveStatus(tx, who, {
        factory_id: "yamada",
        room_id: "yamada_suzuki",
        last_message_id: "world-yamada_suzuki-2",
      }),
  };
  const later = LATER.map(
    ([time, username, roomId, index, words]): Act => ({
      at: clock.instant(time),
      username,
      async run(tx, who) {
        const message_id = idOf(roomId, index);
        // Several people of a company act in one transaction here; the database asks who it is.
        await tx.execute(sql`select set_config('app.username', ${username}, true)`);
        if (words) await editMessage(tx, who, roomId, { message_id, message: words, version: 1 });
        else await acknowledge(tx, who, roomId, { message_id, is_acknowledged: true });
      },
    }),
  );
  return [...said, ...later, seen];
}
