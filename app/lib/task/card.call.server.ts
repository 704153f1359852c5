import type { z } from "zod";
import { call } from "~/lib/api/call.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { Card } from "~/lib/tables/card.table.server";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { cardKey } from "./card.command.schema";
import { cardMoved } from "./card.page.schema";
import { cardOf } from "./card.read.server";
import { endedBy } from "./work.ended.server";

/** The factory's own unless `by` says otherwise. */
export function cardCommand<B extends z.ZodType>(
  act: string,
  summary: string,
  body: B,
  run: (db: Tx, who: Who, key: number, body: z.output<B>) => Promise<Card>,
  by: { side?: "seller"; admin?: true } = { side: "seller" },
) {
  return call({
    method: "POST",
    path: `/cards/{key}/${act}`,
    summary,
    ...by,
    inTurn: true,
    params: cardKey,
    body,
    answer: cardRow,
    run: async (db, who, { params, body: given }) =>
      cardRow.parse(await cardOf(db, who, (await run(db, who, params.key, given as z.output<B>)).key)),
  });
}

/** Ends the work at the card, and tells whose. */
export function movingCommand<B extends z.ZodType>(
  act: string,
  summary: string,
  body: B,
  run: (db: Tx, who: Who, key: number, body: z.output<B>) => Promise<Card>,
) {
  return call({
    method: "POST",
    path: `/cards/{key}/${act}`,
    summary,
    side: "seller",
    inTurn: true,
    params: cardKey,
    body,
    answer: cardMoved,
    run: async (db, who, { params, body: given }) => {
      const made = await run(db, who, params.key, given as z.output<B>);
      return cardMoved.parse({ ...(await cardOf(db, who, made.key)), ended: await endedBy(db, made) });
    },
  });
}
