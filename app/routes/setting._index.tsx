import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Timeline } from "~/components/list/Timeline";
import { MODE_LABEL, REASON_LABEL } from "~/lib/auth/acting";
import { actingRows } from "~/lib/auth/acting.schema";
import { holidays } from "~/lib/company/calendar.schema";
import { termsExample } from "~/lib/company/factory.terms";
import { setupSteps } from "~/lib/company/setup";
import { destinations } from "~/lib/partner/destination.schema";
import { partnerships } from "~/lib/partner/partnership.schema";
import { boardMeta } from "~/lib/shop/meta.schema";
import { registrationWarning } from "~/lib/text/registration";
import { today } from "~/lib/time/date";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { LAYOUT_LABEL, NUMBER_LABEL, ORDER_LABEL } from "~/lib/vocabulary/print";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";
import { json } from "~/lib/web/json.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("会社・ユーザー情報");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const year = Number(today().slice(0, 4));
  const [factory, accesses, known, places, days, board] = await Promise.all([
    api.get(factorySelf, "/factories/self"),
    api.get(actingRows, "/factories/self/accesses"),
    api.get(partnerships, "/partnerships"),
    api.get(destinations, `/factories/${who.company_id}/destinations`),
    api.get(holidays, "/factories/self/holidays", { year }),
    who.company_type === "seller" ? api.get(boardMeta, "/factories/self/meta") : null,
  ]);
  const steps = setupSteps({
    ...factory,
    num_accounts: factory.bank_accounts.length,
    processes: board && board.processes.length,
    partners: known.partners.length,
    destinations: places.items.length,
    holidays: days.items.length,
  });
  return json({
    who,
    factory,
    accesses: accesses.items,
    asked: known.incoming.length,
    steps,
    terms: termsExample(factory.meta, today()),
  });
}

function Section({
  title,
  edit,
  children,
}: {
  title: string;
  edit?: { href: string; label: string };
  children: React.ReactNode;
}) {
  return (
    <section className="grid gap-2 rounded border border-line bg-surface p-4">
      <header className="flex items-center justify-between gap-4">
        <h2>{title}</h2>
        {edit && <LinkButton href={edit.href}>{edit.label}</LinkButton>}
      </header>
      {children}
    </section>
  );
}

function Setup({ steps }: { steps: ReturnType<typeof setupSteps> }) {
  const left = steps.filter(({ is_done }) => !is_done);
  if (left.length === 0) return null;
  return (
    <Section title={`はじめに（残り${left.length}件）`}>
      <Facts
        facts={steps.map(({ label, why, href, is_done }) => ({
          label,
          value: is_done ? (
            <Chip tone="good">済み</Chip>
          ) : (
            <>
              <a href={href}>設定する</a>　<span className="text-note text-muted">{why}</span>
            </>
          ),
        }))}
      />
    </Section>
  );
}

export default function Company() {
  const { who, factory, accesses, asked, steps, terms } = useLoaderData<typeof loader>();
  const { meta: rules, registration_number } = factory;
  const warning = registration_number && registrationWarning(registration_number);
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>会社・ユーザー情報</h1>
      <Setup steps={steps} />
      <Section title="会社" edit={{ href: "/setting/company", label: "会社情報を変更" }}>
        <Facts
          facts={[
            { label: "会社名", value: factory.name },
            { label: "会社ID", value: factory.id },
            { label: "カナ", value: factory.kana },
            { label: "郵便番号", value: factory.postal_code },
            { label: "住所", value: factory.address },
            { label: "TEL", value: factory.tel },
            { label: "FAX", value: factory.fax },
            { label: "メール", value: factory.email },
            {
              label: "登録番号",
              value: registration_number && (
                <>
                  {registration_number}
                  {warning && <span className="block text-note text-warn">{warning}。</span>}
                </>
              ),
            },
            ...factory.bank_accounts.map((one, index) => ({
              label: `振込先${index + 1}`,
              value: `${one.bank_name} ${one.branch_name} ${one.kind} ${one.number} ${one.holder}`,
            })),
            { label: "営業日", value: <a href="/setting/calendar">営業日カレンダーを開く</a> },
            { label: "履歴", value: <a href="/setting/history">変更の履歴を見る</a> },
            { label: "納入先", value: <a href="/setting/destination">納入先一覧を開く</a> },
            {
              label: "取引先",
              value: (
                <a href="/setting/partner">
                  取引の依頼と取引先を開く{asked > 0 && `（承認待ち ${asked}件）`}
                </a>
              ),
            },
          ]}
        />
      </Section>
      <Section title="締め・支払" edit={{ href: "/setting/terms", label: "締め・支払と帳票を変更" }}>
        <Facts
          facts={[
            { label: "条件", value: terms.label },
            { label: "例", value: terms.example },
            {
              label: "60日の確認",
              value: (
                <>
                  <Chip tone={terms.tone}>{terms.verdict}</Chip> {terms.check}
                </>
              ),
            },
            { label: "検収日数", value: `${rules.inspection_days}日` },
          ]}
        />
      </Section>
      <Section title="帳票" edit={{ href: "/setting/paper", label: "帳票を変更" }}>
        <Facts
          facts={[
            { label: "様式", value: LAYOUT_LABEL[rules.paper_layout] },
            { label: "明細の並び順", value: ORDER_LABEL[rules.line_order] },
            { label: "番号の型", value: NUMBER_LABEL[rules.number_style] },
            {
              label: "ロゴ・角印",
              value: [factory.logo && "ロゴあり", factory.seal && "角印あり"].filter(Boolean).join("・"),
            },
            { label: "金額の端数", value: ROUNDING_LABEL[rules.amount_rounding] },
            { label: "消費税の端数", value: ROUNDING_LABEL[rules.tax_rounding] },
          ]}
        />
      </Section>
      <Section title="ユーザー" edit={{ href: "/setting/self", label: "自分の設定" }}>
        <Facts
          facts={[
            { label: "氏名", value: who.name },
            { label: "メール", value: who.email },
            { label: "二段階認証", value: <a href="/setting/factor">会社の決まりを開く</a> },
          ]}
        />
        <p>
          <LinkButton href="/setting/logout">ログアウト</LinkButton>
        </p>
      </Section>
      <Section title="運営によるアクセスの記録">
        <p className="text-note text-muted">運営の担当者が、この会社の画面を表示・操作したときの記録です。</p>
        <Timeline
          empty="まだありません。"
          entries={accesses.map((one) => ({
            id: one.key,
            who: one.actor_name,
            when: one.started_time,
            what: `${REASON_LABEL[one.reason]}（${MODE_LABEL[one.mode]}）`,
            note:
              [one.note, ...one.writes.map(({ summary }) => `変更: ${summary}`)].filter(Boolean).join("\n") ||
              undefined,
          }))}
        />
      </Section>
    </div>
  );
}
