import { startTestCluster } from "./testing.server";

/** One PostgreSQL for the whole run; the answer stops it. */
export default () => startTestCluster();
