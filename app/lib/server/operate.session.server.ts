import { z } from "zod";
import { endSession, sessionsOf } from "~/lib/auth/security.read.server";
import { endEverySession } from "~/lib/auth/session.end.server";
import { operator } from "~/lib/db/connection.server";
import { formatDateTime } from "~/lib/time/date";
import { acting, columns, email, FLAG, looking, Mistake, TEXT } from "./operate.command.server";
import { personAt } from "./operate.user.server";

const HEAD = ["番号", "ログイン", "最後の操作", "送信元", "端末"];

const listSessions = looking(
  {
    words: "sessions",
    usage: `npm run operator -- sessions --email taro@example.com
    ログインしている端末の一覧`,
    options: { email: TEXT },
  },
  z.object({ email }),
  async ({ db }, { email: address }) => {
    const rows = await operator(db, async (tx) => sessionsOf(tx, (await personAt(tx, address)).username));
    const lines = rows.map((row) => [
      String(row.key),
      formatDateTime(row.created_time),
      formatDateTime(row.seen_time),
      row.ip,
      row.is_display ? `掲示 ${row.user_agent}` : row.user_agent,
    ]);
    const text = lines.length === 0 ? "ログインしている端末はありません。" : columns([HEAD, ...lines]);
    return { code: 0, text, about: address };
  },
);

const which = z
  .object({
    email,
    key: z.coerce.number({ error: "--key には sessions の番号を指定してください。" }).int().optional(),
    all: z.boolean(),
  })
  .refine(({ key, all }) => all !== (key !== undefined), {
    error: "--key 番号 か --all のどちらかを指定してください。",
  });

const endSessions = acting(
  {
    words: "sessions end",
    usage: `npm run operator -- sessions end --email taro@example.com (--key 12 | --all)
    一つの端末、またはすべての端末からログアウトさせます`,
    options: { email: TEXT, key: TEXT, all: FLAG },
  },
  which,
  async (tx, _, { email: address, key }) => {
    const { username, company_id } = await personAt(tx, address);
    const ended =
      key === undefined ? await endEverySession(tx, username) : Number(await endSession(tx, username, key));
    if (key !== undefined && ended === 0) throw new Mistake(`${address} の端末 ${key} はありません。`);
    return { text: `${ended}台をログアウトさせました。`, company_id, about: address };
  },
);

export const sessionCommands = [listSessions, endSessions];
