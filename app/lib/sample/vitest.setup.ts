import { startTestCluster, TEST_SECRET } from "~/lib/db/testing.server";
import { keyRing } from "~/lib/pool/key.server";
import { makeCast } from "./cast.server";

/**
 * One PostgreSQL for the whole run, with the cast of the sample world and the key it signs with to be cloned;
 * the answer stops it.
 */
export default () =>
  startTestCluster(async (db) => {
    await makeCast(db);
    await keyRing(db, TEST_SECRET).signing();
  });
