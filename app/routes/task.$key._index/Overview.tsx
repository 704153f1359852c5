import { LinkButton } from "~/components/form/Button";
import { Facts } from "~/components/list/Facts";
import { Progress } from "~/components/list/Progress";
import type { FileRow } from "~/lib/file/file.schema";
import type { ComparedLine } from "~/lib/order/previous.schema";
import type { CardDetail } from "~/lib/task/card.page.schema";
import type { CardWork } from "~/lib/task/work.page.schema";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { Difference } from "~/routes/order.new/Difference";
import { EditForm } from "~/routes/task.$key.edit/EditForm";
import { BuyerActions, SellerActions } from "./Actions";
import { Current } from "./Current";
import { Drawing } from "./Drawing";
import { Dues } from "./Dues";
import { factsOf } from "./facts";
import { MoreActions } from "./MoreActions";
import { ProcessHistory } from "./ProcessHistory";

type Props = {
  detail: CardDetail;
  work: CardWork | null;
  last: { worker_id: number; name: string }[];
  amounts: boolean;
  today: string;
  drawing: FileRow | null;
  compared: ComparedLine | null;
  units?: Unit[];
};

export function Overview({ detail, work, last, amounts, today, drawing, compared, units }: Props) {
  const { card } = detail;
  const at = `/task/${card.key}`;
  const main = work ? (
    <SellerActions detail={detail} work={work} last={last} />
  ) : (
    <BuyerActions detail={detail} />
  );
  return (
    <div className="grid items-start gap-6 desk:grid-cols-side">
      <div className="grid min-w-0 gap-4">
        {work?.caution ? (
          <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
            <b>「{card.status}」の注意書き</b>　{work.caution}
          </p>
        ) : null}
        {work ? <Current card={card} work={work} /> : null}
        {units ? (
          <EditForm
            card={card}
            deliveries={detail.deliveries}
            units={units}
            amounts={amounts}
            back={at}
            returning={`?${new URLSearchParams({ return: at })}`}
          />
        ) : (
          <section className="rounded border border-line bg-surface p-4">
            <div className="mb-3 flex flex-wrap items-center gap-4">
              <div className="min-w-0 max-w-[500px] flex-1">
                <Progress
                  total={card.num_items}
                  good={card.num_good}
                  bad={card.num_defective}
                  partial={card.num_partial}
                  unit={UNIT_LABEL[card.order_unit]}
                />
              </div>
              {work && !card.cancelled_time ? (
                <LinkButton href={`${at}?edit=on`} className="ml-auto">
                  この場で編集
                </LinkButton>
              ) : null}
            </div>
            {drawing ? <Drawing card={card} file={drawing} /> : null}
            {compared?.previous ? (
              <p className="mb-3 flex flex-wrap items-center gap-x-4 rounded border border-line px-3 py-1">
                <Difference {...compared} at={work ? "/task/order/" : "/order/"} />
                <a
                  href={`${at}/previous`}
                  className="inline-flex items-center text-note text-accent underline touch:h-11"
                >
                  前回と並べて見る
                </a>
              </p>
            ) : null}
            <Facts columns={2} facts={factsOf(detail, work !== null, amounts)} />
          </section>
        )}
        {work ? (
          <Dues detail={detail} today={today} holidays={work.holidays} />
        ) : (
          <ProcessHistory detail={detail} />
        )}
      </div>
      <div className="grid content-start gap-4 max-desk:contents">
        {main ? (
          <div role="group" aria-label="操作" className="deeds">
            {main}
          </div>
        ) : null}
        {work ? (
          <section className="rounded border border-line bg-surface p-3">
            <h2 className="px-2 text-note text-muted">そのほかの操作</h2>
            <div className="grid max-desk:grid-cols-2">
              <MoreActions detail={detail} work={work} last={last} />
            </div>
          </section>
        ) : null}
      </div>
    </div>
  );
}
