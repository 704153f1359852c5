import { Chip } from "~/components/list/Chip";
import { Tabs } from "~/components/list/Tabs";
import { KIND_LABEL, STATE_LABEL } from "~/lib/partner/collaboration";
import { PARTNER_TONE } from "~/lib/partner/partner.list";
import type { PartnerDetail } from "~/lib/partner/partner.schema";

type Part = "" | "/terms" | "/basis" | "/record" | "/destination" | "/history";

/** The head of a partner's pages. */
export function PartnerHead({
  partner,
  part,
}: {
  partner: Pick<PartnerDetail, "id" | "name" | "kind" | "state" | "num_destinations">;
  part: Part;
}) {
  const at = `/setting/collaborator/${encodeURIComponent(partner.id)}`;
  const tabs = [
    { label: "基本", href: at },
    { label: "条件", href: `${at}/terms` },
    { label: "計上基準", href: `${at}/basis` },
    ...(partner.kind === "seller"
      ? []
      : [
          { label: "納入先", href: `${at}/destination`, count: partner.num_destinations },
          { label: "記録の公開", href: `${at}/record` },
        ]),
    { label: "履歴", href: `${at}/history` },
  ];
  return (
    <header className="grid gap-3 print:hidden">
      <p className="text-note">
        <a href="/setting/collaborator">依頼元一覧</a>
        <a
          href={`/task/order/supply?q=${encodeURIComponent(partner.name)}`}
          className="ml-4 text-accent underline"
        >
          支給品
        </a>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h1>{partner.name}</h1>
        <Chip tone="accent">{KIND_LABEL[partner.kind]}</Chip>
        <Chip tone={PARTNER_TONE[partner.state]}>{STATE_LABEL[partner.state]}</Chip>
      </div>
      <Tabs label={partner.name} tabs={tabs} current={`${at}${part}`} />
    </header>
  );
}
