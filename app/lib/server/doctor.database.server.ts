import { sql } from "drizzle-orm";
import pg from "pg";
import { judgeBackup } from "~/lib/backup/backup";
import { backupState } from "~/lib/backup/run.server";
import { senderOf } from "~/lib/chat/push.server";
import { connect, type Database, operator } from "~/lib/db/connection.server";
import { migrations, pendingMigrations } from "~/lib/db/migrate.server";
import { type Finding, finding, judgeClock, judgeConnections, judgeEncoding, judgeVersion } from "./doctor";
import { judgeOwner, judgeRole, sentence, withClient } from "./doctor.role.server";
import { LOST_SECRET } from "./start.sentence.server";

/** What there is to look at; `owner_url` null where only the plain role is known. */
type DatabasePlace = {
  app_url: string;
  owner_url: string | null;
  secret: string;
  origin: string;
  /** Whether the server makes a backup every day. */
  scheduled: boolean;
};

type Server = {
  version: string;
  number: number;
  encoding: string;
  max: number;
  reserved: number;
  replica: boolean;
  fsync: string;
  pid: number;
};

async function judgeServer(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<Server>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_encoding_to_char(encoding) as encoding, current_setting('max_connections')::int as max,
      current_setting('superuser_reserved_connections')::int as reserved, pg_is_in_recovery() as replica,
      current_setting('fsync') as fsync, pg_backend_pid() as pid
    from pg_database where datname = current_database()`);
  const found = rows[0]!;
  const say = finding("データベース");
  const pooled = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return [
    judgeVersion(Math.floor(found.number / 10_000), found.version),
    judgeEncoding(found.encoding),
    judgeConnections(found.max, found.reserved),
    ...(found.replica ? [say("bad", "読み取り専用の複製です。書き込める本体につないでください。")] : []),
    ...(found.fsync === "off"
      ? [say("bad", "fsync が off です。停電で、保存したはずのものがなくなります。on にしてください。")]
      : []),
    ...(pooled.rows[0]!.pid !== found.pid
      ? [
          say(
            "warn",
            "トランザクション単位の接続プール越しです。チャットの合図が届かないので、直接つないでください。",
          ),
        ]
      : []),
  ];
}

/** Of the answer that was quickest there and back: half of that is all it can be wrong by. */
async function judgeTime(client: pg.Client): Promise<Finding> {
  const seen: { took: number; ahead: number }[] = [];
  for (let n = 0; n < 5; n++) {
    const from = Date.now();
    const { rows } = await client.query<{ now: string }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::text as now",
    );
    const until = Date.now();
    seen.push({ took: until - from, ahead: (from + until) / 2 - Number(rows[0]!.now) });
  }
  return judgeClock(seen.sort((a, b) => a.took - b.took)[0]!.ahead);
}

async function judgeSchema(client: pg.Client, with_owner: boolean): Promise<Finding> {
  const say = finding("表");
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.schema_migration') is not null as there",
  );
  if (!rows[0]!.there)
    return with_owner
      ? say("warn", "まだありません。起動すると作ります。")
      : say("bad", "まだありません。DATABASE_OWNER_URL（所有者の接続先）を設定して起動すると作ります。");
  const all = await migrations();
  const applied = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from public.schema_migration",
  );
  const pending = pendingMigrations(all, applied.rows);
  if (pending.length === 0) return say("ok", `最新です（${all.at(-1)!.name}）`);
  const what = `${pending.length}件の更新がまだです（${pending[0]!.name} から）。`;
  return with_owner
    ? say("warn", `${what}起動すると更新します。先に控えを取ってください。`)
    : say("bad", `${what}DATABASE_OWNER_URL（所有者の接続先）を設定して起動してください。`);
}

async function judgeKept(db: Database, { secret, origin, scheduled }: DatabasePlace): Promise<Finding[]> {
  const kept = await operator(
    db,
    async (tx) => ({
      vapid: (await tx.execute(sql`select 1 from vapid`)).rows.length,
      stuck: (await tx.execute(sql`select 1 from pool.outbox where tries > 0 limit 1`)).rows.length,
      backup: await backupState(tx),
      check: (
        await tx.execute<{ day: string; num: number }>(
          sql`select day::text as day, num_broken as num from promise_check where ended_time is not null order by day desc limit 1`,
        )
      ).rows[0],
    }),
    "read",
  );
  const key = finding("鍵");
  const backup = judgeBackup(kept.backup, scheduled, new Date().toISOString());
  const opens =
    kept.vapid > 0 &&
    (await senderOf(db, secret, origin).then(
      () => true,
      () => false,
    ));
  return [
    kept.vapid === 0
      ? key("skip", "プッシュ通知の鍵は、まだありません。起動すると作ります。")
      : opens
        ? key("ok", "APP_SECRET で、このデータベースの鍵が開きます")
        : key("bad", LOST_SECRET),
    ...(kept.stuck > 0
      ? [
          finding("送信待ちのメール")(
            "warn",
            "送れずに残っているものがあります。/setting/outbox に理由があります。",
          ),
        ]
      : []),
    finding("控え")(backup.level, backup.text),
    ...(kept.check && kept.check.num > 0
      ? [
          finding("整合性")(
            "bad",
            `${kept.check.day} の夜の確認で、崩れているところが ${kept.check.num}件。/setting/promise にあります。`,
          ),
        ]
      : []),
  ];
}

export async function examineDatabase(place: DatabasePlace): Promise<Finding[]> {
  const owner = place.owner_url ? [await judgeOwner(place.owner_url)] : [];
  const db = connect(place.app_url, 2);
  try {
    return await withClient(place.app_url, async (client) => {
      const first = [
        ...(await judgeServer(client)),
        await judgeTime(client),
        ...(await judgeRole(db, client)),
      ];
      const schema = await judgeSchema(client, place.owner_url !== null).catch((error) =>
        finding("表")("bad", sentence(error)),
      );
      const kept = schema.level === "ok" ? await judgeKept(db, place) : [];
      return [...first, ...owner, schema, ...kept];
    });
  } catch (error) {
    return [finding("データベース")("bad", sentence(error)), ...owner];
  } finally {
    await db.$client.end();
  }
}
