import type { ReactNode } from "react";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { ASKED_LABEL, PARTNER_LABEL } from "~/lib/partner/partnership";
import type { Incoming, Outgoing, PartnerOf } from "~/lib/partner/partnership.schema";
import { formatDateTime } from "~/lib/time/date";
import { termsLabel } from "~/lib/time/period";

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded border border-line bg-surface p-4">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Act = ({
  row,
  act,
  tone,
  children,
}: {
  row: { key: number };
  act: string;
  tone?: "primary";
  children: ReactNode;
}) => (
  <OneTap action="/setting/partner" fields={{ key: row.key, act }} tone={tone}>
    {children}
  </OneTap>
);

/** Who asks to work with the own company: what opens is said before the button. */
export function Asking({ rows }: { rows: Incoming[] }) {
  if (rows.length === 0) return null;
  return (
    <Box title={`届いている取引の依頼（${rows.length}件）`}>
      <p className="text-muted">
        承認すると、お互いの会社情報と納入先が見え、カード・書類・チャットのやり取りができるようになります。
        心当たりのない会社は断ってください。承認するまで、相手からは何も見えません。
      </p>
      {rows.map((row) => (
        <article key={row.key} aria-label={row.company_name} className="grid gap-2 border-t border-line pt-4">
          <h3>{row.company_name}</h3>
          <Facts
            facts={[
              { label: "会社ID", value: row.company_id },
              { label: "依頼した人", value: row.asker_name },
              { label: "依頼日時", value: formatDateTime(row.asked_time) },
              {
                label: "区分",
                value: row.relation === "seller" ? "この会社に発注する" : "この会社から受注する",
              },
              { label: "条件", value: termsLabel(row.terms) },
            ]}
          />
          <div className="flex flex-wrap gap-3">
            <Act row={row} act="decline">
              断る
            </Act>
            <Act row={row} act="accept" tone="primary">
              承認する
            </Act>
          </div>
        </article>
      ))}
    </Box>
  );
}

/** Whom the own company asked: what was typed, for a name would tell that the company is here. */
export function SentRequests({ rows, is_seller }: { rows: Outgoing[]; is_seller: boolean }) {
  if (rows.length === 0) return null;
  return (
    <Box title="送った取引の依頼">
      <p className="text-muted">
        会社IDとメールアドレスが合っていれば、お相手の管理者に届いています。回答がないときは、お相手に直接確かめてください。
      </p>
      {rows.map((row) => (
        <div
          key={row.key}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
        >
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <b className="break-all">{row.typed_id}</b>
            <span>{PARTNER_LABEL[row.relation]}として</span>
            <time dateTime={row.asked_time} className="text-note text-muted">
              {formatDateTime(row.asked_time)}
            </time>
            <Chip tone={row.state === "accepted" ? "good" : "muted"}>
              {row.is_expired ? "期限切れ" : ASKED_LABEL[row.state]}
            </Chip>
          </p>
          {row.state === "waiting" && is_seller ? (
            <Act row={row} act="withdraw">
              取り下げる
            </Act>
          ) : null}
        </div>
      ))}
    </Box>
  );
}

export function Partners({ rows }: { rows: PartnerOf[] }) {
  return (
    <Box title="取引先">
      {rows.length === 0 ? (
        <p className="text-muted">取引先はまだありません。お相手から依頼が届くと、ここで承認できます。</p>
      ) : null}
      {rows.map((row) => (
        <div
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
        >
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <b>{row.name}</b>
            <span className="text-note text-muted">
              {row.id}・{PARTNER_LABEL[row.relation]}
            </span>
            {row.is_active ? null : <Chip tone="muted">終了</Chip>}
          </p>
          {row.is_active ? (
            <LinkButton href={`/setting/partner/${row.id}/end`}>取引を終了</LinkButton>
          ) : row.may_resume ? (
            <LinkButton href={`/setting/partner/${row.id}/resume`}>取引を再開</LinkButton>
          ) : null}
        </div>
      ))}
    </Box>
  );
}
