import { createCookie } from "@remix-run/node";
import { SESSION_MS } from "~/lib/auth/session.server";
import type { Config } from "~/lib/config/config.server";
import { pendingCookie } from "./pending.server";

export type Cookies = ReturnType<typeof cookies>;
export type Flash = {
  text: string;
  severity: "info" | "success" | "error";
  duration?: number;
  undo?: { action: string; fields: Record<string, string>; log?: string };
};

export function cookies(config: Config, secret: string) {
  const base = { path: "/", httpOnly: true, sameSite: "lax", secure: config.secure } as const;
  return {
    session: createCookie(`${config.cookie_prefix}session`, { ...base, maxAge: SESSION_MS / 1000 }),
    flash: createCookie(`${config.cookie_prefix}flash`, { ...base, maxAge: 60, secrets: [secret] }),
    pending: pendingCookie(config, secret),
    /** A shift long. */
    worker: createCookie(`${config.cookie_prefix}worker`, { ...base, maxAge: 12 * 3_600 }),
  };
}
