import type { ReactNode } from "react";
import { LinkButton } from "../form/Button";

type Way = { label: string; href: string };

const WORDS: Record<number, { title: string; message: string; action: Way }> = {
  403: {
    title: "この画面を開く権限がありません",
    message: "必要な場合は、会社の管理者に権限の追加を依頼してください。",
    action: { label: "最初の画面へ戻る", href: "/" },
  },
  404: {
    title: "ページが見つかりません",
    message: "アドレスが変わったか、削除された可能性があります。メニューから選び直してください。",
    action: { label: "最初の画面へ戻る", href: "/" },
  },
  409: {
    title: "この操作は受け付けられません",
    message: "ほかの画面で内容が変わっています。画面を開き直して、もう一度操作してください。",
    action: { label: "最初の画面へ戻る", href: "/" },
  },
  422: {
    title: "入力内容を確認してください",
    message: "前の画面へ戻り、内容を直してから、もう一度操作してください。",
    action: { label: "最初の画面へ戻る", href: "/" },
  },
  500: {
    title: "うまく処理できませんでした",
    message: "少し待ってから、もう一度お試しください。続く場合は、下の番号を添えてご連絡ください。",
    action: { label: "最初の画面へ戻る", href: "/" },
  },
  503: {
    title: "ただいま混み合っています",
    message: "まもなく使えるようになります。1分ほど待ってから、ページを再読み込みしてください。",
    action: { label: "再読み込み", href: "" },
  },
};

WORDS[507] = { ...WORDS[503]!, title: "いまは書き込めません" };

const wordsOf = (status: number) => WORDS[status] ?? (status >= 500 ? WORDS[500]! : WORDS[404]!);
export const errorTitle = (status: number): string => wordsOf(status).title;

export function ErrorPage({
  status,
  title,
  message,
  action,
  number,
}: {
  status: number;
  title?: string;
  message?: string;
  action?: Way;
  number?: string;
}) {
  const words = wordsOf(status);
  const way = action ?? words.action;
  return (
    <Notice title={title ?? words.title}>
      <p data-again={status < 500 || status === 507 || undefined} tabIndex={-1} className="again">
        {message ?? words.message}
      </p>
      <p className="mt-6">
        <LinkButton tone="primary" href={way.href}>
          {way.label}
        </LinkButton>
      </p>
      <p className="mt-6 text-note text-muted">
        状態 {status}
        {number && (
          <>
            {" "}
            ・ お問い合わせ番号 <span className="whitespace-nowrap">{number}</span>
          </>
        )}
      </p>
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-w-[500px]">
      <h1 className="mb-4">{title}</h1>
      {children}
    </div>
  );
}
