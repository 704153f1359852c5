import { z } from "zod";
import { proveTallies } from "~/lib/bi/rebuild.server";
import { readConfig } from "~/lib/config/config.server";
import { operator } from "~/lib/db/connection.server";
import { newSigningKey } from "~/lib/pool/key.server";
import { postOf, sendNow } from "~/lib/pool/mail.server";
import { newKeys } from "~/lib/web/keys.server";
import { brokenPromises } from "./invariants.server";
import { acting, email, FLAG, looking, Mistake, nothing, TEXT } from "./operate.command.server";
import { verify } from "./verify.server";

const found = (broken: number) => (broken > 0 ? 1 : 0);

const verifyLog = looking(
  {
    words: "verify",
    usage: `npm run operator -- verify
    履歴と発行した書類が、書かれたときのままかを確かめます（合わないところがあれば名前を挙げ、終了コード1）`,
    options: {},
  },
  nothing,
  async ({ db }) => {
    const { broken, text } = await verify(db);
    return { code: found(broken), text };
  },
);

const MAX_PRINTED = 50;

const invariants = looking(
  {
    words: "invariants",
    usage: `npm run operator -- invariants
    データの整合性を今すぐ確かめます（毎晩の確認と同じもの。崩れているところがあれば終了コード1）`,
    options: {},
  },
  nothing,
  async ({ db }) => {
    const broken = await operator(db, brokenPromises, "read");
    if (broken.length === 0) return { code: 0, text: "崩れているところはありません。" };
    const lines = broken.slice(0, MAX_PRINTED).map(({ rule, detail }) => `  ${rule}: ${detail}`);
    return { code: 1, text: [`${broken.length}件 崩れているところがあります。`, ...lines].join("\n") };
  },
);

const tallies = looking(
  {
    words: "tallies",
    usage: `npm run operator -- tallies [--rebuild]
    BIの集計が実績・履歴と合うかを全期間で確かめます（合わないところがあれば終了コード1）。--rebuild を付けると作り直します（サーバーは止めておきます）`,
    options: { rebuild: FLAG },
    alone: ({ rebuild }) => rebuild === true,
  },
  z.object({ rebuild: z.boolean() }),
  async ({ db }, { rebuild }) => {
    const { broken, text } = await proveTallies(db, rebuild);
    return { code: found(broken), text };
  },
);

const testMail = looking(
  {
    words: "mail",
    usage: `npm run operator -- mail --to taro@example.com
    試しのメールを一通、すぐに送ります`,
    options: { to: TEXT },
  },
  z.object({ to: email }),
  async ({ db, env }, { to }) => {
    const { product_name, origins } = readConfig(env);
    const post = postOf(env, origins[0]!);
    if (post.smtp_url === null) throw new Mistake("SMTP_URL がないので、メールは送られません。");
    const text = `${product_name} から送った、試しのメールです。届いていれば、メールの設定は正しくできています。\n`;
    await sendNow(db, post, { to, subject: `【${product_name}】試しのメール`, text }).catch(
      (error: Error) => {
        throw new Mistake(
          `メールサーバーが受け付けませんでした。SMTP_URL と MAIL_FROM を確かめてください。(${error.message.split("\n")[0]})`,
        );
      },
    );
    return { code: 0, text: `${to} 宛てのメールを、メールサーバーが受け付けました（差出人 ${post.from}）。` };
  },
);

const rotateKeys = acting(
  {
    words: "keys rotate",
    usage: `npm run operator -- keys rotate
    ログインの署名鍵を新しくします。動いたまま行え、だれもログアウトしません（一時間のうちに新しい鍵で署名し、前の鍵は確かめるためだけに残ります）`,
    options: {},
  },
  nothing,
  async (tx, { env, secret }) => {
    if (env.COGNITO_USER_POOL_ID) throw new Mistake("Cognito の鍵は、Cognito が入れ替えます。");
    const kid = await newSigningKey(tx, secret);
    return { text: `署名鍵を新しくしました（${kid.slice(0, 8)}…）。` };
  },
);

const resetKeys = acting(
  {
    words: "new-keys",
    usage: `npm run operator -- new-keys
    APP_SECRET を失ったときに、鍵を作り直します（サーバーは止めておきます。全員がログインし直します）`,
    options: {},
    alone: () => true,
  },
  nothing,
  async (tx) => ({ text: await newKeys(tx) }),
);

export const checkCommands = [invariants, verifyLog, tallies, testMail, rotateKeys, resetKeys];
