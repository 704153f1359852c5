import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { Timeline } from "~/components/list/Timeline";
import { AGREEMENT_ACT_LABEL, AGREEMENT_STATE_LABEL } from "~/lib/selfbill/agreement";
import type { AgreementRow } from "~/lib/selfbill/agreement.schema";
import { CONFIRM_FORM_LABEL, SELF_BILLS } from "~/lib/vocabulary/selfbill";

const TONE = { none: "muted", waiting: "warn", live: "good" } as const;
type Proposal = NonNullable<AgreementRow["live"]>;

const formText = ({ form, days }: Proposal) =>
  `${CONFIRM_FORM_LABEL[form]}${days === null ? "" : `（${days}日）`}`;

function Words({ title, of }: { title: string; of: Proposal }) {
  return (
    <p>
      <b>
        {title}（第{of.version}版）
      </b>
      {"　"}
      {formText(of)}
      <span className="block text-note text-muted">「{of.words}」</span>
    </p>
  );
}

/** What holds with one partner, and who said what. */
export function Partner({ row }: { row: AgreementRow }) {
  const { live, waiting } = row;
  const at = (key: number) => `${SELF_BILLS}/agreement/${key}`;
  return (
    <section aria-label={row.partner_name} className="grid gap-2 rounded border border-line bg-surface p-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-bold">{row.partner_name}</h3>
        <Chip tone={TONE[row.state]}>{AGREEMENT_STATE_LABEL[row.state]}</Chip>
        {row.is_payer && !row.registration_number ? (
          <span className="text-note text-warn">登録番号なし（区分記載になります）</span>
        ) : null}
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {row.is_payer && live ? (
            <LinkButton href={`${SELF_BILLS}/new?partner_id=${row.partner_id}`}>支払通知書を作る</LinkButton>
          ) : null}
          {!row.is_payer && waiting ? (
            <LinkButton tone="primary" href={at(waiting.key)}>
              提案に回答する
            </LinkButton>
          ) : null}
          {live ? (
            <LinkButton tone="danger" href={at(live.key)}>
              取り決めを終了する
            </LinkButton>
          ) : null}
        </span>
      </header>
      {live ? <Words title="取り決め" of={live} /> : null}
      {waiting ? <Words title="提案中" of={waiting} /> : null}
      {row.log.length > 0 ? (
        <details>
          <summary>履歴</summary>
          <Timeline
            entries={row.log.map((one) => ({
              id: one.key,
              who: [one.company_name, one.person].filter(Boolean).join(" "),
              when: one.said_time,
              what: `${AGREEMENT_ACT_LABEL[one.act]}（第${one.version}版）`,
              note: one.reason ?? formText(one),
            }))}
          />
        </details>
      ) : null}
    </section>
  );
}
