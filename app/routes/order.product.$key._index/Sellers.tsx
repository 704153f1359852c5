import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { liveAnswer } from "~/lib/quote/quote.comparison";
import type { QuoteDetail, QuotePart } from "~/lib/quote/quote.row.schema";
import { furtherProblem } from "~/lib/quote/quote.sellers";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { DECLINE_LABEL, PASS_LABEL } from "~/lib/vocabulary/quote";

/** Of each factory: what has happened, its versions, and what may be asked of it. */
export function Sellers({ found, today }: { found: QuoteDetail; today: string }) {
  return (
    <section className="grid gap-2" aria-labelledby="sellers">
      <h2 id="sellers">依頼先</h2>
      <ul className="grid gap-2">
        {found.parts.map((part) => (
          <li
            key={part.key}
            id={`part-${part.key}`}
            className="grid gap-2 rounded border border-line bg-surface p-4"
          >
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <b>{part.seller_name}</b>
              <Standing part={part} chosen={found.awards.some((one) => one.seller_id === part.seller_id)} />
              <span className="text-note text-muted">{trail(part)}</span>
            </p>
            {part.asked_time ? (
              <p className="text-note">
                再見積の依頼 {formatDateTime(part.asked_time)} {part.asked_words}
              </p>
            ) : null}
            {part.declined_reason ? (
              <p className="text-note">
                辞退（{DECLINE_LABEL[part.declined_reason]}）{part.declined_words}・
                {formatDateTime(part.declined_time!)}
              </p>
            ) : null}
            {part.passed_reason ? (
              <p className="text-note">
                見送り（{PASS_LABEL[part.passed_reason]}）{part.passed_words}
                {part.told_time
                  ? `・${formatDateTime(part.told_time)} に知らせました`
                  : "・まだ知らせていません"}
              </p>
            ) : null}
            <Versions found={found} part={part} />
            <Comment text={liveAnswer(part)?.comment ?? null} />
            <PartActs found={found} part={part} />
          </li>
        ))}
      </ul>
      {found.is_offer || furtherProblem(found, today) ? null : (
        <p className="print:hidden">
          <LinkButton href={`/order/product/${found.key}/sellers`}>依頼先を追加する</LinkButton>
        </p>
      )}
    </section>
  );
}

const trail = (part: QuotePart) =>
  [
    part.viewed_time ? `閲覧 ${formatDateTime(part.viewed_time)}` : "未閲覧",
    part.reminded_time && `催促 ${formatDateTime(part.reminded_time)}`,
    part.payment_terms && `支払条件 ${part.payment_terms}`,
  ]
    .filter(Boolean)
    .join("・");

function Standing({ part, chosen }: { part: QuotePart; chosen: boolean }) {
  if (chosen) return <Chip tone="good">採用</Chip>;
  if (part.declined_time) return <Chip tone="bad">辞退</Chip>;
  if (part.passed_time) return <Chip>見送り</Chip>;
  if (part.num_answers === 0) return <Chip tone="accent">未回答</Chip>;
  return part.is_unread ? <Chip tone="warn">新しい回答</Chip> : <Chip tone="good">回答あり</Chip>;
}

const Comment = ({ text }: { text: string | null }) =>
  text === null ? null : <p className="whitespace-pre-wrap text-note">{text}</p>;

/** The ones before stay readable, struck through. */
function Versions({ found, part }: { found: QuoteDetail; part: QuotePart }) {
  if (part.answers.length === 0) return null;
  const live = liveAnswer(part);
  return (
    <ul className="text-note">
      {part.answers.map((answer) => {
        const text = `第${answer.version}版 ${formatDateTime(answer.sent_time)}・有効期限 ${formatDate(answer.valid_until)}`;
        return (
          <li key={answer.key} className="flex flex-wrap items-center gap-x-3">
            {answer === live ? <b>{text}</b> : <s className="text-muted">{text}</s>}
            {answer.is_late ? <Chip tone="warn">期限後</Chip> : null}
            {answer.withdrawn_time ? <Chip>取り下げ {answer.withdrawn_words ?? ""}</Chip> : null}
            {answer.is_renewed ? <Chip>期限の延長</Chip> : null}
            <a
              href={`/order/product/${found.key}/answer?key=${answer.key}`}
              className="text-accent print:hidden"
            >
              見積書
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function PartActs({ found, part }: { found: QuoteDetail; part: QuotePart }) {
  const chosen = found.awards.some((one) => one.seller_id === part.seller_id);
  const query = new URLSearchParams({ seller: part.seller_id });
  const at = `/order/product/${found.key}`;
  const paper = found.is_offer ? null : (
    <LinkButton tone="plain" href={`${at}/print?${query}`}>
      見積依頼書
    </LinkButton>
  );
  if (chosen || found.cancelled_time || part.told_time || part.declined_time)
    return <p className="print:hidden">{paper}</p>;
  return (
    <p className="flex flex-wrap gap-2 print:hidden">
      {part.num_answers > 0 ? <LinkButton href={`${at}/ask?${query}`}>再見積を求める</LinkButton> : null}
      <LinkButton tone="plain" href={`${at}/pass?${query}`}>
        {part.passed_time ? "見送りを知らせる" : "見送る"}
      </LinkButton>
      {paper}
    </p>
  );
}
