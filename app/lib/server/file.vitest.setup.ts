import { afterAll, vi } from "vitest";
import { subscribeAll } from "~/lib/server/subscriptions.server";

subscribeAll();

const env = { ...process.env };

// The files of a worker share their modules: none may meet a clock, a console or an environment of another.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
});
