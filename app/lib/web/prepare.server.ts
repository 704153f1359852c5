import { sql } from "drizzle-orm";
import { makeWorld } from "~/lib/db/world.server";
import { operator } from "~/lib/db/connection.server";
import { sweepFiles } from "~/lib/file/sweep.server";
import { startImporter, sweepImports } from "~/lib/import/import.run.server";
import { sweepOutbox } from "~/lib/pool/mail.server";
import { showArrivals, startPostman } from "~/lib/pool/postman.server";
import type { App } from "./app.server";

/**
 * What a start does beside serving: the sample world where it is asked for and nobody is there yet (with its mail on the console), the
 * postman, and the hourly sweep.
 */
export async function prepare(app: App): Promise<void> {
  const timer = setInterval(() => void Promise.all([app.sessions.sweep(), sweepOutbox(app.db), sweepImports(app.db), sweepFiles(app.db, app.storage)]).catch(() => undefined), 3600_000);
  timer.unref();
  startPostman(app.db, app.post);
  startImporter(app.db);
  if (!app.config.sample_world) return;
  const { rows } = await operator(app.db, (tx) => tx.execute<{ empty: boolean }>(sql`select not exists (select from member) as empty`));
  if (rows[0]!.empty) await makeWorld(app);
  showArrivals(app.db, console.log);
}
