import { startTestCluster, TEST_SECRET } from "~/lib/db/testing.server";
import { keyRing } from "~/lib/pool/key.server";
import { subscribeAll } from "~/lib/server/subscriptions.server";
import { makeCast } from "./cast.server";

/**
 * One PostgreSQL for the whole run, with the cast of the sample world and the key it signs with to be cloned;
 * the answer stops it.
 */
export default () =>
  startTestCluster(async (db) => {
    subscribeAll();
    await makeCast(db);
    await keyRing(db, TEST_SECRET).signing();
  });
