import type { ReactNode } from "react";
import { LinkButton } from "~/components/form/Button";
import { Facts } from "~/components/list/Facts";
import type { FileRow } from "~/lib/file/file.schema";
import type { ComparedLine } from "~/lib/order/previous.schema";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { cannotEdit } from "~/lib/task/ship";
import { attending } from "~/lib/task/work";
import type { CardWork } from "~/lib/task/work.page.schema";
import { Difference } from "~/routes/order.new/Difference";
import { Acts } from "./Acts";
import { ChangeLink } from "./ChangeLink";
import { Current } from "./Current";
import { Drawing } from "./Drawing";
import { factsOf, moreFactsOf } from "./facts";
import { Glance } from "./Glance";
import { Stepper } from "./Stepper";

type Props = {
  detail: CardDetail;
  work: CardWork | null;
  situation: Parameters<typeof Glance>[0]["situation"];
  last: { worker_id: number; name: string }[];
  amounts: boolean;
  today: string;
  drawing: FileRow | null;
  compared: ComparedLine | null;
  tabs: ReactNode;
  /** What stands beside the facts. */
  children: ReactNode;
};

export function Overview({
  detail,
  work,
  situation,
  last,
  amounts,
  today,
  drawing,
  compared,
  tabs,
  children,
}: Props) {
  const { card } = detail;
  const at = `/task/${card.key}`;
  return (
    <>
      {work?.caution ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          <b>「{card.status}」の注意書き</b>　{work.caution}
        </p>
      ) : null}
      <div className="grid items-start gap-4 max-desk:contents desk:grid-cols-side">
        <div className={`grid min-w-0 gap-4 max-desk:contents ${drawing ? "" : "col-span-full"}`}>
          <Glance
            detail={detail}
            today={today}
            left={work?.num_left}
            situation={situation}
            workers={
              work?.works.flatMap(({ work_end, worker_name: name, is_unmanned }) =>
                work_end === null ? attending({ name, is_unmanned }) : [],
              ) ?? []
            }
          />
          <Stepper detail={detail} today={today} holidays={work?.holidays} />
          <Acts detail={detail} work={work} last={last} />
          {work ? <Current card={card} work={work} /> : null}
        </div>
        {drawing ? <Drawing card={card} file={drawing} /> : null}
        <div className="col-span-full min-w-0">{tabs}</div>
        <section className="rounded border border-line bg-surface px-4 py-3">
          <div className="flex flex-wrap items-center gap-2">
            <h2>内容</h2>
            {work && cannotEdit(card) === null ? (
              <span className="ml-auto flex flex-wrap items-center gap-x-4">
                <ChangeLink agreed={detail.agreed} />
                <LinkButton href={`${at}/edit`}>編集</LinkButton>
              </span>
            ) : null}
          </div>
          {compared?.previous ? (
            <p className="flex flex-wrap items-center gap-x-4 py-1">
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
          <details>
            <summary className="inline-flex min-h-9 items-center text-accent touch:min-h-11">
              すべての項目 ▾
            </summary>
            <Facts columns={2} facts={moreFactsOf(detail, work !== null)} />
          </details>
        </section>
        {children}
      </div>
    </>
  );
}
