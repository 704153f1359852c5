import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { boardMetaOf, changeRecordItems } from "~/lib/shop/meta.server";
import { recordInput } from "~/lib/shop/record.schema";
import { recordItemsOf } from "~/lib/shop/record.server";
import type { Card } from "~/lib/tables/card.table.server";
import { finishWork } from "~/lib/task/work.finish.server";
import { finishing } from "~/lib/task/work.schema";
import type { Clock } from "./world.clock.server";
import type { Planned } from "./world.plan.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

const MEASURED = ["YM-1001", "YM-1003", "YM-1004"];
const SAMPLES = 5;

/** What yamada measures at its inspection. */
export const measureActs = ({ boss, inspect }: Shop, clock: Clock): Act[] => [
  {
    at: clock.instant(-132),
    username: boss,
    async run(tx, who) {
      const { version } = await boardMetaOf(tx, who);
      const items = [
        {
          label: "穴径",
          kind: "number",
          unit: "mm",
          lower_limit: "12",
          upper_limit: "12.05",
          digits: 3,
        },
        { label: "外観", kind: "choice", choices: "良、キズ、打痕", ng_choices: "キズ、打痕" },
      ].map((item) => recordInput.parse({ ...item, group_id: inspect }));
      await changeRecordItems(tx, who, { version, items });
    },
  },
];

export const isMeasured = (shop: Shop, { code, defective }: Planned): boolean =>
  shop.seller_id === "yamada" && MEASURED.includes(code) && defective === 0;

/** The drill wears: from week to week the holes come nearer to the upper limit. */
function holes(time: number, turn: number): string {
  const wear = 0.02 * Math.min(1, Math.max(0, (time + 130) / 130));
  const spread = (at: number) => ((turn * 7 + at * 13) % 11) - 5;
  return Array.from({ length: SAMPLES }, (_, at) => (12.017 + wear + spread(at) * 0.0018).toFixed(3)).join(
    " ",
  );
}

export const measuredFinish =
  (line: Planned, worker_id: number, time: number) =>
  async ({ key, version, seller_id }: Card, tx: Tx, who: Who): Promise<Card> => {
    const [hole, look] = await recordItemsOf(tx, seller_id);
    const values = [
      { item_id: hole!.item_id, value: holes(time, line.turn) },
      { item_id: look!.item_id, value: line.turn % 9 === 4 ? "キズ" : "良" },
    ];
    return finishWork(
      tx,
      who,
      key,
      finishing.parse({ version, worker_ids: [worker_id], next: "stay", values }),
    );
  };
