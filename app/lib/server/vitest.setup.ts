import { startTestCluster, TEST_SECRET } from "~/lib/db/testing.server";
import { keyRing } from "~/lib/pool/key.server";
import { makeCast } from "~/lib/sample/cast.server";
import { subscribeAll } from "~/lib/server/subscriptions.server";

export default () =>
  startTestCluster(async (db) => {
    subscribeAll();
    await makeCast(db);
    await keyRing(db, TEST_SECRET).signing();
  });
