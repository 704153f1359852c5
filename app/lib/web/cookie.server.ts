import { createCookie } from "@remix-run/node";
import type { Config } from "./config.server";

export type Cookies = ReturnType<typeof cookies>;
export type Flash = {
  text: string; severity: "info" | "success" | "error"; duration?: number;
  /** A POST that takes the action back. */
  undo?: { action: string; fields: Record<string, string> };
};

/** The two cookies of ours: who is signed in, and a message for the next page. */
export function cookies(config: Config, secret: string) {
  const prefix = config.secure ? "__Host-" : "";
  const base = { path: "/", httpOnly: true, sameSite: "lax", secure: config.secure } as const;
  return {
    session: createCookie(`${prefix}koba-session`, { ...base, maxAge: 30 * 86_400 }),
    flash: createCookie(`${prefix}koba-flash`, { ...base, maxAge: 60, secrets: [secret] }),
  };
}
