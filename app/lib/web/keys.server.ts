import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";

/** Only the lost secret opens these; the next start makes them anew. */
export async function newKeys(tx: Tx): Promise<string> {
  const { rowCount: sessions } = await tx.execute(sql`delete from session`);
  const { rowCount: devices } = await tx.execute(sql`delete from push_device`);
  await tx.execute(sql`delete from vapid`);
  await tx.execute(sql`delete from pool.signing_keys`);
  return `鍵を作り直します。次に起動すると、新しい鍵で動きます。
  ログイン中の${sessions ?? 0}件は終わりました。全員がもう一度ログインします（パスワードはそのままです）。
  プッシュ通知を受け取る${devices ?? 0}台は、それぞれ登録し直します。
  送ったばかりの確認コードは使えません。もう一度送信します。
  会社・カード・書類・図面・取引先との記録は変わりません。`;
}
