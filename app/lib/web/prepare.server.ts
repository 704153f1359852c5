import { sql } from "drizzle-orm";
import { startCarrier } from "~/lib/chat/carrier.server";
import { purgeChat } from "~/lib/chat/message.server";
import { makeWorld } from "~/lib/db/world.server";
import { operator } from "~/lib/db/connection.server";
import { sweepFiles } from "~/lib/file/sweep.server";
import { startImporter, sweepImports } from "~/lib/import/import.run.server";
import { sweepOutbox } from "~/lib/pool/mail.server";
import { showArrivals, startPostman } from "~/lib/pool/postman.server";
import { startTelling } from "~/lib/task/board.tell.server";
import type { App } from "./app.server";

/** The sample world, where it is asked for and nobody is there yet, with its mail on the console. */
export async function makeReady(app: App): Promise<void> {
  if (!app.config.sample_world) return;
  const { rows } = await operator(app.db, (tx) => tx.execute<{ empty: boolean }>(sql`select not exists (select from member) as empty`));
  if (rows[0]!.empty) await makeWorld(app);
  await showArrivals(app.db, console.log);
}

/** What a process does beside serving: the postman, the carrier of notices, the importer and the hourly sweep. */
export async function startRounds(app: App): Promise<void> {
  const { db, config } = app;
  const sweep = () => Promise.all([app.sessions.sweep(), sweepOutbox(db), sweepImports(db), sweepFiles(db, app.storage), purgeChat(db)]);
  setInterval(() => void sweep().catch(() => undefined), 3600_000).unref();
  startPostman(db, app.post);
  startImporter(db);
  startTelling(db);
  startCarrier(db, { db, sender: await app.sender(), hosts: config.push_hosts, origin: config.origins[0]!, product: config.product_name });
}
