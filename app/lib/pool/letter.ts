export type Letter = { subject: string; text: string };

const foot = (product: string) =>
  `\n--\n${product}\nこのメールは送信専用です。返信いただいてもお答えできません。\n`;

export function codeLetter(product: string, code: string): Letter {
  return {
    subject: `【${product}】パスワード再設定の確認コード`,
    text: `パスワード再設定の確認コードをお送りします。

確認コード: ${code}

有効期限は10分です。再設定の画面に入力してください。
確認コードを何度か送信した場合は、最後に届いたものだけが使えます。

お心当たりがない場合は、何もせずにこのメールを削除してください。パスワードは変わりません。
確認コードは、社内の方を含め、どなたにも教えないでください。
${foot(product)}`,
  };
}

/** The confirmation code of a reset that an administrator asked for: until then the person can't sign in. */
export function orderedCodeLetter(product: string, code: string, origin: string): Letter {
  return {
    subject: `【${product}】パスワードの再設定をお願いします`,
    text: `管理者がパスワードの再設定を求めました。新しいパスワードを設定するまで、ログインできません。

1. ${origin}/reset を開きます。
2. メールアドレスを入力し、確認コードを送信します（下の確認コードがまだ有効なら、それを使えます）。
3. 確認コードと新しいパスワードを入力します。

確認コード: ${code}（有効期限は10分です）

お心当たりがない場合は、管理者にお問い合わせください。
${foot(product)}`,
  };
}

/** Tells a person who has never signed in that a code would not help. */
export function notYetLetter(product: string, origin: string): Letter {
  return {
    subject: `【${product}】パスワードの再設定について`,
    text: `パスワードの再設定の申し込みがありましたが、まだ初回のログインが済んでいないため、確認コードは発行していません。

招待のメールにある仮パスワードで、次の画面からログインしてください。
${origin}/login

仮パスワードの有効期限（7日間）が過ぎたときや、見つからないときは、管理者に招待の再送を依頼してください。
お心当たりがない場合は、何もせずにこのメールを削除してください。
${foot(product)}`,
  };
}

export function invitationLetter(
  product: string,
  origin: string,
  username: string,
  temporary_password: string,
): Letter {
  return {
    subject: `【${product}】アカウントのご案内`,
    text: `${product}のアカウントを用意しました。次の画面からログインし、新しいパスワードを設定してください。

${origin}/login

ユーザー名: ${username}
仮パスワード: ${temporary_password}

仮パスワードの有効期限は7日間です。過ぎたときは、管理者に招待の再送を依頼してください。
お心当たりがない場合は、何もせずにこのメールを削除してください。
${foot(product)}`,
  };
}
