import pg from "pg";
import { assertPlainRole, type Database } from "~/lib/db/connection.server";
import { type Finding, finding } from "./doctor";
import { startSentence } from "./start.sentence.server";

export const sentence = (error: unknown) =>
  startSentence(error) ?? (error instanceof Error ? error.message : String(error));

export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: "koba-doctor",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

const WALLS = `
  select c.oid::regclass::text as name from pg_class c
  where c.relnamespace in ('public'::regnamespace, to_regnamespace('pool')) and c.relkind in ('r', 'p')
    and exists (select from pg_policy p where p.polrelid = c.oid) and not row_security_active(c.oid)`;
/** Some tables are reached by functions alone: asked of those that every sign-in reads and writes. */
const CLOSED = `
  select name from unnest(array['factory', 'member', 'session', 'activity']) as name
  where not has_table_privilege('public.' || name, 'select') or not has_table_privilege('public.' || name, 'insert')`;

export async function judgeRole(db: Database, client: pg.Client): Promise<Finding[]> {
  const { rows: base } = await client.query<{ name: string; made: boolean }>(
    "select current_user::text as name, to_regclass('public.schema_migration') is not null as made",
  );
  const { name, made } = base[0]!;
  const say = finding("接続の利用者");
  try {
    await assertPlainRole(db);
  } catch (error) {
    return [say("bad", sentence(error))];
  }
  if (!made) return [say("ok", `${name}（特権なし、所有者でない、koba_app に属する）`)];
  const walls = (await client.query<{ name: string }>(WALLS)).rows.map((row) => row.name);
  const closed = (await client.query<{ name: string }>(CLOSED)).rows.map((row) => row.name);
  return [
    closed.length === 0
      ? say("ok", `${name}（特権なし、所有者でない、koba_app に属する）`)
      : say(
          "bad",
          `${name} に使う権利のない表があります: ${closed.slice(0, 5).join("、")}（${closed.length}件）`,
        ),
    walls.length === 0
      ? finding("会社の間の壁")("ok", "行の壁（row-level security）は、会社の表のすべてで効いています")
      : finding("会社の間の壁")(
          "bad",
          `行の壁（row-level security）が効いていない表があります: ${walls.slice(0, 5).join("、")}（${walls.length}件）。起動しないでください。`,
        ),
  ];
}

/** Who brings the schema up to date: that it may, and that there is a role for the server to belong to. */
export async function judgeOwner(owner_url: string): Promise<Finding> {
  const say = finding("所有者");
  try {
    return await withClient(owner_url, async (client) => {
      const { rows } = await client.query<
        Record<"makes" | "roles" | "app" | "foreign", boolean> & { name: string }
      >(`
        select current_user::text as name, has_schema_privilege(current_user, 'public', 'create')
            and has_database_privilege(current_user, current_database(), 'create') as makes,
          exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) as roles,
          exists (select from pg_roles where rolname = 'koba_app') as app,
          exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
            and not pg_has_role(current_user, c.relowner, 'member')) as foreign`);
      const { name, makes, roles, app, foreign } = rows[0]!;
      if (!makes)
        return say(
          "bad",
          `${name} は表を作れません。alter database … owner to ${name} で、データベースの所有者にしてください。`,
        );
      if (foreign)
        return say(
          "bad",
          `${name} のものでない表があります。表を作ったロールを DATABASE_OWNER_URL にしてください。`,
        );
      if (!app && !roles)
        return say(
          "bad",
          `ロール koba_app がなく、${name} はロールを作れません。特権利用者で create role koba_app nologin を実行してください。`,
        );
      return say("ok", `${name}（表を作り、更新できる）`);
    });
  } catch (error) {
    return say("bad", sentence(error));
  }
}
