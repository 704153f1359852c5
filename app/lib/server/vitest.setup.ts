import { hash } from "@node-rs/argon2";
import { isNull } from "drizzle-orm";
import { startTestCluster, TEST_SECRET } from "~/lib/db/testing.server";
import { keyRing } from "~/lib/pool/key.server";
import { makeCast, SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { subscribeAll } from "~/lib/server/subscriptions.server";
import { users } from "~/lib/tables/user.table.server";

/** Thousands sign in, each in a world of their own; what a real hash costs is asked in `pool`. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export default () =>
  startTestCluster(async (db) => {
    subscribeAll();
    await makeCast(db);
    const password_hash = await hash(SAMPLE_PASSWORD, CHEAP);
    await db.update(users).set({ password_hash }).where(isNull(users.temporary_until));
    await keyRing(db, TEST_SECRET).signing();
  });
