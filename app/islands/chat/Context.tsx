import type { Context as Value } from "~/lib/chat/context.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";

const LINK = "inline-flex min-h-7 items-center text-accent underline touch:min-h-11";
type Card = NonNullable<Value["card"]>;

function Facts({ card }: { card: Card }) {
  const unit = card.unit_label;
  const facts: [string, string][] = [
    ["工程", card.shipped_time ? "出荷済み" : card.status],
    ["数量", `${formatNumber(card.num_items)}${unit}（良品 ${formatNumber(card.num_good)}${unit}）`],
    [
      card.due_label,
      `${card.delivery_date ? formatDate(card.delivery_date) : "未定"}${card.is_late ? "（遅れ）" : ""}`,
    ],
    ["提案", card.proposed_delivery_date ? formatDate(card.proposed_delivery_date) : ""],
    ["注文番号", card.order_id ?? ""],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-3">
      {facts
        .filter(([, text]) => text !== "")
        .map(([label, text]) => [
          <dt key={label} className="text-note text-muted">
            {label}
          </dt>,
          <dd
            key={`${label} is`}
            className={label === card.due_label && card.is_late ? "font-bold text-bad" : ""}
          >
            {text}
          </dd>,
        ])}
    </dl>
  );
}

export function Context({
  room,
  context: { card, duties },
  partner,
}: {
  room: string;
  context: Value;
  partner: string;
}) {
  const groups = [
    ["こちらの要対応", duties.filter((one) => one.is_ours)],
    ["相手の要対応", duties.filter((one) => !one.is_ours)],
  ] as const;
  return (
    <div className="grid gap-4">
      <section aria-label="カード" className="grid gap-2">
        <h2 className="text-base font-bold">話しているカード</h2>
        {card ? (
          <>
            <p className="font-bold">
              {card.id}　{card.name}
              {card.is_urgent ? <span className="ml-2 text-bad">至急</span> : null}
            </p>
            <Facts card={card} />
            <p className="flex flex-wrap gap-x-3">
              <a href={`/task/${card.key}`} className={LINK}>
                カードを開く
              </a>
              <a href={`/chat/${room}?of=${card.key}&task=${card.key}`} className={LINK}>
                このカードだけ
              </a>
              <a href={`/chat/${room}/print?of=${card.key}`} className={LINK}>
                印刷
              </a>
            </p>
          </>
        ) : (
          <p className="text-note text-muted">カードを付けて話すと、ここに出ます。</p>
        )}
      </section>
      {groups.map(([label, items]) => (
        <section key={label} aria-label={label} className="grid gap-1 border-t border-line pt-2">
          <h2 className="text-base font-bold">{label}</h2>
          {items.map((one) => (
            <p key={one.label} className="flex items-center justify-between gap-2">
              <a href={one.href} className={LINK}>
                {one.label}
              </a>
              <b className="tabular-nums">{one.count > 99 ? "99件以上" : `${one.count}件`}</b>
            </p>
          ))}
          {items.length === 0 ? (
            <p className="text-note text-muted">{partner}との間に、いまはありません。</p>
          ) : null}
        </section>
      ))}
    </div>
  );
}
