import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { isReasons, type Tab } from "~/lib/shop/meta.form";

export function Head({ tab }: { tab: Tab }) {
  const intake = isReasons(tab) ? "reason" : tab === "process" || tab === "record" ? tab : null;
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h1>メタ情報</h1>
      <span className="ml-auto flex gap-2 print:hidden">
        {intake ? <LinkButton href={`/setting/meta/${intake}/import`}>CSV取込</LinkButton> : null}
        {intake ? (
          <LinkButton href={`/setting/meta.csv?tab=${tab}`} download>
            CSV
          </LinkButton>
        ) : null}
        {intake ? (
          <LinkButton
            tone="plain"
            className="max-desk:hidden"
            href={`/setting/meta.csv?tab=${tab}&encoding=cp932`}
            title="古いシステム用のCSV（Shift_JIS）です"
          >
            旧システム用CSV
          </LinkButton>
        ) : null}
        <PrintButton />
      </span>
    </header>
  );
}
