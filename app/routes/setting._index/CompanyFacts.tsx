import type { z } from "zod";
import { Facts } from "~/components/list/Facts";
import { registrationWarning } from "~/lib/text/registration";
import { CONTACT_LABEL, contactFacts } from "~/lib/vocabulary/contact";
import type { factorySelf } from "~/lib/vocabulary/factory.schema";
import { Section } from "./Section";

/** `asked`: how many requests to become partners wait for an answer. */
export function CompanyFacts({ factory, asked }: { factory: z.infer<typeof factorySelf>; asked: number }) {
  const { registration_number } = factory;
  const warning = registration_number && registrationWarning(registration_number);
  return (
    <Section title="会社" edit={{ href: "/setting/company", label: "会社情報を変更" }}>
      <Facts
        facts={[
          { label: "会社名", value: factory.name },
          { label: "会社ID", value: factory.id },
          ...contactFacts({ ...factory, registration_number: null }).slice(0, -1),
          {
            label: CONTACT_LABEL.registration_number,
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
              <a href="/setting/partner">取引の依頼と取引先を開く{asked > 0 && `（承認待ち ${asked}件）`}</a>
            ),
          },
        ]}
      />
    </Section>
  );
}
