import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { Timeline } from "~/components/list/Timeline";
import { type Amendment, amendments } from "~/lib/order/amend.schema";
import { changeText } from "~/lib/order/amend.words";
import { revisionChanges } from "~/lib/order/order.change";
import { type Order, order } from "~/lib/order/order.row.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("版の履歴");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const at = `/orders/${args.params.key}`;
  const [of, { items }] = await Promise.all([api.get(order, at), api.get(amendments, `${at}/amendments`)]);
  const back = of.buyer_id === who.company_id && who.company_type === "buyer" ? "/order" : "/task/order";
  return json({ order: of, items: items.reverse(), back: `${back}/${of.key}` });
}

const companyOf = (of: Order, id: string | null) => (id === of.buyer_id ? of.buyer.name : of.seller.name);

function changesOf(of: Order, revision: number) {
  const names = new Map(of.revisions[revision - 1]!.lines.map((line) => [line.line_no, line.name]));
  return [...revisionChanges(of, revision)].flatMap(([line_no, fields]) => {
    const line = `${line_no}. ${names.get(line_no)}`;
    if (fields === null) return [{ label: line, from: "なし", to: "追加" }];
    return fields.map(({ label, from, to }) => ({
      label: `${line}　${label}`,
      from: from ?? undefined,
      to: to ?? undefined,
    }));
  });
}

export default function History() {
  const { order: of, items, back } = useLoaderData<typeof loader>();
  const open = items.filter((one) => one.can_answer || one.can_withdraw);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h1>版の履歴 {of.order_id}</h1>
        <Chip tone="accent">v{of.revision}</Chip>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          <LinkButton href={back}>依頼に戻る</LinkButton>
          {of.cancelled_time === null ? (
            <LinkButton tone="primary" href={`/task/order/${of.key}/change`}>
              変更を依頼する
            </LinkButton>
          ) : null}
        </span>
      </header>
      {open.map((one) => (
        <p key={one.key} className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          {one.can_answer ? "変更依頼が届いています。" : "変更依頼に、相手の回答を待っています。"}
          <a href={`/task/order/${of.key}/change/${one.key}`}>
            内容を見る（期限 {formatDate(one.expires_date)}）
          </a>
        </p>
      ))}
      <h2>版</h2>
      <Timeline
        entries={[...of.revisions].reverse().map((one) => ({
          id: one.revision,
          what: one.revision === 1 ? "v1　依頼" : `v${one.revision}　合意`,
          who:
            one.revision === 1
              ? of.buyer.name
              : [
                  `提案 ${companyOf(of, one.proposed_by)} ${one.proposer_name}`,
                  `（${formatDateTime(one.proposed_time!)}）`,
                  `・合意 ${companyOf(of, one.agreed_by)} ${one.agreer_name}`,
                ].join(""),
          when: one.agreed_time ?? of.sent_time,
          changes: one.revision === 1 ? [] : changesOf(of, one.revision),
          note: [one.words, one.agreer_words].filter(Boolean).join("\n") || undefined,
        }))}
      />
      <p className="flex flex-wrap gap-2 print:hidden">
        {of.revisions.map(({ revision }) => (
          <LinkButton
            key={revision}
            href={`/task/order/${of.key}/print?version=${revision === 1 ? "sent" : revision}`}
          >
            v{revision} の依頼書
          </LinkButton>
        ))}
      </p>
      <h2>変更依頼</h2>
      <Timeline
        empty="変更依頼はまだありません。"
        entries={items.map((one) => ({
          id: one.key,
          what: one.counters ? "別案" : "変更依頼",
          who: `${companyOf(of, one.proposed_by)} ${one.proposer_name}`,
          when: one.proposed_time,
          note: [
            one.words,
            ...one.items.map((item) =>
              [
                item.line_no === null ? "追加" : `${item.line_no}行目`,
                item.is_cancel ? "取消" : item.changes.map(changeText).join("、"),
                `［${answerText(item)}］`,
                item.words ? `「${item.words}」` : "",
              ].join(" "),
            ),
          ].join("\n"),
        }))}
      />
      <p className="flex flex-wrap gap-2 print:hidden">
        {items.map(({ key, proposed_time }) => (
          <LinkButton key={key} href={`/task/order/${of.key}/change/${key}`}>
            {formatDateTime(proposed_time)} の変更依頼
          </LinkButton>
        ))}
      </p>
    </section>
  );
}

/** With who answered, and when: what was declined stands in no version. */
const answerText = ({ state, answerer_name, answered_time }: Amendment["items"][number]) =>
  [STATE[state], answerer_name, answered_time && formatDateTime(answered_time)].filter(Boolean).join(" ");

const STATE = {
  open: "回答待ち",
  agreed: "合意",
  declined: "断り",
  withdrawn: "取り下げ",
  countered: "別案あり",
  expired: "期限切れ",
  closed: "終了（明細なし）",
};
