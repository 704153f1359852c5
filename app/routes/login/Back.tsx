/** Signed in again, in a tab of its own, because another tab's session was over. */
export function Back() {
  return (
    <>
      <h1 className="mb-4">ログインしました</h1>
      <p>このタブを閉じて、元の画面でもう一度ボタンを押してください。入力した内容は残っています。</p>
      <p className="mt-4">
        <a href="/">最初の画面へ</a>
      </p>
    </>
  );
}
