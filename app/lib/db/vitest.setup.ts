import { makeCast } from "~/lib/sample/cast.server";
import { startTestCluster } from "./testing.server";

/** One PostgreSQL for the whole run, with the cast of the sample world to be cloned; the answer stops it. */
export default () => startTestCluster(makeCast);
