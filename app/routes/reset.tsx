import { PreparingPage } from "~/components/frame/ErrorPage";
import { titled } from "~/lib/web/title";

export const meta = titled("パスワードの再設定");

export default function Reset() {
  return (
    <>
      <PreparingPage title="パスワードの再設定" />
      <p className="mt-4"><a href="/login">ログインへ戻る</a></p>
    </>
  );
}
