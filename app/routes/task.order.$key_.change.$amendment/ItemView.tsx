import { CheckField, RadioField } from "~/components/form/choices";
import { HiddenField } from "~/components/form/fields";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { Amendment } from "~/lib/order/amend.schema";
import { changeText } from "~/lib/order/amend.words";
import { formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Item = Amendment["items"][number];

const STATE: Record<Item["state"], { text: string; tone: "accent" | "good" | "bad" | "muted" }> = {
  open: { text: "回答待ち", tone: "accent" },
  agreed: { text: "合意", tone: "good" },
  declined: { text: "断り", tone: "bad" },
  withdrawn: { text: "取り下げ", tone: "muted" },
  countered: { text: "別案あり", tone: "muted" },
  closed: { text: "終了", tone: "muted" },
  expired: { text: "期限切れ", tone: "muted" },
};

const STEPS = [
  ["ordered", "注文"],
  ["delivered", "納品済"],
  ["shipped", "出荷済"],
  ["made", "良品（出荷前）"],
  ["wip", "作業中"],
] as const;

const progressText = ({ now, unit }: Item) =>
  now &&
  `${STEPS.map(([name, label]) => `${label} ${formatNumber(now[name])}`).join("・")}（${UNIT_LABEL[unit]}）`;

/** Before it is answered from what to what; after that what came of it. */
function priceText({ state, unit_price, list_price, takes_price }: Item): string {
  const to = `${formatNumber(list_price!)}円`;
  if (state === "open")
    return `単価も見直す ${unit_price === null ? "未定" : `${formatNumber(unit_price)}円`} → ${to}（双方が選んだとき）`;
  return takes_price ? `単価も${to}に見直し` : `単価の見直し（${to}）はなし`;
}

/** `all`: those that are asked; one alone cannot be left for later. */
type Props = { item: Item; all: Item[]; asks: boolean };

export function ItemView({ item, all, asks }: Props) {
  const open = item.state === "open";
  const index = all.indexOf(item);
  const changes = item.is_cancel ? ["この明細を取り消す"] : item.changes.map(changeText);
  return (
    <article className="grid gap-2 rounded border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2>
          {item.line_no === null ? "追加" : `${item.line_no}行目`}　{item.name}
        </h2>
        <Chip tone={STATE[item.state].tone}>{STATE[item.state].text}</Chip>
      </header>
      <ul className="list-disc pl-5">
        {changes.map((text) => (
          <li key={text} className="font-bold">
            {text}
          </li>
        ))}
        {item.cost === null ? null : <li>これまでの費用 {formatYen(item.cost)}</li>}
        {item.list_price === null ? null : <li>{priceText(item)}</li>}
      </ul>
      {open && item.moved ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          提案後に{item.moved}進みました。
        </p>
      ) : null}
      <Facts
        facts={[
          open && item.now !== null && { label: "いまの進み具合", value: progressText(item) },
          open && item.verdict !== "" && { label: "判定", value: item.verdict },
          open &&
            item.treated.length > 0 && {
              label: "進んでいる分",
              value: <span className="whitespace-pre-wrap">{item.treated.join("\n")}</span>,
            },
          item.answerer_name !== null && {
            label: "回答した人",
            value: `${item.answerer_name}・${formatDateTime(item.answered_time!)}`,
          },
          item.words !== null && { label: "ひとこと", value: item.words },
          item.revision !== null && { label: "版", value: `v${item.revision}` },
        ]}
      />
      {open && item.problem ? <p className="font-bold text-bad">{item.problem}</p> : null}
      {open && asks ? (
        <>
          <HiddenField name={`answers[${index}].item_no`} value={item.item_no} />
          <RadioField
            name={`answers[${index}].answer`}
            label="回答"
            optional={all.length > 1}
            options={[
              ...(item.problem ? [] : [{ value: "agreed", label: "同意する" }]),
              { value: "declined", label: "断る" },
            ]}
          />
          {item.list_price === null || item.problem ? null : (
            <CheckField
              name={`answers[${index}].reprice`}
              label={`単価も${formatNumber(item.list_price)}円に見直す`}
              help="選ばなければ、単価は今のままで数量だけが変わります"
            />
          )}
        </>
      ) : null}
    </article>
  );
}
