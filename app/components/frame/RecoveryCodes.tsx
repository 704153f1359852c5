import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Banner } from "./Banner";

type Props = { product: string; account: string; codes: string[]; onward: { href: string; label: string } };

export function RecoveryCodes({ product, account, codes, onward }: Props) {
  return (
    <>
      <Banner tone="good">二段階認証を設定しました。</Banner>
      <h2 className="mt-4">リカバリーコード</h2>
      <p className="mb-2 mt-1">
        スマホをなくしたときや、アプリを使えないときに、確認コードの代わりに使います。それぞれ1回だけ使えます。
        <strong className="font-bold">この画面を閉じると、もう表示できません。</strong>
        印刷するか書き写して、パスワードとは別の場所に保管してください。
      </p>
      <p className="text-note text-muted">
        {product}　{account}
      </p>
      <ol className="mb-4 mt-4 grid grid-cols-2 gap-2 rounded border border-line p-4 tabular-nums">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-3 print:hidden">
        <PrintButton tone="secondary" />
        <LinkButton tone="primary" href={onward.href}>
          {onward.label}
        </LinkButton>
      </p>
    </>
  );
}
