import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { actingRows } from "~/lib/auth/acting.schema";
import { termsExample } from "~/lib/company/factory.terms";
import { setup } from "~/lib/company/setup.schema";
import { partnerships } from "~/lib/partner/partnership.schema";
import { today } from "~/lib/time/date";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { DAY_LABEL, LAYOUT_LABEL, NUMBER_LABEL, ORDER_LABEL } from "~/lib/vocabulary/print";
import { ROUNDING_LABEL } from "~/lib/vocabulary/rounding";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Accesses } from "./Accesses";
import { CompanyFacts } from "./CompanyFacts";
import { Section } from "./Section";
import { Setup } from "./Setup";

export const meta = titled("会社・ユーザー情報");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const [factory, accesses, known, begun] = await Promise.all([
    api.get(factorySelf, "/factories/self"),
    api.get(actingRows, "/factories/self/accesses"),
    api.get(partnerships, "/partnerships"),
    api.get(setup, "/factories/self/setup"),
  ]);
  return json({
    who,
    factory,
    accesses: accesses.items,
    asked: known.incoming.length,
    begun,
    terms: termsExample(factory.meta, today()),
  });
}

export default function Company() {
  const { who, factory, accesses, asked, begun, terms } = useLoaderData<typeof loader>();
  const { meta: rules } = factory;
  return (
    <div className="grid gap-4">
      <h1>会社・ユーザー情報</h1>
      <Setup {...begun} />
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <div className="grid gap-4">
          <CompanyFacts factory={factory} asked={asked} />
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
        </div>
        <div className="grid gap-4">
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
                { label: "日付の書き方", value: DAY_LABEL[rules.day_style] },
                { label: "宛名の位置", value: `左端 ${rules.address_left}mm、上端 ${rules.address_top}mm` },
                {
                  label: "ロゴ・角印",
                  value: [factory.logo && "ロゴあり", factory.seal && "角印あり"].filter(Boolean).join("・"),
                },
                { label: "金額の端数", value: ROUNDING_LABEL[rules.amount_rounding] },
                { label: "消費税の端数", value: ROUNDING_LABEL[rules.tax_rounding] },
              ]}
            />
          </Section>
          {who.company_type === "seller" ? (
            <Section title="仕訳" edit={{ href: "/setting/journal", label: "科目と税区分を変更" }}>
              <p className="text-muted">会計ソフト（弥生・freee・マネーフォワード）に渡す仕訳の名前です。</p>
            </Section>
          ) : null}
          {who.company_type === "seller" && who.permissions.includes("accounting") ? (
            <Section title="総合振込" edit={{ href: "/setting/paying", label: "振込元の口座" }}>
              <p className="text-muted">
                銀行に渡す振込のファイルに使う口座です。支払先の口座は
                <a href="/setting/payee">振込先の口座</a>で登録し、ファイルは
                <a href="/accounting/transfer">総合振込</a>で作ります。
              </p>
            </Section>
          ) : null}
        </div>
      </div>
      <Accesses accesses={accesses} />
    </div>
  );
}
