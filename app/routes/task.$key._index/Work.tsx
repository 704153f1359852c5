import { LinkButton } from "~/components/form/Button";
import { Empty } from "~/components/list/Empty";
import type { Measured } from "~/lib/measurement/measurement.schema";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { workTotals } from "~/lib/task/work";
import type { CardWork, WorkRow } from "~/lib/task/work.page.schema";
import { minutesText } from "~/lib/time/minutes";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { Defects } from "./Defects";
import { Section } from "./parts.lists";
import { Records } from "./Records";
import { Steps } from "./Steps";
import { quantityUnlessNone, WorkCell, WorkLine } from "./WorkLine";

type Props = { detail: CardDetail; work: CardWork; records: Measured[]; admin: boolean };

export function Work({ detail, work: { works, defects, branches }, records, admin }: Props) {
  const { card } = detail;
  const unit = UNIT_LABEL[card.order_unit];
  if (works.length === 0 && defects.length === 0) {
    return (
      <section className="rounded border border-line bg-surface">
        <Empty
          text="実績はまだありません。着手・完了すると、だれがいつ何個作ったかが、ここに残ります。"
          action={
            card.shipped_time || card.cancelled_time
              ? undefined
              : { label: "着手", href: `/task/${card.key}/start` }
          }
        />
        <div className="flex justify-center p-4">
          <Steps detail={detail} />
        </div>
      </section>
    );
  }
  const totals = workTotals(works);
  const whyOf = (one: WorkRow) =>
    defects.find((bad) => !bad.is_void && bad.group_id === one.group_id && bad.recorded_time === one.work_end)
      ?.reason;
  return (
    <div className="grid gap-6">
      <section className="min-w-0 overflow-x-auto rounded border border-line bg-surface">
        <table className="rows fold facts">
          <caption className="sr-only">実績</caption>
          <thead>
            <tr>
              {["工程", "着手", "終了", "実働", "作業者"].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              {["良品", "不良", "途中"].map((label) => (
                <th key={label} scope="col" className="text-right">
                  {label}
                  <span className="ml-1 font-normal text-muted">{unit}</span>
                </th>
              ))}
              <th scope="col">メモ</th>
              {admin ? (
                <th scope="col">
                  <span className="sr-only">修正</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {works.map((one) => (
              <WorkLine key={one.key} one={one} why={whyOf(one)} unit={unit} card={card} admin={admin} />
            ))}
          </tbody>
          <tfoot>
            <tr className="font-bold">
              <WorkCell>合計</WorkCell>
              <td />
              <td />
              <WorkCell label="実働">
                {minutesText(totals.minutes)}
                {totals.machine_minutes > 0 ? (
                  <span className="block text-note text-muted">
                    機械 {minutesText(totals.machine_minutes)}
                  </span>
                ) : null}
              </WorkCell>
              <td />
              <td />
              <WorkCell label="不良" number>
                {quantityUnlessNone(totals.num_defective, unit)}
              </WorkCell>
              <td />
              <td />
              {admin ? <td /> : null}
            </tr>
          </tfoot>
        </table>
      </section>
      {records.length > 0 ? (
        <Section title="記録">
          <Records records={records} card_key={card.key} />
          <p>
            <LinkButton href={`/task/${card.key}/certificate`}>検査成績書</LinkButton>
          </p>
        </Section>
      ) : null}
      {defects.length > 0 ? (
        <Section title="不良">
          <Defects defects={defects} unit={card.order_unit} made={branches} photos={[]} />
        </Section>
      ) : null}
      {card.shipped_time || card.cancelled_time ? null : (
        <div className="flex flex-wrap gap-3">
          <LinkButton href={`/task/${card.key}/finish`}>完了・数量を登録</LinkButton>
          <Steps detail={detail} />
        </div>
      )}
    </div>
  );
}
