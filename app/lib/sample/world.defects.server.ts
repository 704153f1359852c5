import { and, asc, desc, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { answerReport } from "~/lib/defect/report.answer.server";
import { reportAnswering, reportNew } from "~/lib/defect/report.schema";
import { sendReport } from "~/lib/defect/report.server";
import { workersOf } from "~/lib/shop/worker.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { defect_report } from "~/lib/tables/defect.report.table.server";
import { work } from "~/lib/tables/work.table.server";
import { reason } from "~/lib/tables/worker.table.server";
import { finishWork } from "~/lib/task/work.finish.server";
import { finishing } from "~/lib/task/work.schema";
import { standing } from "./world.branches.server";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

async function reasonNamed(tx: Tx, who: Who, label: string): Promise<number | null> {
  const [row] = await tx
    .select({ reason_id: reason.reason_id })
    .from(reason)
    .where(and(eq(reason.company_id, who.company_id), eq(reason.kind, "defect"), eq(reason.label, label)));
  return row?.reason_id ?? null;
}

/** 寸法不良 that comes back, found by 検査. */
export const wornTool =
  (num_good: string, num_defective: string, worker_id: number) =>
  async (one: Card, tx: Tx, who: Who): Promise<Card> => {
    const reason_id = await reasonNamed(tx, who, "寸法不良");
    if (reason_id === null) return one;
    const said = { num_good, num_defective, reason_id, treatment: "scrap", note: "工具の摩耗", next: "stay" };
    const done = finishing.parse({ version: one.version, worker_ids: [worker_id], ...said });
    return finishWork(tx, who, one.key, done);
  };

const REPORTED = 2;
const STEPS = [3, 4, 5];

async function lotsOf(tx: Tx, who: Who, buyer_id: string): Promise<Card[]> {
  const found: Card[] = [];
  for (const group_id of STEPS) found.push(...(await standing(tx, who, group_id, 20)));
  return found.filter((one) => one.buyer_id === buyer_id && one.num_partial === "0").slice(0, REPORTED);
}

/** Two 不良報告書 to the first buyer: of one it has said 特採, the other waits. */
export function defectActs({ boss, hand, buyers, seller_id }: Shop, clock: Clock): Act[] {
  const [first] = buyers;
  return [
    {
      at: clock.instant(0.991),
      username: hand,
      run: async (tx, who) => {
        const reason_id = await reasonNamed(tx, who, "キズ");
        const [{ worker_id } = { worker_id: 0 }] = await workersOf(tx, who, false);
        for (const { key, version } of await lotsOf(tx, who, first.buyer_id)) {
          const counts = { num_good: "4", num_defective: "2", num_partial: "1", worker_ids: [worker_id] };
          await finishWork(tx, who, key, finishing.parse({ version, ...counts, reason_id, next: "stay" }));
        }
      },
    },
    {
      at: clock.instant(0.993),
      username: boss,
      run: async (tx, who) => {
        const rows = await tx
          .select({ key: work.key })
          .from(work)
          .innerJoin(card, eq(card.key, work.card_key))
          .where(
            and(
              eq(work.seller_id, seller_id),
              eq(card.buyer_id, first.buyer_id),
              eq(work.num_defective, "2"),
            ),
          )
          .orderBy(desc(work.key))
          .limit(REPORTED);
        for (const { key } of rows)
          await sendReport(
            tx,
            who,
            reportNew.parse({
              rows: `w${key}:2`,
              cause: "運搬中に部品どうしが当たり、外観面に浅いキズが付きました。",
              words: "仕切りを入れて運ぶようにしました。キズの深さは0.02mm以下です。",
            }),
          );
      },
    },
    {
      at: clock.instant(0.995),
      username: first.clerks[0]!,
      run: async (tx, who) => {
        const [sent] = await tx
          .select({ key: defect_report.key })
          .from(defect_report)
          .orderBy(asc(defect_report.key));
        const said = {
          treatment: "concession",
          words: "外観は機能に関わらないので、そのまま納めてください。",
        };
        if (sent) await answerReport(tx, who, sent.key, reportAnswering.parse(said));
      },
    },
  ];
}
