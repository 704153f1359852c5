import { keyRing } from "~/lib/pool/key.server";
import { makeCast } from "~/lib/sample/cast.server";
import { startTestCluster, TEST_SECRET } from "./testing.server";

/**
 * One PostgreSQL for the whole run, with the cast of the sample world and the key it signs with to be cloned;
 * the answer stops it.
 */
export default () =>
  startTestCluster(async (db) => {
    await makeCast(db);
    await keyRing(db, TEST_SECRET).signing();
  });
