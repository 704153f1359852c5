import { expect, test, vi } from "vitest";
import { connect } from "~/lib/db/connection.server";
import * as logger from "~/lib/telemetry/logger.server";
import { watchOutage } from "./outage.server";

test("a database that went away is told once; one that a stopping server has let go of is not", async () => {
  vi.useFakeTimers();
  const said = vi.spyOn(logger, "say").mockReturnValue(undefined);
  const events = () => said.mock.calls.map(([, event]) => event);
  const stopping = connect("postgres://nobody@127.0.0.1:9/none");
  watchOutage(stopping);
  await stopping.$client.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(events()).toEqual([]);

  const gone = connect("postgres://nobody@127.0.0.1:9/none");
  watchOutage(gone);
  await vi.advanceTimersByTimeAsync(11_000);
  vi.useRealTimers();
  await expect.poll(events).toEqual(["database_down"]);
  await gone.$client.end();
  said.mockRestore();
});
