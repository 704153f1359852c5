import { Button } from "../form/Button";

type Props = { action: string; fields: [string, string][]; files: boolean };

const SIGN_IN = `/login?${new URLSearchParams({ return_to: "/login?state=back" })}`;

/** A post whose session was over, to be posted again after sign-in under the same key. */
export function AgainPage({ action, fields, files }: Props) {
  return (
    <form method="post" action={action} data-plain>
      <h1 className="mb-4">もう一度ログインしてください</h1>
      {fields.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <div
        role="alert"
        tabIndex={-1}
        data-again
        className="mb-4 rounded border border-l-4 border-warn bg-warn-soft px-4 py-3"
      >
        <p className="font-bold text-warn">もう一度ログインしてください</p>
        <p>
          時間がたったため、ログアウトしました。入力した内容は残っています。
          <a href={SIGN_IN} target="_blank" className="text-accent underline">
            新しいタブでログイン
          </a>
          してから、この画面でもう一度送信してください。
        </p>
        {files ? <p>添付したファイルは、選び直してください。</p> : null}
      </div>
      <Button tone="primary">もう一度送信</Button>
    </form>
  );
}
