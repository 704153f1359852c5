import { sql } from "drizzle-orm";
import { deemDue } from "~/lib/accounting/inspection.deem.server";
import { sweepSecurity } from "~/lib/auth/security.server";
import { startDispatch } from "~/lib/chat/dispatch.loop.server";
import { purgeChat } from "~/lib/chat/purge.server";
import { type Database, operator } from "~/lib/db/connection.server";
import { sweepFiles } from "~/lib/file/sweep.server";
import { purgeDrafts } from "~/lib/order/draft.server";
import { ringUnanswered } from "~/lib/order/order.unanswered.server";
import { ringUnfixed } from "~/lib/order/order.unfixed.server";
import { showArrivals, startPostman } from "~/lib/pool/mail.send.server";
import { sweepOutbox } from "~/lib/pool/mail.server";
import { makeWorld } from "~/lib/sample/world.server";
import { startTelling } from "~/lib/task/board.notify.server";
import type { App } from "~/lib/web/app";
import { purgeKeys } from "./idempotency.server";
import { startImporter, sweepImports } from "./import.run.server";
import { startChecking } from "./invariants.server";

/**
 * Runs `make` where nobody is there yet. Of several that start at once on one empty database one does; the
 * others wait for it.
 */
export async function whereEmpty(db: Database, make: () => Promise<void>): Promise<void> {
  const waiting = await db.$client.connect();
  try {
    await waiting.query(
      "set lock_timeout = 0; set statement_timeout = 0; select pg_advisory_lock(hashtext('koba.world'))",
    );
    const { rows } = await operator(db, (tx) =>
      tx.execute<{ empty: boolean }>(sql`select not exists (select from member) as empty`),
    );
    if (rows[0]!.empty) await make();
  } finally {
    // The lock and the settings go with the connection.
    waiting.release(true);
  }
}

/**
 * The sample world, where it is asked for; with its mail on the console where it is new, since mail of
 * anybody else holds codes.
 */
export async function makeReady(app: App): Promise<void> {
  if (!app.config.sample_world) return;
  let made = false;
  await whereEmpty(app.db, async () => {
    await makeWorld(app);
    made = true;
  });
  if (made) await showArrivals(app.db, console.log);
}

export async function startRounds(app: App): Promise<void> {
  const { db, config } = app;
  const sweep = () =>
    Promise.all([
      app.sessions.sweep(),
      sweepOutbox(db),
      sweepImports(db),
      sweepFiles(db, app.storage),
      purgeChat(db),
      purgeDrafts(db),
      sweepSecurity(db),
      purgeKeys(db),
      deemDue(db, new Date().toISOString()),
      ringUnanswered(db, new Date().toISOString()),
      ringUnfixed(db, new Date().toISOString()),
    ]);
  setInterval(() => void sweep().catch(() => undefined), 3600_000).unref();
  startPostman(db, app.post);
  startChecking(db, { product: config.product_name, origin: config.origins[0]! });
  startImporter(db);
  startTelling(db);
  startDispatch(db, {
    db,
    sender: await app.sender(),
    hosts: config.push_hosts,
    origin: config.origins[0]!,
    product: config.product_name,
  });
}
